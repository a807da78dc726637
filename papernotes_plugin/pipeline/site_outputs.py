"""Write papers in each export format, and render the generated files of a site."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from papernotes_plugin import exports, render
from papernotes_plugin.links.addresses import HOME, export_file, graph_file, is_home
from papernotes_plugin.pipeline.citation_styles import Styles
from papernotes_plugin.pipeline.paper_facts import PaperFacts
from papernotes_plugin.vocabulary.citation_model import Style
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Issue, page_exists
from papernotes_plugin.vocabulary.model import Chart, Detail, Library, Output, Paper, Subject


def bibliography(papers: Iterable[Paper], config: Config) -> str:
    """Return the papers as BibTeX or biblatex.

    Args:
        papers: The papers, each with the key of its entry as citekey and further keys as `exported_keys`.
        config: The options; `flavor`, `encoding` and `export_fields` count.
    """
    return exports.bibtex(papers, config.flavor, config.encoding, config.export_fields)


class BibliographyExport(NamedTuple):
    """Papers as BibTeX or biblatex, each converted once, and the issues of the file."""

    text: str
    needs: tuple[Issue, ...]
    """Packages and engines that a document needs to typeset the papers."""
    changes: tuple[Issue, ...]
    """Changes of the author's own entries."""


def export_bibliography(papers: Sequence[Paper], config: Config) -> BibliographyExport:
    """Return the text that `bibliography` returns, with its issues."""
    exported = exports.bibtex_entries(papers, config.flavor, config.encoding, config.export_fields)
    return BibliographyExport(
        exports.format_bibliography(papers, exported, config.flavor),
        exports.pdflatex_issues(papers, exported, config.flavor, config.encoding),
        tuple(exports.changed_entries(papers, exported, config.flavor)),
    )


def untitled_issues(papers: Sequence[Paper], config: Config, path: str) -> tuple[Issue, ...]:
    """Return the issue that names the papers without a title.

    Args:
        papers: The exported papers.
        config: The options.
        path: The exported file.
    """
    return tuple(exports.untitled_papers(papers, path, next(iter(config.bibliography), "a .bib file")))


@dataclass(frozen=True, slots=True)
class RenderedSite:
    """The result of the render stage."""

    outputs: tuple[Output, ...] = ()
    """The generated pages and files, ordered by path."""
    replaced: Mapping[str, str] = field(default_factory=dict)
    """See `Site.replaced`."""
    backlinks: Mapping[str, str] = field(default_factory=dict)
    """See `Site.backlinks`."""
    issues: tuple[Issue, ...] = ()
    """An issue for each output that was left out because the author has a file at its path."""


def render_site(
    library: Library, config: Config, styles: Styles, facts: PaperFacts, author_files: Sequence[str]
) -> RenderedSite:
    """Return the pages and files of a site, without those at paths where the author has a note or a file.

    Args:
        library: The library.
        config: The options.
        styles: The styles of citations.
        facts: The facts of the papers of the library.
        author_files: Paths of the author's files other than notes.
    """
    context = _render_context(library, config, facts, styles.prose)
    all_papers = Subject(tuple(library.by_slug), Detail.FACTS, ())
    files = [
        Output(export_file(config, form.ending), partial(_export_text, name), facts, subject=all_papers)
        for name, form in exports.PAPER_FORMATS.items()
    ]
    if chart := library.chart:
        files.append(Output(graph_file(config), partial(_graph, chart), context))
        files.append(Output(graph_file(config, "js"), partial(_script, chart), context))
    has_home = any(map(is_home, (*author_files, *library.by_path)))
    author_paths = {_folded(path): path for path in (*author_files, *library.by_path)}
    outputs: list[Output] = []
    replaced: dict[str, str] = {}
    issues: list[Issue] = []
    for output in (*render.render_library(context), *files):
        if output.path == HOME and has_home:
            continue
        author_path = author_paths.get(_folded(output.path))
        if author_path is None:
            outputs.append(output)
        else:
            issues.append(page_exists(author_path))
            if author_path != output.path:
                replaced[output.path] = author_path
    return RenderedSite(
        outputs=tuple(sorted(outputs, key=lambda output: output.path)),
        replaced=replaced,
        backlinks=render.render_backlinks(library, config, styles.prose) if config.backlinks else {},
        issues=tuple(issues),
    )


def render_papers(
    library: Library, papers: Iterable[Paper], config: Config, styles: Styles, facts: PaperFacts
) -> tuple[Output, ...]:
    """Return the pages and files of some papers, including those at paths where the author has a file."""
    return tuple(render.render_papers(papers, _render_context(library, config, facts, styles.prose)))


def replace_paper_pages(outputs: Iterable[Output], pages: Mapping[str, Output]) -> tuple[Output, ...]:
    """Return the outputs with some replaced, by path.

    All outputs are computed from the library of the new ones from now on.  That library must give the same text for
    the other outputs.
    """
    context = next(o.context for o in pages.values() if isinstance(o.context, render.RenderContext))
    replaced = (pages.get(output.path, output) for output in outputs)
    return tuple(o.with_context(context) if isinstance(o.context, render.RenderContext) else o for o in replaced)


def _render_context(library: Library, config: Config, facts: PaperFacts, prose: Style) -> render.RenderContext:
    return render.render_context(library, config, facts.bibtex, facts.ris, facts.references, prose)


def _export_text(format_name: str, facts: PaperFacts) -> str:
    return facts.export(format_name)


def _graph(chart: Chart, context: render.RenderContext) -> str:
    return exports.graph_json.graph_text(exports.graph_json.graph(context.links.library, chart, context.links.config))


def _script(chart: Chart, context: render.RenderContext) -> str:
    return exports.graph_json.map_script(context.links.library, chart)


def _folded(path: str) -> str:
    """Return a form in which paths are equal that a file system may take for one file."""
    return unicodedata.normalize("NFC", path).casefold()

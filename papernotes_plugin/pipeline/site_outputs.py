"""What goes out: papers in each format, and the files of the site where the author has none of his own."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

from papernotes_plugin import citation, exports, render
from papernotes_plugin.links.addresses import csl_file, graph_file, ris_file
from papernotes_plugin.pipeline.citation_styles import Styles
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Chart, Library, Output, Paper


def bibliography(papers: Iterable[Paper], config: Config, other_keys: Mapping[str, Sequence[str]] | None = None) -> str:
    """The papers as BibTeX, in the flavor and the encoding of a config; `other_keys` as `exports.bibtex` has them."""
    return exports.bibtex(papers, config.flavor, config.encoding, config.export_fields, other_keys or {})


def csl(papers: Iterable[Paper]) -> str:
    """The papers as CSL-JSON."""
    return exports.csl_json.csl_text(papers)


def ris(papers: Iterable[Paper]) -> str:
    """The papers as RIS."""
    return exports.ris.ris_text(papers)


def outputs(
    library: Library, config: Config, styles: Styles, taken: set[str], issues: list[Issue]
) -> tuple[tuple[Output, ...], dict[str, str]]:
    """The pages and files of a site, by path; what stands at one of `taken` already is left out, and an issue.

    Also the path of the author's file for each that is left out and has another spelling.
    """
    context, items = _render_context(library, config, styles)
    files = [Output(csl_file(config), _csl, items), Output(ris_file(config), _ris, context)]
    if chart := library.chart:
        files.append(Output(graph_file(config), partial(_graph, chart), context))
        files.append(Output(graph_file(config, "js"), partial(_script, chart), context))
    folded = {_folded(path): path for path in taken}
    made: list[Output] = []
    replaced: dict[str, str] = {}
    for output in (*render.render_library(context), *files):
        theirs = folded.get(_folded(output.path))
        if theirs is None:
            made.append(output)
        else:
            message = "this page of yours stands where one would be generated; yours stays"
            issues.append(issue(Code.PAGE_EXISTS, theirs, None, message))
            if theirs != output.path:
                replaced[output.path] = theirs
    return tuple(sorted(made, key=lambda output: output.path)), replaced


def of_papers(library: Library, papers: Iterable[Paper], config: Config, styles: Styles) -> tuple[Output, ...]:
    """The pages and files of some papers, as `outputs` has them, whatever the author has."""
    context, _ = _render_context(library, config, styles)
    return tuple(render.render_papers(papers, context))


def again(before: Iterable[Output], pages: Mapping[str, Output]) -> tuple[Output, ...]:
    """Outputs with those of some papers, by path, in the place of what these were.

    All are made of the library of these from here on, which makes nothing else of the others.
    """
    context = next(o.context for o in pages.values() if isinstance(o.context, render.RenderContext))
    changed = (pages.get(output.path, output) for output in before)
    return tuple(o.with_context(context) if isinstance(o.context, render.RenderContext) else o for o in changed)


_Made = TypeVar("_Made")


class _OfPapers(Mapping[str, _Made]):
    """What is made of each paper, by its slug, when it is first asked for."""

    def __init__(self, papers: Mapping[str, Paper], make: Callable[[Paper], _Made]) -> None:
        self._papers, self._make = papers, make
        self._made: dict[str, _Made] = {}

    def __getitem__(self, slug: str) -> _Made:
        if slug not in self._made:
            self._made[slug] = self._make(self._papers[slug])
        return self._made[slug]

    def __contains__(self, slug: object) -> bool:
        return slug in self._papers

    def __iter__(self) -> Iterator[str]:
        return iter(self._papers)

    def __len__(self) -> int:
        return len(self._papers)


def _render_context(
    library: Library, config: Config, styles: Styles
) -> tuple[render.RenderContext, Mapping[str, tuple[str, str]]]:
    """What the pages and files of papers are made of, and what is known of each in CSL-JSON and in RIS."""

    def recorded(paper: Paper) -> tuple[str, str]:
        known = exports.csl_json.csl_paper(paper)
        return exports.csl_json.format_item(known), exports.ris.format_record(known)

    papers = library.by_slug
    records = _OfPapers(papers, recorded)
    entries = _OfPapers(papers, lambda paper: bibliography([paper], config))
    references = _OfPapers(papers, lambda paper: citation.reference(paper, styles.style))
    ris = _OfPapers(papers, lambda paper: records[paper.slug][1])
    return render.render_context(library, config, entries, ris, references, styles.prose), records


def _csl(records: Mapping[str, tuple[str, str]]) -> str:
    return exports.csl_json.join_items([item for item, _ in records.values()])


def _ris(context: render.RenderContext) -> str:
    return exports.ris.join_records(context.ris.values())


def _graph(chart: Chart, context: render.RenderContext) -> str:
    return exports.graph_json.graph_text(exports.graph_json.graph(context.links.library, chart, context.links.config))


def _script(chart: Chart, context: render.RenderContext) -> str:
    return exports.graph_json.map_script(context.links.library, chart)


def _folded(path: str) -> str:
    """Two paths that one file system may take for one are equal."""
    return unicodedata.normalize("NFC", path).casefold()

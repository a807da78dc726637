"""What goes out: papers in each format, and the files of the site where the author has none of his own."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from papernotes_plugin import citation, exports, render
from papernotes_plugin.citing import Run
from papernotes_plugin.config import Config
from papernotes_plugin.issues import Code, Issue, issue
from papernotes_plugin.model import Chart, Library, Output, Paper
from papernotes_plugin.pages.addresses import csl_file, graph_file, ris_file
from papernotes_plugin.pipeline.styling import Styles


def bibliography(papers: Iterable[Paper], config: Config, other_keys: Mapping[str, Sequence[str]] | None = None) -> str:
    """The papers as BibTeX, in the flavor and the encoding of a config; `other_keys` as `exports.bibtex` has them."""
    return exports.bibtex(papers, config.flavor, config.encoding, config.export_fields, other_keys or {})


def csl(papers: Iterable[Paper]) -> str:
    """The papers as CSL-JSON."""
    return exports.csl.text(papers)


def ris(papers: Iterable[Paper]) -> str:
    """The papers as RIS."""
    return exports.ris.text(papers)


def outputs(
    library: Library, config: Config, styles: Styles, taken: set[str], issues: list[Issue]
) -> tuple[tuple[Output, ...], dict[str, str]]:
    """The pages and files of a site, by path; what stands at one of `taken` already is left out, and an issue.

    Also the path of the author's file for each that is left out and has another spelling.
    """
    matter, items = _matter(library, library.papers, config, styles)
    files = [Output(csl_file(config), exports.csl.joined, items), Output(ris_file(config), _ris, matter)]
    if chart := library.chart:
        files.append(Output(graph_file(config), partial(_graph, chart), matter))
        files.append(Output(graph_file(config, "js"), partial(_script, chart), matter))
    folded = {_folded(path): path for path in taken}
    made: list[Output] = []
    replaced: dict[str, str] = {}
    for output in (*render.render(matter), *files):
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
    papers = tuple(papers)
    matter, _ = _matter(library, papers, config, styles)
    return tuple(render.of_papers(papers, matter))


def again(before: Iterable[Output], pages: Mapping[str, Output]) -> tuple[Output, ...]:
    """Outputs with those of some papers, by path, in the place of what these were.

    All are made of the library of these from here on, which makes nothing else of the others.
    """
    before = tuple(before)
    known, now = (next(o.of for o in found if isinstance(o.of, render.Matter)) for found in (before, pages.values()))
    bibtex, ris = {**known.bibtex, **now.bibtex}, {**known.ris, **now.ris}
    matter = render.Matter(now.links, bibtex, ris, {**known.references, **now.references})
    changed = (pages.get(output.path, output) for output in before)
    return tuple(o.again(matter) if isinstance(o.of, render.Matter) else o for o in changed)


def _matter(
    library: Library, papers: Iterable[Paper], config: Config, styles: Styles
) -> tuple[render.Matter, tuple[str, ...]]:
    """What the pages and files of papers are made of, and what is known of them as items of CSL-JSON."""
    entries: dict[str, str] = {}
    records: dict[str, str] = {}
    references: dict[str, Sequence[Run]] = {}
    items: list[str] = []
    for paper in papers:
        known = exports.csl.described(paper)
        items.append(exports.csl.written(known))
        entries[paper.slug] = bibliography([paper], config)
        records[paper.slug] = exports.ris.written(known)
        references[paper.slug] = citation.reference(paper, styles.style)
    return render.matter(library, config, entries, records, references, styles.prose), tuple(items)


def _ris(matter: render.Matter) -> str:
    return exports.ris.joined(matter.ris.values())


def _graph(chart: Chart, matter: render.Matter) -> str:
    return exports.graph.graph_text(exports.graph.graph(matter.links.library, chart, matter.links.config))


def _script(chart: Chart, matter: render.Matter) -> str:
    return exports.graph.script(matter.links.library, chart)


def _folded(path: str) -> str:
    """Two paths that one file system may take for one are equal."""
    return unicodedata.normalize("NFC", path).casefold()

"""What goes out: papers in each format, and the files of the site where the author has none of his own."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from papernotes_plugin import citation, exports, render
from papernotes_plugin.config import Config
from papernotes_plugin.issues import Code, Issue, issue
from papernotes_plugin.model import Library, Output, Paper
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
    entries = {p.slug: bibliography([p], config) for p in library.papers}
    references = {p.slug: citation.reference(p, styles.style) for p in library.papers}
    known = [exports.csl.described(paper) for paper in library.papers]
    records = {p.slug: exports.ris.written([facts]) for p, facts in zip(library.papers, known, strict=True)}
    files = [
        Output(csl_file(config), exports.csl.written(known)),
        Output(ris_file(config), "\n".join(records.values())),
    ]
    if library.chart:
        files.append(
            Output(graph_file(config), exports.graph.graph_text(exports.graph.graph(library, library.chart, config)))
        )
        files.append(Output(graph_file(config, "js"), exports.graph.script(library, library.chart)))
    folded = {_folded(path): path for path in taken}
    made: list[Output] = []
    replaced: dict[str, str] = {}
    for output in (*render.render(library, config, entries, records, references, styles.prose), *files):
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
    entries = {p.slug: bibliography([p], config) for p in papers}
    references = {p.slug: citation.reference(p, styles.style) for p in papers}
    records = {p.slug: ris([p]) for p in papers}
    return render.of_papers(papers, library, config, entries, records, references, styles.prose)


def _folded(path: str) -> str:
    """Two paths that one file system may take for one are equal."""
    return unicodedata.normalize("NFC", path).casefold()

"""Store what a build finds out as compressed JSON, from which another process restores the site of the same inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, get_type_hints

from papernotes_plugin import bibtex, citation
from papernotes_plugin.index import library_index
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.pipeline import site_outputs, typed_json
from papernotes_plugin.pipeline.citation_styles import Styles, citation_style
from papernotes_plugin.pipeline.linked_notes import NoteLinks, note_names
from papernotes_plugin.pipeline.note_analysis import NoteAnalysis
from papernotes_plugin.pipeline.paper_facts import PaperFacts
from papernotes_plugin.pipeline.public_notes import PublicNotes
from papernotes_plugin.pipeline.site import BuildInputs, BuildMemo, Counts, IssuesBySource, Site, StoredSite
from papernotes_plugin.recognisers.evidence.names.name_search import NameIndex, name_index
from papernotes_plugin.recognisers.evidence.names.short_names import ProseName
from papernotes_plugin.vocabulary.model import Entry, Library, Note, NoteLink, Output, Paper

_PAPERS = "papers "
"""Prefix of the names of rows that hold papers; a number follows."""
_PAPERS_PER_ROW = 100
_LIBRARY = (
    "tags", "topics", "venues", "related", "by_name", "by_alias", "links", "backlinks", "name_links", "unlinked_names",
    "private", "by_file", "uses_wikilinks", "is_vault", "linked_files", "chart",
)  # fmt: skip
"""Fields of a library that neither the papers and notes contain nor `library_index.with_lookups` adds."""


class _Names(NamedTuple):
    """The fields of a `NameIndex`, with the slugs of the papers, without the searcher."""

    slugs: tuple[str, ...]
    by_pattern: Mapping[str, tuple[ProseName, ...]]
    frequent_stems: frozenset[str]
    contested: frozenset[ProseName]
    longer: frozenset[str]

    @classmethod
    def of(cls, names: NameIndex) -> _Names:
        """Return what is stored of an index."""
        slugs = tuple(paper.slug for paper in names.papers)
        return cls(slugs, names.by_pattern, names.frequent_stems, names.contested, names.longer)


def store_site(site: Site) -> dict[str, bytes]:
    """Return the parts of a site as compressed JSON, by name; nothing if JSON cannot express one.

    Parts that did not change since the site was restored are taken from there.
    """
    before = site.memo.stored
    rows: dict[str, bytes] = {}
    try:
        for name, part in _parts(site):
            is_same = name in before.rows and before.parts.get(name) == part
            rows[name] = before.rows[name] if is_same else typed_json.to_bytes(part)
    except (TypeError, ValueError, RecursionError):
        return {}
    return rows


def restore_site(
    rows: Mapping[str, bytes],
    digests: Mapping[str, str],
    inputs: BuildInputs,
    analyses: Mapping[str, NoteAnalysis],
) -> Site | None:
    """Return the site that a build of the same inputs gives; None if nothing is stored or the rows are damaged.

    Args:
        rows: Return value of `store_site` for such a build.
        digests: Hexadecimal digest of each output of that build, by path.
        inputs: The inputs apart from the notes.
        analyses: The analysis of each note, by path.
    """
    if not rows:
        return None
    try:
        parts = {name: _reader(name)(typed_json.from_bytes(row)) for name, row in rows.items()}
        return _Restored(parts, rows, digests, inputs, analyses).site()
    except typed_json.ERRORS:
        return None


def _parts(site: Site) -> Iterator[tuple[str, object]]:
    """Yield the name and the value of each part of a site."""
    papers, names = site.library.papers, site.memo.names
    for start in range(0, len(papers), _PAPERS_PER_ROW):
        yield f"{_PAPERS}{start}", papers[start : start + _PAPERS_PER_ROW]
    for name in _LIBRARY:
        yield name, getattr(site.library, name)
    yield "names", _Names.of(names) if names else None
    yield "written_links", site.note_links.links
    yield "written_names", site.note_links.name_links
    yield "link_issues", site.note_links.issues
    yield "issues", site.memo.issues
    yield "counts", site.counts
    yield "outputs", tuple((output.path, output.front_matter) for output in site.outputs)
    yield "note_endings", site.backlinks
    yield "replaced", site.replaced


_LIBRARY_TYPES = get_type_hints(Library)
_TYPES: Mapping[str, Any] = {
    **{name: _LIBRARY_TYPES[name] for name in _LIBRARY},
    "names": _Names | None,
    "written_links": Mapping[str, tuple[NoteLink, ...]],
    "written_names": Mapping[str, tuple[NoteLink, ...]],
    "link_issues": get_type_hints(NoteLinks)["issues"],
    "issues": IssuesBySource,
    "counts": Counts,
    "outputs": tuple[tuple[str, ...], ...],
    "note_endings": Mapping[str, str],
    "replaced": Mapping[str, str],
}


def _reader(name: str) -> typed_json.Reader:
    return typed_json.reader(tuple[Paper, ...] if name.startswith(_PAPERS) else _TYPES[name])


class _Restored:
    """The values of the rows of a site, and the inputs of its build."""

    def __init__(
        self,
        parts: Mapping[str, Any],
        rows: Mapping[str, bytes],
        digests: Mapping[str, str],
        inputs: BuildInputs,
        analyses: Mapping[str, NoteAnalysis],
    ) -> None:
        self._parts, self._rows, self._digests = parts, rows, digests
        self._inputs, self._config, self._analyses = inputs, inputs.config, analyses
        self._notes = PublicNotes.of(analyses, inputs)

    def site(self) -> Site:
        """Return the site.

        Raises:
            TypeError, KeyError, ValueError: The rows are not those of a site.
        """
        library = self._library()
        style = citation_style(self._config, self._inputs.csl)
        styles = Styles(style, citation.style_without_list(style), Suggestions(library))
        facts = PaperFacts(library, self._config, style)
        issues, parts = self._parts["issues"], self._parts
        stored = StoredSite(self._rows, parts)
        return Site(
            library=library,
            outputs=self._outputs(library, styles, facts),
            issues=issues.all_issues(self._analyses, self._config),
            counts=parts["counts"],
            config=self._config,
            style=style,
            prose=styles.prose,
            facts=facts,
            memo=BuildMemo(self._inputs, self._analyses, issues, self._names(library), self._read_entries, stored),
            backlinks=parts["note_endings"],
            replaced=parts["replaced"],
            private=self._notes.private,
            note_links=NoteLinks(
                note_names(self._notes.public, self._config),
                parts["written_links"],
                parts["written_names"],
                parts["link_issues"],
            ),
        )

    def _library(self) -> Library:
        chunks = (part for name, part in self._parts.items() if name.startswith(_PAPERS))
        papers = tuple(paper for chunk in chunks for paper in chunk)
        notes: tuple[Note, ...] = tuple(sorted(self._notes.public, key=lambda note: note.path))
        library = Library(papers=papers, notes=notes, **{name: self._parts[name] for name in _LIBRARY})
        return library_index.with_lookups(library)

    def _names(self, library: Library) -> NameIndex | None:
        stored: _Names | None = self._parts["names"]
        if stored is None:
            return None
        papers = [library.by_slug[slug] for slug in stored.slugs]
        index = name_index(papers, stored.by_pattern, stored.frequent_stems)
        return replace(index, contested=stored.contested, longer=stored.longer)

    def _read_entries(self) -> tuple[Entry, ...]:
        return bibtex.read_all(self._inputs.written_bibliography)[0]

    def _outputs(self, library: Library, styles: Styles, facts: PaperFacts) -> tuple[Output, ...]:
        """Return the outputs, which are rendered only if a text is asked for."""
        rendered = _RenderedLater(
            lambda: site_outputs.render_site(library, self._config, styles, facts, self._notes.files).outputs
        )
        outputs: list[Output] = []
        for path, front_matter in self._parts["outputs"]:
            output = Output(path, partial(_text, path), rendered, front_matter)
            output.set_digest(bytes.fromhex(self._digests[path]))
            outputs.append(output)
        return tuple(outputs)


class _RenderedLater:
    """The outputs of a site, computed when the first text is asked for."""

    def __init__(self, render: Callable[[], tuple[Output, ...]]) -> None:
        self._render = render
        self._outputs: Mapping[str, Output] | None = None

    def text(self, path: str) -> str:
        """Return the text of the output with a path."""
        if self._outputs is None:
            self._outputs = {output.path: output for output in self._render()}
        return self._outputs[path].text


def _text(path: str, outputs: _RenderedLater) -> str:
    return outputs.text(path)

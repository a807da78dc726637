"""Find the papers of a library that manuscripts cite, and the keys that no paper has."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from papernotes_plugin.entries import valid_key
from papernotes_plugin.links import wikilinks
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.manuscripts import SUFFIXES, LocatedName, ManuscriptReferences, find_references
from papernotes_plugin.markup import citation_syntax
from papernotes_plugin.pipeline import note_analysis
from papernotes_plugin.reading import note_reader as reading
from papernotes_plugin.resolve.keys import lost_key_message
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Entry, Library, MentionKind, Note, Paper, Source

_NOCITE_KEY = lazy_regex(r"@(\*|\{[^{}\s]+\}|\w[\w:.#$%&+?<>~/-]*)")
"""A key under `nocite` in front matter; https://pandoc.org/MANUAL.html#including-uncited-items-in-the-bibliography."""


@dataclass(frozen=True, slots=True)
class CitedPapers:
    """The papers that manuscripts cite."""

    papers: tuple[Paper, ...]
    """The papers in the order of the library, with the cited key as citekey.

    A paper with several cited keys occurs once for each.  If one entry can have several keys, the paper occurs once and
    its `exported_keys` are the others.
    """
    issues: tuple[Issue, ...]


def find_cited_papers(library: Library, manuscripts: Iterable[Source], *, one_entry: bool) -> CitedPapers:
    """Return the papers that manuscripts cite, and issues about keys that no paper has or that are cited twice.

    Args:
        library: The library; keys are looked up among its citekeys, aliases and identifiers.
        manuscripts: LaTeX, `.aux`, `.bcf` or Typst files by the extension of their path, else Markdown.
        one_entry: Whether an entry can have several keys, as with `ids` in biblatex.
    """
    collector = _KeyCollector(library)
    sources = list(manuscripts)
    collector.labels = _labels(sources)
    for source in sources:
        if PurePosixPath(source.path).suffix.lower() in SUFFIXES:
            collector.text(source)
        else:
            collector.markdown(source)
    return collector.result(one_entry)


def _labels(sources: Sequence[Source]) -> frozenset[str]:
    """Return the labels of figures and sections that any of the Typst files defines."""
    labels = [_references(source).labels for source in sources if source.path.lower().endswith(".typ")]
    return frozenset().union(*labels)


def _references(source: Source) -> ManuscriptReferences:
    text = source.data.decode("utf-8-sig", "replace")
    return find_references(text, PurePosixPath(source.path).suffix)


class _KeyCollector:
    """Collects the cited keys of manuscripts."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.labels: frozenset[str] = frozenset()
        self.cites_everything = False
        self.issues: list[Issue] = []
        self._keys: dict[str, dict[str, tuple[str, int]]] = {}
        """The keys by which a paper is cited, with path and line of their first use; by slug."""
        self._similar: Callable[[str], str] = Suggestions(library).similar_citekey
        self._unknown: set[tuple[str, str]] = set()
        self._lost = {key: paper.citekey for paper in library.papers for key in paper.lost_keys}
        """Keys that name another paper without the bibliography, with its citekey."""

    # --- reading --------------------------------------------------------------

    def text(self, source: Source) -> None:
        """Collect the keys of a manuscript in LaTeX or Typst, or of an auxiliary file."""
        references = _references(source)
        self.cites_everything |= references.cites_everything
        for key in references.keys:
            if key.name not in self.labels:
                self._key(key, source.path)

    def markdown(self, source: Source) -> None:
        """Collect the keys of Pandoc citations in Markdown, and the papers of its wikilinks and links."""
        note, _ = reading.read_note(source)
        self._unlisted(note)
        clusters = citation_syntax.confirm_clusters(
            citation_syntax.find_citations(note.text, note.document.inlines), lambda c: self._paper(c.key) is not None
        )
        spans = set()
        for cluster in clusters:
            for key in cluster.cited_keys:
                spans.add(key.span)
                if key.is_certain or self._paper(key.key):
                    self._key(LocatedName(key.key, *note.line_and_column(key.span.start)), source.path)
        for mention, paper in note_analysis.match_mentions(note, self.library):
            # front matter describes the manuscript itself, which is not a cited paper
            if mention.kind is not MentionKind.LITERATURE_NOTE and mention.span not in spans:
                self._cite(paper, paper.citekey, source.path, mention.line)

    def _unlisted(self, note: Note) -> None:
        """Collect the keys under `nocite` in front matter: `nocite: "@a, @b"`."""
        value = note.meta.get("nocite")
        line = note.meta_lines.get("nocite", 1)
        for part in value if isinstance(value, list) else [value]:
            for match in _NOCITE_KEY.finditer(str(part or "")):
                key = match[1].strip("{}").rstrip(".,:;?")
                if key == "*":
                    self.cites_everything = True
                else:
                    self._key(LocatedName(key, line, 1), note.path)

    def _paper(self, key: str) -> Paper | None:
        return wikilinks.find_paper(key, self.library) or wikilinks.find_paper(
            unicodedata.normalize("NFC", key), self.library
        )

    def _key(self, key: LocatedName, path: str) -> None:
        paper = self._paper(key.name)
        if paper:
            self._cite(paper, key.name, path, key.line)
            if key.name in self._lost:
                message = lost_key_message(key.name, self._lost[key.name])
                self.issues.append(issue(Code.DUPLICATE_CITEKEY, path, key.line, message))
        elif (path, key.name) not in self._unknown and not citation_syntax.is_cross_reference(key.name):
            self._unknown.add((path, key.name))
            near = self._similar(key.name)
            hint = f" (did you mean '{near}'?)" if near else ""
            message = f"nothing defines the key '{key.name}'{hint}; it was left out"
            self.issues.append(issue(Code.UNKNOWN_KEY, path, key.line, message, key.column))

    def _cite(self, paper: Paper, key: str, path: str, line: int) -> None:
        valid = valid_key(key)
        if valid != key:
            message = f"the key '{key}' contains characters that some programs reject; the entry has the key '{valid}'"
            self.issues.append(issue(Code.UNKNOWN_KEY, path, line, message))
        self._keys.setdefault(paper.slug, {}).setdefault(valid or paper.citekey, (path, line))
        if paper.entry and paper.entry.type == "set":
            self._cite_members(paper.entry, path, line)

    def _cite_members(self, entry: Entry, path: str, line: int) -> None:
        """Count the members of a set of biblatex as cited, because the set consists of their entries."""
        for key in map(str.strip, dict(entry.fields).get("entryset", "").split(",")):
            member = self._paper(key) if key else None
            if member and not (member.entry and member.entry.type == "set"):
                self._cite(member, key, path, line)

    # --- the result -----------------------------------------------------------

    def result(self, one_entry: bool) -> CitedPapers:
        """Return the cited papers."""
        taken: dict[str, str] = {}
        keys_of = {slug: list(self._unique_keys(keys, slug, taken, one_entry)) for slug, keys in self._keys.items()}
        papers: list[Paper] = []
        for paper in self.library.papers:
            keys = keys_of.get(paper.slug, [])
            if (
                not keys
                and self.cites_everything
                and taken.setdefault(paper.citekey.casefold(), paper.slug) == paper.slug
            ):
                keys = [paper.citekey]
            if len(keys) > 1:
                keys.sort(key=lambda key: key != paper.citekey)
                self._several(paper, keys, one_entry)
            if keys and one_entry:
                papers.append(paper._replace(citekey=keys[0], exported_keys=tuple(keys[1:])))
            else:
                papers += [paper._replace(citekey=key, exported_keys=()) for key in keys]
        return CitedPapers(tuple(papers), tuple(self.issues))

    def _unique_keys(
        self, keys: dict[str, tuple[str, int]], slug: str, taken: dict[str, str], one_entry: bool
    ) -> Iterator[str]:
        """Yield the keys of a paper that can be in one file: BibTeX ignores case, and biblatex does between papers."""
        seen: set[str] = set()
        for key, (path, line) in keys.items():
            owner = taken.setdefault(key.casefold(), slug)
            if owner != slug:
                message = f"the key '{key}' differs only in case from a key of another paper; it was left out"
                self.issues.append(issue(Code.UNKNOWN_KEY, path, line, message))
            elif one_entry or key.casefold() not in seen:
                yield key
            else:
                message = f"the key '{key}' differs only in case from another key; it has no entry of its own"
                self.issues.append(issue(Code.SEVERAL_KEYS, path, line, message))
            seen.add(key.casefold())

    def _several(self, paper: Paper, keys: Sequence[str], one_entry: bool) -> None:
        path, line = self._keys[paper.slug][keys[-1]]
        done = "its entry has all of them" if one_entry else "each has an entry, so it is listed more than once"
        further = "' and '".join(keys[1:])
        message = f"'{keys[0]}' is cited as '{further}' too; {done}"
        self.issues.append(issue(Code.SEVERAL_KEYS, path, line, message))

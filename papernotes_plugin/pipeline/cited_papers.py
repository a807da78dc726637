"""What manuscripts cite of a library: the papers, the keys they go by there, and the keys that name none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from papernotes_plugin.entries import valid_key
from papernotes_plugin.links import wikilinks
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.manuscripts import SUFFIXES, LocatedName, ManuscriptReferences, find_references
from papernotes_plugin.markup import citation_syntax
from papernotes_plugin.pipeline import note_analysis
from papernotes_plugin.reading import note_reader as reading
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Library, MentionKind, Note, Paper, Source

_UNLISTED = re.compile(r"@(\*|\{[^{}\s]+\}|\w[\w:.#$%&+?<>~/-]*)")
"""A key under `nocite` in front matter; https://pandoc.org/MANUAL.html#including-uncited-items-in-the-bibliography."""


@dataclass(frozen=True, slots=True)
class CitedPapers:
    """The papers that manuscripts cite."""

    papers: tuple[Paper, ...]
    """In the order of the library, each under the key by which it is cited; cited by two, it stands here twice."""
    issues: tuple[Issue, ...]
    other_keys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By the key of a paper above further ones by which it is cited, where one entry can have several."""


def find_cited_papers(library: Library, manuscripts: Iterable[Source], *, one_entry: bool) -> CitedPapers:
    """What manuscripts cite.

    Args:
        library: Where their keys are looked up: citekeys, aliases and identifiers.
        manuscripts: LaTeX, `.aux`, `.bcf` or Typst by the ending of their path, else Markdown.
        one_entry: An entry can say that it has several keys, as biblatex's `ids` do.
    """
    work = _Citing(library)
    sources = list(manuscripts)
    work.labels = _labels(sources)
    for source in sources:
        if PurePosixPath(source.path).suffix.lower() in SUFFIXES:
            work.text(source)
        else:
            work.markdown(source)
    return work.result(one_entry)


def _labels(sources: Sequence[Source]) -> frozenset[str]:
    """What the manuscripts call their own figures and sections, in whichever file."""
    found = [_found(source).labels for source in sources if source.path.lower().endswith(".typ")]
    return frozenset().union(*found)


def _found(source: Source) -> ManuscriptReferences:
    text = source.data.decode("utf-8-sig", "replace")
    return find_references(text, PurePosixPath(source.path).suffix)


class _Citing:
    """The keys of manuscripts, as they are found."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.labels: frozenset[str] = frozenset()
        self.cites_everything = False
        self.issues: list[Issue] = []
        self._keys: dict[str, dict[str, tuple[str, int]]] = {}
        """By slug the keys by which a paper is cited, with the first place of each."""
        self._near: Callable[[str], str] = Suggestions(library).similar_citekey
        self._unknown: set[tuple[str, str]] = set()

    # --- reading --------------------------------------------------------------

    def text(self, source: Source) -> None:
        """Read a text in which all that is cited is cited by key."""
        found = _found(source)
        self.cites_everything |= found.cites_everything
        for key in found.keys:
            if key.name not in self.labels:
                self._key(key, source.path)

    def markdown(self, source: Source) -> None:
        """Read Markdown: pandoc's citations, wikilinks, links to papers."""
        note, _ = reading.read_note(source)
        self._unlisted(note)
        found = citation_syntax.confirm_clusters(
            citation_syntax.find_citations(note.text, note.document.inlines), lambda c: self._paper(c.key) is not None
        )
        spans = set()
        for cluster in found:
            for key in cluster.cited_keys:
                spans.add(key.span)
                if key.is_certain or self._paper(key.key):
                    self._key(LocatedName(key.key, *note.line_and_column(key.span.start)), source.path)
        for mention, paper in note_analysis.match_mentions(note, self.library):
            # the manuscript is no note about the paper that it is itself
            if mention.kind is not MentionKind.LITERATURE_NOTE and mention.span not in spans:
                self._cite(paper, paper.citekey, source.path, mention.line)

    def _unlisted(self, note: Note) -> None:
        """What the front matter lists without citing it: `nocite: "@a, @b"`."""
        said = note.meta.get("nocite")
        line = note.meta_lines.get("nocite", 1)
        for part in said if isinstance(said, list) else [said]:
            for match in _UNLISTED.finditer(str(part or "")):
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
        elif (path, key.name) not in self._unknown:
            self._unknown.add((path, key.name))
            near = self._near(key.name)
            hint = f" (did you mean '{near}'?)" if near else ""
            message = f"nothing defines the key '{key.name}'{hint}; it was left out"
            self.issues.append(issue(Code.UNKNOWN_KEY, path, key.line, message, key.column))

    def _cite(self, paper: Paper, key: str, path: str, line: int) -> None:
        valid = valid_key(key)
        if valid != key:
            message = f"the key '{key}' holds signs that not every program takes; the entry has the key '{valid}'"
            self.issues.append(issue(Code.UNKNOWN_KEY, path, line, message))
        self._keys.setdefault(paper.slug, {}).setdefault(valid or paper.citekey, (path, line))

    # --- the result -----------------------------------------------------------

    def result(self, one_entry: bool) -> CitedPapers:
        """The papers under the keys by which they are cited."""
        taken: dict[str, str] = {}
        kept = {slug: list(self._free(keys, slug, taken)) for slug, keys in self._keys.items()}
        papers: list[Paper] = []
        others: dict[str, tuple[str, ...]] = {}
        for paper in self.library.papers:
            keys = kept.get(paper.slug, [])
            if (
                not keys
                and self.cites_everything
                and taken.setdefault(paper.citekey.casefold(), paper.slug) == paper.slug
            ):
                keys = [paper.citekey]
            if len(keys) > 1:
                keys.sort(key=lambda key: key != paper.citekey)
                self._several(paper, keys, one_entry)
                if one_entry:
                    others[keys[0]] = tuple(keys[1:])
                    keys = keys[:1]
            papers += [replace(paper, citekey=key) for key in keys]
        return CitedPapers(tuple(papers), tuple(self.issues), others)

    def _free(self, keys: dict[str, tuple[str, int]], slug: str, taken: dict[str, str]) -> Iterator[str]:
        """The keys that no other has but for case: BibTeX takes two such for one, and loses an entry."""
        for key, (path, line) in keys.items():
            if key.casefold() in taken:
                message = f"the key '{key}' is in use already but for case; it has no entry of its own"
                self.issues.append(issue(Code.SEVERAL_KEYS, path, line, message))
            else:
                taken[key.casefold()] = slug
                yield key

    def _several(self, paper: Paper, keys: Sequence[str], one_entry: bool) -> None:
        path, line = self._keys[paper.slug][keys[-1]]
        done = "its entry has all of them" if one_entry else "each has an entry, so it is listed more than once"
        further = "' and '".join(keys[1:])
        message = f"'{keys[0]}' is cited as '{further}' too; {done}"
        self.issues.append(issue(Code.SEVERAL_KEYS, path, line, message))

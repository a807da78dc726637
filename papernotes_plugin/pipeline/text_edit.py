"""The build after an edit that changes nothing but the words of a note: what follows from that, and no more.

Most edits are of this kind.  The note still says the same of the same papers, under the same headings, and links to the
same notes: so the papers are who they were, and what changes are the places of its mentions and the words around them.
Whatever else an edit does, everything is worked out as if there had been no build before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import count, takewhile
from pathlib import PurePosixPath
from typing import TypeVar

from papernotes_plugin import render
from papernotes_plugin.index import library_index as indexing
from papernotes_plugin.links import wikilinks
from papernotes_plugin.links.addresses import fold_path, mentions_page, paper_page
from papernotes_plugin.links.pagination import numbered_page
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.pipeline import linked_notes, note_analysis, note_edits, site_outputs
from papernotes_plugin.pipeline.citation_styles import Styles
from papernotes_plugin.pipeline.note_analysis import NoteAnalysis
from papernotes_plugin.pipeline.site import BuildInputs, Counts, Site
from papernotes_plugin.recognisers import note_name
from papernotes_plugin.recognisers.evidence.prose import Prose
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import BlockKind, InlineKind, Library, Mention, MentionKind, Note, Output, Paper

FEW = 8
"""Edited notes of one build; who changes more at once waits for more."""

_Pairs = tuple[tuple[Mention, Paper], ...]
_Key = TypeVar("_Key")


def revised(before: Site, inputs: BuildInputs, analyses: Mapping[str, NoteAnalysis]) -> Site | None:
    """The site of notes that say something else than before; None where more than their words is other."""
    memo = before.memo
    if memo.inputs != inputs or memo.analyses.keys() != analyses.keys():
        return None
    edited = [path for path, one in analyses.items() if one is not memo.analyses[path]]
    if len(edited) > FEW:
        return None
    site = replace(before, changed_paths=frozenset())
    for path in edited:
        made = _Revision(site, analyses[path]).site()
        if made is None:
            return None
        site = made
    found = site.memo.issues.all_issues(site.memo.analyses, site.config)
    return replace(site, issues=found, counts=Counts.of(site.library, found, before.counts.private))


def is_alike(before: NoteAnalysis, now: NoteAnalysis) -> bool:
    """Whether a note has the same name, tags, headings and ids as before, and says the same of papers."""
    one, other = before.note, now.note
    if before.private or now.private or one.text[: one.body] != other.text[: other.body]:
        return False
    if (one.title, one.tags, one.aliases) != (other.title, other.tags, other.aliases):
        return False
    if _headings(one) != _headings(other) or _ids(one) != _ids(other):
        return False
    first, second = before.mentions, now.mentions
    return len(first) == len(second) and all(map(partial(_says_the_same, one.text, other.text), first, second))


def _says_the_same(before: str, now: str, one: Mention, other: Mention) -> bool:
    """Whether two mentions in two texts are of one kind and say the same."""
    if one.entry or other.entry or (one.kind, one.text, one.topic) != (other.kind, other.text, other.topic):
        return False
    if (one.creates_paper, one.evidence) != (other.creates_paper, other.evidence):
        return False
    return before[slice(*one.span)] == now[slice(*other.span)]


class _Revision:
    """One note that was edited."""

    def __init__(self, site: Site, now: NoteAnalysis) -> None:
        self.before, self.config, self.library = site, site.config, site.library
        self.old, self.now = site.memo.analyses[now.note.path], now
        self.note, self.path = now.note, now.note.path
        self.styles = Styles(site.style, site.prose)
        self.prose = Prose(now.note)

    def site(self) -> Site | None:
        """The site with the note as it is now; None where more than its words is other."""
        if not is_alike(self.old, self.now) or self._is_odd() or self._is_embedded():
            return None
        pairs, odd = self._pairs()
        papers = self._papers(pairs)
        if _told(pairs) != _told(self.library.mentions.get(self.path, ())) or papers is None:
            return None
        library = self._library(papers, pairs)
        tied = self._tied(library)
        if tied is None:
            return None
        library = indexing.linked(library, tied.links, tied.named, link=self.config.link_names)
        return self._made(library, tied, papers, odd)

    # --- whether it is such an edit -------------------------------------------

    def _is_odd(self) -> bool:
        """Something is analyses of places in the note, which may have moved."""
        return any(i.path == self.path or f"{self.path}:" in i.message for i in self.before.memo.issues.general)

    def _is_embedded(self) -> bool:
        """Another note may show what it says."""
        names = {PurePosixPath(self.path).stem, self.note.title, *self.note.aliases}
        folded = {wikilinks.fold_name(name) for name in names}
        others = (n for n in self.library.notes if n.path != self.path and "![" in n.text)
        shown = (i for n in others for i in n.document.inlines if i.kind in (InlineKind.EMBED, InlineKind.IMAGE))
        targets = (PurePosixPath(i.url.partition("#")[0].strip()).name for i in shown)
        return any(wikilinks.fold_name(target) in folded for target in targets)

    # --- what is other --------------------------------------------------------

    def _pairs(self) -> tuple[_Pairs, tuple[Issue, ...]]:
        """The mentions of the note in its order, with the papers as they were; and what is odd about its names."""
        places = {(m.span, m.kind): now for m, now in zip(self.old.mentions, self.now.mentions, strict=True)}
        moved: list[tuple[Mention, Paper]] = []
        for mention, paper in self.library.mentions.get(self.path, ()):
            if now := places.get((mention.span, mention.kind)):
                at = {name: getattr(now, name) for name in ("span", "line", "column", "context", "anchor")}
                moved.append((mention._replace(**at), paper))
        names = self.before.memo.names
        if names is None:
            return tuple(moved), ()
        ranks = {paper.slug: rank for rank, paper in enumerate(names.papers)}
        known = [(mention, ranks[paper.slug]) for mention, paper in moved]
        found, odd = note_analysis.named_in(self.note, self.prose, known, names)
        by_slug = self.library.by_slug
        pairs = [(mention, by_slug[names.papers[rank].slug]) for mention, rank in found]
        return tuple(sorted(pairs, key=lambda pair: (pair[0].span, pair[1].slug))), odd

    def _papers(self, pairs: _Pairs) -> dict[str, Paper] | None:
        """The papers that the note mentions as they are now, by slug; None where it is not sure what told a fact."""
        lines: dict[str, str] = {}
        for was, now in zip(self.old.mentions, self.now.mentions, strict=True):
            place = f"{self.path}:{now.line}"
            if lines.setdefault(f"{self.path}:{was.line}", place) != place:
                return None
        of_paper: dict[str, list[Mention]] = {}
        for mention, paper in pairs:
            of_paper.setdefault(paper.slug, []).append(mention)
        papers: dict[str, Paper] = {}
        for slug, mentions in of_paper.items():
            paper = self.library.by_slug[slug]
            if any(w.startswith(f"{self.path}:") and w not in lines for w in paper.origins.values()):
                return None
            origins = {fact: lines.get(where, where) for fact, where in paper.origins.items()}
            every = [*(m for m in paper.mentions if m.note != self.path), *mentions]
            every.sort(key=lambda m: (m.note, m.span, m.kind))
            papers[slug] = replace(paper, mentions=tuple(every), origins=origins)
        return papers

    def _library(self, papers: Mapping[str, Paper], pairs: _Pairs) -> Library:
        """The library with the note and these papers in the place of what they were."""
        was = self.library

        def now(known: Mapping[_Key, Paper]) -> dict[_Key, Paper]:
            return {key: papers.get(paper.slug, paper) for key, paper in known.items()}

        mentions = {**was.mentions, self.path: pairs}
        for path in {mention.note for paper in papers.values() for mention in paper.mentions}:
            mentions[path] = tuple((mention, papers.get(paper.slug, paper)) for mention, paper in mentions[path])
        by_path = {**was.by_path, self.path: self.note}
        notes = tuple(by_path.values())
        return replace(
            was,
            papers=tuple(papers.get(paper.slug, paper) for paper in was.papers),
            notes=notes,
            by_slug=now(was.by_slug),
            by_key=now(was.by_key),
            by_identifier=now(was.by_identifier),
            by_title=now(was.by_title),
            mentions=mentions,
            by_path=by_path,
            anchors=wikilinks.LibraryAnchors(notes),
        )

    def _tied(self, library: Library) -> linked_notes.NoteLinks | None:
        """What notes have to do with one another; None where the note has to do with others than before."""
        was = self.before.note_links
        if self.path not in was.links:
            return was
        links = {**was.links, self.path: linked_notes.linked(self.note, library, self.config)}
        library = replace(library, links=links)
        places = note_name.find_occurrences(self.prose, was.names)
        about = linked_notes.literature_notes(paper for _, paper in library.mentions.get(self.path, ()))
        named = {**was.named, self.path: linked_notes.named_notes(self.note, places, library, was.names, about)}
        now = replace(was, links=links, named=named)
        return now if _leads(was, self.path) == _leads(now, self.path) else None

    # --- the site -------------------------------------------------------------

    def _made(
        self, library: Library, tied: linked_notes.NoteLinks, papers: Mapping[str, Paper], odd: tuple[Issue, ...]
    ) -> Site | None:
        before, memo, path = self.before, self.before.memo, self.path
        pages = self._pages(library, papers) if memo.inputs.pages else {}
        if pages is None:
            return None
        ends = self._ends(library, tied) if memo.inputs.pages and self.config.backlinks else {}
        styles = self.styles._replace(near=Suggestions(library))
        wrong = note_edits.issues(library, self.note, self.config, styles)
        names = {**memo.issues.names, path: odd} if memo.names else memo.issues.names
        found = replace(memo.issues, names=names, edits={**memo.issues.edits, path: wrong})
        fresh = {path, *pages, *(to for to, text in ends.items() if text != before.backlinks.get(to))}
        return replace(
            before,
            library=library,
            outputs=site_outputs.again(before.outputs, pages) if pages else before.outputs,
            memo=replace(memo, analyses={**memo.analyses, path: self.now}, issues=found),
            backlinks={**before.backlinks, **ends},
            note_links=tied,
            changed_paths=(before.changed_paths or frozenset()) | fresh,
        )

    def _pages(self, library: Library, papers: Mapping[str, Paper]) -> dict[str, Output] | None:
        """The pages and files of papers that are other than before, by path; None where one came or went."""
        papers = {slug: paper for slug, paper in papers.items() if self._is_moved(paper)}
        now = {o.path: o for o in site_outputs.of_papers(library, papers.values(), self.config, self.styles)}
        known = {o.path: o for o in self.before.outputs}
        theirs = {fold_path((path,)) for path in (*self.before.memo.inputs.taken, *library.by_path)}
        if any(path not in known and fold_path((path,)) not in theirs for path in now):
            return None
        for page in (mentions_page(slug, self.config) for slug in papers):
            parts = takewhile(known.__contains__, (numbered_page(page, number) for number in count(1)))
            if any(path not in now for path in parts):
                return None
        reworded = {paper_page(slug, self.config) for slug in papers if self._is_reworded(papers[slug])}
        # a search may find a page by words that it does not show
        return {p: output for p, output in now.items() if p in known and (p in reworded or known[p] != output)}

    def _is_moved(self, paper: Paper) -> bool:
        """A place of the paper in the note may be shown otherwise: by where it stands, its words, or a footnote."""
        first, second = (
            [(m.line, m.column, m.anchor, m.context) for m in mentions if m.note == self.path]
            for mentions in (self.library.by_slug[paper.slug].mentions, paper.mentions)
        )
        return first != second or any("[^" in context for *_, context in second)

    def _is_reworded(self, paper: Paper) -> bool:
        before = self.library.by_slug[paper.slug].mentions
        return [mention.context for mention in before] != [mention.context for mention in paper.mentions]

    def _ends(self, library: Library, tied: linked_notes.NoteLinks) -> dict[str, str]:
        """What stands at the end of the notes that this one links to or names."""
        targets = {link.target for links in (tied.links, tied.named) for link in links.get(self.path, ())}
        part = replace(
            library,
            backlinks={path: found for path, found in library.backlinks.items() if path in targets},
            unlinked={path: found for path, found in library.unlinked.items() if path in targets},
        )
        return render.backlinks(part, self.config, self.styles.prose)


def _told(pairs: _Pairs) -> list[tuple[str, MentionKind, tuple[str, ...]]]:
    """What a note says of papers, but for where and in which words."""
    return [(paper.slug, mention.kind, mention.topic) for mention, paper in pairs]


def _headings(note: Note) -> list[tuple[int, str, str]]:
    found = (block for block in note.document.blocks if block.kind is BlockKind.HEADING)
    return [(block.level, note.text[slice(*block.span)], block.info) for block in found]


def _ids(note: Note) -> dict[str, str]:
    return dict(wikilinks.LibraryAnchors([note])[note.path])


def _leads(tied: linked_notes.NoteLinks, path: str) -> list[tuple[str, tuple[str, ...]]]:
    """Where the links of a note lead, and the places that name others."""
    return [(link.target, link.topic) for links in (tied.links, tied.named) for link in links.get(path, ())]

"""Recognise lists of bare titles below a heading, or in a note, that announces papers: `## ACL 2021`.

A title without a link, authors or a date is no paper by itself.  The whole list must consist of titles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from papernotes_plugin import text
from papernotes_plugin.people import NAME_WORD, is_title_word
from papernotes_plugin.recognisers.evidence.authors import authorship, trailing_authors
from papernotes_plugin.recognisers.evidence.labels import item_facts
from papernotes_plugin.recognisers.evidence.papers.item_citekeys import leading_key
from papernotes_plugin.recognisers.evidence.papers.listed_papers import (
    Announcement,
    Works,
    announced_works,
    announcement_of,
    says_papers,
)
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks
from papernotes_plugin.recognisers.evidence.references.name_lists import AND, FAMILY
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import PaperCandidate, candidates_in
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles import published_titles, sentences, title_finding
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    is_venue,
    looks_like_title,
    split_title,
    starts_lowercase,
)
from papernotes_plugin.recognisers.evidence.titles.title_match import TitleMatch
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Block, BlockKind, InlineKind, Mention, MentionKind

_MIN_TITLES, _MIN_USUAL = 5, 3
"""Titles below one announcement, and the same for titles with the words of titles of papers, or with authors."""
_MIN_WORDS = 3
_MAX_WORDS = 30
_MAX_TOPICS = 6
"""Words of two topics with a comma between them."""
_MAX_LENGTH = 400
"""Characters of an item with a title and a remark in brackets."""
_MIN_MEAN = 5
"""Words of a title on average: topics, methods and names of people have fewer."""
_MIN_MEAN_OF_LIST = 4
"""The same for one of several lists below the announcement."""
_MIN_SHARE = 0.85
"""Share of titles among the items without links."""
_MIN_PAPERS = 0.7
"""Share of papers among the items of a list in which the others are papers, too, if they have a year in brackets."""
_MIN_CAPITALISED = 0.6
"""Share of items with capitals like a title: those of remarks are sentences."""
_MIN_DATED = 3
"""Titles with the year in brackets, of which a list consists."""
_DATED = lazy_regex(r"[^()（）]{10,250}[(（](?:19|20)\d\d[)）]\.?")
_DATED_ITEM = lazy_regex(r"^[ \t]*[*+-] [^()（）\n]{10,250}[(（](?:19|20)\d\d[)）]\.?[*_]{0,2}$", re.MULTILINE)
_NO_TITLE = lazy_regex(
    r"\d:\d\d|[%=→≥≤×✅✓✔☑❌⏳]|\(\d{1,3}[-–]\d{1,3}\)|:\s\d+ papers\b|(?:\b[A-Z]{2,5}[ -]\d{2,6}, ){2}"
    r"|\s[/|]\s|^\W*(?:keynote|invited|panel|break|lunch|coffee|opening|closing|welcome|registration"
    r"|chair|poster|best (?:paper|poster|student|demo)|contributed|talk|tutorial|workshop|session"
    r"|conference|proceedings|journal|transactions"
    r"|symposium|international)\b"
    r"|\b(?:unpublished|deadlines?|notification|awards?|winners?|session \d|(?:poster|oral) session|co-located"
    r"|camera[- ]ready"
    r"|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]* \d{1,2}(?:st|nd|rd|th)?)\b",
    re.IGNORECASE,
)
"""A word of an agenda, a date, an award, a number, the mark of a task, an event or a journal."""
_CITES = lazy_regex(
    rf"\({NAME_WORD}(?: et al\.?)?,? (?:19|20)\d\d\), "
    rf"|:\s{NAME_WORD}(?: (?:and|&) {NAME_WORD}| et al\.?),? \(?(?:19|20)\d\d"
)
"""Citations of papers on a topic: `Methods: Paxos (Lamport 1998), Raft`, `Overhead: Lee et al. (2019)`."""
_REFERENCE = lazy_regex(r"(?:\S+\s){0,2}\S*(?:19|20)\d\d|[\[(【]|[^\W\d_]+, (?:[A-Z]\.\s?)+|.*,\s?(?:19|20)\d\d\b")
"""A year among the first words or after a comma, brackets or names before the title: a reference of unknown form."""
_TOPICS = lazy_regex(r"[^,:]+, [a-z-]+(?: [a-z-]+){0,2} ?")
"""Short words with others in small letters after a comma: `Temporal Generalization, long term dependency`."""
_BEFORE_NAMES = lazy_regex(r"\s(?P<mark>[~～–—-]|by)\s(?=[^\W\d_a-z][^~～–—]*$)")
"""The mark between a title and its authors: `Title ~ Ann Lee`."""
_NAMES_AND_REMARK = lazy_regex(r"(?P<title>[^()]{10,250}) \((?P<names>[^()]{3,200})\)(?:\s[–—-]|:)\s")
"""A title and its authors in brackets, before a remark: `Title (Lee et al.) — read again`."""
_PUNCTUATION = lazy_regex(r"[.,;|\"“«*_]|\b(?:by|et al)\b")
"""A mark or word without which an item has nothing besides its title."""
_FAMILIES = lazy_regex(r"[A-Z][\w'’-]+ (?:and|&) [A-Z][\w'’-]+|(?:[A-Z]\S*,? ){1,3}[ae]t al\.?")
"""Family names, or shortened names: `Lee and Ray`, `Ann Lee et al.`."""
_FAMILIES_AND_DASH = lazy_regex(rf"{FAMILY}(?:{AND}{FAMILY})?\s[–—-]\s")
"""One or two family names before a title, in lines that `family_line` reads: `Thaler - Toward a Positive Theory`."""
_OTHER_INLINES = (InlineKind.WIKILINK, InlineKind.CODE)
"""The name of a note, and a tag of an unknown form."""


@dataclass(slots=True)
class _Scope:
    """The items below one announcement."""

    announcement: Announcement
    total: int = 0
    """The number of items without links, and of those that are papers by themselves."""
    papers: int = 0
    """The number of items that are papers by themselves."""
    titles: list[tuple[PaperCandidate, TitleMatch]] = field(default_factory=list)

    def is_list_of_papers(self) -> bool:
        """Return whether nearly all items are titles, and most have capitals or a year like one."""
        parts, count = [match.parts for _, match in self.titles], len(self.titles)
        if not self.titles or count + self.papers < max(_MIN_USUAL, _MIN_SHARE * self.total):
            return False
        have_authors = all(match.authors for _, match in self.titles)
        is_short = count + self.papers < _MIN_TITLES and not have_authors
        titles = [part.title for part in parts if part.year is None]
        if is_short and (len(titles) < count or not are_titles_of_papers(titles, _MIN_MEAN)):
            # names are before a year, or the words are topics
            return False
        capitalised = sum(part.year is not None or looks_like_title(part.title) for part in parts)
        words = sum(count_words(part.title) for part in parts)
        return capitalised >= _MIN_CAPITALISED * count and (self.papers >= count or words >= _MIN_MEAN * count)


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each title in lists below a heading, or in a note, that announces papers."""
    scopes: dict[int, _Scope] = {}
    before: Block | None = None
    blocks = context.children(-1)
    for place, block in enumerate(blocks):
        is_list = block.kind is BlockKind.LIST and not _is_in_contents(context, blocks[place : place + 2])
        if is_list and (announcement := _announced(context, block, before)):
            _add_items(context, scopes.setdefault(announcement.heading, _Scope(announcement)), block)
        elif is_list and _has_papers(context, block):
            scope = scopes[-1 - block.index] = _Scope(Announcement(-1))
            _add_items(context, scope, block)
            scope.titles = [titled for titled in scope.titles if titled[1].parts.year or titled[1].parts.venue]
        before = block
    for scope in scopes.values():
        if scope.is_list_of_papers():
            for candidate, match in scope.titles:
                yield _mention(context, scope.announcement, candidate, match)
    yield from _dated_titles(context)


def _dated_titles(context: NoteContext) -> Iterator[Mention]:
    """Yield the titles with the year in brackets that nothing announces, if they have the words of titles of papers."""
    if not _DATED_ITEM.search(context.note.text, context.note.body_start):
        return
    items = (block for block in context.blocks if block.kind is BlockKind.ITEM)
    unread = [item for item in items if item.index not in context.claimed_blocks and not context.has_link(item.span)]
    matches = [
        (candidate, match)
        for item in unread
        if announced_works(context, context.heading_above[item.index]) is not Works.OTHERS
        for candidate in candidates_in(context, item)
        if _DATED.fullmatch(context.visible_text(candidate.block.index)) and (match := _title(context, candidate))
    ]
    titles = [match.parts.title for _, match in matches]
    if len(titles) < _MIN_DATED or 2 * len(titles) < len(unread) or not are_titles_of_papers(titles, _MIN_MEAN):
        return
    for candidate, match in matches:
        yield _mention(context, Announcement(-1), candidate, match)


def _is_in_contents(context: NoteContext, lists: Sequence[Block]) -> bool:
    """Return whether a list, and the one after it, has links to headings of the note only, as a table of contents."""
    links = [link for block in lists if block.kind is BlockKind.LIST for link in context.links_within(block.span)]
    return bool(links) and all(inline.url.startswith("#") for _, inline in links)


def _announced(context: NoteContext, block: Block, before: Block | None) -> Announcement | None:
    """Return the announcement of a list, unless its heading is a paper or a label is before it: `Its three parts:`."""
    heading = context.heading_above[block.index]
    if heading in context.claimed_blocks:
        return None
    if before and before.kind is BlockKind.PARAGRAPH:
        label = context.source(before.span).rstrip(" *_").rpartition("\n")[2]
        if label.endswith((":", "：")) and not says_papers(label):
            return None
    return announcement_of(context, heading)


def _has_papers(context: NoteContext, block: Block) -> bool:
    """Return whether most items of a list that nothing announces are papers by themselves: `Title (ICML 2020)`."""
    items = context.children(block.index)
    papers = sum(item.index in context.claimed_blocks for item in items)
    if papers < _MIN_TITLES or papers == len(items) or papers < _MIN_PAPERS * len(items):
        return False
    return announced_works(context, context.heading_above[block.index]) is not Works.OTHERS


def _add_items(context: NoteContext, scope: _Scope, block: Block) -> None:
    """Add the items of a list to those below its announcement, unless most of them have links to something else."""
    items = context.children(block.index)
    papers = sum(item.index in context.claimed_blocks for item in items)
    unread = [i for i in items if i.index not in context.claimed_blocks and _has_only_title(context, i)]
    if 2 * (papers + len(unread)) < len(items):
        return
    own = text.comparison_key(context.note_evidence.title) if context.note_evidence else ""
    candidates = [
        candidate
        for item in unread
        for candidate in candidates_in(context, item)
        if not own or text.comparison_key(context.visible_text(candidate.block.index)) != own
    ]
    titles = [(candidate, match) for candidate in candidates if (match := _title(context, candidate))]
    scope.total += papers + len(candidates)
    scope.papers += papers
    if papers:
        # the others begin with names: `Ann Lee: Title, ICML 2020`
        titles = [(candidate, match) for candidate, match in titles if not _opens_with_names(match.parts.title)]
    words = sum(count_words(match.parts.title) for _, match in titles)
    if 2 * len(titles) >= len(candidates) and words >= _MIN_MEAN_OF_LIST * len(titles):
        scope.titles += titles


def _opens_with_names(title: str) -> bool:
    """Return whether names may be before a colon: `Ann Lee: Title`, `Lee and Ray: Title`."""
    names, colon, _ = title.partition(": ")
    words = (word for word in names.split() if word[0].isupper())
    are_families = _FAMILIES.fullmatch(names) is not None and not any(map(is_title_word, words))
    return bool(colon) and (are_families or authorship.has_given_name(names.partition(", ")[0]))


def _has_only_title(context: NoteContext, item: Block) -> bool:
    """Return whether an item has no link, or is one to a file of the notes, perhaps with authors after it.

    Such items are `- [Title](papers/note.md)` and `- [Title](/papers/note.html) ~ Ann Lee`.
    """
    if not context.has_link(item.span):
        return True
    links = context.unclaimed_links_within(item.span)
    if len(links) != 1 or ":" in links[0][1].url or links[0][1].url.startswith("#"):
        return False
    title, authors = _title_and_authors(context.visible_text(links[0][1].block))
    return (bool(authors) or not links[0][1].url.startswith("/")) and " ".join(links[0][1].text.split()) == title


def _title_and_authors(words: str) -> tuple[str, tuple[str, ...]]:
    """Return the title and the authors after a mark: `Title ~ Ann Lee`; all words and () for other words.

    They may also be in brackets before a remark.
    """
    named = _NAMES_AND_REMARK.match(words)
    if named and (names := trailing_authors.authors_in(f"by {named['names']}")):
        return named["title"], names
    end = _BEFORE_NAMES.search(words)
    # a subtitle may be after a dash
    by = "" if end and end["mark"] in "–—-" else "by "
    authors = trailing_authors.authors_in(by + words[end.end() :]) if end else ()
    if end and end["mark"] == "by" and not any(map(authorship.has_given_name, authors)):
        # `Unsupervised Learning of Visual Features by Contrasting Cluster Assignments`
        authors = ()
    return (words[: end.start()], authors) if end and authors else (words, ())


def _title(context: NoteContext, candidate: PaperCandidate) -> TitleMatch | None:
    """Return the title that an item consists of; None for any other words."""
    words = context.visible_text(candidate.block.index)
    if (
        len(words) > _MAX_LENGTH
        or CJK_LETTER.match(words)
        or not _may_be_title(words)
        or _NO_TITLE.search(words)
        or _CITES.search(words)
        or candidate.values
    ):
        return None
    if any(inline.kind in _OTHER_INLINES for _, inline in candidate.inlines):
        return None
    title, authors = _title_and_authors(words)
    match: TitleMatch | None
    if authors or not _PUNCTUATION.search(words):
        span = context.text_span(candidate.block)
        match = TitleMatch(split_title(title), span, "", is_distinct=False, authors=authors)
    else:
        match = title_finding.find(context, candidate.inlines, [], is_prose=False)
    if match is None or _FAMILIES_AND_DASH.match(match.parts.title):
        return None
    match.parts = published_titles.published(match.parts, words)
    title = match.parts.title
    if title != words and not _may_be_title(title):
        return None
    return None if CJK_LETTER.search(title) or _REFERENCE.match(title) else match


def _may_be_title(words: str) -> bool:
    """Return whether words have the length of a title, and are no topic, venue, names or sentence."""
    if not _MIN_WORDS <= count_words(words) <= _MAX_WORDS or starts_lowercase(words):
        return False
    if count_words(words) <= _MAX_TOPICS and _TOPICS.fullmatch(words):
        return False
    if is_generic(words) or is_venue(words) or authorship.looks_like_authors(words):
        return False
    return not sentences.is_sentence(words, has_link=True)


def _mention(context: NoteContext, announcement: Announcement, candidate: PaperCandidate, match: TitleMatch) -> Mention:
    candidate.claim()
    evidence = item_facts.evidence(context, candidate, match, PaperLinks(), leading_key(context, candidate))
    if not match.authors and not any(map(authorship.has_given_name, evidence.authors)):
        # the nested bullet holds keywords
        evidence = evidence._replace(authors=())
    if not (evidence.venue or evidence.year):
        evidence = evidence._replace(
            venue=announcement.venue, year=announcement.year, track=evidence.track or announcement.track
        )
    return build_mention(context, MentionKind.ITEM, match.span, match.parts.title, candidate.block.index, evidence)

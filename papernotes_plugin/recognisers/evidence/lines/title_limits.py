"""Find where a title in plain words ends: before names in the next line, or an identifier."""

from __future__ import annotations

from papernotes_plugin import identifiers
from papernotes_plugin.markup.document_text import EMPHASIS_KINDS
from papernotes_plugin.recognisers.evidence.authors.short_bylines import read_citation
from papernotes_plugin.recognisers.evidence.lines import described_lines
from papernotes_plugin.recognisers.evidence.references import heading_references
from papernotes_plugin.recognisers.evidence.references.dated_names import read_dated_names
from papernotes_plugin.recognisers.evidence.references.family_names_at_ends import opens_with_dated_names
from papernotes_plugin.recognisers.evidence.references.name_lists import LISTED, MORE
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, is_uninformative, split_title
from papernotes_plugin.recognisers.evidence.titles.title_match import TitleMatch
from papernotes_plugin.text.lazy_regex import lazy_regex

_VERB_AT_END = lazy_regex(r"\b(?:is|was|are|were|est|était|sont|ist|war|sind|es|era|son|è|é|foi|är|er|jest|být|je)\s+$")
"""A form of `to be` before marked text: `The second one is *Maps of Rivers*`."""
_MIN_MARKED = 4
"""Words of marked text next to an identifier from which it is a title."""
_MIN_LINKED = 8
"""Words of a link from which it may be a whole reference."""
_NAMES_AND_COLON = lazy_regex(rf"(?P<names>{LISTED}){MORE}?: (?=\w)")
"""Family names before a title: `Appel: `, `Lattner, Adve: `, `Braun et al.: `."""
_MIN_NAMED = 2
"""Items of a list with several names before a colon, from which one word before it may be a name."""
_MOST = 0.8
"""Share of the items of such a list that have names there."""


def may_be_names(match: TitleMatch, title: str) -> bool:
    """Return whether words without marks may be names rather than a title, as a year makes them names: `Lee & Ray`.

    So are citations of papers, as `Lee 2019; Ten Broek 2020`.
    """
    are_names = not match.authors and bool(read_dated_names(f"{title.rstrip(' ,0123456789')} (2000)")[0])
    return are_names or opens_with_dated_names(title) or all(map(read_citation, title.split("; ")))


def _opens_with_sentence(context: NoteContext, candidate: PaperCandidate, match: TitleMatch) -> bool:
    """Return whether what was read as a title in plain words is a sentence with the title in emphasis after a verb."""
    (start, end), text = match.span, context.note.text
    return any(
        start < i.span.start < end and _VERB_AT_END.search(text, start, i.span.start)
        for _, i in candidate.inlines
        if i.kind in EMPHASIS_KINDS and count_words(i.text) >= _MIN_MARKED
    )


def _follows_names(context: NoteContext, candidate: PaperCandidate, match: TitleMatch) -> bool:
    """Return whether words without marks are family names, a colon and a title, as in the rest of the list."""
    title = match.parts.title
    is_listed = candidate.form is CandidateForm.BULLET and ": " in title
    return is_listed and _NAMES_AND_COLON.match(title) is not None and _lists_names(context, candidate.container.parent)


@once_per_note
def _lists_names(context: NoteContext, listed: int) -> bool:
    """Return whether most items of a list open with family names and a colon, and one of them with `et al.`."""
    items = context.children(listed)
    openings = [_NAMES_AND_COLON.match(context.first_words(item)) for item in items]
    named = [opening for opening in openings if opening]
    several = sum(", " in opening["names"] or opening["more"] is not None for opening in named)
    has_more = any(opening["more"] for opening in named)
    return has_more and several >= _MIN_NAMED and len(named) >= _MOST * len(items)


def has_more_than_title(context: NoteContext, candidate: PaperCandidate, match: TitleMatch) -> bool:
    """Return whether what was read as a title in plain words goes on with names, follows some, or is a sentence."""
    return (
        _goes_on_with_names(context, match)
        or _follows_names(context, candidate, match)
        or _opens_with_sentence(context, candidate, match)
        or _precedes_linked_reference(candidate, match)
    )


def _precedes_linked_reference(candidate: PaperCandidate, match: TitleMatch) -> bool:
    """Return whether a link after the words is a whole reference with another title: `a file format. [Li H, …](…)`."""
    after = (
        i.text for _, i in candidate.links if i.span.start >= match.span.end and count_words(i.text) >= _MIN_LINKED
    )
    references = filter(None, map(heading_references.read_text, after))
    return any(not heading_references.have_same_title(match.parts.title, r.title.words) for r in references)


def _goes_on_with_names(context: NoteContext, match: TitleMatch) -> bool:
    """Return whether what was read as a title in plain words goes on with the names in the line below it."""
    first_end = context.note.text.find("\n", *match.span)
    line = context.note.text[first_end + 1 :].partition("\n")[0] if first_end >= 0 else ""
    opening = line.strip(" \t>").partition(",")[0]
    return bool(opening) and opening in match.parts.title and described_lines.opens_with_names(line)


def without_identifier(candidate: PaperCandidate, match: TitleMatch) -> TitleMatch | None:
    """Return a title in plain words without the identifier in it: the only marked words, or those on one side of it."""
    words = match.parts.title
    written = identifiers.find_identifiers(words)
    if not written:
        return match
    marked = [
        " ".join(i.text.split()) for _, i in candidate.inlines if i.kind in EMPHASIS_KINDS and i.text.strip() in words
    ]
    titles = [title for title in marked if count_words(title) >= _MIN_MARKED]
    if not titles:
        sides = (words[: written[0][0]], words[written[-1][1] :])
        titles = [side for part in sides if (side := part.strip(" ,.;:()[]–—-")) and not is_uninformative(side)]
    if len(titles) != 1:
        return None
    match.parts = split_title(titles[0])
    return match

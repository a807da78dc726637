"""Find where a title in plain words ends: before names in the next line, or an identifier."""

from __future__ import annotations

from papernotes_plugin import identifiers
from papernotes_plugin.markup.document_text import EMPHASIS_KINDS
from papernotes_plugin.recognisers.evidence.lines import described_lines
from papernotes_plugin.recognisers.evidence.references.dated_names import read_dated_names
from papernotes_plugin.recognisers.evidence.references.family_names_at_ends import opens_with_dated_names
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, is_uninformative, split_title
from papernotes_plugin.recognisers.evidence.titles.title_match import TitleMatch

_MIN_MARKED = 4
"""Words of marked text next to an identifier from which it is a title."""


def may_be_names(match: TitleMatch, title: str) -> bool:
    """Return whether words without marks may be names rather than a title, as a year makes them names: `Lee & Ray`."""
    are_names = not match.authors and bool(read_dated_names(f"{title.rstrip(' ,0123456789')} (2000)")[0])
    return are_names or opens_with_dated_names(title)


def goes_on_with_names(context: NoteContext, match: TitleMatch) -> bool:
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

"""Read title and facts of the paper in the plain lines at the top of a note."""

from __future__ import annotations

import re
from collections.abc import Sequence

from papernotes_plugin import identifiers, venues
from papernotes_plugin.people import known_names
from papernotes_plugin.people.given_names import fold_name
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.labels import label_meanings
from papernotes_plugin.recognisers.evidence.labels.venue_values import read_venue_value
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks, is_paper_link
from papernotes_plugin.recognisers.evidence.references.reference_facts import publication_evidence
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles import note_names, sentences
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    split_title,
    starts_lowercase,
    venue_in_brackets,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence

_MAX_SOURCE_LINES = 12
_MAX_LINES = 6
"""Number of statements: title, authors, venue, identifier and two more."""
_LINE_BREAK = lazy_regex(r"(?:\\|<br ?/?>)$")
_EMPHASIS = lazy_regex(
    r"^(?:[^\w\s(\[{<@#/\"“«'`$\\-]{1,3}\s)?(?:\*{1,3}|_{1,3}(?=[^\W_]))|(?<=[^\W_])[*_]{1,3}$|(?<=[.!?)])\*{1,3}$"
)
"""The marks of a line in emphasis, with an emoji before it."""
_MAX_IDENTIFIER_WORDS = 15
"""Words of a line with the identifier of the paper; a longer one is a sentence, which may name another paper."""
_PUBLICATION = lazy_regex(
    r"\W*(?:arxiv\b|https?:|doi\b|(?:19|20)\d\d\b[^:]{0,60}$"
    r"|[^\W\d_][\w&@/-]*(?: [\w&@/-]+){0,2}[ ,]+\(?(?:19|20)\d\d\W*$)",
    re.IGNORECASE,
)
"""A line of an identifier, of a year, or of up to three words with their year: `2017`, `Workshop 2020`."""
_FAMILY_OF_NAME = lazy_regex(
    r"(?P<family>[^\W\d_]{2,})[-_ ]++(?:.*[-_ ])?\d{2,4}(?!\d)|(?P<key>[^\W\d_]{2,})(?:19|20)\d\d"
)
"""A family name before a year in the name of a note: `li-21-adapters`, `li2021`."""
_YEAR = lazy_regex(r"(?<![\d./:-])(?:19|20)\d\d(?![\d.:-])")
_DIGIT = lazy_regex(r"\d")
_EDITORS = lazy_regex(r"\b(?:eds?|editors?|hrsg|szerk)\b", re.IGNORECASE)
ENDS_OF_SENTENCES = (".", ":", "：", "。", ",")
"""Marks at the end of a line that is no title."""
_MAX_NAME_WORDS = 4
_MAX_TITLE_WORDS = 30
_MIN_WORDS = 4
"""Words of a title; fewer may name anything."""


def read(context: NoteContext) -> Evidence | None:
    """Return the facts in the lines of the first paragraph; None if they do not describe the paper of the note.

    The lines are `Title` / `Ann Lee, Bob Ray` / `ACL 2020`, or the authors come before the title.  The title may be
    a heading above them.  The lines alone are no proof: the name of the note begins with an author, an identifier is
    among the lines, or a known venue.
    """
    block = _first_paragraph(context)
    if block is None or not _may_be_dated(context, block):
        return None
    is_below_title = context.heading_above[block.index] >= 0
    heading = split_title(context.visible_text(context.title_heading)).title if is_below_title else ""
    paper_links = PaperLinks()
    for index, inline in context.unclaimed_links(block.index):
        if is_paper_link(inline) and not (inline.bare and paper_links.add(index, inline)):
            return None
    statements = _statements(context.source(block.span))
    lines = [heading, *statements] if heading else statements
    if not 2 <= len(lines) <= _MAX_LINES:
        return None
    # `text overlap with arXiv:…` follows the identifier of the paper
    short = (line for line in statements if count_words(line) <= _MAX_IDENTIFIER_WORDS)
    paper_links.add_identifiers(i for line in short for *_, i in identifiers.find_identifiers(line))
    if len(lines) == 2 and not (paper_links.identifiers or _family_of_name(context)):
        # a title and authors alone, which nothing vouches for
        return None
    names, title, others = _names_and_title(context, lines)
    if not names or (heading and (title != heading.rstrip(" .,") or count_words(title) < _MIN_WORDS)):
        return None
    facts = _published(others)
    is_venue = bool(facts.venue and facts.year) and len(names) > 1 and not note_names.names_other_note(title)
    if not (is_venue or paper_links.identifiers or _is_named_after(context, names)):
        return None
    if heading and (paper_links.identifiers or context.unclaimed_links(block.index)):
        # the recogniser of cards reads links and identifiers below a heading
        return None
    context.claimed_blocks.add(block.index)
    context.read_spans.append(block.span)
    return facts._replace(title=title, authors=names, identifiers=paper_links.identifiers, links=paper_links.links)


def _may_be_dated(context: NoteContext, block: Block) -> bool:
    """Return whether a block has a year or an identifier, or the name of the note has a year.

    Without any of them nothing can show that names and a title are those of a paper.
    """
    has_fact = _DIGIT.search(context.note.text, *block.span) is not None or context.has_link(block.span)
    return has_fact or bool(_family_of_name(context))


def _first_paragraph(context: NoteContext) -> Block | None:
    """Return the paragraph of a few lines that opens a note, or is below the heading at its top."""
    first, second = (*context.children(-1)[:2], None, None)[:2]
    is_below_title = first is not None and first.kind is BlockKind.HEADING and first.index == context.title_heading
    block = second if is_below_title else first
    if block is None or block.kind is not BlockKind.PARAGRAPH:
        return None
    count = context.note.text.count("\n", *block.span) + is_below_title
    return block if 1 <= count < _MAX_SOURCE_LINES else None


def _statements(source: str) -> list[str]:
    """Return the lines of a paragraph, each with the indented lines that continue it."""
    statements: list[str] = []
    for line in source.split("\n"):
        words = line.strip()
        if words.endswith(("\\", ">")):
            words = _LINE_BREAK.sub("", words).strip()
        if "*" in words or "_" in words:
            words = _EMPHASIS.sub("", words)
        if statements and line[:1].isspace():
            statements[-1] += " " + words
        else:
            statements.append(words)
    return statements


def _names_and_title(context: NoteContext, lines: Sequence[str]) -> tuple[tuple[str, ...], str, list[str]]:
    """Return the authors, the title and the other lines; no authors if the first two statements are something else."""
    stated = [line for line in lines if not (_PUBLICATION.match(line) or venues.parse_venue(line)[0])][:2]
    readings: list[tuple[tuple[str, ...], str]] = []
    for names_line, title in zip(stated[::-1], stated, strict=True):
        names, title = _names(context, names_line), title.rstrip(" .,")
        if names and may_be_title(title) and not CJK_LETTER.search(title):
            readings.append((names, title))
    # `A Compositional and Interpretable Space` looks like names
    named = [(names, title) for names, title in readings if _is_named_after(context, names)] or readings
    if len(stated) < 2 or not named:
        return (), "", []
    return (*named[0], [line for line in lines if line not in stated])


def _names(context: NoteContext, line: str) -> tuple[str, ...]:
    """Return the authors in a line, without the marks of affiliations; the name of the note may vouch for them."""
    line = authorship.YEAR_AT_END.sub("", line).rstrip(" .,;:")
    if names := authors_in_line(line):
        return names
    names = authorship.split_authors(line)
    if not names or _EDITORS.search(line) or any(len(name.split()) > _MAX_NAME_WORDS for name in names):
        return ()
    if len(names) > 1 and authorship.looks_like_authors(", ".join(names)):
        return names
    has_title_words = not authorship.TITLE_WORDS.isdisjoint(line.casefold().split())
    # the name of the note vouches for a rare name, and not for words such as `Conference Takeaways`
    has_phrase = any(
        name.isascii() and " " in name and "," not in name and not authorship.is_person(name) for name in names
    )
    return names if not (has_title_words or has_phrase) and _is_named_after(context, names) else ()


def _published(lines: Sequence[str]) -> Evidence:
    """Return venue, year, track, volume and pages in the lines after title and authors, or the only year there."""
    years = set(_YEAR.findall(" ".join(lines)))
    year = int(years.pop()) if len(years) == 1 else None
    for words in lines:
        tagged = venue_in_brackets(words)
        printed = read_venue_value(words)
        if venues.is_preprint(printed.venue) or venues.is_preprint(tagged.venue):
            continue
        if printed.is_known or printed.volume:
            return publication_evidence(printed)._replace(year=printed.year or year)
        if tagged.venue:
            return Evidence(venue=tagged.venue, year=tagged.year, track=tagged.track)
    return Evidence(year=year)


def _is_named_after(context: NoteContext, names: Sequence[str]) -> bool:
    """Return whether the name of the note begins with the family name of an author, before a year."""
    family = _family_of_name(context)
    return bool(family) and fold_name(family) in {
        fold_name(word) for name in known_names(names) for word in re.split(r"[\s,-]+", name)
    }


def _family_of_name(context: NoteContext) -> str:
    """Return the family name that the name of the note begins with, before a year; "" for none."""
    match = _FAMILY_OF_NAME.match(note_names.name_of(context.note.path))
    return (match["family"] or match["key"]) if match else ""


def may_be_title(words: str) -> bool:
    """Return whether a line may be a title: no sentence, no label, no names."""
    if not 2 <= count_words(words) <= _MAX_TITLE_WORDS or words.endswith(ENDS_OF_SENTENCES):
        return False
    if starts_lowercase(words) or is_generic(words) or authorship.looks_like_authors(words):
        return False
    return not (label_meanings.meaning(words.partition(":")[0]) or sentences.is_sentence(words, has_link=True))


def authors_in_line(words: str) -> tuple[str, ...]:
    """Return the authors if a line consists of names; a single name must have a frequent given name."""
    return authorship.listed_names(words) or ((words,) if authorship.has_given_name(words) else ())

"""Read authors and year in the lines below the heading of a card."""

from __future__ import annotations

import re
from collections.abc import Sequence

from papernotes_plugin import identifiers, venues
from papernotes_plugin.recognisers.evidence.authors import affiliations, authorship
from papernotes_plugin.recognisers.evidence.authors.authorship import is_person, looks_like_authors
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline, read_byline
from papernotes_plugin.recognisers.evidence.authors.words_before_names import without_by
from papernotes_plugin.recognisers.evidence.labels import label_marks, labelled_values
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.lines import line_bylines
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.structure import identified_bylines
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Identifier, InlineKind

_MAX_AUTHOR_LINES = 6
_MAX_VENUE = 60
"""Characters of a venue with its year."""
_MAX_VENUE_WORDS = 25
_SENTENCE_END = lazy_regex(r"(?<=\w\w)[.:]\s|\s[—–|·•∙]\s|(?<=[^\s,;&])(?<!\band)[ \t]*\n")
_IN_BRACKETS = lazy_regex(rf"{OPTIONAL_SPACE}\([^()]{{1,120}}\)")
_DIGIT = lazy_regex(r"\d")
_DATED_LINE = lazy_regex(r"\(?(?P<year>(?:19|20)\d\d)\)?(?:\s?(?:[-–—]{1,2}|[,|:])\s?(?P<venue>[A-Z][^\n]{1,40}))?")
_MAX_LINES = 4
"""Paragraphs below a title among which are its authors, their affiliations, and the year."""
_NAME_OF_PUBLICATION = lazy_regex(r"[^\W\d_a-z][^\d,;:•∙·|()]{3,90}")
"""The words of a line before its first number or comma."""
_MIN_OTHER_TITLE = 4
"""Words from which the first part of a line can be the title of another paper."""
_MAX_BULLETS = 4
"""Bullets below a title among which its authors and venue are."""
_MAX_YEARS = 2
"""Years between a preprint and its publication."""
_SUBMITTED = lazy_regex(r"(?:submitted|published) (?:on|in|at)\s[^\n]{0,20}?(?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)
"""The date of a paper in a bullet above its authors: `Submitted on 2016. 7`."""
_MIN_PERSONS = 0.6
"""Share of names in a bullet that are persons without doubt; others are `danah boyd`, or mean `et al.`."""
_MAX_TOPIC = 3
"""Words of a heading that names a topic, if a citation by author and year opens its section."""


def byline(context: NoteContext, blocks: Sequence[Block]) -> Byline:
    """Return the authors that the first of the blocks is, if it is a paragraph or quote of names; none for others.

    The year is at the end of their line, `Ann Lee, Bob Ray (2014)`, or with a venue in a line of its own below them.
    """
    first = _first_paragraph(context, blocks[0]) if blocks else None
    if first is None:
        return Byline()
    if identified := identified_bylines.read(context, first.index):
        # the number of a DOI may end with four digits that look like a year
        return identified.byline
    names = _names(context, first, is_quoted=first is not blocks[0])
    if not names:
        return Byline()
    dated = authorship.YEAR_AT_END.search(context.visible_text(first.index))
    years = re.findall(r"(?:19|20)\d\d", dated[0]) if dated else []
    below = _dated_line(context, blocks)
    return below._replace(authors=names, year=int(years[0]) if years else below.year)


def _names(context: NoteContext, first: Block, *, is_quoted: bool) -> tuple[str, ...]:
    """Return the authors in a paragraph of names; () for any other."""
    if read := line_bylines.below(context, first.index):
        return read.authors
    if names := _names_in_first_lines(context.source(first.span)) or _names_before_link(context, first):
        return names
    is_long = first.span.end - first.span.start > authorship.LONG
    if (is_long and not authorship.begins_with_names(context.source(first.span))) or context.has_link(first.span):
        return ()
    words = context.visible_text(first.index)
    words = without_by(authorship.YEAR_AT_END.sub("", words))
    names = authorship.split_authors(words) if looks_like_authors(words) or is_person(words) else ()
    # a quote may be anything
    return names if not is_quoted or any(map(authorship.has_given_name, names)) else ()


def _dated_line(context: NoteContext, blocks: Sequence[Block]) -> Byline:
    """Return venue, year and track in a line of their own soon after the authors: `2019`, `2020 - ICLR`."""
    for block in blocks[1:_MAX_LINES]:
        line = context.visible_text(block.index) if block.kind is BlockKind.PARAGRAPH else ""
        if match := _DATED_LINE.fullmatch(line):
            venue, _, track = venues.parse_venue(match["venue"] or "")
            return Byline((), venue, int(match["year"]), track)
    return Byline()


def byline_in_list(context: NoteContext, block: Block) -> Byline:
    """Return the authors, with venue and year, in the first bullets: `- Author: Ann Lee`, `- 2021 ICCV`.

    Nothing if no bullet has authors.
    """
    if not label_marks.may_have_values(context, block):
        return Byline()
    bullets = [
        texts[0] for item in context.children(block.index)[:_MAX_BULLETS] if (texts := context.text_blocks(item))
    ]
    authors = next((v for v in labelled_values.find(context, bullets) if v.meaning == "authors"), None)
    if authors is None:
        return Byline()
    published = (venues.parse_venue(context.visible_text(b.index)) for b in bullets)
    venue, year, track = next((p for p in published if p[0] and p[1]), ("", None, ""))
    return Byline(authorship.split_authors(authors.value), venue, year, track)


def names_in_first_bullets(context: NoteContext, blocks: Sequence[Block]) -> Byline:
    """Return the authors that the first bullet below a title is, or the second after a date, and the venue or date.

    Nothing if the bullet is no list of names such as `* Ann Lee, Bob Ray`.  Without a frequent given name,
    another one of the first bullets must be an organisation or a venue.
    """
    if not blocks or blocks[0].kind is not BlockKind.LIST:
        return Byline()
    bullets = [context.first_words(item) for item in context.children(blocks[0].index)[:_MAX_BULLETS]]
    submitted = _SUBMITTED.match(bullets[0]) if len(bullets) > 1 else None
    first, *others = bullets[1:] if submitted else bullets
    dated = (parsed for bullet in others if all((parsed := venues.parse_venue(bullet))[:2]))
    published = next(dated, ("", int(submitted["year"]) if submitted else None, ""))
    first = _IN_BRACKETS.sub("", first)
    opening = line_bylines.read(first)
    listed = affiliations.people_before_affiliations(first) if ";" in first else ()
    names = opening.authors if opening else listed
    if len(names) < 2 or any(map(authorship.names_organisation, names)):
        sentence, *rest = _SENTENCE_END.split(first, maxsplit=1)
        if rest and affiliations.is_affiliation(sentence):
            # `University of Bonn: Ann Lee, Bo Ray`
            sentence = rest[0]
        names = authorship.listed_names(affiliations.names_without_organisations(sentence))
    if len(names) < 2 or any(map(authorship.names_organisation, names)):
        return Byline()
    if sum(map(is_person, names)) < _MIN_PERSONS * len(names):
        return Byline()
    is_marked = bool(opening or submitted or published[0]) or any(map(authorship.names_organisation, others))
    is_certain = is_marked or any(map(authorship.has_given_name, names))
    return Byline(names, *published) if is_certain else Byline()


def _names_before_link(context: NoteContext, block: Block) -> tuple[str, ...]:
    """Return the authors that a paragraph with a link begins with: `Ann Lee, Bob Ray. Some Lab. arXiv:1706.03762`."""
    links = (inline.span.start for _, inline in context.inlines_of(block.index) if inline.kind is InlineKind.LINK)
    end = next(links, -1)
    if end < 0:
        written = _written_identifier(context, block.index)
        end = block.span.end if written else block.span.start
    before = context.note.text[block.span.start : end].strip()
    words = _SENTENCE_END.split(before, maxsplit=1)[0]
    return authorship.several_names(words.rstrip("."))


@once_per_note
def _written_identifier(context: NoteContext, block: int) -> Identifier | None:
    """Return the only identifier in the text of a block without links; None for none or several."""
    span = context.blocks[block].span
    if context.has_link(span):
        return None
    written = {identifier for _, _, identifier in identifiers.find_identifiers(context.source(span))}
    return written.pop() if len(written) == 1 else None


def byline_identifier(
    context: NoteContext, blocks: Sequence[Block], *, may_be_shortened: bool = False
) -> Identifier | None:
    """Return the identifier after the authors in the first paragraph below a title; the paragraph is claimed.

    Args:
        context: The note.
        blocks: The blocks below the title.
        may_be_shortened: Whether the authors may end with `et al.`, or be missing before a citekey of Manubot.
    """
    first = _first_paragraph(context, blocks[0]) if blocks else None
    if first is None:
        return None
    identified = identified_bylines.read(context, first.index) if may_be_shortened else None
    identifier = identified.identifier if identified else _written_identifier(context, first.index)
    if identifier is None or not (identified or _names_before_link(context, first)):
        return None
    context.claimed_blocks.add(first.index)
    context.read_spans.append(first.span)
    return identifier


def claim_byline(context: NoteContext, blocks: Sequence[Block]) -> Byline:
    """Return the byline below a title, as `byline` does; its paragraph is claimed if it is one line of a few facts."""
    below = byline(context, blocks)
    first = _first_paragraph(context, blocks[0]) if below.authors else None
    if first and not context.has_link(first.span):
        line = context.source(first.span).strip()
        if "\n" not in line and not _SENTENCE_END.search(line):
            context.claimed_blocks.add(first.index)
    return below


def is_of_title(context: NoteContext, value: LabelledValue, values: list[LabelledValue]) -> bool:
    """Return whether a value is of the title above, and no line of a reference: `Lee, A. "Title"`, then `DOI: …`."""
    block = context.blocks[value.block]
    opens_block = any(v.block == value.block and v.span.start == block.span.start for v in values)
    return opens_block or line_bylines.below(context, block.index) is not None


def _first_paragraph(context: NoteContext, block: Block) -> Block | None:
    """Return a paragraph, or the first one of a quote that is no callout; None for any other block."""
    if block.kind is BlockKind.QUOTE and not block.info:
        return next(iter(context.text_blocks(block)), None)
    return block if block.kind is BlockKind.PARAGRAPH else None


def venue_line(context: NoteContext, heading: Block, blocks: Sequence[Block]) -> tuple[str, int | None, str] | None:
    """Return venue, year and track if the first line below a heading is a venue: `ICLR2023 TOP 5%`; None for others."""
    for block in blocks[:2]:
        if block.kind is BlockKind.LIST and heading.kind is BlockKind.PARAGRAPH:
            # `- intro: CVPR 2017`
            _, _, value = context.first_words(context.children(block.index)[0]).partition(": ")
            if (parsed := venues.parse_venue(value[:_MAX_VENUE]))[1]:
                return parsed
        text = block if block.kind is BlockKind.PARAGRAPH else next(iter(context.text_blocks(block)), None)
        line = context.visible_text(text.index) if text else ""
        if text is None or _is_other_reference(line):
            continue
        if (published := line_bylines.below(context, text.index)) and published.venue:
            return published[1:]
        if identified := identified_bylines.read(context, text.index):
            return identified.byline[1:]
        if line.count(" ") > 5 and not _DIGIT.search(line):
            continue
        if line and count_words(line) <= 40 and (parsed := venues.parse_venue(line))[0]:
            return parsed
        if not line or count_words(line) > _MAX_VENUE_WORDS:
            continue
        if (contained := venues.find_venue(line))[0] or (contained := _publication(line))[0]:
            return contained
    return None


def later_year(stated: int | None, published: int | None, other_venue: str) -> int | None:
    """Return the year of a card: that of the venue below, if the stated one is that of the preprint before it.

    Args:
        stated: The year in the heading.
        published: The year in the lines below.
        other_venue: The venue in the heading or a label.
    """
    is_later = stated and published and 0 < published - stated <= _MAX_YEARS
    return published if is_later and not other_venue else stated or published


def _is_other_reference(line: str) -> bool:
    """Return whether a line is a title of its own with names after it: `Filters for Speech, Lee et al., …`."""
    title, *others = line.split(", ")
    is_title = count_words(title) >= _MIN_OTHER_TITLE and not looks_like_authors(title)
    return is_title and any(" et al" in part or authorship.has_given_name(part) for part in others)


def _publication(line: str) -> tuple[str, int | None, str]:
    """Return venue and year of a line that begins with a publication: `Operating Systems Review, Volume 41, 2007`."""
    name = _NAME_OF_PUBLICATION.match(line)
    published = publication(line, 0, len(line), None) if name else None
    if not name or not published or not published.year:
        return "", None, ""
    is_known = published.is_known and venues.parse_venue(name[0])[0] == published.venue
    is_volume = bool(published.volume) and published.venue == name[0].strip() and looks_like_title(name[0])
    return (published.venue, published.year, "") if is_known or is_volume else ("", None, "")


def _names_in_first_lines(source: str) -> tuple[str, ...]:
    """Return the authors in the lines that open a paragraph, each of which ends with a comma; () for other words."""
    first, is_broken, _ = source.partition("\n")
    if not is_broken or not first.rstrip().endswith(","):
        return ()
    lines: list[str] = []
    for line in source.split("\n")[:_MAX_AUTHOR_LINES]:
        names = line.strip().removesuffix(",")
        is_single = not lines and is_person(names)
        if names == line.strip() or not (is_single or looks_like_authors(names)):
            break
        lines.append(names)
    return authorship.split_authors(", ".join(lines)) if lines else ()


def names_topic(context: NoteContext, title: str, links: Sequence[IndexedInline]) -> bool:
    """Return whether a short heading is a topic, as authors and year are all that is before a link below it."""
    if count_words(title) > _MAX_TOPIC or ":" in title:
        return False
    cited = (read_byline(context.text_before(inline).strip(" \n.,:;–—-")) for _, inline in links)
    return any(names is not None and names.year is not None for names in cited)

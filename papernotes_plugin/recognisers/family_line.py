"""Recognise lines of family names, a year or a venue, and a title: `Card (1990), The Impact of the Boatlift, ILRR`.

Songs, films and meetings are written so, too.  A known venue makes a paper of a line.  Other lines are papers if some
lines of their list have a known venue, or if words above them announce works to read.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from papernotes_plugin.recognisers import reference
from papernotes_plugin.recognisers.evidence.papers import listed_papers, words_above
from papernotes_plugin.recognisers.evidence.papers.groups_of_texts import Group, texts_in_groups
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_block, text_of_inlines
from papernotes_plugin.recognisers.evidence.references.family_line_titles import has_form_of_title, may_be_foreign
from papernotes_plugin.recognisers.evidence.references.family_lines import (
    FamilyLine,
    may_be_line,
    read_line,
)
from papernotes_plugin.recognisers.evidence.references.reference_parts import part_of
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.unknown_line_ends import with_unknown_end
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_cited_repeatedly, are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.sentences import are_mostly_sentences
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Mention, MentionKind, Span

_YEAR = lazy_regex(r"\b(?:19|20)\d\d[a-z]?\b")
_MIN_LINES = 2
"""Lines of one form in a list that announced works need."""
_MIN_UNANNOUNCED = 3
"""The same without words above that announce works."""
_MIN_SHARE = 0.3
"""Share of the lines of a list that are papers by themselves, from which the others are papers, too."""
_MOST = 0.6
"""Share of the lines of a list that have the form, and of their titles that have capitals."""
_MIN_TITLE = 3
"""Words of a title without marks in a line that is a paper by its venue only."""
_MIN_MEAN, _MIN_FOREIGN, _MIN_USUAL = 3.5, 2.5, 4
"""Words of titles on average: below words that announce works, the same in other languages, and without such words."""


_YEAR_AND_COLON = lazy_regex(r"(?:19|20)\d\d(?:: [\"“]?|\): [\"“])$")
"""A year and a colon before a title; after brackets, words without quotation marks are a remark on the paper."""
_REMARK_MARK = lazy_regex(r"[:–—-]")


class _Line(NamedTuple):
    """A line of a note in this form."""

    block: Block
    container: Block
    text: Block
    words: ReferenceText
    read: FamilyLine
    part: Span | None
    """The line, if the block has several."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each line of family names, a year or venue, and a title, that is a paper by all signs."""
    texts = list(texts_in_groups(context))
    lines = {
        text.index: own
        for container, text, _ in texts
        if context.claimed_blocks.isdisjoint((container.index, text.index))
        and text.index not in context.mere_prose
        and may_be_line(context.source(text.span))
        and (own := list(_lines(context, container, text)))
    }
    if not lines:
        return
    sizes: Counter[Group] = Counter()
    groups: defaultdict[Group, list[_Line]] = defaultdict(list)
    claimed: defaultdict[Group, list[Block]] = defaultdict(list)
    for container, text, group in texts:
        sizes[group] += 1
        if text.index in lines:
            groups[group] += lines[text.index]
        if container.index in context.claimed_blocks:
            claimed[group].append(text)
    papers = {
        group: list(_papers(context, of_group, sizes[group], claimed[group])) for group, of_group in groups.items()
    }
    certain, all_lines = (list(chain.from_iterable(lines.values())) for lines in (papers, groups))
    other_groups = {group: lines for group, lines in groups.items() if not papers[group]}
    for line in (
        *certain,
        *_in_form_of_papers(context, certain, other_groups, sizes),
        *_in_usual_form(certain, all_lines),
    ):
        yield from _mention(context, line)
    for line in _scattered(context, all_lines):
        yield from _mention(context, line)


def _in_usual_form(papers: Sequence[_Line], lines: Sequence[_Line]) -> list[_Line]:
    """Return the other lines that have a marked title and its citation, as the papers of the note have."""
    cited = [line for line in lines if line.read.is_cited and line.read.is_marked]
    texts = {line.text.index for line in papers}
    if len(papers) < _MIN_LINES or not texts.issubset(line.text.index for line in cited):
        return []
    same = (line for line in cited if line.text.index not in texts)
    return [line for line in same if count_words(line.read.reference.title.words) > _MIN_TITLE]


def _in_form_of_papers(
    context: NoteContext, papers: Sequence[_Line], other_groups: dict[Group, list[_Line]], sizes: Counter[Group]
) -> Iterator[_Line]:
    """Yield the lines of short lists that have the form of the papers in other lists of the note.

    A list of works to read has such sections: `## To read`, `## Done`.
    """
    dated = [line for line in papers if line.read.reference.is_dated and not line.read.is_cited]
    if len(dated) < _MIN_LINES or len(dated) < _MOST * len(papers):
        return
    for group, lines in other_groups.items():
        are_alike = all(line.read.reference.is_dated and not line.read.is_cited and _has_form(line) for line in lines)
        if are_alike and len(lines) == sizes[group] and not _is_below_others(context, lines[0]):
            yield from lines


def _scattered(context: NoteContext, lines: Sequence[_Line]) -> list[_Line]:
    """Return the lines with a colon before the title, if several lists of an outline have one: `Lee 1977: "Title"`.

    A text of several lines is read as a whole.
    """
    whole = [line if line.part is None else _whole_text_of_block(context, line) for line in lines]
    cited = [line for line in whole if line and _is_cited_title(context, line)]
    titles = [line.read.reference.title.words for line in cited]
    years = {line.read.reference.year for line in cited}
    is_usual = len(titles) >= _MIN_UNANNOUNCED and len(years) >= _MIN_LINES
    # remarks on papers have no capitals
    is_usual = is_usual and sum(map(_has_form, cited)) >= _MOST * len(cited)
    return cited if is_usual and are_titles_of_papers(titles, _MIN_USUAL) else []


def _whole_text_of_block(context: NoteContext, line: _Line) -> _Line | None:
    """Return the whole text of a block if a line of it is the first one; None for other lines."""
    if not line.part or line.part.start != line.text.span.start:
        return None
    words = text_of_block(context, line.text.index)
    read = read_line(words)
    return line._replace(words=words, read=read, part=None) if read else None


def _is_cited_title(context: NoteContext, line: _Line) -> bool:
    """Return whether a line is names, a year, a colon and a title in quotation marks or after several names."""
    read, words = line.read, line.words.text
    title = read.reference.title
    if line.container.index in context.claimed_blocks or _is_below_others(context, line):
        return False
    if read.is_cited or ". " in title.words or not words.lstrip("*_ ").startswith(read.reference.authors.names[0]):
        # `Flying Chairs (Lee et al., 2015): Images of chairs` has the name of something else first
        return False
    has_colon = _YEAR_AND_COLON.search(words, 0, title.start) is not None
    is_last = not any(map(str.isalnum, words[title.end :]))
    is_title = count_words(title.words) > _MIN_TITLE and (read.reference.authors.has_more or _has_form(line))
    return has_colon and is_last and is_title and (read.is_marked or read.are_several)


def _lines(context: NoteContext, container: Block, text: Block) -> Iterator[_Line]:
    """Yield the whole text of a block, or the lines of it, that have the form of this module."""
    source = context.source(text.span)
    if "\n" not in source.strip():
        words = text_of_block(context, text.index)
        if read := read_line(words):
            yield _Line(text, container, text, words, read, None)
        return
    start = text.span.start
    for line in source.splitlines(keepends=True):
        part = Span(start, start + len(line))
        start = part.end
        if may_be_line(line):
            words = text_of_inlines(context, context.inlines_between(text.index, *part))
            if read := read_line(words):
                yield _Line(text, container, text, words, read, part)


def _papers(context: NoteContext, lines: Sequence[_Line], size: int, claimed: Sequence[Block]) -> Iterator[_Line]:
    """Yield the lines of a list that are papers.

    Args:
        context: The note.
        lines: The lines of the form.
        size: The number of all items of the list.
        claimed: The texts of those that are papers by other signs.
    """
    certain = [line for line in lines if _is_certain(line)]
    if not lines or _is_below_others(context, lines[0]):
        yield from (line for line in certain if _is_published(line))
        return
    yield from certain
    uncertain = [line for line in lines if not _is_certain(line)]
    read = [other for text in claimed for other in _lines(context, text, text)] if uncertain else []
    count, titles = len(lines) + len(read), [line.read.reference.title.words for line in lines]
    if not uncertain or count < _MOST * size:
        return
    # `2013a` and `2013b` are two papers
    dated = [(line.read.reference.authors.names, *_YEAR.findall(line.words.text)[:1]) for line in uncertain]
    if are_cited_repeatedly(dated):
        return
    papers = [*certain, *(read if len(read) >= _MIN_LINES else filter(_is_certain, read))]
    are_titled = sum(map(has_form_of_title, titles)) >= _MOST * len(titles)
    are_remarks = are_mostly_sentences(titles)
    are_several = not are_titled and not are_remarks and len(lines) >= _MIN_UNANNOUNCED
    are_small = are_several and (are_titles_of_papers(titles, _MIN_USUAL) or _are_entries(context, lines))
    if len(papers) >= max(1, _MIN_SHARE * count):
        # where the other papers have small letters, too, these are no remarks
        are_small = not all(map(_has_form, papers))
        accepted = [line for line in uncertain if not line.read.is_cited and (are_small or _has_form(line))]
    elif (are_titled or are_small) and _are_announced(context, lines, read):
        # in a list of works to read, no remark has its authors and the year in brackets before it
        is_reading = all(line.read.is_dated_in_brackets for line in lines) and words_above.announces_works(
            context, lines[0].container, lines[0].block
        )
        accepted = [line for line in uncertain if are_small or is_reading or _has_form(line)]
    else:
        return
    yield from _with_publications(papers, accepted)


def _are_entries(context: NoteContext, lines: Sequence[_Line]) -> bool:
    """Return whether words above some lines announce works to read, and most lines have no mark of a remark.

    A colon or a dash may be before a remark, and a point after it.
    """
    entries = sum(
        not _REMARK_MARK.search(line.words.text, line.read.reference.authors.end, line.read.reference.title.start)
        and not line.words.text.rstrip().endswith((".", "!", "?"))
        for line in lines
    )
    return entries >= _MOST * len(lines) and words_above.announces_works(context, lines[0].container, lines[0].block)


def _are_announced(context: NoteContext, lines: Sequence[_Line], claimed: Sequence[_Line]) -> bool:
    """Return whether lines are of several years, and words above them announce works to read, or all are of papers."""
    references = [line.read.reference for line in (*lines, *claimed)]
    titles = [reference.title.words for reference in references]
    are_foreign = 2 * sum(map(may_be_foreign, titles)) >= len(titles)
    mean = sum(map(count_words, titles)) / max(1, len(titles))
    are_marked = all(line.read.is_marked for line in (*lines, *claimed))
    if (
        are_marked
        and len(references) >= _MIN_LINES
        and words_above.announces_works(context, lines[0].container, lines[0].block)
    ):
        return True
    if len(references) < _MIN_LINES or mean < (_MIN_FOREIGN if are_foreign else _MIN_MEAN):
        return False
    # those of meetings are of one year
    if len({reference.year for reference in references}) < _MIN_LINES:
        return False
    if words_above.announces_works(context, lines[0].container, lines[0].block):
        return True
    are_usual = len(references) >= _MIN_UNANNOUNCED and are_titles_of_papers(titles, _MIN_USUAL)
    are_cited = any(line.read.is_cited for line in lines)
    return not are_cited and (are_usual or all(line.read.is_of_session for line in lines))


def _is_below_others(context: NoteContext, line: _Line) -> bool:
    if words_above.is_below_label_of_reading(context, line.container):
        return False
    heading = context.heading_above[line.container.index]
    return listed_papers.announced_works(context, heading) is Works.OTHERS


def _has_form(line: _Line) -> bool:
    return line.read.is_marked or has_form_of_title(line.read.reference.title.words)


def _with_publications(certain: Sequence[_Line], uncertain: Sequence[_Line]) -> Iterator[_Line]:
    """Yield lines with the journals or publishers at their ends, if lines that are papers by themselves have some."""
    ended = [line.read.reference.publication for line in certain if line.read.has_end]
    is_journal = 2 * sum(bool(published.venue) for published in ended) > len(ended)
    is_usual = len(ended) >= max(_MIN_LINES, len(uncertain))
    for line in uncertain:
        read = with_unknown_end(line.read, has_ends=bool(ended), is_journal=is_journal, is_usual=is_usual)
        yield line._replace(read=read)


def _is_certain(line: _Line) -> bool:
    """Return whether a line is a paper by itself: its title is followed by a known journal or publisher."""
    read = line.read
    published = read.reference.publication
    count = count_words(read.reference.title.words)
    if read.is_before_colon or (read.is_cited and not (count > _MIN_TITLE and _has_form(line))):
        # a concept, and who described it; or a method
        return False
    is_long = count >= _MIN_TITLE or read.is_marked or read.are_several
    return read.has_known_venue and is_long and (bool(published.venue) or _has_form(line))


def _is_published(line: _Line) -> bool:
    """Return whether a line has all facts of a paper, so that it is none of the events or talks of its section.

    Other recognisers read the lines of a paragraph there.
    """
    reference = line.read.reference
    is_long = count_words(reference.title.words) > _MIN_TITLE and line.part is None
    return is_long and bool(reference.publication.venue and reference.year) and not line.read.is_cited


def _mention(context: NoteContext, line: _Line) -> Iterator[Mention]:
    """Yield the mention of a line without links to pages, of which other recognisers have read those to papers."""
    inlines = context.inlines_of(line.text.index)
    candidate = PaperCandidate(context, line.container, line.text, inlines, CandidateForm.LINE)
    if line.part:
        candidate = part_of(context, candidate, line.part)
    if candidate.links_to_web:
        return
    mention = reference.mention_of(context, candidate, line.words, line.read.reference, is_of_form=True)
    if mention and line.container.kind is BlockKind.HEADING:
        below = context.section(line.container)
        quotation = context.note.text[below[0].span.start : below[-1].span.end] if below else ""
        place = mention.span, mention.text, line.container.index
        mention = build_mention(context, MentionKind.CARD, *place, mention.evidence, quotation=quotation)
    if mention:
        yield mention

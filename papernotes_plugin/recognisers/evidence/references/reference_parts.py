"""Split a paragraph into its references: one a line, several in a sentence, or one after a label or a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from papernotes_plugin.recognisers.evidence.labels import labelled_values
from papernotes_plugin.recognisers.evidence.papers.paper_links import may_be_paper_or_pdf
from papernotes_plugin.recognisers.evidence.references import lines_in_other_order
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_block, text_of_inlines
from papernotes_plugin.recognisers.evidence.references.reference_reader import (
    CERTAIN,
    LIKELY,
    Reference,
    read_reference,
)
from papernotes_plugin.recognisers.evidence.references.reference_text import (
    LINK_REMOVED,
    ReferenceText,
    joined,
)
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import (
    CandidateForm,
    PaperCandidate,
    candidates_in,
    inlines_within,
    lines_on_page,
    start_of_body,
    title_of_callout,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.inner_parts import inner_parts
from papernotes_plugin.recognisers.evidence.structure.reference_openings import (
    ANNOUNCING_LINE,
    PART_BEFORE,
    SEE,
    below_first_line,
    end_of_remark,
    end_of_sentence,
    indented_openings,
    numbered_openings,
    opens_reference,
    repeated_openings,
    without_lines_of_links,
)
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, is_uninformative
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import WHOLE_PRINTED_YEAR, WHOLE_YEAR
from papernotes_plugin.vocabulary.model import Block, BlockKind, InlineKind, Span

_LINE_BREAK = lazy_regex(r"\n[ \t>]*")
_LABEL_LINE = lazy_regex(r"[ \t>]*(?:[一二三四五六七八九十]{1,3}、[^\n\d]{1,20}|[^\n\d]{2,20}[:：])\s*")
"""A line that names the references below it: `一、期刊论文`, `参考文献：`."""
_SEE = lazy_regex(rf"{SEE}\s+")
_AND = lazy_regex(r"(?<=[\d)])[.,;]*\s+(?:and\s+|und\s+|et\s+(?!al))?(?=[^\W\d_a-z])|;\s+")
_JOINED = lazy_regex(
    r"(?:(?<=[\d)])|(?<=[\d)]\.))(?:\s+(?:&|and|und|et|y)\s+(?=[^\W\d_a-z][\w'’-]+, [A-Z]\.)"
    r"|\s*+(?:[–-]\s*+)?(?=[^\W\d_a-zß-öø-ÿ]{3,}(?:[ '’-][^\W\d_a-zß-öø-ÿ]{2,})* [^\W\d_a-z][\w'’-]+, [«“\"]))"
)
"""The words between the numbers that end a reference and the names that open another one.

The names are a family name and initials after a conjunction, or a family name in capitals before a quoted title.
"""
_MANY_LINES = 5
"""Lines of a paragraph from which some need not be references, if most are."""
_MOST = 0.6
"""Share of the lines that are most of them."""
_SOME_LINES, _NEARLY_ALL = 3, 0.75
"""The same of fewer lines."""
_SOURCES = lazy_regex(r"(?:[Ss]ources|[Rr]ef(?:erence)?s|[Qq]uellen|[Ff]uentes|[Ff]ontes)\s?[:：]\s+")
_SEMICOLON = lazy_regex(r";\s+(?=[^\W\d_a-z])")
"""The mark between the references after a label."""
_NAME_AND_QUOTE = r"(?=(?:[^\W\d_a-z][\w'’.-]* |[’'´]t |d[ei] |v[ao]n |de[rn] ){1,4}[^\W\d_a-z][\w'’.-]+, [“”\"])"
_MORE = (
    r"(?:(?:and|but|und|sowie|et|y|e|ma)\s+)?(?:(?:see\s+)?(?:also|auch|aussi|anche|también)\s+)?"
    r"(?:the\s+(?:[a-z]+\s+){1,2}(?:in|by|of)\s+)?"
)
"""The words that may be between two references: `and also `, `and the reply in `."""
_CITED = lazy_regex(
    rf"(?:(?:^|(?<=[\s(])){SEE}\s+|(?:(?<=[\d)f\x1d])|(?<=\bs\.)|(?<=\bss\.)) ?;\s+{_MORE}"
    r"|;\s+(?=(?:[^\W\d_a-z][\w.’'-]*\s){1,3}[^\W\d_a-z][\w’'-]+,\s[“\"\x02])"
    r"|(?<=[\d)f]),?\s+(?:and|sowie|as well as)\s+(?:the\s+(?:[a-z]+\s+){1,2}(?:in|by|of)\s+|also\s+)?"
    r"|\b(?:[Qq]uoted|[Cc]ited|[Rr]eprinted|[Rr]eproduced|[Dd]iscussed|zitiert|zit\.|cité|citado|citato|cit\.)"
    r"\s+(?:in translation )?(?:in|by|from|nach|dans|par|en|por|da)\s+)(?=[^\W\d_a-z])"
    rf"|(?<=[a-z]) from\s+{_NAME_AND_QUOTE}"
)
"""A word for `see` or `quoted in`, a semicolon, or a conjunction after numbers, before a reference in a footnote.

Also `from` before a name and a quoted title.
"""
_SENTENCE_AFTER = lazy_regex(
    r"(?<=[\d)f\x1d])\.\s+(?=[^\W\d_a-z]\w+,? (?:\w+ )?(?!v[ao]n|de[lrn]?|d[aiu]|und|and|et)[a-zß-öø-ÿ]{2,} )"
)
"""A sentence after the numbers of a reference."""
_ENDS_WITH_YEAR = lazy_regex(r"^[^\n]{5,300}[(\[](?:19|20)\d\d[a-z]?[)\]][\s.]*$")
_MIN_BULLETS = 2
"""Bullets below names: the title and the journal."""
_MAX_BULLETS = 3
"""The same with a remark."""
_CITED_BOOK = 2
"""Score from which a book with its imprint is one of several references in a footnote."""
_BOLD_LABEL = lazy_regex(r"\n[ \t>]*(?:\*\*|__)[^*_:：\n]{1,40}(?:[:：]|(?:\*\*|__)\s?[:：])")
"""A line that may open with a bold label."""
_ADDRESS_AFTER = lazy_regex(rf"[\s.,:]*(?:(?:doi|DOI)[:\s]*)?{LINK_REMOVED}")
"""The place of an address, without other words before it."""
_QUOTED = lazy_regex(r"\W{0,3}[“\"„«「『](?P<words>[^“”\"„«»]+)[”\"“»」』]\W{1,5}")
"""A text in quotation marks before a dash."""
_LINK_SIGN = lazy_regex(r"://|\]\(|\b10\.\d{4}")


def text_before_labels(context: NoteContext, candidate: PaperCandidate) -> ReferenceText:
    """Return the text of a candidate to the first line with a bold label and a value that is no link.

    The bullets below names and a year belong to it if they are a title and a journal.
    """
    source, span = context.note.text, candidate.block.span
    # Markdown has no bold words in HTML, whose block has all items of a list
    is_html = candidate.block.kind is BlockKind.HTML
    opening = None if is_html else _BOLD_LABEL.search(source, *span)
    values = labelled_values.find(context, [candidate.block]) if opening else ()
    labels = (v.span for v in values if opening and v.span.start > opening.start())
    end = next((label.start for label in labels if not _LINK_SIGN.search(source, *label)), None)
    inlines = candidate.inlines if end is None else [(k, i) for k, i in candidate.inlines if i.span.start < end]
    words = text_of_inlines(context, inlines)
    return lines_in_other_order.in_order(context, candidate, _with_bullets(context, candidate, words))


def _with_bullets(context: NoteContext, candidate: PaperCandidate, words: ReferenceText) -> ReferenceText:
    """Return the text of an item together with the bullets below it, if it is names and a year, and they are the rest.

    The bullets are the title and the journal.
    """
    lists = [child for child in context.children(candidate.container.index) if child.kind is BlockKind.LIST]
    if candidate.form is not CandidateForm.BULLET or len(lists) != 1 or not _ENDS_WITH_YEAR.search(words.text):
        return words
    bullets = [context.text_blocks(item) for item in context.children(lists[0].index)]
    if not (_MIN_BULLETS <= len(bullets) <= _MAX_BULLETS and all(len(texts) == 1 for texts in bullets)):
        return words
    lines = [words, *(text_of_block(context, texts[0].index) for texts in bullets)]
    whole, _ = joined(lines, ". ")
    reference = read_reference(whole)
    is_rest = reference is not None and reference.is_in_journal and reference.title.start >= len(words.text)
    return whole if is_rest else words


def reference_candidates(context: NoteContext, block: Block) -> Iterator[PaperCandidate]:
    """Yield the title of a callout, the source of what it quotes, and the parts and the whole of a block."""
    title = title_of_callout(context.note.text, block)
    if title:
        yield PaperCandidate(context, block, block, inlines_within(context, block, title), CandidateForm.LINE)
    # a part is claimed before the whole, which has other words, too
    yield from inner_parts(context, block)
    for candidate in candidates_in(context, block):
        yield _without_opening_links(context, candidate)


def _without_opening_links(context: NoteContext, candidate: PaperCandidate) -> PaperCandidate:
    """Return a paragraph without the lines at its beginning that have only tags, and links to other notes or pages.

    A link to a paper, or one that only points, such as `[code](…)`, may belong to the reference below it.
    """
    block = candidate.block
    body = without_lines_of_links(context.note.text, block)
    if candidate.form is not CandidateForm.PARAGRAPH or body is block:
        return candidate
    opening = [i for _, i in candidate.links if i.span.start < body.span.start]
    if any(may_be_paper_or_pdf(i) or is_uninformative(i.text) for i in opening):
        return candidate
    inlines = context.inlines_between(block.index, *body.span)
    return PaperCandidate(context, candidate.container, block, inlines, candidate.form)


def references_in_lines(
    context: NoteContext, candidate: PaperCandidate, opens: Callable[[str, Span], bool] = opens_reference
) -> list[tuple[PaperCandidate, ReferenceText]]:
    """Return the lines of a paragraph that begin like references: all of them, or most of many."""
    if candidate.form not in (CandidateForm.PARAGRAPH, CandidateForm.QUOTE):
        return []
    source, end = context.note.text, candidate.block.span.end
    first = start_of_body(source, candidate.block)
    starts = [first, *(match.end() for match in _LINE_BREAK.finditer(source, first, end))]
    spans = [Span(*span) for span in zip(starts, [*starts[1:], end], strict=True)]
    if len(spans) > 2 and ANNOUNCING_LINE.match(source, first, end):
        spans = spans[1:]
    openings = [span for span in spans if opens(source, span)]
    spans = [span for span in spans if not _LABEL_LINE.fullmatch(source, *span)]
    if len(spans) < 2 or not are_most(len(openings), len(spans)):
        return []
    return _parts(context, candidate, openings)


def are_most(count: int, total: int) -> bool:
    """Return whether the references among some lines are all of them, or most of many."""
    return count == total or count >= max(_MANY_LINES, _MOST * total) or count >= max(_SOME_LINES, _NEARLY_ALL * total)


def references_between_breaks(
    context: NoteContext, candidate: PaperCandidate
) -> list[tuple[PaperCandidate, ReferenceText]]:
    """Return what begins like a reference between the hard line breaks of a paragraph or cell, if there are several.

    A reference may go on in the next line of the source, and other parts are remarks.
    """
    is_cell = candidate.block.kind is BlockKind.CELL
    if not is_cell and candidate.form not in (CandidateForm.PARAGRAPH, CandidateForm.QUOTE):
        return []
    source = context.note.text
    spans = lines_on_page(
        source, Span(start_of_body(source, candidate.block), candidate.block.span.end), is_cell=is_cell
    )
    spans = [span for span in spans if opens_reference(source, span)]
    return _parts(context, candidate, spans) if len(spans) > 1 else []


def parted_references(context: NoteContext, candidate: PaperCandidate) -> list[tuple[PaperCandidate, ReferenceText]]:
    """Return the parts of a paragraph that begin like references: indented lines, or those below a number.

    Also the rest below a bold line, or below one in Chinese, Japanese or Korean, which translates the title.
    Also the lines of an item that repeat its authors.
    """
    source, block = context.note.text, candidate.block.span
    spans = below_first_line(source, block)
    if candidate.form is CandidateForm.BULLET:
        # bold words that open an item may be its title
        spans = [] if source.startswith("**", block.start) else spans or repeated_openings(source, block)
    if candidate.form is CandidateForm.PARAGRAPH:
        spans = spans or indented_openings(source, block) or numbered_openings(source, block)
    return _parts(context, candidate, spans)


def enumerated_references(
    context: NoteContext, candidate: PaperCandidate, words: ReferenceText
) -> list[tuple[PaperCandidate, ReferenceText]]:
    """Return the references in a text that only lists some: `See A, CVPR, 2023, and B, ICML, 2024`, `A. & B`."""
    opening = _SEE.match(words.text)
    label = None if opening else _SOURCES.match(words.text)
    start = opening.end() if opening else label.end() if label else 0
    gap = _AND if opening else _SEMICOLON if label else _JOINED
    gaps = [(0, start), *(match.span() for match in gap.finditer(words.text, start))]
    spans = zip(gaps, [*gaps[1:], (len(words.text), 0)], strict=True)
    parts = [words.part(start, end) for (_, start), (end, _) in spans if end > start]
    if not opening and (len(parts) < 2 or not all(WHOLE_YEAR.search(part.text) for part in parts)):
        return []
    return [(part_of(context, candidate, part.span(0, len(part.text))), part) for part in parts]


def is_cited(reference: Reference) -> bool:
    """Return whether a reading is good enough next to a listed reference: a book with its imprint, or a likely one."""
    is_whole = reference.year is not None and reference.is_published
    is_book = reference.publication.has_imprint and " " in reference.authors.names[0]
    return is_whole and reference.score >= (_CITED_BOOK if is_book else LIKELY)


def cites_others(source: str, footnote: Span) -> bool:
    """Return whether a footnote has a mark before which one reference ends, and after which another one begins."""
    return _CITED.search(source, *footnote) is not None


def cited_references(
    context: NoteContext, candidate: PaperCandidate, words: ReferenceText
) -> list[tuple[PaperCandidate, ReferenceText]]:
    """Return the parts of a footnote that follow a word for `see` or a semicolon, each up to the next sentence.

    Historians write sentences, and references between them: `The word is old. See Ann Lee: Title, Bonn 2004, p. 11.`
    """
    if candidate.container.kind is not BlockKind.FOOTNOTE:
        return []
    text = words.text
    gaps = [match.span() for match in _CITED.finditer(text)]
    opens = bool(gaps) and gaps[0][0] == 0
    starts = [0] * (not opens) + [end for _, end in gaps]
    limits = [*(start for start, _ in gaps[opens:]), len(text)]
    sentences = [_SENTENCE_AFTER.search(text, start, end) for start, end in zip(starts, limits, strict=True)]
    if len(starts) == 1 and not any(sentences):
        # the whole footnote is read with the word for `see`
        return []
    parts = []
    for start, end, sentence in zip(starts, limits, sentences, strict=True):
        part = words.part(start, sentence.start() if sentence else end)
        if WHOLE_PRINTED_YEAR.search(part.text):
            parts.append((_cut_out(context, candidate, part.span(0, len(part.text))), part))
    return parts


def _cut_out(context: NoteContext, candidate: PaperCandidate, span: Span) -> PaperCandidate:
    """Return a candidate with the inlines of a block in a span, of which plain text ends where the span does."""
    cut = []
    for index, inline in inlines_within(context, candidate.block, span):
        if inline.kind is InlineKind.TEXT and inline.span.end > span.end:
            own = Span(inline.span.start, span.end)
            cut.append((index, inline._replace(span=own, text=context.source(own))))
        else:
            cut.append((index, inline))
    return PaperCandidate(context, candidate.container, candidate.block, cut, CandidateForm.LINE)


def _parts(
    context: NoteContext, candidate: PaperCandidate, spans: list[Span]
) -> list[tuple[PaperCandidate, ReferenceText]]:
    """Return the parts of a candidate in some spans, each with its text."""
    parts = [part_of(context, candidate, span) for span in spans]
    return [(part, text_of_inlines(context, part.inlines)) for part in parts]


def part_of(context: NoteContext, candidate: PaperCandidate, span: Span) -> PaperCandidate:
    """Return a candidate with those inlines of a block that begin in a span."""
    inlines = context.inlines_between(candidate.block.index, *span)
    return PaperCandidate(context, candidate.container, candidate.block, inlines, CandidateForm.LINE)


def read_last_reference(words: ReferenceText) -> tuple[ReferenceText, Reference | None]:
    """Return the reference that ends a text, and its part of the text, if it is certain; else what the text is."""
    part = PART_BEFORE.match(words.text)
    if part and (after := _read_after(words, part.end(), CERTAIN)):
        return _chapter(words, part, after[1]) if part["title"] and after[1].entry_type == "book" else after
    remark = end_of_remark(words.text, 0, len(words.text))
    if remark and (after := _read_after(words, remark, LIKELY)):
        return after
    whole = read_reference(words)
    if whole and whole.score >= CERTAIN:
        return words, whole
    start = end_of_sentence(words.text, 0, len(words.text))
    after = _read_after(words, start, CERTAIN) if start else None
    return after if after and not _is_after_title(words, start, after[1]) else (words, whole)


def _is_after_title(words: ReferenceText, start: int, reference: Reference) -> bool:
    """Return whether the words before a reference are a marked title, and what was read as its title is a remark.

    `"Title of a Paper" – Ann Lee, Bob Ray (ICML 2017)`, then `A classic.`
    """
    if not words.text[:start].rstrip().endswith(("–", "—", "-")):
        return False
    before = _QUOTED.fullmatch(words.text, 0, start)
    opened = (
        before["words"] if before else next((words.text[a:b] for a, b, _ in words.marks if a < 3 <= b <= start), "")
    )
    return count_words(opened) > count_words(reference.title.words)


def _chapter(words: ReferenceText, part: re.Match[str], book: Reference) -> tuple[ReferenceText, Reference]:
    """Return the reference of a part of a book, whose title is before the reference of the book."""
    title = TitleReading(part["title"], *part.span("title"), points=0)
    authors = replace(book.authors, end=book.authors.end + part.end())
    published = replace(book.publication, venue=book.title.words, entry_type="incollection", has_in=True)
    return words, replace(book, title=title, authors=authors, publication=published)


def _read_after(words: ReferenceText, start: int, min_score: float) -> tuple[ReferenceText, Reference] | None:
    """Return the reference after an offset, and its part of the text; None if its score is low.

    It has a publication, or a year and an address after its title.
    """
    rest = words.part(start, len(words.text))
    reference = read_reference(rest)
    if reference is None or reference.score < min_score:
        return None
    has_address = reference.is_dated and _ADDRESS_AFTER.match(rest.text, reference.title.end)
    return (rest, reference) if reference.is_published or has_address else None

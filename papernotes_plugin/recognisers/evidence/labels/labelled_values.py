"""Find labelled values in paragraphs, lists and tables: `**TL;DR:** …`, `作者：…`, `year:: 2020`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.labels import label_marks, web_pages
from papernotes_plugin.recognisers.evidence.labels.field_labels import LINK_MEANINGS, is_missing
from papernotes_plugin.recognisers.evidence.labels.label_marks import is_work, meaning_with
from papernotes_plugin.recognisers.evidence.labels.label_meanings import OF_FACTS, SYMBOLS, meaning
from papernotes_plugin.recognisers.evidence.labels.labels_in_line import (
    PLAIN_LABEL,
    ends_value,
    parts_of_line,
    pattern_of_plain_labels,
)
from papernotes_plugin.recognisers.evidence.labels.venue_values import names_venue
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles import false_titles
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import looks_like_title
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Field, InlineKind, Span

_LENTICULAR = lazy_regex(r"[ \t>]*【(?P<label>[^【】\n]{1,30})】\s*(?P<value>[^\n]*)")
_LABEL = lazy_regex(
    rf"[ \t>]*+(?:[-*+•·▪◦‣]\s+|\[\d{{1,4}}\][ \t]+)?(?:\[[ xX]\]\s+)?(?P<symbol>[{SYMBOLS}]++[ \t]*+)?"
    r"(?:(?P<mark>\*{1,3}|__|_|<b>|<strong>)\s*+(?P<strong>(?:[^*_:：\n]|:(?=in(?:nen)?\b)){1,40}?)(?<!\s)\s*+"
    r"(?:(?:::?|：)\s*(?:\*{1,3}|__|_|</b>|</strong>)|(?:\*{1,3}|__|_|</b>|</strong>)\s*(?:::?|：))"
    r"|(?P<whole>\*\*|__|\*|_)?\[?(?P<plain>[^\W\d_](?:[^:：*_`\[\]\n|#]|:(?=in(?:nen)?[:：])){0,30}?)\]?\s*(?:::?(?!in(?:nen)?[:：])|：))\s*(?P<value>[^\n]*)"
)
"""`**Label:** value`, `**Label**: value`, `*Label*:`, `Label：value`, `label:: value`, `Label: value`."""
_BOLD_LINE = lazy_regex(
    r"(?:\*\*|__)(?P<label>[^*_\n]{1,40})(?:\*\*|__)[ \t]*+\n[ \t>]*+(?::[ \t]++)?(?P<value>[^\n]++)\s*+"
)
_PUBLISHED = lazy_regex(
    r"(?P<label>(?:Published|Appeared|Presented|To appear) (?:at|in)|Accepted (?:at|by|in|to)) "
    r"(?P<value>[^\n]{2,150}?)\.?\s*"
)
_AFTER_DASH = lazy_regex(r"\s[-–—]\s.*", re.DOTALL)
_LINE_BREAK = lazy_regex(rf"{OPTIONAL_SPACE}(?:<br ?/?>|\\)\s*$")
_ONE_LINE = ("doi", "arxiv", "year")
"""Meanings of values that never continue on the next line."""
_LABEL_SIGN = lazy_regex("[:：【]")
"""Every labelled value contains one of them, unless the note has `label_marks.other_marks`."""
_VALUE_KINDS = frozenset((BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.QUOTE))
_MAX_LABEL_ALONE = 60
"""Characters of a block that is a label."""
_MAX_GAP = 3
"""Line ends between it and its value."""
_REFERENCE_LABELS = ("参考论文",)
"""Labels of the paper of a note, or of one to which it refers."""
_MAX_DEPTH = 3
"""Nested quotes and lists that still are one description."""


class LabelledValue(NamedTuple):
    """A value with its label, as written in a note."""

    label: str
    meaning: str
    """The key of `field_labels.FIELDS` that the label belongs to; empty for any other label."""
    value: str
    """The source of the value; empty for `none`, `TODO` and other placeholders."""
    span: Span
    """Span of label and value; that of the value if the label is a heading."""
    block: int
    """Index of the text block that holds the label, or the value where the label is a heading or a cell."""
    value_span: Span
    """Span of the value, or of its first line."""

    @property
    def field(self) -> Field:
        """The label and value as a field of `Evidence`."""
        return Field(self.label, self.value)


def find(context: NoteContext, blocks: Iterable[Block], depth: int = 0) -> list[LabelledValue]:
    """Return the labelled values in blocks, in the order of the note.

    Args:
        context: The note.
        blocks: The blocks; paragraphs, lists, quotes and tables of two columns are read, others are ignored.
        depth: The number of lists and quotes that were entered to get to the blocks.
    """
    values: list[LabelledValue] = []
    for block in blocks:
        if (values and values[-1].span.end >= block.span.end) or not label_marks.may_have_values(context, block):
            # it is the value of the label above it, or has none
            continue
        if block.kind is BlockKind.PARAGRAPH:
            values += _value_below(context, block) or _paragraph_values(context, block.index)
        elif block.kind is BlockKind.LIST:
            values += _list_values(context, block.index, depth)
        elif block.kind is BlockKind.TABLE:
            values += _table_values(context, block)
        elif block.kind is BlockKind.QUOTE and block.info not in ("quote", "cite") and depth < _MAX_DEPTH:
            values += find(context, context.children(block.index), depth + 1)
    stated = [(value.label, value.value, value.meaning) for value in values]
    if values and web_pages.have_values(stated):
        # title and author of a web page; a link to a paper still describes it
        return [v for v in values if v.meaning in (*LINK_MEANINGS, "tags")]
    meanings = label_marks.meanings_of(stated)
    return [v if v.meaning == own else v._replace(meaning=own) for v, own in zip(values, meanings, strict=True)]


def _value_below(context: NoteContext, block: Block) -> Sequence[LabelledValue]:
    """Return the value of a label that is a block of its own, which is the next block: `**Authors**` above names.

    A label without emphasis or colon is one if it is written as a heading.
    """
    start, end = block.span
    if end - start > _MAX_LABEL_ALONE:
        return ()
    source = context.source(block.span)
    is_marked = block.level or source[:2] in ("**", "__") or source.rstrip(" *_")[-1:] in (":", "：")
    label = source.strip(" *_:：\n") if is_marked else ""
    of_label = meaning(label) if label else ""
    following = next(iter(context.siblings_after(block, 1)), None) if of_label in OF_FACTS else None
    if following is None or following.kind not in _VALUE_KINDS:
        return ()
    if context.note.text.count("\n", end, following.span.start) > _MAX_GAP:
        return ()
    texts = [b for b in context.subtree(following) if b.kind in (BlockKind.PARAGRAPH, BlockKind.HTML)]
    is_list = following.kind is BlockKind.LIST
    if is_list and of_label == "link" and len(context.children(following.index)) > 1:
        return ()
    if not texts or (not is_list and _paragraph_values(context, texts[0].index)):
        return ()
    value = joined_bullets(context, following, of_label) if is_list else context.source(following.span).strip(" >\n")
    span = Span(start, following.span.end)
    return (
        LabelledValue(label, meaning_with(label, value), stated_value(value), span, texts[0].index, following.span),
    )


@once_per_note
def _paragraph_values(context: NoteContext, index: int) -> Sequence[LabelledValue]:
    block, source = context.blocks[index], context.readable_text
    if below := _below_bold_label(block, source):
        return below
    if not (_LABEL_SIGN.search(source, *block.span) or label_marks.other_marks(context)):
        return _published(block, source)
    lines = list(_read_lines(context, block))
    labels = [value.label for value, marked, _ in lines if value is not None and value.meaning and not marked]
    pattern = pattern_of_plain_labels(source, [line for *_, line in lines], labels)
    values: list[tuple[LabelledValue, list[str], int]] = []
    is_open = False
    for with_known_label, _, line in lines:
        labelled = with_known_label
        if labelled is None and pattern:
            match = pattern.match(source, *line) or PLAIN_LABEL.match(source, *line)
            labelled = _from_match(match, match["label"], line.start, block) if match else None
        if labelled:
            values.append((labelled, [labelled.value], line.end))
            # `issue:` among properties is empty
            is_filled = labelled.value or labelled.meaning or with_known_label
            is_open = bool(is_filled) and (labelled.meaning not in _ONE_LINE or not labelled.value)
        elif is_open and not ends_value(values[-1][0].meaning, values[-1][0].value, source, line):
            # a line without a label continues the value before it
            values[-1] = *values[-1][:2], line.end
            values[-1][1].append(context.source(line).strip(" \t>"))
        else:
            # `Cited: 3` after an empty value ends it
            is_open = False
    others = web_pages.meanings_of_post(context.source(block.span), [v.meaning for v, *_ in values])
    return [
        v._replace(value=_without_closing(source, v, "\n".join(texts)), span=Span(v.span.start, end))
        for v, texts, end in values
        if v.meaning not in others and (v.label not in _REFERENCE_LABELS or not _is_of_other_paper(context, v))
    ]


def _without_closing(source: str, labelled: LabelledValue, value: str) -> str:
    """Return a value without the end of emphasis that opens before its label: `**Authors: Ann Lee**`."""
    opening = source[labelled.span.start : labelled.value_span.start]
    mark = next((mark for mark in ("**", "__", "*", "_") if opening.count(mark) == 1), "")
    if mark:
        value = "".join(value.rpartition(mark)[::2])
    return value.strip()


def _is_of_other_paper(context: NoteContext, value: LabelledValue) -> bool:
    """Return whether `参考论文：Title` is below the title of another paper; below a label it is that of the note."""
    heading = context.heading_above[value.block]
    words = context.visible_text(heading) if heading >= 0 and value.meaning == "title" else ""
    return looks_like_title(words) and not false_titles.is_generic(words)


def _below_bold_label(block: Block, source: str) -> Sequence[LabelledValue]:
    """Return the value in the line below a bold label without a colon: `**Authors**`, then `Ann Lee`."""
    match = _BOLD_LINE.fullmatch(source, *block.span) if source.startswith(("**", "__"), block.span.start) else None
    return (_from_match(match, match["label"], block.span.start, block),) if match and meaning(match["label"]) else ()


def _published(block: Block, source: str) -> Sequence[LabelledValue]:
    """Return the venue in a block such as `Published at SIGMOD'21`, or in its last line, which lacks a colon."""
    start = max(source.rfind("\nPublished ", *block.span) + 1, block.span.start)
    match = _PUBLISHED.fullmatch(source, start, block.span.end)
    is_venue = match and (all(venues.find_venue(match["value"])[:2]) or names_venue(match["value"].strip(" *_")))
    return (_from_match(match, match["label"], start, block),) if match and is_venue else ()


def _read_lines(context: NoteContext, block: Block) -> Iterator[tuple[LabelledValue | None, bool, Span]]:
    """Yield each line of a paragraph: its labelled value, whether the label has emphasis, and the span of the line."""
    source = context.readable_text
    at = block.span.start
    while at < block.span.end:
        end = source.find("\n", at, block.span.end)
        end = block.span.end if end < 0 else end
        has_colon = source.find(":", at, end) >= 0 or source.find("：", at, end) >= 0
        if source.startswith(":", end + 1):
            # a list of definitions: `Authors`, then `: Ann Lee`
            end = source.find("\n", end + 1, block.span.end)
            end, has_colon = block.span.end if end < 0 else end, True
        for part in parts_of_line(source, at, end) if has_colon else (Span(at, end),):
            match = _LABEL.match(source, *part) if has_colon else None
            labelled = _with_colon(match, block) if match else _in_lenticular_brackets(source, *part, block)
            labelled = labelled or _with_other_mark(context, part, block)
            yield labelled, match is not None and bool(match["mark"]), part
        at = end + 1


def _with_other_mark(context: NoteContext, line: Span, block: Block) -> LabelledValue | None:
    """Return the value in a line whose label has no colon: a date, or one of several with another mark in the note."""
    if dated := label_marks.match_date(context, line):
        return _from_match(dated, dated["label"], dated.start("label"), block)
    match = label_marks.match_line(context, line)
    if match is None:
        return None
    label = match["marked"] or match["plain"]
    start = match.start("opening" if match["marked"] else "plain")
    return _from_match(match, label, start, block) if meaning(label) in OF_FACTS else None


def _with_colon(match: re.Match[str], block: Block) -> LabelledValue | None:
    label = (match["strong"] or match["plain"] or "").strip()
    is_known = bool(meaning(label)) or is_work(label)
    # prose has colons, too: a plain word before one is a label only if it is known
    if not label or (match["plain"] and not is_known and "::" not in match.group()):
        return None
    if match["plain"] and "::" not in match[0] and match.string.startswith("[", match.start("plain") - 1):
        # the text of a link, such as `[arXiv:1706.03762](…)`
        return None
    first = next(group for group in ("symbol", "mark", "whole", "plain") if match[group])
    return _from_match(match, label, match.start(first), block)


def _in_lenticular_brackets(source: str, start: int, end: int, block: Block) -> LabelledValue | None:
    match = _LENTICULAR.match(source, start, end)
    return _from_match(match, match["label"], match.start("label") - 1, block) if match else None


def _from_match(match: re.Match[str], label: str, start: int, block: Block) -> LabelledValue:
    value_span = Span(match.start("value"), match.start("value") + len(match["value"].rstrip()))
    span = Span(start, match.end())
    value = stated_value(match["value"])
    return LabelledValue(label, meaning_with(label, value), value, span, block.index, value_span)


def stated_value(value: str) -> str:
    """Return a value without space around it; "" for a placeholder such as `none`."""
    value = value.strip()
    value = _LINE_BREAK.sub("", value).strip() if value.endswith((">", "\\")) else value
    return "" if is_missing(value) else value


@once_per_note
def _list_values(context: NoteContext, index: int, depth: int) -> Sequence[LabelledValue]:
    return [value for item in context.children(index) for value in _item_values(context, item, depth)]


def _item_values(context: NoteContext, item: Block, depth: int) -> list[LabelledValue]:
    if not (texts := context.text_blocks(item)):
        # Zotero writes `- * Authors: …` for Roam
        return find(context, context.children(item.index), depth + 1) if depth < _MAX_DEPTH else []
    values = list(_paragraph_values(context, texts[0].index))
    if len(values) == 1 and label_marks.is_statement(context, values[0].label, values[0].span):
        return []
    nested = [b for b in context.children(item.index) if b.kind is BlockKind.LIST]
    is_empty = bool(values) and not values[0].value and bool(nested)
    if is_empty and depth < _MAX_DEPTH and false_titles.is_metadata(values[0].label):
        return find(context, nested, depth + 1)
    if is_empty:
        span = Span(values[0].span.start, nested[0].span.end)
        values[0] = values[0]._replace(
            value=joined_bullets(context, nested[0], values[0].meaning), span=span, value_span=nested[0].span
        )
    elif values and values[0].meaning and nested and depth < _MAX_DEPTH:
        values += find(context, nested, depth + 1)
    label = context.visible_text(texts[0].index).strip(" :：") if nested and not values else ""
    if label and depth < _MAX_DEPTH and _are_facts_below(context, label, nested, depth):
        return find(context, nested, depth + 1)
    if label and meaning(label):
        span = Span(texts[0].span.start, nested[0].span.end)
        value = joined_bullets(context, nested[0], meaning(label))
        return [LabelledValue(label, meaning(label), value, span, texts[0].index, nested[0].span)]
    return values


def _are_facts_below(context: NoteContext, label: str, nested: list[Block], depth: int) -> bool:
    """Return whether the bullets below a word are facts of one paper: `- Paper` above `- Authors: …`, `- Metadata`."""
    if false_titles.is_metadata(label) or not (meaning(label) or false_titles.is_generic(label)):
        return false_titles.is_metadata(label)
    meanings = {value.meaning for value in find(context, nested, depth + 1)}
    return "authors" in meanings and len(meanings & OF_FACTS) > 1


def joined_bullets(context: NoteContext, nested: Block, of_label: str) -> str:
    """Return the bullets of a list as one value; the links of authors show where a name ends."""
    texts = [texts[0] for item in context.children(nested.index) if (texts := context.text_blocks(item))]
    if of_label == "authors":
        # an affiliation after a dash
        return ", ".join(_AFTER_DASH.sub("", context.source(text.span)) for text in texts)
    return ", ".join(context.visible_text(text.index) for text in texts)


def _table_values(context: NoteContext, table: Block) -> list[LabelledValue]:
    """Return the rows of a table with known labels in its first column; none if it has more columns with text."""
    values: list[LabelledValue] = []
    for row in context.children(table.index):
        cells = context.children(row.index)
        if len(cells) < 2 or any(context.visible_text(cell.index) for cell in cells[2:]):
            return []
        label = context.visible_text(cells[0].index)
        # a label in code is the name of an attribute: the table documents a program
        is_known = meaning(label) or is_work(label)
        if is_known and not any(i.kind is InlineKind.CODE for _, i in context.inlines_of(cells[0].index)):
            value = stated_value(context.source(cells[1].span))
            of_label = meaning(label) or "title"
            values.append(LabelledValue(label, of_label, value, row.span, cells[1].index, cells[1].span))
    return values

"""Labelled values: `**TL;DR:** …`, `作者：…`, `year:: 2020`, in paragraphs, list items and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from papernotes_plugin.recognisers.evidence import title_heuristics
from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.field_labels import EMPTY_VALUES, MEANING, is_template
from papernotes_plugin.vocabulary.model import Block, BlockKind, Field, InlineKind, Span

_LENTICULAR = re.compile(r"[ \t>]*【(?P<label>[^【】\n]{1,30})】\s*(?P<value>[^\n]*)")
# **Label:** value | **Label**: value | *Label*: | Label：value | label:: value | Label: value
_LABEL = re.compile(
    r"[ \t>]*(?:[-*+]\s+)?(?:(?P<mark>\*\*|__|\*|_|<b>|<strong>)\s*+(?P<strong>[^*_:：\n]{1,40}?)(?<!\s)\s*+"
    r"(?:[:：]\s*(?:\*\*|__|\*|_|</b>|</strong>)|(?:\*\*|__|\*|_|</b>|</strong>)\s*(?:::?|：))"
    r"|\[?(?P<plain>[^\W\d_][^:：*_`\[\]\n|#]{0,30}?)\]?\s*(?:::?|：))\s*(?P<value>[^\n]*)"
)
_OWN = re.compile(r"[ \t>]*(?P<label>[^\W\d_a-z][^:：*_`\[\]\n|#]{0,25}?)\s*(?:::?|：)(?!//)\s*(?P<value>[^\n]*)")
_SIGNS = (":", "：", "【")
"""A field has one of them."""
_SEVERAL = 2
"""Lines of a paragraph that are plain fields with labels we know, from which all such lines are."""
# 论文下载链接, 代码和数据集, 項目主頁
_LINK = re.compile(
    r"(?!.*(?:関連|相关))(?:(?:论文|论文pdf|原文|論文).{0,6}(?:链接|地址|下载|リンク|url)|(?:代码|数据集|项目).{0,8})"
)
_SLASH = re.compile(r"[/／(（]")
_DEPTH = 3
"""Quotes and lists in one another that are still one description."""


@dataclass(frozen=True, slots=True)
class LabelledValue:
    """A field of a card and where it stands."""

    label: str
    meaning: str
    """What `field_labels.FIELDS` takes the label for; empty for a label of the author's own."""
    value: str
    span: Span
    """Of label and value."""
    block: int
    """The text block it stands in."""
    inner: Span
    """Of the value, of one of several lines the first."""

    @property
    def field(self) -> Field:
        """It as a field of the evidence."""
        return Field(self.label, self.value)


@lru_cache(maxsize=1 << 12)
def meaning(label: str) -> str:
    """What a label stands for, or "".

    Examples:
        >>> meaning("TL;DR"), meaning("论文链接"), meaning("著者/所属機関"), meaning("Colour")
        ('tldr', 'link', 'authors', '')
    """
    folded = " ".join(label.casefold().strip(" *_:：[]()#📄📝🔗💻👥📅").split())
    known = MEANING.get(folded) or MEANING.get(_SLASH.split(folded, maxsplit=1)[0].strip(), "")
    return known or ("link" if not folded.isascii() and _LINK.fullmatch(folded) else "")


def find(context: NoteContext, blocks: Iterable[Block], depth: int = 0) -> list[LabelledValue]:
    """The fields in paragraphs, list items and two-column tables among the blocks, in order."""
    out: list[LabelledValue] = []
    for block in blocks:
        if block.kind is BlockKind.PARAGRAPH:
            out += _in_paragraph(context, block)
        elif block.kind is BlockKind.LIST:
            for item in context.children(block.index):
                out += _in_item(context, item, depth)
        elif block.kind is BlockKind.TABLE:
            out += _in_table(context, block)
        elif block.kind is BlockKind.QUOTE and block.info not in ("quote", "cite") and depth < _DEPTH:
            out += find(context, context.children(block.index), depth + 1)
    return out


def _in_paragraph(context: NoteContext, block: Block) -> list[LabelledValue]:
    if block.index not in context.labelled_values:
        context.labelled_values[block.index] = _read(context, block)
    return list(context.labelled_values[block.index])


def _read(context: NoteContext, block: Block) -> list[LabelledValue]:
    source = context.note.text
    if not any(source.find(sign, *block.span) >= 0 for sign in _SIGNS):
        return []
    lines = list(_lines(context, block))
    plain = sum(f is not None and bool(f.meaning) and not marked for f, marked, _ in lines)
    found: list[tuple[LabelledValue, list[str], int]] = []
    for known, _, line in lines:
        labelled = known
        if labelled is None and plain >= _SEVERAL:
            # among plain fields every line of that form is one
            match = _OWN.match(source, *line)
            labelled = _found(match, match["label"], line.start, block) if match else None
        if labelled:
            found.append((labelled, [labelled.value], line.end))
        elif found:
            first, more, _ = found[-1]
            found[-1] = first, more, line.end
            more.append(context.source(line).strip(" \t>"))
    return [
        replace(f, value="\n".join(values).strip(), span=Span(f.span.start, end)) if len(values) > 1 else f
        for f, values, end in found
    ]


def _lines(context: NoteContext, block: Block) -> Iterator[tuple[LabelledValue | None, bool, Span]]:
    """Each line of a paragraph with the field that it is, and whether its label is set off by marks."""
    source = context.note.text
    at = block.span.start
    while at < block.span.end:
        end = source.find("\n", at, block.span.end)
        end = block.span.end if end < 0 else end
        signed = source.find(":", at, end) >= 0 or source.find("：", at, end) >= 0
        match = _LABEL.match(source, at, end) if signed else None
        labelled = _labelled(match, block) if match else _lenticular(_LENTICULAR.match(source, at, end), block)
        yield labelled, match is not None and bool(match["mark"]), Span(at, end)
        at = end + 1


def _labelled(match: re.Match[str], block: Block) -> LabelledValue | None:
    label = (match["strong"] or match["plain"] or "").strip()
    known = meaning(label)
    # a plain word before a colon is a field only where the word is known: prose has colons too
    if not label or (match["plain"] and not known and "::" not in match.group()):
        return None
    if match["plain"] and known and len(label.split()) > 3:
        return None
    start = match.start("mark") if match["mark"] else match.start("plain")
    return _found(match, label, start, block)


def _found(match: re.Match[str], label: str, start: int, block: Block) -> LabelledValue:
    inner = Span(match.start("value"), match.start("value") + len(match["value"].rstrip()))
    return LabelledValue(label, meaning(label), _value(match["value"]), Span(start, match.end()), block.index, inner)


def _lenticular(match: re.Match[str] | None, block: Block) -> LabelledValue | None:
    return _found(match, match["label"], match.start("label") - 1, block) if match else None


def _value(value: str) -> str:
    """A value, or "" for the ways of saying that there is none."""
    value = value.strip()
    bare = value.strip(" *_`.").casefold()
    return "" if bare in EMPTY_VALUES or is_template(bare) else value


def _in_item(context: NoteContext, item: Block, depth: int) -> list[LabelledValue]:
    texts = context.texts(item)
    if not texts:
        return []
    found = _in_paragraph(context, texts[0])
    nested = [b for b in context.children(item.index) if b.kind is BlockKind.LIST]
    if found and not found[0].value and nested and depth < _DEPTH and title_heuristics.is_metadata(found[0].label):
        return find(context, nested, depth + 1)
    if found and not found[0].value and nested:
        span = Span(found[0].span.start, nested[0].span.end)
        found[0] = replace(found[0], value=_listed(context, nested[0]), span=span, inner=nested[0].span)
    elif found and found[0].meaning and nested and depth < _DEPTH:
        found += find(context, nested, depth + 1)
    label = context.plain(texts[0].index).strip(" :：") if nested and not found else ""
    if label and depth < _DEPTH and title_heuristics.is_metadata(label):
        return find(context, nested, depth + 1)
    if label and meaning(label):
        span = Span(texts[0].span.start, nested[0].span.end)
        found = [
            LabelledValue(label, meaning(label), _listed(context, nested[0]), span, texts[0].index, nested[0].span)
        ]
    return found


def _listed(context: NoteContext, nested: Block) -> str:
    """The bullets of a list as one value."""
    return ", ".join(context.plain(t.index) for i in context.children(nested.index) for t in context.texts(i)[:1])


def under_headings(context: NoteContext, headings: Iterable[Block]) -> list[LabelledValue]:
    """Headings that are labels, with what stands under them as their value: `## 著者` and a line of names."""
    out: list[LabelledValue] = []
    for heading in headings:
        label = context.plain(heading.index)
        blocks = context.section(heading)
        if not meaning(label) or not blocks or heading.index in context.claimed_blocks:
            continue
        if meaning(label) == "link" and not _one_link(context, label, blocks):
            continue
        whole = meaning(label) in ("abstract", "tldr")
        last = blocks[-1] if whole else blocks[0]
        span = Span(blocks[0].span.start, last.span.end)
        value = _value(context.source(span).strip())
        texts = [b.index for b in context.within(blocks[0]) if b.kind in (BlockKind.PARAGRAPH, BlockKind.HTML)]
        if value and texts:
            out.append(LabelledValue(label.strip(" :："), meaning(label), value, span, texts[0], span))
    return out


def _one_link(context: NoteContext, label: str, blocks: Sequence[Block]) -> bool:
    """`## 論文リンク` and one line below; a list of links under `## Papers` says nothing of the title above."""
    texts = [b for b in context.within(blocks[0]) if b.kind in (BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.HTML)]
    return title_heuristics.names_paper(label) and len(blocks) == 1 and len(texts) == 1


def _in_table(context: NoteContext, table: Block) -> list[LabelledValue]:
    out: list[LabelledValue] = []
    for row in context.children(table.index):
        cells = context.children(row.index)
        if len(cells) != 2:
            return []
        label = context.plain(cells[0].index)
        # `author` in code is the name of an attribute: the table is part of a program's documentation
        if meaning(label) and not any(i.kind is InlineKind.CODE for _, i in context.inlines_of(cells[0].index)):
            value = context.source(cells[1].span).strip()
            out.append(LabelledValue(label, meaning(label), value, row.span, cells[1].index, cells[1].span))
    return out

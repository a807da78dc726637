"""Find bullets whose first line is the title of the work that the properties below it describe: `- Title #book`.

Logseq, Roam and Tana have the properties in the bullet, or in bullets below it: `author:: [[Ann Lee]]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from papernotes_plugin.entries.item_types import GENERAL_TYPES, entry_type_of
from papernotes_plugin.recognisers.evidence.labels import book_labels, labelled_values
from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import PAPER_TAGS, PAPER_TYPES, without_links
from papernotes_plugin.recognisers.evidence.labels.label_meanings import meaning
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles import note_names
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic, is_metadata
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import split_title
from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Span

_MARKS = " \t#*_-+"
_TAGS_AT_END = lazy_regex(r"(?:(?<![ \t])[ \t]+#(?>\[\[[^\[\]\n]{1,60}\]\](?!\S)|[^\s#]{1,60})){1,30}[ \t]*$")
_TEMPLATE = "template"
"""The label of the template of a kind of notes, in Logseq."""
_KIND_LABELS = frozenset(("type", "tags", "tag", "kind", "category"))
_SEPARATOR = lazy_regex(r"[,;]|\s(?=#)")


class TitledItem(NamedTuple):
    """A bullet with a title and the properties of a work."""

    values: list[LabelledValue]
    """The title as a labelled value, and the properties."""
    kind: str
    """The entry type that a property or a tag of the title states; `misc` for any paper; "" for none."""


@once_per_note
def find(context: NoteContext) -> Sequence[TitledItem]:
    """Return the bullets with a title, and with the authors as a property of it."""
    return list(_find(context)) if "::" in context.note.text else []


@once_per_note
def blocks_of_properties(context: NoteContext) -> frozenset[int]:
    """Return the blocks with properties of such bullets, which are not those of the note.

    A bullet with the name of the note, or with the title that begins with it, has those of the note.
    """
    name = comparison_key(unquote(note_names.name_of(context.note.path)).rpartition("___")[2])
    others = (item for item in find(context) if not comparison_key(item.values[0].value).startswith(name))
    return frozenset(value.block for item in others for value in item.values)


def _find(context: NoteContext) -> Iterator[TitledItem]:
    """Yield the bullets; a title that is a label of a section needs a property or a tag for the kind of work."""
    for item in context.blocks:
        if item.kind is not BlockKind.ITEM:
            continue
        title = _title(context, item)
        values = _properties(context, item, title.span.end if title else item.span.start)
        is_inner = context.blocks[item.parent].parent >= 0
        if title is None and is_inner and values and values[0].meaning == "title" and values[0].value:
            # `- Title:: …`, perhaps below a heading that is only a label
            title, *values = values
        if title is None:
            continue
        labels = {value.label.casefold() for value in values}
        meanings = {value.meaning for value in values if value.value}
        if "authors" in meanings and "title" not in meanings and _TEMPLATE not in labels:
            kind = _kind(context, title, values)
            if kind or not is_generic(title.value):
                yield TitledItem([title, *values], kind)


def _title(context: NoteContext, item: Block) -> LabelledValue | None:
    """Return the first line of a bullet as a title; None if it is a property, a label or a heading of sections."""
    texts = context.text_blocks(item)
    if not texts:
        return None
    first = texts[0]
    start, end = first.span
    end = context.note.text.find("\n", start, end) if "\n" in context.source(first.span) else end
    line = context.note.text[start:end]
    if "::" in line:
        return None
    words = _TAGS_AT_END.sub("", line).strip(_MARKS)
    title = split_title(without_links(words)).title
    if not title or is_metadata(title) or meaning(title):
        return None
    at = start + line.find(words)
    return LabelledValue("title", "title", title, Span(start, end), first.index, Span(at, at + len(words)))


def _properties(context: NoteContext, item: Block, start: int) -> list[LabelledValue]:
    """Return the properties of a bullet, below its title or in the bullets of the first list below it."""
    parts = [block for block in context.children(item.index) if block.kind is not BlockKind.HEADING]
    return [
        value
        for value in labelled_values.find(context, parts)
        if value.span.start >= start
        and "::" in context.note.text[value.span.start : value.value_span.start]
        and _is_of_item(context, item, value)
    ]


def _is_of_item(context: NoteContext, item: Block, value: LabelledValue) -> bool:
    """Return whether a property is in a bullet, or opens a bullet below it."""
    entry = context.enclosing_entry(value.block)
    if entry is None or entry.index == item.index:
        return entry is not None
    return (
        context.blocks[entry.parent].parent == item.index and value.span.start == context.blocks[value.block].span.start
    )


def _kind(context: NoteContext, title: LabelledValue, values: list[LabelledValue]) -> str:
    """Return the entry type of a work that its tags or properties call a book or a paper."""
    stated = [value.value for value in values if value.label.casefold() in _KIND_LABELS]
    names = [part.strip(" #[]").casefold() for words in stated for part in _SEPARATOR.split(words)]
    names += [tag.strip(" #[]").casefold() for tag in context.tags_in(title.block)]
    if any(map(book_labels.is_kind_of_book, names)):
        return "book"
    if entry_type := next(filter(None, map(entry_type_of, names)), ""):
        return "" if entry_type in GENERAL_TYPES else entry_type
    return "misc" if any(name in PAPER_TYPES or name in PAPER_TAGS for name in names) else ""

"""Find the place of the title of a note: a heading, front matter, a labelled value, or its beginning."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.labels import field_facts, paper_front_matter
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import split_title
from papernotes_plugin.vocabulary.model import Evidence, Span


def place_of_title(context: NoteContext, evidence: Evidence, values: list[LabelledValue]) -> tuple[Span, str, int]:
    """Return the span, text and block of the title.

    A heading that equals the title comes first, then front matter and labelled values.  The last resort is the
    beginning of the note.  The block is -1 there and in front matter.
    """
    shown = evidence.title or evidence.citekey
    heading = context.headings[0] if context.headings else None
    heading_text = context.visible_text(heading.index) if heading else ""
    is_title = heading and evidence.title and split_title(heading_text).title == evidence.title
    if heading and is_title and not _line_of_key(context, "title", starts_line=True):
        return context.text_span(heading), shown, heading.index
    for key in (*paper_front_matter.TITLE_KEYS, *paper_front_matter.CITEKEY_KEYS):
        if line := _line_of_key(context, key):
            start = context.note.line_starts[line - 1]
            end = context.note.text.find("\n", start)
            at = context.note.text.find(evidence.title[:30], start, end) if evidence.title else start
            return Span(max(at, start), end), shown, -1
    named = [v for v in values if v.meaning in ("title", "citekey") and v.value]
    if named:
        titles = (v for v in named if split_title(field_facts.plain_value(v)).title == evidence.title)
        value = next(titles, named[0])
        return value.value_span, shown, value.block
    return Span(context.note.body_start, context.note.body_start), shown, -1


def _line_of_key(context: NoteContext, key: str, *, starts_line: bool = False) -> int:
    """Return the 1-based line of a key of the front matter; 0 for none.

    Args:
        context: The note.
        key: The key in lower case; its case in the note is ignored.
        starts_line: Whether the line must begin with the key.  Front matter in JSON may be one line.
    """
    for name, line in context.note.meta_lines.items():
        if name.casefold() == key:
            is_at_start = context.note.text.startswith(name, context.note.line_starts[line - 1])
            return line if is_at_start or not starts_line else 0
    return 0

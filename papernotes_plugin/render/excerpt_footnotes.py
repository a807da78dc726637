"""Add footnotes to a text cut out of a note."""

from __future__ import annotations

from collections.abc import Mapping

from papernotes_plugin.render.page_links import ExcerptContext
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import BlockKind, Document, InlineKind

_REFERENCE = lazy_regex(r"\[\^([^\]\s]{1,100})\]")


def with_footnotes(words: str, context: ExcerptContext) -> str:
    """Return a text followed by the footnotes of its note that it refers to, directly or from such a footnote."""
    if "[^" not in words or not context.note:
        return words
    definitions = context.links.footnotes(context.note)
    used: dict[str, str] = {}
    unsearched = [words]
    while unsearched:
        for label in _REFERENCE.findall(unsearched.pop()):
            if label in definitions and label not in used and f"[^{label}]:" not in words:
                used[label] = definitions[label]
                unsearched.append(definitions[label].partition("]:")[2])
    return "\n\n".join([words, *used.values()])


def footnote_numbers(document: Document) -> Mapping[str, int]:
    """Return the number of each defined footnote by its label, counted from 1 in the order of references."""
    defined = {block.info for block in document.blocks if block.kind is BlockKind.FOOTNOTE}
    referenced = (inline.text for inline in document.inlines if inline.kind is InlineKind.FOOTNOTE)
    return {
        label: number
        for number, label in enumerate(dict.fromkeys(label for label in referenced if label in defined), 1)
    }

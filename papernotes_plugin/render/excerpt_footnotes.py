"""Footnotes: those of a note that words cut out of it refer to, so that they are quoted with them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from papernotes_plugin.render.page_links import ExcerptContext
from papernotes_plugin.vocabulary.model import BlockKind, Document, InlineKind

_SIGN = re.compile(r"\[\^([^\]\s]{1,100})\]")


def with_footnotes(words: str, context: ExcerptContext) -> str:
    """The words, and behind them each footnote of their note that they or such a footnote refer to."""
    if "[^" not in words or not context.note:
        return words
    defined = context.links.footnotes(context.note)
    found: dict[str, str] = {}
    waiting = [words]
    while waiting:
        for label in _SIGN.findall(waiting.pop()):
            if label in defined and label not in found and f"[^{label}]:" not in words:
                found[label] = defined[label]
                waiting.append(defined[label].partition("]:")[2])
    return "\n\n".join([words, *found.values()])


def numbers(document: Document) -> Mapping[str, int]:
    """What stands for each footnote's sign, by its label: they are counted in the order in which they are called."""
    labels = {block.info for block in document.blocks if block.kind is BlockKind.FOOTNOTE}
    called = (inline.text for inline in document.inlines if inline.kind is InlineKind.FOOTNOTE)
    return {
        label: number for number, label in enumerate(dict.fromkeys(label for label in called if label in labels), 1)
    }

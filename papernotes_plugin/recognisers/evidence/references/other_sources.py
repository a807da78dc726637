"""The link at the end of a reference to a note on another paper, in which the reference is cited."""

from __future__ import annotations

import re
from collections.abc import Sequence

from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import InlineKind

_CITED_IN = lazy_regex(
    r"\s*[,.;:(\[–—-]\s*(?:from|see(?: also)?|via|(?:as )?(?:cited|quoted|mentioned) (?:in|by)"
    r"|aus|siehe(?: auch)?|zit(?:iert|\.) (?:nach|in)|voir(?: aussi)?|cité dans|véase|citado en|citado em|citato in)"
    r"[:：]?\s*$",
    re.IGNORECASE,
)
"""Words at the end of a text by which a link after it is to another paper: `Title. Publisher (from [[Note]])`."""
_MAX_WORDS = 40
"""Characters before a link in which these words are."""
_AFTER_LINK = frozenset(" \n.,;)]")
"""Marks after such a link, at the end of a text."""


def without_source(inlines: Sequence[IndexedInline]) -> Sequence[IndexedInline]:
    """Return the inlines without a link to another note at their end, if the words before it point to another paper."""
    at = next((n for n in range(len(inlines) - 1, -1, -1) if inlines[n][1].kind is not InlineKind.TEXT), 0)
    if at == 0 or inlines[at][1].kind is not InlineKind.WIKILINK:
        return inlines
    link, (index, before) = inlines[at][1], inlines[at - 1]
    after = "".join(inline.text for _, inline in inlines[at + 1 :] if inline.span.start >= link.span.end)
    if before.kind is not InlineKind.TEXT or not _AFTER_LINK.issuperset(after):
        return inlines
    cited = _CITED_IN.search(before.text, max(0, len(before.text) - _MAX_WORDS))
    if not cited:
        return inlines
    words = before.text[: cited.start()]
    return [*inlines[: at - 1], (index, before._replace(text=words))]

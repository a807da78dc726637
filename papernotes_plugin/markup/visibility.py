"""Decide which notes are private, and which parts of a note are hidden.  No other module decides this."""

from __future__ import annotations

import re
from collections.abc import Mapping

from papernotes_plugin.markup.syntax_extensions import mask_spans
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import BlockKind, InlineKind, Note, Span

_YES = frozenset(("true", "yes", "on", "y", "1"))
_NO = frozenset(("false", "no", "off", "n", "0"))
_PRIVATE_SETTINGS: Mapping[str, frozenset[str]] = {
    "draft": _YES,
    "private": _YES,
    "publish": _NO | {"draft", "private"},
    "published": _NO,
    "public": _NO,
}
"""Values in front matter that make a note private, by key; case is ignored.

`draft` is the key of Hugo, Quartz, Quarto and Material's blog, `publish` of Obsidian Publish and mkdocs-publisher,
`published` of Jekyll, and `public` of Logseq.  A value in quotes counts too, as in Quartz, and so does a list of one.
A note that is private by mistake is noticed; a note that is published by mistake is not.
"""
_COMMENT = lazy_regex(r"<!--.*?(?:-->|\Z)", re.DOTALL)


def private_setting(meta: Mapping[str, object]) -> str:
    """Return the front matter that makes a note private, as `key: value`; "" for a public note.

    Examples:
        >>> private_setting({"title": "Review", "Draft": "Yes"}), private_setting({"publish": "true"})
        ('draft: yes', '')
    """
    for key, value in meta.items():
        name = key.strip().casefold()
        for item in value if isinstance(value, list) else (value,):
            word = str(item).split(" #")[0].strip().casefold()
            if word in _PRIVATE_SETTINGS.get(name, ()):
                return f"{name}: {word}"
    return ""


def visible_text(note: Note) -> str:
    """Return the text of a note with `%%…%%` and HTML comments replaced by spaces, so that offsets stay the same."""
    text = mask_spans(note.text, note.document.comments)
    if "<!--" not in text:
        return text
    hidden = []
    for block in note.document.blocks:
        if block.kind is BlockKind.HTML:
            hidden += [Span(*match.span()) for match in _COMMENT.finditer(text, *block.span)]
    for inline in note.document.inlines:
        if inline.kind is InlineKind.HTML and text.startswith("<!--", inline.span.start):
            hidden.append(inline.span)
    return mask_spans(text, sorted(hidden))

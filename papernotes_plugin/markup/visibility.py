"""Privacy: which notes are not for others, and what of a note nobody is to see.  The one place that decides it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from papernotes_plugin.markup.syntax_extensions import mask_spans
from papernotes_plugin.vocabulary.model import BlockKind, InlineKind, Note, Span

_YES = frozenset(("true", "yes", "on", "y", "1"))
_NO = frozenset(("false", "no", "off", "n", "0"))
_KEPT_BACK: Mapping[str, frozenset[str]] = {
    "draft": _YES,
    "private": _YES,
    "publish": _NO | {"draft", "private"},
    "published": _NO,
    "public": _NO,
}
"""What front matter says of a note that is not to be published, ignoring case.

`draft` is the word of Hugo, Quartz, Quarto and Material's blog, `publish` that of Obsidian Publish and of
mkdocs-publisher, `published` Jekyll's, `public` Logseq's.  A value in quotes counts as well (as in Quartz), and so
does a list of one: whoever writes the word means it, and a note kept back by mistake is seen to be missing.
"""
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)


def private_setting(meta: Mapping[str, object]) -> str:
    """The front matter that keeps a note back, as `key: value`; "" for a note that is for others.

    Examples:
        >>> private_setting({"title": "Review", "Draft": "Yes"}), private_setting({"publish": "true"})
        ('draft: yes', '')
    """
    for key, value in meta.items():
        name = key.strip().casefold()
        for said in value if isinstance(value, list) else (value,):
            word = str(said).split(" #")[0].strip().casefold()
            if word in _KEPT_BACK.get(name, ()):
                return f"{name}: {word}"
    return ""


def visible_text(note: Note) -> str:
    """The text of a note with spaces in the place of comments, `%%…%%` and HTML, at the same offsets."""
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

"""Filter raw HTML in quoted notes: a few inline tags remain, without attributes and only in pairs."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from papernotes_plugin.markup.inline_markdown import escape_with_spaces, image, link
from papernotes_plugin.render.page_links import ExcerptContext
from papernotes_plugin.text.escaping import Url, escape_markdown
from papernotes_plugin.text.lazy_regex import lazy_regex

_ALLOWED_TAGS = frozenset(
    ("b", "code", "del", "em", "i", "ins", "kbd", "mark", "q", "s", "small", "strong", "sub", "sup", "u", "var")
)
_TRANSPARENT_TAGS = frozenset(("a", "span", "font", "center", "wbr"))
"""Tags that are removed while their content remains; links are converted separately."""
_TAG = lazy_regex(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)")
_IMAGE_ATTRIBUTE = lazy_regex(r"\b(src|alt)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)
_HREF = lazy_regex(r"\bhref\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)
_TAG_OR_COMMENT = lazy_regex(r"(<(?:!--.*?(?:-->|\Z)|/?[a-zA-Z][^<>]*>))", re.DOTALL)
_INVISIBLE_ELEMENT = lazy_regex(r"<(script|style|template)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_BLOCK_TAG = lazy_regex(
    r"</?(?:article|aside|blockquote|body|caption|col|colgroup|dd|details|div|dl|dt|figcaption|figure|footer|form|h[1-6]|head|header"
    r"|hr|html|iframe|input|li|link|main|meta|nav|ol|p|picture|pre|section|source|summary|table|tbody|td|textarea|tfoot|th|thead|tr"
    r"|ul|video|audio|svg|object|embed|script|style|template|button|select|option|base)\b",
    re.IGNORECASE,
)


def _is_allowed(tag: str) -> bool:
    match = _TAG.match(tag)
    return match is not None and match[2].lower() in _ALLOWED_TAGS


def paired_tags(parts: Sequence[str]) -> set[int]:
    """Return the indices of the allowed tags among `parts` that come in pairs."""
    paired: set[int] = set()
    opened: list[tuple[str, int]] = []
    for index, part in enumerate(parts):
        match = _TAG.match(part)
        if match is None or match[2].lower() not in _ALLOWED_TAGS:
            continue
        name = match[2].lower()
        if not match[1]:
            opened.append((name, index))
        elif opened and opened[-1][0] == name:
            paired |= {opened.pop()[1], index}
    return paired


def convert_tag(tag: str, context: ExcerptContext, *, paired: bool) -> str:
    """Return the Markdown for one tag: the bare tag, an image, nothing, or the tag as escaped text.

    Args:
        tag: The tag or comment as the author wrote it.
        context: The note that it comes from, and the page that quotes it.
        paired: Whether the tag is one of `paired_tags`.
    """
    match = _TAG.match(tag)
    if match is None:
        return "" if tag.startswith(("<!", "<?")) else escape_markdown(tag)
    name = match[2].lower()
    if name == "br":
        return "<br>"
    if name in _TRANSPARENT_TAGS:
        return ""
    if name == "img":
        attributes = {m[1].lower(): html.unescape(m[2] or m[3] or m[4] or "") for m in _IMAGE_ATTRIBUTE.finditer(tag)}
        return image(attributes.get("alt", ""), context.url(attributes.get("src", "")))
    return f"<{match[1]}{name}>" if paired else escape_markdown(tag)


def html_block_line(source: str, context: ExcerptContext) -> str:
    """Return the text, links and images of a block of raw HTML as one line of Markdown."""
    parts = _TAG_OR_COMMENT.split(_INVISIBLE_ELEMENT.sub(" ", source))
    paired = paired_tags(parts)
    out: list[str] = []
    open_links: list[tuple[int, Url]] = []
    """Open links: for each its index in `out` and its URL."""
    for index, part in enumerate(parts):
        if _BLOCK_TAG.match(part):
            out.append(" ")
        elif not part.startswith("<") or not _TAG_OR_COMMENT.fullmatch(part):
            out.append(escape_with_spaces(html.unescape(part), start=not "".join(out).strip()))
        elif re.match(r"<a\b", part, re.IGNORECASE):
            open_links.append((len(out), context.url(_href(part))))
        elif re.match(r"</a\b", part, re.IGNORECASE) and open_links:
            start, url = open_links.pop()
            out[start:] = [link("".join(out[start:]).strip(), url)]
        elif index in paired or not _is_allowed(part):
            out.append(convert_tag(part, context, paired=index in paired))
    return " ".join("".join(out).split())


def _href(tag: str) -> str:
    match = _HREF.search(tag)
    return html.unescape(match[1] or match[2] or match[3] or "").strip() if match else ""

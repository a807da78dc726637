"""Raw HTML in an author's words: of it only a few tags without attributes stay, and only in pairs."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from papernotes_plugin.markup.inline_markdown import escape_keeping_spaces, image, link
from papernotes_plugin.render.page_links import ExcerptContext
from papernotes_plugin.text.escaping import Url, escape_markdown

_KEPT = frozenset(
    ("b", "code", "del", "em", "i", "ins", "kbd", "mark", "q", "s", "small", "strong", "sub", "sup", "u", "var")
)
"""Tags that stay."""
_SILENT_TAGS = frozenset(("a", "span", "font", "center", "wbr"))
"""Tags that only dress what is in them; links are known otherwise."""
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)")
_ATTRIBUTE = re.compile(r"\b(src|alt)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)
_HREF = re.compile(r"\bhref\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)
_SPLIT = re.compile(r"(<(?:!--.*?(?:-->|\Z)|/?[a-zA-Z][^<>]*>))", re.DOTALL)
_UNSEEN = re.compile(r"<(script|style|template)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_STRUCTURE = re.compile(
    r"</?(?:article|aside|blockquote|body|caption|col|colgroup|dd|details|div|dl|dt|figcaption|figure|footer|form|h[1-6]|head|header"
    r"|hr|html|iframe|input|li|link|main|meta|nav|ol|p|picture|pre|section|source|summary|table|tbody|td|textarea|tfoot|th|thead|tr"
    r"|ul|video|audio|svg|object|embed|script|style|template|button|select|option|base)\b",
    re.IGNORECASE,
)


def _is_kept(tag: str) -> bool:
    """A tag of raw HTML that stays where it comes in a pair."""
    match = _TAG.match(tag)
    return match is not None and match[2].lower() in _KEPT


def pairs(parts: Sequence[str]) -> set[int]:
    """The indices of the tags among `parts` that stay: those that come in pairs."""
    paired: set[int] = set()
    waiting: list[tuple[str, int]] = []
    for at, part in enumerate(parts):
        match = _TAG.match(part)
        if match is None or match[2].lower() not in _KEPT:
            continue
        name = match[2].lower()
        if not match[1]:
            waiting.append((name, at))
        elif waiting and waiting[-1][0] == name:
            paired |= {waiting.pop()[1], at}
    return paired


def raw_tag(tag: str, context: ExcerptContext, *, paired: bool) -> str:
    """What becomes of one tag of raw HTML: kept bare, an image, nothing (links are known otherwise), or text."""
    match = _TAG.match(tag)
    if match is None:
        return "" if tag.startswith(("<!", "<?")) else escape_markdown(tag)
    name = match[2].lower()
    if name == "br":
        return "<br>"
    if name in _SILENT_TAGS:
        return ""
    if name == "img":
        found = {m[1].lower(): html.unescape(m[2] or m[3] or m[4] or "") for m in _ATTRIBUTE.finditer(tag)}
        return image(found.get("alt", ""), context.url(found.get("src", "")))
    return f"<{match[1]}{name}>" if paired else escape_markdown(tag)


def line(source: str, context: ExcerptContext) -> str:
    """The words, links and images of a block of raw HTML on one line; what only arranges them goes."""
    parts = _SPLIT.split(_UNSEEN.sub(" ", source))
    paired = pairs(parts)
    out: list[str] = []
    opened: list[tuple[int, Url]] = []
    for at, part in enumerate(parts):
        if _STRUCTURE.match(part):
            out.append(" ")
        elif not part.startswith("<") or not _SPLIT.fullmatch(part):
            out.append(escape_keeping_spaces(html.unescape(part), start=not "".join(out).strip()))
        elif re.match(r"<a\b", part, re.IGNORECASE):
            opened.append((len(out), context.url(_href(part))))
        elif re.match(r"</a\b", part, re.IGNORECASE) and opened:
            place, target = opened.pop()
            out[place:] = [link("".join(out[place:]).strip(), target)]
        elif at in paired or not _is_kept(part):
            out.append(raw_tag(part, context, paired=at in paired))
    return " ".join("".join(out).split())


def _href(tag: str) -> str:
    match = _HREF.search(tag)
    return html.unescape(match[1] or match[2] or match[3] or "").strip() if match else ""

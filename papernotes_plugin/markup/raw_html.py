"""Find links, unsafe URLs, strong text and words in raw HTML; code and scripts are skipped."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import pairwise

from papernotes_plugin.markup.syntax_extensions import find_urls, unescape_entities
from papernotes_plugin.text import is_script_url
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Span

_TAG = lazy_regex(
    r"<(?P<close>/?)(?P<name>[a-zA-Z][a-zA-Z0-9-]*+)(?P<attributes>(?>(?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*))>"
    r"|<!--.*?(?:-->|\Z)",
    re.DOTALL,
)
_HREF = lazy_regex(r"\bhref\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++))", re.IGNORECASE)
_MARKDOWN_LINK = lazy_regex(
    r"\[(?P<words>[^\[\]\n]{1,400})\]\((?P<url>https?://[^\s()<>]{1,500}(?:\([^\s()<>]{1,100}\)[^\s()<>]{0,200})?)\)"
)
BULLET = lazy_regex(r"\n[ \t]*[-*+][ \t]+")
"""The beginning of a list item of Markdown in raw HTML."""
_ATTRIBUTE = lazy_regex(r"(?<![^\s\"'<>/=])([^\s\"'<>/=]++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++))")
_URL_ATTRIBUTES = frozenset(
    (
        "href", "xlink:href", "src", "action", "formaction", "data", "poster", "background", "cite", "longdesc", "ping",
        "lowsrc", "dynsrc", "codebase", "manifest", "icon", "profile", "usemap",
    )
)  # fmt: skip
_ANIMATIONS = frozenset(("animate", "animatemotion", "animatetransform", "set"))
"""Elements of SVG that change an attribute of another element, perhaps its `href`."""
_PICTURES = frozenset(
    (
        ("img", "src"),
        ("input", "src"),
        ("video", "poster"),
        ("image", "href"),
        ("image", "xlink:href"),
        ("body", "background"),
    )
)
"""Attributes whose URL is shown as a picture, which runs nothing."""
_RAW_TEXT = lazy_regex(r"<(script|style|pre|textarea|template)\b.*?(?:</\1\s*+>|\Z)", re.DOTALL | re.IGNORECASE)

TAG_KINDS = {
    "a": InlineKind.LINK, "b": InlineKind.STRONG, "strong": InlineKind.STRONG,
    "i": InlineKind.EMPHASIS, "em": InlineKind.EMPHASIS,
}  # fmt: skip
"""The tags that are inlines as those of Markdown are, by their names."""


def parse_tag(source: str) -> tuple[str, bool, str]:
    """Return the lower-case name of a tag, whether it is an end tag, and its `href`; the name of a comment is ""."""
    match = _TAG.match(source)
    if not match or not match["name"]:
        return "", False, ""
    return match["name"].lower(), bool(match["close"]), _href(match["attributes"])


def is_unsafe_attribute(tag: str, name: str, value: str) -> bool:
    """Return whether an attribute of an HTML element has a URL that a browser would run; any other attribute is safe.

    Examples:
        >>> is_unsafe_attribute("a", "HREF", "javascript:x"), is_unsafe_attribute("img", "src", "data:image/png,x")
        (True, False)
        >>> is_unsafe_attribute("meta", "content", "0; url=data:text/html,x"), is_unsafe_attribute("a", "id", "data:")
        (True, False)
    """
    if ":" not in value and "&" not in value:
        return False
    tag, name = tag.lower(), name.lower()
    if name in ("srcset", "imagesrcset"):
        return any(is_script_url(candidate, picture=True) for candidate in re.split(r"[ ,]+", value))
    if name in _URL_ATTRIBUTES:
        return is_script_url(value, picture=(tag, name) in _PICTURES)
    if tag == "meta" and name == "content":
        return is_script_url(re.split(r"url\s*=[\s'\"]*", value, maxsplit=1, flags=re.IGNORECASE)[-1])
    if tag in _ANIMATIONS and name in ("to", "from", "by", "values"):
        return any(is_script_url(one) for one in html.unescape(value).split(";"))
    return False


def unsafe_urls(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the offset and the URL of each attribute in a part of raw HTML that a browser would run."""
    for tag in _TAG.finditer(text, start, end):
        if tag["name"] and not tag["close"]:
            for match in _ATTRIBUTE.finditer(text, *tag.span("attributes")):
                value = next((group for group in match.groups()[1:] if group), "")
                if is_unsafe_attribute(tag["name"], match[1], value):
                    yield match.start(), value


def _href(attributes: str) -> str:
    match = _HREF.search(attributes)
    return unescape_entities(next((g for g in match.groups() if g), "")).strip() if match else ""


def html_inlines(text: str, start: int, end: int, block: int) -> Iterator[Inline]:
    """Yield the inlines of a block of raw HTML, not in order: a link comes after its text.

    Args:
        text: The whole text.
        start: The offset at which the block begins.
        end: The offset at which it ends.
        block: The index of the block.
    """
    skipped = [m.span() for m in _RAW_TEXT.finditer(text, start, end)]
    opened: dict[InlineKind, tuple[re.Match[str], str]] = {}
    at, raw, last = start, 0, ""
    for match in _TAG.finditer(text, start, end):
        while raw < len(skipped) and skipped[raw][1] <= match.start():
            raw += 1
        if raw < len(skipped) and skipped[raw][0] <= match.start():
            if at < skipped[raw][0]:
                yield from _words(text, at, skipped[raw][0], block, is_in_link=InlineKind.LINK in opened)
            at = max(match.end(), skipped[raw][1])
            continue
        yield from _words(text, at, match.start(), block, is_in_link=InlineKind.LINK in opened)
        name = (match["name"] or "").lower()
        kind = TAG_KINDS.get(name)
        if kind and last in TAG_KINDS and text[at : match.start()].isspace():
            yield Inline(InlineKind.TEXT, Span(at, match.start()), block, " ", "", Span(at, match.start()))
        if name == "br":
            yield Inline(InlineKind.TEXT, Span(*match.span()), block, " ", "", Span(*match.span()))
        at, last = match.end(), name
        if kind is None:
            continue
        if not match["close"]:
            opened[kind] = match, _href(match["attributes"]) if kind is InlineKind.LINK else ""
        elif kind in opened:
            first, url = opened.pop(kind)
            inner = Span(first.end(), match.start())
            shown = " ".join(unescape_entities(_TAG.sub(" ", text[inner.start : inner.end])).split())
            yield Inline(kind, Span(first.start(), match.end()), block, shown, url, inner)
    if at < end and not (raw < len(skipped) and skipped[raw][0] <= at):
        yield from _words(text, at, end, block, is_in_link=InlineKind.LINK in opened)


def _words(text: str, start: int, end: int, block: int, *, is_in_link: bool) -> Iterator[Inline]:
    """Yield the text in a part of raw HTML, and the bare URLs and the links of Markdown that its author wrote there."""
    has_links = not is_in_link and text.find("://", start, end) >= 0
    links = list(_MARKDOWN_LINK.finditer(text, start, end)) if has_links else ()
    for match in links:
        inner = Span(*match.span("words"))
        yield from _text_and_urls(text, start, match.start(), block)
        yield from _text(text, *inner, block)
        yield Inline(
            InlineKind.LINK, Span(*match.span()), block, unescape_entities(match["words"]), match["url"], inner
        )
        start = match.end()
    yield from (_text_and_urls if has_links else _text)(text, start, end, block)


def _text_and_urls(text: str, start: int, end: int, block: int) -> Iterator[Inline]:
    for at, url in find_urls(text, start, end):
        yield from _text(text, start, at, block)
        start, url = at + len(url), unescape_entities(url)
        yield Inline(InlineKind.LINK, Span(at, start), block, url, url, Span(at, start), bare=True)
        yield Inline(InlineKind.TEXT, Span(at, start), block, url, "", Span(at, start))
    yield from _text(text, start, end, block)


def _text(text: str, start: int, end: int, block: int) -> Iterator[Inline]:
    """Yield the text in a part of raw HTML; each bullet of Markdown begins another one."""
    bullets = [match.end() for match in BULLET.finditer(text, start, end)]
    for at, stop in pairwise([start, *bullets, end]):
        if text[at:stop].strip():
            yield Inline(InlineKind.TEXT, Span(at, stop), block, unescape_entities(text[at:stop]), "", Span(at, stop))

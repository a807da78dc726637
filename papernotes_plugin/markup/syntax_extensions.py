"""Running text: what CommonMark does not know and authors write all the same: bare URLs, `#tags`, `%%comments%%`.

Imports the model only.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from html import unescape as _unescape

from papernotes_plugin.vocabulary.model import Inline, InlineKind, Span

# CJK text runs on after a URL without a space
_URL = re.compile(r"https?://[^\s<>\"'`|\\^{}\u2e80-\uffef]+", re.IGNORECASE)
# The app's own pattern for inline tags (obsidianmd/obsidian-help, issue 816)
_TAG = re.compile(r"(?<!\S)#([^\u2000-\u200c\u200e-\u206f\u2e00-\u2e7f'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\\s]+)")
# Python-Markdown's attribute lists; Material's documentation writes them with spaces
_ATTRIBUTES = re.compile(r"\{(:?)([^{}\n]+)\}")
_ATTRIBUTE = re.compile(r"""([#.])[^\s"'=}]+|[\w:.-]+(=)(?:"[^"]*"|'[^']*'|[^\s"']*)|[\w:-]+""")
_COMMENT = re.compile("%%")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def unescape_entities(text: str) -> str:
    """Character references with their semicolon undone: `&notin` in a query is none."""
    return _ENTITY.sub(lambda m: _unescape(m.group()), text) if "&" in text else text


def find_comments(text: str, inlines: Iterable[Inline]) -> list[Span]:
    """The `%%…%%` comments: both marks in running text, the first opens, the next closes."""
    if text.count("%%") < 2:
        return []
    texts = (i.span for i in inlines if i.kind is InlineKind.TEXT)
    marks = [match.start() for span in texts for match in _COMMENT.finditer(text, *span)]
    return [Span(a, b + 2) for a, b in zip(marks[::2], marks[1::2], strict=False)]


def mask_spans(text: str, hidden: Sequence[Span]) -> str:
    """The text with spaces in the place of hidden spans, line ends kept."""
    if not hidden:
        return text
    parts, at = [], 0
    for start, end in hidden:
        parts += [text[at:start], re.sub(r"[^\n]", " ", text[start:end])]
        at = end
    return "".join([*parts, text[at:]])


def split_text(source: str, start: int, end: int, value: str, block: int) -> Iterator[Inline]:
    """A stretch of text as inlines: bare URLs and tags around texts of their own, the rest as text between them.

    Args:
        source: The whole text.
        start: Where the stretch begins in it.
        end: Where it ends.
        value: What a reader sees of it.
        block: The text block it stands in.
    """
    at = start
    for kind, found_at, found_end, url in _found(source, start, end):
        if found_at > at:
            yield _text(source, at, found_at, block)
        span = Span(found_at, found_end)
        yield Inline(kind, span, block, url, unescape_entities(url), span, bare=kind is InlineKind.LINK)
        yield _text(source, found_at, found_end, block)
        at = found_end
    if at == start:
        yield Inline(InlineKind.TEXT, Span(start, end), block, value, "", Span(start, end))
    elif at < end:
        yield _text(source, at, end, block)


def _text(source: str, start: int, end: int, block: int) -> Inline:
    shown = unescape_entities(_ESCAPE.sub(r"\1", source[start:end]))
    return Inline(InlineKind.TEXT, Span(start, end), block, shown, "", Span(start, end))


def _found(source: str, start: int, end: int) -> list[tuple[InlineKind, int, int, str]]:
    """MentionKind, start, end and address or path of the URLs and tags in a stretch of text, in order."""
    stretch = source[start:end]
    found: list[tuple[InlineKind, int, int, str]] = []
    if "://" in stretch:
        for match in _URL.finditer(source, start, end):
            url = _trimmed(match.group())
            found.append((InlineKind.LINK, match.start(), match.start() + len(url), url))
    if "#" in stretch:
        lists = _attribute_lists(source, start, end) if "{" in stretch else {}
        opens = list(lists)
        for match in _TAG.finditer(source, start, end):
            path = match.group(1).strip("/")
            if path and not path.isdigit() and not _within(match.start(), opens, lists):
                found.append((InlineKind.TAG, match.start(), match.end(), path))
    return sorted(found, key=lambda f: f[1])


def _within(at: int, starts: list[int], ends: dict[int, int]) -> bool:
    before = bisect_right(starts, at)
    return before > 0 and at < ends[starts[before - 1]]


def _attribute_lists(source: str, start: int, end: int) -> dict[int, int]:
    """Where a stretch of text gives what stands before it an id, classes or a style: `{ #id .class style="…" }`.

    Words alone in braces are words, and `{ see #tag }` holds a tag.

    Returns:
        The end of each list by its start, in order.
    """
    found: dict[int, int] = {}
    for match in _ATTRIBUTES.finditer(source, start, end):
        said = match.group(2)
        signs = [m.group(1) or m.group(2) for m in _ATTRIBUTE.finditer(said)]
        if not _ATTRIBUTE.sub("", said).strip() and (
            match.group(1) or all(s == "#" for s in signs) or {".", "="} & {*signs}
        ):
            found[match.start()] = match.end()
    return found


def _trimmed(url: str) -> str:
    """A bare URL without the punctuation of the sentence around it (GFM's rule for autolinks)."""
    surplus = {")": url.count(")") - url.count("("), "]": url.count("]") - url.count("[")}
    end = len(url)
    while end:
        last = url[end - 1]
        if surplus.get(last, 0) > 0:
            surplus[last] -= 1
        elif last not in ".,:;!?*_~'\"":
            break
        end -= 1
    return url[:end]

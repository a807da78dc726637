"""Find syntax in running text that CommonMark does not have: bare URLs, `#tags` and `%%comments%%`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from html import unescape as _unescape

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Span

# Chinese, Japanese and Korean text may follow a URL without a space.
_URL = lazy_regex(r"(?i:https?)://[^\s<>\"'`|\\^{}\u2e80-\uffef]+")
# Obsidian's own pattern for inline tags (obsidianmd/obsidian-help, issue 816)
_TAG = lazy_regex(r"(?<!\S)#([^\u2000-\u200c\u200e-\u206f\u2e00-\u2e7f'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\\s]+)")
# Attribute lists of Python-Markdown; the documentation of Material writes them with spaces.
_ATTRIBUTES = lazy_regex(r"\{(:?)([^{}\n]+)\}")
_ATTRIBUTE = lazy_regex(r"""([#.])[^\s"'=}]+|[\w:.-]+(=)(?:"[^"]*"|'[^']*'|[^\s"']*)|[\w:-]+""")
_COMMENT = lazy_regex("%%")
_ENTITY = lazy_regex(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_ESCAPE = lazy_regex(r"\\([!-/:-@\[-`{-~])")
_DIV_FENCE = lazy_regex(r"^[ \t>]{0,12}(?P<hidden>:{3}[^\n]*)$", re.MULTILINE)
_ORG_LINES = lazy_regex(
    r"^[ \t>]{0,40}(?P<hidden>\#\+(?:begin|end)_(?!src|example|export|query|comment)[a-z]{3,}[ \t]*"
    r"|:logbook:[ \t]*\n(?:[^\n]*\n){0,40}?[ \t>]*:end:[ \t]*|:(?:properties|end):[ \t]*)$",
    re.MULTILINE | re.IGNORECASE,
)
"""The first and the last line of a quotation or a list of properties in Org and Logseq, and a whole log of times."""
_AFTER_BULLET = lazy_regex(
    r"^[ \t>]{0,40}[-*+] (?P<hidden>\#\+begin_(?!src|example|export|query|comment)[a-z]{3,}(?=[ \t]*$)"
    r"|\{\{\[\[(?:TODO|DONE)\]\]\}\}(?= ))",
    re.MULTILINE | re.IGNORECASE,
)
"""The first line of a quotation after a bullet, and the state of a task in Roam."""
_ORG_PROPERTY = lazy_regex(r"^[ \t>]{0,40}(?P<hidden>:)(?=[\w-]{2,30}: )", re.MULTILINE)
_EMPTY_BULLET = lazy_regex(r"^(?![>*+-]|\d+[.)])[^\S\n]*\S[^\n]*\n(?P<hidden>-)[ \t]*$", re.MULTILINE)
"""An empty bullet below a line of text, as Logseq writes it, which makes a heading of that text in CommonMark."""
_BREAK_BELOW_LINK = lazy_regex(r"^(?![ \t>*+#|\[-])[^\n]{12,}\]\([^\n]*\n(?P<hidden>-{3,})[ \t]*$", re.MULTILINE)
"""A thematic break below a line with a link after other words, which makes a heading of that line in CommonMark."""

SHORTCODE_LINK = lazy_regex(r"\[(?P<words>[^\[\]\n]{1,100})\]\(\{\{[<%][^<>\n]{1,200}[>%]\}\}[^()\s]{0,80}\)")
"""A link to a page of Hugo, which is none in Markdown: `[Tim Wu]({{< relref "tim_wu.md" >}})`."""
_SHORTCODE_BEFORE_WORDS = lazy_regex(
    r"(?<!\]\()(?P<hidden>\{\{[<%][^{}\n]{1,200}?[ \t]\"+)(?=[^\s\"{}]+[ \t][^\"{}\n]*\"[ \t]*[>%]\}\})"
)
"""The beginning of a shortcode of Hugo whose last argument has words for a reader: `{{% link a "My Title" %}}`."""
_SHORTCODE = lazy_regex(r"(?<!\]\()(?P<hidden>\{\{[<%][^{}\n]{1,400}?[>%]\}\})")
_SHORTCODE_AFTER_WORDS = lazy_regex(r"(?P<hidden>\"[ \t]*[>%]\}\})(?![)#])")
_SHORTCODE_LINE = lazy_regex(
    r"^(?P<hidden>[ \t>]*\{\{[<%](?![^{}\n]*[ \t]\"[^\s\"]+[ \t])[^{}\n]{1,400}?[>%]\}\}[ \t]*)$", re.MULTILINE
)
"""A line with nothing but a shortcode that shows no words, such as the tag of a table."""
_EMPTY_SPAN = lazy_regex(r"(?P<hidden>\[\]\{#[^\s{}]{1,100}\}|<span id=\"[^\"<>\n]{1,100}\"></span>)")
"""An empty span, which only has an anchor, of Pandoc or in HTML: `[]{#lee2020}`, `<span id="page-9-2"></span>`."""
_TASK_STATE = lazy_regex(r"(?P<hidden><span class=\"org-todo[\w -]*\">[^<>\n]{1,30}</span>)")
"""The state of a task in Org, as its export to Markdown writes it."""

_WITHIN_LINES = (_AFTER_BULLET, _SHORTCODE_BEFORE_WORDS, _SHORTCODE, _SHORTCODE_AFTER_WORDS, _EMPTY_SPAN, _TASK_STATE)
"""Patterns of marks in a line: what follows many spaces, or a bullet before nothing, would be code or no bullet."""


def unescape_entities(text: str) -> str:
    """Return a text with character references decoded; they need a semicolon, as `&notin` may be part of a query."""
    return _ENTITY.sub(lambda m: _unescape(m.group()), text) if "&" in text else text


def find_comments(text: str, inlines: Iterable[Inline]) -> list[Span]:
    """Return the spans of `%%…%%` comments; both marks must be in running text."""
    if text.count("%%") < 2:
        return []
    texts = (i.span for i in inlines if i.kind is InlineKind.TEXT)
    marks = [match.start() for span in texts for match in _COMMENT.finditer(text, *span)]
    return [Span(a, b + 2) for a, b in zip(marks[::2], marks[1::2], strict=False)]


def hide_block_marks(text: str, start: int = 0) -> str:
    """Return a text with spaces in place of marks around blocks that the Markdown of some tools has.

    - Pandoc, MyST and Docusaurus: the lines with colons that begin and end a block, `::: {#refs}`;
    - Org and Logseq: the lines around a quotation, a log and properties, the first colon of each property,
      and the state of a task;
    - Logseq: the empty bullet after a text; Roam: the state of a task;
    - Hugo: shortcodes, except the words in quotation marks that a reader sees;
    - Pandoc and tools that convert PDF files: empty spans, which are anchors.

    Args:
        text: The text of a note.
        start: The offset from which to search.
    """
    patterns = [_DIV_FENCE] if ":::" in text else []
    patterns += [_EMPTY_BULLET] if "\n-\n" in text or "\n- \n" in text or text.endswith("\n-") else []
    patterns += [_BREAK_BELOW_LINK] if ")\n---" in text else []
    patterns += [_ORG_LINES, _AFTER_BULLET] if "#+" in text or ":\n" in text or "{{[[" in text else []
    patterns += [_ORG_PROPERTY] if ":PROPERTIES:" in text else []
    if "{{<" in text or "{{%" in text:
        patterns += [_SHORTCODE_LINE, _SHORTCODE_BEFORE_WORDS, _SHORTCODE, _SHORTCODE_AFTER_WORDS]
    patterns += [_EMPTY_SPAN] if "[]{#" in text or '"></span>' in text else []
    patterns += [_TASK_STATE] if '"org-todo' in text else []
    for pattern in patterns:
        spans = [Span(*match.span("hidden")) for match in pattern.finditer(text, start)]
        text = mask_spans(text, spans, "\xa0" if pattern in _WITHIN_LINES else " ")
    return text


def mask_spans(text: str, hidden: Sequence[Span], character: str = " ") -> str:
    """Return a text with a character in place of each one in the given spans, except line ends."""
    if not hidden:
        return text
    parts, at = [], 0
    for start, end in hidden:
        parts += [text[at:start], re.sub(r"[^\n]", character, text[start:end])]
        at = end
    return "".join([*parts, text[at:]])


def split_text(source: str, start: int, end: int, value: str, block: int) -> Iterator[Inline]:
    """Split a part of running text into inlines: bare URLs, tags, and the text inside and between them.

    Args:
        source: The whole text.
        start: The offset at which the part begins.
        end: The offset at which it ends.
        value: The part as a reader sees it.
        block: The index of its block.
    """
    at = start
    for kind, match_start, match_end, url in _urls_and_tags(source, start, end):
        if match_start > at:
            yield _text(source, at, match_start, block)
        span = Span(match_start, match_end)
        yield Inline(kind, span, block, url, unescape_entities(url), span, bare=kind is InlineKind.LINK)
        yield _text(source, match_start, match_end, block)
        at = match_end
    if at == start:
        yield Inline(InlineKind.TEXT, Span(start, end), block, value, "", Span(start, end))
    elif at < end:
        yield _text(source, at, end, block)


def _text(source: str, start: int, end: int, block: int) -> Inline:
    shown = unescape_entities(_ESCAPE.sub(r"\1", source[start:end]))
    return Inline(InlineKind.TEXT, Span(start, end), block, shown, "", Span(start, end))


def _urls_and_tags(source: str, start: int, end: int) -> list[tuple[InlineKind, int, int, str]]:
    """Return kind, start, end, and URL or path of the URLs and tags in a part of a text, in order."""
    part = source[start:end]
    matches: list[tuple[InlineKind, int, int, str]] = []
    if "://" in part:
        matches = [(InlineKind.LINK, at, at + len(url), url) for at, url in find_urls(source, start, end)]
    if "#" in part:
        lists = _attribute_lists(source, start, end) if "{" in part else {}
        list_starts = list(lists)
        for match in _TAG.finditer(source, start, end):
            path = match.group(1).strip("/")
            if path and not path.isdigit() and not _is_in_list(match.start(), list_starts, lists):
                matches.append((InlineKind.TAG, match.start(), match.end(), path))
    return sorted(matches, key=lambda match: match[1])


def find_urls(source: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the offset and the URL of each bare URL in a part of a text, without the punctuation after it."""
    for match in _URL.finditer(source, start, end):
        yield match.start(), _trimmed(match.group())


def _is_in_list(at: int, starts: list[int], end_of: dict[int, int]) -> bool:
    before = bisect_right(starts, at)
    return before > 0 and at < end_of[starts[before - 1]]


def _attribute_lists(source: str, start: int, end: int) -> dict[int, int]:
    """Find attribute lists in a part of a text: `{ #id .class style="…" }`.

    Braces around words only are no list, and `{ see #tag }` contains a tag.

    Returns:
        The end of each list by its start, in order.
    """
    lists: dict[int, int] = {}
    for match in _ATTRIBUTES.finditer(source, start, end):
        attributes = match.group(2)
        signs = [m.group(1) or m.group(2) for m in _ATTRIBUTE.finditer(attributes)]
        if not _ATTRIBUTE.sub("", attributes).strip() and (
            match.group(1) or all(s == "#" for s in signs) or {".", "="} & {*signs}
        ):
            lists[match.start()] = match.end()
    return lists


def _trimmed(url: str) -> str:
    """Return a bare URL without the punctuation of the sentence around it, by the rule of GitHub for autolinks."""
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

"""Find bare keys and citations in brackets in a segment of text, by the grammar of pandoc."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from papernotes_plugin.markup.citation_clusters import FIRST_PLACEHOLDER, MAX_PLACEHOLDERS, CitationCluster, CitedKey
from papernotes_plugin.markup.citation_keys import BEFORE_KEY, BRACED_PATTERN, KEY_PATTERN
from papernotes_plugin.markup.syntax_extensions import unescape_entities
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Span

_TOKEN = lazy_regex(
    r"(?s:\\.)|(?P<open>\[)|(?P<close>\])|(?P<semicolon>;)"
    rf"|(?P<at>{BEFORE_KEY}(?P<minus>(?<!-)-|)@(?:{BRACED_PATTERN}|(?P<key>{KEY_PATTERN})))"
)
_LINE_START = lazy_regex(r"[ \t>]*\Z")
"""Indentation and quote marks before the text of a line."""
_GAP = lazy_regex(r"[ \t]*+\n?[ \t]*+\Z")
"""White space between a bare key and the brackets that belong to it."""
_MAX_GAP = 100
"""Maximum number of characters of this white space."""
_CALLOUT = lazy_regex(r"[ \t>]*\[!")
_ATTRIBUTE = r"""[.#][\w:-]+|[\w:-]+=(?:"[^"{}\n]*"|[^\s"{}]*)|-"""
_ATTRIBUTES = lazy_regex(rf"\{{:?[ \t]*(?:(?:{_ATTRIBUTE})(?:[ \t]+|(?=\}})))*\}}")
_DEFINES = lazy_regex(r":\s*(?:<|https?://|\.{0,2}/|#)")
_ESCAPE = lazy_regex(r"\\([!-/:-@\[-`{-~])")
_OPAQUE = "\0"
_HIDDEN = lazy_regex("\0+|[\ue000-\uf8ff]")
_MAX_WORDS = 3
"""Maximum number of words in the prefix of a citation that is certain."""


@dataclass(slots=True)
class TextSegment:
    """Text directly in a block, or directly in one emphasis inside it."""

    block: int
    """Index of the block."""
    spans: list[Span] = field(default_factory=list)
    """Spans of the text, in order; the gaps between them are code, links and other inlines."""
    link: Span | None = None
    """Span of the link that contains it; None for text outside of links."""


def find_clusters(source: str, segment: TextSegment) -> Iterator[CitationCluster]:
    """Yield the possible citations in a segment, in no order."""
    if any(source.find("@", *span) >= 0 for span in segment.spans):
        yield from _Scan(source, segment).clusters()


def _key(match: re.Match[str]) -> str:
    """Return the key in the form in which keys are compared: composed Unicode."""
    return unicodedata.normalize("NFC", match["braced"] or match["key"])


@dataclass(slots=True)
class _Brackets:
    """Brackets while they are read; offsets are those of the masked text."""

    start: int
    keys: list[re.Match[str]] = field(default_factory=list)
    semicolons: list[int] = field(default_factory=list)
    has_nested: bool = False
    """They contain a citation in nested brackets."""


class _Scan:
    """Scanner that finds the citations of one segment in one pass over its text."""

    def __init__(self, source: str, segment: TextSegment) -> None:
        self.source = source
        self.segment = segment
        start = segment.spans[0].start if segment.spans else 0
        # The span of a text does not include a backslash at its start that escapes the first character.
        self.base = start - source.startswith("\\", start - 1) if start else 0
        self.text = self._masked()
        self.bare: list[re.Match[str]] = []
        self.bracketed: dict[int, tuple[_Brackets, int]] = {}
        """Brackets that may be a citation, with their end offset, by start offset."""
        self.keyless: dict[int, int] = {}
        """End offsets of the brackets without a key, by start offset."""
        self.with_attributes: dict[int, tuple[Span, Span]] = {}
        """Marks of the brackets with attributes that contain a bare key, by the start of the key."""

    def _masked(self) -> str:
        """Return the text from the offset `base` on, with all non-text items replaced by `_OPAQUE`."""
        out: list[str] = []
        at = self.base
        for start, end in self.segment.spans:
            gap = self.source[at:start]
            plain = gap == "\\" or (_LINE_START.match(gap) is not None and self.source[at - 1 : at] in ("\n", ""))
            out += [gap if gap == "\\" else " " * len(gap) if plain else _OPAQUE * len(gap), self.source[start:end]]
            at = end
        return "".join(out)

    def clusters(self) -> Iterator[CitationCluster]:
        """Yield the possible citations, in no order."""
        self._walk()
        key_ends: list[int] = []
        for match in sorted(self.bare, key=lambda m: m.start()):
            cited = self._bare_key(match)
            marks = self.with_attributes.get(match.start())
            yield self._cluster_of((cited,), cited.span, narrative=True, marks=marks)
            key_ends.append(match.end())
        for brackets, end in self.bracketed.values():
            yield from self._cluster(brackets, end, self._follows_key(key_ends, brackets.start))
        for start, end in self.keyless.items():
            if self._follows_key(key_ends, start) and self.text[start + 1] != "^":
                words = _Words(self)
                key_suffix = words.after(start + 1, end - 1)
                hidden = tuple(words.hidden)
                span = self._span(start, end)
                yield self._cluster_of((), span, placeholder_spans=hidden, follows_key=True, key_suffix=key_suffix)

    def _bare_key(self, match: re.Match[str]) -> CitedKey:
        span = self._span(match.start(), match.end())
        suppressed = bool(match["minus"])
        return CitedKey(key=_key(match), span=span, full_span=span, suppressed=suppressed, is_certain=False)

    def _cluster_of(self, cited_keys: tuple[CitedKey, ...], span: Span, **facts: Any) -> CitationCluster:
        segment = self.segment
        return CitationCluster(span=span, block=segment.block, cited_keys=cited_keys, link=segment.link, **facts)

    def _span(self, start: int, end: int) -> Span:
        return Span(start + self.base, end + self.base)

    def _follows_key(self, key_ends: Sequence[int], start: int) -> bool:
        """Return whether brackets directly follow a bare key."""
        number = bisect_right(key_ends, start) - 1
        key_end = key_ends[number] if number >= 0 else -1
        if number < 0 or start - key_end > _MAX_GAP or not _GAP.match(self.text, key_end, start):
            return False
        # The title of a callout ends with its line.
        line = self.source.rfind("\n", 0, key_end + self.base) + 1
        return "\n" not in self.text[key_end:start] or not _CALLOUT.match(self.source, line)

    def _walk(self) -> None:
        open_: list[_Brackets] = []
        for match in _TOKEN.finditer(self.text):
            kind = match.lastgroup
            if kind == "open":
                open_.append(_Brackets(match.start()))
            elif kind == "close" and open_:
                self._close(open_.pop(), match.end(), open_)
            elif kind == "semicolon" and open_:
                open_[-1].semicolons.append(match.start())
            elif kind == "at" and not self.text.startswith("@", match.end()):
                (open_[-1].keys if open_ else self.bare).append(match)
        for brackets in open_:
            self.bare += brackets.keys
        self._remove_links()

    def _close(self, brackets: _Brackets, end: int, outer: list[_Brackets]) -> None:
        start, behind = brackets.start, self.text[end : end + 1]
        attributes = _ATTRIBUTES.match(self.text, end) if behind == "{" else None
        linked = behind == "(" or attributes is not None
        if behind == ":" and self.text[max(0, start - 1) : start] in ("", "\n"):
            linked = _DEFINES.match(self.source, end + self.base) is not None
        is_citation = brackets.has_nested
        if brackets.keys and not is_citation and self.text[max(0, start - 1) : start] != "^":
            if attributes:
                # In pandoc, brackets with attributes are a span of text, and a key in it is bare.
                marks = self._span(start, start + 1), self._span(end - 1, attributes.end())
                self.bare += brackets.keys
                self.with_attributes |= {key.start(): marks for key in brackets.keys}
            # The text of a link is no citation.
            elif not linked:
                self.bracketed[start] = brackets, end
                is_citation = True
        else:
            self.bare += brackets.keys
            if not (brackets.keys or is_citation or linked) and behind != "[":
                self.keyless[start] = end
        if outer:
            outer[-1].has_nested = outer[-1].has_nested or is_citation

    def _remove_links(self) -> None:
        """Remove `[@key][ref]`, which is a link even if the reference is not defined; `[@a][@b]` is two citations."""
        for start, (_, end) in list(self.bracketed.items()):
            if self.text.startswith("[", end) and end not in self.bracketed:
                del self.bracketed[start]

    def _cluster(self, brackets: _Brackets, end: int, follows_key: bool) -> Iterator[CitationCluster]:
        words = _Words(self)
        key_suffix, start = "", brackets.start + 1
        ahead = [at for at in brackets.semicolons if at < brackets.keys[0].start()]
        if follows_key and ahead:
            key_suffix, start = words.after(start, ahead[-1]), ahead[-1] + 1
        cited = tuple(words.cited(match, a, b) for match, a, b in _segments(self.text, brackets, start, end - 1))
        if len(words.hidden) <= MAX_PLACEHOLDERS:
            span, hidden = self._span(brackets.start, end), tuple(words.hidden)
            yield self._cluster_of(
                cited, span, placeholder_spans=hidden, follows_key=follows_key, key_suffix=key_suffix
            )


def _segments(text: str, brackets: _Brackets, start: int, end: int) -> Iterator[tuple[re.Match[str], int, int]]:
    """Yield each key with the start and end of its prefix and suffix.

    The last semicolon between two keys separates them.  Without a semicolon, a text with a digit is a suffix of the key
    before it.  Any other text is a prefix of the next key.
    """
    for at, match in enumerate(brackets.keys):
        following = brackets.keys[at + 1] if at + 1 < len(brackets.keys) else None
        if following is None:
            yield match, start, end
            return
        last = bisect_left(brackets.semicolons, following.start()) - 1
        if last >= 0 and brackets.semicolons[last] >= match.end():
            yield match, start, brackets.semicolons[last]
            start = brackets.semicolons[last] + 1
        else:
            has_digit = any(char.isdigit() for char in text[match.end() : following.start()])
            end_of_suffix = following.start() if has_digit else match.end()
            yield match, start, end_of_suffix
            start = end_of_suffix


class _Words:
    """Prefixes and suffixes of one citation, with a placeholder for each item that is no text."""

    def __init__(self, scanned: _Scan) -> None:
        self.scanned = scanned
        self.hidden: list[Span] = []

    def of(self, start: int, end: int) -> str:
        """Return the words between two offsets of the masked text, on one line."""
        out: list[str] = []
        at = start
        for match in _HIDDEN.finditer(self.scanned.text, start, end):
            out += [
                _plain(self.scanned.text[at : match.start()]),
                chr(FIRST_PLACEHOLDER + len(self.hidden) % MAX_PLACEHOLDERS),
            ]
            self.hidden.append(Span(match.start() + self.scanned.base, match.end() + self.scanned.base))
            at = match.end()
        return " ".join("".join([*out, _plain(self.scanned.text[at:end])]).split())

    def after(self, start: int, end: int) -> str:
        """Return the words of a suffix, with a space before them if the text has one."""
        words = self.of(start, end)
        return f" {words}" if words and self.scanned.text[start].isspace() else words

    def cited(self, match: re.Match[str], start: int, end: int) -> CitedKey:
        """Return a key with its prefix and suffix, which are between two offsets of the masked text."""
        base, key = self.scanned.base, _key(match)
        prefix = self.of(start, match.start()).lstrip(",;").strip()
        suffix = self.after(match.end(), end).rstrip(" ,;")
        after = suffix.lstrip()
        if after.startswith(";"):
            suffix = f", {after.lstrip(' ,;')}"
        # Many words without a comma address a person: `[@anna please check this again]`.
        is_suffix = after[:1] in ",{;" or len(after.split()) <= _MAX_WORDS
        is_prefix = len(prefix.split()) <= _MAX_WORDS and ":" not in prefix
        is_certain = any(char.isdigit() for char in key) or (is_suffix and is_prefix)
        text = self.scanned.text
        a = start + len(text[start : match.start()]) - len(text[start : match.start()].lstrip(" \n,"))
        b = match.end() + len(text[match.end() : end].rstrip())
        return CitedKey(
            key=key,
            span=Span(match.start() + base, match.end() + base),
            full_span=Span(a + base, b + base),
            prefix=prefix,
            suffix=suffix,
            suppressed=bool(match["minus"]),
            is_certain=is_certain,
        )


def _plain(words: str) -> str:
    return unescape_entities(_ESCAPE.sub(r"\1", words))

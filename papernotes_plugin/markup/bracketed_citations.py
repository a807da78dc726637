"""Brackets: the citations in a stretch of text, by pandoc's grammar.  Imports the model only."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from papernotes_plugin.markup.citation_clusters import FIRST_PLACEHOLDER, MAX_PLACEHOLDERS, CitationCluster, CitedKey
from papernotes_plugin.markup.syntax_extensions import unescape_entities
from papernotes_plugin.vocabulary.model import Span

# A letter, digit or _, then those and single internal punctuation, the // of an address, and a trailing + (in the
# notes we read a counter of collisions).  `@a&nbsp;` ends before the entity.
# An accent may be a sign of its own, behind its letter.
KEY_PATTERN = r"\w[\w\u0300-\u036f]*(?:(?!&#?\w{1,31};)[:.#$%&+?<>~/\-]\w[\w\u0300-\u036f]*|[:/](?=/))*\+*"
_TOKEN = re.compile(
    r"(?s:\\.)|(?P<open>\[)|(?P<close>\])|(?P<semicolon>;)"
    rf"|(?P<at>(?<![\w.@/\\+])(?<!\w-)(?P<minus>-?)@(?:\{{(?P<braced>(?:[^{{}}\s]|\{{[^{{}}\s]*\}})+)\}}|(?P<key>{KEY_PATTERN})))"
)
_LEAD = re.compile(r"[ \t>]*\Z")
"""What stands before the words of a further line of a paragraph."""
_BEHIND = re.compile(r"[ \t]*\n?[ \t]*\Z")
"""What may stand between a key and the brackets that belong to it."""
_NEAR = 100
"""So many characters at most."""
_CALLOUT = re.compile(r"[ \t>]*\[!")
_ATTRIBUTES = re.compile(r"\{[^{}\n]*\}")
_DEFINES = re.compile(r":\s*(?:<|https?://|\.{0,2}/|#)")
_LOCATOR = re.compile(r",?\s*\{([^{}]*)\}\s*")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_OPAQUE = "\0"
_HIDDEN = re.compile("\0+|[\ue000-\uf8ff]")
_PROSE = 3
"""More words before a key than a citation is introduced by."""


@dataclass(slots=True)
class TextSegment:
    """The text that stands directly in a block, or in one emphasis within it."""

    block: int
    spans: list[Span] = field(default_factory=list)


def find_clusters(source: str, stretch: TextSegment) -> Iterator[CitationCluster]:
    """The possible citations of a stretch, in no order."""
    if any(source.find("@", *span) >= 0 for span in stretch.spans):
        yield from _Scan(source, stretch).clusters()


def _key(match: re.Match[str]) -> str:
    """The key as it is compared: one sign for a letter with its accents."""
    return unicodedata.normalize("NFC", match["braced"] or match["key"])


@dataclass(slots=True)
class _Brackets:
    """A pair of brackets in the making; offsets are those of the masked text."""

    start: int
    keys: list[re.Match[str]] = field(default_factory=list)
    semicolons: list[int] = field(default_factory=list)
    holds: bool = False
    """A citation in brackets of its own."""


class _Scan:
    """The citations of one stretch, by one walk over its text."""

    def __init__(self, source: str, stretch: TextSegment) -> None:
        self.source = source
        self.stretch = stretch
        start = stretch.spans[0].start if stretch.spans else 0
        # the parser leaves out the backslash before an escaped sign where a text begins with it
        self.base = start - source.startswith("\\", start - 1) if start else 0
        self.text = self._masked()
        self.bare: list[re.Match[str]] = []
        self.bracketed: dict[int, tuple[_Brackets, int]] = {}
        """The pairs of brackets that may be a citation, by their start, with their end."""
        self.keyless: dict[int, int] = {}
        """Start and end of the pairs without a key."""

    def _masked(self) -> str:
        """The text at its offsets from `base` on, with a sign of its own for all that is none."""
        out: list[str] = []
        at = self.base
        for start, end in self.stretch.spans:
            gap = self.source[at:start]
            plain = gap == "\\" or (_LEAD.match(gap) is not None and self.source[at - 1 : at] in ("\n", ""))
            out += [gap if gap == "\\" else " " * len(gap) if plain else _OPAQUE * len(gap), self.source[start:end]]
            at = end
        return "".join(out)

    def clusters(self) -> Iterator[CitationCluster]:
        """What was found, in no order."""
        self._walk()
        ends: list[int] = []
        for match in sorted(self.bare, key=lambda m: m.start()):
            start = match.end("minus")
            span = self._span(start, match.end())
            cited = CitedKey(key=_key(match), span=span, full_span=span, is_certain=False)
            yield CitationCluster(span=span, block=self.stretch.block, cited_keys=(cited,), narrative=True)
            ends.append(match.end())
        for brackets, end in self.bracketed.values():
            yield from self._cluster(brackets, end, self._adjoins(ends, brackets.start))
        for start, end in self.keyless.items():
            if self._adjoins(ends, start) and self.text[start + 1 : end - 1].strip() and self.text[start + 1] != "^":
                words = _Words(self)
                lead = words.of(start + 1, end - 1)
                span, hidden = self._span(start, end), tuple(words.hidden)
                yield CitationCluster(
                    span=span,
                    block=self.stretch.block,
                    cited_keys=(),
                    placeholder_spans=hidden,
                    follows_key=True,
                    key_suffix=lead,
                )

    def _span(self, start: int, end: int) -> Span:
        return Span(start + self.base, end + self.base)

    def _adjoins(self, ends: Sequence[int], start: int) -> bool:
        """The brackets stand right behind a bare key."""
        at = bisect_right(ends, start) - 1
        if at < 0 or start - ends[at] > _NEAR or not _BEHIND.match(self.text, ends[at], start):
            return False
        # the title of a callout ends with its line
        line = self.source.rfind("\n", 0, ends[at] + self.base) + 1
        return "\n" not in self.text[ends[at] : start] or not _CALLOUT.match(self.source, line)

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
        self._unlink()

    def _close(self, brackets: _Brackets, end: int, around: list[_Brackets]) -> None:
        start, behind = brackets.start, self.text[end : end + 1]
        linked = behind == "(" or (behind == "{" and _ATTRIBUTES.match(self.text, end) is not None)
        if behind == ":" and self.text[max(0, start - 1) : start] in ("", "\n"):
            linked = _DEFINES.match(self.source, end + self.base) is not None
        holds = brackets.holds
        if brackets.keys and not holds and self.text[max(0, start - 1) : start] != "^":
            # the words of a link are no citation
            if not linked:
                self.bracketed[start] = brackets, end
                holds = True
        else:
            self.bare += brackets.keys
            if not (brackets.keys or holds or linked) and behind != "[":
                self.keyless[start] = end
        if around:
            around[-1].holds = around[-1].holds or holds

    def _unlink(self) -> None:
        """`[@key][ref]` is a link, whether or not the reference is there; `[@a][@b]` is two citations."""
        for start, (_, end) in list(self.bracketed.items()):
            if self.text.startswith("[", end) and end not in self.bracketed:
                del self.bracketed[start]

    def _cluster(self, brackets: _Brackets, end: int, adjoins: bool) -> Iterator[CitationCluster]:
        words = _Words(self)
        lead, start = "", brackets.start + 1
        ahead = [at for at in brackets.semicolons if at < brackets.keys[0].start()]
        if adjoins and ahead:
            lead, start = words.of(start, ahead[-1]), ahead[-1] + 1
        cited = tuple(words.cited(match, a, b) for match, a, b in _segments(self.text, brackets, start, end - 1))
        if len(words.hidden) <= MAX_PLACEHOLDERS:
            span, hidden = self._span(brackets.start, end), tuple(words.hidden)
            block = self.stretch.block
            yield CitationCluster(
                span=span, block=block, cited_keys=cited, placeholder_spans=hidden, follows_key=adjoins, key_suffix=lead
            )


def _segments(text: str, brackets: _Brackets, start: int, end: int) -> Iterator[tuple[re.Match[str], int, int]]:
    """Each key with where what is said about it begins and ends: at the last semicolon between two keys.

    Without one, what has a digit in it tells where in the paper before, and anything else leads to the next.
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
            told = any(char.isdigit() for char in text[match.end() : following.start()])
            until = following.start() if told else match.end()
            yield match, start, until
            start = until


class _Words:
    """Words of one citation, with a private character for each thing that is no text."""

    def __init__(self, scanned: _Scan) -> None:
        self.scanned = scanned
        self.hidden: list[Span] = []

    def of(self, start: int, end: int) -> str:
        """The words between two offsets of the masked text, on one line."""
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

    def cited(self, match: re.Match[str], start: int, end: int) -> CitedKey:
        """A key with what is said about it."""
        base, key = self.scanned.base, _key(match)
        prefix = self.of(start, match.start()).lstrip(",;").strip()
        said = self.of(match.end(), end)
        suffix = said.strip(" ,;")
        if braced := _LOCATOR.match(said):
            suffix = ", ".join(filter(None, (braced[1].strip(), said[braced.end() :].strip(" ,"))))
        # who is asked to do something in brackets is no paper
        told = said[:1] in ",{;" or len(said.split()) <= _PROSE
        meant = any(char.isdigit() for char in key) or (told and len(prefix.split()) <= _PROSE and ":" not in prefix)
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
            is_certain=meant,
        )


def _plain(words: str) -> str:
    return unescape_entities(_ESCAPE.sub(r"\1", words))

"""The running text of a reference, with the places of its links and emphasis."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from papernotes_plugin import text as texts
from papernotes_plugin.markup.document_text import TEXT_KINDS
from papernotes_plugin.people import is_given_name
from papernotes_plugin.recognisers.evidence.references import hidden_marks
from papernotes_plugin.recognisers.evidence.references.asian_marks import with_plain_marks
from papernotes_plugin.recognisers.evidence.references.composed_letters import composed
from papernotes_plugin.recognisers.evidence.references.editions import with_one_year
from papernotes_plugin.recognisers.evidence.references.names_above_titles import NAME, unmarked_ends
from papernotes_plugin.recognisers.evidence.references.passing_remarks import (
    blank,
    without_passing_remarks,
    without_spaced_addresses,
)
from papernotes_plugin.recognisers.evidence.references.usual_names import with_usual_names
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex
from papernotes_plugin.vocabulary.model import InlineKind, Span

_LINK, _STRONG, _EMPHASIS = InlineKind.LINK, InlineKind.STRONG, InlineKind.EMPHASIS
_MARKED = (_LINK, _STRONG, _EMPHASIS)
LINK_REMOVED = "\x1d"
"""A character in place of a link that only points."""
NEW_BLOCK = "\x1e"
"""A character in place of LaTeX's `\\newblock`."""
_URL = lazy_regex(r"(?:<?\b[a-z]\S{1,5}://[^\s<>]+>?|\b(?:(?:doi|DOI):?\s*)?10\.\d{4,9}/(?:\([^\s()]*\)|[^\s()])+)")
_ISBN = lazy_regex(r"\bISBN[\s:]*[\dX-]{9,17}")
_FAMILY_OF_ONE_LETTER = lazy_regex(
    r"(?P<before>^|(?:[^\w,.-]|[A-Z][a-z]+ [A-Z][a-z]+,|,? and|&) )"
    r"(?P<given>(?=[A-Z][a-z])(?i:(?:[zcs]h|[b-df-hj-np-tw-z])?[aeiou]{1,3}(?:ng?)?){2}) (?P<family>[EO])\."
    r"(?=,? (?:and |& )?[A-Z][a-z]+ (?:[A-Z]\. )?[A-Z][a-z]|\s\()"
)
"""A Chinese or Korean given name, and a family name of one letter, as other names have an initial: `Weinan E., `."""
_GLUED_NAME = r"(?:[^\W\d_a-z][\w'’-]+ ){1,3}[A-Z](?: ?[A-Z]){0,2}"
_GLUED_EDITORS = lazy_regex(
    rf"(?<=\]//)\s?{_GLUED_NAME}(?:, {_GLUED_NAME}){{0,20}}(?:, et al)?\. ?(?=[^\W\d_a-z]\w+ \w)"
)
"""The editors of a book in GB/T 7714 in Latin letters: `Title[M]//LEE A, RAY B C. Book. `."""
_ARXIV_NUMBER = lazy_regex(r"\b[Aa]r[Xx]iv,?\s(?:vol\. )?abs/\d{4}\.\d{4,5}")
"""The venue of a preprint as Semantic Scholar prints it: `ArXiv, abs/2406.15480`."""
_OPEN_EMPHASIS = lazy_regex(
    r"(?<=[.?!])(?P<mark>[*_]) (?P<name>[^\W\d_a-z][^*_\n.?!]{2,90}?)"
    r"(?:(?P<closing>(?P=mark))(?=[\s,.(])|(?=,\s(?:v|vol|n|no)\.\s?\d))"
)
"""A journal between marks of emphasis, the first one before a space; the last one may have been read as a footnote."""
_ONE_FORM = str.maketrans("\n\xa0\u2009\u202f\u3000،，．：；（）［］！？＆\u2010\u2011", "     ,,.:;()[]!?&--")
"""Kinds of space and hyphen, and punctuation of full width."""
_NATIVE_NAME = lazy_regex(
    r"(?<=[A-Za-z\u00c0-\u02bf.])\s\([^()\d\x21-\x27\x2a-\x2b\x2f-\x7e\u00c0-\u02bf]{2,60}\)(?=,?\s\(?(?:1[5-9]|20)\d\d\b|,\s|\s[&(])"
)
"""A name in its own script after the same in Latin letters: `Danilov, Viktor (Данилов, Виктор) 1969: `."""
_MAX_NAMES = 300
"""Characters of names in which such a name is looked for."""
_COMMA_BEFORE_LINK = lazy_regex(rf"(?<=[a-z]{{3}}),(?= {LINK_REMOVED})")
"""The comma between a journal without numbers and an address: `Journal of Wool, https://doi.org/…`."""
_NAMES_BEFORE_LINK = lazy_regex(rf"\s*(?:{NAME}(?:,? (?:and|&) |, ))+{NAME}(?:,? et al)?(?<!\.)\s+")
"""Names, or a family name and a given one, without a mark after them."""
_LATEX_ITEM = lazy_regex(
    rf"{OPTIONAL_SPACE}\\bibitem(?:\[(?>(?:[^\]{{]|\{{[^{{}}]*+\}}|\{{){{0,300}})\])?\s*\{{[^{{}}]*\}}"
)
_SIGNS_OF_MACROS = ("bibinfo{", "natexlab{", "url{", "href{", "href {")
_MACRO = lazy_regex(
    r"\\?(?:bib(?:info|field)\{[a-z]+\}|show(?:article)?title)(?=\{)|\{?\\?natexlab\{[^{}]*\}\}?|(?<=al)\\?mbox(?=\{\.\})"
    r"|\\?showeprint\[\w+\]\{[^{}]*\}(?: ?\[[\w.-]+\])?|(?:\bURL )?\\?\b(?:url|href ?)(?=\{)"
)
"""A macro of the styles of the ACM and of natbib; text from a file may lack the backslash: `bibinfo{year}{2023}`."""
_TIE = lazy_regex(r"(?<=[\w.])~(?=[^\W\d_{])")
"""The space of LaTeX that breaks no line: `A.~Lee`."""
_SIGNS_OF_EMPHASIS = ("emph{", "textit{", "{em ")
_LATEX_EMPHASIS = lazy_regex(
    r"\{\\?(?:em|it|sl)\s++([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}"
    r"|\\?(?:emph|textit)\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}"
)
"""Emphasis in LaTeX; text from a file may lack the backslash: `{em ArXiv}`."""


class Mark(NamedTuple):
    """A link with words, emphasis or strong text: its start and end, and its kind."""

    start: int
    end: int
    kind: InlineKind


@dataclass(slots=True, unsafe_hash=True)
class ReferenceText:
    """A reference as a reader sees it; links that only point are one character."""

    text: str
    marks: list[Mark] = field(default_factory=list, hash=False)
    """The links with words, the emphasis and the strong text, in the order of the text."""
    _offsets: list[int] = field(default_factory=list, compare=False)
    _sources: list[int] = field(default_factory=list, compare=False)

    @property
    def linked(self) -> list[tuple[int, int]]:
        """Start and end of the links with words."""
        return [(start, end) for start, end, kind in self.marks if kind is _LINK]

    @property
    def emphasised(self) -> list[tuple[int, int]]:
        """Start and end of emphasis and strong text."""
        return [(start, end) for start, end, kind in self.marks if kind is not _LINK]

    def span(self, start: int, end: int) -> Span:
        """Return the span in the note of a part of the text."""
        if not self._offsets:
            return Span(0, 0)
        return Span(self._source(start), self._source(end - 1) + 1)

    @property
    def pieces(self) -> Iterable[tuple[int, int, int]]:
        """The start and the end of each piece of the text, and where it begins in the source of the note."""
        # a text without words has no offsets
        return zip(self._offsets, [*self._offsets[1:], len(self.text)], self._sources, strict=False)

    def ends_in_emphasis(self, start: int, end: int, *, is_last: bool = False) -> bool:
        """Return whether a part of the text ends within emphasis that begins inside it, or with it if `is_last`."""
        return any(start + 2 < first < end < last - 2 + 3 * is_last for first, last in self.emphasised)

    def has_journal_before(self, start: int, end: int) -> bool:
        """Return whether a title would end within an emphasised journal, or after it: `Title. _Journal_, 13(4)`."""
        for first, last in self.emphasised:
            if start < first < end < last:
                return True
            if start < first and last <= end and self.text[first - 2 : first] in (". ", "? ", "! "):
                following = self.text[last : last + 3]
                if following[:1] == "," or following.strip(" .(")[:1].isdigit():
                    return True
        return False

    def part(self, start: int, end: int) -> ReferenceText:
        """Return a part of the text, without the places of the pieces outside of it."""
        marks = [mark for mark in self.marks if start <= mark.start and mark.end <= end]
        part = self._moved(self.text[start:end], marks, -start)
        pieces = slice(max(bisect_right(self._offsets, start) - 1, 0), bisect_left(self._offsets, end))
        return replace(part, _offsets=part._offsets[pieces], _sources=self._sources[pieces])

    def with_opening(self, opening: str, end: int) -> ReferenceText:
        """Return the text with other words before an offset; they have no place in the note."""
        rest = self.part(end, len(self.text))
        return rest._moved(opening + rest.text, rest.marks, len(opening))

    def _moved(self, text: str, marks: Iterable[Mark], shift: int) -> ReferenceText:
        """Return another text with marks of this one, of which all offsets are larger."""
        moved = [Mark(start + shift, end + shift, kind) for start, end, kind in marks]
        return ReferenceText(text, moved, [offset + shift for offset in self._offsets], self._sources)

    def _source(self, offset: int) -> int:
        piece = max(bisect_right(self._offsets, offset) - 1, 0)
        return self._sources[piece] + offset - self._offsets[piece]


def reference_text(inlines: Sequence[IndexedInline], *, names_notes: bool = False) -> ReferenceText:
    """Return the text of the inlines of one text block, without words at its end that point to another note.

    Args:
        inlines: The inlines.
        names_notes: Whether the links to notes in the text are its title and its authors; they are marked as emphasis.
    """
    inlines = hidden_marks.without_dashes(inlines if names_notes else hidden_marks.without_source(inlines))
    out = ReferenceText("")
    parts: list[str] = []
    length = 0
    hidden = _end_of_key(inlines)
    open_marks: list[tuple[int, InlineKind, int]] = []
    block = inlines[0][1].block if inlines else -1
    unmarked = unmarked_ends(inlines)
    for _, inline in inlines:
        if inline.block != block:
            break
        while open_marks and open_marks[-1][0] <= inline.span.start:
            _close(out, open_marks.pop(), length)
        if inline.kind in _MARKED:
            if inline.kind is _LINK and hidden_marks.only_points(inline.text, inline.bare):
                hidden = max(hidden, inline.span.end)
                parts.append(LINK_REMOVED)
                length += 1
            elif inline.span.start >= hidden:
                if inline.kind is _LINK and not out.linked and _NAMES_BEFORE_LINK.fullmatch("".join(parts)):
                    # `Lee, Ann [Title. Journal 3 (2003)](…)`
                    length = _append(". ", out, parts, length, inline.span.start)
                open_marks.append((inline.span.end, inline.kind, length))
        elif names_notes and inline.kind is InlineKind.WIKILINK:
            open_marks.append((inline.span.end, _EMPHASIS, length))
        elif inline.kind in TEXT_KINDS and inline.span.start >= hidden and inline.text:
            if inline.span.start in unmarked:
                length = _append(".", out, parts, length, inline.span.start - 1)
            for piece, source in composed(inline.text, inline.span.start):
                length = _append(piece, out, parts, length, source)
    while open_marks:
        _close(out, open_marks.pop(), length)
    out.text = _blanked("".join(parts))
    if len(out.marks) > 1:
        out.marks = _with_joined_emphasis(out)
    out = _with_open_emphasis(out)
    return _from_latex(out) if "\\" in out.text or "{" in out.text else out


def _append(words: str, out: ReferenceText, parts: list[str], length: int, source: int) -> int:
    """Add words that are not in the note, and return the length with them."""
    out._offsets.append(length)
    out._sources.append(source)
    parts.append(words)
    return length + len(words)


def _end_of_key(inlines: Sequence[IndexedInline]) -> int:
    """Return the offset after the wikilink of a citekey that opens a text, `[[@lee2020]] Lee, A.`; -1 for none."""
    first = next((i for _, i in inlines if i.kind is not InlineKind.TEXT or i.text.strip()), None)
    is_key = first is not None and first.kind is InlineKind.WIKILINK and first.url.startswith("@")
    return first.span.end if first and is_key else -1


def plain_reference(words: str) -> ReferenceText:
    """Return a reference without links and emphasis, such as the text of a link."""
    return _with_open_emphasis(ReferenceText(_blanked(words)))


def joined(parts: Iterable[ReferenceText], separator: str) -> tuple[ReferenceText, list[int]]:
    """Return several texts as one, and the offsets of the separators between them."""
    out, offsets = ReferenceText(""), []
    for part in parts:
        if out.text:
            offsets.append(len(out.text))
            out.text += separator
        moved = part._moved(part.text.rstrip(separator), part.marks, len(out.text))
        out.text += moved.text
        out.marks += moved.marks
        out._offsets += moved._offsets
        out._sources += moved._sources
    return out, offsets


def _with_open_emphasis(out: ReferenceText) -> ReferenceText:
    """Return a text with emphasis that begins with a space, which is none in Markdown: `Title.* Journal*, 3`."""
    mark = _OPEN_EMPHASIS.search(out.text) if "* " in out.text or "_ " in out.text else None
    if not mark:
        return out
    closing = " " if mark["closing"] else ""
    words = f"{out.text[: mark.start()]}  {mark['name']}{closing}{out.text[mark.end() :]}"
    return replace(out, text=words, marks=sorted([*out.marks, Mark(*mark.span("name"), _EMPHASIS)]))


def _close(out: ReferenceText, mark: tuple[int, InlineKind, int], length: int) -> None:
    _, kind, start = mark
    if length > start:
        out.marks.append(Mark(start, length, kind))


def _with_joined_emphasis(out: ReferenceText) -> list[Mark]:
    """Return the marks of a text with emphasised words as one that have only a space between them.

    Programs mark each word: `_Security_ _and_ _Law_`.  Strong text is a part of its own: `**Names.** *Title*`.
    """
    strong = {mark.end for mark in out.marks if mark.kind is _STRONG}
    joined: list[Mark] = []
    links: list[Mark] = []
    for mark in sorted(out.marks):
        last = joined[-1] if joined else None
        if mark.kind is _LINK:
            links.append(mark)
        elif out.text[mark.start : mark.end].rstrip(".") == "et al":
            # `A. Lee, _et al._` above `_Title_`
            continue
        elif (
            last
            and mark.start - last.end == 1
            and out.text[last.end] == " "
            and strong.isdisjoint((last.end, mark.end))
        ):
            joined[-1] = last._replace(end=mark.end)
        else:
            joined.append(mark)
    return sorted(links + joined)


def _blanked(words: str) -> str:
    """Return a text of the same length without addresses and the words that introduce them."""
    # the marks of strong text that was not closed
    words = hidden_marks.without_marks(words.translate(_ONE_FORM).replace("**", "  "))
    if "~" in words:
        words = _TIE.sub(" ", words)
    if not words.isascii():
        words = _NATIVE_NAME.sub(blank, words[:_MAX_NAMES]) + words[_MAX_NAMES:]
        words = with_plain_marks(words)
    words = with_usual_names(words)
    if " E." in words or " O." in words:
        words = _FAMILY_OF_ONE_LETTER.sub(_without_point, words)
    if "]//" in words:
        words = _GLUED_EDITORS.sub(blank, words)
    if "``" in words:
        words = words.replace("``", " “").replace("''", "” ")
    if "abs/" in words:
        words = _ARXIV_NUMBER.sub(lambda m: "arXiv".ljust(len(m[0])), words)
    words = with_one_year(words)
    if "ISBN" in words:
        words = _ISBN.sub(blank, words)
    if "//" in words or "10." in words:
        words = _URL.sub(lambda m: LINK_REMOVED + " " * (len(m[0]) - 1), without_spaced_addresses(words))
    if f", {LINK_REMOVED}" in words:
        words = _COMMA_BEFORE_LINK.sub(".", words)
    return without_passing_remarks(words)


def _without_point(match: re.Match[str]) -> str:
    """Return a name with a space in place of the point after a family name of one letter."""
    return f"{match[0][:-1]} " if is_given_name(match["given"]) else match[0]


def _from_latex(out: ReferenceText) -> ReferenceText:
    """Return an item of a `.bbl` file as plain text; its parts have no places in the note of their own."""
    has_macros = any(sign in out.text for sign in _SIGNS_OF_MACROS)
    has_emphasis = any(sign in out.text for sign in _SIGNS_OF_EMPHASIS)
    if not (has_macros or has_emphasis) and "\\newblock" not in out.text and "\\bibitem" not in out.text:
        return out
    words = _LATEX_ITEM.sub("", out.text).replace("~", " ")
    if has_macros:
        words = _MACRO.sub("", words)
    words = _LATEX_EMPHASIS.sub(lambda m: f"\x02{m[1] or m[2]}\x03", words)
    # `\bibinfo{booktitle}{\emph{CVPR}}` leaves braces around the emphasis
    words = words.replace("{\x02", "\x02").replace("\x03}", "\x03").replace("\\newblock", NEW_BLOCK)
    pieces = [_plain(piece) for piece in re.split("([\x02\x03\x1e])", words)]
    plain = re.sub(r"\s+", " ", "".join(pieces)).strip()
    marks = []
    while "\x02" in plain and "\x03" in plain:
        start, end = plain.index("\x02"), plain.index("\x03") - 1
        plain = plain.replace("\x02", "", 1).replace("\x03", "", 1)
        marks.append(Mark(start, end, _EMPHASIS))
    first = out._sources[0] if out._sources else 0
    return ReferenceText(plain, marks, [0], [first])


def _plain(piece: str) -> str:
    """Return LaTeX as plain text, with the spaces around it."""
    before, after = " " * piece[:1].isspace(), " " * piece[-1:].isspace()
    return piece if len(piece) == 1 else f"{before}{texts.plain_text(piece)}{after}"

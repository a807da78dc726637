r"""Find formulas and hide them from the Markdown parser, which reads only some of them as formulas.

Found are `$…$`, `$$…$$`, `\(…\)`, and at the start of a line `\[…\]` and `\begin{align}…\end{align}`.  In sites these
are formulas for `pymdownx.arithmatex`, MathJax and KaTeX.  No formula contains an empty line.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from papernotes_plugin.text import are_words, holds_link, is_in_url, math_spans
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Inline, InlineKind, Span

_OPAQUE_BLOCKS = frozenset((BlockKind.CODE, BlockKind.HTML))
_OPAQUE_INLINES = frozenset((InlineKind.CODE, InlineKind.HTML))
_OPENING_MARKS = ("$$", r"\(", r"\[", r"\begin{")
_MARK = lazy_regex(r"\\(?:begin|end)\{[a-zA-Z]{1,30}\*?\}|\\[\\()\[\]$]|\$\$|\n[ \t>]*(?=\n)")
_CLOSING = {r"\(": r"\)", r"\[": r"\]", "$$": "$$"}
_LINE_PREFIX = lazy_regex(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\[\^[^\]\s]+\]:[ \t]+)?")
_QUOTE_PREFIX = lazy_regex(r"(?:[ ]{0,3}>)+")
_LINE_END = lazy_regex(r"[ \t]*(?:\n|\Z)")
_CITED_KEY = lazy_regex(r"-?@")
_NOT_SPACE = lazy_regex(r"\S")


def find_formulas(text: str, start: int = 0) -> list[Span]:
    r"""Return the formulas with marks of two characters or more in a text from an offset on; they do not overlap.

    Text with a link between two such marks is no formula: `\[[pdf](https://…)\]` is a link in brackets.
    """
    formulas: list[Span] = []
    if not any(mark in text for mark in _OPENING_MARKS):
        return formulas
    opening, closing, opened_at = "", "", 0
    for match in _MARK.finditer(text, start):
        mark = match[0]
        if mark == closing:
            if _is_formula(text, Span(opened_at + len(opening), match.start()), mark):
                formulas.append(Span(opened_at, match.end()))
            closing = ""
        elif mark[0] == "\n":
            closing = ""
        elif mark == r"\(" and is_in_url(text, match.start()):
            continue
        elif not closing and (mark in ("$$", r"\(") or (_opens_block(mark) and _begins_line(text, match.start()))):
            opening, opened_at = mark, match.start()
            closing = _CLOSING.get(mark) or mark.replace("begin", "end", 1)
    return formulas


def _is_formula(text: str, inner: Span, closing: str) -> bool:
    r"""Return whether the text between two marks is a formula.

    `\[1\] …`, `\[@key\]`, `\(2015\)` and `\(words like these\)` are escaped brackets.
    """
    tex = text[slice(*inner)]
    if closing == r"\]" and (_CITED_KEY.match(tex) or not _LINE_END.match(text, inner.end + len(closing))):
        return False
    return not (holds_link(tex) or (closing == r"\)" and are_words(tex)))


def _opens_block(mark: str) -> bool:
    return mark == r"\[" or mark.startswith(r"\begin")


def _begins_line(text: str, offset: int) -> bool:
    return _LINE_PREFIX.fullmatch(text, text.rfind("\n", 0, offset) + 1, offset) is not None


def hide_formulas(text: str, body: int, blocks: Iterable[Block], inlines: Sequence[Inline]) -> str:
    """Return a text of the same length in which the parser reads every formula as such.

    Args:
        text: The text of a note.
        body: Offset at which the Markdown begins.
        blocks: Its blocks, as the parser reads them.
        inlines: Its inlines, as the parser reads them.  What they contain as code or HTML stays.
    """
    if "$" not in text and not any(mark in text for mark in _OPENING_MARKS):
        return text
    opaque = [b.span for b in blocks if b.kind in _OPAQUE_BLOCKS]
    opaque += [i.span for i in inlines if i.kind in _OPAQUE_INLINES]
    visible = _filled(text, sorted(opaque))
    formulas = find_formulas(visible, body)
    dollars = (Span(start, end) for start, end, tex, _ in math_spans(_filled(visible, formulas)) if not holds_link(tex))
    formulas = sorted([*formulas, *(span for span in dollars if span.start >= body)])
    math = InlineKind.MATH
    known_spans = {inline.span for inline in inlines if inline.kind is math}
    opaque_starts = [span.start for span in opaque]
    return _masked(text, [span for span in formulas if span not in known_spans and not _holds(span, opaque_starts)])


def mask_displayed_formulas(text: str, start: int = 0) -> str:
    """Return the text with formulas replaced by letters: a minus sign in them begins no list."""
    return _masked(text, find_formulas(text, start), "x")


def _holds(span: Span, sorted_offsets: Sequence[int]) -> bool:
    index = bisect_right(sorted_offsets, span.start)
    return index < len(sorted_offsets) and sorted_offsets[index] < span.end


def _filled(text: str, spans: Iterable[Span]) -> str:
    """Return the text with all characters in sorted spans replaced by letters, except white space."""
    parts, at = [], 0
    for start, end in spans:
        if start >= at:
            parts += [text[at:start], _NOT_SPACE.sub("x", text[start:end])]
            at = end
    return "".join([*parts, text[at:]])


def _masked(text: str, formulas: Iterable[Span], mark: str = "") -> str:
    """Return the text with each formula replaced by letters between two marks, by default those of its kind."""
    parts, at = [], 0
    for start, end in formulas:
        if start < at:
            # `$a$$b$` can be read in two ways
            continue
        sign = mark or ("$$" if "\n" in text[start:end] else "$")
        first, *further = text[start + len(sign) : end - len(sign)].split("\n")
        line = text.rfind("\n", 0, start) + 1
        quoted = ">" in text[line:start]
        lines = [_NOT_SPACE.sub("x", first), *(_masked_line(words, quoted) for words in further)]
        parts += [text[at:start], sign, "\n".join(lines), sign]
        at = end
    return "".join([*parts, text[at:]])


def _masked_line(line: str, quoted: bool) -> str:
    prefix = _QUOTE_PREFIX.match(line) if quoted else None
    at = prefix.end() if prefix else 0
    return line[:at] + _NOT_SPACE.sub("x", line[at:])

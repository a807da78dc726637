r"""Python-Markdown extension that converts `$…$`, `$$…$$` and `\(…\)` to MathML, which needs no script.

`papernotes_plugin.text` distinguishes math from prices, here as in the recognisers.
"""

from __future__ import annotations

import html
import re
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.util import STX, AtomicString

from papernotes_plugin.text import holds_link, math_spans
from papernotes_plugin.text.lazy_regex import lazy_regex

MAX_LENGTH = 4_000
"""Maximum length of a formula in characters; a longer one stays text."""
_OPENING = lazy_regex(r"(?<!\\)(?:\$|\\\()")
_BLOCK = lazy_regex(r"[ ]{0,3}\$\$(?P<tex>(?:[^$\\]|\\.)+)\$\$\s*", re.DOTALL)
_DEFINES = lazy_regex(r"\\(?:re|provide)?newcommand|\\[egx]?def\b|\\let\b|\\DeclareMathOperator")
# fmt: off
_ATTRIBUTES = frozenset({
    "accent", "accentunder", "columnalign", "columnlines", "columnspacing", "depth", "display", "displaystyle",
    "fence", "form", "height", "largeop", "linethickness", "lspace", "mathbackground", "mathcolor", "mathsize",
    "mathvariant", "maxsize", "minsize", "movablelimits", "notation", "rowalign", "rowlines", "rowspacing",
    "rspace", "scriptlevel", "separator", "stretchy", "voffset", "width", "xmlns",
})
# fmt: on
"""Attributes for layout only; `href`, `style`, `class` and `id` are removed."""
_CHILDREN = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}
"""Number of children that an element must have; the converter ignores missing arguments."""


class MathExtension(Extension):
    """Extension for sites without another math extension."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processors."""
        # After code spans (190), which hide their content; before escapes (180), which would convert `\\_` and `\\(`.
        md.inlinePatterns.register(MathInline(md), "papernotes-math", 185)
        # Before processors that would read a line of a formula as a heading, a list or a rule.
        md.parser.blockprocessors.register(MathBlock(md.parser), "papernotes-math-block", 105)
        # The backslash escapes of CommonMark for the characters that TeX authors escape.
        md.ESCAPED_CHARS.extend(char for char in "$%" if char not in md.ESCAPED_CHARS)


class MathInline(InlineProcessor):
    """Inline processor for formulas."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(_OPENING.pattern, md)
        self._spans: dict[int, tuple[int, str, bool]] = {}
        self._tail = ""

    def handleMatch(  # type: ignore[override]
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int | None, int | None]:
        """Return the element and the offsets of the formula that starts at the match; None without one."""
        start = m.start()
        length, tex, display = self._span(data, start)
        # A placeholder of a code span, or the text between two links, is not a formula.
        if not 0 < length <= MAX_LENGTH or STX in tex or holds_link(tex):
            return None, None, None
        end = start + length
        self._tail = data[end:]
        return math_element(tex, data[start:end], display), start, end

    def _span(self, data: str, start: int) -> tuple[int, str, bool]:
        """Return length, TeX source and display mode of the formula that starts here; length 0 without one.

        Python-Markdown replaces each formula by a placeholder and starts again; the text after it does not change.
        Formulas are therefore cached by their distance from the end, so that each text is scanned once.
        """
        if not self._tail or start < len(data) - len(self._tail) or not data.endswith(self._tail):
            self._spans = {
                len(data) - begin: (end - begin, tex, display) for begin, end, tex, display in math_spans(data)
            }
            self._tail = data
        return self._spans.get(len(data) - start, (0, "", False))


class MathBlock(BlockProcessor):
    """Block processor for paragraphs that consist of one `$$…$$`."""

    def test(self, parent: Element, block: str) -> bool:
        """Return whether the block consists of a formula."""
        return len(block) <= MAX_LENGTH and _BLOCK.fullmatch(block) is not None

    def run(self, parent: Element, blocks: list[str]) -> None:
        """Append a paragraph with the formula."""
        block = blocks.pop(0)
        match = _BLOCK.fullmatch(block)
        assert match is not None
        SubElement(parent, "p").append(math_element(match["tex"], block.strip(), True))


def math_element(tex: str, source: str, display: bool) -> Element:
    """Return a formula as MathML, or its source as code if it cannot be converted."""
    formula = _formula(tex, display)
    if formula is None:
        code = Element("code", {"class": "papernotes-tex"})
        code.text = AtomicString(source)
        return code
    # Python-Markdown treats a bare `math` element as a block and adds white space around it.
    wrapper = Element("span", {"class": "papernotes-math papernotes-display" if display else "papernotes-math"})
    wrapper.append(formula)
    return wrapper


def _formula(tex: str, display: bool) -> Element | None:
    """Return the MathML of a formula; None if it is invalid or defines macros, which could expand without limit."""
    if _DEFINES.search(tex):
        return None
    # imported on first use: it imports modules of the network, and most sites have no formulas
    from latex2mathml.converter import convert_to_element

    try:
        formula = convert_to_element(tex, display="block" if display else "inline")
    except Exception:  # The converter raises many exceptions on invalid TeX, even RecursionError.
        return None
    for element in formula.iter():
        if len(element) != _CHILDREN.get(element.tag, len(element)):
            return None
        if element.text:
            # The converter writes character references; Python-Markdown escapes the text again.
            element.text = AtomicString(html.unescape(element.text))
        for name in element.attrib.keys() - _ATTRIBUTES:
            del element.attrib[name]
    return formula


def makeExtension(**options: Any) -> MathExtension:
    """Return the extension: the entry point that Python-Markdown calls."""
    return MathExtension(**options)

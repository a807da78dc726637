r"""A Python-Markdown extension: `$…$`, `$$…$$` and `\(…\)` become MathML, which browsers set without a script.

The only user of Python-Markdown and latex2mathml.  What is math and what a price, `papernotes_plugin.text`
decides, as it does for the recognisers.
"""

from __future__ import annotations

import html
import re
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from latex2mathml.converter import convert_to_element
from markdown import Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.util import STX, AtomicString

from papernotes_plugin.text import math_spans

MAX_LENGTH = 4_000
"""Characters of the longest formula that is set; a longer one stays text."""
_OPENING = re.compile(r"(?<!\\)(?:\$|\\\()")
_BLOCK = re.compile(r"[ ]{0,3}\$\$(?P<tex>(?:[^$\\]|\\.)+)\$\$\s*", re.DOTALL)
_DEFINES = re.compile(r"\\(?:re|provide)?newcommand|\\[egx]?def\b|\\let\b|\\DeclareMathOperator")
# fmt: off
_ATTRIBUTES = frozenset({
    "accent", "accentunder", "columnalign", "columnlines", "columnspacing", "depth", "display", "displaystyle",
    "fence", "form", "height", "largeop", "linethickness", "lspace", "mathbackground", "mathcolor", "mathsize",
    "mathvariant", "maxsize", "minsize", "movablelimits", "notation", "rowalign", "rowlines", "rowspacing",
    "rspace", "scriptlevel", "separator", "stretchy", "voffset", "width", "xmlns",
})
# fmt: on
"""Attributes that only lay out: no `href`, no `style`, no `class`, no `id`."""
_CHILDREN = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}
"""How many children an element must have, which the converter does not mind where an argument is missing."""


class MathExtension(Extension):
    """Math for a site that configures none of its own."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processors."""
        # After code spans (190), which hide what is in them; before escapes (180), which would eat `\\_` and `\\(`.
        md.inlinePatterns.register(MathInline(md), "papernotes-math", 185)
        # Before everything that reads a line of a formula as a heading, a list or a rule.
        md.parser.blockprocessors.register(MathBlock(md.parser), "papernotes-math-block", 105)
        # CommonMark's escapes for the two signs that people who write TeX escape
        md.ESCAPED_CHARS.extend(sign for sign in "$%" if sign not in md.ESCAPED_CHARS)


class MathInline(InlineProcessor):
    """Math within a line of text."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(_OPENING.pattern, md)
        self._spans: dict[int, tuple[int, str, bool]] = {}
        self._tail = ""

    def handleMatch(  # type: ignore[override]
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int | None, int | None]:
        """The formula that begins here, and its place; nothing where none does."""
        start = m.start()
        length, tex, display = self._span(data, start)
        # A code span stashed by Python-Markdown, or the end of one link and the start of the next: no formula
        if not 0 < length <= MAX_LENGTH or STX in tex or "](" in tex or "://" in tex:
            return None, None, None
        end = start + length
        self._tail = data[end:]
        return math(tex, data[start:end], display), start, end

    def _span(self, data: str, start: int) -> tuple[int, str, bool]:
        """Length, TeX and whether displayed, of the formula that begins here; a length of 0 where none does.

        Python-Markdown puts a placeholder in the place of each formula and begins anew.  What follows stays as
        it was, so spans are kept by their distance from the end: each text is looked through once.
        """
        if not self._tail or start < len(data) - len(self._tail) or not data.endswith(self._tail):
            self._spans = {len(data) - at: (end - at, tex, display) for at, end, tex, display in math_spans(data)}
            self._tail = data
        return self._spans.get(len(data) - start, (0, "", False))


class MathBlock(BlockProcessor):
    """A paragraph that is one `$$…$$`."""

    def test(self, parent: Element, block: str) -> bool:
        """Whether the block is a formula and nothing else."""
        return len(block) <= MAX_LENGTH and _BLOCK.fullmatch(block) is not None

    def run(self, parent: Element, blocks: list[str]) -> None:
        """Put the formula into a paragraph of its own."""
        block = blocks.pop(0)
        found = _BLOCK.fullmatch(block)
        assert found is not None
        SubElement(parent, "p").append(math(found["tex"], block.strip(), True))


def math(tex: str, source: str, display: bool) -> Element:
    """A formula as MathML, or its source as code where it cannot be set."""
    formula = _formula(tex, display)
    if formula is None:
        code = Element("code", {"class": "papernotes-tex"})
        code.text = AtomicString(source)
        return code
    # Not the bare element: to Python-Markdown `math` is a block, which it puts white space around
    wrapper = Element("span", {"class": "papernotes-math papernotes-display" if display else "papernotes-math"})
    wrapper.append(formula)
    return wrapper


def _formula(tex: str, display: bool) -> Element | None:
    """The MathML of a formula; None where it is wrong, or defines macros, which could grow without bounds."""
    if _DEFINES.search(tex):
        return None
    try:
        formula = convert_to_element(tex, display="block" if display else "inline")
    except Exception:  # the converter raises dozens of kinds on bad TeX, RecursionError among them
        return None
    for element in formula.iter():
        if len(element) != _CHILDREN.get(element.tag, len(element)):
            return None
        if element.text:
            # The converter writes references itself; what is a sign here is escaped again when the page is written
            element.text = AtomicString(html.unescape(element.text))
        for name in element.attrib.keys() - _ATTRIBUTES:
            del element.attrib[name]
    return formula


def makeExtension(**options: Any) -> MathExtension:
    """The extension, as Python-Markdown asks for it."""
    return MathExtension(**options)

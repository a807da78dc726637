"""A Python-Markdown extension: what notes of a vault need beyond the edits that they come with.

Fences in lists and quotes, which only other extensions know; embedded sound, film and PDF files; the names under which
callouts go as well (https://help.obsidian.md/callouts#Supported+types).
"""

from __future__ import annotations

import html
import re
from collections.abc import Set
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AMP_SUBSTITUTE

from papernotes_plugin.markup import block_parser
from papernotes_plugin.text.escaping import escape_attribute, escape_html
from papernotes_plugin.vocabulary.model import Block, BlockKind

_POSSIBLE = re.compile(r"^(?:[ \t>]|[-*+][ ]|\d{1,9}[.)][ ]).*?(?:`{3}|~{3})", re.MULTILINE)
_FENCE = re.compile(r"(`{3,}|~{3,})[ \t]*([^\s`{]*)")
_LEAD = re.compile(r"[ \t>]*")
_SOUND = re.compile(r"\.(?:flac|m4a|mp3|ogg|wav|3gp)(?:[?#]|$)", re.IGNORECASE)
_FILM = re.compile(r"\.(?:mkv|mov|mp4|ogv|webm)(?:[?#]|$)", re.IGNORECASE)
_PDF = re.compile(r"\.pdf(?:[?#]|$)", re.IGNORECASE)
_UNSEEN = re.compile(r"[\x00-\x20]")
_HEIGHT = re.compile(r"[#&]height=(\d{1,5})(?=&|$)")
_PAGE = re.compile(r"https?://(?:www\.|m\.)?(?:youtube\.com/|youtu\.be/|twitter\.com/|x\.com/)", re.IGNORECASE)
"""Addresses that are no picture and that the app embeds all the same."""
_TALL = "600"
"""How high a PDF file is shown, in pixels, where nothing else is said."""
_ALIASES = {
    "summary": "abstract", "tldr": "abstract", "hint": "tip", "important": "tip", "check": "success",
    "done": "success", "help": "question", "faq": "question", "caution": "warning", "attention": "warning",
    "fail": "failure", "missing": "failure", "error": "danger", "cite": "quote", "todo": "info",
}  # fmt: skip
"""The names of callouts, each with one that themes know."""


class ObsidianExtension(Extension):
    """What a site that shows a vault needs."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processors."""
        # After the ends of lines are put right (30), before all that reads a fence (25).
        md.preprocessors.register(Fences(md), "papernotes-fences", 27)
        # After links have found their way (MkDocs: 0), and callouts their element (19.99).
        elements = Elements(md)
        md.treeprocessors.register(elements, "papernotes-obsidian", -10)
        # Before callouts have it, and inlines are read (20).
        md.treeprocessors.register(Admonitions(md, elements), "papernotes-admonitions", 21)


class Fences(Preprocessor):
    """Fences within lists and quotes, where nobody else reads them there."""

    def run(self, lines: list[str]) -> list[str]:
        """The lines, with what stands for the fences."""
        assert self.md is not None
        text = "\n".join(lines)
        if not _POSSIBLE.search(text) or any("superfences" in type(p).__module__ for p in self.md.preprocessors):
            return lines
        blocks = block_parser.parse_blocks(text)
        parts: list[str] = []
        at = 0
        for block in blocks:
            if block.kind is BlockKind.CODE and block.span.start >= at and (made := self._made(text, blocks, block)):
                parts += [text[at : block.span.start], made]
                at = block.span.end
        return "".join([*parts, text[at:]]).split("\n")

    def _made(self, text: str, blocks: tuple[Block, ...], block: Block) -> str:
        fence = _FENCE.match(text, block.span.start)
        held = block.parent >= 0 and blocks[block.parent].kind in (BlockKind.ITEM, BlockKind.QUOTE)
        if fence is None or not held:
            return ""
        assert self.md is not None
        start = text.rfind("\n", 0, block.span.start) + 1
        before = text[start : block.span.start]
        marks = _LEAD.match(before)
        assert marks is not None
        lead = marks[0] + " " * (len(before) - len(marks[0]))
        _, *code = text[slice(*block.span)].split("\n")
        if code and code[-1].strip(" \t>").startswith(fence[1]):
            code.pop()
        language = f' class="language-{escape_attribute(fence[2])}"' if fence[2] else ""
        words = escape_html("\n".join(_without(line, lead) for line in code))
        stashed = self.md.htmlStash.store(f"<pre><code{language}>{words}\n</code></pre>")
        empty = f"\n{lead.rstrip()}"
        above = "" if before.strip(" \t>") else f"{empty.strip(chr(10))}\n{lead}" if lead.strip() else f"\n{lead}"
        return above + stashed + empty


def _without(line: str, lead: str) -> str:
    at = 0
    while at < min(len(line), len(lead)) and line[at] in " \t>":
        at += 1
    return line[at:]


class Admonitions(Treeprocessor):
    """The boxes that are no callouts: `!!! caution` looks as the site has it."""

    def __init__(self, md: Markdown, elements: Elements) -> None:
        super().__init__(md)
        self._elements = elements

    def run(self, root: Element) -> None:
        """Note them."""
        self._elements.admonitions = {element for element in root.iter() if element.tag in ("div", "details")}


class Elements(Treeprocessor):
    """Sound, film, PDF files and callouts."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(md)
        self.admonitions: Set[Element] = frozenset()

    def run(self, root: Element) -> None:
        """Change the elements in place."""
        for element in root.iter():
            if element.tag == "img":
                _embedded(element)
            elif element.tag in ("div", "details") and element not in self.admonitions:
                names = element.get("class", "").split()
                if element.tag == "details" or "admonition" in names:
                    more = [_ALIASES[name] for name in names if name in _ALIASES and _ALIASES[name] not in names]
                    element.set("class", " ".join([*names, *more])) if more else None
                    _titled(element, names)


def _titled(callout: Element, names: list[str]) -> None:
    """A callout without words of its own for a title: `[!my-own]` is "My own"."""
    title = callout[0] if len(callout) else callout
    said = (title.text or "").strip()
    if "-" in said and not len(title) and said.casefold() in names:
        title.text = said.capitalize().replace("-", " ")


def _embedded(image: Element) -> None:
    """What is written as a picture and is none."""
    source = image.get("src", "")
    tag = "audio" if _SOUND.search(source) else "video" if _FILM.search(source) else ""
    if tag:
        _player(image, tag)
    elif _PAGE.match(source) or (_PDF.search(source) and source.startswith(("https://", "http://"))):
        # showing it would take the reader to another host unasked
        image.tag = "a"
        image.text = image.attrib.pop("alt", "") or source
        image.set("href", image.attrib.pop("src"))
    elif _PDF.search(source) and _is_of_site(source):
        _pdf(image, source)


def _is_of_site(source: str) -> bool:
    """A path: in a frame an address could hold a script (`java&#10;script&colon;…`)."""
    plain = _UNSEEN.sub("", html.unescape(source.replace(AMP_SUBSTITUTE, "&")))
    return not plain.startswith(("//", "/\\", "\\")) and ":" not in re.split(r"[/\\?#]", plain, maxsplit=1)[0]


def _player(image: Element, tag: str) -> None:
    image.tag = tag
    words = image.attrib.pop("alt", "")
    image.set("controls", "controls")
    image.set("preload", "metadata")
    if words:
        image.set("aria-label", words)
    image.text = ""


def _pdf(image: Element, source: str) -> None:
    """A PDF file in a frame, above a link to it: not every browser shows one, and paper does not."""
    height = _HEIGHT.search(source)
    shown = _HEIGHT.sub("", source)
    words = image.get("alt", "") or unquote(shown.partition("#")[0].rpartition("/")[2])
    size = {"width": image.get("width", "100%"), "height": height[1] if height else image.get("height", _TALL)}
    image.tag, image.attrib = "span", {"class": "papernotes-pdf"}
    SubElement(image, "iframe", {"src": shown, "title": words, "loading": "lazy", **size}).text = ""
    SubElement(image, "a", {"href": shown}).text = words


def makeExtension(**options: Any) -> ObsidianExtension:
    """The extension, as Python-Markdown asks for it."""
    return ObsidianExtension(**options)

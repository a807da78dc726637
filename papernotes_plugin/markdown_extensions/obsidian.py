"""Python-Markdown extension for Obsidian's syntax that edits of the notes cannot express.

It handles fences in lists and quotes, embedded audio, video and PDF files, and aliases of callout types
(https://help.obsidian.md/callouts#Supported+types).
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
from papernotes_plugin.markup.document_text import strip_line_prefix
from papernotes_plugin.text.escaping import escape_attribute, escape_html
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind

_MAY_HAVE_FENCE = lazy_regex(r"^(?:[ \t>]|[-*+][ ]|\d{1,9}[.)][ ]).*?(?:`{3}|~{3})", re.MULTILINE)
_FENCE = lazy_regex(r"(`{3,}|~{3,})[ \t]*([^\s`{]*)")
_MARKERS = lazy_regex(r"[ \t>]*")
_AUDIO = lazy_regex(r"\.(?:flac|m4a|mp3|ogg|wav|3gp)(?:[?#]|$)", re.IGNORECASE)
_VIDEO = lazy_regex(r"\.(?:mkv|mov|mp4|ogv|webm)(?:[?#]|$)", re.IGNORECASE)
_PDF = lazy_regex(r"\.pdf(?:[?#]|$)", re.IGNORECASE)
_INVISIBLE = lazy_regex(r"[\x00-\x20]")
_HEIGHT = lazy_regex(r"[#&]height=(\d{1,5})(?=&|$)")
_WEB_PAGE = lazy_regex(r"https?://(?:www\.|m\.)?(?:youtube\.com/|youtu\.be/|twitter\.com/|x\.com/)", re.IGNORECASE)
"""URLs of web pages, which Obsidian embeds with the syntax of images."""
_PDF_HEIGHT = "600"
"""Default height of an embedded PDF file in pixels."""
_ALIASES = {
    "summary": "abstract", "tldr": "abstract", "hint": "tip", "important": "tip", "check": "success",
    "done": "success", "help": "question", "faq": "question", "caution": "warning", "attention": "warning",
    "fail": "failure", "missing": "failure", "error": "danger", "cite": "quote", "todo": "info",
}  # fmt: skip
"""Type of callout that themes define, by the name of its alias."""


class ObsidianExtension(Extension):
    """Extension for sites that publish an Obsidian vault."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processors."""
        # After line endings are normalised (30), before fences are read (25).
        md.preprocessors.register(Fences(md), "papernotes-fences", 27)
        # After links are resolved (MkDocs: 0) and callouts are converted (19.99).
        elements = Elements(md)
        md.treeprocessors.register(elements, "papernotes-obsidian", -10)
        # Before callouts are converted and inline text is parsed (20).
        md.treeprocessors.register(Admonitions(md, elements), "papernotes-admonitions", 21)


class Fences(Preprocessor):
    """Preprocessor for fences in lists and quotes, on sites without `pymdownx.superfences`."""

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines with placeholders for the fences."""
        assert self.md is not None
        text = "\n".join(lines)
        if not _MAY_HAVE_FENCE.search(text) or any("superfences" in type(p).__module__ for p in self.md.preprocessors):
            return lines
        blocks = block_parser.parse_blocks(text)
        parts: list[str] = []
        position = 0
        for block in blocks:
            if block.kind is not BlockKind.CODE or block.span.start < position:
                continue
            if replacement := self._replacement(text, blocks, block):
                parts += [text[position : block.span.start], replacement]
                position = block.span.end
        return "".join([*parts, text[position:]]).split("\n")

    def _replacement(self, text: str, blocks: tuple[Block, ...], block: Block) -> str:
        """Return a placeholder with the needed empty lines; empty for a fence outside of lists and quotes."""
        fence = _FENCE.match(text, block.span.start)
        is_nested = block.parent >= 0 and blocks[block.parent].kind in (BlockKind.ITEM, BlockKind.QUOTE)
        if fence is None or not is_nested:
            return ""
        assert self.md is not None
        start = text.rfind("\n", 0, block.span.start) + 1
        before = text[start : block.span.start]
        markers = _MARKERS.match(before)
        assert markers is not None
        prefix = markers[0] + " " * (len(before) - len(markers[0]))
        _, *code = text[slice(*block.span)].split("\n")
        if code and code[-1].strip(" \t>").startswith(fence[1]):
            code.pop()
        language = f' class="language-{escape_attribute(fence[2])}"' if fence[2] else ""
        source = escape_html("\n".join(strip_line_prefix(line, prefix) for line in code))
        placeholder = self.md.htmlStash.store(f"<pre><code{language}>{source}\n</code></pre>")
        empty = f"\n{prefix.rstrip()}"
        if before.strip(" \t>"):
            above = ""
        elif prefix.strip():
            above = f"{empty.strip(chr(10))}\n{prefix}"
        else:
            above = f"\n{prefix}"
        return above + placeholder + empty


class Admonitions(Treeprocessor):
    """Tree processor that remembers the boxes of `!!! caution`, whose types must not change."""

    def __init__(self, md: Markdown, elements: Elements) -> None:
        super().__init__(md)
        self._elements = elements

    def run(self, root: Element) -> None:
        """Store the elements."""
        self._elements.admonitions = {element for element in root.iter() if element.tag in ("div", "details")}


class Elements(Treeprocessor):
    """Tree processor for embedded audio, video and PDF files, and for callouts."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(md)
        self.admonitions: Set[Element] = frozenset()

    def run(self, root: Element) -> None:
        """Change the elements in place."""
        for element in root.iter():
            if element.tag == "img":
                _convert_embed(element)
            elif element.tag in ("div", "details") and element not in self.admonitions:
                names = element.get("class", "").split()
                if element.tag == "details" or "admonition" in names:
                    more = [_ALIASES[name] for name in names if name in _ALIASES and _ALIASES[name] not in names]
                    element.set("class", " ".join([*names, *more])) if more else None
                    _set_default_title(element, names)


def _set_default_title(callout: Element, names: list[str]) -> None:
    """Set the title of a callout that has none from its type: `[!my-own]` becomes "My own"."""
    title = callout[0] if len(callout) else callout
    text = (title.text or "").strip()
    if "-" in text and not len(title) and text.casefold() in names:
        title.text = text.capitalize().replace("-", " ")


def _convert_embed(image: Element) -> None:
    """Convert an image element whose source is not an image."""
    source = image.get("src", "")
    tag = "audio" if _AUDIO.search(source) else "video" if _VIDEO.search(source) else ""
    if tag:
        _player(image, tag)
    elif _WEB_PAGE.match(source) or (_PDF.search(source) and source.startswith(("https://", "http://"))):
        # Embedding it would contact another server without the reader's consent.
        image.tag = "a"
        image.text = image.attrib.pop("alt", "") or source
        image.set("href", image.attrib.pop("src"))
    elif _PDF.search(source) and _is_path(source):
        _pdf(image, source)


def _is_path(source: str) -> bool:
    """Return whether a source is a path of the site; a URL in a frame may be a script (`java&#10;script&colon;…`)."""
    plain = _INVISIBLE.sub("", html.unescape(source.replace(AMP_SUBSTITUTE, "&")))
    return not plain.startswith(("//", "/\\", "\\")) and ":" not in re.split(r"[/\\?#]", plain, maxsplit=1)[0]


def _player(image: Element, tag: str) -> None:
    image.tag = tag
    label = image.attrib.pop("alt", "")
    image.set("controls", "controls")
    image.set("preload", "metadata")
    if label:
        image.set("aria-label", label)
    image.text = ""


def _pdf(image: Element, source: str) -> None:
    """Convert an image to a frame with a PDF file and a link to it, for browsers without PDF support and for print."""
    height = _HEIGHT.search(source)
    shown = _HEIGHT.sub("", source)
    label = image.get("alt", "") or unquote(shown.partition("#")[0].rpartition("/")[2])
    size = {"width": image.get("width", "100%"), "height": height[1] if height else image.get("height", _PDF_HEIGHT)}
    image.tag, image.attrib = "span", {"class": "papernotes-pdf"}
    SubElement(image, "iframe", {"src": shown, "title": label, "loading": "lazy", **size}).text = ""
    SubElement(image, "a", {"href": shown}).text = label


def makeExtension(**options: Any) -> ObsidianExtension:
    """Return the extension: the entry point that Python-Markdown calls."""
    return ObsidianExtension(**options)

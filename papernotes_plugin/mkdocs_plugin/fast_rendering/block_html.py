"""Convert the blocks of generated pages to the HTML that the site's Markdown makes of them.

Each kind of block is learned from the site's Markdown once.  The kinds are paragraphs, lists, quotes, tables with the
same number of columns, and raw HTML with the same tags.  The site's Markdown converts all other blocks, once for
the same text.
"""

from __future__ import annotations

import html
import re
from typing import Any

from papernotes_plugin.mkdocs_plugin.fast_rendering.hrefs import FallBack, ToHref
from papernotes_plugin.mkdocs_plugin.fast_rendering.inline_html import BLOCK_START, InlineRenderer
from papernotes_plugin.mkdocs_plugin.fast_rendering.list_html import ListRenderer, TableRenderer, nested_list
from papernotes_plugin.mkdocs_plugin.fast_rendering.site_markdown import SiteMarkdown, marker

_LIST_ITEM = re.compile(r"[-+*][ ]|\d{1,9}[.)][ ]")
_RAW = re.compile(r"<(?:article|details|div|figure|nav|p|pre|section|table|ul|ol)\b")
_TAGS = re.compile(r"(<[^<>]*>)")
_RAW_SPECIAL = re.compile(
    r"[`~8\t{\[=*](?:(?<=`)``|(?<=~)~~|(?<=8)<|(?<=\t)|(?<=\{)[+~=!:-]|(?<=\[)TOC\]|(?<=markdown=)|(?<=^\*)\[)",
    re.MULTILINE,
)
"""Text with a meaning for an extension even in raw HTML; the character that each alternative contains comes first."""
_CALLOUT = re.compile(r"\[!([A-Za-z]+)\]([+-]?)(?:[ ](.*))?(?:\n|\Z)")
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")
MAX_DEPTH = 4
"""Levels of nested quotes that are converted here."""
_CODE = re.compile(r"<code>([^<>&]+)</code>")
"""HTML of a heading that is the name of a paper without a title."""


class BlockRenderer:
    """Converter of the pages of one site."""

    def __init__(self, markdown: SiteMarkdown) -> None:
        """Learn the HTML of headings, quotes, lists and inline Markdown from the Markdown of the site."""
        self._markdown = markdown
        self.inlines = InlineRenderer(markdown)
        self._after_raw_html: dict[tuple[str, ...], str | None] = {}
        """HTML after raw HTML with the same tags; None if the site's Markdown changes such raw HTML."""
        self._callouts: dict[str, tuple[str, ...]] = {}
        self._by_site_markdown: dict[str, str | None] = {}
        """Blocks that the site's Markdown has converted, by their text with links replaced."""
        self._heading, self._heading_token = self._learn_heading()
        tokens = markdown.convert("# &#128293;")[1]
        self._empty_slug = str(tokens[0]["id"]) if len(tokens) == 1 and self._heading_token else ""
        """Id of a heading that contains only symbols."""
        self._lists = ListRenderer(markdown, self.inlines)
        self._tables = TableRenderer(markdown, self.inlines)
        self._quote = self._learn_quote()
        self._callout_ends_quote = False
        quote = self._convert_quote("a\n", str, 1) or ""
        callout = self._convert_quote("[!abstract]- b\n c", str, 1) or ""
        both = markdown.convert("> a\n\n> [!abstract]- b\n> c")[0]
        self._callout_ends_quote = bool(quote and callout) and both == f"{quote}\n{callout}"
        """True if a callout directly after a quote is not a part of the quote."""

    def convert_page(self, text: str, to_href: ToHref) -> tuple[str, list[dict[str, Any]], set[str]]:
        """Return the HTML of a page, its headings as the `toc` extension returns them, and its ids.

        Raises:
            FallBack: If MkDocs must render the page.
        """
        self.inlines.ids = set()
        blocks = _split_blocks(text, self._callout_ends_quote)
        # the navigation bar precedes the title
        title = int(blocks[0].startswith("<nav") and len(blocks) > 1)
        out: list[str] = []
        tokens: list[dict[str, Any]] = []
        for number, block in enumerate(blocks):
            if number == title:
                heading, tokens = self._convert_title(block, to_href)
                out.append(heading)
                continue
            converted = self._convert_block(block, to_href, MAX_DEPTH)
            out.append(self._convert_by_site_markdown(block, to_href) if converted is None else converted)
        return "\n".join(out).strip(), tokens, self.inlines.ids

    # --- single blocks --------------------------------------------------------

    def _convert_block(self, block: str, to_href: ToHref, depth: int) -> str | None:
        """Return the HTML of a block; None if the site's Markdown must convert it.

        Args:
            block: Markdown without empty lines around it.
            to_href: Resolves links.
            depth: Levels of quotes that may follow.
        """
        start = block[0]
        if start == "<" and depth == MAX_DEPTH and _RAW.match(block):
            return self._convert_raw_html(block)
        if start == ">":
            inner = block[1:].removeprefix(" ").replace("\n>", "\n")
            return self._convert_quote(inner, to_href, depth) if depth else None
        if start == "-" and block.startswith("- "):
            return self._lists.convert(block, to_href)
        if start == "|":
            return self._tables.convert(block, to_href)
        return self._convert_paragraph(block, to_href)

    def _convert_paragraph(self, block: str, to_href: ToHref) -> str | None:
        if BLOCK_START.match(block) or ("\n" in block and (" \n" in block or BLOCK_START.search(block))):
            return None
        converted = self.inlines.convert(block, to_href)
        return None if converted is None else converted.join(self.inlines.paragraph)

    def _convert_raw_html(self, block: str) -> str | None:
        """Return raw HTML with what the site's Markdown writes after it; text between its tags is not changed."""
        tags = tuple(_TAGS.split(block)[1::2])
        if tags not in self._after_raw_html:
            sample = _TAGS.sub(lambda tag: f"{tag[0]}papermarkeraz", block.partition("<")[0] + "".join(tags))
            sample = sample.removesuffix("papermarkeraz")
            converted = self._markdown.convert_block(sample)
            is_unchanged = converted is not None and converted[0].rstrip("\n") == sample
            self._after_raw_html[tags] = converted[0][len(sample) :] if converted and is_unchanged else None
        after = self._after_raw_html[tags]
        if after is None or _RAW_SPECIAL.search(block):
            return None
        self.inlines.record_ids(block)
        return block + after

    # --- titles ---------------------------------------------------------------

    def _learn_heading(self) -> tuple[tuple[str, ...], dict[str, Any]]:
        """Return the HTML before and after the text of a title, with `{}` instead of the id, and its `toc` token."""
        word = "Papermarkeraz"
        converted, tokens = self._markdown.convert(f"# {word}")
        slug = self._markdown.slug(word)
        token = tokens[0] if len(tokens) == 1 else {}
        pattern = converted.replace(f'id="{slug}"', 'id="{}"').replace(f'"#{slug}"', '"#{}"')
        parts = pattern.split(word)
        if len(parts) != 2 or token.get("id") != slug or "{" in converted or slug in "".join(parts):
            return (), {}
        return tuple(parts), token

    def _convert_title(self, block: str, to_href: ToHref) -> tuple[str, list[dict[str, Any]]]:
        """Return the HTML and the `toc` tokens of the heading that a page begins with.

        Raises:
            FallBack: If the first block is not a title, or one that only MkDocs can render.
        """
        if not block.startswith("# ") or "\n" in block:
            raise FallBack(block)
        inner = self.inlines.convert(block[2:], to_href)
        # during a conversion, extensions see placeholders instead of tags and entities
        code = _CODE.fullmatch(inner or "")
        has_markup = not code and (inner is None or "&" in inner or "<" in inner or inner.startswith(":::"))
        if self._markdown.needs_headings and has_markup:
            raise FallBack(block)
        words = str(code[1]) if code else inner or ""
        if inner is None or not self._heading or "<" in words or inner != inner.strip() or "#" in inner[-1:]:
            converted = self._markdown.convert_block(block)
            if converted is None or "](" in block or len(converted[1]) != 1:
                raise FallBack(block)
            self._record_title_id(converted[1][0]["id"], to_href)
            self.inlines.record_ids(converted[0])
            return converted
        name = " ".join(words.split())
        slug = self._markdown.slug(html.unescape(name)) or self._empty_slug
        if not slug or re.search(r"[&<>\"{}\s]", slug):
            raise FallBack(block)
        self._record_title_id(slug, to_href)
        before, after = (part.replace("{}", slug) for part in self._heading)
        token = {**self._heading_token, "id": slug, "name": name, "html": inner, "children": []}
        return f"{before}{inner}{after}", [token]

    def _record_title_id(self, slug: str, to_href: ToHref) -> None:
        """Record the id of a title, and the link to itself that the site's headings may contain."""
        self.inlines.ids.add(slug)
        if any('"#{}"' in part for part in self._heading):
            to_href(f"#{slug}")

    # --- quotes and callouts --------------------------------------------------

    def _learn_quote(self) -> tuple[str, ...]:
        """Return the HTML before and after the blocks of a quote; empty if it is not as expected."""
        a, b, c = marker(0), marker(1), marker(2)
        markdown = f"> {a}\n>\n> - {b}\n>\n> {c}"
        long = self._markdown.split_at_markers(markdown, 3)
        short = self._markdown.split_at_markers(f"> {a}", 1)
        if not long or not short or len(self.inlines.paragraph) != 2:
            return ()
        first, last = self.inlines.paragraph
        before, after = short[0].removesuffix(first), short[1].removeprefix(last)
        expected = f"{before}{first}{a}{last}\n{nested_list([(0, b)])}\n{first}{c}{last}{after}"
        return (before, after) if self._markdown.convert(markdown)[0] == expected else ()

    def _convert_quote(self, inner: str, to_href: ToHref, depth: int) -> str | None:
        """Return the HTML of a quote or a callout; None if the site's Markdown must convert it.

        Args:
            inner: Markdown without the marks `>`; lines after the first still begin with the space behind the mark.
            to_href: Resolves links.
            depth: Levels of quotes that may follow, this one included.
        """
        first, *others = inner.split("\n")
        if any(line and not line.startswith(" ") and line[0] != ">" for line in others):
            return None
        text = "\n".join([first, *(line.removeprefix(" ") for line in others)]).strip("\n")
        outer = self._quote
        if callout := _CALLOUT.match(text):
            text = text[callout.end() :]
            if not text or (text[0] in "\n<->|#`" and not text.startswith("<span ")):
                return None
            title = callout[3] and self.inlines.convert(callout[3], to_href)
            if callout[3] and not title:
                return None
            outer = self._callout_html(callout[1], callout[2], title)
        elif text.startswith("[!") or not text:
            return None
        if not outer:
            return None
        out = []
        for block in _split_blocks(text, self._callout_ends_quote):
            converted = self._convert_block(block, to_href, depth - 1) if block else None
            if converted is None:
                return None
            out.append(converted)
        blocks = "\n".join(out)
        return f"{outer[0]}{blocks}{outer[1]}"

    def _callout_html(self, kind: str, fold: str, title: str | None) -> tuple[str, ...]:
        """Return the HTML before and after the blocks of a callout; empty if it is not as expected.

        Args:
            kind: Type of the callout, such as `note`.
            fold: `+`, `-` or nothing.
            title: HTML of the title; None for the default title of the type.
        """
        key = f"[!{kind}]{fold}" + (f" {marker(0)}" if title else "")
        if key not in self._callouts:
            number = 1 if title else 0
            a, b = marker(number), marker(number + 1)
            parts = self._markdown.split_at_markers(f"> {key}\n> {a}\n>\n> {b}", number + 2)
            first, last = self.inlines.paragraph
            is_expected = (
                bool(parts)
                and parts[-2] == f"{last}\n{first}"
                and parts[-3].endswith(first)
                and parts[-1].startswith(last)
            )
            outer = (*parts[:-3], parts[-3].removesuffix(first), parts[-1].removeprefix(last)) if is_expected else ()
            self._callouts[key] = outer
        parts = self._callouts[key]
        return (f"{parts[0]}{title}{parts[1]}", parts[2]) if parts and title else parts

    # --- blocks that only the site's Markdown can convert ---------------------

    def _convert_by_site_markdown(self, block: str, to_href: ToHref) -> str:
        """Return the HTML that the site's Markdown makes of a block; blocks that differ in URLs are converted once.

        Raises:
            FallBack: If the block cannot be converted by itself.
        """
        hrefs: list[str] = []

        def replace_link(match: re.Match[str]) -> str:
            label = _LINK.sub(replace_link, match[2])
            if match[1]:
                return f"![{label}]({html.unescape(to_href(match[3]))})"
            hrefs.append(to_href(match[3]))
            return f"[{label}](https://{marker(len(hrefs) - 1)}.example/x)"

        pattern = _LINK.sub(replace_link, block)
        if pattern not in self._by_site_markdown:
            converted = self._markdown.convert_block(pattern)
            self._by_site_markdown[pattern] = converted[0] if converted and not converted[1] else None
        result = self._by_site_markdown[pattern]
        if result is None or result.count("papermarker") != len(hrefs):
            raise FallBack(block)
        for number, href in enumerate(hrefs):
            result = result.replace(f'"https://{marker(number)}.example/x"', f'"{href}"')
        if "papermarker" in result:
            raise FallBack(block)
        self.inlines.record_ids(result)
        return result


def _split_blocks(text: str, callout_ends_quote: bool) -> list[str]:
    """Return the top-level blocks of a text; blocks that the site's Markdown may join are one block.

    Args:
        text: Markdown.
        callout_ends_quote: Whether a callout directly after a quote is not a part of the quote.

    Raises:
        FallBack: If the end of a block is not certain.
    """
    blocks: list[str] = []
    for block in text.strip("\n").split("\n\n"):
        start = block[:1]
        if not start or start == "\n":
            raise FallBack(block)
        before = blocks[-1] if blocks else ""
        may_be_item = start in "-+*" or start.isdecimal()
        is_joined = start in " \t" or (may_be_item and bool(_LIST_ITEM.match(block) and _LIST_ITEM.match(before)))
        if start == ">" and before.startswith(">"):
            is_joined = not (callout_ends_quote and block.startswith("> [!") and not before.startswith("> [!"))
        if is_joined and blocks:
            blocks[-1] += f"\n\n{block}"
        else:
            blocks.append(block)
    return blocks

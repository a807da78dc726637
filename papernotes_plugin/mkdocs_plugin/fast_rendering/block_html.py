"""Blocks: a page of ours as the HTML that the host makes of it, put together from moulds.

Each shape of a block (a paragraph, a list, a quote, a table of so many columns, raw HTML with these tags) is converted
by the host once; what stands around its values is the mould.  A block whose shape is not sure goes to the host as it
is, once for the same text.
"""

from __future__ import annotations

import html
import re
from typing import Any

from papernotes_plugin.mkdocs_plugin.fast_rendering.hrefs import FallBack, ToHref
from papernotes_plugin.mkdocs_plugin.fast_rendering.inline_html import STARTS, Lines
from papernotes_plugin.mkdocs_plugin.fast_rendering.list_html import Lists, Tables, nested
from papernotes_plugin.mkdocs_plugin.fast_rendering.site_markdown import SiteMarkdown, sentinel

_ITEM = re.compile(r"[-+*][ ]|\d{1,9}[.)][ ]")
_RAW = re.compile(r"<(?:article|details|div|figure|p|pre|section|table|ul|ol)\b")
_TAGS = re.compile(r"(<[^<>]*>)")
_RAW_LIVE = re.compile(
    r"[`~8\t{\[=*](?:(?<=`)``|(?<=~)~~|(?<=8)<|(?<=\t)|(?<=\{)[+~=!:-]|(?<=\[)TOC\]|(?<=markdown=)|(?<=^\*)\[)",
    re.MULTILINE,
)
"""What means something in raw HTML, too; the signs that they hold, first."""
_COMMENT = re.compile(r"<!--[^<>]*-->")
_CALLOUT = re.compile(r"\[!([A-Za-z]+)\]([+-]?)(?:[ ](.*))?(?:\n|\Z)")
_TARGET = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")
_TAG = re.compile(r"<[^<>]*>")
DEPTH = 4
"""Quotes within one another that are read here."""


class Blocks:
    """Puts pages together for one site."""

    def __init__(self, host: SiteMarkdown) -> None:
        self._host = host
        self.lines = Lines(host)
        self._raw: dict[tuple[str, ...], str | None] = {}
        self._shells: dict[str, tuple[str, ...]] = {}
        self._wholes: dict[str, str | None] = {}
        self._heading, self._token = self._learn_heading()
        signs = host.convert("# &#128293;")[1]
        self._nameless = str(signs[0]["id"]) if len(signs) == 1 and self._token else ""
        """The id of a title of signs alone."""
        self._lists = Lists(host, self.lines)
        self._tables = Tables(host, self.lines)
        self._quote = self._learn_quote()
        self._split = False
        split = [self._quoted("a\n", str, 1) or "", self._quoted("[!abstract]- b\n c", str, 1) or ""]
        self._split = all(split) and host.convert("> a\n\n> [!abstract]- b\n> c")[0] == "\n".join(split)
        """Whether a callout behind a quote is none of it."""

    def page(self, body: str, lead: ToHref) -> tuple[str, list[dict[str, Any]], set[str]]:
        """The HTML of a page, its headings as the `toc` extension tells them, and the ids in it.

        Raises:
            Unsure: where the host shall make the page.
        """
        self.lines.ids = set()
        first, *blocks = _apart(body, self._split)
        heading, tokens = self._title(first, lead)
        out = [heading]
        for block in blocks:
            made = self._block(block, lead, DEPTH)
            out.append(self._whole(block, lead) if made is None else made)
        return "\n".join(out).strip(), tokens, self.lines.ids

    # --- single blocks --------------------------------------------------------

    def _block(self, block: str, lead: ToHref, depth: int) -> str | None:
        start = block[0]
        if start == "<" and depth == DEPTH and _RAW.match(block):
            return self._verbatim(block)
        if start == ">":
            return self._quoted(block[1:].removeprefix(" ").replace("\n>", "\n"), lead, depth) if depth else None
        if start == "-" and block.startswith("- "):
            return self._lists.read(block, lead)
        if start == "|":
            return self._tables.read(block, lead)
        return self._paragraph(block, lead)

    def _paragraph(self, block: str, lead: ToHref) -> str | None:
        if STARTS.match(block) or ("\n" in block and (" \n" in block or STARTS.search(block))):
            return None
        made = self.lines.read(block, lead)
        return None if made is None else made.join(self.lines.paragraph)

    def _verbatim(self, block: str) -> str | None:
        """Raw HTML; what lies between its tags is nothing to the host."""
        shape = tuple(_TAGS.split(block)[1::2])
        if shape not in self._raw:
            spread = _TAGS.sub(lambda tag: f"{tag[0]}papermouldaz", block.partition("<")[0] + "".join(shape))
            spread = spread.removesuffix("papermouldaz")
            made = self._host.within(spread)
            alone = made is not None and made[0].rstrip("\n") == spread
            self._raw[shape] = made[0][len(spread) :] if made and alone else None
        end = self._raw[shape]
        if end is None or _RAW_LIVE.search(block):
            return None
        self.lines.see(block)
        return block + end

    # --- titles ---------------------------------------------------------------

    def _learn_heading(self) -> tuple[tuple[str, ...], dict[str, Any]]:
        """What stands around a title, with {} for its id; and its token."""
        word = "Papermouldaz"
        made, tokens = self._host.convert(f"# {word}")
        slug = self._host.slug(word)
        token = tokens[0] if len(tokens) == 1 else {}
        shape = made.replace(f'id="{slug}"', 'id="{}"').replace(f'"#{slug}"', '"#{}"')
        parts = shape.split(word)
        if len(parts) != 2 or token.get("id") != slug or "{" in made or slug in "".join(parts):
            return (), {}
        return tuple(parts), token

    def _title(self, block: str, lead: ToHref) -> tuple[str, list[dict[str, Any]]]:
        """The heading that a page begins with."""
        if not block.startswith("# ") or "\n" in block:
            raise FallBack(block)
        inner = self.lines.read(block[2:], lead)
        # within a conversion, what is no text has no words yet
        if self._host.watched and (inner is None or "&" in inner or "<" in inner or inner.startswith(":::")):
            raise FallBack(block)
        if inner is None or not self._heading or "<" in inner or inner != inner.strip() or "#" in inner[-1:]:
            made = self._host.within(block)
            if made is None or "](" in block or len(made[1]) != 1:
                raise FallBack(block)
            self._met(made[1][0]["id"], lead)
            self.lines.see(made[0])
            return made
        name = " ".join(inner.split())
        slug = self._host.slug(html.unescape(name))
        slug = slug or self._nameless
        if not slug or re.search(r"[&<>\"{}\s]", slug):
            raise FallBack(block)
        self._met(slug, lead)
        before, after = (part.replace("{}", slug) for part in self._heading)
        return f"{before}{inner}{after}", [{**self._token, "id": slug, "name": name, "html": inner, "children": []}]

    def _met(self, slug: str, lead: ToHref) -> None:
        """The id of a title; one that links to itself has a link as others are."""
        self.lines.ids.add(slug)
        if any('"#{}"' in part for part in self._heading):
            lead(f"#{slug}")

    # --- quotes and callouts --------------------------------------------------

    def _learn_quote(self) -> tuple[str, ...]:
        a, b, c = sentinel(0), sentinel(1), sentinel(2)
        whole = self._host.pieces(f"> {a}\n>\n> - {b}\n>\n> {c}", 3)
        around = self._host.pieces(f"> {a}", 1)
        if not whole or not around or len(self.lines.paragraph) != 2:
            return ()
        first, last = self.lines.paragraph
        before, after = around[0].removesuffix(first), around[1].removeprefix(last)
        expected = f"{before}{first}{a}{last}\n{nested([(0, b)])}\n{first}{c}{last}{after}"
        return (before, after) if self._host.convert(f"> {a}\n>\n> - {b}\n>\n> {c}")[0] == expected else ()

    def _quoted(self, inner: str, lead: ToHref, depth: int) -> str | None:
        """A quote without its marks."""
        # of the lines behind the first the mark is off, but not the space behind it
        first, *others = inner.split("\n")
        if any(line and not line.startswith(" ") and line[0] != ">" for line in others):
            return None
        lines = [first, *(line.removeprefix(" ") for line in others)]
        text = "\n".join(lines).strip("\n")
        made = ""
        around = self._quote
        if callout := _CALLOUT.match(text):
            text = text[callout.end() :]
            if not text or (text[0] in "\n<->|#`" and not text.startswith("<span ")):
                return None
            title = callout[3] and self.lines.read(callout[3], lead)
            if callout[3] and not title:
                return None
            around = self._callout(callout[1], callout[2], title)
        elif text.startswith("[!") or not text:
            return None
        if not around:
            return None
        out = []
        for block in _apart(text, self._split):
            made_of = self._block(block, lead, depth - 1) if block else None
            if made_of is None:
                return None
            out.append(made_of)
        made = "\n".join(out)
        return f"{around[0]}{made}{around[1]}"

    def _callout(self, kind: str, fold: str, title: str | None) -> tuple[str, ...]:
        """What stands around the words of a callout with a title, or with the host's own."""
        key = f"[!{kind}]{fold}" + (f" {sentinel(0)}" if title else "")
        if key not in self._shells:
            number = 1 if title else 0
            a, b = sentinel(number), sentinel(number + 1)
            parts = self._host.pieces(f"> {key}\n> {a}\n>\n> {b}", number + 2)
            first, last = self.lines.paragraph
            sure = parts and parts[-2] == f"{last}\n{first}"
            sure = sure and parts[-3].endswith(first) and parts[-1].startswith(last)
            self._shells[key] = (
                (*parts[:-3], parts[-3].removesuffix(first), parts[-1].removeprefix(last)) if sure else ()
            )
        parts = self._shells[key]
        return (f"{parts[0]}{title}{parts[1]}", parts[2]) if parts and title else parts

    # --- what the host makes itself -------------------------------------------

    def _whole(self, block: str, lead: ToHref) -> str:
        """A block as the host makes it, asked once for the same words."""
        targets: list[str] = []

        def put_aside(match: re.Match[str]) -> str:
            label = _TARGET.sub(put_aside, match[2])
            if match[1]:
                return f"![{label}]({html.unescape(lead(match[3]))})"
            targets.append(lead(match[3]))
            return f"[{label}](https://{sentinel(len(targets) - 1)}.example/x)"

        shape = _TARGET.sub(put_aside, block)
        if shape not in self._wholes:
            made = self._host.within(shape)
            self._wholes[shape] = made[0] if made and not made[1] else None
        whole = self._wholes[shape]
        if whole is None or whole.count("papermould") != len(targets):
            raise FallBack(block)
        for number, target in enumerate(targets):
            whole = whole.replace(f'"https://{sentinel(number)}.example/x"', f'"{target}"')
        if "papermould" in whole:
            raise FallBack(block)
        self.lines.see(whole)
        return whole


def _apart(body: str, split: bool) -> list[str]:
    """The top-level blocks of a text; what the host might read as one is one; `split`: callouts end a quote.

    Raises:
        Unsure: where it is not clear where one ends.
    """
    out: list[str] = []
    for block in body.strip("\n").split("\n\n"):
        start = block[:1]
        if not start or start == "\n":
            raise FallBack(block)
        before = out[-1] if out else ""
        item = start in "-+*" or start.isdecimal()
        one = start in " \t" or (item and bool(_ITEM.match(block) and _ITEM.match(before)))
        if start == ">" and before.startswith(">"):
            one = not (split and block.startswith("> [!") and not before.startswith("> [!"))
        if one and out:
            out[-1] += f"\n\n{block}"
        else:
            out.append(block)
    return out

"""Keep anchors, headings and code of a page working in generators that do not use Python-Markdown.

Ids of headings follow https://gohugo.io/configuration/markup/#goldmark and https://github.com/Flet/github-slugger,
which Quartz uses.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator

from papernotes_plugin.links.anchors import headings_with_ids
from papernotes_plugin.markup import document_text, parser
from papernotes_plugin.pipeline import apply_edits
from papernotes_plugin.text.escaping import escape_attribute, escape_html
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Document, Edit, InlineKind, Span

_SHORTCODE = lazy_regex(r"\{\{(?=[<%])")
_ANCHOR = lazy_regex(r'<a id="([^"<>]*)"></a>')
_LABEL = lazy_regex(r'^<p class="papernotes-label" role="heading" aria-level="([2-6])">(.*)</p>$', re.MULTILINE)
_BAR = lazy_regex(r'^<nav class="papernotes-bar"[^>]*>(.*)</nav>$', re.MULTILINE)
_BAR_LINK = lazy_regex(r'<a href="([^"]*)"( aria-current="[a-z]+")?>([^<]*)</a>')
_MAP = '<figure class="papernotes-map"'
_MAP_ATTRIBUTES = {
    "<svg": 'fill="currentColor"',
    '<g class="papernotes-map-threads"': 'fill="none" stroke="currentColor" stroke-opacity="0.15"',
    '<path class="papernotes-map-dots"': 'fill="none" stroke="currentColor" stroke-linecap="round"',
}
"""SVG attributes that replace the style sheet for the drawing of the map."""


def unstyled(text: str) -> str:
    """Return a generated page for a site without its style sheet.

    The navigation bar becomes a line of Markdown links, labels become headings, and the map gets attributes.

    Examples:
        >>> unstyled('<nav class="papernotes-bar"><a href="a.md">A</a> <a href="b.md" aria-current="true">B</a></nav>')
        '[A](a.md) · **[B](b.md)**'
        >>> unstyled('<p class="papernotes-label" role="heading" aria-level="2">Cite</p>')
        '## Cite'
    """
    text = _BAR.sub(lambda match: " · ".join(map(_bar_link, _BAR_LINK.finditer(match[1]))), text, count=1)
    text = _LABEL.sub(lambda match: f"{'#' * int(match[1])} {match[2]}", text)
    if _MAP not in text:
        return text
    for element, attributes in _MAP_ATTRIBUTES.items():
        text = text.replace(element, f"{element} {attributes}")
    return text


def _bar_link(match: re.Match[str]) -> str:
    link = f"[{match[3]}]({html.unescape(match[1])})"
    return f"**{link}**" if match[2] else link


def add_anchors(text: str, document: Document, title: str, *, bare: bool) -> Iterator[Edit]:
    """Yield edits that remove the title of a note, which the generator shows, and add missing anchors.

    Links use the ids of Python-Markdown.  Where the generator gives a heading another id, an anchor is inserted.

    Args:
        text: The text of the note, without front matter.
        document: The parsed text.
        title: The title of the note.
        bare: Move anchors out of headings, because Quartz would show their HTML in the table of contents.
    """
    headings = headings_with_ids(document)
    generator_ids = _github_ids([words for _, words, _ in headings])
    in_headings = _anchors_in_headings(text, document)
    for number, (block, words, anchor) in enumerate(headings):
        matches = in_headings.get(block.index, [])
        names = [match[1] for match in matches]
        first = not number and block.level == 1 and words == title and not text[: block.span.start].strip()
        source = document_text.strip_attributes(_ANCHOR.sub("", text[slice(*block.span)]).strip())
        if first and source in (f"# {title}", f"# {title} #"):
            yield Edit(block.span, _anchor_blocks([escape_attribute(anchor), *names]) + "\n")
            continue
        before: list[str] = [escape_attribute(anchor)] if anchor not in generator_ids and block.parent < 0 else []
        if bare:
            yield from (Edit(Span(*match.span()), "") for match in matches)
            before += names
        if before:
            margin = _margin(text, block)
            yield Edit(Span(block.span.start, block.span.start), f"{_anchor_blocks(before)}\n{margin}\n{margin}")


def anchors_as_spans(text: str, body: int = 0) -> str:
    """Return a note with `span` instead of `a` elements as anchors in headings.

    Zensical would show parts of `a` elements in its table of contents.

    Examples:
        >>> anchors_as_spans('# <a id="x"></a>A')
        '# <span id="x"></span>A'
    """
    anchors = _anchors_in_headings(text, parser.parse(text, body)) if "</a>" in text else {}
    edits = [Edit(Span(*m.span()), f'<span id="{m[1]}"></span>') for matches in anchors.values() for m in matches]
    return apply_edits(text, edits)


def _anchor_blocks(ids: Iterable[str]) -> str:
    """Return anchors as block elements, which create no paragraph."""
    return "".join(f'<div id="{name}"></div>' for name in ids)


def _anchors_in_headings(text: str, document: Document) -> dict[int, list[re.Match[str]]]:
    """Return the anchors in headings, by the index of the block."""
    anchors: dict[int, list[re.Match[str]]] = {}
    for inline in document.inlines:
        if inline.kind is InlineKind.HTML and document.blocks[inline.block].kind is BlockKind.HEADING:
            match = _ANCHOR.match(text, inline.span.start)
            if match:
                anchors.setdefault(inline.block, []).append(match)
    return anchors


def _margin(text: str, block: Block) -> str:
    """Return the prefix of continuation lines in the container of a block, such as `> `."""
    line = text.rfind("\n", 0, block.span.start) + 1
    return re.sub(r"[^>\s]", " ", text[line : block.span.start])


def _github_ids(headings: list[str]) -> set[str]:
    """Return the ids that Hugo and Quartz give to headings, which are those of GitHub."""
    counts: dict[str, int] = {}
    out = set()
    for words in headings:
        name = re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")
        count = counts.get(name, 0)
        counts[name] = count + 1
        out.add(f"{name}-{count}" if count else name)
    return out


def escape_shortcodes(text: str, document: Document) -> list[Edit]:
    """Return edits that escape `{{<` and `{{%` in quoted texts and code, because Hugo would run them as shortcodes."""
    edits: list[Edit] = []
    position = 0
    for block in document.blocks:
        if block.kind is not BlockKind.CODE or block.parent >= 0 or not _SHORTCODE.search(text, *block.span):
            continue
        edits += _escapes(text, position, block.span.start)
        _, _, code = text[slice(*block.span)].partition("\n")
        words = escape_html(code.rstrip().rpartition("\n")[0]).replace("{{", "&#123;&#123;")
        edits.append(Edit(block.span, f"<pre><code>{words}\n</code></pre>\n"))
        position = block.span.end
    return [*edits, *_escapes(text, position, len(text))]


def _escapes(text: str, start: int, end: int) -> list[Edit]:
    return [Edit(Span(*m.span()), "&#123;&#123;") for m in _SHORTCODE.finditer(text, start, end)]

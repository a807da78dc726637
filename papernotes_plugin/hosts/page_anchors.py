"""Landings: headings, places to land on and code of a page, for a host whose Markdown is not Python's.

A face without a disk.  The ids of headings: https://gohugo.io/configuration/markup/#goldmark and
https://github.com/Flet/github-slugger, which Quartz uses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from papernotes_plugin.links.addresses import heading_ids
from papernotes_plugin.markup import document_text, parser
from papernotes_plugin.pipeline import apply_edits
from papernotes_plugin.text.escaping import escape_attribute, escape_html
from papernotes_plugin.vocabulary.model import Block, BlockKind, Document, Edit, InlineKind, Span

_SHORTCODE = re.compile(r"\{\{(?=[<%])")
_PLACE = re.compile(r'<a id="([^"<>]*)"></a>')
_LABEL = re.compile(r'^<p class="papernotes-label" role="heading" aria-level="([2-6])">(.*)</p>$', re.MULTILINE)
_MAP = '<figure class="papernotes-map"'
_DRAWN = {
    "<svg": 'fill="currentColor"',
    '<g class="papernotes-map-threads"': 'fill="none" stroke="currentColor" stroke-opacity="0.15"',
    '<path class="papernotes-map-dots"': 'fill="none" stroke="currentColor" stroke-linecap="round"',
}
"""What our style says of the drawing of the map."""


def unstyled(text: str) -> str:
    """A page of ours where our style does not go with it: its parts have headings, its map has lines and dots.

    Examples:
        >>> unstyled('<p class="papernotes-label" role="heading" aria-level="2">Cite</p>')
        '## Cite'
    """
    text = _LABEL.sub(lambda match: f"{'#' * int(match[1])} {match[2]}", text)
    if _MAP not in text:
        return text
    for drawn, look in _DRAWN.items():
        text = text.replace(drawn, f"{drawn} {look}")
    return text


def add_anchors(text: str, document: Document, title: str, *, bare: bool) -> Iterator[Edit]:
    """The note without its title, which the host shows; the ids that links know where the host's are others.

    Args:
        text: Of the note, without front matter.
        document: What it says.
        title: Its title.
        bare: No HTML may stand in headings: Quartz would show it in the table of contents.
    """
    found = list(document_text.headings(document))
    ids = heading_ids([words for _, words in found], [block.info for block, _ in found])
    theirs = _host_ids([words for _, words in found])
    in_headings = _places(text, document)
    for number, ((block, words), anchor) in enumerate(zip(found, ids, strict=True)):
        places = in_headings.get(block.index, [])
        names = [match[1] for match in places]
        first = not number and block.level == 1 and words == title and not text[: block.span.start].strip()
        source = document_text.strip_attributes(_PLACE.sub("", text[slice(*block.span)]).strip())
        if first and source in (f"# {title}", f"# {title} #"):
            yield Edit(block.span, _standing([escape_attribute(anchor), *names]) + "\n")
            continue
        before: list[str] = [escape_attribute(anchor)] if anchor not in theirs and block.parent < 0 else []
        if bare:
            yield from (Edit(Span(*match.span()), "") for match in places)
            before += names
        if before:
            margin = _margin(text, block)
            yield Edit(Span(block.span.start, block.span.start), f"{_standing(before)}\n{margin}\n{margin}")


def anchors_as_spans(text: str, body: int = 0) -> str:
    """A note whose headings have no links for places: Zensical would leave parts of them in its table of contents.

    Examples:
        >>> anchors_as_spans('# <a id="x"></a>A')
        '# <span id="x"></span>A'
    """
    found = _places(text, parser.parse(text, body)) if "</a>" in text else {}
    edits = [Edit(Span(*m.span()), f'<span id="{m[1]}"></span>') for places in found.values() for m in places]
    return apply_edits(text, edits)


def _standing(ids: Iterable[str]) -> str:
    """Places that stand alone, and are no paragraph."""
    return "".join(f'<div id="{name}"></div>' for name in ids)


def _places(text: str, document: Document) -> dict[int, list[re.Match[str]]]:
    """The places within headings, by block."""
    found: dict[int, list[re.Match[str]]] = {}
    for inline in document.inlines:
        if inline.kind is InlineKind.HTML and document.blocks[inline.block].kind is BlockKind.HEADING:
            match = _PLACE.match(text, inline.span.start)
            if match:
                found.setdefault(inline.block, []).append(match)
    return found


def _margin(text: str, block: Block) -> str:
    """How the lines begin that go on with what a block stands in."""
    line = text.rfind("\n", 0, block.span.start) + 1
    return re.sub(r"[^>\s]", " ", text[line : block.span.start])


def _host_ids(headings: list[str]) -> set[str]:
    """The ids that Hugo and Quartz give to headings, both as GitHub does."""
    counts: dict[str, int] = {}
    out = set()
    for words in headings:
        name = re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")
        count = counts.get(name, 0)
        counts[name] = count + 1
        out.add(f"{name}-{count}" if count else name)
    return out


def escape_shortcodes(text: str, document: Document) -> list[Edit]:
    """`{{<` and `{{%` of others' texts in a page of ours, which Hugo would run, also in code."""
    edits: list[Edit] = []
    at = 0
    for block in document.blocks:
        if block.kind is not BlockKind.CODE or block.parent >= 0 or not _SHORTCODE.search(text, *block.span):
            continue
        edits += _masked(text, at, block.span.start)
        _, _, code = text[slice(*block.span)].partition("\n")
        words = escape_html(code.rstrip().rpartition("\n")[0]).replace("{{", "&#123;&#123;")
        edits.append(Edit(block.span, f"<pre><code>{words}\n</code></pre>\n"))
        at = block.span.end
    return [*edits, *_masked(text, at, len(text))]


def _masked(text: str, start: int, end: int) -> list[Edit]:
    return [Edit(Span(*m.span()), "&#123;&#123;") for m in _SHORTCODE.finditer(text, start, end)]

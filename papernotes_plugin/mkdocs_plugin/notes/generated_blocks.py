"""Apart: what we add at the end of a note is kept from plugins that take all of a page for its author's words.

Reading times, feeds and excerpts are made of a rendered page: the places that link to a note are none of its text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_OURS = re.compile(
    r"""
    <h(?P<level>[1-6])\ (?=[^>]*\bclass="papernotes-backlinks").*?(?=<h[1-6][\ >]|<div\ class="footnote"|\Z)
    | <p><small\ (?=[^>]*\bclass="papernotes-download").*?</small></p>\s*
    """,
    re.VERBOSE | re.DOTALL,
)
_ANCHOR = re.compile(r'<a id="[^"\n]*"></a>')
_SIGN = re.compile(r'\[\]\([^\s()]* "[^"\n]*"\)\{ \.papernotes-sign[^{}\n]*\}')
_WORD = re.compile(
    r'\[([^\[\]\n]*)\]\((?:(?P<cited>#ref-)|(?!#ref-))[^\s()]*(?: "[^"\n]*")?\)'
    r"(?(cited)(?:\{ \.papernotes-[^{}\n]*\})?|\{ \.papernotes-[^{}\n]*\})"
)
_HEADING = re.compile(r"#{1,6} ")
_OURS_BEGIN = re.compile(r"#{1,6} [^\n]*\{ [^{}\n]*(?:data-search-exclude|papernotes-)[^{}\n]*\}")
_PLACE = "<!-- papernotes, apart: {} -->"
_PLACES = re.compile(_PLACE.format(r"\d+"))
_MENTION = '<a id="pn-'
_HEADINGS = re.compile(r"(?=<h[1-6][ >])")
_ITEM = re.compile(
    r"""
    (?P<open><tr\b[^>]*>|<li\b[^>]*>(?:\s*<p\b[^>]*>)?)
    (?P<own>.*?)
    (?:(?P<close>(?:</p>\s*)?</li>|</tr>)|(?=</?(?:li|ol|p|tr|ul)\b))
    """,
    re.VERBOSE | re.DOTALL,
)
"""A row of a table, an item of a list, or what stands in one before a list within it."""


def extract_blocks(html: str) -> tuple[str, dict[str, str]]:
    """The rendered note with a comment in the place of each piece of ours, and the pieces by their comments."""
    pieces: dict[str, str] = {}

    def leave(match: re.Match[str]) -> str:
        place = _PLACE.format(len(pieces))
        pieces[place] = match[0]
        return place

    return (_OURS.sub(leave, html) if "papernotes-" in html else html), pieces


def without_papers(html: str) -> tuple[str, dict[str, str]]:
    """The rendered note without what papers are found by themselves: the sections that they head, and items of them.

    Examples:
        >>> items = '<li>See <a id="pn-b"></a>Ho</li><li>That <a id="pn-d"></a>Li<ul><li>is</li></ul></li>'
        >>> note = f'<p>By <a id="pn-a"></a>He</p><ul>{items}</ul>'
        >>> html, pieces = without_papers(f'<h1>On</h1>{note}<h2><a id="pn-c"></a>Xu</h2><p>It is</p>')
        >>> print(re.sub("<!--.*?-->", "", html))
        <h1>On</h1><p>By <a id="pn-a"></a>He</p><ul><li><ul><li>is</li></ul></li></ul>
        >>> list(pieces.values())
        ['<li>See <a id="pn-b"></a>Ho</li>', 'That <a id="pn-d"></a>Li', '<h2><a id="pn-c"></a>Xu</h2><p>It is</p>']
    """
    pieces: dict[str, str] = {}

    def leave(piece: str) -> str:
        place = _PLACE.format(len(pieces))
        pieces[place] = piece
        return place

    def item(match: re.Match[str]) -> str:
        if _MENTION not in match["own"]:
            return match[0]
        return leave(match[0]) if match["close"] else match["open"] + leave(match["own"])

    parts = _HEADINGS.split(html) if _MENTION in html else [html]
    headed = (_MENTION in part.partition("</h")[0] and part.startswith("<h") for part in parts)
    return "".join(
        leave(part) if by_paper else _ITEM.sub(item, part) for part, by_paper in zip(parts, headed, strict=True)
    ), pieces


def strip_from_excerpt(html: str) -> str:
    """The rendered note without them."""
    return _OURS.sub("", html) if "papernotes-" in html else html


def strip_generated_markup(markdown: str) -> str:
    r"""The Markdown of a note without our parts, anchors and signs, and with the words of our links.

    Examples:
        >>> plain('As <a id="pn-a"></a>([He](#ref-a "Deep (2016)")) [x](y.md)[](p.md "P (1)"){ .papernotes-sign } said')
        'As (He) [x](y.md) said'
        >>> plain('As ([He](#ref-a "Deep (2016)"){ .papernotes-link }) and [Li](#ref-b) said')
        'As (He) and Li said'
        >>> plain("[&#35;nets](tags/nets.md){ .papernotes-tag } and [this](that.md)")
        '&#35;nets and [this](that.md)'
        >>> plain('a\n\n## References { data-search-exclude="true" }\n\n- He (2016)\n\n# b\n')
        'a\n\n# b'
    """
    kept: list[str] = []
    ours = False
    for line in markdown.split("\n"):
        if _HEADING.match(line):
            ours = _OURS_BEGIN.match(line) is not None
        if not ours:
            kept.append(line)
    return _WORD.sub(r"\1", _SIGN.sub("", _ANCHOR.sub("", "\n".join(kept)))).rstrip("\n")


def insert_blocks(html: str, pieces: Mapping[str, str]) -> str:
    """The rendered note with its pieces; what another plugin took a place away from goes to the end."""
    left = dict(pieces)
    html = _PLACES.sub(lambda place: left.pop(place[0], place[0]), html) if left else html
    return "\n".join([html, *left.values()])

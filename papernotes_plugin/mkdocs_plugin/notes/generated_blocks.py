"""Cut generated blocks out of the HTML of a note and insert them again.

Other plugins compute reading times, feeds and excerpts from the HTML of a page.  Backlinks and downloads are not part
of the author's text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from papernotes_plugin.text.lazy_regex import lazy_regex

_GENERATED = lazy_regex(
    r"""
    <h(?P<level>[1-6])\ (?=[^<>]*\bclass="papernotes-backlinks").*?(?=<h[1-6][\ >]|<div\ class="footnote"|\Z)
    | <p><small\ (?=[^<>]*\bclass="papernotes-download")(?:(?!<p>).)*?</small></p>\s*
    """,
    re.VERBOSE | re.DOTALL,
)
_ANCHOR = lazy_regex(r'<a id="[^"\n]*"></a>')
_PAPER_SIGN = lazy_regex(r'\[\]\([^\s()]* "[^"\n]*"\)\{ \.papernotes-sign[^{}\n]*\}')
_GENERATED_LINK = lazy_regex(
    r'\[([^\[\]\n]*)\]\((?:(?P<cited>#ref-)|(?!#ref-))[^\s()]*(?: "[^"\n]*")?\)'
    r"(?(cited)(?:\{ \.papernotes-[^{}\n]*\})?|\{ \.papernotes-[^{}\n]*\})"
)
_HEADING = lazy_regex(r"#{1,6} ")
_GENERATED_HEADING = lazy_regex(r"#{1,6} [^\n]*\{ [^{}\n]*(?:data-search-exclude|papernotes-)[^{}\n]*\}")
_PLACEHOLDER = "<!-- papernotes, block: {} -->"
_PLACEHOLDERS = lazy_regex(_PLACEHOLDER.format(r"\d+"))
_MENTION = '<a id="pn-'
_HEADINGS = lazy_regex(r"(?=<h[1-6][ >])")
_ITEM = lazy_regex(
    r"""
    (?P<open><tr\b[^>]*>|<li\b[^>]*>(?:\s*<p\b[^>]*>)?)
    (?P<own>.*?)
    (?:(?P<close>(?:</p>\s*)?</li>|</tr>)|(?=</?(?:li|ol|p|tr|ul)\b))
    """,
    re.VERBOSE | re.DOTALL,
)
"""A table row, a list item, or the part of a list item before a nested list."""


def extract_blocks(html: str) -> tuple[str, dict[str, str]]:
    """Return the HTML of a note with a comment instead of each generated block, and the blocks by comment."""
    blocks: dict[str, str] = {}

    def replace_block(match: re.Match[str]) -> str:
        placeholder = _PLACEHOLDER.format(len(blocks))
        blocks[placeholder] = match[0]
        return placeholder

    return (_GENERATED.sub(replace_block, html) if "papernotes-" in html else html), blocks


def without_papers(html: str) -> tuple[str, dict[str, str]]:
    """Return the HTML of a note without the text about its papers, for the search index.

    The page of a paper contains this text, too: sections whose heading mentions a paper, and list items and table rows
    that mention one.

    Returns:
        The HTML with a comment instead of each removed part, and the parts by comment.

    Examples:
        >>> items = '<li>See <a id="pn-b"></a>Ho</li><li>That <a id="pn-d"></a>Li<ul><li>is</li></ul></li>'
        >>> note = f'<p>By <a id="pn-a"></a>He</p><ul>{items}</ul>'
        >>> html, removed = without_papers(f'<h1>On</h1>{note}<h2><a id="pn-c"></a>Xu</h2><p>It is</p>')
        >>> print(re.sub("<!--.*?-->", "", html))
        <h1>On</h1><p>By <a id="pn-a"></a>He</p><ul><li><ul><li>is</li></ul></li></ul>
        >>> list(removed.values())
        ['<li>See <a id="pn-b"></a>Ho</li>', 'That <a id="pn-d"></a>Li', '<h2><a id="pn-c"></a>Xu</h2><p>It is</p>']
    """
    removed: dict[str, str] = {}

    def remove(part: str) -> str:
        placeholder = _PLACEHOLDER.format(len(removed))
        removed[placeholder] = part
        return placeholder

    def replace_item(match: re.Match[str]) -> str:
        if _MENTION not in match["own"]:
            return match[0]
        return remove(match[0]) if match["close"] else match["open"] + remove(match["own"])

    sections = _HEADINGS.split(html) if _MENTION in html else [html]
    remaining = []
    for section in sections:
        is_about_paper = section.startswith("<h") and _MENTION in section.partition("</h")[0]
        remaining.append(remove(section) if is_about_paper else _ITEM.sub(replace_item, section))
    return "".join(remaining), removed


def strip_from_excerpt(html: str) -> str:
    """Return the HTML of a note without generated blocks."""
    return _GENERATED.sub("", html) if "papernotes-" in html else html


def strip_generated_markup(markdown: str) -> str:
    r"""Return the Markdown of a note without generated sections, anchors and signs; generated links become their text.

    Examples:
        >>> strip_generated_markup('As <a id="pn-a"></a>([He](#ref-a "Deep (2016)")) [x](y.md)')
        'As (He) [x](y.md)'
        >>> strip_generated_markup('As He[](p.md "P (1)"){ .papernotes-sign } x')
        'As He x'
        >>> strip_generated_markup('As ([He](#ref-a "Deep (2016)"){ .papernotes-link }) and [Li](#ref-b) x')
        'As (He) and Li x'
        >>> strip_generated_markup("[&#35;nets](tags/nets.md){ .papernotes-tag } and [this](that.md)")
        '&#35;nets and [this](that.md)'
        >>> strip_generated_markup('a\n\n## References { data-search-exclude="true" }\n\n- He (2016)\n\n# b\n')
        'a\n\n# b'
    """
    lines: list[str] = []
    is_generated = False
    for line in markdown.split("\n"):
        if _HEADING.match(line):
            is_generated = _GENERATED_HEADING.match(line) is not None
        if not is_generated:
            lines.append(line)
    return _GENERATED_LINK.sub(r"\1", _PAPER_SIGN.sub("", _ANCHOR.sub("", "\n".join(lines)))).rstrip("\n")


def insert_blocks(html: str, blocks: Mapping[str, str]) -> str:
    """Return the HTML of a note with its blocks; a block whose comment another plugin removed goes to the end."""
    remaining = dict(blocks)
    html = _PLACEHOLDERS.sub(lambda comment: remaining.pop(comment[0], comment[0]), html) if remaining else html
    return "\n".join([html, *remaining.values()])

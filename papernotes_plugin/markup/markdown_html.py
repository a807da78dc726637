"""Convert Markdown to HTML, with callouts as Material shows them."""

from __future__ import annotations

import re

import pyromark

from papernotes_plugin.text.lazy_regex import lazy_regex

_OPTIONS = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH | pyromark.Options.ENABLE_MATH
_QUOTE = lazy_regex(r"</?blockquote>\n?")
_CALLOUT = lazy_regex(r"<p>\[!([A-Za-z]+)\]([+-]?)(?: ([^\n<]*(?:<(?!/p>)[^\n<]*)*))?(\n|</p>\n?)")
FORMULA = lazy_regex(r'<span class="math math-(inline|display)">(.*?)</span>', re.DOTALL)
"""A formula in the HTML of `convert_markdown`: `inline` or `display`, and its TeX, escaped for HTML."""


def convert_markdown(text: str) -> str:
    """Return the HTML of a Markdown text; links, formulas and headings stay as the parser writes them."""
    html = pyromark.html(text, options=_OPTIONS)
    return _with_callouts(html) if "<p>[!" in html else html


def _with_callouts(html_text: str) -> str:
    """Return HTML in which quotes that begin with `[!kind]- Title` are callouts."""
    out: list[str] = []
    closings: list[str] = []
    position = 0
    for tag in _QUOTE.finditer(html_text):
        out.append(html_text[position : tag.start()])
        position = tag.end()
        if tag[0][1] == "/":
            out.append(closings.pop())
            continue
        callout = _CALLOUT.match(html_text, position)
        if not callout:
            closings.append(tag[0].replace("<b", "</b"))
            out.append(tag[0])
            continue
        kind, fold, title = callout[1].lower(), callout[2], callout[3] or callout[1].capitalize()
        if fold:
            out.append(f'<details class="{kind}"{" open" if fold == "+" else ""}>\n<summary>{title}</summary>\n')
        else:
            out.append(f'<div class="admonition {kind}">\n<p class="admonition-title">{title}</p>\n')
        closings.append("</details>\n" if fold else "</div>\n")
        out.append("<p>" if callout[4] == "\n" else "")
        position = callout.end()
    return "".join([*out, html_text[position:]])

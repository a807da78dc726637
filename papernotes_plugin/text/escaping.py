"""Escaping: data made harmless for the place it is put into.

Imports nothing of the package.  Everything that a note or a `.bib` file says passes through one of these on its
way into a page; none of them raises, and each gives one line.
"""

from __future__ import annotations

import html
import json
import re
from html.entities import html5
from typing import NewType

Html = NewType("Html", str)
"""What may stand in an HTML element as it is."""
Attribute = NewType("Attribute", str)
"""What may stand in a quoted HTML attribute."""
Script = NewType("Script", str)
"""JSON that may stand in a `script` or `template` element."""
MarkdownText = NewType("MarkdownText", str)
"""Markdown that shows a text sign by sign."""
Yaml = NewType("Yaml", str)
"""A scalar of YAML."""
Url = NewType("Url", str)
"""An address that may be followed, for Markdown and HTML; "" where there is none.

A function that writes one of these asks for it by its type, so that mypy sees a raw text on its way there; a template
asks as it prints (`render.templates`).
"""

_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufeff\ufffe\uffff\u202a-\u202e\u2066-\u2069]"
)
"""Control characters (two of them are Python-Markdown's own marks), lone surrogates, and what turns text round."""


def one_line(text: str) -> str:
    """The text on one line, without control characters; it is not escaped for anything."""
    return " ".join((text if text.isprintable() else _CONTROL.sub("", text)).split())


def escape_html(text: str) -> Html:
    """Text for an HTML element; line breaks stay."""
    text = text if text.isprintable() else _CONTROL.sub("", text)
    return Html(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def escape_attribute(text: str) -> Attribute:
    """Text for a quoted HTML attribute."""
    return Attribute(escape_html(one_line(text)).replace('"', "&quot;").replace("'", "&#39;"))


_ENDS_SCRIPT = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


def escape_script(data: str) -> Script:
    """JSON for a `script` or `template` element, which nothing in it can end."""
    return Script(re.sub("[<>&]", lambda match: _ENDS_SCRIPT[match[0]], data))


_SPECIAL = re.compile(
    # what any of the rules below ends or begins with, first: the rest of a text is passed over at once
    r"[\\`*_{}\[\]<>&|$~^#@\-+=:./(\d](?:(?<=[\\`*_{}\[\]<>&|$~^#@])"
    # doubled, or within a pattern of an extension: insertions, highlights, keys, emoji, snippets, fractions, (c)
    r"|(?<=--)|(?<=\+\+)|(?<===)|(?<=::)|(?<=:)(?=[\w+-]+:)"
    # bare addresses, which would take the entities behind them along
    r"|(?<=:)(?=//)|(?<=www\.)"
    r"|(?<=\()(?=(?:tm|c|r)\))|(?<=[+=]/)(?=[-=])|(?<=c/)(?=o)|(?<=\d/)(?=\d)"
    # ordinals, which become superscripts
    r"|(?<=\d)[snrt](?=[tdh](?![a-z0-9])))",
    re.IGNORECASE,
)
_BLOCK = re.compile(r"[-+=!?/:%\"']|(?:\(?[0-9A-Za-z]{1,9})?[.)](?=\s|$)")
_BACKSLASHED = frozenset("*_")
_NAMED = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}


def _literal(char: str) -> str:
    return "\\" + char if char in _BACKSLASHED else _NAMED.get(char) or f"&#{ord(char)};"


def _special(match: re.Match[str]) -> str:
    # before an ordinal's letter its digit
    return match[0][:-1] + _literal(match[0][-1])


def escape_markdown(text: str) -> MarkdownText:
    r"""One line that shows literally in a paragraph, table cell, link text or heading, and starts no block.

    Entities rather than backslashes, because `{{` begins a template for some hosts, and `\[` a formula for others.

    Examples:
        >>> escape_markdown("1. A*b {{x}} [y]")
        '1&#46; A\\*b &#123;&#123;x&#125;&#125; &#91;y&#93;'
    """
    text = one_line(text)
    start, lead = _BLOCK.match(text), ""
    if start:
        lead, text = start[0][:-1] + _literal(start[0][-1]), text[start.end() :]
    return MarkdownText(lead + _SPECIAL.sub(_special, text))


def quote_yaml(text: str) -> Yaml:
    """A double-quoted YAML scalar; line breaks are kept."""
    quoted = json.dumps(_CONTROL.sub("", text), ensure_ascii=False)
    return Yaml(quoted.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))


_UNRESERVED = "[A-Za-z0-9_/.~?=#@!,;+-]*+"
_PLAIN_URL = re.compile(rf"(?:https?:/)?{_UNRESERVED}(?:%[0-9A-Fa-f]{{2}}{_UNRESERVED})*+")
"""Nothing in it is to be encoded, read or refused."""
_UNSAFE = re.compile(
    r"[\x00-\x20\x7f-\xa0\"'<>()\[\]{}\\`|$^*\ud800-\udfff\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]"
    r"|%(?![0-9A-Fa-f]{2})"
)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_HIDDEN = re.compile(r"[\x00-\x20\x7f-\xa0]")
_SCHEME = re.compile(r"([^/?#:]*):")


def _character(match: re.Match[str]) -> str:
    # `html.unescape` reads `&notit;` as `¬it;`
    return html.unescape(match[0]) if match[0][1] == "#" or match[0][1:] in html5 else match[0]


def unescape_url(url: str) -> str:
    """The URL with its entities read; `&copy=1`, which is none, stays."""
    return _ENTITY.sub(_character, url) if "&" in url else url


_RUNNING = frozenset({"javascript", "vbscript", "data"})
"""Schemes whose addresses are programs or documents of their own, and not places."""


def is_script_url(url: str, *, picture: bool = False) -> bool:
    """Whether a browser that follows an address runs what stands in it; a `picture` may stand there as data.

    Examples:
        >>> is_script_url("JavaScript:x"), is_script_url("java&Tab;script:x"), is_script_url("zotero://select")
        (True, True, False)
        >>> is_script_url("data:image/png;base64,x"), is_script_url("data:image/png;base64,x", picture=True)
        (True, False)
    """
    if ":" not in url and "&" not in url:
        return False
    seen = _HIDDEN.sub("", unescape_url(url)).lower()
    scheme = _SCHEME.match(seen)
    return scheme is not None and scheme[1] in _RUNNING and not (picture and seen.startswith("data:image/"))


def escape_url(url: str) -> Url:
    r"""The URL with all percent-encoded that breaks Markdown or HTML; "" unless http, https, mailto or relative.

    Examples:
        >>> escape_url("https://a.org/x_(y)?z=1&w"), escape_url("java\tscript:alert(1)"), escape_url("../x y.md")
        ('https://a.org/x_%28y%29?z=1&w', '', '../x%20y.md')
    """
    if _PLAIN_URL.fullmatch(url):
        return Url(url)
    url = unescape_url(url).strip()
    # browsers skip tabs and line breaks within a scheme
    scheme = _SCHEME.match(_HIDDEN.sub("", url))
    if scheme and (
        scheme[1].lower() not in {"http", "https", "mailto"} or not url.lower().startswith(scheme[0].lower())
    ):
        return Url("")
    encoded = _UNSAFE.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "ignore")), url)
    return Url(re.sub(r"&(?=#|\w+;)", "%26", encoded))

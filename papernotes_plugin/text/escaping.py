"""Escape text for HTML, attributes, scripts, Markdown, YAML and URLs.

All text from notes and `.bib` files is escaped here before it is written to a page.  No function raises.
Each result has a type of its own.  Functions and templates that write to a page accept only the right type.
"""

from __future__ import annotations

import html
import json
import re
from functools import lru_cache
from html.entities import html5
from typing import NewType

from papernotes_plugin.text.lazy_regex import lazy_regex

Html = NewType("Html", str)
"""Text that is safe inside an HTML element."""
Attribute = NewType("Attribute", str)
"""Text that is safe inside a quoted HTML attribute."""
Script = NewType("Script", str)
"""JSON that is safe inside a `script` or `template` element."""
MarkdownText = NewType("MarkdownText", str)
"""Markdown that shows a text literally."""
Yaml = NewType("Yaml", str)
"""YAML scalar."""
Url = NewType("Url", str)
"""URL that is safe in Markdown and HTML; "" if there is none."""

_CONTROL = lazy_regex(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufeff\ufffe\uffff\u202a-\u202e\u2066-\u2069]"
)
"""Control characters, lone surrogates and bidirectional marks; Python-Markdown uses two of them internally."""


def one_line(text: str) -> str:
    """Return a text on one line, without control characters; it is not escaped."""
    return " ".join((text if text.isprintable() else _CONTROL.sub("", text)).split())


def escape_html(text: str) -> Html:
    """Escape a text for an HTML element; line breaks stay."""
    text = text if text.isprintable() else _CONTROL.sub("", text)
    return Html(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def escape_attribute(text: str) -> Attribute:
    """Escape a text for a quoted HTML attribute."""
    return Attribute(escape_html(one_line(text)).replace('"', "&quot;").replace("'", "&#39;"))


_ENDS_SCRIPT = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


def escape_script(data: str) -> Script:
    """Escape JSON for a `script` or `template` element, so that nothing in it can end the element."""
    return Script(re.sub("[<>&]", lambda match: _ENDS_SCRIPT[match[0]], data))


_SPECIAL = lazy_regex(
    # The characters with which the rules below begin or end come first, to skip the rest of a text quickly.
    r"[\\`*_{}\[\]<>&|$~^#@\-+=:./(\d](?:(?<=[\\`*_{}\[\]<>&|$~^#@])"
    # Doubled, or in a pattern of an extension: insertions, highlights, keys, emoji, snippets, fractions, (c).
    r"|(?<=--)|(?<=\+\+)|(?<===)|(?<=::)|(?<=:)(?=[\w+-]+:)"
    # Bare URLs, which would include the entities after them.
    r"|(?<=:)(?=//)|(?<=www\.)"
    r"|(?<=\()(?=(?:tm|c|r)\))|(?<=[+=]/)(?=[-=])|(?<=c/)(?=o)|(?<=\d/)(?=\d)"
    # Ordinals, which become superscripts.
    r"|(?<=\d)[snrt](?=[tdh](?![a-z0-9])))",
    re.IGNORECASE,
)
_PLAIN_PIECE = (
    r"[^\W\d_]++|\d(?![snrt][tdh])|[ ](?![ ]|\Z)|[,;?!%'\"“”‘’–—›…)]|-(?!-)|\((?!(?:tm|c|r)\))"
    r"|(?<!www)[.](?=[ ,)\d]|\Z)|:(?=[ ]|\Z)"
)
"""Characters that none of these rules concerns, in their contexts."""
_PLAIN = lazy_regex(rf"(?![ ])(?>(?:{_PLAIN_PIECE})*)", re.IGNORECASE)
_PLAIN_LINE = lazy_regex(
    rf"(?>(?:[^\W\d_](?>(?:[^\W\d_]|\d(?![snrt][tdh]))*)(?![.)])(?>(?:{_PLAIN_PIECE})*))?)", re.IGNORECASE
)
"""A line without any special character, as most names, titles and sentences are; it begins with a word."""
_BLOCK = lazy_regex(r"[-+=!?/:%\"']|(?:\(?[0-9A-Za-z]{1,9})?[.)](?=\s|$)")
_BACKSLASHED = frozenset("*_")
_NAMED = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}


def _literal(char: str) -> str:
    return "\\" + char if char in _BACKSLASHED else _NAMED.get(char) or f"&#{ord(char)};"


def _special(match: re.Match[str]) -> str:
    # A match may begin with the digit of an ordinal.
    return match[0][:-1] + _literal(match[0][-1])


def escape_markdown(text: str) -> MarkdownText:
    r"""Return one line of Markdown that shows a text literally and starts no block.

    It is safe in a paragraph, table cell, link text or heading.  Most characters are escaped as entities instead of
    backslashes, because `{{` starts a template in some site generators, and `\[` a formula in others.

    Examples:
        >>> escape_markdown("1. A*b {{x}} [y]")
        '1&#46; A\\*b &#123;&#123;x&#125;&#125; &#91;y&#93;'
    """
    if _PLAIN_LINE.fullmatch(text):
        return MarkdownText(text)
    text = one_line(text)
    start, prefix = _BLOCK.match(text), ""
    if start:
        prefix, text = start[0][:-1] + _literal(start[0][-1]), text[start.end() :]
    return MarkdownText(prefix + _SPECIAL.sub(_special, text))


def escape_inside_line(text: str) -> MarkdownText:
    r"""Return one line of Markdown that shows a text literally behind other text, where no block can begin.

    Examples:
        >>> escape_inside_line("1. A*b"), escape_inside_line("- 3")
        ('1. A\\*b', '- 3')
    """
    if _PLAIN.fullmatch(text):
        return MarkdownText(text)
    # any letter before the text, so that a space behind control characters stays
    return MarkdownText(_SPECIAL.sub(_special, one_line(f"’{text}"))[1:])


def quote_yaml(text: str) -> Yaml:
    """Return a text as a double-quoted YAML scalar; line breaks stay."""
    quoted = json.dumps(_CONTROL.sub("", text), ensure_ascii=False)
    return Yaml(quoted.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))


_UNRESERVED = "[A-Za-z0-9_/.~?=#@!,;+-]*+"
_PLAIN_URL = lazy_regex(rf"(?:https?:/)?{_UNRESERVED}(?>(?:%[0-9A-Fa-f]{{2}}{_UNRESERVED})*)")
"""A URL that needs no encoding, decoding or check."""
_UNSAFE = lazy_regex(
    r"[\x00-\x20\x7f-\xa0\"'<>()\[\]{}\\`|$^*\ud800-\udfff\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]"
    r"|%(?![0-9A-Fa-f]{2})"
)
_ENTITY = lazy_regex(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_HIDDEN = lazy_regex(r"[\x00-\x20\x7f-\xa0]")
_SCHEME = lazy_regex(r"([^/?#:]*):")


def _character(match: re.Match[str]) -> str:
    # `html.unescape` would decode `&notit;` as `¬it;`.
    return html.unescape(match[0]) if match[0][1] == "#" or match[0][1:] in html5 else match[0]


def unescape_url(url: str) -> str:
    """Return a URL with entities decoded; `&copy=1` is no entity and stays."""
    return _ENTITY.sub(_character, url) if "&" in url else url


_SCRIPT_SCHEMES = frozenset({"javascript", "vbscript", "data"})
"""Schemes of URLs that contain a program or a document."""
_REFERENCE = lazy_regex(r"&(?:#0*([0-9]+);?|#[xX]0*([0-9A-Fa-f]+);?|([A-Za-z][A-Za-z0-9]*;))")
"""A character reference as HTML reads it in an attribute: a number needs no semicolon, and may have many zeros."""
_C0_OR_SPACE = "".join(map(chr, range(0x21)))
_TAB_OR_NEWLINE = str.maketrans("", "", "\t\n\r")
_STANDARD_SCHEME = lazy_regex(r"([A-Za-z][A-Za-z0-9+.-]*+):")


def _referenced(match: re.Match[str]) -> str:
    if match[3]:
        return html5.get(match[3], match[0])
    digits = match[1] or match[2]
    code = int(digits, 10 if match[1] else 16) if len(digits) < 8 else 0
    # Only ASCII matters for a scheme.
    return chr(code) if 0 < code < 0x80 else "\ufffd"


def is_script_url(url: str, *, picture: bool = False) -> bool:
    r"""Return whether a browser would run the content of a URL, as that of `javascript:` and `data:` URLs.

    The URL is an attribute of HTML, whose character references are decoded.  By the URL standard of the WHATWG, control
    characters and spaces before it do not count, nor do tabs and line breaks anywhere.  With `picture`, an image in a
    `data:` URL is allowed.

    Examples:
        >>> is_script_url("JavaScript:x"), is_script_url("\1java&Tab;script:x"), is_script_url("zotero://select")
        (True, True, False)
        >>> is_script_url("data:image/png;base64,x"), is_script_url("data:image/png;base64,x", picture=True)
        (True, False)
    """
    if url.startswith(("https:", "http:")) or (":" not in url and "&" not in url):
        return False
    seen = _REFERENCE.sub(_referenced, url) if "&" in url else url
    seen = seen.lstrip(_C0_OR_SPACE).translate(_TAB_OR_NEWLINE)
    scheme = _STANDARD_SCHEME.match(seen)
    if scheme is None or scheme[1].lower() not in _SCRIPT_SCHEMES:
        return False
    return not (picture and seen[:11].lower() == "data:image/")


@lru_cache(maxsize=1 << 13)
def escape_url(url: str) -> Url:
    r"""Return a URL with the characters percent-encoded that are unsafe in Markdown or HTML.

    The result is "" for all schemes except http, https and mailto; relative URLs are allowed.

    Examples:
        >>> escape_url("https://a.org/x_(y)?z=1&w"), escape_url("java\tscript:alert(1)"), escape_url("../x y.md")
        ('https://a.org/x_%28y%29?z=1&w', '', '../x%20y.md')
    """
    if _PLAIN_URL.fullmatch(url):
        return Url(url)
    url = unescape_url(url).strip()
    # Browsers ignore tabs and line breaks inside a scheme.
    scheme = _SCHEME.match(_HIDDEN.sub("", url))
    if scheme and (
        scheme[1].lower() not in {"http", "https", "mailto"} or not url.lower().startswith(scheme[0].lower())
    ):
        return Url("")
    encoded = _UNSAFE.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "ignore")), url)
    return Url(re.sub(r"&(?=#|\w+;)", "%26", encoded))

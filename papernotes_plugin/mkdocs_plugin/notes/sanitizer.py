"""Sanitize the HTML of notes that other people have written.

Allowed are the elements and attributes that Python-Markdown, its common extensions and Material generate from notes.
"""

from __future__ import annotations

import re
from importlib import util

from mkdocs.exceptions import PluginError

from papernotes_plugin.markup.raw_html import is_unsafe_attribute
from papernotes_plugin.text.escaping import one_line
from papernotes_plugin.text.lazy_regex import lazy_regex


def _split(names: str) -> frozenset[str]:
    return frozenset(names.split())


_TEXT_TAGS = _split(
    """
    a abbr address article aside audio autoref b backlinks bdi bdo blockquote br caption center cite code col colgroup
    dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input ins
    kbd label li main mark nav ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary
    sup table tbody td tfoot th thead time tr track tt u ul var video wbr
    """
)
_SVG_TAGS = _split("svg g path circle ellipse line polygon polyline rect")
_MATH_TAGS = _split(
    """
    math maction menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace
    msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover
    """
)
_GLOBAL_ATTRIBUTES = _split(
    """
    align aria-describedby aria-hidden aria-label aria-labelledby aria-level class data-lang data-linenos data-linenums
    data-search-exclude data-tabs data-title dir height hidden id lang open role start style title valign width
    """
)
_SVG_ATTRIBUTES = _split(
    """
    xmlns viewBox d fill fill-rule fill-opacity clip-rule stroke stroke-width stroke-linecap stroke-linejoin
    stroke-dasharray stroke-opacity opacity transform cx cy r rx ry x y x1 x2 y1 y2 points preserveAspectRatio
    """
)
_MATH_ATTRIBUTES = _split(
    """
    xmlns accent accentunder columnalign columnlines columnspacing depth display displaystyle fence form largeop
    linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowalign
    rowlines rowspacing rspace scriptlevel separator stretchy symmetric voffset
    """
)
_ATTRIBUTES_OF_TAG = {
    "a": "href name target download hreflang",
    "img": "src alt loading decoding srcset sizes",
    "iframe": "src loading",
    "source": "src srcset sizes type media",
    "track": "src kind srclang label default",
    "audio": "src controls loop muted preload",
    "video": "src controls loop muted preload poster playsinline",
    "input": "type checked disabled name",
    "label": "for",
    "ol": "type reversed",
    "li": "value",
    "td": "colspan rowspan headers",
    "th": "colspan rowspan headers scope abbr",
    "col": "span",
    "colgroup": "span",
    "time": "datetime",
    "autoref": "identifier optional hover backlink-type backlink-anchor",
    "backlinks": "identifier handler",
}
_ATTRIBUTES = {
    "*": _GLOBAL_ATTRIBUTES,
    **{tag: _split(names) for tag, names in _ATTRIBUTES_OF_TAG.items()},
    **dict.fromkeys(_SVG_TAGS, _SVG_ATTRIBUTES),
    **dict.fromkeys(_MATH_TAGS, _MATH_ATTRIBUTES),
}
_SCHEMES = _split("http https mailto tel sms ftp sftp irc xmpp magnet geo news doi zotero obsidian mendeley data")
"""Schemes of URLs; `_filter_attribute` removes `data:` URLs other than pictures."""
_STYLES = frozenset(("text-align", "vertical-align", "width", "height", "counter-reset", "list-style-type"))
"""CSS properties that cannot move an element over another one."""
_RESERVED_ID = lazy_regex(r"__(?!tabbed_\d|codelineno-|span-|code_|cell_)")
"""Ids that scripts of Material look for."""
_RESERVED_CLASS = lazy_regex(r"(?:md|js)-(?!(?:button|annotation|tag|typeset|status|icon|source-file|ellipsis)\b)")
"""Classes of Material's header, sidebars and dialogs, some of which cover the page."""
_PDF_OF_SITE = lazy_regex(r"(?!//|/\\|\\)[^:?#]*\.pdf(?:#[^\s]*)?", re.IGNORECASE)
"""URL that an `<iframe>` may show: a PDF file of the site."""
NOT_INSTALLED = (
    "papernotes: 'sanitize' needs a package that is not installed: pip install 'mkdocs-papernotes[sanitize]'"
)


def require_installed() -> None:
    """Check that nh3 is installed, so that no page is published without being sanitized.

    Raises:
        PluginError: If it is not.
    """
    if util.find_spec("nh3") is None:
        raise PluginError(NOT_INSTALLED)


def sanitized(html: str) -> str:
    """Return HTML without scripts, embedded documents, forms, and ids and classes that the theme uses."""
    import nh3

    cleaned = nh3.clean(
        html,
        tags=set(_TEXT_TAGS | _SVG_TAGS | _MATH_TAGS),
        clean_content_tags={"script", "style", "template", "noscript", "object", "xmp", "plaintext"},
        attributes={tag: set(names) for tag, names in _ATTRIBUTES.items()},
        attribute_filter=_filter_attribute,
        filter_style_properties=set(_STYLES),
        url_schemes=set(_SCHEMES),
        strip_comments=False,
        link_rel=None,
    )
    # a byte order mark that comes first after the cleaning would be removed by the next one
    return cleaned.lstrip("\ufeff")


def _filter_attribute(tag: str, name: str, value: str) -> str | None:
    """Return the value of an attribute; None to remove the attribute."""
    if name in ("id", "name", "for"):
        return None if _RESERVED_ID.match(value) else value
    if name == "class":
        return " ".join(word for word in value.split() if not _RESERVED_CLASS.match(word))
    if tag == "input" and name == "type":
        return value if value in ("checkbox", "radio") else "checkbox"
    if tag == "iframe" and name == "src":
        return value if _PDF_OF_SITE.fullmatch(value) else None
    return None if is_unsafe_attribute(tag, name, value) else value


_ESCAPES = {"<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}


def escaped(value: object) -> object:
    """Return a value of front matter whose texts are escaped for HTML, also in attributes and as keys.

    Args:
        value: A value that `front_matter_guard.is_plain` accepts.
    """
    if isinstance(value, str):
        return re.sub("[<>\"']", lambda match: _ESCAPES[match[0]], one_line(value))
    if isinstance(value, list):
        return [escaped(one) for one in value]
    if isinstance(value, dict):
        return {escaped(key): escaped(one) for key, one in value.items()}
    return value

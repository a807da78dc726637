"""Sanitizing: of the HTML of a note only what dresses words, for notes that others have written.

The only user of nh3.  Its lists are those of what Python-Markdown, its usual extensions and Material make of notes.
"""

from __future__ import annotations

import re
from importlib import util

from mkdocs.exceptions import PluginError

from papernotes_plugin.text.escaping import is_script_url, one_line


def _named(names: str) -> frozenset[str]:
    return frozenset(names.split())


_WORDS = _named(
    """
    a abbr address article aside audio autoref b backlinks bdi bdo blockquote br caption center cite code col colgroup
    dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input ins
    kbd label li main mark nav ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary
    sup table tbody td tfoot th thead time tr track tt u ul var video wbr
    """
)
_PICTURES = _named("svg g path circle ellipse line polygon polyline rect")
_MATH = _named(
    """
    math maction menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace
    msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover
    """
)
_EVERYWHERE = _named(
    """
    align aria-describedby aria-hidden aria-label aria-labelledby aria-level class data-lang data-linenos data-linenums
    data-search-exclude data-tabs data-title dir height hidden id lang open role start style title valign width
    """
)
_DRAWN = _named(
    """
    xmlns viewBox d fill fill-rule fill-opacity clip-rule stroke stroke-width stroke-linecap stroke-linejoin
    stroke-dasharray stroke-opacity opacity transform cx cy r rx ry x y x1 x2 y1 y2 points preserveAspectRatio
    """
)
_SET = _named(
    """
    xmlns accent accentunder columnalign columnlines columnspacing depth display displaystyle fence form largeop
    linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowalign
    rowlines rowspacing rspace scriptlevel separator stretchy symmetric voffset
    """
)
_OF = {
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
    "*": _EVERYWHERE,
    **{tag: _named(names) for tag, names in _OF.items()},
    **dict.fromkeys(_PICTURES, _DRAWN),
    **dict.fromkeys(_MATH, _SET),
}
_SCHEMES = _named("http https mailto tel sms ftp sftp irc xmpp magnet geo news doi zotero obsidian mendeley data")
"""Of `data` only pictures stay, see `_filtered`."""
_STYLES = frozenset(("text-align", "vertical-align", "width", "height", "counter-reset", "list-style-type"))
"""Properties of a style that arrange what is there and put nothing over anything else."""
_RESERVED_ID = re.compile(r"__(?!tabbed_\d|codelineno-|span-|code_|cell_)")
"""Ids by which Material finds what it is told."""
_RESERVED_CLASS = re.compile(r"(?:md|js)-(?!(?:button|annotation|tag|typeset|status|icon|source-file|ellipsis)\b)")
"""Classes of the parts of Material around a page, some of which lie over it."""
_OWN_PDF = re.compile(r"(?!//|/\\|\\)[^:?#]*\.pdf(?:#[^\s]*)?", re.IGNORECASE)
"""What a frame may show: a file of the site, where a note embeds it."""
NEEDS = "papernotes: 'sanitize' needs a package that is not installed: pip install 'mkdocs-papernotes[sanitize]'"


def check() -> None:
    """Nothing, where there is what cleans.

    Raises:
        PluginError: where it is not installed: nothing is shown as if it were clean.
    """
    if util.find_spec("nh3") is None:
        raise PluginError(NEEDS)


def sanitized(html: str) -> str:
    """The HTML of a note without what runs, loads documents, sends anything, or takes the place of the theme."""
    import nh3

    return nh3.clean(
        html,
        tags=set(_WORDS | _PICTURES | _MATH),
        clean_content_tags={"script", "style", "template", "noscript", "object", "xmp", "plaintext"},
        attributes={tag: set(names) for tag, names in _ATTRIBUTES.items()},
        attribute_filter=_filtered,
        filter_style_properties=set(_STYLES),
        url_schemes=set(_SCHEMES),
        strip_comments=False,
        link_rel=None,
    )


def _filtered(tag: str, name: str, value: str) -> str | None:
    """The value of an attribute; None where it goes."""
    if name in ("id", "name", "for"):
        return None if _RESERVED_ID.match(value) else value
    if name == "class":
        return " ".join(word for word in value.split() if not _RESERVED_CLASS.match(word))
    if tag == "input" and name == "type":
        return value if value in ("checkbox", "radio") else "checkbox"
    if tag == "iframe" and name == "src":
        return value if _OWN_PDF.fullmatch(value) else None
    picture = tag == "img" and name == "src"
    return None if name in ("href", "src", "srcset", "poster") and is_script_url(value, picture=picture) else value


_ESCAPED = {"<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}


def escaped(value: object) -> object:
    """A value of front matter, which is plain, whose texts are words wherever the theme puts them, and no HTML."""
    if isinstance(value, str):
        return re.sub("[<>\"']", lambda match: _ESCAPED[match[0]], one_line(value))
    if isinstance(value, list):
        return [escaped(one) for one in value]
    if isinstance(value, dict):
        return {escaped(key): escaped(one) for key, one in value.items()}
    return value

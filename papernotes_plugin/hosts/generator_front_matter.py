"""Write front matter that Hugo, Quartz and Zensical can read.

Source: https://gohugo.io/content-management/front-matter/.  Zensical fails if front matter is empty or not valid YAML.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence

from papernotes_plugin.text.escaping import quote_yaml
from papernotes_plugin.text.lazy_regex import lazy_regex

_NUMBER_OR_BOOLEAN = lazy_regex(r"true|false|-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?")
_NAME = lazy_regex(r"[A-Za-z][A-Za-z0-9_-]*")
_WORDS = frozenset(("true", "false", "yes", "no", "on", "off", "null", "y", "n"))
"""Plain scalars that some version of YAML does not read as strings."""
_DATES = frozenset(
    ("date", "expirydate", "lastmod", "modified", "pubdate", "publishdate", "published", "unpublishdate")
)
_TIME = lazy_regex(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)?)?", re.ASCII)
_HUGO_TYPES: Mapping[str, tuple[type, ...]] = {
    "_build": (), "build": (dict,), "cascade": (dict, list), "markup": (), "params": (dict,), "resources": (list,),
    "roles": (dict,), "sitemap": (dict,), "sites": (dict,), "versions": (dict,),
}  # fmt: skip
"""Keys of Hugo's front matter whose values must have one of these types; any other value may stop a build."""
_FORMATS = frozenset(("amp", "calendar", "css", "csv", "html", "json", "markdown", "rss", "webappmanifest"))
"""Output formats that Hugo defines."""
_PLAIN = r"\w(?:[^:#\t\n]|:(?=\S)|(?<=\S)#)*"
_SIMPLE = lazy_regex(
    rf"""(?:(?P<key>[A-Za-z_][A-Za-z0-9_-]*):|[ ]*-)(?:[ ]+(?:{_PLAIN}|"[^"\\\n]*"|'[^'\n]*'|\[[\w ,./-]*\]))?[ ]*"""
)
"""Line that all YAML parsers read equally: a key with one value or none, or an item of the list of the last key."""


def is_simple(lines: Sequence[str]) -> bool:
    """Return whether all YAML parsers read these lines equally; on other lines some may read nothing or fail.

    Examples:
        >>> is_simple(["title: A b", "tags: [x, y/z]", "aliases:", "  - c"]), is_simple(["title: A: b"]), is_simple([])
        (True, False, False)
    """
    keys = []
    last = ""
    for line in lines:
        match = _SIMPLE.fullmatch(line)
        if not match or (match["key"] is None and last not in ("item", "key")):
            return False
        has_value = match["key"] is not None and line.rstrip() != f"{match['key']}:"
        last = "item" if match["key"] is None else "value" if has_value else "key"
        keys += [match["key"].casefold()] if match["key"] else []
    return bool(keys) and len(keys) == len(set(keys)) and not _WORDS & set(keys)


def is_valid_for_hugo(key: str, value: object) -> bool:
    """Return whether Hugo reads the value of this key as the author means it; other values belong in `params`."""
    if key in ("alias", "aliases"):
        # Aliases are URL paths in Hugo, but names in Obsidian.
        aliases = value if isinstance(value, list) else [value]
        return bool(aliases) and all(isinstance(alias, str) and alias.startswith("/") for alias in aliases)
    if key == "url":
        return isinstance(value, str) and ":" not in value
    if key == "slug":
        return isinstance(value, str) and "/" not in value
    if key in _DATES:
        return isinstance(value, str) and _is_date(value)
    if key == "draft":
        return value in ("true", "false")
    if key == "weight":
        return isinstance(value, str) and value.isascii() and value.isdigit()
    if key == "outputs":
        return isinstance(value, list) and all(str(form).lower() in _FORMATS for form in value)
    return isinstance(value, _HUGO_TYPES.get(key, object))


def _is_date(value: str) -> bool:
    try:
        datetime.datetime.fromisoformat(value)
    except ValueError:
        return False
    return _TIME.fullmatch(value) is not None


def line(key: str, value: object) -> str:
    """Return a key and its value as one line of YAML.

    Examples:
        >>> line("weight", "3"), line("no", ["a", {"b": "false"}])
        ('weight: 3', '"no": ["a", {"b": false}]')
    """
    bare = _NAME.fullmatch(key) and key.casefold() not in _WORDS
    return f"{key if bare else quote_yaml(key)}: {_yaml(value)}"


def fenced(lines: Iterable[str]) -> str:
    """Return lines of front matter between `---` fences."""
    return "\n".join(["---", *lines, "---", ""])


def _yaml(value: object) -> str:
    """Return a value in one line of YAML; a number or a boolean of the author stays one."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{quote_yaml(str(k))}: {_yaml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_yaml, value))}]"
    text = str(value)
    return text if _NUMBER_OR_BOOLEAN.fullmatch(text) else quote_yaml(text)

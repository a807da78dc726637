"""Front matter as site generators read it: https://gohugo.io/content-management/front-matter/.

Zensical stops where it is empty or not the YAML that it knows.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence

from papernotes_plugin.text.escaping import quote_yaml

_NUMBER = re.compile(r"true|false|-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_WORDS = frozenset(("true", "false", "yes", "no", "on", "off", "null", "y", "n"))
"""What is no text to a reader of YAML, of one version or another."""
_DATES = frozenset(
    ("date", "expirydate", "lastmod", "modified", "pubdate", "publishdate", "published", "unpublishdate")
)
_TIME = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)?)?", re.ASCII)
_SHAPED: Mapping[str, tuple[type, ...]] = {
    "_build": (), "build": (dict,), "cascade": (dict, list), "markup": (), "params": (dict,), "resources": (list,),
    "roles": (dict,), "sitemap": (dict,), "sites": (dict,), "versions": (dict,),
}  # fmt: skip
"""Keys of Hugo's front matter that may stop a build unless their value has such a shape."""
_FORMATS = frozenset(("amp", "calendar", "css", "csv", "html", "json", "markdown", "rss", "webappmanifest"))
"""What Hugo can write a page as without being told how."""


_PLAIN = r"\w(?:[^:#\t\n]|:(?=\S)|(?<=\S)#)*"
_SIMPLE = re.compile(
    rf"""(?:(?P<key>[A-Za-z_][A-Za-z0-9_-]*):|[ ]*-)(?:[ ]+(?:{_PLAIN}|"[^"\\\n]*"|'[^'\n]*'|\[[\w ,./-]*\]))?[ ]*"""
)
"""A line that all readers of YAML take alike: a key with one value or none, or an item of the list of the last key."""


def simple(lines: Sequence[str]) -> bool:
    """All readers of YAML read the same from these lines; of others some may read nothing, or stop.

    Examples:
        >>> simple(["title: A b", "tags: [x, y/z]", "aliases:", "  - c"]), simple(["title: A: b"]), simple([])
        (True, False, False)
    """
    keys = []
    last = ""
    for line in lines:
        match = _SIMPLE.fullmatch(line)
        if not match or (match["key"] is None and last not in ("item", "key")):
            return False
        valued = match["key"] is not None and line.rstrip() != f"{match['key']}:"
        last = "item" if match["key"] is None else "value" if valued else "key"
        keys += [match["key"].casefold()] if match["key"] else []
    return bool(keys) and len(keys) == len(set(keys)) and not _WORDS & set(keys)


def hugo_reads(key: str, value: object) -> bool:
    """Hugo takes this value for that key as the author means it; what it does not goes below `params`."""
    if key in ("alias", "aliases"):
        # its aliases are addresses, those of Obsidian names
        said = value if isinstance(value, list) else [value]
        return bool(said) and all(isinstance(alias, str) and alias.startswith("/") for alias in said)
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
    return isinstance(value, _SHAPED.get(key, object))


def _is_date(value: str) -> bool:
    try:
        datetime.datetime.fromisoformat(value)
    except ValueError:
        return False
    return _TIME.fullmatch(value) is not None


def line(key: str, value: object) -> str:
    """A key and its value in one line of YAML.

    Examples:
        >>> line("weight", "3"), line("no", ["a", {"b": "false"}])
        ('weight: 3', '"no": ["a", {"b": false}]')
    """
    bare = _NAME.fullmatch(key) and key.casefold() not in _WORDS
    return f"{key if bare else quote_yaml(key)}: {_yaml(value)}"


def fenced(lines: Iterable[str]) -> str:
    """Front matter between its fences."""
    return "\n".join(["---", *lines, "---", ""])


def _yaml(value: object) -> str:
    """A value in one line of YAML; what the author wrote as a number or a yes stays one."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{quote_yaml(str(k))}: {_yaml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_yaml, value))}]"
    said = str(value)
    return said if _NUMBER.fullmatch(said) else quote_yaml(said)

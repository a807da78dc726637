"""Find front matter, and values in it, that the YAML loader of MkDocs refuses."""

from __future__ import annotations

from datetime import datetime

import yaml

from papernotes_plugin.text.lazy_regex import lazy_regex

_DATE = lazy_regex(r"(?<![\"'\w.-])(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.\d*)?)?(?![\w-])")
"""A date that YAML reads as one, not as text."""
_KEY = lazy_regex(r"([a-z][\w-]{0,40}):(?=[ \t\n]|$)")
_ITEM = lazy_regex(r"[ \t]*(?:-[ \t]|#)|[ \t]+\S")
"""The start of a list item, a comment, or an indented line."""
_COMMON_KEYS = frozenset(("aliases", "author", "authors", "created", "date", "tags", "title"))
_WIKILINK = lazy_regex(r"\[\[[^\[\]]{1,80}\]\]")
_MAX_SHOWN = 3
"""Number of wikilinks in a message."""


def lacks_end(words: str) -> bool:
    """Return whether words after `---` are front matter that never ends: two keys or more, and a common one of them."""
    keys: list[str] = []
    for line in words.split("\n\n", 1)[0].rstrip("\n").split("\n"):
        if match := _KEY.match(line):
            keys.append(match[1])
        elif not keys or not _ITEM.match(line):
            return False
    return len(keys) > 1 and not _COMMON_KEYS.isdisjoint(keys)


def impossible_date(source: str) -> tuple[str, int] | None:
    """Return the first date in YAML that no calendar has, such as 2024-02-31, and its line; None without one."""
    for match in _DATE.finditer(source):
        year, month, day, hour, minute, second = (int(number or 0) for number in match.groups())
        try:
            datetime(year, month, day, hour, minute, second)
        except ValueError:
            try:
                yaml.load(source, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
            except ValueError:
                return match[0], source.count("\n", 0, match.start()) + 2
            except yaml.YAMLError:
                pass  # reported elsewhere
            return None  # a text in quotes
    return None


def foreign_tag(source: str) -> tuple[str, int] | None:
    """Return the first tag that a safe loader refuses, such as `!ENV`, and its line; None without one."""
    for event in yaml.parse(source, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader)):
        tag = getattr(event, "tag", None)
        if tag and tag != "!" and tag not in yaml.SafeLoader.yaml_constructors:
            return tag.replace("tag:yaml.org,2002:", "!!"), (event.start_mark.line if event.start_mark else 0) + 2
    return None


def remedy(block: str, line: int) -> str:
    """Return what to write on a line of invalid YAML with wikilinks, which begin a list there; "" for any other."""
    # the last line, if the error is at the end
    key, colon, value = block.split("\n")[:line][-1].partition(":")
    links = _WIKILINK.findall(value)
    if not colon or not links or not value.lstrip().startswith("[["):
        return ""
    quoted = ", ".join(f'"{link}"' for link in links[:_MAX_SHOWN])
    return f"; write the wikilinks in quotation marks: `{key.strip()}: [{quoted}{', …' * (len(links) > _MAX_SHOWN)}]`"

"""Values of front matter, looked up by several keys, without the addresses of links."""

from __future__ import annotations

import re
from collections.abc import Mapping

from papernotes_plugin.recognisers.evidence.labels.author_values import without_targets
from papernotes_plugin.recognisers.evidence.labels.field_labels import is_missing


class FrontMatterValues:
    """Front matter with look-up by several keys, ignoring case."""

    def __init__(self, meta: Mapping[str, object]) -> None:
        self.folded = {key.casefold(): value for key, value in meta.items()}

    def value(self, keys: tuple[str, ...]) -> object:
        """Return the value of the first key that has one, or ""."""
        for key in keys:
            value = self.folded.get(key)
            if value and not (isinstance(value, str) and is_missing(value)):
                return value
        return ""

    def text(self, keys: tuple[str, ...]) -> str:
        """Return that value, or the first text in a list, without links; "" for a placeholder."""
        value = self.value(keys)
        if isinstance(value, list):
            value = next((v for v in value if isinstance(v, str)), "")
        return without_links(value) if isinstance(value, str) and not is_missing(value) else ""


def without_links(value: str) -> str:
    """Return a value with the words of links in place of links, without quotation marks around it."""
    return without_targets(value).strip().strip("\"'")


def texts_in(value: object) -> list[str]:
    """Return all texts in a value of any shape, with the URL in place of a Markdown link."""
    texts: list[str] = []
    stack = [value]
    while stack:
        part = stack.pop()
        if isinstance(part, str) and (text := part.strip()):
            match = re.search(r"\]\((\S+?)\)$", text)
            texts.append(match[1] if match else text)
        elif isinstance(part, list):
            stack += reversed(part)
        elif isinstance(part, Mapping):
            stack += reversed(list(part.values()))
    return texts

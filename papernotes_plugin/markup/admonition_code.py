"""Find fenced code that begins in the first paragraph of an admonition, where CommonMark reads it as text.

Python-Markdown needs no empty line between `!!! note`, `??? note` or `=== "Tab"` and the code below it.
"""

from __future__ import annotations

import re

from papernotes_plugin.vocabulary.model import Span

_HEADER = re.compile(r"^([ \t]*)(?:!!!|\?\?\?\+?|===[+!]*)[ \t]+\S.*\n", re.MULTILINE)
_LINE = re.compile(r"([ \t]+)(?:(```+|~~~+)[^`\n]*|[^\s].*)(?:\n|\Z)")


def find_code(text: str, start: int = 0) -> list[Span]:
    """Return the code in a text from an offset on, with its fences; code whose end is missing is left out."""
    if not any(mark in text for mark in ("!!!", "???", "===")):
        return []
    spans: list[Span] = []
    at = start
    while header := _HEADER.search(text, at):
        at = header.end()
        depth = len(header[1])
        outside = re.compile(rf"^[ \t]{{0,{depth}}}\S", re.MULTILINE).search(text, at)
        end = outside.start() if outside else len(text)
        # a fence that is not closed is searched for once: the time is linear
        endless: set[str] = set()
        while (line := _LINE.match(text, at, end)) and len(line[1]) > depth:
            at = line.end()
            fence = line[2]
            if fence and fence not in endless:
                closing = re.compile(rf"^[ \t]+{fence}[ \t]*(?:\n|\Z)", re.MULTILINE).search(text, at, end)
                if closing:
                    spans.append(Span(line.start(2), closing.end()))
                    at = closing.end()
                else:
                    endless.add(fence)
    return spans

"""Make CommonMark read the contents of admonitions and content tabs, which it takes for text or for indented code.

Python-Markdown reads the indented lines below `!!! note`, `??? note` and `=== "Tab"` as Markdown of their own.
"""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex

_HEADER = lazy_regex(r"[ ]*(?:!!!|\?\?\?\+?|===[+!]*)[ ]+\S")
ADMONITION = "!!!"
"""The `info` of a block quote that is the content of an admonition or a tab."""
_INDENT = 4
"""Spaces by which the content is indented more than the header."""


def quote_contents(text: str, start: int = 0) -> str:
    r"""Return a text with the contents of admonitions as block quotes; all offsets stay the same.

    The first of the four spaces before a line becomes the mark of a quote.

    Examples:
        >>> quote_contents('!!! note\n\n    words\n\nother words')
        '!!! note\n\n>   words\n\nother words'

    Args:
        text: The text of a note.
        start: The offset from which Markdown begins.
    """
    if not any(mark in text for mark in ("!!!", "???", "===")):
        return text
    lines = text[start:].split("\n")
    headers: list[int] = []
    for number, line in enumerate(lines):
        bare = line.lstrip(" ")
        if not bare:
            continue
        indent = len(line) - len(bare)
        while headers and indent < headers[-1] + _INDENT:
            headers.pop()
        if headers:
            marked = list(line)
            for at in headers:
                marked[at] = ">"
            lines[number] = "".join(marked)
        if _HEADER.match(line):
            headers.append(indent)
    return text[:start] + "\n".join(lines)

r"""Read LaTeX commands that a `@preamble` defines, and replace them in values by their definitions.

BibTeX copies a preamble to the document.  Pages, Typst and reference managers know nothing of it, and a preamble may
run anything.  An exported entry therefore has the replacements, as it has those of macros.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from papernotes_plugin.bibtex.field_values import closing_brace
from papernotes_plugin.entries.allowed_commands import need_of
from papernotes_plugin.text.lazy_regex import lazy_regex

_HEAD = lazy_regex(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|(?:Provide|Declare)TextCommandDefault)\*?\s*"
    r"(?:\{\s*\\([A-Za-z]+)\s*\}|\\([A-Za-z]+))\s*(?:\[(\d)\]\s*)?(?:\[([^\[\]{}]*)\]\s*)?(?=\{)"
    r"|\\(?:[gex]|long\s*\\)?def\s*\\([A-Za-z]+)\s*((?:#\d)*)(?=\{)"
    r"|\\(DeclareMathOperator)\*?\s*\{\s*\\([A-Za-z]+)\s*\}\s*(?=\{)"
)
"""Start of a definition, up to the brace of its text."""
_USE = lazy_regex(r"\\([A-Za-z]+)[ \t]*")
_TOKEN = lazy_regex(r"\s*(\\[A-Za-z]+|\\.|[^\s{}])", re.DOTALL)
_PARAMETER = lazy_regex(r"#(\d)")
_REPLACEMENTS = 1000
"""Maximal number of replacements in a value, against commands that contain themselves."""
_LENGTH = 10_000
"""Maximal length of a value after replacements, against commands that double each other."""


class Definition(NamedTuple):
    """A command: its number of arguments, the default of the first one, and its text."""

    arguments: int
    default: str | None
    text: str


def read_definitions(preamble: str) -> dict[str, Definition]:
    r"""Return the commands that a preamble defines, by name; commands that LaTeX or a package defines are left out.

    Examples:
        >>> read_definitions(r"\newcommand{\noopsort}[1]{} \def\emph#1{#1}")
        {'noopsort': Definition(arguments=1, default=None, text='')}
    """
    definitions: dict[str, Definition] = {}
    for match in _HEAD.finditer(preamble):
        end = closing_brace(preamble, match.end())
        text = preamble[match.end() + 1 : end]
        name = match[1] or match[2] or match[5] or match[8]
        arguments = int(match[3] or 0) + len(match[6] or "") // 2
        used = {int(number) for number in _PARAMETER.findall(text)}
        is_readable = end > 0 and max(used, default=0) <= arguments and text.count("#") == len(_PARAMETER.findall(text))
        if is_readable and need_of(name) is None and not re.search(r"(?<!\\)%", text):
            text = rf"\operatorname{{{text}}}" if match[7] else text
            definitions[name] = Definition(arguments, match[4], text)
    return definitions


def expand_commands(value: str, definitions: Mapping[str, Definition]) -> str:
    r"""Return a value with its commands replaced; one with a missing argument stays, and so do endless ones.

    Examples:
        >>> definitions = read_definitions(r"\def\cprime{$'$}\newcommand{\swap}[2][x]{#2#1}")
        >>> expand_commands(r"Gel\cprime fand \swap{a}\swap[b] c", definitions)
        "Gel$'$fand axcb"
    """
    out: list[str] = []
    rest, position, replaced = value, 0, 0
    while match := _USE.search(rest, position):
        definition = definitions.get(match[1])
        applied = _apply(definition, rest, match) if definition else None
        if applied is None:
            out.append(rest[position : match.end()])
            position = match.end()
            continue
        text, end = applied
        replaced += 1
        if replaced > _REPLACEMENTS or len(text) + len(rest) - end > _LENGTH:
            return value
        before = rest[position : match.start()]
        if not text and before.strip() == "{" and rest[end : end + 1] == "}" and not "".join(out).strip():
            # biber would take `{}1985` for a year that is no number
            before, end = "", end + 1
        out.append(before)
        rest, position = text + rest[end:], 0
    return "".join([*out, rest[position:]])


def _apply(definition: Definition, value: str, match: re.Match[str]) -> tuple[str, int] | None:
    """Return the text of a command with its arguments, and the offset of their end; None if one is missing."""
    end, arguments = match.end(), list[str]()
    if definition.default is not None:
        closing = value.find("]", end) if value[end : end + 1] == "[" else -1
        arguments.append(value[end + 1 : closing] if closing > 0 else definition.default)
        end = closing + 1 if closing > 0 else end
    while len(arguments) < definition.arguments:
        token = _TOKEN.match(value, end)
        start = end + len(value[end:]) - len(value[end:].lstrip())
        closing = closing_brace(value, start) if value[start : start + 1] == "{" else -1
        if closing > 0:
            arguments.append(value[start + 1 : closing])
            end = closing + 1
        elif token:
            arguments.append(token[1])
            end = token.end()
        else:
            return None
    text = _PARAMETER.sub(lambda number: arguments[int(number[1]) - 1], definition.text)
    following = value[end : end + 1]
    # a command at the end of the text must not take up the letters behind it
    return (f"{text} " if re.search(r"\\[A-Za-z]+$", text) and following.isalpha() else text), end

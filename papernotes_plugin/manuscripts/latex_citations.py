r"""Find the citations in a LaTeX text: `\cite` and the commands of natbib, biblatex, apacite and conference styles.

A command cites if its name contains `cite` and a group with keys follows.  No list of commands is needed for
`\citeapp` of multibib or for the commands of a new style.  Sources: https://ctan.org/pkg/natbib, and section 3.9 of
biblatex's manual.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from papernotes_plugin.manuscripts.references import ManuscriptReferences, blank_out, locate_references, split_keys
from papernotes_plugin.text.lazy_regex import lazy_regex

_VERBATIM_TABLE = """
    verbatim verbatim* Verbatim Verbatim* BVerbatim LVerbatim SaveVerbatim lstlisting minted comment filecontents
    filecontents* tcblisting pyconsole
"""
_VERBATIM = frozenset(_VERBATIM_TABLE.split())
"""Environments whose text is not read as commands."""
_SKIPPED = lazy_regex(
    r"%|\\(?:verb|lstinline)\*?(?P<mark>[^\sA-Za-z*{\[%])|\\(?P<at>begin|end)\s*\{(?P<name>[A-Za-z]+\*?)\}|\\.",
    re.DOTALL,
)
_COMMAND = lazy_regex(r"\\(?:([A-Za-z]+)\*?|.)", re.DOTALL)
_SPACE = lazy_regex(r"[ \t]*(?:\r\n?|\n)?[ \t]*")
_KEYS = lazy_regex(r"\{([^{}\\]*)\}")
_BRACKET = lazy_regex(r"\\.|[\[\](){}]", re.DOTALL)
_VERB = 2_000
"""Characters that the text of a `\\verb` may have at most."""
_OVERLAY = 100
"""Characters that the slide numbers in an overlay specification (`<2->`) may have at most."""

_NO_CITATION_TABLE = """
    bibcite citation citefont citeform citeindextrue citeindexfalse citeleft citemid citepunct citereset citeright
    citesetup citestyle citetext newcites
"""
_NO_CITATION = frozenset(_NO_CITATION_TABLE.split())
_CONFIGURING = lazy_regex(r"if|At|Declare|set|def|provide|Execute")
"""Beginnings of names of commands that configure citations."""
_VOLUME = lazy_regex(r"[a-z]?volcites?", re.IGNORECASE)
"""Commands of biblatex that have a group with the volume before each group of keys."""
_INPUTS = {
    "input": 1,
    "include": 1,
    "subfile": 1,
    "subfileinclude": 1,
    "InputIfFileExists": 1,
    "import": 2,
    "subimport": 2,
}
"""Number of groups that hold the file name, by the name of a command that reads a file."""
_BARE = lazy_regex(r"[ \t]*([^\s\\{}%]+)")


def references_in_latex(text: str) -> ManuscriptReferences:
    """Return the keys outside comments and verbatim text up to the end of the document, and the included files."""
    clean = blank_out(text, _unread_spans(text))
    closings = _closing_offsets(clean)
    keys: list[tuple[int, str]] = []
    files: list[tuple[int, str]] = []
    for match in _COMMAND.finditer(clean):
        name = match[1] or ""
        if name in _INPUTS:
            files += _file(clean, match.end(), _INPUTS[name])
        elif _is_citation(name):
            keys += _keys(clean, match.end(), name, closings)
    return locate_references(clean, keys, files)


def _unread_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of comments, verbatim text, and the text behind the document."""
    position = 0
    while match := _SKIPPED.search(text, position):
        start, position = match.span()
        end = position
        if match[0] == "%":
            line_end = _LINE_END.search(text, start)
            end = line_end.start() if line_end else len(text)
        elif match["mark"]:
            closed = text.find(match["mark"], position, position + _VERB)
            end = closed + 1 if closed >= 0 and "\n" not in text[position:closed] else position
        elif match["at"] == "end" and match["name"] == "document":
            end = len(text)
        elif match["at"] == "begin" and match["name"] in _VERBATIM:
            closed = text.find(f"\\end{{{match['name']}}}", position)
            end = closed if closed >= 0 else len(text)
        if end > position or match[0] == "%":
            yield start, end
            position = end


_LINE_END = lazy_regex(r"[\r\n]")


def _is_citation(name: str) -> bool:
    if name == "bibentry":
        return True
    return "cite" in name.lower() and name not in _NO_CITATION and not _CONFIGURING.match(name)


def _keys(text: str, offset: int, name: str, closings: Mapping[int, int]) -> list[tuple[int, str]]:
    r"""Return the keys in the group behind a command, or in all groups behind a command such as `\cites`."""
    is_list, has_volumes = name.lower().endswith("cites"), _VOLUME.fullmatch(name) is not None
    out: list[tuple[int, str]] = []
    groups = 0
    while True:
        offset = _skip_space(text, offset)
        sign = text[offset : offset + 1]
        if sign == "[" or (sign == "(" and is_list) or (sign == "<" and not groups):
            offset = _behind_argument(text, offset, closings)
            if offset < 0:
                return out
            continue
        match = _KEYS.match(text, offset)
        if not match:
            return out
        groups += 1
        offset = match.end()
        if not has_volumes or groups % 2 == 0:
            out += split_keys(match[1], match.start(1))
            if not is_list:
                return out


def _skip_space(text: str, offset: int) -> int:
    match = _SPACE.match(text, offset)
    return match.end() if match else offset


def _behind_argument(text: str, offset: int, closings: Mapping[int, int]) -> int:
    """Return the offset behind the optional argument that begins here; -1 if it does not end."""
    return text.find(">", offset, offset + _OVERLAY) + 1 or -1 if text[offset] == "<" else closings.get(offset, -1)


def _closing_offsets(text: str) -> dict[int, int]:
    r"""Return the offset behind the closing bracket of each `[` and `(`, within the same group of braces."""
    closings: dict[int, int] = {}
    groups: list[dict[str, int]] = [{}]
    for match in reversed([match for match in _BRACKET.finditer(text) if match[0][0] != "\\"]):
        sign = match[0]
        if sign == "}":
            groups.append({})
        elif sign == "{":
            groups.pop()
            groups = groups or [{}]
        elif sign in "])":
            groups[-1][sign] = match.end()
        elif (closing := "]" if sign == "[" else ")") in groups[-1]:
            closings[match.start()] = groups[-1][closing]
    return closings


def _file(text: str, offset: int, groups: int) -> list[tuple[int, str]]:
    """Return the file that a command reads; its name is in one group, or its folder is in a group before."""
    names: list[str] = []
    start = offset
    for _ in range(groups):
        match = _KEYS.match(text, _skip_space(text, offset))
        if not match:
            break
        start = match.start(1) if not names else start
        names.append(match[1].strip())
        offset = match.end()
    if len(names) == groups:
        return [(start, "/".join(name.rstrip("/") for name in names if name))]
    bare = _BARE.match(text, offset) if groups == 1 else None
    return [(bare.start(1), bare[1])] if bare and not bare[1].startswith(("[", "#", "=")) else []

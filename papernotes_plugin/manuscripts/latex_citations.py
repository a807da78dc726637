r"""The citations of a LaTeX text: `\cite` and its kin of natbib, biblatex, apacite and the styles of conferences.

A command cites if its name has `cite` in it and a group with keys follows; so `\citeapp` of multibib and a new
style's own command are known without a list.  natbib: https://ctan.org/pkg/natbib; biblatex's manual, section 3.9.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from papernotes_plugin.manuscripts.references import ManuscriptReferences, blank_out, locate_references, split_keys

_VERBATIM_TABLE = """
    verbatim verbatim* Verbatim Verbatim* BVerbatim LVerbatim SaveVerbatim lstlisting minted comment filecontents
    filecontents* tcblisting pyconsole
"""
_VERBATIM = frozenset(_VERBATIM_TABLE.split())
"""Environments in which nothing is a command."""
_SKIPPED = re.compile(
    r"%|\\(?:verb|lstinline)\*?(?P<mark>[^\sA-Za-z*{\[%])|\\(?P<at>begin|end)\s*\{(?P<name>[A-Za-z]+\*?)\}|\\.",
    re.DOTALL,
)
_COMMAND = re.compile(r"\\(?:([A-Za-z]+)\*?|.)", re.DOTALL)
_SPACE = re.compile(r"[ \t]*(?:\r\n?|\n)?[ \t]*")
_KEYS = re.compile(r"\{([^{}\\]*)\}")
_BRACKET = re.compile(r"\\.|[\[\](){}]", re.DOTALL)
_VERB = 2_000
"""Characters up to which the text of a `\\verb` may go."""
_OVERLAY = 100
"""The same for the slides of a presentation on which something is shown (`<2->`)."""

_NO_CITATION_TABLE = """
    bibcite citation citefont citeform citeindextrue citeindexfalse citeleft citemid citepunct citereset citeright
    citesetup citestyle citetext newcites
"""
_NO_CITATION = frozenset(_NO_CITATION_TABLE.split())
_ABOUT = re.compile(r"if|At|Declare|set|def|provide|Execute")
"""How the names of commands begin that are about citations."""
_VOLUME = re.compile(r"[a-z]?volcites?", re.IGNORECASE)
"""biblatex's commands that have the volume before each key."""
_INPUTS = {
    "input": 1,
    "include": 1,
    "subfile": 1,
    "subfileinclude": 1,
    "InputIfFileExists": 1,
    "import": 2,
    "subimport": 2,
}
"""Commands that read another file, and in how many groups its name stands."""
_BARE = re.compile(r"[ \t]*([^\s\\{}%]+)")


def references_in_latex(text: str) -> ManuscriptReferences:
    """The keys that a LaTeX text cites outside of comments and verbatim text, up to the end of the document."""
    clean = blank_out(text, _silent(text))
    ends = _ends(clean)
    keys: list[tuple[int, str]] = []
    files: list[tuple[int, str]] = []
    for match in _COMMAND.finditer(clean):
        name = match[1] or ""
        if name in _INPUTS:
            files += _file(clean, match.end(), _INPUTS[name])
        elif _cites(name):
            keys += _keys(clean, match.end(), name, ends)
    return locate_references(clean, keys, files)


def _silent(text: str) -> Iterator[tuple[int, int]]:
    """The spans of comments and verbatim text, and all behind the document."""
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


_LINE_END = re.compile(r"[\r\n]")


def _cites(name: str) -> bool:
    if name == "bibentry":
        return True
    return "cite" in name.lower() and name not in _NO_CITATION and not _ABOUT.match(name)


def _keys(text: str, at: int, name: str, ends: Mapping[int, int]) -> list[tuple[int, str]]:
    r"""The keys in the groups behind a command: one group, or each of a command for many (`\cites`)."""
    many, volume = name.lower().endswith("cites"), _VOLUME.fullmatch(name) is not None
    out: list[tuple[int, str]] = []
    groups = 0
    while True:
        at = _spaced(text, at)
        sign = text[at : at + 1]
        if sign == "[" or (sign == "(" and many) or (sign == "<" and not groups):
            at = _after(text, at, ends)
            if at < 0:
                return out
            continue
        match = _KEYS.match(text, at)
        if not match:
            return out
        groups += 1
        at = match.end()
        if not volume or groups % 2 == 0:
            out += split_keys(match[1], match.start(1))
            if not many:
                return out


def _spaced(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _after(text: str, at: int, ends: Mapping[int, int]) -> int:
    """Behind the optional argument that begins here; -1 if it does not end."""
    return text.find(">", at, at + _OVERLAY) + 1 or -1 if text[at] == "<" else ends.get(at, -1)


def _ends(text: str) -> dict[int, int]:
    r"""Where each `[` and `(` has its end: behind the next sign that closes it in the same group of braces."""
    ends: dict[int, int] = {}
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
            ends[match.start()] = groups[-1][closing]
    return ends


def _file(text: str, at: int, groups: int) -> list[tuple[int, str]]:
    """The file that a command reads: its name in one group, or the folder in a group before."""
    names: list[str] = []
    start = at
    for _ in range(groups):
        match = _KEYS.match(text, _spaced(text, at))
        if not match:
            break
        start = match.start(1) if not names else start
        names.append(match[1].strip())
        at = match.end()
    if len(names) == groups:
        return [(start, "/".join(name.rstrip("/") for name in names if name))]
    bare = _BARE.match(text, at) if groups == 1 else None
    return [(bare.start(1), bare[1])] if bare and not bare[1].startswith(("[", "#", "=")) else []

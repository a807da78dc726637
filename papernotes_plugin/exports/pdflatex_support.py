r"""Report what a document needs before pdfLaTeX can typeset an export: packages, or another engine.

PdfLaTeX reads UTF-8, but its kernel maps only some characters to a font.  `_CHARACTERS_TABLE` lists those that it
accepts with the font encoding T1, from `t1enc.dfu`, `ot1enc.dfu`, `omsenc.dfu` and `ts1enc.dfu` of LaTeX 2022-11-01.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from papernotes_plugin.entries.allowed_commands import need_of
from papernotes_plugin.entries.latex_values import decode_latex
from papernotes_plugin.exports.paper_entry import ExportedEntry
from papernotes_plugin.text import counted
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import BIBLATEX, LATEX
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Entry, Paper

_CHARACTERS_TABLE = """
    0-125 128-137 139-13E 141-148 14A-165 168-17E 192 1C4-1D4 1E2-1E3 1E6-1EB 1F0 1F4-1F5 218-21B 232-233 237 2C6-2C7
    2D8-2D9 2DB-2DD E3F 1E02-1E03 1E0D 1E1E-1E21 1E25 1E30-1E31 1E37 1E43 1E45 1E47 1E5B 1E63 1E6D 1E8E-1E91 1E9E
    1EF2-1EF3 200C 2010-2016 2018-201A 201C-201E 2020-2022 2026 2030-2031 2039-203B 203D 2044 204E 2052 20A1 20A4 20A6
    20A9 20AB-20AC 20B1 2103 2116-2117 211E 2120 2122 2126-2127 212E 2190-2193 2329-232A 2422-2423 25E6 25EF 266A
    27E8-27E9 3008-3009 FB00-FB06 FEFF
"""
_T1_TABLE = "AB BB D0 DE F0 FE 104-105 110-111 118-119 14A-14B 172-173 1EA-1EB 2DB 201A 201E 2039-203A"


def _class(table: str) -> str:
    """Return ranges of code points as the inside of a character class."""
    ranges = (cell.split("-") for cell in table.split())
    return "".join("-".join(f"\\U{code:>08}" for code in limits) for limits in ranges)


_UNSUPPORTED = lazy_regex(f"[^{_class(_CHARACTERS_TABLE)}]")
_NEEDS_T1 = lazy_regex(f"[{_class(_T1_TABLE)}]")
_T1 = r"\usepackage[T1]{fontenc}"
_COMMAND = lazy_regex(r"\\([A-Za-z]+)")
_DOTLESS = lazy_regex(r"\\([`'^\"~=.vuHrcdbk])\s*\{?\\([ij])(?![A-Za-z])")
r"""An accent on a letter without its dot, `\'{\i}`; biber decodes it to that letter and a combining accent."""
_VERBATIM = frozenset({"url", "doi", "eprint", "file", "ids"})
_SHOWN = 5
"""Number of characters or commands that a message shows."""


class _Findings:
    """Places of characters or commands, in the order in which they are found."""

    def __init__(self) -> None:
        self.places: dict[str, str] = {}
        self.entries: set[str] = set()

    def add(self, pieces: Iterable[str], entry: Entry, place: str) -> None:
        """Add characters or commands of an entry."""
        for piece in pieces:
            self.places.setdefault(piece, place)
            self.entries.add(entry.key)

    @property
    def examples(self) -> str:
        """The first few findings with their places."""
        shown = [f"{piece} ({place})" if place else piece for piece, place in list(self.places.items())[:_SHOWN]]
        return ", ".join([*shown, "…"] if len(self.places) > _SHOWN else shown)


def pdflatex_issues(
    papers: Sequence[Paper], exported: Sequence[ExportedEntry], flavor: str, encoding: str
) -> tuple[Issue, ...]:
    """Return an issue for the characters that pdfLaTeX does not support, and one for each package that commands need.

    Args:
        papers: The papers of the export.
        exported: Their entries by `bibtex_entries`, in the same order.
        flavor: `bibtex` or `biblatex`.
        encoding: `utf8` or `latex`.
    """
    letters, needs = _Findings(), dict[str, _Findings]()
    for paper, (entry, _, _) in zip(papers, exported, strict=True):
        path, line = _place(paper)
        place = f"{path}:{line}" if path else ""
        for value in (value for name, value in entry.fields if name not in _VERBATIM):
            for need, piece in _needs(value):
                needs.setdefault(need, _Findings()).add([piece], entry, place)
            letters.add(_unsupported(value, flavor, encoding), entry, place)
    issues = [_letters_issue(letters, len(exported), flavor, encoding)] if letters.places else []
    for need, findings in needs.items():
        message = f"pdfLaTeX needs {need} in the document, for {_count(findings, len(exported))}: {findings.examples}"
        issues.append(issue(Code.NEEDED_PACKAGE, *_first(findings), message))
    return tuple(issues)


def is_supported(char: str) -> bool:
    """Return whether pdfLaTeX accepts a character in a document with the font encoding T1."""
    return not _UNSUPPORTED.match(char)


def _letters_issue(letters: _Findings, total: int, flavor: str, encoding: str) -> Issue:
    remedies = [] if encoding == LATEX else ["--encoding latex"]
    remedies += ["biblatex's option texencoding=ascii"] if flavor == BIBLATEX else []
    message = (
        f"pdfLaTeX does not support {counted(len(letters.places), 'character')} in {_count(letters, total)}: "
        f"{letters.examples}; LuaLaTeX and XeLaTeX do, or use {' and '.join(remedies)}"
    )
    return issue(Code.UNSUPPORTED_CHARACTER, *_first(letters), message)


def _count(findings: _Findings, total: int) -> str:
    return f"{len(findings.entries)} of {counted(total, 'entry', 'entries')}"


def _first(findings: _Findings) -> tuple[str, int | None]:
    """Return path and line of the first place."""
    path, _, line = next(iter(findings.places.values())).rpartition(":")
    return (path, int(line)) if path else ("", None)


def _place(paper: Paper) -> tuple[str, int]:
    """Return path and line of the paper's entry, else of its first mention."""
    if paper.entry:
        return paper.entry.path, paper.entry.line
    return (paper.mentions[0].note, paper.mentions[0].line) if paper.mentions else ("", 0)


def _needs(value: str) -> Iterator[tuple[str, str]]:
    """Yield what a document needs for the commands and letters of a value, with each of them."""
    if "\\" in value:
        for match in _COMMAND.finditer(value):
            if need := need_of(match[1]):
                yield need, match[0]
    if not value.isascii():
        for match in _NEEDS_T1.finditer(value):
            yield _T1, match[0]


def _unsupported(value: str, flavor: str, encoding: str) -> Iterator[str]:
    """Yield the characters of a value that pdfLaTeX does not support; biber decodes commands to characters."""
    if not value.isascii():
        yield from _UNSUPPORTED.findall(value)
    if flavor == BIBLATEX and "\\" in value:
        yield from (f"\\{match[1]}{{\\{match[2]}}}" for match in _DOTLESS.finditer(value))
        if encoding == LATEX:
            yield from _UNSUPPORTED.findall(decode_latex(value))

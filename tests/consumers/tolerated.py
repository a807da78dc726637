"""What programs complain of, or see otherwise, with no fault in the export: each with its reason.

Every pattern names a limit of the program, or of what a paper's author said; none names a sign of a broken file.
"""

from __future__ import annotations

import re

_UNDATED = r"^WARN - legacy year field 'n\.d\.' in entry 'KEY' is not an integer"
_EDITED = r"^(?:parent|collection-bl): first author '' for"
"""RIS has a tag for the editors of a book, which these two do not know."""
TOLERATED: dict[str, tuple[str, ...]] = {
    "biber": (
        # volumes may have Roman numbers; biblatex counts them
        r"Invalid value of field 'volume' must be datatype 'integer'",
    ),
    "bibclean": (
        # its limits are those of BibTeX in 1990; TeX Live's has none
        r"String length exceeds standard BibTeX limit|BibTeX string too long",
        # opinions of what the author said, not of the form: years before 1800, pages that are not digits
        r"Unexpected (?:value|citation key)|Suspicious year",
    ),
    "bibutils": (
        # a field that it has no place for, told over several lines
        r"^(?:bib|biblatex|ris)2xml: (?:Reference \d+ has unused tags| {3}|$)",
        # types of biblatex that are younger than it is
        r"Did not recognize type '(?:dataset|software)'|Defaulting to article",
        # one of RIS that others know
        r"Did not recognize type 'DATA'|Defaulting to STD",
    ),
    "rispy": (_EDITED,),
    "citation-js": (
        _EDITED,
        # reads `\textcommabelow` as this
        r"first author '\w*null",
        # takes what begins with no capital of ASCII, even behind a hyphen, for a particle: Po-han, Pierre-Étienne
        r"first author '.*' for '.*(?:-[^A-Z]|[a-z]['’]).*'",
        # knows no `\aa`, `\ldots`, `\pm` and their like
        r"(?:title|first author) ['\"].*\\\\(?:aa|ldots|pm|times|leq|geq|infty|rightarrow).* for",
    ),
    "bibtex-parser": (
        # takes a dollar sign in an address for a formula
        r"^Unclosed math section",
    ),
    "pandoc": (
        # its default style has no words for a work of no type (`GEN` in RIS)
        r"Citeproc: Bibliography entry with no printed form",
    ),
    "pybtex": (
        # reads LaTeX for its own styles alone: no `\textless`, no accents above accents
        r"title ['\"].*\\\\.* for",
    ),
    "astrocite": (
        # takes middle names for family names, and knows no organisations in braces
        r": first author ['\"]",
        # knows few commands
        r": title '",
    ),
}
"""By program, patterns of faults."""


def tolerated(program: str, fault: str, undated: frozenset[str] = frozenset()) -> bool:
    """Whether a fault that a program finds is none of the export.

    BibTeX's styles ask for a year in every entry, and biber for one that is a number: `n.d.`, which a paper has whose
    year nobody knows (`undated`), cannot please both.
    """
    patterns = TOLERATED.get(program, ())
    if program in {"biber", "biblatex"}:
        patterns = (*patterns, *(_UNDATED.replace("KEY", re.escape(key)) for key in undated))
    return any(re.search(pattern, fault) for pattern in patterns)

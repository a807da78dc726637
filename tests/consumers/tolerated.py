"""Problems reported by programs that are no fault of the export, each with its reason.

Every pattern describes a limit of a program or an unusual value of an author; none hides a broken file.
"""

from __future__ import annotations

import re

_UNDATED = (
    r"^WARN - Datamodel: Entry 'KEY' \(.*\): Missing mandatory field - one of 'date, year' must be defined",
    r"^Warning--empty year in KEY$",
)
_EDITED = r"^(?:parent|collection-bl): first author '' for"
"""Fault of edited books: two RIS readers do not know the tag for editors."""
TOLERATED: dict[str, tuple[str, ...]] = {
    "biber": (
        # volumes may be Roman numerals; biblatex requires a number
        r"Invalid value of field 'volume' must be datatype 'integer'",
        # BibTeX has no type of edited books; in its type `book`, editors may replace the authors
        r"WARN - Datamodel: Entry 'collection-bl' \(.*\): Missing mandatory field 'author'",
        # fields of the author's entries, which are kept although biblatex has no such fields
        r"WARN - Datamodel: Entry '.*' \(.*\): Field '.*' invalid in data model - ignoring",
    ),
    "bibclean": (
        # its limits are those of BibTeX in 1990; BibTeX of TeX Live has no such limit
        r"String length exceeds standard BibTeX limit|BibTeX string too long",
        # warnings about valid but unusual values: years before 1800, pages that are not digits
        r"Unexpected (?:value|citation key)|Suspicious year",
    ),
    "bibutils": (
        # a field that it does not support, reported over several lines
        r"^(?:bib|biblatex|ris)2xml: (?:Reference \d+ has unused tags| {3}|$)",
        # types of biblatex that are newer than the program
        r"Did not recognize type '(?:dataset|software)'|Defaulting to article",
        # a type of RIS that other programs know
        r"Did not recognize type 'DATA'|Defaulting to STD",
    ),
    "rispy": (_EDITED,),
    "citation-js": (
        _EDITED,
        # reads `\textcommabelow` as "null"
        r"first author '\w*null",
        # takes a name part without an ASCII capital, even after a hyphen, for a particle: Po-han, Pierre-Étienne
        r"first author '.*' for '.*(?:-[^A-Z]|[a-z]['’]).*'",
        # does not know `\aa`, `\ldots`, `\pm` and similar commands
        r"(?:title|first author) ['\"].*\\\\(?:aa|ldots|pm|times|leq|geq|infty|rightarrow).* for",
    ),
    "bibtex-parser": (
        # takes a dollar sign in a URL for a formula
        r"^Unclosed math section",
    ),
    "pandoc": (
        # its default style prints nothing for a work without a type (`GEN` in RIS)
        r"Citeproc: Bibliography entry with no printed form",
    ),
    "pybtex": (
        # reads only the LaTeX of its own styles: no `\textless`, no stacked accents
        r"title ['\"].*\\\\.* for",
    ),
    "astrocite": (
        # takes middle names for family names, and does not support organisations in braces
        r": first author ['\"]",
        # knows only few commands
        r": title '",
    ),
}
"""Patterns of tolerated faults by the name of the program."""


def is_tolerated(program: str, fault: str, undated: frozenset[str] = frozenset()) -> bool:
    """Return whether a fault that a program reports is no fault of the export.

    `undated` has the keys of papers without a year.  They have no date in the export: biblatex prints `n.d.`
    itself, and any text in its place is an error for other programs.
    """
    patterns = TOLERATED.get(program, ())
    if program in {"biber", "plainnat"}:
        patterns = (*patterns, *(pattern.replace("KEY", re.escape(key)) for pattern in _UNDATED for key in undated))
    return any(re.search(pattern, fault) for pattern in patterns)

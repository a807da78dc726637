"""Find the citekeys that a manuscript cites: in TeX, in Typst, or in the auxiliary files of TeX.

A manuscript is read, not run, so macros that its author defines are not expanded.  All functions take linear time and
raise nothing, whatever the text holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from papernotes_plugin.manuscripts import aux_files, latex_citations, typst_citations
from papernotes_plugin.manuscripts.references import LocatedName, ManuscriptReferences

__all__ = ["SUFFIXES", "LocatedName", "ManuscriptReferences", "find_references"]

_READERS: Mapping[str, Callable[[str], ManuscriptReferences]] = {
    **dict.fromkeys((".tex", ".ltx", ".latex", ".rnw"), latex_citations.references_in_latex),
    ".aux": aux_files.references_in_aux,
    ".bcf": aux_files.references_in_bcf,
    ".typ": typst_citations.references_in_typst,
}
SUFFIXES = tuple(_READERS)
"""File name suffixes that `find_references` accepts, in lower case."""


def find_references(text: str, suffix: str) -> ManuscriptReferences:
    r"""Return the citekeys in a manuscript and the files that it includes.

    Args:
        text: The text of the file.
        suffix: Suffix of the file's name, one of `SUFFIXES` in any case.

    Examples:
        >>> references = find_references(r"As \citep[p.~3]{a,b} says. % \cite{c}", ".tex")
        >>> [(key.name, key.line, key.column) for key in references.keys]
        [('a', 1, 17), ('b', 1, 19)]

    Raises:
        KeyError: If the suffix is none of `SUFFIXES`.
    """
    return _READERS[suffix.lower()](text)

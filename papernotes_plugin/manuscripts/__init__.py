"""Cited: the keys that a text written elsewhere cites, a manuscript in TeX or Typst, or what TeX writes beside it.

Imports nothing of the package.  What macros of the author's own do is not known: here a text is read, not run.  All
functions take linear time and raise nothing, whatever the text holds.
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
"""How the names of the files end that `cited` understands, in lower case."""


def find_references(text: str, suffix: str) -> ManuscriptReferences:
    r"""What a text cites, and what further files it reads.

    Examples:
        >>> found = find_references(r"As \citep[p.~3]{a,b} says. % \cite{c}", ".tex")
        >>> [(key.name, key.line, key.column) for key in found.keys]
        [('a', 1, 17), ('b', 1, 19)]

    Raises:
        KeyError: on a suffix that is none of `SUFFIXES`.
    """
    return _READERS[suffix.lower()](text)

"""Find the citations in the auxiliary files of LaTeX: `.aux` for BibTeX, `.bcf` for biber."""

from __future__ import annotations

import html
import re

from papernotes_plugin.manuscripts.references import ManuscriptReferences, blank_out, locate_references, split_keys
from papernotes_plugin.text.lazy_regex import lazy_regex

_AUX = lazy_regex(r"\\(?:citation|abx@aux@cite(?:\{\d*\})?)\{([^{}]*)\}|\\@input\{([^{}]*)\}")
_COMMENT = lazy_regex(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_BCF = lazy_regex(r"<bcf:citekey\b[^<>]{0,1000}>([^<>]*)</bcf:citekey>")


def references_in_aux(text: str) -> ManuscriptReferences:
    r"""Return the keys of `\citation{…}` and of biblatex's `\abx@aux@cite{0}{…}`, and the `.aux` files of chapters.

    Examples:
        >>> [key.name for key in references_in_aux(r"\citation{a,b}\abx@aux@cite{0}{c}\bibcite{d}{{1}}").keys]
        ['a', 'b', 'c']
    """
    keys: list[tuple[int, str]] = []
    files: list[tuple[int, str]] = []
    for match in _AUX.finditer(text):
        if match[1] is not None:
            keys += split_keys(match[1], match.start(1))
        else:
            files.append((match.start(2), match[2]))
    return locate_references(text, keys, files)


def references_in_bcf(text: str) -> ManuscriptReferences:
    """Return the keys in biber's control file.

    Only the elements of keys are read, with a regular expression, so no entity and no document type is evaluated.

    Examples:
        >>> [key.name for key in references_in_bcf('<bcf:citekey order="1">a&amp;b</bcf:citekey>').keys]
        ['a&b']
    """
    # search up to the end of the last comment only: unclosed comments would take quadratic time
    comments = _COMMENT.finditer(text, 0, text.rfind("-->") + 3) if "-->" in text else ()
    text = blank_out(text, (match.span() for match in comments))
    keys = [(match.start(1), " ".join(html.unescape(match[1]).split())) for match in _BCF.finditer(text)]
    return locate_references(text, keys)

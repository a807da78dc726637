"""Read the LaTeX in values of BibTeX fields as Unicode; `bibtex_escaping` and `title_capitals` write it.

A text has three forms.  A *value* is the text in a `.bib` file.  A *title* is the text in `Evidence`: Unicode, with
`$math$` in TeX.  Plain text is the result of `papernotes_plugin.text.plain_text`.
"""

from __future__ import annotations

from papernotes_plugin.text import plain_text, split_at_math
from papernotes_plugin.text.lazy_regex import lazy_regex

_TIE = lazy_regex(r"(?<!\\)~")
_DOLLAR = lazy_regex(r"(?<!\\)\$")
_LIGATURES = (("``", "“"), ("''", "”"), ("---", "—"), ("--", "–"))
_LATEX = lazy_regex(r"[\\{}$~`'-](?:(?<!-)|-)")
"""A sign of LaTeX, or two hyphens."""


def decode_latex(value: str) -> str:
    r"""Return the title in a field value: LaTeX as Unicode, without protecting braces, `$math$` unchanged, one line.

    Examples:
        >>> decode_latex(r"{GAN}s for \emph{G{\"o}del} -- {Mu$^2$SLAM}")
        'GANs for Gödel – Mu$^2$SLAM'
    """
    if not _LATEX.search(value):
        return " ".join(value.split())
    pieces = enumerate(split_at_math(value))
    return " ".join("".join(piece if number % 2 else _readable(piece) for number, piece in pieces).split())


def _readable(value: str) -> str:
    value = _TIE.sub(" ", value)
    for source, target in _LIGATURES:
        value = value.replace(source, target)
    return plain_segment(value)


def plain_segment(text: str) -> str:
    """Return the plain text of a stretch between two formulas, with the spaces at its ends."""
    # no formula is left here: a dollar is one
    inner, outer = plain_text(_DOLLAR.sub(r"\\$", text)), text.strip("{}")
    if not inner:
        return " " if outer[:1].isspace() else ""
    return f"{' ' if outer[:1].isspace() else ''}{inner}{' ' if outer[-1:].isspace() else ''}"

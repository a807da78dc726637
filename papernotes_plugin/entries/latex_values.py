"""LaTeX in the values of BibTeX fields, read as Unicode; `escaping` and `capitals` write it.

Imports text only.  Three forms of one thing: a *value* is what stands in a `.bib` file, a *title* is what
Evidence holds (Unicode, `$math$` kept as TeX), and plain text is what `papernotes_plugin.text.plain_text` gives.
"""

from __future__ import annotations

import re

from papernotes_plugin.text import math_spans, plain_text

_TIE = re.compile(r"(?<!\\)~")
_DOLLAR = re.compile(r"(?<!\\)\$")
_LIGATURES = (("``", "“"), ("''", "”"), ("---", "—"), ("--", "–"))
_LATEX = re.compile(r"[\\{}$~`'-](?:(?<!-)|-)")
"""Any of these signs, or two hyphens."""


def decode_latex(value: str) -> str:
    r"""The title in a value: LaTeX as Unicode, protecting braces gone, `$math$` kept as it is, one line.

    Examples:
        >>> decode_latex(r"{GAN}s for \emph{G{\"o}del} -- {Mu$^2$SLAM}")
        'GANs for Gödel – Mu$^2$SLAM'
    """
    if not _LATEX.search(value):
        return " ".join(value.split())
    out, position = [], 0
    for start, end, _, _ in math_spans(value):
        out += [_readable(value[position:start]), value[start:end]]
        position = end
    return " ".join("".join([*out, _readable(value[position:])]).split())


def _readable(value: str) -> str:
    value = _TIE.sub(" ", value)
    for source, target in _LIGATURES:
        value = value.replace(source, target)
    return plain_segment(value)


def plain_segment(text: str) -> str:
    """Plain text with the spaces at its ends kept, for a stretch between two formulas."""
    # no formula is left here: a dollar is one
    inner, outer = plain_text(_DOLLAR.sub(r"\\$", text)), text.strip("{}")
    if not inner:
        return " " if outer[:1].isspace() else ""
    return f"{' ' if outer[:1].isspace() else ''}{inner}{' ' if outer[-1:].isspace() else ''}"

r"""Turn values of BibTeX fields into plain text and into the rich text of CSL.

CSL's tags are described at
https://docs.citationstyles.org/en/stable/specification.html#rich-text-markup-within-fields.  citeproc-js, pandoc and
Zotero read them.
"""

from __future__ import annotations

import re

from papernotes_plugin.entries.latex_values import decode_latex
from papernotes_plugin.text import plain_text, split_at_math
from papernotes_plugin.text.lazy_regex import lazy_regex


def plain_value(value: str) -> str:
    r"""Return a BibTeX value as plain text on one line, with formulas in Unicode.

    Examples:
        >>> plain_value(r"{GAN}s for G{\"o}del in $O(n^2)$")
        'GANs for Gödel in O(n²)'
    """
    if not value:
        return ""
    pieces = enumerate(split_at_math(decode_latex(value)))
    return " ".join("".join(plain_text(piece) if number % 2 else piece for number, piece in pieces).split())


_TAG_OF_COMMAND = {"emph": "i", "textit": "i", "textbf": "b", "textsuperscript": "sup", "textsubscript": "sub"}
"""Tags of CSL's rich text by the LaTeX command with the same meaning."""
_COMMAND = lazy_regex(rf"\\({'|'.join(_TAG_OF_COMMAND)})\s*\{{|\\.|[{{}}]", re.DOTALL)
_FIRST_MARK = "\U000f0000"
"""The first of the private-use characters that replace tags while a value is decoded."""
_TAGS = [f"<{end}{tag}>" for tag in ("i", "b", "sup", "sub") for end in ("", "/")]


def rich_text(value: str) -> str:
    r"""Return a BibTeX value as CSL's rich text: emphasis as tags, formulas in Unicode, the rest as plain text.

    Examples:
        >>> rich_text(r"{\emph{In} the {Wild}}, H\textsubscript{2}O")
        '<i>In</i> the Wild, H<sub>2</sub>O'
    """
    if "\\" not in value or not any(f"\\{name}" in value for name in _TAG_OF_COMMAND):
        return plain_value(value)
    value = "".join(char for char in value if not "\U000f0000" <= char <= "\U000f0007")
    tagged = plain_value(_with_tags(split_at_math(value)))
    for number, tag in enumerate(_TAGS):
        tagged = tagged.replace(chr(ord(_FIRST_MARK) + number), tag)
    return tagged


def _with_tags(pieces: list[str]) -> str:
    """Return the pieces as one text, with a private-use character for each tag.

    Args:
        pieces: Text and formulas in turn; formulas are unchanged.  A command without its closing brace gets no tag.
    """
    out: list[str] = []
    opened: list[tuple[int, int]] = []
    """Index in `out` of each open brace or command, and the index of its tag; -1 for a brace alone."""
    for number, piece in enumerate(pieces):
        position = 0
        for match in _COMMAND.finditer(piece) if number % 2 == 0 else ():
            out.append(piece[position : match.start()])
            position = match.end()
            out.append(match[0])
            if match[1]:
                opened.append((len(out) - 1, _TAGS.index(f"<{_TAG_OF_COMMAND[match[1]]}>")))
            elif match[0] == "{":
                opened.append((len(out) - 1, -1))
            elif match[0] == "}" and opened:
                index, tag = opened.pop()
                if tag >= 0:
                    out[index], out[-1] = chr(ord(_FIRST_MARK) + tag), chr(ord(_FIRST_MARK) + tag + 1)
        out.append(piece[position:])
    return "".join(out)

"""BibTeX block: a fenced `bibtex` block inside a note; each entry in it is a mention."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from papernotes_plugin.model import Block, BlockKind, Evidence, Kind, Mention, Span
from papernotes_plugin.recognisers.view import View

_ENTRY = re.compile(
    r"^[ \t>]*@(?!comment|preamble|string)(\w+)\s*[{(]\s*([^\s,{}()\"=]+)", re.MULTILINE | re.IGNORECASE
)
_ITSELF = re.compile(r"\b(?:cited as|cite this (?:post|article|page|note|site|blog))\b", re.IGNORECASE)
_TEXTS = (BlockKind.PARAGRAPH, BlockKind.HEADING)
_LANGUAGES = {"bibtex", "bib", "biblatex", "latex", "tex", ""}


def recognise(view: View) -> Iterator[Mention]:
    """The BibTeX entries of a note's code blocks."""
    for block in view.blocks:
        if block.kind is BlockKind.CODE and block.index not in view.taken and not _cites_itself(view, block):
            yield from _entries(view, block)


def _cites_itself(view: View, block: Block) -> bool:
    """The words before the block say that it is how to cite the note: `Cited as:`."""
    siblings = view.children(block.parent)
    at = bisect_left(siblings, block.index, key=lambda b: b.index)
    return at > 0 and siblings[at - 1].kind in _TEXTS and bool(_ITSELF.search(view.plain(siblings[at - 1].index)))


def _entries(view: View, block: Block) -> Iterator[Mention]:
    language = re.split(r"[\s{,]", block.info.strip(), maxsplit=1)[0].casefold()
    if language not in _LANGUAGES:
        return
    found = list(_ENTRY.finditer(view.note.text, *block.span))
    for match, following in zip(found, [*found[1:], None], strict=False):
        end = following.start() if following else block.span.end
        source = view.note.text[match.start() : end]
        lines = [line for line in source.split("\n") if not line.lstrip(" >").startswith(("```", "~~~"))]
        evidence = Evidence(citekey=match.group(2), bibtex="\n".join(lines).strip())
        view.taken.add(block.index)
        yield view.mention(
            Kind.BIBTEX, Span(match.start(2), match.end(2)), match.group(2), block.index, evidence, context=""
        )

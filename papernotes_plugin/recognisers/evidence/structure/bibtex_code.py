"""Decide which code blocks of a note are BibTeX, and which cite the note itself."""

from __future__ import annotations

import re
from bisect import bisect_left

from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind

ENTRY = lazy_regex(
    r"^[ \t>]*@(?!comment|preamble|string)(\w+)\s*+[{(]\s*+(?:([^\s,{}()\"=]++)(?!\s*=)|(?=[\w-]+\s*=))",
    re.MULTILINE | re.IGNORECASE,
)
"""The beginning of an entry: type and key, which may be missing before a field."""
ENTRY_WITH_FIELD = lazy_regex(r"@[A-Za-z]+\s*\{\s*[^\s,{}()\"=]+\s*,\s*[A-Za-z-]+\s*=\s*[{\"\w]")
"""An entry of any type with a key and the beginning of its first field."""
_KNOWN_TYPE = lazy_regex(
    r"""@(?:article|book|booklet|collection|conference|dataset|electronic|inbook|incollection|inproceedings|inreference
    |manual|(?:masters|phd)?thesis|misc|mv\w+|online|patent|periodical|proceedings|reference|(?:tech)?report|software
    |standard|supp(?:book|collection|periodical)|unpublished|www)\b""",
    re.VERBOSE | re.IGNORECASE,
)
"""The entry types of BibTeX and biblatex."""
_CITES_NOTE = lazy_regex(r"\b(?:cited as|cite this (?:post|article|page|note|site|blog))\b", re.IGNORECASE)
CODE_MARKS = lazy_regex(r"^[ \t\xa0>]*`(?!`)|(?<!`)`[ \t]*$", re.MULTILINE)
"""The marks of code around each line of an entry."""
_TEXT_KINDS = (BlockKind.PARAGRAPH, BlockKind.HEADING)
_LANGUAGES = {"bibtex", "bib", "biblatex", "latex", "tex"}


def language_of(block: Block) -> str:
    """Return the language of a block of code, in lower case; "" for none."""
    return re.split(r"[\s{,]", block.info.strip(), maxsplit=1)[0].casefold()


def is_bibtex(context: NoteContext, block: Block) -> bool:
    """Return whether a block is code in BibTeX, by its language or, without one, by its text."""
    if block.kind is not BlockKind.CODE:
        return False
    language = language_of(block)
    if language:
        return language in _LANGUAGES
    # `@validator(…)` is a decorator of Python, `@media (…)` a rule of CSS: an entry has a known type or a field
    text = context.note.text
    return any(
        _KNOWN_TYPE.match(text, at) or ENTRY_WITH_FIELD.match(text, at, block.span.end)
        for at in (text.index("@", *match.span()) for match in ENTRY.finditer(text, *block.span))
    )


def count_entries(context: NoteContext, block: Block) -> int:
    """Return the number of BibTeX entries in a block of code; 0 for any other block."""
    return len(ENTRY.findall(context.note.text, *block.span)) if is_bibtex(context, block) else 0


def without_fences(source: str) -> str:
    """Return the source of a code block, or of a part of it, without its fences and the space around it."""
    lines = source.split("\n")
    return "\n".join(line for line in lines if not line.lstrip(" >").startswith(("```", "~~~"))).strip()


def cites_note_itself(context: NoteContext, block: Block) -> bool:
    """Return whether the paragraph or heading before a block calls it the citation of the note: `Cited as:`."""
    siblings = context.children(block.parent)
    at = bisect_left(siblings, block.index, key=lambda b: b.index)
    if at == 0 or siblings[at - 1].kind not in _TEXT_KINDS:
        return False
    return bool(_CITES_NOTE.search(context.visible_text(siblings[at - 1].index)))

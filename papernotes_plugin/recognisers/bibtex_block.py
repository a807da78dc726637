"""BibTeX block: BibTeX inside a note, in a fence or bare as a paragraph; each entry in it is a mention."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.quoted_context import build_mention
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Mention, MentionKind, Span

_ENTRY = re.compile(
    r"^[ \t>]*@(?!comment|preamble|string)(\w+)\s*+[{(]\s*+(?:([^\s,{}()\"=]++)(?!\s*=)|(?=[\w-]+\s*=))",
    re.MULTILINE | re.IGNORECASE,
)
_BARE = re.compile(r"@[A-Za-z]+\s*\{\s*[^\s,{}()\"=]+\s*,\s*[A-Za-z-]+\s*=\s*[{\"\w]")
"""What a paragraph begins with that is an entry and nothing else."""
_TYPE = re.compile(
    r"""@(?:article|book|booklet|collection|conference|dataset|electronic|inbook|incollection|inproceedings|inreference
    |manual|(?:masters|phd)?thesis|misc|mv\w+|online|patent|periodical|proceedings|reference|(?:tech)?report|software
    |standard|supp\w+|unpublished|www)\b""",
    re.VERBOSE | re.IGNORECASE,
)
"""BibTeX's and biblatex's own entry types.  In code of no named language, `@validator(…)` is a decorator of Python, and
`@media (…)` a rule of CSS: there an entry has one of these, or reads like one from its brace on."""
_ITSELF = re.compile(r"\b(?:cited as|cite this (?:post|article|page|note|site|blog))\b", re.IGNORECASE)
_TEXTS = (BlockKind.PARAGRAPH, BlockKind.HEADING)
_LANGUAGES = {"bibtex", "bib", "biblatex", "latex", "tex"}


def recognise(context: NoteContext) -> Iterator[Mention]:
    """The BibTeX entries of a note's code blocks, and those that stand bare in paragraphs of their own."""
    if "@" not in context.note.text:
        return
    for block in context.blocks:
        if block.index in context.claimed_blocks or not (_is_code(context, block) or _is_bare(context, block)):
            continue
        if not _cites_itself(context, block):
            yield from _entries(context, block)


def _is_code(context: NoteContext, block: Block) -> bool:
    if block.kind is not BlockKind.CODE:
        return False
    language = re.split(r"[\s{,]", block.info.strip(), maxsplit=1)[0].casefold()
    if language:
        return language in _LANGUAGES
    text = context.note.text
    return any(
        _TYPE.match(text, at) or _BARE.match(text, at, block.span.end)
        for at in (text.index("@", *found.span()) for found in _ENTRY.finditer(text, *block.span))
    )


def _is_bare(context: NoteContext, block: Block) -> bool:
    source = context.source(block.span) if block.kind is BlockKind.PARAGRAPH else ""
    return source.startswith("@") and bool(_BARE.match(source)) and source.rstrip().endswith(("}", ")"))


def _cites_itself(context: NoteContext, block: Block) -> bool:
    """The words before the block say that it is how to cite the note: `Cited as:`."""
    siblings = context.children(block.parent)
    at = bisect_left(siblings, block.index, key=lambda b: b.index)
    return (
        at > 0
        and siblings[at - 1].kind in _TEXTS
        and bool(_ITSELF.search(context.visible_text(siblings[at - 1].index)))
    )


def _entries(context: NoteContext, block: Block) -> Iterator[Mention]:
    # its addresses are the entry's own, and its `@` cites nothing
    context.claimed_inlines.update(place for place, _ in context.inlines_of(block.index))
    context.read_spans.append(block.span)
    found = list(_ENTRY.finditer(context.note.text, *block.span))
    for match, following in zip(found, [*found[1:], None], strict=False):
        end = following.start() if following else block.span.end
        source = context.note.text[match.start() : end]
        lines = [line for line in source.split("\n") if not line.lstrip(" >").startswith(("```", "~~~"))]
        evidence = Evidence(citekey=match[2] or "", bibtex="\n".join(lines).strip())
        context.claimed_blocks.add(block.index)
        # an entry without a key stands at its type, a bare one where it can be read as a whole
        span = Span(*match.span(2 if match[2] else 1))
        if block.kind is BlockKind.PARAGRAPH:
            span = Span(match.start(), match.start() + len(source.rstrip()))
        yield build_mention(
            context, MentionKind.BIBTEX, span, match[2] or match[1], block.index, evidence, quotation=""
        )

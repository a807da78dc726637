"""Find identifiers of papers that are written in running text: `arXiv:1706.03762`, `doi:10.1038/nature14539`."""

from __future__ import annotations

from collections.abc import Iterator, KeysView

from papernotes_plugin import identifiers
from papernotes_plugin.recognisers.evidence.authors.short_bylines import PARTICLES, read_citation
from papernotes_plugin.recognisers.evidence.papers import paper_signs
from papernotes_plugin.recognisers.evidence.papers.bibliographies import works_announced_above
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works
from papernotes_plugin.recognisers.evidence.papers.paper_links import identifier_from_url, linked_papers
from papernotes_plugin.recognisers.evidence.references import untitled_references
from papernotes_plugin.recognisers.evidence.structure import identified_bylines
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.text.lazy_regex import lazy_regex, optional_run
from papernotes_plugin.text.years import YEAR
from papernotes_plugin.vocabulary.model import Evidence, Identifier, InlineKind, Mention, MentionKind, Span

_SAME_PAPER = lazy_regex(
    r"[.;,]?\s+(?:(?:Epub|eCollection|Published|Print|Erratum)[^.;\n]{0,40}[.;]\s+)?(?:PubMed(?: Central)? )?"
    r"(?:PM[A-Z]{1,2}ID: ?)?"
)
"""The words between two numbers of a paper, as PubMed has them."""

_LABEL = lazy_regex(optional_run(r"\s,;:") + r"(?:(?:doi|DOI|PMID|PubMed)[\s:]*)?$")
"""The label of an identifier after a citation."""
_MARKS = lazy_regex(r"[*_]|^[\s>]*(?:[-+*]|\d{1,3}[.)])\s+")
_SHORTENED = lazy_regex(
    rf"(?<![,&] )(?<!\band )(?<![\w’'-]){PARTICLES}[^\W\d_a-z]['’]?[^\W\d_A-Z][\w'’-]*,? et al\.?,? \(?{YEAR}\)?\s$"
)
"""One name with `et al.` and a year at the end: `Lee et al., 2020 `."""
_MAX_CITATION = 80
"""Characters before an identifier in which the names and the year of its paper are."""


def find(context: NoteContext) -> Iterator[Mention]:
    """Yield a `CITATION` for each identifier in running text.

    Left out are identifiers inside a link or inside a span that a recogniser has read, and the paper of a
    literature note.  A block gives one mention of a paper, and none if it links to the paper.
    """
    signs = _offsets_of_signs(context.note.text.lower())
    if not signs:
        return
    covered = _Covered(context)
    own = context.note_evidence.identifiers if context.note_evidence else ()
    seen: set[tuple[int, Identifier]] = set()
    sign = 0
    for index, inline in enumerate(context.inlines):
        while signs[sign] < inline.span.start:
            sign += 1
        if signs[sign] >= inline.span.end or inline.kind is not InlineKind.TEXT:
            continue
        source = context.source(inline.span)
        for start, end, of_paper in _papers(source):
            span = Span(inline.span.start + start, inline.span.start + end)
            if covered.contains(span) or source[start - 1 : start] == "@" or not of_paper.isdisjoint(own):
                continue
            linked = linked_papers(context, inline.block)
            if any((inline.block, identifier) in seen or identifier in linked for identifier in of_paper):
                continue
            seen.update((inline.block, identifier) for identifier in of_paper)
            evidence = _evidence(context, index, span, tuple(of_paper))
            yield build_mention(
                context,
                MentionKind.CITATION,
                span,
                source[start:end],
                inline.block,
                evidence,
                creates_paper=paper_signs.is_paper(context, inline.block, evidence, []),
            )


def _evidence(context: NoteContext, index: int, span: Span, written: tuple[Identifier, ...]) -> Evidence:
    """Return written identifiers, with that of a link right before them and the citation that they end.

    The link and the numbers after it are of one paper: `https://doi.org/10.1000/1 PMID: 123`.  So are the names:
    `(Lee et al., 2020 PMID: 123)`.
    """
    source, start = context.note.text, context.inlines[index].span.start
    words = _LABEL.sub("", _words_before(context, index, span.start))
    cited = read_citation(words)
    facts = Evidence(authors=cited.authors, year=cited.year) if cited else Evidence()
    if not words:
        facts = _citation_before_brackets(context, index, span.start) or facts
    linked = _paper_linked_before(context, index) if _SAME_PAPER.fullmatch(source[start : span.start]) else None
    if linked and linked.scheme not in {identifier.scheme for identifier in written}:
        written = (linked, *written)
    return facts._replace(identifiers=written)


def _words_before(context: NoteContext, index: int, end: int) -> str:
    """Return the words in brackets, or at the beginning of a block, before an identifier in a text; "" for none."""
    source, inline = context.note.text, context.inlines[index]
    start = inline.span.start
    opening = source.rfind("(", max(start, end - _MAX_CITATION), end)
    if opening >= 0:
        return source[opening + 1 : end]
    return source[start:end] if start == context.blocks[inline.block].span.start else ""


def _citation_before_brackets(context: NoteContext, index: int, end: int) -> Evidence | None:
    """Return the citation that is all that is in a block before brackets: `- Biffl et al., *J Trauma* 2010 (PMID 1)`.

    One name with a year needs a list of references, as any word may be before a year: `Sepsis 2016 (PMID 1)`.  In a
    sentence, `et al.` shows that words are a name.
    """
    block = context.blocks[context.inlines[index].block]
    before, bracket, label = context.note.text[block.span.start : end].rpartition("(")
    if not bracket or not _LABEL.fullmatch(label):
        return None
    if shortened := _SHORTENED.search(before[-_MAX_CITATION:]):
        cited = [read_citation(shortened[0])]
    elif len(before) > _MAX_CITATION:
        return None
    else:
        before = " ".join(_MARKS.sub("", before).split())
        if read := untitled_references.read(before):
            return read
        if byline := identified_bylines.names_and_venue(before):
            return Evidence(authors=byline.authors, year=byline.year, venue=byline.venue)
        cited = [read_citation(part) for part in before.split("; ")]
    last = cited[-1]
    if not last or not all(cited):
        return None
    is_certain = len(last.authors) > 1 or works_announced_above(context, block) is Works.REFERENCES
    return Evidence(authors=last.authors, year=last.year) if is_certain else None


def _paper_linked_before(context: NoteContext, index: int) -> Identifier | None:
    """Return the identifier of a link that ends where a text begins; None for none."""
    start = context.inlines[index].span.start
    # the text of the link is between them
    before = context.inlines[max(0, index - 2) : index]
    link = next((i for i in before if i.kind is InlineKind.LINK and i.span.end == start), None)
    return identifier_from_url(link.url) if link else None


def _papers(source: str) -> Iterator[tuple[int, int, KeysView[Identifier]]]:
    """Yield the span and the identifiers of each paper: `doi: 10.1038/nbt.3820. Epub 2017 Apr 11. PMID: 28398311`."""
    papers: list[tuple[int, int, dict[Identifier, None]]] = []
    at = 0
    for start, end, identifier in identifiers.find_identifiers(source):
        of_last = papers[-1][2] if papers and _SAME_PAPER.fullmatch(source, at, start) else {}
        if of_last and all(identifier.scheme != other.scheme for other in of_last):
            of_last[identifier] = None
        else:
            papers.append((start, end, {identifier: None}))
        at = end
    for start, end, of_paper in papers:
        yield start, end, of_paper.keys()


class _Covered:
    """The text inside links and inside spans that recognisers have read, for queries in ascending order."""

    def __init__(self, context: NoteContext) -> None:
        self._links = [i.span for _, i in context.links]
        self._read = sorted(context.read_spans)
        self._link = self._next = 0
        self._read_until = -1

    def contains(self, span: Span) -> bool:
        """Return whether a span overlaps covered text; no later call may have a smaller start."""
        while self._link < len(self._links) and self._links[self._link].end <= span.start:
            self._link += 1
        while self._next < len(self._read) and self._read[self._next].start <= span.start:
            self._read_until = max(self._read_until, self._read[self._next].end)
            self._next += 1
        in_link = self._link < len(self._links) and self._links[self._link].start < span.end
        return in_link or span.start < self._read_until


def _offsets_of_signs(lowered: str) -> list[int]:
    """Return the offsets at which an identifier may be written, then the length of the text; [] for none."""
    offsets: list[int] = []
    for sign in identifiers.SIGNS:
        at = lowered.find(sign)
        while at >= 0:
            offsets.append(at)
            at = lowered.find(sign, at + 1)
    return [*sorted(offsets), len(lowered)] if offsets else []

"""Recognise headings above a bold line of authors and a line in italics with the publication, as in lists of works.

`#### Title`, then `**LEE, Ann; RAY, B.**`, then `*Journal, v. 15, p. 5–7, 2023.*`.  The titles may be short.  So
several headings of the note must have such lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from papernotes_plugin.markup.document_text import EMPHASIS_KINDS
from papernotes_plugin.people import OTHERS, is_given_name
from papernotes_plugin.recognisers.evidence.authors.authorship import is_person
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks, identifier_from_url
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_facts import publication_evidence
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, split_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, InlineKind, Mention, MentionKind

_INVERTED = lazy_regex(
    r"(?P<family>[^\W\d_][^\W\d_'’-]*(?:[ '’-][^\W\d_]+){0,4}), "
    r"(?P<given>[^\W\d_]+\.?(?:[ -][^\W\d_]+\.?|[^\W\d_]\.){0,5})"
)
"""A family name before the given names or initials: `NASCIMENTO JUNIOR, F. A.`."""
_OTHERS = lazy_regex(r"(?:\.\.\.|…|et al\.?|outros|others)")
_INITIALS = lazy_regex(r"(?:[^\W\d_]\.[ -]?)+|[^\W\d_](?: [^\W\d_])*")
_INITIAL_AT_END = lazy_regex(r"(?<![^\W\d_])[^\W\d_]\.$")
_DATED_NAME = lazy_regex(
    r"(?P<name>[^\W\d_a-z][\w’'-]+(?: (?:[^\W\d_a-z][\w’'-]*\.?|d[aeo]s?|e|von|van|del?)){1,6})"
    r"(?: \((?P<year>(?:19|20)\d\d)\)\.?)?"
)
"""The author of a thesis, perhaps with its year: `Ann Maria Lee (2021)`."""
_MAX_NAME = 80
"""Characters of a name."""
_MIN_NAMES = 3
"""Words of a name without a frequent given name."""
_MIN_UNDATED = 3
"""Words of a title above a name without a year."""
_DATED = lazy_regex(r"(?:19|20)\d\d\W*$")
_SCHOOL = lazy_regex(
    r"(?:Fa[ck]ul|Institut|Universi|Escola|Escuela|École|School|Department|Departamento|Dipartimento|Scuola|Centro)"
)
"""The first word of the name of a school."""
_MIN_TITLES = 3
"""Headings of a note with such lines, from which these are titles."""
_MIN_WORDS = 2


class _Lines(NamedTuple):
    """The authors and the publication in the lines below a heading."""

    authors: tuple[str, ...]
    published: Publication


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield a `CARD` for each heading above a bold line of authors and a line in italics with the publication."""
    candidates: list[tuple[Block, str, _Lines]] = []
    for heading in context.headings if len(context.headings) >= _MIN_TITLES else ():
        lines = _lines_below(context, heading)
        title = split_title(context.visible_text(heading.index)).title if lines else ""
        is_dated = lines is not None and lines.published.year is not None
        if lines and count_words(title) >= (_MIN_WORDS if is_dated else _MIN_UNDATED) and not is_generic(title):
            candidates.append((heading, title, lines))
    # a director or an author with a year is below the title of a film or a book, too
    if sum(bool(lines.published.venue) for *_, lines in candidates) >= _MIN_TITLES:
        yield from (_mention(context, *described) for described in candidates)


def _lines_below(context: NoteContext, heading: Block) -> _Lines | None:
    """Return the authors and the publication in the first paragraph below a heading; None for other paragraphs."""
    first = next(iter(context.section(heading)), None)
    if first is None or first.kind is not BlockKind.PARAGRAPH or {heading.index, first.index} & context.claimed_blocks:
        return None
    marked = [i for _, i in context.inlines_of(first.index) if i.kind in EMPHASIS_KINDS]
    if not marked or marked[0].kind is not InlineKind.STRONG or marked[0].span.start != context.text_span(first).start:
        return None
    words = " ".join(marked[0].text.split())
    if (match := _DATED_NAME.fullmatch(words)) and (
        is_person(match["name"]) or match["name"].count(" ") + 1 >= _MIN_NAMES
    ):
        return _Lines((match["name"],), Publication(year=int(match["year"]) if match["year"] else None))
    authors = _inverted_names(words)
    gap = context.note.text[marked[0].span.end : marked[1].span.start] if len(marked) > 1 else ""
    if not authors or "\n" not in gap or gap.strip(" \t\n\\") or marked[1].kind is not InlineKind.EMPHASIS:
        return None
    printed = " ".join(marked[1].text.split())
    if not _DATED.search(printed):
        return None
    published = publication(printed, 0, len(printed), None)
    return _Lines(authors, published) if published.venue and published.year else None


def _inverted_names(words: str) -> tuple[str, ...]:
    """Return the names in a line that consists of names with the family name first; () for other lines."""
    names = []
    for part in filter(None, (part.strip(" ,&") for part in words.rstrip(";").split(";"))):
        match = _INVERTED.fullmatch(part) if len(part) <= _MAX_NAME else None
        if _OTHERS.fullmatch(part):
            names.append(OTHERS)
        elif match and _is_name(match["family"], match["given"]):
            names.append(part if _INITIAL_AT_END.search(part) else part.rstrip("."))
        else:
            return ()
    return tuple(names)


def _is_name(family: str, given: str) -> bool:
    """Return whether capitals, initials or a frequent given name show a person; `Boston, Massachusetts` has none."""
    return family.isupper() or _INITIALS.fullmatch(given) is not None or is_given_name(given.rstrip(".").split()[0])


def _mention(context: NoteContext, heading: Block, title: str, lines: _Lines) -> Mention:
    paragraph = context.section(heading)[0]
    paper_links = PaperLinks()
    for block in context.section(heading):
        for index, inline in context.unclaimed_links(block.index):
            if identifier_from_url(inline.url) or block is paragraph:
                paper_links.add(index, inline)
    context.claimed_blocks.update((heading.index, paragraph.index))
    context.claimed_inlines.update(paper_links.indices)
    context.read_spans.append(paragraph.span)
    published = lines.published
    if _SCHOOL.match(published.venue):
        # a thesis of an unknown kind
        published = Publication(year=published.year, institution=published.venue)
    evidence = publication_evidence(published)._replace(
        title=title, authors=lines.authors, identifiers=paper_links.identifiers, links=paper_links.links
    )
    return build_mention(context, MentionKind.CARD, context.text_span(heading), title, heading.index, evidence)

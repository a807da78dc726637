"""Read the reference that a heading or the text of a link is: `# Blau, J., 1999. A Title. Jerusalem: Ben-Zvi`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from papernotes_plugin.people import ANY_INITIALS, NAME_WORD, parse_person
from papernotes_plugin.recognisers.evidence.authors.short_bylines import read_citation
from papernotes_plugin.recognisers.evidence.labels import field_facts
from papernotes_plugin.recognisers.evidence.labels.field_labels import REFERENCE_LABELS
from papernotes_plugin.recognisers.evidence.labels.label_marks import is_work
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.papers.link_texts import calls_paper
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.references import quoted_articles, untitled_references
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_block
from papernotes_plugin.recognisers.evidence.references.dated_names import read_dated_names
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.recognisers.evidence.references.reference_facts import reference_facts
from papernotes_plugin.recognisers.evidence.references.reference_reader import (
    CERTAIN,
    LIKELY,
    Reference,
    read_reference,
)
from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference, reference_text
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import inlines_within
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.reference_openings import opens_reference
from papernotes_plugin.recognisers.evidence.titles import cited_titles
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    looks_like_title,
    split_title,
)
from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import MODERN_YEAR
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Field, Span

_SIGN = lazy_regex(r"(?=[12nNe”\"«»])(?:(?<!\d)(?:19|20)\d\d(?!\d)|\b[nN]\. ?d\.|\bet al\b|[”\"«»] )")
"""A year, shortened authors or the end of a quotation, of which a reference has at least one."""
_AROUND_CITATION = lazy_regex(r"^\W{0,3}(?:\d{1,3}[.)]\s+)?|[^\w)\]]{1,12}$")
"""The number of a heading, and stars or other marks at its end."""
_MAX_BLOCKS = 3
"""Blocks below a heading among which the reference is that the heading cites."""
_MIN_SAME = 3
"""First words that a heading has in common with the title of a reference."""
_MIN_SHARE = 0.6
"""Share of all words that it has in common with that title."""
_LINKED = 3.0
"""Score from which a heading with a link to a paper is a reference; no title of a paper reaches 2."""
_OPENS_WITH_INITIALS = lazy_regex(
    rf"{NAME_WORD}(?: {NAME_WORD})?,? {ANY_INITIALS}(?:, |\. |,? (?:and|&) )"
    r"(?=\W{0,2}[^\W\d_a-z]|et al\b)"
)
"""A family name with initials before another word with a capital."""
_SIGN_IN_LINK = lazy_regex(r"[“\"„«]|\b(?:19|20)\d\d\b|\bet al\b|[A-Z]\., ")
"""A quotation mark, a year or a shortened name, of which a reference has at least one."""
_MIN_WORDS = 5
"""Words of a link text that may be a reference."""
_MIN_WORDS_OF_VALUE = 8
"""Words of a value with the label of a link that may be a reference."""
_SOURCES = frozenset(("source", "quelle", "fuente", "fonte"))
_MIN_SCORE = 3.0
"""Score from which a link text is a reference; none of 23,000 titles of papers reaches 2."""
_MIN_SCORE_SHORTENED = 0.0
"""Score from which a link text with `et al.` is a reference."""
_LINKED_TITLE = 2.0
"""Score from which names with a linked title are a reference in a list of references."""
_LAW_CITATION = lazy_regex(
    r"(?:(?P<volume>\d{1,4}) )?(?P<journal>"
    r"(?(volume)(?=[^()\d]*\b(?:Rev|J|Law)\b)|(?=[^(),\d]*\b(?:Rev|L\.J|Journal)\b))"
    r"[^\W\d_a-z][^()\d]{3,60}?)(?: (?P<page>\d{1,5})(?:, [\d–-]{1,12})?)?"
    rf" \((?:{MONTH} (?:\d\d?, )?)?(?P<year>{MODERN_YEAR})\)\.?"
)
"""Journal and numbers only, as lawyers cite; a report of a court is no journal: `347 U.S. 483 (1954)`."""


def read(context: NoteContext, heading: Block, below: Sequence[Block] = ()) -> Reference | None:
    """Return the reference that a heading is; None for a title or the name of a section.

    Args:
        context: The note.
        heading: The heading.
        below: The blocks below it, of which the first may be a link to the paper.
    """
    # not in the source: a year in the address of a link is no date of a reference
    words = context.visible_text(heading.index)
    if not _SIGN.search(words):
        return None
    reference = read_reference(text_of_block(context, heading.index))
    if not reference or not (reference.year or reference.is_dated):
        return None
    # `Lee, A., 2006. Prepositions. Encyclopedia of Language, 3, 1–9`
    if count_words(reference.title.words) < 2 and not (reference.is_published and reference.publication.pages):
        return None
    links = [i for block in (heading, *below[:1]) for _, i in context.unclaimed_links(block.index)]
    if any(map(is_paper_link, links)):
        return reference if reference.score >= _LINKED else None
    is_first = heading.index == context.headings[0].index
    is_complete = reference.is_published or bool(reference.publication.publisher)
    if words.startswith(("(", "[")) and cited_titles.read(words):
        # `(Lee & Ray, 2020) Title`
        return reference
    return reference if reference.score >= (LIKELY if is_first and is_complete else CERTAIN) else None


def read_below(context: NoteContext, blocks: Sequence[Block]) -> Reference | None:
    """Return the published reference in the first paragraph below a heading; None for other words."""
    reference = _certain_reference(context, blocks)
    return reference if reference and reference.is_published else None


def _certain_reference(context: NoteContext, blocks: Sequence[Block]) -> Reference | None:
    if (
        not blocks
        or blocks[0].kind is not BlockKind.PARAGRAPH
        or not opens_reference(context.note.text, blocks[0].span)
    ):
        return None
    reference = read_reference(text_of_block(context, blocks[0].index))
    return reference if reference and reference.score >= CERTAIN else None


def read_labelled(context: NoteContext, values: Iterable[LabelledValue]) -> Evidence | None:
    """Return the facts of the only reference with a label: `**Citation**: Lee, A. (2020). …`; None for other values.

    Lawyers cite journal and numbers only: `**Citation**: 131 Yale L.J. 2020 (2022)`.
    """
    labelled = [v for v in values if v.value and _is_reference(v)]
    value = labelled[0].value if len(labelled) == 1 else ""
    if law := _LAW_CITATION.fullmatch(value):
        details = (("Volume", law["volume"]), ("Pages", law["page"]))
        fields = tuple(Field(label, number) for label, number in details if number)
        return Evidence(venue=law["journal"], year=int(law["year"]), fields=fields, entry_type="article")
    if not opens_reference(value, Span(0, len(value))):
        return None
    if untitled := untitled_references.read(labelled[0].value.replace("*", "").replace("_", " ")):
        return untitled
    reference = _read_value(context, labelled[0])
    is_dated = reference is not None and (reference.year is not None or reference.is_dated)
    if not reference or not is_dated or reference.score < LIKELY:
        return None
    parts = title_of(reference)
    return reference_facts(reference)._replace(title=parts.title, venue=parts.venue, year=parts.year, track=parts.track)


def with_links(values: Iterable[LabelledValue], *, is_read: bool) -> list[LabelledValue]:
    """Return labelled values in which the reference is a value of links: those in it lead to the paper.

    A reference in the place of a venue is none, even if it is not read.
    """
    return [v._replace(meaning="link") if _is_in_venue(v) or (is_read and _is_reference(v)) else v for v in values]


def _is_reference(value: LabelledValue) -> bool:
    return value.label.casefold().strip() in REFERENCE_LABELS or _is_in_venue(value)


def _is_in_venue(value: LabelledValue) -> bool:
    """Return whether a reference is in the place of a venue: `Source: Lee A, Ray B. …`."""
    return value.meaning == "venue" and _OPENS_WITH_INITIALS.match(value.value) is not None


def cites_other(context: NoteContext, heading: Block, value: LabelledValue) -> bool:
    """Return whether a value with the label of a link is a reference with another title than a heading: `Source: …`."""
    if count_words(value.value) < _MIN_WORDS_OF_VALUE:
        return False
    if not opens_reference(value.value, Span(0, len(value.value))):
        return False
    reference = _read_value(context, value)
    if reference is None or len(reference.all_authors) < 2 or reference.score < _LINKED_TITLE:
        # rare names may be words
        own = comparison_key(context.visible_text(heading.index))
        return value.label.casefold().strip() in _SOURCES and own not in comparison_key(value.value)
    return not have_same_title(context.visible_text(heading.index), reference.title.words)


def _read_value(context: NoteContext, value: LabelledValue) -> Reference | None:
    span = Span(value.value_span.start, value.span.end)
    return read_reference(reference_text(list(inlines_within(context, context.blocks[value.block], span))))


def have_same_title(heading: str, title: str) -> bool:
    """Return whether a heading is the title of a reference or link, in whole or with other words at its end."""
    words, others = comparison_key(heading).split(), comparison_key(title).split()
    if len(words) >= _MIN_SAME and words[:_MIN_SAME] == others[:_MIN_SAME]:
        return True
    return len({*words} & {*others}) > _MIN_SHARE * max(len({*words}), len({*others}))


def title_in_link(context: NoteContext, heading: str, values: Iterable[LabelledValue]) -> str:
    """Return the title in a value such as `Paper: [Title](…)`, below a section or a name; "" for none."""
    links = (field_facts.linked_title(context, value) for value in values if _is_of_paper(value.label))
    titles = (split_title(inline.text).title for inline in links if inline)
    linked = next(filter(looks_like_title, titles), "")
    return "" if have_same_title(heading, linked) else linked


def _is_of_paper(label: str) -> bool:
    return calls_paper(label) or is_work(label)


def _authors_and_year(context: NoteContext, heading: int) -> tuple[tuple[str, ...], int | None]:
    """Return the authors and the year that a whole heading is, above a labelled title; nothing for other headings.

    An example is `### 1. Lee, A., & Ray, B. (2004) ⭐⭐`.

    Args:
        context: The note.
        heading: The index of the block of the heading, or -1.
    """
    words = _AROUND_CITATION.sub("", context.visible_text(heading)) if heading >= 0 else ""
    if not _SIGN.search(words):
        return (), None
    names, year = read_dated_names(words)
    cited = None if names else read_citation(words)
    return (cited.authors, cited.year) if cited and len(cited.authors) > 1 else (names, year)


def with_cited_authors(context: NoteContext, heading: int, facts: Evidence) -> Evidence:
    """Return the facts of a labelled title without authors with those that a heading is, and with its year."""
    if facts.authors:
        return facts
    names, year = _authors_and_year(context, heading)
    return facts._replace(authors=names, year=facts.year or year)


def cites_below(context: NoteContext, words: str, blocks: Sequence[Block]) -> bool:
    """Return whether a heading cites the reference below it, and has no title: `(Lee et al., 2023)`, `Lee (2023)`."""
    if not _SIGN.search(words):
        return False
    reference = next(filter(None, (_certain_reference(context, [block]) for block in blocks[:_MAX_BLOCKS])), None)
    if reference is None:
        return False
    person = parse_person(reference.authors.names[0]) if reference.authors.names else None
    is_cited = person is not None and words.lstrip("([").casefold().startswith(person.surname.casefold())
    return is_cited and str(reference.year) in words and reference.title.words.casefold() not in words.casefold()


def with_date(context: NoteContext, evidence: Evidence, title: str) -> Evidence:
    """Return evidence with venue and year next to the title in the first heading: `VLDB'14 - Title`, `Title (1976)`."""
    if evidence.title or not context.headings:
        return evidence
    parts = split_title(context.visible_text(context.headings[0].index))
    if parts.title != title:
        return evidence
    return evidence._replace(venue=evidence.venue or parts.venue, year=evidence.year or parts.year)


@lru_cache(maxsize=1 << 10)
def read_text(words: str) -> Reference | None:
    """Return the reference that a text is; None for a title, which no reading takes for a reference.

    Examples:
        >>> reference = read_text("S. Park, J. Kim, “Learning to Read Papers”, ICML 2020")
        >>> reference.title.words, reference.authors.names, reference.year
        ('Learning to Read Papers', ('S. Park', 'J. Kim'), 2020)
    """
    if words[:1] in quoted_articles.OPENING_QUOTES:
        return quoted_articles.read(plain_reference(" ".join(words.split())))
    if not words[:1].isupper() or not _SIGN_IN_LINK.search(words) or count_words(words) < _MIN_WORDS:
        return None
    plain = plain_reference(" ".join(words.split()))
    reference = read_reference(plain)
    if not reference:
        return None
    # no title has `et al.`
    return (
        reference if reference.score >= (_MIN_SCORE_SHORTENED if reference.authors.has_more else _MIN_SCORE) else None
    )


def title_of(reference: Reference) -> TitleParts:
    """Return the title of a reference with its venue, year and track."""
    parts, published = split_title(reference.title.words), reference.publication
    return TitleParts(parts.title, published.venue, reference.year, published.track).completed(parts)

"""Complete mentions with the facts that the model finds next to their titles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from papernotes_plugin import text, venues
from papernotes_plugin.people import parse_person
from papernotes_plugin.recognisers.evidence.authors.name_order import are_more_names
from papernotes_plugin.recognisers.evidence.papers.possible_years import is_of_number
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_block
from papernotes_plugin.recognisers.evidence.references.line_breaks import line_breaks
from papernotes_plugin.recognisers.evidence.references.publishers_as_venues import type_in_venue
from papernotes_plugin.recognisers.evidence.references.publishing_cities import is_city
from papernotes_plugin.recognisers.evidence.references.reference_facts import reference_facts
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import names_role
from papernotes_plugin.recognisers.evidence.segmentation.facts_of_note import facts_in
from papernotes_plugin.recognisers.evidence.segmentation.labelled_names import are_certain
from papernotes_plugin.recognisers.evidence.segmentation.labelled_publications import only_year_in
from papernotes_plugin.recognisers.evidence.segmentation.labelled_reference import (
    LabelledReference,
    read_joined,
    read_labelled,
)
from papernotes_plugin.recognisers.evidence.segmentation.reference_signs import MAX_LENGTH, may_complete
from papernotes_plugin.recognisers.evidence.segmentation.segments import Label
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.joined_blocks import unshared_blocks
from papernotes_plugin.recognisers.evidence.titles.false_venues import without_false_venue
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import BlockKind, Evidence, Mention, MentionKind, Span

_KINDS = (MentionKind.ITEM, MentionKind.CARD, MentionKind.CITATION)
_MAX_BLOCKS = 3
"""Blocks of a paper that are read together: its heading and the lines below."""
_CERTAIN = 0.85
"""Probability of the title and the names from which they replace a longer title."""
_LIKELY = 0.9
"""Probability of family names and a year before a title, which need no initials."""
_MAX_DATED = 5
"""Most facts there."""
_CERTAIN_ALONE = 0.95
"""The same without other facts around the title."""
_MIN_TITLE = 3
"""Words of a title that replaces another one."""
_MIN_OTHERS = 2
"""Words besides a title that can be facts."""
_MIN_SHARE = 0.6
"""Share of the words of a text that are the reference to which a link without a title belongs."""
_MAX_MARKS = 4
"""Marks between what was read as a title and that of the model."""
_INITIAL = lazy_regex(r"\b[^\W\d_a-z]\.")
_MORE_INITIALS = 4
"""Initials in a text, more than those of the authors, from which it may name further authors."""
_LAST_YEAR = 2040
"""The last year that can be that of a paper."""
_AROUND_TITLE = frozenset((Label.AUTHOR, Label.VENUE, Label.PUBLISHER, Label.EDITOR))
"""Facts that are in no title."""
_DOUBTFUL = lazy_regex(
    r"\bet al\b|\*|\[[JMCD]\]|; |/ |\b[^\W\d_a-z]\.|^[^\W\d_a-z]\w+ [A-Z]{1,2}[.,]|\.[\"”»’]*\s[^\W\d_a-z]"
)
"""A sign of names or of a journal in a title: initials, a mark between facts, or a point before a capital."""
_SHORTENED_CITIES = ("М", "СПб", "Л", "Пг", "Мн")
"""Shortened cities, as Russians print them before a publisher."""
_MIN_SUBTITLE = 3
"""Words of a subtitle; fewer may be the name of an event."""
_NO_SUBTITLE = lazy_regex(
    r"\b[A-ZÀ-Þ][a-zà-ÿ]{1,7}\. |\b(?:[Cc]onference|[Kk]onferenz|[Tt]agung|[Ss]ymposium|[Ww]orkshop|[Kk]ongress"
    r"|[Vv]ortrag|[Pp]oster[a-zä]*|[Pp]resentation)\b"
)
"""A shortened word, as journals have them, or a word for an event, which no subtitle has."""
_THESES = ("phdthesis", "mastersthesis", "thesis")
"""Entry types of works that have a school in place of a venue."""
_ENDS_SENTENCE = lazy_regex(r"[“”«\"]?[.?!:]\s")
_TYPE_AT_END = lazy_regex(r"\s?\[[JMCDRN](?:/OL)?\](?://)?$")
"""The type of a work after its title, as the Chinese standard has it: `[J]`."""


def with_labelled_facts(context: NoteContext, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of a note, with the facts that the model reads in their blocks.

    These are authors, a venue and a year that a mention lacks, and a title without the other facts that are in it.
    """
    whole, inner = _without_inner(mentions)
    counts = Counter(context.text_block_at(m.span.start) for m in whole if m.kind is not MentionKind.NAME)
    completed: list[Mention] = []
    for mention in whole:
        filled = _completed(context, mention, counts) if _may_lack(context, mention, counts) else mention
        links = inner.get(mention.span, [])
        if filled.span != mention.span and links:
            # the linked words are the title
            filled = _with_identifiers(filled, links)
            links = []
        completed += [filled, *links]
    return completed


def _without_inner(mentions: Sequence[Mention]) -> tuple[list[Mention], dict[Span, list[Mention]]]:
    """Return the mentions that are in no other one, and the citations in the title of an item, by its span."""
    whole: list[Mention] = []
    inner: dict[Span, list[Mention]] = {}
    for mention in mentions:
        last = whole[-1] if whole else None
        is_inner = last is not None and last.kind is MentionKind.ITEM and mention.kind is MentionKind.CITATION
        if last and is_inner and last.span.start < mention.span.start and mention.span.end <= last.span.end:
            inner.setdefault(last.span, []).append(mention)
        else:
            whole.append(mention)
    return whole, inner


def _with_identifiers(mention: Mention, links: Sequence[Mention]) -> Mention:
    """Return a mention with the identifiers and links of the links in its title."""
    evidence = mention.evidence
    own = {identifier.scheme for identifier in evidence.identifiers}
    others = (i for link in links for i in link.evidence.identifiers if i.scheme not in own)
    urls = (link for inner in links for link in inner.evidence.links if link not in evidence.links)
    return mention._replace(
        evidence=evidence._replace(identifiers=(*evidence.identifiers, *others), links=(*evidence.links, *urls))
    )


def _may_lack(context: NoteContext, mention: Mention, counts: Counter[int]) -> bool:
    """Return whether a mention lacks a fact that its block may have, or may have other facts in its title.

    A subtitle may follow a title that is a question.
    """
    evidence = mention.evidence
    if mention.kind not in _KINDS or not mention.creates_paper or _is_of_note(context, evidence):
        return False
    index = context.text_block_at(mention.span.start)
    if index < 0 or counts[index] > 1:
        return False
    block = context.blocks[index]
    if block.kind is BlockKind.HTML or block.span.end - block.span.start > MAX_LENGTH:
        return False
    if evidence.title and _DOUBTFUL.search(evidence.title):
        return True
    visible = context.visible_text(index)
    others = visible.replace(evidence.title, " ") if evidence.title else visible
    if evidence.title.endswith(("?", "!")) and count_words(others) >= _MIN_SUBTITLE:
        return True
    if evidence.title and evidence.authors and evidence.year and evidence.venue:
        return _has_more_initials(visible, evidence)
    if _may_be_below(mention):
        below = unshared_blocks(context, index, counts, _MAX_BLOCKS)[1:]
        others = " ".join([others, *(context.visible_text(part.index) for part in below)])
    return count_words(others) >= _MIN_OTHERS and may_complete(others, evidence)


def _is_of_note(context: NoteContext, evidence: Evidence) -> bool:
    """Return whether a paper is the note's own, whose facts are above."""
    own = context.note_evidence
    return own is not None and text.comparison_key(own.title) == text.comparison_key(evidence.title)


def _has_more_initials(words: str, evidence: Evidence) -> bool:
    """Return whether a text has more initials than the names of the authors and the venue."""
    named = " ".join((*evidence.authors, evidence.venue, evidence.title))
    return len(_INITIAL.findall(words)) > len(_INITIAL.findall(named)) + _MORE_INITIALS


def _may_be_below(mention: Mention) -> bool:
    """Return whether the names of the authors may be below the heading that is the title of a paper."""
    return mention.kind is MentionKind.CARD and bool(mention.evidence.title) and not mention.evidence.authors


def _completed(context: NoteContext, mention: Mention, counts: Counter[int]) -> Mention:
    """Return a mention with the facts of the only reference that the model finds in its block, or also below it."""
    own = _completed_by_own_block(context, mention)
    if not _may_be_below(own):
        return own
    blocks = unshared_blocks(context, context.text_block_at(own.span.start), counts, _MAX_BLOCKS)
    joined = read_joined(context, [text_of_block(context, block.index) for block in blocks])
    references = joined.references if joined else ()
    same = [r for r in references if text.comparison_key(r.reference.title.words) == _key(own)]
    if len(references) != 1 or not same or same[0].probability < _CERTAIN:
        return own
    facts = reference_facts(same[0].reference)
    if not (facts.authors or (facts.venue and facts.year)):
        # a department below the names
        return own
    return own._replace(evidence=_with_facts(own.evidence, facts, is_sure=True))


def _key(mention: Mention) -> str:
    return text.comparison_key(mention.evidence.title)


def _completed_by_own_block(context: NoteContext, mention: Mention) -> Mention:
    words = text_of_block(context, context.text_block_at(mention.span.start))
    facts = facts_in(context, words, line_breaks(context, words))
    references = read_labelled(words, facts)
    if len(references) != 1:
        year = mention.evidence.year or (None if references else only_year_in(words.text, facts))
        return mention._replace(evidence=mention.evidence._replace(year=year))
    return _with_reference(mention, words, references[0])


def _with_reference(mention: Mention, words: ReferenceText, read: LabelledReference) -> Mention:
    """Return a mention with the facts of the only reference in its block."""
    evidence = mention.evidence
    if _TYPE_AT_END.search(evidence.title):
        evidence = evidence._replace(title=_TYPE_AT_END.sub("", evidence.title))
    title = read.reference.title
    is_sure = read.probability >= _CERTAIN and count_words(title.words) >= _MIN_TITLE
    facts = reference_facts(read.reference)
    if text.comparison_key(evidence.title) == text.comparison_key(title.words):
        return mention._replace(evidence=_with_facts(evidence, facts, is_sure=is_sure))
    span = words.span(title.start, title.end)
    if not is_sure or not (facts.authors or facts.venue) or not _has_whole_brackets(title.words):
        return mention
    if facts.authors and _opens_with_other_author(words.text, evidence, facts):
        # the text names another work: `Lee, A. Maps for B. Ray, The Towns`
        return mention
    if not evidence.title and count_words(words.text[read.start : read.end]) < _MIN_SHARE * count_words(words.text):
        # the link may lead to another work that the text names
        return mention
    if evidence.title and not _is_better(mention, span, words, read):
        return mention
    evidence = evidence._replace(
        title=title.words,
        # the names that are in the title are missing among the authors
        authors=facts.authors or evidence.authors,
        venue=facts.venue or evidence.venue,
        year=facts.year or evidence.year,
        fields=facts.fields or evidence.fields,
        entry_type=type_in_venue(evidence) if facts.venue else evidence.entry_type,
    )
    return mention._replace(span=span, text=title.words, evidence=evidence)


def _has_whole_brackets(words: str) -> bool:
    return words.count("(") == words.count(")") and words.count("[") == words.count("]")


def _opens_with_other_author(words: str, evidence: Evidence, other: Evidence) -> bool:
    """Return whether an author is before the title of evidence, and no author is one of the other evidence."""
    families = set(map(_family, evidence.authors))
    if not evidence.title or not families or not families.isdisjoint(map(_family, other.authors)):
        return False
    return any(map(text.comparison_key(words.partition(evidence.title)[0]).__contains__, families))


def _is_better(mention: Mention, title: Span, words: ReferenceText, read: LabelledReference) -> bool:
    """Return whether the title of the model may replace the one of a mention."""
    evidence, other = mention.evidence, read.reference.title.words
    if _is_cut(evidence, other) or _has_remark_at_end(evidence, other):
        return read.probability >= _CERTAIN_ALONE
    if _is_subtitle(evidence, title, mention.span, words, read):
        return False
    if evidence.entry_type in _THESES and evidence.title.startswith(other):
        # `Finds of the Bishop's Farm, Iceland (Doctoral dissertation)` ends with a place
        return False
    is_longer = text.comparison_key(evidence.title) in text.comparison_key(other)
    return not is_longer and _has_facts_around(mention.span, title, words, read)


def _is_subtitle(evidence: Evidence, title: Span, present: Span, words: ReferenceText, read: LabelledReference) -> bool:
    """Return whether the model takes the subtitle of a paper or a book for its venue: `Titel. Eine Studie`.

    The paper has another venue, and a book has none; its publisher is known.
    """
    _, _, rest = evidence.title.lstrip("„»").partition(read.reference.title.words)
    if not _ENDS_SENTENCE.match(rest) or count_words(rest) < _MIN_SUBTITLE or _NO_SUBTITLE.search(rest):
        return False
    inside = [fact for fact in read.facts if title.end <= words.span(fact.start, fact.end).start < present.end]
    has_publisher = any(field.label == "Publisher" for field in evidence.fields)
    own = {Label.VENUE, Label.YEAR, *([Label.PUBLISHER] if has_publisher else [])}
    has_other = evidence.venue and text.comparison_key(evidence.venue) not in text.comparison_key(evidence.title)
    is_read = bool(has_other or evidence.entry_type == "book")
    return is_read and bool(inside) and all(fact.label in own for fact in inside)


def _is_cut(evidence: Evidence, title: str) -> bool:
    """Return whether the title and the venue of evidence are both in a longer title: `“Alone?” A Test of …`."""
    present, venue, whole = map(text.comparison_key, (evidence.title, evidence.venue, title))
    return bool(venue) and present != whole and present in whole and venue in whole


def _has_remark_at_end(evidence: Evidence, title: str) -> bool:
    """Return whether the title of evidence has the names again, or a remark in brackets: `Title / A. Lee`."""
    return evidence.title.startswith(title) and evidence.title[len(title) :].lstrip()[:1] in ("/", "[")


def _with_facts(evidence: Evidence, facts: Evidence, *, is_sure: bool) -> Evidence:
    """Return evidence with the facts that it lacks, and with all authors if it has only some of them."""
    names, others = (set(map(_family, e.authors)) for e in (evidence, facts))
    is_part = is_sure and bool(names) and names < others and are_more_names(facts.authors, evidence.authors)
    is_later = is_sure and facts.year is not None and (evidence.year or 0) > _LAST_YEAR
    is_of_reference = bool(facts.authors or facts.venue or facts.fields)
    year = facts.year if is_of_reference and not is_of_number(facts.year, evidence.identifiers) else None
    # the model leaves the last bracket out: `第22回大会（東京`
    venue = facts.venue + ")" * (facts.venue.count("(") == facts.venue.count(")") + 1)
    is_no_venue = venue in evidence.authors or names_role(venue) or _is_no_venue(evidence, venue)
    return evidence._replace(
        authors=facts.authors if is_part or (not evidence.authors and are_certain(facts.authors)) else evidence.authors,
        year=year if is_later or not evidence.year else evidence.year,
        venue=evidence.venue or ("" if is_no_venue else venue),
        fields=evidence.fields or facts.fields,
    )


def _is_no_venue(evidence: Evidence, venue: str) -> bool:
    """Return whether what the model takes for a venue is a city, an imprint, a label or cut off, or a book has none."""
    if evidence.entry_type == "book" and any(field.label == "Publisher" for field in evidence.fields):
        return True
    is_label = any(field.label == venue for field in evidence.fields) and not venues.parse_venue(venue)[0]
    is_other = is_city(venue.partition(": ")[0]) or venue.rstrip(".") in _SHORTENED_CITIES
    is_other |= not without_false_venue(Evidence(venue=venue)).venue
    return is_label or is_other or not _has_whole_brackets(venue)


def _family(name: str) -> str:
    person = parse_person(name)
    return text.comparison_key(person.surname if person else name)


def _is_dated_before(title: Span, words: ReferenceText, read: LabelledReference) -> bool:
    """Return whether only names and the year are before a title, each of high probability: `Lee. 2007. Title`."""
    before = [fact for fact in read.facts if words.span(fact.start, fact.end).end <= title.start]
    labels = {fact.label for fact in before if fact.probability >= _LIKELY}
    return labels == {Label.AUTHOR, Label.YEAR} and len(labels) <= len(before) <= _MAX_DATED


def _has_facts_around(present: Span, title: Span, words: ReferenceText, read: LabelledReference) -> bool:
    """Return whether what was read as a title is that of the model with names or a venue before it, after it, or both.

    A single word before a colon may be the short name of the paper.
    """
    if not (present.start <= title.start and title.end <= present.end):
        return False
    facts = [
        words.span(fact.start, fact.end)
        for fact in read.facts
        if fact.label in _AROUND_TITLE and not words.text[fact.start : fact.end].isalnum()
    ]
    has_before = present.start < title.start - _MAX_MARKS
    has_after = title.end < present.end - _MAX_MARKS
    is_dated = has_before and _is_dated_before(title, words, read)
    is_before = is_dated or any(present.start <= fact.start < title.start for fact in facts)
    if has_before and not (is_dated or are_certain(read.reference.authors.names)):
        # `You Only Look Once: Unified Detection` is no name before a title
        return False
    is_after = any(title.end <= fact.start < present.end for fact in facts)
    return (has_before or has_after) and has_before <= is_before and has_after <= is_after

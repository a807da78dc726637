"""Read the reference of a note's own paper, which gives its venue, volume, pages and identifiers."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from papernotes_plugin import identifiers, text
from papernotes_plugin.people import known_names, parse_person
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline
from papernotes_plugin.recognisers.evidence.labels import field_facts
from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import REFERENCES, texts_in
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks, identifier_from_url
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_block
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_facts import publication_evidence, reference_facts
from papernotes_plugin.recognisers.evidence.references.reference_reader import (
    CERTAIN,
    LIKELY,
    Reference,
    read_reference,
)
from papernotes_plugin.recognisers.evidence.references.reference_text import (
    LINK_REMOVED,
    ReferenceText,
    plain_reference,
    reference_text,
)
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    is_uninformative,
    looks_like_title,
    split_title,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, InlineKind, Span

_MAX_BLOCKS = 12
"""Number of text blocks at the top of a note that may hold its reference."""
_MIN_HEADING_WORDS = 5
"""Words of a heading that is the title of the paper."""
_MAX_LENGTH = 2000
_LABEL = lazy_regex(
    r"^(?:[^\S\n]|>)*(?:\*\*|__)?[^\W\d_][\w ()/-]{1,25}(?:(?:\*\*|__)?\s?:|:(?:\*\*|__))", re.MULTILINE
)
_MIN_LABELS = 3
"""Number of lines with a label from which a paragraph is no reference."""
_MIN_WORDS = 3
"""Words of the title of a note without authors that only the reference of the same paper has."""
_KEYS = frozenset((
    *(*REFERENCES, "cite_as", "cite as", "bibliography", "apa", "mla", "zitat", "zitation", "literaturangabe"),
    *("full citation", "full_citation", "apa citation", "apa_citation", "full reference", "full_reference"),
    *("cita", "referencia", "citação", "referência", "citazione", "riferimento", "référence", "引用", "인용"),
    *("source", "quelle", "fuente", "fonte"),
))  # fmt: skip
"""Keys of front matter whose value may be the reference of the paper."""
_PAGES_AT_END = lazy_regex(r"[.,]?\s\d{1,5}\s?[–-]\s?\d{1,5}\W*$")
"""Pages after a title, which a reader without the title takes for words of it: `Title. 3431–3440`."""
_OPENING = " \"'“”„«»‘’*_"
_OTHER_WORDS = lazy_regex(r"\b(?:[Ee]ds?|[Ee]ditors?)\b|\bet al\b")
"""Words for editors, whose names are no venue."""
_PUBLISHER_AT_END = lazy_regex(r",\s[^\W\d_a-z][^,:]{1,30}:\s[^\W\d_a-z][^\W\d_]+(?:\s[^\W\d_a-z][^\W\d_]+)?$")
"""A publisher and its place after a book: `, Thomson: Buenos Aires`."""
_LABEL_AT_END = lazy_regex(r",?\s(?:[Aa]ño|[Aa]nno|[Aa]no|[Aa]nnée|[Jj]ahrgang|[Yy]ear)$")
"""The label of a volume after a journal: `Revista Jurídica, Año`."""
_HTML_TAG = lazy_regex(r"</?[a-z]{1,6}(?: [a-z-]{1,12}=(?:'[^'<>]{0,80}'|\"[^\"<>]{0,80}\"))*>")
_JOURNAL_IN_TAGS = lazy_regex(
    r"(?<=[\w)]) <(?:em|i|cite|span [^<>]{1,80})>(?=[^<>]{2,80}</(?:em|i|cite|span)>[.,]? \(?(?:19|20)\d\d)"
)
"""The tag that opens a journal before the year, if no point is after the title."""
_PATENT = lazy_regex(r"\bPatent\b[^.]{0,30}\d")
"""The number of a patent, which is no paper."""
_URL = lazy_regex(r"https?://[^\s<>\"]+")
_APOSTROPHE = lazy_regex("['‘’]")
_BETWEEN_WORDS = lazy_regex(r"[\s:,;‐‑–—-]+")
_WIDE_MARKS = frozenset("‐‑–—")


def with_own_reference(context: NoteContext, evidence: Evidence) -> Evidence:
    """Return the evidence of a note's paper with the facts and identifiers of its reference near the top of the note.

    A reference has the same title after the family name of the first author.  Without a title it has the same first
    author and year, and gives the title; it may be the only such footnote, too.  Its block is claimed.
    """
    own = _OwnReference(evidence)
    first = islice((block for block in context.blocks if block.kind is BlockKind.PARAGRAPH), _MAX_BLOCKS)
    cited = next(_references(context, own, first), None)
    if not cited and not evidence.title:
        in_footnotes = list(_references(context, own, _footnotes(context)))
        # several works of one author and year may be cited
        cited = in_footnotes[0] if len(in_footnotes) == 1 else None
    if not cited:
        return evidence
    block, facts = cited
    context.claimed_blocks.add(block.index)
    return _with_identifiers(context, block, _filled(evidence, facts))


def _footnotes(context: NoteContext) -> Iterator[Block]:
    """Yield the first paragraph of each footnote."""
    for block in context.blocks:
        if block.kind is BlockKind.FOOTNOTE:
            yield from context.text_blocks(block)[:1]


def _references(context: NoteContext, own: _OwnReference, blocks: Iterable[Block]) -> Iterator[tuple[Block, Evidence]]:
    """Yield those of some blocks that are the reference of a note's paper, with their facts."""
    for block in blocks:
        # `Title:: …` above `Date:: 2023` is no reference
        if (
            not own.may_be_in(context.visible_text(block.index))
            or len(_LABEL.findall(context.source(block.span))) >= _MIN_LABELS
        ):
            continue
        if facts := own.facts(_words_below_link(context, block)):
            yield block, facts


def _words_below_link(context: NoteContext, block: Block) -> ReferenceText:
    """Return the words of a block, without a link to another note that is its first line: `[[Bibliography]]`."""
    inlines = context.inlines_of(block.index)
    links = [one for _, one in inlines if one.kind is InlineKind.WIKILINK and one.span.start == block.span.start]
    end = links[0].span.end if links else 0
    if not end or context.note.text[end:].lstrip(" \t")[:1] != "\n":
        return text_of_block(context, block.index)
    return reference_text([(index, one) for index, one in inlines if one.span.start > end])


def with_stated_reference(meta: Mapping[str, object], evidence: Evidence) -> Evidence:
    """Return the evidence of front matter with the facts of the reference in it, such as the value of `citation`.

    Without a title, authors and a year, a certain reference gives all facts.
    """
    is_unknown = not (evidence.title or evidence.authors or evidence.year)
    stated = (texts_in(value) for key, value in meta.items() if key.casefold() in _KEYS)
    # several references are those of other papers
    for value in (" ".join(values[0].split()) for values in stated if len(values) == 1):
        words = _stated_words(value)
        if is_unknown:
            facts = _facts_of_certain_reference(words)
        else:
            facts = (
                _facts_of_reference(words, evidence)
                or _OwnReference(evidence).facts(words)
                or _facts_after_leading_title(words, evidence.title)
            )
        if facts:
            paper_links = PaperLinks(evidence.identifiers)
            paper_links.add_identifiers(filter(None, map(identifier_from_url, _URL.findall(value))))
            return _filled(evidence, facts)._replace(identifiers=paper_links.identifiers)
    return evidence


def _stated_words(value: str) -> ReferenceText:
    """Return the words of a reference in front matter, which may have tags and entities of HTML."""
    return plain_reference(html.unescape(_HTML_TAG.sub("", _JOURNAL_IN_TAGS.sub(". ", value))))


def certain_reference(value: str, *, is_linked: bool = False) -> Evidence | None:
    """Return the facts and identifiers of a text that is a reference without doubt; None for any other text.

    Args:
        value: The text.
        is_linked: Whether it has a link to a paper, so that it need not be a reference by its form alone.
    """
    facts = _facts_of_certain_reference(_stated_words(" ".join(value.split())), LIKELY if is_linked else CERTAIN)
    if facts is None or _PATENT.search(value):
        return None
    paper_links = PaperLinks(facts.identifiers)
    paper_links.add_identifiers(filter(None, map(identifier_from_url, _URL.findall(value))))
    return facts._replace(title=_PAGES_AT_END.sub("", facts.title), identifiers=paper_links.identifiers)


def titled_by_reference(context: NoteContext, evidence: Evidence, cited: Byline) -> Evidence:
    """Return the evidence of a note named after authors and year, with the title in its reference, if it has one.

    No heading is the title, unless it is the only one: the headings of such a note are about anything.
    """
    untitled = evidence._replace(title="", year=evidence.year or cited.year)
    completed = with_own_reference(context, untitled._replace(authors=evidence.authors or cited.authors))
    if not completed.title and (title := _only_heading(context)):
        return untitled._replace(title=title)
    # a citekey gives the family names, too, and other mentions may give all names
    return untitled if evidence.citekey and not completed.title else completed


def _only_heading(context: NoteContext) -> str:
    """Return the only heading of a note, if it opens the note and is a long title; "" for none."""
    heading = context.headings[0] if len(context.headings) == 1 else None
    if not heading or context.note.text[context.note.body_start : heading.span.start].strip():
        return ""
    title = split_title(context.visible_text(heading.index)).title
    return title if count_words(title) >= _MIN_HEADING_WORDS and looks_like_title(title) else ""


class _OwnReference:
    """The title, or the author and year, that the reference of a note has."""

    def __init__(self, evidence: Evidence) -> None:
        names = known_names(evidence.authors)
        self._evidence = evidence
        self._person = parse_person(names[0]) if names else None
        words = _BETWEEN_WORDS.split(evidence.title.lower())
        self._plain_words = [word for word in words if word.isascii() and word.isalnum()]

    def may_be_in(self, shown: str) -> bool:
        """Return whether a text that a reader sees may have the title; quick, as hardly any paragraph has it."""
        return self._has_plain_words(shown) or "{" in shown or "\\" in shown

    def _has_plain_words(self, shown: str) -> bool:
        return all(map(shown.lower().__contains__, self._plain_words))

    def facts(self, words: ReferenceText) -> Evidence | None:
        """Return the facts in a text; None if it is no reference of this paper."""
        if len(words.text) > _MAX_LENGTH:
            return None
        if not self._evidence.title:
            reference = read_reference(words) if self._person and self._evidence.year else None
            if reference is None or not self._is_of_author(reference):
                return None
            return reference_facts(reference)._replace(title=split_title(reference.title.words).title)
        # most texts that may have the title by their braces have other words
        match = find_title(self._evidence.title, words.text) if self._has_plain_words(words.text) else None
        if not match:
            return None
        if not self._person:
            return _facts_of_reference(words, self._evidence)
        published = _after_title(words, self._person.surname, match)
        return publication_evidence(published) if published else None

    def _is_of_author(self, reference: Reference) -> bool:
        """Return whether a certain reference has the first author and the year of the note."""
        names = known_names(reference.authors.names)
        first = parse_person(names[0]) if names else None
        is_same = first and self._person and first.surname.casefold() == self._person.surname.casefold()
        return bool(is_same) and reference.year == self._evidence.year and reference.score >= LIKELY


def _filled(evidence: Evidence, facts: Evidence) -> Evidence:
    """Return evidence with the facts of its reference; family names alone give way to the names in that."""
    if not evidence.title and not any(" " in name or "," in name for name in known_names(evidence.authors)):
        evidence = evidence._replace(authors=())
    are_stated = any(field.label.casefold() not in _KEYS for field in evidence.fields)
    details = () if are_stated else (*evidence.fields, *facts.fields)
    title = _with_colons(evidence.title, facts.title) or facts.title
    evidence = evidence._replace(title=title, fields=details or evidence.fields)
    return field_facts.filled(evidence, facts._replace(fields=()))


def _with_colons(title: str, printed: str) -> str:
    """Return a title, which may be the name of a file, with the colon and the commas of the same title in print."""
    words, others = title.split(), printed.split()
    if len(words) != len(others) or ":" in title or ":" not in printed:
        return title
    marks = (
        other[-1] if other[-1] in ":," and word[-1:].isalnum() else ""
        for word, other in zip(words, others, strict=True)
    )
    return " ".join(map("".join, zip(words, marks, strict=True)))


def find_title(title: str, words: str) -> re.Match[str] | None:
    """Return where words have a title, in any case, with any spaces, colons, and forms of apostrophes and hyphens."""
    # a set with characters that are not ASCII takes much longer to compile than the rest of the title
    separator = r"[\s:,;-]{1,4}" if _WIDE_MARKS.isdisjoint(words) else r"[\s:,;‐‑–—-]{1,4}"
    pattern = separator.join(map(re.escape, filter(None, _BETWEEN_WORDS.split(title))))
    return re.compile(_APOSTROPHE.sub(_APOSTROPHE.pattern, pattern), re.IGNORECASE).search(words)


def _after_title(words: ReferenceText, surname: str, title: re.Match[str]) -> Publication | None:
    """Return what follows the title in a reference; None if the author is not before it."""
    if surname.casefold() not in words.text[: title.start()].casefold():
        return None
    end = words.text.find(LINK_REMOVED, title.end())
    end = len(words.text) if end < 0 else end
    gap = len(words.text) - len(words.text[title.end() :].lstrip(' .,?!”"’»*_'))
    marked = next(((start, stop) for start, stop in words.emphasised if 0 <= start - gap <= 4), None)
    published = publication(words.text, title.end(), end, marked)
    is_sure = published.is_known or marked or published.has_in or published.volume
    return published if is_sure else Publication(year=published.year)


def _facts_of_reference(words: ReferenceText, evidence: Evidence) -> Evidence | None:
    """Return the facts of a reference with the title of a note that names no authors; None for any other text."""
    if count_words(evidence.title) < _MIN_WORDS:
        return None
    reference = read_reference(words)
    if not reference or reference.score < LIKELY:
        return None
    title = split_title(reference.title.words).title
    if text.comparison_key(title) != text.comparison_key(evidence.title):
        title = _PAGES_AT_END.sub("", title)
    is_same_year = not (reference.year and evidence.year) or reference.year == evidence.year
    if text.comparison_key(title) != text.comparison_key(evidence.title) or not is_same_year:
        return None
    return reference_facts(reference)._replace(title=title)


def _facts_after_leading_title(words: ReferenceText, title: str) -> Evidence | None:
    """Return what follows the title with which a reference begins: `Title, Journal of Law, 31(1), 1940`; None for less.

    The authors are stated elsewhere.  Without a sign of a journal or a book, only the year is certain.
    """
    # the subtitle may be left out
    titles = (part for part in (title, title.partition(": ")[0]) if count_words(part) > _MIN_WORDS)
    match = next(filter(None, (find_title(part, words.text) for part in titles)), None)
    if not match or words.text[: match.start()].strip(_OPENING):
        return None
    rest = words.text[match.end() :]
    gap = len(words.text) - len(rest.lstrip(' .,?!”"’»*_'))
    published = publication(words.text, gap, len(words.text), None)
    name = _PUBLISHER_AT_END.sub("", _LABEL_AT_END.sub("", published.venue))
    is_sure = published.is_known or published.has_in or published.is_event or published.volume or published.issue
    are_editors = not published.editors and _OTHER_WORDS.search(rest)
    if not (is_sure and name) or published.unexplained > 1 or are_editors:
        return publication_evidence(Publication(year=published.year)) if published.year else None
    return publication_evidence(replace(published, venue=name))


def _facts_of_certain_reference(words: ReferenceText, min_score: float = CERTAIN) -> Evidence | None:
    """Return the facts of a text that is a reference without doubt; None for any other text."""
    reference = read_reference(words)
    # `Dillon L. Waste, Race, and Space: …` may begin with two or three names
    if not reference or reference.score < (CERTAIN if reference.authors.form == "natural" else min_score):
        return None
    return reference_facts(reference)._replace(title=split_title(reference.title.words).title)


def _with_identifiers(context: NoteContext, block: Block, evidence: Evidence) -> Evidence:
    """Return evidence with the identifiers in a block, written or linked, which is the reference of the paper."""
    paper_links = PaperLinks(evidence.identifiers)
    for start, end, identifier in identifiers.find_identifiers(context.source(block.span)):
        if paper_links.add_identifier(identifier):
            context.read_spans.append(Span(block.span.start + start, block.span.start + end))
    for index, inline in context.unclaimed_links(block.index):
        if is_uninformative(inline.text):
            paper_links.add(index, inline)
    return evidence._replace(identifiers=paper_links.identifiers)

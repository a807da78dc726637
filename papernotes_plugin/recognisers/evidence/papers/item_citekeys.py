"""The citekeys of a list item or reference: the one that opens it, and the one at its end."""

from __future__ import annotations

from collections.abc import Sequence

from papernotes_plugin import citekeys, text
from papernotes_plugin.people import parse_person
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles.note_names import citekey_of_name
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import ANY_YEAR
from papernotes_plugin.vocabulary.model import BlockKind, Evidence, Inline, InlineKind

_CITED_KEY = lazy_regex(
    r"\s*(?:\[?@(?P<key>[\w:.+/-]{2,60}\w)\]?|\[(?P<bracketed>[^\W\d_][\w+-]{1,40}(?:19|20)\d\d[a-z]?)\])[\s:–—-]"
)
_ONLY_KEY = lazy_regex(r"[\W_]*?@(?P<key>\w[\w:.+/-]*\w)(?:\.md)?[\W_]*")
_KEY = lazy_regex(r"(?<![\w@])@(?P<key>\w[\w:.+/-]*\w)")
_MIN_TITLE = 12
"""Letters of a title in a citekey."""
_MAX_BEFORE_LINK = 4
"""Inlines before a link among which a citekey may be: marks, the key, and marks again."""
KEY_AT_END = lazy_regex(r"(?:\[@(?P<bracketed>[^\s\[\]{};,@]+)\]|(?<!\w)@(?P<bare>\w[\w:.-]*\w))[\s.]*$")
"""A citation of one work at the end of a text."""


def leading_key(context: NoteContext, candidate: PaperCandidate) -> str:
    """Return the citekey that opens an item or that is the name of a footnote; "" for none.

    The forms are `[[@key]] Title …`, `[@key] Title …` and `[Lee2020] Title …`.  The wikilink of the first form is
    claimed.
    """
    container = candidate.container
    if container.kind is BlockKind.FOOTNOTE:
        return container.info if citekeys.is_citekey(container.info) else ""
    key, index = _opening_key(candidate)
    if key and candidate.inlines[index][1].kind is InlineKind.WIKILINK:
        context.claimed_inlines.add(candidate.inlines[index][0])
    return key


def _opening_key(candidate: PaperCandidate) -> tuple[str, int]:
    """Return the citekey that opens an item, and its place among the inlines."""
    for at, (_, inline) in enumerate(candidate.inlines):
        if inline.kind is InlineKind.WIKILINK:
            return citekey_of_name(inline.url.split("#")[0]), at
        if cited := _CITED_KEY.match(inline.text) if inline.kind is InlineKind.TEXT else None:
            key = cited["key"] or cited["bracketed"]
            return (key if citekeys.is_citekey(key) else ""), at
        if inline.kind is not InlineKind.TEXT or inline.text.strip():
            break
    return "", 0


def has_own_key(candidate: PaperCandidate, authors: tuple[str, ...], year: int | None) -> bool:
    """Return whether a citekey, or a footnote named like one, with the first author and the year is on an item.

    A citekey opens the item, and the mark of a footnote ends it: `Lee, A. (2020). Title. [^Lee2020]`.
    """
    last = candidate.inlines[-1][1] if candidate.inlines else None
    at_end = last.text if last and last.kind is InlineKind.FOOTNOTE else ""
    all_facts = (citekeys.citekey_evidence(key) for key in (_opening_key(candidate)[0], at_end))
    return any(facts.year == year and _family(facts.authors) == _family(authors) != "" for facts in all_facts)


def key_before_link(context: NoteContext, inline: Inline) -> str:
    """Return the citekey that opens a block and is all that is before a link: `- [[@smith2020]] - [Title](…)`."""
    before = context.inlines_between(inline.block, 0, inline.span.start)
    if not before or len(before) > _MAX_BEFORE_LINK:
        return ""
    keys = [i.url for _, i in before if i.kind is InlineKind.WIKILINK]
    words = context.note.text[before[0][1].span.start : inline.span.start]
    cited = _ONLY_KEY.fullmatch(words)
    if not cited or len(keys) > 1:
        return ""
    return citekey_of_name(f"@{cited['key']}") if keys else cited["key"] if citekeys.is_citekey(cited["key"]) else ""


def with_trailing_key(context: NoteContext, own: Sequence[Inline], evidence: Evidence) -> Evidence:
    """Return evidence with the citekey at the end of its inlines, if author and year in the key are those of the paper.

    A footnote of the item may be the key: `[^lee]` above `[^lee]: @lee2020`.  Any other key may be a source of what the
    item says.
    """
    if evidence.citekey or not evidence.authors:
        return evidence
    match = KEY_AT_END.search(own[-1].text) if own and own[-1].kind is InlineKind.TEXT else None
    keys = [match["bracketed"] or match["bare"]] if match else []
    for footnote in (inline for inline in own if inline.kind is InlineKind.FOOTNOTE):
        keys += _keys_of_footnotes(context).get(footnote.text, ())
    keys = [key for key in dict.fromkeys(keys) if is_key_of(key, evidence)]
    return evidence._replace(citekey=keys[0]) if len(keys) == 1 else evidence


def is_key_of(key: str, evidence: Evidence) -> bool:
    """Return whether the author and the year of a citekey, or the words of the title in it, are those of a paper.

    Examples:
        >>> paper = Evidence(title="Maps of the Rivers", authors=("Lee-Ray, A.",), year=2006)
        >>> [is_key_of(key, paper) for key in ("Lee_Ray_2006_Maps", "lee2005", "Poe_2001_Maps_of_the_rivers")]
        [True, False, True]
    """
    facts, year = citekeys.citekey_evidence(key), ANY_YEAR.search(key)
    titled = text.comparison_key(key[year.end() :].replace("_", " ")) if year else ""
    if len(titled) >= _MIN_TITLE and text.comparison_key(evidence.title).startswith(titled):
        return True
    family = _family(evidence.authors).replace(" ", "")
    compound = text.comparison_key(key[: year.start()].replace("_", "")) if year else ""
    return (
        facts.year == evidence.year and family in (_family(facts.authors), compound.replace(" ", "")) and family != ""
    )


@once_per_note
def _keys_of_footnotes(context: NoteContext) -> dict[str, list[str]]:
    """Return the citekeys in each footnote, by the name of the footnote."""
    footnotes = (b for b in context.blocks if b.kind is BlockKind.FOOTNOTE)
    return {b.info: [key["key"] for key in _KEY.finditer(context.source(b.span))] for b in footnotes}


def _family(authors: tuple[str, ...]) -> str:
    """Return the family name of the first author in the form in which names are compared; "" for none."""
    person = parse_person(authors[0]) if authors else None
    return text.comparison_key(person.surname) if person else ""

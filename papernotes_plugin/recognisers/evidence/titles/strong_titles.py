"""Read the titles that begin in strong text, or that follow a short name in it."""

from __future__ import annotations

from papernotes_plugin import venues
from papernotes_plugin.markup.document_text import EMPHASIS_KINDS, TEXT_KINDS
from papernotes_plugin.people import BETWEEN_NAMES, INITIALS, NAME_WORD, is_title_word
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.short_bylines import is_no_person, may_be_people, read_byline
from papernotes_plugin.recognisers.evidence.references import heading_references
from papernotes_plugin.recognisers.evidence.structure.context import running_text
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.titles import titles_beside_names
from papernotes_plugin.recognisers.evidence.titles.plain_titles import segments
from papernotes_plugin.recognisers.evidence.titles.reference_titles import QUOTED, emphasised_after, inlines_from
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    is_venue,
    looks_like_title,
    split_title,
)
from papernotes_plugin.recognisers.evidence.titles.title_match import END_OF_TITLE, MAX_TEXT, TitleMatch
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Span

MAX_REST = 20_000
"""Maximum number of characters after the title: those of a very long list of authors."""
_NAME = lazy_regex(rf"(?:{INITIALS}|{NAME_WORD} ){{0,2}}{NAME_WORD}")
_MIN_AFTER_NAMES = 3
"""Words of a title in emphasis after names."""
_OPENS_WITH_INITIALS = lazy_regex(rf"{INITIALS}[A-Z][\w'’-]+, ")
_MIN_WORDS = 4
"""Words after the colon in a title."""
_COLON = lazy_regex(r"\s?[:：]\s")
_YEAR_AT_END = lazy_regex(r"(?:[,.]|, [A-Z][a-z]{2,8})\s(?:19|20)\d\d\W*$")


def emphasised_title(inlines: list[IndexedInline], inline: Inline, name: str) -> TitleMatch | None:
    """Return the title in emphasis that follows a short name: `**DPR**; *Dense Passage Retrieval*`; None for none."""
    following = emphasised_after(inlines, inline)
    if not following:
        return None
    title = following[1]
    if following[0].text.strip() not in (":", ";", "：") or not looks_like_title(title.text):
        return None
    words_after = running_text(inlines_from(inlines, title.span.end))[:MAX_REST]
    return TitleMatch(split_title(title.text), title.inner, words_after, is_distinct=True, name=name)


def _title_after_names(inlines: list[IndexedInline], link: Inline, words_after: str) -> TitleMatch | None:
    """Return the title in emphasis that ends a link, after family names: `[Lee, Ray, *A Title*](…)`; None for none."""
    title = next((i for _, i in inlines_from(inlines, link.inner.start) if i.kind in EMPHASIS_KINDS), None)
    if title is None or title.span.end > link.span.end or not link.text.strip(" .").endswith(title.text.strip(" .")):
        return None
    before = link.text[: link.text.rfind(title.text)].rstrip(" *_")
    names = tuple(BETWEEN_NAMES.split(before.rstrip(",:. "))) if before.endswith((",", ":", ".")) else ()
    are_names = bool(names) and all(map(_NAME.fullmatch, names)) and may_be_people(list(names))
    if not are_names or any(map(is_no_person, names)) or 2 * sum(map(is_title_word, names)) >= len(names):
        return None
    words = title.text
    if count_words(words) < _MIN_AFTER_NAMES or read_byline(words) or is_venue(words) or venues.find_venue(words)[0]:
        return None
    return TitleMatch(split_title(title.text), title.inner, words_after, is_distinct=True, authors=names)


def continued_title(inlines: list[IndexedInline], inline: Inline, name: str, words_after: str) -> TitleMatch | None:
    """Return the title that begins in strong text of several words: `**Ghost on the Shell**: A Representation of …`.

    A remark, authors or a venue after the colon are none of it.
    """
    following = inlines_from(inlines, inline.span.end)
    plain = (
        following[0][1] if _COLON.match(words_after) and following and following[0][1].kind is InlineKind.TEXT else None
    )
    head = plain.text.lstrip().lstrip(":：").strip(" ,.[(|") if plain else ""
    head = head.rstrip('"”»')
    if not plain or count_words(head) < _MIN_WORDS or not looks_like_title(head) or END_OF_TITLE.search(head):
        return None
    people = authorship.split_authors(head) if "," in head or " and " in head else (head,)
    if any(map(authorship.has_given_name, people)) or authorship.names_organisation(head):
        return None
    if authorship.looks_like_authors(head) or venues.find_venue(head)[0] or is_venue(head):
        return None
    span = Span(inline.span.start, plain.span.end)
    after = running_text(following[1:])[:MAX_REST]
    return TitleMatch(split_title(f"{name.rstrip(':：')}: {head}"), span, after, is_distinct=True)


def title_after_colon(inlines: list[IndexedInline], inline: Inline, name: str) -> TitleMatch | None:
    """Return the title that begins in strong text: `**BERT**: Pre-training of …`; None if other words follow."""
    parts, end = [], inline.span.end
    for _, later in inlines_from(inlines, inline.span.end):
        if later.kind is InlineKind.LINK:
            break
        if later.kind in TEXT_KINDS:
            parts.append(later.text)
            end = later.span.end
    after_colon = "".join(parts)[:MAX_TEXT].strip().lstrip(":：;").strip()
    quoted = QUOTED.match(after_colon)
    if quoted and (looks_like_title(quoted["title"]) or _YEAR_AT_END.search(after_colon, quoted.end())):
        # `**ViT**: "An Image is Worth 16x16 Words", ICLR, 2021`
        span = Span(inline.span.start, end)
        return TitleMatch(split_title(quoted["title"]), span, after_colon[quoted.end() :], is_distinct=True, name=name)
    head = (segments(after_colon) or [""])[0].strip(" []")
    head = head if "(" in head else head.strip("()")
    if count_words(head) < 2 or not looks_like_title(head):
        return None
    title = split_title(f"{name.rstrip(':：')}: {head}")
    return TitleMatch(title, Span(inline.span.start, end), after_colon[len(head) :], is_distinct=True)


def reference_in_link(
    inlines: list[IndexedInline], link: Inline, name: str, span: Span, words_after: str
) -> TitleMatch | None:
    """Return the title in a link text that begins with names, or is a whole reference; None for others."""
    if titled := _title_after_names(inlines, link, words_after):
        return titled
    if ", " in name and (
        after := titles_beside_names.title_after_full_names(name, span, is_whole=bool(_OPENS_WITH_INITIALS.match(name)))
    ):
        after.is_distinct, after.rest = True, f"{after.rest} {words_after}"
        return after
    reference = heading_references.read_text(name)
    if not reference:
        return None
    return TitleMatch(
        heading_references.title_of(reference), span, words_after, is_distinct=True, authors=reference.all_authors
    )

"""Find the title in a list item or reference: as a link, in strong text, or in its words."""

from __future__ import annotations

import re
from bisect import bisect_left

from papernotes_plugin import citekeys
from papernotes_plugin.markup.document_text import EMPHASIS_KINDS
from papernotes_plugin.people import INITIALS
from papernotes_plugin.recognisers.evidence.authors import authorship, linked_authors
from papernotes_plugin.recognisers.evidence.authors.short_bylines import read_citation
from papernotes_plugin.recognisers.evidence.labels import label_meanings
from papernotes_plugin.recognisers.evidence.papers import link_texts
from papernotes_plugin.recognisers.evidence.papers.item_citekeys import KEY_AT_END
from papernotes_plugin.recognisers.evidence.papers.link_texts import calls_paper_by_name
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link, may_be_paper_link
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note, running_text
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.structure.reference_openings import LABEL
from papernotes_plugin.recognisers.evidence.titles import (
    native_labels,
    page_titles,
    strong_titles,
    venue_openings,
)
from papernotes_plugin.recognisers.evidence.titles.item_remarks import is_remark
from papernotes_plugin.recognisers.evidence.titles.plain_titles import is_entry
from papernotes_plugin.recognisers.evidence.titles.reference_titles import (
    QUOTED,
    find_in_words,
    inlines_from,
    is_before_authors,
)
from papernotes_plugin.recognisers.evidence.titles.sentences import FIVE_WORDS
from papernotes_plugin.recognisers.evidence.titles.strong_titles import MAX_REST
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    is_uninformative,
    is_venue,
    looks_like_title,
    split_title,
)
from papernotes_plugin.recognisers.evidence.titles.title_match import TitleMatch
from papernotes_plugin.recognisers.evidence.titles.titles_after_links import (
    title_after_address,
    title_after_link,
    title_after_name,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Inline, InlineKind

_MAX_OPENING = 200
"""Maximum number of characters before the title."""
_OPENING_DATE = lazy_regex(
    r"^\W{0,8}(?P<year>(?:19|20)\d\d)(?:[-/.年]\d{1,2}(?!\d|[-/.月]\s?\d)|(?P<alone>[\])*]|\s?[:：,|]\s|\s[–—-]\s))"
)
"""A month or a year that opens an entry, as lists of papers have it; a date with its day says when it was read."""
_MAX_LABEL_WORDS = 3
_MAX_SHORT_NAME = 25
_NICKNAME = lazy_regex(r"[A-Z](?=\w*[A-Z])[\w-]*|[a-zA-Z]+-?\d[\w.-]*")
_INITIALS_AFTER = lazy_regex(rf"\s*,\s{INITIALS},")
"""Initials, before which the marked words end with a family name: `**A remark, then Lee**, R. J., …`."""
_DATE_IN_BRACKETS = lazy_regex(r"\s*\([^()\n]{0,60}\b(?:19|20)\d\d\)")
_WORD_AFTER = lazy_regex(r"\s[^\W\d_]")
_TIME_AFTER = lazy_regex(r"\s*[^\n:]{0,24}\b\d{1,2}:\d\d\b")
"""The time after the name of who wrote a message: `**Ann Lee** — 01/11/2025 10:42`."""
_MAX_SPEAKER = 3
_TEXT, _STRONG = InlineKind.TEXT, InlineKind.STRONG
_RATING = lazy_regex(r"【[^【】]{0,40}】|:[a-z_]{2,30}:")
"""A remark or an emoji of the reader before a title: `2.【:heart_eyes:】 **Title**`."""
_LABEL = lazy_regex(rf"{LABEL}[*_]*[:：]")
_MARK_IN_PREFIX = lazy_regex(r"[^\w\s,.;]")
"""A mark that everything of five words has which may be before a title, such as a bracket or a colon."""
_LOWER_WORD_AT_END = lazy_regex(r"\s[^\W\d_A-Z]+ $")
_URL = lazy_regex(r"(?:https?://|\bwww\.)\S+")
_WIDE_COMMA = lazy_regex(r"(?<=[!-\u02af]) ?， ?(?=[!-\u02af\"“])")
"""A wide comma between words in Latin letters, as in references that are typed in Chinese or Japanese."""
_WIDE_PUNCTUATION = str.maketrans("，。；：（）、", ",.;:(),")


def find(
    context: NoteContext, inlines: list[IndexedInline], links: list[IndexedInline], *, is_prose: bool
) -> TitleMatch | None:
    """Return the title of a list item, a reference or a paragraph.

    Args:
        context: The note.
        inlines: The inlines of the item.
        links: The links among them.
        is_prose: Whether the item is a paragraph: only forms that are unusual in prose count then.
    """
    opening = None if is_prose else venue_openings.read(inlines)
    if opening:
        inlines = opening.inlines
        links = inlines_from(links, inlines[0][1].span.start)
    inlines, tag = _without_name_tag(native_labels.without_label(inlines))
    words = running_text(inlines)
    # `Title | Authors | Venue | link` is no sentence, unless a link within it is the title
    is_prose = is_prose and not (is_entry(words) and not _opens_with_words_before_title(inlines))
    if is_prose and not links and not QUOTED.search(words):
        return None
    if is_remark(inlines):
        return None
    date = _OPENING_DATE.match(words)
    match = None if opening and _is_marked_inside(inlines) else _leading_title(context, inlines, links)
    if match and not match.parts.venue:
        match.parts = match.parts.completed(venue_openings.venue_before(inlines, match.span.start))
    if is_prose and match and not (match.is_distinct and any(may_be_paper_link(i) for _, i in links)):
        return None
    match = match or find_in_words(context, inlines, words, links, is_prose=is_prose)
    if match:
        match.rest = _plain_rest(match.rest)
        written = match.parts.authors
        if written and any(f" {by} {written[0]}" in words for by in ("by", "par", "por")):
            match.authors = match.authors or written
        # `2001: A Space Odyssey` begins with a number of its own
        is_before = date and (
            not date["alone"] or date["year"] in context.note.text[inlines[0][1].span.start : match.span.start]
        )
        match.opening_year = int(date["year"]) if date and is_before else None
        match.name = match.name or tag
        if opening:
            match.parts = match.parts.completed(opening.parts)
            match.name = match.name or opening.name
            match.authors = match.authors or opening.parts.authors
    return match


def _opens_with_words_before_title(inlines: list[IndexedInline]) -> bool:
    """Return whether words of a sentence are before a link to a paper whose text is a title: `Today I read [Title](…)`.

    The last of these words has no capital, and no mark follows it.
    """
    opening = ""
    for _, inline in inlines:
        if inline.kind is InlineKind.LINK:
            is_open = _LOWER_WORD_AT_END.search(opening) is not None
            return is_open and is_paper_link(inline) and looks_like_title(inline.text)
        if inline.kind is not InlineKind.TEXT:
            return False
        opening += inline.text
    return False


def _without_name_tag(inlines: list[IndexedInline]) -> tuple[list[IndexedInline], str]:
    """Return the inlines after a short name in brackets, and that name: `**[YOLO v3]** YOLOv3: An Improvement`."""
    first = next((i for _, i in inlines if i.kind is not InlineKind.TEXT or i.text.strip()), None)
    name = first.text.strip() if first and first.kind is InlineKind.STRONG else ""
    if not first or not (name.startswith("[") and name.endswith("]")) or len(name.split()) > _MAX_LABEL_WORDS:
        return inlines, ""
    following = inlines_from(inlines, first.span.end)
    opens_title = bool(following) and following[0][1].kind is InlineKind.TEXT and following[0][1].text[:1] == " "
    is_name = opens_title and not is_uninformative(name) and not is_venue(name.strip("[]"))
    # a key in small letters would name the paper in any sentence
    return (following, "" if name.islower() else name.strip("[] ")) if is_name else (inlines, "")


def _is_marked_inside(inlines: list[IndexedInline]) -> bool:
    """Return whether emphasis marks a part of a title only: `On **Data Diversity** for Self-Supervised Learning`."""
    before = ""
    for position, (_, inline) in enumerate(inlines):
        if inline.kind in EMPHASIS_KINDS:
            after = next((i for _, i in inlines[position + 1 :] if i.span.start >= inline.span.end), None)
            is_followed = after and after.kind is InlineKind.TEXT and _WORD_AFTER.match(after.text)
            return bool(before.strip() or is_followed) and not before.rstrip().endswith((":", ",", "："))
        if inline.kind is not InlineKind.TEXT:
            return False
        before += inline.text
    return False


def _plain_rest(words_after: str) -> str:
    """Return the text after a title without URLs and a key at its end, with the punctuation marks of ASCII."""
    if "://" in words_after or "www." in words_after:
        words_after = _URL.sub(" ", words_after)
    if not words_after.isascii():
        words_after = words_after.translate(_WIDE_PUNCTUATION)
    return KEY_AT_END.sub("", words_after) if "@" in words_after else words_after


def _leading_title(context: NoteContext, inlines: list[IndexedInline], links: list[IndexedInline]) -> TitleMatch | None:
    """Return the title if a link, strong text or emphasis opens the item."""
    opening, link = "", None
    for position, (_, inline) in enumerate(inlines):
        if inline.kind is InlineKind.TEXT:
            if link and inline.span.start >= link.span.end and (after := title_after_link(context, link, inlines)):
                return after
            opening += inline.text
            if _is_short_name(opening, inlines[position + 1 : position + 2]):
                continue
            following = inlines[position + 1][1] if position + 1 < len(inlines) else None
            is_marked = following is not None and following.kind in (InlineKind.STRONG, InlineKind.LINK)
            if is_marked and venue_openings.IN_BRACKETS.fullmatch(opening.strip()):
                continue
            if len(opening) > _MAX_OPENING or (opening.strip() and not _may_precede_title(opening)):
                return None
        elif inline.kind is InlineKind.LINK:
            if inline.bare:
                return title_after_address(inlines_from(inlines, inline.span.end)) if is_paper_link(inline) else None
            if not is_uninformative(inline.text):
                return title_after_name(context, inline, inlines) or _title_of_inline(context, inlines, inline, links)
            link = inline if is_paper_link(inline) and not opening.strip() else None
        elif inline.kind in EMPHASIS_KINDS and not _contains_link(inline, links) and not _is_tag(inline.text):
            return _title_of_inline(context, inlines, inline, links)
    return None


def _is_short_name(opening: str, following: list[IndexedInline]) -> bool:
    """Return whether a text is the short name of the paper in the next link: `BERT: [BERT: Pre-training …](…)`.

    The title must begin with it, or it must be written like one: `VideoPoet`, `GPT-4`.
    """
    name = opening.strip(" *_")
    if not name.endswith((":", "：")) or len(name) > _MAX_SHORT_NAME or not following:
        return False
    link = following[0][1]
    if link.kind is not InlineKind.LINK or link.bare or not is_paper_link(link) or count_words(link.text) < 3:
        return False
    name = name[:-1].strip()
    return len(name.split()) == 1 and (link.text.startswith(f"{name}:") or bool(_NICKNAME.fullmatch(name)))


def _contains_link(inline: Inline, links: list[IndexedInline]) -> bool:
    at = bisect_left(links, inline.span.start, key=lambda indexed: indexed[1].span.start)
    return at < len(links) and links[at][1].span.end <= inline.span.end


def _may_precede_title(opening: str) -> bool:
    """Return whether a text is a number, a date, a venue in brackets, or a label such as `Paper:`."""
    opening = _RATING.sub("", opening).strip()
    if not opening.strip("[]() -–—:：.*0123456789/#|✅⬜☑️📄📝⭐🔥\\^"):
        return True
    if opening.endswith((":", "：")) and (
        label_meanings.meaning(opening.strip(" :：")) in ("title", "link") or _LABEL.fullmatch(opening)
    ):
        return True
    if FIVE_WORDS.search(opening) and not _MARK_IN_PREFIX.search(opening):
        return is_uninformative(opening)
    return is_uninformative(opening) or not split_title(f"{opening} X").title.removesuffix("X").strip()


def _is_tag(value: str) -> bool:
    """Return whether strong text is a number, a venue, a date or a label."""
    stripped = value.strip(" []()（）【】:：")
    return is_uninformative(value) or is_venue(stripped) or bool(label_meanings.meaning(stripped))


@once_per_note
def _lists_titles_after_brackets(context: NoteContext) -> bool:
    return linked_authors.lists_titles_after_brackets(context.note.text)


@once_per_note
def _lists_titles_after_authors(context: NoteContext) -> bool:
    return linked_authors.lists_titles_after_authors(context.note.text)


def _are_names(inlines: list[IndexedInline], inline: Inline, name: str, title: str) -> bool:
    """Return whether the text of a link or emphasis is names, perhaps with years, and no title before other names.

    Emphasis before a comma and strong text is names, too: `*Ongaro and Ousterhout*, **In Search of an Algorithm**`.
    """
    after = inlines_from(inlines, inline.span.end)[:2]
    is_before_strong = inline.kind is InlineKind.EMPHASIS and [i.kind for _, i in after] == [_TEXT, _STRONG]
    if read_citation(name) or (is_before_strong and after[0][1].text.strip() == ","):
        return True
    is_link = inline.kind is InlineKind.LINK
    may_be_names = authorship.looks_like_authors(name) or (is_link and link_texts.are_names_with_years(name, title))
    return may_be_names and not is_before_authors(inlines, inline)


def _title_of_inline(
    context: NoteContext, inlines: list[IndexedInline], inline: Inline, links: list[IndexedInline]
) -> TitleMatch | None:
    """Return the title that a link or emphasised text is; None for a citekey, names, or a label.

    In the text after it, ` ~ ` is a dash: `[Title](…) ~ Ann Lee`.
    """
    name = _WIDE_COMMA.sub(", ", " ".join(inline.text.split()))
    if citekeys.is_citekey(name.strip("@")):
        return None
    following = running_text(inlines_from(inlines, inline.span.end))[:MAX_REST].replace(" ~ ", " — ")
    is_link = inline.kind is InlineKind.LINK
    is_bracketed = is_link and following.startswith("]") and may_be_paper_link(inline)
    if is_bracketed or (is_link and is_paper_link(inline)):
        is_listed = (_lists_titles_after_brackets if is_bracketed else _lists_titles_after_authors)(context)
        if after := linked_authors.title_after(name, following, is_listed=is_listed):
            return TitleMatch(after[0], inline.span, "", is_distinct=True, authors=after[1])
        if linked_authors.are_authors(name):
            return None
    is_speaker = inline.kind is InlineKind.STRONG and count_words(name) <= _MAX_SPEAKER and _TIME_AFTER.match(following)
    if (is_link and calls_paper_by_name(name)) or _INITIALS_AFTER.match(following) or is_speaker:
        return None
    span = inline.inner if inline.inner.end > inline.inner.start else inline.span
    if is_link and (reference := strong_titles.reference_in_link(inlines, inline, name, span, following)):
        return reference
    parts = split_title(name, page_titles.host_of(inline.url) if is_link and page_titles.may_name_site(name) else "")
    if _are_names(inlines, inline, name, parts.title):
        return None
    if count_words(parts.title) <= 3 and (re.match(r"\s*[:：;]", following) or name.endswith((":", "："))):
        match = strong_titles.emphasised_title(inlines, inline, name)
        match = match or strong_titles.title_after_colon(inlines, inline, name)
        if match or not is_link:
            return match
    if inline.kind is InlineKind.STRONG and (match := strong_titles.continued_title(inlines, inline, name, following)):
        return match
    has_paper = may_be_paper_link(inline) or any(is_paper_link(i) for _, i in links)
    count = count_words(parts.title)
    if is_link and not has_paper and count < 3:
        return None
    is_marked = inline.kind is InlineKind.STRONG or bool(_DATE_IN_BRACKETS.match(following))
    return TitleMatch(parts, span, following, is_distinct=is_link or is_marked or count >= 4)

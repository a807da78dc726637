"""Find the title in the words of a reference: in quotation marks, after the authors, or as the first words."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import takewhile

from papernotes_plugin import venues
from papernotes_plugin.markup.document_text import TEXT_KINDS
from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors import authorship, trailing_authors
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_document, is_paper_link, may_be_paper_link
from papernotes_plugin.recognisers.evidence.papers.reference_links import is_bracketed, linked_authors_after
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, running_text
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.structure.reference_openings import LABEL
from papernotes_plugin.recognisers.evidence.titles.plain_titles import NUMBER, title_in_reference
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    is_uninformative,
    is_venue,
    looks_like_title,
    split_title,
    venue_in_brackets,
)
from papernotes_plugin.recognisers.evidence.titles.title_match import MAX_TEXT, TitleMatch
from papernotes_plugin.recognisers.evidence.titles.titles_beside_names import names_before, title_above_names
from papernotes_plugin.text.lazy_regex import lazy_regex, optional_run
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Span

_MAX_HEAD = 600
"""Number of characters before the first link of a reference from which they must have authors."""
_TAG = lazy_regex(r"^\[[^\W\d_][\w +#-]{0,29}\]\s+")
"""A remark in brackets before a title in quotation marks: `[Kotlin] "Title"`."""
# possessive: a run of spaces has only one place at which the title can end
QUOTED = lazy_regex(
    r"[\"“„«《「『]\s*+(?P<title>(?:[^\"“”„«»《》「」『』\n]"
    r"|(?<=\s)\"[^\"\s][^\"\n]{0,40}\"(?=[\s,:;?!-])){3,400}?)"
    r"(?<!\s)\s*+(?:[.,]\s*+)?[\"”“»》」』](?!(?<=\s\")\w)"
)
"""A text in quotation marks, which may have a quotation inside."""
_YEAR_AT_END = lazy_regex(optional_run(r"\s,.") + r"[(\[]?((?:19|20)\d\d)[a-z]?[)\]]?[\s,.:]*$")
_NAME_BEFORE = lazy_regex(r"(?=\S*[A-Z]\S*[A-Z\d]|\S*\d)[^\s:,\"]{2,25}(?: [A-Z][\w+-]{1,15})?[:：]\s*")
"""A name with capitals or digits before a title in quotation marks: `SiamRPN: "High Performance Tracking"`."""
_WORD_BEFORE = lazy_regex(r"[^\W\d_a-z][\w-]{2,25}[:：]\s*")
"""Another word before a title in quotation marks with a link in brackets: `Unicorn: "Title" ECCV [[paper](…)]`."""
_OPENED_QUOTATION = lazy_regex(r"(?:^|\s)[“„«»\"「『]$")
"""The mark before a link that is the title, after names in a form that no pattern has: `Lee in Ray. »[Title](…)«`."""
_PUBLISHED_BEFORE = lazy_regex(r"[A-Za-z ]{0,12}(?:19|20)\d\d\s?(?:年)?(?:发表|發表|で発表|에 발표)")
"""The year before a verb of a Chinese, Japanese or Korean sentence between names and a title."""
_MARKS_BETWEEN_LINKS = " []()|/,;·\\"
_MIN_LINKED = 3
"""Words of a title after links."""
_LABEL_BEFORE_NAMES = lazy_regex(rf"\A(?:{LABEL})[:：]?\s+(?=[^\W\d_a-z])")
_SHORTENED = lazy_regex(r"\bet al\b")
_LAST_SHORTENED = lazy_regex(r"(?:\band|[,;])\s+(?P<names>[^\W\d_a-z][\w'’-]+,? et al)$")
_AFTER_AUTHORS = lazy_regex(r"(?<=al)[.,]+\s|(?<!\s)\s*(?:,\s*)?(?=[A-Z]{3}|(?:19|20)\d\d)")


def find_in_words(
    context: NoteContext, inlines: list[IndexedInline], words: str, links: list[IndexedInline], *, is_prose: bool
) -> TitleMatch | None:
    """Return the title in quotation marks, after authors, or in the words before the first group of links.

    Args:
        context: The note.
        inlines: The inlines of the reference.
        words: Their running text.
        links: The links among them.
        is_prose: Whether the words may be prose: only a title with authors counts then.
    """
    if not inlines or (is_prose and len(words) > MAX_TEXT):
        return None
    match = _quoted_title(context, inlines, words) or _linked_title(inlines, links)
    if is_prose:
        # `Ann Lee等人在NeurIPS 2023发表的[Title](…)` is a sentence, which `citation_link` reads
        return match if match and match.authors and not _PUBLISHED_BEFORE.match(match.rest) else None
    return match or _title_after_links(inlines) or _title_before_links(context, inlines, links)


def _title_after_links(inlines: list[IndexedInline]) -> TitleMatch | None:
    """Return the title after links in brackets that open an item: `[[CVPR 2021](…)] Title`, `([pdf](…)) Title`."""
    opening, links, first = "", [], None
    for _, first in inlines:
        words = first.text.strip()
        if first.kind is InlineKind.LINK and not first.bare and is_uninformative(words):
            links.append(first)
        elif links and first.span.end <= links[-1].span.end:
            continue
        elif first.kind is not InlineKind.TEXT or words.strip(_MARKS_BETWEEN_LINKS):
            break
        elif not links:
            opening += words
    if not first or not (links and opening.endswith(("[", "(")) and first.text.lstrip().startswith(("]", ")"))):
        return None
    following = takewhile(lambda i: i[1].kind is not InlineKind.LINK, inlines_from(inlines, first.span.start))
    head = [i for i in following if i[1].block == first.block]
    words = running_text(head).lstrip("]) :,–—-")
    match = title_in_reference(words, Span(head[0][1].span.start, head[-1][1].span.end), _MIN_LINKED, has_link=True)
    if match:
        match.is_plain = True
        for link in links:
            match.parts = match.parts.completed(venue_in_brackets(link.text))
    return match


def _title_before_links(
    context: NoteContext, inlines: list[IndexedInline], links: list[IndexedInline]
) -> TitleMatch | None:
    """Return the title in the words before the first link or before emphasised authors; in all words without these."""
    first = next((i for _, i in links if not i.bare or is_paper_link(i) or is_document(i.url)), None)
    end = first.span.start if first else inlines[-1][1].span.end
    end = min(end, _start_of_authors(inlines))
    head = [i for _, i in inlines if i.span.start < end and i.kind is not InlineKind.LINK]
    block = head[0].block if head else -1
    words = "".join(i.text for i in head if i.kind in TEXT_KINDS and i.span.end <= end and i.block == block).strip()
    if not words or (first is not None and _OPENED_QUOTATION.search(words)):
        return None
    is_before_brackets = bool(re.search(r"\[\s*$", words)) or (
        first is not None and context.note.text[first.span.start - 1] == "["
    )
    span = Span(head[0].span.start, min(end, max(i.span.end for i in head)))
    lines = "".join("\n" if "\n" in context.source(i.span) else i.text for i in head if i.kind in TEXT_KINDS)
    match = title_above_names(lines, span) if "\n" in lines else None
    byline = linked_authors_after(context, words, first) if first else None
    minimum = 1 if is_before_brackets or byline else 2
    match = match or title_in_reference(words, span, minimum, has_link=first is not None)
    is_document_only = first is not None and first.bare and not is_paper_link(first)
    if match and is_document_only and not match.authors:
        title = match.parts.title
        if count_words(title) < _MIN_LINKED or not looks_like_title(title):
            # `Slides that Ann likes https://…/talk.pdf`
            return None
    if match and len(words) > _MAX_HEAD and not (match.authors or trailing_authors.authors_in(match.rest)):
        return None
    if match:
        match.is_plain = True
        match.is_before_bracketed_links = is_before_brackets
        # `Title ([SoCC 2021](../socc-2021.md)) [[Paper](…)]`: the venue is a link to a note about it
        following = running_text(
            inlines_from(inlines, end), [i.span for _, i in links if not all(venues.parse_venue(i.text)[:2])]
        )
        match.rest = f"{match.rest} {following}".strip()
    if match and byline and not match.authors:
        match.authors, match.parts = byline.authors, match.parts.completed(byline)
    return match


def _start_of_authors(inlines: list[IndexedInline]) -> int:
    """Return the offset of the emphasis that is a list of authors: `Title, *Ann Lee, Bob Ray*`; the end for none."""
    emphasised = (i for _, i in inlines[1:] if i.kind is InlineKind.EMPHASIS and "," in i.text)
    return next((i.span.start for i in emphasised if authorship.looks_like_authors(i.text)), inlines[-1][1].span.end)


def inlines_from(inlines: list[IndexedInline], start: int) -> list[IndexedInline]:
    """Return the inlines that begin at an offset or after it."""
    return inlines[bisect_left(inlines, start, key=lambda indexed: indexed[1].span.start) :]


def emphasised_after(inlines: list[IndexedInline], inline: Inline) -> list[Inline]:
    """Return the text and the emphasis that follow strong text; [] if other inlines do."""
    following = [i for _, i in inlines_from(inlines, inline.span.end)][:2]
    is_strong = inline.kind is InlineKind.STRONG
    return following if is_strong and [i.kind for i in following] == [InlineKind.TEXT, InlineKind.EMPHASIS] else []


def is_before_authors(inlines: list[IndexedInline], inline: Inline) -> bool:
    """Return whether emphasised names follow strong text that has none: `**Discovery and Modeling.** *Ann Lee, …*`."""
    following = emphasised_after(inlines, inline)
    if not following:
        return False
    # words with capitals look like names, too
    people = (authorship.split_authors(i.text) for i in (inline, following[1]))
    has_names, is_followed = (any(map(authorship.has_given_name, listed)) for listed in people)
    return is_followed and not has_names


def _quoted_title(context: NoteContext, inlines: list[IndexedInline], words: str) -> TitleMatch | None:
    """Return the title of `Authors. "Title." Venue. Year.`; it may be linked, strong or plain."""
    match = QUOTED.search(words, 0, MAX_TEXT)
    if not match:
        return None
    without_number = _TAG.sub("", NUMBER.sub("", words[: match.start()]))
    before = _YEAR_AT_END.sub("", without_number).strip(" .,:;\\*(")
    has_name = bool(_NAME_BEFORE.fullmatch(without_number))
    may_have_names = (
        before and not has_name and any(i.kind is InlineKind.LINK and is_uninformative(i.text) for _, i in inlines)
    )
    authors = names_before(before) if may_have_names and looks_like_title(match["title"]) else ()
    has_word = bool(_WORD_BEFORE.fullmatch(without_number)) and any(
        is_paper_link(i) and is_bracketed(context, i) for _, i in inlines if i.kind is InlineKind.LINK
    )
    is_known = has_name or has_word or bool(authors) or is_uninformative(before)
    if (before and not is_known) or count_words(match["title"]) < (2 if has_name else 3):
        return None
    first = inlines[0][1].span.start
    start = max(first, context.note.text.find(match["title"][:20], first))
    span = Span(start, min(start + len(match["title"]), inlines[-1][1].span.end))
    parts = split_title(match["title"])
    name = before if has_name and not is_uninformative(before) else ""
    return TitleMatch(parts, span, words[match.end() :], is_distinct=True, authors=authors, name=name)


def _linked_title(inlines: list[IndexedInline], links: list[IndexedInline]) -> TitleMatch | None:
    """Return the linked title after names or a venue: `A. Pavlo, et al. SIGMOD, 2016 [What's New?](x.pdf)`."""
    informative = [i for _, i in links if not is_uninformative(i.text) and count_words(i.text) >= 3]
    if len(informative) != 1:
        return None
    link = informative[0]
    before = "".join(i.text for _, i in inlines if i.kind in TEXT_KINDS and i.span.end <= link.span.start)
    before = _LABEL_BEFORE_NAMES.sub("", NUMBER.sub("", before).strip(' .,:;-–—“„«»"'))
    if len(_SHORTENED.findall(before)) > 1:
        # `Vaswani et al., Attention Is All You Need, and Xiang et al., [Title](…)`: the first names are not its own
        last = _LAST_SHORTENED.search(before)
        before = last["names"] if last else ""
    if not before or count_words(before) > 14:
        return None
    head = _AFTER_AUTHORS.split(before)[0].strip(" ,.")
    names = authorship.listed_names(head)
    if not (names or is_venue(before)):
        return None
    may_be_paper = may_be_paper_link(link) or link.url.lower().endswith(".pdf")
    if not may_be_paper and not (names and trailing_authors.year_in(f"{before}.")):
        return None
    words_around = f"{before[len(head) :]} {running_text(inlines_from(inlines, link.span.end))}"
    match = TitleMatch(split_title(link.text), link.inner, words_around, is_distinct=True, authors=names)
    match.has_more_authors = bool(_SHORTENED.search(before)) or OTHERS in names
    return match

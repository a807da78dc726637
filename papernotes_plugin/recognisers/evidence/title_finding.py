"""Finding the title in an entry of a list: set off by a link, strong text or quotes, or by its place in a reference."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace

from papernotes_plugin import citekeys
from papernotes_plugin.recognisers.evidence import authorship, labelled_values, title_heuristics, trailing_authors
from papernotes_plugin.recognisers.evidence.context import NoteContext, running_text
from papernotes_plugin.recognisers.evidence.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.paper_links import is_paper_link, may_be_paper_link
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Span

_PLAIN = (InlineKind.TEXT, InlineKind.CODE, InlineKind.MATH)
_BESIDE = (InlineKind.HTML, InlineKind.IMAGE, InlineKind.WIKILINK, InlineKind.CODE, InlineKind.TAG)
"""What may stand before the title of an entry."""
_LEAD = 200
"""Characters that may stand before it."""
_REST = 1200
"""Characters of an entry that say something about its title."""
_APA = re.compile(
    r"^(?P<authors>.{3,300}?)[\s,.]*\((?P<year>(?:19|20)\d\d)[a-z]?(?:,[^()]{0,20})?\)[.,:]?\s+(?P<title>[^.?!]{8,300}[?!]?)"
)
# Rombach, R., Blattmann, A., and Ommer, B. High-resolution image synthesis …
_INVERTED = re.compile(
    r"(?P<authors>(?:(?:and |& )?[^\W\d_a-z][\w'’ -]{0,30}, (?:[A-Z]\.[ -]?){1,4}(?:, ?|; ?| )?){2,}(?:et al\. ?)?)"
    r"(?P<title>[^\W\d_a-z][\w'’-]+[:,]? .{8,}|\d.{10,})"
)
_DATED = re.compile(r"^(?P<title>.{3,300}?)\s*[(\[](?P<year>(?:19|20)\d\d)[)\]]\s*[,.:]?\s*(?P<rest>.*)$", re.DOTALL)
_SPLIT = re.compile(r"(?<=[^\W\d_]{2})(?<!\bvs)[.。]\s+(?=[^\W_a-z])|\s*[|｜]\s*")
_NUMBER = re.compile(
    r"^[\s*\\]*(?:\[\^?\d{1,4}\\?\]:?|\[[^\[\]]{2,40}(?:et al|,)[^\[\]]{0,9}\d{4}[a-z]?\\?\]:?|\(?\d{1,3}[.)]\s)[\s*]*"
)
"""What numbers a reference: `[12]`, `**[3]**`, `[Rombach et al., 2022]`, `4.`"""
_DATE = re.compile(r"^[\s\[(*]*((?:19|20)\d\d)[-/.年]\d{1,2}")
# of a run of spaces there is one place where the title may end
_QUOTED = re.compile(
    r"[\"“„«《「『]\s*+(?P<title>[^\"“”„«»《》「」『』\n]{3,400}?)(?<!\s)\s*+(?:[.,]\s*+)?[\"”“»》」』]"
)


_YEAR_BEFORE = re.compile(r"[\s,.]*[(\[]?((?:19|20)\d\d)[a-z]?[)\]]?[\s,.:]*$")
_URL = re.compile(r"https?://\S+")
_WIDE = str.maketrans("，。；：（）、", ",.;:(),")


@dataclass(slots=True)
class TitleMatch:
    """The title of an entry and where it stands."""

    titled: title_heuristics.TitleParts
    span: Span
    rest: str
    """The running text beside the title."""
    sure: bool
    """Set off by a link, strong text or quotation marks, not merely the first words."""
    authors: tuple[str, ...] = ()
    date: int | None = None
    """The year of a date that opens the entry."""
    bracketed: bool = False
    """The title is followed by links in brackets."""
    several: bool = False
    """The authors are more than those named: `et al.`"""


def find(
    context: NoteContext, inlines: list[IndexedInline], links: list[IndexedInline], *, free: bool
) -> TitleMatch | None:
    """The title of an entry.

    Args:
        context: The note.
        inlines: The inlines of the entry.
        links: The links among them.
        free: The entry is a paragraph: only a form that prose does not have counts.
    """
    words = running_text(inlines)
    if free and not links and not _QUOTED.search(words):
        return None
    date = _DATE.match(words)
    found = _lead(context, inlines, links)
    if free and found and not (found.sure and any(may_be_paper_link(i) for _, i in links)):
        return None
    found = found or _in_words(context, inlines, words, links, free=free)
    if found:
        found.rest = _URL.sub(" ", found.rest).translate(_WIDE)
        found.date = int(date.group(1)) if date else None
    return found


# --- set off at the front -------------------------------------------------------------------------


def _lead(context: NoteContext, inlines: list[IndexedInline], links: list[IndexedInline]) -> TitleMatch | None:
    """The title where a link, strong text or emphasis opens the entry."""
    opening = ""
    for _, inline in inlines:
        if inline.kind is InlineKind.TEXT:
            opening += inline.text
            if len(opening) > _LEAD or (opening.strip() and not _preamble(opening)):
                return None
        elif inline.kind is InlineKind.LINK:
            if inline.bare:
                return None
            if not title_heuristics.is_uninformative(inline.text):
                return _at(inlines, inline, links)
        elif inline.kind in (InlineKind.STRONG, InlineKind.EMPHASIS):
            if not _holds_link(inline, links) and not just_a_tag(inline.text):
                return _at(inlines, inline, links)
        elif inline.kind not in _BESIDE:
            return None
    return None


def _holds_link(inline: Inline, links: list[IndexedInline]) -> bool:
    at = bisect_left(links, inline.span.start, key=lambda placed: placed[1].span.start)
    return at < len(links) and links[at][1].span.end <= inline.span.end


def _preamble(opening: str) -> bool:
    """What may stand before a title: numbering, a date, a venue in brackets, a label such as `Paper:`."""
    opening = opening.strip()
    if not opening.strip("[]() -–—:：.*0123456789/#|✅⬜☑️📄📝⭐🔥\\^"):
        return True
    if labelled_values.meaning(opening.strip(" :：")) in ("title", "link") and opening.endswith((":", "：")):
        return True
    return (
        title_heuristics.is_uninformative(opening)
        or not title_heuristics.split_title(f"{opening} X").title.removesuffix("X").strip()
    )


def just_a_tag(value: str) -> bool:
    """Strong text that is a number, a venue, a date or a label, not a title."""
    stripped = value.strip(" []()（）【】:：")
    return (
        title_heuristics.is_uninformative(value)
        or title_heuristics.is_venue(stripped)
        or bool(labelled_values.meaning(stripped))
    )


def _at(inlines: list[IndexedInline], inline: Inline, links: list[IndexedInline]) -> TitleMatch | None:
    after = running_text(_from(inlines, inline.span.end))[:_REST]
    name = " ".join(inline.text.split())
    titled = title_heuristics.split_title(name)
    if citekeys.is_citekey(name.strip("@")):
        return None
    if authorship.author_year(name) or authorship.looks_like_authors(name):
        return None
    if title_heuristics.count_words(titled.title) <= 3 and (re.match(r"\s*[:：]", after) or name.endswith((":", "："))):
        longer = _after_colon(inlines, inline, name)
        if longer:
            return longer
        if inline.kind is not InlineKind.LINK:
            return None
    linked = inline.kind is InlineKind.LINK
    if (
        linked
        and not may_be_paper_link(inline)
        and not any(is_paper_link(i) for _, i in links)
        and title_heuristics.count_words(titled.title) < 3
    ):
        return None
    span = inline.inner if inline.inner.end > inline.inner.start else inline.span
    quoted = _QUOTED.match(name)
    if quoted and title_heuristics.count_words(quoted["title"]) >= 3 and quoted.end() >= 0.8 * len(name):
        titled = title_heuristics.split_title(quoted["title"])
    return TitleMatch(
        titled,
        span,
        after,
        sure=linked or inline.kind is InlineKind.STRONG or title_heuristics.count_words(titled.title) >= 4,
    )


def _after_colon(inlines: list[IndexedInline], inline: Inline, name: str) -> TitleMatch | None:
    """`**BERT**: Pre-training of …`: the title goes on after the strong text where it is written as a title."""
    parts, end = [], inline.span.end
    for _, later in _from(inlines, inline.span.end):
        if later.kind is InlineKind.LINK:
            break
        if later.kind in _PLAIN:
            parts.append(later.text)
            end = later.span.end
    rest = "".join(parts)[:_REST].strip().lstrip(":：").strip()
    head = (_segments(rest) or [""])[0].strip(" []()")
    if title_heuristics.count_words(head) >= 2 and title_heuristics.looks_like_title(head):
        return TitleMatch(
            title_heuristics.split_title(f"{name.rstrip(':：')}: {head}"),
            Span(inline.span.start, end),
            rest[len(head) :],
            sure=True,
        )
    return None


# --- in running words -----------------------------------------------------------------------------


def _in_words(
    context: NoteContext, inlines: list[IndexedInline], words: str, links: list[IndexedInline], *, free: bool
) -> TitleMatch | None:
    """The title in quotes, after authors, or in the words before the first group of links."""
    if not inlines or len(words) > _REST:
        return None
    found = _quoted(context, inlines, words) or _linked(inlines, links)
    if found or free:
        return found if not free or (found and found.authors) else None
    first = next((i for _, i in links if not i.bare or is_paper_link(i)), None)
    end = first.span.start if first else inlines[-1][1].span.end
    head = [i for _, i in inlines if i.span.start < end and i.kind is not InlineKind.LINK]
    words = "".join(i.text for i in head if i.kind in _PLAIN and i.span.end <= end and i.block == head[0].block).strip()
    if not words or len(words) > 600:
        return None
    span = Span(head[0].span.start, min(end, max(i.span.end for i in head)))
    found = _reference(words, span)
    if found:
        found.bracketed = bool(re.search(r"\[+\s*$", words)) or (
            first is not None and context.note.text[first.span.start - 1] == "["
        )
        following = running_text(_from(inlines, end), [i.span for _, i in links])
        found.rest = f"{found.rest} {following}".strip()
    return found


def _from(inlines: list[IndexedInline], start: int) -> list[IndexedInline]:
    """The inlines that begin at an offset or behind it."""
    return inlines[bisect_left(inlines, start, key=lambda placed: placed[1].span.start) :]


def _quoted(context: NoteContext, inlines: list[IndexedInline], words: str) -> TitleMatch | None:
    """`Authors. "Title." Venue. Year.`, the title linked, strong or plain."""
    match = _QUOTED.search(words)
    if not match:
        return None
    numbered = _NUMBER.sub("", words[: match.start()])
    before = _YEAR_BEFORE.sub("", numbered).strip(" .,:;\\*(")
    names = authorship.authors(before) if authorship.looks_like_authors(before) else ()
    if not names and numbered != words[: match.start()] and authorship.is_name(before):
        names = (before,)
    if before and not names and not title_heuristics.is_uninformative(before):
        return None
    if title_heuristics.count_words(match["title"]) < (2 if names else 3):
        return None
    at = context.note.text.find(match["title"][:20], inlines[0][1].span.start)
    start = at if at >= 0 else inlines[0][1].span.start
    span = Span(start, min(start + len(match["title"]), inlines[-1][1].span.end))
    year = _YEAR_BEFORE.search(words[: match.start()])
    titled = (
        replace(title_heuristics.split_title(match["title"]), year=int(year[1]))
        if year
        else title_heuristics.split_title(match["title"])
    )
    return TitleMatch(titled, span, words[match.end() :], sure=True, authors=names)


def _linked(inlines: list[IndexedInline], links: list[IndexedInline]) -> TitleMatch | None:
    """`A. Pavlo, et al. SIGMOD, 2016 [What's Really New with NewSQL?](x.pdf)`: names and venue, then a linked title."""
    named = [
        i
        for _, i in links
        if not title_heuristics.is_uninformative(i.text) and title_heuristics.count_words(i.text) >= 3
    ]
    if len(named) != 1:
        return None
    before = "".join(i.text for _, i in inlines if i.kind in _PLAIN and i.span.end <= named[0].span.start)
    before = _NUMBER.sub("", before).strip(" .,:;-–—")
    head = re.split(r"(?<=al)[.,]+\s|\s*,?\s*(?=[A-Z]{3,})|\s*,?\s*(?=(?:19|20)\d\d)", before)[0].strip(" ,.")
    names = authorship.authors(head) if authorship.looks_like_authors(head) else ()
    if not before or title_heuristics.count_words(before) > 14 or not (names or title_heuristics.is_venue(before)):
        return None
    known = may_be_paper_link(named[0]) or named[0].url.lower().endswith(".pdf")
    if not known and not (names and trailing_authors.year_in(f"{before}.")):
        return None
    titled, several = title_heuristics.split_title(named[0].text), bool(re.search(r"\bet al\b", before))
    return TitleMatch(titled, named[0].inner, before[len(head) :], sure=True, authors=names, several=several)


def _reference(words: str, span: Span) -> TitleMatch | None:
    words = _NUMBER.sub("", " ".join(words.split()))
    if inverted := _INVERTED.match(words):
        parts = _segments(inverted["title"])
        names = authorship.authors(inverted["authors"])
        return TitleMatch(title_heuristics.split_title(parts[0]), span, ". ".join(parts[1:]), sure=False, authors=names)
    apa = _APA.match(words)
    if apa and authorship.looks_like_authors(apa["authors"]) and not apa["title"][0].islower():
        titled = replace(title_heuristics.split_title(apa["title"]), year=int(apa["year"]))
        return TitleMatch(titled, span, words[apa.end() :], sure=True, authors=authorship.authors(apa["authors"]))
    if (dated := _DATED.match(words)) and title_heuristics.count_words(dated["title"]) >= 2:
        rest = dated["rest"].strip(" []()")
        names = trailing_authors.authors(rest)
        if names or not rest:
            titled = replace(title_heuristics.split_title(dated["title"]), year=int(dated["year"]))
            return TitleMatch(titled, span, rest, sure=bool(names), authors=names)
    segments = [s for s in _segments(words) if s.strip(" .,:;-–—[]()")]
    if not segments:
        return None
    if len(segments) > 1 and (authorship.looks_like_authors(segments[0]) or authorship.mostly_names(segments[0])):
        titled = title_heuristics.split_title(segments[1])
        return TitleMatch(titled, span, " ".join(segments[2:]), sure=False, authors=authorship.authors(segments[0]))
    titled = title_heuristics.split_title(segments[0])
    if title_heuristics.count_words(titled.title) >= 2:
        return TitleMatch(titled, span, ". ".join(segments[1:]), sure=bool(titled.venue and titled.year))
    return None


def _segments(words: str) -> list[str]:
    """The parts of a reference: its sentences, and what a dash parts where names or a venue follow."""
    out: list[str] = []
    for part in _SPLIT.split(words):
        head, dash, tail = re.sub(r"\s+[–—-]\s+", "\0", part, count=1).partition("\0")
        if dash and (
            authorship.looks_like_authors(head)
            or trailing_authors.authors(tail)
            or title_heuristics.is_venue(tail.strip(" []()"))
        ):
            out += [head, tail]
        else:
            out.append(part)
    return out

"""Item: a list item, a table row or a paragraph that describes one paper by its title and its links.

A bullet that talks about a paper and cites it is left to the citation recogniser; an item *is* the paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from papernotes_plugin import citekeys, text, venues
from papernotes_plugin.model import Block, BlockKind, Evidence, Inline, InlineKind, Kind, Mention, Span
from papernotes_plugin.recognisers import fields, wording
from papernotes_plugin.recognisers.linking import Own, is_paper, may_be_paper, other_paper
from papernotes_plugin.recognisers.view import View

_APA = re.compile(r"^(?P<authors>.{3,300}?)[\s,.]*\((?P<year>(?:19|20)\d\d)[a-z]?\)[.,:]?\s+(?P<title>[^.?!]{8,300}[?!]?)")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_SPLIT = re.compile(r"(?<=[^\W\d_]{2})[.。]\s+(?=[^\W_a-z])|\s+[–—|-]\s+|\s*[|｜]\s*")
_COLUMNS = {
    "title": ("title", "paper", "paper title", "name", "论文", "标题", "题目", "论文标题", "论文名称", "論文", "タイトル", "논문", "제목", "titel", "method", "model"),
    "authors": ("authors", "author", "作者", "著者", "저자", "autoren"),
    "venue": ("venue", "conference", "publication", "pub", "pub.", "journal", "conf", "会议", "期刊", "发表", "会議", "학회", "source"),
    "year": ("year", "date", "publish date", "published", "年份", "时间", "日期", "年", "연도", "jahr", "time"),
}
_MEANT = {name: meaning for meaning, names in _COLUMNS.items() for name in names}


@dataclass(slots=True)
class _Found:
    """The title of an item and where it stands."""

    titled: wording.Titled
    span: Span
    rest: str
    """The running text beside the title."""
    sure: bool
    """Set off by a link, strong text or quotation marks, not merely the first words."""
    authors: tuple[str, ...] = ()


def recognise(view: View) -> Iterator[Mention]:
    """The items of a note."""
    for block in view.blocks:
        mention = None
        if block.kind is BlockKind.ITEM:
            mention = _entry(view, view.texts(block), block)
        elif block.kind is BlockKind.TABLE:
            yield from _rows(view, block)
        elif block.kind is BlockKind.PARAGRAPH and _stands_free(view, block) and fields.strong_lead(view, block):
            mention = _entry(view, [block], block)
        if mention:
            view.taken.add(block.index)
            yield mention


def _stands_free(view: View, block: Block) -> bool:
    return all(b.kind is BlockKind.FOOTNOTE for b in view.ancestors(block.index))


# --- list items and paragraphs --------------------------------------------------------------------


def _entry(view: View, texts: list[Block], block: Block) -> Mention | None:
    if not texts:
        return None
    links = [(p, i) for t in texts for p, i in view.links(t.index)]
    if any(is_paper(i) and citekeys.is_citekey(i.text.strip("@[]` ")) for _, i in links):
        return None
    lead = _lead(view, texts[0], links)
    found = lead or _by_words(view, texts[0], links)
    if not found or not found.titled.title or wording.is_generic(found.titled.title):
        return None
    own = _own(view, links, found)
    child_texts = _child_texts(view, block)
    if not own.identifiers:
        for place, inline in [x for t in child_texts for x in view.links(t.index)]:
            if wording.says_nothing(inline.text):
                own.add(place, inline)
    if not _qualifies(view, found, own, links, texts):
        return None
    view.claimed.update(own.places)
    evidence = _evidence(view, found, own, [*texts, *child_texts])
    return view.mention(Kind.ITEM, found.span, found.titled.title, texts[0].index, evidence)


def _lead(view: View, block: Block, links: list[tuple[int, Inline]]) -> _Found | None:
    """The title where a link, strong text or emphasis opens the item."""
    for _, inline in view.inlines_of(block.index):
        if inline.kind is InlineKind.TEXT:
            before = view.before(inline)
            opening = (before + inline.text).strip()
            if opening and not _preamble(opening):
                break
            continue
        if inline.kind is InlineKind.LINK and wording.says_nothing(inline.text) and not inline.bare:
            continue
        if inline.kind not in (InlineKind.LINK, InlineKind.STRONG, InlineKind.EMPHASIS) or inline.bare:
            break
        if inline.kind is not InlineKind.LINK and _just_a_tag(inline.text):
            continue
        return _at(view, block, inline, links)
    return None


def _preamble(opening: str) -> bool:
    """What may stand before a title: numbering, a date, a venue in brackets, a label such as `Paper:`."""
    opening = opening.strip()
    if not opening.strip("[]() -–—:：.*0123456789/#|✅⬜☑️📄📝⭐🔥"):
        return True
    if fields.meaning(opening.strip(" :：")) in ("title", "link") and opening.rstrip().endswith((":", "：")):
        return True
    return wording.says_nothing(opening) or not wording.cleaned(f"{opening} X").title.removesuffix("X").strip()


def _just_a_tag(value: str) -> bool:
    """Strong text that is a venue, a date or a label, not a title."""
    stripped = value.strip(" []()（）【】:：")
    return wording.says_nothing(value) or bool(venues.parse_venue(stripped)[0]) or bool(fields.meaning(stripped))


def _at(view: View, block: Block, inline: Inline, links: list[tuple[int, Inline]]) -> _Found | None:
    after = "".join(
        i.text
        for _, i in view.inlines_of(block.index)
        if i.kind in (InlineKind.TEXT, InlineKind.CODE, InlineKind.MATH) and i.span.start >= inline.span.end
    )
    name = inline.text.strip()
    titled = wording.cleaned(name)
    if citekeys.is_citekey(name):
        return None
    if wording.words(titled.title) <= 3 and (re.match(r"\s*[:：]", after) or name.endswith((":", "："))):
        longer = _after_colon(view, block, inline, name)
        if longer:
            return longer
    if inline.kind is InlineKind.LINK and not may_be_paper(inline) and not any(is_paper(i) for _, i in links):
        if wording.words(titled.title) < 3:
            return None
    return _Found(titled, inline.inner if inline.inner.end > inline.inner.start else inline.span, after, sure=True)


def _after_colon(view: View, block: Block, inline: Inline, name: str) -> _Found | None:
    """`**BERT**: Pre-training of …`: the title goes on after the strong text where it is written as a title."""
    parts, end = [], inline.span.end
    for _, later in view.inlines_of(block.index):
        if later.span.start < inline.span.end:
            continue
        if later.kind is InlineKind.LINK or "\n" in view.source(later.span):
            break
        if later.kind in (InlineKind.TEXT, InlineKind.MATH, InlineKind.CODE):
            parts.append(later.text)
            end = later.span.end
    rest = "".join(parts).strip().lstrip(":：").strip()
    head = _SPLIT.split(rest)[0]
    title = wording.cleaned(f"{name.rstrip(':：')}: {head}")
    if wording.words(head) >= 2 and wording.looks_titled(head):
        return _Found(title, Span(inline.span.start, end), rest[len(head) :], sure=True)
    return None


def _by_words(view: View, block: Block, links: list[tuple[int, Inline]]) -> _Found | None:
    """The title in the words before the first group of links, or of a reference without a link."""
    first = next((i for _, i in links if not i.bare or is_paper(i)), None)
    end = first.span.start if first else block.span.end
    inlines = [i for _, i in view.inlines_of(block.index) if i.span.end <= end]
    words = "".join(i.text for i in inlines if i.kind in (InlineKind.TEXT, InlineKind.CODE, InlineKind.MATH)).strip()
    if not words or len(words) > 600:
        return None
    span = Span(inlines[0].span.start, inlines[-1].span.end)
    quoted = wording.quoted(words)
    if quoted:
        before = words.split(quoted)[0]
        names = wording.authors(before) if wording.looks_like_authors(before) else ()
        return _Found(wording.cleaned(quoted), span, words.replace(quoted, " "), sure=True, authors=names)
    if apa := _APA.match(words):
        names = wording.authors(apa["authors"]) if wording.looks_like_authors(apa["authors"]) else ()
        if names:
            titled = replace(wording.cleaned(apa["title"]), year=int(apa["year"]))
            return _Found(titled, span, words[apa.end() :], sure=True, authors=names)
    return _by_segments(words, span)


def _by_segments(words: str, span: Span) -> _Found | None:
    segments = [s for s in _SPLIT.split(words) if s and s.strip(" .,:;-–—[]()")]
    if not segments:
        return None
    if wording.looks_like_authors(segments[0]) and len(segments) > 1:
        return _Found(wording.cleaned(segments[1]), span, " ".join(segments[2:]), sure=False, authors=wording.authors(segments[0]))
    titled = wording.cleaned(segments[0])
    if wording.words(titled.title) >= 3 and (wording.looks_titled(titled.title) or ":" in titled.title):
        return _Found(titled, span, ". ".join(segments[1:]), sure=False)
    return None


def _own(view: View, links: list[tuple[int, Inline]], found: _Found) -> Own:
    """The links of the item's paper: the one its title carries, and those that say nothing of their own."""
    own = Own()
    for place, inline in links:
        titles = inline.span.start <= found.span.start < inline.span.end
        if titles or (wording.says_nothing(inline.text) and not other_paper(view, inline)):
            own.add(place, inline)
    return own


def _child_texts(view: View, block: Block) -> list[Block]:
    """The text of nested bullets that only hold links or fields: they describe the item above them."""
    out: list[Block] = []
    for child in view.children(block.index):
        if child.kind is BlockKind.LIST:
            for item in view.children(child.index):
                texts = view.texts(item)
                plain = view.plain(texts[0].index, [p for p, _ in view.links(texts[0].index)]) if texts else ""
                if texts and (wording.words(plain) <= 3 or fields.find(view, texts[:1])):
                    out.append(texts[0])
    return out


def _qualifies(view: View, found: _Found, own: Own, links: list[tuple[int, Inline]], texts: list[Block]) -> bool:
    title = found.titled.title
    count = wording.words(title)
    document = any(may_be_paper(view.inlines[p]) for p in own.places)
    if own.identifiers or document:
        others = [i for p, i in links if p not in own.places and is_paper(i)]
        titled = wording.looks_titled(title) or ":" in title or count >= 5
        if found.sure:
            return count >= 3 or (count == 2 and wording.looks_titled(title)) or (count >= 1 and not others and _described(found))
        return titled and not others
    # without a link to a paper: a set-off title and a venue with its year, or its authors
    if not found.sure or count < 3:
        return False
    return _dated(found) and (wording.looks_titled(title) or count >= 5)


def _described(found: _Found) -> bool:
    """A short linked name is a title where authors, a venue or a year stand beside it."""
    return bool(_dated(found))


def _dated(found: _Found) -> bool:
    venue, year, _ = venues.find_venue(found.rest)
    if (venue or found.titled.venue) and (year or found.titled.year):
        return True
    return bool(found.authors and (found.titled.year or _YEAR.search(found.rest)))


def _evidence(view: View, found: _Found, own: Own, texts: list[Block]) -> Evidence:
    said = fields.evidence(fields.find(view, texts))
    venue, year, track = venues.find_venue(found.rest)
    names = found.authors or _authors_beside(found.rest)
    titled = found.titled
    return replace(
        said,
        title=titled.title,
        authors=said.authors or names,
        venue=said.venue or titled.venue or venue,
        year=said.year or titled.year or year or _year(found.rest),
        track=said.track or titled.track or track,
        identifiers=tuple(own.identifiers) + tuple(i for i in said.identifiers if own.fits(i) and i not in own.identifiers),
        links=tuple(own.links),
        tags=said.tags + tuple(i.url for t in texts for _, i in view.inlines_of(t.index) if i.kind is InlineKind.TAG),
    )


def _year(rest: str) -> int | None:
    match = re.search(r"[(\[,]\s*((?:19|20)\d\d)\s*[)\],.]|^\W*((?:19|20)\d\d)\W*$", rest)
    return int(match.group(1) or match.group(2)) if match else None


def _authors_beside(rest: str) -> tuple[str, ...]:
    """The names right after a title, up to the venue, the year or the end of the sentence."""
    head = rest.strip(" ,.:;–—-|()[]\n")
    head = re.split(r"\n|[.;|]\s|\s[–—|-]\s|\(|\[|\s*,?\s*(?=(?:19|20)\d\d\b)", head)[0].strip(" ,.")
    head = head.removeprefix("by ").removeprefix("By ")
    parts = [p.strip() for p in head.split(",")]
    while parts and venues.find_venue(parts[-1])[0]:
        parts.pop()
    head = ", ".join(parts)
    return wording.authors(head) if wording.looks_like_authors(head) else ()


# --- tables ---------------------------------------------------------------------------------------


def _rows(view: View, table: Block) -> Iterator[Mention]:
    rows = view.children(table.index)
    heads = [_MEANT.get(view.plain(c.index).casefold().strip(" :*"), "") for c in view.children(rows[0].index)] if rows else []
    for row in rows:
        if not row.header:
            mention = _row(view, row, heads)
            if mention:
                view.taken.add(row.index)
                yield mention


def _row(view: View, row: Block, heads: list[str]) -> Mention | None:
    cells = view.children(row.index)
    column: dict[str, Block] = {}
    for head, cell in zip(heads, cells, strict=False):
        if head and view.plain(cell.index):
            column.setdefault(head, cell)
    links = [(p, i) for c in cells for p, i in view.links(c.index)]
    if any(is_paper(i) and citekeys.is_citekey(i.text.strip("@[]` ")) for _, i in links):
        return None
    cell = _title_cell(view, cells, column)
    if cell is None:
        return None
    titled = wording.cleaned(_cell_title(view, cell))
    own = Own()
    for place, inline in links:
        in_title = inline.block == cell.index and not wording.says_nothing(inline.text)
        if in_title or wording.says_nothing(inline.text):
            own.add(place, inline)
    venue, year, track = venues.parse_venue(view.plain(column["venue"].index)) if "venue" in column else ("", None, "")
    date = _YEAR.search(view.plain(column["year"].index)) if "year" in column else None
    year = year or (int(date.group()) if date else None)
    # without a link the row must say where or by whom, in columns that say so
    if not any(may_be_paper(view.inlines[p]) for p in own.places):
        if "title" not in heads or not (venue or ("authors" in column and year)) or wording.words(titled.title) < 3:
            return None
    if not titled.title or wording.words(titled.title) < 2:
        return None
    view.claimed.update(own.places)
    evidence = Evidence(
        title=titled.title,
        authors=wording.authors(text.plain(view.plain(column["authors"].index))) if "authors" in column else (),
        venue=venue or titled.venue,
        year=year or titled.year,
        track=track or titled.track,
        identifiers=tuple(own.identifiers),
        links=tuple(own.links),
    )
    inlines = [i for _, i in view.inlines_of(cell.index)]
    span = Span(inlines[0].span.start, max(i.span.end for i in inlines))
    return view.mention(Kind.ITEM, span, titled.title, cell.index, evidence)


def _title_cell(view: View, cells: list[Block], column: dict[str, Block]) -> Block | None:
    """The cell under a title head, else the first whose words could be a title."""
    if "title" in column and wording.words(_cell_title(view, column["title"])) >= 2:
        return column["title"]
    taken = {c.index for name, c in column.items() if name != "title"}
    for cell in cells:
        if cell.index not in taken and wording.words(wording.cleaned(_cell_title(view, cell)).title) >= 4:
            return cell
    return None


def _cell_title(view: View, cell: Block) -> str:
    """The words of a cell without the links in it that say nothing."""
    return view.plain(cell.index, [p for p, i in view.links(cell.index) if wording.says_nothing(i.text)])

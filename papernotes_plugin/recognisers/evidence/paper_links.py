"""Links to papers: which of them stand together, and which belong to the paper at hand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from papernotes_plugin import identifiers
from papernotes_plugin.recognisers.evidence import title_heuristics
from papernotes_plugin.recognisers.evidence.field_labels import CUE_OTHER
from papernotes_plugin.vocabulary.model import Block, Identifier, Inline, InlineKind, Link, Span

if TYPE_CHECKING:
    from papernotes_plugin.recognisers.evidence.context import NoteContext
    from papernotes_plugin.recognisers.evidence.note_structure import IndexedInline

_BETWEEN = re.compile(r"[\s\[\](){}|,;/·•&+:–—-]*+(?:and|und|or)?+[\s\[\](){}|,;/·•&+:–—-]*+\Z", re.IGNORECASE)
_BESIDE = re.compile(r"\s*+[\[(]{1,2}\Z")
_GAP = 40
"""Characters that may stand between two links that belong together."""
_CUE = 120
"""Characters before a link in which it is said what it is to the paper at hand."""
NO_PAPER = re.compile(
    r"//(?:www\.)?(?:github\.com|gitlab\.com|gist\.github|youtu\.be|youtube\.com|twitter\.com|x\.com|huggingface\.co"
    r"|zhuanlan\.zhihu|www\.zhihu|medium\.com|colab\.research|[a-z]+\.wikipedia\.org|img\.shields\.io|paperswithcode\.com/(?!paper/))",
    re.IGNORECASE,
)
"""Places where code, talks and posts are: calling a link there "paper" makes it none."""
_SENTENCE = re.compile(r"[.!?。！？](?:\s|$)")


class PaperLinks:
    """The links gathered for one paper."""

    def __init__(self, identifiers: Iterable[Identifier] = (), links: Iterable[Link] = ()) -> None:
        self._identifiers = dict.fromkeys(identifiers)
        self._links = {link.url: link for link in links}
        self._of_scheme = {i.scheme: i for i in self._identifiers}
        self.places: list[int] = []
        """Indices of the inlines."""

    @property
    def identifiers(self) -> tuple[Identifier, ...]:
        """The identifiers held, in the order in which they came."""
        return tuple(self._identifiers)

    @property
    def links(self) -> tuple[Link, ...]:
        """The links held, each address once."""
        return tuple(self._links.values())

    def fits(self, identifier: Identifier) -> bool:
        """No other identifier of an exclusive scheme is held."""
        held = self._of_scheme.get(identifier.scheme)
        return held is None or held == identifier or not identifiers.SCHEMES[identifier.scheme].exclusive

    def hold(self, identifier: Identifier) -> bool:
        """Take an identifier unless it contradicts one held; whether it was taken."""
        if not self.fits(identifier):
            return False
        self._identifiers.setdefault(identifier)
        self._of_scheme.setdefault(identifier.scheme, identifier)
        return True

    def with_(self, written: Iterable[Identifier]) -> tuple[Identifier, ...]:
        """The identifiers held and those written out beside them that do not contradict them."""
        for identifier in written:
            self.hold(identifier)
        return self.identifiers

    def add(self, place: int, inline: Inline, name: str = "") -> bool:
        """Take a link unless its identifier contradicts one held; whether it was taken.

        Its label is the author's text for it, else the scheme's, else `name`.
        """
        identifier = paper_of(inline)
        if identifier is not None and not self.hold(identifier):
            return False
        # a title, a key or a nickname says what the paper is, not what the link is
        label = " ".join(inline.text.split()).strip("[]`") if _is_label(inline) else ""
        if not label and identifier:
            label = identifiers.label(identifier)
        if inline.url.startswith(("http://", "https://")):
            self.link(label or name or "Link", inline.url)
        self.places.append(place)
        return True

    def link(self, label: str, url: str) -> None:
        """Take a link under a label, unless its address is held."""
        self._links.setdefault(url, Link(label, url))


def _is_label(inline: Inline) -> bool:
    text = inline.text.strip()
    if not text or inline.bare or "://" in text or len(text) > 40:
        return False
    if text.casefold() in _POINTS or not any(c.isalpha() for c in text) or identifiers.find(text):
        return False
    return title_heuristics.says_nothing(text) or not is_paper(inline)


_POINTS = frozenset(("here", "this", "link", "source link", "url", "this paper", "new", "old", "proxy"))
"""Texts that only point: the name of the page says more."""


@lru_cache(maxsize=1 << 15)
def identify(url: str) -> Identifier | None:
    """The identifier a link leads to."""
    return identifiers.from_url(url)


def paper_of(inline: Inline) -> Identifier | None:
    """The identifier a link leads to; its address where its author calls an unknown page a paper."""
    known = identify(inline.url)
    if known is None and called_paper(inline):
        return identifiers.document(inline.url)
    return known


def called_paper(inline: Inline) -> bool:
    """A link to a paper by its text or by its file, on a page of no known scheme."""
    if not inline.url.lower().startswith(("http://", "https://")):
        return False
    text = "" if inline.bare else inline.text
    return (title_heuristics.names_paper(text) and not NO_PAPER.search(inline.url)) or is_document(inline.url)


@lru_cache(maxsize=1 << 12)
def is_document(url: str) -> bool:
    """The address of a file that looks like a paper, on a page of no known scheme."""
    return identifiers.is_document(url)


def is_paper(inline: Inline) -> bool:
    """The link leads to a paper for certain."""
    return identify(inline.url) is not None


def may_be_paper(inline: Inline) -> bool:
    """The link leads to a paper, or to a file that looks like one."""
    return is_paper(inline) or called_paper(inline)


def other_paper(context: NoteContext, inline: Inline, since: int = -1) -> bool:
    """The words before the link, in its sentence and behind the offset `since`, speak of another paper."""
    before = context.before(inline)
    if since >= 0:
        before = context.note.text[max(since, inline.span.start - 2 * _CUE) : inline.span.start]
    return bool(CUE_OTHER.search(_SENTENCE.split(before)[-1][-_CUE:]))


def residue(context: NoteContext, line: Span, links: Iterable[IndexedInline]) -> int:
    """How many words of a source line stand outside its links."""
    parts, at = [], line.start
    for _, inline in links:
        parts.append(context.note.text[at : inline.span.start])
        at = max(at, inline.span.end)
    parts.append(context.note.text[at : line.end])
    # `[paper](..) (CVPR 2022)`: what is in brackets of its own is a remark
    return title_heuristics.words(_REMARK.sub(" ", "\0".join(parts)).translate(_MARKS))


_REMARK = re.compile(r"\([^()\0]{1,80}\)")
_MARKS = str.maketrans("\0", " ", "*_`")


def link_lines(context: NoteContext, block: Block) -> list[tuple[list[IndexedInline], bool]]:
    """The links of a text block line by line, each line with whether it holds little else than links."""
    lines: list[tuple[Span, list[IndexedInline]]] = []
    text = context.note.text
    for place, inline in context.links(block.index):
        if not lines or inline.span.start >= lines[-1][0].end:
            start = text.rfind("\n", 0, inline.span.start) + 1
            end = text.find("\n", inline.span.start)
            lines.append((Span(start, end if end >= 0 else len(text)), []))
        lines[-1][1].append((place, inline))
    return [(links, residue(context, line, links) <= 3 * len(links)) for line, links in lines]


def group(context: NoteContext, place: int) -> list[int]:
    """The links that say nothing and stand together with a link: `[[paper](..)] [[pdf](..)]`, `[BERT](..) [[doi](..)]`.

    A link with words of its own is the first of its group only where nothing but brackets stands between.
    """
    first = context.inlines[place]
    between = _BETWEEN if title_heuristics.says_nothing(first.text) else _BESIDE
    run = [place]
    end = first.span.end
    later = place + 1
    while later < len(context.inlines) and context.inlines[later].block == first.block:
        inline = context.inlines[later]
        if inline.kind is InlineKind.LINK and inline.span.start >= end:
            gap = context.note.text[end : min(inline.span.start, end + _GAP + 1)]
            if len(gap) > _GAP or not between.match(gap) or not title_heuristics.says_nothing(inline.text):
                break
            run.append(later)
            end = inline.span.end
        later += 1
    return run

"""Links to papers: which of them stand together, and which belong to the paper at hand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from papernotes_plugin import identifiers
from papernotes_plugin.model import Block, Identifier, Inline, InlineKind, Link
from papernotes_plugin.recognisers import wording
from papernotes_plugin.recognisers.labels import CUE_OTHER
from papernotes_plugin.recognisers.view import View

_BETWEEN = re.compile(r"[\s\[\](){}|,;/·•&+:–—-]*(?:and|und|or)?[\s\[\](){}|,;/·•&+:–—-]*\Z", re.IGNORECASE)
NO_PAPER = re.compile(
    r"//(?:www\.)?(?:github\.com|gitlab\.com|gist\.github|youtu\.be|youtube\.com|twitter\.com|x\.com|huggingface\.co|zhuanlan\.zhihu"
    r"|www\.zhihu|medium\.com|colab\.research|[a-z]+\.wikipedia\.org|img\.shields\.io|paperswithcode\.com/(?!paper/))",
    re.IGNORECASE,
)
"""Places where code, talks and posts are: calling a link there "paper" makes it none."""
_SENTENCE = re.compile(r"[.!?。！？](?:\s|$)")


@dataclass(slots=True)
class Own:
    """The links gathered for one paper."""

    identifiers: list[Identifier] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    """Indices of the inlines."""

    def fits(self, identifier: Identifier) -> bool:
        """No other identifier of an exclusive scheme is held."""
        if not identifiers.SCHEMES[identifier.scheme].exclusive:
            return True
        return all(i.scheme != identifier.scheme or i == identifier for i in self.identifiers)

    def add(self, place: int, inline: Inline) -> bool:
        """Take a link unless its identifier contradicts one held; whether it was taken."""
        identifier = paper_of(inline)
        if identifier is not None:
            if not self.fits(identifier):
                return False
            if identifier not in self.identifiers:
                self.identifiers.append(identifier)
        # a title, a key or a nickname says what the paper is, not what the link is
        label = " ".join(inline.text.split()).strip("[]`") if _is_label(inline) else ""
        if not label and identifier:
            label = identifiers.label(identifier)
        link = Link(label or "Link", inline.url)
        if inline.url.startswith(("http://", "https://")) and all(old.url != link.url for old in self.links):
            self.links.append(link)
        self.places.append(place)
        return True


def _is_label(inline: Inline) -> bool:
    text = inline.text.strip()
    return bool(text) and not inline.bare and "://" not in text and len(text) <= 40 and (
        wording.says_nothing(text) or not is_paper(inline)
    )


def paper_of(inline: Inline) -> Identifier | None:
    """The identifier a link leads to; its address where its author calls an unknown page a paper."""
    known = identifiers.from_url(inline.url)
    if known is None and called_paper(inline):
        return identifiers.document(inline.url)
    return known


def called_paper(inline: Inline) -> bool:
    """A link to a paper by its text or by its file, on a page of no known scheme."""
    if not inline.url.lower().startswith(("http://", "https://")):
        return False
    text = "" if inline.bare else inline.text
    return (wording.names_paper(text) and not NO_PAPER.search(inline.url)) or identifiers.is_document(inline.url)


def is_paper(inline: Inline) -> bool:
    """The link leads to a paper for certain."""
    return identifiers.from_url(inline.url) is not None


def may_be_paper(inline: Inline) -> bool:
    """The link leads to a paper, or to a file that looks like one."""
    return is_paper(inline) or called_paper(inline)


def other_paper(view: View, inline: Inline) -> bool:
    """The words before the link, in its sentence, speak of another paper."""
    sentence = _SENTENCE.split(view.before(inline))[-1]
    return bool(CUE_OTHER.search(sentence[-120:]))


def residue(view: View, block: Block, line: str, places: Iterable[int]) -> int:
    """How many words of a source line stand outside its links."""
    text = line
    for place in places:
        text = text.replace(view.source(view.inlines[place].span), " ")
    return wording.words(re.sub(r"[*_`]", "", text))


def link_lines(view: View, block: Block) -> list[tuple[list[tuple[int, Inline]], bool]]:
    """The links of a text block line by line, each line with whether it holds little else than links."""
    by_line: dict[int, list[tuple[int, Inline]]] = {}
    text = view.note.text
    for place, inline in view.links(block.index):
        start = text.rfind("\n", 0, inline.span.start) + 1
        by_line.setdefault(start, []).append((place, inline))
    out = []
    for start, links in by_line.items():
        end = text.find("\n", start)
        line = text[start : end if end >= 0 else len(text)]
        out.append((links, residue(view, block, line, (p for p, _ in links)) <= 3 * len(links)))
    return out


def group(view: View, place: int) -> list[int]:
    """The links that stand together with a link that says nothing: `[[paper](..)] [[pdf](..)] [[code](..)]`."""
    first = view.inlines[place]
    run = [place]
    end = first.span.end
    for later, inline in view.inlines_of(first.block):
        if later <= place or inline.kind is not InlineKind.LINK or inline.span.start < end:
            continue
        if not _BETWEEN.match(view.note.text[end : inline.span.start]) or not wording.says_nothing(inline.text):
            break
        run.append(later)
        end = inline.span.end
    return run

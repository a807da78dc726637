"""Decide which links lead to papers, which links belong together, and which belong to the paper being described."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from papernotes_plugin import identifiers
from papernotes_plugin.recognisers.evidence.labels.field_labels import CUE_OTHER
from papernotes_plugin.recognisers.evidence.papers import link_texts
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.titles import title_heuristics
from papernotes_plugin.recognisers.evidence.titles.sentences import SENTENCE_END, is_unfinished
from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, Identifier, Inline, InlineKind, Link, Span

_SEPARATORS = lazy_regex(r"[\s\[\](){}|,;/·•&+:–—-]*+(?>(?:and|und|or)?)[\s\[\](){}|,;/·•&+:–—-]*+\Z", re.IGNORECASE)
_OPENING_BRACKETS = lazy_regex(r"\s*+[\[(]{1,2}\Z")
_MAX_GAP = 40
"""Maximum number of characters between two links of one group."""
_CUE_REACH = 120
"""Characters before a link that can relate it to another paper, as in `see also`."""
_MAX_LABEL = 40
"""Maximum length of a link text that is used as the label of the link."""
PART_OF_PAPER = lazy_regex(
    r"/(?:articles?|full|paper)/[^?#]{1,200}/(?:tables?|figures?|bin)/|#(?:(?:ref|core)-?)?(?:b|bib|bibr|c|cit|cr|r|rf)-?\d{1,4}$",
    re.IGNORECASE,
)
"""The address of a table, a figure or a reference, and not of the paper that has it: `…/10.1289/ehp.7#r14`."""
_MIN_TITLE = 4
"""Words of a link that is a title rather than a name."""
_SECTION = lazy_regex(r"#(?:Sec|Fig|Tab)\d")
_MAX_SECTION = 3
"""Spaces in the name of a section; more are in the title of the page."""
NOT_PAPERS = lazy_regex(
    r"//(?:www\.)?(?:github\.com|gitlab\.com|gist\.github|youtu\.be|youtube\.com|bilibili\.com|b23\.tv|vimeo\.com|twitter\.com|x\.com|huggingface\.co"
    r"|zhuanlan\.zhihu|mp\.weixin\.qq\.com|www\.zhihu|medium\.com|towardsdatascience\.com|blog\.csdn\.net|jianshu\.com"
    r"|juejin\.cn|qiita\.com|velog\.io|reddit\.com|stackoverflow\.com|linkedin\.com|speakerdeck\.com|slideshare\.net|colab\.research|[a-z]+\.wikipedia\.org|img\.shields\.io|paperswithcode\.com/(?!paper/)"
    r"|arxiv\.org/(?:list|a|search|archive|year|catchup)/|(?:[a-z]+\.)?google\.[a-z.]{2,6}/(?:scholar|search)\?"
    r"|semanticscholar\.org/search\?|openreview\.net/(?:profile|group|user)\b|researchgate\.net/profile/"
    r"|(?:scholar\.google\.[a-z.]{2,6}/citations\?|orcid\.org/|philpeople\.org/profiles/))",
    re.IGNORECASE,
)
"""Addresses that are no paper, even if the text of the link is `paper`.

They are those of code, talks and posts, of lists of papers, of results of a search, and of people.
"""
SEARCH = lazy_regex(r"//(?:scholar\.google\.[a-z.]{2,6}/scholar|(?:www\.)?semanticscholar\.org/search)\?")
"""The address of a search for a work, which a reference may have in place of a link to the work."""
VIDEO = lazy_regex(
    r"//(?:www\.|m\.)?(?:facebook\.com/[^\s?#]{1,80}/videos/|youtu\.be|youtube\.com|vimeo\.com|bilibili\.com"
    r"|slideslive\.com|videolectures\.net|podcasts\.apple\.com|open\.spotify\.com)/"
)
"""The address of a recording."""
_REFERENCE_ENTRY = lazy_regex(r"#(?:ref-?(?:CR)?|CR|bib|bb|[BRb]|cit|pone\.\d+-)[\w.-]*\d$")
"""The anchor of an entry in a list of references, as publishers name it: `#ref-CR12`, `#bib6`, `#B37`."""
_HOME_PAGE = lazy_regex(r"https?://[^/?#]+/?", re.IGNORECASE)
_URL_SCHEME = lazy_regex(r"[a-z][a-z0-9+.-]++:", re.IGNORECASE)
_POINTING_WORDS = frozenset(("here", "this", "link", "source link", "url", "this paper", "new", "old", "proxy"))
"""Link texts that only point: the label of the site is more informative."""
_WRAPPED = lazy_regex(r"[ >]*(?!(?:by|in|at|from|see|and|via|paper|code|link|pdf|arxiv|doi|https?|www)\b)[a-z]{2,}\b")
"""The beginning of a line within a sentence: `for example, [doi:…](…)`; but `by Ann Lee, [pdf](…)`."""
_MIN_PROSE = 8
"""Words of a line from which it is prose."""
_MIN_BRACKETED = 5
"""Words after an opening bracket from which they are a sentence: `(This syntax is the one in`, then a link."""
_SENTENCE_REACH = 300
"""Characters before a line in which the brackets around it begin."""
_REMARK = lazy_regex(r"\([^()\0]{1,80}\)|<[a-z][^<>\0]{1,200}>")
_MARKS = str.maketrans("\0", " ", "*_`")


class PaperLinks:
    """The links and identifiers collected for one paper."""

    def __init__(self, identifiers: Iterable[Identifier] = (), links: Iterable[Link] = ()) -> None:
        self._identifiers = dict.fromkeys(identifiers)
        self._links = {link.url: link for link in links}
        self._by_scheme = {i.scheme: i for i in self._identifiers}
        self.indices: list[int] = []
        """Indices of the inlines that were added."""

    @property
    def identifiers(self) -> tuple[Identifier, ...]:
        """The identifiers, in the order in which they were added."""
        return tuple(self._identifiers)

    @property
    def links(self) -> tuple[Link, ...]:
        """The links, each URL once."""
        return tuple(self._links.values())

    def accepts(self, identifier: Identifier) -> bool:
        """Return whether an identifier can be one of this paper.

        A paper has at most one identifier of an exclusive scheme, such as arXiv.
        """
        present = self._by_scheme.get(identifier.scheme)
        return present is None or present == identifier or not identifiers.SCHEMES[identifier.scheme].exclusive

    def add_identifier(self, identifier: Identifier) -> bool:
        """Add an identifier unless it contradicts a present one; return whether it was accepted."""
        if not self.accepts(identifier):
            return False
        self._identifiers.setdefault(identifier)
        self._by_scheme.setdefault(identifier.scheme, identifier)
        return True

    def add_identifiers(self, written: Iterable[Identifier]) -> tuple[Identifier, ...]:
        """Add the identifiers that do not contradict a present one; return all identifiers."""
        for identifier in written:
            self.add_identifier(identifier)
        return self.identifiers

    def add(self, index: int, inline: Inline, name: str = "") -> bool:
        """Add a link unless its identifier contradicts a present one.

        Args:
            index: The index of the inline in the note.
            inline: The link.
            name: The label of the link if neither its text nor its identifier gives one.

        Returns:
            Whether the link was accepted.
        """
        identifier = _paper_identifier(inline)
        if identifier is not None and not self.add_identifier(identifier):
            return False
        # a title, a key or a nickname names the paper, not the link
        label = " ".join(inline.text.split()).strip("[]`") if _is_label(inline) else ""
        if not label and identifier and not identifiers.is_publication_page(identifier.value):
            label = identifiers.scheme_label(identifier)
        if inline.url.startswith(("http://", "https://")):
            self.add_link(label or name or "Link", inline.url)
        self.indices.append(index)
        return True

    def add_link(self, label: str, url: str) -> None:
        """Add a link under a label, unless its URL is present."""
        self._links.setdefault(url, Link(label, url))


def _is_label(inline: Inline) -> bool:
    text = inline.text.strip()
    if not text or inline.bare or "://" in text or "{{" in text or len(text) > _MAX_LABEL:
        return False
    if text.casefold() in _POINTING_WORDS or not any(c.isalpha() for c in text) or identifiers.find_identifiers(text):
        return False
    return title_heuristics.is_uninformative(text) or not is_paper_link(inline)


# --- one link -------------------------------------------------------------------------------------


def identifier_from_url(url: str) -> Identifier | None:
    """Return the identifier of the paper at a URL; None for a URL of no known scheme.

    An anchor of an entry in the list of references of a paper is cited for that entry, not for the paper.
    """
    return None if "#" in url and _REFERENCE_ENTRY.search(url) else identifiers.from_url(url)


def _paper_identifier(inline: Inline) -> Identifier | None:
    """Return the identifier of the paper that a link leads to; None if it leads to no paper.

    The URL is the identifier of an unknown page that the author calls a paper.
    """
    identifier = identifier_from_url(inline.url)
    if identifier is None and is_called_paper(inline):
        return identifiers.url_identifier(inline.url)
    return identifier


def is_called_paper(inline: Inline) -> bool:
    """Return whether the text or the file name of a link to a page of no known scheme calls it a paper."""
    if not inline.url.lower().startswith(("http://", "https://")):
        return False
    if _HOME_PAGE.fullmatch(inline.url):
        return False
    text = "" if inline.bare else inline.text
    return (link_texts.calls_paper(text) and not NOT_PAPERS.search(inline.url)) or is_document(inline.url)


@lru_cache(maxsize=1 << 12)
def is_document(url: str) -> bool:
    """Return whether a URL of no known scheme leads to a file that looks like a paper, or to the page of one."""
    return identifiers.is_paper_file(url) or identifiers.is_publication_page(url)


def is_part_of_paper(inline: Inline) -> bool:
    """Return whether a link leads to a figure, a reference or a section of a paper: `[Reviews](…#Sec10)`."""
    is_name = inline.text.count(" ") < _MAX_SECTION
    return PART_OF_PAPER.search(inline.url) is not None or (is_name and _SECTION.search(inline.url) is not None)


def is_paper_link(inline: Inline) -> bool:
    """Return whether a link leads to a paper for certain, by its URL."""
    return identifier_from_url(inline.url) is not None


def may_be_paper_link(inline: Inline) -> bool:
    """Return whether a link leads to a paper, or to a page that its author calls one."""
    return is_paper_link(inline) or is_called_paper(inline)


def may_be_paper_or_pdf(inline: Inline) -> bool:
    """Return whether a link leads to a paper or to any PDF file, also one of the notes folder."""
    is_on_web = inline.url.lower().startswith(("http://", "https://"))
    return may_be_paper_link(inline) or (is_on_web and _is_pdf(inline)) or is_local_pdf(inline)


def is_local_pdf(inline: Inline) -> bool:
    """Return whether a link leads to a PDF file of the notes folder, not to one that a program opens: `vscode://…`."""
    return _is_pdf(inline) and not _URL_SCHEME.match(inline.url)


def _is_pdf(inline: Inline) -> bool:
    return inline.url.lower().split("#")[0].endswith(".pdf")


def refers_to_other_paper(context: NoteContext, inline: Inline, since: int = -1) -> bool:
    """Return whether the words before a link relate it to another paper: `see also`, `based on`.

    Args:
        context: The note.
        inline: The link.
        since: The offset from which words count; -1 for the beginning of the sentence.
    """
    before = context.text_before(inline)
    if since >= 0:
        before = context.note.text[max(since, inline.span.start - 2 * _CUE_REACH) : inline.span.start]
    return bool(CUE_OTHER.search(SENTENCE_END.split(before)[-1][-_CUE_REACH:]))


# --- several links --------------------------------------------------------------------------------


def same_paper_links(context: NoteContext, inline: Inline) -> Sequence[Inline]:
    """Return the links of the note that lead to the same paper and have an informative text."""
    identifier = identifier_from_url(inline.url)
    return _informative_links(context).get(identifier, ()) if identifier else ()


@once_per_note
def _informative_links(context: NoteContext) -> Mapping[Identifier, Sequence[Inline]]:
    links: dict[Identifier, list[Inline]] = {}
    for _, inline in context.links:
        identifier = identifier_from_url(inline.url)
        if identifier and not title_heuristics.is_uninformative(inline.text):
            links.setdefault(identifier, []).append(inline)
    return links


@once_per_note
def linked_papers(context: NoteContext, block: int) -> frozenset[Identifier]:
    """Return the papers that a text block links to."""
    linked = (identifier_from_url(i.url) for _, i in context.inlines_of(block) if i.kind is InlineKind.LINK)
    return frozenset(i for i in linked if i is not None)


def link_lines(context: NoteContext, block: Block) -> list[tuple[list[IndexedInline], bool]]:
    """Return the unclaimed links of a text block, grouped by source line.

    Returns:
        For each line with links: the links, and whether the line has little text besides them.  A line that continues
        the sentence of the line above has more.
    """
    lines: list[tuple[Span, list[IndexedInline]]] = []
    text = context.note.text
    for index, inline in context.unclaimed_links(block.index):
        if not lines or inline.span.start >= lines[-1][0].end:
            start = text.rfind("\n", 0, inline.span.start) + 1
            end = text.find("\n", inline.span.start)
            lines.append((Span(start, end if end >= 0 else len(text)), []))
        lines[-1][1].append((index, inline))
    wrapped = [link.span for _, link in context.links_within(block.span) if _is_wrapped(context, link)] if lines else []
    return [
        (
            links,
            words_outside_links(context, line, links) <= 3 * len(links)
            and not _is_within_sentence(text, block.span, line)
            and not any(line.start < span.end and span.start < line.end for span in wrapped),
        )
        for line, links in lines
    ]


def _is_wrapped(context: NoteContext, link: Inline) -> bool:
    """Return whether a link in a filled paragraph goes on in the next line: one after words, or one as `this paper`."""
    if "\n" not in context.source(link.span):
        return False
    before = context.note.text[context.note.text.rfind("\n", 0, link.span.start) + 1 : link.span.start]
    return any(map(str.isalnum, before)) or title_heuristics.is_uninformative(link.text)


def _is_within_sentence(text: str, block: Span, line: Span) -> bool:
    """Return whether a line is part of a wrapped sentence, or is in brackets that begin above: `(see Lee et al.`."""
    before = text[max(block.start, line.start - _SENTENCE_REACH) : max(block.start, line.start - 1)]
    above = before.rpartition("\n")[2]
    if above.endswith(("  ", "\\", ">")):
        return False
    if line.end < block.end and above and not text[line.end - 1].isspace() and _WRAPPED.match(text, line.end + 1):
        return True
    is_in_brackets = before.rfind("(") > before.rfind(")")
    if is_in_brackets and title_heuristics.count_words(before[before.rfind("(") :]) >= _MIN_BRACKETED:
        return True
    if title_heuristics.count_words(above) < _MIN_PROSE:
        return False
    if is_in_brackets or is_unfinished(above.rstrip()):
        return True
    is_open = above.rstrip()[-1:].isalnum() or above.endswith(",")
    return is_open and _WRAPPED.match(text, line.start) is not None


def has_other_title(context: NoteContext, heading: Block, links: Iterable[IndexedInline]) -> bool:
    """Return whether links of one line have another title than a heading: `Ann Lee. [Title](…). [https://…](…)`."""
    own = comparison_key(context.visible_text(heading.index))
    papers = (
        link.text for _, link in links if is_paper_link(link) and not title_heuristics.is_uninformative(link.text)
    )
    titles = (comparison_key(text) for text in papers if title_heuristics.count_words(text) >= _MIN_TITLE)
    return any(title not in own and own not in title for title in titles)


def words_outside_links(context: NoteContext, line: Span, links: Iterable[IndexedInline]) -> int:
    """Return the number of words of a source line that are outside its links."""
    parts, at = [], line.start
    for _, inline in links:
        parts.append(context.note.text[at : inline.span.start])
        at = max(at, inline.span.end)
    parts.append(context.note.text[at : line.end])
    # words in brackets of their own, as in `[paper](..) (CVPR 2022)`, are a remark, and HTML is no words
    return title_heuristics.count_words(_REMARK.sub(" ", "\0".join(parts)).translate(_MARKS))


def link_group(context: NoteContext, index: int) -> list[int]:
    """Return the indices of a link and of the uninformative links that follow it directly.

    Examples of groups are `[[paper](..)] [[pdf](..)]` and `[BERT](..) [[doi](..)]`.  After a link with an
    informative text only brackets may come between; after any other also commas, bars and `and`.
    """
    first = context.inlines[index]
    separators = _SEPARATORS if title_heuristics.is_uninformative(first.text) else _OPENING_BRACKETS
    group = [index]
    end = first.span.end
    later = index + 1
    while later < len(context.inlines) and context.inlines[later].block == first.block:
        inline = context.inlines[later]
        if inline.kind is InlineKind.LINK and inline.span.start >= end:
            gap = context.note.text[end : min(inline.span.start, end + _MAX_GAP + 1)]
            if len(gap) > _MAX_GAP or not separators.match(gap) or not title_heuristics.is_uninformative(inline.text):
                break
            group.append(later)
            end = inline.span.end
        later += 1
    return group

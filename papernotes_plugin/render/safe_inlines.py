"""Phrases: the inlines of one text block, written anew as one line of SafeMarkdown that is safe on any page.

Nothing of the source passes as it is: text is escaped, links are rebuilt, of raw HTML only a few tags without
attributes stay, and only in pairs.  What is written reads the same in CommonMark and in Python-Markdown.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from papernotes_plugin import text
from papernotes_plugin.links.wikilinks import is_image
from papernotes_plugin.markup import citation_syntax, inline_markdown
from papernotes_plugin.markup.citation_syntax import CitationCluster
from papernotes_plugin.markup.inline_markdown import code_span, escape_keeping_spaces, formula, image, link
from papernotes_plugin.render.allowed_html import pairs, raw_tag
from papernotes_plugin.render.page_links import ExcerptContext
from papernotes_plugin.text.escaping import Url
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Paper, Span

_MARK = re.compile(r"(?<!=)==(?!=)")
"""The sign around what Obsidian marks."""
_BLOCK_ID = re.compile(r"\s\^[A-Za-z0-9-]+\s*\Z")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])|(&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});)")
_SPANNING = (InlineKind.STRONG, InlineKind.EMPHASIS)
_SIZE = re.compile(r"(?:^|\\?\|)\s*\d{1,5}(?:x\d{1,5})?\s*$")
"""What the words of a picture end with where they tell its size."""
_NOTE = re.compile(r"^(?![a-z][a-z0-9+.-]*:).*\.(?:md|markdown)(?:#|$)", re.IGNORECASE)
_LATEX = re.compile(r"\\[a-zA-Z]+")
_NONE: Mapping[str, int] = MappingProxyType({})


def safe_line(
    source: str, inlines: Sequence[Inline], context: ExcerptContext, numbers: Mapping[str, int] = _NONE
) -> str:
    """The inlines of one text block, in their order, as one line of SafeMarkdown.

    Args:
        source: What they are the inlines of.
        inlines: They.
        context: Where they stand.
        numbers: Of the footnotes that are shown with them, by label; the signs of others are left out.
    """
    return _SafeLine(source, inlines, context, numbers).written()


class _SafeLine:
    """One line in the making."""

    def __init__(
        self, source: str, inlines: Sequence[Inline], context: ExcerptContext, numbers: Mapping[str, int] = _NONE
    ) -> None:
        self.source = source
        self.numbers = numbers
        self.cites: dict[Span, str] = {}
        """The citations, in words."""
        self.context = context
        self.out: list[str] = []
        self.open: list[tuple[int, int, str]] = []
        """What is open: where it ends in the source, its place in `out`, what closes it."""
        self.last = inlines[0].span.start if inlines else 0
        self.struck = False
        self.inlines = self._cited(inlines)
        self.marks = self._marks()
        """Where the signs of marks stand, and what stands for them."""
        tags = [self._source(i) if i.kind is InlineKind.HTML else "" for i in self.inlines]
        self.paired = pairs(tags) if any(tags) else set()

    def written(self) -> str:
        """The line."""
        at = 0
        while at < len(self.inlines):
            inline = self.inlines[at]
            self._close_until(inline.span.start)
            self._gap(inline.span.start)
            first = at
            at += 1
            if inline.kind in _SPANNING:
                self._open_emphasis(inline)
            elif inline.kind is InlineKind.LINK and not inline.bare:
                href = self.context.url(inline.url)
                self._open(inline, "[" if href else "", f"]({href})" if href else "")
            elif inline.kind is InlineKind.HTML:
                self.out.append(raw_tag(self._source(inline), self.context, paired=first in self.paired))
                self.last = inline.span.end
            else:
                while at < len(self.inlines) and self.inlines[at].span.start < inline.span.end:
                    at += 1
                self.out.append(self._whole(inline, self.inlines[first + 1 : at]))
                self.last = inline.span.end
        self._close_until(len(self.source) + 1)
        if self.struck:
            self.out.append("</del>")
        made = "".join(self.out).strip()
        return re.sub(" {2,}", " ", made) if "  " in made else made

    def _source(self, inline: Inline) -> str:
        return self.source[inline.span.start : inline.span.end]

    # --- what spans others ----------------------------------------------------

    def _open(self, inline: Inline, mark: str, closing: str) -> None:
        self.open.append((inline.span.end, len(self.out), closing))
        self.out.append(mark)
        self.last = inline.span.start

    def _open_emphasis(self, inline: Inline) -> None:
        strong = inline.kind is InlineKind.STRONG
        # asterisks beside asterisks are read differently from parser to parser
        if any("*" in closing or "</" in closing for _, _, closing in self.open) or "".join(self.out[-2:]).endswith(
            "*"
        ):
            name = "strong" if strong else "em"
            self._open(inline, f"<{name}>", f"</{name}>")
        else:
            mark = "**" if strong else "*"
            self._open(inline, mark, mark)

    def _close_until(self, offset: int) -> None:
        while self.open and self.open[-1][0] <= offset:
            end, place, closing = self.open.pop()
            self._gap(end)
            if any(piece.strip() for piece in self.out[place + 1 :]):
                self.out.append(closing)
            else:
                self.out[place] = ""

    def _gap(self, end: int) -> None:
        """Strikethrough is no inline of its own: its marks stand between the others."""
        gap = self.source[self.last : end].partition("]")[0]
        self.last = max(self.last, end)
        for _ in re.findall("~+", gap) if "~" in gap else ():
            self.out.append("</del>" if self.struck else "<del>")
            self.struck = not self.struck

    # --- what stands alone ----------------------------------------------------

    def _whole(self, inline: Inline, within: Sequence[Inline]) -> str:
        """An inline with all that lies in it."""
        links, page = self.context.links, self.context.page
        match inline.kind:
            case InlineKind.TEXT:
                return self._text(inline, within)
            case InlineKind.CODE:
                return self._code(inline)
            case InlineKind.MATH:
                return formula(inline.text)
            case InlineKind.LINK:
                return link(text.escape_markdown(inline.url), text.escape_url(inline.url))
            case InlineKind.TAG:
                tag, href = text.escape_markdown(f"#{inline.text}"), links.tag(inline.url, page)
                return f'<span class="papernotes-tag">{link(tag, href)}</span>' if href else tag
            case InlineKind.FOOTNOTE if inline.text in self.numbers:
                return f"<sup>{self.numbers[inline.text]}</sup>"
            case InlineKind.EMBED if is_image(inline.url):
                words = _SIZE.sub("", inline.text) if inline.text != inline.url else ""
                return image(words or inline.url, links.file(inline.url, self.context.note, page))
            case InlineKind.WIKILINK | InlineKind.EMBED:
                label, href = links.wikilink(inline.url, inline.text, self.context.note, page)
                return link(text.escape_markdown(label), href)
            case InlineKind.IMAGE:
                href = self.context.url(inline.url)
                if _NOTE.search(href):
                    return link(text.escape_markdown(inline.text or inline.url), href)
                return image(_SIZE.sub("", inline.text), href)
        return ""

    def _text(self, inline: Inline, within: Sequence[Inline]) -> str:
        """Running text with the tags and bare links in it, a citation, or a line break."""
        if inline.span in self.cites:
            return self.cites[inline.span]
        start, end = inline.span
        if "\n" in self.source[start:end]:
            hard = self.source[start] == "\\" or self.source[start:end].startswith("  ")
            return "<br>" if hard else " "
        out: list[str] = []
        at = start
        for child in within:
            if child.span.start >= at:
                out += [self._words(at, child.span.start, first=not out), self._whole(child, ())]
                at = child.span.end
        return "".join([*out, self._words(at, end, first=not out)])

    def _words(self, start: int, end: int, *, first: bool) -> str:
        """Running text with Obsidian's marks, without its block ids."""
        if not self.marks:
            return self._plain(start, end, first=first)
        out: list[str] = []
        for match in _MARK.finditer(self.source, start, end):
            if match.start() in self.marks:
                out += [self._plain(start, match.start(), first=first and not out), self.marks[match.start()]]
                start = match.end()
        return "".join([*out, self._plain(start, end, first=first and not out)])

    def _plain(self, start: int, end: int, *, first: bool) -> str:
        words = self.source[start:end]
        if "^" in words and self.source[end : end + 1] in ("", "\n"):
            words = _BLOCK_ID.sub("", words)
        words = _ESCAPED.sub(_visible, words) if "\\" in words or "&" in words else words
        return _escaped(words, start=first and not any(self.out))

    def _marks(self) -> dict[int, str]:
        """The pairs of `==` that stand within the same inlines: others would cross these."""
        found: dict[int, str] = {}
        if "==" not in self.source:
            return found
        around: list[Inline] = []
        waiting: dict[Span | None, int] = {}
        """Per enclosing inline the sign that is open there."""
        held = {at for i in self.inlines if i.kind is InlineKind.LINK and i.bare for at in range(*i.span)}
        for inline in self.inlines:
            while around and around[-1].span.end <= inline.span.start:
                around.pop()
            if inline.kind in _SPANNING or (inline.kind is InlineKind.LINK and not inline.bare):
                around.append(inline)
            elif inline.kind is InlineKind.TEXT and inline.span not in self.cites:
                within = around[-1].span if around else None
                for match in _MARK.finditer(self.source, *inline.span):
                    opening = waiting.get(within)
                    if match.start() in held:
                        continue
                    if opening is None:
                        if not self.source[match.end() : match.end() + 1].isspace():
                            waiting[within] = match.start()
                    elif not self.source[match.start() - 1].isspace():
                        found |= {opening: "<mark>", match.start(): "</mark>"}
                        del waiting[within]
        return found

    # --- citations ------------------------------------------------------------

    def _cited(self, inlines: Sequence[Inline]) -> Sequence[Inline]:
        """The inlines, with one text in the place of all that each citation is made of."""
        found = citation_syntax.find_citations(self.source, inlines)
        if not found:
            return inlines
        for cluster in citation_syntax.confirm_clusters(
            found, lambda cited: self.context.links.paper_of_key(cited.key) is not None
        ):
            papers = [self.context.links.paper_of_key(cited.key) for cited in cluster.cited_keys]
            if any(papers):
                self.cites[cluster.span] = self._citation(cluster, papers, inlines)
        spans = iter(self.cites)
        cite = next(spans, None)
        out: list[Inline] = []
        for inline in inlines:
            start, end = inline.span
            while cite and cite.end <= start:
                cite = next(spans, None)
            if inline.kind in _SPANNING and cite and cite.start <= start:
                continue
            while cite and cite.start < end and inline.kind not in _SPANNING:
                if start < cite.start:
                    out.append(inline._replace(span=Span(start, cite.start)))
                if not out or out[-1].span != cite:
                    out.append(Inline(InlineKind.TEXT, cite, inline.block))
                start = max(start, cite.end)
                if cite.end > end:
                    break
                cite = next(spans, None)
            if start < end:
                out.append(inline if start == inline.span.start else inline._replace(span=Span(start, end)))
        return out

    def _citation(self, cluster: CitationCluster, papers: Sequence[Paper | None], inlines: Sequence[Inline]) -> str:
        links, page = self.context.links, self.context.page
        words = ""
        for part in links.prose.bibliography(filter(None, papers)).cite(citation_syntax.to_citation(cluster, papers)):
            said = inline_markdown.format_runs(run._replace(url="") if part.paper else run for run in part.runs)
            # between two parts there may be nothing but a space
            lead, core, trail = said.partition(said.strip() or " ")
            words += f"{lead}{link(core, links.paper(part.paper, page) if part.paper else Url(''))}{trail}"
        out: list[str] = []
        for piece in citation_syntax.split_at_placeholders(words, cluster.placeholder_spans):
            if isinstance(piece, str):
                out.append(piece)
            else:
                within = [i for i in inlines if piece.start <= i.span.start and i.span.end <= piece.end]
                out.append(safe_line(self.source, within, self.context, self.numbers))
        named = zip(cluster.cited_keys, papers, strict=True)
        unknown = "; ".join(self.source[slice(*cited.full_span)] for cited, paper in named if paper is None)
        return "".join([*out, f" {text.escape_markdown(f'[{unknown}]')}" if unknown else ""])

    def _code(self, inline: Inline) -> str:
        match = re.fullmatch(r"\{(.+)\}", inline.text)
        paper = self.context.links.paper_of_key(match[1]) if match else None
        if match and paper:
            return link(code_span(match[1]), self.context.links.paper(paper, self.context.page))
        return code_span(inline.text)


def _visible(match: re.Match[str]) -> str:
    return match[1] or html.unescape(match[2])


def _escaped(words: str, *, start: bool) -> str:
    """Text for SafeMarkdown, LaTeX in it turned into Unicode."""
    if "\\" in words and _LATEX.search(words):
        words = f"{' ' if words[0].isspace() else ''}{text.plain_text(words)}{' ' if words[-1].isspace() else ''}"
    return escape_keeping_spaces(words, start=start)

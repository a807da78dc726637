"""Write the inlines of a quoted text block as one line of Markdown that is safe on any page.

No source text is copied unchanged: text is escaped and links are rebuilt.  Of raw HTML only a few tags remain
(`allowed_html`).  The result reads the same in CommonMark and in Python-Markdown.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence

from papernotes_plugin import text
from papernotes_plugin.links.wikilinks import IMAGE_SIZE, is_image
from papernotes_plugin.markup import citation_syntax, inline_markdown
from papernotes_plugin.markup.citation_syntax import CitationCluster
from papernotes_plugin.markup.document_text import EMPHASIS_KINDS
from papernotes_plugin.markup.inline_markdown import code_span, escape_with_spaces, formula, image, link
from papernotes_plugin.render.allowed_html import convert_tag, paired_tags
from papernotes_plugin.render.page_links import ExcerptContext
from papernotes_plugin.text.escaping import Url
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Paper, Span

_HIGHLIGHT_MARK = lazy_regex(r"(?<!=)==(?!=)")
"""Obsidian's `==highlight==`."""
_BLOCK_ID = lazy_regex(r"\s\^[A-Za-z0-9-]+\s*\Z")
_ESCAPE_OR_ENTITY = lazy_regex(
    r"\\([!-/:-@\[-`{-~])|(&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});)"
)
_NOTE_URL = lazy_regex(r"^(?![a-z][a-z0-9+.-]*:).*\.(?:md|markdown)(?:#|$)", re.IGNORECASE)
_LATEX_COMMAND = lazy_regex(r"\\[a-zA-Z]+")


def safe_line(source: str, inlines: Sequence[Inline], context: ExcerptContext, footnotes: Mapping[str, int]) -> str:
    """Return the inlines of one text block as one line of Markdown.

    Args:
        source: The text that the spans of the inlines refer to.
        inlines: The inlines, in order.
        context: The note that the text comes from, and the page that quotes it.
        footnotes: Numbers of the footnotes shown with the text, by label; references to others are removed.
    """
    return _SafeLine(source, inlines, context, footnotes).markdown()


class _SafeLine:
    """Writer of one line."""

    def __init__(
        self, source: str, inlines: Sequence[Inline], context: ExcerptContext, footnotes: Mapping[str, int]
    ) -> None:
        self.source = source
        self.footnotes = footnotes
        self.citations: dict[Span, str] = {}
        """Rendered citations, by span."""
        self.context = context
        self.out: list[str] = []
        self.open: list[tuple[int, int, str]] = []
        """Open inlines, outermost first: end offset in the source, index of the opening in `out`, closing mark."""
        self.position = inlines[0].span.start if inlines else 0
        """Offset in the source up to which everything is written."""
        self.is_struck = False
        self.inlines = self._with_citations(inlines)
        self.highlights = self._highlight_tags()
        """Tag for each highlight mark, by the offset of the mark."""
        tags = [self._source(i) if i.kind is InlineKind.HTML else "" for i in self.inlines]
        self.paired = paired_tags(tags) if any(tags) else set()

    def markdown(self) -> str:
        """Return the line."""
        index = 0
        while index < len(self.inlines):
            inline = self.inlines[index]
            self._close_until(inline.span.start)
            self._write_strikethrough(inline.span.start)
            first = index
            index += 1
            if inline.kind in EMPHASIS_KINDS:
                # strong text of raw HTML has tags of its own
                if self.source[inline.span.start] != "<":
                    self._open_emphasis(inline)
            elif inline.kind is InlineKind.LINK and not inline.bare:
                href = self.context.url(inline.url)
                self._open(inline, "[" if href else "", f"]({href})" if href else "")
            elif inline.kind is InlineKind.HTML:
                self.out.append(convert_tag(self._source(inline), self.context, paired=first in self.paired))
                self.position = inline.span.end
            else:
                while index < len(self.inlines) and self.inlines[index].span.start < inline.span.end:
                    index += 1
                self.out.append(self._converted(inline, self.inlines[first + 1 : index]))
                self.position = inline.span.end
        self._close_until(len(self.source) + 1)
        if self.is_struck:
            self.out.append("</del>")
        line = "".join(self.out).strip()
        return re.sub(" {2,}", " ", line) if "  " in line else line

    def _source(self, inline: Inline) -> str:
        return self.source[inline.span.start : inline.span.end]

    # --- inlines that contain others ------------------------------------------

    def _open(self, inline: Inline, opening: str, closing: str) -> None:
        self.open.append((inline.span.end, len(self.out), closing))
        self.out.append(opening)
        self.position = inline.span.start

    def _open_emphasis(self, inline: Inline) -> None:
        is_strong = inline.kind is InlineKind.STRONG
        is_nested = any("*" in closing or "</" in closing for _, _, closing in self.open)
        # parsers disagree about adjacent asterisks: nested and adjacent emphasis becomes HTML
        if is_nested or "".join(self.out[-2:]).endswith("*"):
            name = "strong" if is_strong else "em"
            self._open(inline, f"<{name}>", f"</{name}>")
        else:
            mark = "**" if is_strong else "*"
            self._open(inline, mark, mark)

    def _close_until(self, offset: int) -> None:
        while self.open and self.open[-1][0] <= offset:
            end, index, closing = self.open.pop()
            self._write_strikethrough(end)
            if any(piece.strip() for piece in self.out[index + 1 :]):
                self.out.append(closing)
            else:
                self.out[index] = ""

    def _write_strikethrough(self, end: int) -> None:
        """Write the strikethrough marks up to an offset: the parser has no inline for them, only a gap."""
        gap = self.source[self.position : end].partition("]")[0]
        self.position = max(self.position, end)
        for _ in re.findall("~+", gap) if "~" in gap else ():
            self.out.append("</del>" if self.is_struck else "<del>")
            self.is_struck = not self.is_struck

    # --- other inlines --------------------------------------------------------

    def _converted(self, inline: Inline, children: Sequence[Inline]) -> str:
        """Return the Markdown for an inline and the inlines inside it."""
        links, page = self.context.links, self.context.page
        match inline.kind:
            case InlineKind.TEXT:
                return self._text(inline, children)
            case InlineKind.CODE:
                return self._code(inline)
            case InlineKind.MATH:
                return formula(inline.text)
            case InlineKind.LINK:
                return link(text.escape_markdown(inline.url), text.escape_url(inline.url))
            case InlineKind.TAG:
                tag, href = text.escape_markdown(f"#{inline.text}"), links.tag(inline.url, page)
                return f'<span class="papernotes-tag">{link(tag, href)}</span>' if href else tag
            case InlineKind.FOOTNOTE if inline.text in self.footnotes:
                return f"<sup>{self.footnotes[inline.text]}</sup>"
            case InlineKind.EMBED if is_image(inline.url):
                alt = IMAGE_SIZE.sub("", inline.text) if inline.text != inline.url else ""
                return image(alt or inline.url, links.file(inline.url, self.context.note, page))
            case InlineKind.WIKILINK | InlineKind.EMBED:
                label, href = links.wikilink(inline.url, inline.text, self.context.note, page)
                if not href and self._may_be_index(inline) and links.has_no_target(inline.url, self.context.note):
                    label = self._source(inline).replace("\\|", "|")
                return link(text.escape_markdown(label), href)
            case InlineKind.IMAGE:
                href = self.context.url(inline.url)
                if _NOTE_URL.search(href):
                    return link(text.escape_markdown(inline.text or inline.url), href)
                return image(IMAGE_SIZE.sub("", inline.text), href)
        return ""

    def _may_be_index(self, inline: Inline) -> bool:
        """Return whether double brackets may be those of code, such as `x[[1]]`, and not of a link to a note."""
        before = self.source[max(0, inline.span.start - 1) : inline.span.start]
        return before.isalnum() or not any(map(str.isalpha, inline.url))

    def _text(self, inline: Inline, children: Sequence[Inline]) -> str:
        """Return a text with its tags and bare links, a citation, or a line break."""
        if inline.span in self.citations:
            return self.citations[inline.span]
        start, end = inline.span
        if "\n" in self.source[start:end]:
            is_hard_break = self.source[start] == "\\" or self.source[start:end].startswith("  ")
            return "<br>" if is_hard_break else " "
        out: list[str] = []
        position = start
        for child in children:
            if child.span.start >= position:
                out.append(self._with_highlights(position, child.span.start, is_first=not out))
                out.append(self._converted(child, ()))
                position = child.span.end
        return "".join([*out, self._with_highlights(position, end, is_first=not out)])

    def _with_highlights(self, start: int, end: int, *, is_first: bool) -> str:
        """Return the text between two offsets, with tags for Obsidian's highlight marks."""
        if not self.highlights:
            return self._escaped(start, end, is_first=is_first)
        out: list[str] = []
        for match in _HIGHLIGHT_MARK.finditer(self.source, start, end):
            if match.start() in self.highlights:
                out.append(self._escaped(start, match.start(), is_first=is_first and not out))
                out.append(self.highlights[match.start()])
                start = match.end()
        return "".join([*out, self._escaped(start, end, is_first=is_first and not out)])

    def _escaped(self, start: int, end: int, *, is_first: bool) -> str:
        """Return the text between two offsets, escaped, without a block id and with LaTeX as Unicode."""
        words = self.source[start:end]
        if "^" in words and self.source[end : end + 1] in ("", "\n"):
            words = _BLOCK_ID.sub("", words)
        if "\\" in words or "&" in words:
            words = _ESCAPE_OR_ENTITY.sub(lambda match: match[1] or html.unescape(match[2]), words)
        if "\\" in words and _LATEX_COMMAND.search(words):
            before, after = " " if words[0].isspace() else "", " " if words[-1].isspace() else ""
            words = f"{before}{text.plain_text(words)}{after}"
        return escape_with_spaces(words, start=is_first and not any(self.out))

    def _highlight_tags(self) -> dict[int, str]:
        """Return the tags for pairs of `==` inside the same inline; other pairs would cross its marks."""
        tags: dict[int, str] = {}
        if "==" not in self.source:
            return tags
        enclosing: list[Inline] = []
        opened: dict[Span | None, int] = {}
        """Offset of the open mark, by the span of the enclosing inline."""
        in_bare_links = {at for i in self.inlines if i.kind is InlineKind.LINK and i.bare for at in range(*i.span)}
        for inline in self.inlines:
            while enclosing and enclosing[-1].span.end <= inline.span.start:
                enclosing.pop()
            if inline.kind in EMPHASIS_KINDS or (inline.kind is InlineKind.LINK and not inline.bare):
                enclosing.append(inline)
            elif inline.kind is InlineKind.TEXT and inline.span not in self.citations:
                parent = enclosing[-1].span if enclosing else None
                for match in _HIGHLIGHT_MARK.finditer(self.source, *inline.span):
                    opening = opened.get(parent)
                    if match.start() in in_bare_links:
                        continue
                    if opening is None:
                        if not self.source[match.end() : match.end() + 1].isspace():
                            opened[parent] = match.start()
                    elif not self.source[match.start() - 1].isspace():
                        tags |= {opening: "<mark>", match.start(): "</mark>"}
                        del opened[parent]
        return tags

    # --- citations ------------------------------------------------------------

    def _with_citations(self, inlines: Sequence[Inline]) -> Sequence[Inline]:
        """Return the inlines with one text in place of each citation, and store the rendered citations."""
        keys = citation_syntax.find_citations(self.source, inlines)
        if not keys:
            return inlines
        paper_of_key = self.context.links.paper_of_key
        for cluster in citation_syntax.confirm_clusters(keys, lambda cited: paper_of_key(cited.key) is not None):
            papers = [paper_of_key(cited.key) for cited in cluster.cited_keys]
            if any(papers) and not cluster.link:
                self.citations[cluster.span] = self._citation(cluster, papers, inlines)
        spans = iter(self.citations)
        citation = next(spans, None)
        out: list[Inline] = []
        for inline in inlines:
            start, end = inline.span
            while citation and citation.end <= start:
                citation = next(spans, None)
            if inline.kind in EMPHASIS_KINDS and citation and citation.start <= start:
                continue
            while citation and citation.start < end and inline.kind not in EMPHASIS_KINDS:
                if start < citation.start:
                    out.append(inline._replace(span=Span(start, citation.start)))
                if not out or out[-1].span != citation:
                    out.append(Inline(InlineKind.TEXT, citation, inline.block))
                start = max(start, citation.end)
                if citation.end > end:
                    break
                citation = next(spans, None)
            if start < end:
                out.append(inline if start == inline.span.start else inline._replace(span=Span(start, end)))
        return out

    def _citation(self, cluster: CitationCluster, papers: Sequence[Paper | None], inlines: Sequence[Inline]) -> str:
        """Return a citation in the style for quoted notes; unknown keys follow it in brackets."""
        links, page = self.context.links, self.context.page
        words = ""
        for part in links.prose.bibliography(filter(None, papers)).cite(citation_syntax.to_citation(cluster, papers)):
            formatted = inline_markdown.format_runs(run._replace(url="") if part.paper else run for run in part.runs)
            # the separator of two parts may be only a space
            before, label, after = formatted.partition(formatted.strip() or " ")
            words += f"{before}{link(label, links.paper(part.paper, page) if part.paper else Url(''))}{after}"
        out: list[str] = []
        for piece in citation_syntax.split_at_placeholders(words, cluster.placeholder_spans):
            if isinstance(piece, str):
                out.append(piece)
            else:
                inside = [i for i in inlines if piece.start <= i.span.start and i.span.end <= piece.end]
                out.append(safe_line(self.source, inside, self.context, self.footnotes))
        cited = zip(cluster.cited_keys, papers, strict=True)
        unknown = "; ".join(self.source[slice(*key.full_span)] for key, paper in cited if paper is None)
        return "".join([*out, f" {text.escape_markdown(f'[{unknown}]')}" if unknown else ""])

    def _code(self, inline: Inline) -> str:
        """Return a code span; a known citekey in braces becomes a link to its paper."""
        match = re.fullmatch(r"\{(.+)\}", inline.text)
        paper = self.context.links.paper_of_key(match[1]) if match else None
        if match and paper:
            return link(code_span(match[1]), self.context.links.paper(paper, self.context.page))
        return code_span(inline.text)

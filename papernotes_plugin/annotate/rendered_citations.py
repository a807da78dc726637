"""Render the citations of a note in a citation style, linked to the note's list of references."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from papernotes_plugin.annotate import reference_list
from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.links import addresses, wikilinks
from papernotes_plugin.markup import citation_syntax, inline_markdown
from papernotes_plugin.markup.citation_syntax import CitationCluster, CitedKey
from papernotes_plugin.people import bylines
from papernotes_plugin.text.escaping import Url, escape_attribute, escape_html, escape_markdown, escape_url
from papernotes_plugin.vocabulary.citation_model import Bibliography, Part, Run, Style
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import BlockKind, Library, MentionKind, Paper, Span

_LINE_END = re.compile(r"\s*\n[ \t>]*")
_NOT_KNOWN = "No paper is known by this key"


class RenderedCitations:
    """The citations of one note."""

    def __init__(self, edit_list: EditList, library: Library, config: Config, attributes: bool) -> None:
        self.edit_list = edit_list
        self.note = edit_list.note
        self.library = library
        self.config = config
        self.attributes = attributes
        pairs = library.mentions.get(self.note.path, ())
        self._mentions = {m.span: (paper, m.anchor) for m, paper in pairs if m.kind is MentionKind.KEY}
        self._own = {paper.slug for m, paper in pairs if m.kind is MentionKind.LITERATURE_NOTE}
        self.listed = config.citations and reference_list.wanted(self.note)
        possible = citation_syntax.find_citations(self.note.text, self.note.document.inlines)
        found = citation_syntax.confirm_clusters(possible, lambda cited: self._paper(cited) is not None)
        self.found = [
            (cluster, tuple(map(self._paper, cluster.cited_keys))) for cluster in found if self._sayable(cluster)
        ]
        """Each with the papers that it names, None for a key that is not known."""

    def _paper(self, cited: CitedKey) -> Paper | None:
        if cited.span in self._mentions:
            return self._mentions[cited.span][0]
        paper = wikilinks.find_paper(cited.key, self.library)
        # what a note is about may stand in it as a fact: `Key: @lee2020`
        return None if paper and paper.slug in self._own and not cited.is_certain else paper

    def _sayable(self, cluster: CitationCluster) -> bool:
        """In HTML only a link within the page can be said: nobody else puts the others right."""
        return self.listed or self.edit_list.places.blocks[cluster.block].kind is not BlockKind.HTML

    # --- putting --------------------------------------------------------------

    def place(self, style: Style, prose: Style, *, whole: bool = True) -> None:
        """Put the words of a style in place of the citations, and the list of references where it belongs.

        With `whole` keys that are not known are marked, too.
        """
        cited = [paper for _, papers in self.found for paper in papers if paper]
        book = (style if self.listed else prose).bibliography(cited)
        back: dict[str, list[str]] = {}
        for number, (cluster, papers) in enumerate(self.found, 1):
            if any(papers):
                self._anchor(cluster, papers, number, back)
                self.edit_list.replaced[cluster.span] = self._words(cluster, papers, book)
            elif self.attributes and whole:
                self._mark(cluster)
            if self.attributes and self.edit_list.places.blocks[cluster.block].kind is BlockKind.HEADING:
                self.edit_list.named.add(cluster.block)
        body = self._references(book, back) if self.listed and cited else ""
        reference_list.place(self.edit_list, body, self.config.references_title, self.attributes)

    def _anchor(
        self, cluster: CitationCluster, papers: Iterable[Paper | None], number: int, back: dict[str, list[str]]
    ) -> None:
        """InsertionPoints to come back to: those of the mentions, and one where there is none."""
        for cited, paper in zip(cluster.cited_keys, papers, strict=True):
            if paper is None:
                continue
            anchor = self._mentions[cited.span][1] if cited.span in self._mentions else ""
            if not anchor:
                anchor = f"cite-{paper.slug}-{number}"
                self.edit_list.before.setdefault(cluster.span.start, []).append(
                    f'<a id="{escape_attribute(anchor)}"></a>'
                )
            back.setdefault(paper.slug, []).append(anchor)

    def _mark(self, cluster: CitationCluster) -> None:
        """A key that is not known stays as it is, and can be seen to be unknown; in code and HTML it just stays."""
        if self.edit_list.places.blocks[cluster.block].kind is BlockKind.HTML:
            return
        for cited in cluster.cited_keys:
            if cited.is_certain and "@" in self.note.text[cited.span.start : cited.span.end]:
                self.edit_list.replaced[cited.span] = self._marked(cited)

    def _marked(self, cited: CitedKey) -> str:
        words = self.note.text[cited.span.start : cited.span.end]
        if not self.attributes:
            return words
        # as an entity the sign is none to whoever looks for citations after us
        return f'<span class="papernotes-unknown" title="{_NOT_KNOWN}">{escape_markdown(words)}</span>'

    # --- words ----------------------------------------------------------------

    def _words(self, cluster: CitationCluster, papers: tuple[Paper | None, ...], book: Bibliography) -> str:
        html = self.edit_list.places.blocks[cluster.block].kind is BlockKind.HTML
        # what the author says of the link stands behind it
        attributes = self.attributes and not self.edit_list.described(cluster.span)
        say = self._html if html else partial(self._markdown, attributes=attributes)
        words = "".join(map(say, book.cite(citation_syntax.to_citation(cluster, papers))))
        said = "".join(
            w if isinstance(w, str) else self._hidden(w)
            for w in citation_syntax.split_at_placeholders(words, cluster.placeholder_spans)
        )
        return said + self._rest(cluster, papers)

    def _href(self, paper: Paper) -> Url:
        if self.listed:
            return escape_url(f"#{reference_list.anchor(paper)}")
        return escape_url(addresses.paper_href(paper, self.note.path, self.config))

    def _markdown(self, part: Part, *, attributes: bool) -> str:
        if part.paper is None:
            return inline_markdown.format_runs(part.runs)
        words = inline_markdown.format_runs(run._replace(url="") for run in part.runs)
        core = words.strip()
        if not core:
            return words
        lead, _, trail = words.partition(core)
        tip = inline_markdown.link_title(bylines.paper_tooltip(part.paper))
        return (
            f"{lead}{inline_markdown.generated_link(core, self._href(part.paper), tip, attributes=attributes)}{trail}"
        )

    def _html(self, part: Part) -> str:
        words = "".join(map(_dressed, part.runs))
        if part.paper is None:
            return words
        tip = escape_attribute(bylines.paper_tooltip(part.paper))
        return f'<a class="papernotes-link" href="{self._href(part.paper)}" title="{tip}">{words}</a>'

    def _hidden(self, span: Span) -> str:
        """What is no text in a citation as it stands in the note, wikilinks in it as links."""
        inside = [s for s in self.edit_list.replaced if span.start <= s.start and s.end <= span.end]
        at, out = span.start, []
        for start, end in sorted(inside):
            out += [self.note.text[at:start], self.edit_list.replaced.pop(Span(start, end))]
            at = end
        return _LINE_END.sub(" ", "".join([*out, self.note.text[at : span.end]]))

    def _rest(self, cluster: CitationCluster, papers: Iterable[Paper | None]) -> str:
        """The keys of a citation that are not known, as they are, in brackets of their own."""
        unknown = [cited for cited, paper in zip(cluster.cited_keys, papers, strict=True) if paper is None]
        if not unknown:
            return ""
        text = self.note.text
        if text.startswith("{", cluster.span.start):
            said = ",".join(text[c.full_span.start : c.full_span.end] for c in unknown)
            return f" {text[cluster.span.start : text.index('`', cluster.span.start)]}`{said}`"
        said = "; ".join(
            text[c.full_span.start : c.span.start] + self._marked(c) + text[c.span.end : c.full_span.end]
            for c in unknown
        )
        return f" [{_LINE_END.sub(' ', said)}]"

    # --- the list of references -----------------------------------------------

    def _references(self, book: Bibliography, back: dict[str, list[str]]) -> str:
        entries = [
            reference_list.entry(
                paper,
                book,
                escape_url(addresses.paper_href(paper, self.note.path, self.config)),
                back[paper.slug],
                self.attributes,
            )
            for paper in book.papers
        ]
        return "\n".join(entries)

    # --- what is not known ----------------------------------------------------

    def issues(self, near: Callable[[str], str]) -> Iterator[Issue]:
        """The keys that name no paper, and lists of references beyond the first."""
        yield from reference_list.repeated(self.note)
        for cluster, papers in self.found:
            for cited, paper in zip(cluster.cited_keys, papers, strict=True):
                if paper is None and cited.is_certain:
                    line, column = self.note.line_and_column(cited.span.start)
                    message = citation_syntax.unknown_key_message(cited.key, near(cited.key))
                    yield issue(Code.UNKNOWN_KEY, self.note.path, line, message, column)


def _dressed(run: Run) -> str:
    words: str = escape_html(run.text)
    for worn, tag in ((run.italic, "em"), (run.bold, "strong"), (run.superscript, "sup")):
        words = f"<{tag}>{words}</{tag}>" if worn and words else words
    return words

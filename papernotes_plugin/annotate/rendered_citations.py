"""Render the citations of a note in a citation style, linked to the note's list of references."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from papernotes_plugin.annotate import reference_list
from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.links import addresses, wikilinks
from papernotes_plugin.markup import citation_syntax, inline_markdown
from papernotes_plugin.markup.citation_syntax import CitationCluster, CitedKey
from papernotes_plugin.people import bylines
from papernotes_plugin.text.escaping import Url, escape_attribute, escape_html, escape_markdown, escape_url
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.citation_model import Bibliography, CitationPart, Run, Style
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, Issue, issue_at
from papernotes_plugin.vocabulary.model import BlockKind, InlineKind, Library, MentionKind, Paper, Span

_LINE_BREAK = lazy_regex(r"(?:(?<!\s)\s+)?\n[ \t>]*")
_NAME = lazy_regex(r"(?<![\w:.#-])([.#])([\w:-]+)")
_WORDS = (InlineKind.TEXT, InlineKind.CODE, InlineKind.EMPHASIS, InlineKind.STRONG, InlineKind.MATH)
_UNKNOWN_KEY = "No paper is known by this key"


class RenderedCitations:
    """Citations of one note."""

    def __init__(self, edit_list: EditList, library: Library, config: Config) -> None:
        self.edit_list = edit_list
        self.note = edit_list.note
        self.library = library
        self.config = config
        mentions = library.mentions.get(self.note.path, ())
        self._key_mentions = {m.span: (paper, m.anchor) for m, paper in mentions if m.kind is MentionKind.KEY}
        self._described = {paper.slug for m, paper in mentions if m.kind is MentionKind.LITERATURE_NOTE}
        """Slugs of the papers that the whole note is about."""
        self.has_list = config.citations and reference_list.has_reference_list(self.note)
        candidates = citation_syntax.find_citations(self.note.text, self.note.document.inlines)
        clusters = citation_syntax.confirm_clusters(candidates, lambda cited: self._paper(cited) is not None)
        self.clusters = [
            (cluster, tuple(map(self._paper, cluster.cited_keys)))
            for cluster in clusters
            if (self.has_list or not self._is_in_html(cluster)) and cluster.link not in edit_list.replacements
        ]
        """The citations with their papers; None for an unknown key.

        Without a list, a citation in raw HTML is left out.  It would need a link to another page, and MkDocs does not
        adapt such links in raw HTML.  A citation in the text of a link is left out if the link is replaced.
        """

    def _paper(self, cited: CitedKey) -> Paper | None:
        if cited.span in self._key_mentions:
            return self._key_mentions[cited.span][0]
        paper = wikilinks.find_paper(cited.key, self.library)
        # a literature note may give the key of its paper as a fact: `Key: @lee2020`
        return None if paper and paper.slug in self._described and not cited.is_certain else paper

    def _is_in_html(self, cluster: CitationCluster) -> bool:
        return self.edit_list.points.blocks[cluster.block].kind is BlockKind.HTML

    def insert(self, style: Style, prose: Style, *, show_unknown: bool = True) -> None:
        """Replace the citations by their text in a style, and insert the list of references.

        Args:
            style: Citation style of a note with a list of references.
            prose: Citation style of a note without one.
            show_unknown: Whether to mark unknown keys.
        """
        cited = [paper for _, papers in self.clusters for paper in papers if paper]
        bibliography = (style if self.has_list else prose).bibliography(cited)
        back: dict[str, list[str]] = {}
        for number, (cluster, papers) in enumerate(self.clusters, 1):
            if any(papers):
                self._insert_anchors(cluster, papers, number, back)
                self.edit_list.replacements[cluster.span] = self._rendered(cluster, papers, bibliography)
                if cluster.marks:
                    self._insert_span(*cluster.marks)
            elif self.edit_list.attributes and show_unknown:
                self._mark_unknown_keys(cluster)
            if self.edit_list.attributes and self.edit_list.points.blocks[cluster.block].kind is BlockKind.HEADING:
                self.edit_list.headings_with_id.add(cluster.block)
        entries = self._reference_entries(bibliography, back) if self.has_list and cited else ""
        reference_list.insert_reference_list(self.edit_list, entries, self.config.references_title)

    def _insert_anchors(
        self, cluster: CitationCluster, papers: Iterable[Paper | None], number: int, back: dict[str, list[str]]
    ) -> None:
        """Add the anchors of a citation to `back`, by slug; one is inserted for each key without a mention."""
        for cited, paper in zip(cluster.cited_keys, papers, strict=True):
            if paper is None:
                continue
            anchor = self._key_mentions[cited.span][1] if cited.span in self._key_mentions else ""
            if not anchor:
                anchor = f"cite-{paper.slug}-{number}"
                start = (cluster.link or cluster.span).start
                self.edit_list.anchors_before.setdefault(start, []).append(f'<a id="{escape_attribute(anchor)}"></a>')
            back.setdefault(paper.slug, []).append(anchor)

    def _mark_unknown_keys(self, cluster: CitationCluster) -> None:
        """Mark the keys of a citation as unknown; keys in code and raw HTML stay as they are."""
        if self._is_in_html(cluster):
            return
        for cited in cluster.cited_keys:
            is_key = cited.is_certain and not citation_syntax.is_cross_reference(cited.key)
            if is_key and "@" in self.note.text[cited.span.start : cited.span.end]:
                self.edit_list.replacements[cited.span] = self._unknown_key(cited)

    def _unknown_key(self, cited: CitedKey) -> str:
        words = self.note.text[cited.span.start : cited.span.end]
        if not self.edit_list.attributes:
            return words
        # escaped, the `@` is an entity: a citation plugin that runs later does not see it
        return f'<span class="papernotes-unknown" title="{_UNKNOWN_KEY}">{escape_markdown(words)}</span>'

    # --- text of a citation ---------------------------------------------------

    def _rendered(self, cluster: CitationCluster, papers: tuple[Paper | None, ...], bibliography: Bibliography) -> str:
        # an attribute list of the author's applies to the link before it
        attributes = self.edit_list.attributes and not self.edit_list.has_attributes_after(cluster.span)
        render: Callable[[CitationPart], str] = partial(self._markdown, attributes=attributes)
        if self._is_in_html(cluster):
            render = self._html
        elif cluster.link:
            render = _unlinked
        parts = bibliography.cite(citation_syntax.to_citation(cluster, papers))
        if next((part.runs[0].superscript for part in parts if part.runs), False):
            self._remove_space_before(cluster.span.start)
        words = "".join(map(render, parts))
        rendered = "".join(
            piece if isinstance(piece, str) else self._placeholder_text(piece)
            for piece in citation_syntax.split_at_placeholders(words, cluster.placeholder_spans)
        )
        return rendered + self._unknown_keys(cluster, papers)

    def _insert_span(self, opening: Span, closing: Span) -> None:
        """Replace the marks of `[see @key]{.class #id}` by the tags of a span with this class and id."""
        signs = [(match[1], match[2]) for match in _NAME.finditer(self.note.text, *closing)]
        classes = " ".join(name for sign, name in signs if sign == ".")
        ids = [name for sign, name in signs if sign == "#"]
        names = f' id="{escape_attribute(ids[0])}"' if ids else ""
        names += f' class="{escape_attribute(classes)}"' if classes else ""
        self.edit_list.replacements[opening] = f"<span{names}>" if names else ""
        self.edit_list.replacements[closing] = "</span>" if names else ""

    def _remove_space_before(self, start: int) -> None:
        """Remove the space between a word and a superscript number, as pandoc does."""
        if self.note.text[start - 1 : start] == " " and any(
            inline.kind in _WORDS for inline in self.edit_list.points.inlines_at(start - 2)
        ):
            self.edit_list.replacements[Span(start - 1, start)] = ""

    def _href(self, paper: Paper) -> Url:
        if self.has_list:
            return escape_url(f"#{reference_list.entry_anchor(paper)}")
        return escape_url(addresses.paper_href(paper, self.note.path, self.config))

    def _markdown(self, part: CitationPart, *, attributes: bool) -> str:
        if part.paper is None:
            return inline_markdown.format_runs(part.runs)
        formatted = inline_markdown.format_runs(run._replace(url="") for run in part.runs)
        label = formatted.strip()
        if not label:
            return formatted
        before, _, after = formatted.partition(label)
        tooltip = inline_markdown.link_title(bylines.paper_tooltip(part.paper))
        link = inline_markdown.generated_link(label, self._href(part.paper), tooltip, attributes=attributes)
        return f"{before}{link}{after}"

    def _html(self, part: CitationPart) -> str:
        words = "".join(map(_run_html, part.runs))
        if part.paper is None:
            return words
        tooltip = escape_attribute(bylines.paper_tooltip(part.paper))
        return f'<a class="papernotes-link" href="{self._href(part.paper)}" title="{tooltip}">{words}</a>'

    def _placeholder_text(self, span: Span) -> str:
        """Return the part of a citation that is no text, such as a formula, with wikilinks in it as links."""
        inside = [s for s in self.edit_list.replacements if span.start <= s.start and s.end <= span.end]
        position, out = span.start, []
        for start, end in sorted(inside):
            out += [self.note.text[position:start], self.edit_list.replacements.pop(Span(start, end))]
            position = end
        return _LINE_BREAK.sub(" ", "".join([*out, self.note.text[position : span.end]]))

    def _unknown_keys(self, cluster: CitationCluster, papers: Iterable[Paper | None]) -> str:
        """Return the unknown keys of a citation as the author wrote them, in brackets of their own."""
        unknown = [cited for cited, paper in zip(cluster.cited_keys, papers, strict=True) if paper is None]
        if not unknown:
            return ""
        text = self.note.text
        if text.startswith("{", cluster.span.start):
            keys = ",".join(text[key.full_span.start : key.full_span.end] for key in unknown)
            return f" {text[cluster.span.start : text.index('`', cluster.span.start)]}`{keys}`"
        keys = "; ".join(
            text[key.full_span.start : key.span.start] + self._unknown_key(key) + text[key.span.end : key.full_span.end]
            for key in unknown
        )
        return f" [{_LINE_BREAK.sub(' ', keys)}]"

    # --- the list of references -----------------------------------------------

    def _reference_entries(self, bibliography: Bibliography, back: dict[str, list[str]]) -> str:
        entries = [
            reference_list.reference_entry(
                paper,
                bibliography,
                escape_url(addresses.paper_href(paper, self.note.path, self.config)),
                back[paper.slug],
                self.edit_list.attributes,
            )
            for paper in bibliography.papers
        ]
        return "\n".join(entries)

    # --- issues ---------------------------------------------------------------

    def find_issues(self, similar_citekey: Callable[[str], str]) -> Iterator[Issue]:
        """Yield the unknown keys, and the lists of references after the first.

        Args:
            similar_citekey: Returns a known citekey that is similar to an unknown one, else "".
        """
        yield from reference_list.repeated_list_issues(self.note)
        for cluster, papers in self.clusters:
            for cited, paper in zip(cluster.cited_keys, papers, strict=True):
                is_unknown = paper is None and not citation_syntax.is_cross_reference(cited.key)
                if is_unknown and cited.is_certain:
                    message = citation_syntax.unknown_key_message(cited.key, similar_citekey(cited.key))
                    yield issue_at(Code.UNKNOWN_KEY, self.note, cited.span.start, message)


def _unlinked(part: CitationPart) -> str:
    """Return a part of a citation in the text of a link, which cannot contain another link."""
    return inline_markdown.format_runs(run._replace(url="") for run in part.runs)


def _run_html(run: Run) -> str:
    words: str = escape_html(run.text)
    for is_set, tag in ((run.italic, "em"), (run.bold, "strong"), (run.superscript, "sup")):
        words = f"<{tag}>{words}</{tag}>" if is_set and words else words
    return words

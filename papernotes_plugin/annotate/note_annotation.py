"""Annotate one note: find what has to change in its text, and collect the edits."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Container, Iterable

from papernotes_plugin.annotate import inline_footnotes, list_normalisation, note_footer, obsidian_syntax
from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.annotate.embeds import EmbedRenderer
from papernotes_plugin.annotate.private_links import replace_private_links
from papernotes_plugin.annotate.rendered_citations import RenderedCitations
from papernotes_plugin.annotate.unsafe_links import find_unsafe_links, replace_unsafe_links, report_unsafe_html
from papernotes_plugin.annotate.wikilink_edits import WikilinkEdits
from papernotes_plugin.links import addresses, private_notes
from papernotes_plugin.links.paper_files import has_file
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.markup import inline_markdown, latex_commands
from papernotes_plugin.people import bylines
from papernotes_plugin.text.escaping import Url, escape_attribute, escape_url
from papernotes_plugin.vocabulary.citation_model import Style
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import (
    Block,
    BlockKind,
    Edit,
    Inline,
    InlineKind,
    Library,
    Mention,
    MentionKind,
    Note,
    NoteLink,
    Paper,
    Span,
)

_EMBEDS = frozenset((InlineKind.EMBED, InlineKind.IMAGE))
"""Inlines that can embed another note."""
_CITATION_SIGNS = ("@", "cite", "papernotes:references", latex_commands.BIBLIOGRAPHY)
"""Texts of which a note contains at least one if it has a citation or a directive for the list of references."""


def annotation_edits(
    note: Note,
    library: Library,
    config: Config,
    attributes: bool,
    style: Style,
    prose: Style,
    suggestions: Suggestions | None = None,
    backlinks: str = "",
    *,
    show_unknown: bool = True,
) -> tuple[tuple[Edit, ...], tuple[Issue, ...]]:
    """Return the edits of one note, which do not overlap, and the issues of its links and citations.

    Args:
        note: The note.
        library: The library that it is part of.
        config: The options.
        attributes: Whether the Markdown may contain attribute lists (`{ .class }`).
        style: Citation style of a note with a list of references.
        prose: Citation style of a note without one.
        suggestions: Finds names similar to an unknown one, for the messages of issues; None for no suggestions.
        backlinks: Markdown of the backlinks section; "" for none.
        show_unknown: Whether to mark broken wikilinks and unknown keys.  Else they stay as they are, so that another
            plugin may resolve them.
    """
    mentions = library.mentions.get(note.path, ())
    note_links = (*library.links.get(note.path, ()), *library.name_links.get(note.path, ()))
    annotation = _Annotation(note, library, config, attributes, suggestions, show_unknown)
    if not annotation.convert_links(mentions, style, prose) and not (mentions or backlinks or note_links):
        return (), ()
    for mention, paper in mentions:
        annotation.link_mention(mention, paper)
    if config.link_names:
        annotation.link_names(library.name_links.get(note.path, ()))
    if config.backlinks:
        annotation.insert_link_anchors(dict.fromkeys(note_links), {mention.anchor for mention, _ in mentions})
    annotation.append_footer(backlinks, {paper.slug for _, paper in mentions} if config.note_bibtex else ())
    return annotation.edit_list.edits(), tuple(annotation.issues)


def annotation_issues(
    note: Note, library: Library, config: Config, style: Style, prose: Style, suggestions: Suggestions | None = None
) -> tuple[Issue, ...]:
    """Return the issues of `annotation_edits` without computing the edits; arguments as there."""
    annotation = _Annotation(note, library, config, attributes=False, suggestions=suggestions, show_unknown=True)
    # the text of an embedded note can be too long, which is an issue
    annotation.converts_syntax = not _EMBEDS.isdisjoint([inline.kind for inline in note.document.inlines])
    annotation.convert_links(library.mentions.get(note.path, ()), style, prose)
    return tuple(annotation.issues)


def normalise_markdown(text: str, start: int, indent: int) -> str:
    """Return an annotated text in the Markdown that Python-Markdown reads.

    Args:
        text: The text, front matter included.
        start: Offset at which the Markdown begins.
        indent: Spaces for each level of a list.
    """
    return list_normalisation.normalise_lists(inline_footnotes.number_inline_footnotes(text, start), start, indent)


class _Annotation:
    """Edits and issues of one note."""

    def __init__(
        self,
        note: Note,
        library: Library,
        config: Config,
        attributes: bool,
        suggestions: Suggestions | None,
        show_unknown: bool,
    ) -> None:
        self.note = note
        self.suggestions = suggestions
        self.show_unknown = show_unknown
        self.converts_syntax = True
        """True if the syntax of Obsidian that is no link is converted; it has no issues."""
        self.library = library
        self.config = config
        self.edit_list = EditList(note, attributes=attributes)
        self.points = self.edit_list.points
        self.issues: list[Issue] = []
        self.linked_spans: set[Span] = set()
        """Spans replaced by a link to a paper's page or to its entry in the list of references."""
        self.citation_spans: list[Span] = []
        """Spans replaced by a rendered citation, in order."""
        self.linked_papers: set[tuple[int, str]] = set()
        """Block index and slug of the papers that the block already links to."""

    # --- links that the author wrote ------------------------------------------

    def convert_links(self, mentions: Iterable[tuple[Mention, Paper]], style: Style, prose: Style) -> bool:
        """Replace the wikilinks and citations; return whether the note may contain any."""
        note, config = self.note, self.config
        has_obsidian_syntax = config.obsidian and obsidian_syntax.has_obsidian_syntax(note)
        has_links = config.wikilinks and _has_links(note)
        private_links = _private_links(note, self.library, config, note.document.inlines)
        self.issues += replace_private_links(self.edit_list, private_links)
        unsafe_links = find_unsafe_links(note, note.document.inlines)
        self.issues += replace_unsafe_links(self.edit_list, unsafe_links)
        self.issues += report_unsafe_html(note, sanitize=config.sanitize)
        if has_links or has_obsidian_syntax:
            self._convert_obsidian_links(mentions)
        if any(sign in note.text for sign in _CITATION_SIGNS):
            self._convert_citations(style, prose)
            return True
        return bool(has_links or has_obsidian_syntax or private_links or unsafe_links)

    def _convert_citations(self, style: Style, prose: Style) -> None:
        citations = RenderedCitations(self.edit_list, self.library, self.config)
        citations.insert(style, prose, show_unknown=self.show_unknown)
        for cluster, papers in citations.clusters:
            self.linked_spans |= {cited.span for cited in cluster.cited_keys}
            self.linked_papers |= {(cluster.block, paper.slug) for paper in papers if paper}
            self.citation_spans += [cluster.span] if any(papers) else []
        self.issues += citations.find_issues(self.suggestions.similar_citekey if self.suggestions else _no_suggestion)

    def _convert_obsidian_links(self, mentions: Iterable[tuple[Mention, Paper]]) -> None:
        """Replace wikilinks, embeds and other syntax of Obsidian."""
        whole_note = Span(self.note.body_start, len(self.note.text))
        embeds = EmbedRenderer(
            library=self.library,
            annotate_part=self._annotate_part,
            enclosing=((self.note.path, whole_note),),
            shown_characters=[0],
            points_by_path={self.note.path: self.points},
            nested_problems=[],
        )
        links = self._convert_part(self.edit_list, whole_note, self.note.path, embeds, mentions)
        if links is None:
            return
        links.check_front_matter()
        self.issues += links.issues
        self.linked_spans |= links.paper_links.keys()
        self.linked_papers |= {(block, paper.slug) for block, paper in links.paper_links.values()}

    def _annotate_part(self, edit_list: EditList, within: Span, page: str, embeds: EmbedRenderer) -> None:
        """Add the edits for an embedded part of another note; its issues are reported for that note alone."""
        mentions = self.library.mentions.get(edit_list.note.path, ())
        inlines = edit_list.points.inlines_in(within)
        private_links = _private_links(edit_list.note, self.library, self.config, inlines)
        list(replace_private_links(edit_list, private_links))
        list(replace_unsafe_links(edit_list, find_unsafe_links(edit_list.note, inlines)))
        self._convert_part(edit_list, within, page, embeds, mentions)

    def _convert_part(
        self,
        edit_list: EditList,
        within: Span,
        page: str,
        embeds: EmbedRenderer,
        mentions: Iterable[tuple[Mention, Paper]],
    ) -> WikilinkEdits | None:
        if self.config.obsidian and self.converts_syntax:
            obsidian_syntax.convert_syntax(edit_list, self.library, self.config, within, page)
        if not self.config.wikilinks:
            return None
        if self.library.is_vault and self.converts_syntax:
            # an embedded block gets no anchor: its id would occur twice on the page
            obsidian_syntax.convert_block_ids(edit_list, within, add_anchors=len(embeds.enclosing) == 1)
        links = WikilinkEdits(
            edit_list,
            self.library,
            self.config,
            embeds,
            page,
            self.suggestions,
            show_unknown=self.show_unknown,
        )
        links.insert(mentions, within)
        return links

    # --- mentions -------------------------------------------------------------

    def link_mention(self, mention: Mention, paper: Paper) -> None:
        """Insert an anchor before a mention, and a link to the paper's page after it."""
        anchor = f'<a id="{escape_attribute(mention.anchor)}"></a>' if mention.anchor else ""
        block = self.points.block_at(mention.span.start)
        if mention.kind is MentionKind.LITERATURE_NOTE or mention.span.start < self.note.body_start or block is None:
            # front matter may list many papers, and a note has one paper of its own
            is_listed = mention.kind is MentionKind.ITEM and paper.title
            label = inline_markdown.title_markdown(paper.title) if is_listed else "Paper page"
            self.edit_list.insert_below_title(anchor + self._paper_link(paper, label))
        elif block.kind is BlockKind.CODE:
            self.edit_list.lines_above.setdefault(block.index, []).append(anchor + self._paper_link(paper))
        elif block.kind is BlockKind.HTML:
            start = self.points.unbroken_span(mention.span).start
            self.edit_list.anchors_before.setdefault(start, []).append(anchor)
        else:
            self._link_inline_mention(mention, paper, block, anchor)

    def _link_inline_mention(self, mention: Mention, paper: Paper, block: Block, anchor: str) -> None:
        span = self.points.unbroken_span(mention.span)
        start = span.start
        while start > block.span.start and self.note.text[start - 1] == "\\":
            start -= 1
        self.edit_list.anchors_before.setdefault(start, []).append(anchor)
        if span in self.linked_spans or mention.span in self.linked_spans or self._is_in_citation(span):
            return
        if mention.kind is MentionKind.NAME and (block.index, paper.slug) in self.linked_papers:
            return
        self.linked_papers.add((block.index, paper.slug))
        link = self._paper_link(paper)
        if block.kind is BlockKind.HEADING and not self.edit_list.attributes:
            self.edit_list.lines_below.setdefault(block.index, []).append(link)
        elif block.kind is BlockKind.HEADING:
            self.edit_list.insert_after(self.points.heading_text_end(block, self.edit_list.attributes), link)
        else:
            end = self.points.after_attributes(span.end, self.edit_list.attributes)
            if self.note.text.startswith("http", end):
                # directly before a bare URL, the sign would keep the renderer from finding that URL
                end = span.start + len(self.note.text[span.start : end].rstrip())
            self.edit_list.insert_after(end, link, separate=span not in self.edit_list.replacements)

    def _paper_link(self, paper: Paper, label: str = "") -> str:
        """Return the sign `↗` as a link to a paper's page; "" if the option `sign` is off."""
        if not self.config.sign:
            return ""
        href: Url = escape_url(addresses.paper_href(paper, self.note.path, self.config))
        if not self.edit_list.attributes:
            return inline_markdown.link(f"↗ {label}".strip(), href)
        # with attributes, the style sheet adds the sign
        class_name = "papernotes-page" if label else "papernotes-sign"
        tooltip = inline_markdown.link_title(bylines.paper_tooltip(paper))
        return f'[{label}]({href} "{tooltip}"){{ .{class_name} }}'

    def _is_in_citation(self, span: Span) -> bool:
        index = bisect_right(self.citation_spans, span.start, key=lambda s: s.start) - 1
        return index >= 0 and span.start < self.citation_spans[index].end

    # --- other notes ----------------------------------------------------------

    def link_names(self, names: Iterable[NoteLink]) -> None:
        """Replace names of notes in the text by links to them."""
        for name in names:
            href = escape_url(addresses.relative_href(name.target, self.note.path))
            words = self.note.text[slice(*name.span)]
            attributes = self.edit_list.attributes and not self.edit_list.has_attributes_after(name.span)
            link = inline_markdown.generated_link(words, href, attributes=attributes)
            self.edit_list.replacements[name.span] = link

    def insert_link_anchors(self, links: Iterable[NoteLink], existing: Container[str]) -> None:
        """Insert an anchor at each link to another note, so that backlinks can lead there.

        Args:
            links: The links.
            existing: Anchors that the note has already.
        """
        for link in links:
            if link.anchor and link.anchor not in existing:
                start = self.points.unbroken_span(link.span).start
                anchor = f'<a id="{escape_attribute(link.anchor)}"></a>'
                if self.edit_list.replacements.get(link.span, "").startswith(">"):
                    # an embedded note is a quote, which must begin its line
                    block = self.points.block_at(start)
                    prefix = self.points.line_prefix(block) if block else ""
                    anchor += f"\n{prefix.rstrip()}\n{prefix}"
                self.edit_list.anchors_before.setdefault(start, []).append(anchor)

    def append_footer(self, backlinks: str, slugs: Collection[str]) -> None:
        """Append the backlinks section, and a link to the BibTeX of the papers with the given slugs, if any."""
        if backlinks:
            title = "Linked from" if self.library.backlinks.get(self.note.path) else "Named in"
            note_footer.append_backlinks(self.edit_list, title, backlinks)
        path = self.note.path
        file = addresses.note_bibtex(path, self.config)
        if slugs and has_file(file, len(slugs), self.library, self.config):
            href = addresses.relative_href(file, path)
            note_footer.append_bibtex_link(self.edit_list, escape_url(href))
        elif slugs:
            page = addresses.paper_page(next(iter(slugs)), self.config)
            href = addresses.relative_href(page, path, "papernotes-cite")
            note_footer.append_citation_link(self.edit_list, escape_url(href))


def _no_suggestion(_: str) -> str:
    return ""


def _has_links(note: Note) -> bool:
    """Return whether a note may contain a link, an embed or a block id."""
    kinds = (InlineKind.WIKILINK, InlineKind.EMBED, InlineKind.LINK, InlineKind.IMAGE)
    return (
        any(i.kind in kinds for i in note.document.inlines) or "^" in note.text or "[[" in note.text[: note.body_start]
    )


def _private_links(note: Note, library: Library, config: Config, inlines: Iterable[Inline]) -> list[Inline]:
    """Return the links to private notes among the inlines of a note."""
    links = private_notes.private_links(inlines, note.path, library)
    return [link for link in links if config.wikilinks or link.kind is InlineKind.LINK]

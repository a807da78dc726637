"""Annotate: a note's text gets its links back, as edits by span: places to land on, signs, wikilinks, citations."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable

from papernotes_plugin.annotate import inline_footnotes, list_normalisation, note_footer, obsidian_syntax
from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.annotate.embeds import EmbedRenderer
from papernotes_plugin.annotate.private_links import silence
from papernotes_plugin.annotate.rendered_citations import RenderedCitations
from papernotes_plugin.annotate.unsafe_links import disarm, unsafe
from papernotes_plugin.annotate.wikilink_edits import WikilinkEdits
from papernotes_plugin.links import addresses, private_notes
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

_SIGNS = ("@", "cite", "papernotes:references", latex_commands.BIBLIOGRAPHY)
"""Without one of them, a mention or a wikilink nothing in a note is ours."""


def annotation_edits(
    note: Note,
    library: Library,
    config: Config,
    attributes: bool,
    style: Style,
    prose: Style,
    near: Suggestions | None = None,
    backlinks: str = "",
    *,
    whole: bool = True,
) -> tuple[tuple[Edit, ...], tuple[Issue, ...]]:
    """The edits of one note, which do not overlap, and the wikilinks and keys that lead nowhere.

    Args:
        note: The note.
        library: The library that it is part of.
        config: The options.
        attributes: The Markdown may use attribute lists (`{ .class }`).
        style: How citations look where the note has a list of references.
        prose: How they look where it has none.
        near: Who is asked for what may have been meant where a key or a name is not known; None where nobody asks.
        backlinks: What is said of the places that link to the note.
        whole: What is not known is ours to show, too; else it stays as it is, for somebody else who may know it.
    """
    pairs = library.mentions.get(note.path, ())
    between = (*library.links.get(note.path, ()), *library.named.get(note.path, ()))
    work = _Annotation(note, library, config, attributes, near, whole)
    if not work.written(pairs, style, prose) and not (pairs or backlinks or between):
        return (), ()
    for mention, paper in pairs:
        work.mention(mention, paper)
    if config.link_names:
        work.names(library.named.get(note.path, ()))
    if config.backlinks:
        work.places_of_links(dict.fromkeys(between), {mention.anchor for mention, _ in pairs})
    work.close(backlinks, bibtex=bool(pairs) and config.note_bibtex)
    return work.edit_list.edits(), tuple(work.issues)


def annotation_issues(
    note: Note, library: Library, config: Config, style: Style, prose: Style, near: Suggestions | None = None
) -> tuple[Issue, ...]:
    """Return the issues of `annotation_edits` without computing the edits."""
    work = _Annotation(note, library, config, attributes=False, near=near, whole=True)
    work.written(library.mentions.get(note.path, ()), style, prose)
    return tuple(work.issues)


class _Annotation:
    """The links of one note in the making, its citations apart."""

    def __init__(
        self, note: Note, library: Library, config: Config, attributes: bool, near: Suggestions | None, whole: bool
    ) -> None:
        self.note = note
        self.near = near
        self.whole = whole
        self.library = library
        self.config = config
        self.attributes = attributes
        self.edit_list = EditList(note)
        self.places = self.edit_list.places
        self.issues: list[Issue] = []
        self.direct: set[Span] = set()
        """What is replaced by a link to the very page of its paper, or to its place in the list of references."""
        self.within: list[Span] = []
        """What is replaced with all that stands in it, in order."""
        self.leading: set[tuple[int, str]] = set()
        """Block and slug of the papers that something in the block leads to already."""

    def written(self, pairs: Iterable[tuple[Mention, Paper]], style: Style, prose: Style) -> bool:
        """Put links in place of what the author wrote for one: wikilinks and citations; whether there may be any."""
        note, config = self.note, self.config
        said = config.obsidian and obsidian_syntax.occurs(note)
        linked = config.wikilinks and _linked(note)
        silenced = _silenced(note, self.library, config, note.document.inlines)
        self.issues += silence(self.edit_list, silenced)
        disarmed = unsafe(note, note.document.inlines)
        self.issues += disarm(self.edit_list, disarmed)
        if linked or said:
            self.vault(pairs)
        if any(sign in note.text for sign in _SIGNS):
            self._cite(style, prose)
            return True
        return bool(linked or said or silenced or disarmed)

    def _cite(self, style: Style, prose: Style) -> None:
        citations = RenderedCitations(self.edit_list, self.library, self.config, self.attributes)
        citations.place(style, prose, whole=self.whole)
        for cluster, papers in citations.found:
            self.direct |= {cited.span for cited in cluster.cited_keys}
            self.leading |= {(cluster.block, paper.slug) for paper in papers if paper}
            self.within += [cluster.span] if any(papers) else []
        self.issues += citations.issues(self.near.similar_citekey if self.near else _unasked)

    # --- what to put ----------------------------------------------------------

    def href(self, paper: Paper) -> Url:
        """The link to the page of a paper."""
        return escape_url(addresses.paper_href(paper, self.note.path, self.config))

    def sign(self, paper: Paper, words: str = "") -> str:
        """The sign that leads to a paper's page; "" where the author wants none."""
        if not self.config.sign:
            return ""
        if not self.attributes:
            return inline_markdown.link(f"↗ {words}".strip(), self.href(paper))
        name = "papernotes-page" if words else "papernotes-sign"
        return (
            f'[{words}]({self.href(paper)} "{inline_markdown.link_title(bylines.paper_tooltip(paper))}"){{ .{name} }}'
        )

    # --- mentions -------------------------------------------------------------

    def mention(self, mention: Mention, paper: Paper) -> None:
        """Make a place to land on at a mention, and a way to the paper behind it."""
        anchor = f'<a id="{escape_attribute(mention.anchor)}"></a>' if mention.anchor else ""
        block = self.places.block(mention.span.start)
        if mention.kind is MentionKind.LITERATURE_NOTE or mention.span.start < self.note.body or block is None:
            self.edit_list.whole_note(anchor + self.sign(paper, "Paper page"))
        elif block.kind is BlockKind.CODE:
            self.edit_list.above.setdefault(block.index, []).append(anchor + self.sign(paper))
        elif block.kind is BlockKind.HTML:
            self.edit_list.before.setdefault(self.places.outer(mention.span).start, []).append(anchor)
        else:
            self._inline(mention, paper, block, anchor)

    def _inline(self, mention: Mention, paper: Paper, block: Block, anchor: str) -> None:
        span = self.places.outer(mention.span)
        start = span.start
        while start > block.span.start and self.note.text[start - 1] == "\\":
            start -= 1
        self.edit_list.before.setdefault(start, []).append(anchor)
        if span in self.direct or mention.span in self.direct or self._cited(span):
            return
        if mention.kind is MentionKind.NAME and (block.index, paper.slug) in self.leading:
            return
        self.leading.add((block.index, paper.slug))
        sign = self.sign(paper)
        if block.kind is BlockKind.HEADING and not self.attributes:
            self.edit_list.below.setdefault(block.index, []).append(sign)
        elif block.kind is BlockKind.HEADING:
            self.edit_list.behind(self.places.heading_end(block, self.attributes), sign)
        else:
            at = self.places.after(span.end, self.attributes)
            self.edit_list.behind(at, sign, apart=span not in self.edit_list.replaced)

    def _cited(self, span: Span) -> bool:
        """It stands within a citation."""
        at = bisect_right(self.within, span.start, key=lambda s: s.start) - 1
        return at >= 0 and span.start < self.within[at].end

    def names(self, found: Iterable[NoteLink]) -> None:
        """Make links of the names of notes."""
        for name in found:
            href = escape_url(addresses.relative_href(name.target, self.note.path))
            words = self.note.text[slice(*name.span)]
            attributes = self.attributes and not self.edit_list.described(name.span)
            self.edit_list.replaced[name.span] = inline_markdown.generated_link(words, href, attributes=attributes)

    def places_of_links(self, links: Iterable[NoteLink], there: Container[str]) -> None:
        """Make a place to land on at each link to another note that is none already."""
        for link in links:
            if link.anchor and link.anchor not in there:
                at = self.places.outer(link.span).start
                place = f'<a id="{escape_attribute(link.anchor)}"></a>'
                if self.edit_list.replaced.get(link.span, "").startswith(">"):
                    # an embedded note is a quote, which begins its line
                    block = self.places.block(at)
                    lead = self.places.lead(block) if block else ""
                    place += f"\n{lead.rstrip()}\n{lead}"
                self.edit_list.before.setdefault(at, []).append(place)

    def close(self, backlinks: str, *, bibtex: bool) -> None:
        """Put below the note what is said of links to it, and below that the way to its `.bib` file."""
        if backlinks:
            title = "Linked from" if self.library.backlinks.get(self.note.path) else "Named in"
            note_footer.backlinks(self.edit_list, title, backlinks, self.attributes)
        if bibtex:
            href = addresses.relative_href(addresses.note_bibtex(self.note.path, self.config), self.note.path)
            note_footer.offer(self.edit_list, escape_url(href), self.attributes)

    # --- what Obsidian reads ---------------------------------------------------

    def vault(self, pairs: Iterable[tuple[Mention, Paper]]) -> None:
        """Links in place of the wikilinks, what is embedded, and what else Obsidian's Markdown has."""
        whole = Span(self.note.body, len(self.note.text))
        embeds = EmbedRenderer(
            self.library,
            self.attributes,
            self._embed,
            ((self.note.path, whole),),
            [0],
            {self.note.path: self.places},
            [],
        )
        links = self._links(self.edit_list, whole, self.note.path, embeds, pairs)
        if links is None:
            return
        links.front_matter()
        self.issues += links.issues
        self.direct |= links.direct.keys()
        self.leading |= {(block, paper.slug) for block, paper in links.direct.values()}

    def _embed(self, edit_list: EditList, within: Span, page: str, embeds: EmbedRenderer) -> None:
        """What a part of another note says; what is wrong with its links is told where it stands."""
        pairs = self.library.mentions.get(edit_list.note.path, ())
        inlines = edit_list.places.inlines_in(within)
        silenced = _silenced(edit_list.note, self.library, self.config, inlines)
        # what is wrong there is told where it stands
        for _ in (*silence(edit_list, silenced), *disarm(edit_list, unsafe(edit_list.note, inlines))):
            pass
        self._links(edit_list, within, page, embeds, pairs)

    def _links(
        self,
        edit_list: EditList,
        within: Span,
        page: str,
        embeds: EmbedRenderer,
        pairs: Iterable[tuple[Mention, Paper]],
    ) -> WikilinkEdits | None:
        if self.config.obsidian:
            obsidian_syntax.place(edit_list, self.library, self.config, self.attributes, within, page)
        if not self.config.wikilinks:
            return None
        # the ids of blocks are there once, where they stand
        obsidian_syntax.block_ids(edit_list, within, keep=len(embeds.around) == 1)
        links = WikilinkEdits(
            edit_list, self.library, self.config, self.attributes, embeds, page, self.near, whole=self.whole
        )
        links.place(pairs, within)
        return links


def normalise_markdown(text: str, start: int, indent: int) -> str:
    """Return an annotated text in the Markdown that Python-Markdown reads.

    Args:
        text: The text, front matter included.
        start: Offset at which the Markdown begins.
        indent: Spaces for each level of a list.
    """
    return list_normalisation.normalise_lists(inline_footnotes.number_inline_footnotes(text, start), start, indent)


def _unasked(_: str) -> str:
    return ""


def _linked(note: Note) -> bool:
    kinds = (InlineKind.WIKILINK, InlineKind.EMBED, InlineKind.LINK, InlineKind.IMAGE)
    return any(i.kind in kinds for i in note.document.inlines) or "^" in note.text or "[[" in note.text[: note.body]


def _silenced(note: Note, library: Library, config: Config, inlines: Iterable[Inline]) -> list[Inline]:
    """The links among the inlines of a note to what is kept back."""
    found = private_notes.private_links(inlines, note.path, library)
    return [link for link in found if config.wikilinks or link.kind is InlineKind.LINK]

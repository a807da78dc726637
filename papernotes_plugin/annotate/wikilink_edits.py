"""Replace wikilinks and embeds by Markdown links, images and quoted notes."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import unquote

from papernotes_plugin.annotate import markdown_links
from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.annotate.embeds import EmbedRenderer
from papernotes_plugin.annotate.markdown_links import SIZE
from papernotes_plugin.links import addresses, anchors, vault_paths, wikilinks
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.links.wikilinks import NoteTarget
from papernotes_plugin.markup import inline_markdown
from papernotes_plugin.text.escaping import Url, escape_markdown, escape_url
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import BlockKind, Inline, InlineKind, Library, Mention, Paper, Span

_HINTS = 20
"""Broken wikilinks of one note for which the nearest name is looked up: that takes time by the size of the library."""


class WikilinkEdits:
    """The wikilinks of one note, or of a part of it that stands in another page."""

    def __init__(
        self,
        edit_list: EditList,
        library: Library,
        config: Config,
        attributes: bool,
        embeds: EmbedRenderer,
        page: str,
        near: Suggestions | None,
        *,
        whole: bool = True,
    ) -> None:
        self.edit_list = edit_list
        self.note = edit_list.note
        self.library = library
        self.config = config
        self.attributes = attributes
        self.embeds = embeds
        self.page = page
        """The path of the page that it stands in."""
        self.near = near
        """Who is asked for a name that may have been meant."""
        self.whole = whole
        """Whether what leads nowhere is shown as such; else it stays for somebody else who may know it."""
        self.issues: list[Issue] = []
        self.direct: dict[Span, tuple[int, Paper]] = {}
        """What leads to the very page of a paper, with its block."""

    def place(self, pairs: Iterable[tuple[Mention, Paper]], within: Span) -> None:
        """Put what they mean in place of all within a span; `pairs` tells what is known to mean a paper."""
        papers = {mention.span: paper for mention, paper in pairs}
        for inline in self.edit_list.places.inlines_in(within):
            if inline.kind is InlineKind.TEXT or inline.span in self.edit_list.replaced:
                continue
            if inline.kind in (InlineKind.WIKILINK, InlineKind.EMBED):
                self._wikilink(inline, papers.get(inline.span))
            elif inline.kind in (InlineKind.LINK, InlineKind.IMAGE) and not inline.bare:
                self._ordinary(inline)

    def front_matter(self) -> None:
        """Tell what the front matter links that is not there."""
        for link in wikilinks.front_matter_links(self.note):
            found = wikilinks.resolve(link.target, self.note.path, self.library)
            if found is None and not self._file(link.target):
                self._tell(link.target, *self.note.line_and_column(link.offset), "it was left as text")

    def _ordinary(self, inline: Inline) -> None:
        embed = markdown_links.embedded(inline, self.note.path, self.library, self.config)
        if embed is not None:
            self._wikilink(embed, None)
            return
        markdown_links.lead(self.edit_list, inline, self.page, self.library, self.config)
        if inline.kind is InlineKind.LINK:
            self._tell_ordinary(inline)
        if self.config.obsidian:
            markdown_links.sized(self.edit_list, inline, self.attributes)

    # --- wikilinks ------------------------------------------------------------

    def _wikilink(self, inline: Inline, paper: Paper | None) -> None:
        found = wikilinks.resolve(inline.url, self.note.path, self.library) or paper
        made = None
        if found is None:
            made = self._attachment(inline)
        elif isinstance(found, Paper):
            self.direct[inline.span] = (inline.block, found)
            href = escape_url(addresses.paper_href(found, self.page, self.config))
            attributes = self.attributes and not self.edit_list.described(inline.span)
            made = inline_markdown.generated_link(self._label(inline, found), href, attributes=attributes)
        else:
            made = self._note(inline, found)
        if made is not None:
            self.edit_list.replaced[inline.span] = made
            block = self.edit_list.places.blocks[inline.block]
            if self.attributes and block.kind is BlockKind.HEADING and self.page == self.note.path:
                self.edit_list.named.add(block.index)

    def _label(self, inline: Inline, found: NoteTarget | Paper | None) -> str:
        words = wikilinks.link_text(inline.text, inline.url, found)
        if inline.kind is InlineKind.EMBED and SIZE.fullmatch(words):
            words = wikilinks.link_text(inline.url, inline.url, found)
        return escape_markdown(words)

    def _note(self, inline: Inline, found: NoteTarget) -> str:
        if found.missing_anchor:
            self._tell_place(inline, found)
        link = inline_markdown.link(self._label(inline, found), self._href(found))
        if inline.kind is not InlineKind.EMBED or found.missing_anchor:
            return link
        if found.anchor.startswith(anchors.BLOCK_ANCHOR_PREFIX) and inline.text == inline.url:
            link = inline_markdown.link(escape_markdown(self.library.by_path[found.path].title), self._href(found))
        return self.embeds.embedded(self.edit_list, inline, found, self.page, link, self.issues) or link

    def _href(self, found: NoteTarget) -> Url:
        if found.path == self.page and found.anchor:
            return escape_url(f"#{found.anchor}")
        return escape_url(addresses.relative_href(found.path, self.page, found.anchor))

    # --- files ----------------------------------------------------------------

    def _file(self, target: str) -> str | None:
        return vault_paths.find_file(target, self.note.path, self.library)

    def _attachment(self, inline: Inline) -> str | None:
        path = self._file(inline.url)
        if path is None and wikilinks.is_attachment(inline.url) and self.library.by_file is None:
            return None
        if path is None:
            line, column = self.note.line_and_column(inline.span.start)
            self._tell(inline.url, line, column, "it was left as text")
            return self._missing(self._label(inline, None)) if self.whole else None
        below = inline.url.partition("#")[2]
        if vault_paths.is_unread(path):
            anchor = "" if not below or below.startswith("^") else addresses.heading_ids([below.rpartition("#")[2]])[0]
            return inline_markdown.link(
                self._label(inline, None), escape_url(addresses.relative_href(path, self.page, anchor))
            )
        href = escape_url(addresses.relative_href(path, self.page, below))
        words = inline.text if inline.text != inline.url else path.rpartition("/")[2]
        playable = self.attributes and self.config.obsidian and wikilinks.is_media(path)
        if inline.kind is InlineKind.EMBED and (wikilinks.is_image(path) or playable):
            return self._image(words.replace("\\|", "|"), path.rpartition("/")[2], href)
        if SIZE.fullmatch(words):
            words = path.rpartition("/")[2]
        return inline_markdown.link(escape_markdown(words), href)

    def _image(self, words: str, name: str, href: Url) -> str:
        size = SIZE.search(words)
        alt = words[: size.start()].strip() if size else words
        made = f"![{escape_markdown(alt or name)}]({href})"
        return made + markdown_links.of_size(size, self.attributes) if size else made

    # --- what is not there ----------------------------------------------------

    def _missing(self, label: str) -> str:
        if not self.attributes or not label:
            return label
        return f'<span class="papernotes-missing" title="Nothing has this name">{label}</span>'

    def _tell_place(self, inline: Inline, found: NoteTarget) -> None:
        near = wikilinks.suggest_heading(found, self.library) if self.near and len(self.issues) < _HINTS else ""
        what = "block" if found.missing_anchor.startswith("^") else "heading"
        done = f"'{found.path}' has no {what} '{found.missing_anchor}'{_hint(near)}; the link leads to the note"
        self._tell_of(inline, done)

    def _tell_ordinary(self, inline: Inline) -> None:
        """Tell of an ordinary link to a note, or to a heading by its words, that is not there; it stays as it is."""
        path = vault_paths.linked_note(inline.url, self.note.path, self.library, self.config)
        below = unquote(inline.url.partition("#")[2])
        if path and (" " in below or below.startswith("^")):
            found = wikilinks.find_anchor(path, below, self.library)
            if found.missing_anchor:
                self._tell_place(inline, found)
        elif not path and vault_paths.is_missing_note(inline.url, self.note.path, self.library, self.config):
            target = unquote(inline.url.partition("#")[0])
            near = self.near.similar_target(target) if self.near and len(self.issues) < _HINTS else ""
            self._tell_of(inline, f"link '{target}' leads to no note{_hint(near)}; it was left as it is")

    def _tell_of(self, inline: Inline, message: str) -> None:
        line, column = self.note.line_and_column(inline.span.start)
        self.issues.append(issue(Code.BROKEN_WIKILINK, self.note.path, line, message, column))

    def _tell(self, target: str, line: int, column: int, done: str) -> None:
        if wikilinks.is_private_target(target, self.library):
            message = "a link leads to a note that is kept back; it was left as text"
            self.issues.append(issue(Code.PRIVATE_LINK, self.note.path, line, message, column))
            return
        near = self.near.similar_target(target) if self.near and len(self.issues) < _HINTS else ""
        what = "file" if wikilinks.is_attachment(target) else "note and no paper"
        message = f"wikilink '{target}' leads to no {what}{_hint(near)}; {done}"
        self.issues.append(issue(Code.BROKEN_WIKILINK, self.note.path, line, message, column))


def _hint(near: str) -> str:
    return f" (did you mean '{near}'?)" if near else ""

"""Replace wikilinks and embeds by Markdown links, images and quoted notes."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import unquote

from papernotes_plugin.annotate import markdown_links
from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.annotate.embeds import EmbedRenderer
from papernotes_plugin.annotate.private_links import PRIVATE_LINK_MESSAGE
from papernotes_plugin.links import addresses, anchors, vault_paths, vault_signs, wikilinks
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.links.wikilinks import IMAGE_SIZE, NoteTarget
from papernotes_plugin.markup import inline_markdown
from papernotes_plugin.text.escaping import Url, escape_markdown, escape_url
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, Issue, issue_at
from papernotes_plugin.vocabulary.model import BlockKind, Inline, InlineKind, Library, Mention, Paper, Span

_WIKILINKS = frozenset((InlineKind.WIKILINK, InlineKind.EMBED))
_MARKDOWN_LINKS = frozenset((InlineKind.LINK, InlineKind.IMAGE))
_MAX_SUGGESTIONS = 20
"""Broken links of one note for which a similar name is searched: the search takes longer in a larger library."""


class WikilinkEdits:
    """Edits for the wikilinks of one note, or of a part of it that another page embeds."""

    def __init__(
        self,
        edit_list: EditList,
        library: Library,
        config: Config,
        embeds: EmbedRenderer,
        page: str,
        suggestions: Suggestions | None,
        *,
        show_unknown: bool,
    ) -> None:
        self.edit_list = edit_list
        self.note = edit_list.note
        self.library = library
        self.config = config
        self.embeds = embeds
        self.page = page
        """Path of the page that shows the note."""
        self.suggestions = suggestions
        self.show_unknown = show_unknown
        """True to mark broken links; False leaves them to another plugin."""
        self.issues: list[Issue] = []
        self.paper_links: dict[Span, tuple[int, Paper]] = {}
        """Links to the pages of papers: block index and paper, by span."""

    def insert(self, mentions: Iterable[tuple[Mention, Paper]], within: Span) -> None:
        """Replace all links in a span that Obsidian resolves; `mentions` says which of them mean a paper."""
        papers = {mention.span: paper for mention, paper in mentions}
        for inline in self.edit_list.points.inlines_in(within):
            if inline.kind is InlineKind.TEXT or inline.span in self.edit_list.replacements:
                continue
            if inline.kind in _WIKILINKS:
                self._replace_wikilink(inline, papers.get(inline.span))
            elif inline.kind in _MARKDOWN_LINKS and not inline.bare:
                self._replace_markdown_link(inline)

    def check_front_matter(self) -> None:
        """Report the broken wikilinks of the front matter."""
        for link in wikilinks.front_matter_links(self.note) if self.library.uses_wikilinks else ():
            target = wikilinks.resolve(link.target, self.note.path, self.library)
            if target is None and not self._find_file(link.target):
                self._report_broken(link.target, link.offset)

    def _replace_markdown_link(self, inline: Inline) -> None:
        embed = markdown_links.embedded_note(inline, self.note.path, self.library, self.config)
        if embed is not None:
            self._replace_wikilink(embed, None)
            return
        markdown_links.rewrite_link(self.edit_list, inline, self.page, self.library, self.config)
        if inline.kind is InlineKind.LINK:
            self._check_markdown_link(inline)
        if self.library.is_vault:
            markdown_links.apply_image_size(self.edit_list, inline)

    # --- wikilinks ------------------------------------------------------------

    def _replace_wikilink(self, inline: Inline, paper: Paper | None) -> None:
        target = wikilinks.resolve(inline.url, self.note.path, self.library) or paper
        if target is None:
            markdown = self._file_link(inline)
        elif isinstance(target, Paper):
            self.paper_links[inline.span] = (inline.block, target)
            href = escape_url(addresses.paper_href(target, self.page, self.config))
            attributes = self.edit_list.attributes and not self.edit_list.has_attributes_after(inline.span)
            label = self._label(inline, target)
            markdown = inline_markdown.generated_link(label, href, attributes=attributes)
        else:
            markdown = self._note_link(inline, target)
        if markdown is not None:
            self.edit_list.replacements[inline.span] = markdown
            block = self.edit_list.points.blocks[inline.block]
            if self.edit_list.attributes and block.kind is BlockKind.HEADING and self.page == self.note.path:
                self.edit_list.headings_with_id.add(block.index)

    def _label(self, inline: Inline, target: NoteTarget | Paper | None) -> str:
        words = wikilinks.link_text(inline.text, inline.url, target)
        if inline.kind is InlineKind.EMBED and IMAGE_SIZE.fullmatch(words):
            words = wikilinks.link_text(inline.url, inline.url, target)
        return escape_markdown(words)

    def _note_link(self, inline: Inline, target: NoteTarget) -> str:
        """Return a link to a note, or the embedded note."""
        if target.missing_anchor:
            self._report_missing_anchor(inline, target)
        link = inline_markdown.link(self._label(inline, target), self._href(target))
        if inline.kind is not InlineKind.EMBED or target.missing_anchor:
            return link
        if target.anchor.startswith(anchors.BLOCK_ANCHOR_PREFIX) and inline.text == inline.url:
            link = inline_markdown.link(escape_markdown(self.library.by_path[target.path].title), self._href(target))
        return self.embeds.render(self.edit_list, inline, target, self.page, link, self.issues) or link

    def _href(self, target: NoteTarget) -> Url:
        if target.path == self.page and target.anchor:
            return escape_url(f"#{target.anchor}")
        return escape_url(addresses.relative_href(target.path, self.page, target.anchor))

    # --- files ----------------------------------------------------------------

    def _find_file(self, target: str) -> str | None:
        return vault_paths.find_file(target, self.note.path, self.library)

    def _file_link(self, inline: Inline) -> str | None:
        """Return the Markdown for a link to a file or an embedded file; None leaves the wikilink as it is."""
        path = self._find_file(inline.url)
        if path is None and wikilinks.is_attachment(inline.url) and self.library.by_file is None:
            return None  # the files of the site are unknown
        if path is None and not self._is_meant_as_link(inline):
            return None
        if path is None:
            self._report_broken(inline.url, inline.span.start)
            return self._missing(inline)
        fragment = inline.url.partition("#")[2]
        if wikilinks.is_note(path):
            is_heading = fragment and not fragment.startswith("^")
            anchor = addresses.heading_ids([fragment.rpartition("#")[2]])[0] if is_heading else ""
            href = escape_url(addresses.relative_href(path, self.page, anchor))
            return inline_markdown.link(self._label(inline, None), href)
        href = escape_url(addresses.relative_href(path, self.page, fragment))
        name = path.rpartition("/")[2]
        words = inline.text if inline.text != inline.url else name
        is_player = self.edit_list.attributes and self.config.obsidian and wikilinks.is_media(path)
        if inline.kind is InlineKind.EMBED and (wikilinks.is_image(path) or is_player):
            return self._image(words.replace("\\|", "|"), name, href)
        if IMAGE_SIZE.fullmatch(words):
            words = name
        return inline_markdown.link(escape_markdown(words), href)

    def _image(self, words: str, name: str, href: Url) -> str:
        size = IMAGE_SIZE.search(words)
        alt = words[: size.start()].strip() if size else words
        image = f"![{escape_markdown(alt or name)}]({href})"
        return image + markdown_links.size_attributes(size, self.edit_list.attributes) if size else image

    # --- broken links ---------------------------------------------------------

    def _is_meant_as_link(self, inline: Inline) -> bool:
        """Return whether a wikilink that leads nowhere is a mistake, not other text in brackets."""
        if wikilinks.is_private_target(inline.url, self.library):
            return True
        return self.library.uses_wikilinks and vault_signs.may_be_wikilink(self.note, inline.span, inline.url)

    def _missing(self, inline: Inline) -> str | None:
        """Return a wikilink that leads nowhere as it is written, with a mark; None if it gets none."""
        if wikilinks.is_private_target(inline.url, self.library):
            return self._label(inline, None)
        if not self.edit_list.attributes or not self.show_unknown:
            return None
        words = self.note.text[slice(*inline.span)]
        return f'<span class="papernotes-missing" title="Nothing has this name">{words}</span>'

    def _check_markdown_link(self, inline: Inline) -> None:
        """Report a Markdown link to a note or to the text of a heading that does not exist; the link stays."""
        path = vault_paths.linked_note(inline.url, self.note.path, self.library, self.config)
        fragment = unquote(inline.url.partition("#")[2])
        if path and (" " in fragment or fragment.startswith("^")):
            target = wikilinks.find_anchor(path, fragment, self.library)
            if target.missing_anchor:
                self._report_missing_anchor(inline, target)
        elif not path and vault_paths.is_missing_note(inline.url, self.note.path, self.library, self.config):
            name = unquote(inline.url.partition("#")[0])
            message = f"link '{name}' leads to no note{self._similar_name(name)}; it was left as it is"
            self._report(inline, message)

    def _report_missing_anchor(self, inline: Inline, target: NoteTarget) -> None:
        similar = ""
        if self.suggestions is not None and self._may_suggest():
            similar = self.suggestions.similar_heading(target)
        kind = "block" if target.missing_anchor.startswith("^") else "heading"
        message = f"'{target.path}' has no {kind} '{target.missing_anchor}'{_hint(similar)}; the link leads to the note"
        self._report(inline, message)

    def _report(self, inline: Inline, message: str) -> None:
        self.issues.append(issue_at(Code.BROKEN_WIKILINK, self.note, inline.span.start, message))

    def _report_broken(self, target: str, offset: int) -> None:
        if wikilinks.is_private_target(target, self.library):
            self.issues.append(issue_at(Code.PRIVATE_LINK, self.note, offset, PRIVATE_LINK_MESSAGE))
            return
        kind = "file" if wikilinks.is_attachment(target) else "note and no paper"
        message = f"wikilink '{target}' leads to no {kind}{self._similar_name(target)}; it was left as text"
        self.issues.append(issue_at(Code.BROKEN_WIKILINK, self.note, offset, message))

    def _may_suggest(self) -> bool:
        return self.suggestions is not None and len(self.issues) < _MAX_SUGGESTIONS

    def _similar_name(self, target: str) -> str:
        """Return a hint at a similar name; "" if there is none."""
        if self.suggestions is None or not self._may_suggest():
            return ""
        return _hint(self.suggestions.similar_target(target))


def _hint(similar: str) -> str:
    return f" (did you mean '{similar}'?)" if similar else ""

"""Resolve links on generated pages: relative URLs of papers, groups, notes and files."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote

from papernotes_plugin.links import addresses, vault_paths, wikilinks
from papernotes_plugin.links.addresses import fold_path, group_page, relative_href, tag_path, topic_path, venue_path
from papernotes_plugin.people import bylines
from papernotes_plugin.render.link_buttons import link_buttons
from papernotes_plugin.render.page_views import BarItem, NoteView, PaperRow
from papernotes_plugin.selection.paper_selection import latest_note_dates
from papernotes_plugin.text.escaping import Url, escape_url
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.citation_model import Style
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import BlockKind, Group, Library, Link, Paper

_URL_PARTS = lazy_regex(r"([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)
_NO_URL = Url("")


class PageLinks:
    """Links of one library, with caches for one rendering.

    Every method that returns a URL returns "" if there is no target or if the target is the page itself.  Its argument
    `page` is the path of the page that holds the link.
    """

    def __init__(self, library: Library, config: Config, prose: Style) -> None:
        self.library = library
        self.config = config
        self.prose = prose
        """Citation style of quoted notes: generated pages have no list of references."""
        self._topics = {fold_path(group.path): group for group in library.topics}
        self._venues = {fold_path(group.path): group for group in library.venues}
        self.related_rows: dict[str, PaperRow] = {}
        """Papers by slug, as pages of other papers list them: all these pages are in one folder."""
        self.bars: dict[str, tuple[BarItem, ...]] = {}
        """Navigation bar of the pages in a folder, by its path; that of an index by the path of the page."""
        self.all_notes: tuple[str, tuple[NoteView, ...]] = "", ()
        """Slug and notes of the last paper whose pages of all notes were rendered."""
        self._bylines: dict[str, str] = {}
        self._buttons: dict[str, tuple[Link, ...]] = {}
        self._notes_and_tags: dict[str, frozenset[object]] = {}
        self._footnotes: dict[str, Mapping[str, str]] = {}

    # --- facts of papers and notes, cached ------------------------------------

    def byline(self, paper: Paper) -> str:
        """Return the authors in short, as lists of papers show them."""
        if paper.slug not in self._bylines:
            self._bylines[paper.slug] = bylines.byline(paper)
        return self._bylines[paper.slug]

    def buttons(self, paper: Paper) -> tuple[Link, ...]:
        """Return the links of a paper as `link_buttons` names and sorts them."""
        if paper.slug not in self._buttons:
            self._buttons[paper.slug] = link_buttons(paper)
        return self._buttons[paper.slug]

    @cached_property
    def latest_note_date(self) -> Callable[[Paper], str]:
        """Function that returns the latest date of the notes that mention a paper, "" if none has a date."""
        return latest_note_dates(self.library)

    def notes_and_tags(self, paper: Paper) -> frozenset[object]:
        """Return the notes that mention a paper, by path, and its tags, by folded path."""
        if paper.slug not in self._notes_and_tags:
            tags = (fold_path(tag_path(tag)) for tag in paper.tags)
            self._notes_and_tags[paper.slug] = frozenset([*paper.note_paths, *tags])
        return self._notes_and_tags[paper.slug]

    def footnotes(self, path: str) -> Mapping[str, str]:
        """Return the footnote definitions of a note as Markdown, by label."""
        note = self.library.by_path.get(path)
        if note and path not in self._footnotes:
            self._footnotes[path] = {
                block.info: note.text[slice(*block.span)].rstrip()
                for block in note.document.blocks
                if block.kind is BlockKind.FOOTNOTE and block.parent < 0
            }
        return self._footnotes.get(path, {})

    def paper_of_key(self, key: str) -> Paper | None:
        """Return the paper with a citekey or an alias; None if there is none."""
        return wikilinks.find_paper(key, self.library)

    # --- URLs of pages --------------------------------------------------------

    def paper(self, paper: Paper, page: str) -> Url:
        """Return the URL of a paper's page."""
        target = addresses.paper_page(paper.slug, self.config)
        return _relative_url(target, page) if target != page else _NO_URL

    def note(self, path: str, page: str, anchor: str = "") -> Url:
        """Return the URL of a note, or of an anchor in it."""
        return _relative_url(path, page, anchor) if path != page or anchor else _NO_URL

    def tag_group(self, tag: str) -> Group | None:
        """Return the group of a tag."""
        return self.library.by_tag.get(fold_path(tag_path(tag)))

    def tag(self, tag: str, page: str) -> Url:
        """Return the URL of a tag's page."""
        return self._group(self.tag_group(tag), self.config.tags_path, page)

    def topic(self, topic: tuple[str, ...], page: str) -> Url:
        """Return the URL of a topic's page."""
        return self._group(self._topics.get(fold_path(topic_path(topic))), self.config.topics_path, page)

    def venue_group(self, paper: Paper) -> Group | None:
        """Return the group of a paper's venue in its year; of the venue if the year is unknown."""
        if paper.venue is None:
            return None
        return self._venues.get(fold_path(venue_path(paper.venue)))

    def venue(self, paper: Paper, page: str) -> Url:
        """Return the URL of the page of a paper's venue in its year."""
        return self._group(self.venue_group(paper), self.config.venues_path, page)

    def _group(self, group: Group | None, folder: str, page: str) -> Url:
        target = group_page(folder, group.slug) if group else page
        return _relative_url(target, page) if target != page else _NO_URL

    # --- links written in notes -----------------------------------------------

    def wikilink(self, target: str, label: str, note: str, page: str) -> tuple[str, Url]:
        """Return label and URL of a wikilink.

        Args:
            target: Text of the wikilink before `|`.
            label: Text after `|`, else the target.
            note: Path of the note that contains the wikilink.
            page: Path of the page that quotes it.
        """
        resolved = wikilinks.resolve(target, note, self.library)
        shown = wikilinks.link_text(label, target, resolved)
        if isinstance(resolved, Paper):
            return shown, self.paper(resolved, page)
        return shown, self.note(resolved.path, page, resolved.anchor) if resolved else self.file(target, note, page)

    def has_no_target(self, target: str, note: str) -> bool:
        """Return whether nothing has the name in a wikilink of a note; a private note has it, but gets no link."""
        return (
            wikilinks.resolve(target, note, self.library) is None
            and vault_paths.find_file(target, note, self.library) is None
            and not wikilinks.is_private_target(target, self.library)
        )

    def file(self, target: str, note: str, page: str) -> Url:
        """Return the URL of the file that a wikilink or an embed in a note names."""
        path = vault_paths.find_file(target, note, self.library)
        anchor = target.partition("#")[2]
        return _relative_url(path, page, anchor) if path else _NO_URL

    def url(self, url: str, note: str, page: str) -> Url:
        """Return a URL of a note, rewritten for the page that quotes the note.

        Absolute URLs stay as they are.  A relative URL becomes "" if it leads to a note outside the library or to a
        path without an extension.  MkDocs would report such a link of a generated page as broken.

        Args:
            url: The URL as the author wrote it.
            note: Path of the note; "" for text that comes from no note, whose relative URLs have no target.
            page: Path of the page that quotes the note.
        """
        safe = escape_url(url)
        if not safe or re.match(r"[a-z][a-z0-9+.-]*:|//", safe, re.IGNORECASE):
            return safe
        match = _URL_PARTS.fullmatch(safe)
        assert match is not None
        path, query, fragment = match[1], match[2] or "", match[3] or ""
        location = vault_paths.find_target(url, note, self.library, self.config) if note and not query else None
        if location is not None:
            return _relative_url(location.path, page, location.anchor) if location.path != page else _NO_URL
        if path.startswith("/"):
            return safe
        if note and path and self.library.by_file is not None:
            return _NO_URL
        if not note or not path:
            return escape_url(relative_href(note, page) + fragment) if note and fragment else _NO_URL
        target = posixpath.normpath(posixpath.join(posixpath.dirname(note), unquote(path)))
        extension = posixpath.splitext(target)[1].casefold()
        exists = target in self.library.by_path if extension in (".md", ".markdown") else bool(extension)
        if not exists or target.startswith("..") or "\0" in target or target == page:
            return _NO_URL
        return Url(f"{_relative_url(target, page)}{query}{fragment}")


def _relative_url(target: str, page: str, anchor: str = "") -> Url:
    return escape_url(relative_href(target, page, anchor))


@dataclass(frozen=True, slots=True)
class ExcerptContext:
    """The note that a text comes from, and the page that quotes it."""

    links: PageLinks
    note: str
    """Path of the note; "" for text that comes from no note."""
    page: str
    """Path of the page."""

    def url(self, url: str) -> Url:
        """Return a URL of the text, rewritten for the page."""
        return self.links.url(url, self.note, self.page)

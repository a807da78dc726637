"""Links: where something leads when it is said on a page of ours, as a relative link or "" where it leads nowhere."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote

from papernotes_plugin.links import addresses, vault_paths, wikilinks
from papernotes_plugin.links.addresses import fold_path, group_page, relative_href, tag_path, topic_path
from papernotes_plugin.people import bylines
from papernotes_plugin.render.link_buttons import paper_links
from papernotes_plugin.render.page_views import NoteView, Row
from papernotes_plugin.selection.paper_selection import latest_note_dates
from papernotes_plugin.text.escaping import Url, escape_url
from papernotes_plugin.vocabulary.citation_model import Style
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import BlockKind, Group, Library, Link, Paper

_PARTS = re.compile(r"([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)


class Links:
    """The links of one library, "" for what leads nowhere or to the page itself.  Lives for one rendering."""

    def __init__(self, library: Library, config: Config, prose: Style) -> None:
        self.library = library
        self.config = config
        self.prose = prose
        """How citations look, for our pages have no list of references."""
        self._tags = {fold_path(group.path): group for group in library.tags}
        self._topics = {fold_path(group.path): group for group in library.topics}
        self._venues = {fold_path(group.path): group for group in library.venues}
        self.beside: dict[str, Row] = {}
        """Papers by slug as the pages of other papers, which all lie in one folder, list them."""
        self.places: tuple[str, tuple[NoteView, ...]] = "", ()
        """Of the paper, by slug, whose pages of all places were made last, what stands on them."""
        self._bylines: dict[str, str] = {}
        self._buttons: dict[str, tuple[Link, ...]] = {}
        self._holding: dict[str, frozenset[object]] = {}
        self._footnotes: dict[str, Mapping[str, str]] = {}

    def paper(self, paper: Paper, page: str) -> Url:
        """To the page of a paper."""
        target = addresses.paper_page(paper.slug, self.config)
        return _way(target, page) if target != page else _NOWHERE

    def byline(self, paper: Paper) -> str:
        """What stands beside a paper's title, worked out once: it stands on many pages."""
        if paper.slug not in self._bylines:
            self._bylines[paper.slug] = bylines.byline(paper)
        return self._bylines[paper.slug]

    def buttons(self, paper: Paper) -> tuple[Link, ...]:
        """The links of a paper, as `paper_links` has them; worked out once."""
        if paper.slug not in self._buttons:
            self._buttons[paper.slug] = paper_links(paper)
        return self._buttons[paper.slug]

    @cached_property
    def recent(self) -> Callable[[Paper], str]:
        """The latest date of the notes that mention a paper, as far as it is told."""
        return latest_note_dates(self.library)

    def notes_of(self, paper: Paper) -> tuple[str, ...]:
        """The paths of the notes that mention a paper."""
        return tuple(dict.fromkeys(mention.note for mention in paper.mentions))

    def holding(self, paper: Paper) -> frozenset[object]:
        """The notes that mention a paper, by path, and its tags, by folded path; worked out once."""
        if paper.slug not in self._holding:
            tags = (fold_path(tag_path(tag)) for tag in paper.tags)
            self._holding[paper.slug] = frozenset([*self.notes_of(paper), *tags])
        return self._holding[paper.slug]

    def footnotes(self, path: str) -> Mapping[str, str]:
        """The footnotes of a note as they are defined in it, by their labels; worked out once."""
        note = self.library.by_path.get(path)
        if note and path not in self._footnotes:
            self._footnotes[path] = {
                block.info: note.text[slice(*block.span)].rstrip()
                for block in note.document.blocks
                if block.kind is BlockKind.FOOTNOTE and block.parent < 0
            }
        return self._footnotes.get(path, {})

    def note(self, path: str, page: str, anchor: str = "") -> Url:
        """To a note, or a place in it."""
        return _way(path, page, anchor) if path != page or anchor else _NOWHERE

    def tag_of(self, tag: str) -> Group | None:
        """The group of a tag."""
        return self._tags.get(fold_path(tag_path(tag)))

    def tag(self, tag: str, page: str) -> Url:
        """To the page of a tag."""
        return self._group(self.tag_of(tag), self.config.tags_path, page)

    def topic(self, topic: tuple[str, ...], page: str) -> Url:
        """To the page of a topic."""
        return self._group(self._topics.get(fold_path(topic_path(topic))), self.config.topics_path, page)

    def venue_of(self, paper: Paper) -> Group | None:
        """The group of a paper's venue in its year, or of the venue where no year is known."""
        if paper.venue is None:
            return None
        year = paper.venue.year or paper.year
        return self._venues.get(fold_path((paper.venue.acronym.strip(), *([str(year)] if year else []))))

    def venue(self, paper: Paper, page: str) -> Url:
        """To the page of a paper's venue in its year."""
        return self._group(self.venue_of(paper), self.config.venues_path, page)

    def key(self, key: str) -> Paper | None:
        """The paper a citekey names."""
        return wikilinks.find_paper(key, self.library)

    def wikilink(self, target: str, words: str, note: str, page: str) -> tuple[str, Url]:
        """What a wikilink in a note shows, and to what it leads."""
        found = wikilinks.resolve(target, note, self.library)
        label = wikilinks.link_text(words, target, found)
        if isinstance(found, Paper):
            return label, self.paper(found, page)
        return label, self.note(found.path, page, found.anchor) if found else self.file(target, note, page)

    def file(self, target: str, note: str, page: str) -> Url:
        """To the file that a wikilink or an embed in a note means."""
        path = vault_paths.find_file(target, note, self.library)
        below = target.partition("#")[2]
        return _way(path, page, below) if path else _NOWHERE

    def url(self, url: str, note: str, page: str) -> Url:
        """To what a URL in a note leads to: the URL itself, or the same file seen from the page.

        A note that is none of ours and a path without an ending lead nowhere: they would be broken links of our own.
        So does what is relative where `note` is "": it comes from no note.
        """
        safe = escape_url(url)
        if not safe or re.match(r"[a-z][a-z0-9+.-]*:|//", safe, re.IGNORECASE):
            return safe
        match = _PARTS.fullmatch(safe)
        assert match is not None
        path, query, fragment = match[1], match[2] or "", match[3] or ""
        place = vault_paths.find_target(url, note, self.library, self.config) if note and not query else None
        if place is not None:
            return _way(place.path, page, place.anchor) if place.path != page else _NOWHERE
        if path.startswith("/"):
            return safe
        if note and path and self.library.by_file is not None:
            return _NOWHERE
        if not note or not path:
            return escape_url(relative_href(note, page) + fragment) if note and fragment else _NOWHERE
        target = posixpath.normpath(posixpath.join(posixpath.dirname(note), unquote(path)))
        ending = posixpath.splitext(target)[1].casefold()
        known = target in self.library.by_path if ending in (".md", ".markdown") else bool(ending)
        if not known or target.startswith("..") or "\0" in target or target == page:
            return _NOWHERE
        return Url(f"{_way(target, page)}{query}{fragment}")

    def _group(self, group: Group | None, folder: str, page: str) -> Url:
        target = group_page(folder, group.slug) if group else page
        return _way(target, page) if target != page else _NOWHERE


_NOWHERE = Url("")


def _way(target: str, page: str, anchor: str = "") -> Url:
    """The link from a page to a path, or to a place there."""
    return escape_url(relative_href(target, page, anchor))


@dataclass(frozen=True, slots=True)
class Setting:
    """Where words stand, and the page they are put into."""

    links: Links
    note: str
    """Path of the note; "" for what comes from none."""
    page: str

    def url(self, url: str) -> Url:
        """To what a URL in the words leads to."""
        return self.links.url(url, self.note, self.page)

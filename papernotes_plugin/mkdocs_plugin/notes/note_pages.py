"""The notes of one build on their way through MkDocs: what each of them gets from us, and where."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Mapping, Sequence
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

from papernotes_plugin import pipeline
from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import is_enabled
from papernotes_plugin.mkdocs_plugin.compat.links import adapt_links, others_read_links
from papernotes_plugin.mkdocs_plugin.notes.front_matter_guard import FrontMatterGuard
from papernotes_plugin.mkdocs_plugin.notes.generated_blocks import extract_blocks, insert_blocks, strip_generated_markup
from papernotes_plugin.mkdocs_plugin.notes.hover_cards import HoverCards
from papernotes_plugin.mkdocs_plugin.notes.issue_box import box
from papernotes_plugin.mkdocs_plugin.notes.sanitizer import sanitized
from papernotes_plugin.mkdocs_plugin.notes.tag_links import NoteTags
from papernotes_plugin.mkdocs_plugin.setup.markdown_setup import list_indent
from papernotes_plugin.mkdocs_plugin.setup.sources import NoteText
from papernotes_plugin.text.escaping import escape_html
from papernotes_plugin.vocabulary.issues import Issue


class Notes:
    """The notes of one build, with the faults that a preview shows in them; `pages` are the paths of ours."""

    def __init__(
        self,
        site: pipeline.Site,
        note_texts: Mapping[str, NoteText],
        wrong: Mapping[str, Sequence[Issue]],
        config: MkDocsConfig,
        pages: Container[str],
    ) -> None:
        self._site, self._note_texts, self.wrong = site, note_texts, wrong
        self._config = config
        self._cards = HoverCards(site, config.use_directory_urls)
        self._chips = None if is_enabled(config, "tags") else NoteTags(site, config.use_directory_urls, pages)
        self._apart: Mapping[str, str] = {}
        """What we added to the end of the note that is being rendered, by its place."""
        self._whole = ""
        """Its Markdown."""
        self.front = FrontMatterGuard(config, sanitize=site.config.sanitize)
        self._annotated: dict[str, str] = {}
        """Notes as they are read, with their live links, by path, until they are asked for."""
        self.digests: dict[str, str] = {}
        """By path, of all that we give to notes, where it is known."""

    @property
    def without_issues(self) -> set[str]:
        """The paths of those that have no faults."""
        return self._note_texts.keys() - self.wrong.keys()

    @property
    def with_issues(self) -> set[str]:
        """The paths of those of which every build has something to say."""
        return {*self.wrong, *self.front.issues_by_file}

    @property
    def issues(self) -> tuple[Issue, ...]:
        """What was left out of front matter."""
        return tuple(one for issues in self.front.issues_by_file.values() for one in issues)

    def annotated(self, markdown: str, page: Page) -> str | None:
        """A note with its live links, also where another plugin changed it before us; None for any other page."""
        path, config = page.file.src_uri, self._config
        if path not in self._note_texts:
            return None
        note = self._site.library.by_path[path]
        if page.meta:
            self.front.mend(page, note)
        if note.too_complex:
            return ""
        start, *originals = self._note_texts[path]
        if markdown.strip() in originals:
            self.digest(page)
            made = self._annotated.pop(path)[start:]
        else:
            # MkDocs took off the front matter already: a rule at the top must not be read as one
            made = self._live(path, f"\n{markdown}" if page.meta else markdown)
        return adapt_links(made, markdown, config)

    def _live(self, path: str, changed: str | None = None) -> str:
        whole, step = not others_read_links(self._config), list_indent(self._config)
        return pipeline.annotate(self._site, path, attributes=True, changed=changed, whole=whole, step=step)

    def digest(self, page: Page) -> str:
        """Of all that we give to a note that nobody else changes; what is made for it is kept until it is asked for."""
        path = page.file.src_uri
        if path not in self._annotated:
            self._annotated[path] = self._live(path)
            chips = self._chips.of(path) if self._chips else ()
            given = repr((self._annotated[path], self._cards.of(page), chips))
            self.digests[path] = hashlib.blake2b(given.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
        return self.digests[path]

    def discard(self, path: str) -> None:
        """Nobody will ask for the note."""
        self._annotated.pop(path, None)

    def before_content(self, html: str, page: Page) -> str:
        """Before other plugins read the HTML of a page: without what we added to it."""
        note = self._site.library.by_path.get(page.file.src_uri)
        if note and note.too_complex:
            html = f"<pre data-search-exclude><code>{escape_html(note.text[note.body :])}</code></pre>"
        elif note and self._site.config.sanitize:
            html = sanitized(html)
        html, self._apart = extract_blocks(html)
        self._whole = page.markdown or ""
        if is_enabled(self._config, "rss"):
            # its abstracts are the beginning of this, cut wherever they are long enough
            page.markdown = strip_generated_markup(self._whole)
        wrong = self.wrong.get(page.file.src_uri)
        return box(wrong) + html if wrong else html

    def after_content(self, html: str, page: Page) -> str:
        """After they have read it: the whole page."""
        page.markdown = self._whole
        return insert_blocks(html, self._apart)

    def show_tags(self, page: Page, context: dict[str, Any]) -> None:
        """Give the theme the tags of a note where no plugin knows them."""
        if self._chips and page.file.src_uri in self._note_texts:
            self._chips.show(context, page.file.src_uri)

    def add_hover_cards(self, page: Page) -> None:
        """Put the cards of a note into its page."""
        if page.file.src_uri in self._note_texts:
            self._cards.join(page)

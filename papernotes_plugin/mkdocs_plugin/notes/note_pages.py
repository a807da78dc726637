"""Add links, backlinks, tags and hover cards to note pages while MkDocs renders them."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

from papernotes_plugin import pipeline
from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import is_enabled
from papernotes_plugin.mkdocs_plugin.compat.links import adapt_links, others_read_links
from papernotes_plugin.mkdocs_plugin.compat.list_indent import list_indent
from papernotes_plugin.mkdocs_plugin.digests import digest_of
from papernotes_plugin.mkdocs_plugin.notes.front_matter_guard import FrontMatterGuard
from papernotes_plugin.mkdocs_plugin.notes.generated_blocks import extract_blocks, insert_blocks, strip_generated_markup
from papernotes_plugin.mkdocs_plugin.notes.hover_cards import HoverCards
from papernotes_plugin.mkdocs_plugin.notes.issue_box import render_box
from papernotes_plugin.mkdocs_plugin.notes.note_texts import NoteText
from papernotes_plugin.mkdocs_plugin.notes.sanitizer import sanitized
from papernotes_plugin.mkdocs_plugin.notes.tag_links import NoteTags
from papernotes_plugin.text.escaping import escape_html
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.issues import Issue

_ANCHOR = lazy_regex(r'<a id="([^"<>]+)"></a>')
"""An anchor as papernotes inserts it."""


class Notes:
    """The notes of one build."""

    def __init__(
        self,
        site: pipeline.Site,
        note_texts: Mapping[str, NoteText],
        shown_issues: Mapping[str, Sequence[Issue]],
        config: MkDocsConfig,
        pages: Container[str],
    ) -> None:
        """Prepare the notes of a build.

        Args:
            site: Library and backlinks of the site.
            note_texts: Texts that MkDocs may pass for each note, by path.
            shown_issues: Issues to show on the page of each note, by path.
            config: Configuration of the site.
            pages: Source paths of the generated pages.
        """
        self._site, self._note_texts, self._shown_issues = site, note_texts, shown_issues
        self._config = config
        self._cards = HoverCards(site, config.use_directory_urls)
        self._tags = None if is_enabled(config, "tags") else NoteTags(site, config.use_directory_urls, pages)
        self._blocks: Mapping[str, str] = {}
        """Generated blocks cut out of the note that is being rendered, by their placeholder."""
        self._markdown = ""
        """Markdown of the note that is being rendered."""
        self._front_matter = FrontMatterGuard(config, sanitize=site.config.sanitize)
        self._annotated: dict[str, str] = {}
        """Annotated text of notes by path, cached until `annotated` uses it."""
        self.digests: dict[str, str] = {}
        """Digest of everything that papernotes adds to a note, by path; only of notes that no other plugin changed."""

    @property
    def without_issues(self) -> set[str]:
        """Paths of the notes on whose pages no issue is shown."""
        return self._note_texts.keys() - self._shown_issues.keys()

    @property
    def with_issues(self) -> set[str]:
        """Paths of the notes that must be rendered in every build, because rendering them shows or reports issues."""
        return {*self._shown_issues, *self._front_matter.issues_by_file}

    @property
    def issues(self) -> tuple[Issue, ...]:
        """Issues about front matter that was removed."""
        return tuple(one for issues in self._front_matter.issues_by_file.values() for one in issues)

    def annotated(self, markdown: str, page: Page) -> str | None:
        """Return a note with links to papers, notes and tags; None for pages that are not notes.

        Args:
            markdown: Markdown of the page, which another plugin may have changed.
            page: The page, whose front matter is cleaned.
        """
        path = page.file.src_uri
        if path not in self._note_texts:
            return None
        note = self._site.library.by_path[path]
        if page.meta:
            self._front_matter.clean(page, note)
        if note.too_complex:
            return ""
        text = self._note_texts[path]
        if markdown.strip() in (text.body, text.full, text.without_fields):
            self.digest(page)
            # MkDocs shows front matter in YAML that it cannot read: the page of the author stays as it is
            is_shown = not page.meta and markdown.startswith("---") and markdown.strip() == text.full
            annotated = self._annotated.pop(path)[0 if is_shown else text.start :]
        else:
            # MkDocs has removed the front matter; the newline prevents a rule at the top from being read as one
            annotated = self._annotate(path, f"\n{markdown}" if page.meta else markdown)
        return adapt_links(annotated, markdown, self._config)

    def _annotate(self, path: str, changed: str | None = None) -> str:
        whole, step = not others_read_links(self._config), list_indent(self._config)
        return pipeline.annotate(self._site, path, attributes=True, changed=changed, whole=whole, step=step)

    def digest(self, page: Page) -> str:
        """Return a digest of everything that papernotes adds to a note that no other plugin changes.

        The annotated text is cached for `annotated`, until `discard` is called.
        """
        path = page.file.src_uri
        if path not in self._annotated:
            self._annotated[path] = self._annotate(path)
            tags = self._tags.of_note(path) if self._tags else ()
            added = repr((self._annotated[path], self._cards.html(page), tags))
            self.digests[path] = digest_of(added)
        return self.digests[path]

    def discard(self, path: str) -> None:
        """Remove the annotated text of a note that will not be rendered from the cache."""
        self._annotated.pop(path, None)

    def before_content(self, html: str, page: Page) -> str:
        """Return the HTML of a note as other plugins may read it: without generated blocks.

        The HTML is sanitized if the option `sanitize` is set.  A note that is too complex becomes preformatted text.
        """
        note = self._site.library.by_path.get(page.file.src_uri)
        if note and note.too_complex:
            html = f"<pre data-search-exclude><code>{escape_html(note.text[note.body_start :])}</code></pre>"
        elif note and self._site.config.sanitize:
            html = sanitized(html)
        html, self._blocks = extract_blocks(html)
        self._markdown = page.markdown or ""
        if is_enabled(self._config, "rss"):
            # the RSS plugin uses the first words of the Markdown as the abstract
            page.markdown = strip_generated_markup(self._markdown)
        issues = self._shown_issues.get(page.file.src_uri)
        return render_box(issues) + html if issues else html

    def after_content(self, html: str, page: Page) -> str:
        """Return the HTML of a note with the generated blocks, after other plugins have read it."""
        page.markdown = self._markdown
        if page.present_anchor_ids is not None:
            # MkDocs finds no raw HTML behind a tag that it reads as unclosed, such as `<script>` in code
            page.present_anchor_ids = {*page.present_anchor_ids, *_ANCHOR.findall(html)}
        return insert_blocks(html, self._blocks)

    def show_tags(self, page: Page, context: dict[str, Any]) -> None:
        """Set the tags of a note in its template context, unless a tags plugin does."""
        if self._tags and page.file.src_uri in self._note_texts:
            self._tags.add_to(context, page.file.src_uri)

    def add_hover_cards(self, page: Page) -> None:
        """Append the hover cards of a note to the content of its page."""
        if page.file.src_uri in self._note_texts:
            self._cards.add_to(page)

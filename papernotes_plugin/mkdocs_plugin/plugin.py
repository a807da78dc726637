"""The MkDocs face: hooks translate, they do not think.

The only user of mkdocs; under ProperDocs these imports lead to ProperDocs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from papernotes_plugin import pipeline
from papernotes_plugin.hosts.page_assets import assets
from papernotes_plugin.links.addresses import papers_index
from papernotes_plugin.mkdocs_plugin.compat.blog import private_blog_posts
from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import is_enabled
from papernotes_plugin.mkdocs_plugin.compat.history import hide_from_history, restore_history
from papernotes_plugin.mkdocs_plugin.compat.i18n import Languages
from papernotes_plugin.mkdocs_plugin.compat.links import lower_issue_levels
from papernotes_plugin.mkdocs_plugin.compat.loop_guard import Walk
from papernotes_plugin.mkdocs_plugin.compat.tags import Tags
from papernotes_plugin.mkdocs_plugin.fast_rendering.generated_pages import FastRendering, TemplateBytecode
from papernotes_plugin.mkdocs_plugin.incremental.incremental_build import Past
from papernotes_plugin.mkdocs_plugin.incremental.site_dir import Keeping
from papernotes_plugin.mkdocs_plugin.notes.citations_elsewhere import PageCitations
from papernotes_plugin.mkdocs_plugin.notes.generated_blocks import strip_from_excerpt
from papernotes_plugin.mkdocs_plugin.notes.issue_box import issues_by_file
from papernotes_plugin.mkdocs_plugin.notes.note_pages import Notes
from papernotes_plugin.mkdocs_plugin.pages.feed_link import add_feed, add_feed_link
from papernotes_plugin.mkdocs_plugin.pages.generated_files import add_generated_files
from papernotes_plugin.mkdocs_plugin.pages.generated_metadata import GeneratedMetadata
from papernotes_plugin.mkdocs_plugin.pages.link_targets import (
    add_link_targets,
    add_translation_targets,
    backlinks_across_languages,
)
from papernotes_plugin.mkdocs_plugin.pages.nav_item import PapersNavItem
from papernotes_plugin.mkdocs_plugin.pages.page_texts import PageTexts
from papernotes_plugin.mkdocs_plugin.pages.short_nav import ShortNav
from papernotes_plugin.mkdocs_plugin.search.search_index import SearchIndex, choose_search, set_tag_boost
from papernotes_plugin.mkdocs_plugin.setup.library_build import BuildResult, read
from papernotes_plugin.mkdocs_plugin.setup.markdown_setup import configure_markdown
from papernotes_plugin.mkdocs_plugin.setup.options import Options
from papernotes_plugin.mkdocs_plugin.setup.reporting import explain_error, report
from papernotes_plugin.mkdocs_plugin.setup.sources import mark_private, project_folder
from papernotes_plugin.mkdocs_plugin.setup.watch import Watch
from papernotes_plugin.vocabulary.config import NO_SEARCH, Config
from papernotes_plugin.vocabulary.issues import Issue


class PapernotesPlugin(BasePlugin[Options]):
    """`plugins: [search, papernotes]`: the papers of a MkDocs site's notes, as pages of the site."""

    _walk = Walk()
    _citer: PageCitations
    """The same in each build of a preview, as what learns Markdown once learns this of it."""
    _issue_levels: Config
    _tags: Tags
    _languages: Languages
    _entry: PapersNavItem
    _past: Past
    _reading: BuildResult
    _site: pipeline.Site
    _notes: Notes
    _bodies: PageTexts
    """The text of each page that we added to the site of this build."""
    _feed: str
    """The path of the feed; "" where there is none."""
    _ours: GeneratedMetadata
    _rendering: FastRendering
    _searched: SearchIndex
    _keeping: Keeping | None = None
    _serving = _clean = False
    _wrong: Mapping[str, Sequence[Issue]] = {}
    """The faults of each file, in a preview."""

    def __init__(self) -> None:
        self._citer, self._short_nav, self._past, self._compiled = (
            PageCitations(),
            ShortNav(),
            Past(),
            TemplateBytecode(),
        )

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """A preview shows the faults of a page on it, too; what a dirty build leaves alone is MkDocs' own affair."""
        self._serving = command == "serve"
        self._clean = not dirty
        self._citer, self._past, self._keeping = PageCitations(), Past(preview=self._serving), None

    # Before the search plugin, which sets up its index here.
    @event_priority(50)
    def _weigh(self, config: MkDocsConfig) -> None:
        """Let words of titles count more than tags."""
        if self.config.search != NO_SEARCH:
            set_tag_boost(config)

    def _configure(self, config: MkDocsConfig) -> None:
        """Add the style, the script and the Markdown extensions that pages and notes need and the site lacks."""
        self._walk = Walk.begun(config.docs_dir, project_folder(config), stay=self.config.sanitize)
        configure_markdown(self.config, config, self._citer)
        self._tags, self._languages = Tags(config), Languages(config)
        self._entry = PapersNavItem(config, self._languages, self.config.nav)
        self._issue_levels = lower_issue_levels(self.config.settings(), config)

    on_config = CombinedEvent(_weigh, _configure)

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Keep what will be the same from MkDocs, which empties the folder of the site now."""
        # mkdocs-static-i18n builds its languages one within the other
        self._keeping = Keeping(config, self._keeping) if self._clean and not is_enabled(config, "i18n") else None

    # Late, to see the files of other plugins, but before Material's blog (-50), which hides its posts from here on
    # until there is a navigation, and mkdocs-static-i18n (-100), which leaves the files of one language.
    @event_priority(-25)
    def _read(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Read all notes and build the library once."""
        self._walk.end()
        settings, hindered = choose_search(self.config.settings(config.site_url), files, config, self._serving)
        self._entry.look(files, config)
        self._past.begin(config, self._keeping, cached=self.config.cache)
        before = self._past.found(settings)
        known = (*self._walk.issues, *hindered)
        self._reading = read(files, config, settings, known, before, once=not self._serving)
        self._site = self._reading.site
        self._citer.read(self._site)
        self._ours = GeneratedMetadata(self._site, self._tags)
        mark_private(files, private_blog_posts(self._site.private))
        return files

    # After Material's blog, which knows its drafts itself and shows them in a preview if it is told to.
    @event_priority(-75)
    def _keep_back(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Make drafts of the notes that are not for others."""
        mark_private(files, self._site.private)
        return files

    # After all that arrange the files or make a navigation of them (literate-nav, mkdocs-static-i18n: -100).
    @event_priority(-200)
    def _add(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the generated pages, outside the navigation."""
        outputs = (*assets(), *self._site.outputs)
        self._bodies, self._feed = PageTexts(), ""
        self._searched = SearchIndex(self._site, self._bodies)
        if self._languages.is_default:
            self._past.settle(self._site, files, (self._searched.way, bool(self._site.library.papers)), config)
            settled = self._past.settling.files
            existing = add_generated_files(files, config, outputs, self._site.replaced, settled, self._bodies)
            add_translation_targets(files, config, self._languages, self._site.library.notes)
            self._feed = add_feed(self._site, files, config)
            found = self._issue_levels.told((*self._reading.issues, *existing))
            self._wrong = issues_by_file(found) if self._serving else {}
            report(str(self._site.counts), found, stop=not self._serving)
        else:
            add_link_targets(files, config, (output.path for output in outputs))
            self._site = replace(
                self._site, backlinks=backlinks_across_languages(files, config, self._languages, self._site)
            )
        self._notes = Notes(self._site, self._reading.note_texts, self._wrong, config, self._bodies)
        return files

    on_files = CombinedEvent(_read, _keep_back, _add)

    # After all that make a navigation, or put one in the place of another (awesome-pages, mkdocs-static-i18n).
    @event_priority(-200)
    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        """Show the way to the papers where nobody arranges the navigation."""
        index = papers_index(self._site.config)
        if self._site.library.papers and (index in self._bodies or not self._languages.is_default):
            self._entry.enter(nav, files.get_file_from_path(index))
        settling, past = self._past.settling, self._past
        settling.settle(nav, files, self._bodies, self._notes, self._tags.claim, config)
        left, citer = self._bodies.without(settling.pages), self._citer if past.lasts else None
        ways = self.config.rendering, past.renderer, settling.paths
        self._rendering = FastRendering(left, nav, config, files, *ways, citer, keep=self._serving)

    # Early, so that what other plugins do to a page they do to its links as well; but what include-markdown (100)
    # brings in is there by now.
    @event_priority(90)
    def _annotate(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str | None:
        """The note with its live links, also where another plugin changed it before us."""
        path = page.file.src_uri
        self._citer.turn(path)
        if path in self._bodies:
            self._ours.tell(page, config)
            return None
        self._tags.claim(page)
        return self._notes.annotated(markdown, page)

    # Late, so that what reads links, macros, keys and snippets out of a page finds none in ours.
    @event_priority(-200)
    def _fill(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str | None:
        """The text of a page of ours, with what other plugins put before and behind it."""
        return self._rendering.filled(markdown, page)

    # Last: what is converted already is nothing to others.
    @event_priority(-1000)
    def _stand_in(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str | None:
        return self._rendering.standin(markdown, page)

    on_page_markdown = CombinedEvent(_annotate, _fill, _stand_in)

    @event_priority(1000)
    def _enter_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str | None:
        if page.file.src_uri in self._bodies:
            hide_from_history(page, config)
            return None
        return self._notes.before_content(self._rendering.whole(html, page), page)

    @event_priority(-200)
    def _leave_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str | None:
        if page.file.src_uri in self._bodies:
            restore_history(page, config)
            return None
        return self._notes.after_content(html, page)

    on_page_content = CombinedEvent(_enter_content, _leave_content)

    @event_priority(100)
    def _enter_context(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        """Our pages show their tags themselves; notes have them from us where no plugin knows tags."""
        self._rendering.build(page)
        self._past.settling.show(context, preview=True)
        if page.file.src_uri in self._bodies:
            self._tags.hide(context)
            self._short_nav.apply(context, page, config)
        else:
            self._notes.show_tags(page, context)

    # Around search and git-authors, which have no priority of their own; they read a page before its cards are in it.
    @event_priority(1)
    def _enter_search(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        self._searched.enter(page, config)

    @event_priority(-1)
    def _leave_search(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        self._searched.leave(page, config)
        self._notes.add_hover_cards(page)

    # After Material's blog (-100), which makes the excerpts of its posts here.
    @event_priority(-150)
    def _shorten(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        """An excerpt of a post without a separator is the whole post, but not what links to it."""
        for post in context.get("posts", ()) if is_enabled(config, "blog") else ():
            post.content = strip_from_excerpt(post.content)

    on_page_context = CombinedEvent(_enter_context, _enter_search, _leave_search, _shorten)

    def on_template_context(self, context: Any, *, template_name: str, config: MkDocsConfig) -> None:
        """Name all pages in the sitemap, those too that MkDocs has not made anew."""
        self._past.settling.show(context, preview=False)

    # Last, so that nobody sees the template of our pages before MkDocs.
    @event_priority(-200)
    def _begin(self, env: Any, *, config: MkDocsConfig, files: Files) -> None:
        """Tell what is known now that all is rendered: citations in docstrings and snippets, fields left out."""
        report("", self._issue_levels.told((*self._citer.issues(), *self._notes.issues)), stop=not self._serving)
        self._rendering.begin(env, self._compiled if self._serving else None)

    # After all that look for the files that MkDocs is going to write.
    @event_priority(-1000)
    def _put_back(self, env: Any, *, config: MkDocsConfig, files: Files) -> None:
        if self._keeping:
            self._keeping.put_back(files, config)

    on_env = CombinedEvent(_begin, _put_back)

    # Early, so that what others do to a whole page (minify) they do to this as well.
    @event_priority(50)
    def _complete(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """The page with what a reference manager reads from it, and with the way to the feed."""
        return self._ours.complete(add_feed_link(output, self._feed, page, config), page)

    # After all that change it.
    @event_priority(-1000)
    def _keep(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        self._rendering.written(page)
        return self._keeping.page(output, page) if self._keeping else output

    on_post_page = CombinedEvent(_complete, _keep)

    # Before all that look at the site as it is written.
    @event_priority(1000)
    def _end(self, *, config: MkDocsConfig) -> None:
        self._past.settling.end(config)
        if self._keeping:
            self._keeping.end()

    # After the search plugin, which writes its index, and before Material's offline (-100), which copies it.
    @event_priority(-90)
    def _index(self, *, config: MkDocsConfig) -> None:
        """Shorten the index of a large library, or make that of Pagefind, where the author wants it."""
        self._searched.finish(config)
        self._past.end(self._bodies, self._notes, self._rendering, config)
        self._rendering.end()

    on_post_build = CombinedEvent(_end, _index)

    @event_priority(-1000)
    def on_build_error(self, error: Exception, **_: Any) -> None:
        """The walk through the pages is MkDocs' own again, also where another stopped it; last, as it may raise."""
        self._walk.end()
        self._past.forget()
        if self._keeping:
            self._keeping.end()
        explain_error(error, self._keeping.site if self._keeping else "")

    def on_serve(self, server: Any, *, config: MkDocsConfig, builder: Any) -> Any:
        """Rebuild also when a bibliography, the key lock or the citation style changes."""
        self._walk.watch(server, config.docs_dir)
        Watch(server, project_folder(config), self.config.settings()).begin()
        return server

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
from papernotes_plugin.mkdocs_plugin.compat.loop_guard import Walk
from papernotes_plugin.mkdocs_plugin.compat.other_plugins import Languages, Tags, WithoutHistory, has, telling
from papernotes_plugin.mkdocs_plugin.fast_rendering.generated_pages import Compiled, Rendering
from papernotes_plugin.mkdocs_plugin.incremental.incremental_build import Past
from papernotes_plugin.mkdocs_plugin.incremental.site_dir import Keeping
from papernotes_plugin.mkdocs_plugin.notes.citations_elsewhere import PageCiter
from papernotes_plugin.mkdocs_plugin.notes.generated_blocks import shortened
from papernotes_plugin.mkdocs_plugin.notes.issue_box import faults
from papernotes_plugin.mkdocs_plugin.notes.note_pages import Notes
from papernotes_plugin.mkdocs_plugin.pages import site_files as placing
from papernotes_plugin.mkdocs_plugin.pages.feed_link import add_feed, announced
from papernotes_plugin.mkdocs_plugin.pages.generated_metadata import OurPages
from papernotes_plugin.mkdocs_plugin.pages.nav_item import Entry
from papernotes_plugin.mkdocs_plugin.pages.page_texts import Bodies
from papernotes_plugin.mkdocs_plugin.pages.short_nav import Signposts
from papernotes_plugin.mkdocs_plugin.search.search_index import Searched, searched_by, weigh_tags
from papernotes_plugin.mkdocs_plugin.setup.library_build import Reading, read
from papernotes_plugin.mkdocs_plugin.setup.markdown_setup import wanted_by
from papernotes_plugin.mkdocs_plugin.setup.options import Options
from papernotes_plugin.mkdocs_plugin.setup.reporting import refused, report
from papernotes_plugin.mkdocs_plugin.setup.watch import Watch
from papernotes_plugin.vocabulary.config import NO_SEARCH, Config
from papernotes_plugin.vocabulary.issues import Issue


class PapernotesPlugin(BasePlugin[Options]):
    """`plugins: [search, papernotes]`: the papers of a MkDocs site's notes, as pages of the site."""

    _walk = Walk()
    _citer: PageCiter
    """The same in each build of a preview, as what learns Markdown once learns this of it."""
    _telling: Config
    _tags: Tags
    _languages: Languages
    _entry: Entry
    _past: Past
    _reading: Reading
    _site: pipeline.Site
    _notes: Notes
    _bodies: Bodies
    """The text of each page that we added to the site of this build."""
    _feed: str
    """The path of the feed; "" where there is none."""
    _ours: OurPages
    _rendering: Rendering
    _searched: Searched
    _keeping: Keeping | None = None
    _serving = _clean = False
    _wrong: Mapping[str, Sequence[Issue]] = {}
    """The faults of each file, in a preview."""

    def __init__(self) -> None:
        self._citer, self._signposts, self._past, self._compiled = PageCiter(), Signposts(), Past(), Compiled()

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """A preview shows the faults of a page on it, too; what a dirty build leaves alone is MkDocs' own affair."""
        self._serving = command == "serve"
        self._clean = not dirty
        self._citer, self._past, self._keeping = PageCiter(), Past(preview=self._serving), None

    # Before the search plugin, which sets up its index here.
    @event_priority(50)
    def _weigh(self, config: MkDocsConfig) -> None:
        """Let words of titles count more than tags."""
        if self.config.search != NO_SEARCH:
            weigh_tags(config)

    def _configure(self, config: MkDocsConfig) -> None:
        """Add the style, the script and the Markdown extensions that pages and notes need and the site lacks."""
        self._walk = Walk.begun(config.docs_dir, placing.root_of(config), stay=self.config.sanitize)
        wanted_by(self.config, config, self._citer)
        self._tags, self._languages = Tags(config), Languages(config)
        self._entry = Entry(config, self._languages, self.config.nav)
        self._telling = telling(self.config.settings(), config)

    on_config = CombinedEvent(_weigh, _configure)

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Keep what will be the same from MkDocs, which empties the folder of the site now."""
        # mkdocs-static-i18n builds its languages one within the other
        self._keeping = Keeping(config, self._keeping) if self._clean and not has(config, "i18n") else None

    # Late, to see the files of other plugins, but before Material's blog (-50), which hides its posts from here on
    # until there is a navigation, and mkdocs-static-i18n (-100), which leaves the files of one language.
    @event_priority(-25)
    def _read(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Read all notes and build the library once."""
        self._walk.end()
        settings, hindered = searched_by(self.config.settings(config.site_url), files, config, self._serving)
        self._entry.look(files, config)
        self._past.begin(config, self._keeping, cached=self.config.cache)
        before = self._past.found(settings)
        known = (*self._walk.issues, *hindered)
        self._reading = read(files, config, settings, known, before, once=not self._serving)
        self._site = self._reading.site
        self._citer.read(self._site)
        self._ours = OurPages(self._site, self._tags)
        placing.keep_back(files, placing.unknown_to_blogs(self._site.private))
        return files

    # After Material's blog, which knows its drafts itself and shows them in a preview if it is told to.
    @event_priority(-75)
    def _keep_back(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Make drafts of the notes that are not for others."""
        placing.keep_back(files, self._site.private)
        return files

    # After all that arrange the files or make a navigation of them (literate-nav, mkdocs-static-i18n: -100).
    @event_priority(-200)
    def _add(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the generated pages, outside the navigation."""
        outputs = (*assets(), *self._site.outputs)
        self._bodies, self._feed = Bodies(), ""
        self._searched = Searched(self._site, self._bodies)
        if self._languages.first:
            self._past.settle(self._site, files, (self._searched.way, bool(self._site.library.papers)), config)
            settled = self._past.settling.files
            existing = placing.add(files, config, outputs, self._site.replaced, settled, self._bodies)
            placing.add_translations(files, config, self._languages, self._site.library.notes)
            self._feed = add_feed(self._site, files, config)
            found = self._telling.told((*self._reading.issues, *existing))
            self._wrong = faults(found) if self._serving else {}
            report(str(self._site.counts), found, stop=not self._serving)
        else:
            placing.add_links(files, config, (output.path for output in outputs))
            self._site = replace(self._site, backlinks=placing.abroad(files, config, self._languages, self._site))
        self._notes = Notes(self._site, self._reading.handed, self._wrong, config, self._bodies)
        return files

    on_files = CombinedEvent(_read, _keep_back, _add)

    # After all that make a navigation, or put one in the place of another (awesome-pages, mkdocs-static-i18n).
    @event_priority(-200)
    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        """Show the way to the papers where nobody arranges the navigation."""
        index = papers_index(self._site.config)
        if self._site.library.papers and (index in self._bodies or not self._languages.first):
            self._entry.enter(nav, files.get_file_from_path(index))
        settling, past = self._past.settling, self._past
        settling.settle(nav, files, self._bodies, self._notes, self._tags.claim, config)
        left, citer = self._bodies.without(settling.pages), self._citer if past.lasts else None
        ways = self.config.rendering, past.moulds, settling.paths
        self._rendering = Rendering(left, nav, config, files, *ways, citer, keep=self._serving)

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
            WithoutHistory.enter(page, config)
            return None
        return self._notes.enter(self._rendering.whole(html, page), page)

    @event_priority(-200)
    def _leave_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str | None:
        if page.file.src_uri in self._bodies:
            WithoutHistory.leave(page, config)
            return None
        return self._notes.leave(html, page)

    on_page_content = CombinedEvent(_enter_content, _leave_content)

    @event_priority(100)
    def _enter_context(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        """Our pages show their tags themselves; notes have them from us where no plugin knows tags."""
        self._rendering.build(page)
        self._past.settling.show(context, preview=True)
        if page.file.src_uri in self._bodies:
            self._tags.hide(context)
            self._signposts.put_up(context, page, config)
        else:
            self._notes.tell_tags(page, context)

    # Around search and git-authors, which have no priority of their own; they read a page before its cards are in it.
    @event_priority(1)
    def _enter_search(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        self._searched.enter(page, config)

    @event_priority(-1)
    def _leave_search(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        self._searched.leave(page, config)
        self._notes.join_cards(page)

    # After Material's blog (-100), which makes the excerpts of its posts here.
    @event_priority(-150)
    def _shorten(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        """An excerpt of a post without a separator is the whole post, but not what links to it."""
        for post in context.get("posts", ()) if has(config, "blog") else ():
            post.content = shortened(post.content)

    on_page_context = CombinedEvent(_enter_context, _enter_search, _leave_search, _shorten)

    def on_template_context(self, context: Any, *, template_name: str, config: MkDocsConfig) -> None:
        """Name all pages in the sitemap, those too that MkDocs has not made anew."""
        self._past.settling.show(context, preview=False)

    # Last, so that nobody sees the template of our pages before MkDocs.
    @event_priority(-200)
    def _begin(self, env: Any, *, config: MkDocsConfig, files: Files) -> None:
        """Tell what is known now that all is rendered: citations in docstrings and snippets, fields left out."""
        report("", self._telling.told((*self._citer.issues(), *self._notes.issues)), stop=not self._serving)
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
        return self._ours.complete(announced(output, self._feed, page, config), page)

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
        refused(error, self._keeping.site if self._keeping else "")

    def on_serve(self, server: Any, *, config: MkDocsConfig, builder: Any) -> Any:
        """Rebuild also when a bibliography, the key lock or the citation style changes."""
        self._walk.watch(server, config.docs_dir)
        Watch(server, placing.root_of(config), self.config.settings()).begin()
        return server

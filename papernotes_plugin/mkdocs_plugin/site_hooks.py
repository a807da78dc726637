"""The hooks of a build: each passes its arguments on to the module that does the work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import CombinedEvent, PluginCollection, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from papernotes_plugin import pipeline
from papernotes_plugin.mkdocs_plugin.compat.blog import private_blog_posts
from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import is_enabled
from papernotes_plugin.mkdocs_plugin.compat.history import hide_from_history, restore_history
from papernotes_plugin.mkdocs_plugin.compat.i18n import Languages
from papernotes_plugin.mkdocs_plugin.compat.links import lower_issue_levels
from papernotes_plugin.mkdocs_plugin.compat.loop_guard import LoopGuard
from papernotes_plugin.mkdocs_plugin.compat.tags import Tags
from papernotes_plugin.mkdocs_plugin.direct.direct_pages import DirectPages
from papernotes_plugin.mkdocs_plugin.direct.site_markdown import SiteMarkdown
from papernotes_plugin.mkdocs_plugin.direct.template_bytecode import TemplateBytecode
from papernotes_plugin.mkdocs_plugin.incremental.build_recorder import BuildRecorder
from papernotes_plugin.mkdocs_plugin.incremental.incremental_build import IncrementalBuild
from papernotes_plugin.mkdocs_plugin.incremental.site_dir import PreservedSite
from papernotes_plugin.mkdocs_plugin.notes.citations_elsewhere import PageCitations
from papernotes_plugin.mkdocs_plugin.notes.conversion_guard import ConversionGuard
from papernotes_plugin.mkdocs_plugin.notes.generated_blocks import strip_from_excerpt
from papernotes_plugin.mkdocs_plugin.notes.issue_box import issues_by_file
from papernotes_plugin.mkdocs_plugin.notes.note_pages import Notes
from papernotes_plugin.mkdocs_plugin.notes.render_warnings import RenderWarnings
from papernotes_plugin.mkdocs_plugin.pages import old_addresses
from papernotes_plugin.mkdocs_plugin.pages.feed_link import add_feed
from papernotes_plugin.mkdocs_plugin.pages.forked_files import ForkedFiles
from papernotes_plugin.mkdocs_plugin.pages.generated_files import add_generated_files, site_files
from papernotes_plugin.mkdocs_plugin.pages.generated_metadata import GeneratedMetadata
from papernotes_plugin.mkdocs_plugin.pages.link_targets import add_translation_targets
from papernotes_plugin.mkdocs_plugin.pages.nav_item import NavItems
from papernotes_plugin.mkdocs_plugin.pages.page_texts import PageTexts, fill_placeholder
from papernotes_plugin.mkdocs_plugin.pages.short_nav import ShortNav
from papernotes_plugin.mkdocs_plugin.pages.site_home import add_language, without_second_home
from papernotes_plugin.mkdocs_plugin.pages.size_message import log_size
from papernotes_plugin.mkdocs_plugin.search.search_index import SearchIndex, choose_search, set_tag_boost
from papernotes_plugin.mkdocs_plugin.setup.library_build import build_library
from papernotes_plugin.mkdocs_plugin.setup.markdown_setup import configure_markdown, remove_obsidian_extensions
from papernotes_plugin.mkdocs_plugin.setup.options import Options
from papernotes_plugin.mkdocs_plugin.setup.reporting import explain_error, report, summary_of
from papernotes_plugin.mkdocs_plugin.setup.sources import mark_private, project_folder, site_settings
from papernotes_plugin.mkdocs_plugin.setup.watch import InputWatcher
from papernotes_plugin.vocabulary.config import NO_SEARCH, Config
from papernotes_plugin.vocabulary.issues import Issue


class SiteHooks:
    """The hooks of all builds of one process; see `plugin` for those that decide whether there is anything to build."""

    _reported: Config
    """Options that decide which issues are reported, and at which level."""
    _page_texts: PageTexts
    """Text of each generated page of this build, by source path."""
    _site_dir: PreservedSite | None = None
    _plugins: PluginCollection | None = None
    """The collection in which the hooks are registered."""
    _recorder: BuildRecorder | None = None
    _forked: ForkedFiles | None = None
    _obsidian_extensions: Sequence[str] = ()
    """Markdown extensions that only notes of Obsidian need."""
    _shown_issues: Mapping[str, Sequence[Issue]] = {}
    """Issues to show on note pages, by source path; empty unless this is a preview."""

    def __init__(self, *, is_preview: bool, is_clean: bool) -> None:
        """Create what lasts for all builds of a preview, because Markdown instances refer to it.

        Args:
            is_preview: The command is `mkdocs serve`, which shows issues on pages.
            is_clean: The build is not `--dirty`, so that it can reuse pages.
        """
        self._is_preview, self._is_clean = is_preview, is_clean
        self._citations, self._guard, self._loops = PageCitations(), ConversionGuard(), LoopGuard()
        self._incremental = IncrementalBuild(serving=is_preview)
        self._short_nav, self._bytecode = ShortNav(), TemplateBytecode()

    @property
    def site(self) -> pipeline.Site:
        """The library of this build."""
        return self._site

    def start(self, config: MkDocsConfig, options: Options, recorder: BuildRecorder | None) -> None:
        """Start a build: register the hooks, and lower the weight of tags, so that words of titles count more.

        Before the search plugin, which creates its index in its hook `on_config`.

        Args:
            config: Configuration of the site.
            options: Options of the plugin.
            recorder: Records the build for a later one without changes; None if that is of no use.
        """
        self._options, self._recorder = options, recorder
        if self._plugins is not config.plugins:
            self._plugins = config.plugins
            for name in (name for name in dir(self) if name.startswith("on_")):
                config.plugins._register_event(name.removeprefix("on_"), getattr(self, name), plugin_name="papernotes")
        if options.search != NO_SEARCH:
            set_tag_boost(config)

    def configure(self, config: MkDocsConfig) -> None:
        """Add the style sheet, the script and the Markdown extensions that the pages need."""
        self._loops = LoopGuard.install(
            config.docs_dir, project_folder(config, self._options), stay=self._options.sanitize
        )
        self._obsidian_extensions = configure_markdown(self._options, config, self._citations, self._guard)
        self._tags, self._languages = Tags(config), Languages(config)
        self._nav_items = NavItems(config, self._languages)
        self._reported = lower_issue_levels(self._options.settings(), config)

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Move the last build's site out of the way, because MkDocs now deletes the files in the site folder.

        Not with mkdocs-static-i18n, which runs the build of one language inside that of another.
        """
        if self._recorder:
            self._recorder.start(config, self._options)
        is_preserved = self._is_clean and not is_enabled(config, "i18n")
        self._site_dir = PreservedSite(config, self._site_dir) if is_preserved else None

    @event_priority(-25)
    def _read(self, files: Files, *, config: MkDocsConfig) -> None:
        """Read all notes and build the library.

        After the plugins that add files.  Before Material's blog (-50), which hides its posts until `on_nav`, and
        before mkdocs-static-i18n (-100), which keeps the files of one language.
        """
        self._loops.uninstall()
        settings, issues = choose_search(site_settings(self._options, config), files, config, self._is_preview)
        self._nav_items.inspect(files, config)
        self._incremental.start(config, self._site_dir, use_cache=self._options.cache)
        previous = self._incremental.previous_library(settings)
        issues = [*self._loops.issues, *issues]
        self._result = build_library(files, config, settings, issues, previous, once=not self._is_preview)
        self._site = self._result.site
        self._citations.set_site(self._site)
        remove_obsidian_extensions(config, () if self._site.library.is_vault else self._obsidian_extensions)
        self._metadata = GeneratedMetadata(self._site, self._tags)
        mark_private(files, private_blog_posts(self._site.private))

    @event_priority(-75)
    def _mark_private(self, files: Files, *, config: MkDocsConfig) -> None:
        """Make drafts of the private notes.

        After Material's blog, which recognises its own drafts and can show them in a preview.
        """
        mark_private(files, self._site.private)

    @event_priority(-200)
    def _add_pages(self, files: Files, *, config: MkDocsConfig) -> None:
        """Add the generated pages, outside the navigation, and report the issues.

        After the plugins that rearrange the files or derive a navigation (literate-nav and mkdocs-static-i18n:
        -100).
        """
        self._site = without_second_home(self._site, files, config, self._languages)
        redirects, self._page_texts = old_addresses.redirects(self._site, config), PageTexts()
        outputs = site_files(self._site, redirects)
        self._search_index = SearchIndex(self._site, self._page_texts)
        if self._languages.is_default:
            search = repr((self._search_index.omits_papers, self._site.library.is_vault))
            self._incremental.plan_reuse(self._site, redirects, files, config, search)
            reused, pages = self._incremental.plan.files, old_addresses.replaced_pages(self._site)
            issues = add_generated_files(files, config, outputs, pages, reused, self._page_texts)
            add_translation_targets(files, config, self._languages, self._site.library.notes)
            self._metadata.feed_path = add_feed(self._site, files, config)
            reported = self._reported.issues_to_report((*self._result.issues, *issues))
            self._shown_issues = issues_by_file(reported) if self._is_preview else {}
            report(summary_of(self._site), reported, stop=not self._is_preview)
        else:
            self._site = add_language(files, config, self._languages, self._site, outputs, self._page_texts)
        self._guard.start(self._site, lambda: SiteMarkdown.of(config).convert, self._report)
        self._files = files
        self._notes = Notes(self._site, self._result.note_texts, self._shown_issues, config, self._page_texts)

    on_files = CombinedEvent(_read, _mark_private, _add_pages)

    @event_priority(-200)
    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        """Add the home page and the index of papers to an automatic navigation, and choose what to render.

        After the plugins that change or replace the navigation (awesome-pages, mkdocs-static-i18n).
        """
        self._nav_items.insert(nav, files, self._page_texts, self._site)
        plan = self._incremental.plan
        plan.select_notes(nav, files, self._page_texts, self._notes, self._tags.claim, config)
        texts, complete = self._page_texts.without(plan.pages), self._complete_context
        self._direct = DirectPages(texts, nav, config, files, self._options.rendering, self._metadata, complete)
        plan.has_direct_pages = len(self._direct) > 0
        self._warnings = RenderWarnings(self._citations, is_enabled=self._incremental.is_recorded)

    @event_priority(90)
    def _annotate(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str | None:
        """Return a note with its links, also if another plugin changed it before; None for other pages.

        Early, so that other plugins process the links of a note; after include-markdown (100), which adds Markdown.
        """
        path = page.file.src_uri
        self._citations.start_page(path)
        if path in self._page_texts:
            self._metadata.set_meta(page, config)
            return None
        self._tags.claim(page)
        return self._notes.annotated(markdown, page)

    @event_priority(-200)
    def _fill(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str | None:
        """Return the text of a generated page, with what other plugins added before and behind the placeholder.

        Late, so that plugins that read links, macros, citekeys or snippets find none in generated pages.
        """
        path = page.file.src_uri
        return (
            fill_placeholder(markdown, self._page_texts[path], page.file, files) if path in self._page_texts else None
        )

    @event_priority(-1000)
    def _start_recording(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Record whether MkDocs logs anything while it converts the page.

        Last, right before MkDocs converts the page.
        """
        self._warnings.start_page(markdown)

    on_page_markdown = CombinedEvent(_annotate, _fill, _start_recording)

    @event_priority(1000)
    def _before_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str | None:
        """Remove generated blocks from the HTML of a note, before other plugins read it."""
        self._warnings.end_page(page.file.src_uri)
        if page.file.src_uri in self._page_texts:
            hide_from_history(page, config)
            return None
        return self._notes.before_content(html, page)

    @event_priority(-200)
    def _after_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str | None:
        """Insert the generated blocks again."""
        if page.file.src_uri in self._page_texts:
            restore_history(page, config)
            return None
        return self._notes.after_content(html, page)

    on_page_content = CombinedEvent(_before_content, _after_content)

    @event_priority(100)
    def _complete_context(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        """Give the theme a short navigation on generated pages, and tags on notes if no plugin does."""
        self._incremental.plan.show_all_pages(context, drafts=True)
        if page.file.src_uri in self._page_texts:
            self._tags.hide(context)
            if self._options.short_navigation:
                self._short_nav.apply(context, page, config)
        else:
            self._notes.show_tags(page, context)

    @event_priority(1)
    def _before_indexing(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        """Prepare a page, just before the search plugin and git-authors, which have priority 0."""
        self._search_index.before_indexing(page, config)

    @event_priority(-1)
    def _after_indexing(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        """Add the hover cards, just after the search plugin, so that they are not searched."""
        self._search_index.after_indexing(page, config)
        self._notes.add_hover_cards(page)

    @event_priority(-150)
    def _strip_excerpts(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        """Remove backlinks from excerpts: the excerpt of a post without a separator is the whole post.

        After Material's blog (-100), which creates the excerpts of its posts in this hook.
        """
        for post in context.get("posts", ()) if is_enabled(config, "blog") else ():
            post.content = strip_from_excerpt(post.content)

    on_page_context = CombinedEvent(_complete_context, _before_indexing, _after_indexing, _strip_excerpts)

    def on_template_context(self, context: Any, *, template_name: str, config: MkDocsConfig) -> None:
        """Add the reused pages to the pages that the sitemap lists."""
        self._incremental.plan.show_all_pages(context, drafts=False)

    def _report(self, *issues: Issue) -> None:
        """Report issues that rendering has shown."""
        report("", self._reported.issues_to_report(issues), stop=not self._is_preview)

    @event_priority(1000)
    def _begin_direct(self, env: Any, *, config: MkDocsConfig, files: Files) -> None:
        """Give the pages that are written directly their metadata.

        Before the plugins that list tags or resolve references (Material's tags: 100).
        """
        self._direct.begin()

    @event_priority(-200)
    def _begin_templates(self, env: Any, *, config: MkDocsConfig, files: Files) -> None:
        """Report the issues that rendering has shown: unknown citekeys outside notes, unusable front matter.

        After the plugins that change the environment of the templates.
        """
        self._report(*self._citations.issues(), *self._notes.issues)
        env.bytecode_cache = env.bytecode_cache or (self._bytecode if self._is_preview else None)
        self._direct.check(env, is_first=not self._incremental.plan.files)

    @event_priority(-1000)
    def _restore_site_dir(self, env: Any, *, config: MkDocsConfig, files: Files) -> None:
        """Move the last build's files back, after all plugins that read the list of files to write."""
        if self._site_dir:
            self._site_dir.restore(files, config)
        self._forked = ForkedFiles(files, self._options.jobs, self._site.facts.compute_shared)

    on_env = CombinedEvent(_begin_direct, _begin_templates, _restore_site_dir)

    @event_priority(50)
    def _add_head_tags(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Return the HTML of a page with citation metadata and a link to the feed in its head.

        Early, so that plugins that change whole pages (minify) change the added tags as well.
        """
        return self._metadata.add_tags(output, page, config)

    @event_priority(-1000)
    def _skip_identical(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Return the HTML of a page; empty if the file of the last build is identical, so that MkDocs skips it.

        After all plugins that change the page.
        """
        return self._site_dir.skip_identical(output, page) if self._site_dir else output

    on_post_page = CombinedEvent(_add_head_tags, _skip_identical)

    @event_priority(1000)
    def _end(self, *, config: MkDocsConfig) -> None:
        """Complete the written site, before all plugins that read it."""
        if self._forked:
            self._forked.stop()
        self._incremental.plan.check_anchors(config)
        self._direct.add_to_search(self._search_index)
        if self._site_dir:
            self._site_dir.finish()
        log_size(self._site, self._files, is_first=not self._incremental.plan.files)

    @event_priority(-90)
    def _index(self, *, config: MkDocsConfig) -> None:
        """Shorten the search index or create that of Pagefind, and store what the next build can reuse.

        After the search plugin, which writes its index, and before Material's offline (-100), which copies it.
        """
        self._search_index.finish(config)
        without_warnings = self._warnings.is_without_warnings if self._direct.can_be_reused else None
        self._incremental.finish(self._page_texts, self._notes, without_warnings, config)

    @event_priority(-1000)
    def _record(self, *, config: MkDocsConfig) -> None:
        """Record the build, after all plugins that change the written site."""
        if self._recorder:
            is_reusable = self._direct.can_be_reused and not self._warnings.includes_files
            stamps, is_recorded = self._incremental.reused_stamps, self._incremental.is_recorded
            self._recorder.finish(config, stamps, is_reusable=is_reusable and is_recorded)

    on_post_build = CombinedEvent(_end, _index, _record)

    @event_priority(-1000)
    def on_build_error(self, error: Exception, **_: Any) -> None:
        """Undo changes to MkDocs, also if another plugin stopped the build, and explain errors of the disk.

        Last, because it may raise an exception.
        """
        self._loops.uninstall()
        self._incremental.forget()
        self.on_shutdown()
        if self._site_dir:
            self._site_dir.finish()
        explain_error(error, self._site_dir.site if self._site_dir else "")

    def on_shutdown(self) -> None:
        """Stop listening to messages and other processes, also after an interrupted build."""
        if self._forked:
            self._forked.stop()
        if self._recorder:
            self._recorder.stop()

    def on_serve(self, server: Any, *, config: MkDocsConfig, builder: Any) -> Any:
        """Rebuild also when a bibliography, the key lock or the citation style changes."""
        self._loops.watch(server, config.docs_dir)
        InputWatcher(server, project_folder(config, self._options), self._options.settings()).update()
        return server

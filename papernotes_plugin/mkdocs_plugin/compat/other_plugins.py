"""The other plugins of a site: what they need to know of our pages, and what they must not do to them.

Each rule names the plugin it is for; a site without that plugin never meets it.
"""

from __future__ import annotations

import itertools
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, time
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote, unquote

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import meta

from papernotes_plugin.links.addresses import folded, tag_path
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, Level

NEED_PATHS = ("autolinks", "obsidian-bridge")
"""Plugins that ask each file for its place on the disk, and stop where it has none."""
SEARCHERS = ("autolinks", "roamlinks", "ezlinks")
"""Plugins that look through all folders for what is linked by its bare name."""
_BARE = re.compile(r"\]\(([^()/\s:#]+\.md\b)")
_ENDING = re.compile(r"(\]\([^()\s:#]+\.m)d(?=[)#\s])")
_TO_NOTE = re.compile(r"\]\(([^()\s:#]+\.md)(?=[)#\s])")
READERS = ("bibtex", "ezlinks", "roamlinks", "obsidian-bridge")
"""Plugins that read `[[wikilinks]]` or `[@keys]` as well."""
EXTENSIONS = ("wikilinks", "markdown.extensions.wikilinks", "mdx_wikilink_plus", "obsidianmd")
"""Markdown extensions that do."""


def has(config: MkDocsConfig, name: str) -> bool:
    """Whether a plugin is on, whichever theme it comes with."""
    return next(plugins(config, name), None) is not None


def plugins(config: MkDocsConfig, name: str) -> Iterator[Any]:
    """Each time a plugin is in the configuration: `tags` stands there as `material/tags` or `material/tags #2`."""
    for key, plugin in config.plugins.items():
        if key.partition(" ")[0].rpartition("/")[2] == name:
            yield plugin


def leaves_to_others(config: MkDocsConfig) -> bool:
    """Whether another plugin reads wikilinks or keys, too: what we do not know is left to it."""
    return any(has(config, name) for name in READERS) or any(e in config.markdown_extensions for e in EXTENSIONS)


def pointed(made: str, markdown: str, config: MkDocsConfig) -> str:
    """A note whose links of our making are as other plugins leave them alone.

    Bare links `[a](b.md)` are for those that look for `b.md`, links with `.md` for obsidian-bridge, which mistakes
    those that begin with `../`; to MkDocs `%64` is the same letter.
    """
    if any(has(config, name) for name in SEARCHERS):
        made = _BARE.sub(lambda link: link[0] if link[0] in markdown else f"](./{link[1]}", made)
    if has(config, "obsidian-bridge"):
        made = _ENDING.sub(lambda link: link[0] if link[0] in markdown else f"{link[1]}%64", made)
    return made


def telling(settings: Config, config: MkDocsConfig) -> Config:
    """The options that say how loud an issue is, lower where another plugin has to do with the same."""
    # a key that we do not know is one of mkdocs-bibtex's own .bib files
    known: dict[str, Level] = {Code.UNKNOWN_KEY: Level.INFO} if has(config, "bibtex") else {}
    return replace(settings, issues={**known, **settings.issues})


# --- Material's blog ------------------------------------------------------------------------------


def posts_to_come(files: Files, config: MkDocsConfig) -> frozenset[str]:
    """The posts that Material's blog takes for drafts because of their date (`draft_if_future_date`)."""
    found: set[str] = set()
    for plugin in plugins(config, "blog"):
        blog = plugin.config
        if blog.enabled and blog.get("draft_if_future_date") and not blog.draft:
            folder = posixpath.normpath(blog.post_dir.format(blog=blog.blog_dir))
            posts = (file for file in files.documentation_pages() if file.src_uri.startswith(f"{folder}/"))
            found |= {post.src_uri for post in posts if _is_to_come(post)}
    return frozenset(found)


def _is_to_come(post: File) -> bool:
    said = _front_matter(post)
    created = said.get("date")
    created = created.get("created") if isinstance(created, Mapping) else created
    if isinstance(created, date) and not isinstance(created, datetime):
        created = datetime.combine(created, time())
    if not isinstance(created, datetime) or isinstance(said.get("draft"), bool):
        return False
    return (created if created.tzinfo else created.replace(tzinfo=UTC)) > datetime.now(UTC)


# --- mkdocs-encryptcontent-plugin -----------------------------------------------------------------

_LOCKS = ("password", "level", "use_secret", "inherit_from", "obfuscate")
"""The front matter by which mkdocs-encryptcontent-plugin locks a page."""


def locked(files: Files, config: MkDocsConfig) -> frozenset[str]:
    """The pages that only who has the password is to read."""
    if not has(config, "encryptcontent"):
        return frozenset()
    pages = ((page.src_uri, _front_matter(page)) for page in files.documentation_pages())
    return frozenset(path for path, said in pages if any(said.get(lock) for lock in _LOCKS))


def _front_matter(page: File) -> Mapping[str, Any]:
    """What MkDocs reads; nothing of what it cannot."""
    try:
        return meta.get_data(page.content_string)[1]
    except (OSError, UnicodeDecodeError):
        return {}


# --- mkdocs-static-i18n ---------------------------------------------------------------------------


class Languages:
    """The languages that mkdocs-static-i18n builds a site in, one after the other; without it there is one."""

    def __init__(self, config: MkDocsConfig) -> None:
        self._plugin = next(plugins(config, "i18n"), None)

    @property
    def arranged(self) -> bool:
        """Whether the author arranges the navigation of a language."""
        return self._plugin is not None and any(language.nav for language in self._plugin.config.languages)

    @property
    def first(self) -> bool:
        """Whether this build is that of the default language: the papers have their pages there."""
        return self._plugin is None or self._plugin.current_language in (None, self._plugin.default_language)

    def destination(self, path: str, directories: bool) -> str | None:
        """Where another build than this one puts a note, if it does."""
        if self._plugin is None:
            return None
        note, default = PurePosixPath(path), str(self._plugin.default_language)
        locale = default
        if self._plugin.config.docs_structure == "folder":
            if len(note.parts) > 1 and note.parts[0] in self._plugin.all_languages:
                locale, note = note.parts[0], PurePosixPath(*note.parts[1:])
        elif note.suffixes[-2:-1] and note.suffixes[-2][1:] in self._plugin.all_languages:
            locale = note.suffixes[-2][1:]
            note = note.with_name(note.name.removesuffix(note.suffix).removesuffix(f".{locale}") + note.suffix)
        folder = note.parent if locale == default else PurePosixPath(locale) / note.parent
        stem = "index" if note.stem == "README" else note.stem
        return str(folder / stem / "index.html" if directories and stem != "index" else folder / f"{stem}.html")


def led_elsewhere(text: str, path: str, names: Mapping[str, str]) -> str:
    """What stands in a note with the links to some others under other names.

    Examples:
        >>> led_elsewhere("[a](../b.md#c), [d](../d.md)", "x/y.md", {"b.md": ".b/b.md"})
        '[a](../.b/b.md#c), [d](../d.md)'
    """
    folder = posixpath.dirname(path)

    def led(link: re.Match[str]) -> str:
        name = names.get(posixpath.normpath(posixpath.join(folder, unquote(link[1]))))
        return f"]({quote(posixpath.relpath(name, folder or '.'))}" if name else link[0]

    return _TO_NOTE.sub(led, text)


# --- Material's tags ------------------------------------------------------------------------------


class Tags:
    """Lets the papers join the listings of Material's tags plugin, in the spelling of the site's own tags."""

    def __init__(self, config: MkDocsConfig) -> None:
        self._plugins = [plugin for plugin in plugins(config, "tags") if "tags_slugify" in plugin.config]
        self._spelled: dict[tuple[str, ...], str] = {}
        for plugin in self._plugins:
            if not isinstance(plugin.config.tags_slugify, OneSlugEach):
                plugin.config.tags_slugify = OneSlugEach(plugin.config.tags_slugify)

    def claim(self, page: Page) -> None:
        """The tags of a page of the site's own: it is they who choose the spelling and the ids."""
        for plugin in self._plugins:
            tags = page.meta.get(plugin.config.tags_name_property)
            for tag in map(str, tags if isinstance(tags, list) else ()):
                path = tag_path(tag)
                self._spelled.setdefault(folded(path), tag)
                for end in range(1, len(path)):
                    self._spelled.setdefault(folded(path[:end]), "/".join(path[:end]))
                for part in (
                    tag.split(plugin.config.tags_hierarchy_separator) if plugin.config.tags_hierarchy else [tag]
                ):
                    plugin.config.tags_slugify(part, plugin.config.tags_slugify_separator)

    def join(self, page: Page, tags: Iterable[str]) -> None:
        """The tags of a paper, for its page; a tag that the site does not allow is no error of the author's."""
        for plugin in self._plugins:
            allowed = plugin.config.tags_allowed
            names = [
                tag
                for tag in dict.fromkeys(map(self._as_spelled, tags))
                if not allowed or tag in {str(a) for a in allowed}
            ]
            if names:
                page.meta[plugin.config.tags_name_property] = names

    def _as_spelled(self, tag: str) -> str:
        """A tag as the site spells it, or those above it."""
        path = tag_path(tag)
        for end in range(len(path), 0, -1):
            if known := self._spelled.get(folded(path[:end])):
                return "/".join((known, *path[end:]))
        return tag.lstrip("#")

    def hide(self, context: dict[str, Any]) -> None:
        """No second row of tags on a page that shows its own."""
        for plugin in self._plugins:
            context[plugin.config.tags_name_variable] = []


class OneSlugEach:
    """A slug for each tag: of two tags that would share one, such as two emoji, the first keeps it.

    Examples:
        >>> slug = OneSlugEach(lambda text, separator: "".join(c for c in text.lower() if c.isalnum()))
        >>> [slug(tag, "-") for tag in ("Vision", "vision", "🧠", "🚀", "Vision")]
        ['vision', 'vision-2', '', '1f680', 'vision']
    """

    def __init__(self, slugify: Callable[[str, str], str]) -> None:
        self.slugify = slugify
        self._slugs: dict[str, str] = {}
        self._taken: dict[str, str] = {}

    def __call__(self, text: str, separator: str) -> str:
        """The slug of a tag, the same each time it is asked for."""
        if text not in self._slugs:
            slug = self.slugify(text, separator)
            spoken = slug or separator.join(f"{ord(char):x}" for char in text)
            numbered = (f"{spoken}{separator}{number}" for number in itertools.count(2))
            choices = itertools.chain((slug, spoken), numbered)
            self._slugs[text] = next(c for c in choices if self._taken.setdefault(c, text) == text)
        return self._slugs[text]


# --- what a page of ours says to others -----------------------------------------------------------


def forewarn(page: Page, config: MkDocsConfig) -> None:
    """Tell mkdocs-macros to leave our page alone, whose title may hold what looks like a macro."""
    if has(config, "macros"):
        page.meta["render_macros"] = False


class WithoutHistory:
    """Keeps our pages out of what other plugins tell of a page's history.

    mkdocs-rss-plugin takes into its feeds what is no draft when it is rendered, and mkdocs-git-authors-plugin asks git
    who wrote what it was not told to leave out.
    """

    @staticmethod
    def enter(page: Page, config: MkDocsConfig) -> None:
        """Before other plugins see the page."""
        if has(config, "rss"):
            page.meta["draft"] = True
        for plugin in plugins(config, "git-authors"):
            plugin.config.exclude = [*(plugin.config.exclude or ()), "*"]

    @staticmethod
    def leave(page: Page, config: MkDocsConfig) -> None:
        """After they have seen it."""
        page.meta.pop("draft", None)
        for plugin in plugins(config, "git-authors"):
            plugin.config.exclude = plugin.config.exclude[:-1]

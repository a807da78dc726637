"""Support sites in several languages, which mkdocs-static-i18n builds one after the other."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from urllib.parse import quote, unquote

from mkdocs.config.defaults import MkDocsConfig

from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins
from papernotes_plugin.text.lazy_regex import lazy_regex

_NOTE_LINK = lazy_regex(r"\]\(([^()\s:#]+\.md)(?=[)#\s])")


class Languages:
    """The languages of a site; a site without mkdocs-static-i18n has one."""

    def __init__(self, config: MkDocsConfig) -> None:
        self._plugin = next(enabled_plugins(config, "i18n"), None)
        self._has_page_folders = config.use_directory_urls

    @property
    def has_nav(self) -> bool:
        """Return whether the configuration contains the navigation of a language."""
        return self._plugin is not None and any(language.nav for language in self._plugin.config.languages)

    @property
    def is_default(self) -> bool:
        """Return whether this build is that of the default language, which contains the generated pages."""
        return self._plugin is None or self._plugin.current_language in (None, self._plugin.default_language)

    @property
    def home(self) -> str:
        """Path below the site folder of the home page of the language that is built."""
        if self._plugin is None or self.is_default:
            return "index.html"
        return f"{self._plugin.current_language}/index.html"

    def destination(self, path: str) -> str | None:
        """Return where the build of another language writes the page of the note at a source path.

        Returns:
            A posix path below the site folder; None without mkdocs-static-i18n.
        """
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
        has_folder = self._has_page_folders and stem != "index"
        return str(folder / stem / "index.html" if has_folder else folder / f"{stem}.html")


def relink(text: str, path: str, new_paths: Mapping[str, str]) -> str:
    """Return Markdown with the targets of some links replaced.

    Args:
        text: Markdown of a note, or of a part of it.
        path: Source path of the note, which the links are relative to.
        new_paths: New source path of each target to replace, by its old source path.

    Examples:
        >>> relink("[a](../b.md#c), [d](../d.md)", "x/y.md", {"b.md": ".b/b.md"})
        '[a](../.b/b.md#c), [d](../d.md)'
    """
    folder = posixpath.dirname(path)

    def replace_target(link: re.Match[str]) -> str:
        target = new_paths.get(posixpath.normpath(posixpath.join(folder, unquote(link[1]))))
        return f"]({quote(posixpath.relpath(target, folder or '.'))}" if target else link[0]

    return _NOTE_LINK.sub(replace_target, text)

"""Resolve file names and Markdown links as Obsidian does: by name, in the whole vault."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterable
from urllib.parse import quote, unquote

from papernotes_plugin.links import addresses, path_lookup, wikilinks
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library

_EXTERNAL = lazy_regex(r"[A-Za-z][A-Za-z0-9+.-]+:")


def index_files(files: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the value of `Library.by_file`: paths of files by name."""
    return path_lookup.index_paths(files, _fold)


def find_file(target: str, note: str, library: Library) -> str | None:
    """Return the path of a file that is not among the notes that were read; None if there is none.

    Args:
        target: The target of the link.
        note: The path of the note that contains the link.
        library: The library.
    """
    name = target.partition("#")[0].strip()
    if not name or library.by_file is None:
        return None
    for decoded in dict.fromkeys((name, unquote(name))):
        for spelling in (decoded,) if wikilinks.is_note(decoded) else (decoded, f"{decoded}.md"):
            if path := path_lookup.find_path(spelling, note, library.by_file, {}, _fold):
                return path
    return None


def _fold(name: str) -> str:
    return unicodedata.normalize("NFC", name.strip()).casefold()


def rewrite_markdown_link(url: str, note: str, page: str, library: Library, config: Config) -> str | None:
    """Return the link to use instead of a Markdown link that only Obsidian can follow; None to leave it as it is.

    Obsidian looks up a name in the whole vault, and addresses headings by their text.  A link of other notes has the
    meaning that the site generator gives it, and changes only if another page shows it.

    Args:
        url: The link.
        note: The path of the note that contains the link.
        page: The path of the page that shows it.
        library: The library.
        config: The options; they decide which paths are those of generated pages.
    """
    if not url or url.startswith(("?", "{", "//")) or _EXTERNAL.match(url):
        return None
    if page == note and not library.is_vault:
        return None
    name, _, below = (unquote(part) for part in url.partition("#"))
    meant = posixpath.normpath(posixpath.join(posixpath.dirname(note), name)) if name else note
    target = find_target(url, note, library, config)
    if target is None:
        return addresses.relative_href(meant, page, below) if page != note and not name.startswith("/") else None
    if (target.path, unquote(target.anchor), page) == (meant, below, note):
        return None
    if target.path == page and target.anchor:
        return f"#{target.anchor}"
    return addresses.relative_href(target.path, page, target.anchor)


def find_target(url: str, note: str, library: Library, config: Config) -> wikilinks.NoteTarget | None:
    """Return the note or file that a Markdown link in a note leads to; None for a URL and for a missing target.

    The anchor of the target is the id of the heading or block, or that in the link if there is no such heading.
    """
    if not url or url.startswith(("?", "{", "//")) or _EXTERNAL.match(url):
        return None
    name, _, below = (unquote(part) for part in url.partition("#"))
    if name.startswith("/"):
        # For a site generator this is a path of the site, for Obsidian one of the vault.
        path: str | None = name[1:] if name[1:] in library.by_path else None
    else:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(note), name)) if name else note
        if path not in library.by_path and not _is_file(path, library) and not addresses.is_generated(path, config):
            path = (
                None
                if name.endswith("/")
                else path_lookup.find_path(name, note, library.by_name, {}, wikilinks.fold_name)
            )
            path = path or find_file(name, note, library)
    return wikilinks.NoteTarget(path, _anchor(path, below, library)) if path is not None else None


def _anchor(path: str, below: str, library: Library) -> str:
    if not below or below in set(library.anchors.get(path, {}).values() if path in library.by_path else ()):
        return below
    return wikilinks.find_anchor(path, below, library).anchor or quote(below, safe="^=&:")


def linked_note(url: str, note: str, library: Library, config: Config) -> str:
    """Return the path of the note that a Markdown link in the note `note` leads to; "" for any other link."""
    if _EXTERNAL.match(url):
        return ""
    name = unquote(re.split("[?#]", url, maxsplit=1)[0])
    if not name or _EXTERNAL.match(name):
        return ""
    if name.startswith("/"):
        return name[1:] if name[1:] in library.by_path else ""
    meant = posixpath.normpath(posixpath.join(posixpath.dirname(note), name))
    if meant in library.by_path:
        return meant
    if name.endswith("/") or _is_file(meant, library) or addresses.is_generated(meant, config):
        return ""
    return path_lookup.find_path(name, note, library.by_name, {}, wikilinks.fold_name) or ""


def is_missing_note(url: str, note: str, library: Library, config: Config) -> bool:
    """Return whether a Markdown link leads to a `.md` file that does not exist; False if the files are unknown."""
    path = wikilinks.linked_note_path(url, note)
    if not path or library.by_file is None or linked_note(url, note, library, config):
        return False
    return not _is_file(path, library) and not addresses.is_generated(path, config)


def _is_file(path: str, library: Library) -> bool:
    files = library.by_file or {}
    sharing = files.get(_fold(posixpath.basename(path)), ())
    return path in (sharing if len(sharing) < 2 else files.get(f"/{_fold(path)}", ()))

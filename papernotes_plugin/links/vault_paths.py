"""Vault links: files by their names, and Markdown's own links as Obsidian follows them.  Imports vocabulary only."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterable
from urllib.parse import quote, unquote

from papernotes_plugin.links import addresses, path_lookup, wikilinks
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library

_EXTERNAL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_NOTE = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)


def index_files(files: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """What `Library.by_file` holds."""
    return path_lookup.index_paths(files, _folded)


def find_file(target: str, note: str, library: Library) -> str | None:
    """The path of the file that a link in the note of the path `note` means: no note, or one that was not read."""
    name = target.partition("#")[0].strip()
    if not name or library.by_file is None:
        return None
    for meant in dict.fromkeys((name, unquote(name))):
        for spelled in (meant,) if _NOTE.search(meant) else (meant, f"{meant}.md"):
            if found := path_lookup.find_path(spelled, note, library.by_file, {}, _folded):
                return found
    return None


def is_unread(path: str) -> bool:
    """Whether a path that `file` found is that of a note: it has a page, and nothing of it is known."""
    return bool(_NOTE.search(path))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name.strip()).casefold()


def rewrite_markdown_link(url: str, note: str, page: str, library: Library, config: Config) -> str | None:
    """Where a Markdown link leads that only Obsidian follows, as a link from the page; None where it is good as it is.

    Obsidian looks a name up in the whole vault, and names headings by their words.

    Args:
        url: The link.
        note: The path of the note in which it stands.
        page: The path of the page that shows it.
        library: What is known.
        config: The options: what lies where our pages do is one of them.
    """
    if not url or url.startswith(("?", "{", "//")) or _EXTERNAL.match(url):
        return None
    name, _, below = (unquote(part) for part in url.partition("#"))
    meant = posixpath.normpath(posixpath.join(posixpath.dirname(note), name)) if name else note
    found = find_target(url, note, library, config)
    if found is None:
        return addresses.relative_href(meant, page, below) if page != note and not name.startswith("/") else None
    if (found.path, unquote(found.anchor), page) == (meant, below, note):
        return None
    here = found.path == page and found.anchor
    return f"#{found.anchor}" if here else addresses.relative_href(found.path, page, found.anchor)


def find_target(url: str, note: str, library: Library, config: Config) -> wikilinks.NoteTarget | None:
    """The file or note that a Markdown link in the note of the path `note` leads to, as Obsidian follows it.

    Its anchor is the id of a heading or block, or what the link says where there is none.  None for an address, and
    for what is not there.
    """
    if not url or url.startswith(("?", "{", "//")) or _EXTERNAL.match(url):
        return None
    name, _, below = (unquote(part) for part in url.partition("#"))
    if name.startswith("/"):
        # to a host an address of the site, to Obsidian one of the vault
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
    """The path of the note to which a Markdown link in the note of the path `note` leads; "" for any other."""
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
    """Whether a Markdown link leads to a `.md` file that is not there, where it is known what is there."""
    path = wikilinks.linked_note_path(url, note)
    if not path or library.by_file is None or linked_note(url, note, library, config):
        return False
    return not _is_file(path, library) and not addresses.is_generated(path, config)


def _is_file(path: str, library: Library) -> bool:
    files = library.by_file or {}
    sharing = files.get(_folded(posixpath.basename(path)), ())
    return path in (sharing if len(sharing) < 2 else files.get(f"/{_folded(path)}", ()))

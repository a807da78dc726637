"""Resolve wikilinks: by the rules of Obsidian, then by the citekeys of the library.

The observed rules of Obsidian are: the exact path, else a note in the same folder, else the shortest path.  Case is
ignored, and a partial path matches the end of a path.  Here a note is also found by its aliases and its title.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote

from papernotes_plugin import identifiers
from papernotes_plugin.links import anchors, path_lookup
from papernotes_plugin.people import bylines
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Library, Note, Paper

_SCHEME = lazy_regex(r"[A-Za-z][A-Za-z0-9+.-]*:")
_IMAGE = lazy_regex(r"\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$", re.IGNORECASE)
_SHOWN = lazy_regex(r"\.(?:flac|m4a|mp3|ogg|wav|3gp|mkv|mov|mp4|ogv|webm|pdf)$", re.IGNORECASE)
_ATTACHMENT = lazy_regex(
    r"\.(?:pdf|png|jpe?g|gif|svg|webp|avif|bmp|mp[34]|m4a|mov|mkv|wav|ogg|flac|webm|canvas|base|bib|csv|zip|html?|ipynb|pptx?|docx?)$",
    re.IGNORECASE,
)
_WIKILINK = lazy_regex(r"\[\[([^\[\]|\n]+)(?:\|[^\[\]\n]*)?\]\]")
IMAGE_SIZE = lazy_regex(r"(?:^|\\?\|)\s*(\d{1,5})(?:x(\d{1,5}))?\s*$")
"""The size at the end of the text of an image in Obsidian: `|300` or `|300x200`."""


@dataclass(frozen=True, slots=True)
class NoteTarget:
    """Target of a link: a note or another file, or a heading or block in a note."""

    path: str
    anchor: str = ""
    """HTML id of the heading or block; "" for the whole note."""
    missing_anchor: str = ""
    """Heading or block (`^id`) in the link that the note does not have."""

    def __str__(self) -> str:
        return f"{self.path}#{self.anchor}" if self.anchor else self.path


def resolve(target: str, note: str, library: Library) -> NoteTarget | Paper | None:
    """Return the note or the paper that a wikilink leads to; None if there is neither.  A note takes precedence.

    Args:
        target: The target of the wikilink, such as `Note#Heading` or `@key`.
        note: The path of the note that contains the link.
        library: The library.
    """
    name, _, below = target.partition("#")
    path = note if not name.strip() else find_note(name.strip(), note, library)
    return find_anchor(path, below, library) if path is not None else find_paper(name, library)


def find_anchor(path: str, below: str, library: Library) -> NoteTarget:
    """Return a heading or block in a note as a target.

    Args:
        path: The path of the note.
        below: The part of a link after the first `#`: `Heading`, `Heading#Subheading` or `^block`.
        library: The library.
    """
    wanted = below.strip()
    if not wanted or path not in library.by_path:
        return NoteTarget(path)
    ids = library.anchors.get(path, {})
    if wanted.startswith("^"):
        anchor = ids.get(wanted.lower(), "")
    else:
        steps = [step for step in wanted.split("#") if step.strip()]
        anchor = ids.get(anchors.fold_heading(wanted), "") if len(steps) == 1 else ""
        if len(steps) > 1 and isinstance(ids, anchors.NoteAnchors):
            anchor = ids.find_nested(steps)
        # Obsidian does not follow a path of headings with a wrong start, but its last step is still meant.
        anchor = anchor or (ids.get(anchors.fold_heading(steps[-1]), "") if steps else "")
    return NoteTarget(path, anchor, "" if anchor else wanted)


def find_paper(key: str, library: Library) -> Paper | None:
    """Return the paper with a citekey (with or without `@`) or an identifier (`arxiv:2401.00001`)."""
    key = key.strip()
    paper = library.by_key.get(key) or library.by_key.get(key.lstrip("@"))
    if paper or ":" not in key:
        return paper
    identifier = identifiers.parse_identifier(key.lstrip("@"))
    return library.by_identifier.get(identifier) if identifier else None


def link_text(text: str, target: str, resolved: NoteTarget | Paper | None) -> str:
    """Return the text that a wikilink shows.

    It is the label of the link, else its target in readable form: `Note › Heading`, or `Author 2017` for `@key`.

    Args:
        text: The label of the link; the target if it has none.
        target: The target of the link.
        resolved: The result of `resolve`.
    """
    words = text.replace("\\|", "|").strip()
    if is_image(target) and IMAGE_SIZE.fullmatch(words):
        return posixpath.basename(target)
    if words != target:
        return words or target
    if isinstance(resolved, Paper) and words.startswith("@"):
        return bylines.short_citation(resolved)
    return words.strip("#").replace("#", " › ")


def strip_note_suffix(target: str) -> str:
    """Return the target of a link without the suffix `.md` or `.markdown`."""
    name, sign, below = target.partition("#")
    return f"{path_lookup.NOTE_SUFFIX.sub('', name)}{sign}{below}"


def is_note(path: str) -> bool:
    """Return whether a path has the suffix of a note."""
    return bool(path_lookup.NOTE_SUFFIX.search(path))


def is_attachment(target: str) -> bool:
    """Return whether a target is a file other than a note; the file need not exist."""
    return bool(_ATTACHMENT.search(target.partition("#")[0].strip()))


def is_image(target: str) -> bool:
    """Return whether a target is an image."""
    return bool(_IMAGE.search(target.partition("#")[0].strip()))


def is_media(target: str) -> bool:
    """Return whether a target is audio, video or a PDF."""
    return bool(_SHOWN.search(target.partition("#")[0].strip()))


# --- private notes and Markdown links -------------------------------------------------------------


def private_names(notes: Iterable[Note], paths: Iterable[str] = ()) -> frozenset[str]:
    """Return the value of `Library.private`: the folded names and paths of private notes.

    Args:
        notes: Private notes that were read; their titles and aliases count too.
        paths: Paths of private notes that were not read.
    """
    names = {fold_name(posixpath.basename(path)) for path in paths}
    for note in notes:
        names |= {fold_name(name) for name in (posixpath.basename(note.path), note.title, *note.aliases)}
        names.add(f"/{fold_name(note.path)}")
    return frozenset(names - {""})


def is_private_target(target: str, library: Library) -> bool:
    """Return whether an unresolved target names a private note."""
    name = fold_name(target.partition("#")[0])
    return bool(library.private) and (name in library.private or posixpath.basename(name) in library.private)


def linked_note_path(url: str, note: str) -> str:
    """Return the path of the note that a relative link leads to, even if it does not exist; "" for any other link.

    Examples:
        >>> linked_note_path("../b%20c.md#x", "notes/a.md"), linked_note_path("https://a.org/b.md", "a.md")
        ('b c.md', '')
    """
    if _SCHEME.match(url):
        return ""
    path = unquote(re.split("[?#]", url, maxsplit=1)[0])
    if not path_lookup.NOTE_SUFFIX.search(path) or path.startswith("/") or _SCHEME.match(path):
        return ""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(note), path))
    return "" if target.startswith("../") else target


# --- names of notes -------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 15)
def fold_name(name: str) -> str:
    """Return a path or name of a note in the form in which they are compared: regardless of case and suffix."""
    return unicodedata.normalize("NFC", path_lookup.NOTE_SUFFIX.sub("", name.strip())).casefold()


def index_notes(notes: Iterable[Note]) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Return the values of `Library.by_name` and `Library.by_alias`: paths of notes by name, and by alias or title."""
    by_alias: dict[str, list[str]] = {}
    titled: dict[str, list[str]] = {}
    ordered = sorted(notes, key=lambda n: (len(n.path), n.path))
    for note in ordered:
        for alias in dict.fromkeys(map(fold_name, note.aliases)):
            by_alias.setdefault(alias, []).append(note.path)
        titled.setdefault(fold_name(note.title), []).append(note.path)
    for title, paths in titled.items():
        with_alias = by_alias.setdefault(title, [])
        with_alias += [path for path in paths if path not in with_alias]
    return path_lookup.index_paths((n.path for n in ordered), fold_name), {
        k: tuple(v) for k, v in by_alias.items() if k
    }


def find_note(name: str, note: str, library: Library) -> str | None:
    """Return the path of the note that a name in the note `note` means; `%20` in the name may be a space."""
    path = path_lookup.find_path(name, note, library.by_name, library.by_alias, fold_name)
    if path is None and "%" in name:
        path = path_lookup.find_path(unquote(name), note, library.by_name, library.by_alias, fold_name)
    return path


@dataclass(frozen=True, slots=True)
class PropertyLink:
    """Wikilink in a property of the front matter."""

    key: str
    target: str
    offset: int
    """Offset of the link in the note; that of its property if the link is not written as `[[…]]`."""


def front_matter_links(note: Note) -> Iterator[PropertyLink]:
    """Yield the wikilinks in the front matter, property by property; aliases and tags contain none."""
    if "[[" not in note.text[: note.body_start]:
        return
    places: dict[str, list[int]] = {}
    for match in reversed([*_WIKILINK.finditer(note.text, 0, note.body_start)]):
        places.setdefault(match[1].strip(), []).append(match.start())
    for key, value in note.meta.items():
        if key in ("tags", "aliases", "tag", "alias"):
            continue
        start = note.line_starts[note.meta_lines.get(key, 1) - 1]
        for text in _texts(value):
            for match in _WIKILINK.finditer(text):
                target = match[1].strip()
                offsets = places.get(target)
                yield PropertyLink(key, target, offsets.pop() if offsets else start)


def _texts(value: object) -> Iterator[str]:
    """Yield all texts in a nested value, in order."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, list):
            # YAML reads `[[Note]]` without quotes as a list in a list.
            if len(item) == 1 and isinstance(item[0], str) and item is not value:
                item = [f"[[{item[0]}]]"]
            waiting += reversed(item)
        elif isinstance(item, dict):
            waiting += reversed(item.values())


# --- headings -------------------------------------------------------------------------------------


class LibraryAnchors(Mapping[str, Mapping[str, str]]):
    """Value of `Library.anchors`: the anchors of each note, computed on first use, as few notes are linked into."""

    def __init__(self, notes: Iterable[Note]) -> None:
        self._notes = {note.path: note for note in notes}
        self._anchors: dict[str, anchors.NoteAnchors] = {}

    def __getitem__(self, path: str) -> Mapping[str, str]:
        if path not in self._anchors:
            self._anchors[path] = anchors.NoteAnchors(self._notes[path])
        return self._anchors[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._notes)

    def __len__(self) -> int:
        return len(self._notes)

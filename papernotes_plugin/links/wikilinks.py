"""Wikilinks: where `[[target]]` leads, by Obsidian's rules, then by the citekeys of the library.

The rules, as observed: the exact path, else a note in the same folder, else the shortest path; without case; a
partial path matches at its end.  Beyond them a note answers to its aliases and to its title.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from rapidfuzz import fuzz, process

from papernotes_plugin import identifiers
from papernotes_plugin.links import anchors as blocks
from papernotes_plugin.links import path_lookup
from papernotes_plugin.markup import document_text
from papernotes_plugin.people import bylines
from papernotes_plugin.vocabulary.model import Library, Note, Paper

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_ENDING = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)
_IMAGE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$", re.IGNORECASE)
_SHOWN = re.compile(r"\.(?:flac|m4a|mp3|ogg|wav|3gp|mkv|mov|mp4|ogv|webm|pdf)$", re.IGNORECASE)
_ATTACHMENT = re.compile(
    r"\.(?:pdf|png|jpe?g|gif|svg|webp|avif|bmp|mp[34]|m4a|mov|mkv|wav|ogg|flac|webm|canvas|base|bib|csv|zip|html?|ipynb|pptx?|docx?)$",
    re.IGNORECASE,
)
_WIKILINK = re.compile(r"\[\[([^\[\]|\n]+)(?:\|[^\[\]\n]*)?\]\]")
_SIZE = re.compile(r"\d{1,5}(?:x\d{1,5})?")
_ALIKE = 75
"""How alike (of 100) a name must be to be suggested."""


@dataclass(frozen=True, slots=True)
class NoteTarget:
    """A note, or a heading or block in it."""

    path: str
    anchor: str = ""
    missing_anchor: str = ""
    """The heading or block (`^id`) that is meant and is not there."""

    def __str__(self) -> str:
        return f"{self.path}#{self.anchor}" if self.anchor else self.path


def resolve(target: str, note: str, library: Library) -> NoteTarget | Paper | None:
    """Where a wikilink in the note of that path leads; a note wins over a paper."""
    name, _, below = target.partition("#")
    path = note if not name.strip() else find_note(name.strip(), note, library)
    return find_anchor(path, below, library) if path is not None else find_paper(name, library)


def find_anchor(path: str, below: str, library: Library) -> NoteTarget:
    """A place in the note of that path: `Heading`, `Heading#Below` or `^block`."""
    wanted = below.strip()
    if not wanted or path not in library.by_path:
        return NoteTarget(path)
    anchors = library.anchors.get(path, {})
    if wanted.startswith("^"):
        anchor = anchors.get(wanted.lower(), "")
    else:
        steps = [step for step in wanted.split("#") if step.strip()]
        anchor = anchors.get(blocks.fold_heading(wanted), "") if len(steps) == 1 else ""
        if len(steps) > 1 and isinstance(anchors, blocks.NoteAnchors):
            anchor = anchors.find_nested(steps)
        # the app follows no way that is wrong at its start; its last step is still what was meant
        anchor = anchor or (anchors.get(blocks.fold_heading(steps[-1]), "") if steps else "")
    return NoteTarget(path, anchor, "" if anchor else wanted)


def find_paper(key: str, library: Library) -> Paper | None:
    """The paper that a citekey (with or without `@`) or an identifier (`arxiv:2401.00001`) names."""
    key = key.strip()
    found = library.by_key.get(key) or library.by_key.get(key.lstrip("@"))
    if found or ":" not in key:
        return found
    identifier = identifiers.parse_identifier(key.lstrip("@"))
    return library.by_identifier.get(identifier) if identifier else None


def link_text(text: str, target: str, found: NoteTarget | Paper | None) -> str:
    """What a wikilink shows: its label, or else its target as people read it (`@key` as who wrote it when)."""
    words = text.replace("\\|", "|").strip()
    if is_image(target) and _SIZE.fullmatch(words):
        return posixpath.basename(target)
    if words != target:
        return words or target
    if isinstance(found, Paper) and words.startswith("@"):
        return bylines.short_citation(found)
    return words.strip("#").replace("#", " › ")


def strip_note_suffix(target: str) -> str:
    """The target of a link as people read it, without the ending of a note."""
    name, sign, below = target.partition("#")
    return f"{_ENDING.sub('', name)}{sign}{below}"


def is_note(path: str) -> bool:
    """The path has the ending of a note."""
    return bool(_ENDING.search(path))


def is_attachment(target: str) -> bool:
    """The target is a file that is no note: whether it exists cannot be known here."""
    return bool(_ATTACHMENT.search(target.partition("#")[0].strip()))


def is_image(target: str) -> bool:
    """The target is a picture."""
    return bool(_IMAGE.search(target.partition("#")[0].strip()))


def is_media(target: str) -> bool:
    """The target is sound, film or a PDF."""
    return bool(_SHOWN.search(target.partition("#")[0].strip()))


def suggest_heading(place: NoteTarget, library: Library) -> str:
    """The heading of a note that is most like one that is not there; "" also for a block."""
    if place.missing_anchor.startswith("^"):
        return ""
    texts = {text.casefold(): text for _, text in document_text.headings(library.by_path[place.path].document)}
    return texts.get(most_similar(place.missing_anchor.rpartition("#")[2], list(texts)), "")


def most_similar(wanted: str, names: Sequence[str]) -> str:
    """The name that is most like one; "" if none is like it."""
    if not wanted:
        return ""
    found = process.extractOne(wanted, names, scorer=fuzz.ratio, processor=str.casefold, score_cutoff=_ALIKE)
    return found[0] if found else ""


# --- what is kept back and ordinary links ---------------------------------------------------------


def private_names(notes: Iterable[Note], paths: Iterable[str] = ()) -> frozenset[str]:
    """What `Library.private` holds: of notes that were read, and of others of which the path alone is known."""
    names = {fold_name(posixpath.basename(path)) for path in paths}
    for note in notes:
        names |= {fold_name(name) for name in (posixpath.basename(note.path), note.title, *note.aliases)}
        names.add(f"/{fold_name(note.path)}")
    return frozenset(names - {""})


def is_private_target(target: str, library: Library) -> bool:
    """Whether a target that leads nowhere is what a note goes by that is kept back."""
    name = fold_name(target.partition("#")[0])
    return bool(library.private) and (name in library.private or posixpath.basename(name) in library.private)


def linked_note_path(url: str, note: str) -> str:
    """The path of the note that a relative link of a note leads to, there or not; "" for any other link.

    Examples:
        >>> linked_note_path("../b%20c.md#x", "notes/a.md"), linked_note_path("https://a.org/b.md", "a.md")
        ('b c.md', '')
    """
    if _SCHEME.match(url):
        return ""
    path = unquote(re.split("[?#]", url, maxsplit=1)[0])
    if not _ENDING.search(path) or path.startswith("/") or _SCHEME.match(path):
        return ""
    found = posixpath.normpath(posixpath.join(posixpath.dirname(note), path))
    return "" if found.startswith("../") else found


# --- names of notes -------------------------------------------------------------------------------


def fold_name(name: str) -> str:
    """A path or name of a note as it is compared: without case, ending and Unicode form."""
    return unicodedata.normalize("NFC", _ENDING.sub("", name.strip())).casefold()


def index_notes(notes: Iterable[Note]) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """What `Library.by_name` and `Library.by_alias` hold."""
    by_alias: dict[str, list[str]] = {}
    titled: dict[str, list[str]] = {}
    ordered = sorted(notes, key=lambda n: (len(n.path), n.path))
    for note in ordered:
        for alias in dict.fromkeys(map(fold_name, note.aliases)):
            by_alias.setdefault(alias, []).append(note.path)
        titled.setdefault(fold_name(note.title), []).append(note.path)
    for title, paths in titled.items():
        known = by_alias.setdefault(title, [])
        known += [path for path in paths if path not in known]
    return path_lookup.index_paths((n.path for n in ordered), fold_name), {
        k: tuple(v) for k, v in by_alias.items() if k
    }


def find_note(name: str, note: str, library: Library) -> str | None:
    """The path of the note that a name means in the note of the path `note`; `%20` in it may be a space."""
    found = path_lookup.find_path(name, note, library.by_name, library.by_alias, fold_name)
    if found is None and "%" in name:
        found = path_lookup.find_path(unquote(name), note, library.by_name, library.by_alias, fold_name)
    return found


@dataclass(frozen=True, slots=True)
class PropertyLink:
    """A wikilink in the front matter."""

    key: str
    target: str
    offset: int
    """Where it stands in the note; the start of its property where it is written in another way."""


def front_matter_links(note: Note) -> Iterator[PropertyLink]:
    """The wikilinks in the front matter, property by property; names and tags are none."""
    if "[[" not in note.text[: note.body]:
        return
    places: dict[str, list[int]] = {}
    for match in reversed([*_WIKILINK.finditer(note.text, 0, note.body)]):
        places.setdefault(match[1].strip(), []).append(match.start())
    for key, value in note.meta.items():
        if key in ("tags", "aliases", "tag", "alias"):
            continue
        start = note.line_starts[note.meta_lines.get(key, 1) - 1]
        for said in _texts(value):
            for match in _WIKILINK.finditer(said):
                target = match[1].strip()
                known = places.get(target)
                yield PropertyLink(key, target, known.pop() if known else start)


def _texts(value: object) -> Iterator[str]:
    """All texts in a value, in order."""
    waiting = [value]
    while waiting:
        said = waiting.pop()
        if isinstance(said, str):
            yield said
        elif isinstance(said, list):
            # `[[Note]]` without quotes is a list in a list to YAML
            if len(said) == 1 and isinstance(said[0], str) and said is not value:
                said = [f"[[{said[0]}]]"]
            waiting += reversed(said)
        elif isinstance(said, dict):
            waiting += reversed(said.values())


# --- headings -------------------------------------------------------------------------------------


class LibraryAnchors(Mapping[str, Mapping[str, str]]):
    """What `Library.anchors` holds, worked out for a note when somebody asks: most are never linked into."""

    def __init__(self, notes: Iterable[Note]) -> None:
        self._notes = {note.path: note for note in notes}
        self._known: dict[str, blocks.NoteAnchors] = {}

    def __getitem__(self, path: str) -> Mapping[str, str]:
        if path not in self._known:
            self._known[path] = blocks.NoteAnchors(self._notes[path])
        return self._known[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._notes)

    def __len__(self) -> int:
        return len(self._notes)

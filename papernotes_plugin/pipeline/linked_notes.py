"""Find the links between notes, the places where a note names another one, and notes with the same name."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from papernotes_plugin.index import library_index
from papernotes_plugin.links import vault_paths, wikilinks
from papernotes_plugin.pipeline.recogniser_failures import RecogniserFailures
from papernotes_plugin.recognisers import note_link, note_name
from papernotes_plugin.recognisers.evidence.names.prose import Prose
from papernotes_plugin.recognisers.note_name import NameOccurrences, NoteNames
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Library, MentionKind, Note, NoteLink, Paper


@dataclass(frozen=True, slots=True, eq=False)
class NoteLinks:
    """The links between all notes of a build."""

    names: NoteNames = field(default_factory=NoteNames)
    """The names of the notes."""
    links: Mapping[str, tuple[NoteLink, ...]] = field(default_factory=dict)
    """The links as written, by path of the note that contains them."""
    name_links: Mapping[str, tuple[NoteLink, ...]] = field(default_factory=dict)
    """The names of other notes in prose, by path of the note that contains them."""
    issues: Mapping[str, tuple[Issue, ...]] = field(default_factory=dict)
    """Issues about notes that could not be searched for links, by note path."""


def note_names(notes: Sequence[Note], config: Config) -> NoteNames:
    """Return the names of notes that are searched in prose; none if the option `names` is off."""
    return note_name.index_names(notes if config.names else (), config.everyday_words)


def add_note_links(
    library: Library, config: Config, names: NoteNames, occurrences: Mapping[str, NameOccurrences]
) -> tuple[Library, NoteLinks]:
    """Return the library with the links between its notes.

    Args:
        library: A library without such links.
        config: The options.
        names: The names of the notes.
        occurrences: The occurrences of these names, by path of the note that contains them.
    """
    if not config.backlinks and not config.link_names:
        return library, NoteLinks(names)
    failures = RecogniserFailures()
    links = {note.path: failures.call(note, partial(links_of, note, library, config), ()) for note in library.notes}
    library = replace(library, links=links)
    about = literature_notes(library.papers)
    name_links = {
        note.path: failures.call(
            note, partial(named_notes, note, occurrences.get(note.path, ()), library, names, about), ()
        )
        for note in library.notes
    }
    library = library_index.with_links(library, links, name_links, link=config.link_names)
    return library, NoteLinks(names, links, name_links, failures.issues)


def update_note_links(note: Note, library: Library, names: NoteNames, config: Config) -> Library:
    """Return the library with the links of one note that changed after the build."""
    if not config.backlinks and not config.link_names:
        return library
    return RecogniserFailures().call(note, partial(_with_links_of, note, library, names, config), library)


def _with_links_of(note: Note, library: Library, names: NoteNames, config: Config) -> Library:
    library = replace(library, links={**library.links, note.path: links_of(note, library, config)})
    occurrences = note_name.find_occurrences(Prose(note), names)
    about = literature_notes(paper for _, paper in library.mentions.get(note.path, ()))
    name_links = named_notes(note, occurrences, library, names, about)
    return replace(library, name_links={**library.name_links, note.path: name_links})


def links_of(note: Note, library: Library, config: Config) -> tuple[NoteLink, ...]:
    """Return the links of a note to other notes: first those in its front matter, then those in its text."""

    def linked_path(inline: Inline) -> str:
        if inline.kind in (InlineKind.LINK, InlineKind.IMAGE):
            path = vault_paths.linked_note(inline.url, note.path, library, config)
        else:
            target = wikilinks.resolve(inline.url, note.path, library)
            path = target.path if isinstance(target, wikilinks.NoteTarget) else ""
        return path if path in library.by_path else ""

    # a place that also mentions a paper keeps the HTML id of the mention
    anchors = {mention.span: mention.anchor for mention, _ in library.mentions.get(note.path, ()) if mention.anchor}
    return (*_links_in_front_matter(note, library), *note_link.find(note, linked_path, anchors))


def _links_in_front_matter(note: Note, library: Library) -> Iterator[NoteLink]:
    """Yield the links in a front matter, one for each note that it links to."""
    seen = {note.path}
    for wikilink in wikilinks.front_matter_links(note):
        target = wikilinks.resolve(wikilink.target, note.path, library)
        if isinstance(target, wikilinks.NoteTarget) and target.path in library.by_path and target.path not in seen:
            seen.add(target.path)
            words = f"[[{wikilink.target}]]"
            link = note_link.in_property(note, wikilink.key, words, wikilink.offset, target.path)
            if link is not None:
                yield link


def named_notes(
    note: Note, occurrences: NameOccurrences, library: Library, names: NoteNames, about: Mapping[str, str]
) -> tuple[NoteLink, ...]:
    """Return the places in the prose of a note that name other notes and are no links.

    Args:
        note: The note.
        occurrences: The occurrences of names of notes in it.
        library: The library; its `links` must include those of the note.
        names: The names of the notes.
        about: The path of the literature note of each paper, by slug; see `literature_notes`.
    """
    mentions = [(mention.span, about.get(paper.slug, "")) for mention, paper in library.mentions.get(note.path, ())]
    return note_name.find(note, occurrences, library.links.get(note.path, ()), mentions, names)


def literature_notes(papers: Iterable[Paper]) -> dict[str, str]:
    """Return the path of the literature note of each paper that has one, by slug of the paper."""
    # each paper once: a paper that is mentioned everywhere would be searched as often
    unique = {paper.slug: paper for paper in papers}
    paths = ((slug, _literature_note(paper)) for slug, paper in unique.items())
    return {slug: path for slug, path in paths if path}


def _literature_note(paper: Paper) -> str:
    return next((mention.note for mention in paper.mentions if mention.kind is MentionKind.LITERATURE_NOTE), "")


_BARE_WIKILINK = lazy_regex(r"\[\[([^\]\[|#^/\n]+)(?:\]\](?!\()|[|#^])")
"""The target of a wikilink without a folder, which several notes can have as their name."""


def duplicate_names(notes: Sequence[Note]) -> list[Issue]:
    """Return an issue for each note with the path of an earlier one, or with the same name if a wikilink uses it.

    Case and Unicode form make no difference.
    """
    linked: set[str] | None = None
    by_name: dict[str, str] = {}
    by_path: dict[str, str] = {}
    issues: list[Issue] = []
    for note in notes:
        name = wikilinks.fold_name(posixpath.basename(note.path))
        same_path = by_path.setdefault(wikilinks.fold_name(note.path), note.path)
        same_name = by_name.setdefault(name, note.path)
        if same_path != note.path:
            difference = f"the path differs from {same_path} only in case, Unicode form or extension"
            message = f"{difference}; some file systems keep only one of the two"
            issues.append(issue(Code.COLLIDING_PATHS, note.path, None, message))
        elif same_name != note.path:
            # many vaults have a `paper.md` or `index.md` in each folder; without such a link the name is no problem
            linked = _linked_names(notes) if linked is None else linked
            if name not in linked:
                continue
            message = f"the note has the same name as {same_name}; a wikilink by that name leads to the nearest"
            issues.append(issue(Code.DUPLICATE_NOTE_NAME, note.path, None, message))
    return issues


def _linked_names(notes: Iterable[Note]) -> set[str]:
    """Return the names, as they are compared, that wikilinks without a folder contain."""
    texts = (note.text for note in notes if "[[" in note.text)
    return {wikilinks.fold_name(name) for text in texts for name in _BARE_WIKILINK.findall(text)}

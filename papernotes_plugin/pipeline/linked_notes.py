"""What notes have to do with one another: their links, and the places where one names another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from papernotes_plugin.index import library_index as indexing
from papernotes_plugin.links import vault_paths, wikilinks
from papernotes_plugin.recognisers import note_link, note_name
from papernotes_plugin.recognisers.evidence.prose import Prose
from papernotes_plugin.recognisers.note_name import NameOccurrences, NoteNames
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Library, MentionKind, Note, NoteLink, Paper


@dataclass(frozen=True, slots=True, eq=False)
class NoteLinks:
    """What notes have to do with one another."""

    names: NoteNames = field(default_factory=NoteNames)
    """What they are called."""
    links: Mapping[str, tuple[NoteLink, ...]] = field(default_factory=dict)
    """Per note path its links to others as they are written."""
    named: Mapping[str, tuple[NoteLink, ...]] = field(default_factory=dict)
    """Per note path the places where its prose names others."""


def note_names(notes: Sequence[Note], config: Config) -> NoteNames:
    """What notes are called, where names are looked for at all."""
    return note_name.names(notes if config.names else (), config.everyday_words)


def add_note_links(
    library: Library, config: Config, names: NoteNames, places: Mapping[str, NameOccurrences]
) -> tuple[Library, NoteLinks]:
    """The library with what its notes have to do with one another.

    Args:
        library: The library.
        config: The options.
        names: What its notes are called.
        places: Per note path where its prose has one of these names.
    """
    if not config.backlinks and not config.link_names:
        return library, NoteLinks(names)
    links = {note.path: linked(note, library, config) for note in library.notes}
    known = replace(library, links=links)
    about = literature_notes(library.papers)
    named = {note.path: named_notes(note, places.get(note.path, ()), known, names, about) for note in library.notes}
    return indexing.linked(library, links, named, link=config.link_names), NoteLinks(names, links, named)


def update_note_links(note: Note, library: Library, names: NoteNames, config: Config) -> Library:
    """The library with what a note that has changed since has to do with others."""
    if not config.backlinks and not config.link_names:
        return library
    library = replace(library, links={**library.links, note.path: linked(note, library, config)})
    places = note_name.find_occurrences(Prose(note), names)
    about = literature_notes(paper for _, paper in library.mentions.get(note.path, ()))
    return replace(library, named={**library.named, note.path: named_notes(note, places, library, names, about)})


def linked(note: Note, library: Library, config: Config) -> tuple[NoteLink, ...]:
    """The links of a note to others; a place that mentions a paper too keeps its id."""

    def lead(inline: Inline) -> str:
        if inline.kind in (InlineKind.LINK, InlineKind.IMAGE):
            path = vault_paths.linked_note(inline.url, note.path, library, config)
        else:
            found = wikilinks.resolve(inline.url, note.path, library)
            path = found.path if isinstance(found, wikilinks.NoteTarget) else ""
        return path if path in library.by_path else ""

    anchors = {mention.span: mention.anchor for mention, _ in library.mentions.get(note.path, ()) if mention.anchor}
    return (*_in_properties(note, library), *note_link.find(note, lead, anchors))


def _in_properties(note: Note, library: Library) -> Iterator[NoteLink]:
    """The links of a front matter, one to each note."""
    known = {note.path}
    for said in wikilinks.front_matter_links(note):
        found = wikilinks.resolve(said.target, note.path, library)
        if isinstance(found, wikilinks.NoteTarget) and found.path in library.by_path and found.path not in known:
            known.add(found.path)
            link = note_link.in_property(note, said.key, f"[[{said.target}]]", said.offset, found.path)
            if link is not None:
                yield link


def named_notes(
    note: Note, places: NameOccurrences, library: Library, names: NoteNames, about: Mapping[str, str]
) -> tuple[NoteLink, ...]:
    """The places in the prose of a note that name other notes, its links being known."""
    mentions = [(mention.span, about.get(paper.slug, "")) for mention, paper in library.mentions.get(note.path, ())]
    return note_name.find(note, places, library.links.get(note.path, ()), mentions, names)


def literature_notes(papers: Iterable[Paper]) -> dict[str, str]:
    """By slug of a paper the path of the note about it, where there is one."""
    # each paper once, as what is mentioned everywhere would be looked through as often
    every = {paper.slug: paper for paper in papers}
    found = ((slug, _about(paper)) for slug, paper in every.items())
    return {slug: path for slug, path in found if path}


def _about(paper: Paper) -> str:
    """The path of the note about a paper; "" where there is none."""
    return next((mention.note for mention in paper.mentions if mention.kind is MentionKind.LITERATURE_NOTE), "")

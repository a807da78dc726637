"""What the conductor does between the stages: mentions gathered, understood, and given their papers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from papernotes_plugin import bibtex, identifiers, keys, resolve, text
from papernotes_plugin import index as indexing
from papernotes_plugin.config import Config
from papernotes_plugin.issues import Code, Issue, issue
from papernotes_plugin.model import (
    Entry,
    Evidence,
    Identifier,
    Inline,
    InlineKind,
    Kind,
    Library,
    Mention,
    Note,
    NoteLink,
    Paper,
    Source,
)
from papernotes_plugin.pages import vault_links, wikilinks
from papernotes_plugin.pipeline import quoting
from papernotes_plugin.recognisers import anchored, name, note_link, note_name, recognise
from papernotes_plugin.recognisers.note_name import NoteNames as NoteNames
from papernotes_plugin.recognisers.note_name import Places
from papernotes_plugin.recognisers.prose import Prose


def same_names(notes: Sequence[Note]) -> list[Issue]:
    """The notes that others are called like."""
    named: dict[str, str] = {}
    placed: dict[str, str] = {}
    issues: list[Issue] = []
    for note in notes:
        name = wikilinks.folded_name(PurePosixPath(note.path).name)
        twin = placed.setdefault(wikilinks.folded_name(note.path), note.path)
        first = named.setdefault(name, note.path)
        if twin != note.path:
            message = (
                f"nothing but case, Unicode form or ending tells the note from {twin}; some disks take them for one"
            )
        elif first != note.path and name not in ("index", "readme"):
            message = f"the note has the name of {first}; a wikilink by that name goes to the nearest"
        else:
            continue
        issues.append(issue(Code.DUPLICATE_NOTE_NAME, note.path, None, message))
    return issues


def papers(
    notes: Sequence[Note],
    private: Iterable[str],
    bibliography: Iterable[Source],
    key_lock: str,
    config: Config,
    issues: list[Issue],
    names: NoteNames,
) -> tuple[tuple[Paper, ...], dict[str, Places]]:
    """The papers in notes: found, told apart, with their keys and the places where prose names them.

    Returns:
        The papers, and per note path where its prose has one of the names of notes.
    """
    entries, odd = bibtex.read_all(bibliography)
    issues += odd
    lock, found = keys.read_lock(key_lock, config.key_lock)
    issues += found
    mentions = defined(identified(gathered(notes, issues, private), lock), notes, entries)
    resolved, found = resolve.resolve(mentions, entries, same(notes, mentions, config))
    issues += found
    keyed, found = keys.assign(resolved, lock, config, mentions)
    issues += found
    return named(notes, keyed, config, issues, names) if config.names else (tuple(keyed), {})


def gathered(notes: Sequence[Note], issues: list[Issue], private: Iterable[str] = ()) -> list[Mention]:
    """What all notes say, with BibTeX in notes understood and wikilinks between notes told from citations.

    A wikilink by one of the names in `private`, in lower case, leads to a note that is kept back: no citation either.
    """
    mentions: list[Mention] = []
    for note in notes:
        understood, odd = quoting.understood(note, recognise(note))
        mentions += understood
        issues += odd
    about: dict[str, Mention | None] = dict.fromkeys(private)
    about |= {PurePosixPath(n.path).stem.casefold(): None for n in notes}
    for mention in mentions:
        if mention.kind is Kind.LITERATURE_NOTE:
            about[PurePosixPath(mention.note).stem.casefold()] = mention
    texts = {n.path: n.text for n in notes}
    out: list[Mention] = []
    for mention in mentions:
        kept = _wikilinked(mention, texts[mention.note], about)
        if kept:
            out.append(kept)
    return out


def same(notes: Sequence[Note], mentions: Sequence[Mention], config: Config) -> list[resolve.Same]:
    """What the author says is one paper: in the options, and under `same` in front matter.

    In a literature note the identifiers under `same` are its own paper's; in any other note they are a group,
    or a list of groups.
    """
    groups = [resolve.Same(group, "options") for group in config.same]
    own = {m.note: m.evidence.identifiers for m in mentions if m.kind is Kind.LITERATURE_NOTE}
    for note in notes:
        said = note.meta.get("same")
        lists = [said] if isinstance(said, str) else said if isinstance(said, list) else []
        nested = [x for x in lists if isinstance(x, list)] if isinstance(said, list) else []
        flat = [str(x) for x in ([said] if isinstance(said, str) else lists) if isinstance(x, str)]
        line = note.meta_lines.get("same")
        if flat:
            groups.append(resolve.Same((*map(str, own.get(note.path, ())), *flat), note.path, line))
        groups += [resolve.Same(tuple(map(str, group)), note.path, line) for group in nested]
    return groups


def _wikilinked(mention: Mention, content: str, about: Mapping[str, Mention | None]) -> Mention | None:
    """A wikilink to a note about a paper mentions that paper; one to any other note is no citation."""
    start = mention.span.start
    if mention.kind is not Kind.KEY or content[start : start + 2] != "[[":
        return mention
    target = content[start + 2 : mention.span.end].split("|")[0].split("#")[0].rstrip("]\\ ")
    stem = PurePosixPath(target.strip()).name.removesuffix(".md").casefold()
    for candidate in (stem, f"@{stem}", stem.removeprefix("@")):
        if candidate in about:
            own = about[candidate]
            if own is None:
                return None
            if own.note == mention.note:
                return None
            said = own.evidence
            labels = mention.evidence.labels
            evidence = Evidence(title=said.title, identifiers=said.identifiers, citekey=said.citekey, labels=labels)
            return replace(mention, evidence=evidence, founds=bool(said.identifiers))
    return mention


def identified(mentions: Sequence[Mention], lock: keys.Lock) -> list[Mention]:
    """The mentions, those that say no more than a pinned key with the identifiers that it is pinned to."""
    pinned = keys.pinned_names(lock)
    out: list[Mention] = []
    for mention in mentions:
        said = mention.evidence
        names = pinned.get(said.citekey, ()) if mention.kind is Kind.KEY and not said.identifiers else ()
        held: dict[str, Identifier] = {}
        for identifier in filter(None, map(identifiers.parse, names)):
            held.setdefault(identifier.scheme, identifier)
        out.append(replace(mention, evidence=replace(said, identifiers=tuple(held.values()))) if held else mention)
    return out


def defined(mentions: Sequence[Mention], notes: Sequence[Note], entries: Sequence[Entry]) -> Sequence[Mention]:
    """The mentions, where a bibliography says what can be cited: a citation of any other key founds no paper.

    Without a bibliography a key that looks like one is all that is known of a paper; beside one it is a slip.
    """
    if not entries:
        return mentions
    texts = {note.path: note.text for note in notes}
    out: list[Mention] = []
    for mention in mentions:
        alone = mention.kind is Kind.KEY and mention.founds and not mention.evidence.identifiers
        # wikilinks and keys in code are links, with rules of their own
        cites = alone and not texts[mention.note].startswith(("[[", "`"), mention.span.start)
        out.append(replace(mention, founds=False) if cites else mention)
    return out


def named(
    notes: Sequence[Note], papers: Sequence[Paper], config: Config, issues: list[Issue], called: NoteNames
) -> tuple[tuple[Paper, ...], dict[str, Places]]:
    """The papers with the places where prose names them, anchors numbered anew; and where it has names of notes."""
    names = name.names(papers, config.everyday_words, notes)
    places: dict[str, Places] = {}
    of_note: dict[str, list[tuple[Mention, int]]] = {n.path: [] for n in notes}
    for index, paper in enumerate(papers):
        for mention in paper.mentions:
            of_note[mention.note].append((mention, index))
    mentions: dict[int, list[Mention]] = {}
    for note in notes:
        pairs = of_note[note.path]
        prose = Prose(note)
        places[note.path] = note_name.places(prose, called)
        named = name.find(note, prose, pairs, names)
        found = [(mention, fits[0]) for mention, fits in named if len(fits) == 1]
        issues += _ambiguous([(mention, [papers[i].citekey for i in fits]) for mention, fits in named if len(fits) > 1])
        owner = {(m.span, m.kind): index for m, index in [*pairs, *found]}
        for mention in anchored([m for m, _ in [*pairs, *found]]):
            mentions.setdefault(owner[mention.span, mention.kind], []).append(mention)
    return tuple(replace(p, mentions=tuple(mentions.get(i, ()))) for i, p in enumerate(papers)), places


def _ambiguous(named: Sequence[tuple[Mention, list[str]]]) -> list[Issue]:
    """Names of a note that fit several papers, the first place of each."""
    issues: list[Issue] = []
    for mention, fits in {m.text.casefold(): (m, fits) for m, fits in reversed(named)}.values():
        keys = ", ".join(fits[:3]) + (", …" if len(fits) > 3 else "")
        message = f"'{mention.text}' is a name of {len(fits)} papers ({keys}); it was linked to none"
        issues.append(issue(Code.AMBIGUOUS_NAME, mention.note, mention.line, message, mention.column))
    return issues


def linked(note: Note, library: Library, config: Config) -> tuple[NoteLink, ...]:
    """The links of a note to others; a place that mentions a paper too keeps its id."""

    def lead(inline: Inline) -> str:
        if inline.kind in (InlineKind.LINK, InlineKind.IMAGE):
            path = vault_links.linked_note(inline.url, note.path, library, config)
        else:
            found = wikilinks.resolve(inline.url, note.path, library)
            path = found.path if isinstance(found, wikilinks.Place) else ""
        return path if path in library.by_path else ""

    anchors = {mention.span: mention.anchor for mention, _ in library.mentions.get(note.path, ()) if mention.anchor}
    return (*_in_properties(note, library), *note_link.find(note, lead, anchors))


def _in_properties(note: Note, library: Library) -> Iterator[NoteLink]:
    """The links of a front matter, one to each note."""
    known = {note.path}
    for said in wikilinks.in_front_matter(note):
        found = wikilinks.resolve(said.target, note.path, library)
        if isinstance(found, wikilinks.Place) and found.path in library.by_path and found.path not in known:
            known.add(found.path)
            link = note_link.in_property(note, said.key, f"[[{said.target}]]", said.offset, found.path)
            if link is not None:
                yield link


def note_names(notes: Sequence[Note], config: Config) -> NoteNames:
    """What notes are called, where names are looked for at all."""
    return note_name.names(notes if config.names else (), config.everyday_words)


def named_notes(note: Note, places: Places, library: Library, names: NoteNames) -> tuple[NoteLink, ...]:
    """The places in the prose of a note that name other notes, its links being known."""
    mentions = [(mention.span, _about(paper)) for mention, paper in library.mentions.get(note.path, ())]
    return note_name.find(note, places, library.links.get(note.path, ()), mentions, names)


def _about(paper: Paper) -> str:
    """The path of the note about a paper; "" where there is none."""
    return next((mention.note for mention in paper.mentions if mention.kind is Kind.LITERATURE_NOTE), "")


def between(library: Library, config: Config, names: NoteNames, places: Mapping[str, Places]) -> Library:
    """The library with what its notes have to do with one another.

    Args:
        library: The library.
        config: The options.
        names: What its notes are called.
        places: Per note path where its prose has one of these names.
    """
    if not config.backlinks and not config.link_names:
        return library
    links = {note.path: linked(note, library, config) for note in library.notes}
    known = replace(library, links=links)
    named = {note.path: named_notes(note, places.get(note.path, ()), known, names) for note in library.notes}
    return indexing.linked(library, links, named, link=config.link_names)


def between_anew(note: Note, library: Library, names: NoteNames, config: Config) -> Library:
    """The library with what a note that has changed since has to do with others."""
    if not config.backlinks and not config.link_names:
        return library
    library = replace(library, links={**library.links, note.path: linked(note, library, config)})
    places = note_name.places(Prose(note), names)
    return replace(library, named={**library.named, note.path: named_notes(note, places, library, names)})


def recalled(note: Note, library: Library) -> tuple[tuple[Mention, Paper], ...]:
    """The mentions of a text that changed after the library was made, with the papers they are known to mean."""
    out: list[tuple[Mention, Paper]] = []
    for mention in quoting.understood(note, recognise(note))[0]:
        said = mention.evidence
        paper = next((library.by_identifier[i] for i in said.identifiers if i in library.by_identifier), None)
        paper = paper or library.by_key.get(said.citekey) or library.by_title.get(text.normalised(said.title))
        if paper:
            out.append((mention, paper))
    return tuple(out)

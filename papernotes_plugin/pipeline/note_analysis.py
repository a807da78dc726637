"""What the conductor does between the stages: mentions gathered, understood, and given their papers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from papernotes_plugin import bibtex, identifiers, text
from papernotes_plugin.links import wikilinks
from papernotes_plugin.markup import visibility
from papernotes_plugin.pipeline import bibtex_in_notes
from papernotes_plugin.reading import note_reader as reading
from papernotes_plugin.recognisers import note_name, paper_name, recognise, with_anchors
from papernotes_plugin.recognisers.evidence.prose import Prose
from papernotes_plugin.recognisers.note_name import NameOccurrences, NoteNames
from papernotes_plugin.recognisers.paper_name import NameIndex
from papernotes_plugin.resolve import identity, keys
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import (
    Entry,
    Evidence,
    Identifier,
    Library,
    Mention,
    MentionKind,
    Note,
    Paper,
    Source,
)


def same_names(notes: Sequence[Note]) -> list[Issue]:
    """The notes that others are called like."""
    named: dict[str, str] = {}
    placed: dict[str, str] = {}
    issues: list[Issue] = []
    for note in notes:
        name = wikilinks.fold_name(PurePosixPath(note.path).name)
        twin = placed.setdefault(wikilinks.fold_name(note.path), note.path)
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


@dataclass(frozen=True, slots=True, eq=False)
class NoteAnalysis:
    """What one source says, whatever the others say: nothing of it has to be worked out again while it is the same."""

    data: bytes
    note: Note
    private: str
    """What of its front matter keeps it back; nothing that it says is known then."""
    mentions: tuple[Mention, ...]
    issues: tuple[Issue, ...]


def analyse_note(source: Source) -> NoteAnalysis:
    """What a note says."""
    note, issues = reading.read_note(source)
    if private := visibility.private_setting(note.meta):
        return NoteAnalysis(source.data, note, private, (), (_kept_back(note, private),))
    mentions, odd = bibtex_in_notes.understood(note, recognise(note))
    return NoteAnalysis(source.data, note, "", tuple(mentions), (*issues, *odd))


def _kept_back(note: Note, said: str) -> Issue:
    name = said.partition(":")[0]
    line = next((line for key, line in note.meta_lines.items() if key.strip().casefold() == name), None)
    return issue(Code.PRIVATE_NOTE, note.path, line, f"'{said}' keeps the note back; nothing of it is shown")


def papers(
    notes: Sequence[NoteAnalysis],
    private: Iterable[str],
    bibliography: Iterable[Source],
    key_lock: str,
    config: Config,
    issues: list[Issue],
) -> tuple[tuple[Paper, ...], tuple[Entry, ...]]:
    """The papers in notes: found, told apart, with their keys; not yet the places where prose names them.

    Beside them the entries of the bibliography, as they stand there.
    """
    entries, odd = bibtex.read_all(bibliography)
    issues += odd
    lock, found = keys.read_lock(key_lock, config.key_lock)
    issues += found
    read = [said.note for said in notes]
    mentions = defined(identified(gathered(notes, private), lock), read, entries)
    resolved, found = identity.resolve(mentions, entries, same(read, mentions, config))
    issues += found
    keyed, found = keys.assign(resolved, lock, config, mentions)
    issues += found
    return tuple(keyed), entries


def gathered(notes: Sequence[NoteAnalysis], private: Iterable[str] = ()) -> list[Mention]:
    """What all notes say, with wikilinks between notes told from citations.

    A wikilink by one of the names in `private`, in lower case, leads to a note that is kept back: no citation either.
    """
    mentions = [mention for said in notes for mention in said.mentions]
    about: dict[str, Mention | None] = dict.fromkeys(private)
    about |= {PurePosixPath(said.note.path).stem.casefold(): None for said in notes}
    for mention in mentions:
        if mention.kind is MentionKind.LITERATURE_NOTE:
            about[PurePosixPath(mention.note).stem.casefold()] = mention
    texts = {said.note.path: said.note.text for said in notes}
    out: list[Mention] = []
    for mention in mentions:
        kept = _wikilinked(mention, texts[mention.note], about)
        if kept:
            out.append(kept)
    return out


def same(notes: Sequence[Note], mentions: Sequence[Mention], config: Config) -> list[identity.Same]:
    """What the author says is one paper: in the options, and under `same` in front matter.

    In a literature note the identifiers under `same` are its own paper's; in any other note they are a group,
    or a list of groups.
    """
    groups = [identity.Same(group, "options") for group in config.same]
    own = {m.note: m.evidence.identifiers for m in mentions if m.kind is MentionKind.LITERATURE_NOTE}
    for note in notes:
        said = note.meta.get("same")
        lists = [said] if isinstance(said, str) else said if isinstance(said, list) else []
        nested = [x for x in lists if isinstance(x, list)] if isinstance(said, list) else []
        flat = [str(x) for x in ([said] if isinstance(said, str) else lists) if isinstance(x, str)]
        line = note.meta_lines.get("same")
        if flat:
            groups.append(identity.Same((*map(str, own.get(note.path, ())), *flat), note.path, line))
        groups += [identity.Same(tuple(map(str, group)), note.path, line) for group in nested]
    return groups


def _wikilinked(mention: Mention, content: str, about: Mapping[str, Mention | None]) -> Mention | None:
    """A wikilink to a note about a paper mentions that paper; one to any other note is no citation."""
    start = mention.span.start
    if mention.kind is not MentionKind.KEY or content[start : start + 2] != "[[":
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
            return mention._replace(evidence=evidence, creates_paper=bool(said.identifiers))
    return mention


def identified(mentions: Sequence[Mention], lock: keys.Lock) -> list[Mention]:
    """The mentions, those that say no more than a pinned key with the identifiers that it is pinned to."""
    pinned = keys.pinned_names(lock)
    out: list[Mention] = []
    for mention in mentions:
        said = mention.evidence
        names = pinned.get(said.citekey, ()) if mention.kind is MentionKind.KEY and not said.identifiers else ()
        held: dict[str, Identifier] = {}
        for identifier in filter(None, map(identifiers.parse_identifier, names)):
            held.setdefault(identifier.scheme, identifier)
        out.append(mention._replace(evidence=said._replace(identifiers=tuple(held.values()))) if held else mention)
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
        alone = mention.kind is MentionKind.KEY and mention.creates_paper and not mention.evidence.identifiers
        # wikilinks and keys in code are links, with rules of their own
        cites = alone and not texts[mention.note].startswith(("[[", "`"), mention.span.start)
        out.append(mention._replace(creates_paper=False) if cites else mention)
    return out


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """What prose names."""

    papers: tuple[Paper, ...]
    """With the places where it names them, anchors numbered anew."""
    odd: Mapping[str, tuple[Issue, ...]]
    """Per note path the names of several papers."""
    places: Mapping[str, NameOccurrences]
    """Per note path where it has the names of notes."""


def named(notes: Sequence[Note], papers: Sequence[Paper], names: NameIndex, called: NoteNames) -> Named:
    """What the prose of notes names; `names` are those of the papers, `called` those of the notes."""
    places: dict[str, NameOccurrences] = {}
    odd: dict[str, tuple[Issue, ...]] = {}
    of_note: dict[str, list[tuple[Mention, int]]] = {n.path: [] for n in notes}
    for index, paper in enumerate(papers):
        for mention in paper.mentions:
            of_note[mention.note].append((mention, index))
    mentions: dict[int, list[Mention]] = {}
    for note in notes:
        prose = Prose(note)
        places[note.path] = note_name.find_occurrences(prose, called)
        pairs, odd[note.path] = named_in(note, prose, of_note[note.path], names)
        for mention, index in pairs:
            mentions.setdefault(index, []).append(mention)
    every = ((paper, tuple(mentions.get(index, ()))) for index, paper in enumerate(papers))
    told = tuple(p if p.mentions == found else replace(p, mentions=found) for p, found in every)
    return Named(told, odd, places)


def named_in(
    note: Note, prose: Prose, pairs: Sequence[tuple[Mention, int]], names: NameIndex
) -> tuple[list[tuple[Mention, int]], tuple[Issue, ...]]:
    """The mentions of a note with the index of their paper, the names in its prose among them; what names too many."""
    named = paper_name.find(note, prose, pairs, names)
    found = [(mention, fits[0]) for mention, fits in named if len(fits) == 1]
    owner = {(m.span, m.kind): index for m, index in [*pairs, *found]}
    odd = _ambiguous([(m, [names.papers[i].citekey for i in fits]) for m, fits in named if len(fits) > 1])
    every = with_anchors([m for m, _ in [*pairs, *found]])
    return [(mention, owner[mention.span, mention.kind]) for mention in every], tuple(odd)


def _ambiguous(named: Sequence[tuple[Mention, list[str]]]) -> list[Issue]:
    """Names of a note that fit several papers, the first place of each."""
    issues: list[Issue] = []
    for mention, fits in {m.text.casefold(): (m, fits) for m, fits in reversed(named)}.values():
        keys = ", ".join(fits[:3]) + (", …" if len(fits) > 3 else "")
        message = f"'{mention.text}' is a name of {len(fits)} papers ({keys}); it was linked to none"
        issues.append(issue(Code.AMBIGUOUS_NAME, mention.note, mention.line, message, mention.column))
    return issues


def recalled(note: Note, library: Library) -> tuple[tuple[Mention, Paper], ...]:
    """The mentions of a text that changed after the library was made, with the papers they are known to mean."""
    out: list[tuple[Mention, Paper]] = []
    for mention in bibtex_in_notes.understood(note, recognise(note))[0]:
        said = mention.evidence
        paper = next((library.by_identifier[i] for i in said.identifiers if i in library.by_identifier), None)
        paper = paper or library.by_key.get(said.citekey) or library.by_title.get(text.comparison_key(said.title))
        if paper:
            out.append((mention, paper))
    return tuple(out)

"""The conductor: the stages in their order, each called once.

    read -> recognise -> resolve -> index -> render

Nothing here reads or writes a file; the faces hand the sources in and carry the outputs away.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from papernotes_plugin import annotate as links
from papernotes_plugin import bibtex, citation, exports, keys, render, resolve, text
from papernotes_plugin import index as indexing
from papernotes_plugin import read as reading
from papernotes_plugin.config import Config, excluded
from papernotes_plugin.issues import Code, Issue, issue, levelled
from papernotes_plugin.model import Edit, Entry, Evidence, Kind, Library, Mention, Note, Output, Paper, Source
from papernotes_plugin.recognisers import anchored, key, name, recognise

_DOUBTS = {
    Code.CONFLICTING_IDENTIFIERS,
    Code.POSSIBLE_DUPLICATE,
    Code.AMBIGUOUS_NAME,
    Code.DUPLICATE_CITEKEY,
}
_HINTS = 20
"""Unknown keys for which the nearest one is looked up: that takes time by the size of the library."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The summary of one build."""

    notes: int = 0
    mentions: int = 0
    papers: int = 0
    merged: int = 0
    """Papers mentioned at more than one place."""
    doubtful: int = 0
    """Doubts reported and not acted on."""

    def __str__(self) -> str:
        return (
            f"{self.notes} notes, {self.mentions} mentions, {self.papers} papers, "
            f"{self.merged} merged, {self.doubtful} doubtful"
        )


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """What a build gives back."""

    library: Library
    outputs: tuple[Output, ...]
    """The generated pages and files, by path; a page of the author's own at one of these paths is left out."""
    issues: tuple[Issue, ...]
    counts: Counts
    config: Config


def build(
    sources: Iterable[Source],
    *,
    bibliography: Iterable[Source] = (),
    key_lock: str = "",
    taken: Iterable[str] = (),
    pages: bool = True,
    config: Config | None = None,
) -> Site:
    """The library of papers in the notes, and its pages.

    Examples:
        >>> note = b"- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), NeurIPS 2017"
        >>> site = build([Source("reading.md", note)])
        >>> [(p.title, str(p.venue), p.mentions[0].line) for p in site.library.papers]
        [('Attention Is All You Need', 'NeurIPS 2017', 1)]

    Args:
        sources: The notes; their paths are posix paths relative to the docs folder.
        bibliography: `.bib` files; of two that know a paper the later one counts.
        key_lock: The text of the file that pins citekeys.
        taken: Further paths at which the author has a file: nothing is generated there.
        pages: Render the pages; without them `Site.outputs` is empty and the build much quicker.
        config: The options.
    """
    config = config or Config()
    notes, issues = _read(sources, config)
    entries = _entries(bibliography, issues)
    mentions = _mentions(notes)
    papers, found = resolve.resolve(mentions, entries, _same(notes, mentions, config))
    issues += found
    lock, found = keys.read_lock(key_lock, config.key_lock)
    issues += found
    papers, found = keys.assign(papers, lock, config)
    issues += found
    issues += _unknown_keys(notes, mentions, papers)
    if config.names:
        papers = _named(notes, papers, config, issues)
    library = indexing.index(papers, notes, config)
    outputs = _outputs(library, config, {*taken, *(n.path for n in notes)}, issues) if pages else ()
    for note in notes:
        issues += _edits(library, note, config, attributes=False)[1]
    if not library.papers:
        issues.append(_nothing_found(notes))
    final = levelled(tuple(issues), config.issues)
    return Site(library, outputs, final, _counts(library, final), config)


def annotate(site: Site, path: str, *, attributes: bool = False, changed: str | None = None) -> str:
    """The text of a note, front matter included, with links to its papers, its wikilinks and directives resolved.

    Args:
        site: A build that read the note.
        path: The note's path.
        attributes: The Markdown may use attribute lists (`{ .class }`).
        changed: The text to annotate instead, where somebody else has changed the note since it was read.
    """
    library = site.library
    note = next(n for n in library.notes if n.path == path)
    if changed is not None and changed != note.text:
        note, _ = reading.read(Source(path, changed.encode("utf-8", "surrogateescape")))
        library = replace(library, mentions={**library.mentions, path: _recalled(note, library)})
    return apply(note.text, _edits(library, note, site.config, attributes=attributes)[0])


def apply(content: str, edits: Iterable[Edit]) -> str:
    """A text with edits made; an edit that overlaps an earlier one is left out."""
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda e: e.span):
        if edit.span.start >= at:
            parts += [content[at : edit.span.start], edit.text]
            at = edit.span.end
    return "".join([*parts, content[at:]])


def bibliography(papers: Iterable[Paper]) -> str:
    """The papers as BibTeX."""
    return exports.bibtex(papers)


def catalogue(site: Site, issues: Iterable[Issue] | None = None, papers: Iterable[Paper] | None = None) -> str:
    """The documented JSON of a site, or of some papers of it; `issues` where there are more than those of the build."""
    found = site.issues if issues is None else issues
    return exports.catalogue_text(exports.catalogue(site.library, found, papers))


def pinned(site: Site, key_lock: str) -> dict[str, str]:
    """The citekey to which a key lock pins each paper, by slug; papers that it does not know are left out."""
    return keys.pinned(site.library.papers, keys.read_lock(key_lock, site.config.key_lock)[0])


def pins(papers: Iterable[Paper]) -> str:
    """The lines of a key lock that pin the citekeys of the papers."""
    return keys.write_lock(papers)


# --- the stages, with what goes between them ------------------------------------------------------


def _read(sources: Iterable[Source], config: Config) -> tuple[list[Note], list[Issue]]:
    notes: list[Note] = []
    issues: list[Issue] = []
    for source in sorted(sources, key=lambda s: s.path):
        if not excluded(source.path, config.exclude):
            note, found = reading.read(source)
            notes.append(note)
            issues += found
    return notes, issues + _same_names(notes)


def _same_names(notes: Sequence[Note]) -> list[Issue]:
    first: dict[str, str] = {}
    issues: list[Issue] = []
    for note in notes:
        stem = PurePosixPath(note.path).stem.casefold()
        if stem in ("index", "readme"):
            continue
        if stem in first:
            message = f"the note has the name of {first[stem]}; a wikilink by that name goes to the nearest"
            issues.append(issue(Code.DUPLICATE_NOTE_NAME, note.path, None, message))
        first.setdefault(stem, note.path)
    return issues


def _entries(bibliography: Iterable[Source], issues: list[Issue]) -> list[Entry]:
    entries: list[Entry] = []
    for source in bibliography:
        found, problems = bibtex.read(source)
        entries += found
        issues += problems
    return entries


def _mentions(notes: Sequence[Note]) -> list[Mention]:
    """What all notes say, with BibTeX in notes understood and wikilinks between notes told from citations."""
    mentions = [_understood(m) for note in notes for m in recognise(note)]
    about: dict[str, Mention | None] = {PurePosixPath(n.path).stem.casefold(): None for n in notes}
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


def _same(notes: Sequence[Note], mentions: Sequence[Mention], config: Config) -> list[resolve.Same]:
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


def _understood(mention: Mention) -> Mention:
    """A mention whose BibTeX, if it has some, speaks through its evidence."""
    if not mention.evidence.bibtex:
        return mention
    said, entry = mention.evidence, bibtex.evidence(mention.evidence.bibtex)
    gaps = {
        n: getattr(entry, n)
        for n in ("title", "authors", "year", "venue", "track", "citekey", "abstract", "tldr")
        if not getattr(said, n) and getattr(entry, n)
    }
    held = said.identifiers
    schemes = {i.scheme for i in held}
    ids = held + tuple(i for i in entry.identifiers if i.scheme not in schemes)
    return replace(mention, evidence=replace(said, **gaps, identifiers=ids))


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


def _unknown_keys(notes: Sequence[Note], mentions: Sequence[Mention], papers: Sequence[Paper]) -> list[Issue]:
    """Bracketed citations that joined no paper."""
    joined = {(m.note, m.span) for p in papers for m in p.mentions}
    texts = {n.path: n.text for n in notes}
    known = sorted({k for p in papers for k in (p.citekey, *p.aliases)})
    issues: list[Issue] = []
    for mention in mentions:
        cited = mention.evidence.citekey
        if mention.kind is not Kind.KEY or not cited or (mention.note, mention.span) in joined:
            continue
        if key.is_bracketed(texts[mention.note], mention.span.start):
            near = difflib.get_close_matches(cited, known, 1) if len(issues) < _HINTS else []
            hint = f" (did you mean '{near[0]}'?)" if near else ""
            message = f"nothing defines the key '{cited}'{hint}; it was left as text"
            issues.append(issue(Code.UNKNOWN_KEY, mention.note, mention.line, message, mention.column))
    return issues


def _named(notes: Sequence[Note], papers: Sequence[Paper], config: Config, issues: list[Issue]) -> tuple[Paper, ...]:
    """The papers with the places where prose names them, anchors numbered anew."""
    names = name.names(papers, config.everyday_words, notes)
    of_note: dict[str, list[tuple[Mention, int]]] = {n.path: [] for n in notes}
    for index, paper in enumerate(papers):
        for mention in paper.mentions:
            of_note[mention.note].append((mention, index))
    mentions: dict[int, list[Mention]] = {}
    for note in notes:
        pairs = of_note[note.path]
        named = name.find(note, pairs, names)
        found = [(mention, fits[0]) for mention, fits in named if len(fits) == 1]
        issues += _ambiguous([(mention, [papers[i].citekey for i in fits]) for mention, fits in named if len(fits) > 1])
        owner = {(m.span, m.kind): index for m, index in [*pairs, *found]}
        for mention in anchored([m for m, _ in [*pairs, *found]]):
            mentions.setdefault(owner[mention.span, mention.kind], []).append(mention)
    return tuple(replace(p, mentions=tuple(mentions.get(i, ()))) for i, p in enumerate(papers))


def _ambiguous(named: Sequence[tuple[Mention, list[str]]]) -> list[Issue]:
    """Names of a note that fit several papers, the first place of each."""
    issues: list[Issue] = []
    for mention, fits in {m.text.casefold(): (m, fits) for m, fits in reversed(named)}.values():
        keys = ", ".join(fits[:3]) + (", …" if len(fits) > 3 else "")
        message = f"'{mention.text}' is a name of {len(fits)} papers ({keys}); it was linked to none"
        issues.append(issue(Code.AMBIGUOUS_NAME, mention.note, mention.line, message, mention.column))
    return issues


def _outputs(library: Library, config: Config, taken: set[str], issues: list[Issue]) -> tuple[Output, ...]:
    entries = {p.slug: exports.bibtex([p]) for p in library.papers}
    references = {p.slug: citation.reference(p) for p in library.papers}
    folded = {_folded(path): path for path in taken}
    outputs: list[Output] = []
    for output in render.render(library, config, entries, references):
        theirs = folded.get(_folded(output.path))
        if theirs is None:
            outputs.append(output)
        else:
            message = "this page of yours stands where one would be generated; yours stays"
            issues.append(issue(Code.PAGE_EXISTS, theirs, None, message))
    return tuple(outputs)


def _folded(path: str) -> str:
    """Two paths that one file system may take for one are equal."""
    return unicodedata.normalize("NFC", path).casefold()


def _edits(library: Library, note: Note, config: Config, *, attributes: bool) -> tuple[list[Edit], list[Issue]]:
    edits, issues = links.edits(note, library, config, attributes)
    more, found = render.directives(note, library, config, exports.bibtex, citation.reference)
    return [*more, *edits], [*issues, *found]


def _recalled(note: Note, library: Library) -> tuple[tuple[Mention, Paper], ...]:
    """The mentions of a text that changed after the library was made, with the papers they are known to mean."""
    titles = {text.normalised(p.title): p for p in library.papers}
    out: list[tuple[Mention, Paper]] = []
    for mention in map(_understood, recognise(note)):
        said = mention.evidence
        paper = next((library.by_identifier[i] for i in said.identifiers if i in library.by_identifier), None)
        paper = paper or library.by_key.get(said.citekey) or titles.get(text.normalised(said.title))
        if paper:
            out.append((mention, paper))
    return tuple(out)


def _nothing_found(notes: Sequence[Note]) -> Issue:
    if not notes:
        return issue(Code.NO_PAPERS, ".", None, "no paper was found: there are no notes")
    message = f"no paper was found: nothing in {len(notes)} notes links, cites or describes one"
    return issue(Code.NO_PAPERS, ".", None, message)


def _counts(library: Library, issues: Sequence[Issue]) -> Counts:
    return Counts(
        notes=len(library.notes),
        mentions=sum(len(p.mentions) for p in library.papers),
        papers=len(library.papers),
        merged=sum(len(p.mentions) > 1 for p in library.papers),
        doubtful=sum(i.code in _DOUBTS for i in issues),
    )

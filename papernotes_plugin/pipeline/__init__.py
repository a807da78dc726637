"""The conductor: the stages in their order, each called once.

    read -> recognise -> resolve -> index -> render

Nothing here reads or writes a file; the faces hand the sources in and carry the outputs away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from papernotes_plugin import annotate as links
from papernotes_plugin import citation, exports, keys, privacy, render
from papernotes_plugin import index as indexing
from papernotes_plugin import read as reading
from papernotes_plugin.citing import Style
from papernotes_plugin.config import BIBLATEX, Config, excluded
from papernotes_plugin.issues import Code, Issue, issue, levelled
from papernotes_plugin.model import Edit, Library, Note, Output, Paper, Source
from papernotes_plugin.pages import wikilinks
from papernotes_plugin.pages.nearest import Nearest
from papernotes_plugin.pipeline import gathering, manuscripts
from papernotes_plugin.pipeline import outputs as made
from papernotes_plugin.pipeline.gathering import NoteNames
from papernotes_plugin.pipeline.manuscripts import Cited
from papernotes_plugin.pipeline.metadata import Metadata as Metadata
from papernotes_plugin.pipeline.outputs import bibliography as bibliography
from papernotes_plugin.pipeline.outputs import csl as csl
from papernotes_plugin.pipeline.outputs import ris as ris
from papernotes_plugin.pipeline.styling import Styles, styled

_DOUBTS = {
    Code.CONFLICTING_IDENTIFIERS,
    Code.POSSIBLE_DUPLICATE,
    Code.AMBIGUOUS_NAME,
    Code.DUPLICATE_CITEKEY,
}


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
    private: int = 0
    """Notes that their front matter keeps back; they are not among `notes`."""

    def __str__(self) -> str:
        kept = f" ({self.private} more kept back)" if self.private else ""
        return (
            f"{self.notes} notes{kept}, {self.mentions} mentions, {self.papers} papers, "
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
    style: Style
    """That of its citations and references."""
    prose: Style
    """That of its citations where there is no list of references."""
    backlinks: Mapping[str, str] = field(default_factory=dict)
    """Per note path what stands at its end about the notes that link to it."""
    replaced: Mapping[str, str] = field(default_factory=dict)
    """Per path of a page that is left out the path of the author's, where the two differ in case or Unicode form."""
    private: Mapping[str, str] = field(default_factory=dict)
    """Per path of a note that its front matter keeps back what says so; nothing of it is anywhere else in it."""
    names: NoteNames = field(default_factory=NoteNames)
    """What its notes are called."""


def build(
    sources: Iterable[Source],
    *,
    bibliography: Iterable[Source] = (),
    key_lock: str = "",
    csl: str = "",
    taken: Iterable[str] = (),
    unpublished: Iterable[str] = (),
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
        csl: The text of the style that `config.citation_style` names the file of.
        taken: Paths at which the author has a file: nothing is generated there, and notes can link to them.
        unpublished: Paths of notes that the site leaves out and that are not among the sources: nothing of them is
            said, and a wikilink to one leads nowhere.
        pages: Render the pages; without them `Site.outputs` is empty and the build much quicker.
        config: The options.

    Raises:
        PapernotesError: where the style cannot be used.
    """
    config = config or Config()
    style = styled(config, csl)
    notes, private, issues = _read(sources, config)
    unpublished = tuple(unpublished)
    kept_back = wikilinks.private_names(private, unpublished)
    names = gathering.note_names(notes, config)
    papers, places = gathering.papers(notes, kept_back, bibliography, key_lock, config, issues, names)
    hidden = {*unpublished, *(note.path for note in private)}
    taken = tuple(path for path in taken if path not in hidden)
    library = indexing.index(papers, notes, config, kept_back, taken or None)
    library = gathering.between(library, config, names, places)
    styles = Styles(style, citation.in_prose(style), Nearest(library))
    there = {*taken, *library.by_path}
    outputs, replaced = made.outputs(library, config, styles, there, issues) if pages else ((), {})
    for note in notes:
        issues += _edits(library, note, config, styles, attributes=False)[1]
    if not library.papers:
        issues.append(_nothing_found(notes))
    final = levelled(tuple(issues), config.issues)
    counts = _counts(library, final, len(private))
    ends = render.backlinks(library, config, styles.prose) if pages and config.backlinks else {}
    held = {note.path: privacy.kept_back(note.meta) for note in private}
    return Site(library, outputs, final, counts, config, style, styles.prose, ends, replaced, held, names)


def annotate(
    site: Site, path: str, *, attributes: bool = False, changed: str | None = None, whole: bool = True, step: int = 4
) -> str:
    """The text of a note, front matter included, with links to its papers, its wikilinks and directives resolved.

    Args:
        site: A build that read the note.
        path: The note's path; of a text that is none a path where it may link from.
        attributes: The Markdown may use attribute lists (`{ .class }`).
        changed: The text to annotate instead, where somebody has changed the note since it was read or it is none.
        whole: Show what is not known, too: wikilinks that lead nowhere, keys of no paper; else they stay as they are,
            for somebody else who may know them.
        step: By how many spaces the list within a list is indented there.
    """
    library = site.library
    note = library.by_path.get(path)
    config = site.config
    if note is None or changed not in (None, note.text):
        if not library.mentions.get(path):
            # a note that mentioned no paper when it was read has no `.bib` file
            config = replace(config, note_bibtex=False)
        note, _ = reading.read(Source(path, (changed or "").encode("utf-8", "surrogateescape")))
        library = replace(library, mentions={**library.mentions, path: gathering.recalled(note, library)})
        library = gathering.between_anew(note, library, site.names, config)
    styles = Styles(site.style, site.prose)
    backlinks = site.backlinks.get(path, "")
    edits, _ = _edits(library, note, config, styles, attributes=attributes, whole=whole, backlinks=backlinks)
    made = apply(note.text, edits)
    return links.mended(made, note.body, step) if config.obsidian else made


def apply(content: str, edits: Iterable[Edit]) -> str:
    """A text with edits made; an edit that overlaps an earlier one is left out."""
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda e: e.span):
        if edit.span.start >= at:
            parts += [content[at : edit.span.start], edit.text]
            at = edit.span.end
    return "".join([*parts, content[at:]])


def suggestions(site: Site) -> tuple[Issue, ...]:
    """The places in prose that name another note and are no links, by place."""
    found = []
    for names in site.library.unlinked.values():
        for n in names:
            message = f"'{n.text}' may mean '{n.target}'; it is no link"
            found.append(issue(Code.UNLINKED_NAME, n.note, n.line, message, n.column))
    return levelled(tuple(found), site.config.issues)


def cited_in(site: Site, sources: Iterable[Source], config: Config) -> Cited:
    """The papers of a site that manuscripts cite, under the keys by which they do; `config` tells the flavor."""
    return manuscripts.cited_in(site.library, sources, one_entry=config.flavor == BIBLATEX)


def catalogue(site: Site, issues: Iterable[Issue] | None = None, papers: Iterable[Paper] | None = None) -> str:
    """The documented JSON of a site, or of some papers of it; `issues` where there are more than those of the build."""
    # that there are notes which are kept back is nobody's business either
    found = [i for i in (site.issues if issues is None else issues) if i.code is not Code.PRIVATE_NOTE]
    return exports.catalogue_text(exports.catalogue(site.library, found, papers))


def feed(site: Site, title: str, address: Callable[[str], str]) -> str:
    """The Atom feed of a site, as `exports.feed` has it; "" where it has no address or nothing says its date."""
    return exports.feed.feed(site.library, site.config, title, address) if site.config.site_url else ""


# --- citekeys -------------------------------------------------------------------------------------


def pins(site: Site, key_lock: str) -> str:
    """The lines that a key lock lacks: of each paper by the strongest of its names, unless that is pinned already."""
    lock, _ = keys.read_lock(key_lock, site.config.key_lock)
    return keys.write_lock(paper for paper in site.library.papers if keys.names_of(paper)[0] not in lock)


def unsettled(site: Site, key_lock: str) -> tuple[Issue, ...]:
    """The citekeys that a key lock does not pin, and the pinned ones that are not their papers' any more, by place."""
    lock, _ = keys.read_lock(key_lock, site.config.key_lock)
    return levelled(tuple(keys.unsettled(site.library.papers, lock, site.config.key_lock)), {})


def renamed(site: Site, key_lock: str, wanted: Sequence[tuple[str, str]]) -> keys.Renaming:
    """The key lock with papers under new citekeys, and what to replace where the old ones are cited.

    Raises:
        PapernotesError: where a key is not there, or a new one cannot be one or belongs to another paper.
    """
    return keys.rename(site.library.papers, key_lock, wanted)


def replacements(renaming: keys.Renaming, form: str) -> str:
    """What to replace after a renaming, as a script for `sed` or as `json`."""
    return keys.json_list(renaming.replaced) if form == "json" else keys.sed_script(renaming.replaced)


# --- the stages, with what goes between them ------------------------------------------------------


def _read(sources: Iterable[Source], config: Config) -> tuple[list[Note], list[Note], list[Issue]]:
    """The notes, those that are kept back, and the issues: of a note that is kept back only that it is."""
    notes: list[Note] = []
    private: list[Note] = []
    issues: list[Issue] = []
    for source in sorted(sources, key=lambda s: s.path):
        if not excluded(source.path, config.exclude):
            note, found = reading.read(source)
            said = privacy.kept_back(note.meta)
            (private if said else notes).append(note)
            issues += [_kept_back(note, said)] if said else found
    return notes, private, issues + gathering.same_names(notes)


def _kept_back(note: Note, said: str) -> Issue:
    name = said.partition(":")[0]
    line = next((line for key, line in note.meta_lines.items() if key.strip().casefold() == name), None)
    return issue(Code.PRIVATE_NOTE, note.path, line, f"'{said}' keeps the note back; nothing of it is shown")


def _edits(
    library: Library,
    note: Note,
    config: Config,
    styles: Styles,
    *,
    attributes: bool,
    whole: bool = True,
    backlinks: str = "",
) -> tuple[list[Edit], list[Issue]]:
    edits, issues = links.edits(note, library, config, attributes, *styles, backlinks=backlinks, whole=whole)
    entries = partial(bibliography, config=config)
    more, found = render.directives(
        note, library, config, entries, styles.style.bibliography, styles.prose, attributes=attributes
    )
    return [*more, *edits], [*issues, *found]


def _nothing_found(notes: Sequence[Note]) -> Issue:
    if not notes:
        return issue(Code.NO_PAPERS, ".", None, "no paper was found: there are no notes")
    message = f"no paper was found: nothing in {len(notes)} notes links, cites or describes one"
    return issue(Code.NO_PAPERS, ".", None, message)


def _counts(library: Library, issues: Sequence[Issue], private: int) -> Counts:
    return Counts(
        notes=len(library.notes),
        mentions=sum(len(p.mentions) for p in library.papers),
        papers=len(library.papers),
        merged=sum(len(p.mentions) > 1 for p in library.papers),
        doubtful=sum(i.code in _DOUBTS for i in issues),
        private=private,
    )

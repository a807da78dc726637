"""Build a site: all stages in their order.

    read -> recognise -> resolve -> index -> render

Nothing here reads or writes a file.  Callers pass the sources in and write the outputs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from papernotes_plugin import bibtex, checks, citation
from papernotes_plugin.gc_tuning import infrequent_gc
from papernotes_plugin.index import library_index, map_layout
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.pipeline import note_edits, text_edit
from papernotes_plugin.pipeline.build_snapshot import BuildSnapshot
from papernotes_plugin.pipeline.changes import site_digests, with_changed_paths
from papernotes_plugin.pipeline.citation_styles import Styles, citation_style
from papernotes_plugin.pipeline.linked_notes import NoteLinks, add_note_links, duplicate_names, note_names
from papernotes_plugin.pipeline.names_in_prose import NamesInProse, find_names_in_prose
from papernotes_plugin.pipeline.note_analysis import MapFunction, NoteAnalysis, analyse_notes
from papernotes_plugin.pipeline.paper_facts import PaperFacts
from papernotes_plugin.pipeline.public_notes import PublicNotes
from papernotes_plugin.pipeline.site import BuildInputs, BuildMemo, Counts, IssuesBySource, Site
from papernotes_plugin.pipeline.site_outputs import RenderedSite, render_site
from papernotes_plugin.recognisers import paper_name
from papernotes_plugin.recognisers.evidence.names.name_search import NameIndex
from papernotes_plugin.resolve import keys, resolve_papers
from papernotes_plugin.selection.empty_selection import explain_empty_library
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, Issue, Level, issue
from papernotes_plugin.vocabulary.model import Entry, Library, Paper, Source


def build(
    sources: Iterable[Source],
    *,
    bibliography: Iterable[Source] = (),
    key_lock: str = "",
    csl: str = "",
    author_files: Iterable[str] = (),
    unpublished: Iterable[str] = (),
    pages: bool = True,
    config: Config | None = None,
    previous: Site | BuildSnapshot | None = None,
    map_notes: MapFunction = map,
) -> Site:
    """Return the library of the papers in the notes, with its pages and issues.

    Examples:
        >>> note = b"- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), NeurIPS 2017"
        >>> site = build([Source("reading.md", note)])
        >>> [(p.title, str(p.venue), p.mentions[0].line) for p in site.library.papers]
        [('Attention Is All You Need', 'NeurIPS 2017', 1)]

    Args:
        sources: The notes; their paths are posix paths relative to the docs folder.
        bibliography: The `.bib` files; where two have the same paper, the later file wins.  The file
            `bib/fetched.bib` has facts that were looked up, which come after all others.
        key_lock: The text of the file that pins citekeys.
        csl: The text of the CSL style file that `config.citation_style` names.
        author_files: Paths of other files in the docs folder.  Nothing is generated at these paths, and notes can link
            to them.
        unpublished: Paths of notes that the site excludes and that are not among the sources.  Nothing of them is
            published, and a wikilink to one stays text.
        pages: Whether to render pages; without them `Site.outputs` is empty and the build much faster.
        config: The options; by default `Config()`.
        previous: An earlier build, or the snapshot of one.  The result is the same except for `Site.changed_paths`;
            after a small edit a `Site` makes the build faster.
        map_notes: Function like `map`, which may use several processes to find the papers in all notes.

    Raises:
        PapernotesError: If the citation style cannot be used.
    """
    config = config or Config()
    inputs = BuildInputs(tuple(bibliography), key_lock, csl, tuple(author_files), tuple(unpublished), pages, config)
    notes = tuple(sources)
    with infrequent_gc(once=False):
        earlier = _earlier_analyses(previous)
        analyses = analyse_notes(notes, config, earlier, map_notes)
        updated = _update(previous, inputs, analyses, earlier) if previous else None
        return updated or build_from_scratch(inputs, analyses)


def build_from_scratch(inputs: BuildInputs, analyses: Mapping[str, NoteAnalysis]) -> Site:
    """Return the site of notes that are already read and recognised, without use of an earlier build."""
    config = inputs.config
    style = citation_style(config, inputs.csl)
    notes = PublicNotes.of(analyses, inputs)
    resolved = _resolve(notes, inputs)
    indexed = _index(notes, resolved, inputs)
    library = indexed.library
    styles = Styles(style, citation.style_without_list(style), Suggestions(library))
    facts = PaperFacts(library, config, style)
    rendered = render_site(library, config, styles, facts, notes.files) if inputs.pages else RenderedSite()
    issues = IssuesBySource(
        general=(
            *duplicate_names(notes.public),
            *resolved.issues,
            *rendered.issues,
            *checks.check_every_build(library, resolved.entries),
            *_no_papers(library),
        ),
        names=indexed.name_issues,
        edits={note.path: note_edits.issues(library, note, config, styles) for note in notes.public},
    )
    all_issues = issues.all_issues(analyses, config)
    return Site(
        library=library,
        outputs=rendered.outputs,
        issues=all_issues,
        counts=Counts.of(library, all_issues, len(notes.private), resolved.entries),
        config=config,
        style=style,
        prose=styles.prose,
        facts=facts,
        memo=BuildMemo(inputs, analyses, issues, indexed.names, lambda: resolved.entries),
        backlinks=rendered.backlinks,
        replaced=rendered.replaced,
        private=notes.private,
        note_links=indexed.note_links,
    )


class _Resolved(NamedTuple):
    """The result of the resolve stage."""

    papers: tuple[Paper, ...]
    entries: tuple[Entry, ...]
    """The entries of the bibliography, as written."""
    issues: tuple[Issue, ...]


def _resolve(notes: PublicNotes, inputs: BuildInputs) -> _Resolved:
    """Return the papers of mentions and bibliography, with facts and citekeys."""
    config = inputs.config
    written = inputs.written_bibliography
    entries, bibtex_issues = bibtex.read_all(written)
    fetched, fetched_issues = bibtex.read_all(source for source in inputs.bibliography if source not in written)
    lock, lock_issues = keys.read_lock(inputs.key_lock, config.key_lock)
    papers, issues = resolve_papers(notes.public, notes.mentions, entries, lock, config, notes.private_names, fetched)
    all_issues = (*_empty_files(written), *bibtex_issues, *fetched_issues, *lock_issues, *issues)
    return _Resolved(papers, entries, all_issues)


def _empty_files(bibliography: Iterable[Source]) -> tuple[Issue, ...]:
    """Return an issue for each `.bib` file without anything that BibTeX reads; an empty file may be intended."""
    message = "the file contains no entry; nothing was read"
    code = Code.NO_BIBLIOGRAPHY
    return tuple(Issue(code, s.path, None, message, Level.INFO) for s in bibliography if b"@" not in s.data)


class _Indexed(NamedTuple):
    """The result of the index stage."""

    library: Library
    note_links: NoteLinks
    names: NameIndex | None
    """The names of papers in prose; None if the option `names` is off."""
    name_issues: Mapping[str, tuple[Issue, ...]]


def _index(notes: PublicNotes, resolved: _Resolved, inputs: BuildInputs) -> _Indexed:
    """Return the library of the papers and notes, with the names in prose and the links between notes."""
    config, papers = inputs.config, resolved.papers
    names = paper_name.index_names(papers, config.everyday_words, notes.public) if config.names else None
    names_of_notes = note_names(notes.public, config)
    named = find_names_in_prose(notes.public, papers, names, names_of_notes) if names else NamesInProse(papers)
    library = library_index.index_library(named.papers, notes.public, config, notes.private_names, notes.files or None)
    library, note_links = add_note_links(library, config, names_of_notes, named.note_names)
    if inputs.pages:
        # all processes that write pages need them
        library = replace(library, chart=map_layout.lay_out_map(library), related=dict(library.related))
    issues = {**named.issues, **note_links.issues}
    return _Indexed(library, note_links, named.paper_names, issues)


def _no_papers(library: Library) -> tuple[Issue, ...]:
    return () if library.papers else (issue(Code.NO_PAPERS, ".", None, explain_empty_library(library)),)


def _earlier_analyses(previous: Site | BuildSnapshot | None) -> Mapping[str, NoteAnalysis]:
    if isinstance(previous, Site):
        return previous.memo.analyses
    return previous.stored_analyses() if previous else {}


def _update(
    previous: Site | BuildSnapshot,
    inputs: BuildInputs,
    analyses: Mapping[str, NoteAnalysis],
    earlier: Mapping[str, NoteAnalysis],
) -> Site | None:
    """Return the site with `changed_paths`, if little changed since an earlier build; None after larger changes."""
    if isinstance(previous, Site):
        return text_edit.rebuild_after_text_edit(previous, inputs, analyses)
    if previous.has_same_inputs(inputs, analyses):
        return replace(_rebuilt(previous, inputs, analyses), changed_paths=frozenset())
    if before := previous.analyses_before_text_edit(inputs, analyses, earlier):
        return text_edit.rebuild_after_text_edit(_rebuilt(previous, inputs, before), inputs, analyses)
    return None


def _rebuilt(previous: BuildSnapshot, inputs: BuildInputs, analyses: Mapping[str, NoteAnalysis]) -> Site:
    """Return the site of a snapshot; it is built from scratch if it cannot be restored."""
    return previous.restored_site(inputs, analyses) or build_from_scratch(inputs, analyses)


def with_changes(site: Site, previous: Site | BuildSnapshot) -> Site:
    """Return the site with `Site.changed_paths` filled in by comparison with an earlier build.

    The comparison computes the text of the outputs that may have changed.  `changed_paths` stays None if every path
    may have changed.
    """
    if site.changed_paths is not None:
        return site
    before = previous.digests if isinstance(previous, BuildSnapshot) else site_digests(previous)
    return with_changed_paths(site, before)

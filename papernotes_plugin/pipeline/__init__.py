"""The conductor: the stages in their order, each called once.

    read -> recognise -> resolve -> index -> render

Nothing here reads or writes a file; the faces hand the sources in and carry the outputs away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from papernotes_plugin import checks, citation, exports, render
from papernotes_plugin.annotate import normalise_markdown
from papernotes_plugin.index import library_index as indexing
from papernotes_plugin.index import map_layout
from papernotes_plugin.links import wikilinks
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.pipeline import cited_papers, linked_notes, note_analysis, text_edit
from papernotes_plugin.pipeline import site_outputs as made
from papernotes_plugin.pipeline.build_snapshot import BuildSnapshot as BuildSnapshot
from papernotes_plugin.pipeline.changes import OutputDigests as OutputDigests
from papernotes_plugin.pipeline.changes import changed_paths
from papernotes_plugin.pipeline.citation_styles import Styles, styled
from papernotes_plugin.pipeline.cited_papers import CitedPapers
from papernotes_plugin.pipeline.file_repair import RepairedFile as RepairedFile
from papernotes_plugin.pipeline.file_repair import repair_bibliography as repair_bibliography
from papernotes_plugin.pipeline.file_repair import repair_key_lock as repair_key_lock
from papernotes_plugin.pipeline.file_repair import repair_note as repair_note
from papernotes_plugin.pipeline.note_analysis import NoteAnalysis
from papernotes_plugin.pipeline.note_edits import apply as apply
from papernotes_plugin.pipeline.note_edits import edits
from papernotes_plugin.pipeline.note_edits import issues as wrong
from papernotes_plugin.pipeline.page_metadata import Metadata as Metadata
from papernotes_plugin.pipeline.site import BuildInputs as BuildInputs
from papernotes_plugin.pipeline.site import BuildMemo, IssuesBySource
from papernotes_plugin.pipeline.site import Counts as Counts
from papernotes_plugin.pipeline.site import Site as Site
from papernotes_plugin.pipeline.site_outputs import bibliography as bibliography
from papernotes_plugin.pipeline.site_outputs import csl as csl
from papernotes_plugin.pipeline.site_outputs import ris as ris
from papernotes_plugin.reading import note_reader as reading
from papernotes_plugin.recognisers import paper_name
from papernotes_plugin.resolve import keys
from papernotes_plugin.vocabulary.config import BIBLATEX, Config, excluded
from papernotes_plugin.vocabulary.issues import Code, Issue, issue, levelled
from papernotes_plugin.vocabulary.model import Note, Paper, Source


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
    before: Site | BuildSnapshot | None = None,
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
            analyses, and a wikilink to one leads nowhere.
        pages: Render the pages; without them `Site.outputs` is empty and the build much quicker.
        config: The options.
        before: An earlier build, or what is kept of one: it changes nothing of what this one gives back but
            `Site.changed_paths`, and of a `Site` what an edit does not touch is not worked out again.

    Raises:
        PapernotesError: where the style cannot be used.
    """
    config = config or Config()
    inputs = BuildInputs(tuple(bibliography), key_lock, csl, tuple(taken), tuple(unpublished), pages, config)
    analyses = _read(sources, config, before.memo.analyses if isinstance(before, Site) else {})
    if isinstance(before, BuildSnapshot):
        return _after(before, inputs, analyses)
    if before and (site := text_edit.rebuild_after_text_edit(before, inputs, analyses)):
        return site
    return _built(inputs, analyses)


def _after(before: BuildSnapshot, inputs: BuildInputs, analyses: dict[str, NoteAnalysis]) -> Site:
    """The site of notes after one of which something is kept."""
    if before.has_same_inputs(inputs, analyses):
        return replace(_built(inputs, analyses), changed_paths=frozenset())
    if (known := before.analyses_before_text_edit(inputs, analyses)) and (
        site := text_edit.rebuild_after_text_edit(_built(inputs, known), inputs, analyses)
    ):
        return site
    return _built(inputs, analyses)


def with_changes(site: Site, before: Site | BuildSnapshot) -> Site:
    """A site that followed a build, with `Site.changed_paths` wherever that can be told: all texts are made for it."""
    if site.changed_paths is not None:
        return site
    digests = before.digests if isinstance(before, BuildSnapshot) else OutputDigests.from_site(before)
    return replace(site, changed_paths=changed_paths(digests, site))


def _built(inputs: BuildInputs, analyses: dict[str, NoteAnalysis]) -> Site:
    """The site of notes, from nothing but what each of them says."""
    config, pages = inputs.config, inputs.pages
    style = styled(config, inputs.csl)
    shown = [one for one in analyses.values() if not one.private]
    private = [one.note for one in analyses.values() if one.private]
    notes = [one.note for one in shown]
    issues = note_analysis.same_names(notes)
    kept_back = wikilinks.private_names(private, inputs.unpublished)
    papers, entries = note_analysis.papers(shown, kept_back, inputs.bibliography, inputs.key_lock, config, issues)
    names = paper_name.names(papers, config.everyday_words, notes) if config.names else None
    called = linked_notes.note_names(notes, config)
    named = note_analysis.named(notes, papers, names, called) if names else note_analysis.Named(papers, {}, {})
    hidden = {*inputs.unpublished, *(note.path for note in private)}
    files = tuple(path for path in inputs.taken if path not in hidden)
    library = indexing.index(named.papers, notes, config, kept_back, files or None)
    library, tied = linked_notes.add_note_links(library, config, called, named.places)
    library = replace(library, chart=map_layout.layout(library) if pages else None)
    styles = Styles(style, citation.style_without_list(style), Suggestions(library))
    there = {*files, *library.by_path}
    outputs, replaced = made.outputs(library, config, styles, there, issues) if pages else ((), {})
    edited = {note.path: wrong(library, note, config, styles) for note in notes}
    if not library.papers:
        issues.append(_nothing_found(notes))
    found = IssuesBySource(tuple(issues), named.odd, edited)
    told = found.all_issues(analyses, config)
    return Site(
        library=library,
        outputs=outputs,
        issues=told,
        counts=Counts.of(library, told, len(private)),
        config=config,
        style=style,
        prose=styles.prose,
        memo=BuildMemo(inputs, analyses, found, names, entries),
        backlinks=render.render_backlinks(library, config, styles.prose) if pages and config.backlinks else {},
        replaced=replaced,
        private={one.note.path: one.private for one in analyses.values() if one.private},
        note_links=tied,
    )


def _read(sources: Iterable[Source], config: Config, known: Mapping[str, NoteAnalysis]) -> dict[str, NoteAnalysis]:
    """What each source says, by path, if it is not known."""
    analyses: dict[str, NoteAnalysis] = {}
    for source in sorted(sources, key=lambda s: s.path):
        if not excluded(source.path, config.exclude):
            one = known.get(source.path)
            analyses[source.path] = one if one and one.data == source.data else note_analysis.analyse_note(source)
    return analyses


def _nothing_found(notes: Sequence[Note]) -> Issue:
    if not notes:
        return issue(Code.NO_PAPERS, ".", None, "no paper was found: there are no notes")
    message = f"no paper was found: nothing in {len(notes)} notes links, cites or describes one"
    return issue(Code.NO_PAPERS, ".", None, message)


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
        note, _ = reading.read_note(Source(path, (changed or "").encode("utf-8", "surrogateescape")))
        library = replace(library, mentions={**library.mentions, path: note_analysis.recalled(note, library)})
        library = linked_notes.update_note_links(note, library, site.note_links.names, config)
    if note.too_complex:
        return note.text
    styles = Styles(site.style, site.prose)
    backlinks = site.backlinks.get(path, "")
    changes, _ = edits(library, note, config, styles, attributes=attributes, whole=whole, backlinks=backlinks)
    annotated = apply(note.text, changes)
    return normalise_markdown(annotated, note.body, step) if config.obsidian else annotated


def suggestions(site: Site) -> tuple[Issue, ...]:
    """The places in prose that name another note and are no links, by place."""
    found = []
    for names in site.library.unlinked.values():
        for n in names:
            message = f"'{n.text}' may mean '{n.target}'; it is no link"
            found.append(issue(Code.UNLINKED_NAME, n.note, n.line, message, n.column))
    return site.config.told(found)


def check_facts(site: Site, today: date) -> tuple[Issue, ...]:
    """What the notes and the bibliography say that cannot be true, or not of one paper, by place."""
    return site.config.told(checks.check(site.library, site.memo.entries, today))


def cited_in(site: Site, sources: Iterable[Source], config: Config) -> CitedPapers:
    """The papers of a site that manuscripts cite, under the keys by which they do; `config` tells the flavor."""
    return cited_papers.cited_in(site.library, sources, one_entry=config.flavor == BIBLATEX)


def catalogue(site: Site, issues: Iterable[Issue] | None = None, papers: Iterable[Paper] | None = None) -> str:
    """The documented JSON of a site, or of some papers of it; `issues` where there are more than those of the build."""
    # that there are notes which are kept back is nobody's business either
    found = [i for i in (site.issues if issues is None else issues) if i.code is not Code.PRIVATE_NOTE]
    return exports.catalogue_text(exports.catalogue(site.library, found, papers))


def feed(site: Site, title: str, address: Callable[[str], str]) -> str:
    """The Atom feed of a site, as `exports.atom_feed` has it; "" where it has no address or nothing says its date."""
    return exports.atom_feed.atom_feed(site.library, site.config, title, address) if site.config.site_url else ""


# --- citekeys -------------------------------------------------------------------------------------


def missing_pins(site: Site, key_lock: str) -> str:
    """The lines that a key lock lacks: of each paper by the strongest of its names, unless that is pinned already."""
    lock, _ = keys.read_lock(key_lock, site.config.key_lock)
    return keys.write_lock(paper for paper in site.library.papers if keys.names_of(paper)[0] not in lock)


def unpinned_keys(site: Site, key_lock: str) -> tuple[Issue, ...]:
    """The citekeys that a key lock does not pin, and the pinned ones that are not their papers' any more, by place."""
    lock, _ = keys.read_lock(key_lock, site.config.key_lock)
    return levelled(tuple(keys.unpinned(site.library.papers, lock, site.config.key_lock)), {})


def rename_keys(site: Site, key_lock: str, wanted: Sequence[tuple[str, str]]) -> keys.Renaming:
    """The key lock with papers under new citekeys, and what to replace where the old ones are cited.

    Raises:
        PapernotesError: where a key is not there, or a new one cannot be one or belongs to another paper.
    """
    return keys.rename(site.library.papers, key_lock, wanted)


def replacements(renaming: keys.Renaming, form: str) -> str:
    """What to replace after a renaming, as a script for `sed` or as `json`."""
    return keys.json_list(renaming.replaced) if form == "json" else keys.sed_script(renaming.replaced)

"""Rebuild a site after an edit that only changes the wording of a note.

Most edits are of this kind.  The note still mentions the same papers under the same headings and links to the same
notes.  So the papers keep their identity, and only the places of their mentions and the text around these change.
After any other edit the whole site is built from scratch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import count, takewhile
from pathlib import PurePosixPath
from typing import TypeVar

from papernotes_plugin import render
from papernotes_plugin.index import library_index
from papernotes_plugin.links import vault_signs, wikilinks
from papernotes_plugin.links.addresses import fold_path, mentions_page, paper_page
from papernotes_plugin.links.pagination import numbered_page
from papernotes_plugin.links.paper_files import linked_files
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.pipeline import linked_notes, names_in_prose, note_edits, site_outputs
from papernotes_plugin.pipeline.citation_styles import Styles
from papernotes_plugin.pipeline.note_analysis import NoteAnalysis
from papernotes_plugin.pipeline.site import BuildInputs, Site
from papernotes_plugin.recognisers import note_name, paper_name
from papernotes_plugin.recognisers.evidence.names.prose import Prose
from papernotes_plugin.recognisers.paper_name import NamesInNote
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import BlockKind, InlineKind, Library, Mention, MentionKind, Note, Output, Paper

MAX_EDITED_NOTES = 8
"""Maximum number of edited notes; after more edits at once the whole site is built."""

_Pairs = tuple[tuple[Mention, Paper], ...]
_Key = TypeVar("_Key")


def rebuild_after_text_edit(before: Site, inputs: BuildInputs, analyses: Mapping[str, NoteAnalysis]) -> Site | None:
    """Return the site of edited notes, or None if more than their wording changed.

    Args:
        before: Site of the notes before the edit; notes with an unchanged analysis are taken from it.
        inputs: Inputs of this build, apart from the notes.
        analyses: Analysis of each note as it is now, by path.

    Returns:
        The site that a build from scratch gives, with `Site.changed_paths`.
    """
    memo = before.memo
    if memo.inputs != inputs or memo.analyses.keys() != analyses.keys():
        return None
    edited = [path for path, analysis in analyses.items() if analysis is not memo.analyses[path]]
    if len(edited) > MAX_EDITED_NOTES:
        return None
    site = replace(before, changed_paths=frozenset(), digests=None)
    for path in edited:
        try:
            updated = _TextEdit(site, analyses[path]).updated_site()
        except Exception:  # the build from scratch reports the note on which a recogniser fails
            return None
        if updated is None:
            return None
        site = updated
    issues = site.memo.issues.all_issues(site.memo.analyses, site.config)
    return replace(site, issues=issues, counts=before.counts.after_text_edit(site.library, issues))


def is_text_edit(before: NoteAnalysis, now: NoteAnalysis) -> bool:
    """Return whether a note keeps its name, tags, headings, anchors, linked files and all statements about papers."""
    old, new = before.note, now.note
    if before.private or now.private or old.text[: old.body_start] != new.text[: new.body_start]:
        return False
    if (old.title, old.tags, old.aliases) != (new.title, new.tags, new.aliases):
        return False
    if _headings(old) != _headings(new) or _anchors(old) != _anchors(new):
        return False
    if linked_files([old.text]) != linked_files([new.text]):
        return False
    if len(before.mentions) != len(now.mentions):
        return False
    return all(map(partial(_is_same_mention, old.text, new.text), before.mentions, now.mentions))


def _is_same_mention(old_text: str, new_text: str, old: Mention, new: Mention) -> bool:
    """Return whether two mentions, each in its text, are of the same kind and state the same."""
    if old.entry or new.entry or (old.kind, old.text, old.topic) != (new.kind, new.text, new.topic):
        return False
    if (old.creates_paper, old.evidence) != (new.creates_paper, new.evidence):
        return False
    return old_text[slice(*old.span)] == new_text[slice(*new.span)]


class _TextEdit:
    """Edit of the wording of one note."""

    def __init__(self, site: Site, now: NoteAnalysis) -> None:
        self.before, self.config, self.library = site, site.config, site.library
        self.old, self.now = site.memo.analyses[now.note.path], now
        self.note, self.path = now.note, now.note.path
        self.styles = Styles(site.style, site.prose)
        self.prose = Prose(now.note)
        names = site.memo.names
        self.places = paper_name.search(now.note, self.prose, names) if names else NamesInNote()

    def updated_site(self) -> Site | None:
        """Return the site with the edited note, or None if more than the wording changed."""
        if not is_text_edit(self.old, self.now) or self._has_general_issue() or self._is_embedded():
            return None
        if not self._has_same_usage():
            return None
        pairs, issues = self._pairs()
        papers = self._papers(pairs)
        if _topics(pairs) != _topics(self.library.mentions.get(self.path, ())) or papers is None:
            return None
        library = self._library(papers, pairs)
        note_links = self._note_links(library)
        if note_links is None or not self._has_same_signs(library):
            return None
        library = library_index.with_links(
            library, note_links.links, note_links.name_links, link=self.config.link_names
        )
        return self._site(library, note_links, papers, issues)

    # --- conditions ------------------------------------------------------------

    def _has_general_issue(self) -> bool:
        """Return whether an issue about several notes refers to this one, and its line number may have changed."""
        if [mention.line for mention in self.old.mentions] == [mention.line for mention in self.now.mentions]:
            return False
        return any(i.path == self.path or f"{self.path}:" in i.message for i in self.before.memo.issues.general)

    def _is_embedded(self) -> bool:
        """Return whether another note may embed this one."""
        names = {PurePosixPath(self.path).stem, self.note.title, *self.note.aliases}
        folded_names = {wikilinks.fold_name(name) for name in names}
        others = (n for n in self.library.notes if n.path != self.path and "![" in n.text)
        embeds = (i for n in others for i in n.document.inlines if i.kind in (InlineKind.EMBED, InlineKind.IMAGE))
        targets = (PurePosixPath(i.url.partition("#")[0].strip()).name for i in embeds)
        return any(wikilinks.fold_name(target) in folded_names for target in targets)

    def _has_same_usage(self) -> bool:
        """Return whether the note says the same about names of papers: all notes decide what a name means."""
        names = self.before.memo.names
        if names is None:
            return True
        old = self.old.note
        before = paper_name.search(old, Prose(old), names)
        return (self.places.usage, self.places.longer) == (before.usage, before.longer)

    # --- the library ------------------------------------------------------------

    def _pairs(self) -> tuple[_Pairs, tuple[Issue, ...]]:
        """Return each mention of the note with its paper as it was, in text order, and issues of names in prose."""
        new_mentions = {(m.span, m.kind): now for m, now in zip(self.old.mentions, self.now.mentions, strict=True)}
        moved: list[tuple[Mention, Paper]] = []
        for mention, paper in self.library.mentions.get(self.path, ()):
            if now := new_mentions.get((mention.span, mention.kind)):
                place = {name: getattr(now, name) for name in ("span", "line", "column", "context", "anchor")}
                moved.append((mention._replace(**place), paper))
        names = self.before.memo.names
        if names is None:
            return tuple(moved), ()
        ranks = {paper.slug: rank for rank, paper in enumerate(names.papers)}
        ranked = [(mention, ranks[paper.slug]) for mention, paper in moved]
        all_mentions, issues = names_in_prose.add_names(self.note, self.places, ranked, names)
        by_slug = self.library.by_slug
        pairs = [(mention, by_slug[names.papers[rank].slug]) for mention, rank in all_mentions]
        return tuple(sorted(pairs, key=lambda pair: (pair[0].span, pair[1].slug))), issues

    def _papers(self, pairs: _Pairs) -> dict[str, Paper] | None:
        """Return the updated papers of the note by slug, or None if the new line of a fact's origin is ambiguous."""
        new_places: dict[str, str] = {}
        for old, new in zip(self.old.mentions, self.now.mentions, strict=True):
            place = f"{self.path}:{new.line}"
            if new_places.setdefault(f"{self.path}:{old.line}", place) != place:
                return None
        mentions_of: dict[str, list[Mention]] = {}
        for mention, paper in pairs:
            mentions_of.setdefault(paper.slug, []).append(mention)
        papers: dict[str, Paper] = {}
        for slug, mentions in mentions_of.items():
            paper = self.library.by_slug[slug]
            if any(o.startswith(f"{self.path}:") and o not in new_places for o in paper.origins.values()):
                return None
            origins = {fact: new_places.get(origin, origin) for fact, origin in paper.origins.items()}
            all_mentions = [*(m for m in paper.mentions if m.note != self.path), *mentions]
            all_mentions.sort(key=lambda m: (m.note, m.span, m.kind))
            papers[slug] = paper._replace(mentions=tuple(all_mentions), origins=origins)
        return papers

    def _library(self, papers: Mapping[str, Paper], pairs: _Pairs) -> Library:
        """Return the library with the edited note and the updated papers."""
        library = self.library

        def updated(by_key: Mapping[_Key, Paper]) -> dict[_Key, Paper]:
            return {key: papers.get(paper.slug, paper) for key, paper in by_key.items()}

        mentions = {**library.mentions, self.path: pairs}
        for path in {mention.note for paper in papers.values() for mention in paper.mentions}:
            mentions[path] = tuple((mention, papers.get(paper.slug, paper)) for mention, paper in mentions[path])
        by_path = {**library.by_path, self.path: self.note}
        notes = tuple(by_path.values())
        return replace(
            library,
            papers=tuple(papers.get(paper.slug, paper) for paper in library.papers),
            notes=notes,
            by_slug=updated(library.by_slug),
            by_key=updated(library.by_key),
            by_identifier=updated(library.by_identifier),
            by_title=updated(library.by_title),
            mentions=mentions,
            by_path=by_path,
            anchors=wikilinks.LibraryAnchors(notes),
        )

    def _note_links(self, library: Library) -> linked_notes.NoteLinks | None:
        """Return the links between notes, or None if the note links to or names other notes than before."""
        before = self.before.note_links
        if self.path not in before.links:
            return before
        links = {**before.links, self.path: linked_notes.links_of(self.note, library, self.config)}
        library = replace(library, links=links)
        occurrences = note_name.find_occurrences(self.prose, before.names)
        about = linked_notes.literature_notes(paper for _, paper in library.mentions.get(self.path, ()))
        names = linked_notes.named_notes(self.note, occurrences, library, before.names, about)
        now = replace(before, links=links, name_links={**before.name_links, self.path: names})
        return now if _link_targets(before, self.path) == _link_targets(now, self.path) else None

    def _has_same_signs(self, library: Library) -> bool:
        """Return whether the notes are as much of a vault as before."""
        config = self.before.memo.inputs.config
        return (library.uses_wikilinks, library.is_vault) == (
            vault_signs.uses_wikilinks(library, config),
            vault_signs.is_vault(library, config),
        )

    # --- the site ---------------------------------------------------------------

    def _site(
        self,
        library: Library,
        note_links: linked_notes.NoteLinks,
        papers: Mapping[str, Paper],
        name_issues: tuple[Issue, ...],
    ) -> Site | None:
        before, memo, path = self.before, self.before.memo, self.path
        pages = self._pages(library, papers) if memo.inputs.pages else {}
        if pages is None:
            return None
        backlinks = self._backlinks(library, note_links) if memo.inputs.pages and self.config.backlinks else {}
        styles = self.styles._replace(suggestions=Suggestions(library))
        edit_issues = note_edits.issues(library, self.note, self.config, styles)
        names = {**memo.issues.names, path: name_issues} if memo.names else memo.issues.names
        issues = replace(memo.issues, names=names, edits={**memo.issues.edits, path: edit_issues})
        changed = {path, *pages, *(to for to, text in backlinks.items() if text != before.backlinks.get(to))}
        return replace(
            before,
            library=library,
            outputs=site_outputs.replace_paper_pages(before.outputs, pages) if pages else before.outputs,
            memo=replace(memo, analyses={**memo.analyses, path: self.now}, issues=issues),
            backlinks={**before.backlinks, **backlinks},
            note_links=note_links,
            changed_paths=(before.changed_paths or frozenset()) | changed,
        )

    def _pages(self, library: Library, papers: Mapping[str, Paper]) -> dict[str, Output] | None:
        """Return the changed pages and files of papers by path, or None if one was added or removed."""
        papers = {slug: paper for slug, paper in papers.items() if self._has_moved(paper)}
        facts = self.before.facts
        outputs = site_outputs.render_papers(library, papers.values(), self.config, self.styles, facts)
        now = {output.path: output for output in outputs}
        before = {o.path: o for o in self.before.outputs}
        author_paths = {fold_path((path,)) for path in (*self.before.memo.inputs.author_files, *library.by_path)}
        if any(path not in before and fold_path((path,)) not in author_paths for path in now):
            return None
        for page in (mentions_page(slug, self.config) for slug in papers):
            parts = takewhile(before.__contains__, (numbered_page(page, number) for number in count(1)))
            if any(path not in now for path in parts):
                return None
        reworded = {paper_page(slug, self.config) for slug in papers if self._is_reworded(papers[slug])}
        # the search index contains words of a mention that the page does not show
        return {p: output for p, output in now.items() if p in before and (p in reworded or before[p] != output)}

    def _has_moved(self, paper: Paper) -> bool:
        """Return whether mentions of the paper in the note changed their place or context, or contain a footnote."""
        before, now = (
            [(m.line, m.column, m.anchor, m.context) for m in mentions if m.note == self.path]
            for mentions in (self.library.by_slug[paper.slug].mentions, paper.mentions)
        )
        return before != now or any("[^" in context for *_, context in now)

    def _is_reworded(self, paper: Paper) -> bool:
        before = self.library.by_slug[paper.slug].mentions
        return [mention.context for mention in before] != [mention.context for mention in paper.mentions]

    def _backlinks(self, library: Library, note_links: linked_notes.NoteLinks) -> dict[str, str]:
        """Return the backlinks section of each note that this one links to or names, by path."""
        by_source = (note_links.links, note_links.name_links)
        targets = {link.target for links in by_source for link in links.get(self.path, ())}
        part = replace(
            library,
            backlinks={path: links for path, links in library.backlinks.items() if path in targets},
            unlinked_names={path: names for path, names in library.unlinked_names.items() if path in targets},
        )
        return render.render_backlinks(part, self.config, self.styles.prose)


def _topics(pairs: _Pairs) -> list[tuple[str, MentionKind, tuple[str, ...]]]:
    """Return the slug, kind and topic of each mention."""
    return [(paper.slug, mention.kind, mention.topic) for mention, paper in pairs]


def _headings(note: Note) -> list[tuple[int, str, str]]:
    headings = (block for block in note.document.blocks if block.kind is BlockKind.HEADING)
    return [(block.level, note.text[slice(*block.span)], block.info) for block in headings]


def _anchors(note: Note) -> dict[str, str]:
    return dict(wikilinks.LibraryAnchors([note])[note.path])


def _link_targets(note_links: linked_notes.NoteLinks, path: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the target and topic of each link from a note, and of each name of another note in it."""
    by_source = (note_links.links, note_links.name_links)
    return [(link.target, link.topic) for links in by_source for link in links.get(path, ())]

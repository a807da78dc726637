"""Find out which notes, pages and files differ between two full builds.

Only the outputs that show a changed part of the library are rendered for the comparison, because most edits change few
parts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from urllib.parse import unquote

from papernotes_plugin.links.addresses import paper_page
from papernotes_plugin.links.pagination import listing_pages
from papernotes_plugin.pipeline.output_digests import (
    OutputDigests,
    PaperDigest,
    digest,
    group_pages,
    groups_of,
    list_digest,
    note_digest,
)
from papernotes_plugin.pipeline.page_metadata import indexes
from papernotes_plugin.pipeline.site import BuildInputs, Site
from papernotes_plugin.render.table_data import file_count
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import BlockKind, Detail, Note, Output, Paper

_REFERENCE = lazy_regex(r"\[[^\[\]]*\]|\][(:][^)\n]*|[@#][^\s@#]+|`[^`]*`")
"""A place in Markdown that can lead to a paper, a note or a tag by its name."""
_REFERENCE_IN_NOTE = lazy_regex(r"\[\^|\[\[#|\]\(#")
"""The beginning of a footnote, or of a link to a heading of the same note."""
_MAX_EDITED_PAPERS = 1000
"""Number of changed papers up to which it is quicker to look for their names in all texts than to write all pages."""
_SHOWS_ANYTHING = lazy_regex(r"papernotes:|!\[|\\\w*bibliography")
"""Part of a note that shows papers, or other notes, without their names."""


def site_digests(site: Site, before: OutputDigests | None = None) -> OutputDigests:
    """Return the digests of a build.

    Args:
        site: Result of the build.
        before: Digests of the build that it followed; those of unchanged parts are not computed again.
    """
    if site.digests:
        return site.digests
    changed = site.changed_paths
    if before is None or changed is None:
        parts = _parts(site)
        return replace(parts, outputs={output.path: output.digest.hex() for output in site.outputs})
    outputs = {o.path: o.digest.hex() for o in site.outputs if o.path in changed or o.path not in before.outputs}
    edited = {path: _note_digest(site, site.library.by_path[path]) for path in changed & site.library.by_path.keys()}
    papers = {
        slug: _paper_digest(site, paper)
        for slug, paper in site.library.by_slug.items()
        if paper_page(slug, site.config) in changed
    }
    return replace(
        before,
        notes={**before.notes, **edited},
        outputs={**before.outputs, **outputs},
        papers={**before.papers, **papers},
    )


def with_changed_paths(site: Site, before: OutputDigests) -> Site:
    """Return the site with `changed_paths` and `digests`; `changed_paths` stays None if all paths may have changed.

    A page counts as changed when the facts of one of its papers did.  The search index, link previews and reference
    managers read more about a paper than the page shows.
    """
    now = _parts(site)
    edited = sum(before.papers.get(slug) != parts for slug, parts in now.papers.items())
    if before.environment != now.environment or edited > _MAX_EDITED_PAPERS:
        return site
    changes = _Changes(before, now, site)
    for output in site.outputs:
        if output.path in before.outputs and not changes.can_affect(output):
            output.set_digest(bytes.fromhex(before.outputs[output.path]))
        else:
            # most of these have another text, which is written next
            output.keep_text()
    now = replace(now, outputs={output.path: output.digest.hex() for output in site.outputs})
    changed = {path for path, text in now.outputs.items() if before.outputs.get(path) != text}
    changed |= {paper_page(slug, site.config) for slug in changes.mentioned}
    changed |= {path for path, slugs in listing_pages(site.library, site.config) if not changes.facts.isdisjoint(slugs)}
    changed |= {path for path, _ in indexes(site.library, site.config)}
    changed |= {note.path for note in site.library.notes if changes.can_affect_note(note)}
    return replace(site, changed_paths=frozenset(changed), digests=now)


class _Changes:
    """The parts of a library that differ from those of an earlier build."""

    def __init__(self, before: OutputDigests, now: OutputDigests, site: Site) -> None:
        self._before, self._now, self._site = before, now, site
        library = site.library
        nothing = PaperDigest("", "", "", ())
        pairs = {
            slug: (before.papers.get(slug, nothing), now.papers.get(slug, nothing))
            for slug in before.papers.keys() | now.papers.keys()
            if before.papers.get(slug) != now.papers.get(slug)
        }
        self.mentioned = {slug for slug in pairs if slug in now.papers}
        """Slugs of the papers with other facts, mentions or related papers."""
        self.facts = {slug for slug, (old, new) in pairs.items() if old.facts != new.facts}
        """Slugs of the papers with other facts."""
        self._rows = {slug for slug, (old, new) in pairs.items() if old.row != new.row}
        self._groups = {key for key, _ in before.groups.items() ^ now.groups.items()}
        self._edited = {path for path, text in now.notes.items() if before.notes.get(path) != text}
        names = [name for slug in self.facts for each in pairs[slug] for name in each.names]
        tags = f"{site.config.tags_path}/"
        names += (f"#{key.removeprefix(tags)}" for key in self._groups if key.startswith(tags))
        for note in map(library.by_path.__getitem__, self._edited):
            names += _names(note)
        self._names = re.compile("|".join(map(re.escape, sorted({_folded(name) for name in names} - {""}))))
        if self.facts:
            # a set of biblatex shows its members
            self.facts |= {paper.slug for paper in library.papers if paper.entry and paper.entry.type == "set"}
        linking = {paper.slug for paper in library.papers if self._links_to_change(paper)}
        self._rows |= self.facts | linking
        self._pages = self.mentioned | self._rows
        self._pages |= {
            slug
            for slug, related in library.related.items()
            if any(other.paper in self._rows for other in related[: site.config.related])
        }

    def _links_to_change(self, paper: Paper) -> bool:
        """Return whether the outputs of a paper link to a group at another address, or quote a changed name."""
        if self._groups and not self._groups.isdisjoint(groups_of(paper, self._site.config)):
            return True
        if not self._names.pattern:
            return False
        contexts = (mention.context for mention in paper.mentions)
        quoted = (*contexts, paper.tldr, paper.abstract, *(field.value for field in paper.fields))
        if any(map(_REFERENCE_IN_NOTE.search, quoted)) and any(m.note in self._edited for m in paper.mentions):
            return True
        return any(map(self._refers_to_change, quoted))

    def _refers_to_change(self, text: str) -> bool:
        return bool(self._names.pattern) and any(self._names.search(_folded(m[0])) for m in _REFERENCE.finditer(text))

    def can_affect(self, output: Output) -> bool:
        """Return whether an output may show any of the changes."""
        subject = output.subject
        if subject is None or self._before.lists.get(output.path) != self._now.lists.get(output.path):
            return True
        papers = {Detail.FACTS: self.facts, Detail.ROW: self._rows, Detail.PAGE: self._pages}[subject.detail]
        return not papers.isdisjoint(subject.papers)

    def can_affect_note(self, note: Note) -> bool:
        """Return whether the page of a note may show any of the changes."""
        papers = (paper.slug for _, paper in self._site.library.mentions.get(note.path, ()))
        return (
            note.path in self._edited
            or not self.facts.isdisjoint(papers)
            or bool(self._groups and note.tags)
            or bool(_SHOWS_ANYTHING.search(note.text))
            or self._refers_to_change(note.text)
        )


def _names(note: Note) -> tuple[str, ...]:
    """Return the names by which a text can refer to a note; an index also has the name of its folder."""
    path = PurePosixPath(note.path)
    folder = (path.parent.name,) if path.stem.casefold() in ("index", "readme") else ()
    return (path.stem, *folder, note.title, *note.aliases)


def _folded(text: str) -> str:
    """Return a text as names are compared: a name may be written with escapes and in another case."""
    return unicodedata.normalize("NFC", unquote(text).replace("\\", "")).casefold()


# --- the parts of a site --------------------------------------------------------------------------


def _parts(site: Site) -> OutputDigests:
    """Return the digests of a build, without those of the texts of outputs."""
    library = site.library
    lists = ((output.path, list_digest(output)) for output in site.outputs)
    return OutputDigests(
        environment=_environment(site),
        notes={note.path: _note_digest(site, note) for note in library.notes},
        outputs={},
        papers={slug: _paper_digest(site, paper) for slug, paper in library.by_slug.items()},
        groups=group_pages(library, site.config),
        lists={path: digest for path, digest in lists if digest},
    )


def _note_digest(site: Site, note: Note) -> str:
    data = site.memo.analyses[note.path].data
    return note_digest(note, data, site.library, site.backlinks.get(note.path, ""))


def _paper_digest(site: Site, paper: Paper) -> PaperDigest:
    return PaperDigest.of(paper, site.library.related.get(paper.slug, ())[: site.config.related])


def _environment(site: Site) -> str:
    library = site.library
    every_page = (
        *(bool(groups) for groups in (library.tags, library.topics, library.venues, library.chart)),
        (library.uses_wikilinks, library.is_vault, file_count(len(library.papers))),
        (sorted(library.private), sorted(library.linked_files)),
    )
    return digest((_inputs_of_all_pages(site.memo.inputs), _nav_titles(site), every_page))


def _inputs_of_all_pages(inputs: BuildInputs) -> BuildInputs:
    """Return the inputs without those that only affect papers, which have digests of their own."""
    return replace(inputs, bibliography=(), key_lock="")


def _nav_titles(site: Site) -> list[tuple[str, ...]]:
    """Return everything of each note that a navigation may show, because the navigation is on every page."""
    return [(note.path, note.title, note.text[: note.body_start], *_top_headings(note)) for note in site.library.notes]


def _top_headings(note: Note) -> Iterator[str]:
    """Yield the source of each level-one heading, which a site generator may take as the title of the page."""
    for block in note.document.blocks:
        if block.kind is BlockKind.HEADING and block.level == 1:
            yield note.text[slice(*block.span)]

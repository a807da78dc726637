"""Find out which notes, pages and files differ between two full builds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from papernotes_plugin.links.addresses import paper_page
from papernotes_plugin.links.pagination import listing_pages
from papernotes_plugin.pipeline.page_metadata import indexes
from papernotes_plugin.pipeline.site import BuildInputs, Site
from papernotes_plugin.vocabulary.model import BlockKind, Note


@dataclass(frozen=True, slots=True)
class OutputDigests:
    """Hexadecimal digests of a whole build, from which a later build determines what changed."""

    environment: str
    """Digest of the build inputs, except those that only affect papers, and of the names of the notes."""
    notes: tuple[str, ...]
    """Paths of the notes."""
    outputs: Mapping[str, str]
    """Digest of each generated page or file, by path."""
    papers: Mapping[str, str]
    """Digest of each paper, by slug."""

    @classmethod
    def from_site(cls, site: Site, before: OutputDigests | None = None) -> OutputDigests:
        """Return the digests of a build.

        Args:
            site: Result of the build.
            before: Digests of the build that it followed; those of unchanged outputs are not computed again.
        """
        if before and site.changed_paths == frozenset():
            return before
        earlier = before if before and site.changed_paths is not None else cls("", (), {}, {})
        outputs, papers, changed = {}, {}, site.changed_paths or frozenset()
        for output in site.outputs:
            digest = None if output.path in changed else earlier.outputs.get(output.path)
            outputs[output.path] = digest or output.digest.hex()
        for slug, paper in site.library.by_slug.items():
            digest = None if paper_page(slug, site.config) in changed else earlier.papers.get(slug)
            papers[slug] = digest or _digest(paper)
        # a build compares nothing with an earlier one in another environment
        environment = earlier.environment or _environment(site)
        return cls(environment, tuple(site.library.by_path), outputs, papers)


def changed_paths(before: OutputDigests, site: Site) -> frozenset[str] | None:
    """Return the paths of the notes, pages and files that may have changed; None if all of them may have.

    A page counts as changed when one of its papers did.  The search index, link previews and reference managers read
    more about a paper than the page shows.
    """
    if before.environment != _environment(site):
        return None
    now = OutputDigests.from_site(site)
    changed = {path for path, digest in now.outputs.items() if before.outputs.get(path) != digest}
    papers = {slug for slug, digest in now.papers.items() if before.papers.get(slug) != digest}
    changed |= {paper_page(slug, site.config) for slug in papers}
    changed |= {path for path, slugs in listing_pages(site.library, site.config) if not papers.isdisjoint(slugs)}
    changed |= {path for path, _ in indexes(site.library, site.config)}
    return frozenset([*changed, *now.notes, *before.notes])


def _digest(value: object) -> str:
    return hashlib.blake2b(repr(value).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _environment(site: Site) -> str:
    return _digest((_inputs_of_all_pages(site.memo.inputs), _nav_titles(site)))


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

"""What may be other than it was before, of a site that was worked out from nothing after another."""

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
    """By what a later build sees what is other: digests of all that there was, in hexadecimal."""

    around: str
    """Of what was inputs for, but for what has a say in the papers alone, and of what the notes are called."""
    notes: tuple[str, ...]
    """Their paths."""
    outputs: Mapping[str, str]
    """By path."""
    papers: Mapping[str, str]
    """By slug."""

    @classmethod
    def of(cls, site: Site, before: OutputDigests | None = None) -> OutputDigests:
        """Those of a site; of one that followed another, what is as it was is not looked at if these are given."""
        if before and site.changed_paths == frozenset():
            return before
        same = before if before and site.changed_paths is not None else cls("", (), {}, {})
        outputs, papers, fresh = {}, {}, site.changed_paths or frozenset()
        for output in site.outputs:
            known = None if output.path in fresh else same.outputs.get(output.path)
            outputs[output.path] = known or output.digest.hex()
        for slug, paper in site.library.by_slug.items():
            known = None if paper_page(slug, site.config) in fresh else same.papers.get(slug)
            papers[slug] = known or _digest(paper)
        return cls(_around(site), tuple(site.library.by_path), outputs, papers)


def fresh(before: OutputDigests, site: Site) -> frozenset[str] | None:
    """The paths of the notes, and of the pages and files that may be other; None where all may be.

    A page tells more than its text: what a search, a preview of a link and a reference manager find there is that of
    the papers on it.
    """
    if before.around != _around(site):
        return None
    now = OutputDigests.of(site)
    other = {path for path, digest in now.outputs.items() if before.outputs.get(path) != digest}
    changed = {slug for slug, digest in now.papers.items() if before.papers.get(slug) != digest}
    other |= {paper_page(slug, site.config) for slug in changed}
    other |= {path for path, slugs in listing_pages(site.library, site.config) if not changed.isdisjoint(slugs)}
    other |= {path for path, _ in indexes(site.library, site.config)}
    return frozenset([*other, *now.notes, *before.notes])


def _digest(value: object) -> str:
    return hashlib.blake2b(repr(value).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _around(site: Site) -> str:
    return _digest((_beside(site.memo.inputs), _called(site)))


def _beside(inputs: BuildInputs) -> BuildInputs:
    """What was inputs for, but for what has a say in the papers alone."""
    return replace(inputs, bibliography=(), key_lock="")


def _called(site: Site) -> list[tuple[str, ...]]:
    """What a navigation may show of each note: it stands on every page."""
    return [(note.path, note.title, note.text[: note.body], *_titles(note)) for note in site.library.notes]


def _titles(note: Note) -> Iterator[str]:
    """The headings by which a host may call a page, as they are written."""
    for block in note.document.blocks:
        if block.kind is BlockKind.HEADING and block.level == 1:
            yield note.text[slice(*block.span)]

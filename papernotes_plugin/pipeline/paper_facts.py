"""Facts of papers that several pages and files of a build share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from papernotes_plugin import citation, exports
from papernotes_plugin.exports.csl_json import CslPaper, csl_paper
from papernotes_plugin.selection.paper_selection import set_members
from papernotes_plugin.vocabulary.citation_model import Run, Style
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library, Paper

_Value = TypeVar("_Value")


class PaperFacts:
    """The facts of the papers of a library, by slug; each is computed when it is first needed, and then stored.

    `bibtex` and `ris` also have the former slugs of a paper.  Their texts have the citekey of that time, because
    manuscripts that use these files cite it.
    """

    csl: Mapping[str, CslPaper]
    """The paper in the terms of CSL.  RIS, CSL-JSON and the metadata of pages are written from it."""
    bibtex: Mapping[str, str]
    """The BibTeX entry."""
    ris: Mapping[str, str]
    """The RIS record; that of a set of biblatex has the records of its members."""
    references: Mapping[str, Sequence[Run]]
    """The formatted reference."""

    def __init__(self, library: Library, config: Config, style: Style) -> None:
        """Prepare the facts; nothing is computed yet."""
        self._library, self._config = library, config
        papers = library.by_slug
        of_all_slugs = dict(papers)
        if config.old_addresses:
            of_all_slugs |= {slug: paper for paper in library.papers for slug in paper.moved_from}
        self.csl = self._csl = _BySlug(papers, lambda paper: {paper.slug: csl_paper(paper)})
        self.bibtex = _BySlug(of_all_slugs, self._bibtex)
        self.ris = _BySlug(of_all_slugs, self._ris)
        self.references = _BySlug(papers, lambda paper: {paper.slug: citation.reference(paper, style)})

    def compute_shared(self) -> None:
        """Compute what most files need of each paper, before processes are forked, which could not share it later."""
        for slug in self._library.by_slug:
            _ = self.csl[slug], self.bibtex[slug]

    def release_csl(self, slug: str) -> None:
        """Free the memory of a paper in the terms of CSL, which is computed again if it is needed after all."""
        self._csl.release(slug)

    def export(self, format_name: str) -> str:
        """Return all papers as the text of a file; `format_name` is a key of `exports.PAPER_FORMATS`."""
        form = exports.PAPER_FORMATS[format_name]
        slugs = (slug for slug, paper in self._library.by_slug.items() if not exports.is_set(paper))
        if format_name == "ris":
            return form.join_papers(self.ris[slug] for slug in slugs)
        return form.join_papers(form.format_paper(self.csl[slug]) for slug in slugs)

    def _former_keys(self, paper: Paper) -> dict[str, str]:
        """Return the citekey that a paper had at the time of each former slug."""
        moved = zip(paper.moved_from, paper.moved_keys, strict=True) if self._config.old_addresses else ()
        return dict(moved)

    def _bibtex(self, paper: Paper) -> dict[str, str]:
        keys, config = self._former_keys(paper), self._config
        options = (config.flavor, config.encoding, config.export_fields)
        return dict(zip((paper.slug, *keys), exports.bibtex_of_keys(paper, keys.values(), *options), strict=True))

    def _ris(self, paper: Paper) -> dict[str, str]:
        form, keys = exports.PAPER_FORMATS["ris"], self._former_keys(paper)
        slugs = (paper.slug, *keys)
        if exports.is_set(paper):
            members = (self.ris[member.slug] for member in set_members(self._library, paper))
            return dict.fromkeys(slugs, form.join_papers(members))
        described = self.csl[paper.slug]
        of_keys = (described, *map(described.with_citekey, keys.values()))
        return dict(zip(slugs, map(form.format_paper, of_keys), strict=True))


class _BySlug(Mapping[str, _Value]):
    """Values by slug; those of all slugs of a paper are computed together, on the first access to one of them."""

    def __init__(self, papers: Mapping[str, Paper], compute: Callable[[Paper], Mapping[str, _Value]]) -> None:
        self._papers, self._compute = papers, compute
        self._values: dict[str, _Value] = {}

    def __getitem__(self, slug: str) -> _Value:
        if slug not in self._values:
            self._values.update(self._compute(self._papers[slug]))
        return self._values[slug]

    def release(self, slug: str) -> None:
        """Forget the value of a slug."""
        self._values.pop(slug, None)

    def __contains__(self, slug: object) -> bool:
        return slug in self._papers

    def __iter__(self) -> Iterator[str]:
        return iter(self._papers)

    def __len__(self) -> int:
        return len(self._papers)

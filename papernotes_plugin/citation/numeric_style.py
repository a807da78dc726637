"""The numeric style, after IEEE's reference guide: `[1]`, `[1, p. 3]`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from papernotes_plugin.citation.cited_work import CitedWork, WorkForm, describe_work
from papernotes_plugin.citation.disambiguation import in_text_names
from papernotes_plugin.citation.locators import parse_locator
from papernotes_plugin.citation.punctuation import ordinal, suffix_text
from papernotes_plugin.identifiers import canonical_url
from papernotes_plugin.people import Person
from papernotes_plugin.vocabulary.citation_model import Citation, CitationPart, Cite, Run, plain_runs
from papernotes_plugin.vocabulary.model import Identifier, Paper

_SHOWN = 6
"""Number of authors that are named; a longer list names the first only (IEEE Reference Guide, "Authors")."""


class Numeric:
    """Style with numbers in the text, and a list in the order of first citation."""

    def bibliography(self, cited: Iterable[Paper]) -> NumericBibliography:
        """Return the references of a page."""
        return NumericBibliography(cited)


class NumericBibliography:
    """Numbered references of one page."""

    def __init__(self, cited: Iterable[Paper]) -> None:
        papers = {paper.slug: paper for paper in cited}
        self.papers: Sequence[Paper] = tuple(papers.values())
        self._works = {slug: describe_work(paper) for slug, paper in papers.items()}
        self._numbers = {slug: number for number, slug in enumerate(papers, 1)}

    def label(self, paper: Paper) -> str:
        """Return the number of a reference: `[1]`."""
        return f"[{self._numbers[paper.slug]}]"

    def cite(self, citation: Citation) -> tuple[CitationPart, ...]:
        """Return a citation: `[1], [3, p. 3]`, `Vaswani et al. [1]`; sorted by number if there are only numbers."""
        cites = list(citation.cites)
        parts: list[CitationPart] = []
        if citation.narrative:
            first = cites[0]
            if not first.suppressed:
                name = in_text_names([self._works[first.paper.slug]])[0]
                parts = [CitationPart((Run(name.joined("and"), italic=name.titled), Run(" ")), first.paper)]
        elif not any(cite.prefix or cite.suffix for cite in cites):
            cites.sort(key=lambda cite: self._numbers[cite.paper.slug])
        for at, cite in enumerate(cites):
            parts += [CitationPart((Run(", "),))] if at else []
            parts += self._cited(cite)
        return tuple(parts)

    def _cited(self, cite: Cite) -> Iterator[CitationPart]:
        """Yield the parts of one paper: `[`, its linked number, and the text after it with `]`."""
        prefix, after = cite.prefix.strip(), suffix_text(parse_locator(cite.suffix))
        number = str(self._numbers[cite.paper.slug])
        if not prefix and not after:
            yield CitationPart((Run(f"[{number}]"),), cite.paper)
            return
        yield CitationPart((Run(f"[{prefix} " if prefix else "["),))
        yield CitationPart((Run(number),), cite.paper)
        yield CitationPart((Run(f"{after}]"),))

    def reference(self, paper: Paper) -> tuple[Run, ...]:
        """Return `A. Vaswani and N. Shazeer, “Attention is all you need,” in *Advances …*, 2017, pp. 1–11.`."""
        work = self._works[paper.slug]
        quoted = work.form is not WorkForm.BOOK
        facts = [fact for fact in _facts(work) if plain_runs(fact)]
        authors = f"{_authors(work)}, " if work.persons else ""
        title = [Run(authors), *_title(work, quoted, bool(facts))]
        return tuple(run for run in (*title, *_listed(facts)) if run.text)


def _authors(work: CitedWork) -> str:
    """Return authors, or editors with their role; "" without names."""
    editing = "" if not work.edited else ", Eds." if len(work.persons) > 1 or work.cut else ", Ed."
    return _named(work.persons, editing, cut=work.cut)


def _named(persons: Sequence[Person], role: str, *, cut: bool = False) -> str:
    """Return names and a role: `A. Lee, B. Wu, and C. Xi, Eds.`; "" without names."""
    names = [" ".join(filter(None, (p.initials, p.surname, p.suffix))) for p in persons]
    if len(names) + cut > _SHOWN:
        return f"{names[0]} et al.{role}"
    if cut:
        return f"{', '.join(names)} et al.{role}"
    if len(names) > 2:
        return f"{', '.join(names[:-1])}, and {names[-1]}{role}"
    return " and ".join(names) + role if names else ""


def _title(work: CitedWork, quoted: bool, followed: bool) -> list[Run]:
    """Return the title in quotation marks, or in italics with volume and edition.

    Args:
        work: The work.
        quoted: Whether the title is in quotation marks.
        followed: Whether other facts follow the title.
    """
    stop = "" if work.title.text.endswith((".", "?", "!", "…", ",")) else "," if followed else "."
    if quoted:
        return [Run("“"), work.title, Run(f"{stop}”{' ' if followed else ''}")]
    edition = f", {ordinal(work.edition)} ed" if work.edition else ""
    volume = f", vol. {work.volume}" if work.volume else ""
    stop = "." if edition or volume or not work.title.text.endswith((".", "?", "!", "…")) else ""
    return [work.title._replace(italic=True), Run(f"{volume}{edition}{stop}{' ' if followed else ''}")]


def _facts(work: CitedWork) -> Iterator[tuple[Run, ...]]:
    """Yield the facts after the title, in the order for the form of the work; unknown facts are empty runs."""
    several = "–" in work.pages or "," in work.pages
    pages = f"{'pp.' if several else 'p.'} {work.pages}" if work.pages else ""
    if work.form is WorkForm.ARTICLE:
        yield (Run(work.container, italic=True),)
    elif work.form is WorkForm.CHAPTER:
        yield (Run("in "), Run(work.container, italic=True))
    elif work.form in (WorkForm.THESIS, WorkForm.REPORT):
        yield (Run(work.genre),)
    if work.form is not WorkForm.BOOK:
        yield (Run(f"vol. {work.volume}" if work.volume else ""),)
        yield (Run(f"no. {work.number}" if work.number else ""),)
    if work.form is WorkForm.CHAPTER:
        yield (Run(_named(work.editors, ", Eds.") if len(work.editors) > 1 else _named(work.editors, ", Ed.")),)
    last = [Run(work.year)]
    if work.form is WorkForm.ARTICLE:
        last = [Run(pages), *last]
    else:
        yield (Run(work.publisher),)
        yield (Run(work.place),)
        last = [*last, Run(pages)]
    yield from ((run,) for run in last)
    if work.doi:
        yield (Run("doi: "), Run(work.doi, url=canonical_url(Identifier("doi", work.doi))))
    yield from ((run,) for run in work.sources[bool(work.doi) :])


def _listed(facts: Sequence[Sequence[Run]]) -> list[Run]:
    """Return the facts joined by commas; no full stop follows a URL."""
    out: list[Run] = []
    for fact in facts:
        out += [Run(", "), *fact] if out else fact
    return [*out, Run("" if "://" in out[-1].text else ".")] if out else []

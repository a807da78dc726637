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
        """Return a citation: `[1], [3, p. 3]`, `Vaswani et al. [1]`; sorted by number unless words are between."""
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
        prefix, after = cite.prefix.strip(), suffix_text(cite.suffix, parse_locator(cite.suffix))
        number = str(self._numbers[cite.paper.slug])
        if not prefix and not after:
            yield CitationPart((Run(f"[{number}]"),), cite.paper)
            return
        yield CitationPart((Run(f"[{prefix} " if prefix else "["),))
        yield CitationPart((Run(number),), cite.paper)
        yield CitationPart((Run(f"{after}]"),))

    def reference(self, paper: Paper) -> tuple[Run, ...]:
        """`A. Vaswani and N. Shazeer, “Attention is all you need,” in *Advances …*, 2017, pp. 1–11.`."""
        known = self._works[paper.slug]
        quoted = known.form is not WorkForm.BOOK
        facts = [fact for fact in _facts(known) if plain_runs(fact)]
        authors = f"{_authors(known)}, " if known.persons else ""
        title = [Run(authors), *_title(known, quoted, bool(facts))]
        return tuple(run for run in (*title, *_listed(facts)) if run.text)


def _authors(known: CitedWork) -> str:
    editing = "" if not known.edited else ", Eds." if len(known.persons) > 1 or known.cut else ", Ed."
    return _named(known.persons, editing, cut=known.cut)


def _named(persons: Sequence[Person], role: str, *, cut: bool = False) -> str:
    """Return `A. Lee, B. Wu, and C. Xi` with their role; "" without names."""
    names = [" ".join(filter(None, (p.initials, p.surname, p.suffix))) for p in persons]
    if len(names) + cut > _SHOWN:
        return f"{names[0]} et al.{role}"
    if cut:
        return f"{', '.join(names)} et al.{role}"
    if len(names) > 2:
        return f"{', '.join(names[:-1])}, and {names[-1]}{role}"
    return " and ".join(names) + role if names else ""


def _title(known: CitedWork, quoted: bool, followed: bool) -> list[Run]:
    stop = "" if known.title.text.endswith((".", "?", "!", "…", ",")) else "," if followed else "."
    if quoted:
        return [Run("“"), known.title, Run(f"{stop}”{' ' if followed else ''}")]
    edition = f", {ordinal(known.edition)} ed" if known.edition else ""
    volume = f", vol. {known.volume}" if known.volume else ""
    stop = "." if edition or volume or not known.title.text.endswith((".", "?", "!", "…")) else ""
    return [known.title._replace(italic=True), Run(f"{volume}{edition}{stop}{' ' if followed else ''}")]


def _facts(known: CitedWork) -> Iterator[tuple[Run, ...]]:
    """Yield the facts behind the title, in the order for the form of the work."""
    several = "–" in known.pages or "," in known.pages
    pages = f"{'pp.' if several else 'p.'} {known.pages}" if known.pages else ""
    if known.form is WorkForm.ARTICLE:
        yield (Run(known.container, italic=True),)
    elif known.form is WorkForm.CHAPTER:
        yield (Run("in "), Run(known.container, italic=True))
    elif known.form in (WorkForm.THESIS, WorkForm.REPORT):
        yield (Run(known.genre),)
    if known.form is not WorkForm.BOOK:
        yield (Run(f"vol. {known.volume}" if known.volume else ""),)
        yield (Run(f"no. {known.number}" if known.number else ""),)
    if known.form is WorkForm.CHAPTER:
        yield (Run(_named(known.editors, ", Eds.") if len(known.editors) > 1 else _named(known.editors, ", Ed.")),)
    last = [Run(known.year)]
    if known.form is WorkForm.ARTICLE:
        last = [Run(pages), *last]
    else:
        yield (Run(known.publisher),)
        yield (Run(known.place),)
        last = [*last, Run(pages)]
    yield from ((run,) for run in last)
    if known.doi:
        yield (Run("doi: "), Run(known.doi, url=canonical_url(Identifier("doi", known.doi))))
    yield from ((run,) for run in known.sources[bool(known.doi) :])


def _listed(facts: Sequence[Sequence[Run]]) -> list[Run]:
    """Return the facts joined by commas; no full stop follows a URL."""
    out: list[Run] = []
    for fact in facts:
        out += [Run(", "), *fact] if out else fact
    return [*out, Run("" if "://" in out[-1].text else ".")] if out else []

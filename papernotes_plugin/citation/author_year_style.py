"""The author-year style, after APA's manual: `(Vaswani et al., 2017, p. 3)`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from papernotes_plugin.citation.cited_work import CitedWork, WorkForm, describe_work
from papernotes_plugin.citation.disambiguation import InTextName, in_text_names, sort_key
from papernotes_plugin.citation.locators import parse_locator
from papernotes_plugin.citation.punctuation import end_sentence, join_sentences, ordinal, suffix_text
from papernotes_plugin.people import Person
from papernotes_plugin.vocabulary.citation_model import Citation, CitationPart, Cite, Run
from papernotes_plugin.vocabulary.model import Paper

_SHOWN = 20
"""Number of authors that are named; a longer list has an ellipsis before the last one (APA, 7th ed., 9.8)."""


class AuthorYear:
    """Style with authors and year in the text, and a list sorted by them."""

    def bibliography(self, cited: Iterable[Paper]) -> AuthorYearBibliography:
        """Return the references of a page."""
        return AuthorYearBibliography(cited)


class AuthorYearBibliography:
    """References of one page, sorted by authors, year and title."""

    def __init__(self, cited: Iterable[Paper]) -> None:
        works = {paper.slug: (paper, describe_work(paper)) for paper in cited}
        ordered = [*works.values()]
        if len(ordered) > 1:
            ordered.sort(key=lambda pair: (sort_key(pair[1]), pair[0].slug))
        self.papers: Sequence[Paper] = tuple(paper for paper, _ in ordered)
        names = in_text_names([work for _, work in ordered])
        self._works = {paper.slug: (work, name) for (paper, work), name in zip(ordered, names, strict=True)}

    def label(self, paper: Paper) -> str:
        """Return "", because readers find a reference by its authors."""
        return ""

    def cite(self, citation: Citation) -> tuple[CitationPart, ...]:
        """Return a citation: `(Vaswani et al., 2017, p. 3; see Lee, 2020a)`, `Vaswani et al. (2017, p. 3)`."""
        first, *others = citation.cites
        name = self._works[first.paper.slug][1]
        parts = [CitationPart((Run("("),))]
        if citation.narrative and not first.suppressed:
            parts = [
                CitationPart((Run(name.joined("and"), italic=name.titled),), first.paper),
                CitationPart((Run(" ("),)),
            ]
        parts += self._cited(first, None, bare=citation.narrative)
        for before, cite in zip(citation.cites, others, strict=False):
            parts += self._cited(cite, before)
        return (*parts, CitationPart((Run(")"),)))

    def _cited(self, cite: Cite, before: Cite | None, *, bare: bool = False) -> Iterator[CitationPart]:
        """Yield the parts of one paper within the brackets; only the year if `before` has the same authors."""
        name = self._works[cite.paper.slug][1]
        locator = parse_locator(cite.suffix)
        if before:
            other = parse_locator(before.suffix)
            further_text = cite.prefix or other.rest or locator.rest or name.titled
            repeated = not further_text and self._has_same_authors(before, name)
            # after a locator, a comma would continue it
            yield CitationPart((Run(", " if repeated and not (other.place or locator.place) else "; "),))
            bare = bare or repeated
        if cite.prefix.strip():
            yield CitationPart((Run(f"{cite.prefix.strip()} "),))
        shown = () if bare or cite.suppressed else (Run(name.joined("&"), italic=name.titled), Run(", "))
        yield CitationPart((*shown, Run(name.date)), cite.paper)
        if after := suffix_text(locator):
            yield CitationPart((Run(after),))

    def _has_same_authors(self, before: Cite, name: InTextName) -> bool:
        """Return whether a citation shows the same authors as a name."""
        other = self._works[before.paper.slug][1]
        return (other.authors, other.more, other.titled) == (name.authors, name.more, name.titled)

    def reference(self, paper: Paper) -> tuple[Run, ...]:
        """Return `Vaswani, A., & Shazeer, N. (2017). Attention is all you need. In *Advances …* (pp. 1–11). https://…`."""
        work, name = self._works[paper.slug]
        date = f"({name.date})"
        authors = _authors(work)
        beginning = (
            [[*end_sentence([Run(authors)]), Run(f" {date}")], _title(work)] if authors else [_title(work), [Run(date)]]
        )
        return join_sentences(
            [end_sentence(part) for part in (*beginning, _container(work), *_published(work)) if part], work.sources
        )


def _authors(work: CitedWork) -> str:
    """Return authors or editors: `Lee, A., & Wu, B. (Eds.)`; "" without names."""
    names = [_name(person) for person in work.persons]
    editing = "" if not work.edited else " (Eds.)" if len(names) > 1 or work.cut else " (Ed.)"
    if work.cut:
        return f"{', '.join(names[:_SHOWN])}, et al.{editing}"
    if len(names) > _SHOWN:
        return f"{', '.join(names[: _SHOWN - 1])}, … {names[-1]}{editing}"
    if len(names) > 1:
        return f"{', '.join(names[:-1])}, & {names[-1]}{editing}"
    return names[0] + editing if names else ""


def _name(person: Person) -> str:
    return ", ".join(filter(None, (person.surname, person.initials, person.suffix)))


def _title(work: CitedWork) -> list[Run]:
    """Return the title, in italics unless the work is part of a larger one, with further facts in brackets."""
    is_separate = work.form not in (WorkForm.ARTICLE, WorkForm.CHAPTER)
    title = [work.title._replace(italic=is_separate)]
    if work.form is WorkForm.BOOK:
        edition = f"{ordinal(work.edition)} ed." if work.edition else ""
        volume = f"Vol. {work.volume}" if work.volume else ""
        if details := ", ".join(filter(None, (edition, volume))):
            title.append(Run(f" ({details})"))
    if work.form is WorkForm.THESIS:
        title.append(Run(f" [{', '.join(filter(None, (work.genre, work.publisher)))}]"))
    if work.form is WorkForm.REPORT:
        title.append(Run(f" ({work.genre} {work.number})" if work.number else f" [{work.genre}]"))
    return title


def _container(work: CitedWork) -> list[Run]:
    """Return the journal with volume and pages, or the book with editors and pages; empty for other works."""
    if work.form is WorkForm.ARTICLE:
        out = [Run(work.container, italic=True)]
        if work.volume:
            out += [Run(", "), Run(work.volume, italic=True)]
        if work.number:
            out.append(Run(f"({work.number})" if work.volume else f", ({work.number})"))
        return [*out, Run(f", {work.pages}")] if work.pages else out
    if work.form is not WorkForm.CHAPTER:
        return []
    names = [" ".join(filter(None, (p.initials, p.surname, p.suffix))) for p in work.editors]
    editor_names = (
        ", ".join(names[:-1]) + (", & " if len(names) > 2 else " & ") + names[-1] if len(names) > 1 else "".join(names)
    )
    editors = f"{editor_names} ({'Eds.' if len(names) > 1 else 'Ed.'}), " if names else ""
    pages = f"{'pp.' if '–' in work.pages or ',' in work.pages else 'p.'} {work.pages}" if work.pages else ""
    edition = f"{ordinal(work.edition)} ed." if work.edition else ""
    details = ", ".join(filter(None, (edition, f"Vol. {work.volume}" if work.volume else "", pages)))
    return [Run(f"In {editors}"), Run(work.container, italic=True), *([Run(f" ({details})")] if details else [])]


def _published(work: CitedWork) -> Iterator[list[Run]]:
    """Yield the publisher and any other form of publication, each as a sentence."""
    if work.publisher and work.form in (WorkForm.BOOK, WorkForm.CHAPTER, WorkForm.REPORT):
        yield [Run(work.publisher)]
    if work.place:
        yield [Run(work.place)]

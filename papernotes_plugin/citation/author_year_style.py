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
        names = in_text_names([known for _, known in ordered])
        self._known = {paper.slug: (known, name) for (paper, known), name in zip(ordered, names, strict=True)}

    def label(self, paper: Paper) -> str:
        """Return "": a reader finds a reference by its authors."""
        return ""

    def cite(self, citation: Citation) -> tuple[CitationPart, ...]:
        """Return a citation: `(Vaswani et al., 2017, p. 3; see Lee, 2020a)`, `Vaswani et al. (2017, p. 3)`."""
        first, *others = citation.cites
        name = self._known[first.paper.slug][1]
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
        """Yield the parts of one paper within the brackets; only the year if the authors are those before."""
        name = self._known[cite.paper.slug][1]
        if before:
            again = not (cite.prefix or before.suffix or name.titled) and self._same(before, name)
            yield CitationPart((Run(", " if again else "; "),))
            bare = bare or again
        if cite.prefix.strip():
            yield CitationPart((Run(f"{cite.prefix.strip()} "),))
        shown = () if bare or cite.suppressed else (Run(name.joined("&"), italic=name.titled), Run(", "))
        yield CitationPart((*shown, Run(name.date)), cite.paper)
        if after := suffix_text(cite.suffix, parse_locator(cite.suffix)):
            yield CitationPart((Run(after),))

    def _same(self, before: Cite, name: InTextName) -> bool:
        other = self._known[before.paper.slug][1]
        return (other.authors, other.more, other.titled) == (name.authors, name.more, name.titled)

    def reference(self, paper: Paper) -> tuple[Run, ...]:
        """`Vaswani, A., & Shazeer, N. (2017). Attention is all you need. In *Advances …* (pp. 1–11). https://…`."""
        known, name = self._known[paper.slug]
        date = f"({name.date})"
        authors = _authors(known)
        lead = (
            [[*end_sentence([Run(authors)]), Run(f" {date}")], _title(known)]
            if authors
            else [_title(known), [Run(date)]]
        )
        return join_sentences(
            [end_sentence(part) for part in (*lead, _container(known), *_published(known)) if part], known.sources
        )


def _authors(known: CitedWork) -> str:
    names = [_name(person) for person in known.persons]
    editing = "" if not known.edited else " (Eds.)" if len(names) > 1 or known.cut else " (Ed.)"
    if known.cut:
        return f"{', '.join(names[:_SHOWN])}, et al.{editing}"
    if len(names) > _SHOWN:
        return f"{', '.join(names[: _SHOWN - 1])}, … {names[-1]}{editing}"
    if len(names) > 1:
        return f"{', '.join(names[:-1])}, & {names[-1]}{editing}"
    return names[0] + editing if names else ""


def _name(person: Person) -> str:
    return ", ".join(filter(None, (person.surname, person.initials, person.suffix)))


def _title(known: CitedWork) -> list[Run]:
    """Return the title, in italics unless the work is part of a larger one, with further facts in brackets."""
    alone = known.form not in (WorkForm.ARTICLE, WorkForm.CHAPTER)
    title = [known.title._replace(italic=alone)]
    if known.form is WorkForm.BOOK:
        edition = f"{ordinal(known.edition)} ed." if known.edition else ""
        volume = f"Vol. {known.volume}" if known.volume else ""
        if details := ", ".join(filter(None, (edition, volume))):
            title.append(Run(f" ({details})"))
    if known.form is WorkForm.THESIS:
        title.append(Run(f" [{', '.join(filter(None, (known.genre, known.publisher)))}]"))
    if known.form is WorkForm.REPORT:
        title.append(Run(f" ({known.genre} {known.number})" if known.number else f" [{known.genre}]"))
    return title


def _container(known: CitedWork) -> list[Run]:
    if known.form is WorkForm.ARTICLE:
        out = [Run(known.container, italic=True)]
        if known.volume:
            out += [Run(", "), Run(known.volume, italic=True)]
        if known.number:
            out.append(Run(f"({known.number})" if known.volume else f", ({known.number})"))
        return [*out, Run(f", {known.pages}")] if known.pages else out
    if known.form is not WorkForm.CHAPTER:
        return []
    names = [" ".join(filter(None, (p.initials, p.surname, p.suffix))) for p in known.editors]
    most = (
        ", ".join(names[:-1]) + (", & " if len(names) > 2 else " & ") + names[-1] if len(names) > 1 else "".join(names)
    )
    editors = f"{most} ({'Eds.' if len(names) > 1 else 'Ed.'}), " if names else ""
    pages = f"{'pp.' if '–' in known.pages or ',' in known.pages else 'p.'} {known.pages}" if known.pages else ""
    edition = f"{ordinal(known.edition)} ed." if known.edition else ""
    details = ", ".join(filter(None, (edition, f"Vol. {known.volume}" if known.volume else "", pages)))
    return [Run(f"In {editors}"), Run(known.container, italic=True), *([Run(f" ({details})")] if details else [])]


def _published(known: CitedWork) -> Iterator[list[Run]]:
    if known.publisher and known.form in (WorkForm.BOOK, WorkForm.CHAPTER, WorkForm.REPORT):
        yield [Run(known.publisher)]
    if known.place:
        yield [Run(known.place)]

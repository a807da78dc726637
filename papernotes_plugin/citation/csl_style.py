"""Format citations and references in styles of the Citation Style Language.

Each work is formatted once for all pages.  This module adds what citeproc-py lacks: letters behind years that
distinguish works, alphabetical lists, `-@key`, and `@key` as part of a sentence.  A built-in style replaces a CSL style
that fails: a style for footnotes may have no references, and citeproc-py raises errors for some works.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from papernotes_plugin.citation import styled_text
from papernotes_plugin.citation.author_year_style import AuthorYear
from papernotes_plugin.citation.cited_items import CitedItem
from papernotes_plugin.citation.cited_work import describe_work
from papernotes_plugin.citation.disambiguation import in_text_names, year_letter
from papernotes_plugin.citation.locators import parse_locator
from papernotes_plugin.citation.numeric_style import Numeric
from papernotes_plugin.citation.punctuation import suffix_text
from papernotes_plugin.citation.reference_order import SortKeys, sort_by_keys
from papernotes_plugin.vocabulary.citation_model import Bibliography, Citation, CitationPart, Cite, Run, Style
from papernotes_plugin.vocabulary.issues import PapernotesError
from papernotes_plugin.vocabulary.model import Paper

if TYPE_CHECKING:
    from papernotes_plugin.citation.citeproc_engine import Engine

T = TypeVar("T")
Items = Callable[[Iterable[Paper]], Sequence[Mapping[str, Any]]]
"""Function from papers to their CSL-JSON items."""


def load_csl_style(text: str, items: Items) -> Style:
    """Return the style in the text of a `.csl` file.

    Args:
        text: The text of the file.
        items: Function from papers to their CSL-JSON items.

    Raises:
        PapernotesError: If the text is no style, or the extra `csl` is not installed.
    """
    try:
        from papernotes_plugin.citation.citeproc_engine import Engine
    except ImportError:
        raise PapernotesError("CSL styles need citeproc-py: pip install 'mkdocs-papernotes[csl]'") from None
    return CslStyle(Engine(text), items)


class _FormattedWork:
    """Work as the style formats it, for all pages; each text is computed on first access."""

    def __init__(self, engine: Engine, paper: Paper, items: Items) -> None:
        self.paper = paper
        self._engine = engine
        self._entries: dict[str, str] = {}
        self.reference: Any = _tried(lambda: engine.reference(paper.slug.lower(), items([paper])[0]), None)
        """Work as an object of the engine; None if the engine fails."""

    @cached_property
    def cited(self) -> str:
        """Citation of this work alone, as marked text; "" if the style fails."""
        wanted = [CitedItem(self.reference, 1)]
        return _tried(lambda: self._engine.cite(wanted), "") if self.reference else ""

    @cached_property
    def names(self) -> str:
        """Names of the authors as a citation in brackets prints them; "" if the style fails or prints none."""
        return _tried(lambda: self._engine.names(self.reference), "") if self.reference else ""

    @cached_property
    def authors(self) -> tuple[str, ...]:
        """The names as printed, and each author; empty if none are printed.  Two authors may have one printed name."""
        persons = describe_work(self.paper).persons
        return (self.names, *(f"{person.surname} {person.initials[:1]}" for person in persons)) if self.names else ()

    @cached_property
    def order(self) -> SortKeys:
        """Sort keys of the work; empty if the style fails."""
        return _tried(lambda: self._engine.sort_keys(self.reference), ()) if self.reference else ()

    def entry(self, suffix: str) -> str:
        """Return the reference as marked text, with the number 1; "" if the style fails.

        Args:
            suffix: The letter behind the year; "" for none.
        """
        if suffix not in self._entries:
            engine = self._engine
            reference = engine.has_list and self.reference
            if reference and suffix:
                reference = engine.with_year_letter(reference, suffix)
            self._entries[suffix] = _tried(partial(engine.entry, reference, 1), "") if reference else ""
        return self._entries[suffix]


def _tried(make: Callable[[], T], otherwise: T) -> T:
    """Return the result of a function, or `otherwise` if it raises an error."""
    try:
        return make()
    except Exception:  # citeproc-py raises many types
        return otherwise


class CslStyle:
    """CSL style, with a cache of the works that it has formatted."""

    def __init__(self, engine: Engine, items: Items) -> None:
        self.engine = engine
        self.builtin: Style = Numeric() if engine.numeric else AuthorYear()
        self._items = items
        self._works: dict[str, _FormattedWork] = {}

    def bibliography(self, cited: Iterable[Paper]) -> CslBibliography:
        """Return the references of a page."""
        return CslBibliography(self, cited)

    def formatted(self, paper: Paper) -> _FormattedWork:
        """Return a work in this style."""
        work = self._works.get(paper.slug)
        if work is None or work.paper is not paper:
            work = self._works[paper.slug] = _FormattedWork(self.engine, paper, self._items)
        return work

    def sorted(self, papers: list[Paper]) -> list[Paper]:
        """Return papers in the order of the list."""
        return sort_by_keys(papers, lambda paper: self.formatted(paper).order) if len(papers) > 1 else papers


class CslBibliography:
    """References of one page in a CSL style."""

    def __init__(self, style: CslStyle, cited: Iterable[Paper]) -> None:
        self._style = style
        papers = list({paper.slug: paper for paper in cited}.values())
        self._works = {paper.slug: style.formatted(paper) for paper in papers}
        self.papers: Sequence[Paper] = tuple(style.sorted(papers))
        self._numbers = {paper.slug: number for number, paper in enumerate(self.papers, 1)}
        self._letters = self._year_letters() if style.engine.letters and len(papers) > 1 else {}
        self._builtin: Bibliography = style.builtin.bibliography(self.papers)

    def _year_letters(self) -> dict[str, str]:
        """Return the letters of works with equal citations, in the order of the list."""
        alike: dict[str, list[str]] = {}
        for paper in self.papers:
            if cited := self._works[paper.slug].cited:
                alike.setdefault(styled_text.without_marks(cited), []).append(paper.slug)
        groups = [group for group in alike.values() if len(group) > 1]
        return {slug: year_letter(number) for group in groups for number, slug in enumerate(group)}

    def label(self, paper: Paper) -> str:
        """Return the number of the reference in the style (`[1]`, `1.`); "" if it has none."""
        entry = self._entry(paper)
        label = styled_text.split_number(entry, self._numbers[paper.slug])[0]
        return label if label or not self._style.engine.numeric else self._builtin.label(paper)

    def reference(self, paper: Paper) -> tuple[Run, ...]:
        """Return the reference in the style."""
        _, rest = styled_text.split_number(self._entry(paper), self._numbers[paper.slug])
        runs = styled_text.to_runs(rest)
        return runs if any(run.text.strip() for run in runs) else self._builtin.reference(paper)

    def _entry(self, paper: Paper) -> str:
        return self._works[paper.slug].entry(self._letters.get(paper.slug, ""))

    # --- citations ------------------------------------------------------------

    def cite(self, citation: Citation) -> tuple[CitationPart, ...]:
        """Return the citation in the style, in brackets if the style is one for footnotes."""
        first, *others = citation.cites
        authors: list[CitationPart] = []
        if citation.narrative and not first.suppressed:
            authors = [CitationPart((self._name_in_sentence(first.paper),), first.paper)]
            first = replace(first, suppressed=True)
        marked = self._cited((first, *others), sort=not citation.narrative)
        raised = marked.startswith(styled_text.SUPERSCRIPT[0])
        gap = [CitationPart((Run(" "),))] if authors and marked and not raised else []
        papers = [cite.paper for cite in citation.cites]
        parts = (
            *authors,
            *gap,
            *(CitationPart(runs, papers[at] if at >= 0 else None) for at, runs in styled_text.split_works(marked)),
        )
        # if the style fails for one work, for example without its authors, a built-in style cites all
        linked = {part.paper.slug for part in parts if part.paper}
        return parts if all(paper.slug in linked for paper in papers) else self._builtin.cite(citation)

    def _name_in_sentence(self, paper: Paper) -> Run:
        """Return the names of the authors as the style abbreviates them, with `and` instead of `&`; or the title."""
        engine = self._style.engine
        conjunction = engine.term("and") or "and"
        name = in_text_names([describe_work(paper)])[0]
        in_brackets = "" if engine.note or engine.numeric or name.titled else self._works[paper.slug].names
        if not in_brackets:
            return Run(name.joined(conjunction), italic=name.titled)
        # a single author may be an institution with `&` in its name
        return Run(re.sub(r" & (?!.* & )", f" {conjunction} ", in_brackets) if len(paper.authors) > 1 else in_brackets)

    def _cited(self, cites: Sequence[Cite], *, sort: bool) -> str:
        """Return the works of a citation as marked text; "" if the style fails."""
        if any(self._works[cite.paper.slug].reference is None for cite in cites):
            return ""
        marked = _tried(lambda: self._style.engine.cite([self._item(cite) for cite in cites], sort=sort), "")
        marked = styled_text.drop_omitted_authors(marked)
        if not re.search(r"\w", re.sub(f"{styled_text.ITEM[0]}\\d+", "", marked)):
            return ""
        return f"({marked})" if self._style.engine.note else marked

    def _item(self, cite: Cite) -> CitedItem:
        """Return a paper of a citation as an item for the engine, with its letter, locator, prefix and suffix."""
        engine, slug = self._style.engine, cite.paper.slug
        reference, suffix = self._works[slug].reference, self._letters.get(slug, "")
        if suffix:
            reference = engine.with_year_letter(reference, suffix)
        if cite.suppressed:
            reference = engine.without_authors(reference)
        locator = parse_locator(cite.suffix, engine.locator_terms)
        label = engine.label(locator.label)
        is_shown = bool(label or not locator.label) and bool(locator.place)
        after = locator.rest if is_shown else suffix_text(locator)
        prefix = f"{styled_text.clean(cite.prefix.strip())} " if cite.prefix.strip() else ""
        return CitedItem(
            reference,
            self._numbers[slug],
            prefix,
            styled_text.clean(after),
            label,
            styled_text.clean(locator.place) if is_shown else "",
            self._works[slug].reference,
            self._works[slug].authors if engine.collapses else (),
        )

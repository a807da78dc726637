"""A style of the Citation Style Language as one of ours: each work is worded once, the pages put the words together.

What citeproc-py does not do is done here: a letter behind the year where a page would call two works the same, a
list in the order of the alphabet, `-@key`, and `@key` as a part of the sentence.  What a style cannot word (those
of notes may have no references, and a work may break it) is worded by a style of our own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from papernotes_plugin.citation import marked
from papernotes_plugin.citation.author_year import AuthorYear
from papernotes_plugin.citation.locators import locator
from papernotes_plugin.citation.naming import letter, named
from papernotes_plugin.citation.numeric import Numeric
from papernotes_plugin.citation.phrases import behind
from papernotes_plugin.citation.work import work
from papernotes_plugin.citing import Bibliography, Citation, Cite, Part, Run, Style
from papernotes_plugin.issues import PapernotesError
from papernotes_plugin.model import Paper

if TYPE_CHECKING:
    from papernotes_plugin.citation.engine import Engine, Wanted

Items = Callable[[Iterable[Paper]], Sequence[Mapping[str, Any]]]
"""Papers as CSL-JSON."""


def csl(text: str, items: Items) -> Style:
    """The style in the text of a `.csl` file; `items` gives papers as CSL-JSON.

    Raises:
        PapernotesError: where the text is no style, and where the extra is not installed.
    """
    try:
        from papernotes_plugin.citation.engine import Engine
    except ImportError:
        raise PapernotesError("CSL styles need citeproc-py: pip install 'mkdocs-papernotes[csl]'") from None
    return CslStyle(Engine(text), items)


class _Worded(NamedTuple):
    """One work in the style, whatever the page."""

    paper: Paper
    reference: Any
    """As the engine wants it."""
    cited: str
    """A citation of it alone."""
    order: tuple[tuple[bool, int, str], ...]


class CslStyle:
    """A style that was read, and what it has worded so far."""

    def __init__(self, engine: Engine, items: Items) -> None:
        self.engine = engine
        self.own: Style = Numeric() if engine.numeric else AuthorYear()
        self._items = items
        self._worded: dict[str, _Worded | None] = {}
        self._entries: dict[tuple[str, str], str] = {}

    def bibliography(self, cited: Iterable[Paper]) -> CslBibliography:
        """The references of a page."""
        return CslBibliography(self, cited)

    def worded(self, paper: Paper) -> _Worded | None:
        """A work in this style; None where the style cannot word it."""
        known = self._worded.get(paper.slug)
        if paper.slug not in self._worded or (known and known.paper is not paper):
            self._worded[paper.slug] = known = self._word(paper)
        return known

    def _word(self, paper: Paper) -> _Worded | None:
        from papernotes_plugin.citation.engine import Wanted

        engine = self.engine
        try:
            reference = engine.reference(paper.slug.lower(), self._items([paper])[0])
            return _Worded(paper, reference, engine.cite([Wanted(reference, 1)]), engine.sort_keys(reference))
        except Exception:  # citeproc-py raises what it stumbles over
            return None

    def entry(self, known: _Worded, suffix: str) -> str:
        """A reference with a letter behind its year, marked, its number 1; "" where the style cannot word it."""
        key = known.paper.slug, suffix
        if key not in self._entries:
            reference = self.engine.lettered(known.reference, suffix) if suffix else known.reference
            try:
                self._entries[key] = self.engine.entry(reference, 1) if self.engine.listing else ""
            except Exception:  # as above
                self._entries[key] = ""
        return self._entries[key]


class CslBibliography:
    """The references of one page in a CSL style."""

    def __init__(self, style: CslStyle, cited: Iterable[Paper]) -> None:
        self._style = style
        papers = list({paper.slug: paper for paper in cited}.values())
        self._worded = {paper.slug: style.worded(paper) for paper in papers}
        self.papers: Sequence[Paper] = tuple(self._sorted(papers))
        self._numbers = {paper.slug: number for number, paper in enumerate(self.papers, 1)}
        self._letters = self._told_apart() if style.engine.letters else {}
        self._own: Bibliography = style.own.bibliography(self.papers)

    def _sorted(self, papers: list[Paper]) -> list[Paper]:
        """As the style says, key by key; what it could not word comes last."""
        for at, descending in reversed(list(enumerate(self._style.engine.descending))):
            known = {slug: word.order[at] if word else (True, 0, "") for slug, word in self._worded.items()}
            missing = [paper for paper in papers if known[paper.slug][0]]
            there = [paper for paper in papers if not known[paper.slug][0]]
            papers = sorted(there, key=lambda p, known=known: known[p.slug], reverse=descending) + missing  # type: ignore[misc]
        return papers

    def _told_apart(self) -> dict[str, str]:
        """The letters of the works that would be called the same, in the order of the list."""
        alike: dict[str, list[str]] = {}
        for paper in self.papers:
            if word := self._worded[paper.slug]:
                alike.setdefault(marked.plain(word.cited), []).append(paper.slug)
        groups = [group for group in alike.values() if len(group) > 1]
        return {slug: letter(number) for group in groups for number, slug in enumerate(group)}

    def label(self, paper: Paper) -> str:
        """The number of the reference as the style has it (`[1]`, `1.`); "" in a style without."""
        word = self._worded[paper.slug]
        entry = self._style.entry(word, self._letters.get(paper.slug, "")) if word else ""
        if not entry:
            return self._own.label(paper)
        return marked.numbered(entry, self._numbers[paper.slug])[0]

    def reference(self, paper: Paper) -> tuple[Run, ...]:
        """The reference in the words of the style."""
        word = self._worded[paper.slug]
        entry = self._style.entry(word, self._letters.get(paper.slug, "")) if word else ""
        _, rest = marked.numbered(entry, self._numbers[paper.slug])
        made = marked.runs(rest)
        return made if any(run.text.strip() for run in made) else self._own.reference(paper)

    # --- citations ------------------------------------------------------------

    def cite(self, citation: Citation) -> tuple[Part, ...]:
        """The citation in the words of the style; that of a style of notes stands in brackets."""
        if any(self._worded[cite.paper.slug] is None for cite in citation.cites):
            return self._own.cite(citation)
        lead: list[Part] = []
        first = citation.cites[0]
        if citation.narrative and not first.suppressed:
            name = named([work(first.paper)])[0]
            both = self._style.engine.term("and") or "and"
            lead = [Part((Run(name.joined(both), italic=name.titled),), first.paper)]
            citation = replace(citation, cites=(replace(first, suppressed=True), *citation.cites[1:]))
        try:
            made = self._style.engine.cite([self._wanted(cite) for cite in citation.cites])
        except Exception:  # citeproc-py raises what it stumbles over
            return self._own.cite(citation)
        made = marked.unnamed(made)
        if not re.search(r"\w", re.sub(f"{marked.ITEM[0]}\\d+", "", made)):
            return tuple(lead)
        if self._style.engine.note:
            made = f"({marked.unstopped(made)})"
        raised = marked.plain(made[:1]) == "" and made.startswith(marked.SUPERSCRIPT[0])
        gap = [Part((Run(" "),))] if lead and not raised else []
        papers = [cite.paper for cite in citation.cites]
        return (*lead, *gap, *(Part(runs, papers[at] if at >= 0 else None) for at, runs in marked.parts(made)))

    def _wanted(self, cite: Cite) -> Wanted:
        from papernotes_plugin.citation.engine import Wanted

        engine, slug = self._style.engine, cite.paper.slug
        word = self._worded[slug]
        assert word is not None
        reference, suffix = word.reference, self._letters.get(slug, "")
        if suffix:
            reference = engine.lettered(reference, suffix)
        if cite.suppressed:
            reference = engine.unnamed(reference)
        place = locator(cite.suffix)
        label = engine.label(place.label)
        after = behind(cite.suffix, place._replace(label="", place="") if label else place)
        prefix = f"{marked.clean(cite.prefix.strip())} " if cite.prefix.strip() else ""
        if label and place.rest:
            after = behind(" ", place._replace(label="", place=""))
        return Wanted(
            reference,
            self._numbers[slug],
            prefix,
            marked.clean(after),
            label,
            marked.clean(place.place) if label else "",
        )

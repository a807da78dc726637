"""Result of a program that reads an export, and its differences from the papers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from papernotes_plugin.entries.entry_fields import UNKNOWN_TITLE, year_of_identifiers
from papernotes_plugin.people import parse_people
from papernotes_plugin.vocabulary.model import Paper

# TeX commands and HTML tags; inline tags, which may be within a word; formulas, which every program shows differently
_MARKUP = re.compile(r"\\[A-Za-z]+(?:\{[^{}]*\})?|<[^<>]*>")
_TAG = re.compile(r"</?(?:a|b|code|i|span|sub|sup)\b[^<>]*>")
_FORMULA = re.compile(r"\$[^$]*\$")
_NON_LATIN = re.compile(r"[^\x00-\u024f\u2010-\u2026]+")
"""Pattern of non-Latin letters, which an ASCII export writes as commands or code points."""


@dataclass(frozen=True, slots=True)
class Item:
    """Entry as a program sees it; "" for a fact that the program does not report."""

    key: str = ""
    title: str = ""
    first: str = ""
    """Family name of the first author, or the name of an organisation."""
    year: str = ""
    doi: str = ""

    @classmethod
    def from_facts(cls, row: Mapping[str, object]) -> Item:
        """Return an item from a mapping with some of its facts."""
        return cls(**{name: str(row[name]) for name in cls.__slots__ if row.get(name) not in (None, "")})


@dataclass(frozen=True, slots=True)
class Verdict:
    """Problems that a program reports, and the entries that it sees."""

    complaints: tuple[str, ...] = ()
    count: int = 0
    items: tuple[Item, ...] = ()
    """Facts of the entries; empty for a program that reports only their number."""
    text: str = ""
    """Text of the page that a program typesets."""

    @classmethod
    def from_items(cls, complaints: Iterable[str], items: Sequence[Item]) -> Verdict:
        """Return the verdict of a program that reports the facts of its entries."""
        return cls(tuple(complaints), len(items), tuple(items))


def find_faults(verdict: Verdict, papers: Sequence[Paper], ascii_only: bool = False) -> list[str]:
    """Return the faults of an export by this verdict: reported problems, missing entries, different facts.

    If the export is ASCII (`ascii_only`), words with letters that have no LaTeX command are not compared.
    """
    faults = [complaint.strip()[:300] for complaint in verdict.complaints]
    if verdict.count != len(papers):
        faults.append(f"sees {verdict.count} of {len(papers)} entries")
    by_key = {item.key: item for item in verdict.items}
    for paper in papers if verdict.items else ():
        item = by_key.get(paper.citekey)
        if item is None:
            faults.append(f"{paper.citekey}: not seen")
        else:
            faults += [f"{paper.citekey}: {fault}" for fault in _differences(item, paper, ascii_only)]
    if verdict.text:
        page = letters(verdict.text)
        titles = ((paper, paper.title or UNKNOWN_TITLE) for paper in papers)
        faults += [f"{p.citekey}: not on the page: {t[:120]!r}" for p, t in titles if not _is_on_page(page, t)]
    return faults


def _is_on_page(page: str, title: str) -> bool:
    """Return whether all pieces of a title between formulas and unsupported letters are on a page."""
    return all(
        letters(piece) in page for piece in _NON_LATIN.sub("$", _FORMULA.sub("$", _MARKUP.sub("$", title))).split("$")
    )


def _differences(item: Item, paper: Paper, ascii_only: bool) -> list[str]:
    differences = []
    if not _same_title(item.title, paper.title or UNKNOWN_TITLE, ascii_only):
        differences.append(f"title {item.title[:120]!r} for {(paper.title or UNKNOWN_TITLE)[:120]!r}")
    names = _accepted_authors(paper)
    non_latin = ascii_only and paper.authors and _NON_LATIN.search(paper.authors[0])
    if names and letters(item.first) not in names and not non_latin:
        differences.append(f"first author {item.first[:80]!r} for {paper.authors[0][:80]!r}")
    year = paper.year or year_of_identifiers(paper.identifiers)
    if year and item.year[:4] != str(year):
        differences.append(f"year {item.year!r} for {year}")
    doi = next((held.value for held in paper.identifiers if held.scheme == "doi"), "")
    if item.doi and doi and item.doi.lower() != doi.lower():
        differences.append(f"DOI {item.doi!r} for {doi!r}")
    return differences


def _same_title(seen: str, title: str, ascii_only: bool) -> bool:
    """Return whether a program sees the whole title.

    Both must have the same letters; of a title with TeX or a formula, the program must see each word in order.
    """
    non_latin = ascii_only and _NON_LATIN.search(title)
    if not non_latin and not re.search(r"[\\$<{]", title):
        return letters(seen) == letters(title)
    shown, at = letters(seen), 0
    for word in _plain(title).split():
        if non_latin and _NON_LATIN.search(word):
            continue
        at = shown.find(letters(word), at)
        if at < 0:
            return False
    return True


def _plain(title: str) -> str:
    return _MARKUP.sub(" ", _FORMULA.sub(" ", title))


def _accepted_authors(paper: Paper) -> set[str]:
    """Return the accepted names of the first author: surname with or without particles, or the whole name."""
    persons, _ = parse_people(paper.authors[:1])
    if not persons:
        return set()
    words = persons[0].surname.split()
    return {letters(" ".join(words[n:])) for n in range(len(words))} | {letters(persons[0].natural)}


def letters(text: str) -> str:
    """Return the letters and digits of a text without accents and case, for comparison.

    Examples:
        >>> letters("{Ľ}oRA: 3-D <i>ﬁnds</i>"), letters("Σ注意")
        ('lora3dfinds', 'σ注意')
    """
    decomposed = unicodedata.normalize("NFKD", _TAG.sub("", text)).casefold()
    return "".join(c for c in unicodedata.normalize("NFKD", decomposed) if c.isalnum())

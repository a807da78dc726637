"""What a program made of an export, and what is wrong with that."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from papernotes_plugin.entries.entry_fields import year_of_identifiers
from papernotes_plugin.people import parse_people
from papernotes_plugin.vocabulary.model import Paper

# what TeX and HTML say around words; a formula, which every program words in its own way; signs hidden in words
_MARKUP = re.compile(r"\\[A-Za-z]+(?:\{[^{}]*\})?|<[^<>]*>")
_TAG = re.compile(r"</?(?:a|b|code|i|span|sub|sup)\b[^<>]*>")
_FORMULA = re.compile(r"\$[^$]*\$")
_UNTOLD = re.compile(r"[^\x00-\u024f\u2010-\u2026]+")
"""Letters beyond those of Latin, which an ASCII export tells in a way of its own."""


@dataclass(frozen=True, slots=True)
class Item:
    """One entry as a program saw it; "" for what the program does not tell."""

    key: str = ""
    title: str = ""
    first: str = ""
    """Family name of the first author, or the name of an organisation."""
    year: str = ""
    doi: str = ""

    @classmethod
    def of(cls, told: Mapping[str, object]) -> Item:
        """An item from data of unknown shape."""
        return cls(**{name: str(told[name]) for name in cls.__slots__ if told.get(name) not in (None, "")})


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a program said, and what it saw."""

    complaints: tuple[str, ...] = ()
    count: int = 0
    items: tuple[Item, ...] = ()
    """Empty for a program that tells only how many there are."""
    text: str = ""
    """The text of the page that a program typeset."""

    @classmethod
    def on(cls, complaints: Iterable[str], items: Sequence[Item]) -> Verdict:
        """The verdict of a program that tells what it saw."""
        return cls(tuple(complaints), len(items), tuple(items))


def faults(verdict: Verdict, papers: Sequence[Paper], ascii_only: bool = False) -> list[str]:
    """Everything wrong with an export by this verdict: complaints, entries not seen, facts seen otherwise.

    Where an export is ASCII (`ascii_only`), words in letters that LaTeX has no command for are not asked after.
    """
    found = [complaint.strip()[:300] for complaint in verdict.complaints]
    if verdict.count != len(papers):
        found.append(f"sees {verdict.count} of {len(papers)} entries")
    by_key = {item.key: item for item in verdict.items}
    for paper in papers if verdict.items else ():
        item = by_key.get(paper.citekey)
        if item is None:
            found.append(f"{paper.citekey}: not seen")
        else:
            found += [f"{paper.citekey}: {fault}" for fault in _differences(item, paper, ascii_only)]
    if verdict.text:
        page = letters(verdict.text)
        found += [f"{p.citekey}: not on the page: {p.title[:120]!r}" for p in papers if not _on(page, p.title)]
    return found


def _on(page: str, title: str) -> bool:
    """Whether a title stands on a page, if in pieces around a formula or signs that LaTeX lacks."""
    return all(
        letters(piece) in page for piece in _UNTOLD.sub("$", _FORMULA.sub("$", _MARKUP.sub("$", title))).split("$")
    )


def _differences(item: Item, paper: Paper, ascii_only: bool) -> list[str]:
    found = []
    if not _same_title(item.title, paper.title, ascii_only):
        found.append(f"title {item.title[:120]!r} for {paper.title[:120]!r}")
    names = _first_names(paper)
    untold = ascii_only and paper.authors and _UNTOLD.search(paper.authors[0])
    if names and letters(item.first) not in names and not untold:
        found.append(f"first author {item.first[:80]!r} for {paper.authors[0][:80]!r}")
    year = paper.year or year_of_identifiers(paper.identifiers)
    if year and item.year[:4] != str(year):
        found.append(f"year {item.year!r} for {year}")
    doi = next((held.value for held in paper.identifiers if held.scheme == "doi"), "")
    if item.doi and doi and item.doi.lower() != doi.lower():
        found.append(f"DOI {item.doi!r} for {doi!r}")
    return found


def _same_title(seen: str, title: str, ascii_only: bool) -> bool:
    """Whether a title is seen whole: the same letters; where TeX or a formula is in it, each of its words in order."""
    untold = ascii_only and _UNTOLD.search(title)
    if not untold and not re.search(r"[\\$<{]", title):
        return letters(seen) == letters(title)
    shown, at = letters(seen), 0
    for word in _plain(title).split():
        if untold and _UNTOLD.search(word):
            continue
        at = shown.find(letters(word), at)
        if at < 0:
            return False
    return True


def _plain(title: str) -> str:
    return _MARKUP.sub(" ", _FORMULA.sub(" ", title))


def _first_names(paper: Paper) -> set[str]:
    """What a program may call the first author: with the particles of the name or without, or by the whole name."""
    persons, _ = parse_people(paper.authors[:1])
    if not persons:
        return set()
    words = persons[0].surname.split()
    return {letters(" ".join(words[n:])) for n in range(len(words))} | {letters(persons[0].natural)}


def letters(text: str) -> str:
    """The letters and digits of a text, without accents and case: what every program must agree on.

    Examples:
        >>> letters("{Ľ}oRA: 3-D <i>ﬁnds</i>"), letters("Σ注意")
        ('lora3dfinds', 'σ注意')
    """
    decomposed = unicodedata.normalize("NFKD", _TAG.sub("", text)).casefold()
    return "".join(c for c in unicodedata.normalize("NFKD", decomposed) if c.isalnum())

"""Entries made of real facts, in cases of which it is known which entries describe one work."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

Fields = dict[str, str]
"""The fields of an entry; `type` is its type."""


class Case(NamedTuple):
    """Some entries, and the number of the work that each one describes."""

    kind: str
    entries: list[Fields]
    works: list[int | None]
    """None for an entry that may join any of the others."""


_VENUES = ("Journal of Fluids", "Atlas", "Chemical Reviews", "Acta Zoologica", "Nordic Law Quarterly", "Brain")
_RECURRING = (
    "Editorial", "Introduction", "Preface", "Foreword", "Errata", "Book review", "Vorwort", "Éditorial", "Prólogo",
    "Предисловие", "Corrigendum", "In memoriam", "Proceedings of the Annual Meeting", "Letters to the editor",
)  # fmt: skip
_PLACEHOLDERS = (
    ("doi", "10.1145/nnnnnnn.nnnnnnn"), ("doi", "10.1145/1122445.1122456"), ("doi", "10.1000/182"),
    ("isbn", "978-0-00-000000-2"), ("isbn", "0-000-00000-0"), ("pmid", "1"), ("pmid", "0"), ("eprint", "0000.00000"),
    ("eprint", "1234.56789"), ("doi", "10.475/123_4"),
)  # fmt: skip


def _word(number: int) -> str:
    """Return a word of its own for each number, which makes the title of a case unlike that of any other."""
    syllables = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeou"]
    base = len(syllables)
    return "".join(syllables[number // base**place % base] for place in range(3)).capitalize() + "th"


class Generator:
    """Makes cases from real entries."""

    def __init__(self, facts: Sequence[Mapping[str, str]], seed: int) -> None:
        self._facts = facts
        self._random = random.Random(seed)
        self._number = 0

    def work(self) -> Fields:
        """Return a journal article with a title of its own, made of the title and authors of a real entry."""
        real = self._random.choice(self._facts)
        self._number += 1
        year, volume = self._random.randint(1950, 2020), self._random.randint(1, 90)
        first = self._random.randint(1, 900)
        return {
            "type": "article",
            "title": f"{real['title']} {_word(self._number)} {_word(7919 * self._number % 100000)}",
            "author": real["author"],
            "journal": self._random.choice(_VENUES),
            "year": str(year),
            "volume": str(volume),
            "number": str(self._random.randint(1, 4)),
            "pages": f"{first}--{first + self._random.randint(1, 40)}",
        }

    def changed(self, work: Fields, *names: str) -> Fields:
        """Return a copy of a work with other values of these fields."""
        out = dict(work)
        for name in names:
            if name == "journal":
                out[name] = self._random.choice([venue for venue in _VENUES if venue != work["journal"]])
            elif name == "type":
                out |= {"type": "incollection", "booktitle": out.pop("journal")}
            elif name == "isbn":
                out[name] = f"978-0-{self._random.randint(10, 99)}-{self._random.randint(100000, 999999)}-0"
            else:
                number = int(work[name].split("-")[0]) + self._random.randint(1, 25)
                out[name] = f"{number}--{number + 5}" if name == "pages" else str(number)
        return out

    def reformatted(self, work: Fields) -> Fields:
        """Return the same work as another program writes it: braces, capitals, order of names, dashes."""
        out = dict(work) | {"title": "{" + work["title"].upper() + "}", "pages": work["pages"].replace("--", "-")}
        names = [name.split(", ") for name in work["author"].split(" and ")]
        out["author"] = " and ".join(" ".join(reversed(name)) for name in names)
        return out

    def cases(self, count: int) -> Iterator[Case]:
        """Yield cases of each kind in turn."""
        kinds: tuple[Callable[[], Case], ...] = (
            self._other_year, self._other_place, self._recurring, self._bridge, self._placeholder, self._pollution,
            self._chapters, self._preprint, self._exact, self._reformatted,
        )  # fmt: skip
        for number in range(count):
            yield kinds[number % len(kinds)]()

    def _other_year(self) -> Case:
        work = self.work()
        other = self._random.choice(["volume", "number", "pages", "journal", "type"])
        return Case("another year", [work, self.changed(work, "year", other)], [0, 1])

    def _other_place(self) -> Case:
        work = self.work()
        names = self._random.sample(["volume", "number", "pages", "journal"], 2)
        return Case("another place", [work, self.changed(work, *names)], [0, 1])

    def _recurring(self) -> Case:
        work = self.work() | {"title": self._random.choice(_RECURRING)}
        others = [self.changed(work, *names) for names in (("year", "volume", "pages"), ("number", "pages"))]
        return Case("recurring title", [work, *others], [0, 1, 2])

    def _bridge(self) -> Case:
        work = self.work()
        vague = {name: work[name] for name in ("type", "title", "author")}
        entries = [work, vague, self.changed(work, "year", "volume")]
        return Case("bridge", entries, [0, None, 1])

    def _placeholder(self) -> Case:
        name, value = self._random.choice(_PLACEHOLDERS)
        return Case("placeholder", [self.work() | {name: value} for _ in range(3)], [0, 1, 2])

    def _pollution(self) -> Case:
        """Return works of different authors with one identifier."""
        name = self._random.choice(["doi", "pmid", "eprint"])
        number = 10000 + self._number
        value = {"doi": f"10.1234/x.{number}", "pmid": str(30000000 + number), "eprint": f"1901.{number % 90000:05d}"}
        works: list[Fields] = []
        while len(works) < 3:
            work = self.work() | {name: value[name]}
            families = {person.split(",")[0] for person in work["author"].split(" and ")}
            if not any(family in other["author"] for other in works for family in families):
                works.append(work)
        return Case("pollution", works, [0, 1, 2])

    def _chapters(self) -> Case:
        work = self.work()
        shared = {"isbn": f"978-1-4020-{1000 + self._number % 8999}-3", "doi": f"10.1007/b{self._number}"}
        book = {"type": "book", "editor": work["author"], "title": work["title"], "year": work["year"]} | shared
        chapters = []
        for first in (1, 30):
            other = self.work() | {"type": "incollection", "booktitle": work["title"], "pages": f"{first}--{first + 9}"}
            del other["journal"], other["volume"], other["number"]
            chapters.append(other | shared | {"year": work["year"]})
        return Case("chapters", [book | {"publisher": "Springer"}, *chapters], [0, 1, 2])

    def _preprint(self) -> Case:
        work = self.work()
        preprint = {name: work[name] for name in ("title", "author")} | {"type": "misc"}
        preprint["year"] = str(int(work["year"]) - self._random.randint(0, 2))
        form = self._random.choice(["eprint", "journal", "doi"])
        number = f"{self._random.randint(1001, 2012)}.{self._number % 10000:05d}"
        if form == "eprint":
            preprint |= {"eprint": number, "archiveprefix": "arXiv"}
        elif form == "journal":
            preprint |= {"type": "article", "journal": self._random.choice(["CoRR", "bioRxiv", "arXiv preprint"])}
        else:
            preprint["doi"] = f"10.1101/2020.01.02.{100000 + self._number}"
        return Case("preprint", [work, preprint], [0, 0])

    def _exact(self) -> Case:
        work = self.work()
        if self._random.random() < 0.3:
            work["title"] = f"Reply to {work['title']}"
        return Case("exact duplicate", [work, dict(work)], [0, 0])

    def _reformatted(self) -> Case:
        work = self.work() | {"doi": f"10.1234/r.{self._number}"}
        again = self.reformatted(work)
        if self._random.random() < 0.5:
            again.pop("doi")
        else:
            again["doi"] = f"https://doi.org/{work['doi'].upper()}"
        return Case("reformatted duplicate", [work, again], [0, 0])


def bib_text(entries: Sequence[Fields]) -> str:
    """Return the entries as a `.bib` file; their keys are `e0`, `e1` and so on."""
    return "\n".join(
        f"@{fields['type']}{{e{n},\n"
        + "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if name != "type")
        + "}"
        for n, fields in enumerate(entries)
    )

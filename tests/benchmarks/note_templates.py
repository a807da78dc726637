"""Write real papers as notes, by the templates in `templates/`; `templates/README.md` says how to write one."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from papernotes_plugin.people import Person
from papernotes_plugin.vocabulary.model import Source
from tests.benchmarks.reference_styles import initials
from tests.benchmarks.reference_truth import JOURNALS, all_rows, plain_rows

FOLDER = Path(__file__).with_name("templates")
LONG_NAMES = {
    "ICML": "International Conference on Machine Learning",
    "ICLR": "International Conference on Learning Representations",
    "NeurIPS": "Advances in Neural Information Processing Systems",
}
_TOPICS = ("retrieval", "sampling", "vision", "agents", "planning", "alignment")
_MAX_AUTHORS = 7
_DRAWN = 20
"""Rows of facts that are drawn for each paper: some have other titles, names or numbers of authors than a template."""
_BEFORE_SENTENCE = "# Notes of week {number}\n\nThis week I worked on the new project and wrote some code.\n\n"
_AFTER_SENTENCE = "\nThe rest of the week was spent on other things.\n"
_EXAMPLES = (("Ada", "Lovelace"), ("Barbara", "Liskov"), ("Grace", "Hopper"))
"""The people by whom a template shows how it writes names."""
_NAMES = re.compile(r"\{([^{}]*\b(?:Ada|Lovelace|LOVELACE)\b[^{}]*)\}")
_PARTS = re.compile(r"([^:]{1,30}?(?=: )|\S+ \S+(?= )|\S+)(: | )(.*)$")
"""The name before the colon of a title, or its first words, and the rest."""
_FACT = re.compile(r"\{([a-z]+)\}")


@dataclass(frozen=True, slots=True)
class Work:
    """The facts of a paper that a template can write, and its number in the note."""

    number: int
    title: str
    authors: tuple[Person, ...]
    year: int
    acronym: str
    journal: str
    arxiv: str
    doi: str
    openreview: str
    volume: int
    issue: int
    first: int
    topic: str

    def facts(self) -> dict[str, str]:
        """Return the text of each placeholder."""
        slug = re.sub(r"[^a-z0-9]+", "-", self.title.casefold()).strip("-")
        parts = _PARTS.match(self.title)
        head, gap, tail = parts.groups() if parts else (self.title, "", "")
        return {
            "title": self.title,
            "head": head,
            "gap": gap,
            "tail": tail,
            "year": str(self.year),
            "yy": f"{self.year % 100:02}",
            "arxivyear": str(self.year - 1),
            "acronym": self.acronym,
            "conference": LONG_NAMES[self.acronym],
            "journal": self.journal,
            "arxiv": self.arxiv,
            "doi": self.doi,
            "openreview": self.openreview,
            "volume": str(self.volume),
            "issue": str(self.issue),
            "first": str(self.first),
            "last": str(self.first + 12),
            "number": str(self.number),
            "day": f"{self.number:02}",
            "topic": self.topic,
            "abstract": f"We study {self.topic} with a new method and report better results on three data sets.",
            "slug": slug[:40].strip("-"),
            "file": re.sub(r'[:/?"*]', "", self.title).strip(),
            "key": re.sub(r"\W", "", f"{self.authors[0].family}{self.year}{self.title.split()[0]}").casefold(),
        }


@dataclass(frozen=True)
class Template:
    """One way in which people or tools write papers down."""

    group: str
    """The name of its file."""
    name: str
    text: str
    """The text of one paper."""
    note: str = "notes.md"
    """The name of the note.  With a placeholder in it, each paper has a note of its own."""
    before: str = ""
    after: str = ""
    has_papers: bool = True
    """False if the text names people and titles, but no papers."""
    open_facts: frozenset[str] = frozenset()
    """The facts that the text prints but does not state."""

    @cached_property
    def stated(self) -> frozenset[str]:
        """The facts that the text and the note's name state: `title`, `authors`, `first author`, `year`, `venue`."""
        printed = {*_FACT.findall(self.text), *map(_names_stated, _NAMES.findall(self.text))}
        facts = printed & {"title", "authors", "first author", "year"}
        facts |= {"title"} if "{file}" in self.note else set()
        facts |= {"venue"} if printed & {"acronym", "conference", "journal"} else set()
        facts |= {"title"} if "head" in printed else set()
        facts |= {"year"} if "yy" in printed else set()
        return frozenset(facts - {"first author"} if "authors" in facts else facts) - self.open_facts

    @property
    def is_in_journal(self) -> bool:
        """True if the papers are articles in journals, False if they are of conferences."""
        return "{journal}" in self.text

    def works(self, draw: random.Random, count: int) -> list[Work]:
        """Return papers for the template, which have more than two authors if it writes only the first."""
        least = 3 if "first author" in self.stated else 2
        drawn = plain_rows(draw.sample(all_rows(), _DRAWN * count))
        rows = (row for row in drawn if least <= len(row[1]) <= _MAX_AUTHORS and _are_plain(row[1]))
        return [_work(draw, number, *next(rows)) for number in range(1, count + 1)]

    def notes(self, works: Sequence[Work]) -> Iterator[Source]:
        """Yield the notes on some papers."""
        texts: dict[str, list[str]] = {}
        for work in works:
            texts.setdefault(_filled(self.note, work), []).append(_filled(self.text, work))
        for path, parts in texts.items():
            yield Source(path, f"{self.before}{''.join(parts)}{self.after}".encode())


def _are_plain(people: Sequence[Person]) -> bool:
    """Return whether names are all different, and none is in capitals: the order of `YU LI` is not clear."""
    words = [word for person in people for word in person.natural.split()]
    are_clear = not any(len(word) > 1 and word.isupper() and word.isalpha() for word in words)
    return are_clear and len({*people}) == len(people)


def _work(draw: random.Random, number: int, row: Mapping[str, Any], people: tuple[Person, ...]) -> Work:
    """Return a paper with the title, the authors and the conference of a row; its other facts are drawn."""
    year = draw.randint(2016, 2024)
    return Work(
        number=number,
        title=row["title"].strip(" ."),
        authors=people,
        year=year,
        acronym=row["venue"],
        journal=draw.choice(JOURNALS),
        # preprints are older, so that the year of one is not right by chance
        arxiv=f"{(year - 1) % 100}{draw.randint(1, 12):02}.{draw.randint(10000, 19999)}",
        doi=f"10.{draw.randint(1000, 9999)}/{draw.choice('abcdefgh')}.{draw.randint(10000, 999999)}",
        openreview="".join(draw.choices("abcdefghijkLMNOPQRSTUVWXYZ0123456789", k=10)),
        volume=draw.randint(5, 60),
        issue=draw.randint(1, 12),
        first=draw.randint(1, 900),
        topic=draw.choice(_TOPICS),
    )


def read_templates() -> list[Template]:
    """Return all templates, by the names of their files and their order in them."""
    files = sorted(FOLDER.glob("*.yml"))
    return [_template(file.stem, entry) for file in files for entry in yaml.safe_load(file.read_text("utf-8"))]


def _template(group: str, entry: Mapping[str, Any]) -> Template:
    is_sentence = "sentence" in entry
    text = f"{_BEFORE_SENTENCE}{entry['sentence']}{_AFTER_SENTENCE}" if is_sentence else entry.get("text")
    return Template(
        group=group.replace("_", " "),
        name=entry["name"],
        text=text or entry["paper"],
        note=entry.get("note", "{number}.md" if is_sentence else "notes.md"),
        before=entry.get("before", ""),
        after=entry.get("after", ""),
        has_papers=entry.get("papers") != "none",
        open_facts=frozenset(entry.get("open", ())),
    )


# --- placeholders ---------------------------------------------------------------------------------


def _filled(text: str, work: Work) -> str:
    """Return a text with the facts of a paper in place of its placeholders."""
    facts = work.facts()
    text = _NAMES.sub(lambda match: names_like(match[1], work.authors), text)
    return _FACT.sub(lambda match: facts[match[1]], text)


def _names_stated(example: str) -> str:
    return "authors" if "hopper" in example.casefold() else "first author"


def names_like(example: str, people: Sequence[Person]) -> str:
    r"""Return the names of people in the form in which an example writes Ada Lovelace, Barbara Liskov and Grace Hopper.

    Examples:
        >>> from papernotes_plugin.people import parse_person
        >>> people = [parse_person(name) for name in ("Kurt Gödel", "Alan M. Turing", "Rózsa Péter", "Alonzo Church")]
        >>> names_like("Lovelace, A., Liskov, B. & Hopper, G.", people)
        'Gödel, K., Turing, A. M., Péter, R. & Church, A.'
        >>> names_like("Ada Lovelace, Barbara Liskov, and Grace Hopper", people[:2])
        'Kurt Gödel and Alan M. Turing'
        >>> names_like("- family: Lovelace\n- family: Liskov\n- family: Hopper", people[1:3])
        '- family: Turing\n- family: Péter'
        >>> names_like("LOVELACE A", people)
        'GÖDEL K'
    """
    spans = list(_spans(example))
    names = [example[start:end] for start, end in spans]
    gaps = [example[before[1] : after[0]] for before, after in pairwise(spans)]
    opening, ending = example[: spans[0][0]], example[spans[-1][1] :]
    if len(names) == 1:
        return opening + _name_like(names[0], 0, people[0]) + ending
    if len(people) == 2 and "," not in names[0]:
        gaps[1] = re.sub(r"^,(?= \w+ )", "", gaps[1])
    middle = (gaps[0] + _name_like(names[1], 1, person) for person in people[1:-1])
    last = gaps[1] + _name_like(names[2], 2, people[-1])
    return "".join([opening, _name_like(names[0], 0, people[0]), *middle, last, ending])


def _spans(example: str) -> Iterator[tuple[int, int]]:
    """Yield the place of each name in an example: one or three."""
    for person in _EXAMPLES:
        parts = list(_parts(person).finditer(example))
        if parts:
            yield parts[0].start(), parts[-1].end()


def _parts(person: tuple[str, str]) -> re.Pattern[str]:
    """Return a pattern for the parts of the name of one of the people in an example."""
    given, family = person
    return re.compile(rf"\b(?:{given}|{family}|{family.upper()}|{given[0]}\.|{given[0]}\b)")


def _name_like(example: str, number: int, person: Person) -> str:
    """Return a name in the form in which an example writes one of the people of `_EXAMPLES`."""
    given, family = _EXAMPLES[number]
    parts: dict[str, Callable[[], str]] = {
        given: lambda: person.given,
        family: lambda: person.surname,
        family.upper(): lambda: person.surname.upper(),
        f"{given[0]}.": lambda: initials(person),
        given[0]: lambda: initials(person, ""),
    }
    return _parts(_EXAMPLES[number]).sub(lambda match: parts[match[0]](), example)

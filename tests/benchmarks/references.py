"""Measure how references in many citation styles are read: `python -m tests.benchmarks.references [COUNT]`.

Real papers are written in the styles of `reference_styles`, in six kinds of places, with the links and the emphasis of
notes.  The table has a row for each style: the shares of references whose title, authors, year, venue and volume with
pages are right.  `--wrong STYLE` prints what is wrong.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice

from papernotes_plugin import recognisers, venues
from papernotes_plugin.people import Person, known_names, parse_person
from papernotes_plugin.reading import note_reader
from papernotes_plugin.text import comparison_key
from papernotes_plugin.vocabulary.model import Evidence, Source
from tests.benchmarks import reference_truth
from tests.benchmarks.reference_styles import STYLES, Work

BOUNDS = {"found": 0.99, "title": 0.98, "authors": 0.97, "year": 0.99, "venue": 0.95}
"""Minimum share of references, over all styles, that give each fact as they print it."""
COUNT = 5_000
PER_NOTE = 6
"""Number of references in a note."""
_LIMITS = {
    "MLA": (2, 1), "Google Scholar": (3, 1), "Chicago footnote": (3, 1), "IEEE": (6, 1), "Vancouver": (6, 6),
    "Nature": (5, 1), "GB/T 7714": (3, 3), "APA": (20, 19),
}  # fmt: skip
"""The number of authors from which a style cuts the list, and the number that it then prints."""


@dataclass
class Result:
    """What was right in the references of one style."""

    count: int = 0
    printed: Counter[str] = field(default_factory=Counter)
    """The number of references that print each fact."""
    right: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, reference: str, expected: dict[str, object], read: dict[str, object] | None) -> None:
        """Compare the facts that were read with those that a reference prints."""
        self.count += 1
        self.printed.update(("found", *expected))
        self.right["found"] += read is not None
        right = {name for name, value in expected.items() if read is not None and read[name] == value}
        self.right.update(right)
        if len(right) < len(expected):
            facts = "not found" if read is None else {name: read[name] for name in expected if name not in right}
            self.wrong.append(f"{reference}\n    {facts}")

    def share(self, name: str) -> float:
        """Return the share of the references that print a fact for which it is right; 1 if none prints it."""
        return self.right[name] / self.printed[name] if self.printed[name] else 1.0


def _person_key(person: Person | None) -> tuple[str, str]:
    """Return family name and initials in the form in which they are compared."""
    return (comparison_key(person.surname), comparison_key(person.initials).replace(" ", "")) if person else ("", "")


def expected_facts(work: Work, style: str) -> dict[str, object]:
    """Return the facts that a reference in a style prints."""
    limit, printed = _LIMITS.get(style, (999, 0))
    people = work.authors[:printed] if len(work.authors) > limit else work.authors
    number = f" {work.volume} ({work.year})" if work.is_article else ""
    venue = venues.parse_venue(work.venue + number)[0] or work.venue
    return {
        "title": comparison_key(work.title),
        "authors": tuple(map(_person_key, people)),
        "year": work.year,
        "venue": comparison_key(venue),
    }


def read_facts(evidence: Evidence) -> dict[str, object]:
    """Return the facts of a mention in the same form."""
    return {
        "title": comparison_key(evidence.title),
        "authors": tuple(_person_key(parse_person(name)) for name in known_names(evidence.authors)),
        "year": evidence.year,
        "venue": comparison_key(venues.parse_venue(evidence.venue)[0] or evidence.venue),
    }


def by_line(note: str) -> dict[int, Evidence]:
    """Return the evidence of the first mention on each line of a note that describes a paper."""
    read, _ = note_reader.read_note(Source("note.md", note.encode()))
    out: dict[int, Evidence] = {}
    for mention in recognisers.recognise(read):
        if mention.evidence.title:
            out.setdefault(mention.line, mention.evidence)
    return out


def measure(
    count: int, styles: Mapping[str, Callable[[Work], str]] = STYLES, seed: int = 1, per_note: int = PER_NOTE
) -> tuple[dict[str, Result], dict[str, Result]]:
    """Return the results by style and by kind of place."""
    draw = random.Random(seed)
    works = reference_truth.draw_works(count, seed)
    by_style: dict[str, Result] = {name: Result() for name in styles}
    by_place: dict[str, Result] = {name: Result() for name in reference_truth.PLACES}
    turns = cycle((style, place) for place in reference_truth.PLACES for style in styles)
    while batch := list(islice(works, per_note)):
        style, place = next(turns)
        written = [reference_truth.decorate(draw, styles[style](work), work) for work in batch]
        note, lines = reference_truth.place(draw, place, [reference for reference, _ in written])
        read = by_line(note)
        for (reference, _), work, line in zip(written, batch, lines, strict=True):
            facts = read_facts(read[line]) if line in read else None
            for result in (by_style[style], by_place[place]):
                result.add(reference, expected_facts(work, style), facts)
    return by_style, by_place


def overall(results: Iterable[Result]) -> Result:
    """Return the sum of results."""
    total = Result()
    for result in results:
        total.count += result.count
        total.printed += result.printed
        total.right += result.right
    return total


def table(results: dict[str, Result]) -> Iterator[str]:
    """Yield the lines of a table of results, with their sum at the end."""
    width = max(22, *map(len, results)) if results else 22
    yield f"{'':{width}}{'count':>6}" + "".join(f"{name:>9}" for name in BOUNDS)
    for name, result in [*results.items(), ("all", overall(results.values()))]:
        if result.count:
            yield f"{name:{width}}{result.count:6}" + "".join(f"{result.share(fact):9.3f}" for fact in BOUNDS)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.references", description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=COUNT)
    parser.add_argument("--wrong", metavar="STYLE", help="print the references of a style that are wrong")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    by_style, by_place = measure(options.count, seed=options.seed)
    print("\n".join([*table(by_style), "", *table(by_place)]))
    for name, result in [*by_style.items(), *by_place.items()]:
        if options.wrong in (name, "all"):
            print("\n".join([f"\n{name}", *result.wrong[:40]]))


if __name__ == "__main__":
    main()

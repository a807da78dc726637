"""Measure how the ways are read in which people and tools write notes: `python -m tests.benchmarks.ways_of_writing`.

Real papers are written by the templates in `templates/`, each as a vault of its own.  The table has a row for each file
of templates.  It shows the shares of papers whose facts are read as the notes state them, and untrue facts for each
paper.  `--only NAME` measures the templates with a name.  `--each` prints a row for each of them, and `--wrong 3` three
facts of each that are wrong.  `--drawn 400` measures so many templates of `drawn_templates` instead, and
`--labelled 400` so many of `labelled_templates`.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from papernotes_plugin import pipeline, venues
from papernotes_plugin.people import Person, known_names, parse_person
from papernotes_plugin.text import comparison_key
from papernotes_plugin.vocabulary.model import Paper
from tests.benchmarks import drawn_entries, drawn_templates, labelled_templates, note_templates
from tests.benchmarks.note_templates import Template, Work

FACTS = ("found", "title", "authors", "year", "venue")
PAPERS = 12
"""Number of papers that are written by each template."""
TUNING_SEED, CHECKED_SEED = 1, 2
"""The seed of the papers to look at while recognition is changed, and that of the test."""
_BOUNDS_TABLE = """
    group                 found  title  authors  year  venue  untrue
    clippers               0.99   0.99   0.82   0.99   0.74    0.01
    forms                  0.99   0.97   0.94   0.97   0.94    0.03
    humanities             0.99   0.99   0.99   0.99   0.99    0.01
    labels in languages    0.99   0.99   0.99   0.94   0.99    0.01
    lists                  0.99   0.94   0.90   0.94   0.94    0.06
    no papers              1.00   1.00   1.00   1.00   1.00    0.01
    note tools             0.96   0.96   0.93   0.93   0.93    0.05
    outliners              0.97   0.96   0.93   0.95   0.97    0.02
    pastes                 0.99   0.89   0.90   0.75   0.85    0.10
    reference managers     0.99   0.99   0.99   0.99   0.99    0.01
    references             0.99   0.99   0.99   0.99   0.99    0.02
    sentences              0.98   0.95   0.91   0.91   0.94    0.04
    tables                 0.99   0.99   0.92   0.83   0.88    0.16
    websites               0.99   0.99   0.99   0.99   0.99    0.01
"""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The lowest shares of a group of templates, and its highest number of untrue facts for each paper."""

    shares: dict[str, float]
    untrue: float


def _bounds(line: str) -> tuple[str, Bounds]:
    group, *numbers = re.split(r"\s{2,}", line.strip())
    *shares, untrue = map(float, numbers)
    return group, Bounds(dict(zip(FACTS, shares, strict=True)), untrue)


BOUNDS = dict(map(_bounds, _BOUNDS_TABLE.strip().split("\n")[1:]))
"""The bounds of each file of templates, for the papers of `CHECKED_SEED`."""

DRAWN_BOUNDS = Bounds({"found": 0.95, "title": 0.89, "authors": 0.84, "year": 0.86, "venue": 0.86}, 0.14)
"""The bounds of drawn templates."""
LABELLED_BOUNDS = Bounds({"found": 0.93, "title": 0.90, "authors": 0.88, "year": 0.89, "venue": 0.87}, 0.06)
"""The bounds of drawn templates whose facts have labels."""

ENTRY_BOUNDS = Bounds({"found": 0.71, "title": 0.53, "authors": 0.58, "year": 0.55, "venue": 0.62}, 0.33)
"""The bounds of drawn entries of lists."""


@dataclass
class Result:
    """What was right in the notes of one template, or of several."""

    count: int = 0
    stated: Counter[str] = field(default_factory=Counter)
    """The number of papers of which the notes state each fact."""
    right: Counter[str] = field(default_factory=Counter)
    untrue: int = 0
    """The number of facts that are not what the notes say, and of papers that the notes do not mention."""
    wrong: list[str] = field(default_factory=list)
    """What is untrue or lost, as lines of text."""

    def share(self, name: str) -> float:
        """Return the share of the papers with a stated fact for which it is right; 1 if no note states it."""
        return self.right[name] / self.stated[name] if self.stated[name] else 1.0

    @property
    def untrue_share(self) -> float:
        """The number of untrue facts for each paper."""
        return self.untrue / self.count

    def add_wrong(self, fact: str, read: object, true: object, *, is_lost: bool) -> None:
        """Note that a fact is lost, or untrue."""
        self.untrue += not is_lost
        self.wrong.append(f"{'lost' if is_lost else 'untrue'} {fact}: {read!r} instead of {true!r}")


def measure(templates: Iterable[Template], seed: int, count: int = PAPERS) -> dict[Template, Result]:
    """Return what is right in the notes of each template."""
    return {template: measure_template(template, seed, count) for template in templates}


def measure_template(template: Template, seed: int, count: int = PAPERS) -> Result:
    """Return what is right in the notes of one template."""
    works = template.works(random.Random(f"{template.name} {seed}"), count)
    papers = list(pipeline.build(list(template.notes(works)), pages=False).library.papers)
    result = Result(count=count)
    for work in works if template.has_papers else ():
        paper = next((paper for paper in papers if _is_of_work(paper, work)), None)
        result.stated.update({"found", *_stated(template)} & {*FACTS})
        if paper:
            papers.remove(paper)
            result.right["found"] += 1
            _compare(result, template, work, paper)
        else:
            result.add_wrong("paper", None, work.title, is_lost=True)
    for paper in papers:
        read = (paper.name, paper.authors, paper.year, [str(identifier) for identifier in paper.identifiers])
        result.add_wrong("paper", read, None, is_lost=False)
    return result


def _stated(template: Template) -> frozenset[str]:
    """Return the facts that a template states; the first author is a statement on the authors, too."""
    return template.stated | ({"authors"} if "first author" in template.stated else set())


def _is_of_work(paper: Paper, work: Work) -> bool:
    """Return whether a paper has the title or an identifier of a work."""
    values = {identifier.value for identifier in paper.identifiers}
    is_titled = comparison_key(paper.title) == comparison_key(work.title)
    return is_titled or not values.isdisjoint((work.arxiv, work.doi, work.openreview))


def _compare(result: Result, template: Template, work: Work, paper: Paper) -> None:
    """Add what is right, lost and untrue of one paper.  A fact that the note does not state must be true or missing."""
    venue = work.journal if template.is_in_journal else work.acronym
    # a subject such as `Machine Learning` is a journal only next to a volume
    names = (venue, *(venues.parse_venue(f"{venue}{number}")[0] for number in ("", " 5 (2020)")))
    # the number of a preprint gives its year, if nothing else does
    years = {work.year} if "year" in template.stated else {work.year, work.year - 1}
    read: dict[str, tuple[object, object, object, set[object]]] = {
        "title": (comparison_key(paper.title), paper.title, work.title, {comparison_key(work.title)}),
        "year": (paper.year, paper.year, work.year, {*years}),
        "venue": (
            comparison_key(paper.venue.acronym if paper.venue else ""),
            str(paper.venue or ""),
            venue,
            {*map(comparison_key, names)},
        ),
    }
    for fact, (key, shown, true, keys) in read.items():
        if key in keys:
            result.right[fact] += fact in template.stated
        elif key or fact in template.stated:
            result.add_wrong(fact, shown, true, is_lost=not key)
    _compare_authors(result, template, work, paper)


def _compare_authors(result: Result, template: Template, work: Work, paper: Paper) -> None:
    """Add whether the authors are right.  Fewer initials are right, and fewer names if the note does not state all."""
    true = [_person_key(person) for person in work.authors]
    read = [_person_key(parse_person(name)) for name in known_names(paper.authors)]
    pairs = zip(read, true, strict=False)
    are_true = len(read) <= len(true) and all(a == c and d.startswith(b) for (a, b), (c, d) in pairs)
    are_stated = "authors" in _stated(template)
    may_be_fewer = "authors" not in template.stated and (bool(read) or not are_stated)
    if are_true and (len(read) == len(true) or may_be_fewer):
        result.right["authors"] += are_stated
    else:
        names = [person.natural for person in work.authors]
        result.add_wrong("authors", paper.authors, names, is_lost=not read)


def _person_key(person: Person | None) -> tuple[str, str]:
    """Return family name and initials in the form in which they are compared."""
    return (comparison_key(person.surname), comparison_key(person.initials).replace(" ", "")) if person else ("", "")


def overall(results: Iterable[Result]) -> Result:
    """Return the sum of results."""
    total = Result()
    for result in results:
        total.count += result.count
        total.stated += result.stated
        total.right += result.right
        total.untrue += result.untrue
    return total


def by_group(results: Mapping[Template, Result]) -> dict[str, Result]:
    """Return the sum of the results of each file of templates."""
    groups = groupby(results, key=lambda template: template.group)
    return {group: overall(results[template] for template in templates) for group, templates in groups}


def table(results: Mapping[str, Result]) -> Iterator[str]:
    """Yield the lines of a table of results, with their sum at the end."""
    width = max(map(len, ["all", *results]))
    yield f"{'':{width}}{'papers':>8}" + "".join(f"{name:>9}" for name in (*FACTS, "untrue"))
    for name, result in [*results.items(), ("all", overall(results.values()))]:
        shares = (f"{result.share(fact):9.3f}" if result.stated[fact] else f"{'':9}" for fact in FACTS)
        yield f"{name:{width}}{result.count:8}{''.join(shares)}{result.untrue_share:9.3f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.ways_of_writing", description=__doc__)
    parser.add_argument("--seed", type=int, default=TUNING_SEED)
    parser.add_argument("--papers", type=int, default=PAPERS, help="the number of papers for each template")
    parser.add_argument("--only", metavar="NAME", default="", help="measure the templates with this in their name")
    parser.add_argument("--each", action="store_true", help="print a row for each template")
    parser.add_argument("--wrong", metavar="NUMBER", type=int, default=0, help="print so many wrong facts of each")
    parser.add_argument("--drawn", metavar="NUMBER", type=int, default=0, help="measure so many drawn templates")
    parser.add_argument("--labelled", metavar="NUMBER", type=int, default=0, help="measure so many with labels")
    parser.add_argument("--entries", metavar="NUMBER", type=int, default=0, help="measure so many drawn entries")
    options = parser.parse_args(arguments)
    drawn = drawn_templates.draw_templates(options.seed, options.drawn)
    drawn += labelled_templates.draw_templates(options.seed, options.labelled)
    drawn += drawn_entries.draw_entry_templates(options.seed, options.entries)
    wanted = (t for t in drawn or note_templates.read_templates() if options.only in f"{t.group}: {t.name}")
    results = measure(wanted, options.seed, options.papers)
    each = {f"{template.group}: {template.name}": result for template, result in results.items()}
    print("\n".join(table(each if options.each else by_group(results))))
    for name, result in each.items():
        if result.wrong and options.wrong:
            print("\n".join([f"\n{name}", *(f"    {line}" for line in result.wrong[: options.wrong])]))


if __name__ == "__main__":
    main()

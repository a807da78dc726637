"""Measure how references in any citation style are read: `python -m tests.benchmarks.citation_styles FOLDER [COUNT]`.

Real papers are written as bullets in styles of the Citation Style Language (CSL), which a folder contains as `.csl`
files.  The styles are not part of this repository: https://github.com/citation-style-language/styles has 2,800.  The
table has a row for each style, the worst first: the shares of references whose facts are read as the style prints them.
`--wrong NAME` prints what is wrong in the styles with a name; `--wrong ""` does so for all.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from papernotes_plugin import citation, recognisers, venues
from papernotes_plugin.people import Person, known_names, parse_person
from papernotes_plugin.reading import note_reader
from papernotes_plugin.text import comparison_key
from papernotes_plugin.vocabulary.citation_model import Run
from papernotes_plugin.vocabulary.issues import PapernotesError
from papernotes_plugin.vocabulary.model import Evidence, Paper, Source
from tests.benchmarks import reference_truth, references
from tests.benchmarks.reference_styles import Work

FOLDER = "PAPERNOTES_CSL_STYLES"
"""The environment variable with the folder of the styles, for the test."""
BOUNDS = {"found": 0.93, "title": 0.91, "authors": 0.91, "year": 0.93, "venue": 0.94}
"""Minimum share of references, over the styles of a seed, that give each fact as they print it."""
COUNT = 100
SEED = 5
_WORKS = 10
"""Number of papers that are written in each style."""
_TYPES = {"article": "article-journal", "inproceedings": "paper-conference", "preprint": "article"}
_ELLIPSIS = re.compile(r"…|\. ?\. ?\.")
_EMPHASIS = re.compile(r"(\s*)(.*?)(\s*)", re.DOTALL)


def csl_item(work: Work) -> dict[str, Any]:
    """Return a paper as CSL-JSON."""
    item: dict[str, Any] = {
        "id": "x",
        "type": _TYPES[work.kind],
        "title": work.title,
        "author": [{"family": person.surname, "given": person.given} for person in work.authors],
        "issued": {"date-parts": [[work.year]]},
        "publisher" if work.is_preprint else "container-title": work.venue,
    }
    if work.is_article:
        item |= {"volume": work.volume, "issue": work.issue, "page": f"{work.first}-{work.last}"}
    return item


def printed(style: str, works: Sequence[Work]) -> list[str]:
    """Return papers as references in a style, in Markdown; an empty list if the style has no references or fails.

    Args:
        style: The text of the style.
        works: The papers.
    """
    papers = {str(n): Paper(citekey=str(n), slug=str(n), title=work.title) for n, work in enumerate(works)}
    try:
        read = citation.load_csl_style(
            _with_gaps(style), lambda wanted: [csl_item(works[int(paper.slug)]) for paper in wanted]
        )
    except PapernotesError:
        return []
    # a style that fails gives the words of the style that is built in, without the venue of the CSL-JSON item
    out = [_markdown(read.bibliography([paper]).reference(paper)) for paper in papers.values()]
    failed = sum(
        comparison_key(work.venue[:5]) not in comparison_key(text) for work, text in zip(works, out, strict=True)
    )
    return out if failed < len(out) / 2 else []


def _with_gaps(style: str) -> str:
    """Return a style that prints a space after each part that is a block of its own, as one who pastes it has."""
    root = ElementTree.fromstring(style)
    for part in root.iterfind(".//*[@display]"):
        part.set("suffix", f"{part.get('suffix', '').rstrip()} ")
    return ElementTree.tostring(root, encoding="unicode")


def _markdown(runs: Sequence[Run]) -> str:
    """Return a reference as Markdown."""
    parts = []
    for (italic, bold), alike in groupby(runs, key=lambda run: (run.italic, run.bold)):
        match = _EMPHASIS.fullmatch("".join(run.text for run in alike))
        assert match
        mark = "*" * (italic + 2 * bold) if match[2] else ""
        parts.append(f"{match[1]}{mark}{match[2]}{mark}{match[3]}")
    return " ".join("".join(parts).split())


def expected_facts(work: Work, reference: str) -> dict[str, object]:
    """Return the facts of a paper that a reference prints; an empty title if it prints none."""
    key = comparison_key(reference)
    has_title = comparison_key(work.title) in key
    facts: dict[str, object] = {"title": comparison_key(work.title) if has_title else ""}
    if not has_title:
        return facts
    names = []
    rest = f" {key.replace(comparison_key(work.title), ' ')} "
    for person in work.authors:
        _, name, rest = rest.partition(f" {comparison_key(person.surname)} ")
        if not name:
            break
        rest = f" {rest}"
        names.append(_person_key(person))
    if names:
        facts["authors"] = tuple(names)
    if str(work.year) in reference:
        facts["year"] = work.year
    if comparison_key(work.venue) in key:
        number = f" {work.volume} ({work.year})" if work.is_article else ""
        facts["venue"] = comparison_key(venues.parse_venue(work.venue + number)[0] or work.venue)
    return facts


def _person_key(person: Person | None) -> tuple[str, str]:
    return (comparison_key(person.surname), comparison_key(person.initials).replace(" ", "")) if person else ("", "")


def read_facts(reference: str, expected: Mapping[str, object]) -> dict[str, object] | None:
    """Return the facts that a reference as a bullet gives; None for no paper, or for several.

    Names that say the same as the expected ones are given as those: a style may print fewer initials, or no names after
    an ellipsis.
    """
    note, _ = note_reader.read_note(Source("note.md", f"# Notes\n\n- {reference}\n".encode()))
    read = [mention.evidence for mention in recognisers.recognise(note) if mention.evidence.title]
    if len(read) != 1:
        return {"title": ""} if not (read or expected["title"]) else None
    facts = references.read_facts(read[0])
    authors = expected.get("authors", ())
    if isinstance(authors, tuple) and _says_same(read[0], authors, reference):
        facts["authors"] = authors
    return facts


def _says_same(evidence: Evidence, expected: Sequence[tuple[str, str]], reference: str) -> bool:
    """Return whether names are the expected ones, with as many initials as are printed."""
    read = [_person_key(parse_person(name)) for name in known_names(evidence.authors)]
    if len(read) < len(expected) and not (read and _ELLIPSIS.search(reference)):
        return False
    pairs = zip(read, expected, strict=False)
    return len(read) <= len(expected) and all(
        family == true_family and (initials.startswith(true_initials) or true_initials.startswith(initials))
        for (family, initials), (true_family, true_initials) in pairs
    )


def measure(folder: Path, count: int, seed: int) -> dict[str, references.Result]:
    """Return the results by style, for a number of styles that a seed draws."""
    files = sorted(folder.glob("*.csl"))
    random.Random(seed).shuffle(files)
    works = list(reference_truth.draw_works(_WORKS, seed + 100))
    out: dict[str, references.Result] = {}
    for file in files:
        if len(out) == count:
            break
        texts = printed(file.read_text("utf-8"), works)
        if texts:
            out[file.stem] = result = references.Result()
            for work, text in zip(works, texts, strict=True):
                expected = expected_facts(work, text)
                result.add(text, expected, read_facts(text, expected))
    return out


def worst_first(results: Mapping[str, references.Result]) -> dict[str, references.Result]:
    """Return results by the number of facts that are wrong."""
    return dict(sorted(results.items(), key=lambda pair: sum(pair[1].right.values()) - sum(pair[1].printed.values())))


def _wrong(results: Mapping[str, references.Result], wanted: str) -> Iterator[str]:
    for name, result in results.items():
        if wanted in name and result.wrong:
            yield "\n".join([f"\n{name}", *result.wrong])


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.citation_styles", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("count", nargs="?", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--wrong", metavar="NAME", help="print the references of styles that are wrong")
    options = parser.parse_args(arguments)
    results = worst_first(measure(options.folder, options.count, options.seed))
    print("\n".join(references.table(results)))
    if options.wrong is not None:
        print("\n".join(_wrong(results, options.wrong)))


if __name__ == "__main__":
    main()

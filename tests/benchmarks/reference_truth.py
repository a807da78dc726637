"""Draw papers and the noise of notes for `references`, always the same for the same seed."""

from __future__ import annotations

import json
import lzma
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

from papernotes_plugin.people import Person, parse_person
from tests.benchmarks.reference_styles import TITLE, TITLE_END, VENUE, VENUE_END, Work
from tests.conftest import SHARED

FACTS = SHARED / "data" / "facts.jsonl.xz"
PLACES = ("item", "paragraph", "quote", "callout", "cell", "footnote")
_JOURNALS_TABLE = (
    "Nature|Science|Journal of Machine Learning Research|IEEE Transactions on Pattern Analysis and Machine "
    "Intelligence|IEEE Trans. Inf. Theory|Neural Computation|Proceedings of the National Academy of Sciences|"
    "The Lancet|BMJ|N Engl J Med|JAMA Pediatrics|American Economic Review|Econometrica|The Quarterly Journal of "
    "Economics|Annals of Mathematics|Inventiones Mathematicae|The American Historical Review|Past & Present|"
    "Physical Review Letters|Phys. Rev. Lett.|J. Am. Chem. Soc.|Angewandte Chemie|Bioinformatics|PLOS ONE|Cell|"
    "Psychological Review|Cognition|Behavioral and Brain Sciences|Journal of Personality and Social Psychology|"
    "Communications of the ACM|ACM Computing Surveys|ACM Trans. Graph.|Artificial Intelligence|Machine Learning|"
    "Zeitschrift für Physik|Revue française de sociologie|Revista Española de Salud Pública|Soil Biology and "
    "Biochemistry|Frontiers in Neuroscience|Applied Sciences|eLife|npj Digital Medicine"
)
JOURNALS = _JOURNALS_TABLE.split("|")
_CONFERENCES_TABLE = (
    "International Conference on Machine Learning|Proceedings of the 37th International Conference on Machine "
    "Learning|ICML|ICLR|Advances in Neural Information Processing Systems|NeurIPS|International Conference on "
    "Learning Representations|CVPR|Proceedings of the IEEE/CVF Conference on Computer Vision and Pattern "
    "Recognition|Proceedings of the AAAI Conference on Artificial Intelligence|ACM SIGPLAN Conference on Programming "
    "Language Design and Implementation|International Symposium on Robotics Research|European Symposium on "
    "Programming|Proceedings of the 2nd Workshop on Reproducible Research|IEEE International Conference on Robotics "
    "and Automation|Annual Meeting of the Cognitive Science Society|EMNLP|Interspeech"
)
_CONFERENCES = _CONFERENCES_TABLE.split("|")
_PREPRINTS = ("arXiv preprint arXiv:{n}", "arXiv:{n}", "arXiv", "CoRR abs/{n}", "bioRxiv")
_SAFE = re.compile(r"[^*_|\[\]<>`\\^{}$\"“”~#@]+")
_CAPITALISED = re.compile(r"[A-Z][a-z]+")


def draw_works(count: int, seed: int = 1) -> Iterator[Work]:
    """Yield works with the titles and authors of real papers; years, venues and pages are drawn."""
    draw = random.Random(seed)
    rows = [*all_rows()]
    draw.shuffle(rows)
    for row, people in islice(plain_rows(rows), count):
        yield _work(draw, row["title"].strip(" ."), people)


@cache
def all_rows() -> Sequence[dict[str, Any]]:
    """Return the facts of all papers."""
    with lzma.open(FACTS, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def plain_rows(rows: Iterable[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], tuple[Person, ...]]]:
    """Yield the papers with an ordinary title and ordinary names, and these names."""
    for row in rows:
        people = tuple(filter(None, map(parse_person, row["authors"])))
        if _SAFE.fullmatch(row["title"]) and all(map(_is_ordinary, people)):
            yield row, people


def _is_ordinary(person: Person) -> bool:
    """Return whether a name has a given name, and no more than letters: some rows of the facts are defective."""
    name = person.natural
    words = f"{person.given} {person.family}".split()
    return (
        bool(person.given)
        and all(word[0].isupper() for word in words)
        and all(c.isalpha() or c in " .-'’" for c in name)
    )


def _work(draw: random.Random, title: str, people: tuple[Person, ...]) -> Work:
    kind = draw.choices(("article", "inproceedings", "preprint"), (45, 40, 15))[0]
    number = f"{draw.randint(10, 24):02}{draw.randint(1, 12):02}.{draw.randint(1, 19999):05}"
    pool = {"article": JOURNALS, "inproceedings": _CONFERENCES, "preprint": _PREPRINTS}[kind]
    venue = draw.choice(pool).format(n=number)
    first = draw.randint(1, 2200)
    return Work(
        title=sentence_case(title) if draw.random() < 0.4 else title,
        authors=people,
        year=2000 + int(number[:2]) if kind == "preprint" else draw.randint(1975, 2025),
        kind=kind,
        venue=venue,
        volume=str(draw.randint(1, 140)),
        issue=str(draw.randint(1, 12)),
        first=first,
        last=first + draw.randint(1, 40),
        doi=f"10.{draw.randint(1000, 9999)}/{draw.choice('abcdefgh')}.{draw.randint(10000, 999999)}",
    )


def sentence_case(title: str) -> str:
    """Return a title with capitals only at its beginning, after a colon, and in words that are not plain.

    Examples:
        >>> sentence_case("DRoP: Distributionally Robust Data Pruning")
        'DRoP: Distributionally robust data pruning'
    """
    words = title.split(" ")
    for n, word in enumerate(words):
        if n and not words[n - 1].endswith((":", "?", ".")) and _CAPITALISED.fullmatch(word):
            words[n] = word.casefold()
    return " ".join(words)


# --- noise ----------------------------------------------------------------------------------------


def decorate(draw: random.Random, reference: str, work: Work) -> tuple[str, Work]:
    """Return a reference with links and emphasis as notes have them, and the work that it then describes."""
    url = f"https://doi.org/{work.doi}"
    form = draw.choices(("none", "bare", "url", "word", "title", "whole", "doi"), (35, 15, 8, 12, 12, 8, 10))[0]
    style = draw.choices(("plain", "venue", "title", "bold"), (40, 35, 10, 15))[0]
    marks = {"plain": ("", ""), "venue": ("", "*"), "title": ("*", ""), "bold": ("**", "")}[style]
    if r"\em" in reference:
        marks = ("", "")
    title_open, title_close = (marks[0], marks[0])
    if form == "title":
        title_open, title_close = f"{title_open}[", f"]({url}){title_close}"
    for mark, text in ((TITLE, title_open), (TITLE_END, title_close), (VENUE, marks[1]), (VENUE_END, marks[1])):
        reference = reference.replace(mark, text)
    if form == "whole":
        reference = f"[{reference}]({url})"
    endings = {"bare": f" {url}", "url": f" [{url}]({url}).", "word": f" [[pdf]({url})]", "doi": f" doi: {work.doi}"}
    return reference + endings.get(form, ""), work if form != "none" else replace(work, doi="")


def place(draw: random.Random, name: str, references: list[str]) -> tuple[str, list[int]]:
    """Return a note with references in one kind of place, and the line of each."""
    lines, at = ["# Reading", "", "Some words about the subject."], []
    number = draw.random() < 0.3
    lines += ["", "| Reference | Remark |", "|---|---|"] if name == "cell" else [""]
    for n, reference in enumerate(references, 1):
        start = f"[{n}] " if number and name == "paragraph" else ""
        written = {
            "item": [f"{n}. {reference}" if number else f"- {reference}"],
            "paragraph": [start + reference, ""],
            "quote": [f"> {reference}", "", "What I think about it.", ""],
            "callout": [f"> [!quote] {'Source' if number else ''}", f"> {reference}", "", "My words.", ""],
            "cell": [f"| {reference} | read it |"],
            "footnote": [f"[^{n}]: {reference}"],
        }[name]
        at.append(len(lines) + (2 if name == "callout" else 1))
        lines += written
    return "\n".join(lines) + "\n", at

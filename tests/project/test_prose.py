"""The README and the documentation are plain English: short sentences, plain words, an example on each page.

`python -m tests.project.test_prose` prints every finding.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.project.test_words import documentation_pages, page_prose

AVERAGE = 25
"""Words in an average sentence of a page."""
PLAIN = {
    "a large number of": "many",
    "at this point in time": "now",
    "basically": "",
    "blazing": "",
    "commence": "start",
    "due to the fact that": "because",
    "effortless": "",
    "facilitate": "help",
    "in order to": "to",
    "in the event that": "if",
    "leverage": "use",
    "of course": "",
    "obviously": "",
    "please": "",
    "prior to": "before",
    "seamless": "",
    "simply": "",
    "subsequent to": "after",
    "utilise": "use",
    "utilize": "use",
    "with regard to": "about",
}
"""Wordy phrases and words of advertisements, with the plain word; empty if nothing should replace them."""
PAGES = documentation_pages()
_NOT_PROSE = re.compile(
    r"`[^`\n]*`|\{ #[\w-]+ \}|<[^<>\n]*>|!!! \w+|\[[^\[\]\n]*@[^\[\]\n]*\]|^#+ .*$|\d[\d.,-]*", re.MULTILINE
)
_MARKDOWN = ("typography.symbols", "typography.punctuation", "annotations")
"""Checks that read the marks of Markdown as prose: quotes, callouts, and code that is shown in a table."""


def _sentences(path: Path) -> str:
    """Return the prose of a page with a different word for each piece of code, so that none seems repeated."""
    numbers = itertools.count()
    return _NOT_PROSE.sub(lambda match: f"code{next(numbers)}", page_prose(path))


def _findings(name: str, text: str) -> Iterator[Any]:
    """Yield the results of proselint's checks of a text."""
    from proselint.checks import __register__
    from proselint.config import DEFAULT
    from proselint.registry import CheckRegistry
    from proselint.tools import LintFile

    if not CheckRegistry().checks:
        CheckRegistry().register_many(__register__)
    for finding in LintFile(name, text).lint(DEFAULT):
        yield finding.check_result


def proselint_findings(path: Path) -> Iterator[str]:
    """Yield what proselint reports about the sentences of a page, in its default style."""
    text = re.sub(r"\n\s*\n", "\n\n—\n\n", _sentences(path))
    for result in _findings(path.name, text):
        if not result.check_path.startswith(_MARKDOWN):
            start, end = result.span
            yield f"{path.relative_to(ROOT)}: {result.message} [{result.check_path}]: {text[start - 20 : end + 20]!r}"


def wordy_findings(path: Path) -> Iterator[str]:
    """Yield the wordy phrases of a page, with the plain word."""
    text = " ".join(_sentences(path).lower().split())
    for phrase, plain in PLAIN.items():
        if re.search(rf"\b{phrase}", text):
            yield f"{path.relative_to(ROOT)}: '{phrase}'" + (f", write '{plain}'" if plain else ", leave it out")


def average_sentence(path: Path) -> float:
    """Return the number of words in an average sentence of a page; headings and cells of tables do not count."""
    paragraphs = re.split(r"\n\s*\n", _sentences(path))
    sentences = [s for p in paragraphs if re.search(r"[.!?]\W*$", p) for s in re.split(r"(?<=[.!?])\s", p) if s.strip()]
    return sum(len(sentence.split()) for sentence in sentences) / max(len(sentences), 1)


def test_proselint_finds_nothing() -> None:
    """The default style of proselint has no complaint about the README and the documentation."""
    if find_spec("proselint") is None and not os.environ.get("PAPERNOTES_REQUIRE_PROSE"):
        pytest.skip("not installed: proselint")
    assert [finding for page in PAGES for finding in proselint_findings(page)] == []
    # the checks did run
    assert list(_findings("page.md", "At the end of the day, it is very unique."))


def test_no_page_is_wordy() -> None:
    """No page has a phrase for which there is a shorter one, and none praises itself."""
    assert [finding for page in PAGES for finding in wordy_findings(page)] == []


def test_sentences_are_short() -> None:
    """An average sentence of a page has at most 25 words."""
    assert {page.name: average for page in PAGES if (average := average_sentence(page)) > AVERAGE} == {}


def test_every_page_has_an_example() -> None:
    """Each page of the documentation shows something that a reader can run, write or see: code, or a live directive."""
    example = re.compile(r"^ *```|^<!-- papernotes:|^::: |^#+ .*\b[Ee]xamples?\b", re.MULTILINE)
    pages = [page for page in PAGES if page.parent != ROOT or page.name == "README.md"]
    assert [page.name for page in pages if not example.search(page.read_text("utf-8"))] == []


if __name__ == "__main__":
    for page in PAGES:
        print("\n".join([*proselint_findings(page), *wordy_findings(page)]), end="")

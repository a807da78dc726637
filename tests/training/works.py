"""Works of bibliographies from which references are drawn."""

from __future__ import annotations

import json
import re
from itertools import chain
from pathlib import Path

from tests.training.chunks import Work

_SCRIPTS = (
    ("ru", re.compile("[а-я]")),
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
)
_SMALL_WORDS = {
    "de": "der die das und für ein eine zur von den dem im",
    "fr": "le la les des et une du dans pour sur",
    "es": "el los las del y una en para por",
    "pt": "o os do da dos e uma em para",
    "it": "il lo gli della di e una nel per",
    "pl": "w i na z do oraz",
    "en": "the of and a in for to on with",
}
_WORDS = {language: frozenset(words.split()) for language, words in _SMALL_WORDS.items()}
_UNUSABLE = re.compile(r"[\\{}\"\x00-\x1f]")
"""Signs of LaTeX, and quotation marks that a reference may have around a title."""
_MIN_TITLE, _MIN_TITLE_OF_ONE = 4, 20
"""Characters of a title, and of one whose only author has no given name, and may be an organisation."""


def read_works(paths: str) -> list[Work]:
    """Return the usable works of files, whose paths have commas between them."""
    lines = (line for path in paths.split(",") for line in Path(path).read_text("utf-8").splitlines())
    return [work for work in (usable_work(json.loads(line)) for line in lines) if work]


def read_lines(path: str) -> list[str]:
    """Return the lines of a file that are not empty."""
    return [line for line in Path(path).read_text("utf-8").splitlines() if line.strip()]


def usable_work(work: Work) -> Work | None:
    """Return a work with its language and with single spaces; None if it has no title, no person, or marks of LaTeX."""
    people = work.get("authors") or work.get("editors") or []
    title = work.get("title") or ""
    if not people or len(title) < _MIN_TITLE or not all(family.strip() for _, family in people):
        return None
    if len(people) == 1 and not people[0][0] and len(title) < _MIN_TITLE_OF_ONE:
        return None
    if any(map(_UNUSABLE.search, chain([title], *people))):
        return None
    plain = {key: re.sub(r"\s+", " ", value) if isinstance(value, str) else value for key, value in work.items()}
    return {**plain, "language": language_of(title)}


def language_of(title: str) -> str:
    """Return the language of a title by its script and its small words; English for none.

    Examples:
        >>> [language_of(title) for title in ("Die Kunst der Fuge", "Война и мир", "Attention")]
        ['de', 'ru', 'en']
    """
    for language, letters in _SCRIPTS:
        if letters.search(title):
            return language
    words = title.casefold().split()
    return max(_WORDS, key=lambda language: (sum(word in _WORDS[language] for word in words), language == "en"))

r"""An independent judge of merges: it reads the fields of entries by itself and uses no module of the package.

A merge of two entries is right only if their titles, their authors, and the year, the eprint or the DOI agree.  Two
entries are true duplicates if they have one DOI, or if all fields that describe the work are alike.
"""

from __future__ import annotations

import difflib
import html
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

_COMMAND = re.compile(r"\\(?:[a-zA-Z]+\*?|.)")
_LETTER_COMMANDS = {
    r"\ss": "ss", r"\o": "o", r"\O": "o", r"\ae": "ae", r"\AE": "ae", r"\oe": "oe", r"\OE": "oe", r"\aa": "a",
    r"\AA": "a", r"\l": "l", r"\L": "l", r"\i": "i", r"\j": "j",
}  # fmt: skip
_FORMATTING_TABLE = """
    textbf textit textsc texttt textrm textsf textsl textsuperscript textsubscript emph em it bf tt sc rm sf sl mathrm
    mathbf mathit mathcal mathbb mbox hbox noopsort relax protect boldmath ensuremath url href
"""
_FORMATTING = frozenset(_FORMATTING_TABLE.split())
_SAME_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i", "ð": "d"})
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ARXIV = re.compile(r"(?<!\d)\d{4}\.\d{4,5}(?!\d)|[a-z-]+/\d{7}")
_PREPRINTS = re.compile(
    r"10\.1101/\d|arxiv|corr\b|rxiv|ssrn|preprint|research square|hal\b|eprint archive", re.IGNORECASE
)
_SUFFIXES = {"jr", "sr", "ii", "iii", "iv"}
_WORK_FIELDS = ("volume", "number", "pages")


class Work(NamedTuple):
    """What the judge knows of one entry."""

    type: str
    title: str
    authors: tuple[str, ...]
    """Family names, in order."""
    year: str
    doi: str
    arxiv: str
    is_preprint: bool
    venue: str
    numbers: tuple[str, str, str]
    """Volume, number and first page."""
    edition: tuple[str, str, str]
    """Publisher, edition and ISBN."""
    extent: int
    """Number of pages of a book; 0 if unknown."""
    initial: str
    """First letter of the given name of the first author."""


@lru_cache(maxsize=1 << 16)
def plain(value: str) -> str:
    """Return the letters and digits of a value in lower case, without accents, LaTeX and punctuation."""
    value = _COMMAND.sub(_replacement, value)
    value = html.unescape(value.replace("{", "").replace("}", "").replace("~", " "))
    value = unicodedata.normalize("NFKD", value.casefold().translate(_SAME_LETTERS))
    return " ".join("".join(c if c.isalnum() else "" if unicodedata.combining(c) else " " for c in value).split())


def _replacement(command: re.Match[str]) -> str:
    """Return the text of a LaTeX command: a letter, the name of a logo such as TeX, or nothing."""
    if command[0] in _LETTER_COMMANDS:
        return _LETTER_COMMANDS[command[0]]
    name = command[0][1:]
    return "" if len(name) < 2 or name in _FORMATTING else name


def work_of(kind: str, fields: Mapping[str, str]) -> Work:
    """Return what the judge knows of an entry with these fields."""
    people = fields.get("author") or fields.get("editor") or ""
    journal = fields.get("journal") or fields.get("journaltitle") or ""
    venue = journal or fields.get("booktitle") or fields.get("school") or fields.get("institution") or ""
    publication = " ".join(
        fields.get(name, "") for name in ("journal", "journaltitle", "howpublished", "publisher", "doi")
    )
    doi = _DOI.search(fields.get("doi", "").replace("\\", ""))
    eprint = _ARXIV.search(fields.get("eprint", "") + " " + fields.get("arxivid", "") + " " + publication)
    year = re.search(r"\d{4}", fields.get("year") or fields.get("date") or "")
    year = year or re.search(r"\b(?:19|20)\d\d\b", fields.get("booktitle", ""))
    title = " ".join(filter(None, (fields.get("title"), fields.get("subtitle"))))
    return Work(
        type=kind,
        title=plain(title),
        authors=tuple(filter(None, map(_family, _AND.split(people)))),
        year=year[0] if year else "",
        doi=doi[0].lower().rstrip(".,;") if doi else "",
        arxiv=eprint[0] if eprint else "",
        is_preprint=bool(eprint or fields.get("eprint") or _PREPRINTS.search(publication)),
        venue=plain(venue),
        numbers=tuple(_number(_range(fields.get(name, ""))) for name in _WORK_FIELDS),  # type: ignore[arg-type]
        edition=tuple(plain(fields.get(name, "")) for name in ("publisher", "edition", "isbn")),  # type: ignore[arg-type]
        extent=_extent(fields.get("pages", "")) if kind in ("book", "proceedings", "collection") else 0,
        initial=_initial(_AND.split(people)[0]),
    )


def _family(name: str) -> str:
    if name.strip().lower() == "others":
        return ""
    words = plain(name.split(",")[0]).split() if "," in name else plain(name).split()
    while len(words) > 1 and words[-1] in _SUFFIXES:
        words.pop()
    return words[-1] if words else ""


def _initial(name: str) -> str:
    name = plain(name.split(",")[-1] if "," in name else " ".join(name.split()[:-1]))
    return "" if name in _SUFFIXES else name[:1]


def _range(value: str) -> str:
    """Return the text from the first range of pages on; the whole text without one."""
    match = re.search(r"\w*\d\s*[-–—]+\s*\w*\d", value)
    return value[match.start() :] if match else value


def _extent(value: str) -> int:
    """Return how many pages a book has: the Arabic number in `xi + 361`; 0 for a range."""
    numbers = re.findall(r"\d+", value)
    return int(numbers[0]) if len(numbers) == 1 else 0


def _number(value: str) -> str:
    match = re.search(r"\d+", value)
    return match[0].lstrip("0") if match else ""


# --- verdicts -------------------------------------------------------------------------------------


def is_right(one: Work, other: Work) -> bool:
    """Return whether a merge of two entries is right."""
    return not objection(one, other)


def objection(one: Work, other: Work) -> str:
    """Return why a merge of two entries is wrong; "" if it is right.  An absent fact agrees with every other."""
    is_one_title = _titles_agree(one.title, other.title) or _is_one_place(one, other)
    if not is_one_title or _is_other_version(one, other) or _are_parts(one.title, other.title):
        return "title"
    has_same_identifier = bool((one.doi and one.doi == other.doi) or (one.arxiv and one.arxiv == other.arxiv))
    thesis = {"phdthesis", "mastersthesis", "thesis"}
    if len({one.type in thesis, other.type in thesis}) == 2 and len(one.authors) != len(other.authors):
        return "authors"
    if one.authors and other.authors and not _authors_agree(one.authors, other.authors, has_same_identifier):
        return "authors"
    if has_same_identifier:
        return ""
    if not _says_enough(one, other):
        return "nothing in common"
    if one.year and other.year and one.year != other.year and not (one.is_preprint or other.is_preprint):
        return "year"
    volumes, issues, pages = (bool(a and b and a != b) for a, b in zip(one.numbers, other.numbers, strict=True))
    pages = pages and one.type in {"article", "incollection", "inproceedings"}
    editions = [re.findall(r"\d+", work.edition[1]) for work in (one, other)]
    if all(editions) and editions[0] != editions[1]:
        return "edition"
    if one.extent and other.extent and not 0.95 <= one.extent / other.extent <= 1.06:
        return "number of pages"
    if (volumes or issues or pages) and not (one.is_preprint or other.is_preprint):
        return "place"
    return ""


def _titles_agree(one: str, other: str) -> bool:
    if not one or not other or one == other or one.replace(" ", "") == other.replace(" ", ""):
        return True
    shorter, longer = sorted((one, other), key=len)
    if longer.startswith(shorter + " ") and len(shorter.split()) >= 2:
        return True
    if re.findall(r"\d+", one) != re.findall(r"\d+", other):
        return False  # volumes or versions of one title
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio() >= 0.85


def _are_parts(one: str, other: str) -> bool:
    """Return whether each of two titles has a letter or a number that the other one lacks, as `Part A` and `Part B`."""
    marks = r"\b(?:[a-z]|[ivx]{2,}|one|two|three|first|second)\b"
    first, second = ({*re.findall(marks, title)} for title in (one, other))
    return bool(first - second and second - first)


def _is_other_version(one: Work, other: Work) -> bool:
    """Return whether the titles, the years and the first pages of two publications all differ."""
    if one.title == other.title or one.is_preprint or other.is_preprint:
        return False
    years, pages = ({x, y} for x, y in ((one.year, other.year), (one.numbers[2], other.numbers[2])))
    return len(years - {""}) == 2 and len(pages - {""}) == 2


def _says_enough(one: Work, other: Work) -> bool:
    """Return whether two entries without a common identifier have a long title, or give the same kinds of facts.

    Otherwise they must have the same first page, volume and number, or venue or publisher.
    """
    if one.is_preprint or other.is_preprint:
        return True
    if one.title.endswith((" vol", " volume", " part", " no")) and one.edition != other.edition:
        return False
    if one.type == other.type == "misc" and one.edition[1] != other.edition[1]:
        return False
    is_known = bool(one.authors) == bool(other.authors) and bool(one.year) == bool(other.year)
    is_known = is_known or len(one.title.split()) >= 4
    if one.initial and other.initial and one.initial != other.initial and one.authors[:1] == other.authors[:1]:
        is_known = False
    if one.authors and other.authors and one.authors[0] != other.authors[0]:
        is_known = is_known and {*one.authors} == {*other.authors}
    places = ((one.numbers[2:], other.numbers[2:]), (one.numbers[:2], other.numbers[:2]))
    if is_known or any(mine == theirs and all(mine) for mine, theirs in places):
        return True
    return any(_share_words(x, y) for x, y in ((one.venue, other.venue), (one.edition[0], other.edition[0])))


def _share_words(one: str, other: str) -> bool:
    """Return whether two names have half of the words of the shorter one in common, compared by three letters."""
    first, second = ({word[:3] for word in name.split() if len(word) > 2} for name in (one, other))
    return bool(first and second) and 2 * len(first & second) >= min(len(first), len(second))


def _is_one_place(one: Work, other: Work) -> bool:
    """Return whether two entries have one DOI, year and first page; a translated title is then no objection."""
    return bool(one.doi and one.numbers[2]) and (one.doi, one.year, one.numbers[2]) == (
        other.doi,
        other.year,
        other.numbers[2],
    )


def _authors_agree(one: Sequence[str], other: Sequence[str], may_be_misspelt: bool) -> bool:
    """Return whether the first author or half of the authors are the same; a letter may differ if one DOI is given."""
    common = set(one) & set(other)
    if one[0] == other[0] or 2 * len(common) >= min(len(set(one)), len(set(other))):
        return True
    return may_be_misspelt and difflib.SequenceMatcher(None, one[0], other[0]).ratio() >= 0.85


def are_duplicates(one: Work, other: Work) -> bool:
    """Return whether two entries are one work beyond doubt: one DOI, or all describing fields alike."""
    if one.doi and one.doi == other.doi:
        return is_right(one, other)
    return one == other and bool(one.title and one.authors and one.year and any(one.numbers))


def duplicates(works: Sequence[Work]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of true duplicates, each entry with the first one that it repeats."""
    first: dict[object, int] = {}
    for index, work in enumerate(works):
        for mark in (work, work.doi):
            if mark:
                other = first.setdefault(mark, index)
                if other != index and are_duplicates(works[other], work):
                    yield other, index


def wrong_pairs(works: Sequence[Work], groups: Iterable[Sequence[int]]) -> Iterator[tuple[int, int, str]]:
    """Yield each pair of a group that is merged wrongly, with the reason."""
    for group in groups:
        for place, index in enumerate(group):
            for other in group[:place][:50]:
                if reason := objection(works[other], works[index]):
                    yield other, index, reason

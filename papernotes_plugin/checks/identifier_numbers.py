"""Numbers that nobody can have been given: those of arXiv, DOIs, ISBN, ISSN and ORCID by their own rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

from papernotes_plugin.checks.checked_library import CheckedLibrary
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import InlineKind, Note

_ARXIV = re.compile(r"(\d{2})(\d{2})\.(\d{4,5})(?:v\d+)?", re.ASCII)
_OLD_ARXIV = re.compile(r"[a-z-]+(?:\.[A-Z]{2})?/(\d{2})(\d{2})\d{3}(?:v\d+)?", re.ASCII)
# a number may be followed by the ending of a file, and is not the beginning of a longer one
_ARXIV_IN = re.compile(
    r"arxiv(?:\.org/(?:abs|pdf|html|ps|format|src)/|:\s?|\.)(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?!\d)",
    re.ASCII | re.IGNORECASE,
)
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.\d+)/?", re.ASCII | re.IGNORECASE)
_ORCID_IN = re.compile(r"orcid\.org/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])(?![\w-])", re.ASCII)
_ORCID = re.compile(r"(?:https?://orcid\.org/)?(\d{4}-?\d{4}-?\d{4}-?\d{3}[\dX])", re.ASCII)
_BETWEEN = re.compile(r"[,;/()]|\band\b|:\s")
_ISSN = re.compile(r"\d{4}-?\d{3}[\dX]", re.ASCII | re.IGNORECASE)
_TEXTUAL = ("journal", "journaltitle", "howpublished", "note", "url", "volume", "number")


def check(checked: CheckedLibrary) -> Iterator[Issue]:
    """A line for each number in an entry, in front matter or in a link that cannot be one."""
    for entry, name in checked.all_entries():
        for wrong in _wrong(dict(entry.fields), checked.today):
            yield issue(Code.IMPOSSIBLE_NUMBER, entry.path, entry.line, f"{name}: {wrong}")
    for note in checked.library.notes:
        yield from _noted(note, checked.today)


def _noted(note: Note, today: date) -> Iterator[Issue]:
    names = {str(name).strip().lower(): name for name in note.meta}
    for name in ("doi", "arxiv", "eprint", "isbn", "issn", "orcid"):
        value = note.meta.get(names.get(name, ""))
        if isinstance(value, str):
            for wrong in _wrong({"eprint" if name == "arxiv" else name: value}, today):
                yield issue(Code.IMPOSSIBLE_NUMBER, note.path, note.meta_lines.get(names[name]), wrong)
    told: set[str] = set()
    for inline in note.document.inlines:
        if inline.kind is InlineKind.LINK:
            for wrong in _linked(inline.url, today):
                if wrong not in told:
                    told.add(wrong)
                    yield issue(Code.IMPOSSIBLE_NUMBER, note.path, note.line_and_column(inline.span.start)[0], wrong)


def _linked(url: str, today: date) -> Iterator[str]:
    """What is wrong with the number in an address."""
    if "rxiv.org/" in url:
        yield from (wrong for match in _ARXIV_IN.finditer(url) if (wrong := arxiv(match[1], today)))
    elif "doi.org/10." in url:
        if match := _DOI.fullmatch(url):
            yield f"DOI {match[1]} has nothing behind its slash"
    elif "orcid.org/" in url:
        yield from (wrong for match in _ORCID_IN.finditer(url) if (wrong := orcid(match[1])))


def _wrong(fields: Mapping[str, str], today: date) -> Iterator[str]:
    """What is wrong with the numbers in the fields of an entry."""
    if (doi := fields.get("doi")) and (match := _DOI.fullmatch(doi.strip(" {}"))):
        yield f"DOI {match[1]} has nothing behind its slash"
    archive = (fields.get("archiveprefix") or fields.get("eprinttype") or "arxiv").lower()
    numbers = dict.fromkeys(
        match[1] for name in _TEXTUAL for match in _ARXIV_IN.finditer(fields.get(name, "")) if name in fields
    )
    if archive == "arxiv" and "eprint" in fields:
        numbers[re.sub(r"^arxiv:\s*", "", fields["eprint"].strip(" {}"), flags=re.IGNORECASE)] = None
    yield from (wrong for number in numbers if (wrong := arxiv(number, today)))
    for value in _parts(fields.get("isbn", "")):
        if wrong := isbn(value):
            yield wrong
    for value in _parts(fields.get("issn", "")):
        if wrong := issn(value):
            yield wrong
    if (match := _ORCID.fullmatch(fields.get("orcid", "").strip(" {}"))) and (wrong := orcid(match[1])):
        yield wrong


def _parts(value: str) -> list[str]:
    """The numbers in a field, which may hold several and remarks about them."""
    return [part.strip(" {}.") for part in _BETWEEN.split(value)] if value else []


# --- one number -----------------------------------------------------------------------------------


def arxiv(number: str, today: date) -> str:
    """What is wrong with a number of arXiv's; "" where nothing is, or it is no such number.

    Source: https://info.arxiv.org/help/arxiv_identifier.html.

    Examples:
        >>> arxiv("2413.00123", date(2026, 1, 1))
        'arXiv 2413.00123 cannot be: there is no month 13'
        >>> arxiv("1706.03762v7", date(2026, 1, 1)), arxiv("hep-th/9901001", date(2026, 1, 1)), arxiv("x", date.max)
        ('', '', '')
    """
    if match := _ARXIV.fullmatch(number):
        year, month, running = int(match[1]), int(match[2]), match[3]
        wide = 5 if year >= 15 else 4
        reason = (
            f"there is no month {match[2]}"
            if not 1 <= month <= 12
            else f"20{match[1]}-{match[2]} is still to come"
            if (2000 + year, month) > (today.year, today.month)
            else "numbers of this form began in April 2007"
            if (year, month) < (7, 4)
            else f"numbers of 20{match[1]}-{match[2]} have {wide} digits behind the point"
            if len(running) != wide
            else "there is no number 0"
            if not int(running)
            else ""
        )
    elif match := _OLD_ARXIV.fullmatch(number):
        year, month = int(match[1]), int(match[2])
        late = (year + (1900 if year > 90 else 2000), month) > (2007, 3)
        bad = f"there is no month {match[2]}" if not 1 <= month <= 12 else ""
        reason = bad or ("numbers of this form ended in March 2007" if late else "")
    else:
        reason = ""
    return f"arXiv {number} cannot be: {reason}" if reason else ""


def isbn(value: str) -> str:
    """What is wrong with an ISBN; "" where nothing is, or it is none.

    Examples:
        >>> isbn("978-0-262-03384-8"), isbn("0-262-03384-4"), isbn("978-1-4503-XXXX-X")
        ('', '', '')
        >>> isbn("978-0-262-03384-9")
        'ISBN 978-0-262-03384-9 cannot be: its check digit does not fit'
    """
    digits = re.sub(r"[\s\u2010-\u2015-]", "", value).upper()
    if re.fullmatch(r"[0-9]{9}[0-9X]", digits):
        fits = sum((10 - n) * _digit(c) for n, c in enumerate(digits)) % 11 == 0
    elif re.fullmatch(r"97[89][0-9]{10}", digits):
        fits = sum((1, 3)[n % 2] * int(c) for n, c in enumerate(digits)) % 10 == 0
    else:
        return ""
    return "" if fits else f"ISBN {value} cannot be: its check digit does not fit"


def issn(value: str) -> str:
    """What is wrong with an ISSN; "" where nothing is, or it is none.

    Examples:
        >>> issn("0028-0836"), issn("1476-468x"), bool(issn("0028-0837"))
        ('', 'ISSN 1476-468x cannot be: its check digit does not fit', True)
    """
    if not _ISSN.fullmatch(value):
        return ""
    digits = value.replace("-", "").upper()
    fits = sum((8 - n) * _digit(c) for n, c in enumerate(digits)) % 11 == 0
    return "" if fits else f"ISSN {value} cannot be: its check digit does not fit"


def orcid(value: str) -> str:
    """What is wrong with an ORCID iD of 16 digits (ISO 7064, 11-2); "" where nothing is.

    Examples:
        >>> orcid("0000-0002-1825-0097"), bool(orcid("0000-0002-1825-0098"))
        ('', True)
    """
    digits, total = value.replace("-", ""), 0
    for digit in digits[:-1]:
        total = (total + int(digit)) * 2 % 11
    fits = (12 - total) % 11 == _digit(digits[-1])
    return "" if fits else f"ORCID {value} cannot be: its check digit does not fit"


def _digit(char: str) -> int:
    return 10 if char == "X" else int(char)

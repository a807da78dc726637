"""Find identifiers that break the rules of their scheme: arXiv, DOI, ISBN, ISSN and ORCID."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

from papernotes_plugin.checks.checked_library import CheckedLibrary
from papernotes_plugin.identifiers import is_placeholder
from papernotes_plugin.identifiers.check_digits import is_issn, parse_isbn
from papernotes_plugin.text import counted
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import InlineKind, Note

_ARXIV = lazy_regex(r"(\d{2})(\d{2})\.(\d{4,5})(?:v\d+)?", re.ASCII)
_OLD_ARXIV = lazy_regex(r"[a-z-]+(?:\.[A-Z]{2})?/(\d{2})(\d{2})\d{3}(?:v\d+)?", re.ASCII)
# a file extension may follow the number, but no further digit
_ARXIV_IN = lazy_regex(
    r"arxiv(?:\.org/(?:abs|pdf|html|ps|format|src)/|:\s?|\.)(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?!\d)",
    re.ASCII | re.IGNORECASE,
)
_DOI = lazy_regex(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.\d+)/?", re.ASCII | re.IGNORECASE)
_ORCID_IN = lazy_regex(r"orcid\.org/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])(?![\w-])", re.ASCII)
_ORCID = lazy_regex(r"(?:https?://orcid\.org/)?(\d{4}-?\d{4}-?\d{4}-?\d{3}[\dX])", re.ASCII)
_SEPARATOR = lazy_regex(r"[,;/()]|\band\b|:\s")
_ISBN = lazy_regex(r"[0-9]{9}[0-9X]|97[89][0-9]{10}")
_ISSN = lazy_regex(r"\d{4}-?\d{3}[\dX]", re.ASCII | re.IGNORECASE)
_FIELDS_WITH_TEXT = ("journal", "journaltitle", "howpublished", "note", "url", "volume", "number")


def check(checked: CheckedLibrary) -> Iterator[Issue]:
    """Yield an issue for each invalid number in an entry, in front matter or in a link."""
    for entry, name in checked.all_entries():
        for error in _errors_in_fields(dict(entry.fields), checked.today):
            yield issue(Code.IMPOSSIBLE_NUMBER, entry.path, entry.line, f"{name}: {error}")
        placeholders = [one for one in entry.evidence.identifiers if one.scheme != "arxiv" and is_placeholder(one)]
        for identifier in placeholders:
            message = f"{name}: {identifier} is a placeholder of a template or a manual; it identifies no paper"
            yield issue(Code.IMPOSSIBLE_NUMBER, entry.path, entry.line, message)
    for note in checked.library.notes:
        yield from _check_note(note, checked.today)


def _check_note(note: Note, today: date) -> Iterator[Issue]:
    """Yield an issue for each invalid number in front matter, and for the first link with each invalid number."""
    keys = {str(key).strip().lower(): key for key in note.meta}
    for name in ("doi", "arxiv", "eprint", "isbn", "issn", "orcid"):
        value = note.meta.get(keys.get(name, ""))
        if isinstance(value, str):
            for error in _errors_in_fields({"eprint" if name == "arxiv" else name: value}, today):
                yield issue(Code.IMPOSSIBLE_NUMBER, note.path, note.meta_lines.get(keys[name]), error)
    seen: set[str] = set()
    for inline in note.document.inlines:
        if inline.kind is InlineKind.LINK:
            for error in _errors_in_url(inline.url, today):
                if error not in seen:
                    seen.add(error)
                    yield issue(Code.IMPOSSIBLE_NUMBER, note.path, note.line_and_column(inline.span.start)[0], error)


def _errors_in_url(url: str, today: date) -> Iterator[str]:
    """Yield what is wrong with the numbers in a URL."""
    if "rxiv.org/" in url:
        yield from (error for match in _ARXIV_IN.finditer(url) if (error := arxiv_error(match[1], today)))
    elif "doi.org/10." in url:
        if match := _DOI.fullmatch(url):
            yield f"DOI {match[1]} has nothing after the slash"
    elif "orcid.org/" in url:
        yield from (error for match in _ORCID_IN.finditer(url) if (error := orcid_error(match[1])))


def _errors_in_fields(fields: Mapping[str, str], today: date) -> Iterator[str]:
    """Yield what is wrong with the numbers in the fields of an entry."""
    if (doi := fields.get("doi")) and (match := _DOI.fullmatch(doi.strip(" {}"))):
        yield f"DOI {match[1]} has nothing after the slash"
    archive = (fields.get("archiveprefix") or fields.get("eprinttype") or "arxiv").lower()
    numbers = dict.fromkeys(
        match[1] for name in _FIELDS_WITH_TEXT for match in _ARXIV_IN.finditer(fields.get(name, "")) if name in fields
    )
    if archive == "arxiv" and "eprint" in fields:
        numbers[re.sub(r"^arxiv:\s*", "", fields["eprint"].strip(" {}"), flags=re.IGNORECASE)] = None
    yield from (error for number in numbers if (error := arxiv_error(number, today)))
    for value in _parts(fields.get("isbn", "")):
        if error := isbn_error(value):
            yield error
    for value in _parts(fields.get("issn", "")):
        if error := issn_error(value):
            yield error
    if (match := _ORCID.fullmatch(fields.get("orcid", "").strip(" {}"))) and (error := orcid_error(match[1])):
        yield error


def _parts(value: str) -> list[str]:
    """Return the parts of a field, which may hold several numbers and remarks about them."""
    return [part.strip(" {}.") for part in _SEPARATOR.split(value)] if value else []


# --- one number -----------------------------------------------------------------------------------


def arxiv_error(number: str, today: date) -> str:
    """Return what is wrong with an arXiv identifier; "" for a valid one, and for any other text.

    Source: https://info.arxiv.org/help/arxiv_identifier.html.

    Examples:
        >>> arxiv_error("2413.00123", date(2026, 1, 1))
        'arXiv 2413.00123 is not valid: there is no month 13'
        >>> [arxiv_error(number, date(2026, 1, 1)) for number in ("1706.03762v7", "hep-th/9901001", "x")]
        ['', '', '']
    """
    if match := _ARXIV.fullmatch(number):
        reason = _new_arxiv_error(match[1], match[2], match[3], today)
    elif match := _OLD_ARXIV.fullmatch(number):
        reason = _old_arxiv_error(match[1], match[2])
    else:
        reason = ""
    return f"arXiv {number} is not valid: {reason}" if reason else ""


def _new_arxiv_error(year: str, month: str, running_number: str, today: date) -> str:
    digits = 5 if int(year) >= 15 else 4
    if not 1 <= int(month) <= 12:
        return f"there is no month {month}"
    if (2000 + int(year), int(month)) > (today.year, today.month):
        return f"20{year}-{month} is in the future"
    if (int(year), int(month)) < (7, 4):
        return "numbers of this form began in April 2007"
    if len(running_number) != digits:
        return f"numbers of 20{year}-{month} have {counted(digits, 'digit')} after the point"
    return "" if int(running_number) else "there is no number 0"


def _old_arxiv_error(year: str, month: str) -> str:
    if not 1 <= int(month) <= 12:
        return f"there is no month {month}"
    is_late = (int(year) + (1900 if int(year) > 90 else 2000), int(month)) > (2007, 3)
    return "numbers of this form ended in March 2007" if is_late else ""


def isbn_error(value: str) -> str:
    """Return what is wrong with an ISBN; "" for a valid one, and for any other text.

    Examples:
        >>> isbn_error("978-0-262-03384-8"), isbn_error("0-262-03384-4"), isbn_error("978-1-4503-XXXX-X")
        ('', '', '')
        >>> isbn_error("978-0-262-03384-9")
        'ISBN 978-0-262-03384-9 is not valid: its check digit is wrong'
    """
    digits = re.sub(r"[\s\u2010-\u2015-]", "", value).upper()
    is_valid = not _ISBN.fullmatch(digits) or parse_isbn(digits)
    return "" if is_valid else f"ISBN {value} is not valid: its check digit is wrong"


def issn_error(value: str) -> str:
    """Return what is wrong with an ISSN; "" for a valid one, and for any other text.

    Examples:
        >>> issn_error("0028-0836"), issn_error("1476-468x"), bool(issn_error("0028-0837"))
        ('', 'ISSN 1476-468x is not valid: its check digit is wrong', True)
    """
    is_valid = not _ISSN.fullmatch(value) or is_issn(value)
    return "" if is_valid else f"ISSN {value} is not valid: its check digit is wrong"


def orcid_error(value: str) -> str:
    """Return what is wrong with an ORCID iD of 16 digits (ISO 7064, mod 11-2); "" for a valid one.

    Examples:
        >>> orcid_error("0000-0002-1825-0097"), bool(orcid_error("0000-0002-1825-0098"))
        ('', True)
    """
    digits, total = value.replace("-", ""), 0
    for digit in digits[:-1]:
        total = (total + int(digit)) * 2 % 11
    fits = (12 - total) % 11 == (10 if digits[-1] == "X" else int(digits[-1]))
    return "" if fits else f"ORCID {value} is not valid: its check digit is wrong"

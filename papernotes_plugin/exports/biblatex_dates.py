"""Dates as biblatex reads them: check a date, and convert those of the author's entries without losing their text."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping

from papernotes_plugin.entries import MONTHS
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex

ISO_DATE = lazy_regex(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")
"""A year, a month or a day, with the groups year, month and day."""
_ISO_DAY = lazy_regex(r"(-?\d{4})(?:-(\d{2})(?:-(\d{2})(T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})?)?)?)?[?~%]?", re.ASCII)
_UNSPECIFIED = lazy_regex(r"-?(?:\d{3}X|\d{2}XX|\d{4}-XX(?:-XX)?|\d{4}-\d{2}-XX)[?~%]?", re.ASCII)
_SEASON_NUMBERS = range(21, 25)
"""Numbers of spring to winter in EDTF, used in place of a month."""
_DATES = ("date", "urldate", "eventdate", "origdate")
_UNKNOWN_TABLE = "XXXX ???? ? - n.d. n.d nd s.a. s.d. o.j. undated unknown none"
_UNKNOWN = frozenset(word.casefold() for word in (*_UNKNOWN_TABLE.split(), "no date"))
"""Texts in place of a date that is not known; styles print a text of their own, such as `n.d.`."""
_YEAR = lazy_regex(r"(?<!\d)\d{4}(?!\d)")
_SHORT = lazy_regex(r"-(?=\d(?!\d))")
"""A hyphen before a month or day of one digit."""
_NUMBER = lazy_regex(r"-?\d{1,4}")
_YEARS = lazy_regex(r"(\d{4})\s*(?:/|-{1,3}|–)\s*(\d{4})")
_ERA = lazy_regex(r"(\d{1,4})\s*(?:BCE|BC)", re.IGNORECASE)
_ABOUT = lazy_regex(r"(?:c\.|ca\.?|circa|about)\s*(\d{4})", re.IGNORECASE)
_DAY = r"(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?\.?"
_DAY_AND_MONTH = lazy_regex(rf"{_DAY}[~\s-]+([A-Za-z]+)\.?|([A-Za-z]+)\.?[~\s]+{_DAY}", re.ASCII)
_SEASONS = {"spring": "21", "summer": "22", "autumn": "23", "fall": "23", "winter": "24"}
"""Seasons as EDTF writes them, in place of a month."""
_STATES = {
    "in press": "inpress",
    "forthcoming": "forthcoming",
    "submitted": "submitted",
    "in preparation": "inpreparation",
}
"""Keys of biblatex's texts for the state of a publication."""
_DATED = ("date", "year", "month", "pubstate")
_PLAIN = lazy_regex(r"\d{4}(?:-(?:0\d|1[0-2])(-\d\d)?)?", re.ASCII)
"""A year, month or day that both flavors can have."""


def with_valid_dates(fields: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return fields in which each date is one that biber reads, and what was changed.

    A text that is no date moves to the note, and the date becomes its year.  A date that says nothing is left out.
    """
    out, changes = dict(fields), []
    for name in _DATES:
        text = out.get(name, "")
        if not text or is_date(text):
            continue
        if is_date(padded := _SHORT.sub("-0", text)):
            out[name] = padded
            changes.append(f"{name} is now '{padded}'")
            continue
        del out[name]
        if is_unknown(text):
            changes.append(f"{name} was left out, because '{text}' is no date")
            continue
        years = set(_YEAR.findall(text))
        if len(years) == 1 and (name != "date" or "year" not in out):
            out[name] = years.pop()
        moved = text if name == "date" else f"{name}: {text}"
        out["note"] = f"{out['note']}. {moved}" if "note" in out else moved
        changes += [f"{name} moved to note, because '{text}' is no date", f"note is now '{out['note'][:60]}'"]
    return out, changes


def is_unknown(text: str) -> bool:
    """Return whether a text means an unknown date, such as `n.d.` or `XXXX`."""
    return text.strip("{}[]() ").casefold() in _UNKNOWN


def with_biblatex_date(fields: Mapping[str, str]) -> dict[str, str]:
    """Return fields in which `date` or `pubstate` replaces a year and month that biber does not accept as numbers.

    A year and month that have no such form stay.

    Examples:
        >>> with_biblatex_date({"year": "2001", "month": "spring"}), with_biblatex_date({"year": "535 BCE"})
        ({'date': '2001-21'}, {'date': '-0534'})
        >>> with_biblatex_date({"year": "in press"}), with_biblatex_date({"year": "n.d."})
        ({'pubstate': 'inpress'}, {})
    """
    year, month = fields.get("year", "").strip("{} "), fields.get("month", "").strip()
    is_plain = bool(_NUMBER.fullmatch(year)) and (month.isdecimal() or month in ("", *MONTHS))
    out = {name: value for name, value in fields.items() if name != "year"}
    if is_unknown(year):
        # biber warns about `year = {n.d.}`, and without a year styles print this text themselves
        return out
    if "date" in fields or not year or is_plain:
        return dict(fields)
    if not re.search(r"\d", year) and "pubstate" not in out:
        return {**out, "pubstate": _STATES.get(year.casefold(), year)}
    date = _date_of(year, month)
    if not date or not is_date(date):
        return dict(fields)
    out.pop("month", "")
    return {**out, "date": date}


def _date_of(year: str, month: str) -> str:
    """Return year and month as biblatex writes them; "" if they have no such form."""
    if _NUMBER.fullmatch(year) and len(year) == 4:
        if (match := _DAY_AND_MONTH.fullmatch(month)) and (number := _month_number(match[2] or match[3])):
            return f"{year}-{number}-{match[1] or match[4]:0>2}"
        numbers = [_month_number(word) for word in re.split(rf"{OPTIONAL_SPACE}(?:/|-{{1,3}}|–|\band\b|\\&)\s*", month)]
        return "/".join(f"{year}-{number}" for number in numbers) if all(numbers) and len(numbers) < 3 else ""
    if month:
        return ""
    if years := _YEARS.fullmatch(year):
        return f"{years[1]}/{years[2]}"
    if about := _ABOUT.fullmatch(year):
        return f"{about[1]}~"
    # the year before year 1 is 0 in this form
    return f"-{int(era[1]) - 1:04}" if (era := _ERA.fullmatch(year)) and int(era[1]) > 1 else ""


def _month_number(word: str) -> str:
    """Return the number of a month or a season, with two digits; "" for any other word."""
    name = word.strip(" .{}").casefold()
    if name in _SEASONS:
        return _SEASONS[name]
    return f"{MONTHS.index(name[:3]) + 1:02}" if name.isalpha() and name[:3] in MONTHS else ""


def is_date(text: str) -> bool:
    """Return whether biblatex can read a date or a range of dates, of which one end may be open.

    Section 2.3.8 of its manual describes them: days, months, seasons (`2010-21`) and times.  They may be unspecified
    (`199X`), uncertain (`2004?`), approximate (`2004-06~`) or before the common era (`-0044`).

    Examples:
        >>> is_date("2021-05/2021-06"), is_date("2021-02-30"), is_date("in press")
        (True, False, False)
        >>> is_date("199X"), is_date("1999/.."), is_date("2010-21"), is_date("/")
        (True, True, True, False)
    """
    parts = text.split("/", 1)
    dates = [part for part in parts if part not in {"", ".."}]
    return bool(dates) and len(dates) >= len(parts) - 1 and all(map(_is_single_date, dates))


def _is_single_date(text: str) -> bool:
    """Return whether biblatex can read a date that is no range."""
    if _UNSPECIFIED.fullmatch(text):
        return True
    match = _ISO_DAY.fullmatch(text)
    if match is None or match[1] == "-0000":
        return False
    year, month, day = int(match[1].lstrip("-")), int(match[2] or 1), int(match[3] or 1)
    if month in _SEASON_NUMBERS:
        return match[3] is None and match[4] is None
    try:
        # `datetime` has no year 0, which is a leap year, so year 4 replaces it
        return bool(datetime.date(year or 4, month, day))
    except ValueError:
        return False


def describe_conversion(before: Mapping[str, str], after: Mapping[str, str]) -> str:
    """Return how a date was converted to the other flavor; "" if it says the same, or the same without the day.

    Examples:
        >>> describe_conversion({"year": "2001", "month": "spring"}, {"date": "2001-21"})
        "year '2001' and month 'spring' are now date '2001-21'"
        >>> describe_conversion({"year": "n.d."}, {}), describe_conversion({"date": "2001-05"}, {"year": "2001"})
        ("year 'n.d.' was left out", '')
    """
    old = {name: before[name] for name in _DATED if name in before and before[name] != after.get(name)}
    new = {name: after[name] for name in _DATED if name in after and after[name] != before.get(name)}
    if not old or (_is_plain(old) and _is_plain(new)):
        return ""
    names = _listed(old)
    if not new:
        return f"{names} {'was' if len(old) == 1 else 'were'} left out"
    return f"{names} {'is' if len(old) == 1 else 'are'} now {_listed(new)}"


def _is_plain(fields: Mapping[str, str]) -> bool:
    """Return whether all fields are a year, a month or a day as both flavors can have them."""
    return all(value in MONTHS if name == "month" else _PLAIN.fullmatch(value) for name, value in fields.items())


def loses_day(before: Mapping[str, str], after: Mapping[str, str]) -> bool:
    """Return whether a date lost its day, for which BibTeX has no field."""
    match = _PLAIN.fullmatch(before.get("date", ""))
    return match is not None and match[1] is not None and "date" not in after


def _listed(fields: Mapping[str, str]) -> str:
    return " and ".join(f"{name} '{value}'" for name, value in fields.items())

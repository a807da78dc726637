"""Change dates of the author's entries with which Typst refuses the whole file, and describe what was changed.

Typst 0.15 does so if a year does not begin with a number.  It also does so if a month has a space or a hyphen, but no
day behind it.  If an entry has the field `date`, Typst ignores its year and month.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import BIBTEX

UNSPECIFIED = "XXXX"
"""An unknown year as EDTF writes it; biber, pandoc and Typst accept it, and BibTeX ignores the field `date`."""
_ACCEPTED_YEAR = lazy_regex(r"[{}]*[-+]?\d{1,4}(?!\d)", re.ASCII)
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?!\d)"
_REFUSED_MONTH = lazy_regex(rf"\s*(?:\d{{1,2}}|[A-Za-z]+)(?:\s+|-(?!-))(?!{_DAY})\S", re.ASCII)
"""A month whose following space or hyphen is taken for the start of a day."""
_ACCEPTED_DAY = lazy_regex(rf"\s*{_DAY}\s*", re.ASCII)
_FOUR_DIGITS = lazy_regex(r"(?<!\d)\d{4}(?!\d)", re.ASCII)
_HYPHEN = lazy_regex(r"(?<!-)-(?!-)")


def with_accepted_dates(fields: Mapping[str, str], flavor: str) -> tuple[dict[str, str], list[str]]:
    """Return fields with which Typst accepts the file, and what was changed.

    In BibTeX a year such as `in press` stays, because its styles print it; an unspecified date is added.  In biblatex
    the text moves to the note, because a date would replace the year.

    Args:
        fields: The fields of an entry.
        flavor: `bibtex` or `biblatex`.
    """
    out = dict(fields)
    changed: list[str] = []
    if "year" in fields and "date" not in fields:
        year = fields["year"]
        if _ACCEPTED_YEAR.match(year):
            changed = _change_month_and_day(out)
        elif flavor == BIBTEX:
            out["date"] = UNSPECIFIED
            return out, [f"date is now '{UNSPECIFIED}', because Typst refuses the year '{year}' alone"]
        else:
            changed = _move_year(out)
    if "urlyear" in fields and not _ACCEPTED_YEAR.match(fields["urlyear"]):
        del out["urlyear"]
        changed.append("urlyear was left out, because Typst refuses it")
    return out, [
        *changed,
        *(f"{name} is now '{out[name]}'" for name in ("month", "day") if _differs(name, fields, out)),
    ]


def _differs(name: str, before: Mapping[str, str], after: Mapping[str, str]) -> bool:
    return name in after and before.get(name) != after[name]


def _change_month_and_day(out: dict[str, str]) -> list[str]:
    """Change a month and a day that Typst refuses, and return what was left out."""
    if _REFUSED_MONTH.match(out.get("month", "")):
        # LaTeX prints a tie as a space, and two hyphens as the dash of a range
        out["month"] = _HYPHEN.sub("--", "~".join(out["month"].split()))
    if "month" in out and not _ACCEPTED_DAY.fullmatch(out.get("day", "1")):
        return [f"day was left out, because '{out.pop('day')}' is no day"]
    return []


def _move_year(out: dict[str, str]) -> list[str]:
    """Move a year to the note, make its four digits the date, and return what was changed."""
    year = out.pop("year")
    years = set(_FOUR_DIGITS.findall(year))
    if len(years) == 1:
        out["date"] = years.pop()
    out["note"] = f"{out['note']}. {year}" if "note" in out else year
    return [f"year moved to note, because '{year}' is no year", f"note is now '{out['note'][:60]}'"]

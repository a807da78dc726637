"""Find publication years in the future."""

from __future__ import annotations

import re
from collections.abc import Iterator

from papernotes_plugin.checks.checked_library import CheckedLibrary
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import MentionKind

_YEAR_OR_DATE = lazy_regex(r"\d{4}(?=[-/]|\Z)", re.ASCII)


def check(checked: CheckedLibrary) -> Iterator[Issue]:
    """Yield an issue for each entry and each literature note with a year after the next one."""
    last = checked.today.year + 1
    for entry, name_of_entry in checked.all_entries():
        for name, value in entry.fields:
            if name in ("year", "date") and (year := _year(value)) > last:
                message = f"{name_of_entry} has the year {year}, which is in the future"
                yield issue(Code.FUTURE_YEAR, entry.path, entry.line, message)
                break
    for path, pairs in checked.library.mentions.items():
        for mention, _ in pairs:
            if mention.kind is MentionKind.LITERATURE_NOTE:
                note = checked.library.by_path[path]
                for key, meta_value in note.meta.items():
                    if str(key).strip().lower() == "year" and (year := _year(str(meta_value))) > last:
                        message = f"the paper has the year {year}, which is in the future"
                        yield issue(Code.FUTURE_YEAR, path, note.meta_lines.get(key), message)


def _year(value: str) -> int:
    """Return the year of a value that is a year or a date such as `2020-01`; 0 for any other value."""
    match = _YEAR_OR_DATE.match(value.strip(' {}"'))
    return int(match[0]) if match else 0

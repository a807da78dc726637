"""Years that are still to come."""

from __future__ import annotations

import re
from collections.abc import Iterator

from papernotes_plugin.checks.checked_library import CheckedLibrary
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import MentionKind

_YEAR = re.compile(r"\d{4}", re.ASCII)


def check(checked: CheckedLibrary) -> Iterator[Issue]:
    """A line for each entry, and each note about a paper, that is of a year later than the next one."""
    last = checked.today.year + 1
    for entry, called in checked.all_entries():
        for name, value in entry.fields:
            if name in ("year", "date") and (year := _year(value)) > last:
                message = f"{called} is of {year}, which is still to come"
                yield issue(Code.FUTURE_YEAR, entry.path, entry.line, message)
                break
    for path, pairs in checked.library.mentions.items():
        for mention, _ in pairs:
            if mention.kind is MentionKind.LITERATURE_NOTE:
                note = checked.library.by_path[path]
                for key, told in note.meta.items():
                    if str(key).strip().lower() == "year" and (year := _year(str(told))) > last:
                        message = f"the paper is of {year}, which is still to come"
                        yield issue(Code.FUTURE_YEAR, path, note.meta_lines.get(key), message)


def _year(value: str) -> int:
    """The year that a value is, or that its date begins with; 0 for another value."""
    found = _YEAR.match(value.strip(' {}"'))
    ends = found is not None and value.strip(' {}"')[4:5] in ("", "-", "/")
    return int(found[0]) if found and ends else 0

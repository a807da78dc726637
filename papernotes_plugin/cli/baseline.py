"""A baseline: the issues that an author accepts, in a file of JSON, so that only new ones are told.

A face without a disk: texts in, texts out.  An issue is known by its path, code and message; lines may move, also
those that a message names, and of several that are alike as many are accepted as there were.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from papernotes_plugin.vocabulary.issues import Issue, PapernotesError

_SCHEMA = 1
_PLACES = re.compile(r"(\.\w{1,8}):\d+(?::\d+)?\b|\b(lines?) \d+")
"""Where a message names another place: `bib/old.bib:12`, `(line 353)`."""


class AcceptedIssue(NamedTuple):
    """What tells an issue from others, wherever it stands in its file."""

    path: str
    code: str
    message: str
    """Without the numbers of lines."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message} [{self.code}]"


def accepted_issue(issue: Issue) -> AcceptedIssue:
    """The mark of an issue."""
    return AcceptedIssue(issue.path, str(issue.code), _PLACES.sub(_unnumbered, issue.message))


def _unnumbered(place: re.Match[str]) -> str:
    return f"{place[1]}:…" if place[1] else f"{place[2]} …"


# --- the file -------------------------------------------------------------------------------------


def text(issues: Iterable[Issue]) -> str:
    """The file that accepts these issues: an object a line, in order, so that a diff of two says what changed."""
    counts = Counter(map(accepted_issue, issues))
    rows = [json.dumps({**m._asdict(), "count": counts[m]}, ensure_ascii=False) for m in sorted(counts)]
    listed = "".join(f"\n    {row}," for row in rows).rstrip(",")
    end = "\n  ]" if rows else "]"
    return f'{{\n  "schema": {_SCHEMA},\n  "issues": [{listed}{end}\n}}\n'


def read(text: str, name: str) -> Counter[AcceptedIssue]:
    """How many issues of each mark a file accepts.

    Raises:
        PapernotesError: where it is no such file; `name` is what it is called.
    """
    try:
        data = json.loads(text)
        if data["schema"] != _SCHEMA:
            raise PapernotesError(f"'{name}' is a baseline of another version ({data['schema']!r})")
        counts: Counter[AcceptedIssue] = Counter()
        for row in data["issues"]:
            counts[_mark_of(row)] += _count_of(row)
        return counts
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        reason = f"it has no {error}" if isinstance(error, KeyError) else str(error)
        raise PapernotesError(f"'{name}' is no baseline: {reason or 'it is nested too deeply'}") from error


def _mark_of(row: dict[str, Any]) -> AcceptedIssue:
    found = AcceptedIssue(row["path"], row["code"], row["message"])
    if not all(isinstance(part, str) for part in found):
        raise TypeError("path, code and message are texts")
    return found


def _count_of(row: dict[str, Any]) -> int:
    count = row["count"]
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise TypeError("a count is a whole number from 1")
    return count


# --- what is new ----------------------------------------------------------------------------------


class BaselineResult(NamedTuple):
    """Issues beside a baseline."""

    new: tuple[Issue, ...]
    """Those that it does not accept, in their order."""
    accepted: int
    gone: tuple[tuple[AcceptedIssue, int], ...]
    """What it accepts and nothing is any more, and how often, in order."""


def compare(issues: Iterable[Issue], accepted: Counter[AcceptedIssue], unasked: Collection[str] = ()) -> BaselineResult:
    """What of the issues a baseline does not accept, and what of it is gone.

    Args:
        issues: In their order; of those that are alike the first are accepted.
        accepted: The baseline.
        unasked: Codes that nobody looked for, so that nothing of them can be gone.
    """
    left = Counter(accepted)
    new: list[Issue] = []
    count = 0
    for issue in issues:
        known = accepted_issue(issue)
        if left[known] > 0:
            left[known] -= 1
            count += 1
        else:
            new.append(issue)
    gone = tuple((m, left[m]) for m in sorted(left) if left[m] > 0 and m.code not in unasked)
    return BaselineResult(tuple(new), count, gone)

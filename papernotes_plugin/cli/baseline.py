"""Baseline file of `papernotes check`: the issues that an author accepts, so that only new ones are shown.

An accepted issue is identified by path, code and message.  Its line may change, as may lines that its message names.
Of several equal issues as many are accepted as the file lists.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.issues import Issue, PapernotesError

_SCHEMA = 1
_LINE_NUMBERS = lazy_regex(r"(\.\w{1,8}):\d+(?::\d+)?\b|\b(lines?) \d+")
"""Line numbers in a message: `bib/old.bib:12`, `(line 353)`."""


class AcceptedIssue(NamedTuple):
    """Identity of an issue, independent of its line."""

    path: str
    code: str
    message: str
    """Message with `…` for each line number."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message} [{self.code}]"


def accepted_issue(issue: Issue) -> AcceptedIssue:
    """Return the identity of an issue."""
    return AcceptedIssue(issue.path, str(issue.code), _LINE_NUMBERS.sub(_without_numbers, issue.message))


def _without_numbers(match: re.Match[str]) -> str:
    return f"{match[1]}:…" if match[1] else f"{match[2]} …"


# --- the file -------------------------------------------------------------------------------------


def format_baseline(issues: Iterable[Issue]) -> str:
    """Return the text of a file that accepts these issues: sorted JSON objects, one per line, for readable diffs."""
    counts = Counter(map(accepted_issue, issues))
    rows = [json.dumps({**each._asdict(), "count": counts[each]}, ensure_ascii=False) for each in sorted(counts)]
    lines = "".join(f"\n    {row}," for row in rows).rstrip(",")
    end = "\n  ]" if rows else "]"
    return f'{{\n  "schema": {_SCHEMA},\n  "issues": [{lines}{end}\n}}\n'


def parse(text: str, name: str) -> Counter[AcceptedIssue]:
    """Return how often the text of a baseline file accepts each issue.

    Args:
        text: The text.
        name: The path of the file, for errors.

    Raises:
        PapernotesError: The text is not that of a baseline.
    """
    try:
        data = json.loads(text)
        if data["schema"] != _SCHEMA:
            raise PapernotesError(f"'{name}' is a baseline with another version ({data['schema']!r})")
        counts: Counter[AcceptedIssue] = Counter()
        for row in data["issues"]:
            counts[_parse_issue(row)] += _parse_count(row)
        return counts
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        reason = f"it has no {error}" if isinstance(error, KeyError) else str(error)
        raise PapernotesError(f"'{name}' is not a baseline: {reason or 'it is nested too deeply'}") from error


def _parse_issue(row: dict[str, Any]) -> AcceptedIssue:
    accepted = AcceptedIssue(row["path"], row["code"], row["message"])
    if not all(isinstance(part, str) for part in accepted):
        raise TypeError("path, code and message must be strings")
    return accepted


def _parse_count(row: dict[str, Any]) -> int:
    count = row["count"]
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise TypeError("count must be a positive integer")
    return count


# --- comparison ----------------------------------------------------------------------------------


class BaselineResult(NamedTuple):
    """Issues compared with a baseline."""

    new: tuple[Issue, ...]
    """Issues that it does not accept, in their order."""
    accepted: int
    """Number of issues that it accepts."""
    gone: tuple[tuple[AcceptedIssue, int], ...]
    """Accepted issues that no longer exist, sorted, each with its number."""


def compare(
    issues: Iterable[Issue], accepted: Counter[AcceptedIssue], unchecked: Collection[str] = ()
) -> BaselineResult:
    """Return which issues a baseline does not accept, and which of its issues are gone.

    Args:
        issues: The issues; of equal ones the first are accepted.
        accepted: The baseline.
        unchecked: Codes that were not checked, so that none of their issues can be gone.
    """
    remaining = Counter(accepted)
    new: list[Issue] = []
    count = 0
    for issue in issues:
        identity = accepted_issue(issue)
        if remaining[identity] > 0:
            remaining[identity] -= 1
            count += 1
        else:
            new.append(issue)
    gone = tuple(
        (each, remaining[each]) for each in sorted(remaining) if remaining[each] > 0 and each.code not in unchecked
    )
    return BaselineResult(tuple(new), count, gone)

"""SARIF 2.1.0: the issues as the dashboards of code hosts read them.

A face without a disk.  Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from papernotes_plugin.cli.baseline import AcceptedIssue, accepted_issue
from papernotes_plugin.cli.issue_explanations import Explanation
from papernotes_plugin.version import __version__
from papernotes_plugin.vocabulary.issues import Code, Issue, Level

_ROOT = "%SRCROOT%"
_LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "note"}

_BRACKETS = str.maketrans({char: f"\\{char}" for char in "\\[]"})


def sarif_of(
    issues: Sequence[Issue],
    located: Callable[[str], str],
    explanations: Mapping[Code, Explanation],
    shown: Callable[[str], str],
) -> str:
    """A SARIF log of one run.

    Args:
        issues: In the order in which they are told.
        located: The path from the root of the repository for the path of an issue.
        explanations: What each code means.
        shown: Makes a message harmless for a terminal.
    """
    codes = sorted({issue.code for issue in issues})
    alike: Counter[AcceptedIssue] = Counter()
    results = []
    for issue in issues:
        known = accepted_issue(issue)
        alike[known] += 1
        results.append(
            _result(issue, codes.index(issue.code), located(issue.path), _fingerprint(known, alike[known]), shown)
        )
    driver = {
        "name": "papernotes",
        "version": __version__,
        "rules": [_rule(code, explanations[code]) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the repository."}}},
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _rule(code: Code, said: Explanation) -> dict[str, Any]:
    plain = f"{said.meaning}\n\n    {said.example}\n\n{said.remedy}"
    marked = f"{said.meaning}\n\n```text\n{said.example}\n```\n\n{said.remedy}"
    return {
        "id": str(code),
        "shortDescription": {"text": code.meaning},
        "fullDescription": {"text": said.meaning},
        "help": {"text": plain, "markdown": marked},
        "defaultConfiguration": {"level": _LEVELS[code.level]},
    }


def _result(issue: Issue, rule: int, path: str, fingerprint: str, shown: Callable[[str], str]) -> dict[str, Any]:
    # those who show it want a line also of what is wrong with a whole file
    region = {"startLine": issue.line or 1}
    if issue.line and issue.column:
        region["startColumn"] = issue.column
    return {
        "ruleId": str(issue.code),
        "ruleIndex": rule,
        "level": _LEVELS[issue.level],
        "message": {"text": _text(shown(issue.message))},
        "locations": [
            {"physicalLocation": {"artifactLocation": {"uri": _uri(path), "uriBaseId": _ROOT}, "region": region}}
        ],
        "partialFingerprints": {"papernotes/v1": fingerprint},
    }


def _text(message: str) -> str:
    r"""A message in which nothing is a link: `[words](target)` of a note would be one (3.11.6 of the standard).

    Examples:
        >>> print(_text("see [this](x)"), _text("[@key]"))
        see \[this\](x) [@key]
    """
    return message.translate(_BRACKETS) if "](" in message else message


def _uri(path: str) -> str:
    """A relative reference; a colon in it must not look like the end of a scheme."""
    return quote(path, safe="/~", errors="replace")


def _fingerprint(known: AcceptedIssue, number: int) -> str:
    """The same wherever the issue stands in its file, and another one for each of those that are alike."""
    digest = sha256("\0".join(known).encode(errors="backslashreplace")).hexdigest()[:32]
    return f"{digest}:{number}"

"""Write issues as SARIF 2.1.0, which the dashboards of code hosts read.

Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
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
from papernotes_plugin.text.terminal import one_line
from papernotes_plugin.version import __version__
from papernotes_plugin.vocabulary.issues import Code, Issue, Level

_ROOT = "%SRCROOT%"
_LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "note"}

_BRACKETS = str.maketrans({char: f"\\{char}" for char in "\\[]"})


def sarif_of(
    issues: Sequence[Issue],
    repository_path: Callable[[str], str],
    explanations: Mapping[Code, Explanation],
) -> str:
    """Return a SARIF log with one run.

    Args:
        issues: The issues, in the order of the results.
        repository_path: Returns the path from the root of the repository for the path of an issue.
        explanations: Explanation of each code.
    """
    codes = sorted({issue.code for issue in issues})
    equal_issues: Counter[AcceptedIssue] = Counter()
    results = []
    for issue in issues:
        identity = accepted_issue(issue)
        equal_issues[identity] += 1
        fingerprint = _fingerprint(identity, equal_issues[identity])
        results.append(_result(issue, codes.index(issue.code), repository_path(issue.path), fingerprint))
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


def _rule(code: Code, explanation: Explanation) -> dict[str, Any]:
    text = f"{explanation.meaning}\n\n    {explanation.example}\n\n{explanation.remedy}"
    markdown = f"{explanation.meaning}\n\n```text\n{explanation.example}\n```\n\n{explanation.remedy}"
    return {
        "id": str(code),
        "shortDescription": {"text": code.meaning},
        "fullDescription": {"text": explanation.meaning},
        "help": {"text": text, "markdown": markdown},
        "defaultConfiguration": {"level": _LEVELS[code.level]},
    }


def _result(issue: Issue, rule: int, path: str, fingerprint: str) -> dict[str, Any]:
    # Dashboards require a line, also for an issue of a whole file.
    region = {"startLine": issue.line or 1}
    if issue.line and issue.column:
        region["startColumn"] = issue.column
    return {
        "ruleId": str(issue.code),
        "ruleIndex": rule,
        "level": _LEVELS[issue.level],
        "message": {"text": _text(one_line(issue.message))},
        "locations": [
            {"physicalLocation": {"artifactLocation": {"uri": _uri(path), "uriBaseId": _ROOT}, "region": region}}
        ],
        "partialFingerprints": {"papernotes/v1": fingerprint},
    }


def _text(message: str) -> str:
    r"""Return a message without links: `[text](target)` in a message is a link in SARIF (section 3.11.6).

    Examples:
        >>> print(_text("see [this](x)"), _text("[@key]"))
        see \[this\](x) [@key]
    """
    return message.translate(_BRACKETS) if "](" in message else message


def _uri(path: str) -> str:
    """Return a path as a relative reference, with colons escaped, because a colon would end a scheme."""
    return quote(path, safe="/~", errors="replace")


def _fingerprint(identity: AcceptedIssue, number: int) -> str:
    """Return a fingerprint that does not depend on the line; `number` counts equal issues from 1."""
    digest = sha256("\0".join(identity).encode(errors="backslashreplace")).hexdigest()[:32]
    return f"{digest}:{number}"

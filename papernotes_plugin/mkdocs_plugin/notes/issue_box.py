"""Show the issues of a note on its page in a preview (`mkdocs serve`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from papernotes_plugin.text import terminal
from papernotes_plugin.text.escaping import escape_html
from papernotes_plugin.vocabulary.issues import Issue, Level


def issues_by_file(issues: Iterable[Issue]) -> Mapping[str, Sequence[Issue]]:
    """Return the warnings and errors among issues, by the path of their file."""
    by_file: dict[str, list[Issue]] = {}
    for issue in issues:
        if issue.level in (Level.WARNING, Level.ERROR):
            by_file.setdefault(issue.path, []).append(issue)
    return by_file


def render_box(issues: Iterable[Issue]) -> str:
    """Return an HTML admonition with one line for each issue."""
    lines = "".join(f"<li>{escape_html(terminal.one_line(str(issue)))}</li>" for issue in issues)
    return f'<div class="admonition failure"><p class="admonition-title">papernotes</p><ul>{lines}</ul></div>\n'

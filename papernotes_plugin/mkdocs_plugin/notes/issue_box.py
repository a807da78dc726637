"""What a preview (`mkdocs serve`) shows of the faults in a note, on the page of the note."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from papernotes_plugin.text import terminal
from papernotes_plugin.text.escaping import escape_html
from papernotes_plugin.vocabulary.issues import Issue, Level


def issues_by_file(issues: Iterable[Issue]) -> Mapping[str, Sequence[Issue]]:
    """The warnings and errors among issues, by their file."""
    found: dict[str, list[Issue]] = {}
    for issue in issues:
        if issue.level in (Level.WARNING, Level.ERROR):
            found.setdefault(issue.path, []).append(issue)
    return found


def box(issues: Iterable[Issue]) -> str:
    """A box with a line for each issue."""
    lines = "".join(f"<li>{escape_html(terminal.one_line(str(issue)))}</li>" for issue in issues)
    return f'<div class="admonition failure"><p class="admonition-title">papernotes</p><ul>{lines}</ul></div>\n'

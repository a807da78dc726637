"""Format issues, counts, papers and progress for the terminal.

All texts come from notes that anybody may have written, so control characters are escaped.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType

from papernotes_plugin import people, text
from papernotes_plugin.cli.issue_explanations import Explanation
from papernotes_plugin.text.terminal import escape_all_controls, escape_controls, one_line
from papernotes_plugin.vocabulary.issues import Code, Issue, Level
from papernotes_plugin.vocabulary.model import Paper

PROGRESS_DELAY = 0.5
"""Seconds before progress is shown."""

_GITHUB = {"error": "error", "warning": "warning", "info": "notice"}


# --- issues ---------------------------------------------------------------------------------------


def text_of(issues: Iterable[Issue]) -> str:
    """Return one line for each issue: `file:line: message [code]`, or `file:line:column: …` with a column."""
    return "".join(f"{one_line(str(i))}\n" for i in issues)


def json_of(issues: Collection[Issue], explanations: Mapping[Code, Explanation]) -> str:
    """Return a JSON object with `schema`, all fields of the `issues` (null if unknown), and their `codes` explained."""
    used = sorted({i.code for i in issues})
    codes = {str(code): {"meaning": explanations[code].meaning, "remedy": explanations[code].remedy} for code in used}
    return (
        json.dumps({"schema": 1, "issues": [i.to_json() for i in issues], "codes": codes}, ensure_ascii=False, indent=2)
        + "\n"
    )


def github_of(issues: Iterable[Issue], repository_path: Callable[[str], str]) -> str:
    """Return one workflow command for each issue, which GitHub shows at the line in a pull request.

    Properties and messages are escaped as in actions/toolkit, packages/core/src/command.ts.

    Args:
        issues: The issues.
        repository_path: Returns the path from the root of the repository for the path of an issue.
    """
    lines = []
    for i in issues:
        properties = {"file": repository_path(i.path), "line": i.line, "col": i.column, "title": i.code}
        shown = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items() if value is not None)
        lines.append(f"::{_GITHUB[i.level]} {shown}::{_message(i.message)}\n")
    return "".join(lines)


def _message(text: str) -> str:
    return escape_all_controls(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")


def issue_counts(issues: Iterable[Issue]) -> str:
    """Return the number of issues of each level and the reason for `no-papers`: `2 warnings, 14 infos`.

    The result is empty without issues.

    Examples:
        >>> issue_counts([])
        ''
    """
    issues = tuple(issues)
    levels = Counter(i.level for i in issues)
    parts = [text.counted(levels[level], level) for level in (Level.ERROR, Level.WARNING, Level.INFO) if levels[level]]
    reasons = [i.message for i in issues if i.code is Code.NO_PAPERS]
    return one_line("; ".join([", ".join(parts), *reasons] if parts else []))


# --- papers ---------------------------------------------------------------------------------------


def paper_summary(paper: Paper, bibtex: str) -> str:
    """Return the metadata, mentions and BibTeX entry of a paper as lines for a terminal."""
    persons, truncated = people.parse_people(paper.authors)
    names = ", ".join([*(p.natural for p in persons), *(["et al."] if truncated else [])])
    if paper.origins.get("authors") == "citekey":
        names += " (first author)"
    lines = [text.plain_text(people.bylines.page_title(paper)), names]
    if venue := people.bylines.venue_or_year(paper):
        lines.append(f"{venue} ({paper.track})" if paper.track else venue)
    rows = [
        ("key", paper.citekey),
        ("also", ", ".join(paper.aliases)),
        ("identifiers", ", ".join(map(str, paper.identifiers))),
        *(("link", f"{link.label} {link.url}") for link in paper.links),
        ("tags", ", ".join(paper.tags)),
        *(("topic", " › ".join(topic)) for topic in paper.topics),
        ("tldr", paper.tldr),
        *(("mention", f"{m.location}: {m.text} ({m.kind})") for m in paper.mentions),
    ]
    shown = [one_line(line) for line in lines if line]
    shown += [f"{name:<12} {one_line(value)}" for name, value in rows if value]
    return "\n".join(shown) + f"\n\n{escape_controls(bibtex)}"


def table(rows: Iterable[tuple[str, ...]]) -> str:
    """Return rows as lines with columns as wide as their widest cell, without trailing spaces."""
    cells = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    return "".join(line + "\n" for line in lines)


# --- progress -------------------------------------------------------------------------------------


class Progress:
    """Line on the terminal with the current step, shown after half a second, and only if stderr is a terminal.

    Usage: `with Progress() as progress: progress.show("reading notes")`.  A thread draws the line, because a single
    call into the pipeline may take most of the time.
    """

    def __init__(self) -> None:
        self._text = ""
        self._began = 0.0
        self._done = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Progress:
        self._began = time.monotonic()
        self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the thread in a `with` statement."""
        self._stop()
        try:
            yield
        finally:
            self._start()

    def show(self, text: str) -> None:
        """Set the current step."""
        self._text = text

    def _start(self) -> None:
        if sys.stderr and sys.stderr.isatty():
            self._done.clear()
            self._thread = threading.Thread(target=self._draw, daemon=True)
            self._thread.start()

    def _stop(self) -> None:
        if self._thread:
            self._done.set()
            self._thread.join()
            self._thread = None

    def _draw(self) -> None:
        wait, drawn = max(0.0, self._began + PROGRESS_DELAY - time.monotonic()), ""
        while not self._done.wait(wait):
            wait = 0.1
            line = f"papernotes: {self._text} … {int(time.monotonic() - self._began)} s"
            if line != drawn:
                # \x1b[K clears the rest of a longer line.
                sys.stderr.write(f"\r{line}\x1b[K")
                sys.stderr.flush()
                drawn = line
        if drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

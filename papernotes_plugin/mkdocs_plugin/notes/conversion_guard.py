"""Show a page that Python-Markdown cannot convert as source, and report it with its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from traceback import walk_tb

from papernotes_plugin import pipeline
from papernotes_plugin.text.escaping import escape_html, one_line
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.issues import Code, Issue, issue

_CORE = frozenset(
    f"markdown.{name}"
    for name in (
        "core", "blockparser", "blockprocessors", "inlinepatterns", "treeprocessors", "preprocessors",
        "postprocessors", "serializers", "util",
    )
)  # fmt: skip
"""Modules of Python-Markdown that call the extensions."""
_PARTS = lazy_regex(r"\S.*(?:\n.*\S.*)*")
"""Text between empty lines."""
_MAX_SEARCHED = 200_000
"""Characters of a text that is searched for the part that cannot be converted; a longer one takes too long."""


class ConversionGuard:
    """Guard of the pages of each build; one object for all builds of a preview, as Markdown instances refer to it."""

    def __init__(self) -> None:
        self._site: pipeline.Site | None = None
        self._generated: Collection[str] = ()
        self._new_converter: Callable[[], Callable[[str], object]] | None = None
        self._report_issue: Callable[[Issue], None] | None = None
        self._reported: set[Issue] = set()

    def __repr__(self) -> str:
        """Return the same text in every process, because the options of Markdown extensions are compared as text."""
        return "ConversionGuard()"

    def start(
        self,
        site: pipeline.Site,
        new_converter: Callable[[], Callable[[str], object]],
        report_issue: Callable[[Issue], None],
    ) -> None:
        """Guard the pages of a build from now on.

        Args:
            site: Library of the build.
            new_converter: Returns a function that converts a text with the Markdown of the site.
            report_issue: Reports one issue.
        """
        self._site, self._new_converter, self._report_issue = site, new_converter, report_issue
        self._reported.clear()
        self._generated = site.output_paths

    # the methods of the protocol `PageGuard`

    def covers(self, path: str) -> bool:
        """Return whether a page is a note or generated."""
        return self._site is not None and (path in self._site.library.by_path or path in self._generated)

    def is_plain_note(self, path: str) -> bool:
        """Return whether a page is a note without signs of Obsidian (the method of the protocol `NotePages`)."""
        return self._site is not None and not self._site.library.is_vault and path in self._site.library.by_path

    def recover(self, path: str, source: str, error: Exception, convert: Callable[[str], str]) -> str:
        """Report an error, and return the source of a note as preformatted text.

        Of a generated page, only the parts that cannot be converted are shown as source.
        """
        assert self._site is not None
        note = self._site.library.by_path.get(path)
        text = note.text[note.body_start :] if note else source
        parts = self._failing_parts(text) if len(text) <= _MAX_SEARCHED else []
        line = note.line_and_column(note.body_start + parts[0].start())[0] if note and parts else None
        shown = "the note" if note else "the text"
        message = f"Python-Markdown cannot convert this text ({_reason(error)}); {shown} is shown as source"
        self._report(issue(Code.UNCONVERTED_NOTE, path, line, message))
        if note or not parts:
            return _preformatted(text)
        try:
            return convert(_with_code(source, parts))
        except Exception:  # The error is reported already.
            return _preformatted(text)

    def report_unsafe(self, path: str, url: str) -> None:
        """Report a URL that would have run a script."""
        assert self._site is not None
        note = self._site.library.by_path.get(path)
        at = note.text.find(url, note.body_start) if note else -1
        line, column = note.line_and_column(at) if note and at >= 0 else (None, None)
        message = f"the address '{one_line(url):.60}' would run in the browser of a reader; the link was left as text"
        self._report(issue(Code.UNSAFE_LINK, path, line, message, column))

    def _report(self, problem: Issue) -> None:
        # a page may be converted twice: as a sample, or as the excerpt of a post
        if problem not in self._reported and self._report_issue:
            self._reported.add(problem)
            self._report_issue(problem)

    def _failing_parts(self, text: str) -> list[re.Match[str]]:
        """Return the parts of a text, between empty lines, that cannot be converted alone."""
        assert self._new_converter is not None
        convert, failing = self._new_converter(), []
        for part in _PARTS.finditer(text):
            try:
                convert(part[0])
            except Exception:  # Extensions raise any type.
                failing.append(part)
        return failing


def _reason(error: Exception) -> str:
    """Return the type and message of an error, and the module of the extension that raised it."""
    modules = [frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__)]
    # the first one that Python-Markdown calls
    called = modules[modules.index("markdown.core") :] if "markdown.core" in modules else modules
    module = next((name for name in called if name not in _CORE), "markdown.core")
    return f"{type(error).__name__} in {module}: {one_line(str(error)):.80}"


def _preformatted(text: str) -> str:
    return f"<pre data-search-exclude><code>{escape_html(text)}</code></pre>"


def _with_code(text: str, parts: Sequence[re.Match[str]]) -> str:
    """Return Markdown in which some parts are indented code."""
    pieces, position = [], 0
    for part in parts:
        pieces += [text[position : part.start()], re.sub("^", "    ", part[0], flags=re.MULTILINE)]
        position = part.end()
    return "".join([*pieces, text[position:]])

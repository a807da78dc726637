"""Parse directives such as `<!-- papernotes:papers tag=llm sort=-year -->`, and insert their output into a note."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from papernotes_plugin.markup import latex_commands
from papernotes_plugin.selection.paper_selection import SELECTION_OPTIONS, Selection, split_path
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import COLUMNS
from papernotes_plugin.vocabulary.issues import Code, Issue, issue_at
from papernotes_plugin.vocabulary.model import BlockKind, InlineKind, Note, Span
from papernotes_plugin.vocabulary.near_names import did_you_mean

_LINE_START = lazy_regex(r"([ \t>]*)([-*+]|[0-9]{1,9}[.)])?[ \t]*")
"""Indentation and quote marks, and the mark of a list item, before the text of a line."""
_START = lazy_regex(r"<!--\s*papernotes:([\w-]*)")
_OPTION = lazy_regex(r"([\w-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"']+))|(\S+)")
_STYLES = {"papers": ("table", "list"), "bibliography": ("list", "bibtex")}
DIRECTIVE_OPTIONS: Mapping[str, tuple[str, ...]] = {
    "papers": (*SELECTION_OPTIONS, "columns", "style"),
    "bibliography": (*SELECTION_OPTIONS, "style"),
    "references": (),
    "tags": ("under",),
    "topics": ("under",),
    "venues": ("under",),
    "overview": ("limit",),
}
"""The options of each directive, by its name."""


@dataclass(frozen=True, slots=True)
class Directive:
    """One parsed directive."""

    name: str
    span: Span
    """Span of the HTML comment or command."""
    selection: Selection = field(default_factory=Selection)
    columns: tuple[str, ...] = ()
    """Columns of the table; empty for those of the configuration."""
    style: str = ""
    """Style of the list; by default the first style of the directive."""
    under: tuple[str, ...] = ()
    """Path of the tag or topic whose children are shown; empty for all."""
    nested: bool = False
    """The directive is in a list or a quote."""
    whole_library: bool = False
    """A bibliography without options contains the whole library, not only the papers of the note."""


def find_directives(note: Note) -> tuple[tuple[Directive, ...], tuple[Issue, ...]]:
    """Return the directives of a note in order, and their issues; those in code do not count."""
    commands = [_command(note, span) for span in latex_commands.find_bibliography_commands(note)]
    directives: list[Directive] = []
    issues: list[Issue] = []
    if "papernotes:" not in note.text:
        return tuple(commands), ()
    code = _code(note)
    starts = [span.start for span in code]
    at = note.body_start
    while match := _START.search(note.text, at):
        end = note.text.find("-->", match.end())
        if end < 0:
            break
        at = end + 3
        place = bisect_right(starts, match.start()) - 1
        if place >= 0 and match.start() < code[place].end:
            at = max(code[place].end, match.end())
            continue
        directive, problems = _read(note, match, end)
        issues += problems
        if directive:
            directives.append(directive)
    # A command within a comment is part of the comment.
    comments = [(directive.span.start, directive.span.end) for directive in directives]
    for directive in commands:
        place = bisect_right(comments, (directive.span.start, len(note.text))) - 1
        if place < 0 or comments[place][1] <= directive.span.start:
            directives.append(directive)
    return tuple(sorted(directives, key=lambda directive: directive.span)), tuple(issues)


def _command(note: Note, span: Span) -> Directive:
    """Return the directive for a LaTeX command."""
    whole = note.text.startswith(latex_commands.FULL_BIBLIOGRAPHY, span.start)
    name = "bibliography" if whole else "references"
    return replace(_directive(note, name, span), whole_library=whole)


def _directive(note: Note, name: str, span: Span) -> Directive:
    """Return a directive without options."""
    line_start = note.text.rfind("\n", 0, span.start) + 1
    nested = bool(_line_start(note.text, line_start)[0])
    return Directive(name, span, style=_STYLES.get(name, ("",))[0], nested=nested)


def _code(note: Note) -> list[Span]:
    blocks = [b.span for b in note.document.blocks if b.kind is BlockKind.CODE]
    return sorted([*blocks, *(i.span for i in note.document.inlines if i.kind is InlineKind.CODE)])


def _read(note: Note, match: re.Match[str], end: int) -> tuple[Directive | None, list[Issue]]:
    name = match[1]
    if name not in DIRECTIVE_OPTIONS:
        message = f"directive 'papernotes:{name}' is not known{did_you_mean(name, DIRECTIVE_OPTIONS)}; it was left out"
        return None, [issue_at(Code.UNKNOWN_DIRECTIVE, note, match.start(), message)]
    span = Span(match.start(), end + 3)
    directive = _directive(note, name, span)
    issues: list[Issue] = []
    for option in _OPTION.finditer(note.text, match.end(), end):
        key = option[1] or option[5]
        value = next((v for v in (option[2], option[3], option[4]) if v is not None), None)
        if key not in DIRECTIVE_OPTIONS[name]:
            hint = did_you_mean(key, DIRECTIVE_OPTIONS[name])
            message = f"option '{key}' of 'papernotes:{name}' is not known{hint}; it was ignored"
            issues.append(issue_at(Code.UNKNOWN_DIRECTIVE_OPTION, note, option.start(), message))
            continue
        try:
            if value is None:
                raise ValueError(f"option '{key}' has no value")
            directive = _with(directive, key, value)
        except ValueError as error:
            message = f"{error} in 'papernotes:{name}'; it was ignored"
            issues.append(issue_at(Code.BAD_DIRECTIVE_OPTION, note, option.start(), message))
    return directive, issues


def _with(directive: Directive, key: str, value: str) -> Directive:
    """Return the directive with one more option.

    Raises:
        ValueError: The value is not valid for the option.
    """
    if key in _PARSERS:
        return _PARSERS[key](directive, value.strip())
    given = Selection.parse({key: value})
    changed = {name: getattr(given, name) for name in _FACTS.get(key, (key,))}
    return replace(directive, selection=replace(directive.selection, **changed))


_FACTS = {"venue": ("venue", "venue_year")}
"""Fields of `Selection` that an option sets, if they are not the field of its name."""


def _columns(directive: Directive, value: str) -> Directive:
    columns = tuple(c for c in re.split(r"[,\s]+", value) if c)
    unknown = [c for c in columns if c not in COLUMNS]
    if unknown or not columns:
        raise ValueError(f"option 'columns' must be of {', '.join(COLUMNS)}, not '{value}'")
    return replace(directive, columns=columns)


def _style(directive: Directive, value: str) -> Directive:
    styles = _STYLES[directive.name]
    if value not in styles:
        raise ValueError(f"option 'style' must be {' or '.join(styles)}, not '{value}'")
    return replace(directive, style=value)


def _under(directive: Directive, value: str) -> Directive:
    path = split_path(value.lstrip("#"), "/" if directive.name == "tags" else "/›>")
    if not path:
        raise ValueError("option 'under' is empty")
    return replace(directive, under=path)


_PARSERS: dict[str, Callable[[Directive, str], Directive]] = {"columns": _columns, "style": _style, "under": _under}


def _line_start(text: str, at: int) -> re.Match[str]:
    match = _LINE_START.match(text, at)
    assert match is not None
    return match


# --- output of a directive ------------------------------------------------------------------------


def fit_in_place(source: str, span: Span, body: str) -> str:
    """Return the text that replaces a directive, with the empty lines, indentation and quote marks of its place.

    Args:
        source: The text of the note.
        span: The span of the directive.
        body: The Markdown that the directive generates.
    """
    start = source.rfind("\n", 0, span.start) + 1
    end = source.find("\n", span.end)
    end = len(source) if end < 0 else end
    before, after = source[start : span.start], source[span.end : end]
    marks = _line_start(before, 0)
    indent = marks[1] + ("    " if marks[2] else "")
    empty = "\n" + indent.rstrip()
    text = f"\n{indent}".join(body.split("\n")).replace(f"\n{indent}\n", f"{empty}\n")
    if before[marks.end() :]:
        text = f"{empty}\n{indent}{text}"
    elif not marks[2] and start and source[source.rfind("\n", 0, start - 1) + 1 : start].strip(" \t>\n"):
        text = f"\n{indent}{text}"
    if after.strip():
        return f"{text}{empty}\n{indent}"
    following = source.find("\n", end + 1)
    return text + empty if source[end + 1 : following if following >= 0 else None].strip(" \t>") else text

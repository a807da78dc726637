"""Compute the edits of a note: links to papers, wikilinks, citations and the output of directives."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from papernotes_plugin import render
from papernotes_plugin.annotate import annotation_edits, annotation_issues
from papernotes_plugin.pipeline.citation_styles import Styles
from papernotes_plugin.pipeline.site_outputs import bibliography
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import Edit, Library, Note


def edits(
    library: Library,
    note: Note,
    config: Config,
    styles: Styles,
    *,
    attributes: bool,
    whole: bool = True,
    backlinks: str = "",
) -> tuple[list[Edit], list[Issue]]:
    """Return the edits of one note, and the issues about its links, citations and directives.

    Args:
        library: The library.
        note: The note.
        config: The options.
        styles: The styles of citations.
        attributes: Whether the Markdown renderer supports attribute lists.
        whole: Whether to mark wikilinks without a target and citekeys without a paper.
        backlinks: The Markdown to add at the end of the note.
    """
    link_edits, issues = annotation_edits(
        note, library, config, attributes, *styles, backlinks=backlinks, show_unknown=whole
    )
    entries = partial(bibliography, config=config)
    directive_edits, directive_issues = render.render_directives(
        note, library, config, entries, styles.style.bibliography, styles.prose, attributes=attributes
    )
    return [*directive_edits, *link_edits], [*issues, *directive_issues]


def issues(library: Library, note: Note, config: Config, styles: Styles) -> tuple[Issue, ...]:
    """Return the issues of one note as `edits` does, without the cost of computing all edits."""
    entries = partial(bibliography, config=config)
    _, directive_issues = render.render_directives(
        note, library, config, entries, styles.style.bibliography, styles.prose, attributes=False
    )
    return (*annotation_issues(note, library, config, *styles), *directive_issues)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with the edits applied; an edit that overlaps an earlier one is left out."""
    parts: list[str] = []
    position = 0
    for edit in sorted(edits, key=lambda edit: edit.span):
        if edit.span.start >= position:
            parts += [text[position : edit.span.start], edit.text]
            position = edit.span.end
    return "".join([*parts, text[position:]])

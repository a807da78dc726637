"""What is edited in a note: the links of its papers, wikilinks and citations, and what its directives stand for."""

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
    """Return the edits of one note (`annotation_edits` and `render_directives`) and its issues."""
    made, issues = annotation_edits(note, library, config, attributes, *styles, backlinks=backlinks, whole=whole)
    entries = partial(bibliography, config=config)
    more, found = render.render_directives(
        note, library, config, entries, styles.style.bibliography, styles.prose, attributes=attributes
    )
    return [*more, *made], [*issues, *found]


def issues(library: Library, note: Note, config: Config, styles: Styles) -> tuple[Issue, ...]:
    """What is wrong in one note, as `edits` tells it."""
    entries = partial(bibliography, config=config)
    _, found = render.render_directives(
        note, library, config, entries, styles.style.bibliography, styles.prose, attributes=False
    )
    return (*annotation_issues(note, library, config, *styles), *found)


def apply(content: str, edits: Iterable[Edit]) -> str:
    """A text with edits made; an edit that overlaps an earlier one is left out."""
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda e: e.span):
        if edit.span.start >= at:
            parts += [content[at : edit.span.start], edit.text]
            at = edit.span.end
    return "".join([*parts, content[at:]])

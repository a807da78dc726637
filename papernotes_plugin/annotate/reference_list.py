"""Write the list of references of a note: at its end, or in place of a `references` directive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from papernotes_plugin.annotate import note_footer
from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.markup import inline_markdown
from papernotes_plugin.people.bylines import page_title
from papernotes_plugin.selection import directives
from papernotes_plugin.text.escaping import Url, escape_attribute, escape_markdown
from papernotes_plugin.vocabulary.citation_model import Bibliography
from papernotes_plugin.vocabulary.issues import Code, Issue, issue_at
from papernotes_plugin.vocabulary.model import BlockKind, Note, Paper, Span

_REFERENCE_TITLES = frozenset({
    "references", "reference list", "bibliography", "literature", "works cited", "sources",
    "literatur", "literaturverzeichnis", "quellen", "références", "bibliographie", "referencias", "bibliografía",
    "riferimenti", "bibliografia", "参考文献",
})  # fmt: skip
"""Titles of a last heading below which the list of references is written, case-folded."""


def entry_anchor(paper: Paper) -> str:
    """Return the HTML id of a paper's entry in a list of references."""
    return f"ref-{paper.slug}"


def has_reference_list(note: Note) -> bool:
    """Return whether a note gets a list of references if it cites papers.

    A note with a `bibliography` directive for its own papers gets none, unless it has a `references` directive.
    """
    found_directives, _ = directives.find_directives(note)
    has_bibliography = any(
        d.name == "bibliography" and d.selection.selects_all and not d.whole_library for d in found_directives
    )
    return not has_bibliography or any(d.name == "references" for d in found_directives)


def reference_entry(paper: Paper, bibliography: Bibliography, page: Url, back: Sequence[str], attributes: bool) -> str:
    """Return one item of the list: label, reference, a link to the paper's page and links back to the citations.

    Args:
        paper: The cited paper.
        bibliography: The references of the note.
        page: URL of the paper's page.
        back: HTML ids of the citations.
        attributes: Whether the Markdown may contain attribute lists.
    """
    label: str = escape_markdown(bibliography.label(paper))
    if label and attributes:
        label = f'<span class="papernotes-number">{label}</span>'
    reference = inline_markdown.format_runs(bibliography.reference(paper), start=not label)
    page_link = inline_markdown.paper_page_link(page, page_title(paper), attributes=attributes)
    back_links = [_back_link(anchor, number, len(back), attributes) for number, anchor in enumerate(back, 1)]
    labelled = " ".join([label, reference]).strip()
    return f'- <a id="{escape_attribute(entry_anchor(paper))}"></a>{labelled} {" ".join([page_link, *back_links])}'


def _back_link(anchor: str, number: int, count: int, attributes: bool) -> str:
    text = "↩" if count == 1 else f"↩{number}"
    tooltip = "Back to the text" if count == 1 else f"Back to the text, place {number} of {count}"
    attribute_list = f'{{ .papernotes-back aria-label="{tooltip}" }}' if attributes else ""
    return f'[{text}](#{escape_attribute(anchor)} "{tooltip}"){attribute_list}'


def repeated_list_issues(note: Note) -> Iterator[Issue]:
    """Yield an issue for each `references` directive after the first."""
    spans = _directive_spans(note)
    for span in spans[1:]:
        first = note.line_and_column(spans[0].start)[0]
        message = f"'papernotes:references' is already in line {first}; this one was left out"
        yield issue_at(Code.REPEATED_DIRECTIVE, note, span.start, message)


def insert_reference_list(edit_list: EditList, entries: str, title: str) -> None:
    """Insert the list in place of the first `references` directive, else at the end of the note below a heading.

    Further directives, and a directive without entries, are removed.

    Args:
        edit_list: The edits of the note.
        entries: The items of the list; "" if the note cites nothing.
        title: Title of the heading.
    """
    note, attributes = edit_list.note, edit_list.attributes
    spans = _directive_spans(note)
    for number, span in enumerate(spans):
        markdown = _list_block(entries, attributes, heading="") if entries and not number else ""
        edit_list.replacements[span] = directives.fit_in_place(note.text, span, markdown) if markdown else ""
    if entries and not spans:
        # with a value, as a word alone in braces might be no attribute list
        hidden = 'data-search-exclude="true"' if attributes else ""
        heading = "" if _ends_with_heading(note, title) else note_footer.footer_heading(note, title, hidden)
        note_footer.append(edit_list, _list_block(entries, attributes, heading))


def _directive_spans(note: Note) -> list[Span]:
    return [d.span for d in directives.find_directives(note)[0] if d.name == "references"]


def _list_block(entries: str, attributes: bool, heading: str) -> str:
    """Return the list with an element for its style, which also separates it from a list of the author's."""
    mark = '<div class="papernotes-references"></div>\n\n' if attributes or not heading else ""
    return f"{heading}{mark}{entries}" if heading else f"{mark}{entries}\n\n<!-- -->"


def _ends_with_heading(note: Note, title: str) -> bool:
    """Return whether the last block of a note is a heading for a list of references."""
    last = note.document.blocks[-1] if note.document.blocks else None
    if last is None or last.kind is not BlockKind.HEADING or last.parent >= 0:
        return False
    words = "".join(i.text for i in note.document.inlines if i.block == last.index)
    return " ".join(words.split()).casefold() in _REFERENCE_TITLES | {title.casefold()}

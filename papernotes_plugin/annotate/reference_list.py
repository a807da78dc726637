"""References: the list of what a note cites, at its end or where its author wants it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from papernotes_plugin.annotate import note_footer
from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.markup import inline_markdown
from papernotes_plugin.selection import directives
from papernotes_plugin.text.escaping import Url, escape_attribute, escape_markdown
from papernotes_plugin.vocabulary.citation_model import Bibliography
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import BlockKind, Note, Paper

_TITLES = frozenset({
    "references", "reference list", "bibliography", "literature", "works cited", "sources",
    "literatur", "literaturverzeichnis", "quellen", "références", "bibliographie", "referencias", "bibliografía",
    "riferimenti", "bibliografia", "参考文献",
})  # fmt: skip
"""Headings under which a list of references belongs, where a note ends with one."""


def anchor(paper: Paper) -> str:
    """The id of a paper's entry in the list of a page."""
    return f"ref-{paper.slug}"


def wanted(note: Note) -> bool:
    """Whether the note gets a list: not where it has a bibliography of its own, unless it asks for a list as well."""
    found, _ = directives.find_directives(note)
    own = any(d.name == "bibliography" and d.selection.selects_all and not d.whole_library for d in found)
    return not own or any(d.name == "references" for d in found)


def entry(paper: Paper, book: Bibliography, page: Url, back: Sequence[str], attributes: bool) -> str:
    """One item of the list: label, reference, a link to the paper's page, and one to each place of citation.

    Args:
        paper: What is cited.
        book: The references that it is one of.
        page: The link to the paper's page.
        back: The ids of the places where it is cited.
        attributes: The Markdown may use attribute lists.
    """
    label: str = escape_markdown(book.label(paper))
    if label and attributes:
        label = f'<span class="papernotes-number">{label}</span>'
    words = inline_markdown.format_runs(book.reference(paper), start=not label)
    sign = inline_markdown.paper_page_link(page, paper.title, attributes=attributes)
    links = [_back(place, number, len(back), attributes) for number, place in enumerate(back, 1)]
    said = " ".join([label, words]).strip()
    return f'- <a id="{escape_attribute(anchor(paper))}"></a>{said} {" ".join([sign, *links])}'


def _back(place: str, number: int, of: int, attributes: bool) -> str:
    words = "↩" if of == 1 else f"↩{number}"
    tip = "Back to the text" if of == 1 else f"Back to the text, place {number} of {of}"
    name = f'{{ .papernotes-back aria-label="{tip}" }}' if attributes else ""
    return f'[{words}](#{escape_attribute(place)} "{tip}"){name}'


def repeated(note: Note) -> Iterator[Issue]:
    """The directives beyond the first."""
    asked = [d.span for d in directives.find_directives(note)[0] if d.name == "references"]
    for span in asked[1:]:
        line, column = note.line_and_column(span.start)
        first = note.line_and_column(asked[0].start)[0]
        message = f"the note has 'papernotes:references' in line {first} already; it was left out"
        yield issue(Code.REPEATED_DIRECTIVE, note.path, line, message, column)


# --- where it stands ------------------------------------------------------------------------------


def place(edit_list: EditList, body: str, title: str, attributes: bool) -> None:
    """Put the items of a list where the note asks for them, or else at its end under a heading.

    Only the first directive is filled; any other, and one where nothing is cited, becomes nothing.
    """
    note = edit_list.note
    asked = [d.span for d in directives.find_directives(note)[0] if d.name == "references"]
    for number, span in enumerate(asked):
        made = _block(body, attributes, heading="") if body and not number else ""
        edit_list.replaced[span] = directives.fit_in_place(note.text, span, made) if made else ""
    if body and not asked:
        # a word alone is no sure sign of an attribute list
        hidden = 'data-search-exclude="true"' if attributes else ""
        heading = "" if _ready(note, title) else note_footer.heading(note, title, hidden)
        note_footer.put(edit_list, _block(body, attributes, heading))


def _block(body: str, attributes: bool, heading: str) -> str:
    """The list apart from a list of the author's, and with a mark for the style."""
    mark = '<div class="papernotes-references"></div>\n\n' if attributes or not heading else ""
    return f"{heading}{mark}{body}" if heading else f"{mark}{body}\n\n<!-- -->"


def _ready(note: Note, title: str) -> bool:
    """The note ends with a heading under which the list belongs."""
    last = note.document.blocks[-1] if note.document.blocks else None
    if last is None or last.kind is not BlockKind.HEADING or last.parent >= 0:
        return False
    words = "".join(i.text for i in note.document.inlines if i.block == last.index)
    return " ".join(words.split()).casefold() in _TITLES | {title.casefold()}

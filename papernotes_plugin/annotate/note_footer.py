"""Append sections to the end of a note: its references, its backlinks and a link to its `.bib` file."""

from __future__ import annotations

from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.text.escaping import escape_markdown
from papernotes_plugin.vocabulary.model import Block, BlockKind, Note

_RAW_HTML = (
    ("<!--", "-->"),
    ("<script", "</script"),
    ("<style", "</style"),
    ("<pre", "</pre"),
    ("<textarea", "</textarea"),
)
"""Start and end of raw HTML that may contain empty lines."""


def append(edit_list: EditList, section: str) -> None:
    """Append a section to the end of the note, after those appended before."""
    offset, is_after_all = _end(edit_list)
    before = edit_list.footer[1].strip("\n") if edit_list.footer else ""
    sections = "\n\n".join(filter(None, (before, section)))
    edit_list.footer = (offset, f"\n\n{sections}") if is_after_all else (offset, f"{sections}\n\n")


def footer_heading(note: Note, title: str, attributes: str = "") -> str:
    """Return a heading for a section, at the level of the note's other sections; "" if the title is empty.

    Args:
        note: The note.
        title: Text of the heading.
        attributes: Content of its attribute list; "" for none.
    """
    if not title.strip():
        return ""
    levels = [b.level for b in note.document.blocks if b.kind is BlockKind.HEADING and b.parent < 0]
    # one first-level heading is the title of the note, several are its sections
    level = 1 if levels.count(1) > 1 else min((x for x in levels if x > 1), default=2)
    attribute_list = f" {{ {attributes} }}" if attributes else ""
    return f"{'#' * level} {escape_markdown(title)}{attribute_list}\n\n"


def append_bibtex_link(edit_list: EditList, href: str) -> None:
    """Append a link to the `.bib` file of the note."""
    link = f"[BibTeX of this note]({href})"
    # excluded from search, as it is no text of the author's
    small = f'<small class="papernotes-download" data-search-exclude>{link}</small>'
    append(edit_list, small if edit_list.attributes else link)


def append_citation_link(edit_list: EditList, href: str) -> None:
    """Append a link to the BibTeX on the page of the only paper of the note."""
    link = f"[BibTeX of the paper in this note]({href})"
    append(edit_list, f"<small data-search-exclude>{link}</small>" if edit_list.attributes else link)


def append_backlinks(edit_list: EditList, title: str, content: str) -> None:
    """Append the backlinks section of the note."""
    attributes = ".papernotes-backlinks data-search-exclude" if edit_list.attributes else ""
    append(edit_list, f"{footer_heading(edit_list.note, title, attributes)}{content}")


def _end(edit_list: EditList) -> tuple[int, bool]:
    """Return the offset for the footer, and whether it is the end of the note.

    A last block that is not closed would swallow the footer: then the footer goes before that block.  Python-Markdown
    reads a fence that is not closed as text.  The author may even have closed it: in lists and admonitions,
    Python-Markdown and CommonMark differ in which fences belong together.
    """
    note = edit_list.note
    for block in note.document.blocks[-1:]:
        is_checked = block.parent < 0 and not (edit_list.attributes and block.kind is BlockKind.CODE)
        if is_checked and _is_unclosed(note.text[slice(*block.span)], block):
            return block.span.start, False
    return len(note.text.rstrip()), True


def _is_unclosed(source: str, block: Block) -> bool:
    if block.kind is BlockKind.CODE:
        fence = source[:3]
        last = source.rpartition("\n")[2].strip()
        is_closed = last.startswith(fence) and not last.strip(fence[0]) and "\n" in source
        return fence in ("```", "~~~") and not is_closed
    if block.kind is BlockKind.HTML:
        html = source.casefold()
        return any(html.rfind(start) > html.rfind(end) for start, end in _RAW_HTML)
    return False

"""Closing: what is put at the end of a note, piece under piece: its references, its backlinks, its `.bib` file."""

from __future__ import annotations

from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.text.escaping import escape_markdown
from papernotes_plugin.vocabulary.model import Block, BlockKind, Note

_UNCLOSED = (
    ("<!--", "-->"),
    ("<script", "</script"),
    ("<style", "</style"),
    ("<pre", "</pre"),
    ("<textarea", "</textarea"),
)


def put(edit_list: EditList, piece: str) -> None:
    """Put a piece at the end of the note, behind those that stand there."""
    at, behind = _end(edit_list.note)
    before = edit_list.last[1].strip("\n") if edit_list.last else ""
    made = "\n\n".join(filter(None, (before, piece)))
    edit_list.last = (at, f"\n\n{made}") if behind else (at, f"{made}\n\n")


def heading(note: Note, title: str, attributes: str = "") -> str:
    """A heading for a piece, at the level of the note's sections; "" without words.

    Args:
        note: The note.
        title: Its words.
        attributes: What stands in its attribute list, where the Markdown may have one.
    """
    if not title.strip():
        return ""
    levels = [b.level for b in note.document.blocks if b.kind is BlockKind.HEADING and b.parent < 0]
    # several first-level headings are sections
    level = 1 if levels.count(1) > 1 else min((x for x in levels if x > 1), default=2)
    listed = f" {{ {attributes} }}" if attributes else ""
    return f"{'#' * level} {escape_markdown(title)}{listed}\n\n"


def offer(edit_list: EditList, href: str, attributes: bool) -> None:
    """Put a link to the `.bib` file of the note there."""
    link = f"[BibTeX of this note]({href})"
    # what is no text of the note is not searched
    put(edit_list, f'<small class="papernotes-download" data-search-exclude>{link}</small>' if attributes else link)


def backlinks(edit_list: EditList, title: str, body: str, attributes: bool) -> None:
    """Put the places there that link to the note or name it."""
    title = heading(edit_list.note, title, ".papernotes-backlinks data-search-exclude" if attributes else "")
    put(edit_list, f"{title}{body}")


def _end(note: Note) -> tuple[int, bool]:
    """Where the note ends, or where a last block begins that would take everything behind it into itself."""
    top = [b for b in note.document.blocks[-1:] if b.parent < 0]
    if top and _open(note.text[slice(*top[0].span)], top[0]):
        return top[0].span.start, False
    return len(note.text.rstrip()), True


def _open(source: str, block: Block) -> bool:
    if block.kind is BlockKind.CODE:
        fence = source[:3]
        last = source.rpartition("\n")[2].strip()
        return fence in ("```", "~~~") and not (last.startswith(fence) and not last.strip(fence[0]) and "\n" in source)
    if block.kind is BlockKind.HTML:
        words = source.casefold()
        return any(words.rfind(opening) > words.rfind(closing) for opening, closing in _UNCLOSED)
    return False

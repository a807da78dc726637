"""Texts that MkDocs may pass to the plugin for a note, to recognise notes that another plugin changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mkdocs.structure.files import Files
from mkdocs.utils import meta

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Note, Source

_FIELD_LINE = lazy_regex(r"[ ]{0,3}[A-Za-z0-9_-]+:(?::|[ \t]*(?:\n|\Z))")
"""A first line that MkDocs removes as a field of front matter, although it is text: `key:: value` or `Words:`."""


class NoteText(NamedTuple):
    """Text of a note that no other plugin changed; what MkDocs may pass of it to the plugin is computed on demand."""

    start: int
    """Offset of the text behind the front matter in `Note.text`."""
    content: str
    """Content of the file; the same object as `Note.text` if both are equal, so that it takes no memory."""
    lines_before_body: int
    """Number of lines of the front matter."""

    @property
    def body(self) -> str:
        """Text without front matter."""
        return self.content.split("\n", self.lines_before_body)[-1].strip()

    @property
    def full(self) -> str:
        """Text with its front matter."""
        return self.content.strip()

    @property
    def without_fields(self) -> str:
        """Text without first lines that MkDocs takes for front matter."""
        return meta.get_data(self.content)[0].strip() if _FIELD_LINE.match(self.content) else self.full


def texts_seen_by_mkdocs(files: Files, sources: Iterable[Source], notes: Iterable[Note]) -> dict[str, NoteText]:
    """Return the texts of every note as MkDocs may pass them to the plugin, by path.

    A note that is not UTF-8 gets its repaired text as the content of its file, because MkDocs would fail on the bytes.
    """
    data_by_path = {source.path: source.data for source in sources}
    texts: dict[str, NoteText] = {}
    for note in notes:
        try:
            content = data_by_path[note.path].decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            content = note.text
            file = files.get_file_from_path(note.path)
            assert file is not None
            file.content_string = content
        lines_before_body = note.line_and_column(note.body_start)[0] - 1
        shared = note.text if content == note.text else content
        texts[note.path] = NoteText(note.body_start, shared, lines_before_body)
    return texts

"""Store the analysis of a note as compressed JSON, which another process reads instead of the note."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_type_hints

from papernotes_plugin.pipeline import typed_json
from papernotes_plugin.pipeline.note_analysis import NoteAnalysis
from papernotes_plugin.recognisers.evidence.papers.folders_of_books import TitleSigns
from papernotes_plugin.recognisers.evidence.papers.folders_of_papers import NoteKind
from papernotes_plugin.recognisers.evidence.structure.context import SharedEvidence
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import Document, Mention, Note


def analysis_to_bytes(analysis: NoteAnalysis) -> bytes:
    """Return the analysis of a note without its source; empty if JSON cannot express the front matter."""
    meta = analysis.note.meta
    try:
        if json.loads(json.dumps(meta)) != meta:
            return b""
        note = [getattr(analysis.note, name) for name in _NOTE_READERS]
        row = typed_json.to_bytes([note, *(getattr(analysis, name) for name in _READERS)])
        return b"%d %b%b" % (len(row), row, typed_json.to_bytes(analysis.note.document))
    except (TypeError, ValueError, RecursionError):
        return b""


def analysis_from_bytes(stored: bytes, data: bytes) -> NoteAnalysis | None:
    """Return the analysis that `analysis_to_bytes` described; None if there is none or it is damaged.

    Args:
        stored: Return value of `analysis_to_bytes`.
        data: Source of the note.
    """
    if not stored:
        return None
    try:
        length, _, rest = stored.partition(b" ")
        row, document = rest[: int(length)], rest[int(length) :]
        typed_json.check(document)
        note, *others = typed_json.from_bytes(row)
        values = _read(_READERS, others)
        return NoteAnalysis(data, _StoredNote.of(_read(_NOTE_READERS, note), document), **values, stored=stored)
    except typed_json.ERRORS:
        return None


class _StoredNote(Note):
    """A note whose document is decoded when it is first needed, because an edit needs few documents."""

    __slots__ = ("_stored_document",)
    _stored_document: bytes

    @classmethod
    def of(cls, values: Mapping[str, Any], stored_document: bytes) -> Note:
        """Return the note with the values of all other fields."""
        note = object.__new__(cls)
        for name, value in {**values, "_stored_document": stored_document}.items():
            object.__setattr__(note, name, value)
        return note

    def __getattr__(self, name: str) -> Document:
        # called only while the field has no value
        if name != "document":
            raise AttributeError(name)
        document: Document = _READ_DOCUMENT(typed_json.from_bytes(self._stored_document))
        object.__setattr__(self, name, document)
        return document


def _read(readers: Mapping[str, typed_json.Reader], row: list[Any]) -> dict[str, Any]:
    return {name: read(value) for (name, read), value in zip(readers.items(), row, strict=True)}


_TYPES: Mapping[str, Any] = {
    "private": str,
    "mentions": tuple[Mention, ...],
    "issues": tuple[Issue, ...],
    "headings": tuple[str, ...],
    "kind": NoteKind,
    "title_signs": TitleSigns,
    "shared": SharedEvidence,
}
"""Type of each stored field of an analysis but the note."""
_READERS: Mapping[str, typed_json.Reader] = {name: typed_json.reader(kind) for name, kind in _TYPES.items()}
_NOTE_TYPES = get_type_hints(Note)
_NOTE_READERS: Mapping[str, typed_json.Reader] = {
    field.name: typed_json.reader(_NOTE_TYPES[field.name]) for field in fields(Note) if field.name != "document"
}
_READ_DOCUMENT = typed_json.reader(Document)

"""Store the analysis of a note as compressed JSON, which another process reads instead of the note."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from papernotes_plugin.pipeline import typed_json
from papernotes_plugin.pipeline.note_analysis import NoteAnalysis
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import Mention, Note


def analysis_to_bytes(analysis: NoteAnalysis) -> bytes:
    """Return the analysis of a note without its source; empty if JSON cannot express the front matter."""
    meta = analysis.note.meta
    try:
        if json.loads(json.dumps(meta)) != meta:
            return b""
        row = [getattr(analysis, name) for name in _TYPES]
        return typed_json.to_bytes(row)
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
        row = typed_json.from_bytes(stored)
        values = {name: read(value) for (name, read), value in zip(_READERS.items(), row, strict=True)}
    except typed_json.ERRORS:
        return None
    return NoteAnalysis(data, **values, stored=stored)


_TYPES: Mapping[str, Any] = {
    "note": Note,
    "private": str,
    "mentions": tuple[Mention, ...],
    "issues": tuple[Issue, ...],
    "headings": tuple[str, ...],
    "labels": frozenset[str],
}
"""Type of each stored field of an analysis."""
_READERS: Mapping[str, typed_json.Reader] = {name: typed_json.reader(kind) for name, kind in _TYPES.items()}

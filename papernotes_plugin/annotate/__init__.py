"""Annotate the text of notes: links to papers, rendered citations, wikilinks and backlinks, as edits by span."""

from __future__ import annotations

from papernotes_plugin.annotate.note_annotation import annotation_edits, annotation_issues, normalise_markdown

__all__ = ["annotation_edits", "annotation_issues", "normalise_markdown"]

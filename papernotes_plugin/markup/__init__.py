"""Markdown and the dialects that notes are written in: text to syntax nodes with spans."""

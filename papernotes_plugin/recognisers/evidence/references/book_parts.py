"""Patterns of the words for a part of a book, which are neither a title nor a venue."""

from __future__ import annotations

PART_WITH_NAME = (
    r"(?i:intro(?:duction)?|preface|foreword|prologue|epilogue|afterword|conclusion|selections|excerpts?|appendix)"
)
"""A part of a book that has a name and rarely a number: `Preface`."""
PART_WITH_NUMBER = r"(?i:ch(?:ap(?:ter)?)?s?|parts?|sections?|vol(?:ume)?s?|lessons?)"
"""A part of a book that has a number, without the point of a short form: `Chapters`, `vol`."""

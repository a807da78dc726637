"""BibTeX entries: their text, their LaTeX values, and the facts that their fields state."""

from __future__ import annotations

from papernotes_plugin.entries.bib_text import (
    FIELD_ORDER,
    MONTHS,
    format_entries,
    safe_label,
    safe_value,
    valid_key,
)

__all__ = ["FIELD_ORDER", "MONTHS", "format_entries", "safe_label", "safe_value", "valid_key"]

"""Functions from string to string: plain text, comparison, slugs, escaping and repair of encoding damage.

Nothing here knows papers or notes.
"""

from __future__ import annotations

from papernotes_plugin.text.comparison import comparison_key, compute_key, count_words, is_cut_off, similarity
from papernotes_plugin.text.counted import counted
from papernotes_plugin.text.encoding_repair import repair_certain_damage, repair_encoding
from papernotes_plugin.text.escaping import (
    escape_attribute,
    escape_html,
    escape_inside_line,
    escape_markdown,
    escape_url,
    is_script_url,
    one_line,
    quote_yaml,
)
from papernotes_plugin.text.latex_text import are_words, holds_link, is_in_url, math_spans, split_at_math
from papernotes_plugin.text.plain import plain_text, shortened, with_whole_words, without_quotation_marks
from papernotes_plugin.text.romanisation import romanised, romanised_words
from papernotes_plugin.text.slugs import slugify

__all__ = [
    "are_words",
    "comparison_key",
    "compute_key",
    "count_words",
    "counted",
    "escape_attribute",
    "escape_html",
    "escape_inside_line",
    "escape_markdown",
    "escape_url",
    "holds_link",
    "is_cut_off",
    "is_in_url",
    "is_script_url",
    "math_spans",
    "one_line",
    "plain_text",
    "quote_yaml",
    "repair_certain_damage",
    "repair_encoding",
    "romanised",
    "romanised_words",
    "shortened",
    "similarity",
    "slugify",
    "split_at_math",
    "with_whole_words",
    "without_quotation_marks",
]

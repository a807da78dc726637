"""Patterns of years: those of papers, and those of all printed works."""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex

YEAR = r"(?:19|20)\d\d"
"""Pattern of a year in which papers may have appeared."""
PRINTED_YEAR = r"(?:1[5-9]|20)\d\d"
"""Pattern of a year in which printed works may have appeared."""
MODERN_YEAR = r"(?:1[89]|20)\d\d"
"""Pattern of a year in which modern works may have appeared."""
OLD_YEAR = r"(?:1[4-9]|20)\d\d"
"""Pattern of a year in which any printed book may have appeared."""
ANY_YEAR = lazy_regex(YEAR)
ANY_PRINTED_YEAR = lazy_regex(PRINTED_YEAR)
ANY_MODERN_YEAR = lazy_regex(MODERN_YEAR)
WHOLE_YEAR = lazy_regex(r"[12](?:(?<=\b1)9|(?<=\b2)0)\d\d\b")
"""A year, as `YEAR` has it, that begins with one set of characters, which a search finds faster than two of them."""
WHOLE_PRINTED_YEAR = lazy_regex(rf"\b{PRINTED_YEAR}\b")
SEPARATE_YEAR = lazy_regex(rf"(?<!\d){YEAR}(?!\d)")
"""A year that no digit continues, also one in a name: `lee2020`, `2020_roads`."""

"""Labels without their accents, as keys of front matter are often written: `annee`, `titulo`."""

from __future__ import annotations

import unicodedata

from papernotes_plugin.text.lazy_regex import lazy_regex

_ACCENT = lazy_regex("[\u0300-\u036f]")
_OTHER_WORDS = ("resume",)
"""Labels without their accents that are usual words of English."""
_MIN_PLAIN = 4
"""Letters of a label that may be without its accents."""


def with_plain_letters(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Return labels, and those with accents also without them.

    Examples:
        >>> with_plain_letters(("année", "titre", "résumé", "年份"))
        ('année', 'titre', 'résumé', '年份', 'annee')
    """
    plain = (_ACCENT.sub("", unicodedata.normalize("NFD", label)) for label in labels if not label.isascii())
    return (*labels, *(one for one in plain if one.isascii() and len(one) >= _MIN_PLAIN and one not in _OTHER_WORDS))

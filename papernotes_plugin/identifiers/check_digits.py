"""Read ISBNs and ISSNs, whose last digit is computed from the others."""

from __future__ import annotations

import re

from papernotes_plugin.identifiers.schemes import valid_identifier
from papernotes_plugin.vocabulary.model import Identifier


def parse_isbn(text: str) -> Identifier | None:
    """Return the ISBN of 13 digits for one of 10 or 13 digits; None if the check digit is wrong."""
    digits = re.sub(r"[\s-]", "", text).upper()
    if re.fullmatch(r"[0-9]{9}[0-9X]", digits):
        if _weighted_sum(digits) % 11:
            return None
        body = f"978{digits[:9]}"
        return Identifier("isbn", f"{body}{-_isbn_sum(body) % 10}")
    return (
        valid_identifier("isbn", digits) if re.fullmatch(r"[0-9]{13}", digits) and not _isbn_sum(digits) % 10 else None
    )


def _isbn_sum(digits: str) -> int:
    return sum(int(c) * (1, 3)[i % 2] for i, c in enumerate(digits))


def _weighted_sum(digits: str) -> int:
    """Return the sum of some digits, the last of which counts once, the one before twice and so on; X is 10."""
    return sum(n * (10 if c == "X" else int(c)) for n, c in enumerate(reversed(digits), 1))


def is_issn(text: str) -> bool:
    """Return whether a text is an ISSN with a right check digit, with or without a hyphen."""
    digits = text.replace("-", "").strip().upper()
    return bool(re.fullmatch(r"[0-9]{7}[0-9X]", digits)) and _weighted_sum(digits) % 11 == 0

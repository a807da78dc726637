"""Write the names of a reference in the forms of their list as `Given Family` or `Family, Given`."""

from __future__ import annotations

import re

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import precedes_cjk

CAPITAL = "[A-ZÀ-ÖØ-ÞĆČĐĞİŁŃŚŞŠŹŻŽ]"
"""A capital of languages with Latin letters, which is an initial without a point."""
_GLUED_PARTS = lazy_regex(f"-?{CAPITAL}")


def write_name(match: re.Match[str], form: str) -> str:
    """Return a name as `Given Family` or `Family, Given`; initials without points get them."""
    name = " ".join(match[0].split())
    if "family" not in match.re.groupindex:
        return _native_or_original(match) if match.groupdict().get("original") else name
    given = match["given"]
    if form in ("glued", "first glued") or (
        form == "inverted" and len(given) <= 4 and given.isupper() and "." not in given
    ):
        given = " ".join(f"{part.strip()}." for part in _GLUED_PARTS.findall(given)).replace(" -", "-")
    suffix, particle = "", match.groupdict().get("particle")
    if match.start("given") > match.start("family") and not name.endswith(f" {particle}"):
        suffix = name[len(" ".join(match[0][: match.end("given") - match.start()].split())) :].strip(" ,()").lstrip(".")
    suffix = suffix or (match.groupdict().get("generation") or "")
    family = [*filter(None, [particle]), *match["family"].split()]
    return ", ".join(filter(None, (" ".join(family), suffix, " ".join(given.split()))))


def _native_or_original(match: re.Match[str]) -> str:
    """Return the name in brackets before words in Latin letters, and that before the brackets for a translated work."""
    is_translated = precedes_cjk(match.string, match.end())
    return match[0].partition("(")[0].strip() if is_translated else match["original"]

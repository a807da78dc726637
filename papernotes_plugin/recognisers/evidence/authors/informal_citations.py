"""Return citations in small letters, or with points in place of authors, in the usual form: `clark...manning, 2020`."""

from __future__ import annotations

import re
from functools import lru_cache

from papernotes_plugin.people import PARTICLES
from papernotes_plugin.text.lazy_regex import lazy_regex

_POINTS = lazy_regex(r"(?<!\s)\s*+(?:,\s*+)?(?:\.{3}|…)[^\d()]{0,300}?(?=(?<![\s,(])[\s,(]+(?:19|20)\d\d\)?$)")
"""Points and the last authors before a year."""
_CHINESE_OTHERS = lazy_regex(r"(?<=[A-Za-z.])\s?等人?\s?(?=[,，\d(（)]|$)")
"""The Chinese word for further authors after a name in Latin letters."""
_NAME = r"[^\W\d_A-Z][\w'’-]+(?: [^\W\d_A-Z][\w'’-]+){0,3}"
_SMALL = lazy_regex(
    rf"(?:(?>{_NAME}(?=,| & | and ))(?:,? (?:&|and) |, (?!and |& )))*{_NAME}(?:,? et\.? al\.?)?,? \(?(?:19|20)\d\d\)?"
)
_FAMILY = r"[^\W\d_a-z][^\W\d_]+(?:[-'’][^\W\d_]+)?"
_YEAR_FIRST = lazy_regex(
    rf"(?P<year>(?:19|20)\d\d), (?P<names>{_FAMILY}(?:, {_FAMILY})*,? (?:and|&) {_FAMILY})"
    r"(?P<short> \([^()]{2,40}\))?"
)
"""The year before family names: `1976, Monkhorst and Pack (k-points)`."""
_WORD = lazy_regex(r"[^\W\d_][\w'’-]*")
_PARTICLE = lazy_regex(PARTICLES)
_LINKING = frozenset(("and", "et", "al"))
_SEVERAL = (", ", " & ", " and ", " et al")
"""One of these is in each citation of several authors; one word and a year may be anything."""


@lru_cache(maxsize=1 << 10)
def formal(words: str) -> str:
    """Return a citation of several authors with capitals, and with `et al.` for points; other words as they are.

    Examples:
        >>> formal("clark...quoc le, chris manning, 2020"), formal("Zhang, ..., Wen, 2026")
        ('Clark et al., 2020', 'Zhang et al., 2026')
        >>> formal("cetin, zhao, & tang, 2025"), formal("van der berg et al. 2017"), formal("summer 2019")
        ('Cetin, Zhao, & Tang, 2025', 'van der Berg et al. 2017', 'summer 2019')
        >>> formal("Devlin 等人，2018"), formal("Lin等,2017")
        ('Devlin et al., 2018', 'Lin et al.,2017')
        >>> formal("1976, Monkhorst and Pack (k-points)")
        'Monkhorst and Pack (1976) (k-points)'
    """
    if words[:2] in ("19", "20") and (dated := _YEAR_FIRST.fullmatch(words.strip())):
        return f"{dated['names']} ({dated['year']}){dated['short'] or ''}"
    if "等" in words:
        words = _CHINESE_OTHERS.sub(" et al. ", words).replace(" ,", ",").replace(" ，", ", ").rstrip()
    cited = words.strip()
    if not (cited.rstrip(")")[-4:].isdigit() and (cited.islower() or "..." in cited or "…" in cited)):
        return words
    cited = _POINTS.sub(" et al.", cited)
    if not cited.islower():
        return cited
    head = cited.rstrip(" )0123456789(").rstrip(",")
    if not any(map(head.__contains__, _SEVERAL)) or not _SMALL.fullmatch(cited):
        return words
    return _WORD.sub(_with_capital, cited)


def _with_capital(match: re.Match[str]) -> str:
    """Return a word with a capital, unless it is a particle or joins two names."""
    word = match[0]
    return word if word in _LINKING or _PARTICLE.fullmatch(word) else word[0].upper() + word[1:]

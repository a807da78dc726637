"""What stands beside a title in an entry: the names of its authors and its year."""

from __future__ import annotations

import re
from functools import lru_cache

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence import authorship

_YEAR = re.compile(
    r"[(\[,.]\s*((?:19|20)\d\d)[a-z]?(?:\s*[)\],]|\.(?!\d))|^\W*((?:19|20)\d\d)\W*$|[,.]\s*((?:19|20)\d\d)\W*$"
)


def year_in(rest: str) -> int | None:
    """The year beside a title: in brackets, or after a comma."""
    match = _YEAR.search(rest)
    return int(next(g for g in match.groups() if g)) if match else None


@lru_cache(maxsize=64)
def authors(rest: str) -> tuple[str, ...]:
    """The names right after a title, up to the venue, the year or the end of the sentence."""
    head = rest.strip(" ,.:;–—-|()[]\n*_")
    head = re.sub(r"^\(?(?:19|20)\d\d\)?\W+", "", head)
    # `Shunyu Yao (Princeton University) et al.`
    head = re.sub(r"\s*\((?![^()]*\d{4})[^()]{1,80}\)", "", head[:600])
    head = re.split(r"\n|(?<!\bal)(?<![A-Z])[.;|]\s|\s[–—|-]\s|\(|\[|\s*,?\s*(?=(?:19|20)\d\d\b)", head)[0].strip(" ,.")
    head = head.removeprefix("by ").removeprefix("By ")
    parts = [p.strip() for p in head.split(",")]
    while parts and (venues.parse_venue(parts[-1])[0] or venues.find_venue(parts[-1])[0]):
        parts.pop()
    head = ", ".join(parts)
    return authorship.authors(head) if authorship.looks_like_authors(head) else ()

"""Cut off the venue with its year that follows a title and a comma."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.titles.title_heuristics import TitleParts, venue_in_brackets

_VENUE_AFTER_COMMA = re.compile(
    r",\s+(?:in )?([A-Z][\w&-]{1,12}(?: [A-Z][\w&-]{1,12})?(?:,\s(?=\d{4})|\s?['’]?)(?:(?:19|20)\d\d|\d\d))$"
)
"""A venue with its year after a title: `Accelerometer: …, ASPLOS '20`, `…, in SIGMOD, 2016`."""


def without_venue_after_comma(parts: TitleParts) -> TitleParts:
    """Return a title without the venue after its last comma, which is none in a remark: `Best Poster, ICML 2020`."""
    match = _VENUE_AFTER_COMMA.search(parts.title) if parts.title[-1:].isdigit() else None
    published = venue_in_brackets(match[1]) if match else None
    if not match or not published or not (published.venue and published.year):
        return parts
    return parts._replace(title=parts.title[: match.start()]).completed(published)

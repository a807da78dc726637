"""Leave out the day on which the author of a note opened a web page, which is no year of a paper."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.titles.title_match import TitleMatch

_ACCESSED = re.compile(
    r"[\s,.;(]+(?:last )?(?:accessed|retrieved|consultée? le|abgerufen am|zugegriffen am|consultado (?:el|em)"
    r"|acessado em|consultato il|geraadpleegd op|дата обращения:?)(?: on)? (?=[^\n]{0,20}\d)[^\n\[\]]{3,40}",
    re.IGNORECASE,
)
"""The day of access, from the comma before it: `, accessed January 26, 2026`."""
_SITE = re.compile(r"\s+(?:[-–—|]|\\-)\s+[^-–—|]{2,40}$")
"""The name of the site at the end of the title of its page: ` - ResearchGate`."""


def without_access_date(match: TitleMatch) -> TitleMatch:
    """Return a title without the day of access and the site before it, which give no year and no venue.

    Args:
        match: The title and the text next to it.
    """
    if accessed := _ACCESSED.search(match.parts.title):
        title = _SITE.sub("", match.parts.title[: accessed.start()])
        match.parts = match.parts._replace(title=title, year=None)
        match.rest = ""
    elif accessed := _ACCESSED.search(match.rest):
        match.rest = match.rest[: accessed.start()]
    return match

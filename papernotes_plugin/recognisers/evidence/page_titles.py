"""Strip the titles of web pages, as browsers and clippers copy them, of the marks of their site."""

from __future__ import annotations

import re

_SITE_MARKS = re.compile(
    r"^\[?\d{4}\.\d{4,5}(?:v\d+)?\]\s*|\s*\((?:arxiv\.org|openreview\.net|application/pdf[ -]Obje[ck]t)\)$"
    r"|\s*:[a-z_]+:(?=\s|$)"
)
_SITE_NAME = re.compile(r"\s+\\?\|\s+[^|]{3,40}$")
_SITE_AFTER_DASH = re.compile(
    r"\s+[-–—]\s+(?:ScienceDirect|Pub[Mm]ed(?: Central)?|PMC|NCBI|Wiley Online Library|Springer(?:Link)?|IEEE Xplore"
    r"|JSTOR|ACL Anthology|Google Scholar|ResearchGate|Semantic Scholar|Taylor & Francis(?: Online)?|Oxford Academic"
    r"|Cambridge Core|SAGE Journals|Project MUSE|PhilPapers|arXiv(?:\.org)?|OpenReview|bioRxiv|medRxiv|SSRN)$"
)
"""The name of a site behind the title of its page: `Title - ScienceDirect`."""


def without_site(title: str) -> str:
    """Return a title without the number and the name that sites add to the titles of their pages.

    Examples:
        >>> without_site("[1706.03762] Attention Is All You Need (arxiv.org)")
        'Attention Is All You Need'
        >>> without_site("Personality and job performance: A review - ScienceDirect")
        'Personality and job performance: A review'
    """
    if ":" in title or "]" in title or title.endswith(")"):
        title = _SITE_MARKS.sub("", title)
    if " - " in title or " – " in title or " — " in title:
        title = _SITE_AFTER_DASH.sub("", title)
    return title


def without_name_after_bar(title: str) -> str:
    """Return a title without the name of a site after a bar: `Title | Site`."""
    return _SITE_NAME.sub("", title)

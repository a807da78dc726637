"""Read authors, year and title in the name of a PDF file, as reference managers write them."""

from __future__ import annotations

import re

from papernotes_plugin import text
from papernotes_plugin.people import PARTICLES
from papernotes_plugin.recognisers.evidence.authors.short_bylines import read_byline
from papernotes_plugin.vocabulary.model import Evidence

_NAME = rf"(?:(?:{PARTICLES}) )*[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)?"
_FILE = re.compile(
    rf"(?P<names>{_NAME}(?: et al\.?| ?等| (?:and|und|et|y|e|&) {_NAME})?)"
    r" - (?P<year>(?:19|20)\d\d) - (?P<title>\S.+)\.pdf"
)
_CUTS = (49, 50, 99, 100)
"""Lengths of titles that are probably cut: Zotero keeps 50 or 100 characters and removes a space at the end."""


def read_file_name(name: str, own: Evidence | None = None) -> Evidence | None:
    """Return authors, year and title in the name of a PDF file of a reference manager; None for any other name.

    The form is that of Zotero: `Vaswani et al. - 2017 - Attention Is All You Need.pdf`.

    Args:
        name: The name of the file, without folders.
        own: The paper of the note; None if it has none.  Of its file, only the title of the paper is returned.
    """
    match = _FILE.fullmatch(name.strip()) if name.endswith(".pdf") else None
    byline = read_byline(match["names"].replace(" & ", " and ")) if match else None
    if match is None:
        return None
    if own and text.comparison_key(own.title).startswith(text.comparison_key(match["title"])):
        return Evidence(title=own.title)
    title = match["title"] + ("…" if len(match["title"]) in _CUTS else "")
    return Evidence(title=title, authors=byline.authors if byline else (match["names"],), year=int(match["year"]))

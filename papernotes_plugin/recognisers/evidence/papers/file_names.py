"""Read authors, year and title in the name of a PDF file, as reference managers write them."""

from __future__ import annotations

import re

from papernotes_plugin import citekeys, text, venues
from papernotes_plugin.people import OTHERS, PARTICLES
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.short_bylines import read_byline
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import YEAR
from papernotes_plugin.vocabulary.model import Evidence

_NAME = rf"(?:(?:{PARTICLES}) )*[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)?"
_FILE = lazy_regex(
    rf"(?P<names>{_NAME}(?: et al\.?| ?等| (?:and|und|et|y|e|&) {_NAME})?)"
    rf" - (?P<year>{YEAR}) - (?P<title>\S.+)\.pdf(?P<later>)"
)
_UNDERSCORES = lazy_regex(
    rf"(?:(?P<year>{YEAR})_)?(?P<names>{_NAME}(?:(?:_| and ){_NAME}){{0,3}})(?P<others> et al\.?)?"
    rf"(?(year)|_(?P<later>{YEAR}))_(?P<title>[^\W\d_a-z][^_ ]* [^_]+)\.pdf"
)
"""The form of ZotFile: `2017_Vaswani_Shazeer et al_Attention Is All You Need.pdf`, also with the year after names."""
_UNFINISHED = lazy_regex(r" (?:an?|and|as|at|by|for|from|in|of|on|or|the|to|via|with)$")
"""A word at which a title is cut."""
_CUTS = (49, 50, 99, 100)
"""Lengths of titles that are probably cut: Zotero keeps 50 or 100 characters and removes a space at the end."""


def read_file_name(name: str, own: Evidence | None = None) -> Evidence | None:
    """Return authors, year and title in the name of a PDF file of a reference manager; None for any other name.

    The form is that of Zotero, `Vaswani et al. - 2017 - Attention Is All You Need.pdf`, or that of ZotFile.

    Args:
        name: The name of the file, without folders.
        own: The paper of the note; None if it has none.  If it has authors, only its title is returned of its file.
    """
    name = name.strip() if name.endswith(".pdf") else ""
    match = _FILE.fullmatch(name)
    underscored = None if match else _UNDERSCORES.fullmatch(name)
    form = match or underscored
    if form is None:
        return None
    title = form["title"]
    is_own = own is not None and text.comparison_key(own.title).startswith(text.comparison_key(title))
    if own and is_own and own.authors:
        return Evidence(title=own.title)
    authors = _underscored_authors(underscored) if underscored else _authors(form["names"])
    # half of the titles of 50 characters in the form of ZotFile are whole
    is_cut = len(title) in (_CUTS[2:] if underscored else _CUTS) or _UNFINISHED.search(title)
    title = own.title if own and is_own else title + ("…" if is_cut else "")
    year = form["year"] or form["later"]
    return Evidence(title=title, authors=authors, year=int(year)) if authors else None


def _authors(names: str) -> tuple[str, ...]:
    byline = read_byline(names.replace(" & ", " and "))
    return byline.authors if byline else (names,)


def _underscored_authors(match: re.Match[str]) -> tuple[str, ...]:
    """Return the names between underscores; () for words of another kind: `2020_Invoice_Web hosting`."""
    names = match["names"].replace(" and ", "_").split("_")
    is_list = match["others"] or len(names) > 1
    return (*names, *([OTHERS] if match["others"] else [])) if is_list and all(map(_is_family_name, names)) else ()


def _is_family_name(name: str) -> bool:
    """Return whether a word is no word of titles, no venue and no acronym: `Meeting`, `CVPR`."""
    is_word = not authorship.TITLE_WORDS.isdisjoint(name.casefold().split()) or citekeys.is_no_name(name)
    return not (is_word or name.isupper() or venues.parse_venue(name)[0])

"""Leave out the other authors of a work, as the page of one author has them: `“Title” (with Ann Lee), AER, 2013`."""

from __future__ import annotations

import re

from papernotes_plugin.people import BETWEEN_NAMES, is_given_name
from papernotes_plugin.text.lazy_regex import lazy_regex

_FULL_NAME = r"[^\W\d_a-z][\w.'’-]*(?: (?:(?:de|van|von|der|la) )?[^\W\d_a-z][\w.'’-]*){1,3}"
_COAUTHORS = lazy_regex(
    rf"(?: ?(?P<open>\()|(?<=[”\"»]),? )(?:joint(?:ly)? |joint work )?with "
    rf"(?P<names>{_FULL_NAME}(?:(?:,? and |,? & |, ){_FULL_NAME}){{0,12}})(?(open)\)|(?=,\s|\.\s|\.?$))"
)
"""The other authors of a work on the page of one of them: `“Title” (with Ann Lee and Bob Ray), AER, 2013`."""
_SIGNS = ("(with ", "(joint", "”", "»", '"')
"""Strings of which every match of `_COAUTHORS` contains one, or follows one."""


def without_coauthors(words: str) -> str:
    """Return a text of the same length with spaces in place of the other authors of a work.

    Examples:
        >>> without_coauthors("“Long Naps” (with Ann Lee and Bob Ray), 2013")
        '“Long Naps”                           , 2013'
        >>> without_coauthors("Naps in Patients with Poor Sleep. AER, 2013")
        'Naps in Patients with Poor Sleep. AER, 2013'
    """
    may_be_people = "with " in words and any(mark in words for mark in _SIGNS)
    return _COAUTHORS.sub(_without_people, words) if may_be_people else words


def _without_people(match: re.Match[str]) -> str:
    """Return spaces in place of names; in brackets one must have a frequent given name, as other words stay."""
    names = BETWEEN_NAMES.split(match["names"])
    are_people = not match["open"] or any(is_given_name(name.split()[0]) for name in names)
    return " " * len(match[0]) if are_people else match[0]

"""Read the names of a reference that the form of the first ones does not have, and the end of the last one."""

from __future__ import annotations

import re
from dataclasses import replace

from papernotes_plugin.recognisers.evidence.authors.authorship import split_authors
from papernotes_plugin.recognisers.evidence.references import chinese_names
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList

_INITIAL_AT_END = re.compile(r", (?:[^\W\d_a-z]\.[ -]?)*[^\W\d_a-z]$")
"""The initials of a name whose last point is the end of a pattern: `Lee, T. W`."""
_NAMES_TO_YEAR = re.compile(
    r"\.?[,;]\s+(?P<names>[^()\[\]“”\"«»:;?!*\d]{2,400}?[^\W\d_a-z][\w'’-]+,? (?:[^\W\d_a-z]\.[ -]?){1,4})"
    r"(?=\s*\((?:19|20)\d\d)"
)
"""Further names in any form up to the year, the last with initials: `, The Survey Group, Lee, A. (2019)`."""
_INITIALS_ALONE = re.compile(r" ((?:[^\W\d_a-z]\.[ -]?){0,3}[^\W\d_a-z])$")
"""Initials after a family name without a comma, of which the last point is lost: `Lee A.B`."""


def with_further_names(text: str, authors: AuthorList) -> tuple[AuthorList, bool]:
    """Return names with those up to the year and the whole last one, and whether it has the role of an editor.

    The last point of initials is also the end of a pattern: `Lee, T. W`; the Chinese print a role: `任继愈主编`.
    """
    if authors.form == "inverted" and len(authors.names) > 1 and (further := _NAMES_TO_YEAR.match(text, authors.end)):
        others = (_INITIALS_ALONE.sub(r", \1.", name) for name in split_authors(further["names"]))
        authors = replace(authors, names=(*authors.names, *others), end=further.end())
    last, is_edited = authors.names[-1], False
    if text[authors.end : authors.end + 1] == "." and _INITIAL_AT_END.search(last):
        last = f"{last}."
    elif authors.form == "unspaced":
        last, is_edited = chinese_names.split_role(last)
    is_same = last == authors.names[-1]
    return authors if is_same else replace(authors, names=(*authors.names[:-1], last)), is_edited

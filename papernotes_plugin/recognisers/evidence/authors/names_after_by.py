"""Split a title from `by` and the names after it: `Barcodes: the topology of data by Robert Ghrist`."""

from __future__ import annotations

import re
from typing import NamedTuple

from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.text.lazy_regex import lazy_regex

_WRITTEN_BY = lazy_regex(r"(?=.*\Z)(?P<title>.(?>.*?\s).+) (?P<by>by|By|BY|par|por) (?P<names>[^\W\d_a-z].*)")
"""Names after a title; the German `von` may be part of it, as in `Die Briefe von Franz Kafka`."""
_PAPER_AFTER_QUOTATION = lazy_regex(r"(?<=[”\"»]) [Pp]aper$")
_ROLE = lazy_regex(
    r"[\s,.;(–—-]{1,4}(?:(?P<editors>(?:co-?)?edited)|(?:re)?translated|illustrated|narrated|introduced|presented|reviewed"
    r"|summari[sz]ed|explained|recommended|implemented)(?: and \w{3,12}ed)?$",
    re.IGNORECASE,
)
"""The role of people who are not the authors: `The Iliad, translated by Ann Lee`."""
_BOOK_AFTER = lazy_regex(r"(?<=[^\W\d_A-Z]{3})[.?!] (?:[Ii]n:? )?(?=[^\W\d_a-z][^.]{8,200}$)")
"""The end of the title of a chapter before that of its book."""
_BY = (" by ", " By ", " BY ", " par ", " por ")
"""The words before the names in every match of `_WRITTEN_BY`."""
_INITIALS = lazy_regex(r"(?:[A-Z]\. ){1,3}[A-Z]\S")
"""Initials with spaces between them, which `by U.S. Courts` has not."""
_FAMILY_NAME = lazy_regex(r"[^\W\d_a-z][^\W\d_'’-]+")


class Written(NamedTuple):
    """A title with `by` and names after it."""

    title: str
    authors: tuple[str, ...]
    is_sure: bool
    """False if the names may be words of the title: `Image Restoration by Prior Knowledge and Noise Models`."""
    book: str = ""
    """The title of the book that the names have edited, if the title is that of a chapter."""


def split_writers(words: str) -> Written | None:
    """Return the title and the names after it: `Barcodes: the topology of data by Robert Ghrist`; None for others.

    Examples:
        >>> split_writers("“The Part-Time Parliament” by Leslie Lamport").authors, split_writers("In Law by one")
        (('Leslie Lamport',), None)
        >>> split_writers("Networks as Pipes. Handbook of Markets, edited by A. Lee")[:2]
        ('Networks as Pipes', ())
    """
    match = _WRITTEN_BY.fullmatch(words) if any(map(words.__contains__, _BY)) else None
    if not match:
        return None
    if role := _ROLE.search(match["title"]):
        return _with_role(match["title"], role, match["names"])
    title, names = _PAPER_AFTER_QUOTATION.sub("", match["title"]).rstrip(" ,.–—-"), match["names"]
    listed = names.split(", ")
    while len(listed) > 1 and authorship.names_organisation(listed[-1]):
        # `by Robert Ghrist, University of Pennsylvania`
        listed.pop()
    people = authorship.split_authors(", ".join(listed))
    is_shortened = len(people) == 2 and people[1] == OTHERS
    named = people[:1] if is_shortened else people
    are_people = people and all(map(authorship.is_person, named)) and not names.split()[0].endswith("ing")
    if not (are_people or (is_shortened and _FAMILY_NAME.fullmatch(named[0]))):
        return None
    is_sure = is_shortened or title.endswith(("”", '"', "»")) or any(map(_is_full_name, people))
    if match["by"][0] == "B" and not is_sure:
        # a word of the title: `Programming By Example`
        return None
    return Written(title, people, is_sure)


def _with_role(words: str, role: re.Match[str], names: str) -> Written | None:
    """Return the title before a role and names; the editors of a whole book are its authors, those of a chapter not."""
    people = authorship.split_authors(names.rstrip(" )."))
    is_separate = not role[0][0].isspace() and all(" " in name for name in people)
    if not all(map(authorship.is_person, people)) or not (is_separate or any(map(_is_full_name, people))):
        return None
    title = words[: role.start()].rstrip(" ,.(–—-")
    book = _BOOK_AFTER.search(title)
    is_whole = bool(role["editors"]) and not book
    if not book:
        return Written(title, people if is_whole else (), is_sure=True)
    return Written(title[: book.start()], (), is_sure=True, book=title[book.end() :] if role["editors"] else "")


def _is_full_name(name: str) -> bool:
    """Return whether a name has a known given name, or initials before its family name: `A. M. Turing`."""
    return authorship.has_given_name(name) or _INITIALS.match(name) is not None

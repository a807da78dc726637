"""Complete short citations of a note: `Boggs, *Degas*, 45` is the book with a longer title by the same author.

Historians give the whole reference once, and then the family name, the first words of the title and a page.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from operator import itemgetter

from papernotes_plugin import text
from papernotes_plugin.people import parse_person
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence, Mention, MentionKind

_KINDS = (MentionKind.ITEM, MentionKind.CITATION)
"""The kinds of mentions that cite a paper within a note."""
_ARTICLES = ("a ", "an ", "the ")
_AND = lazy_regex(r" (?:and|und|et|y|e|&) ")
_MAX_SPACES = 3
"""Spaces in one or two family names, with `y` or a particle between them."""
_MIN_LENGTH = 8
"""Characters of a short title."""


def with_whole_titles(mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of a note; a short citation has the title, authors and year of the one whole reference.

    It has family names only, and its title begins that of the whole reference, perhaps without an article.
    """
    dated = [m for m in mentions if m.evidence.year and m.evidence.title and m.creates_paper and not _is_short(m)]
    if not (dated and any(map(_is_short, mentions))):
        return list(mentions)
    by_key = {key: mention for mention in dated for key in _keys_of_whole(mention.evidence)}
    whole = sorted(by_key.items(), key=itemgetter(0))
    return [_completed(mention, whole) if _is_short(mention) else mention for mention in mentions]


def _is_short(mention: Mention) -> bool:
    """Return whether a mention may be a short citation: family names and a title, and perhaps the year.

    Two family names, `Rodríguez Flores` or `Lee und Ray`, look like a full name; they are in one without a year only.
    """
    evidence = mention.evidence
    is_bare = not (evidence.identifiers or evidence.venue or evidence.citekey)
    most = 0 if evidence.year else _MAX_SPACES
    names_only = bool(evidence.authors) and all(n.count(" ") <= most and "," not in n for n in evidence.authors)
    return mention.kind in _KINDS and is_bare and names_only and len(evidence.title) >= _MIN_LENGTH


def _keys_of_whole(evidence: Evidence) -> list[tuple[str, str]]:
    """Return each family name that a short citation may give for the first author, with the title."""
    person = parse_person(evidence.authors[0]) if evidence.authors else None
    if not (person and (title := _without_article(evidence.title))):
        return []
    words = text.comparison_key(evidence.authors[0]).split()
    longer = {" ".join(words[-count:]) for count in (2, 3) if len(words) > count}
    return [(name, title) for name in {text.comparison_key(person.surname), *longer} if name]


def _without_article(title: str) -> str:
    key = text.comparison_key(title)
    return next((key.removeprefix(article) for article in _ARTICLES if key.startswith(article)), key)


def _completed(mention: Mention, whole: list[tuple[tuple[str, str], Mention]]) -> Mention:
    """Return a short citation with the facts of the only whole reference whose title it begins.

    Args:
        mention: The mention.
        whole: The whole references of the note, sorted by name and title.
    """
    own = mention.evidence
    first, title = own.authors[0], _without_article(own.title)
    matching = _begun_by(first, title, whole) or _begun_by(_AND.split(first)[0], title, whole)
    if (
        len(matching) != 1
        or matching[0].evidence.title == own.title
        or own.year not in (None, matching[0].evidence.year)
    ):
        return mention
    full = matching[0].evidence
    facts = own._replace(title=full.title, authors=full.authors, year=full.year)
    return mention._replace(evidence=facts, creates_paper=False)


def _begun_by(author: str, title: str, whole: list[tuple[tuple[str, str], Mention]]) -> list[Mention]:
    """Return up to two whole references of an author that begin with a title."""
    # by bisection, as a scan of all references for each citation would take quadratic time
    name = text.comparison_key(author)
    at = bisect_left(whole, (name, title), key=itemgetter(0))
    return [full for (of, key), full in whole[at : at + 2] if of == name and f"{key} ".startswith(f"{title} ")]

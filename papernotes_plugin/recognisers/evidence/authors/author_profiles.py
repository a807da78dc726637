"""Find the names of the users whom publications of a site made with Hugo name as authors: `authors: [admin]`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import texts_in
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Note

_PROFILE = lazy_regex(r"(?P<site>(?:.*/)?)authors/(?P<user>[^/]+)/_?index(?:\.[a-z-]{2,7})?\.md")
"""The path of the page on a user, in the folder of its site or language."""
_PERSON = lazy_regex(r"[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){1,5}")
_OF_PUBLICATIONS = frozenset(("publication_types", "publication"))
"""Keys of the pages of publications; a post names the user who has written it."""

Profiles = Mapping[str, Mapping[str, str]]
"""The name of each user by the folder of the site or language."""


def find_profiles(notes: Iterable[Note]) -> Profiles:
    """Return the names of all users that have a page with their name as its title."""
    profiles: dict[str, dict[str, str]] = {}
    for note in notes:
        match = _PROFILE.fullmatch(note.path) if "authors/" in note.path else None
        name = note.meta.get("title") if match else None
        if match and isinstance(name, str) and _PERSON.fullmatch(name.strip()):
            profiles.setdefault(match["user"], {}).setdefault(match["site"], name.strip())
    return profiles


def names_of_users(note: Note, profiles: Profiles) -> tuple[tuple[str, str], ...]:
    """Return the users among the authors of a publication, each with the name on the nearest page."""
    if not profiles or _OF_PUBLICATIONS.isdisjoint(note.meta):
        return ()
    named: list[tuple[str, str]] = []
    for user in texts_in(note.meta.get("authors")):
        sites = [site for site in profiles.get(user, ()) if note.path.startswith(site)]
        if sites:
            named.append((user, profiles[user][max(sites, key=len)]))
    return tuple(named)


def with_names_for_users(note: Note, names: Iterable[tuple[str, str]]) -> Note:
    """Return a note with the names of its authors in place of their user names."""
    by_user, authors = dict(names), note.meta.get("authors")
    if not by_user:
        return note
    parts = authors if isinstance(authors, list) else [authors]
    people = [by_user.get(part, part) if isinstance(part, str) else part for part in parts]
    return replace(note, meta=MappingProxyType({**note.meta, "authors": people}))

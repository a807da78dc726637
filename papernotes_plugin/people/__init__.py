"""Names of authors, and the short forms in which a paper is mentioned."""

from __future__ import annotations

from papernotes_plugin.people.further_authors import FURTHER_AUTHORS, SIGNS_OF_OTHERS
from papernotes_plugin.people.given_names import is_given_name
from papernotes_plugin.people.names import (
    ANY_INITIALS,
    BETWEEN_NAMES,
    INITIALS,
    NAME_WORD,
    OTHERS,
    PARTICLES,
    Person,
    known_names,
    parse_listed_person,
    parse_people,
    parse_person,
)
from papernotes_plugin.people.title_words import is_title_word

__all__ = [
    "ANY_INITIALS",
    "BETWEEN_NAMES",
    "FURTHER_AUTHORS",
    "INITIALS",
    "NAME_WORD",
    "OTHERS",
    "PARTICLES",
    "SIGNS_OF_OTHERS",
    "Person",
    "is_given_name",
    "is_title_word",
    "known_names",
    "parse_listed_person",
    "parse_people",
    "parse_person",
]

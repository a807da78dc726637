"""Names of authors, and the short forms in which a paper is mentioned."""

from __future__ import annotations

from papernotes_plugin.people.given_names import is_given_name
from papernotes_plugin.people.names import Person, parse_people, parse_person

__all__ = ["Person", "is_given_name", "parse_people", "parse_person"]

"""Read the names of people in a value of front matter."""

from __future__ import annotations

from collections.abc import Mapping

from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.labels import author_values
from papernotes_plugin.recognisers.evidence.labels.author_values import without_latex
from papernotes_plugin.recognisers.evidence.labels.field_labels import is_missing
from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import without_links
from papernotes_plugin.text import without_quotation_marks
from papernotes_plugin.text.lazy_regex import lazy_regex

HTML_TAG = lazy_regex(r"</?[a-z]{1,6}>")
_NO_NAME = lazy_regex(r"[\d\"“”„«»:&;]")
"""A character that is in a citation, but not in a list of full names."""


def names_of_people(value: object) -> tuple[str, ...]:
    """Return the names in a value of front matter: a text, a list of texts, or a list of mappings as in CSL."""
    if not isinstance(value, list):
        return author_values.read_names(without_quotation_marks(value)) if isinstance(value, str) else ()
    names: list[str] = []
    for part in _without_cuts(value):
        if isinstance(part, Mapping):
            part = part["name"] if isinstance(part.get("name"), Mapping) else part
            given = _first(part, ("given", "firstName", "given-names"))
            family = _first(part, ("family", "lastName", "family-names", "name"))
            names.append(f"{family}, {given}".strip(", "))
        elif isinstance(part, str):
            names += author_values.linked_names(part) or (without_links(part).removeprefix("@"),)
    # `["<First author>", "..."]` is a template
    stated = (n for n in names if any(map(str.isalpha, n)) and not (is_missing(n) or author_values.is_no_author(n)))
    return tuple(map(without_latex, stated))


def names_in_citation(citation: str) -> tuple[str, ...]:
    """Return the authors, if several of them are all that a citation says; () for other words.

    Examples:
        >>> names_in_citation("Nan Li, Xiaolu Wang, <b>Ann Lee</b>."), names_in_citation("Ann Lee (2009). Sheep.")
        (('Nan Li', 'Xiaolu Wang', 'Ann Lee'), ())
    """
    words = HTML_TAG.sub("", citation).rstrip(" .")
    if not words or _NO_NAME.search(words) or not authorship.looks_like_authors(words):
        return ()
    names = authorship.split_authors(words)
    return names if len(names) > 1 and any(map(authorship.has_given_name, names)) else ()


def _without_cuts(parts: list[object]) -> list[object]:
    """Return the names of BibTeX that an export has cut at each comma: `["Lee", "Ann and Ray", "Bo"]`; others as is."""
    texts = [part for part in parts if isinstance(part, str)]
    inner = texts[1:-1]
    if not inner or len(texts) < len(parts) or any(part.count(" and ") != 1 for part in inner):
        return parts
    if " and " in texts[0] + texts[-1]:
        # each part has two whole names: `["Ann Lee and Bo Ray", "Cora Poe and Dan Sun", "Eve Tan and Fay Uhl"]`
        return parts
    return [*", ".join(texts).split(" and ")]


def _first(mapping: Mapping[str, object], names: tuple[str, ...]) -> str:
    return next((str(mapping[name]) for name in names if mapping.get(name)), "")

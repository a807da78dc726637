"""Separate the short name of a paper from the title after it: `FCOS, FCOS: Fully Convolutional Object Detection`."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.authors.authorship import names_organisation
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence

_NAME_AND_TITLE = lazy_regex(
    r"(?P<name>(?=[^\s,]*[A-Z][^\s,]*[A-Z])[A-Z][\w+-]{1,19}), (?P<title>[^\W\d_a-z][^\n]{8,300})"
)
"""A word with several capitals before other words."""
_INITIAL = lazy_regex(r"(?<![^\W\d_])[A-Za-z]")
_MIN_WORDS, _MIN_LETTERS = 3, 3
"""Words of a title after its short name, and capitals of a name that its words explain."""


def without_acronym(evidence: Evidence) -> Evidence:
    """Return evidence with the word before its title as a label, if the title repeats or explains it.

    Examples:
        >>> titles = "FCOS, FCOS: One-Stage Detection", "PSPNet, Pyramid Scene Parsing", "SARS, MERS and Society"
        >>> [without_acronym(Evidence(title=title)).title for title in titles]
        ['FCOS: One-Stage Detection', 'Pyramid Scene Parsing', 'SARS, MERS and Society']
        >>> without_acronym(Evidence("Feature Pyramid Networks for Detection", ("FPN",))).authors
        ()
    """
    name = evidence.authors[0] if len(evidence.authors) == 1 else ""
    if name.isupper() and _abbreviates(evidence.title, name):
        # `**FPN**, Feature Pyramid Networks`
        return evidence._replace(authors=(), labels=(*evidence.labels, name))
    match = _NAME_AND_TITLE.fullmatch(evidence.title)
    if not match or count_words(match["title"]) < _MIN_WORDS:
        return evidence
    is_repeated = match["title"].startswith(f"{match['name']}:")
    if not (is_repeated or _explains(match["title"], match["name"])):
        return evidence
    return evidence._replace(title=match["title"], labels=(*evidence.labels, match["name"]))


def _abbreviates(title: str, name: str) -> bool:
    """Return whether a name is the first letters of the first words of a title, which name no organisation."""
    initials = "".join(_INITIAL.findall(title.upper())[: len(name)])
    return len(name) >= _MIN_LETTERS and initials == name and not names_organisation(title)


def _explains(title: str, name: str) -> bool:
    """Return whether the capitals of a name are the first letters of words of a title, in their order."""
    letters = [letter for letter in name.removesuffix("Net") if letter.isupper()]
    initials = iter(_INITIAL.findall(title.upper()))
    return len(letters) >= _MIN_LETTERS and all(letter in initials for letter in letters)

"""Read the names next to a title: the short one after it, `Deep Residual Learning (ResNet)`, and its authors."""

from __future__ import annotations

from itertools import takewhile

from papernotes_plugin.people import OTHERS, is_title_word, known_names, parse_people
from papernotes_plugin.recognisers.evidence.names.common_acronyms import is_common
from papernotes_plugin.recognisers.evidence.papers.possible_years import years_of_preprints
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import SMALL_WORDS
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence

_NAME_AT_END = lazy_regex(r" [(\[](?P<name>(?=[A-Za-z][\w+-]*[A-Z\d])[A-Z][A-Za-z\d+-]{2,15})[)\]]$")
"""A name with two capitals, or a capital and a digit, in brackets."""
_DISEASE = lazy_regex(r"[A-Z][A-Z-]+(?:-[A-Za-z]+)?-\d+")
"""An acronym with a number, as diseases and projects have it: `COVID-19`, `SARS-CoV-2`."""
_MODEL = lazy_regex(r"GPT-\d")
"""A name with the form of a disease."""
_YEAR_AT_END = lazy_regex(r"(?:,|\s[–—-])\s(?P<year>(?:19|20)\d\d)$")
"""The year after a title, which the title of a report may end with, too: `Cancer statistics, 2020`."""
_WORD = lazy_regex(r"[A-Za-z]+")
_HYPHENATED = lazy_regex(r"[A-Za-z]+(?:-[A-Za-z]+)*")
"""A word with one initial, `Imaging X-Ray Explorer (IXE)`, or each part of it with its own."""
_DASH = lazy_regex(r"\s[—–-]{1,3}\s")
_COLON = lazy_regex(r": (?=\S+ \S)")
_COMMA = lazy_regex(r", (?=[A-Z]\S* \S+ \S)")
_YEAR = lazy_regex(r",?\s\(?(?P<year>(?:19|20)\d\d)\)?$")
_BETWEEN_NAMES = lazy_regex(r",? (?:and|&|\+) |,\s+|; ")
_NAMES_BEFORE_DASH = lazy_regex(
    r"(?P<names>[^\W\d_a-z][^\W\d_-]+(?:, [^\W\d_a-z][^\W\d_-]+){0,5}) -- (?P<title>\S+ \S+ .+)"
)
"""Family names before a title, the first of which was read as the only author."""
_ON_PERSON = lazy_regex(
    r"(?:(?:A|An|The|Das|Ein|Mein) )?(?:Life|Leben|Memoir|Auto|Selbst|Selected"
    r"|Collected|Essential|Complete|Essays|Works|Werke"
    r"|Writings|Schriften|Briefe|Letters|Interviews?|Gespräche)"
)
"""The rest of a title that names its author: `Ann Lee: An Autobiography`, `Ann Lee: Selected Writings`."""
_MAX_NAME = 4
"""Words of a name, as the list may have an organisation: `Intergovernmental Panel on Climate Change`."""
_MIN_WORDS = 3
"""Words before the brackets from which they are a title without the name."""


def with_trailing_name(evidence: Evidence) -> Evidence:
    """Return evidence whose title ends before a short name in brackets, which becomes a label.

    Brackets with the initials of the words before them or a common acronym are a part of the title.

    Examples:
        >>> titles = "Visual Details Matter in Atari (DIAMOND)", "Vectorized Kernel Mixture (VecKM)"
        >>> [with_trailing_name(Evidence(title=title))[0] for title in titles]
        ['Visual Details Matter in Atari', 'Vectorized Kernel Mixture (VecKM)']
        >>> with_trailing_name(Evidence(title="Results of the Imaging X-Ray Explorer (IXE)")).title
        'Results of the Imaging X-Ray Explorer (IXE)'
        >>> with_trailing_name(Evidence(title="Visual Details Matter in Atari (DIAMOND), 2024"))[0]
        'Visual Details Matter in Atari'
    """
    evidence = _without_year(evidence)
    match = _NAME_AT_END.search(evidence.title) if evidence.title.endswith((")", "]")) else None
    if not match or is_common(match["name"].removesuffix("s")):
        return evidence
    title, name = evidence.title[: match.start()], match["name"]
    words = _WORD.findall(title)
    if len(words) < _MIN_WORDS:
        return evidence
    is_part = _DISEASE.fullmatch(name) or _are_initials(name, words) or _are_initials(name, _HYPHENATED.findall(title))
    if is_part and not _MODEL.fullmatch(name):
        return evidence
    return evidence._replace(title=title, labels=(*evidence.labels, name))


def _without_year(evidence: Evidence) -> Evidence:
    """Return evidence whose title does not end with its year, after brackets or that of the preprint on arXiv."""
    match = _YEAR_AT_END.search(evidence.title) if evidence.title[-1:].isdigit() else None
    if not match or evidence.year not in (None, int(match["year"])):
        return evidence
    title, year = evidence.title[: match.start()], int(match["year"])
    is_of_paper = title.endswith((")", "]")) or year in years_of_preprints(evidence.identifiers)
    return evidence._replace(title=title, year=year) if is_of_paper else evidence


def _are_initials(name: str, words: list[str]) -> bool:
    """Return whether the capitals of a name are the first letters of the last words, or of those before the last."""
    capitals = "".join(c for c in name if c.isupper())
    initials = "".join(w[0].upper() for w in words if w not in SMALL_WORDS)
    return initials.endswith(capitals) or initials[:-1].endswith(capitals)


def with_rest_of_list(evidence: Evidence) -> Evidence:
    """Return evidence with words of a list moved from the authors to the title, or names from the title to the authors.

    Examples:
        >>> authors = "Faster", "Stronger", "Ann Lee", "et al."
        >>> with_rest_of_list(Evidence(title="YOLO9000: Better", authors=authors))[:2]
        ('YOLO9000: Better, Faster, Stronger', ('Ann Lee', 'et al.'))
        >>> with_rest_of_list(Evidence(title="Ray -- Maps of the World", authors=("Lee",)))[:2]
        ('Maps of the World', ('Lee', 'Ray'))
    """
    dashed = _NAMES_BEFORE_DASH.fullmatch(evidence.title) if " -- " in evidence.title else None
    if dashed and evidence.authors and not any(" " in name for name in evidence.authors):
        return evidence._replace(title=dashed["title"], authors=(*evidence.authors, *dashed["names"].split(", ")))
    words = list(takewhile(lambda name: " " not in name and is_title_word(name), evidence.authors))
    people = evidence.authors[len(words) :]
    # `Long, Shelhamer, Darrell` are family names
    if not words or not evidence.title or not people or people[0] == OTHERS or " " not in people[0]:
        return evidence
    return evidence._replace(title=", ".join([evidence.title, *words]), authors=people)


def without_own_authors(evidence: Evidence) -> Evidence:
    """Return evidence whose title has no authors before or after a dash, perhaps with the year, if they are its own.

    Examples:
        >>> authors = "Ann Lee", "Bob Ray", "Eva Grün"
        >>> titles = "Lee, Ray & Grün 2020 — Maps of Rivers", "Lee, Maps of Rivers", "Lee: Maps", "Maps – Day"
        >>> [without_own_authors(Evidence(title=title, authors=authors))[0] for title in titles]
        ['Maps of Rivers', 'Maps of Rivers', 'Lee: Maps', 'Maps – Day']
        >>> without_own_authors(Evidence(title="Ann Lee: Maps of Rivers", authors=authors)).title
        'Maps of Rivers'
    """
    title = evidence.title
    if not evidence.authors or not (" " in title and (":" in title or ", " in title or _DASH.search(title))):
        return evidence
    people, _ = parse_people(known_names(evidence.authors))
    own = [f" {person.natural.casefold()}" for person in people if person.natural.count(" ") < _MAX_NAME]
    for mark in filter(None, (_DASH.search(title), _COLON.search(title), _COMMA.search(title))):
        names = _YEAR.sub("", title[: mark.start()])
        year = _YEAR.search(title[: mark.start()])
        has_more = year or mark[0] != ": " or len(_BETWEEN_NAMES.split(names)) > 1
        is_whole = f" {names.casefold()}" in own and not _ON_PERSON.match(title, mark.end())
        if (has_more or is_whole) and _are_names(names, own):
            stated = evidence.year or (int(year["year"]) if year else None)
            return evidence._replace(title=title[mark.end() :], year=stated)
    return evidence


def _are_names(words: str, own: list[str]) -> bool:
    """Return whether a text is a list of these names, or of their last words: `Lee & Ray`, `Ann Lee`."""
    names = _BETWEEN_NAMES.split(words.casefold())
    return all(any(person.endswith(f" {name}") for person in own) for name in names)


def has_initials(name: str, title: str) -> bool:
    """Return whether the capitals of a name are the initials of words at the beginning or the end of a title.

    Examples:
        >>> has_initials("LIG", "Learning and Inference in Games"), has_initials("ACL", "Learning and Inference")
        (True, False)
    """
    words = _WORD.findall(title)
    initials = "".join(w[0].upper() for w in words if w not in SMALL_WORDS)
    return _are_initials(name, words) or initials.startswith("".join(c for c in name if c.isupper()))

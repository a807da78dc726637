"""Find titles and labels that are no name of a paper: authors, organisations, journals."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.authors.affiliations import ORGANISATIONS
from papernotes_plugin.recognisers.evidence.authors.authorship import looks_like_authors
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import SMALL_WORDS
from papernotes_plugin.text.lazy_regex import lazy_regex

_AUTHORS = lazy_regex(
    r"\bet al\b|^[^\W\d_][^\d()]*[,(\[ ]\s*[(\[]?(?:19|20)\d\d[a-z]?[)\]]?$"
    r"|^[^\W\d_a-z][^\W\d_]+(?:–[^\W\d_a-z][^\W\d_]+)+$"
)
"""Authors of a paper, perhaps with a year: `Black et al. (2024)`, `Lee & Ray 2020`, `Fehr–Schmidt`."""
_FAMILY = r"[^\W\d_a-z][^\W\d_]*[^\W\d_A-Z]"
_AND = r"(?:and|et|und|y|e|&)"
_JOINED_NAMES = lazy_regex(rf"(?:{_FAMILY}(?:, (?=\S+(?: {_AND} |, ))|,? {_AND} |[-/])){{1,5}}{_FAMILY}")
"""Words with one capital that may be family names: `Lee and Ray`, `Lee, Ray & Hu`, `Chen-Li`."""
_AFTER_PERSON = lazy_regex(r"(?<=[^\W\d_A-Z][^\W\d_A-Z])\. ")
"""The full stop between the names of two authors."""
_INITIAL = lazy_regex(r"\b[^\W\d_a-z]\b")
_MAX_PEOPLE = 120
"""Characters of a title that can be the names of authors."""
_WORD = lazy_regex(r"[^\W\d_]+")
_MAX_WORDS = 7
"""Words of the name of an organisation."""
_MAX_LETTERS, _MAX_WORDS_OF_TERM = 5, 3
"""Letters of an acronym and words of its term."""
_SUBJECTS = frozenset(
    ["research", "technology", "technologies", "tech", "physics", "biology", "sciences", "letters", "reports"]
)
"""Words of organisations and journals that other titles have, too: `Qualitative Research in Education`."""


def has_authors(name: str) -> bool:
    """Return whether a label or a part of a title is authors with others or a year, who have other papers, too.

    Examples:
        >>> [has_authors(name) for name in ("Black et al.", "Lee & Ray 2020", "Fehr–Schmidt", "Skew-Fit", "GPT-3")]
        [True, True, True, False, False]
    """
    return bool(_AUTHORS.search(name))


def may_be_family_names(label: str) -> bool:
    """Return whether a label has the form of family names.

    Examples:
        >>> [may_be_family_names(label) for label in ("Lee, Ray & Hu", "Chen-Li", "BERT-large", "Lee and the rest")]
        [True, True, False, False]
    """
    return bool(_JOINED_NAMES.fullmatch(label))


def is_list_of_people(title: str) -> bool:
    """Return whether a title is the names of authors, which other papers have, too.

    Examples:
        >>> [is_list_of_people(title) for title in ("Healy J, Lousto C O", "Red Necks and White Collars")]
        [True, False]
    """
    if len(title) > _MAX_PEOPLE:
        return False
    people = _AFTER_PERSON.sub(", ", title)
    may_be_people = people.count(", ") > 1 or (", " in people and bool(_INITIAL.search(title)))
    return may_be_people and looks_like_authors(people)


def names_organisation_or_journal(title: str) -> bool:
    """Return whether a title is an organisation or a journal, by the noun on which its other words depend.

    Examples:
        >>> titles = "Journal of Gems", "The Institute of Gems", "A Note to the School"
        >>> [names_organisation_or_journal(title) for title in titles]
        [True, True, False]
    """
    if ":" in title:
        return False
    words = _WORD.findall(title)
    small = [word.casefold() in SMALL_WORDS for word in words]
    # `The Institute of Gems`: the noun is before the first small word behind it
    end = next((at for at in range(1, len(words)) if small[at] and not small[at - 1]), len(words))
    noun = words[end - 1].casefold() if words else ""
    if noun not in ORGANISATIONS or noun in _SUBJECTS:
        return False
    others = [word for word, is_small in zip(words, small, strict=True) if not is_small]
    return 1 < len(others) <= _MAX_WORDS and all(word[0].isupper() for word in others)


def is_term(label: str, title: str) -> bool:
    """Return whether a label is the acronym of a term that is the whole title, so that other papers are on it, too.

    Examples:
        >>> is_term("FMD", "Foot and Mouth Disease"), is_term("FMD", "Foot and Mouth Disease: A Review of Cases")
        (True, False)
    """
    if not (label.isalpha() and label.isupper() and len(label) <= _MAX_LETTERS) or ":" in title:
        return False
    words = [word for word in _WORD.findall(title) if word.casefold() not in SMALL_WORDS]
    return 0 < len(words) <= _MAX_WORDS_OF_TERM and label not in words and words[0][0].upper() == label[0]

"""Remove the affiliations and positions of authors, and words next to names, from a list of names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS, is_given_name
from papernotes_plugin.recognisers.evidence.authors import name_order
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.recognisers.evidence.references.publishing_cities import is_city, is_country
from papernotes_plugin.text.lazy_regex import lazy_regex

_ORGANISATION_TABLE = """
    university universität universidad université universidade università universiteit institute institut instituto
    college school faculty department centre center lab labs laboratory laboratories research academy academia
    univ dept corporation company inc ltd gmbh hospital foundation national technology technologies tech
    organizations organisations
    google deepmind microsoft facebook openai nvidia baidu tencent alibaba huawei bytedance
    journal journals magazine xplore letters reports reviews communications quarterly transactions annals
    bulletin sciences biology physics
"""
ORGANISATIONS = frozenset(_ORGANISATION_TABLE.split())
"""Words of organisations and journals, which no name of a person contains."""
_ROLE = lazy_regex(
    r"(?:(?:research|senior|junior|chief|executive|managing|associate|assistant|deputy|principal|visiting|policy|staff"
    r"|distinguished|adjunct|full|software|data)\s+)*(?:director|professor|fellow|scientist|researcher|engineer|officer"
    r"|founder|president|manager|analyst|lecturer)(?:\s(?:of|at|for|in)\s.*|\semerit\w+)?",
    re.IGNORECASE,
)
"""The position of a person: `Research Director`, `Professor of Physics`."""
_ACADEMIC_CJK = lazy_regex(r"(?:大学|大學|学院|學院|研究院|研究所|대학교|연구소)$")
"""The end of the name of a university or institute in Chinese, Japanese or Korean."""
_MIN_HIDDEN = 3
"""Words of a name and the affiliation after it, at least, less one."""
_INITIAL = lazy_regex(r"(?:[A-Z]\.)+")
_ACRONYM = lazy_regex(r"[A-Z]{3}|[A-Z][a-z]+[A-Z]{2}")
"""The first letters of an acronym, as venues have them: `ICML`, `NeurIPS`."""
_NO_NAME = lazy_regex(r"[{}@<>。]|\?(?=\s|$)|\s\+\s|\s[가-힣]+다\.?$|\bTB[ACD]\b")
"""A mark of an address, a template, a sentence or a question, or a placeholder: `Authors TBD`, `who wrote it?`.

Korean sentences end with `다`.
"""
_BRAND = lazy_regex(r"[^\W\d_][^\W\d_A-Z]*[A-Z]\w*")
_FROM = lazy_regex(
    r"\sfrom\s(?=[A-Z]).{2,80}?(?=,\s[^\W\d_a-z][\w.'’-]+\s[^\W\d_a-z]"
    r"|,?\sand\s(?:[^\W\d_a-z][\w.'’-]*\s){2,4}from\s|$)"
)
"""The organisation of the names before it, up to the next name or the end."""
_NAME_AND_AFFILIATION = lazy_regex(
    r"(?P<name>[^\W\d_][^\W\d_.'’-]*(?:[ .'’-]+[^\W\d_][^\W\d_.'’-]*){1,5}\.?)(?:,| [–—-])\s+(?P<affiliation>.+)"
)
"""A line of one name and its affiliation: `Ann Lee - University of Bonn`."""
_SPACED_DASH = lazy_regex(r"(?<!\s)\s+[–—-]\s+")
_ACRONYM = lazy_regex(r"[A-Z]{2,6}")
_WORDS = lazy_regex(r"[^\W\d_]+")
_AND = lazy_regex(r"(?:^|\s)(?:and|&)\s")
_BETWEEN_PEOPLE = lazy_regex(r"(?:,\s+|(?<!\s)\s+|^)(?:and|&)\s+|,\s+")
_IN_BRACKETS = lazy_regex(r"([^()]*[^()\s])\s*\(([^()]+)\)")
"""Names and their affiliation in brackets: `Ann Lee, Bo Ray (University of Bonn)`."""
_SHORT_AFFILIATION = lazy_regex(r"\S+|(?:.{0,200}\s)?[A-Z]{2,}\b.*")
"""One word, or words with an acronym: `Meta`, `ETH Zurich`."""
_PERSON = lazy_regex(r"[^\W\d_](?:[^\W\d_]|[.'’-])*(?:\s[^\W\d_](?:[^\W\d_]|[.'’-])*){1,4}")
"""A name of two to five words."""
_ACRONYMS_AFTER_NAME = lazy_regex(r"(?:\s[A-Z]{2,}){1,9}$")
"""An affiliation without a comma before it: `Samuel Lee MIT CSAIL`."""
_LABEL = lazy_regex(
    r"(?:(?:[Bb]y|Authors?|Author\(s\))[:：]?|(?:Publi[ck]a\w+|Public\w+|Pubblicazioni|Veröffentlichungen|Schriften|Werke"
    r"|Works|Writings|Papers|Articles|Books|Œuvres|Opere|Obras|Livros?|Libr[io]s?)\s(?:of|by|von|de|di|do|da|par))\s+"
    r"(?=[^\W\d_a-z])"
)
"""A label of authors, or the words before a name in a heading: `Works of Ann Lee`, `Publikationen von Ann Lee`."""
_ACADEMIC_TITLE = lazy_regex(r"(?:Prof|Dr)\.\s+(?=[^\W\d_a-z]\S* )")
"""The academic title before a full name: `Prof. Ann Lee`."""
_AFTER_NAME = lazy_regex(r"(?<!\s)\s+(?:(?:doi|arXiv|link|pdf|paper)\b.*|[-–—|·]+)$")
_ACRONYM_AT_END = lazy_regex(r"(?:(?<=[^\W\d_]{2})|(?<=\.)) (?P<venue>[A-Z][\w-]{0,60}[A-Z]\w{0,60})$")
"""A word with capitals after a name."""

HOUSE = lazy_regex(
    r"(?!Associated)[^\W\d_a-z][^,;]* (?:Press|Verlag|Books|Comics|Media|Libros|Livros|Libri"
    r"|Publi(?:sh(?:ing|ers)(?: House)?|cations?))"
)
"""A publisher by its last word, which no author has."""
_MONTH = lazy_regex(rf"May|(?=[^\W\d_]{{4}})(?:{MONTH})")
"""A month in any language, but no shortened one, as Jan and Mar are names, too."""
_GROUP_NAME = lazy_regex(r" (?:Collaborators|Investigators|Trialists|Consortium|Network|Committee|Group|Team)$")
"""The end of the name of a group that is one of the authors: `ICBME Collaborators`."""


def is_brand(name: str) -> bool:
    """Return whether a name is one word with capitals inside, as those of organisations have: `OpenAI`, `WHO`."""
    return bool(_BRAND.fullmatch(name))


def is_group(name: str) -> bool:
    """Return whether a name is that of a group of people: `ICBME Collaborators`."""
    return _GROUP_NAME.search(name) is not None


def without_affiliations(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names without affiliations, journals and addresses; none if these are half of them, or more.

    An organisation alone can be the author.  What a person does, as in `Ann Lee, Research Director`, does not count,
    nor does a publisher at the end: `Frank Herbert, Ace Books`.
    """
    names = tuple(_before_dash(_without_role(name)) for name in _without_imprint(names) if not _ROLE.fullmatch(name))
    people = tuple(name for name in names if not (_NO_NAME.search(name) or (len(names) > 1 and is_affiliation(name))))
    if 2 * len(people) <= len(names):
        return ()
    return people if len(people) == len(names) else _with_hidden_others(people, names)


def _without_imprint(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names without a publisher, its city and its country after them.

    Examples:
        >>> _without_imprint(("K. Ali", "Reader Publications", "New Delhi")), _without_imprint(("Ann Lee", "Paris"))
        (('K. Ali',), ('Ann Lee', 'Paris'))
    """
    end = len(names)
    while end > 1 and (is_city(names[end - 1]) or is_country(names[end - 1])):
        end -= 1
    if end > 1 and HOUSE.fullmatch(names[end - 1]):
        return names[: end - 1]
    # one word may be a family name
    return names[:end] if len(names) - end > 1 else names


def _with_hidden_others(people: tuple[str, ...], parts: Sequence[str]) -> tuple[str, ...]:
    """Return people with a mark for others, if a part of their list is a name before an affiliation without a comma.

    Where that name ends is not certain: `Joelle Pineau McGill University`.  None if it comes first.
    """
    hidden = [part for part in parts if is_affiliation(part) and _begins_with_name(part)]
    is_first = bool(hidden) and hidden[0] == parts[0]
    return () if is_first else (*people, OTHERS) if hidden and people else people


def _begins_with_name(affiliation: str) -> bool:
    words = affiliation.split()
    return (
        len(words) > _MIN_HIDDEN
        and (is_given_name(words[0]) or bool(_INITIAL.fullmatch(words[0])))
        and not any(word.casefold() in ORGANISATIONS or word.islower() for word in words[:2])
    )


def people_before_affiliations(value: str) -> tuple[str, ...]:
    """Return the names in a list with affiliations after them, as programs of conferences have it; none in others.

    Examples:
        >>> people_before_affiliations("Ann Lee, University of Bonn; Bo Ray, Cy Dee, and Di Fox, ETH Zurich")
        ('Ann Lee', 'Bo Ray', 'Cy Dee', 'Di Fox')
        >>> people_before_affiliations("Ann Lee and Bo Ray (Bonn); Cy Dee, Di Fox (ETH)")
        ('Ann Lee', 'Bo Ray', 'Cy Dee', 'Di Fox')
        >>> people_before_affiliations("Ann Lee (NEC Europe Ltd.); Bo Ray, Cy Dee (NEC Europe Ltd.)")
        ('Ann Lee', 'Bo Ray', 'Cy Dee')
        >>> people_before_affiliations("Ann Lee and Bo Ray, Cy Dee"), people_before_affiliations("Lee, Ann; Ray, Bo")
        ((), ())
    """
    if not (";" in value or (", " in value and _AND.search(value))):
        return ()
    people: list[str] = []
    parts: list[str] = []
    # groups with a certain affiliation, less the others
    balance = 0
    for group in filter(None, map(str.strip, value.split(";"))):
        in_brackets = _IN_BRACKETS.fullmatch(group)
        listed = in_brackets[1] if in_brackets else group
        names, affiliation = _people_and_affiliation(listed)
        is_certain = is_affiliation(affiliation) or bool(_SHORT_AFFILIATION.fullmatch(affiliation))
        before, joined, _ = affiliation.partition(" and ")
        if joined and not (is_affiliation(before) or _SHORT_AFFILIATION.fullmatch(before)):
            # `Ann Lee, Bo Ray and Cy Dee University of Bonn` lacks a comma
            return ()
        if in_brackets and not is_affiliation(affiliation):
            names, is_certain = listed, ";" in value
        balance += 1 if is_certain else -1
        parts += listed.split(", ")
        people += filter(None, _BETWEEN_PEOPLE.split(_ACRONYMS_AFTER_NAME.sub("", names)))
    are_people = balance >= 0 and all(map(_PERSON.fullmatch, people))
    return _with_hidden_others(tuple(people), parts) if are_people else ()


def names_without_organisations(value: str) -> str:
    """Return a list of names without an organisation before it, after it, or after `from`.

    Examples:
        >>> names_without_organisations("University of Bonn: Ann Lee, Bo Ray, Duke University")
        'Ann Lee, Bo Ray'
        >>> names_without_organisations("Ann Lee, Bo Ray from Duke University and Cy Dee from MIT, Boston")
        'Ann Lee, Bo Ray and Cy Dee'
        >>> names_without_organisations("Ann Lee, Bo Ray - Duke University")
        'Ann Lee, Bo Ray'
    """
    before, colon, after = value.partition(": ")
    value = after if colon and is_affiliation(before) else value
    value = _FROM.sub("", value)
    first, *others = value.split(", ")
    if others and is_affiliation(first):
        first, *others = others
    if others and (name := _before_dash(others[-1])) != others[-1]:
        others[-1] = name
    elif others and is_affiliation(others[-1]):
        others.pop()
    return ", ".join((first, *others))


def without_affiliation(line: str) -> str:
    """Return the name in a line of a name and its affiliation, `Ann Lee - University of Bonn`; any other line as is."""
    match = _NAME_AND_AFFILIATION.fullmatch(line)
    # in brackets it is that of another name: `Ann Lee, Bo Ray (University of Bonn)`
    is_own = match is not None and is_affiliation(match["affiliation"].partition("(")[0])
    return match["name"] if match and is_own else line


def _before_dash(name: str) -> str:
    """Return a name without the organisation after a dash: `Ann Lee - University of Bonn`, `Ann Lee – MIT`."""
    before, *after = _SPACED_DASH.split(name, maxsplit=1)
    is_own = bool(before and after) and (is_affiliation(after[0]) or _ACRONYM.fullmatch(after[0]) is not None)
    return before if is_own else name


def _people_and_affiliation(group: str) -> tuple[str, str]:
    """Return the names and the affiliation in `Ann Lee, Bo Ray and Cy Dee, ETH Zurich`; "" for no affiliation."""
    parts = group.split(", ")
    with_and = [index for index, part in enumerate(parts) if _AND.search(part) and not is_affiliation(part)]
    end = with_and[-1] + 1 if with_and else len(parts)
    end = next((index for index in range(1, end) if is_affiliation(parts[index])), end if with_and else 1)
    return ", ".join(parts[:end]), ", ".join(parts[end:])


def is_affiliation(name: str) -> bool:
    """Return whether a name is that of a university, a company or a part of one, or of a venue."""
    return (
        not ORGANISATIONS.isdisjoint(_WORDS.findall(name.casefold()))
        or name.endswith(" AI")
        or _ACADEMIC_CJK.search(name) is not None
        or (_ACRONYM.match(name) is not None and bool(venues.parse_venue(name)[0]))
    )


def without_other_words(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names without a label, an academic title, a venue or the text of a link before or after them.

    Examples:
        >>> without_other_words(("By Ann Lee", "Prof. Bob Ray", "Alistarh, Dan ICML", "R. Yan arXiv", "NeurIPS"))
        ('Ann Lee', 'Bob Ray', 'Alistarh, Dan', 'R. Yan')
        >>> without_other_words(("Wei XU", "Lee AB")), without_other_words(("Lee", "Lee, A. B.", "Ray, C."))
        (('Wei XU', 'Lee AB'), ('Lee, A. B.', 'Ray, C.'))
    """
    label = _LABEL.match(names[0]) if names else None
    names = (names[0][label.end() :], *names[1:]) if label else names
    names = name_order.with_joined_initials(names)
    if len(names) > 1 and names[1].startswith(f"{names[0]}, "):
        # a short citation was before the reference: `[Lee et al, 2017] — Lee, A. B., Ray, C. (2017)`
        names = names[1:]
    names = without_month(names)
    cleaned = tuple(name if name == OTHERS else _without_additions(name) for name in names)
    return cleaned if cleaned == names else tuple(filter(None, cleaned))


def without_month(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names without the month of the publication after them.

    Examples:
        >>> without_month(("Ann Lee", "May")), without_month(("Ann Lee", "octobre")), without_month(("Ann", "Jan"))
        (('Ann Lee',), ('Ann Lee',), ('Ann', 'Jan'))
    """
    return names[:-1] if len(names) > 1 and _MONTH.fullmatch(names[-1]) else names


def _without_additions(words: str) -> str:
    """Return a name without the words before and after it; "" if it is a venue."""
    # `Ann Lee's and Bob Ray's 2018 study`
    words = _AFTER_NAME.sub("", words.strip('"“”')).removesuffix("'s").removesuffix("’s")
    if academic_title := _ACADEMIC_TITLE.match(words):
        words = words[academic_title.end() :]
    acronym = _ACRONYM_AT_END.search(words)
    if acronym and _is_conference(acronym["venue"]):
        return words[: acronym.start()]
    return "" if " " not in words and _is_conference(words) else words


def _is_conference(word: str) -> bool:
    return len(word) > 2 and not word.islower() and venues.is_conference(venues.parse_venue(word)[0])


def _without_role(name: str) -> str:
    """Return the person in `Ann Lee, Senior Fellow`, where semicolons separate the persons."""
    person, _, rest = name.partition(", ")
    return person if _ROLE.fullmatch(rest.partition(", ")[0]) else name

"""Decide whether words with a comma between them are a family name and a given name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from papernotes_plugin.people import INITIALS, NAME_WORD, PARTICLES, is_given_name, is_title_word
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER

_ONE_SYLLABLE = lazy_regex(r"(?:[bpmfdtnlgkhjqxrcsyw]|ly|[zcs]h?)?[aeiou]{1,3}(?:ng?)?", re.IGNORECASE)
"""A Chinese family name in Latin letters."""
TWO_SYLLABLES = lazy_regex(r"(?:(?:[bpmfdtnlgkhjqxrcsyw]|[zcs]h?)?[aeiou]{1,3}(?:ng?)?){2}", re.IGNORECASE)
"""A given name of two Chinese characters, in Latin letters: `Guolin`."""
COMMA_BETWEEN_NAMES = lazy_regex(r"(?<=[A-Z.]),(?=\s[^\W\d_a-z][^,;]+,\s[A-Z][A-Z.]{0,3}\s*(?:;|$))")
"""A comma in place of a semicolon between names with initials: `Lee, AB; Ray, C, Doe, DE; Roe, F`."""
ONLY_INITIALS = lazy_regex(r"^(?:[A-Z]\.?[\s-]?){1,4}$")
_POINTED_INITIALS = lazy_regex(INITIALS)
INITIAL_OR_PARTICLE = lazy_regex(rf"\b(?:[A-Z]\.|{PARTICLES})(?:\s|$)")
"""An initial or particle, which every name of five words contains."""
_MIN_GLUED = 0.5
"""Share of the names of a list that end with initials."""
_INITIALS_AND_FAMILY = lazy_regex(r"(?P<initials>[A-Z]{1,3}) (?P<family>[^\W\d_a-z][^\W\d_A-Z][\w'’-]*)")
"""`CM Mason`, in a list whose other names have the initials at their end."""
_GLUED_NAME = lazy_regex(r"(?P<family>[^\W\d_][^.,]*?[^\W\d_]) (?P<initials>[A-Z](?:\.?[\s-]?[A-Z]){0,3}\.?)")
UNDIVIDED_FAMILY = (
    r"[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]{2,}"
    rf"(?=[A-ZÀ-ÖØ-Þ]{{1,3}}(?:;|, [A-ZÀ-ÖØ-Þ][\w'’-]{{1,20}} ?[A-ZÀ-ÖØ-Þ]{{1,3}}[,.;]|\. {NAME_WORD} ))"
)
"""Pattern of a family name that a copy joined with its initials: `ThomasML, Wilkinson KA`."""
VOWEL = lazy_regex(r"[AEIOUY]")
_TWO_GIVEN = lazy_regex(r"[^\W\d_]{2,}[\s-][A-Z]")
"""Two given names, or one and an initial: `James Richard`, `Byung-Cheol`, `Jonathon M`."""
_OPENS_WITH_INITIAL = lazy_regex(r"[A-Z]\. ?[^\W\d_]{2}")
_PARTICLES = frozenset(PARTICLES.split("|"))
_GENERATION = lazy_regex(r" (?:Jr\.?|Sr\.?|I{2,3}|IV)$")
_PARTICLE_INSIDE = lazy_regex(rf" (?:{PARTICLES}) ")
_FAMILY_ALONE = lazy_regex(rf"(?:(?:{PARTICLES}|V[ao]n|D[eiu]r?|L[ae]|Te[nr]) )*\S+")
NEXT_NAME = r"(?-i:(?<=[A-Z]\.[A-Z]\.)\s(?=[A-Z]\.[A-Z]\. [^\W\d_a-z][^\W\d_]))"
"""Pattern of a space between the initials of a name and a next name with its initials first: `Lee, O.R. E.J. Ray`."""
_FURTHER = lazy_regex(rf"\.?\s[A-Z]\.[A-Z]\. {NAME_WORD} ?, ")
"""A further name after such a space."""
_TWO_IN_FULL = lazy_regex(r"[^\W\d_]+ [^\W\d_]+, [^\W\d_]{2,} [A-Z]\.?")
"""A name in full, and the given names of another one: `Ann Lee, Bob J.`."""
_FAMILY_NEXT = lazy_regex(rf"\.? {NAME_WORD}[:,]")
"""A family name after an initial."""
_FAMILY_AND_NEXT = lazy_regex(rf"\. {NAME_WORD},? (?:&|and) (?:{NAME_WORD}|[A-Z]\.)(?: [A-Z]\.)? {NAME_WORD},")
"""A family name after an initial, and the next name in full."""
_NO_INITIALS = frozenset(
    ("NG", "OH", "IM", "UM", "AK", "OZ", "EK", "AL", "UK", "US", "EU", "UN", "IT", "AG", "SE", "NV", "TV")
)
"""Family names of two letters that are no Chinese syllable, and acronyms that end the names of organisations."""
_LETTERS_OF_FAMILY = 2
"""Letters of initials that may be a short family name in capitals: `Wei XU`."""
_MANY_WORDS = 6
"""Words from which a name is that of several people."""
_SPACES_OF_TWO = 3
"""Spaces in the full names of two people without a mark between them."""
_MIN_GIVEN_NAMES = 2
"""Frequent given names from which words between commas are family and given names by turns."""
_LETTERED = lazy_regex(r"(?:Appendix|Class|Hepatitis|Influenza|Part|Plan|Type|Vitamin),? [A-Z]\.?")
"""A word with a letter after it, which is no family name: words of public notes that were read as one.

Their frequency in titles is no sign instead: `Law` and `Long` are family names, too.
"""
_GIVEN_LAST = lazy_regex(r"[^\W\d_]{2,} [A-Z]\.?")
"""A given name and an initial, which are no whole name."""
_FILE_NAME = lazy_regex(r"(?:[^\W\d_]|['’.])+(?:-(?:[^\W\d_]|['’.])+)+")
"""A name as that of a file: small letters with hyphens."""


def with_capitals(name: str) -> str:
    """Return the name of a person of whom a file has the name in small letters.

    Examples:
        >>> with_capitals("ann-lee"), with_capitals("Ann-Lee"), with_capitals("admin")
        ('Ann Lee', 'Ann-Lee', 'admin')
    """
    return name.replace("-", " ").title() if name.islower() and _FILE_NAME.fullmatch(name) else name


def is_lettered(name: str) -> bool:
    """Return whether what may be a name is a word with a letter after it: `Plan S`."""
    return _LETTERED.fullmatch(name) is not None


def are_one_person(first: str, second: str) -> bool:
    """Return whether two words with a comma between them are a family name and a frequent given name."""
    return is_given_name(second) and not is_given_name(first)


_TWO_WORDS = lazy_regex(r"[^\W\d_]+, ([^\W\d_]+)")
_MORE_FAMILIES = lazy_regex(rf"(?:, {NAME_WORD}){{1,6}}\.\s[^\W\d_a-z]")
"""Further family names, and the point before the title."""
_NATURAL_NEXT = lazy_regex(
    rf"(?<=\.)\s+{NAME_WORD}(?:,?\s(?:and|&)\s|,\s)(?:[A-Z]\.[\s-]?){{1,3}}\s?{NAME_WORD}(?=[,.;:]|\s(?:and|&)\s|$)"
)
"""The family name of initials that were read with other words, and a name with its initials first."""


def is_misread(form: str, names: Sequence[str], text: str, end: int) -> bool:
    """Return whether names are other words, or a single one with a further name after it: ` E.J. Ray, `.

    Args:
        form: The form in which they were read.
        names: The names.
        text: The text.
        end: The offset after the names.
    """
    if len(names) == 1 and is_lettered(names[0]):
        # `Plan S. (2020). Principles`
        return True
    if form == "natural" and text.startswith(".", end) and _INITIAL_AT_END.search(names[-1]):
        # `Konecki K.T.` has a family name first
        return True
    if len(names) == 1 and (pair := _TWO_WORDS.fullmatch(names[0])) and _MORE_FAMILIES.match(text, end):
        # `Fischer, Lynch, Paterson. Impossibility of …` are three family names
        return not may_be_given_name(pair[1])
    if form == "natural" and len(names) == 2 and is_family_with_given(*names):
        # `Pérez López, José Antonio. Título` and `Bar Asher, Meir M., *Title*` have one name
        return text.endswith(f"{names[0]}, {names[1]}", 0, end)
    if len(names) == 1 and _TWO_IN_FULL.fullmatch(names[0]) and _FAMILY_NEXT.match(text, end):
        # `Ann Lee, Bob J. Ray: Title` has two names
        return True
    if form in ("inverted", "first inverted") and _NATURAL_NEXT.match(text, end):
        # `Maps of Rivers, A. Lee and B. Ray, Nature` ends with names that have their initials first
        return True
    if form == "glued" and len(names) == 1 and _FAMILY_AND_NEXT.match(text, end):
        # `Cass R. Sunstein & Adrian Vermeule, Title` has given names first
        return True
    return _is_of_other_words(form, names) or (len(names) == 1 and _FURTHER.match(text, end) is not None)


_SPANISH_FAMILIES = lazy_regex(
    r"(?=.*(?:[áéíóúñ]|ez$))[^\W\d_]{2,}(?:z|c[ií]a)(?: (?:de )?[^\W\d_a-z][^\W\d_]+){1,2}"
    r"|[^\W\d_a-z][^\W\d_]+ [^\W\d_]{2,}(?:[áéíóúe]z|cía)"
)
"""Family names of two parents, one of which is the family name of many in Spanish: `Pérez Flores`, `Marcos García`."""


_ARABIC_FAMILY = lazy_regex(
    r"(?:(?:Ibn|Abu|Abū|Āl)\s(?:[ʿʾ‘’'`]?\w{2,4}\s)?(?:a\w{1,2}-)?|(?:[AaEe]l|[Aa](?:[nrtz]|[dst]h?))[-‐])"
    r"[ʿʾ‘’'`]?[^\W\d_][\w'’‘ʿʾ-]{2,}(?:\s[Aa]l-[^\W\d_]\w{2,})?"
)
"""The name by which an Arabic author is known, before the given names: `Al-Ghazālī`, `Ibn Kathīr`."""


def is_family_with_given(first: str, second: str) -> bool:
    """Return whether words with a comma between them are a family name of two words, or an Arabic one, and given names.

    Examples:
        >>> is_family_with_given("Pérez López", "José Antonio"), is_family_with_given("Marcos García", "Juan-José")
        (True, True)
        >>> is_family_with_given("Ann Lee", "Paul Martin"), is_family_with_given("Beatriz López", "José Antonio")
        (False, False)
        >>> is_family_with_given("Ibn Kathīr", "Ismaʿīl ibn ʿUmar"), is_family_with_given("Al-Kindi", "Al-Farabi")
        (True, False)
        >>> is_family_with_given("Bar Asher", "Meir M."), is_family_with_given("Eva Lee", "Bob J.")
        (True, False)
    """
    if _ARABIC_FAMILY.fullmatch(first):
        return " " in second and not _ARABIC_FAMILY.fullmatch(second)
    families, given = first.split(), second.replace("-", " ").split()
    if len(families) == 2 and _GIVEN_LAST.fullmatch(second):
        return not is_given_name(families[0])
    is_spanish = _SPANISH_FAMILIES.fullmatch(first) is not None
    # no person has only a given name, while `José Antonio` may have a family name
    is_one = " " not in second or not any(map(is_given_name, families))
    return is_spanish and is_one and all(map(is_given_name, given))


_INITIAL_AT_END = lazy_regex(r"[\s.-][A-ZŁŚŻ]$")
_ONLY_INITIALS = lazy_regex(r"(?:[A-Z]\.?){1,4}")
_ARTICLE_INSIDE = lazy_regex(
    r"(?P<first>[^\W\d_a-z][^\W\d_]{2,}) (?:de[rs]|die|das|zu[mr])\s[^\W\d_a-z]|(?:Der|Die|Eine?) [^\W\d_a-z]"
)
"""A German article as the first or the second word."""


def may_be_name(words: str) -> bool:
    """Return whether words are more than initials, and have a German article only after a given name.

    Examples:
        >>> [may_be_name(words) for words in ("Wandel der Stadt", "Die Welt", "Karl der Kahle", "A.B.")]
        [False, False, True, False]
    """
    article = _ARTICLE_INSIDE.match(words)
    is_title = article is not None and not (article["first"] and is_given_name(article["first"]))
    return not is_title and _ONLY_INITIALS.fullmatch(words) is None


def may_be_given_name(word: str) -> bool:
    """Return whether a word is a frequent given name, or may be a Chinese one."""
    return is_given_name(word) or TWO_SYLLABLES.fullmatch(word) is not None


def are_pairs(names: list[str]) -> bool:
    """Return whether names are family names, each with a given name after it: `Silver, David, Huang, Aja`.

    Family names alone look alike.  So a third of the others must be frequent given names, or two, and twice as many
    as of the family names.
    """
    if len(names) < 4 or len(names) % 2 or any(ONLY_INITIALS.match(name) for name in names):
        return False
    families, given = names[::2], names[1::2]
    if any(map(_OPENS_WITH_INITIAL.match, families)):
        # `E. Lee, Ann Ray, P. Elm, A. Oak` are four people
        return False
    longer_families = sum(len(INITIAL_OR_PARTICLE.sub("", family).split()) > 1 for family in families)
    # `Van de Panne` is a family name
    if any(map(_PARTICLE_INSIDE.search, given)) or longer_families > len(families) / 5:
        return False
    longer = [name for name in given if TWO_SYLLABLES.fullmatch(name) and not _ONE_SYLLABLE.fullmatch(name)]
    are_chinese = 2 * len(longer) > len(given) and all(map(_ONE_SYLLABLE.fullmatch, families))
    signs = sum(is_given_name(name.split()[0]) or bool(_TWO_GIVEN.match(name)) for name in given)
    return are_chinese or (signs >= len(given) / 3 and signs > 2 * sum(map(is_given_name, families)))


def is_family_first(family: str, given: str) -> bool:
    """Return whether two parts are a family name and up to three given names: `Kingma, Diederik P.`.

    The Chinese, Japanese and Koreans write no comma between them.
    """
    if CJK_LETTER.search(family):
        return False
    if is_family_with_given(family, given.strip()):
        return True
    if len(family.split()) in (2, 3) and len(given.split()) == 1:
        # two family names, as in Spain: `Ramirez Corzo, Daniel`
        first = family.split()[0]
        return is_given_name(given.strip()) and (first.casefold() in _PARTICLES or not is_given_name(first))
    return len(family.split()) == 1 and 1 <= len(given.split()) <= 3


def is_inverted(name: str) -> bool:
    """Return whether a name is a family name, a comma and initials or a known given name."""
    _, comma, given = name.partition(", ")
    return bool(comma) and (given[1:2] in (".", "") or is_given_name(given.split()[0].rstrip(".")))


def with_commas_between_people(names: str) -> str:
    """Return full names of two words without marks between them with commas, if given and family names alternate.

    Examples:
        >>> with_commas_between_people("Julius Natterer John MacIntyre Peter Lee")
        'Julius Natterer, John MacIntyre, Peter Lee'
        >>> with_commas_between_people("Karina H. van Dalen-Oskam"), with_commas_between_people("Ana Paula Luis Rey")
        ('Karina H. van Dalen-Oskam', 'Ana Paula Luis Rey')
    """
    words = names.split(" ") if names.count(" ") >= _SPACES_OF_TWO and "," not in names else []
    if len(words) % 2 or not all(map(is_given_name, words[::2])) or any(map(is_given_name, words[1::2])):
        return names
    are_names = all(word[:1].isupper() and not word.endswith(".") and not is_title_word(word) for word in words)
    return ", ".join(map(" ".join, zip(words[::2], words[1::2], strict=True))) if words and are_names else names


def is_long_list(name: str) -> bool:
    """Return whether a name has so many words that it is a list without marks, whose ends are not certain.

    Examples:
        >>> is_long_list("Gongfan Fang Xinyin Ma Xinchao Wang"), is_long_list("Ann Maria de Sousa Lima Ray")
        (True, False)
        >>> is_long_list("Canadian Diabetes Clinical Practice Guidelines Committee")
        False
    """
    words = name.split(" ") if name.count(" ") + 1 >= _MANY_WORDS and "," not in name else []
    return bool(words) and all(word.isalpha() and word[0].isupper() and not is_title_word(word) for word in words)


def is_mla_first_author(family: str, given: str) -> bool:
    """Return whether two parts are a family name and a given name, or one with initials or a second given name.

    Examples:
        >>> is_mla_first_author("Pan", "Sinno Jialin"), is_mla_first_author("Pan", "Qiang Yang")
        (True, False)
    """
    words = given.split()
    is_given = len(words) == 1 or (len(words) == 2 and bool(ONLY_INITIALS.match(words[1]) or is_given_name(words[1])))
    return is_given and len(_GENERATION.sub("", family).split()) == 1


def _is_two_people(name: str) -> bool:
    """Return whether the words before and after a comma are a person each: `Bob Ray, Depen Morwani and …`."""
    family, _, given = (part.split() for part in name.partition(", "))
    is_full = len(family) > 1 and len(given) > 1 and len(given[-1].rstrip(".")) > 1
    return is_full and is_given_name(family[0]) and not is_given_name(given[0])


def _is_of_other_words(form: str, names: Sequence[str]) -> bool:
    """Return whether names do not have the form as which they were read, which other words have, too."""
    if form == "first inverted":
        return _is_two_people(names[0])
    if form == "natural" and all(is_title_word(word) for name in names for word in name.split()):
        # `Computational Statistics and Statistical Computing (2018)`
        return True
    return len(names) == 1 if form == "first glued" else form == "family first" and not _have_given_names(names)


def _have_given_names(names: Sequence[str]) -> bool:
    """Return whether the given names after family names are frequent: all, or one after several in capitals."""
    parts = [name.partition(", ") for name in names]
    are_given = [is_given_name(given.split()[0].partition("-")[0]) or given.endswith(".") for _, _, given in parts]
    return all(are_given) or (len(names) > 1 and any(are_given) and all(family.isupper() for family, *_ in parts))


def have_pairs(names: list[str]) -> bool:
    """Return whether the second part of each name is a given name, and the first is not."""
    parts = [name.partition(", ") for name in names]
    givens = (next((word for word in given.split() if not word.endswith(".")), "") for _, _, given in parts)
    families = [is_given_name(family) for family, _, _ in parts]
    count = sum(map(is_given_name, givens))
    return count >= max(_MIN_GIVEN_NAMES, len(names) / 2) and not families[0] and 2 * sum(families) <= len(names)


def with_joined_initials(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names in which initials alone belong to the name before them, as a comma between both separated them.

    Examples:
        >>> with_joined_initials(("Harvey", "D.", "Smith", "N. J."))
        ('Harvey, D.', 'Smith, N. J.')
        >>> with_joined_initials(("D. Harvey", "Smith"))
        ('D. Harvey', 'Smith')
    """
    joined: list[str] = []
    for name in names:
        if joined and _POINTED_INITIALS.fullmatch(name) and "." not in joined[-1] and "," not in joined[-1]:
            joined[-1] = f"{joined[-1]}, {name}"
        else:
            joined.append(name)
    return tuple(joined)


_FAMILY_AND_OTHER = lazy_regex(r"(?P<one>[^\W\d_a-z][\w'’-]+), (?P<other>(?:[A-Z]\. ?){1,3}[^\W\d_a-z][\w'’-]+)")
"""A name of one word, and one with its initials first: `Widayani, S. Viridi`."""
_FULL_AND_OTHER = lazy_regex(r"(?P<one>(?P<given>[^\W\d_]+) (?P<second>[^\W\d_]+)), (?P<other>[^\W\d_a-z][\w'’-]+)")
"""A name in full, and one of one word: `Ikha Magdalena, Iryanto`."""


def with_people_separated(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names in which two people are two names, one of whom has a single name, as many in Indonesia have.

    Examples:
        >>> with_people_separated(("I. D. Aditya", "Widayani, S. Viridi"))
        ('I. D. Aditya', 'Widayani', 'S. Viridi')
        >>> with_people_separated(("Hubbard, L. Ron", "A. Ray")), with_people_separated(("Fox, T. Aldrich", "B. Ek"))
        (('Hubbard, L. Ron', 'A. Ray'), ('Fox, T. Aldrich', 'B. Ek'))
        >>> with_people_separated(("Ikha Magdalena, Iryanto", "Ann Lee"))
        ('Ikha Magdalena', 'Iryanto', 'Ann Lee')
    """
    if len(names) < 2 or sum(", " in name for name in names) != 1:
        return names
    separated: list[str] = []
    for place, name in enumerate(names):
        # MLA has the family name of the first author first: `Finegan, T. Aldrich`
        two = _FAMILY_AND_OTHER.fullmatch(name) if place else None
        two = two or _FULL_AND_OTHER.fullmatch(name)
        is_one = two is None or (
            is_given_name(two["other"].split()[-1].rpartition(".")[2])
            or ("given" in two.groupdict() and not (is_given_name(two["given"]) or is_given_name(two["second"])))
        )
        separated += [name] if is_one or two is None else [two["one"], two["other"]]
    return tuple(separated)


def with_joined_pairs(names: list[str]) -> tuple[str, ...]:
    """Return the parts of a list in which a family name and the given name after it are one name.

    Examples:
        >>> with_joined_pairs(["Silver", "David", "Huang", "Aja", "Guez", "Arthur", "Demis Hassabis"])
        ('Silver, David', 'Huang, Aja', 'Guez, Arthur', 'Demis Hassabis')
    """
    last = names[-1:] if len(names) % 2 and " " in names[-1] else []
    if are_pairs(listed := names[: len(names) - len(last)]):
        return (*(f"{family}, {given}" for family, given in zip(listed[::2], listed[1::2], strict=True)), *last)
    # MLA has the family name of the first author first: `LeCun, Yann, Yoshua Bengio, and Geoffrey Hinton`
    if len(names) > 2 and is_mla_first_author(names[0], names[1]) and not any(map(_FAMILY_ALONE.fullmatch, names[2:])):
        names[:2] = [f"{names[0]}, {names[1]}"]
    return tuple(names)


def with_commas_before_initials(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names with a comma before the initials, if most have them at their end: `Lee A`, `Van Horn B. C.`.

    Examples:
        >>> with_commas_before_initials(("Lee AB",)), with_commas_before_initials(("Wei XU",))
        (('Lee, AB',), ('Wei XU',))
        >>> with_commas_before_initials(("Caruso CM", "CM Mason", "Veresoglou S"))
        ('Caruso, CM', 'Mason, CM', 'Veresoglou, S')
        >>> with_commas_before_initials(("Gleick J",)), with_commas_before_initials(("Malcolm X",))
        (('Gleick, J',), ('Malcolm X',))
    """
    glued = [_GLUED_NAME.fullmatch(name) for name in names]
    with_initials = [match for match in glued if match]
    if not with_initials or any(map(is_lettered, names)):
        return names
    # after `Caruso CM` the initials of the others may be first
    count = len(with_initials) + (glued[0] is not None) * sum(map(bool, map(_INITIALS_AND_FAMILY.fullmatch, names)))
    have_given_names = any(is_given_name(match["family"].split()[0]) for match in with_initials)
    # `Tom Ray, Bruno C` has the start of a name in full
    if count < _MIN_GLUED * len(names) or (have_given_names and count < len(names)):
        return names
    # `Mondal SS, Webb TW` has initials, and `Wei XU, Bo LI` family names
    has_one_initial = any(len(match["initials"].strip(".")) == 1 for match in with_initials)
    are_initials = (
        any(map(has_initials_last, names))
        or (has_one_initial and (len(names) > 1 or not have_given_names))
        or (any(not VOWEL.search(match["initials"]) for match in with_initials) and not have_given_names)
    )
    if not are_initials:
        return names
    ordered = (match or _INITIALS_AND_FAMILY.fullmatch(name) for name, match in zip(names, glued, strict=True))
    return tuple(
        f"{match['family']}, {match['initials']}" if match else name for name, match in zip(names, ordered, strict=True)
    )


def has_initials_last(name: str) -> bool:
    """Return whether a name ends with two capitals that cannot be a short family name.

    Examples:
        >>> [has_initials_last(name) for name in ("Lee AB", "Wei XU", "Andrew NG", "Cancer Research UK")]
        [True, False, False, False]
    """
    family, _, letters = name.rpartition(" ")
    is_family = _ONE_SYLLABLE.fullmatch(letters) or letters in _NO_INITIALS
    return (
        bool(family)
        and len(letters) == _LETTERS_OF_FAMILY
        and letters.isalpha()
        and letters.isupper()
        and not is_family
    )


def are_more_names(others: Sequence[str], names: Sequence[str]) -> bool:
    """Return whether other names are more than some, and do not split the only inverted one, which is the first.

    Examples:
        >>> are_more_names(("Ray-Lee", "Ann Ray", "Bo Ek"), ("Ray-Lee, Ann Ray", "Bo Ek"))
        False
        >>> are_more_names(("Ray-Lee", "Emma", "Hg"), ("Ray-Lee, Emma",)), are_more_names(("Ek", "Ray"), ("Ek, Ray",))
        (False, True)
    """
    inverted = [name for name in names if ", " in name]
    given = names[0].split(", ")[1] if names and inverted == [names[0]] else ""
    is_split = given in others and (len(names) > 1 or is_given_name(given))
    return len(others) > len(names) and not is_split

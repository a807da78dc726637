"""Read the names in a text that lists authors in full: `Ashish Vaswani, Noam Shazeer et al.`."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from unicodedata import normalize

from papernotes_plugin.people import FURTHER_AUTHORS, OTHERS, PARTICLES, SIGNS_OF_OTHERS, is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.authors import name_order
from papernotes_plugin.recognisers.evidence.authors.affiliations import (
    ORGANISATIONS,
    is_affiliation,
    without_affiliations,
)
from papernotes_plugin.recognisers.evidence.authors.words_before_names import without_by
from papernotes_plugin.text.lazy_regex import lazy_regex, optional_run

_UPPER = r"[^\W\d_a-zß-öø-ÿα-ωа-яё]"
"""A capital, or a letter of a script without capitals."""
_NAME = lazy_regex(
    rf"^(?:[A-Z]\.\s?-?)*(?:(?:{PARTICLES})\s+)*(?:[dlo]['’])?{_UPPER}[\w'’-]*(?:\.|\b)"
    rf"(?:\s+(?:(?:{PARTICLES}|jr|sr|ii|iii)\.?|(?:[A-Z]\.){{2,4}}|[dlv]\.|(?:[dlo]['’])?{_UPPER}[\w'’-]*\.?)){{0,4}}$"
)
_ET_AL = lazy_regex(
    r"(?:[,;]\s*+|(?<!\s)\s++)?(?:\b(?:et\.?\s*|el\.?\s)[ae]l\b\.?|(?:\band|&)\s+others\b"
    r"|(?<!^[一二三四五六七八九十特优優高中初低平同])等人?(?![奖獎級级于於待式价])|ら$|외$|(?<=\s)등$|(?:ほか|他)(?:\d*名)?$)\.?"
    rf"|(?-i:(?:[,;]\s*+|(?<!\s)\s++)?{FURTHER_AUTHORS})|(?:,\s*+|(?<!\s)\s++|(?<![\u3041-\u9fff\uac00-\ud7a3]))(?:\.\.\.|…)",
    re.IGNORECASE,
)
"""Words for further authors; an ellipsis after a word in Korean or Chinese is the end of a sentence."""
_SIGNS_OF_ET_AL = "et al,et el,etal,etel,et.al,et.el,et. al,et. el,el al,el el,el. al,el. el,others,..."
_SHORTENING = (*_SIGNS_OF_ET_AL.split(","), *SIGNS_OF_OTHERS)
"""Strings of which every match of `_ET_AL` in ASCII contains one."""
_KOREAN_OTHERS = lazy_regex(
    r"(?<=[\s,][외등])\s?(?:(?:다수|\d+\+?)?\s?(?:명의?)?\s?(?:인|저자)?|\d+[명인])(?=\s?[(（][^()（）]*[)）]$|$)"
)
"""The number of other authors: `외 100+ 저자`, `외 12명`, `외 3명 (Meta AI)`."""
_OTHERS_OF_KOREANS = lazy_regex("[외등]")
_PARTICLE = lazy_regex(r"[A-Za-z.](?:\s?(?:[ぁ-ゖ的在于是提对]|基于|研究|发[布表现]|교수|박사|논문|연구)|[가-힣])")
"""A Latin letter before a particle or a verb in another script: `Ann Leeは`, `Ann Lee 的研究`, `Lee 교수님`."""
_MANY_CHARACTERS = lazy_regex("[\u4e00-\u9fff]{5}|[\uac00-\ud7a3]{5}")
"""More Chinese or Korean characters than a name has: those of a sentence."""
_AUTHOR_SEPARATOR = lazy_regex(
    r"[;；、，,&AaUuEe](?:(?<=[;；、，,&])|(?<=\b[AaUu])[Nn][Dd]\b|(?<=\b[Ee])[Tt]\b(?!\s*[Aa][Ll]))"
)
"""A separator of two names; it begins with one set of characters, which is quick to find."""
_TITLE_TABLE = """
    learning network networks model models training neural deep language vision data image images video graph attention
    transformer transformers generation detection segmentation recognition representation representations optimization
    analysis search towards toward improving using understanding reasoning systems system processing survey knowledge
    and of the for with from
"""
TITLE_WORDS = frozenset(_TITLE_TABLE.split())
"""Words of titles that are in no name."""
_NOUN = lazy_regex(r"\b[A-Z][\w-]*(?:tions?|sions?|it(?:y|ies)|[ae]nces?|ments?|ness|isms?|tics)\b|\b(?:That|Toward)\b")
"""A word of titles by its ending, which rarely ends a name: `Uncertainty`, `Equivalence`."""
YEAR_AT_END = lazy_regex(optional_run(r"∗*,.·\s") + r"\(?(?:19|20)\d\d\)?\W*$")
"""The year after a line of names."""
_OTHER_AND = "och|og|en|ve|oraz|ja|és|și|i|и|та|і"
"""Words for `and` that sentences in other languages have, too."""
_OTHER_MARKS = (*(f" {mark} " for mark in "+·•/|ye"), *(f" {word} " for word in _OTHER_AND.split("|")))
"""Marks and words between names, besides commas, semicolons and the words for `and` that no name contains."""
_MARK_BETWEEN = lazy_regex(r"\s[+·•/|]\s(?=[^\W\d_a-z])")
_NAME_IN_CAPITALS = lazy_regex(r"[A-Z](?:\.|[A-Z]{0,2}) [A-Z]{2,3}")
"""A short name that looks like initials: `YU LI`, `B. MA`."""
_POINT_BETWEEN = lazy_regex(r"(?<=[^\W\d_]{2})(?<!\bSt)(?<!\b[JSDM]r)(?<!\bMs)\.\s+(?=[^\W\d_a-z])")
"""A point between two names, and not after an initial."""
_SPANISH_AND = lazy_regex(r"(?<!\s)\s+[ye]\s+(?=[^\W\d_a-z][\w'’-]*,?\s+[^\W\d_a-z])")
"""`y` before a name of two words; before one word it may be a part of a name: `José Ortega y Gasset`."""
_OTHER_AND_NEXT = lazy_regex(rf"(?<!\s)\s+(?:{_OTHER_AND})\s+(?=(?P<given>[^\W\d_a-z][\w'’-]*)\.?\s+[^\W\d_a-z])")
"""The same in other languages, before a given name."""
_NO_PERSON_TABLE = """
    university institute research lab labs laboratory group team press blog page project paper papers article post
    slides talk video code website proc proceedings award best presentation oral poster spotlight reading review notes
    published submitted summary takeaways conference chapter default design hand far then now today yesterday
    association society foundation inc ltd corporation company author authors information info affiliation name names
    summarized presented presenter
"""
_NO_PERSON = frozenset(_NO_PERSON_TABLE.split())
"""Words of organisations, links and remarks, which a name of two words may look like."""
_REMARKS = lazy_regex(
    r"\([^()]*\)|（[^（）]*）|(?<!\[)\[[^\[\]]{1,40}\](?!\])|\[\[|\]\]|[*_`\\†‡§¹²³⁴⁵⁶⁷⁸⁹⁰∗]|(?<![A-Za-z\d])\d+|\d+(?![A-Z\d])"
    r"|,? (?:(?:Graduate |Life )?(?:Student|Senior) |Life )?(?:Member|Fellow), (?:IEEE|ACM|OSA|SPIE)\b"
    r"|, ?[Tt]ranslated by [^,;]{3,60}|</?(?:u|b|i|em|strong|span)(?:\s[^<>]{0,80})?>"
)
"""Parts of a list of authors that are no names: remarks in brackets, marks, numbers, memberships and translators.

A number within a word is a part of it, as in `AI4Science Team`.

Also HTML for emphasis, with which some mark their own name: `<u>Ann Lee</u>, Bob Ray`.
"""
_MEMBERS = lazy_regex(r"[^（）,，、;；]*（(?P<names>[^（）]*[,，、][^（）]*)）\s*")
"""A group with its members in brackets: `Qwen团队（Jinze Bai, Shuai Bai等）`."""
_AFTER_WIDE_BRACKET = lazy_regex(r"(?<=）)(?=[A-Za-z])")
"""The end of a remark without a space before `et al.`: `Qwen Team（Alibaba）et al.`."""
_HALF_LOWER = lazy_regex(r"[^\W\d_][\w'’.-]*(?:\s+[^\W\d_][\w'’.-]*){1,2}")
"""Two or three words in any case: `danah boyd`, `Hao liu`."""
_MAX_LENGTH = 20_000
"""Characters of a list of names, that of a large collaboration."""
LONG = 600
"""Characters of a list of names from which the first names decide."""
_MARKS = str.maketrans("", "", "*∗†‡§¶_⋆\u200b")
_TWO_WORDS = lazy_regex(r"(?P<first>[^\W\d_][\w'’-]+), (?P<second>[^\W\d_][\w'’-]+)")
_FAMILY_FIRST = lazy_regex(r"[^\W\d_a-z][\w'’ -]*, [^\W\d_a-z][\w'’. -]*")
"""A name as BibTeX has it: `Lerer, Adam`."""
_MARK_BEFORE_NAME = lazy_regex(r"(?<=[^\W\d_]{2})\s?\d(?:,\s?\d)*[*∗†‡]?\s+(?=[^\W\d_a-z][\w'’.-]+\s)")
"""The numbers of affiliations, which alone separate names in the text of a PDF file: `Ann Lee1,2 Bob Ray2`."""
_QUOTED_NAME = lazy_regex(r"'[^']+'|\"[^\"]+\"")
"""A name in a list as Python prints it."""
DOMAIN = lazy_regex(r"(?:[\w-]+\.)+(?:org|com|edu|net|gov|info|io|ai|dev|co\.uk|ac\.uk)", re.IGNORECASE)
"""The name of a web site, which managers of bookmarks state in place of an author."""
INITIAL = lazy_regex(r"\b[A-ZА-ЯЁ]\.")
_GLUED_LIST = lazy_regex(
    r"(?:[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*)? [A-Z]{1,3}, )+[^\W\d_][\w'’-]* [A-Z]{2,3}(?=\.\s+[A-Z])"
)
"""Names with initials that a point and other words follow: `Lee A, Ray BC. New York, Wiley`."""


def split_authors(value: str) -> tuple[str, ...]:
    """Return the names in a line of authors, as written; `et al.` or an ellipsis ends them, and stays as last item.

    Examples:
        >>> split_authors("Vaswani, A., Shazeer, N. & Parmar, N.")
        ('Vaswani, A.', 'Shazeer, N.', 'Parmar, N.')
        >>> split_authors("Ashish Vaswani, Noam Shazeer et al.")
        ('Ashish Vaswani', 'Noam Shazeer', 'et al.')
        >>> split_authors("Perez, Strub et al."), split_authors("Peng, Abbeel, Levine, Van de Panne")
        (('Perez', 'et al.'), ('Peng', 'Abbeel', 'Levine', 'Van de Panne'))
        >>> split_authors("Ke, Guolin, et al."), split_authors("Hu, Shen, et al.")
        (('Ke, Guolin', 'et al.'), ('Hu', 'et al.'))
        >>> split_authors("Kovařík, Vojta and Oesterheld, Caspar")
        ('Kovařík, Vojta', 'Oesterheld, Caspar')
        >>> split_authors("LeCun, Yann, Yoshua Bengio, and Geoffrey Hinton")
        ('LeCun, Yann', 'Yoshua Bengio', 'Geoffrey Hinton')
        >>> split_authors("Li, Xiang, Dawei Song, and Bin Hu"), split_authors("Daume III, Hal, and Daniel Marcu")
        (('Li, Xiang', 'Dawei Song', 'Bin Hu'), ('Daume III, Hal', 'Daniel Marcu'))
        >>> split_authors("De Pietri, R.; Feo, A. & Frank Löffler")
        ('De Pietri, R', 'Feo, A', 'Frank Löffler')
        >>> split_authors("van Horn B. C.; Lee A."), split_authors("Lee A, Ray BC et al.")
        (('van Horn, B. C', 'Lee, A'), ('Lee, A', 'Ray, BC', 'et al.'))
        >>> split_authors("Lee A, Ray BC. New York, Reader and Sons")
        ('Lee, A', 'Ray, BC')
        >>> split_authors("Wei XU, Bo LI")
        ('Wei XU', 'Bo LI')
        >>> split_authors("['Yu Chen', 'Mohammed J. Zaki']")
        ('Yu Chen', 'Mohammed J. Zaki')
        >>> split_authors("<u>Penghui Li</u>, Wei Meng")
        ('Penghui Li', 'Wei Meng')
        >>> split_authors("arxiv.org"), split_authors("Ann Lee, Bob Ray, Cy Elm,.")
        ((), ('Ann Lee', 'Bob Ray', 'Cy Elm'))
        >>> split_authors("Ann Lee. Bob Ray."), split_authors("Patrick S&uuml;skind")
        (('Ann Lee', 'Bob Ray'), ('Patrick Süskind',))
        >>> split_authors("de Boudewijn de Bruin y Luciano Floridi"), split_authors("de Beer, Ann Lee")
        (('Boudewijn de Bruin', 'Luciano Floridi'), ('de Beer', 'Ann Lee'))
        >>> split_authors("Ann Lee el. al"), split_authors("Rana el Kaliouby, Bob Ray")
        (('Ann Lee', 'et al.'), ('Rana el Kaliouby', 'Bob Ray'))
    """
    if value.startswith(("['", '["')) and value.endswith("]"):
        return tuple(name[1:-1].translate(_MARKS).strip() for name in _QUOTED_NAME.findall(value))
    if "&" in value and ";" in value:
        # `S&uuml;skind`
        value = html.unescape(value)
    value = without_by(" ".join(normalize("NFC", value).split()).lstrip("✅✔☑✓⚠❓👤👥⭐★☆🔥\ufe0f "))
    if (members := _MEMBERS.fullmatch(value)) and looks_like_authors(members["names"]):
        value = members["names"]
    value = _MARK_BEFORE_NAME.sub(", ", _KOREAN_OTHERS.sub("", value) if _OTHERS_OF_KOREANS.search(value) else value)
    # collapse the spaces that the removal leaves, which would take a pattern quadratic time
    value = " ".join(_REMARKS.sub("", _AFTER_WIDE_BRACKET.sub(" ", value)).split()).rstrip(", ")
    if glued := _GLUED_LIST.match(value):
        value = glued[0]
    value = _with_commas_between(value)
    listed, *others = _ET_AL.split(value, maxsplit=1)
    is_mla = bool(others) and value[len(listed) : len(listed) + 1] == ","
    names = () if DOMAIN.fullmatch(listed) else without_affiliations(_split_names(listed))
    if others and len(names) == 1 and (pair := _TWO_WORDS.fullmatch(names[0])):
        # `Zhang, Yichi et al.` has one person, `Perez, Strub et al.` has two: only the first family name is certain
        is_chinese = is_mla and name_order.TWO_SYLLABLES.fullmatch(pair["second"])
        is_one = name_order.are_one_person(*pair.groups()) or is_chinese
        names = names if is_one else (pair["first"],)
    if len(names) > 1 or others or (names and name_order.has_initials_last(names[0])):
        names = name_order.with_commas_before_initials(names)
    return (*names, OTHERS) if names and others else names


def _with_commas_between(value: str) -> str:
    """Return a list of names with commas in place of other marks between them.

    Examples:
        >>> _with_commas_between("Ann Lee · Bob Ray / Cy Elm"), _with_commas_between("Juan Paz y Ana Ruiz")
        ('Ann Lee, Bob Ray, Cy Elm', 'Juan Paz, Ana Ruiz')
        >>> _with_commas_between("Per Berg och Kjell Ek"), _with_commas_between("José Ortega y Gasset")
        ('Per Berg, Kjell Ek', 'José Ortega y Gasset')
    """
    sentences = _POINT_BETWEEN.split(value.rstrip(". ")) if ". " in value else ()
    if len(sentences) > 1 and all(map(is_person, sentences)):
        return ", ".join(sentences)
    value = name_order.with_commas_between_people(value)
    if not any(map(value.__contains__, _OTHER_MARKS)) or not _NO_PERSON.isdisjoint(value.casefold().split()):
        return value
    value = _OTHER_AND_NEXT.sub(lambda m: ", " if is_given_name(m["given"]) else m[0], value)
    return _SPANISH_AND.sub(", ", _MARK_BETWEEN.sub(", ", value))


def _split_names(value: str) -> tuple[str, ...]:
    """Return the names in a line of authors that is not shortened."""
    value = value.rstrip("; ")
    if ";" in value or "；" in value:
        parts = re.split("[;；]", name_order.COMMA_BETWEEN_NAMES.sub(";", value))
        if not names_organisation(parts[-1]):
            # `Feo, A.; De Pietri, R. & Löffler, F.`
            parts[-1:] = re.split(r"\s(?:&|and)\s", parts[-1])
        return tuple(p for p in (part.strip(" .,") for part in parts) if p)
    if " and " in value and value.count(",") and all(part.count(",") == 1 for part in value.split(" and ")):
        return tuple(part.strip() for part in value.split(" and "))
    names: list[str] = []
    whole = value.strip() if re.search(r"\b[A-Z]\.$", value.strip()) else value.strip(" .,")
    if whole.count(",") == 1 and " and " not in whole and name_order.is_family_first(*whole.split(",")):
        return (whole,)
    for part in (part for part in _parts(value) if part.strip(" .")):
        is_name = names and " " in names[-1].strip() and _NAME_IN_CAPITALS.fullmatch(part.strip())
        may_be_given = names and "," not in names[-1] and not (is_name or is_affiliation(part))
        if may_be_given and name_order.ONLY_INITIALS.match(part):
            names[-1] = f"{names[-1]}, {part}"
        else:
            names.append(part.rstrip(" ."))
    return name_order.with_joined_pairs(names)


def _is_name(value: str) -> bool:
    """Return whether a text is one name of two to four words: `Alex Graves`."""
    if not 2 <= len(value.split()) <= 4 or (not value.isascii() and _PARTICLE.search(value)):
        return False
    return bool(_NAME.match(normalize("NFC", value)))


def is_person(value: str) -> bool:
    """Return whether a text is one name of a person rather than of an organisation.

    Examples:
        >>> [is_person(text) for text in ("Robert Ghrist", "Google Research", "Scale AI", "far the best")]
        [True, False, False, False]
    """
    words = value.split()
    if not _is_name(value) or any(len(word) > 1 and word.isupper() and "." not in word for word in words):
        return False
    return _NO_PERSON.isdisjoint(value.casefold().split()) and TITLE_WORDS.isdisjoint(value.casefold().split())


def has_given_name(value: str) -> bool:
    """Return whether a text is the name of a person that begins with a frequent given name."""
    return is_person(value) and is_given_name(value.split()[0])


def has_sign_of_name(value: str) -> bool:
    """Return whether a name has an initial, or begins with a frequent given name."""
    return bool(INITIAL.search(value)) or has_given_name(value)


def is_mostly_names(value: str) -> bool:
    """Return whether 60 % of three or more parts are names: `owen Cheng, Ishan Misra, Rohit Girdhar`."""
    names = [p for p in (part.strip(" .") for part in _parts(value[:600])) if p]
    return len(names) >= 3 and sum(_is_part(n) and len(n.split()) > 1 for n in names) >= 0.6 * len(names)


@lru_cache(maxsize=1 << 12)
def looks_like_authors(value: str) -> bool:
    """Return whether a text consists of names: `Li, X. and Ray, T.`, `Ashish Vaswani et al.`.

    Examples:
        >>> looks_like_authors("Olah, Christopher; Tyka, Mike"), looks_like_authors("Attention; Memory, Context")
        (True, False)
        >>> looks_like_authors("by Shin-ya Katsumata"), looks_like_authors("Shin-ya Katsumata")
        (True, False)
    """
    words = " ".join(normalize("NFC", value).translate(_MARKS).split()).strip(" .,;:–—-")
    value = without_by(words)
    if value != words and stated_names(value):
        return True
    value = _with_commas_between(value)
    if not 3 <= len(value) <= _MAX_LENGTH or (len(value) > LONG and not begins_with_names(value)):
        return False
    if not value.isascii() and (_MANY_CHARACTERS.search(value) or _PARTICLE.search(value)):
        return False
    # most texts have none of these strings, which takes a tenth of the time to find out
    may_be_shortened = not value.isascii() or any(map(value.lower().__contains__, _SHORTENING))
    etal = _ET_AL.search(value) if may_be_shortened else None
    value = value[: etal.start()] if etal else value
    value = _given_names_first(value)
    if " and " in value and all(map(_FAMILY_FIRST.fullmatch, people := value.split(" and "))):
        # as BibTeX has them: `Lerer, Adam and Wu, Ledell and Shen, Jiajun`
        are_known = len(people) > 2 or all(is_given_name(name.partition(", ")[2].split()[0]) for name in people)
        return are_known and TITLE_WORDS.isdisjoint(value.casefold().replace(",", "").replace(" and ", " ").split())
    names = [p for p in (part.strip(" .") for part in _parts(value)) if p]
    if len(names) == 1 and not etal and "." not in value:
        # one name needs initials
        return False
    if value.islower():
        return len(names) > 1 and _are_lower_case_names(names)
    others = [n for n in names if not _is_part(n)]
    if not names or (others and not _are_unusual_names(others, names, has_more=etal is not None)):
        return False
    if etal:
        return True
    if len(names) > 2 and name_order.is_mla_first_author(names[0], names[1]):
        names[:2] = [f"{names[1]} {names[0]}"]
    if _NOUN.search(value) and not INITIAL.search(value) and not any(map(has_given_name, names)):
        # `Rethinking Aleatoric and Epistemic Uncertainty`
        return False
    full = [n for n in names if len(n.split()) >= 2 or name_order.ONLY_INITIALS.match(n)]
    if len(names) == 1:
        return bool(INITIAL.search(value))
    return len(full) == 2 if len(names) == 2 else len(full) >= len(names) / 2


def listed_names(value: str) -> tuple[str, ...]:
    """Return the names that a text consists of; () for other words."""
    return split_authors(value) if looks_like_authors(value) else ()


def stated_names(value: str) -> tuple[str, ...]:
    """Return the names in words after `by`, rare ones and one alone, too; () if a part of the words is no person.

    Examples:
        >>> stated_names("Shin-ya Katsumata"), stated_names("Tom Lee and Bruno C. d. S. Oliveira")
        (('Shin-ya Katsumata',), ('Tom Lee', 'Bruno C. d. S. Oliveira'))
        >>> stated_names("Abe, Masayuki and Okamoto, Tatsuaki")
        ('Abe, Masayuki', 'Okamoto, Tatsuaki')
        >>> stated_names("Google Research"), stated_names("Hand and Machine"), stated_names("Sparse Coding")
        ((), (), ())
    """
    shortened = _ET_AL.search(value)
    is_whole = len(value) <= LONG and not (shortened and value[shortened.end() :].strip(" .,"))
    names = split_authors(value) if is_whole and not names_organisation(value) else ()
    people = names[:-1] if names[-1:] == (OTHERS,) else names
    if len(people) > 1 and " and " in value and all(map(_FAMILY_FIRST.fullmatch, people)):
        people = tuple(" ".join(reversed(name.split(", "))) for name in people)
    are_many = len(people) > 2 and looks_like_authors(value)
    return names if people and (are_many or all(map(_is_stated_person, people))) else ()


def _is_stated_person(name: str) -> bool:
    """Return whether a part of a list after `by` is a name of two words or more, none of which is one of titles."""
    family, comma, given = name.partition(", ")
    words = f"{given} {family}".split()
    if comma and not (INITIAL.search(f"{given}.") or is_given_name(words[0])):
        # two family names
        return False
    if len(words) < 2 or not _is_part(" ".join(words)) or not _NO_PERSON.isdisjoint(map(str.casefold, words)):
        return False
    return is_given_name(words[0]) or not any(map(is_title_word, words))


def several_names(value: str) -> tuple[str, ...]:
    """Return the names that a text consists of, if they are several and one has a frequent given name; else ()."""
    names = listed_names(value)
    return names if len(names) > 1 and any(map(has_given_name, names)) else ()


def names_organisation(value: str) -> bool:
    """Return whether a part of a list of names is an organisation: `Barcelona Supercomputing Center & IBM Research`.

    Examples:
        >>> [names_organisation(text) for text in ("Stony Brook University, MIT", "SJTU & MSRA", "Ann Lee & Bo Yu")]
        [True, True, False]
    """
    parts = [part.split() for part in _parts(_given_names_first(value[:LONG])) if part]
    if any(not ORGANISATIONS.isdisjoint(word.casefold().strip(".,()") for word in words) for words in parts):
        return True
    # one or two capitals are initials
    return any(len(words) == 1 and len(words[0]) > 2 and words[0].isalpha() and words[0].isupper() for words in parts)


def _given_names_first(value: str) -> str:
    """Return a list of names with semicolons between them with each given name before its family name."""
    parts = value.split(";")
    return "; ".join(" ".join(reversed(part.split(","))) for part in parts) if len(parts) > 1 else value


def begins_with_names(value: str) -> bool:
    """Return whether three of the first four parts of a long text are names, which is quick to decide."""
    return sum(map(_is_part, islice(_parts(value[:LONG]), 4))) >= 3


def _parts(value: str) -> Iterator[str]:
    """Yield the parts of a list of names without space around them; some may be empty."""
    at = 0
    for match in _AUTHOR_SEPARATOR.finditer(value):
        yield value[at : match.start()].strip()
        at = match.end()
    yield value[at:].strip()


def _are_unusual_names(others: list[str], names: list[str], *, has_more: bool) -> bool:
    """Return whether parts of a list of names are names, too: `Hao liu`, `danah boyd`, `Deep Ganguli`."""
    full_names = sum(len(n.split()) > 1 for n in names) - len(others)
    if full_names < (2 if has_more else 3) * len(others):
        return False
    words = [other.casefold().split() for other in others]
    return all(
        _HALF_LOWER.fullmatch(other)
        and sum(w in TITLE_WORDS or w in _NO_PERSON for w in of_other) <= other[0].isupper()
        for other, of_other in zip(others, words, strict=True)
    )


def _are_lower_case_names(names: list[str]) -> bool:
    """Return whether parts in lower case are names, as frequent given names show: `yann lecun, jerome pesenti`."""
    given = sum(is_given_name(name.split()[0]) for name in names)
    return 3 * given >= 2 * len(names) and all(_HALF_LOWER.fullmatch(name) for name in names)


def _is_part(name: str) -> bool:
    """Return whether a part of a list of names is a name, a family name or initials."""
    words = name.casefold().split()
    # the search in a long text comes last
    return (
        TITLE_WORDS.isdisjoint(words)
        and bool(name_order.ONLY_INITIALS.match(name) or _NAME.match(name))
        and (len(words) <= 4 or name_order.INITIAL_OR_PARTICLE.search(name) is not None)
    )

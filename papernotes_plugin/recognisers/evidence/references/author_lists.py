"""Read the list of authors that opens a reference, in each of the forms in which citation styles print names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from papernotes_plugin.people import NAME_WORD, PARTICLES, is_given_name
from papernotes_plugin.recognisers.evidence.authors import name_order
from papernotes_plugin.recognisers.evidence.authors.affiliations import is_brand, is_group
from papernotes_plugin.recognisers.evidence.references import collective_authors
from papernotes_plugin.recognisers.evidence.references.collective_authors import is_organisation
from papernotes_plugin.recognisers.evidence.references.name_lists import has_word_of_title
from papernotes_plugin.recognisers.evidence.references.others_after_names import (
    OTHERS_AFTER,
    end_after_gap,
    end_of_group,
    group_after,
)
from papernotes_plugin.recognisers.evidence.references.words_between_names import (
    AND_BEFORE_LAST,
    CJK_SEPARATOR,
    GOES_ON,
    SEPARATOR,
    SURE_SEPARATOR,
    WORD_OR_SIGN,
)
from papernotes_plugin.recognisers.evidence.references.written_names import CAPITAL, write_name
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import YEAR

_UPPER = r"[^\W\d_a-zß-öø-ÿα-ωа-яёіїєґ\u3040-\u9fff\uac00-\ud7af]"
_ANY_UPPER = r"[^\W\d_a-zß-öø-ÿα-ωа-яёіїєґ]"
"""The same in text without Chinese, Japanese and Korean; patterns with it are compiled in a fraction of the time."""
GLUED_PARTICLE = "(?:de|van|von|der|di|du|da|la|le|ter|el|al)"
"""A particle that is one word with the family name: `deVet`."""
_WORD = rf"(?:[dlDLO]['’]|{GLUED_PARTICLE})?{_UPPER}[^\W\d_]*+(?>(?:['’‐‑-][^\W\d_]++)*)"
_PARTICLE = rf"(?:(?:{PARTICLES}|dello|dalla?|degli|dei|das|do|los|ibn|te|op|zu|zum|zur|af|av|['’]t)\s+)"
_GENERATION = r"(?:Jr|Sr|II|III|IV)\b"
_NO_NAME = r"[A-Z]\b|(?!NG|[A-Z]?[AEIOU])[A-Z]{2}(?=,)"
"""Initials after a family name: `WANG LM, LI J`."""
_FAMILY = rf"(?>{_PARTICLE}*){_WORD}(?:\s+(?:[yeYE]\s+)?(?>{_PARTICLE}*)(?!{_NO_NAME}|{_GENERATION}){_WORD}){{0,3}}"
_INITIAL = rf"(?:{_UPPER}|(?:[CKPSTZW]h|Y[aeou]|Ju|Ts|St|Дж)(?=\.))\."
_INITIALS = (
    rf"{_INITIAL}(?:(?!{name_order.NEXT_NAME})\s?[-‐–]?\s?(?:d[aeo]?\.(?={_UPPER}))?{_INITIAL}){{0,4}}"
    rf"(?:(?:[\s-]?[a-z]\.){{1,3}}(?=[,;])|[\s-]?{_UPPER}(?=,\s(?:&|and\b|{_UPPER}[\w'’-]+,)|\s\({YEAR})|[a-z]\.(?=\s[^\Wa-z])|\s(?:del?|da|do)\s(?:l[ao]s?\s)?{_INITIAL})?"
)
"""`J. T.`, `J.w.`, `J. v. d.`, `M. de los Á.`, and `J.T` without the last point before another name or the year"""
_BARE_INITIALS = (
    rf"(?:(?!III\b){CAPITAL}(?:(?: {CAPITAL}){{1,3}}|(?:-?{CAPITAL}){{0,3}})(?=[,;.:&]|\s+(?:and|et|&)|\s*\()"
    rf"|{CAPITAL}{{1,2}}(?=\s{YEAR}\b(?!:)))"
)
_SUFFIX = rf"(?:,?\s+{_GENERATION}\.?|(?<=\s[JS]r)\.(?=[,;]))?"
"""A generation; `Souza Jr` may be read as two words of a name."""
_WORDS = rf"{_WORD}(?:(?:\s+-?|-)(?!{_UPPER}\.)(?:d[aeo]s?\s)?{_WORD}){{0,3}}"
_GIVEN = rf"(?:(?:{_UPPER}\.\s*)?{_WORDS}(?:\s+{_INITIALS})?|{_INITIALS})"
_TRAILING = rf"(?:\s(?:{PARTICLES}|das|do|DE|DA|DO|DOS|DAS)){{0,3}}(?=[,;.:]?\s)"
"""Particles after the given name: `Haan, Pim de`."""
_HAN, _HANGUL, _KATAKANA = "[\u3005\u3040-\u30fa\u30fc-\u30ff\u4e00-\u9fff]", "[\uac00-\ud7a3]", "[\u30a1-\u30fa\u30fc]"
_ADVERB = rf"[\u3041-\u309f]++(?!{_HAN})"
"""A word in hiragana alone, which opens a sentence more often than it is a name: `また、ずっと「合意」と…`."""
_BEFORE_PARTICLE = r"(?<![\u4e00-\u9fff][のはをがでにと])"
"""No Japanese particle follows a Chinese character there, as in a sentence: `私は、山形浩生の『…』`."""
_OPENING = r"(?:(?:Mohd?|Md|Abd|Sk)\.\s)?"
"""A shortened name before a family name: `Mohd. Ishak, Z. A.`"""
_BEFORE_GIVEN = rf"(?P<family>{_OPENING}{_FAMILY})(?:\s(?P<generation>{_GENERATION}\.?))?,\s*"
_BEFORE_INITIALS = (
    rf"(?P<family>{_OPENING}{_FAMILY})(?:(?<=[a-z]{{3}})\.(?=, [A-Z]\.)|\s(?P<generation>{_GENERATION}\.?))?,\s*"
    r"(?:(?P<particle>(?:von|vom|van|zu|zur)(?: de[rnm])?),?\s(?=[A-Z]\.))?"
)
"""The same before initials; Germans also print the particle there: `Eimer, von B.`, `Eimer, von, B.`"""
_INVERTED = (
    rf"{_BEFORE_INITIALS}(?P<given>"
    rf"{_INITIALS}(?:{_TRAILING}(?=[,;:]|\s[&(])|\s(?:DE|DA|DO|DOS|DAS)(?=\.\s))?|{_BARE_INITIALS}){_SUFFIX}"
)
"""`Guo, J. T.`, `Brooks Jr., F. P.`, `Miranda, C. S. de`"""
_INVERTED_IN_FULL = rf"{_BEFORE_GIVEN}(?P<given>{_GIVEN}(?:{_TRAILING})?){_SUFFIX}"
"""`Guo, Jiacheng T.`"""
_FIRST_IN_FULL = (
    rf"{_BEFORE_GIVEN}(?P<given>{_WORD}(?:\s{_INITIALS})?)"
    rf"(?=,\s(?:&\s|and\s)?{_FAMILY},\s{_INITIAL}(?!\s[^\W\d_]{{2}}))"
)
"""`Guo, Jiacheng` before `Lee, A.`, as Zotero prints the first of two authors with one family name."""
_IN_CAPITALS = rf"{_UPPER}{{2,}}(?:[ '’-]{_UPPER}{{2,}}){{0,3}}"
_BEFORE_SEMICOLON = (
    rf"(?:[^;:“”\"\d]{{1,50}}?(?=\s*;\s*{_UPPER}{{2}})"
    rf"|{_INITIALS}(?:{_TRAILING})?(?=\.?\s+[“\"«]?{_UPPER}[^\s.,;:]*\s[^\W\d_]+|\s?;)|{_GIVEN}(?:{_TRAILING})?)"
)
_CAPITALS = rf"(?P<family>{_IN_CAPITALS}(?:(?<=\sJR)\.)?), (?P<given>{_BEFORE_SEMICOLON})"
"""`GUO, Jiacheng`; before a semicolon and another name in capitals, the given name has any form."""
_LATER_CAPITALS = rf"(?P<family>{_IN_CAPITALS}|{_FAMILY}(?=, {_INITIALS})),? (?P<given>{_BEFORE_SEMICOLON})"
_CAPITALS_BEFORE_GIVEN = (
    rf"(?P<family>{_UPPER}{{3,}}(?:[ '’-]{_UPPER}{{2,}}){{0,3}})"
    rf" (?P<given>{_UPPER}[^\W\d_A-Z]+(?:-\w+)?(?: {_INITIALS})?)(?![^\W\d_])"
)
"""`GUO Jiacheng`; the second word must be a frequent given name."""
_GIVEN_IN_BRACKETS = rf"(?P<family>{_FAMILY}),? \((?P<given>{_WORD}(?: {_WORD})?(?: {_INITIALS})?|{_INITIALS})\)"
"""`Guo (Jiacheng)`, as the French write; the same applies."""
_GROUP = (
    rf"(?:Subc|C)ommittee on(?:\s(?:and|the|of|{_UPPER}[\w/-]*)){{1,8}}(?=\.\s)"
    rf"|(?:The\s)?{_UPPER}[\w/-]*(?:\s(?:of|for|on|and|the|in|{_UPPER}[\w/-]*)){{0,8}}?"
    r"\s(?:Consortium|Collaborations?|Investigators|(?:Study|Working) Group|Task Force)(?=\.\s|,?\s\(|:\s)"
)
"""`The ENCODE Project Consortium`: a group that is an author."""
_NATURAL = (
    rf"{_WORD}\s+{_WORD}\s+{_UPPER}\.(?=[,;])|(?:{_INITIAL}(?:[a-z]\.(?=\s{_UPPER}))?[\s-]*|{_WORD}\s+)(?:{_UPPER}\.(?!\s[–-]\s)[\s-]*|{_WORD}\s+|{_PARTICLE}){{0,4}}(?>{_PARTICLE}*){_WORD}"
    rf"(?:\s+[ye]\s+(?!{_INITIAL}){_WORD}(?!\s+{_WORD}))?{_SUFFIX}"
)
"""`J. T. Guo`, `Jiacheng T. Guo`"""
_INITIALS_FIRST = (
    rf"{_INITIAL}(?:[\s-]*{_INITIAL}){{0,3}}(?:\s[dlv]\.){{0,2}}\s+(?>{_PARTICLE}*){_WORD}"
    rf"(?:\s(?>{_PARTICLE}+){_WORD})?{_SUFFIX}(?=[,.;:]|\s{GOES_ON})"
)
"""`J. T. Guo` in each name, where a title follows the last comma; also `D. d. l. Casas`."""
_GLUED = (
    rf"(?P<family>{name_order.UNDIVIDED_FAMILY}|{_FAMILY}(?=\s))\s*+"
    rf"(?!III\b|JR\., [^\W\d_a-z][^\W\d_A-Z]+ (?:[a-z]|[^\W\d_a-z][a-z]))"
    rf"(?P<given>{CAPITAL}(?:[ -]?{CAPITAL}){{0,2}}(?: {CAPITAL})?)(?:,?\s(?:2nd|3rd|3d|Jr|Sr)\b)?"
    rf"(?: (?P<particle>(?:{PARTICLES})(?: (?:{PARTICLES}))?)(?=,))?"
    rf"(?:\.(?=, {NAME_WORD} [A-Z](?:-?[A-Z]){{0,2}}[.,]))?"
    rf"(?=\s{YEAR}[.:,]?\s|[,;:/]|\.(?![\w-])|\s+{GOES_ON}|\s*\(|$)"
)
"""`Guo JT`, `Guo JT 3rd` without the generation, `Veen P H van der`."""
_GLUED_BEFORE_TITLE = rf"(?P<family>{_FAMILY})\s+(?P<given>{CAPITAL}{{1,3}})(?=,|\s[^\W\d_a-z][\w-]*[^\W\d_]:?\s)"
"""The same, and `Guo JT` before a title without a mark between them."""
_BARE_INITIALS_FIRST = rf"(?P<given>{CAPITAL}(?:-?{CAPITAL}){{0,2}}) (?P<family>{_FAMILY})(?=,|\s(?:and|&)\s|\s\()"
"""`JT Guo` after `Guo JT`"""
_LATER_POINTED = rf"(?P<family>{_FAMILY}),?\s+(?P<given>{_INITIALS}(?:{_TRAILING}(?=\s\())?)"
"""`Guo J.T.`, also after or before `Guo, J.T.`"""
_POINTED = (
    rf"{_LATER_POINTED}(?=\s*(?:$|[,;&:/(“\"])|\s+{GOES_ON}|\s{YEAR}|\s[–-]\s{_UPPER}[\w'’-]+ {_UPPER}\."
    r"|(?<=[А-ЯЁІЇЄҐ]\.)\s[А-ЯЁІЇЄҐ«A-Z])"
)
"""The same where no family name follows, as in `Kenneth E. Iverson`; Russians write `Иванов И. И. Название`."""
_KIND_OF_WORK = "(?:映[画像]|[电電]影|アニメ|ドラマ|番組|動画|書評|书评|小[説说]|漫画|雑誌|特集|영화|드라마)"
"""A word before a title in brackets that says what it is, and is no name: `映画「ユリイカ」`."""
_UNSPACED = (
    rf"(?!{_KIND_OF_WORK})(?:{_HAN}{{2,24}}(?:学会|學會|协会|協会|分会|委员会|委員会|学组|编写组|课题组|研究院|研究所|研究会|教育部|卫生部|国务院|機構|図書館|博物館|[省庁])(?!{_HAN})"
    rf"|{_KATAKANA}{{2,}}(?:・{_KATAKANA}+)+|{_HAN}{{1,6}}(?:·{_HAN}{{1,6}})+(?!{_HAN})|{_HAN}{{2,6}}-{_HAN}{{2,6}}(?!{_HAN})"
    rf"|{_HAN}{{1,3}} {_HAN}{{1,4}}(?!{_HAN})|{_HAN}{{2,5}}?(?=(?:等人?|ほか|他|ら)(?!{_HAN}))"
    rf"|(?!{_ADVERB}|を){_HAN}{{2,5}}(?!{_HAN}){_BEFORE_PARTICLE}|{_HANGUL}{{2,4}}(?!{_HANGUL}))"
    r"(?:\s?\((?P<original>[A-Z][A-Za-zÀ-ž.'’-]*(?: [A-Za-zÀ-ž.'’-]+){1,3})\))?"
)
"""`中华医学会`, `王小明`, `马克·吐温`, `山田 太郎`, `ジョン・スミス`, `김철수`, `罗尔斯 (John Rawls)`"""
_SURNAME = rf"(?>{_PARTICLE}*){_WORD}{_SUFFIX}"
_ORGANISATION = (
    rf"(?:the\s+)?(?P<name>{_UPPER}[^\s.,;:()]*(?:\s+(?:of|for|on|and|the|in|&|{_UPPER}[^\s.,;:()]*)){{0,8}}?)"
    rf"(?=(?:\s*[,;]\s*(?:and\s+|&\s*|\\&\s*)?|\s+(?:and|&)\s+){_FAMILY}(?:,\s*{_INITIAL}|\s+[A-Z]{{1,3}}[,.;])"
    rf"|[.,]?\s*\({YEAR}|(?P<point>\.)\s)"
)
"""An organisation before a further name with initials, before the year, or at the end of the names."""
_MAX_AUTHORS = 500


@dataclass(frozen=True, slots=True)
class AuthorList:
    """Names at the beginning of a reference."""

    names: tuple[str, ...]
    """Names as `Given Family` or `Family, Given`, in their order."""
    end: int
    """The offset after the names."""
    form: str
    """The name of the form: `inverted`, `natural` …"""
    has_more: bool = False
    """True if `et al.` or an ellipsis follows."""
    is_joined: bool = False
    """True if `and` is before the last name."""


def author_lists(text: str, start: int) -> Iterator[AuthorList]:
    """Yield the readings of the names at an offset of a text, the most specific form first."""
    is_spaced = text.isascii() or max(text) < "\u3005"  # the first character of Chinese, Japanese and Korean
    inverted: tuple[str, ...] = ()
    glued: tuple[str, ...] | None = None
    for form, first, later in _compiled_forms(is_spaced):
        if form == "glued" and glued == ():
            # names before a title without a mark follow names with one
            continue
        names = _read(text, start, form, first, later, _compiled(_ORGANISATION, is_spaced))
        if form == "inverted":
            if names and (acronyms := collective_authors.acronyms_in(text, start, names.end)):
                names = AuthorList(acronyms, names.end, form)
            inverted = names.names if names else ()
        if form == "glued":
            # the second pattern of later names gives often the same ones
            names, glued = (None if names and names.names == glued else names), names.names if names else ()
        if names and (name_order.is_misread(form, names.names, text, names.end) or _is_one_organisation(names)):
            continue
        # a comma after each family name is the usual form
        if names and not (form == "pointed" and names.names[:2] == inverted[:2]):
            yield names
    if group := collective_authors.read(text, start):
        yield AuthorList((group.name,), group.end, group.form)


def _is_one_organisation(names: AuthorList) -> bool:
    """Return whether two names are those in `Australian Library and Information Association`."""
    first, *others = names.names
    is_pair = len(others) == 1 and names.form == "natural" and names.is_joined
    return is_pair and is_organisation(others[0]) and not ("." in first or is_given_name(first.split()[0]))


_FORMS = (
    ("inverted", _INVERTED, _INVERTED),
    ("glued", _GLUED, _GLUED),
    ("first glued", _GLUED, _BARE_INITIALS_FIRST),
    ("glued", _GLUED, _GLUED_BEFORE_TITLE),
    ("pointed", _POINTED, _LATER_POINTED),
    ("capitals", _CAPITALS, _LATER_CAPITALS),
    ("capitals", _CAPITALS, rf"(?P<given>{_GIVEN}) (?P<family>{_IN_CAPITALS})"),
    ("family first", _CAPITALS_BEFORE_GIVEN, _CAPITALS_BEFORE_GIVEN),
    ("family first", _GIVEN_IN_BRACKETS, _GIVEN_IN_BRACKETS),
    ("group", _GROUP, _GROUP),
    ("first in full", _FIRST_IN_FULL, _INVERTED),
    ("first inverted", _INVERTED_IN_FULL, _NATURAL),
    ("inverted in full", _INVERTED_IN_FULL, _INVERTED_IN_FULL),
    ("natural", _NATURAL, _NATURAL),
    ("first inverted", _INVERTED, _NATURAL),
    ("first inverted", rf"{_POINTED}(?=,?\s(?:(?:and|&)\s)?{_INITIAL})", _NATURAL),
    ("initials", _INITIALS_FIRST, _INITIALS_FIRST),
    ("unspaced", _UNSPACED, rf"{_UNSPACED}|{_WORD} {_WORD}(?=, ?{_HAN}{{2,4}}(?!{_HAN}))"),
    ("surname", _SURNAME, _SURNAME),
)
"""The forms with the patterns of the first and the later names; the Czech write `GUO, Jiacheng a Ann LEE`."""
_LOWER_CASE = lazy_regex(
    r"(?:(?!(?:and|or|the|an?|in|of|for|with|from|to|on|by|as|is|are|was|et|al|his|her|their|its|our|my|this|that|see|also"
    r"|who|which|where|when|while|but|not|all|both|others?|colleagues|students|co|editors?|translators?"
    r"|voce|voz|verbete|entrada)\b)[a-z][a-z'’-]{1,30} ?){2}(?<! )"
    rf"(?=,? (?:and|&) |, [^\W\d_a-z]|,? \(?{YEAR}|[.,]? [“\"«]|\. [A-Z]|: [A-Z]|, \x1d)"
)
"""A name in lower case in a list: `massimiliano pontil`."""
_SINGLE_NAME = lazy_regex(rf"(?P<name>{_WORD})(?=\.? \({YEAR}|; {_WORD}[^;:]{{0,40}}, )")
"""A name of one word, last in a list and before the year, or between semicolons: `Lee, A., & Prabhat. (2019)`."""
_SINGLE_IN_LIST = lazy_regex(
    r"[^\W\d_a-z][^\W\d_A-Z]{3,}(?=,? \((?:19|20)\d\d"
    r"|(?:,? (?:and|&) |, )(?>(?:[^\W\d_a-z][\w'’.-]*[ ,]{0,2}|and |& ){1,40})?\((?:19|20)\d\d)"
)
"""A name of one word among full names before a year in brackets: `Ann Lee, Novitrian, Bob Ray (2019)`."""
_SURE_FORMS = ("inverted", "glued", "first glued", "group")
"""The forms that other words do not have, even if one is a word of titles: `S Long`."""


@cache
def _compiled(pattern: str, is_spaced: bool) -> re.Pattern[str]:
    return lazy_regex(pattern.replace(_UPPER, _ANY_UPPER) if is_spaced else pattern)


@cache
def _compiled_forms(is_spaced: bool) -> list[tuple[str, re.Pattern[str], re.Pattern[str]]]:
    """Return the forms that a text with or without Chinese, Japanese and Korean can have."""
    forms = (form for form in _FORMS if not is_spaced or form[1] != _UNSPACED)
    return [(form, _compiled(first, is_spaced), _compiled(later, is_spaced)) for form, first, later in forms]


def _read(
    text: str, start: int, form: str, first: re.Pattern[str], later: re.Pattern[str], organisation: re.Pattern[str]
) -> AuthorList | None:
    """Return the names in one form; None if the first one has another form."""
    names: list[str] = []
    at = end = start
    separator = CJK_SEPARATOR if form == "unspaced" else SEPARATOR
    is_joined, can_be_listed = False, form in ("inverted", "glued")
    alone: AuthorList | None = None
    while len(names) < _MAX_AUTHORS:
        match = (later if names else first).match(text, at)
        if not match and names and form == "natural":
            match = _LOWER_CASE.match(text, at) or _SINGLE_IN_LIST.match(text, at)
        if not match and can_be_listed and (match := _listed(organisation, text, at, is_joined if names else None)):
            names.append(match["name"])
        elif not match or (form not in _SURE_FORMS and not _is_name(match[0])):
            break
        else:
            names.append(write_name(match, form))
        end = match.end()
        if more := OTHERS_AFTER.match(text, end):
            at = end_of_group(text, more.end()) if form in _SURE_FORMS else more.end()
            return alone or AuthorList(tuple(names), at, form, has_more=True)
        if after := end_after_gap(text, end, later, separator if form in _SURE_FORMS else None):
            return AuthorList(tuple(names), after, form, has_more=True)
        if (is_joined and form != "capitals") or not (gap := separator.match(text, end)):
            break
        has_and = bool(WORD_OR_SIGN.search(gap[0]))
        is_joined = has_and and form != "inverted in full"
        if form == "inverted in full" and len(names) == 1 and not (has_and or SURE_SEPARATOR.search(gap[0])):
            # the next names have their family names first only if the last one has: `and Graves, Alex`
            alone = _read_pairs(text, start, later) or AuthorList(tuple(names), end, form)
        elif alone and has_and:
            last = later.match(text, gap.end())
            names += [write_name(last, form)] if last and len(names) > 1 and _is_name(last[0]) else []
            return AuthorList(tuple(names), last.end(), form, is_joined=True) if last and len(names) > 2 else alone
        at = gap.end()
    if form == "glued" and len(names) > 1 and ";" not in text[start:end] and (group := group_after(text, end)):
        return AuthorList((*names, group[group.lastgroup or "name"]), group.end(), form)
    return alone or (AuthorList(tuple(names), end, form, is_joined=is_joined) if names else None)


def _read_pairs(text: str, start: int, pattern: re.Pattern[str]) -> AuthorList | None:
    """Return names with nothing but commas between them: `Hinton, Geoffrey, Vinyals, Oriol`; None for other names."""
    names: list[str] = []
    at = end = start
    while (match := pattern.match(text, at)) and " " not in match["family"]:
        names.append(write_name(match, "inverted in full"))
        end = match.end()
        if more := OTHERS_AFTER.match(text, end):
            have_pairs = name_order.have_pairs(names)
            return AuthorList(tuple(names), more.end(), "pairs", has_more=True) if have_pairs else None
        if not (gap := SEPARATOR.match(text, end)):
            break
        at = gap.end()
    return AuthorList(tuple(names), end, "pairs") if len(names) > 1 and name_order.have_pairs(names) else None


def _listed(pattern: re.Pattern[str], text: str, at: int, is_joined: bool | None) -> re.Match[str] | None:
    """Return the match of an organisation within a list of names: `Smith, J., World Health Organization, & Doe, A.`.

    After `and` or a semicolon, it may also be a person with one name.  `is_joined` is None for the first name.
    """
    if (is_joined or text[at - 2 : at] == "; ") and (single := _SINGLE_NAME.match(text, at)):
        return single
    match = pattern.match(text, at)
    # `WONG, KA HIM` begins with a family name, and `The Society of Mind. Lee, A.` with a title
    if not match or (is_joined is None and not AND_BEFORE_LAST.match(text, match.end())):
        return None
    may_be_group = is_joined is not None and not match["point"]
    is_group_here = may_be_group and (is_brand(match["name"]) or is_group(match["name"]))
    return match if is_group_here or is_organisation(match["name"]) else None


def _is_name(name: str) -> bool:
    """Return whether the name is more than initials, and no word is one of titles."""
    return name_order.may_be_name(name) and not has_word_of_title(name)

"""Patterns of the marks and the words for `and` between the names of a list, in the languages of references."""

from __future__ import annotations

import re

from papernotes_plugin.people import NAME_WORD
from papernotes_plugin.recognisers.evidence.authors import name_order
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex

_SHORT_AND = (
    r"(?:[aeio]|ja|en|és|[şș]i)\s+"
    rf"(?=[^\W\d_a-z]\.|{NAME_WORD}(?:,? [^\W\d_a-zß-öø-ÿ]{{3}}|, [^\W\d_a-z]| [A-Z]{{1,3}}[.,:( ]))"
)
"""Short words of other languages for `and`, before a name with initials or a comma: `Novák, J. a Dvořák, P.`"""
AND = (
    r"(?:and|und|en(?=(?:\s\S+){2,4}\s[“(12])|in(?=(?:\s\S+){2,4}\.\s»)"
    r"|et(?!\s+al)|(?-i:y|و|dan|og|och|oraz|ve|та(?!\s+ін))|и(?!\s+др)|&|\\&)"
)
"""The words for `and` between names."""
GOES_ON = rf"(?:{AND}\s|{_SHORT_AND}|(?:et|[ey]\s+coll?s?(?=\.)|и|та|i\s+in|a\s+kol|dkk|idr|ym|vd?|m)\b)"
"""`and`, or the first letters of `et al.`, after a name."""
_ANY_AND = rf"(?:{AND}\s+|(?-i:{_SHORT_AND}))"
_SLASH = r"\s*/\s*(?=\w[^/:]{0,60}, |\w\.\s?\w|\w[\w'’-]+ [A-Z]\.|[^\W\d_a-z][\w’'-]+ [^\W\d_a-z][\w’'-]+:)"
_DASH = (
    r"\s[–—-]\s(?=\w[\w'’ -]{1,30}, (?:\w\.|\w[\w'’-]*(?: \w[\w.'’-]*)?(?:\s[–—-]\s|\.\s))"
    rf"|(?-i:[A-Z]\. ?[A-Z]|{NAME_WORD} [A-Z]\.(?:[,:]|\s[–—-]\s)))"
)
_IN_FULL = rf"{NAME_WORD}, {NAME_WORD}(?: [A-Z]\b)?\."
_SPACE = rf"(?-i:(?<=[A-Z]\.)\s(?={NAME_WORD}, [A-Z]\.))|{name_order.NEXT_NAME}"
"""A space between the initials of a name and a family name with initials."""
_POINT = rf"(?-i:(?:\.\s|(?<=[A-Z]\.)\s)(?={_IN_FULL}\s(?:[\"“«]|{_IN_FULL})))"
"""A point between names with the family name first."""
SEPARATOR = lazy_regex(
    rf"\s*[,;]\s*(?:{_ANY_AND}|&(?=\w))?|{_SLASH}|{_DASH}|{_SPACE}|{_POINT}|\s{_ANY_AND}", re.IGNORECASE
)
CJK_SEPARATOR = lazy_regex(rf"{OPTIONAL_SPACE}(?:[,，、;；・·]\s*(?:&\s*)?|&\s*)|(?<!\s)\s+(?:및|and)\s+")
WORD_OR_SIGN = lazy_regex(r"[^\W\d_]|&")
"""A sign of `and` in a separator."""
AND_BEFORE_LAST = lazy_regex(rf"[\s,;]*{AND}\s", re.IGNORECASE)
SURE_SEPARATOR = lazy_regex(r"[;/.]|\s[–—-]\s|^\s$")
"""A separator that is never within a name: `Beck, Clemens/Engelhardt, Jan`, `Beck, Clemens. Engelhardt, Jan. “…`."""

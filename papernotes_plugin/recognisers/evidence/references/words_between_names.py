"""Patterns of the words for `and` between the names of a list, in the languages of references."""

from __future__ import annotations

from papernotes_plugin.people import NAME_WORD

SHORT_AND = (
    r"(?:[aeio]|ja|en|és|[şș]i)\s+"
    rf"(?=[^\W\d_a-z]\.|{NAME_WORD}(?:,? [^\W\d_a-zß-öø-ÿ]{{3}}|, [^\W\d_a-z]| [A-Z]{{1,3}}[.,:( ]))"
)
"""Short words of other languages for `and`, before a name with initials or a comma: `Novák, J. a Dvořák, P.`"""
AND = (
    r"(?:and|und|en(?=(?:\s\S+){2,4}\s[“(12])|in(?=(?:\s\S+){2,4}\.\s»)"
    r"|et(?!\s+al)|(?-i:y|و|dan|og|och|oraz|ve|та(?!\s+ін))|и(?!\s+др)|&|\\&)"
)
"""The words for `and` between names."""
GOES_ON = rf"(?:{AND}\s|{SHORT_AND}|(?:et|[ey]\s+coll?s?(?=\.)|и|та|i\s+in|a\s+kol|dkk|idr|ym|vd?|m)\b)"
"""`and`, or the first letters of `et al.`, after a name."""

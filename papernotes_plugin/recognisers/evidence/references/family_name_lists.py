"""Patterns of lists of family names without given names and initials: `Acemoglu, Johnson & Robinson`."""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK

_PARTICLE = (
    r"(?:[Vv]an|[Vv]on|[Dd]er|[Dd]en|[Dd]e|[Dd]el|[Dd]ella|[Dd]i|[Dd]a|[Dd]u|[Dd]os|[Ll]a|[Ll]e|[Ee]l|[Oo]p|[Tt]en"
    r"|[Tt]er)"
)
WORD = rf"(?:[dlDLO]['’])?[^\W\d_a-zß-öø-ÿа-яё{CJK}][^\W\d_{CJK}]+(?:['’-][^\W\d_{CJK}]+)*"
FAMILY = rf"(?:{_PARTICLE} ){{0,2}}{WORD}(?: (?:de|del|da|van|von|y) {WORD})?"
AND = r"(?:,? (?:and|und|et|&|\\&) | (?:y|e|и|i|og|och|en) | ?[/–] ?)"
MORE = r"(?P<more>,? (?:et ?al\b\.?|u\. ?a\.|и др\.?|& al\b\.?|(?:and|&) others|y otros|e outros))"
LISTED = rf"{FAMILY}(?:(?:{AND}|, ){FAMILY}){{0,6}}"
"""Family names with commas or words between them."""
JOINED = rf"{FAMILY}(?:(?:, {FAMILY}){{0,5}}{AND}{FAMILY})?"
"""The same where a title may follow a comma, so that a word is before the last of several names."""
BETWEEN = lazy_regex(rf"{AND}|, ")

"""Read authors that are no people: organisations, the offices of a state, and `AA.VV.` for various authors."""

from __future__ import annotations

from typing import NamedTuple

from papernotes_plugin.people import parse_person
from papernotes_plugin.recognisers.evidence.authors.affiliations import is_brand
from papernotes_plugin.text.lazy_regex import lazy_regex

_VARIOUS = (
    r"(?:AA?|VV?)\.?\s?(?:VV?|AA?)\.|A[Aa]\. ?V[Vv]\.|[Vv]arios [Aa]utores|[Aa]utori [Vv]ari"
    r"|[Vv]ários [Aa]utores"
)
"""Various authors, in Italian, Spanish and Portuguese: `AA.VV.`, `VV. AA.`"""
_OFFICE_NEXT = r"(?=\.\s(?:Minist|Secretar|Presid[êe]ncia|C[âa]mara|Senado|Congres|Supremo|Tribunal|Conse[lj]ho))"
_ALONE = lazy_regex(
    rf"(?P<various>{_VARIOUS})(?=[,:.]?\s)(?! [^\W\d_a-z][\w'’-]+,)"
    rf"|(?P<state>[^\W\d_a-z][^\W\d_]{{3,10}}{_OFFICE_NEXT})"
    r"|(?P<name>[A-Z]{2,6}|[A-Z][a-z]+[A-Z]\w*"
    r"|[^\W\d_a-z][\w-]+(?: (?:of|for|on|and|&|the|de|du|des|la|das?|do|per|für|der"
    r"|[^\W\d_a-z][\w-]+)){1,7})(?P<acronym> \([A-Z][\w&-]{1,9}\)(?=\. \((?:19|20)\d\d))?(?=\.\s|, (?:19|20)\d\d[:.]\s)"
)
"""An organisation before a point, and its acronym before a year: `WHO.`, `World Health Organization (WHO). (2019)`."""


class CollectiveAuthor(NamedTuple):
    """An author that is no person."""

    name: str
    end: int
    """The offset after the name."""
    form: str
    """`organisation`, or `various` for various authors."""


_ACRONYM = lazy_regex(r"[A-Z]{3,6}")
_ACRONYMS = lazy_regex(r"[A-Z]{3,6}, [A-Z]{3,6},? (?:&|and) [A-Z]{3,6}")


def acronyms_in(text: str, start: int, end: int) -> tuple[str, ...]:
    """Return three organisations, the second of which has the form of initials; () for other words.

    Examples:
        >>> acronyms_in("AERA, APA, & NCME. (2014)", 0, 17), acronyms_in("LEE, AB, & RAY", 0, 14)
        (('AERA', 'APA', 'NCME'), ())
    """
    return tuple(_ACRONYM.findall(text, start, end)) if _ACRONYMS.fullmatch(text, start, end) else ()


def read(text: str, start: int) -> CollectiveAuthor | None:
    """Return the author that is no person at an offset of a text; None for none.

    Examples:
        >>> read("AA.VV., La Resistenza in Italia", 0)
        CollectiveAuthor(name='AA.VV.', end=6, form='various')
        >>> read("WHO. Report on Pines", 0).name, read("Pines. A Report", 0)
        ('WHO', None)
    """
    match = _ALONE.match(text, start)
    if match and (words := match["various"] or match["state"]):
        return CollectiveAuthor(words, match.end(), "various" if match["various"] else "organisation")
    if match and (match["acronym"] or match[0].isupper() or is_brand(match[0]) or is_organisation(match["name"])):
        return CollectiveAuthor(match["name"], match.end(), "organisation")
    return None


def is_organisation(name: str) -> bool:
    """Return whether a name contains a word such as `University`."""
    person = parse_person(name)
    return person is not None and person.organisation

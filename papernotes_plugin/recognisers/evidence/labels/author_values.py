"""Read the value of a field that names the authors, and what its author wrote after the names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from papernotes_plugin import identifiers, venues
from papernotes_plugin.markup.syntax_extensions import SHORTCODE_LINK
from papernotes_plugin.people import PARTICLES, is_given_name
from papernotes_plugin.recognisers.evidence.authors import affiliations, authorship, book_authors, name_order
from papernotes_plugin.recognisers.evidence.labels.field_labels import is_missing
from papernotes_plugin.recognisers.evidence.references.publication_numbers import first_year
from papernotes_plugin.text import plain_text
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence

_AFFILIATION = lazy_regex(r"(?<=[\w.]),\s*_(?P<words>[^_\n]{2,200})_(?!\w)")
_LINK = lazy_regex(r"!?\[([^\]\[]*)\]\([^()\s]*\)")
_PAGE = r"[a-z0-9]+://[^\[\]\n]*|[a-z0-9_-]+(?:\.[a-z0-9_-]+)+"
"""The name of a page in Dendron, which is after its words: `[[Ann Lee|people.ann]]`."""
_WIKILINK = lazy_regex(rf"\[\[(?:(?P<words>[^|\[\]\n]*)\|(?:{_PAGE})|(?:[^|\[\]\n]*\|)?(?P<name>[^\[\]\n]*))\]\]")
_NAME_AS_LINK = lazy_regex(
    rf"#?\[{{2,3}}(?:(?P<label>[^|\[\]\n]{{2,80}})\|(?:{_PAGE})|(?:[^|\[\]\n]*\|)?(?P<note>[^|\[\]\n]{{2,80}}))\]\]"
    rf"|(?P<link>{_LINK.pattern})"
)
"""A link whose words are a name: `[[Ann Lee]]`, `[[ann|Lee, Ann]]`, `[Ann Lee](people/ann.md)`."""
_BETWEEN_NAMES = lazy_regex(r"(?:[\s,;&·/]|\b(?:and|und|et|y|e)\b)*")
_AND = lazy_regex(r"\s(?:and|&)\s")
_LIST = lazy_regex(r"\s(?:and|&)\s|,|^\S+ \S+ \S+ \S")
"""A sign that the words of a link may be several names: a mark between them, or four words."""
_NO_AUTHORS = lazy_regex(
    r"(?:multiple|various|several|many|different)(?: (?:authors|people))?\.?|admin(?:istrator)?", re.IGNORECASE
)
"""Words for several people, and the name that templates of Hugo give the owner of a site."""
_TAG = lazy_regex(r"</?[a-z][^<>]{0,200}>")
_EMPHASIS = lazy_regex(r"^[*_]{1,3}|[*_]{1,3}$")
_FIRST_AUTHOR = "firstauthor"
_OF_PERSON = frozenset((_FIRST_AUTHOR, "author"))
"""Labels of one person each in templates of Zotero Integration."""
_TRANSLATOR = lazy_regex(
    r"(?:[,;&]|(?<=\s)(?:and|und|et|y|e)(?=\s))\s*[^,;&()]{3,60}\s\((?i:trad|transl|translator|übers|tłum|перев|vertal|övers|overs)"
    r"[^()]{0,20}\)"
)
"""A translator after the authors: `Ann Lee; Bob Ray (trad.)`."""
_CSL_NAME = lazy_regex(r"family:\s*+(?P<family>[^\s:](?:[^:\n]{0,58}[^\s:])?)\s++given:\s*+(?P<given>[^:\n]{1,60})")
"""A name as the references of Pandoc have it, below a label: `family: Lee given: Ann`."""
_INVERTED = lazy_regex(r"(?!.*\b(?:and|et|und|y)\b)[^,;&\n|]{2,40}, [^,;&\n|]{1,40}")
"""One name with the family name first."""
_MAX_LINE_OF_NAMES = 60
"""Length from which a further line in a value of authors describes them."""
_NAMES_END = lazy_regex(r"(?:(?<=[^\W\d_]{2})|(?<=[)\]*_]))(?<!\b(?:al|Dr|Jr|Sr|St))\.[*_]{0,2}\s+(?=[*_`(]*\S)")
"""A full stop after a word or a bracket, which ends no initials."""
_NO_NAME = lazy_regex(rf"\d|:|(?<![\w'’-])(?!(?:{PARTICLES}|and|et|al)\b)[^\W\d_A-ZÀ-Þ][^\W\d_]+")
"""A sign that a text is no list of names: a number, a colon, a word in small letters that is no particle."""
_SMALL_WORD = lazy_regex(r"(?<![\w.:/])[a-z]{2,}\s")
_YEAR_AFTER_NAMES = lazy_regex(r"(?:\w\W{0,3}[(（]|[^\W\d], )((?:19|20)\d\d)(?:(?<=[(（]\d{4})[)）])?\W{0,3}$")
_YEAR_AT_END = lazy_regex(r"\s\(?(?:19|20)\d\d\)?$")
_IN_BRACKETS = lazy_regex(r"(?P<names>[^()（）]+)[(（](?P<publication>[^()（）]{4,60})[)）][.,]?")
_PLACE_AT_END = lazy_regex(r",\s[A-Z][a-z]+(?:,\s[A-Z]{2})?,\s(?:USA|U\.S\.A\.|UK)\.?$")
"""The place of the affiliation of the names before it: `Stanford, CA, USA`."""
_SENTENCE_END = lazy_regex(r"(?<=[\d)*])\.[*_]{0,2}(?:\s|$)|;")
"""The end of the statement about the publication, which ends with a number or a bracket."""


def names_and_rest(value: str) -> tuple[str, str]:
    """Return the names at the beginning of a value of authors, and the rest after a full stop, "" for none.

    Examples:
        >>> names_and_rest("Li, Chen, Ray (Univ. Bonn). arXiv:2501.14675 (Jan 2025).")
        ('Li, Chen, Ray (Univ. Bonn)', 'arXiv:2501.14675 (Jan 2025).')
        >>> names_and_rest("Vaswani, Ashish. Shazeer, Noam. van den Oord, Aaron"), names_and_rest("Ann Lee et al. 2020")
        (('Vaswani, Ashish. Shazeer, Noam. van den Oord, Aaron', ''), ('Ann Lee et al. 2020', ''))
    """
    stops = (m for m in _NAMES_END.finditer(value) if value.count("(", 0, m.start()) == value.count(")", 0, m.start()))
    end = next(stops, None)
    if not end:
        return value, ""
    rest = value[end.end() :]
    return (value[: end.start()], rest) if _NO_NAME.search(rest) else (value, "")


def read(values: Sequence[str], labels: Sequence[str] = ()) -> tuple[tuple[str, ...], Evidence]:
    """Return the names in values of authors, each person once, and the publication after those in the first one.

    Examples:
        >>> read(["Lee, Ann", "Van Ray, Bo Jg", "Ann Lee, Bo Jg Van Ray"], ["FirstAuthor", "Author", "authors"])[0]
        ('Lee, Ann', 'Van Ray, Bo Jg')
        >>> read(["Ray, Bo", "Ann Lee, Bo Ray"])[0]
        ('Ann Lee', 'Ray, Bo')

    Args:
        values: The values, as written.
        labels: Their labels.  If one is `FirstAuthor`, a value with this label or `Author` is one person.
    """
    folded = [label.casefold().replace(" ", "") for label in labels]
    of_person = _OF_PERSON if _FIRST_AUTHOR in folded else frozenset()
    if len(values) > 1:
        # a line for each author, with an affiliation: `Author: Lee, Ann | University of Bonn`
        values = [value.partition(" | ")[0] for value in values]
    parts = [names_and_rest(_PLACE_AT_END.sub("", _lines_of_names(value))) for value in values]
    parts = [published if (published := _publication_in_brackets(value)) else (value, rest) for value, rest in parts]
    lists = [
        (value.strip(),) if label in of_person and _is_inverted(value.strip()) else read_names(value)
        for (value, _), label in zip(parts, folded or [""] * len(parts), strict=True)
    ]
    return _each_person_once(lists), publication_after_names(parts[0][1]) if parts else Evidence()


def _is_inverted(value: str) -> bool:
    """Return whether a value may be one name with the family name first, and is no person with an organisation."""
    return _INVERTED.fullmatch(value) is not None and not authorship.names_organisation(value)


def _each_person_once(lists: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the names in several lists; those of the list that has all persons, if there is one."""
    persons = {_person(name): name for names in reversed(lists) for name in reversed(names)}
    complete = next((names for names in lists if len(persons) == len({*map(_person, names)})), None)
    written = complete if complete is not None else [name for names in lists for name in names]
    return tuple({_person(name): persons[_person(name)] for name in written}.values())


def _person(name: str) -> str:
    """Return a name in small letters with the given names first, by which the two orders of a name are compared."""
    family, comma, given = name.partition(", ")
    return (f"{given} {family}" if comma else name).casefold()


def _publication_in_brackets(names: str) -> tuple[str, str] | None:
    """Return names and the venue with its year in brackets after them: `Ann Lee, Bo Ray (ICML 2020)`."""
    match = _IN_BRACKETS.fullmatch(names.strip())
    is_venue = match is not None and all(venues.parse_venue(match["publication"])[:2])
    return (match["names"], match["publication"]) if match and is_venue else None


def read_names(value: str) -> tuple[str, ...]:
    """Return the names in a value, as written; none for `multiple` and the like."""
    if is_no_author(value):
        return ()
    if linked := linked_names(value):
        return linked
    words = _TRANSLATOR.sub("", without_markup(value)).strip(" ,;&")
    if csl := _CSL_NAME.fullmatch(words):
        return (f"{csl['family']}, {csl['given']}",)
    if book_authors.has_marks(words):
        return book_authors.read(words)
    between_slashes = tuple(words.split(" / "))
    if len(between_slashes) > 1 and all(" " in n and len(authorship.split_authors(n)) == 1 for n in between_slashes):
        return between_slashes
    return affiliations.people_before_affiliations(words) or authorship.split_authors(words)


def is_no_author(value: str) -> bool:
    """Return whether a value means authors without a name: `multiple`, `admin`, `[[None]]`."""
    return _NO_AUTHORS.fullmatch(value.strip()) is not None or is_missing(value.strip(" []"))


def linked_names(value: str) -> tuple[str, ...]:
    """Return the names in a value of links, each of which is one name; none for any other value.

    Examples:
        >>> linked_names("[[jonathan-rees]], [[karen-a.-cranston]]"), linked_names("[[Ann]] wrote")
        (('Jonathan Rees', 'Karen A. Cranston'), ())
        >>> linked_names("[[castro|de Castro, Ana I]] and [Ann Lee](ann.md)"), linked_names("[Ann Lee, Bob Ray](a.md)")
        (('de Castro, Ana I', 'Ann Lee'), ())
        >>> linked_names("[[Ann Lee, Bob Ray, and Cy Dee]]"), linked_names("[[Lee, Ann]]")
        (('Ann Lee', 'Bob Ray', 'Cy Dee'), ('Lee, Ann',))
        >>> linked_names("[[Kelly, Harris, Dickson, Rowe]]")
        ('Kelly', 'Harris', 'Dickson', 'Rowe')
        >>> linked_names("#[[Ann Lee]], [[Bob Ray|people.bob-ray]]"), linked_names("[[None]]")
        (('Ann Lee', 'Bob Ray'), ())
    """
    links = list(_NAME_AS_LINK.finditer(value)) if "[" in value else []
    if not links or not _BETWEEN_NAMES.fullmatch(_NAME_AS_LINK.sub(" ", value)):
        return ()
    words = [link["label"] or link["note"] or link[4] for link in links]
    names = [name_order.with_capitals(" ".join(name.split())) for name in words if not is_missing(name)]
    if len(links) == 1 and not links[0]["link"] and names and _LIST.search(names[0]):
        # Readwise has all authors in one link; family names alone are no pairs of family and given names
        parts = names[0].split(", ")
        are_families = len(parts) > 2 and not _AND.search(names[0]) and not any(map(_has_given_name, parts))
        return tuple(parts) if are_families else authorship.split_authors(names[0])
    # the words of a link to a page may be all names, or none
    if any(map(authorship.DOMAIN.fullmatch, names)):
        return ()
    of_pages = (name_order.with_capitals(" ".join(link[4].split())) for link in links if link["link"])
    are_names = all(" " in name and len(authorship.split_authors(name)) == 1 for name in of_pages)
    return tuple(dict.fromkeys(names)) if are_names else ()


def _has_given_name(name: str) -> bool:
    """Return whether a name has initials, or begins with a frequent given name."""
    return bool(authorship.INITIAL.search(name)) or is_given_name(name.split()[0])


def publication_after_names(rest: str) -> Evidence:
    """Return the facts at the beginning of the text after names: `Ann Lee, Bo Ray. ICC 2021 / arXiv:2501.14675.`.

    Examples:
        >>> publication_after_names("**ICLR 2025** / **arxiv:2409.02912**. Code: https://example.org").venue
        'ICLR'
        >>> publication_after_names("It extends arXiv:2409.02912 (2024)") == Evidence()
        True
    """
    statement = _SENTENCE_END.split(rest.replace("**", ""), maxsplit=1)[0] if rest else ""
    written = identifiers.find_identifiers(statement) if statement else []
    if not statement or _SMALL_WORD.search(statement, 0, written[0][0] if written else len(statement)):
        return Evidence()
    venue, year, track = venues.find_venue(statement)
    own = tuple(dict.fromkeys(i for *_, i in written))
    dated = bool(own) or bool(_YEAR_AT_END.search(statement))
    year = year or (first_year(statement) if dated else None)
    return Evidence(identifiers=own, venue=venue, year=year, track=track)


def _lines_of_names(value: str) -> str:
    """Return the authors in a value of several lines, without lines that describe them."""
    first, *later = value.split("\n")
    if later and (names := _name_on_each_line([first, *later])):
        return ", ".join(names)
    lines = [first]
    for line in later:
        if line.lstrip().startswith("~"):
            # the line that a template of Zotero Integration leaves between its labels
            break
        goes_on = lines[-1].rstrip().endswith((",", ";", "&", " and")) or lines[-1].count("(") > lines[-1].count(")")
        goes_on |= line.startswith(("and ", "& "))
        if not goes_on and (len(line) > _MAX_LINE_OF_NAMES or affiliations.is_affiliation(line.partition(",")[0])):
            break
        lines.append(line)
    if len(lines) > 1 and ";" in value:
        # `Ann Lee, College of William and⏎Mary; Bo Ray, ETH`: a list with affiliations goes on over the ends of lines
        return _AFFILIATION.sub("", " ".join(map(str.strip, lines)))
    lines = [affiliations.without_affiliation(line.strip()) for line in lines] if later else lines
    return _AFFILIATION.sub("", "\n".join(lines))


def _name_on_each_line(lines: list[str]) -> list[str]:
    """Return the names in lines with one name each, also with affiliations between them; none for other lines."""
    names: list[str] = []
    for line in lines:
        words = without_targets(line).strip(" \t>,;")
        if authorship.is_person(words) and not affiliations.is_affiliation(words):
            names.append(words)
        elif names and (affiliations.is_affiliation(words) or "@" in words):
            continue
        else:
            break
    return names


def year_after_names(names: str) -> int | None:
    """Return the year after the names in a value: `Ann Lee, Bob Ray (2025)`, `Ann Lee, 2025`; None for none."""
    dated = _YEAR_AFTER_NAMES.search(names)
    return int(dated[1]) if dated else None


def without_targets(value: str) -> str:
    """Return a value with the words of links and wikilinks in place of them."""
    if "({{" in value:
        value = SHORTCODE_LINK.sub(r"\g<words>", value)
    return _WIKILINK.sub(r"\g<words>\g<name>", _LINK.sub(r"\1", value)) if "[" in value else value


def without_markup(value: str) -> str:
    """Return a value without the targets of links, emphasis around it, tags of HTML and commands of LaTeX."""
    value = _TAG.sub("", value) if "<" in value else value
    return _EMPHASIS.sub("", without_latex(without_targets(value).strip())).strip()


def without_latex(value: str) -> str:
    r"""Return a title or name without the commands of accents that BibTeX has: `Erd{\H o}s`; formulas stay."""
    return plain_text(value) if "\\" in value and "$" not in value else value

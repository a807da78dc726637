"""Score how well the parts in italics fit a reading of a reference."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.references.dated_names import DatedNames
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publishers import OPENS_SUBTITLE
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.text.lazy_regex import lazy_regex

_NAMES_BEFORE = lazy_regex(r",? (?:and|&) (?P<name>(?:[^\W\d_a-z][\w.'’-]* ){0,3}[^\W\d_a-z][\w'’-]+)\. $")
"""The last name of a list at the end of a text: `, and Suhas Diggavi. `."""
_PART_OF_BOOK = lazy_regex(r"(?:Vol(?:ume)?|Part|Book|Band|Bd|Teil|Tom[eo]?)\b")


def italics_score(
    reference: ReferenceText,
    names: DatedNames,
    title: TitleReading,
    published: Publication,
) -> float:
    """Return how well the parts in italics fit a reading."""
    score = 0.0
    is_emphasised = any(start == title.start for start, _ in reference.emphasised)
    is_list = names.authors.form == "surname" and ";" not in reference.text[: names.authors.end]
    if is_emphasised and is_list and len(names.authors.names) > 2:
        # `agreement` doubts words with capitals, which are names before a title in italics
        score += 2.0
    if any(
        end >= title.end - 2 and _ends_names(reference.text, title.start, start) for start, end in reference.emphasised
    ):
        # `Data, and Suhas Diggavi. *Title*`
        score -= 4.0
    if any(
        start == title.start
        and end < title.end - 2
        and reference.text.startswith(". ", end)
        and not (OPENS_SUBTITLE.match(reference.text, end + 2) or _PART_OF_BOOK.match(reference.text, end + 2))
        for start, end in reference.emphasised
    ):
        # `*Title*. Series. Special Volume. Oxford: Blackwell`
        score -= 2.5
    score -= _doubt_of_longer_title(reference, title, published)
    if any(start < title.start < end < title.end - 2 for start, end in reference.emphasised):
        # `**The Handbook. Guidelines for Surveys.** Lee AB, Ray C.` has no author in emphasis
        score -= 4.0
    return score


def _doubt_of_longer_title(reference: ReferenceText, title: TitleReading, published: Publication) -> float:
    """Return the doubt of a title that ends within the emphasis that begins with it."""
    ends_of_marks = [end for start, end in reference.emphasised if start == title.start and title.end + 2 < end]
    doubt = 0.0
    if any(
        reference.text.startswith(", ", end) and not any(map(str.isdigit, reference.text[title.end : end]))
        for end in ends_of_marks
    ):
        # `*All Algorithms. Programming. Python*, Paris, Ellipses` has no venue in the title
        doubt += 1.5
    is_inside = published.publisher and any(published.publisher in reference.text[:end] for end in ends_of_marks)
    if is_inside and any(reference.text.startswith(" (", end) for end in ends_of_marks):
        # `*Maps, Text: Lakes and Rivers* (2004)` has no publisher in the title
        doubt += 4.0
    return doubt


def _ends_names(text: str, start: int, end: int) -> bool:
    """Return whether several names with a point are in a part of a text, which was read as the beginning of a title."""
    last = _NAMES_BEFORE.search(text, start, end) if text[end - 2 : end] == ". " else None
    # `Merging Symbolic and Neural Learning. *Journal*` has no name
    return last is not None and authorship.is_person(last["name"])

"""Patterns of what follows the names of people: words for further authors, and the name of a group."""

from __future__ import annotations

import re

from papernotes_plugin.people import FURTHER_AUTHORS
from papernotes_plugin.text.lazy_regex import lazy_regex

OTHERS_AFTER = lazy_regex(
    r"[\s,;,，、]*(?:(?:\band\s)?\bet\.?\s*al(?:ii\b|\b\.?)|(?:\band|&)\s+(?:\d+\s+)?(?:others|colleagues)\b|&\s+(?:weitere|andere)\b\.?"
    rf"|(?-i:{FURTHER_AUTHORS})|等人?|[ほ他]か?(?=[\s,.:：，．(（「])|ら(?=[\s,.:：，．(（「])|외(?:\s*+(?:\d+\s*+)?[명인])?|\+(?=[\s,:(\[’']))",
    re.IGNORECASE,
)
"""Words for further authors."""
_GROUP_AFTER = lazy_regex(
    r"; (?P<name>[^\W\d_a-z][^.;:“\"]{4,300})(?=\. )"
    r"|\. (?P<stated>(?:The )?[A-Z]{3}[\w-]{0,60} (?:[^.;:“\"]{0,60}\b(?:Study|Trials?|Working|Research|Writing) )?"
    r"(?:Consortium|Collaborators|Investigators|Group|Network)(?: of the [^.;:“\"]{3,80})?)(?=\. [A-Z])"
)
"""A group after the names of people, as PubMed prints it: `Lee A, Ray B; The Survey Group.`, `Lee A. TREND Group.`"""
_IN_NAME_OF_GROUP = lazy_regex(
    r"[;,]? (?:for|on behalf of) (?:the )?(?P<name>[A-Z][^.;:“\"]{2,150}"
    r"(?:Consortium|Collaborat(?:ion|ors)|[Ii]nvestigators|Trialists|Group|Committee|Network|Team))(?=\. )"
)
"""The group for which people write: `Lee A, Ray B, on behalf of the TREND Investigators.`"""
_OMITTED = lazy_regex(r"[\s,;]*(?:…|\.\s?\.\s?\.)[\s,;]*(?:&\s*)?")
"""Points in place of names: `Lee A, ..., Ray B`."""
_GROUP_AFTER_OTHERS = lazy_regex(
    r"[;,.]*\s(?:(?:for|on behalf of)\s(?:the\s)?)?(?:[^\W\d_a-z][\w/-]*\s|(?:of|for|on|and|the|in|\d{1,2})\s){1,9}?"
    r"(?:Consortium|Collaborat(?:ion|ors)|(?:Co-)?[Ii]nvestigators|Trialists|Group|Committee|Network|Task Force"
    r"|Council)(?=[.,:]\s)|;\s[A-Z]{3}[\w-]*(?=\.\s[A-Z])"
)
"""A group after `et al.`: `Lee A, Ray B, et al; TREND Investigators.`, `et al. for the Survey Study Group.`"""


def end_of_group(text: str, at: int) -> int:
    """Return the offset after the name of a group at an offset, which is that after `et al.`; the same for no group.

    Examples:
        >>> end_of_group("Lee A, et al; TREND Investigators. Title", 13), end_of_group("Lee A, et al. Title", 13)
        (33, 13)
    """
    group = _GROUP_AFTER_OTHERS.match(text, at)
    return group.end() if group else at


def group_after(text: str, at: int) -> re.Match[str] | None:
    """Return the match of the group after the names of people, with its `name`; None for no group."""
    return _GROUP_AFTER.match(text, at) or _IN_NAME_OF_GROUP.match(text, at)


def end_after_gap(text: str, end: int, later: re.Pattern[str], separator: re.Pattern[str] | None) -> int:
    """Return the offset after the names and the group that follow a gap in a list of names; 0 for no gap.

    The names may have further gaps: `Lee A, ..., Ray B, Moss C, ..., Poe D`.

    Args:
        text: The text.
        end: The offset after the name before the gap.
        later: The pattern of the names.
        separator: The pattern of what is between them; None if one name only follows.
    """
    gap = _OMITTED.match(text, end)
    match = later.match(text, gap.end()) if gap else None
    if not match:
        return 0
    end = match.end()
    if separator is None:
        return end
    while (gap := _OMITTED.match(text, end) or separator.match(text, end)) and (match := later.match(text, gap.end())):
        end = match.end()
    return end_of_group(text, end)

"""Patterns of what follows the names of people: words for further authors, and the name of a group."""

from __future__ import annotations

import re

from papernotes_plugin.text.lazy_regex import lazy_regex

OTHERS_AFTER = lazy_regex(
    r"[\s,;，、]*(?:(?:\band\s)?\bet\.?\s*al(?:ii\b|\b\.?)|(?:\band|&)\s+(?:\d+\s+)?(?:others|colleagues)\b|(?:\bund|&)\s+(?:weitere|andere)\b\.?|\bu\.\s?a\."
    r"|\b(?:и\s+др|та\s+ін)\b\.?|\be\s+(?:altri\b|outros\b|coll?s?\.)|\by\s+(?:otros\b|cols?\.)|\bi\s+(?:in\.|(?:inni|ostali)\b)"
    r"|\bm\.?\s?fl\.|\bdkk\b\.?|\bym\.|\ba\s+kol\.|\b(?:idr|in\s+dr)\.|\bv(?:d|\.\s?dğr)\.|\bés\s+mtsai\b\.?"
    r"|\bet\s+(?:autres\b|coll?\.)|等人?|[ほ他]か?(?=[\s,.:：，．(（「])|ら(?=[\s,.:：，．(（「])|외(?:\s*\d*\s*[명인])?|\+(?=[\s,:(\[’']))",
    re.IGNORECASE,
)
"""Words for further authors."""
GROUP_AFTER = lazy_regex(r"; (?P<name>[^\W\d_a-z][^.;:“\"]{4,300})(?=\. )")
"""A group after the names of people, as PubMed prints it: `Lee A, Ray B; The Survey Group.`"""
IN_NAME_OF_GROUP = lazy_regex(
    r"[;,]? (?:for|on behalf of) (?:the )?(?P<name>[A-Z][^.;:“\"]{2,150}"
    r"(?:Consortium|Collaborat(?:ion|ors)|[Ii]nvestigators|Trialists|Group|Committee|Network|Team))(?=\. )"
)
"""The group for which people write: `Lee A, Ray B, on behalf of the TREND Investigators.`"""
_GROUP_AFTER_OTHERS = lazy_regex(
    r"[;,.]*\s(?:(?:for|on behalf of)\s(?:the\s)?)?(?:[^\W\d_a-z][\w/-]*\s|(?:of|for|on|and|the|in|\d{1,2})\s){1,9}?"
    r"(?:Consortium|Collaborat(?:ion|ors)|(?:Co-)?[Ii]nvestigators|Trialists|Group|Committee|Network|Task Force"
    r"|Council)(?=[.,:]\s)|;\s[A-Z]{3,}[\w-]*(?=\.\s[A-Z])"
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

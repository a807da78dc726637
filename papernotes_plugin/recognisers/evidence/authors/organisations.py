"""Decide whether words are the whole name of an organisation: a university, or an institute and the like."""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex

_SCHOOL = lazy_regex(
    r"(?:The )?(?:Universit(?:y|é|at|ät|à) (?:of |de |di |zu )?(?:[A-Z][\w.'’-]++,? ?(?:at |in )?){1,4}"
    r"|(?:[A-Z][\w.&'’-]* ){1,4}(?:University|College|Institute(?: of Technology)?)(?:,? [A-Z][\w.'’-]+){0,2})"
)
_NO_SCHOOL = lazy_regex(
    r"\b(?:Press|Review|Journal|Law|Bulletin|Proceedings|Papers|Studies|Reports|Quarterly|Verlag)\b"
)
"""A word of publishers and journals that have the name of a university."""
_INSTITUTE = lazy_regex(
    r"(?:[^\W\d_a-z]\w+ ){0,3}"
    r"(?:Cent(?:er|re)|Institute|Department|Ministry|Faculty|Bureau|Observatory|Foundation|Agency)"
    r" (?:for|of) (?:the )?[^\W\d_a-z]\w+(?:,? (?:(?:and|of|the|for|in) )*[^\W\d_a-z]\w+){0,6}(?: \([A-Z]{2,8}\))?"
)


def is_school(name: str) -> bool:
    """Return whether a name is that of a university, and not of its press or a journal.

    Examples:
        >>> is_school("University of Toronto"), is_school("Harvard University Press"), is_school("Nature")
        (True, False, False)
    """
    return _SCHOOL.fullmatch(name) is not None and not _NO_SCHOOL.search(name)


def is_institute(name: str) -> bool:
    """Return whether a name is that of an institute, a ministry or the like, by the word before its subject or place.

    Examples:
        >>> is_institute("Center for Contemporary Culture Studies"), is_institute("Department of Physics, Bonn")
        (True, True)
        >>> is_institute("Foundations of Mathematics"), is_institute("Centre of the storm")
        (False, False)
    """
    return _INSTITUTE.fullmatch(name) is not None

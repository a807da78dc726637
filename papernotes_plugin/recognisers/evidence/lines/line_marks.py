"""The characters of marks in a line, its text without them, and the patterns of what readers write before an entry."""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex

OPEN, CLOSE = "\x03", "\x04"
"""Characters where text in emphasis, in a link or in a code span begins and ends."""
MARKS = f' \t\n,;:.|·•∙⋅–—-@/()[]{{}}<>*=_"“”«»‘’「」『』《》{OPEN}{CLOSE}'
"""Characters around a part of a line."""
DATE = r"(?:(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:19|20)?\d\d)"
"""A day, which says when a paper was read or posted."""
DAY = r"(?:\d{1,2}(?:st|nd|rd|th)? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?: \d{1,2})?"
"""A month and perhaps a day, without the year."""
RATING = r"\d(?:\.\d)? ?/ ?(?:5|10)"
NUMBER_OF_ENTRY = r"(?:week|day|session|source|paper|reading|quelle|fuente|no|nr)\.? ?(?:n[or]\.? ?|#)?\d{1,3}"
REMARK = (
    r"(?:(?:must|to|un|not|currently|want to)[ -]?read(?:ing)?|(?:highly )?recommended|required|optional|important|new"
    r"|wip|next)"
)
"""A remark of the reader on an entry."""
BEFORE_ENTRY = (
    rf"\(?{RATING}\)?\s*[:：–—-]?\s+|{NUMBER_OF_ENTRY}\s*(?:[:：]|\.\s|[–—-]\s)\s*|{REMARK}\s*[:：]\s*"
    rf"|[\[(](?:{DATE}|{DAY}|{REMARK}|read)[\])]\s*[:：–—-]?\s*|(?=\d\d?[./]\d\d?[./]\d){DATE}\s*[:：–—-]?\s+"
    r"|(?:part|section|sec\.|chapter)\s\d{1,2}(?:\.\d{1,2})+[.:]?\s+(?=(?-i:[A-Z]))"
)
"""Such a remark, a rating, a number, a day or a section before a title, with the marks after it: `Part 2.1.3. `."""
MARK_EDGES = lazy_regex("[\x03\x04]")
"""A character where marked text begins or ends."""


def without_marks(text: str) -> str:
    """Return a text on one line, without the characters of its marks."""
    return " ".join(MARK_EDGES.sub("", text).split())

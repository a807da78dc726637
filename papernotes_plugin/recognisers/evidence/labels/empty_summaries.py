"""Remove summaries and abstracts that say nothing, such as placeholders."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.labels.field_labels import is_missing
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence

_CALLOUT_ALONE = lazy_regex(r"^[\s>]*\[![\w-]+\][-+]?")
"""The marker of a callout without a title."""
_NO_ABSTRACT = lazy_regex(r"\W*(?:no|without|missing) (?:abstract|summary|tl;?dr)\b", re.IGNORECASE)
_MAX_PLACEHOLDER = 60


def without_empty_summaries(evidence: Evidence) -> Evidence:
    """Return evidence without a summary or an abstract that says nothing."""
    abstract = "" if evidence.abstract and _says_nothing(evidence.abstract) else evidence.abstract
    tldr = "" if evidence.tldr and _says_nothing(evidence.tldr) else evidence.tldr
    has_all = (abstract, tldr) == (evidence.abstract, evidence.tldr)
    return evidence if has_all else evidence._replace(abstract=abstract, tldr=tldr)


def _says_nothing(summary: str) -> bool:
    """Return whether a summary has no words, or says that there is none.

    Examples:
        >>> [_says_nothing(words) for words in (".", "N/A", "> [!ABSTRACT]-", "(no abstract in Zotero)")]
        [True, True, True, True]
        >>> _says_nothing("No lamp is on.")
        False
    """
    words = _CALLOUT_ALONE.sub("", summary) if "[!" in summary else summary
    is_short = len(words) <= _MAX_PLACEHOLDER
    return not any(map(str.isalnum, words)) or (is_short and (is_missing(words) or bool(_NO_ABSTRACT.match(words))))

"""Patterns of the words that call the target of a link something else than a paper."""

from __future__ import annotations

OTHER_DOCUMENT = (
    r"(?i:slides?|decks?|talks?|presentation|handouts?|posters?|recording|transcript|videos?|syllabus|worksheets?"
    r"|résumé|resume|cv|folien|diapositiv(?:as|es|e))"
)
"""A document or a film that is no paper: `Slides`, `video`."""
OTHER_TARGET = rf"(?:{OTHER_DOCUMENT}|(?i:data ?sets?|data|code|demo|website|project))"
"""The same, or what belongs to a paper: `Code`, `project`."""

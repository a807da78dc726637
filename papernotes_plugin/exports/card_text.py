"""Collect the plain text of the card that a page shows when the pointer is over the mention of a paper."""

from __future__ import annotations

from papernotes_plugin.exports.search_text import visible_text
from papernotes_plugin.people import parse_people
from papernotes_plugin.people.bylines import page_title, venue_or_year
from papernotes_plugin.text import one_line, plain_text, shortened
from papernotes_plugin.vocabulary.model import Paper

MAX_AUTHORS = 6
"""Number of authors that a card names; a longer list ends in their number."""
MAX_CHARACTERS = 320
"""Length of the summary; a longer one is cut between two words."""


def hover_card(paper: Paper) -> tuple[str, str, str, str]:
    """Return the four texts of the card of a paper; "" for unknown ones.

    Returns:
        Title; authors; venue with year and track; TL;DR or the start of the abstract.

    Examples:
        >>> hover_card(Paper(citekey="k", slug="k", title="A *Title*", authors=("Ho, J.",), tldr="So **what**?"))
        ('A Title', 'J. Ho', '', 'So what?')
    """
    words = visible_text(paper.tldr) or visible_text(paper.abstract)
    return (
        one_line(plain_text(page_title(paper))),
        one_line(_authors(paper)),
        one_line(" · ".join(filter(None, (venue_or_year(paper), paper.track)))),
        shortened(words, MAX_CHARACTERS),
    )


def _authors(paper: Paper) -> str:
    persons, cut = parse_people(paper.authors)
    names = [someone.natural for someone in persons]
    if len(names) > MAX_AUTHORS + 1:
        return f"{', '.join(names[:MAX_AUTHORS])} and {len(names) - MAX_AUTHORS} more"
    return f"{', '.join(names)}{' et al.' if cut and names else ''}"

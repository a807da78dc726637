"""Paper -> what a page of it is called where somebody shares its link: the tags of https://ogp.me/ and a description.

The preview of a link in a chat or on a social site is made of them; search engines show the description.
"""

from __future__ import annotations

from papernotes_plugin.exports.searching import read
from papernotes_plugin.model import Paper
from papernotes_plugin.people import bylines
from papernotes_plugin.text import escape_attribute, one_line, plain

MOST_LETTERS = 200
"""Of a description; longer ones are cut by those who show them."""


def description(paper: Paper) -> str:
    """Who wrote it, where it appeared, and its TL;DR or how its abstract begins; "" where nothing is known.

    Examples:
        >>> description(Paper(citekey="k", slug="k", title="T", authors=("Ho, J.",), year=2020, tldr="It *works*."))
        'Ho, 2020. It works.'
    """
    where = str(paper.venue) if paper.venue else str(paper.year or "")
    about = ", ".join(filter(None, (bylines.byline(paper), where)))
    words = one_line(". ".join(filter(None, (about, read(paper.tldr) or read(paper.abstract)))))
    if len(words) <= MOST_LETTERS:
        return words
    return f"{words[:MOST_LETTERS].rpartition(' ')[0] or words[:MOST_LETTERS]} …"


def head(paper: Paper, address: str, there: str) -> str:
    """The elements for the head of a paper's page, but for those that are there already.

    Args:
        paper: The paper.
        address: The absolute URL of the page; "" where it is not known.
        there: The head as it is.
    """
    about = description(paper)
    tags = (
        ("name", "description", about),
        ("property", "og:type", "article"),
        ("property", "og:title", one_line(plain(paper.title))),
        ("property", "og:description", about),
        ("property", "og:url", address),
        ("name", "twitter:card", "summary"),
    )
    return "\n".join(
        f'<meta {kind}="{name}" content="{escape_attribute(value)}">'
        for kind, name, value in tags
        if value and f'"{name}"' not in there
    )

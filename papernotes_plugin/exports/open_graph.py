"""What a page is called where somebody shares its link: the tags of https://ogp.me/ and a description.

The preview of a link in a chat or on a social site is made of them; search engines show the description.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from papernotes_plugin.exports.search_text import visible_text
from papernotes_plugin.people import bylines
from papernotes_plugin.text import escape_attribute, one_line, plain_text
from papernotes_plugin.vocabulary.model import Paper

MAX_DESCRIPTION = 200
"""Of a description; longer ones are cut by those who show them."""


class PagePreview(NamedTuple):
    """What a preview of a page shows."""

    kind: str
    """Of Open Graph: `article` or `website`."""
    title: str
    description: str
    """"" where nothing is known."""


def paper_preview(paper: Paper) -> PagePreview:
    """Of the page of a paper: who wrote it, where it appeared, and its TL;DR or how its abstract begins.

    Examples:
        >>> paper_preview(Paper(citekey="k", slug="k", title="T", authors=("Ho, J.",), year=2020, tldr="It *works*."))
        PagePreview(kind='article', title='T', description='Ho, 2020. It works.')
    """
    where = str(paper.venue) if paper.venue else str(paper.year or "")
    about = ", ".join(filter(None, (bylines.byline(paper), where)))
    words = ". ".join(filter(None, (about, visible_text(paper.tldr) or visible_text(paper.abstract))))
    return PagePreview("article", one_line(plain_text(paper.title)), _cut(words))


def list_preview(title: str, names: Iterable[str]) -> PagePreview:
    """Of a page that lists what has these names: the first of them.

    Examples:
        >>> list_preview("Tags", ["LLM", "Vision"])
        PagePreview(kind='website', title='Tags', description='LLM; Vision')
    """
    said: list[str] = []
    letters = 0
    for name in names:
        if letters > MAX_DESCRIPTION:
            break
        said.append(plain_text(name))
        letters += len(said[-1])
    return PagePreview("website", one_line(title), _cut("; ".join(said)))


def _cut(words: str) -> str:
    words = one_line(words)
    if len(words) <= MAX_DESCRIPTION:
        return words
    return f"{words[:MAX_DESCRIPTION].rpartition(' ')[0] or words[:MAX_DESCRIPTION]} …"


def preview_tags(shared: PagePreview, address: str, there: str) -> str:
    """The elements for the head of a page, but for those that are there already.

    Args:
        shared: What a preview shows.
        address: The absolute URL of the page; "" where it is not known.
        there: The head as it is: what the theme or another plugin says there is not said again.
    """
    tags = (
        ("name", "description", shared.description),
        ("property", "og:type", shared.kind),
        ("property", "og:title", shared.title),
        ("property", "og:description", shared.description),
        ("property", "og:url", address),
        ("name", "twitter:card", "summary"),
    )
    return "\n".join(
        f'<meta {kind}="{name}" content="{escape_attribute(value)}">'
        for kind, name, value in tags
        if value and f'"{name}"' not in there
    )

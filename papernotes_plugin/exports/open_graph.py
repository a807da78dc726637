"""Write the description of a page and its Open Graph tags (https://ogp.me/).

Chats and social sites show them as the preview of a link.  Search engines show the description.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from papernotes_plugin.exports.search_text import visible_text
from papernotes_plugin.people import bylines
from papernotes_plugin.text import escape_attribute, one_line, plain_text, shortened
from papernotes_plugin.vocabulary.model import Paper

MAX_DESCRIPTION = 200
"""Length of a description; programs that show it would cut a longer one."""


class PagePreview(NamedTuple):
    """Title and description in the preview of a page."""

    kind: str
    """Type of Open Graph: `article` or `website`."""
    title: str
    description: str
    """Plain text; "" if there is none."""


def paper_preview(paper: Paper) -> PagePreview:
    """Return the preview of a paper's page: authors, publication, and TL;DR or the start of the abstract.

    Examples:
        >>> paper_preview(Paper(citekey="k", slug="k", title="T", authors=("Ho, J.",), year=2020, tldr="It *works*."))
        PagePreview(kind='article', title='T', description='Ho, 2020. It works.')
    """
    about = ", ".join(filter(None, (bylines.byline(paper), bylines.venue_or_year(paper))))
    words = ". ".join(filter(None, (about, visible_text(paper.tldr) or visible_text(paper.abstract))))
    return PagePreview(
        "article", one_line(plain_text(bylines.page_title(paper))), shortened(one_line(words), MAX_DESCRIPTION)
    )


def list_preview(title: str, names: Iterable[str]) -> PagePreview:
    """Return the preview of a page with a list: the first names in it.

    Examples:
        >>> list_preview("Tags", ["LLM", "Vision"])
        PagePreview(kind='website', title='Tags', description='LLM; Vision')
    """
    parts: list[str] = []
    letters = 0
    for name in names:
        if letters > MAX_DESCRIPTION:
            break
        parts.append(plain_text(name))
        letters += len(parts[-1])
    return PagePreview("website", one_line(title), shortened(one_line("; ".join(parts)), MAX_DESCRIPTION))


def preview_tags(preview: PagePreview, address: str, existing_head: str) -> str:
    """Return the HTML elements for the head of a page, without those that it has already.

    Args:
        preview: Title and description of the page.
        address: The absolute URL of the page; "" if it is unknown.
        existing_head: The head as the theme and other plugins wrote it.
    """
    tags = (
        ("name", "description", preview.description),
        ("property", "og:type", preview.kind),
        ("property", "og:title", preview.title),
        ("property", "og:description", preview.description),
        ("property", "og:url", address),
        ("name", "twitter:card", "summary"),
    )
    return "\n".join(
        f'<meta {kind}="{name}" content="{escape_attribute(value)}">'
        for kind, name, value in tags
        if value and f'"{name}"' not in existing_head
    )

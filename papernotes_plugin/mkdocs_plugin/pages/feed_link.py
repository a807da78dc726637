"""Add the Atom feed to a site, and a link to it to the head of each page."""

from __future__ import annotations

from urllib.parse import urljoin

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from papernotes_plugin import pipeline
from papernotes_plugin.links.addresses import feed_file
from papernotes_plugin.mkdocs_plugin.pages.generated_files import GeneratedFile
from papernotes_plugin.pipeline import Site
from papernotes_plugin.text import escape_attribute


def add_feed(site: Site, files: Files, config: MkDocsConfig) -> str:
    """Add the feed to the files of a site, unless the author has a file at its path.

    Returns:
        The path of the feed; empty if none was added.
    """
    path = feed_file(site.config)
    if files.get_file_from_path(path):
        return ""

    def absolute_url(source_path: str) -> str:
        if source_path == path:
            return urljoin(site.config.site_url, path)
        file = files.get_file_from_path(source_path)
        return urljoin(site.config.site_url, file.url) if file and not file.inclusion.is_excluded() else ""

    text = pipeline.feed(site, config.site_name, absolute_url)
    if text:
        files.append(GeneratedFile.from_text(path, text, config))
    return path if text else ""


def add_feed_link(html: str, path: str, page: Page, config: MkDocsConfig) -> str:
    """Return the HTML of a page with a `<link>` to the feed at a path; unchanged if the path is empty."""
    head, end, rest = html.partition("</head>")
    return f"{head}{feed_link(path, page, config)}{end}{rest}" if end else html


def feed_link(path: str, page: Page, config: MkDocsConfig) -> str:
    """Return the `<link>` of a page to the feed at a path; empty if the path is."""
    href, title = get_relative_url(path, page.url), escape_attribute(config.site_name)
    link = f'<link rel="alternate" type="application/atom+xml" title="{title}" href="{escape_attribute(href)}">'
    return f"{link}\n" if path else ""

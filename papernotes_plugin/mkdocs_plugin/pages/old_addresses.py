"""Replace the generated pages at old addresses of papers by small HTML files that lead to the new ones.

A page of the theme takes 12 kB and is in the sitemap and in the search.  A library with a bibliography can have as many
old addresses as papers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from urllib.parse import urljoin

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from papernotes_plugin.links.addresses import paper_page
from papernotes_plugin.mkdocs_plugin.pages.link_targets import add_link_targets
from papernotes_plugin.people.bylines import page_title
from papernotes_plugin.pipeline import Site
from papernotes_plugin.text import plain_text
from papernotes_plugin.vocabulary.model import Output

_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<link rel="canonical" href="{canonical}">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url={url}">
</head>
<body><main><h1>{title}</h1><p>This page has moved: <a href="{url}">{title}</a></p></main></body>
</html>
"""


def with_redirects(outputs: Iterable[Output], site: Site, config: MkDocsConfig) -> Iterator[Output]:
    """Yield outputs, with an HTML file instead of each page at an old address.

    Args:
        outputs: The generated files.
        site: The library that they belong to.
        config: Configuration of the site.
    """
    moved = {paper_page(slug, site.config): paper for paper in site.library.papers for slug in paper.moved_from}
    for output in outputs:
        paper = moved.get(output.path)
        if paper is None:
            yield output
            continue
        old, new = _file(output.path, config), _file(paper_page(paper.slug, site.config), config)
        title, url = plain_text(page_title(paper)), new.url_relative_to(old)
        canonical = urljoin(config.site_url, new.url) if config.site_url else url
        page = _PAGE.format(title=escape(title), url=escape(url), canonical=escape(canonical))
        yield Output(old.dest_uri, page)


def add_old_targets(files: Files, site: Site, config: MkDocsConfig) -> None:
    """Let links of notes to old pages lead to the new ones."""
    for paper in site.library.papers if site.config.old_addresses else ():
        new = _file(paper_page(paper.slug, site.config), config)
        add_link_targets(files, config, (paper_page(slug, site.config) for slug in paper.moved_from), new.dest_uri)


def _file(path: str, config: MkDocsConfig) -> File:
    return File(path, None, config.site_dir, config.use_directory_urls)

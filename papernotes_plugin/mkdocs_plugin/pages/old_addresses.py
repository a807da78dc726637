"""Replace the generated pages at old addresses of papers by small HTML files that lead to the new ones.

A page of the theme takes 12 kB and is in the sitemap and in the search.  A library with a bibliography can have as many
old addresses as papers.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from html import escape
from urllib.parse import urljoin

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File

from papernotes_plugin.hosts.page_assets import ASSETS
from papernotes_plugin.links.addresses import paper_page
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
<script src="{script}" data-url="{url}"></script>
<meta http-equiv="refresh" content="0; url={url}">
</head>
<body><main><h1>{title}</h1><p>This page has moved: <a href="{url}">{title}</a></p></main></body>
</html>
"""
_SCRIPT = "location.replace(document.currentScript.dataset.url + location.hash);\n"
"""Script that keeps the fragment of the old address; without scripts the page leads to the beginning of the new one."""
_SCRIPT_PATH = f"{ASSETS}redirect.js"


def with_redirects(site: Site, config: MkDocsConfig) -> Iterator[Output]:
    """Yield the generated files of a site, with an HTML file instead of each page at an old address."""
    titles = {paper_page(paper.slug, site.config): plain_text(page_title(paper)) for paper in site.library.papers}
    moved = _new_pages(site)
    if moved:
        yield Output(_SCRIPT_PATH, _SCRIPT)
    for output in site.outputs:
        new_page = moved.get(output.path)
        if new_page is None:
            yield output
            continue
        old, new = (File(path, None, config.site_dir, config.use_directory_urls) for path in (output.path, new_page))
        title, url = titles[new_page], new.url_relative_to(old)
        canonical = urljoin(config.site_url, new.url) if config.site_url else url
        script = posixpath.relpath(_SCRIPT_PATH, posixpath.dirname(old.dest_uri) or ".")
        page = _PAGE.format(title=escape(title), url=escape(url), canonical=escape(canonical), script=escape(script))
        yield Output(old.dest_uri, page)


def replaced_pages(site: Site) -> dict[str, str]:
    """Return the path of the page that replaces a page, by the path of the latter: the author's, or that of a paper."""
    return {**_new_pages(site), **site.replaced}


def _new_pages(site: Site) -> dict[str, str]:
    """Return the path of the page of each paper by the path of its old ones."""
    options = site.config
    papers = site.library.papers if options.old_addresses else ()
    return {paper_page(slug, options): paper_page(paper.slug, options) for paper in papers for slug in paper.moved_from}

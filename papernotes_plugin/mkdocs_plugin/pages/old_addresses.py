"""Replace the generated pages at old addresses of papers by small HTML files that lead to the new ones.

A page of the theme takes 12 kB and is in the sitemap and in the search.  A library with a bibliography can have as many
old addresses as papers.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
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


def redirects(site: Site, config: MkDocsConfig) -> dict[str, Output]:
    """Return the HTML file for each generated page at an old address, by path of the page.

    The text of a file depends on the same facts as the text of the page that it replaces.
    """
    # quicker than a `File` for each page
    ending, context = "/index.html" if config.use_directory_urls else ".html", (site, config)
    return {
        old_page: Output(f"{old_page.removesuffix('.md')}{ending}", partial(_redirect, old_page, slug), context)
        for old_page, slug in _slugs_by_old_page(site).items()
        if old_page in site.output_paths
    }


def with_redirects(outputs: Iterable[Output], redirects: Mapping[str, Output]) -> Iterator[Output]:
    """Yield the generated files of a site, with an HTML file instead of each page at an old address."""
    if redirects:
        yield Output(_SCRIPT_PATH, _SCRIPT)
    for output in outputs:
        yield redirects.get(output.path, output)


def _redirect(old_page: str, slug: str, context: tuple[Site, MkDocsConfig]) -> str:
    """Return the HTML that leads from an old page to that of a paper."""
    site, config = context
    paper = site.library.by_slug[slug]
    pages = old_page, paper_page(slug, site.config)
    old, new = (File(path, None, config.site_dir, config.use_directory_urls) for path in pages)
    title, url = plain_text(page_title(paper)), new.url_relative_to(old)
    canonical = urljoin(config.site_url, new.url) if config.site_url else url
    script = posixpath.relpath(_SCRIPT_PATH, posixpath.dirname(old.dest_uri) or ".")
    return _PAGE.format(title=escape(title), url=escape(url), canonical=escape(canonical), script=escape(script))


def replaced_pages(site: Site) -> dict[str, str]:
    """Return the path of the page that replaces a page, by the path of the latter: the author's, or that of a paper."""
    slugs = _slugs_by_old_page(site)
    return {**{page: paper_page(slug, site.config) for page, slug in slugs.items()}, **site.replaced}


def _slugs_by_old_page(site: Site) -> dict[str, str]:
    """Return the slug of each paper by the path of the pages that it had before."""
    options = site.config
    papers = site.library.papers if options.old_addresses else ()
    return {paper_page(old_slug, options): paper.slug for paper in papers for old_slug in paper.moved_from}

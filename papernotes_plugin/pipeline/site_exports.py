"""Export a site as JSON catalogue or as Atom feed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from papernotes_plugin import exports
from papernotes_plugin.pipeline.site import Site
from papernotes_plugin.vocabulary.issues import Code, Issue
from papernotes_plugin.vocabulary.model import Paper


def catalogue(site: Site, issues: Iterable[Issue] | None = None, papers: Iterable[Paper] | None = None) -> str:
    """Return the documented JSON of a site.

    Args:
        site: The site.
        issues: The issues to list; by default those of the build.
        papers: The papers to list; by default all.
    """
    # the existence of private notes is private too
    public = [i for i in (site.issues if issues is None else issues) if i.code is not Code.PRIVATE_NOTE]
    return exports.catalogue_text(exports.catalogue(site.library, public, papers))


def feed(site: Site, title: str, address: Callable[[str], str]) -> str:
    """Return the Atom feed of a site; "" if `site_url` is not set or no paper and no note has a date.

    Args:
        site: The site.
        title: The title of the feed.
        address: A function from the path of a page to its absolute URL.
    """
    return exports.atom_feed.atom_feed(site.library, site.config, title, address) if site.config.site_url else ""

"""Find the posts of Material's blog plugin that must not be published."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from datetime import UTC, date, datetime, time

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins, read_front_matter


def future_posts(files: Files, config: MkDocsConfig) -> frozenset[str]:
    """Return the source paths of posts that the blog treats as drafts because of their date.

    The option of the blog plugin is `draft_if_future_date`.
    """
    paths: set[str] = set()
    for plugin in enabled_plugins(config, "blog"):
        blog = plugin.config
        if blog.enabled and blog.get("draft_if_future_date") and not blog.draft:
            folder = posixpath.normpath(blog.post_dir.format(blog=blog.blog_dir))
            posts = (file for file in files.documentation_pages() if file.src_uri.startswith(f"{folder}/"))
            paths |= {post.src_uri for post in posts if _has_future_date(post)}
    return frozenset(paths)


def private_blog_posts(private: Mapping[str, str]) -> list[str]:
    """Return the paths of private notes that the blog would publish, because it reads only the field `draft`.

    Args:
        private: The field that makes each note private, such as `draft: true`, by source path.
    """
    return [path for path, field in private.items() if not field.startswith("draft:")]


def _has_future_date(post: File) -> bool:
    front_matter = read_front_matter(post)
    created = front_matter.get("date")
    created = created.get("created") if isinstance(created, Mapping) else created
    if isinstance(created, date) and not isinstance(created, datetime):
        created = datetime.combine(created, time())
    if not isinstance(created, datetime) or isinstance(front_matter.get("draft"), bool):
        return False
    return (created if created.tzinfo else created.replace(tzinfo=UTC)) > datetime.now(UTC)

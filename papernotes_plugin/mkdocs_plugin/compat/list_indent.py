"""Find out by how many spaces the Markdown of a site indents nested lists."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig


def list_indent(config: MkDocsConfig) -> int:
    """Return the number of spaces by which a nested list is indented in the Markdown of a site."""
    name = "mdx_truly_sane_lists"
    return int(config.mdx_configs.get(name, {}).get("nested_indent", 2)) if name in config.markdown_extensions else 4

"""The Markdown extensions that a site needs for notes and generated pages, and those that do the same work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MATH = "papernotes_plugin.markdown_extensions.math"
"""Import path of the Markdown extension for formulas, under which Python-Markdown loads it."""
ATTRIBUTES = "papernotes_plugin.markdown_extensions.attributes"
CALLOUTS = "pymdownx.quotes"
OBSIDIAN = "papernotes_plugin.markdown_extensions.obsidian"
TASKS = "pymdownx.tasklist"
STRIKETHROUGH = "pymdownx.tilde"

FOR_OBSIDIAN: Mapping[str, dict[str, Any]] = {
    OBSIDIAN: {},
    "footnotes": {},
    "sane_lists": {},
    TASKS: {},
    STRIKETHROUGH: {"subscript": False},
}
"""Extensions that read lists, tasks, footnotes and marks as Obsidian does, with their settings."""
EQUIVALENTS: Mapping[str, tuple[str, ...]] = {
    ATTRIBUTES: (ATTRIBUTES,),
    CALLOUTS: (CALLOUTS, "callouts", "github-callouts"),
    "footnotes": ("footnotes", "markdown.extensions.footnotes", "extra", "markdown.extensions.extra", "pymdownx.extra"),
    "sane_lists": ("sane_lists", "markdown.extensions.sane_lists", "mdx_truly_sane_lists"),
    OBSIDIAN: (OBSIDIAN,),
    TASKS: (TASKS, "markdown_checklist.extension"),
    STRIKETHROUGH: (STRIKETHROUGH, "mdx_del_ins"),
    MATH: (MATH, "pymdownx.arithmatex", "mdx_math", "python_markdown_math", "markdown_katex", "mdx_math_gh", "l2m4m"),
}
"""Extensions that do the work of an extension to add; if a site has one of them, it is not added."""
WIKILINKS = ("wikilinks", "markdown.extensions.wikilinks", "mdx_wikilink_plus", "obsidianmd")
"""Markdown extensions that read `[[wikilinks]]`."""

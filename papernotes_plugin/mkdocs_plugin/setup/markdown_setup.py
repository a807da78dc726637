"""What our pages and the notes need: Markdown extensions, where a site has neither them nor their like, and assets."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import util
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from papernotes_plugin.hosts.page_assets import assets
from papernotes_plugin.mkdocs_plugin.notes import sanitizer
from papernotes_plugin.mkdocs_plugin.notes.citations_elsewhere import PageCitations
from papernotes_plugin.mkdocs_plugin.setup.options import Options

MATH = "papernotes_plugin.markdown_extensions.math"
"""Our own Markdown extension, by the name that Python-Markdown loads it under."""
CITATIONS = "papernotes_plugin.markdown_extensions.citations"
ATTRIBUTES = "papernotes_plugin.markdown_extensions.attributes"
CALLOUTS = "pymdownx.quotes"
OBSIDIAN = "papernotes_plugin.markdown_extensions.obsidian"
TASKS = "pymdownx.tasklist"
STRUCK = "pymdownx.tilde"

_OTHERS: Mapping[str, tuple[str, ...]] = {
    ATTRIBUTES: ("attr_list", "markdown.extensions.attr_list", "extra", "markdown.extensions.extra", "pymdownx.extra"),
    CALLOUTS: (CALLOUTS, "callouts", "github-callouts"),
    "footnotes": ("footnotes", "markdown.extensions.footnotes", "extra", "markdown.extensions.extra", "pymdownx.extra"),
    "sane_lists": ("sane_lists", "markdown.extensions.sane_lists", "mdx_truly_sane_lists"),
    OBSIDIAN: (OBSIDIAN,),
    TASKS: (TASKS, "markdown_checklist.extension"),
    STRUCK: (STRUCK, "mdx_del_ins"),
    MATH: (MATH, "pymdownx.arithmatex", "mdx_math", "python_markdown_math", "markdown_katex", "mdx_math_gh", "l2m4m"),
}
"""What a site may have configured already in place of each Markdown extension that we add."""


def configure_markdown(options: Options, config: MkDocsConfig, citer: PageCitations) -> None:
    """Add what the options ask for and the site lacks, with our style and scripts; the citer reads all citations.

    Raises:
        PluginError: where the callouts' extension is not installed, or what cleans notes.
    """
    if options.sanitize:
        sanitizer.check()
    wanted: dict[str, dict[str, Any]] = {ATTRIBUTES: {}}
    if options.callouts:
        wanted[CALLOUTS] = {"callouts": True}
    if options.math:
        wanted[MATH] = {}
    if options.obsidian:
        wanted |= {OBSIDIAN: {}, "footnotes": {}, "sane_lists": {}, TASKS: {}, STRUCK: {"subscript": False}}
    for name, own in wanted.items():
        if not any(other in config.markdown_extensions for other in _OTHERS[name]):
            if name == CALLOUTS and not _has_callouts():
                raise PluginError("papernotes: callouts need pymdown-extensions 10.20 or later (or 'callouts: false')")
            config.markdown_extensions.append(name)
            config.mdx_configs[name] = own
    if CITATIONS not in config.markdown_extensions:
        config.markdown_extensions.append(CITATIONS)
    config.mdx_configs[CITATIONS] = {"citer": citer}
    paths = [asset.path for asset in assets()]
    config.extra_css += [p for p in paths if p.endswith(".css") and p not in config.extra_css]
    config.extra_javascript += [p for p in paths if p.endswith(".js") and p not in config.extra_javascript]


def list_indent(config: MkDocsConfig) -> int:
    """By how many spaces this site's Markdown wants a list within a list indented."""
    name = "mdx_truly_sane_lists"
    return int(config.mdx_configs.get(name, {}).get("nested_indent", 2)) if name in config.markdown_extensions else 4


def _has_callouts() -> bool:
    return util.find_spec("pymdownx") is not None and util.find_spec(CALLOUTS) is not None

"""Render a library as the generated pages and files of a site.

Each page is built as a view (plain data: `page_views`, `paper_views`), which a template in `templates/` turns into
Markdown.  `index_pages.INDEX_PAGES` lists the index pages: a new one is added there.
"""

from __future__ import annotations

from papernotes_plugin.render.lazy_outputs import RenderContext
from papernotes_plugin.render.library_outputs import render_context, render_library, render_papers
from papernotes_plugin.render.note_backlinks import render_backlinks
from papernotes_plugin.render.note_directives import render_directives

__all__ = [
    "RenderContext",
    "render_backlinks",
    "render_context",
    "render_directives",
    "render_library",
    "render_papers",
]

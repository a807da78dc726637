"""Write the data by which the script of the search labels results as paper, note, tag, topic or venue."""

from __future__ import annotations

import json
import re

from papernotes_plugin import pipeline
from papernotes_plugin.hosts.page_assets import ASSETS
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import NO_SEARCH
from papernotes_plugin.vocabulary.model import Output

_PAGE_ENDING = lazy_regex(r"(?:(?:^|/)(?:index|readme))?\.(?:md|markdown)$", re.IGNORECASE)


def result_kinds(site: pipeline.Site) -> list[Output]:
    """Return the file with the kind of each page, as a script that assigns JSON; none without a search.

    A note is labelled if it mentions a paper: other pages of a site need not be notes.  Pages of the author in a folder
    of generated pages have an empty kind.
    """
    config, library = site.config, site.library
    if config.search == NO_SEARCH:
        return []
    folders = {
        config.papers_path: "paper",
        config.tags_path: "tag",
        config.topics_path: "topic",
        config.venues_path: "venue",
    }
    pages = {
        _PAGE_ENDING.sub("", path): "note" if library.mentions.get(path) else ""
        for path in sorted(library.by_path)
        if library.mentions.get(path) or path.startswith(tuple(f"{folder}/" for folder in folders))
    }
    data = json.dumps({"folders": folders, "pages": pages}, ensure_ascii=False, separators=(",", ":"))
    return [Output(f"{ASSETS}data/kinds.js", f"globalThis.papernotesKinds = {data};\n")]

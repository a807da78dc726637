"""Style sheet, scripts and hover cards of generated pages, for sites that serve them."""

from __future__ import annotations

import posixpath
from importlib import resources

from papernotes_plugin.markup import parser
from papernotes_plugin.pipeline.hover_card_data import Cards
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import BlockKind, Output

ASSETS = "assets/papernotes/"
"""Folder of the assets in the site; a file of the author with the same path is used instead."""


def assets() -> list[Output]:
    """Return the style sheets and scripts, sorted by name."""
    folder = resources.files("papernotes_plugin") / "assets"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith((".css", ".js")))
    return [Output(ASSETS + name, (folder / name).read_text("utf-8")) for name in names]


def bundled_assets() -> list[Output]:
    """Return all style sheets as one file and all scripts as another, for a site whose configuration lists them."""
    files = assets()
    return [
        Output(f"{ASSETS}papernotes{end}", "\n".join(asset.text for asset in files if asset.path.endswith(end)))
        for end in (".css", ".js")
    ]


def with_hover_cards(path: str, text: str, cards: Cards, config: Config) -> str:
    """Return a note for Zensical with the data of its hover cards at its end.

    The text is unchanged if it ends in an open fence, which would contain the data.
    """
    folder, _, name = path.rpartition("/")
    stem = name.removesuffix(".md")
    page = folder if stem.casefold() in ("index", "readme") else posixpath.join(folder, stem)
    block = cards.block(path, posixpath.relpath(config.papers_path, page or ".") + "/", "/")
    extended = f'{text.rstrip()}\n\n<div class="papernotes-data">{block}</div>\n'
    last = parser.parse(extended).blocks[-1] if block else None
    return (
        extended
        if last and last.kind is BlockKind.HTML and extended.startswith("<div class=", last.span.start)
        else text
    )

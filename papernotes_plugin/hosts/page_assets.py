"""The dress: the style and the scripts of our pages, which a site serves itself."""

from __future__ import annotations

import posixpath
from importlib import resources

from papernotes_plugin.markup import parser
from papernotes_plugin.pipeline.hover_card_data import Cards
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import BlockKind, Output

ASSETS = "assets/papernotes/"
"""Where they stand in the site; a file of the author's own at the same place wins."""


def assets() -> list[Output]:
    """The style and the scripts."""
    folder = resources.files("papernotes_plugin") / "assets"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith((".css", ".js")))
    return [Output(ASSETS + name, (folder / name).read_text("utf-8")) for name in names]


def bundled_assets() -> list[Output]:
    """The same under two names, for a site whose author lists them: all that ends alike is one file."""
    found = assets()
    return [
        Output(f"{ASSETS}papernotes{end}", "\n".join(asset.text for asset in found if asset.path.endswith(end)))
        for end in (".css", ".js")
    ]


def with_hover_cards(path: str, text: str, cards: Cards, config: Config) -> str:
    """A note for Zensical, with what the cards beside its mentions show; none where an open fence would take it in."""
    folder, _, name = path.rpartition("/")
    stem = name.removesuffix(".md")
    page = folder if stem.casefold() in ("index", "readme") else posixpath.join(folder, stem)
    block = cards.block(path, posixpath.relpath(config.papers_path, page or ".") + "/", "/")
    whole = f'{text.rstrip()}\n\n<div class="papernotes-data">{block}</div>\n'
    last = parser.parse(whole).blocks[-1] if block else None
    return whole if last and last.kind is BlockKind.HTML and whole.startswith("<div class=", last.span.start) else text

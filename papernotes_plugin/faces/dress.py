"""The dress: the style and the scripts of our pages, which a site serves itself."""

from __future__ import annotations

from importlib import resources

from papernotes_plugin.model import Output

ASSETS = "assets/papernotes/"
"""Where they stand in the site; a file of the author's own at the same place wins."""


def assets() -> list[Output]:
    """The style and the scripts."""
    folder = resources.files("papernotes_plugin") / "assets"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith((".css", ".js")))
    return [Output(ASSETS + name, (folder / name).read_text("utf-8")) for name in names]


def bundle() -> list[Output]:
    """The same under two names, for a site whose author lists them: all that ends alike is one file."""
    found = assets()
    return [
        Output(f"{ASSETS}papernotes{end}", "\n".join(asset.text for asset in found if asset.path.endswith(end)))
        for end in (".css", ".js")
    ]

"""The dress: the style and the script of our pages, which a site serves itself."""

from __future__ import annotations

from importlib import resources

from papernotes_plugin.model import Output

ASSETS = "assets/papernotes/"
"""Where they stand in the site; a file of the author's own at the same place wins."""


def assets() -> list[Output]:
    """The style and the script."""
    folder = resources.files("papernotes_plugin") / "assets"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith((".css", ".js")))
    return [Output(ASSETS + name, (folder / name).read_text("utf-8")) for name in names]

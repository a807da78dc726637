"""Take the pictures of the documentation: a note as its author wrote it, and the page of one of its papers.

`python -m tests.browser.documentation_pictures` builds the documentation, takes the pictures in Chromium, records the
animation, and writes a digest of what they show.  A test fails if the digest is old.
"""

from __future__ import annotations

import hashlib
import html
import json
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import documentation_animation
from tests.helpers import sites
from tests.helpers.chromium import launched, tabs
from tests.helpers.http_server import served

ROOT = Path(__file__).parents[2]
ASSETS = ROOT / "docs" / "assets"
RECORD = ASSETS / "pictures.json"
"""The file with the digest of what the pictures show."""
NOTE = ROOT / "docs" / "library" / "iclr-2025.md"
PAPER = "papers/zhou2025transfusion/"
_SHOWN = ("papernotes_plugin/templates/*.md", "papernotes_plugin/assets/papernotes.css", "docs/library/**/*.md")
"""Globs of the files that change the pictures."""
_LINES = 16
"""Lines of the note that fit into a picture."""
_WIDTH, _HEIGHT = 1360, 720
_COLOURS = {False: ("#ffffff", "#24292f", "#d0d7de"), True: ("#1e2129", "#d6d9e3", "#444c56")}
"""Background, text and border of the note, without and with the dark colours."""


def shown_digest() -> str:
    """Return the digest of everything that the pictures show."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in _SHOWN for path in ROOT.glob(pattern)):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def picture(dark: bool) -> Path:
    """Return the path of a picture, with the light or with the dark colours."""
    return ASSETS / f"note-and-page-{'dark' if dark else 'light'}.png"


def _frame(address: str, dark: bool) -> str:
    """Return a page with the text of the note on the left and the page of the paper on the right."""
    background, text, border = _COLOURS[dark]
    lines = NOTE.read_text("utf-8").partition("# ICLR")[2].splitlines()[:_LINES]
    note = html.escape("# ICLR" + "\n".join(lines))
    box = f"box-sizing:border-box;height:{_HEIGHT}px;overflow:hidden;border:1px solid {border};border-radius:8px"
    return (
        '<!doctype html><meta charset="utf-8">'
        f'<body style="margin:0;display:flex;gap:24px;background:{background}">'
        f'<pre style="{box};flex:0 0 480px;margin:0;padding:20px;white-space:pre-wrap;color:{text};'
        f'font:13px/1.55 monospace">{note}</pre>'
        f'<iframe src="{address}{PAPER}" style="{box};flex:1" scrolling="no"></iframe>'
    )


def main() -> None:
    """Take the pictures, record the animation, and write the digest."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder, "site")
        assert sites.build(ROOT, "--strict", site=str(site)).code == 0
        with served(site) as address, launched(playwright) as browser, tabs(browser) as opened:
            for dark in (False, True):
                (site / "picture.html").write_text(_frame(address, dark), "utf-8")
                tab = opened(_WIDTH, dark)
                tab.page.set_viewport_size({"width": _WIDTH, "height": _HEIGHT})
                tab.open(f"{address}picture.html")
                tab.page.wait_for_load_state("networkidle")
                tab.page.screenshot(path=picture(dark), animations="disabled")
        with launched(playwright) as browser:
            for dark in (False, True):
                documentation_animation.record(browser, dark)
    RECORD.write_text(json.dumps({"shown": shown_digest()}) + "\n", "utf-8")


if __name__ == "__main__":
    main()

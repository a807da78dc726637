"""Record the animation of the documentation: `papernotes serve` runs, a note is edited, a page follows.

The server, the edit and the pages are real.  `python -m tests.browser.documentation_pictures` records the animation
together with the pictures.
"""

from __future__ import annotations

import html
import io
import re
import shutil
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Frame, Page

from tests.conftest import ROOT
from tests.helpers.chromium import tabs
from tests.helpers.live_server import Server

ASSETS = ROOT / "docs" / "assets"
NOTES = ("iclr-2025.md", "multimodal-cards.md", "reading/transfusion.md")
"""Notes of the demo library that the animated folder contains."""
PAPER = "papers/zhou2025transfusion/"
SECONDS = 20
_WIDTH, _HEIGHT = 1120, 600
_START = "# Reading group\n\n## 3 December\n\n"
_EDIT = (
    "- [[@zhou2025transfusion|Transfusion]]: one model, two losses. "
    "**Would it draw better if it wrote the caption first?** #ideas\n"
)
_COMMAND = "papernotes serve notes"
_ADDRESS = "http://127.0.0.1/animation"
"""URL of the page with the editor, the terminal and the site; no server answers it."""
_COLOURS = {False: ("#ffffff", "#24292f", "#d0d7de", "#f6f8fa"), True: ("#1e2129", "#d6d9e3", "#444c56", "#161920")}
"""Background, text, border and background of the terminal, without and with the dark colours."""


def animation(dark: bool) -> Path:
    """Return the path of the animation, with the light or with the dark colours."""
    return ASSETS / f"serve-{'dark' if dark else 'light'}.webp"


def still(dark: bool) -> Path:
    """Return the path of the last picture of the animation, for readers who prefer reduced motion."""
    return ASSETS / f"serve-still-{'dark' if dark else 'light'}.webp"


class _Recording:
    """Pictures of a page, and the time for which each is shown."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._images: list[Image.Image] = []
        self._durations: list[int] = []

    def show(self, milliseconds: int, note: str, terminal: str) -> None:
        """Take a picture with the texts of the note and of the terminal."""
        self._page.evaluate(
            "texts => { for (const [id, text] of Object.entries(texts)) document.getElementById(id).innerHTML = text }",
            {"note": html.escape(note) + "<b></b>", "terminal": html.escape(terminal) + "<b></b>"},
        )
        shot = self._page.screenshot(animations="disabled")
        self._images.append(Image.open(io.BytesIO(shot)).convert("RGB"))
        self._durations.append(milliseconds)

    def save(self, dark: bool) -> None:
        """Write the animation and its last picture; the last picture fills the time that is left."""
        self._durations[-1] += SECONDS * 1000 - sum(self._durations)
        self._images[0].save(
            animation(dark),
            save_all=True,
            append_images=self._images[1:],
            duration=self._durations,
            loop=0,
            quality=60,
            method=6,
            minimize_size=True,
        )
        self._images[-1].save(still(dark), quality=60, method=6)


def record(browser: Browser, dark: bool) -> None:
    """Serve a folder of notes, edit one of them, and write what a person sees."""
    with tempfile.TemporaryDirectory() as temporary, tabs(browser) as opened:
        folder = Path(temporary, "My papers")
        notes = folder / "notes"
        notes.mkdir(parents=True)
        for name in NOTES:
            (notes / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / "docs" / "library" / name, notes / name)
        edited = notes / "reading-group.md"
        edited.write_text(_START, "utf-8")
        shutil.copytree(ROOT / "bib", folder / "bib")
        page = opened(_WIDTH, dark).page
        page.set_viewport_size({"width": _WIDTH, "height": _HEIGHT})
        # a page without an origin would keep the theme in its frame from reading its settings
        page.route(_ADDRESS, lambda route: route.fulfill(content_type="text/html", body=_frame(dark)))
        page.goto(_ADDRESS)
        recording = _Recording(page)
        for end in (0, 4, 11, 17, len(_COMMAND)):
            recording.show(250, _START, f"$ {_COMMAND[:end]}")
        server = Server(folder, "-m", "papernotes_plugin", "serve", "notes")
        try:
            _play(recording, page, server, edited)
        finally:
            server.end()
        recording.save(dark)


def _play(recording: _Recording, page: Page, server: Server, edited: Path) -> None:
    """Show the home page, the page of a paper, and the same page after an edit."""
    terminal = f"$ {_COMMAND}\n{_logged(server)}"
    recording.show(600, _START, terminal)
    site = _opened(page, f"http://127.0.0.1:{server.port}/")
    recording.show(3000, _START, terminal)
    _open(site, f"http://127.0.0.1:{server.port}/{PAPER}")
    recording.show(2600, _START, terminal)
    _scroll(site)
    recording.show(1800, _START, terminal)
    words = re.findall(r"\S+\s*", _EDIT)
    for count in range(1, len(words) + 1):
        recording.show(230, _START + "".join(words[:count]).rstrip("\n"), terminal)
    server.output_after(lambda: edited.write_text(_START + _EDIT, "utf-8"))
    site.get_by_text("wrote the caption first").first.wait_for()
    _scroll(site)
    recording.show(4000, _START + _EDIT, f"$ {_COMMAND}\n{_logged(server)}")


def _opened(page: Page, address: str) -> Frame:
    """Return the frame that shows the site, once it has loaded an address."""
    (frame,) = page.frames[1:]
    _open(frame, address)
    return frame


def _open(site: Frame, address: str) -> None:
    """Go to an address; the network never becomes idle, because the page waits for changes."""
    site.goto(address)
    site.wait_for_timeout(1000)


def _scroll(site: Frame) -> None:
    """Scroll to the notes about the paper, without the header of the theme in the way."""
    site.evaluate(
        "() => { scrollTo({top: document.querySelector('.papernotes-label').offsetTop - 70, behavior: 'instant'}) }"
    )
    site.wait_for_timeout(600)


def _logged(server: Server) -> str:
    """Return the last messages of the server, without its port and the time of day."""
    lines = [re.sub(r"^INFO +- +", "", line) for line in server.output.splitlines() if line.startswith("INFO")]
    lines = [
        re.sub(r"^\[[\d:]+\] |(?<=:)\d{4,5}(?=/)", lambda m: "" if "[" in m[0] else "8000", line) for line in lines
    ]
    shown = [line for line in lines if re.match("papernotes:|Serving", line)]
    return "\n".join(line if len(line) < 110 else f"{line[:106]} …" for line in shown[-4:])


def _frame(dark: bool) -> str:
    """Return a page with an editor and a terminal on the left, and the site on the right."""
    background, text, border, terminal = _COLOURS[dark]
    box = f"box-sizing:border-box;border:1px solid {border};border-radius:8px;overflow:hidden;margin:0"
    code = f"{box};padding:16px;white-space:pre-wrap;color:{text};font:14px/1.55 monospace"
    scheme = "dark" if dark else "light"  # a frame takes the colours that its element prefers
    return (
        f'<!doctype html><meta charset="utf-8"><style>:root{{color-scheme:{scheme}}}</style>'
        "<style>b{border-left:2px solid #5c6bc0;margin-left:1px}</style>"
        f'<body style="margin:0;display:flex;gap:16px;background:{background}">'
        '<div style="flex:0 0 440px;display:flex;flex-direction:column;gap:16px">'
        f'<pre id="note" style="{code};height:290px"></pre>'
        f'<pre id="terminal" style="{code};height:{_HEIGHT - 306}px;background:{terminal};font-size:12px"></pre></div>'
        f'<iframe style="{box};flex:1;height:{_HEIGHT}px" scrolling="no"></iframe>'
    )

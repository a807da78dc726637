"""Sites that are built again and again, each time compared with a build from scratch."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page

from papernotes_plugin.files.build_cache import FOLDER, RECORD_SUFFIX
from papernotes_plugin.mkdocs_plugin.direct.direct_pages import DirectPages
from papernotes_plugin.mkdocs_plugin.pages.generated_files import GeneratedFile
from tests.helpers import sites

MATERIAL = (
    "site_name: Notes\ntheme: {name: material, font: false}\nsite_url: https://example.org/a/\n"
    "plugins: [search, tags, papernotes]\n"
)
PAPERS = 20
EDITED = "notes/n1.md"
"""The note that tests edit, by default."""
HOMEPAGE = {"index.md"}
"""Rendered in each build, because a homepage may show the time."""
HOOK = "def on_post_page(output, page, **_):\n    return output.replace('Some', 'Any')\n"
"""A hook that may change any page."""


def example_notes() -> dict[str, str]:
    """Return files of notes, each with five papers of its own and one of the note before; one note links to another."""
    papers = [f"- [A study of {n} things](https://arxiv.org/abs/2401.{n:05d}), ICLR 2024\n" for n in range(PAPERS)]
    texts = {}
    for number in range(PAPERS // 5):
        items = "".join(papers[max(0, number * 5 - 1) : number * 5 + 5])
        front_matter = f"---\ntags: [a, b/{number}]\n---\n\n"
        texts[f"docs/notes/n{number}.md"] = (
            f"{front_matter}# Note {number}\n\n## Diffusion {number}\n\n{items}\nSome words of my own.\n"
        )
    texts["docs/notes/n2.md"] += "\nAs [[n1]] says, and [there](n1.md#diffusion-1).\n"
    return texts | {"docs/index.md": "# Home\n\n[Note](notes/n1.md)\n"}


class IncrementalSite:
    """A site with the files of a folder, and what MkDocs rendered in its last build.

    With `serving` all builds share the plugins, as in `mkdocs serve`.  Otherwise each build has its own plugins, as in
    a new process.
    """

    def __init__(
        self, folder: Path, patch: pytest.MonkeyPatch, config: str | None = MATERIAL, *, serving: bool = False
    ) -> None:
        patch.setenv("SOURCE_DATE_EPOCH", "1700000000")
        patch.setenv("NO_MKDOCS_2_WARNING", "1")
        self.folder, self._patch, self._serving = folder, patch, serving
        self.skips = False
        """True if a build without changes may do nothing; otherwise it compares page by page."""
        self.rendered: set[str] = set()
        """Source paths of the pages that MkDocs rendered in the last build."""
        self.written: set[str] = set()
        """Source paths of the files that MkDocs copied in the last build."""
        self._plugins: dict[str, object] = {}
        self._clean_builds = 0
        if config is not None:
            sites.write(folder, {"mkdocs.yml": config})
        patch.setattr(Page, "render", self._recording(Page.render))
        patch.setattr(DirectPages, "_render_file", self._recording_direct(DirectPages._render_file))
        patch.setattr(File, "copy_file", self._recording_copies(File.copy_file))

    def _recording(self, render: Callable[..., None]) -> Callable[..., None]:
        def recorded(page: Page, *arguments: object) -> None:
            self.rendered.add(page.file.src_uri)
            render(page, *arguments)

        return recorded

    def _recording_direct(self, render: Callable[..., bytes]) -> Callable[..., bytes]:
        def recorded(pages: DirectPages, file: GeneratedFile) -> bytes:
            self.rendered.add(file.src_uri)
            return render(pages, file)

        return recorded

    def _recording_copies(self, copy_file: Callable[..., None]) -> Callable[..., None]:
        def recorded(file: File, *arguments: object, **options: object) -> None:
            self.written.add(file.src_uri)
            copy_file(file, *arguments, **options)

        return recorded

    def build_files(self, site: str = "site", plugins: dict[str, object] | None = None) -> dict[str, bytes]:
        """Return the files of a build into a folder; `plugins` are those of the process, by name."""
        plugins = {} if plugins is None else plugins
        is_first = not plugins
        for record in () if self.skips else (self.folder / FOLDER).glob(f"*{RECORD_SUFFIX}"):
            record.unlink()
        # MkDocs keeps the plugins of a process here
        self._patch.setattr(vars(MkDocsConfig)["plugins"], "plugin_cache", plugins)
        config = load_config(str(self.folder / "mkdocs.yml"), site_dir=str(self.folder / site))
        if is_first:
            config.plugins.on_startup(command="serve" if self._serving else "build", dirty=False)
        try:
            build(config, serve_url="http://127.0.0.1/" if self._serving else None)
        finally:
            if not self._serving:
                config.plugins.on_shutdown()
        return sites.files(self.folder / site)

    def build(self, changed: dict[str, str] | None = None, *, check: bool = True) -> set[str]:
        """Return the rendered pages of a build after some files changed.

        With `check`, assert that every file is the same as in a build from scratch.
        """
        sites.write(self.folder, {**(changed or {})})
        self.rendered.clear()
        self.written.clear()
        files = self.build_files("site", self._plugins if self._serving else None)
        rendered, written = {*self.rendered}, {*self.written}
        if check:
            self._clean_builds += 1
            clean = self.build_files(f"clean{self._clean_builds}")
            assert files.keys() == clean.keys()
            assert [path for path in files if files[path] != clean[path]] == []
        self.rendered, self.written = rendered, written
        return {*rendered}

    def edit(
        self, old: str = "Some words", new: str = "More words", path: str = EDITED, *, check: bool = True
    ) -> set[str]:
        """Return the rendered pages of a build after a text of a note was replaced."""
        text = (self.folder / "docs" / path).read_text("utf-8")
        assert old in text
        return self.build({f"docs/{path}": text.replace(old, new)}, check=check)


class RandomAuthor:
    """An author who changes notes, bibliography entries and tags at random."""

    _WORDS = ("Deep", "Nets", "Learn", "Attention", "Maps", "Of", "Images", "With", "*Signs*", "&", "$x_1$", "Trees")

    def __init__(self, folder: Path, seed: int) -> None:
        self._docs, self._bib = folder / "docs", folder / "bib" / "a.bib"
        self._random = random.Random(seed)
        self._number = 0
        for _ in range(5):
            self.add_note()

    def _words(self) -> str:
        return " ".join(self._random.choices(self._WORDS, k=5))

    def _note(self) -> Path:
        return self._random.choice(sorted(self._docs.rglob("*.md")))

    def _item(self) -> str:
        number = self._random.randrange(12)
        return f"- [A study of {number} things](https://arxiv.org/abs/2401.{number:05d}), ICLR 20{number:02d}\n"

    def add_note(self) -> None:
        """Write a new note."""
        self._number += 1
        folder = self._random.choice(["", "a/", "b/c/"])
        tag, items = self._random.choice("xyz"), "".join(self._item() for _ in range(3))
        text = f"---\ntags: [{tag}, t/{tag}]\n---\n\n# {self._words()}\n\n{items}\n{self._words()} [[n1]] [@roe2001]\n"
        sites.write(self._docs, {f"{folder}n{self._number}.md": text})

    def append(self) -> None:
        """Append a paper or a tag to a note."""
        note = self._note()
        more = self._random.choice([self._item(), f"{self._words()} #t/{self._random.choice('xyz')}\n"])
        note.write_text(f"{note.read_text('utf-8')}\n{more}", "utf-8")

    def reword(self) -> None:
        """Insert words into a note, behind its front matter."""
        note = self._note()
        front_matter, text = note.read_text("utf-8").rsplit("---\n", 1)
        lines = text.split("\n")
        at = self._random.randrange(len(lines) + 1)
        lines.insert(at, self._random.choice(["", "", "Some more words.", "\nMore.\n"]))
        note.write_text(front_matter + "---\n" + "\n".join(lines), "utf-8")

    def rename(self) -> None:
        """Rename a note."""
        self._number += 1
        note = self._note()
        note.rename(note.with_name(f"r{self._number}.md"))

    def delete(self) -> None:
        """Delete a note, if others remain."""
        if len(sorted(self._docs.rglob("*.md"))) > 2:
            self._note().unlink()

    def change_entry(self) -> None:
        """Write an entry of the bibliography, or change it."""
        title = self._words().replace("&", "and").replace("$x_1$", "x")
        entry = f"@misc{{roe2001, title = {{{title}}}, author = {{Roe, Jane}}, year = {{200{self._number % 9}}}}}"
        sites.write(self._bib.parent, {self._bib.name: entry})

    def step(self) -> str:
        """Change something, and return the name of the method."""
        changes = [self.add_note, self.append, self.rename, self.delete, self.change_entry, *[self.reword] * 5]
        change: Callable[[], None] = self._random.choice(changes)
        change()
        return change.__name__

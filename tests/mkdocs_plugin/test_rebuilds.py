"""A preview builds again and again in one process: each time what comes out is what a new process would make."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from markdown import Markdown
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig

from papernotes_plugin.mkdocs_plugin.fast_rendering.block_html import BlockRenderer
from papernotes_plugin.mkdocs_plugin.fast_rendering.hrefs import ToHref
from tests.helpers import sites

THEMES = {
    "mkdocs": "theme: mkdocs\n",
    "material": "theme: {name: material, font: false}\nuse_directory_urls: false\nmarkdown_extensions: [abbr]\n",
    "tags": (
        "theme: {name: material, font: false}\nsite_url: https://example.org/a/\n"
        "plugins: [search, tags, {papernotes: {papers_path: p}}]\n"
    ),
}
STEPS = 7
WORDS = ["Deep", "Nets", "Learn", "Attention", "Maps", "Of", "Images", "With", "*Signs*", "&", "$x_1$", "Trees", "3d"]


class Preview:
    """The builds of `mkdocs serve`, without the server."""

    def __init__(self, folder: Path, site: str, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.out = folder, folder / site
        self._patch = patch
        self._plugins: dict[str, object] = {}
        self._started = False

    def build(self) -> dict[str, bytes]:
        """The files of the site as it is now."""
        # MkDocs keeps the plugins of a process here
        self._patch.setattr(vars(MkDocsConfig)["plugins"], "plugin_cache", self._plugins)
        config = load_config(str(self.folder / "mkdocs.yml"), site_dir=str(self.out))
        if not self._started:
            config.plugins.on_startup(command="serve", dirty=False)
            self._started = True
        build(config, serve_url="http://127.0.0.1/")
        return sites.files(self.out)


@pytest.fixture
def patch(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The environment of all builds."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    return monkeypatch


class Author:
    """Changes notes, entries and tags at random."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._docs, self._bib = folder / "docs", folder / "bib" / "a.bib"
        self._random = random.Random(seed)
        self._made = 0
        for _ in range(5):
            self.add()

    def _words(self) -> str:
        return " ".join(self._random.choices(WORDS, k=5))

    def _note(self) -> Path:
        return self._random.choice(sorted(self._docs.rglob("*.md")))

    def _item(self) -> str:
        number = self._random.randrange(12)
        return f"- [A study of {number} things](https://arxiv.org/abs/2401.{number:05d}), ICLR 20{number:02d}\n"

    def add(self) -> None:
        """A note."""
        self._made += 1
        folder = self._random.choice(["", "a/", "b/c/"])
        tag, items = self._random.choice("xyz"), "".join(self._item() for _ in range(3))
        text = f"---\ntags: [{tag}, t/{tag}]\n---\n\n# {self._words()}\n\n{items}\n{self._words()} [[n1]] [@roe2001]\n"
        sites.write(self._docs, {f"{folder}n{self._made}.md": text})

    def change(self) -> None:
        """A note."""
        note = self._note()
        more = self._random.choice([self._item(), f"{self._words()} #t/{self._random.choice('xyz')}\n"])
        note.write_text(f"{note.read_text('utf-8')}\n{more}", "utf-8")

    def word(self) -> None:
        """A note, somewhere, but for its front matter and in words alone."""
        note = self._note()
        front, text = note.read_text("utf-8").rsplit("---\n", 1)
        lines = text.split("\n")
        lines.insert(
            self._random.randrange(len(lines) + 1), self._random.choice(["", "", "Some more words.", "\nMore.\n"])
        )
        note.write_text(front + "---\n" + "\n".join(lines), "utf-8")

    def rename(self) -> None:
        """A note."""
        self._made += 1
        note = self._note()
        note.rename(note.with_name(f"r{self._made}.md"))

    def delete(self) -> None:
        """A note, if some remain."""
        if len(sorted(self._docs.rglob("*.md"))) > 2:
            self._note().unlink()

    def enter(self) -> None:
        """An entry of a bibliography, or another in its place."""
        key = f"@misc{{roe2001, title = {{{self._words()}}}, author = {{Roe, Jane}}, year = {{200{self._made % 9}}}}}"
        sites.write(self._bib.parent, {self._bib.name: key.replace("&", "and").replace("$x_1$", "x")})

    def step(self) -> str:
        """One change, and which it was."""
        change: Callable[[], None] = self._random.choice(
            [self.add, self.change, self.rename, self.delete, self.enter, *[self.word] * 5]
        )
        change()
        return change.__name__


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("seed", range(2))
def test_after_any_edits_the_site_is_as_from_nothing(
    tmp_path: Path, theme: str, seed: int, patch: pytest.MonkeyPatch
) -> None:
    """Notes come, change, take other names and go, and so do entries and tags: every page is right."""
    author = Author(tmp_path, seed)
    plugins = "" if "plugins" in theme else "plugins: [search, papernotes]\n"
    sites.write(tmp_path, {"mkdocs.yml": f"site_name: Notes\n{plugins}{theme}"})
    preview = Preview(tmp_path, "site", patch)
    preview.build()
    for number in range(STEPS):
        what = [author.step() for _ in range(number % 2 + 1)]
        ours, clean = preview.build(), Preview(tmp_path, f"clean{number}", patch).build()
        assert ours.keys() == clean.keys(), what
        assert [path for path in ours if ours[path] != clean[path]] == [], what


def test_other_options_are_heeded(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    """Another extension, another option of one, other addresses: nothing of the build before is taken for theirs."""
    Author(tmp_path, 1)
    preview = Preview(tmp_path, "site", patch)
    for number, more in enumerate(
        (
            "",
            "markdown_extensions: [smarty]\n",
            "markdown_extensions: [{smarty: {smart_quotes: false}}]\n",
            "use_directory_urls: false\n",
            "plugins: [{papernotes: {papers_path: p}}]\n",
            "nav: [n1.md]\n",
            "",
        )
    ):
        base = "theme: mkdocs\nsite_name: Notes\n" + ("" if "plugins" in more else "plugins: [search, papernotes]\n")
        sites.write(tmp_path, {"mkdocs.yml": base + more})
        assert preview.build() == Preview(tmp_path, f"clean{number}", patch).build(), more


def test_only_pages_that_change_are_made_again(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    """What an edit does not touch is not put together again."""
    papers = [f"- [A study of {n} things](https://arxiv.org/abs/2401.{n:05d})\n" for n in range(30)]
    notes = {f"docs/n{n}.md": f"# Note {n}\n\n" + "".join(papers[n * 5 : n * 5 + 5]) for n in range(6)}
    sites.write(
        tmp_path, {**notes, "mkdocs.yml": f"site_name: Notes\nplugins: [search, papernotes]\n{THEMES['mkdocs']}"}
    )
    made: list[str] = []
    page = BlockRenderer.convert_page

    def counted(self: BlockRenderer, body: str, lead: ToHref) -> Any:
        made.append(body)
        return page(self, body, lead)

    patch.setattr(BlockRenderer, "convert_page", counted)
    preview = Preview(tmp_path, "site", patch)
    preview.build()
    assert len(made) > 30
    made.clear()
    before = preview.build()
    # what no mould fits is tried again
    assert [body for body in made if "# A study of" in body] == []
    sites.write(tmp_path, {"docs/n3.md": notes["docs/n3.md"] + "\nMore words.\n"})
    made.clear()
    after = preview.build()
    changed = [path for path in after if after[path] != before[path] and path.startswith("papers/")]
    assert len([body for body in made if "# A study of" in body]) <= len(changed)


MACRO = """
from mkdocs.plugins import event_priority

@event_priority(-50)
def on_page_markdown(markdown, page, **_):
    return f"{markdown}\\n\\nSee [@roe2001].\\n" if page.file.src_uri == "cites.md" else None
"""
"""A hook that cites where the notes are annotated already."""
ENTRY = "@misc{roe2001, title = {Some Other Thing}, author = {Roe, Jane}, year = {2001}}\n"


def test_a_note_is_converted_when_it_changes(
    tmp_path: Path, patch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Of one that does not, the host converts the title at most; what it has to say it says each time."""
    notes = {
        "docs/titled.md": "# A title\n\nFirst words. [Gone](gone.md)\n",
        "docs/named.md": "---\ntitle: Named\n---\n\n[There](titled.md#a-title)\n\n## Part\n\nSecond words.\n",
        "docs/quiet.md": "# Quiet\n\nThird words.\n\n## One\n\n### Two\n",
        "docs/cites.md": "# Cites\n\nFourth words.\n",
    }
    config = f"site_name: Notes\nplugins: [search, papernotes]\nhooks: [hook.py]\n{THEMES['mkdocs']}"
    sites.write(tmp_path, {**notes, "mkdocs.yml": config, "hook.py": MACRO, "bib/a.bib": ENTRY})
    converted: list[str] = []
    convert = Markdown.convert

    def counted(self: Markdown, source: str) -> str:
        converted.append(source)
        return convert(self, source)

    patch.setattr(Markdown, "convert", counted)
    preview = Preview(tmp_path, "site", patch)
    preview.build()
    changes: tuple[tuple[dict[str, str], set[str]], ...] = (
        ({}, set()),
        ({"docs/quiet.md": f"{notes['docs/quiet.md']}\nFifth words.\n"}, {"Third"}),
        ({"bib/a.bib": ENTRY.replace("Roe, Jane", "Doe, Jane")}, set()),
    )
    for number, (changed, wanted) in enumerate(changes):
        converted.clear()
        caplog.clear()
        sites.write(tmp_path, changed)
        with caplog.at_level("INFO", "mkdocs"):
            made = preview.build()
        words = {part for part in ("First", "Second", "Third", "Fourth") if f"{part} words" in "".join(converted)}
        assert words == {"First", "Fourth"} | wanted
        assert sum("gone.md" in record.getMessage() for record in caplog.records) == 1
        assert made == Preview(tmp_path, f"clean{number}", patch).build()
    assert b"(Doe, 2001)" in made["cites/index.html"]

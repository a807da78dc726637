"""Unchanged files of a site are not written again, and the site equals one that is built from scratch."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.structure import pages
from mkdocs.utils import get_markdown_title

from papernotes_plugin.mkdocs_plugin.incremental.last_build import PRESERVED
from tests.helpers import sites
from tests.helpers.plugin_builds import different_files

ALWAYS = {"404.html", "sitemap.xml", "sitemap.xml.gz", "search/search_index.json"}
"""Files that MkDocs and its search plugin write in each build: templates, and the search index."""
NOTES: Mapping[str, str | bytes] = {
    "docs/index.md": "# Home\n\n[One](one.md)\n",
    "docs/one.md": "---\ntags: [a/b]\n---\n\n# One\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762)\n",
    "docs/two.md": "# Two\n\n- [Deep Residual Learning for Images](https://arxiv.org/abs/1512.03385)\n![x](img/a.png)\n",
    "docs/img/a.png": b"\x89PNG",
}
EPOCH = 10**9


def build_files(folder: Path, site: str = "site", *, serve: bool = False, clean: bool = False) -> dict[str, bytes]:
    """Return the files of a site, hidden ones included; with `clean` nothing of an earlier build is used."""
    out = folder / site
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1700000000")
        patch.setenv("NO_MKDOCS_2_WARNING", "1")
        config = load_config(str(folder / "mkdocs.yml"), site_dir=str(out))
        if not clean:
            config.plugins.on_startup(command="serve" if serve else "build", dirty=False)
        build(config, serve_url="http://127.0.0.1/" if serve else None)
    return sites.files(out)


def age(folder: Path) -> None:
    """Set an old modification time for all files of a folder."""
    for path in folder.rglob("*"):
        if path.is_file():
            os.utime(path, (EPOCH, EPOCH))


def written(folder: Path) -> set[str]:
    """Return the files of a folder that were written since `age`."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.stat().st_mtime != EPOCH
    }


def start(folder: Path, more: str = "") -> Path:
    """Write a project, and return its folder."""
    return sites.write(folder, {**NOTES, "mkdocs.yml": f"{sites.CONFIG}site_url: https://example.org/\n{more}"})


CASES = {
    "folders": "",
    "files": "use_directory_urls: false\n",
    "another theme": "theme: mkdocs\n",
    "plain": "plugins: [search, {papernotes: {rendering: plain}}]\n",
}


@pytest.mark.parametrize(
    ("more", "serve"),
    [
        pytest.param(
            more,
            command == "serve",
            id=f"{command}-{name}",
            marks=() if (command, name) in {("build", "files"), ("serve", "folders")} else pytest.mark.full,
        )
        for command in ("build", "serve")
        for name, more in CASES.items()
    ],
)
def test_only_changed_files_are_written(tmp_path: Path, more: str, serve: bool) -> None:
    """A second build writes nothing, and a build after an edit only the files that change."""
    start(tmp_path)
    site = tmp_path / "site"
    config = "".join(line for line in sites.CONFIG.splitlines(True) if line.split(":")[0] not in more or line[0] == " ")
    if "theme" in more:
        config = "site_name: Notes\nplugins: [search, papernotes]\n"
    sites.write(tmp_path, {"mkdocs.yml": f"{config}{more}"})
    before = build_files(tmp_path, serve=serve)
    age(site)
    assert build_files(tmp_path, serve=serve) == before
    assert written(site) <= ALWAYS
    sites.write(tmp_path, {"docs/one.md": f"{NOTES['docs/one.md']!s}\nMore words.\n"})
    after = build_files(tmp_path, serve=serve)
    changed = {path for path in after if after[path] != before.get(path)}
    assert written(site) <= ALWAYS | changed
    assert "one/index.html" in changed or "one.html" in changed
    assert not any("two" in path for path in changed)


@pytest.mark.full
def test_the_site_equals_a_build_from_scratch(tmp_path: Path) -> None:
    """Files are added, removed and renamed to the name of another; no empty folder remains."""
    start(tmp_path)
    build_files(tmp_path)
    docs = tmp_path / "docs"
    changes: list[Callable[[], object]] = [
        lambda: (docs / "one.md").unlink(),
        lambda: (docs / "two.md").rename(docs / "three.md"),
        lambda: sites.write(docs, {"two/index.md": "# A folder now\n", "two/a.bin": b"1"}),
        lambda: sites.write(docs, {"img/a.png": b"\x89PNH", "img/b.png": b"\x89PNG"}),
        lambda: sites.write(docs, {"one.md": NOTES["docs/two.md"], "index.md": "# Else\n"}),
        lambda: sites.write(tmp_path, {"mkdocs.yml": f"{sites.CONFIG}use_directory_urls: false\n"}),
        lambda: sites.write(docs, {"three.html": "by hand", "papers/index.md": "# Mine\n"}),
    ]
    for number, change in enumerate(changes):
        change()
        assert build_files(tmp_path) == build_files(tmp_path, f"clean{number}", clean=True)
        site = tmp_path / "site"
        folders = {path.relative_to(site) for path in site.rglob("*") if path.is_dir()}
        clean = tmp_path / f"clean{number}"
        assert folders == {path.relative_to(clean) for path in clean.rglob("*") if path.is_dir()}


def test_foreign_files_are_deleted(tmp_path: Path) -> None:
    """MkDocs empties the folder except for hidden files; a copy of the old site by hard links does not change."""
    start(tmp_path)
    clean = build_files(tmp_path)
    site = tmp_path / "site"
    page, copy = site / "one/index.html", tmp_path / "copy.html"
    os.link(page, copy)
    page.write_bytes(b"by hand")
    sites.write(site, {"stray.html": "", "papers/stray.html": "", "stray/a/b.txt": "", ".nojekyll": "", "404.html": ""})
    (site / "one/link").symlink_to(tmp_path / "docs")
    assert build_files(tmp_path) == {**clean, ".nojekyll": b""}
    assert copy.read_bytes() == b"by hand"
    assert not (site / "stray").exists()
    assert (tmp_path / "docs/one.md").exists()


STOPPING = """
def {event}(*_, **__):
    import os, sys
    if os.environ.get("STOP"):
        {how}
"""


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the project's site as a first build of the command writes them."""
    return sites.files(sites.build(start(tmp_path_factory.mktemp("clean"))).site)


@pytest.mark.parametrize(
    ("event", "how"),
    [
        ("on_post_page", "os._exit(3)"),
        ("on_nav", "raise ValueError"),
        *(
            pytest.param(event, how, marks=pytest.mark.full)
            for event, how in (
                ("on_page_context", "raise KeyboardInterrupt"),
                ("on_nav", "os._exit(3)"),
                ("on_page_context", "os._exit(3)"),
                ("on_nav", "raise KeyboardInterrupt"),
                ("on_post_page", "raise KeyboardInterrupt"),
                ("on_page_context", "raise ValueError"),
                ("on_post_page", "raise ValueError"),
            )
        ),
    ],
)
def test_an_interrupted_build_leaves_no_wrong_files(
    tmp_path: Path, event: str, how: str, clean: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the build stops and whatever is half written, the next build writes the right site."""
    start(tmp_path, "hooks: [hook.py]\n")
    hook = STOPPING.format(event=event, how=how)
    if event != "on_nav":
        hook = hook.replace('get("STOP")', 'get("STOP") and "two" in __["page"].url')
    sites.write(tmp_path, {"hook.py": hook})
    assert sites.build(tmp_path).code == 0
    monkeypatch.setenv("STOP", "1")
    sites.write(tmp_path, {"docs/index.md": "# Half\n"})
    assert sites.build(tmp_path).code != 0
    assert how != "raise ValueError" or not (tmp_path / "site" / PRESERVED).exists()
    for path in (tmp_path / "site").rglob("one/index.html"):
        path.write_bytes(path.read_bytes()[:100])
    monkeypatch.delenv("STOP")
    sites.write(tmp_path, {"docs/index.md": NOTES["docs/index.md"]})
    assert sites.build(tmp_path).code == 0
    # the hook lets MkDocs render the pages of papers
    assert different_files(sites.files(tmp_path / "site"), clean) == []


@pytest.mark.parametrize("host", ["mkdocs", pytest.param("properdocs", marks=pytest.mark.full)])
def test_the_command(tmp_path: Path, host: str) -> None:
    """A second build keeps identical files, also with `--strict`; `--dirty` is left to MkDocs."""
    start(tmp_path)
    first = sites.build(tmp_path, "--strict", host=host)
    assert first.code == 0, first.output
    before = sites.files(first.site)
    age(first.site)
    second = sites.build(tmp_path, "--strict", host=host)
    assert second.code == 0, second.output
    assert written(second.site) <= ALWAYS
    assert "Page skipped" not in second.output
    sites.write(first.site, {"stray.html": ""})
    dirty = sites.build(tmp_path, "--dirty", host=host)
    assert dirty.code == 0, dirty.output
    assert sites.files(dirty.site).keys() == {*before, "stray.html"}


def test_an_empty_page_is_still_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """MkDocs' message about an empty page is shown, and its page of the last build is deleted."""
    start(tmp_path)
    build_files(tmp_path)
    sites.write(
        tmp_path, {"hook.py": "def on_post_page(output, page, **_):\n    return '' if page.url == 'two/' else output\n"}
    )
    start(tmp_path, "hooks: [hook.py]\n")
    caplog.clear()
    with caplog.at_level("INFO", "mkdocs"):
        files = build_files(tmp_path)
    assert "two/index.html" not in files
    assert [r.getMessage() for r in caplog.records if "skipped" in r.getMessage()] == [
        "Page skipped: 'two.md'. Generated empty output."
    ]


def test_plugins_find_the_files_of_a_build_from_scratch(tmp_path: Path) -> None:
    """Plugins that change files of the written site do not find their own changes of the last build."""
    hook = """
import pathlib

def on_env(env, config, files):
    path = pathlib.Path(config.site_dir, "assets/early.css")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("early")

def on_post_build(config):
    path = pathlib.Path(config.site_dir, "one/index.html")
    path.write_text(path.read_text("utf-8") + "<!-- more -->", "utf-8")
    image = pathlib.Path(config.site_dir, "img/a.png")
    image.write_bytes(image.read_bytes() + b"!")
"""
    sites.write(tmp_path, {"hook.py": hook})
    start(tmp_path, "hooks: [hook.py]\n")
    clean: Any = build_files(tmp_path, "clean", clean=True)
    assert [build_files(tmp_path) for _ in range(3)] == [clean] * 3


def test_pictures_in_excerpts_of_posts(tmp_path: Path) -> None:
    """A blog converts the excerpts of its posts late; their links to unchanged files are those of the first build."""
    post = "---\ndate: 2024-01-01\n---\n\n# Post\n\n![x](img/a.png) and [data](img/b.csv)\n\n<!-- more -->\n\nMore.\n"
    files: dict[str, str | bytes] = {"blog/index.md": "# Blog\n", "blog/posts/post.md": post}
    files |= {"blog/posts/img/a.png": b"\x89PNG", "blog/posts/img/b.csv": "1,2\n", "index.md": "# Home\n"}
    sites.write(tmp_path / "docs", files)
    sites.write(tmp_path, {"mkdocs.yml": sites.CONFIG.replace("papernotes]", "blog, papernotes]")})
    first = build_files(tmp_path)
    assert b'src="img/a.png"' in first["blog/index.html"]
    assert b'href="img/b.csv"' in first["blog/index.html"]
    assert build_files(tmp_path) == first


def test_titles_of_notes_are_found_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MkDocs does not search all notes without a title again for the navigation of each page."""
    searched: list[str] = []

    def count(markdown: str) -> str | None:
        searched.append(markdown)
        return get_markdown_title(markdown)

    monkeypatch.setattr(pages, "get_markdown_title", count)
    notes = {f"docs/note{number}.md": f"Words {number}.\n" for number in range(8)}
    start(tmp_path)
    files = build_files(sites.write(tmp_path, notes))
    assert b"Note7" in files["note0/index.html"]
    assert len(searched) <= len(notes)

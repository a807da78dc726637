"""Reading a folder of notes."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from papernotes_plugin.files.notes_folder import SUFFIXES, SUFFIXES_WITH_CODE, NotesFolder, is_note, read_notes
from papernotes_plugin.vocabulary.config import excluded
from papernotes_plugin.vocabulary.issues import Code, PapernotesError


def put(root: Path, *paths: str) -> None:
    """Write files that contain their own path."""
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(path, encoding="utf-8")


def names(folder: NotesFolder) -> list[str]:
    """Return the paths of the notes."""
    return [source.path for source in folder.sources]


def skipped_paths(folder: NotesFolder) -> list[str]:
    """Return the paths of all issues."""
    assert all(i.code is Code.UNREADABLE_FILE for i in folder.issues)
    return [i.path for i in folder.issues]


def test_notes_are_markdown_files_by_path(tmp_path: Path) -> None:
    """Notes come sorted by posix path, whatever the case of their suffix; the rest are assets."""
    put(tmp_path, "b.md", "a/z.markdown", "a/B.MD", "a/picture.png", "md", "x.md.txt")
    folder = read_notes([tmp_path])
    assert names(folder) == ["a/B.MD", "a/z.markdown", "b.md"]
    assert folder.sources[2].data == b"b.md"
    assert list(folder.assets) == ["a/picture.png", "md", "x.md.txt"]
    assert folder.issues == ()


def test_documents_with_code_are_notes_on_request(tmp_path: Path) -> None:
    """Documents of Quarto, R Markdown and MDX are notes with their suffixes, and assets with an issue without them."""
    put(tmp_path, "a.md", "b.qmd", "c.Rmd", "d.mdx", "e.org")
    folder = read_notes([tmp_path], suffixes=(*SUFFIXES, *SUFFIXES_WITH_CODE))
    assert names(folder) == ["a.md", "b.qmd", "c.Rmd", "d.mdx"]
    assert [issue.path for issue in folder.issues] == ["e.org"]
    folder = read_notes([tmp_path])
    assert names(folder) == ["a.md"]
    assert [issue.path for issue in folder.issues] == ["b.qmd", "c.Rmd", "d.mdx", "e.org"]


def test_hidden_and_foreign_folders_are_skipped(tmp_path: Path) -> None:
    """Folders of Obsidian, git and npm contain no notes of the author."""
    put(tmp_path, ".obsidian/a.md", ".trash/b.md", ".git/c.md", "node_modules/d/e.md", ".f.md", "g/.h/i.md", "j.md")
    assert names(read_notes([tmp_path])) == ["j.md"]


def test_earlier_versions_of_logseq_are_skipped(tmp_path: Path) -> None:
    """The copies that Logseq keeps are no notes; other folders of these names are."""
    put(tmp_path, "logseq/bak/pages/a/b.md", "graph/logseq/version-files/c.md", "logseq/.recycle/d.md", "bak/e.md")
    assert names(read_notes([tmp_path])) == ["bak/e.md"]


def test_excluded_notes_are_not_read(tmp_path: Path) -> None:
    """An excluded note or folder, and the images in it, are not read."""
    put(tmp_path, "drafts/a.md", "drafts/b.png", "x/private/c/d.md", "x/e.md")
    folder = read_notes([tmp_path], ["drafts", "**/private"])
    assert names(folder) == ["x/e.md"]
    assert folder.assets == {}


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("a.md", "a.md"),
        ("a/b.md", "a/*"),
        ("a/b/c.md", "a/*"),  # the folder a/b matches, and so does every file in it
        ("a/b/c.md", "a/**"),
        ("a/b/c.md", "**/c.md"),
        ("c.md", "**/c.md"),
        ("a/private/b.md", "**/private/**"),
        ("a/b.md", "a/"),
        ("a/b.md", "/a"),
        ("2024-01.md", "20[0-9][0-9]-*.md"),
        ("a.md", "**"),
        ("a/b.md", "/".join(["**"] * 50)),
    ],
)
def test_glob_matches(path: str, pattern: str) -> None:
    """`*` matches within one step, `**` any number of steps, and a folder everything in it."""
    assert excluded(path, [pattern])


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("x/a.md", "a.md"),
        ("ab/c.md", "a"),
        ("a.md", "A.md"),
        ("a/b.md", "*.md"),
        ("a.md", ""),
        ("a.md", "/"),
        ("privates/b.md", "**/private/**"),
    ],
)
def test_glob_does_not_match(path: str, pattern: str) -> None:
    """A glob is relative to the folder of the notes and case-sensitive; an empty one excludes nothing."""
    assert not excluded(path, [pattern])


def test_glob_of_many_stars_is_quick() -> None:
    """No pattern makes matching slow."""
    began = time.process_time()
    assert not excluded("/".join(["a"] * 200), ["/".join(["**", "a", "*"] * 60) + "/b"])
    assert time.process_time() - began < 5


def test_single_files_are_relative_to_their_common_folder(tmp_path: Path) -> None:
    """Only the given files of a folder are read, with paths relative to their common folder."""
    put(tmp_path, "a/x.md", "a/b/y.md", "a/z.md", "a/p.png")
    folder = read_notes([tmp_path / "a/b/y.md", tmp_path / "a/x.md"])
    assert (folder.root, names(folder), dict(folder.assets), folder.is_whole) == (
        tmp_path / "a",
        ["b/y.md", "x.md"],
        {},
        False,
    )
    assert names(read_notes([tmp_path / "a/x.md"])) == ["x.md"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["missing"], "no such file or folder"),
        (["p.png"], "not a Markdown file"),
        (["x.md", "sub"], "give one folder of notes, or only files"),
        (["pipe.md"], "is not a regular file"),
    ],
)
def test_given_paths_that_cannot_be_read(tmp_path: Path, given: list[str], message: str) -> None:
    """A given path that cannot be read is an error of one line."""
    put(tmp_path, "x.md", "p.png", "sub/y.md")
    os.mkfifo(tmp_path / "pipe.md")
    with pytest.raises(PapernotesError, match=message) as caught:
        read_notes([tmp_path / path for path in given])
    assert "\n" not in str(caught.value)


def test_pipes_and_folders_with_the_name_of_a_note(tmp_path: Path) -> None:
    """A pipe is skipped with an issue; a folder may have the name of a note."""
    put(tmp_path, "ok.md", "folder.md/inside.md")
    os.mkfifo(tmp_path / "pipe.md")
    os.mkfifo(tmp_path / "pipe")
    folder = read_notes([tmp_path])
    assert names(folder) == ["folder.md/inside.md", "ok.md"]
    assert sorted(skipped_paths(folder)) == ["pipe", "pipe.md"]


def test_links_out_of_the_folder_are_skipped(tmp_path: Path) -> None:
    """A link to a note or a folder outside is skipped with an issue."""
    put(tmp_path, "outside/secret.md", "notes/a.md")
    (tmp_path / "notes/b.md").symlink_to(tmp_path / "outside/secret.md")
    (tmp_path / "notes/c").symlink_to(tmp_path / "outside")
    (tmp_path / "notes/d.md").symlink_to("nowhere.md")
    folder = read_notes([tmp_path / "notes"])
    assert names(folder) == ["a.md"]
    assert skipped_paths(folder) == ["b.md", "c", "d.md"]


def test_links_within_are_read_once(tmp_path: Path) -> None:
    """Each file is read once: under its own name, or under that of a link if its own is hidden."""
    put(tmp_path, "z.md", ".git/annex/kept.md", "drafts/d.md")
    (tmp_path / "a.md").symlink_to("z.md")
    (tmp_path / "b.md").symlink_to(".git/annex/kept.md")
    (tmp_path / "c.md").symlink_to(".git/annex/kept.md")
    (tmp_path / "d.md").symlink_to("drafts/d.md")
    folder = read_notes([tmp_path], ["drafts"])
    assert names(folder) == ["b.md", "z.md"]
    assert folder.sources[0].data == b".git/annex/kept.md"
    assert folder.issues == ()


def test_loops_of_links_end(tmp_path: Path) -> None:
    """A link to a parent folder, or to itself, does not cause an endless loop."""
    put(tmp_path, "a/b/x.md")
    (tmp_path / "a/b/up").symlink_to("..")
    (tmp_path / "a/self.md").symlink_to("self.md")
    folder = read_notes([tmp_path])
    assert names(folder) == ["a/b/x.md"]
    assert skipped_paths(folder) == ["a/self.md"]


def test_the_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    """A given folder may be a link; links in it are resolved against its target."""
    put(tmp_path, "real/z.md")
    (tmp_path / "real/a.md").symlink_to("z.md")
    (tmp_path / "link").symlink_to("real")
    assert names(read_notes([tmp_path / "link"])) == ["z.md"]


def test_unreadable_files_and_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unreadable file or folder is skipped, and all others are read."""
    put(tmp_path, "a.md", "b.md", "c/d.md")
    scan, read = os.scandir, Path.read_bytes

    def scan_but_c(path: Path) -> object:
        if path.name == "c":
            raise PermissionError(13, "Permission denied")
        return scan(path)

    def read_but_b(path: Path) -> bytes:
        if path.name == "b.md":
            raise PermissionError(13, "Permission denied")
        return read(path)

    monkeypatch.setattr(os, "scandir", scan_but_c)
    monkeypatch.setattr(Path, "read_bytes", read_but_b)
    folder = read_notes([tmp_path])
    assert names(folder) == ["a.md"]
    assert [str(i) for i in folder.issues] == [
        "c: the folder cannot be read (Permission denied); it was left out [unreadable-file]",
        "b.md: it cannot be read (Permission denied); it was left out [unreadable-file]",
    ]


def test_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    """A file with such a name is skipped; the issue shows the name escaped."""
    put(tmp_path, "ä.md")
    (tmp_path / os.fsdecode(b"\xff.md")).write_text("x")
    folder = read_notes([tmp_path])
    assert names(folder) == ["ä.md"]
    assert skipped_paths(folder) == ["\\udcff.md"]


def test_is_note() -> None:
    """Only the two usual suffixes make a note."""
    assert is_note("a.MarkDown")
    assert not is_note("a.mdx")

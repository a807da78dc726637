"""The output folder of a build."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from papernotes_plugin.files.output_tree import MANIFEST, ensure_writable, linked_files, write_tree
from papernotes_plugin.vocabulary.issues import Code, PapernotesError
from papernotes_plugin.vocabulary.model import Document, Inline, InlineKind, Note, Span


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Write a folder of notes and return it."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.md").write_text("a")
    return tmp_path / "notes"


def texts_of(out: Path) -> dict[str, str]:
    """Return the texts of all files in a folder."""
    return {p.relative_to(out).as_posix(): p.read_text() for p in sorted(out.rglob("*")) if p.is_file()}


def test_files_are_written_or_copied(tmp_path: Path, notes: Path) -> None:
    """The output contains all given files and a manifest."""
    out = tmp_path / "out"
    written = write_tree(out, {"papers/x.md": b"page", "a.md": notes / "a.md"})
    assert (written.files, written.changed, written.removed, written.issues) == (2, 2, 0, ())
    result = texts_of(out)
    assert json.loads(result.pop(MANIFEST)) == {"version": 1, "files": ["a.md", "papers/x.md"]}
    assert result == {"a.md": "a", "papers/x.md": "page"}


def test_the_content_of_a_file_is_created_once(tmp_path: Path) -> None:
    """The first build and a second one create the content of each file once, because that takes most of their time."""
    created: list[str] = []

    class Created(dict[str, bytes]):
        def __getitem__(self, path: str) -> bytes:
            created.append(path)
            return super().__getitem__(path)

    files = Created({"a.md": b"1", "b/c.md": b"2"})
    for _ in range(2):
        write_tree(tmp_path / "out", files)
        assert sorted(created) == ["a.md", "b/c.md"]
        created.clear()


def test_a_second_build_writes_nothing(tmp_path: Path) -> None:
    """An equal build changes no byte and no time stamp, so that no server reloads."""
    out = tmp_path / "out"
    write_tree(out, {"a/b.md": b"x", "c.md": b"y"})
    before = {p: p.stat() for p in out.rglob("*")}
    written = write_tree(out, {"a/b.md": b"x", "c.md": b"y"})
    assert (written.changed, written.removed) == (0, 0)
    assert {p: (s.st_mtime_ns, s.st_ino) for p, s in before.items()} == {
        p: (p.stat().st_mtime_ns, p.stat().st_ino) for p in out.rglob("*")
    }


def test_stale_files_are_removed(tmp_path: Path) -> None:
    """Files that only an earlier build wrote are removed with empty folders; files of others are kept."""
    out = tmp_path / "out"
    write_tree(out, {"a/b/c.md": b"", "a/d.md": b"", "e.md": b""})
    (out / "mine.md").write_text("mine")
    written = write_tree(out, {"e.md": b""})
    assert written.removed == 2
    assert set(texts_of(out)) == {MANIFEST, "e.md", "mine.md"}
    assert not (out / "a").exists()


def test_a_file_may_become_a_folder(tmp_path: Path) -> None:
    """A stale file can be replaced by a folder of the same name, and the reverse."""
    out = tmp_path / "out"
    write_tree(out, {"a": b"1", "b/c": b"2"})
    write_tree(out, {"a/x": b"3", "b": b"4"})
    assert {k: v for k, v in texts_of(out).items() if k != MANIFEST} == {"a/x": "3", "b": "4"}


def test_a_build_after_an_interrupted_one(tmp_path: Path, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of an interrupted build are recognised as generated."""
    out = tmp_path / "out"

    def interrupt(done: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_tree(out, {"a.md": b"", "b.md": b"", "c.md": b""}, advance=interrupt)
    ensure_writable(out, notes)
    write_tree(out, {"a.md": b""})
    assert set(texts_of(out)) == {MANIFEST, "a.md"}


def test_an_asset_that_cannot_be_read(tmp_path: Path, notes: Path) -> None:
    """A file that disappears during the build is skipped with an issue."""
    written = write_tree(tmp_path / "out", {"a.png": notes / "gone.png", "b.md": b"b"})
    assert [(i.code, i.path) for i in written.issues] == [(Code.UNREADABLE_FILE, "a.png")]
    assert (written.files, (tmp_path / "out/b.md").read_bytes()) == (1, b"b")


@pytest.mark.parametrize("path", ["../x.md", "a/../../x.md", "/x.md", "a//b.md", "", "link/x.md", "a\0b.md"])
def test_nothing_is_written_outside(tmp_path: Path, path: str) -> None:
    """No path and no link leads out of the folder."""
    out = tmp_path / "out"
    out.mkdir()
    (tmp_path / "elsewhere").mkdir()
    (out / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises((PapernotesError, ValueError)):
        write_tree(out, {path: b"x"})
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert {p.name for p in tmp_path.iterdir()} == {"out", "elsewhere"}


def test_a_forged_manifest_removes_nothing_outside(tmp_path: Path, notes: Path) -> None:
    """Paths in the manifest that lead out of the folder remove nothing."""
    out = tmp_path / "out"
    out.mkdir()
    (out / "link").symlink_to(notes)
    files = ["\ud800", "../notes/a.md", str(notes / "a.md"), "link/a.md", "", 3, None, "./b.md"]
    (out / MANIFEST).write_text(json.dumps({"files": files}))
    write_tree(out, {"x.md": b""})
    assert (notes / "a.md").read_text() == "a"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"files": 3}', '{"files": {"a": 1}}', "[" * 100_000, "\xff"])
def test_a_broken_manifest_is_ignored(tmp_path: Path, notes: Path, text: str) -> None:
    """Without a readable manifest, every file counts as not generated."""
    out = tmp_path / "out"
    write_tree(out, {"x.md": b""})
    (out / MANIFEST).write_text(text, encoding="latin-1")
    with pytest.raises(PapernotesError, match=r"did not write \(x\.md\)"):
        ensure_writable(out, notes)


def test_a_folder_with_other_files_is_refused(tmp_path: Path, notes: Path) -> None:
    """Files that papernotes did not write stop a build without `force`; hidden ones do not."""
    out = tmp_path / "out"
    write_tree(out, {"x.md": b""})
    (out / ".DS_Store").touch()
    (out / ".git").mkdir()
    (out / ".git/config").touch()
    ensure_writable(out, notes)
    for name in ("1.md", "2.md", "3.md", "4.md"):
        (out / name).touch()
    with pytest.raises(PapernotesError, match=r"did not write \(1\.md, 2\.md, 3\.md and 1 more\); --force"):
        ensure_writable(out, notes)
    ensure_writable(out, notes, force=True)


def test_a_link_to_a_folder_is_another_file(tmp_path: Path, notes: Path) -> None:
    """A link to a folder counts as a file that papernotes did not write."""
    out = tmp_path / "out"
    out.mkdir()
    (out / "link").symlink_to(notes)
    with pytest.raises(PapernotesError, match=r"\(link\)"):
        ensure_writable(out, notes)


@pytest.mark.parametrize("out", ["notes", "notes/site", "notes/../notes/x", ".", "link", "link/x", "notes/a.md"])
@pytest.mark.parametrize("force", [False, True])
def test_nothing_is_written_into_the_notes(tmp_path: Path, notes: Path, out: str, force: bool) -> None:
    """The folder of the notes, its subfolders and its parents are refused, even with `force`."""
    (tmp_path / "link").symlink_to(notes)
    with pytest.raises(PapernotesError):
        ensure_writable(tmp_path / out, notes, force=force)


def test_the_output_of_single_notes_may_be_a_sibling(tmp_path: Path, notes: Path) -> None:
    """A sibling folder of single notes is allowed; the folder that contains them is not."""
    ensure_writable(notes / "site", notes, whole=False)
    with pytest.raises(PapernotesError, match="contains the notes"):
        ensure_writable(notes, notes, whole=False)


def note(path: str, *urls: str, kind: InlineKind = InlineKind.LINK) -> Note:
    """Return a note that contains links only."""
    inlines = tuple(Inline(kind, Span(0, 0), 0, url=url) for url in urls)
    return Note(path, "", 0, "", {}, {}, Document((), inlines))


def test_linked_files(tmp_path: Path) -> None:
    """Linked and embedded files are found by relative path, without percent-encoding and query."""
    for name in ("p.png", "sub/q r.pdf", "sub/n.md", ".hidden", "sub/.h/x.png"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "out.png").symlink_to("/etc/hostname")
    urls = ("../p.png#page=2", "q%20r.pdf?x", "n.md", "../.hidden", ".h/x.png", "../out.png", "missing.png", "", "#a")
    result = linked_files(tmp_path, [note("sub/n.md", *urls, kind=InlineKind.IMAGE)])
    assert sorted(result) == ["p.png", "sub/q r.pdf"]


@pytest.mark.parametrize(
    "url", ["../../x.png", "/etc/hostname", "https://a.org/p.png", "file:p.png", "a%00.png", "..", ".", "x" * 5000]
)
def test_files_elsewhere_are_not_linked(tmp_path: Path, url: str) -> None:
    """URLs, invalid paths and paths out of the folder copy nothing."""
    (tmp_path / "p.png").touch()
    assert linked_files(tmp_path, [note("n.md", url)]) == {}

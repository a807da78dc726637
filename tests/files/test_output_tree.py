"""The folder that a build writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from papernotes_plugin.files.output_tree import MANIFEST, ensure_writable, linked_files, write_tree
from papernotes_plugin.vocabulary.issues import Code, PapernotesError
from papernotes_plugin.vocabulary.model import Document, Inline, InlineKind, Note, Span


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder of notes."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.md").write_text("a")
    return tmp_path / "notes"


def held(out: Path) -> dict[str, str]:
    """The files of a folder and their text."""
    return {p.relative_to(out).as_posix(): p.read_text() for p in sorted(out.rglob("*")) if p.is_file()}


def test_files_are_written_or_copied(tmp_path: Path, notes: Path) -> None:
    """A tree holds what it was given and a list of it."""
    out = tmp_path / "out"
    written = write_tree(out, {"papers/x.md": b"page", "a.md": notes / "a.md"})
    assert (written.files, written.changed, written.removed, written.issues) == (2, 2, 0, ())
    found = held(out)
    assert json.loads(found.pop(MANIFEST)) == {"version": 1, "files": ["a.md", "papers/x.md"]}
    assert found == {"a.md": "a", "papers/x.md": "page"}


def test_a_second_build_touches_nothing(tmp_path: Path) -> None:
    """The same tree again writes no byte and no time stamp, so that no server reloads."""
    out = tmp_path / "out"
    write_tree(out, {"a/b.md": b"x", "c.md": b"y"})
    before = {p: p.stat() for p in out.rglob("*")}
    written = write_tree(out, {"a/b.md": b"x", "c.md": b"y"})
    assert (written.changed, written.removed) == (0, 0)
    assert {p: (s.st_mtime_ns, s.st_ino) for p, s in before.items()} == {
        p: (p.stat().st_mtime_ns, p.stat().st_ino) for p in out.rglob("*")
    }


def test_stale_files_go_with_their_folders(tmp_path: Path) -> None:
    """What an earlier build wrote and this one does not is removed; what others put there is not."""
    out = tmp_path / "out"
    write_tree(out, {"a/b/c.md": b"", "a/d.md": b"", "e.md": b""})
    (out / "mine.md").write_text("mine")
    written = write_tree(out, {"e.md": b""})
    assert written.removed == 2
    assert set(held(out)) == {MANIFEST, "e.md", "mine.md"}
    assert not (out / "a").exists()


def test_a_file_may_become_a_folder(tmp_path: Path) -> None:
    """A stale file makes room for a folder of its name, and the other way round."""
    out = tmp_path / "out"
    write_tree(out, {"a": b"1", "b/c": b"2"})
    write_tree(out, {"a/x": b"3", "b": b"4"})
    assert {k: v for k, v in held(out).items() if k != MANIFEST} == {"a/x": "3", "b": "4"}


def test_a_build_cut_short_can_be_taken_up(tmp_path: Path, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an interrupted build left behind is known as ours."""
    out = tmp_path / "out"

    def interrupt(done: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_tree(out, {"a.md": b"", "b.md": b"", "c.md": b""}, advance=interrupt)
    ensure_writable(out, notes)
    write_tree(out, {"a.md": b""})
    assert set(held(out)) == {MANIFEST, "a.md"}


def test_an_asset_that_cannot_be_read(tmp_path: Path, notes: Path) -> None:
    """A file that went away since costs itself alone."""
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


def test_a_forged_list_removes_nothing_outside(tmp_path: Path, notes: Path) -> None:
    """The list in a folder is as untrusted as anything there."""
    out = tmp_path / "out"
    out.mkdir()
    (out / "link").symlink_to(notes)
    files = ["\ud800", "../notes/a.md", str(notes / "a.md"), "link/a.md", "", 3, None, "./b.md"]
    (out / MANIFEST).write_text(json.dumps({"files": files}))
    write_tree(out, {"x.md": b""})
    assert (notes / "a.md").read_text() == "a"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"files": 3}', '{"files": {"a": 1}}', "[" * 100_000, "\xff"])
def test_a_broken_list_is_no_list(tmp_path: Path, notes: Path, text: str) -> None:
    """Where the list cannot be read, every file counts as somebody else's."""
    out = tmp_path / "out"
    write_tree(out, {"x.md": b""})
    (out / MANIFEST).write_text(text, encoding="latin-1")
    with pytest.raises(PapernotesError, match=r"did not write \(x\.md\)"):
        ensure_writable(out, notes)


def test_a_folder_of_other_hands_is_refused(tmp_path: Path, notes: Path) -> None:
    """Files that are not ours stop a build, unless it is forced; hidden ones do not."""
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


def test_a_linked_folder_of_other_hands_is_refused(tmp_path: Path, notes: Path) -> None:
    """A link to a folder is a thing somebody put there."""
    out = tmp_path / "out"
    out.mkdir()
    (out / "link").symlink_to(notes)
    with pytest.raises(PapernotesError, match=r"\(link\)"):
        ensure_writable(out, notes)


@pytest.mark.parametrize("out", ["notes", "notes/site", "notes/../notes/x", ".", "link", "link/x", "notes/a.md"])
@pytest.mark.parametrize("force", [False, True])
def test_nothing_is_written_into_the_notes(tmp_path: Path, notes: Path, out: str, force: bool) -> None:
    """The notes, a folder in them, one that holds them, however it is spelt: never, not even when forced."""
    (tmp_path / "link").symlink_to(notes)
    with pytest.raises(PapernotesError):
        ensure_writable(tmp_path / out, notes, force=force)


def test_single_notes_may_have_their_tree_beside_them(tmp_path: Path, notes: Path) -> None:
    """A folder beside single notes is not one of theirs; the one they lie in is."""
    ensure_writable(notes / "site", notes, whole=False)
    with pytest.raises(PapernotesError, match="contains the notes"):
        ensure_writable(notes, notes, whole=False)


def note(path: str, *urls: str, kind: InlineKind = InlineKind.LINK) -> Note:
    """A note that holds links, and nothing else."""
    inlines = tuple(Inline(kind, Span(0, 0), 0, url=url) for url in urls)
    return Note(path, "", 0, "", {}, {}, Document((), inlines))


def test_linked_files(tmp_path: Path) -> None:
    """The files that a note links to or shows are found by relative path, percent-encoding and query undone."""
    for name in ("p.png", "sub/q r.pdf", "sub/n.md", ".hidden", "sub/.h/x.png"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "out.png").symlink_to("/etc/hostname")
    urls = ("../p.png#page=2", "q%20r.pdf?x", "n.md", "../.hidden", ".h/x.png", "../out.png", "missing.png", "", "#a")
    found = linked_files(tmp_path, [note("sub/n.md", *urls, kind=InlineKind.IMAGE)])
    assert sorted(found) == ["p.png", "sub/q r.pdf"]


@pytest.mark.parametrize(
    "url", ["../../x.png", "/etc/hostname", "https://a.org/p.png", "file:p.png", "a%00.png", "..", ".", "x" * 5000]
)
def test_files_elsewhere_are_not_linked(tmp_path: Path, url: str) -> None:
    """A link to another place, or to none, copies nothing."""
    (tmp_path / "p.png").touch()
    assert linked_files(tmp_path, [note("n.md", url)]) == {}

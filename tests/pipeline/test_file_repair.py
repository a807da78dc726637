"""Tests of `papernotes check --fix`: only certain repairs, byte for byte, and only those requested."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin import bibtex
from papernotes_plugin.cli import fix, main
from papernotes_plugin.pipeline import repair_bibliography, repair_note
from papernotes_plugin.reading import note_reader
from papernotes_plugin.vocabulary.model import Source


def broken(text: str) -> str:
    """Return a text as if its UTF-8 had been decoded as Windows-1252."""
    return text.encode().decode("cp1252")


NOTE = (
    "---\r\ntitle: A note\r\ntags: [x]\r\ntitle: A note\r\nlist:\r\n  - a\r\n---\r\n# T\r\n\r\n"
    f"{broken('Schrödinger’s café — naïve')} is read [@vaswani2017].\r\n\r\n"
    f"```\r\n{broken('Schrödinger')}\r\n```\r\n\r\n    indented {broken('Schrödinger')}\r\n\r\n"
    f"and `{broken('é')}` too {broken('Müller')}\r\n\r\nA {broken('Gödel')}\r\n"
)
FIXED_NOTE = NOTE.replace("tags: [x]\r\ntitle: A note\r\n", "tags: [x]\r\n").replace(
    f"{broken('Schrödinger’s café — naïve')} is", "Schrödinger’s café — naïve is"
).replace(f"A {broken('Gödel')}", "A Gödel")  # fmt: skip
ENTRY = "@article{vaswani2017,\n  title = {Attention Is All You Need},\n  eprint = {1706.03762}\n}\n"
KEPT = "@misc{other, title={On Other Things},\n year=2020}\n"
FILES = {
    "docs/a.md": NOTE.encode(),
    "docs/u.md": "# Ünicode\n\n[Attention](https://arxiv.org/abs/1706.03762)\n".encode("utf-16"),
    "docs/l.md": b"caf\xe9\n",
    "bib/x.bib": (
        f"% a comment\n{ENTRY}\n{KEPT}\n{ENTRY}\n@misc{{other, title={{On Other Things}}, year=2020}} % stays\n"
        "@misc{other, year=2020, title={On Other\n   Things}}\n@misc{last, title={The Last Thing}}"
    ).encode(),
    "bib/keys.txt": b"# keys\narxiv:1706.03762 vaswani2017",
}
OUTSIDE = {
    "bib/x.bib": (
        f"% a comment\n{ENTRY}\n{KEPT}\n@misc{{other, title={{On Other Things}}, year=2020}} % stays\n"
        "@misc{last, title={The Last Thing}}"
    ).encode(),
    "bib/keys.txt": (b"# keys\narxiv:1706.03762 vaswani2017\ntitle:on-other-things other\ntitle:the-last-thing last\n"),
}
NOTES = {
    "docs/a.md": FIXED_NOTE.encode(),
    "docs/u.md": "# Ünicode\n\n[Attention](https://arxiv.org/abs/1706.03762)\n".encode(),
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder with a project that contains many errors."""
    for name, data in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(*args: str) -> Result:
    """Return the result of `papernotes check` with these arguments."""
    return CliRunner().invoke(main, ["check", *args], prog_name="papernotes")


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the content of all files of a folder by path."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_fix_changes_key_lock_and_bibliography(here: Path) -> None:
    """`--fix` repairs the key lock and the `.bib` file, lists the repairs, and reports remaining issues."""
    result = check("--fix")
    assert files_of(here) == FILES | OUTSIDE
    assert result.stderr.splitlines()[:3] == [
        "papernotes: fixed: bib/keys.txt: 2 keys pinned",
        "papernotes: fixed: bib/x.bib: a copy of entry 'vaswani2017' removed",
        "papernotes: fixed: bib/x.bib: a copy of entry 'other' removed",
    ]
    assert "unpinned-key" not in result.stdout
    assert result.stdout.count("[duplicate-entry]") == 1
    assert "[invalid-utf8]" in result.stdout


def test_fix_notes_changes_notes(here: Path) -> None:
    """`--fix-notes` also repairs notes, except for code and uncertain repairs."""
    assert check("--fix-notes").exit_code == 1
    assert files_of(here) == FILES | OUTSIDE | NOTES
    again = check("--fix-notes")
    assert "fixed:" not in again.stderr
    assert files_of(here) == FILES | OUTSIDE | NOTES


def test_a_diff_changes_nothing_and_can_be_applied(here: Path) -> None:
    """`--diff` writes a patch, fails if there are repairs, and git applies the patch like `--fix-notes`."""
    result = check("--fix-notes", "--diff")
    assert result.exit_code == 1
    assert "would be fixed: docs/u.md: UTF-16 converted to UTF-8" in result.stderr
    assert files_of(here) == FILES
    patch = result.stdout_bytes
    done = subprocess.run(["git", "apply", "-p0", "--whitespace=nowarn", "-"], input=patch, cwd=here, check=False)
    assert done.returncode == 0
    assert files_of(here) == {**FILES, **OUTSIDE, "docs/a.md": NOTES["docs/a.md"]}
    shutil.rmtree(here / "docs")
    (here / "docs").mkdir()
    assert (check("--diff").exit_code, check("--diff").stdout) == (0, "")


def test_ignored_issues_are_not_repaired(here: Path) -> None:
    """Issues that the options ignore or switch off cause no repair."""
    (here / "papernotes.toml").write_text("[ignore]\nduplicate-entry = 'bib'\n[issues]\nrepaired-text = 'off'\n")
    before = files_of(here)
    assert check("--fix-notes").exit_code == 1
    # the note is repaired completely because of another code
    assert files_of(here) == before | {"bib/keys.txt": OUTSIDE["bib/keys.txt"]} | NOTES


@pytest.mark.parametrize("part", [["docs/a.md"], ["docs", "--exclude", "u.md"]], ids=["file", "exclude"])
def test_a_part_of_the_notes_pins_nothing(here: Path, part: list[str]) -> None:
    """Keys are pinned only from all notes, because two papers may claim one key."""
    result = check("--fix", *part)
    assert files_of(here) == FILES | {"bib/x.bib": OUTSIDE["bib/x.bib"]}
    assert "pinned" not in result.stderr


def test_no_key_lock_is_created(here: Path) -> None:
    """`--fix` creates no key lock if there is none, even if an issue advises to pin keys."""
    (here / "bib/keys.txt").unlink()
    assert "papernotes keys --pin" in check("--fix").stdout
    assert "error" not in check("--fix", "--diff").stderr
    assert not (here / "bib/keys.txt").exists()


def test_a_file_changed_meanwhile_is_not_written(here: Path) -> None:
    """A file is written only if it is unchanged since it was read."""
    source = Source("x.bib", FILES["bib/x.bib"])
    fixed = repair_bibliography(source)
    assert fixed
    change = fix.FileFix(here / "bib/x.bib", "bib/x.bib", source.data, fixed)
    (here / "bib/x.bib").write_bytes(b"@misc{new, title={Something New}}\n")
    assert fix.write_fixes([change]) == []
    assert (here / "bib/x.bib").read_bytes() == b"@misc{new, title={Something New}}\n"


def test_a_full_disk_gives_an_error_of_one_line(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk gives no traceback, no partial file and no temporary file."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "replace", full)
    result = check("--fix")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert result.stderr.endswith("keys.txt': No space left on device\n")
    assert files_of(here) == FILES


def test_a_symbolic_link_is_preserved(here: Path) -> None:
    """The target of a symbolic link is repaired, and the link is kept."""
    (here / "bib/x.bib").rename(here / "real.txt")
    (here / "bib/x.bib").symlink_to("../real.txt")
    check("--fix")
    assert (here / "bib/x.bib").is_symlink()
    assert (here / "real.txt").read_bytes() == OUTSIDE["bib/x.bib"]


# --- no repair ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        f"{ENTRY}{ENTRY.replace('1706', '1707')}",
        f"{ENTRY}{ENTRY.replace('vaswani2017', 'Vaswani2017')}",
        f"{ENTRY}{ENTRY.replace('@article', '@misc')}",
        f"{ENTRY.rstrip()} {ENTRY}",
        f"{ENTRY}{ENTRY.rstrip()} % a remark\n",
        "@misc{a, title={X}, month=jan}\n@misc{a, title={X}, month=jan}\n",
        "@proceedings{p, title={P}}\n@inproceedings{c, title={C}, crossref={P}}\n@proceedings{p, title={P}}\n",
        f"@comment{{{ENTRY}}}\n{ENTRY}",
        f"{ENTRY}@article{{vaswani2017, title = {{Attention Is All You Need}}, eprint = {{1706.03762}}\n",
    ],
    ids=["value", "key", "type", "same line", "remark", "macro", "parent", "comment", "unclosed"],
)
def test_entries_that_are_no_copies_are_unchanged(text: str) -> None:
    """An entry with another value, key, type, macro or parent, or text on its lines, is kept."""
    assert repair_bibliography(Source("x.bib", text.encode())) is None


@pytest.mark.parametrize(
    "data",
    [
        b"---\na: x\na: y\n---\n",
        b"---\na: x\nb:\n  a: x\n---\n",
        b"---\na:\n  - x\na:\n  - x\n---\n",
        b"---\na: |\n  x\na: |\n  x\n---\n",
        b"---\na: x\n  more\na: x\n---\n",
        b"a: x\na: x\n",
        "BEYONCÉ’s and 3 Å and Ã alone, a brain ðŸ§ .\n".encode(),
        f"~~~\n{broken('Müller, Schrödinger')}\n~~~\n".encode(),
        f"`x` {broken('Müller, Schrödinger')}\n".encode(),
        f"{broken('Müller')}\rold Mac\r".encode(),
        b"\xff\xfeodd",
        b"caf\xe9",
        b"",
    ],
)
def test_notes_without_certain_errors_are_unchanged(data: bytes) -> None:
    """Different or multi-line values, valid text, code and unknown encodings are not changed."""
    assert repair_note(Source("a.md", data)) is None


LINES = st.lists(
    st.sampled_from(
        [
            "---",
            "title: A",
            "title: A",
            "tags: [x]",
            "",
            "# H",
            "Müller",
            "é’s",
            "🧠 mind",
            "```",
            "    code",
            "- x `y`",
        ]
    ),
    max_size=14,
)


@given(LINES, st.lists(st.booleans(), min_size=14, max_size=14), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_a_repaired_note_is_read_equally(lines: list[str], damage: list[bool], end: str, mark: bool) -> None:
    """A repaired note has the same front matter and text for the reader, and needs no second repair."""
    text = end.join(
        broken(line) if bad and "🧠" not in line else line for line, bad in zip(lines, damage, strict=False)
    )
    data = text.encode("utf-8-sig" if mark else "utf-8")
    fixed = repair_note(Source("a.md", data))
    if fixed is None:
        return
    before, after = note_reader.read_note(Source("a.md", data))[0], note_reader.read_note(Source("a.md", fixed.data))[0]
    assert (before.meta, before.text[before.body_start :]) == (after.meta, after.text[after.body_start :])
    assert fixed.data != data
    assert fixed.data.startswith(b"\xef\xbb\xbf") is data.startswith(b"\xef\xbb\xbf")
    assert repair_note(Source("a.md", fixed.data)) is None


ENTRIES = st.sampled_from(
    [
        ENTRY,
        KEPT,
        KEPT.upper(),
        "@misc{a, title={X}, note={@misc{b, title={Y}}}}\n",
        '@string{x = "y"}\n',
        "@misc{m, title=x}\n",
        "% remark\n",
        "\n",
        "@misc{broken, title={never\n",
        "@comment{ @misc{c, title={Z}} }\n",
        "@inproceedings{k, title={K}, crossref={other}}\n",
    ]
)


@given(st.lists(ENTRIES, max_size=10), st.sampled_from(["\n", "\r\n"]))
def test_a_repaired_bibliography_is_read_equally(parts: list[str], end: str) -> None:
    """A repaired bibliography has the same entries and no new line, and needs no second repair."""
    data = "".join(parts).replace("\n", end).encode()
    fixed = repair_bibliography(Source("x.bib", data))
    if fixed is None:
        return
    before, after = bibtex.read(Source("x.bib", data))[0], bibtex.read(Source("x.bib", fixed.data))[0]
    assert [(e.key, e.type, e.fields) for e in before] == [(e.key, e.type, e.fields) for e in after]
    rest = iter(data.split(b"\n"))
    assert all(line in rest for line in fixed.data.split(b"\n")[:-1])
    assert repair_bibliography(Source("x.bib", fixed.data)) is None

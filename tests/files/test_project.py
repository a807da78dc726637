"""Options, `.bib` files and key lock of a project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from papernotes_plugin.files.project import open_project
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, PapernotesError


def put(root: Path, **files: str) -> Path:
    """Write files by name, with `__` for a slash, and return the folder `notes`."""
    (root / "notes").mkdir(exist_ok=True)
    for name, text in files.items():
        stem, _, suffix = name.replace("__", "/").rpartition("_")
        path = root / f"{stem}.{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root / "notes"


def test_a_folder_of_notes_only(tmp_path: Path) -> None:
    """Without options, `bib/` or mkdocs.yml the folder of the notes is the project."""
    project = open_project(put(tmp_path))
    assert (project.root, project.config, project.bibliography, project.pinned) == (
        tmp_path / "notes",
        Config(),
        (),
        "",
    )
    assert project.key_lock == tmp_path / "notes/bib/keys.txt"


@pytest.mark.parametrize("where", ["", "notes__"])
def test_bib_in_the_notes_or_their_parent(tmp_path: Path, where: str) -> None:
    """`bib/*.bib` and `bib/keys.txt` are found in the folder of the notes and in its parent."""
    notes = put(tmp_path, **{f"{where}bib__b_bib": "@b", f"{where}bib__a_bib": "@a", f"{where}bib__keys_txt": "pins"})
    project = open_project(notes)
    assert [(s.path, s.data) for s in project.bibliography] == [("bib/a.bib", b"@a"), ("bib/b.bib", b"@b")]
    assert project.pinned == "pins"
    assert project.files["bib/a.bib"] == project.root / "bib/a.bib"
    assert project.issues == ()


def test_mkdocs_yml_makes_a_project(tmp_path: Path) -> None:
    """The folder of a mkdocs.yml is the project and contains the key lock."""
    assert open_project(put(tmp_path, mkdocs_yml="")).key_lock == tmp_path / "bib/keys.txt"


@pytest.mark.parametrize(
    ("mkdocs", "root"),
    [
        ("docs_dir: notes\nplugins: [papernotes]\n", ""),
        ("docs_dir: notes\nplugins: [papernotes: {project_dir: notes}]\n", "notes"),
        ("docs_dir: notes\n", "notes"),
        ("plugins: [papernotes]\n", "notes"),
    ],
)
def test_a_folder_bib_of_pages(tmp_path: Path, mkdocs: str, root: str) -> None:
    """If the notes contain a folder `bib`, the project is that of their site, if it uses papernotes."""
    notes = put(tmp_path, mkdocs_yml=mkdocs, notes__bib__page_md="# Page\n")
    assert open_project(notes).root == tmp_path / root


def test_options_of_papernotes_toml(tmp_path: Path) -> None:
    """Options are read from papernotes.toml; their paths are relative to its folder."""
    notes = put(
        tmp_path,
        papernotes_toml="bibliography = ['refs/*.bib']\nkey_lock = 'k.txt'\nexclude = ['drafts']",
        refs__x_bib="@x",
        k_txt="pins",
    )
    project = open_project(notes, exclude=["more"])
    assert [s.path for s in project.bibliography] == ["refs/x.bib"]
    assert (project.pinned, project.config.key_lock) == ("pins", "k.txt")
    assert project.config.exclude == ("drafts", "more")
    assert project.files["papernotes.toml"] == tmp_path / "papernotes.toml"


def test_options_of_pyproject_toml(tmp_path: Path) -> None:
    """A pyproject.toml counts if it has the table; papernotes.toml and the nearer folder win."""
    notes = put(tmp_path, pyproject_toml="[tool.papernotes]\nrelated = 2")
    assert open_project(notes).config.related == 2
    put(tmp_path, notes__pyproject_toml="[tool.other]")
    assert open_project(notes).config.related == 2
    put(tmp_path, papernotes_toml="related = 3")
    assert open_project(notes).config.related == 3
    put(tmp_path, notes__papernotes_toml="related = 4")
    assert open_project(notes).config.related == 4


def test_named_options(tmp_path: Path) -> None:
    """The given file of options may be anywhere; its folder is the project."""
    notes = put(tmp_path, papernotes_toml="related = 1", other__my_toml="related = 7", other__bib__x_bib="@x")
    project = open_project(notes, config=tmp_path / "other/my.toml")
    assert project.config.related == 7
    assert [s.path for s in project.bibliography] == ["bib/x.bib"]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("papernotes.toml", "related = -1", r"papernotes.toml': option 'related' must be a whole number"),
        ("papernotes.toml", "relatd = 1", r"unknown option 'relatd': did you mean 'related'"),
        ("papernotes.toml", "related = ", r"is not (valid|a) TOML"),
        ("papernotes.toml", "citation_style = 'apa'", r"must be author-year, numeric or the path of a .csl file"),
        ("papernotes.toml", "x = '\udcff'", r"is not UTF-8"),
        (
            "papernotes.toml",
            "tags_path = 'Venues/x'",
            r"option 'tags_path' must be outside of 'venues_path' \('venues'\)",
        ),
        ("papernotes.toml", "topics_path = 'papers'", r"option 'topics_path' must be outside of 'papers_path'"),
        ("papernotes.toml", "bibliography = 'nowhere/x.bib'", r"no file matches 'nowhere/x\.bib'"),
    ],
)
def test_wrong_options(tmp_path: Path, name: str, text: str, message: str) -> None:
    """A wrong option is one line that names the file."""
    notes = put(tmp_path)
    (tmp_path / name).write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(PapernotesError, match=message):
        open_project(notes)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("options.json", "neither a TOML file nor a mkdocs.yml"),
        ("mkdocs.yml", "contains no settings"),
        ("pyproject.toml", r"no table \[tool.papernotes\]"),
        ("none.toml", "cannot read"),
    ],
)
def test_wrong_files_of_options(tmp_path: Path, name: str, message: str) -> None:
    """The given file must contain options."""
    notes = put(tmp_path, mkdocs_yml="", pyproject_toml="[project]")
    with pytest.raises(PapernotesError, match=message):
        open_project(notes, config=tmp_path / name)


def test_options_of_a_mkdocs_yml(tmp_path: Path) -> None:
    """The options of the plugin are read from a given `mkdocs.yml`, whose folder is the project."""
    notes = put(tmp_path, site__mkdocs_yml="plugins: [search, papernotes: {papers_path: all}]\n")
    project = open_project(notes, config=tmp_path / "site/mkdocs.yml")
    assert (project.config.papers_path, project.root) == ("all", tmp_path / "site")


def test_named_bib_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given files and globs are relative to the current folder, in the given order, each once."""
    notes = put(tmp_path, here__z_bib="z", here__a_bib="a", bib__x_bib="x")
    monkeypatch.chdir(tmp_path / "here")
    project = open_project(notes, bib=["z.bib", "*.bib", str(tmp_path / "bib/x.bib")])
    assert [s.data for s in project.bibliography] == [b"z", b"a", b"x"]
    assert [s.path for s in project.bibliography] == ["here/z.bib", "here/a.bib", "bib/x.bib"]


def test_a_bib_file_with_brackets_in_its_name(tmp_path: Path) -> None:
    """A pattern that exists is a file, not a glob."""
    notes = put(tmp_path)
    (tmp_path / "[a].bib").write_text("x")
    assert len(open_project(notes, bib=[str(tmp_path / "[a].bib")]).bibliography) == 1


def test_no_path_is_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file outside of the project and the current folder is shown by its name only."""
    notes = put(tmp_path, far__x_bib="x", far__k_txt="", at__y_bib="y", deep__bib__z_bib="z")
    monkeypatch.chdir(tmp_path / "at")
    (tmp_path / "notes/bib").mkdir()
    project = open_project(notes, bib=["../far/x.bib", "y.bib"], keys=tmp_path / "far/k.txt")
    assert [s.path for s in project.bibliography] == ["x.bib", "y.bib"]
    assert project.config.key_lock == "k.txt"
    assert project.key_lock == tmp_path / "far/k.txt"


def test_a_pattern_without_a_file(tmp_path: Path) -> None:
    """A pattern of the options that matches no file is a warning at its line; the other patterns are read."""
    notes = put(tmp_path, refs__x_bib="x")
    (tmp_path / "papernotes.toml").write_text('related = 1\nbibliography = ["refs/*.bib",\n  "nowhere/*.bib"]\n')
    project = open_project(notes)
    assert [source.path for source in project.bibliography] == ["refs/x.bib"]
    assert list(map(str, project.issues)) == [
        "papernotes.toml:3: the pattern 'nowhere/*.bib' of 'bibliography' matches no file; it was ignored "
        "[no-bibliography]"
    ]


def test_missing_files_that_are_named(tmp_path: Path) -> None:
    """A given file must exist, except a new key lock."""
    notes = put(tmp_path)
    with pytest.raises(PapernotesError, match="no file matches"):
        open_project(notes, bib=[str(tmp_path / "*.bib")])
    with pytest.raises(PapernotesError, match="no such file"):
        open_project(notes, keys=tmp_path / "k.txt")
    assert open_project(notes, keys=tmp_path / "k.txt", new_keys=True).pinned == ""


def test_a_bib_file_that_cannot_be_read(tmp_path: Path) -> None:
    """An unreadable file of a glob is an issue; a file given by its path is an error."""
    notes = put(tmp_path, bib__a_bib="a")
    os.mkfifo(tmp_path / "bib/pipe.bib")
    project = open_project(notes)
    assert [s.path for s in project.bibliography] == ["bib/a.bib"]
    assert [(i.code, i.path) for i in project.issues] == [(Code.UNREADABLE_FILE, "bib/pipe.bib")]
    with pytest.raises(PapernotesError, match="cannot read"):
        open_project(notes, bib=[str(tmp_path / "bib/pipe.bib")])


def test_the_file_of_a_style(tmp_path: Path) -> None:
    """A CSL style is read from the project and is one of its input files."""
    notes = put(tmp_path, papernotes_toml="citation_style = 'bib/my.csl'", bib__my_csl="<style/>")
    project = open_project(notes)
    assert project.csl == "<style/>"
    assert project.files["bib/my.csl"] == tmp_path / "bib/my.csl"
    (tmp_path / "bib/my.csl").unlink()
    with pytest.raises(PapernotesError, match=r"option 'citation_style' names a missing file: 'bib/my\.csl'"):
        open_project(notes)


def test_a_built_in_style_needs_no_file(tmp_path: Path) -> None:
    """A built-in style needs no file."""
    project = open_project(put(tmp_path, papernotes_toml="citation_style = 'numeric'"))
    assert (project.csl, project.config.citation_style) == ("", "numeric")

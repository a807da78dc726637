"""`papernotes init`: files of a new site that MkDocs and doctor accept, and no change to what exists."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path

import pytest

from papernotes_plugin.doctor import mkdocs_yml
from tests.helpers import sites
from tests.helpers.cli_runs import error, put, run

NOTE = (
    "# Reading\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762) #nlp\n\nSee [[nowhere]], [x](y.md).\n"
)
WRITTEN = [
    ".github/workflows/notes.yml",
    ".github/workflows/publish.yml",
    ".gitignore",
    ".pre-commit-config.yaml",
    "bib/README.md",
    "mkdocs.yml",
    "requirements.txt",
]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Enter a folder that contains one folder of notes."""
    put(tmp_path, notes__reading_md=NOTE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written_files(project: Path) -> list[str]:
    """Return the paths of all files outside the notes."""
    files = (p.relative_to(project).as_posix() for p in project.rglob("*") if p.is_file())
    return sorted(path for path in files if not path.startswith("notes/"))


def test_a_new_site(project: Path) -> None:
    """The command writes its files above the notes; doctor and a strict build find nothing wrong with them."""
    result = run("init")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "wrote: mkdocs.yml"
    assert "  1. pip install -r requirements.txt" in result.stdout
    assert written_files(project) == WRITTEN
    assert mkdocs_yml.read(project / "mkdocs.yml").data["site_name"] == project.name
    assert run("doctor").exit_code == 0
    site = sites.build(project, "--strict")
    assert (site.code, site.warnings) == (0, [])
    assert (site.site / "index.html").is_file()
    assert (project / "notes/reading.md").read_text() == NOTE


def test_the_current_folder(project: Path) -> None:
    """`init .` in a project writes into the project; in a folder of notes it writes above them."""
    assert run("init", ".").exit_code == 0
    assert written_files(project) == WRITTEN
    put(project, vault__idea_md=NOTE, vault__notes__reading_md=NOTE)
    with chdir(project / "vault"):
        assert run("init", ".").exit_code == 0
    assert not (project / "vault/mkdocs.yml").exists()


def test_existing_files_stay(project: Path) -> None:
    """A file that exists is reported and stays as it is; a second run changes nothing."""
    put(project, mkdocs_yml="site_name: Mine\n", bib__papers_bib="")
    result = run("init", "notes")
    assert result.stdout.splitlines()[:2] == ["unchanged: mkdocs.yml", "unchanged: bib"]
    assert (project / "mkdocs.yml").read_text() == "site_name: Mine\n"
    assert not (project / "bib/README.md").exists()
    assert "wrote: " not in run("init", "notes").stdout


def test_dry_run(project: Path) -> None:
    """`--dry-run` writes nothing."""
    result = run("init", "--dry-run")
    assert result.stdout.splitlines() == [f"would write: {path}" for path in (
        "mkdocs.yml", "bib/README.md", ".github/workflows/publish.yml", ".github/workflows/notes.yml",
        ".pre-commit-config.yaml", ".gitignore", "requirements.txt",
    )]  # fmt: skip
    assert written_files(project) == []


def test_options_of_the_project_stay(project: Path) -> None:
    """Options that the command already reads come into the configuration of the site."""
    put(
        project,
        papernotes_toml='exclude = ["drafts/*"]\nissues.unknown-key = "error"\ncards = false\n[fetch]\ncontact = "a"\n',
    )
    run("init")
    expected = {"exclude": ["drafts/*"], "issues": {"unknown-key": "error"}, "cards": False}
    assert mkdocs_yml.read(project / "mkdocs.yml").plugins["papernotes"] == expected


def test_bibliographies_within_the_notes_are_found(project: Path) -> None:
    """A folder `bib` within the notes stays the folder of the bibliographies."""
    put(project, notes__bib__papers_bib="")
    result = run("init", "--with", "zotero")
    assert mkdocs_yml.read(project / "mkdocs.yml").plugins["papernotes"] == {"project_dir": "notes"}
    # a second folder `bib` would be read by nothing
    assert written_files(project) == [path for path in WRITTEN if path != "bib/README.md"]
    assert "to notes/bib/zotero.bib" in result.stdout


def test_wrong_folders(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing folder, no folder of notes, and a repository of notes alone are errors that say what to do."""
    assert "no such folder" in error(run("init", "nowhere"))
    sites.write(project, {"vault/.git/HEAD": ""})
    assert "is the root of a Git repository" in error(run("init", "vault"))
    monkeypatch.chdir(project / "notes")
    assert error(run("init")) == "there is no folder docs or notes here; name it: papernotes init NOTES"

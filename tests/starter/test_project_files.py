"""The files of a new site: valid for their programs, for any name and path, and complete."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.doctor import mkdocs_yml
from papernotes_plugin.starter.project_files import PROGRAMS, NewSite, project_files, site_configuration
from papernotes_plugin.version import __version__

YAML_FILES = (".github/workflows/notes.yml", ".github/workflows/publish.yml", ".pre-commit-config.yaml")


@pytest.mark.parametrize("notes", ["notes", "my notes", "it's", "a: b", "#1", "n'", "no", "Ünï", "-x", 'a"b'])
def test_paths_are_written_for_yaml_and_for_the_shell(notes: str, tmp_path: Path) -> None:
    """Whatever the folder of the notes is called, the files are valid and name it."""
    texts = project_files(NewSite("Papers", notes))
    (tmp_path / "mkdocs.yml").write_text(texts["mkdocs.yml"], "utf-8")
    assert mkdocs_yml.read(tmp_path / "mkdocs.yml").data["docs_dir"] == notes
    check, publish, commit = (yaml.safe_load(texts[path]) for path in YAML_FILES)
    assert commit["repos"][0]["hooks"][0]["args"] == [notes]
    assert [*check["jobs"]] == ["check"]
    assert [*publish["jobs"]] == ["build", "deploy"]
    command = check["jobs"]["check"]["steps"][-1]["run"]
    assert command.startswith("papernotes check ")
    assert command.endswith(" --format github")


@given(name=st.text(min_size=1), notes=st.text(min_size=1))
def test_any_text_is_valid(name: str, notes: str) -> None:
    """Any title and any path come out of the configuration as they went in."""
    text = site_configuration(NewSite(name, notes))
    data = yaml.load(text.replace("!ENV", ""), yaml.SafeLoader)
    assert (data["site_name"], data["docs_dir"]) == (name, notes)


def test_versions_are_pinned() -> None:
    """The requirements and the hook install the version that wrote them."""
    texts = project_files(NewSite("Papers", "notes"))
    pinned = f"mkdocs-papernotes[mkdocs]=={__version__}"
    assert texts["requirements.txt"] == f"{pinned}\n"
    commit = yaml.safe_load(texts[".pre-commit-config.yaml"])
    assert commit["repos"][0]["hooks"][0]["additional_dependencies"] == [pinned]


@pytest.mark.parametrize("program", PROGRAMS)
def test_each_program_changes_a_file(program: str) -> None:
    """No value of `--with` is without effect."""
    assert project_files(NewSite("Papers", "notes", programs=[program])) != project_files(NewSite("Papers", "notes"))


def test_large_notes_get_the_search_and_the_navigation_for_them(tmp_path: Path) -> None:
    """Many notes get a shorter navigation, and a large text the search for large libraries."""
    (tmp_path / "mkdocs.yml").write_text(site_configuration(NewSite("Papers", "notes", 500, 9_000_000)), "utf-8")
    site = mkdocs_yml.read(tmp_path / "mkdocs.yml")
    assert site.plugins["papernotes"] == {"search": "pagefind"}
    assert "navigation.prune" in site.data["theme"]["features"]
    assert project_files(NewSite("Papers", "notes", 5, 9_000_000))["requirements.txt"].startswith(
        "mkdocs-papernotes[mkdocs,pagefind]=="
    )


def test_nothing_is_loaded_from_another_server() -> None:
    """The site of a reader contacts no other server: no font, no script, no style sheet."""
    text = site_configuration(NewSite("Papers", "notes"))
    assert "font: false" in text
    assert "extra_javascript" not in text
    assert "extra_css" not in text

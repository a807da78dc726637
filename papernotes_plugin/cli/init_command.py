"""`papernotes init`: write the files of a new site."""

from __future__ import annotations

import os
import posixpath
from pathlib import Path

import click

from papernotes_plugin.cli.exit_codes import help_epilog
from papernotes_plugin.files import new_project
from papernotes_plugin.starter.project_files import OBSIDIAN, PROGRAMS, ZOTERO, NewSite, project_files
from papernotes_plugin.text.terminal import one_line
from papernotes_plugin.vocabulary.issues import PapernotesError

_FOLDERS = ("docs", "notes")
"""Folders of notes to look for if none is given."""


@click.command(
    epilog=help_epilog("init notes", "init notes --with zotero --with obsidian", "init --dry-run", problem="not used")
)
@click.option(
    "--with",
    "programs",
    type=click.Choice(PROGRAMS),
    multiple=True,
    help="Prepare the files for a program: Zotero, Obsidian, or the search Pagefind.",
)
@click.option("--dry-run", is_flag=True, help="Only print what the command would write.")
@click.argument("notes", required=False, type=click.Path(path_type=Path))
def init(notes: Path | None, programs: tuple[str, ...], dry_run: bool) -> None:
    """Write the files of a site into the folder above NOTES.

    These are a mkdocs.yml, a requirements.txt, a folder for .bib files, workflows, a configuration of pre-commit, and a
    .gitignore.  The workflows publish the site and check the notes.  Existing files stay as they are.  NOTES is a
    folder; the default is docs or notes.
    """
    notes = Path(os.path.abspath(_folder_of_notes(notes)))
    if not notes.is_dir():
        raise PapernotesError(f"no such folder: '{notes}'")
    if (notes / ".git").exists():
        raise PapernotesError(
            f"'{notes}' is the root of a Git repository, and the files would be outside of it; "
            "move the notes to a folder of the repository"
        )
    folder = notes.parent
    site = new_project.describe_site(notes, folder, programs)
    texts = project_files(site)
    missing = new_project.missing_files(folder, texts)
    if not dry_run:
        new_project.create_files(folder, {path: texts[path] for path in missing})
    verb = "would write" if dry_run else "wrote"
    for path in texts:
        # the folder `bib` may exist without its description
        shown = path if path in missing or os.path.lexists(folder / path) else os.path.dirname(path)
        click.echo(one_line(f"{verb if path in missing else 'unchanged'}: {os.path.relpath(folder / shown)}"))
    if not dry_run:
        steps = (f"  {number}. {one_line(step)}" for number, step in enumerate(_next_steps(folder, site), 1))
        click.echo("\n".join(["", "Next:", *steps]))


def _folder_of_notes(given: Path | None) -> Path:
    """Return the folder of the notes: the given one, or `docs` or `notes` here.

    `init .` in a project without notes of its own means its folder of notes: the files belong into the project.
    """
    default = next((Path(name) for name in _FOLDERS if Path(name).is_dir()), None)
    if given and (not default or given.resolve() != Path.cwd() or next(given.glob("*.md"), None)):
        return given
    if not default:
        raise PapernotesError(f"there is no folder {' or '.join(_FOLDERS)} here; name it: papernotes init NOTES")
    return default


def _next_steps(folder: Path, site: NewSite) -> list[str]:
    """Return what the user does next, one line a step."""
    steps = ["pip install -r requirements.txt", "mkdocs serve, and open http://127.0.0.1:8000/"]
    if Path.cwd() != folder:
        steps.insert(0, f"cd {os.path.relpath(folder)}")
    if ZOTERO in site.programs:
        file = posixpath.join(site.options.get("project_dir", ""), "bib/zotero.bib")
        steps.append(f"export your Zotero library to {file}, with Better BibTeX and the choice 'Keep updated'")
    if OBSIDIAN in site.programs:
        steps.append("keep the folder of the notes as the vault; the site shows its links, callouts and embeds")
    steps.append("push to GitHub, and select GitHub Actions in Settings, Pages; the workflow publishes the site")
    return steps

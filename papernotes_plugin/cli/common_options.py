"""Arguments and the summary line that all commands share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from papernotes_plugin.cli.terminal_output import Progress, issue_counts, text_of
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths, build_from_disk
from papernotes_plugin.files.notes_folder import unmatched_globs
from papernotes_plugin.text.terminal import one_line
from papernotes_plugin.vocabulary.issues import REASONS_FOR_NO_PAPERS, SHOWN_BY_BUILDS, Issue, Level
from papernotes_plugin.vocabulary.near_names import listed_near


def notes_arguments() -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds the arguments of all commands that read notes, passed as one `InputPaths`.

    Without notes on the command line, these are the notes of the folder `docs` if it exists, otherwise of the current
    folder.
    """
    file = click.Path(path_type=Path)

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def run(
            notes: tuple[str, ...],
            bib: tuple[str, ...],
            keys: Path | None,
            config: Path | None,
            exclude: tuple[str, ...],
            **rest: Any,
        ) -> None:
            command(InputPaths(notes or (default_notes(),), bib, keys, config, exclude), **rest)

        for add in (
            click.option("--exclude", metavar="GLOB", multiple=True, help="Notes to skip: 'drafts', '**/private/*'."),
            click.option(
                "--config", metavar="FILE", type=file, help="Options: papernotes.toml, pyproject.toml, mkdocs.yml."
            ),
            click.option("--keys", metavar="FILE", type=file, help="The key lock.  [default: bib/keys.txt]"),
            click.option("--bib", metavar="FILE", multiple=True, help="A .bib file or a glob.  [default: bib/*.bib]"),
            click.argument("notes", nargs=-1, type=click.Path()),
        ):
            run = add(run)
        return run

    return decorate


def default_notes() -> str:
    """Return the folder of notes if none is given: `docs` if it exists, else the current one."""
    return "docs" if Path("docs").is_dir() else "."


def build_library(inputs: InputPaths, *, with_code: bool = True, **options: Any) -> DiskBuild:
    """Read the inputs and build the library, with a line that shows the progress.

    Each glob of `--exclude` that excludes nothing is reported on stderr.

    Args:
        inputs: What the build reads.
        with_code: Documents of Quarto, R Markdown and MDX are notes, too.
        options: Further arguments of `build_from_disk`.
    """
    with Progress() as progress:
        disk_build = build_from_disk(
            inputs, progress.show, with_code=with_code, paused_threads=progress.paused(), **options
        )
    if inputs.exclude:
        for pattern, near in unmatched_globs(disk_build.folder, inputs.exclude).items():
            echo_line(f"--exclude: no file matches '{pattern}'{listed_near(near)}")
    return disk_build


def failing(issues: Iterable[Issue]) -> list[Issue]:
    """Return the issues that are warnings or errors, which give exit code 1."""
    return [issue for issue in issues if issue.level in (Level.WARNING, Level.ERROR)]


def echo_line(message: str) -> None:
    """Write one line to stderr, after the name of the program."""
    click.echo(f"papernotes: {one_line(message)}", err=True)


def echo_no_papers(disk_build: DiskBuild, reason: str) -> None:
    """Write to stderr why there are no papers, after the issues about notes that were not read."""
    if not disk_build.site.library.papers:
        issues = disk_build.all_issues()
        click.echo(text_of(issue for issue in issues if issue.code in REASONS_FOR_NO_PAPERS), nl=False, err=True)
    echo_line(reason)


def echo_summary(disk_build: DiskBuild, *more: Issue) -> tuple[Issue, ...]:
    """Write a summary line to stderr, after the issues that only this command finds or that every build shows.

    Args:
        disk_build: The build.
        more: Issues that `papernotes check` does not find.

    Returns:
        All issues.
    """
    issues = disk_build.all_issues(*more)
    only_here = {(issue.path, issue.message) for issue in more}
    shown = [issue for issue in issues if issue.code in SHOWN_BY_BUILDS or (issue.path, issue.message) in only_here]
    click.echo(text_of(shown), nl=False, err=True)
    others = {*issues}.difference(shown)
    echo_counts(disk_build, [issue for issue in issues if issue in others], "'papernotes check' lists them")
    return issues


def echo_counts(disk_build: DiskBuild, issues: Iterable[Issue], hint: str) -> None:
    """Write one line to stderr: the numbers of notes, papers and given issues; `hint` is the next step."""
    numbers = issue_counts(issues)
    echo_line(f"{disk_build.site.counts}{f'; {numbers} ({hint})' if numbers else ''}")

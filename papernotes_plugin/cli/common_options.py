"""Arguments, error handling and the summary line that all commands share."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import click

from papernotes_plugin.cli.terminal_output import Progress, issue_counts
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths, build_from_disk
from papernotes_plugin.files.notes_folder import utf8_name
from papernotes_plugin.hosts.generators import PLAIN
from papernotes_plugin.text.terminal import one_line
from papernotes_plugin.vocabulary.issues import Issue, PapernotesError

INTERRUPTED = 130
"""Exit code after Ctrl-C, as of a shell: 128 and the number of SIGINT."""
BROKEN_PIPE = 141
"""Exit code after the reader of stdout has ended, as of a shell: 128 and the number of SIGPIPE."""
EXIT_CODES = """\b
Exit codes:
  0  success
  1  `check`, `doctor`, `keys --check` or `export --cited-in` found a problem
  2  wrong usage, or an error that stops the command (one line on stderr gives the reason)
"""


def help_epilog(*lines: str) -> str:
    """Return the end of the help of a command: examples (without `papernotes`) and the exit codes."""
    return "\n".join(["\b", "Examples:", *(f"  papernotes {line}" for line in lines), "", EXIT_CODES])


class CommandGroup(click.Group):
    """Group of commands that prints an error as one line, and nothing after Ctrl-C or when a pipe is closed."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command line and exit; with `standalone_mode=False` return the result instead, like click."""
        standalone = kwargs.get("standalone_mode", True)
        kwargs["standalone_mode"] = False
        if not standalone:
            return super().main(*args, **kwargs)
        # The C locale or Latin-1 must neither stop the command nor change the characters of the notes.
        for stream in (sys.stdout, sys.stderr):
            if reconfigure := getattr(stream, "reconfigure", None):
                reconfigure(encoding="utf-8", errors="backslashreplace")
        try:
            code: int | None = super().main(*args, **kwargs)
        except click.ClickException as error:
            context = getattr(error, "ctx", None)
            hint = f" (see '{context.command_path} --help')" if context else ""
            _exit_with_error(error.format_message() + hint, error.exit_code)
        except click.Abort:
            sys.exit(INTERRUPTED)
        sys.exit(code or 0)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; an error of its input becomes one line and exit code 2."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader has ended (`| head`).  Without this, Python reports another error when it closes stdout.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            ctx.exit(BROKEN_PIPE)
        except PapernotesError as error:
            _exit_with_error(str(error), 2)
        except OSError as error:
            place = f"'{error.filename}': " if error.filename else ""
            _exit_with_error(f"{place}{error.strerror or error}", 2)
        return result


def _exit_with_error(message: str, code: int) -> NoReturn:
    click.echo(f"papernotes: error: {one_line(utf8_name(message))}", err=True)
    sys.exit(code)


def notes_arguments(notes_required: bool = True) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds the arguments of all commands that read notes, passed as one `InputPaths`."""
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
            command(InputPaths(notes, bib, keys, config, exclude), **rest)

        for add in (
            click.option("--exclude", metavar="GLOB", multiple=True, help="Notes to skip: 'drafts', '**/private/*'."),
            click.option("--config", metavar="FILE", type=file, help="Options: a papernotes.toml or pyproject.toml."),
            click.option("--keys", metavar="FILE", type=file, help="The key lock.  [default: bib/keys.txt]"),
            click.option("--bib", metavar="FILE", multiple=True, help="A .bib file or a glob.  [default: bib/*.bib]"),
            click.argument("notes", nargs=-1, required=notes_required, type=click.Path()),
        ):
            run = add(run)
        return run

    return decorate


def with_default_notes(inputs: InputPaths) -> InputPaths:
    """Return the inputs; without notes those of the folder `docs` if it exists, otherwise the current folder."""
    return inputs if inputs.notes else replace(inputs, notes=("docs" if Path("docs").is_dir() else ".",))


def build_library(
    inputs: InputPaths, *, pages: bool = False, new_keys: bool = False, generator: str = PLAIN
) -> DiskBuild:
    """Read the inputs and build the library, with a line that shows the progress."""
    with Progress() as progress:
        return build_from_disk(inputs, progress.show, pages=pages, new_keys=new_keys, generator=generator)


def echo_summary(disk_build: DiskBuild, *more: Issue) -> None:
    """Write one line to stderr: the numbers of notes, papers and issues."""
    echo_counts(disk_build, disk_build.all_issues(*more), "'papernotes check' lists them")


def echo_counts(disk_build: DiskBuild, issues: Iterable[Issue], hint: str) -> None:
    """Write the same line for given issues; `hint` is the next step for the user."""
    numbers = issue_counts(issues)
    click.echo(f"papernotes: {disk_build.site.counts}{f'; {numbers} ({hint})' if numbers else ''}", err=True)

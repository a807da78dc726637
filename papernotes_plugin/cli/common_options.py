"""What all commands share: manners, arguments, the summary line."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import click

from papernotes_plugin.cli import terminal_output
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths, build_from_disk
from papernotes_plugin.files.notes_folder import readable
from papernotes_plugin.hosts.generators import PLAIN
from papernotes_plugin.text import terminal
from papernotes_plugin.vocabulary.issues import Issue, PapernotesError

INTERRUPTED = 130
BROKEN_PIPE = 141
"""As a shell reports a program that a signal ended: 128 and SIGINT, or SIGPIPE."""
EXIT_CODES = """\b
Exit codes:
  0  done
  1  `check`, `doctor` or `keys --check` found something, or `export --cited-in` an unknown key
  2  wrong usage, or it cannot go on (one line on stderr says why)
"""


def help_epilog(*lines: str) -> str:
    """What stands below the help of a command."""
    return "\n".join(["\b", "Examples:", *(f"  papernotes {line}" for line in lines), "", EXIT_CODES])


class CommandGroup(click.Group):
    """The group of commands, with our own manners: an error is one line, and a closed pipe or Ctrl-C none."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command line and leave with its exit code; `standalone_mode` is click's."""
        ours = kwargs.get("standalone_mode", True)
        kwargs["standalone_mode"] = False
        if not ours:
            return super().main(*args, **kwargs)
        # A locale of C or Latin-1 must neither break nor bend what is in the notes.
        for stream in (sys.stdout, sys.stderr):
            if reconfigure := getattr(stream, "reconfigure", None):
                reconfigure(encoding="utf-8", errors="backslashreplace")
        try:
            code: int | None = super().main(*args, **kwargs)
        except click.ClickException as error:
            context = getattr(error, "ctx", None)
            hint = f" (see '{context.command_path} --help')" if context else ""
            _fail(error.format_message() + hint, error.exit_code)
        except click.Abort:
            sys.exit(INTERRUPTED)
        sys.exit(code or 0)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what it raises on bad data becomes one line and exit code 2."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader has gone (`| head`); without this, closing stdout at exit would complain again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            ctx.exit(BROKEN_PIPE)
        except PapernotesError as error:
            _fail(str(error), 2)
        except OSError as error:
            where = f"'{error.filename}': " if error.filename else ""
            _fail(f"{where}{error.strerror or error}", 2)
        return result


def _fail(message: str, code: int) -> NoReturn:
    click.echo(f"papernotes: error: {terminal.one_line(readable(message))}", err=True)
    sys.exit(code)


def notes_arguments(notes_required: bool = True) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The arguments of every command that reads notes, handed over as one `InputPaths`."""
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
            click.option(
                "--exclude", metavar="GLOB", multiple=True, help="Notes not to read: 'drafts', '**/private/*'."
            ),
            click.option("--config", metavar="FILE", type=file, help="Options: a papernotes.toml or pyproject.toml."),
            click.option("--keys", metavar="FILE", type=file, help="The key lock.  [default: bib/keys.txt]"),
            click.option("--bib", metavar="FILE", multiple=True, help="A .bib file or a glob.  [default: bib/*.bib]"),
            click.argument("notes", nargs=-1, required=notes_required, type=click.Path()),
        ):
            run = add(run)
        return run

    return decorate


def with_default_notes(inputs: InputPaths) -> InputPaths:
    """The inputs; where no notes are named those of the folder `docs`, or else of the current folder."""
    return inputs if inputs.notes else replace(inputs, notes=("docs" if Path("docs").is_dir() else ".",))


def build_library(inputs: InputPaths, *, pages: bool = False, new_keys: bool = False, host: str = PLAIN) -> DiskBuild:
    """Read what the arguments name and build, saying how far it is."""
    with terminal_output.Progress() as progress:
        return build_from_disk(inputs, progress.show, pages=pages, new_keys=new_keys, host=host)


def summary(job: DiskBuild, *more: Issue) -> None:
    """One line on stderr: what was read and found, and how many issues there are."""
    counts(job, job.found(*more), "'papernotes check' names them")


def counts(job: DiskBuild, issues: Iterable[Issue], hint: str) -> None:
    """The same of the issues that are named; `hint` says what to do about them."""
    counted = terminal_output.issue_counts(issues)
    told = f"; {counted} ({hint})" if counted else ""
    click.echo(f"papernotes: {job.site.counts}{told}", err=True)

"""Arguments, error handling and the summary line that all commands share."""

from __future__ import annotations

import errno
import functools
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

import click

from papernotes_plugin.cli.exit_codes import BROKEN_PIPE, INTERRUPTED, WRONG_USAGE
from papernotes_plugin.cli.terminal_output import Progress, issue_counts, text_of
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths, build_from_disk
from papernotes_plugin.files.notes_folder import unmatched_globs, utf8_name
from papernotes_plugin.text.terminal import one_line
from papernotes_plugin.vocabulary.issues import SHOWN_BY_BUILDS, Issue, Level, PapernotesError
from papernotes_plugin.vocabulary.near_names import listed_near


class CommandGroup(click.Group):
    """Group of commands that prints an error as one line, and nothing after Ctrl-C or when a pipe is closed."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command line and exit; with `standalone_mode=False` return the result instead, like click."""
        standalone = kwargs.get("standalone_mode", True)
        kwargs["standalone_mode"] = False
        if not standalone:
            return super().main(*args, **kwargs)
        if sys.stdout is None:  # The shell closed it.  click would drop the output and succeed.
            sys.stdout = _ClosedOutput()
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

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Parse a command line; an error while its help or the version is printed becomes one line."""
        with _errors_as_lines():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; an error of its input or output becomes one line and exit code 2."""
        with _errors_as_lines():
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result


class _ClosedOutput(io.TextIOBase):
    """Standard output that the shell has closed: writing to it is an error."""

    def write(self, text: str) -> int:
        """Raise an OSError unless the text is empty."""
        if text:
            raise OSError(errno.EBADF, "standard output is closed")
        return 0


@contextmanager
def _errors_as_lines() -> Iterator[None]:
    """Exit with one line on stderr after an error of the input or the output."""
    try:
        yield
    except BrokenPipeError:  # The reader has ended (`| head`).
        _discard_unwritten()
        sys.exit(BROKEN_PIPE)
    except PapernotesError as error:
        _exit_with_error(str(error), WRONG_USAGE)
    except (FileExistsError, NotADirectoryError) as error:
        _exit_with_error(f"'{error.filename}': a file is where a folder is needed", WRONG_USAGE)
    except OSError as error:
        # Only errors of the standard streams have a number and no file.
        place = f"'{error.filename}': " if error.filename else "the output cannot be written: " if error.errno else ""
        _exit_with_error(f"{place}{error.strerror or error}", WRONG_USAGE)


def _exit_with_error(message: str, code: int) -> NoReturn:
    with suppress(OSError):  # stderr may be on the same full disk
        click.echo(f"papernotes: error: {one_line(utf8_name(message))}", err=True)
    _discard_unwritten()
    sys.exit(code)


def _discard_unwritten() -> None:
    """Discard what a standard stream cannot write: Python would try again at its end, and exit with 120."""
    for stream, descriptor in ((sys.stdout, 1), (sys.stderr, 2)):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)


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


def build_library(inputs: InputPaths, **options: Any) -> DiskBuild:
    """Read the inputs and build the library, with a line that shows the progress.

    Each glob of `--exclude` that excludes nothing is reported on stderr.

    Args:
        inputs: What the build reads.
        options: Further arguments of `build_from_disk`.
    """
    with Progress() as progress:
        disk_build = build_from_disk(inputs, progress.show, **options)
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

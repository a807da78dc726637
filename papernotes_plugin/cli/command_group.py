"""The group of all commands: it imports each when it runs, and shows errors as one line."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, NoReturn

import click

from papernotes_plugin.cli.exit_codes import BROKEN_PIPE, INTERRUPTED, WRONG_USAGE
from papernotes_plugin.files.notes_folder import utf8_name
from papernotes_plugin.gc_tuning import infrequent_gc
from papernotes_plugin.text.terminal import one_line
from papernotes_plugin.vocabulary.issues import PapernotesError


class CommandGroup(click.Group):
    """Group of commands that prints an error as one line, and nothing after Ctrl-C or when a pipe is closed.

    Its `commands` have only a name and a summary.  The module of a command is imported before it runs.
    """

    def __init__(self, *, summaries: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        """Create the group.

        Args:
            summaries: Module and summary of each command, by name.
            kwargs: Arguments of `click.Group`.
        """
        commands = {name: click.Command(name, short_help=summary) for name, (_, summary) in summaries.items()}
        super().__init__(commands=commands, **kwargs)
        self._modules = {name: module for name, (module, _) in summaries.items()}

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name of the command in a command line, the command, and the other arguments."""
        name, command, rest = super().resolve_command(ctx, args)
        if command and name:
            with infrequent_gc(once=False):
                command = getattr(import_module(self._modules[name]), name)
        return name, command, rest

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

"""Run the `papernotes` command in this process, on files given by name."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from papernotes_plugin.cli import main


def put(root: Path, **files: str | bytes) -> None:
    """Write files by name, with `__` for a slash and `_` before the suffix for a dot."""
    for name, content in files.items():
        stem, _, suffix = name.replace("__", "/").rpartition("_")
        path = root / f"{stem}.{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def run(*args: str | Path) -> Result:
    """Return the result of a command line, run in this process."""
    return CliRunner().invoke(main, [str(a) for a in args], prog_name="papernotes")


def error(result: Result) -> str:
    """Return the one error line of a command."""
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("papernotes: error: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("papernotes: error: ").rstrip("\n")

"""The project around a folder of notes: its options, its `.bib` files and its key lock.

A face: it may read the disk, and imports the vocabulary and `disk` only.  Options stand in a `papernotes.toml`,
or in the table `[tool.papernotes]` of a `pyproject.toml`, in the folder of the notes or the one above it; the
folder of that file is the project.  Without one it is the first of the two that holds one of `MARKS`, else the
folder of the notes itself.
"""

from __future__ import annotations

import glob
import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from papernotes_plugin.files import obsidian_settings
from papernotes_plugin.files.notes_folder import read_bytes, readable
from papernotes_plugin.vocabulary.config import STYLES, Config
from papernotes_plugin.vocabulary.issues import Code, Issue, PapernotesError, issue
from papernotes_plugin.vocabulary.model import Source

MARKS = ("mkdocs.yml", "bib")
"""What makes a folder a project even without options."""


@dataclass(frozen=True, slots=True)
class Project:
    """Everything beside the notes that a build is told."""

    root: Path
    config: Config
    bibliography: tuple[Source, ...]
    key_lock: Path
    """Where the key lock is, or would be."""
    pinned: str
    """The text of the key lock; empty where there is none."""
    files: Mapping[str, Path] = field(default_factory=dict)
    """The file behind each path that issues may name, the notes left out."""
    issues: tuple[Issue, ...] = ()
    csl: str = ""
    """The text of the citation style; empty where one of our own is asked for."""


def open_project(
    notes: Path,
    *,
    config: Path | None = None,
    bib: Sequence[str] = (),
    keys: Path | None = None,
    exclude: Sequence[str] = (),
    new_keys: bool = False,
) -> Project:
    """The project of a folder of notes; what is named here stands before what its options say.

    Args:
        notes: The folder of the notes.
        config: A TOML file of options, instead of the project's own.
        bib: Paths and globs of `.bib` files, instead of those of the options; later ones win.
        keys: The key lock, instead of that of the options.
        exclude: Further globs of notes that are not read.
        new_keys: The named key lock may be missing.

    Raises:
        PapernotesError: on a wrong option, and where a file that is named cannot be read.
    """
    found, table = _options(notes, config)
    options = _checked(found, table)
    root = found.parent if found else _root(notes)
    named = bool(bib) or "bibliography" in table
    texts, files, issues = read_bibliography(bib or options.bibliography, Path.cwd() if bib else root, root, named)
    if found:
        # issues name the options so, wherever they stand
        files |= {_shown(found, root): found, "options": found}
    style = style_file(options, root)
    if style:
        files[_shown(style, root)] = style
    lock = Path(os.path.abspath(keys)) if keys else root / options.key_lock
    if keys and not new_keys and not lock.exists():
        raise PapernotesError(f"no such file: '{keys}'")
    shown = _shown(lock, root)
    return Project(
        root,
        replace(options, exclude=(*options.exclude, *exclude, *obsidian_settings.templates(notes)), key_lock=shown),
        texts,
        lock,
        read_text(lock) if lock.exists() else "",
        {**files, shown: lock},
        issues,
        read_text(style) if style else "",
    )


def repository(folder: Path) -> Path:
    """The root of the repository that a folder lies in, else the current folder."""
    return next((above for above in (folder, *folder.parents) if (above / ".git").exists()), Path.cwd())


# --- options --------------------------------------------------------------------------------------


def _options(notes: Path, config: Path | None) -> tuple[Path | None, Mapping[str, Any]]:
    """The file of options and what it says, unchecked."""
    if config is not None:
        table = _table(config)
        if table is None:
            raise PapernotesError(f"'{config}' has no table [tool.papernotes]")
        return Path(os.path.abspath(config)), table
    for folder in (notes, notes.parent):
        for name in ("papernotes.toml", "pyproject.toml"):
            path = folder / name
            table = _table(path) if path.is_file() else None
            if table is not None:
                return path, table
    return None, {}


def _table(path: Path) -> Mapping[str, Any] | None:
    """The options in a TOML file; None where a `pyproject.toml` has none."""
    if path.suffix.lower() != ".toml":
        raise PapernotesError(f"'{path}' is no TOML file; write the options into a papernotes.toml")
    text = read_text(path)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PapernotesError(f"'{path}' is no TOML: {error}") from error
    if path.name != "pyproject.toml":
        return data
    tool = data.get("tool")
    table = tool.get("papernotes") if isinstance(tool, Mapping) else None
    return table if isinstance(table, Mapping) else None


def _checked(path: Path | None, table: Mapping[str, Any]) -> Config:
    try:
        config = Config.load(table)
        config.check_folders()
        return config
    except PapernotesError as error:
        raise PapernotesError(f"'{path}': {error}") from error


def _root(notes: Path) -> Path:
    for folder in (notes, notes.parent):
        if any((folder / mark).exists() for mark in MARKS):
            return folder
    return notes


# --- files beside the notes -----------------------------------------------------------------------


def read_bibliography(
    patterns: Sequence[str], base: Path, root: Path, named: bool
) -> tuple[tuple[Source, ...], dict[str, Path], tuple[Issue, ...]]:
    """The `.bib` files, in the order of the patterns and then by name, each once; the file behind each path.

    Args:
        patterns: Paths and globs, relative to `base`.
        base: A folder.
        root: The project; paths are shown relative to it.
        named: The author named them: each must be there.

    Raises:
        PapernotesError: where a named one is not there, and where a single one cannot be read.
    """
    texts: dict[str, Source] = {}
    files: dict[str, Path] = {}
    issues: list[Issue] = []
    for pattern in patterns:
        # A real file may have brackets in its name: what exists is no glob.
        single = (base / pattern).exists()
        paths = [pattern] if single else sorted(glob.glob(pattern, root_dir=base, recursive=True))
        if named and not paths:
            raise PapernotesError(f"no file matches '{pattern}'")
        for path in (Path(os.path.abspath(base / p)) for p in paths):
            shown = _shown(path, root)
            try:
                texts.setdefault(os.path.realpath(path), Source(shown, read_bytes(path)))
                files.setdefault(shown, path)
            except OSError as error:
                if single:
                    raise PapernotesError(f"cannot read '{pattern}': {error.strerror}") from error
                reason = f"it cannot be read ({error.strerror}); it was left out"
                issues.append(issue(Code.UNREADABLE_FILE, shown, None, reason))
    return tuple(texts.values()), files, tuple(issues)


def style_file(config: Config, root: Path) -> Path | None:
    """The file of the citation style, which must be there; None for a style of our own.

    Raises:
        PapernotesError: where it is not there.
    """
    if config.citation_style in STYLES:
        return None
    path = Path(os.path.abspath(root / config.citation_style))
    if not path.exists():
        raise PapernotesError(f"option 'citation_style' names a file that is not there: '{config.citation_style}'")
    return path


def _shown(path: Path, root: Path) -> str:
    """A path for people and for published pages: never an absolute one, which tells of this machine."""
    for folder in (root, Path.cwd()):
        if path.is_relative_to(folder):
            return readable(path.relative_to(folder).as_posix())
    return readable(path.name)


def read_text(path: Path) -> str:
    """The text of a file.

    Raises:
        PapernotesError: where it cannot be read or is no UTF-8.
    """
    try:
        return read_bytes(path).decode("utf-8-sig")
    except OSError as error:
        raise PapernotesError(f"cannot read '{path}': {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise PapernotesError(f"'{path}' is no UTF-8") from error

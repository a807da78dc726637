"""Read the project of a folder of notes: its options, its `.bib` files and its key lock.

Options are in a `papernotes.toml`, or in the table `[tool.papernotes]` of a `pyproject.toml`, in the folder of the
notes or its parent.  The folder of that file is the project.  Without options the project is the first of the two
folders that contains one of `MARKERS`, or else the folder of the notes.  If both contain one, the
site of the notes decides, if it uses papernotes.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from papernotes_plugin.doctor import mkdocs_yml
from papernotes_plugin.entries import fetched_fields
from papernotes_plugin.files import obsidian_settings
from papernotes_plugin.files.notes_folder import read_bytes, utf8_name
from papernotes_plugin.vocabulary.config import STYLES, Config
from papernotes_plugin.vocabulary.fetch_options import FetchOptions
from papernotes_plugin.vocabulary.issues import Code, Issue, PapernotesError, issue
from papernotes_plugin.vocabulary.model import Source

MARKERS = ("mkdocs.yml", "bib")
"""Names of files and folders that make their folder a project."""

OPTIONS_FILES = ("papernotes.toml", "pyproject.toml")
"""Names of files that may contain options; the first one takes precedence."""


@dataclass(frozen=True, slots=True)
class Project:
    """Inputs of a build other than the notes."""

    root: Path
    config: Config
    bibliography: tuple[Source, ...]
    key_lock: Path
    """Path of the key lock, which may be missing."""
    pinned: str
    """Text of the key lock; empty if it is missing."""
    files: Mapping[str, Path] = field(default_factory=dict)
    """The file of each path that an issue may name, without the notes."""
    issues: tuple[Issue, ...] = ()
    csl: str = ""
    """Text of the citation style file; empty for a built-in style."""
    fetch: FetchOptions = field(default_factory=FetchOptions)
    """The options of `papernotes fetch`."""


def open_project(
    notes: Path,
    *,
    config: Path | None = None,
    bib: Sequence[str] = (),
    keys: Path | None = None,
    exclude: Sequence[str] = (),
    new_keys: bool = False,
) -> Project:
    """Read the project of a folder of notes; the arguments replace its options.

    Args:
        notes: The folder of the notes.
        config: A TOML file with options, instead of that of the project.
        bib: Paths and globs of `.bib` files, instead of those of the options; later ones win.
        keys: The key lock, instead of that of the options.
        exclude: Globs of notes to skip, in addition to those of the options.
        new_keys: The given key lock may be missing.

    Raises:
        PapernotesError: An option is wrong, or a given file cannot be read.
    """
    options_file, table = _read_options(notes, config)
    options = obsidian_settings.with_vault_option(_checked(options_file, table), notes)
    root = _root_of_options(options_file, options) if options_file else _root(notes)
    if bib:
        texts, files, issues = read_bibliography(bib, Path.cwd(), root, required=True)
    else:
        is_set = "bibliography" in table
        texts, files, issues = read_bibliography(
            options.bibliography, root, root, required=is_set, options=options_file
        )
    if options_file:
        # Issues name the options like this, whichever file they are in.
        files |= {_shown(options_file, root): options_file, "options": options_file}
    style = style_file(options, root)
    files |= {_shown(path, root): path for path in (style,) if path}
    lock = Path(os.path.abspath(keys)) if keys else root / options.key_lock
    if keys and not new_keys and not lock.exists():
        raise PapernotesError(f"no such file: '{keys}'")
    shown = _shown(lock, root)
    excluded = (*options.exclude, *exclude, *obsidian_settings.template_globs(notes))
    return Project(
        root,
        replace(options, exclude=excluded, key_lock=shown),
        texts,
        lock,
        read_text(lock) if lock.exists() else "",
        {**files, shown: lock},
        issues,
        read_text(style) if style else "",
        _fetch_options(options_file, table),
    )


def options_table(notes: Path) -> dict[str, Any]:
    """Return the options of a build as the project of a folder of notes sets them, without checking them.

    Raises:
        PapernotesError: The file with the options cannot be read.
    """
    _, table = _read_options(notes, None)
    return {name: value for name, value in table.items() if name not in ("fetch", "project_dir")}


def check_project_dir(config: Config, root: Path) -> None:
    """Check that the project folder of the options exists.

    Raises:
        PapernotesError: The folder does not exist.
    """
    if config.project_dir and not root.is_dir():
        raise PapernotesError(f"option 'project_dir' names a missing folder: '{config.project_dir}'")


def repository(folder: Path) -> Path:
    """Return the root of the git repository that contains a folder, or else the current folder."""
    return next((above for above in (folder, *folder.parents) if (above / ".git").exists()), Path.cwd())


# --- options --------------------------------------------------------------------------------------


def _read_options(notes: Path, config: Path | None) -> tuple[Path | None, Mapping[str, Any]]:
    """Return the file with the options and its unchecked table; None and an empty table without one."""
    if config is not None:
        table = _table(config)
        if table is None:
            raise PapernotesError(f"'{config}' has no table [tool.papernotes]")
        return Path(os.path.abspath(config)), table
    for folder in (notes, notes.parent):
        for name in OPTIONS_FILES:
            path = folder / name
            table = _table(path) if path.is_file() else None
            if table is not None:
                return path, table
    return None, {}


def _table(path: Path) -> Mapping[str, Any] | None:
    """Return the options in a TOML file or a `mkdocs.yml`; None for a `pyproject.toml` without any."""
    if path.suffix.lower() in (".yml", ".yaml"):
        return mkdocs_yml.read(path).plugins.get("papernotes", {})
    if path.suffix.lower() != ".toml":
        raise PapernotesError(f"'{path}' is neither a TOML file nor a mkdocs.yml; write the options into such a file")
    # compiling its regular expressions takes a tenth of the start
    import tomllib

    text = read_text(path)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PapernotesError(f"'{path}' is not valid TOML: {error}") from error
    if path.name != "pyproject.toml":
        return data
    tool = data.get("tool")
    table = tool.get("papernotes") if isinstance(tool, Mapping) else None
    return table if isinstance(table, Mapping) else None


def _checked(path: Path | None, table: Mapping[str, Any]) -> Config:
    try:
        config = Config.load({name: value for name, value in table.items() if name != "fetch"})
        config.check_folders()
        return config
    except PapernotesError as error:
        raise PapernotesError(f"'{path}': {error}") from error


def _fetch_options(path: Path | None, table: Mapping[str, Any]) -> FetchOptions:
    try:
        return FetchOptions.load(table.get("fetch", {}))
    except PapernotesError as error:
        raise PapernotesError(f"'{path}': {error}") from error


def _root_of_options(path: Path, options: Config) -> Path:
    root = Path(os.path.abspath(path.parent / options.project_dir))
    check_project_dir(options, root)
    return root


def _root(notes: Path) -> Path:
    above = notes.parent / "mkdocs.yml"
    if (notes / "bib").exists() and above.is_file() and not (notes / "mkdocs.yml").exists():
        # that folder may be one of pages, and the site of the notes uses another one
        site = mkdocs_yml.read(above)
        if "papernotes" in site.plugins and os.path.realpath(site.docs) == os.path.realpath(notes):
            return _root_of_options(above, Config(project_dir=str(site.plugins["papernotes"].get("project_dir", ""))))
    for folder in (notes, notes.parent):
        if any((folder / name).exists() for name in MARKERS):
            return folder
    return notes


# --- other files of a project ----------------------------------------------------------------------


def read_bibliography(
    patterns: Sequence[str], base: Path, root: Path, *, required: bool, options: Path | None = None
) -> tuple[tuple[Source, ...], dict[str, Path], tuple[Issue, ...]]:
    """Read `.bib` files, each once, in the order of the patterns and then by name.

    The file of facts that were looked up is always read, if it exists.

    Args:
        patterns: Paths and globs, relative to `base`.
        base: A folder.
        root: The folder of the project; issues show paths relative to it.
        required: Each pattern must match a file.
        options: The file that contains the patterns.  A required glob of it may match no file, which is an issue.

    Returns:
        The sources, the file of each of their paths, and an issue for each file of a glob that cannot be read.

    Raises:
        PapernotesError: A required file is missing, or a file that is given by its path cannot be read.
    """
    texts: dict[str, Source] = {}
    files: dict[str, Path] = {}
    issues: list[Issue] = []
    looked_up = glob.escape(str(root / fetched_fields.FILE))
    for pattern in (*patterns, looked_up):
        # The name of a file may contain brackets: a pattern that exists is not a glob.
        is_path = (base / pattern).exists() and pattern is not looked_up
        paths = [pattern] if is_path else sorted(glob.glob(pattern, root_dir=base, recursive=True))
        if required and not paths and pattern is not looked_up:
            if options is None or glob.escape(pattern) == pattern:
                raise PapernotesError(f"no file matches '{pattern}'")
            message = f"the pattern '{pattern}' of 'bibliography' matches no file; it was ignored"
            issues.append(issue(Code.NO_BIBLIOGRAPHY, _shown(options, root), _line_of(options, pattern), message))
        for path in (Path(os.path.abspath(base / p)) for p in paths):
            shown = _shown(path, root)
            try:
                texts.setdefault(os.path.realpath(path), Source(shown, read_bytes(path)))
                files.setdefault(shown, path)
            except OSError as error:
                if is_path:
                    raise PapernotesError(f"cannot read '{pattern}': {error.strerror}") from error
                reason = f"it cannot be read ({error.strerror}); it was left out"
                issues.append(issue(Code.UNREADABLE_FILE, shown, None, reason))
    return tuple(texts.values()), files, tuple(issues)


def _line_of(path: Path, written: str) -> int | None:
    """Return the number of the first line of a file that contains a text; None if there is none."""
    try:
        lines = read_bytes(path).decode("utf-8", "replace").splitlines()
    except OSError:
        return None
    return next((number for number, line in enumerate(lines, 1) if written in line), None)


def style_file(config: Config, root: Path) -> Path | None:
    """Return the path of the citation style file; None for a built-in style.

    Raises:
        PapernotesError: The file does not exist.
    """
    if config.citation_style in STYLES:
        return None
    path = Path(os.path.abspath(root / config.citation_style))
    if not path.exists():
        raise PapernotesError(f"option 'citation_style' names a missing file: '{config.citation_style}'")
    return path


def _shown(path: Path, root: Path) -> str:
    """Return a path for messages and published pages; never an absolute one, which may contain private names."""
    for folder in (root, Path.cwd()):
        if path.is_relative_to(folder):
            return utf8_name(path.relative_to(folder).as_posix())
    return utf8_name(path.name)


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        PapernotesError: The file cannot be read or is not UTF-8.
    """
    try:
        return read_bytes(path).decode("utf-8-sig")
    except OSError as error:
        raise PapernotesError(f"cannot read '{path}': {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise PapernotesError(f"'{path}' is not UTF-8") from error

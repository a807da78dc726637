"""Read a folder of notes.

The folder is untrusted.  A pipe, a link that leads out of it, a loop or an unreadable file is skipped with an issue;
everything else is read.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from papernotes_plugin.text import counted
from papernotes_plugin.vocabulary.config import excluded
from papernotes_plugin.vocabulary.issues import Code, Issue, PapernotesError, issue
from papernotes_plugin.vocabulary.model import Source
from papernotes_plugin.vocabulary.near_names import near_names

SUFFIXES = (".md", ".markdown")
"""Suffixes of the names of notes, in lower case."""
SUFFIXES_WITH_CODE = (".qmd", ".rmd", ".mdx")
"""Suffixes of documents of Quarto, R Markdown and MDX, which are Markdown with code.

Most site generators do not render them.  So only commands that write no pages read them as notes.
"""
_OTHER_FORMATS = {".qmd": "Quarto", ".rmd": "R Markdown", ".mdx": "MDX", ".org": "Org"}
"""Further formats in which people write notes, by suffix."""
SKIPPED = ("node_modules",)
"""Folders with no notes of the author; hidden folders (`.obsidian`, `.git`, `.trash`) are skipped as well."""
LOGSEQ_COPIES = ("logseq/bak", "logseq/version-files")
"""Folders in which Logseq keeps earlier versions of notes."""
_ENDS_OF_COPIES = tuple(f"/{folder}" for folder in LOGSEQ_COPIES)
NOT_UTF8 = "the name is not valid UTF-8"
TEMPLATES = "templates"
"""Top-level folder with templates, in lower case; MkDocs skips it as well."""


@dataclass(frozen=True, slots=True)
class NotesFolder:
    """Contents of a folder of notes; all paths are posix paths relative to its root."""

    root: Path
    """Absolute path of the folder."""
    sources: tuple[Source, ...]
    """The notes, sorted by path."""
    assets: Mapping[str, Path] = field(default_factory=dict)
    """The other files, by path."""
    issues: tuple[Issue, ...] = ()
    """One `unreadable-file` for each file or folder that was skipped, and one `unread-format` for each such format."""
    is_whole: bool = True
    """True if a folder was given; False if single files were given, and `assets` is empty then."""


def read_notes(
    paths: Sequence[str | Path], exclude: Sequence[str] = (), *, suffixes: tuple[str, ...] = SUFFIXES
) -> NotesFolder:
    """Read the notes of one folder, or the given files.

    Args:
        paths: One folder, or one or more Markdown files; the root is the deepest folder that contains them all.
        exclude: Globs of notes and folders to skip, relative to the root.
        suffixes: The suffixes of notes.

    Raises:
        PapernotesError: A path is missing, is not a Markdown file, or several paths are not all files.
    """
    given = [Path(os.path.abspath(p)) for p in paths]
    root = root_of(paths)
    if len(given) == 1 and given[0].is_dir():
        return _read_folder(root, exclude, suffixes)
    for path in map(Path, paths):
        if path.is_dir():
            raise PapernotesError(f"'{path}' is a folder: give one folder of notes, or only files")
        if not path.is_file():
            raise PapernotesError(
                f"no such file or folder: '{path}'" if not path.exists() else f"'{path}' is not a regular file"
            )
        if not path.name.lower().endswith(suffixes):
            raise PapernotesError(f"'{path}' is not a Markdown file ({', '.join(suffixes)})")
    sources, issues = _read_all({utf8_name(p.relative_to(root).as_posix()): p for p in given})
    return NotesFolder(root, sources, issues=issues, is_whole=False)


def root_of(paths: Sequence[str | Path]) -> Path:
    """Return the absolute path of the given folder, or of the deepest folder that contains all given files."""
    given = [Path(os.path.abspath(p)) for p in paths]
    return Path(os.path.commonpath([p if p.is_dir() else p.parent for p in given]))


def is_note(name: str) -> bool:
    """Return whether a file with this name is a note.

    Examples:
        >>> is_note("Reading.MD"), is_note("reading.txt")
        (True, False)
    """
    return name.lower().endswith(SUFFIXES)


def unmatched_globs(folder: NotesFolder, globs: Sequence[str]) -> dict[str, list[str]]:
    """Return those globs that match no file, each with the similar names of files and folders.

    Args:
        folder: The folder, read without the notes that the globs exclude.
        globs: Globs as in `read_notes`.
    """
    paths = {source.path for source in folder.sources}
    if folder.is_whole:
        files, links, _ = _walk(folder.root, ())
        paths = {*files, *links}
    unmatched = [each for each in dict.fromkeys(globs) if not any(excluded(path, [each]) for path in paths)]
    folders = {"/".join(path.split("/")[:end]) for path in paths for end in range(1, path.count("/") + 1)}
    names = sorted(paths | folders) if unmatched else []
    return {each: near_names(each, names) for each in unmatched}


# --- reading a folder -----------------------------------------------------------------------------


def _read_folder(root: Path, exclude: Sequence[str], suffixes: tuple[str, ...]) -> NotesFolder:
    try:
        os.scandir(root).close()
    except OSError as error:
        raise PapernotesError(f"cannot read '{root}': {error.strerror}") from error
    files, links, issues = _walk(root, exclude)
    linked, link_issues = _resolve_links(root, files, links, exclude)
    files |= linked
    sources, read_issues = _read_all({path: file for path, file in files.items() if path.lower().endswith(suffixes)})
    assets = {path: files[path] for path in sorted(files) if not path.lower().endswith(suffixes)}
    unread = _unread_formats(assets, suffixes)
    return NotesFolder(root, sources, assets, (*issues, *link_issues, *read_issues, *unread))


def _unread_formats(assets: Iterable[str], suffixes: Sequence[str]) -> Iterator[Issue]:
    """Yield an issue for each format of notes that is not read, at its first file."""
    for suffix, name in _OTHER_FORMATS.items():
        if files := [path for path in assets if path.lower().endswith(suffix)]:
            number = counted(len(files), "file")
            message = f"{name} is not read ({number}); notes have the suffix {_listed(suffixes)}"
            yield issue(Code.UNREAD_FORMAT, files[0], None, message)


def _listed(suffixes: Sequence[str]) -> str:
    """Return suffixes as a sentence lists them: `.md, .qmd or .rmd`."""
    return " or ".join(filter(None, (", ".join(suffixes[:-1]), suffixes[-1])))


def _walk(root: Path, exclude: Sequence[str]) -> tuple[dict[str, Path], dict[str, Path], list[Issue]]:
    """Return the regular files of a folder, its unresolved symbolic links, and an issue for each skipped entry."""
    files: dict[str, Path] = {}
    links: dict[str, Path] = {}
    issues: list[Issue] = []
    folders = [("", root)]
    while folders:
        prefix, folder = folders.pop()
        try:
            entries = list(os.scandir(folder))
        except OSError as error:
            issues.append(skipped_file_issue(prefix.rstrip("/"), f"the folder cannot be read ({error.strerror})"))
            continue
        for entry in entries:
            path = prefix + utf8_name(entry.name)
            if entry.name.startswith(".") or entry.name in SKIPPED or excluded(path, exclude):
                continue
            if f"/{path}".endswith(_ENDS_OF_COPIES) and entry.is_dir(follow_symlinks=False):
                continue
            if path.casefold() == TEMPLATES and entry.is_dir(follow_symlinks=False):
                continue
            if not is_utf8(path):
                issues.append(skipped_file_issue(path, NOT_UTF8))
            elif entry.is_symlink():
                links[path] = Path(entry.path)
            elif entry.is_file():
                files[path] = Path(entry.path)
            elif entry.is_dir():
                folders.append((path + "/", Path(entry.path)))
            else:
                issues.append(skipped_file_issue(path, "it is not a regular file"))
    return files, links, issues


def _resolve_links(
    root: Path, files: Mapping[str, Path], links: Mapping[str, Path], exclude: Sequence[str]
) -> tuple[dict[str, Path], list[Issue]]:
    """Return the targets of links to files that are not read under their own name, by the path of the link.

    A link to a folder is never followed: a folder of notes is read where it is, so there can be no loop.
    A link may lead to a hidden file, because git-annex stores files that way.  It must not lead out of the folder.
    """
    real_root = Path(os.path.realpath(root))
    linked: dict[str, Path] = {}
    issues: list[Issue] = []
    taken = set(files)
    for path in sorted(links):
        target = Path(os.path.realpath(links[path]))
        if not target.is_relative_to(real_root):
            issues.append(skipped_file_issue(path, "it is a link that leads out of the folder"))
            continue
        target_path = utf8_name(target.relative_to(real_root).as_posix())
        if target.is_dir() or target_path in taken or excluded(target_path, exclude):
            continue
        if target.is_file():
            linked[path] = target
            taken.add(target_path)
        else:
            issues.append(skipped_file_issue(path, "it is a link that leads to no file"))
    return linked, issues


def _read_all(files: Mapping[str, Path]) -> tuple[tuple[Source, ...], tuple[Issue, ...]]:
    sources: list[Source] = []
    issues: list[Issue] = []
    for path in sorted(files):
        try:
            sources.append(Source(path, read_bytes(files[path])))
        except OSError as error:
            issues.append(skipped_file_issue(path, f"it cannot be read ({error.strerror or error})"))
    return tuple(sources), tuple(issues)


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a regular file.

    Raises:
        OSError: The file cannot be read, or is a pipe or a device, which may never end.
    """
    _check_regular(path)
    return path.read_bytes()


def check_readable(path: Path) -> None:
    """Check that `read_bytes` can read a file.

    Raises:
        OSError: It cannot.
    """
    _check_regular(path)
    if not os.access(path, os.R_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def _check_regular(path: Path) -> None:
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    if not stat.S_ISREG(mode):
        raise OSError(None, "not a regular file", str(path))


def utf8_name(name: str) -> str:
    """Return a file name or argument decoded as UTF-8, whatever encoding the locale used to decode it.

    A name that is not valid UTF-8 is returned as it is, which may contain lone surrogates.
    """
    try:
        return os.fsencode(name).decode()
    except UnicodeError:
        return name


def local_path(path: str) -> str:
    """Return a path as this locale passes it to the operating system: the inverse of `utf8_name`."""
    return os.fsdecode(path.encode(errors="replace"))


def is_utf8(path: str) -> bool:
    """Return whether a name can be encoded as UTF-8; a disk may hold names that cannot, to which nothing can link."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def skipped_file_issue(path: str, reason: str) -> Issue:
    """Return the issue for a file or folder that was skipped; lone surrogates of its name are escaped."""
    shown = path.encode(errors="backslashreplace").decode()
    return issue(Code.UNREADABLE_FILE, shown, None, f"{reason}; it was left out")

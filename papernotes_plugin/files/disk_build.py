"""Build a library from files on disk, for the commands and the live extension."""

from __future__ import annotations

import codecs
import os
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from urllib.parse import quote

from papernotes_plugin import gc_tuning, pipeline
from papernotes_plugin.files import output_tree
from papernotes_plugin.files.atomic_write import write_changed, write_stream
from papernotes_plugin.files.forked_work import MIN_PAGES, ForkedMap, ForkedWork, available_jobs
from papernotes_plugin.files.notes_folder import (
    SUFFIXES,
    SUFFIXES_WITH_CODE,
    NotesFolder,
    local_path,
    read_bytes,
    read_notes,
    root_of,
    utf8_name,
)
from papernotes_plugin.files.project import Project, open_project
from papernotes_plugin.hosts import generators
from papernotes_plugin.hosts.generators import SiteGenerator
from papernotes_plugin.hosts.page_assets import bundled_assets, with_hover_cards
from papernotes_plugin.links.addresses import HOME, feed_file
from papernotes_plugin.pipeline import Site
from papernotes_plugin.pipeline.hover_card_data import Cards
from papernotes_plugin.text import counted
from papernotes_plugin.vocabulary.issues import Code, Issue, PapernotesError, issue
from papernotes_plugin.vocabulary.model import Note, Output


@dataclass(frozen=True, slots=True)
class InputPaths:
    """Paths and globs of what to read, as the user gives them."""

    notes: tuple[str, ...]
    """One folder, or one or more files."""
    bib: tuple[str, ...] = ()
    """Paths and globs of `.bib` files; empty for those of the options."""
    keys: Path | None = None
    """Path of the key lock; None for that of the options."""
    config: Path | None = None
    """TOML file with options; None for that of the project."""
    exclude: tuple[str, ...] = ()
    """Globs of notes to skip, in addition to those of the options."""


@dataclass(frozen=True, slots=True)
class DiskBuild:
    """Build of a library, with the files that it was built from."""

    folder: NotesFolder
    project: Project
    site: Site
    issues: tuple[Issue, ...]
    """Issues of reading and building, at the levels that the author configured."""

    def all_issues(self, *more: Issue) -> tuple[Issue, ...]:
        """Return the issues of the build and further ones, at the configured levels."""
        return self.project.config.issues_to_report((*self.issues, *more))

    def files_to_copy(self) -> Mapping[str, Path]:
        """Return the files other than notes that an output needs, by posix path.

        These are all other files of the folder; or, if single notes were given, the files that they link to.
        """
        if self.folder.is_whole:
            return _assets(self.folder, self.project)
        return output_tree.linked_files(self.folder.root, self.site.library.notes)

    def output_files(self, generator: str, show_progress: Callable[[str], None] = lambda step: None) -> OutputFiles:
        """Return all files for a site generator, by posix path: generated pages, notes, and files to copy.

        The text of a file is created each time its value is requested.

        Args:
            generator: One of `generators.GENERATORS`.
            show_progress: Called with a description of each step.
        """
        copied = self.files_to_copy()
        library = self.site.library
        generated_paths = self.site.output_paths
        rules = SiteGenerator(generator, library, self.site.config, {*generated_paths, *copied, *library.by_path})
        outputs = (*self.site.outputs, *self._feed(rules, copied))
        cards = Cards(library, self.site.config, self.site.output_paths)
        number = count()

        def note_text(note: Note) -> str:
            show_progress(f"linking notes, {next(number)} of {len(library.notes)}")
            text = pipeline.annotate(self.site, note.path, attributes=rules.attributes)
            if generator == generators.ZENSICAL:
                text = with_hover_cards(note.path, text, cards, self.site.config)
            return rules.note(note, text)

        def generated_text(output: Output) -> str:
            return rules.generated(output.path, output.text)

        files: dict[str, bytes | Path | Callable[[], str]] = {}
        if generator == generators.ZENSICAL:
            # The configuration of the site names the style sheet and the scripts.
            files |= {asset.path: encoded(asset.text) for asset in bundled_assets()}
        files |= {rules.path(path): file for path, file in copied.items()}
        files |= {rules.path(output.path): partial(generated_text, output) for output in outputs}
        files |= {rules.path(note.path): partial(note_text, note) for note in library.notes}
        changed = self.site.changed_paths
        sources = () if changed is None else {*generated_paths, *library.by_path} - changed
        generated = [rules.path(output.path) for output in outputs]
        return OutputFiles(files, frozenset(map(rules.path, sources)), generated)

    def _feed(self, rules: SiteGenerator, copied: Collection[str]) -> tuple[Output, ...]:
        """Return the feed, if there is one and the author has no file with its path."""
        path, root = feed_file(self.site.config), self.site.config.site_url

        def url(target: str) -> str:
            relative = path if target == path else rules.address(target)
            return "" if relative is None else f"{root}{quote(relative)}"

        text = pipeline.feed(self.site, "Papers and notes", url)
        return (Output(path, text),) if text and path not in copied else ()

    def relative_path(self, path: str, start: Path | None = None) -> str:
        """Return the path of an issue, relative to a folder or else to the current one."""
        file = self.project.files.get(path) or self.folder.root / local_path(path)
        with suppress(ValueError):  # another drive
            return utf8_name(Path(os.path.relpath(file, start or os.curdir)).as_posix())
        return path

    def write_file(self, output: Path, text: str, *other_inputs: Path) -> None:
        """Write a text to a path that the user named.

        Args:
            output: The path.
            text: The text.
            other_inputs: Files that were read in addition to those of the build.

        Raises:
            PapernotesError: The path is one of the files that were read.
        """
        notes = [self.folder.root / local_path(source.path) for source in self.folder.sources]
        inputs = (*notes, *other_inputs, *self.project.files.values())
        if os.path.realpath(output) in {os.path.realpath(path) for path in inputs}:
            raise PapernotesError(f"'{output}' was read as input and is not overwritten")
        write_stream(output, encoded(text))


class OutputFiles(Mapping[str, bytes | Path]):
    """Files by path, whose texts are created and encoded on each access."""

    def __init__(
        self,
        files: Mapping[str, bytes | Path | Callable[[], str]],
        unchanged: frozenset[str],
        generated: Iterable[str],
    ) -> None:
        self._files = files
        self._generated = sorted({*generated} - unchanged)
        self._numbers: Mapping[str, int] = {}
        """Number of each text that other processes create, too, by path."""
        self._work: ForkedWork[str, bytes | Path] | None = None
        self.unchanged = unchanged
        """Paths of files that the last build in this process wrote with the same text."""

    @contextmanager
    def created_by(self, jobs: int | str, compute_shared: Callable[[], None]) -> Iterator[None]:
        """Create the texts of generated files in several processes during a `with` statement, if that gains time.

        The texts must then be requested in the order of their paths.

        Args:
            jobs: The option `jobs`.
            compute_shared: Computes what several files need, so that not each process has to do so.
        """
        pages = sum(1 for path in self._generated if path.endswith(".md"))
        if (count := available_jobs(jobs, is_large=pages >= MIN_PAGES)) > 1:
            compute_shared()
            self._numbers = {path: number for number, path in enumerate(self._generated)}
            self._work = ForkedWork(self._generated, self._created, count)
        try:
            yield
        finally:
            if self._work:
                self._work.stop()
            self._work, self._numbers = None, {}

    def __getitem__(self, path: str) -> bytes | Path:
        if self._work and path in self._numbers and (created := self._work.result(self._numbers[path])) is not None:
            return created
        return self._created(path)

    def _created(self, path: str) -> bytes | Path:
        content = self._files[path]
        return content if isinstance(content, bytes | Path) else encoded(content())

    def __contains__(self, path: object) -> bool:
        # The method of Mapping would create the text.
        return path in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def build_from_disk(
    inputs: InputPaths,
    show_progress: Callable[[str], None],
    *,
    pages: bool = False,
    new_keys: bool = False,
    generator: str = generators.PLAIN,
    previous: DiskBuild | None = None,
    once: bool = True,
    with_code: bool = False,
    paused_threads: AbstractContextManager[object] | None = None,
) -> DiskBuild:
    """Read all files and build the library.

    Args:
        inputs: What to read.
        show_progress: Called with a description of each step.
        pages: Render the generated pages.
        new_keys: The given key lock may be missing.
        generator: The site generator that will read the output, one of `generators.GENERATORS`.
        previous: The last build in this process, which makes this one faster.
        once: Whether this is the only build of the process.
        with_code: Documents of Quarto, R Markdown and MDX are notes, too.
        paused_threads: Stops the threads of this process in a `with` statement, so that it can be copied.

    Raises:
        PapernotesError: A given file cannot be read, or an option is wrong.
    """
    show_progress("reading notes")
    project = _project(inputs, generator, new_keys=new_keys)
    suffixes = (*SUFFIXES, *SUFFIXES_WITH_CODE) if with_code else SUFFIXES
    folder = read_notes(inputs.notes, project.config.exclude, suffixes=suffixes)
    show_progress(f"finding papers in {counted(len(folder.sources), 'note')}")
    with gc_tuning.infrequent_gc(once=once):
        site = pipeline.build(
            folder.sources,
            bibliography=project.bibliography,
            key_lock=project.pinned,
            csl=project.csl,
            author_files=_assets(folder, project),
            pages=pages,
            config=project.config,
            previous=previous.site if previous else None,
            map_notes=ForkedMap(project.config.jobs if once else 1, folder.sources, paused_threads),
        )
    site = _without_second_home(site)
    conflicts = () if generator == generators.PLAIN else _address_conflicts(site)
    issues = (*folder.issues, *project.issues, *site.issues, *conflicts)
    return DiskBuild(folder, project, site, project.config.issues_to_report(issues))


def _project(inputs: InputPaths, generator: str, *, new_keys: bool) -> Project:
    """Return the options and files of a project, with the options that suit a site generator."""
    root = root_of(inputs.notes)
    project = open_project(
        root, config=inputs.config, bib=inputs.bib, keys=inputs.keys, exclude=inputs.exclude, new_keys=new_keys
    )
    return replace(project, config=generators.config_for(project.config, generator))


def _without_second_home(site: Site) -> Site:
    """Return a build without its home page if the notes have one: `_index.md` of Hugo and of Quartz."""
    if "_index.md" not in site.library.by_path:
        return site
    return replace(site, outputs=tuple(output for output in site.outputs if output.path != HOME))


def _address_conflicts(site: Site) -> Iterator[Issue]:
    """Yield an issue for each note with the URL of another page, of which a site shows only one.

    An example are `papers.md` and `papers/index.md`.
    """
    paths = {_address(output.path): output.path for output in site.outputs if output.path.endswith(".md")}
    for path in site.library.by_path:
        other = paths.setdefault(_address(path), path)
        if other != path:
            message = f"it has the address of '{other}': a site shows only one of the two"
            yield issue(Code.SAME_ADDRESS, path, None, message)


def _address(path: str) -> str:
    """Return the URL path of a page, in lower case; the page of a folder is its `index`."""
    stem = unicodedata.normalize("NFC", path).casefold().removesuffix(".md")
    return stem.removesuffix("index").rstrip("/") if stem.rpartition("/")[2] == "index" else stem


def _assets(folder: NotesFolder, project: Project) -> dict[str, Path]:
    """Return the files of a folder other than notes, without those that papernotes itself reads."""
    inputs = {os.path.realpath(path) for path in project.files.values()}
    return {path: file for path, file in folder.assets.items() if os.path.realpath(file) not in inputs}


def add_pins(path: Path, lines: str) -> None:
    """Append lines to the key lock and keep its other bytes."""
    path = Path(os.path.realpath(path))
    data = read_bytes(path) if path.exists() else b""
    if repaired := pipeline.repair_key_lock(data, lines):
        write_changed(path, repaired.data)


def write_lock(path: Path, text: str) -> None:
    """Replace the text of the key lock; a byte order mark is kept."""
    path = Path(os.path.realpath(path))
    mark = codecs.BOM_UTF8 if path.exists() and read_bytes(path).startswith(codecs.BOM_UTF8) else b""
    write_changed(path, mark + encoded(text))


def encoded(text: str) -> bytes:
    """Return the text as UTF-8; lone surrogates, which YAML may contain, become backslash escapes."""
    return text.encode(errors="backslashreplace")

"""A job: what a command works on, from the folders that it was given to the library that was built.

A face without words of its own: it reads, calls the pipeline and answers what the commands ask.
"""

from __future__ import annotations

import codecs
import difflib
import os
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from urllib.parse import quote

from papernotes_plugin import identifiers, pipeline
from papernotes_plugin.files import gc_tuning, output_tree
from papernotes_plugin.files.atomic_write import write_changed, write_stream
from papernotes_plugin.files.notes_folder import Folder, local_path, read_bytes, read_notes, readable, root_of
from papernotes_plugin.files.project import Project, open_project
from papernotes_plugin.hosts import generators
from papernotes_plugin.hosts.page_assets import bundle, with_hover_cards
from papernotes_plugin.links.addresses import feed_file
from papernotes_plugin.pipeline import Site
from papernotes_plugin.pipeline.hover_card_data import Cards
from papernotes_plugin.vocabulary.issues import Code, Issue, PapernotesError, issue
from papernotes_plugin.vocabulary.model import Note, Output, Paper


@dataclass(frozen=True, slots=True)
class InputPaths:
    """What a command is told about where to read."""

    notes: tuple[str, ...]
    """One folder, or files."""
    bib: tuple[str, ...] = ()
    keys: Path | None = None
    config: Path | None = None
    exclude: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DiskBuild:
    """Everything that was read, and what was made of it."""

    folder: Folder
    project: Project
    site: Site
    issues: tuple[Issue, ...]
    """Those of the disk and of the build, at the author's levels."""

    def found(self, *more: Issue) -> tuple[Issue, ...]:
        """All issues, with those that came up since."""
        return self.project.config.told((*self.issues, *more))

    def assets(self) -> Mapping[str, Path]:
        """The files to copy beside the notes: those of the folder, or those that single notes link to."""
        if self.folder.whole:
            return _assets(self.folder, self.project)
        return output_tree.linked_files(self.folder.root, self.site.library.notes)

    def tree(self, host: str, say: Callable[[str], None] = lambda step: None) -> Mapping[str, bytes | Path]:
        """All files of the tree for a host, of `hosts.HOSTS`, by path: our pages, the notes, and what to copy.

        Each text is made when it is asked for.

        `say` is told what is being done.
        """
        copied = self.assets()
        library = self.site.library
        ours = {output.path for output in self.site.outputs}
        rules = generators.SiteGenerator(host, library, self.site.config, {*ours, *copied, *library.by_path})
        outputs = (*self.site.outputs, *self._feed(rules, copied))
        cards = Cards(library, self.site.config, self.site.outputs)
        done = count()

        def noted(note: Note) -> str:
            say(f"linking notes, {next(done)} of {len(library.notes)}")
            text = pipeline.annotate(self.site, note.path, attributes=rules.attributes)
            carries = host == generators.ZENSICAL
            return rules.note(note, with_hover_cards(note.path, text, cards, self.site.config) if carries else text)

        def generated(output: Output) -> str:
            return rules.generated(output.path, output.text)

        there = {rules.path(path): file for path, file in copied.items()}
        pages = {rules.path(output.path): partial(generated, output) for output in outputs}
        notes = {rules.path(note.path): partial(noted, note) for note in library.notes}
        return _Tree({**dict(_dress(host)), **there, **pages, **notes})

    def _feed(self, rules: generators.SiteGenerator, copied: Collection[str]) -> tuple[Output, ...]:
        """The feed, where there is one; a file of the author's own at its place stays."""
        path, root = feed_file(self.site.config), self.site.config.site_url

        def address(wanted: str) -> str:
            found = path if wanted == path else rules.address(wanted)
            return "" if found is None else f"{root}{quote(found)}"

        text = pipeline.feed(self.site, "Papers and notes", address)
        return (Output(path, text),) if text and path not in copied else ()

    def located(self, path: str, start: Path | None = None) -> str:
        """The path of an issue as seen from a folder, else from the current one."""
        file = self.project.files.get(path) or self.folder.root / local_path(path)
        with suppress(ValueError):  # another drive
            return readable(Path(os.path.relpath(file, start or os.curdir)).as_posix())
        return path

    def write(self, output: Path, text: str, *others: Path) -> None:
        """Write a file.

        Args:
            output: Where.
            text: Its text.
            others: Further files that were read.

        Raises:
            PapernotesError: where it is one that was read.
        """
        read = [self.folder.root / local_path(source.path) for source in self.folder.sources]
        if os.path.realpath(output) in {
            os.path.realpath(path) for path in (*read, *others, *self.project.files.values())
        }:
            raise PapernotesError(f"'{output}' was read as input and is not overwritten")
        write_stream(output, encoded(text))

    def find(self, key: str) -> Paper:
        """The paper that goes by a key, an identifier, a link, a title or a label.

        Raises:
            PapernotesError: where there is none, it names the nearest; where there are several, it names them.
        """
        library = self.site.library
        wanted = readable(key).strip().removeprefix("@")
        identifier = identifiers.parse_identifier(wanted) or identifiers.from_url(wanted)
        if paper := library.by_key.get(wanted) or (library.by_identifier.get(identifier) if identifier else None):
            return paper
        names: dict[str, list[Paper]] = {}
        for paper in library.papers:
            for name in {n.casefold() for n in (paper.citekey, *paper.aliases, paper.title, *paper.labels)}:
                names.setdefault(name, []).append(paper)
        if found := names.get(wanted.casefold()):
            if len(found) == 1:
                return found[0]
            raise PapernotesError(f"several papers go by '{key}': {', '.join(paper.citekey for paper in found)}")
        close = difflib.get_close_matches(wanted.casefold(), names, 3)
        near = dict.fromkeys(paper.citekey for name in close for paper in names[name])
        hint = f"; did you mean {' or '.join(repr(k) for k in near)}?" if near else ""
        raise PapernotesError(f"no paper goes by '{key}'{hint}")


class _Tree(Mapping[str, bytes | Path]):
    """Files by path; a text is made and put into bytes when it is asked for, and not kept."""

    def __init__(self, files: Mapping[str, bytes | Path | Callable[[], str]]) -> None:
        self._files = files

    def __getitem__(self, path: str) -> bytes | Path:
        found = self._files[path]
        return found if isinstance(found, bytes | Path) else encoded(found())

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def build_from_disk(
    inputs: InputPaths,
    say: Callable[[str], None],
    *,
    pages: bool = False,
    new_keys: bool = False,
    host: str = generators.PLAIN,
) -> DiskBuild:
    """Read everything and build the library.

    Args:
        inputs: Where to read.
        say: Told what is being done.
        pages: Render the pages.
        new_keys: The key lock that is named may be missing.
        host: The site generator that shall show it, of `hosts.HOSTS`.

    Raises:
        PapernotesError: where something that is named cannot be read, and on a wrong option.
    """
    say("reading notes")
    project = open_project(
        root_of(inputs.notes),
        config=inputs.config,
        bib=inputs.bib,
        keys=inputs.keys,
        exclude=inputs.exclude,
        new_keys=new_keys,
    )
    project = replace(project, config=generators.settings(project.config, host))
    folder = read_notes(inputs.notes, project.config.exclude)
    say(f"finding papers in {len(folder.sources)} notes")
    with gc_tuning.infrequent_gc(once=True):
        site = pipeline.build(
            folder.sources,
            bibliography=project.bibliography,
            key_lock=project.pinned,
            csl=project.csl,
            taken=_assets(folder, project),
            pages=pages,
            config=project.config,
        )
    found = (*folder.issues, *project.issues, *site.issues, *(_one_address(site) if host != generators.PLAIN else ()))
    return DiskBuild(folder, project, site, project.config.told(found))


def _one_address(site: Site) -> Iterator[Issue]:
    """The notes with the address of another page (`papers.md`, `papers/index.md`), of which a host shows one alone."""
    known = {_address(output.path): output.path for output in site.outputs if output.path.endswith(".md")}
    for path in site.library.by_path:
        other = known.setdefault(_address(path), path)
        if other != path:
            message = f"it has the address of '{other}': a site shows one of the two"
            yield issue(Code.SAME_ADDRESS, path, None, message)


def _address(path: str) -> str:
    """Where a page is in a site, ignoring case: that of a folder is its `index`."""
    stem = unicodedata.normalize("NFC", path).casefold().removesuffix(".md")
    return stem.removesuffix("index").rstrip("/") if stem.rpartition("/")[2] == "index" else stem


def _dress(host: str) -> Iterator[tuple[str, bytes | Path]]:
    """The style and the scripts, where a host is told by its own settings to load them."""
    if host == generators.ZENSICAL:
        yield from ((asset.path, encoded(asset.text)) for asset in bundle())


def _assets(folder: Folder, project: Project) -> dict[str, Path]:
    """The files of a folder that are no notes, without those that papernotes itself reads."""
    own = {os.path.realpath(path) for path in project.files.values()}
    return {path: file for path, file in folder.assets.items() if os.path.realpath(file) not in own}


def add_pins(path: Path, lines: str) -> None:
    """Add lines to the key lock; what stands there stays as it is, byte for byte."""
    path = Path(os.path.realpath(path))
    data = read_bytes(path) if path.exists() else b""
    if fixed := pipeline.repair_key_lock(data, lines):
        write_changed(path, fixed.data)


def write_lock(path: Path, text: str) -> None:
    """Put another text into the key lock, whole or not at all; a byte order mark stays."""
    path = Path(os.path.realpath(path))
    mark = codecs.BOM_UTF8 if path.exists() and read_bytes(path).startswith(codecs.BOM_UTF8) else b""
    write_changed(path, mark + encoded(text))


def encoded(text: str) -> bytes:
    """The text as UTF-8; half a surrogate pair, which YAML may hold, is written out as on stdout."""
    return text.encode(errors="backslashreplace")

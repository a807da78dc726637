"""The plugin's files: notes and bibliographies read, generated pages put among the site's own."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.utils import meta, write_file

from papernotes_plugin import pipeline
from papernotes_plugin.files import notes_folder, obsidian_settings, project
from papernotes_plugin.links.addresses import folded
from papernotes_plugin.mkdocs_plugin.compat.other_plugins import (
    NEED_PATHS,
    Languages,
    has,
    led_elsewhere,
    locked,
    posts_to_come,
)
from papernotes_plugin.mkdocs_plugin.pages.page_texts import Bodies, content
from papernotes_plugin.vocabulary.config import Config, excluded
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Note, Output, Source

_WORDS = re.compile(r"[ ]{0,3}[A-Za-z0-9_-]+:(?::|[ \t]*(?:\n|\Z))")
"""How a note may begin that MkDocs takes for a field of front matter, and takes away: `key:: value`, `Words:`."""


def root_of(config: MkDocsConfig) -> Path:
    """The folder of the project: that of its `mkdocs.yml`."""
    return Path(config.config_file_path or "mkdocs.yml").absolute().parent


def sources_of(files: Files, config: MkDocsConfig) -> tuple[list[Source], list[Issue]]:
    """The pages of the site as sources.  What cannot be read leaves the site: MkDocs would die of it."""
    sources: list[Source] = []
    issues: list[Issue] = []
    kept = dict.fromkeys(posts_to_come(files, config), "a date to come keeps the post back; nothing of it is shown")
    kept |= dict.fromkeys(locked(files, config), "its page is locked; nothing of it is shown on others")
    issues += (issue(Code.PRIVATE_NOTE, path, None, kept[path]) for path in sorted(kept))
    for file in [file for file in files if file.inclusion.is_in_serve() and file.src_uri not in kept]:
        try:
            if not notes_folder.is_utf8(file.src_uri):
                raise OSError(None, notes_folder.NO_UTF8)
            if file.is_documentation_page() and file.inclusion.is_included():
                data = notes_folder.read_bytes(Path(file.abs_src_path)) if file.abs_src_path else file.content_bytes
                sources.append(Source(file.src_uri, data))
            elif file.abs_src_path and file.src_dir == config.docs_dir:
                notes_folder.check_readable(Path(file.abs_src_path))
        except OSError as error:
            files.remove(file)
            issues.append(notes_folder.left_out(file.src_uri, f"it cannot be read ({error.strerror or error})"))
    return sources, issues


def unpublished(files: Files, config: MkDocsConfig) -> list[str]:
    """The pages that MkDocs leaves out of the site (`exclude_docs`, `draft_docs`), and posts of a date to come."""
    left_out = files.documentation_pages(inclusion=InclusionLevel.is_excluded)
    return [*(file.src_uri for file in left_out), *sorted(posts_to_come(files, config))]


def leave_out_templates(files: Files, config: MkDocsConfig) -> None:
    """Leave out what Obsidian's settings, in the folder of the pages or that of the project, call templates."""
    docs, root = Path(config.docs_dir).absolute(), root_of(config)
    above = len(docs.relative_to(root).parts) if docs.is_relative_to(root) else 0
    templates = obsidian_settings.templates(docs, above)
    for file in files:
        if templates and file.src_dir == config.docs_dir and excluded(file.src_uri, templates):
            file.inclusion = InclusionLevel.EXCLUDED


def unknown_to_blogs(private: Mapping[str, str]) -> list[str]:
    """The private notes of which Material's blog would make posts: it knows nothing but `draft`."""
    return [path for path, said in private.items() if not said.startswith("draft:")]


def keep_back(files: Files, paths: Iterable[str]) -> None:
    """Make drafts of pages: a build leaves them out, a preview shows them with MkDocs' own mark."""
    for path in paths:
        file = files.get_file_from_path(path)
        if file is not None and file.inclusion.is_included():
            file.inclusion = InclusionLevel.DRAFT


def beside(root: Path, settings: Config) -> tuple[tuple[Source, ...], str, str, tuple[Issue, ...]]:
    """The `.bib` files, the text of the key lock, that of a CSL style, and what could not be read."""
    named = settings.bibliography != Config().bibliography
    bibliography, _, issues = project.read_bibliography(settings.bibliography, root, root, named)
    lock = root / settings.key_lock
    style = project.style_file(settings, root)
    csl = project.read_text(style) if style else ""
    return bibliography, project.read_text(lock) if lock.exists() else "", csl, issues


class Handed(NamedTuple):
    """What MkDocs hands over of a note where no other plugin changed it."""

    start: int
    """Where its text begins in it."""
    body: str
    whole: str
    """With its front matter."""
    left: str
    """Without first words that it takes for front matter."""


def handed_over(files: Files, sources: Iterable[Source], notes: Iterable[Note]) -> dict[str, Handed]:
    """Per note what MkDocs hands over of it."""
    raw = {source.path: source.data for source in sources}
    handed: dict[str, Handed] = {}
    for note in notes:
        try:
            content = raw[note.path].decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            # MkDocs would die of these bytes: it gets the text that was read instead
            content = note.text
            file = files.get_file_from_path(note.path)
            assert file is not None
            file.content_string = content
        before = note.place(note.body)[0] - 1
        whole = content.strip()
        left = meta.get_data(content)[0].strip() if _WORDS.match(content) else whole
        handed[note.path] = Handed(note.body, content.split("\n", before)[-1].strip(), whole, left)
    return handed


class Ours(File):
    """A file of ours, or one that stands for a note."""

    settled = False
    """It is in its place as it shall be: MkDocs takes it for no page, and does not write it."""
    output: Output | None = None
    """What makes its content when that is asked for; None where somebody has given it another."""

    @cached_property
    def place(self) -> str:
        """Where it is written, when nobody moves it any more."""
        return os.path.normpath(self.abs_dest_path)

    @property
    def content_bytes(self) -> bytes:
        """What stands in it."""
        return super().content_bytes if self.output is None else content(self.output).encode()

    @content_bytes.setter
    def content_bytes(self, value: bytes) -> None:
        self.output = None
        File.content_bytes.fset(self, value)  # type: ignore[attr-defined]

    @property
    def content_string(self) -> str:
        """What stands in it, as text."""
        return super().content_string if self.output is None else content(self.output)

    @content_string.setter
    def content_string(self, value: str) -> None:
        self.output = None
        File.content_string.fset(self, value)  # type: ignore[attr-defined]

    def is_documentation_page(self) -> bool:
        """Whether MkDocs makes a page of it."""
        return not self.settled and super().is_documentation_page()

    def copy_file(self, dirty: bool = False) -> None:
        """Write it."""
        if self.output and not self.settled:
            write_file(self.content_bytes, self.abs_dest_path)
        elif not self.settled:
            super().copy_file(dirty)

    @classmethod
    def settled_in(cls, file: File) -> Ours:
        """What stands in the place of a file whose page is settled."""
        urls, place = file.use_directory_urls, file.dest_uri
        standin = cls(file.src_uri, file.src_dir, file.dest_dir, urls, dest_uri=place, inclusion=file.inclusion)
        standin.page, standin.settled = file.page, True
        return standin


class _Standin(File):
    """Leads links to a generated page to the one that has its place by another name (`README.md` for `index.md`)."""

    def is_documentation_page(self) -> bool:
        return False

    def copy_file(self, dirty: bool = False) -> None:
        pass


def add(
    files: Files,
    config: MkDocsConfig,
    outputs: Iterable[Output],
    replaced: Mapping[str, str],
    settled: Mapping[str, Ours],
    bodies: Bodies,
) -> list[Issue]:
    """Add the generated files, those in `settled` as they are.

    Where the author has a file of his own, his stays, and `replaced` as `Site` has it.  The pages have `BODY` for a
    text, and what it stands for is put among `bodies`: other plugins shall not read it as the author's.
    """
    places, issues = _places(files, config)
    for output in outputs:
        if known := settled.get(output.path):
            known.output = output
            files.append(known)
            bodies.add(output)
            continue
        file = ours(output, config)
        own = files.get_file_from_path(output.path)
        if own is not None and own.inclusion.is_excluded():
            files.remove(own)
        theirs = places.get(folded((file.dest_uri,)))
        if theirs is None:
            files.append(file)
            bodies.add(output)
            continue
        message = f"it stands where '{output.path}' would be generated; it stays"
        issues.append(issue(Code.PAGE_EXISTS, theirs.src_uri, None, message))
        if theirs.src_uri != output.path:
            add_links(files, config, [output.path], theirs.dest_uri)
    for path, their_path in replaced.items():
        if own := files.get_file_from_path(their_path):
            add_links(files, config, [path], own.dest_uri)
    return issues


def ours(output: Output, config: MkDocsConfig) -> Ours:
    """The file of an output; that of a page has `BODY` for a text."""
    file = Ours.generated(config, output.path, content="", inclusion=InclusionLevel.NOT_IN_NAV)
    assert isinstance(file, Ours)
    file.output = output
    if any(has(config, name) for name in NEED_PATHS):
        file.abs_src_path = _place(config, output.path)
    return file


def _places(files: Files, config: MkDocsConfig) -> tuple[dict[tuple[str, ...], File], list[Issue]]:
    """Where the files of a site will be, as disks compare paths; and which take one another's places."""
    places: dict[tuple[str, ...], File] = {}
    issues: list[Issue] = []
    for file in files:
        if not file.inclusion.is_excluded():
            twin = places.get(place := folded((file.dest_uri,)))
            if twin and twin.dest_uri == file.dest_uri and _is_own(twin, config) and _is_own(file, config):
                message = f"it has the address of '{twin.src_uri}', whose page MkDocs overwrites with this one"
                issues.append(issue(Code.SAME_ADDRESS, file.src_uri, None, message))
            places[place] = file
    return places, issues


def add_links(files: Files, config: MkDocsConfig, paths: Iterable[str], place: str | None = None) -> None:
    """Let links lead to pages that another file or another build puts where they belong, or at `place`."""
    for path in paths:
        if files.get_file_from_path(path) is None:
            urls = config.use_directory_urls
            natural = File(path, None, config.site_dir, urls)
            standin = _Standin(path, None, config.site_dir, urls, dest_uri=place or natural.dest_uri)
            standin.abs_src_path = _place(config, path)
            files.append(standin)


def add_translations(files: Files, config: MkDocsConfig, languages: Languages, notes: Iterable[Note]) -> None:
    """Let links lead to notes that the build of another language puts where they belong."""
    for note in notes:
        if place := languages.destination(note.path, config.use_directory_urls):
            add_links(files, config, [note.path], place)


def _is_own(file: File, config: MkDocsConfig) -> bool:
    return file.is_documentation_page() and file.src_dir == config.docs_dir


def abroad(files: Files, config: MkDocsConfig, languages: Languages, site: pipeline.Site) -> dict[str, str]:
    """The backlinks of each note in the build of another language: they lead to the notes that they are of.

    A link to a note would lead to its translation there, which has other places.
    """
    names: dict[str, str] = {}
    for path in (note.path for note in site.library.notes):
        file = files.get_file_from_path(path)
        if file is None or file.src_uri != path:
            names[path] = f".papernotes/{path}"
            add_links(files, config, [names[path]], languages.destination(path, config.use_directory_urls))
    return {path: led_elsewhere(text, path, names) for path, text in site.backlinks.items()}


def _place(config: MkDocsConfig, path: str) -> str:
    """Where a file of ours would be if it were one; nothing is there, and no file of the author's has its name."""
    return str(Path(config.docs_dir) / ".papernotes" / path.replace("/", "~"))

"""Add generated pages and assets to the files of a site."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from urllib.parse import urljoin, urlsplit

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.utils import write_file

from papernotes_plugin.hosts.page_assets import assets
from papernotes_plugin.links.addresses import fold_path
from papernotes_plugin.mkdocs_plugin.compat.links import needs_source_paths
from papernotes_plugin.mkdocs_plugin.pages.link_targets import VirtualFile, add_link_targets, placeholder_path
from papernotes_plugin.mkdocs_plugin.pages.old_addresses import with_redirects
from papernotes_plugin.mkdocs_plugin.pages.page_texts import PageTexts, file_content
from papernotes_plugin.mkdocs_plugin.pages.result_kinds import result_kinds
from papernotes_plugin.pipeline import Site
from papernotes_plugin.vocabulary.issues import Code, Issue, issue, page_exists
from papernotes_plugin.vocabulary.model import Output


class GeneratedFile(VirtualFile):
    """A file that papernotes generates, or the placeholder of a note whose page is reused."""

    reused = False
    """True if the file of the last build is kept: MkDocs then neither renders nor writes it."""
    render_page: Callable[[GeneratedFile], bytes] | None = None
    """Function that returns the page, if it is written directly: then MkDocs handles it as a file that is no page."""
    is_written: Callable[[], bool] | None = None
    """Function that returns whether another process has written the file already; None if there is no such process."""
    output: Output | None = None
    """Source of the content, which is computed on access; None if the content was assigned."""

    @classmethod
    def from_output(cls, output: Output, config: MkDocsConfig) -> GeneratedFile:
        """Return the file of an output; the text of a page is a placeholder (see `page_texts`)."""
        file = cls._new(output.path, config)
        file.output = output
        return file

    @classmethod
    def from_text(cls, path: str, text: str, config: MkDocsConfig) -> GeneratedFile:
        """Return a file with a given path and text, outside the navigation."""
        file = cls._new(path, config)
        file.content_string = text
        add_source_paths([file], config)
        return file

    @classmethod
    def _new(cls, path: str, config: MkDocsConfig) -> GeneratedFile:
        # as `File.generated`, but quicker: the attributes of a configuration are slow, and most files are no pages
        site_dir, urls = config["site_dir"], config["use_directory_urls"]
        dest_uri = None if path.endswith(".md") else path
        file = cls(path, None, site_dir, urls, dest_uri=dest_uri, inclusion=InclusionLevel.NOT_IN_NAV)
        file.generated_by = "papernotes"
        return file

    @classmethod
    def placeholder_for(cls, file: File) -> GeneratedFile:
        """Return a file that replaces the file of a note whose page is reused; it keeps its page and its URL."""
        placeholder = cls(
            file.src_uri,
            file.src_dir,
            file.dest_dir,
            file.use_directory_urls,
            dest_uri=file.dest_uri,
            inclusion=file.inclusion,
        )
        placeholder.page, placeholder.reused = file.page, True
        return placeholder

    @property
    def content_bytes(self) -> bytes:
        """Content of the file."""
        if self.render_page:
            return self.render_page(self)
        return super().content_bytes if self.output is None else file_content(self.output).encode()

    @content_bytes.setter
    def content_bytes(self, value: bytes) -> None:
        self.output = None
        File.content_bytes.fset(self, value)  # type: ignore[attr-defined]

    @property
    def content_string(self) -> str:
        """Content of the file as text."""
        return super().content_string if self.output is None else file_content(self.output)

    @content_string.setter
    def content_string(self, value: str) -> None:
        self.output = None
        File.content_string.fset(self, value)  # type: ignore[attr-defined]

    def new_page(self, config: MkDocsConfig) -> Page:
        """Return a page of the file without a title."""
        # without options, because MkDocs joins and splits the address of each page, which takes most of the time
        page = Page(None, self, {})  # type: ignore[arg-type]
        if site_url := config["site_url"]:
            address, path = _site_address(site_url)
            page.canonical_url, page.abs_url = f"{address}{page.url}", f"{path}{page.url}"
        return page

    def is_documentation_page(self) -> bool:
        """Return whether MkDocs renders a page from the file."""
        return not self.reused and not self.render_page and super().is_documentation_page()

    def copy_file(self, dirty: bool = False) -> None:
        """Write the file, unless it is reused."""
        if self.output and not self.reused:
            if not self.is_written or not self.is_written():
                self.write()
        elif not self.reused:
            super().copy_file(dirty)

    def write(self) -> None:
        """Write the content of the file."""
        content, path = self.content_bytes, self.abs_dest_path
        folder, name = os.path.split(path)
        if name == "index.html":
            # the page has a folder of its own
            with suppress(OSError):
                os.mkdir(folder)
        try:
            with open(path, "wb") as file:
                file.write(content)
        except FileNotFoundError:
            # most folders exist
            write_file(content, path)

    def is_to_be_written(self) -> bool:
        """Return whether `copy_file` writes the file, once all files of the site are known."""
        is_static = not self.is_documentation_page() and self.inclusion.is_included()
        # an attribute of the object replaces the method if the file of the last build is the same
        return is_static and bool(self.output) and not self.reused and "copy_file" not in vars(self)


@cache
def _site_address(site_url: str) -> tuple[str, str]:
    """Return the canonical and the absolute URL of a site, both with a slash at the end."""
    address = urljoin(f"{site_url.removesuffix('/')}/", "page")
    return address.removesuffix("page"), urlsplit(address).path.removesuffix("page")


def site_files(site: Site, redirects: Mapping[str, Output]) -> tuple[Output, ...]:
    """Return all files to add to a site: assets, search labels, and generated files.

    Args:
        site: The library and its outputs.
        redirects: The output that replaces a page at an old address, by path of the page.
    """
    return (*assets(), *result_kinds(site), *with_redirects(site.outputs, redirects))


def add_source_paths(files: Iterable[File], config: MkDocsConfig) -> None:
    """Give generated files the path of a source that does not exist, if a plugin of the site fails without it."""
    if needs_source_paths(config):
        for file in files:
            if isinstance(file, GeneratedFile) and file.abs_src_path is None:
                file.abs_src_path = placeholder_path(config, file.src_uri)


def add_generated_files(
    files: Files,
    config: MkDocsConfig,
    outputs: Iterable[Output],
    replaced: Mapping[str, str],
    reused: Mapping[str, GeneratedFile],
    texts: PageTexts,
) -> list[Issue]:
    """Add generated files to a site; a file of the author at the same URL stays, and links lead to it.

    Args:
        files: Files of the site, which the generated ones are added to.
        config: Configuration of the site.
        outputs: Generated pages and assets.
        replaced: Path of the page that replaces a generated page, by the path of the latter.
        reused: Files of the last build to add unchanged, by path.
        texts: Receives the text of each added page; the file itself contains only a placeholder.

    Returns:
        An issue for each file of the author that has the URL of a generated file or of another file.
    """
    files_by_dest, issues = _files_by_dest(files, config)
    for output in outputs:
        if reused_file := reused.get(output.path):
            reused_file.output = output
            files.append(reused_file)
            texts.add(output)
            continue
        file = GeneratedFile.from_output(output, config)
        namesake = files.get_file_from_path(output.path)
        if namesake is not None and namesake.inclusion.is_excluded():
            files.remove(namesake)
        existing = files_by_dest.get(fold_path((file.dest_uri,)))
        if existing is None:
            files.append(file)
            texts.add(output)
            continue
        issues.append(page_exists(existing.src_uri))
        if existing.src_uri != output.path:
            add_link_targets(files, config, [output.path], existing.dest_uri)
    for path, replacement in replaced.items():
        if shown := files.src_uris.get(replacement):
            add_link_targets(files, config, [path], shown.dest_uri)
    add_source_paths(files, config)
    return issues


def _files_by_dest(files: Files, config: MkDocsConfig) -> tuple[dict[tuple[str, ...], File], list[Issue]]:
    """Return the files of a site by case-folded destination, and an issue for each page that replaces another."""
    by_dest: dict[tuple[str, ...], File] = {}
    issues: list[Issue] = []
    for file in files:
        if not file.inclusion.is_excluded():
            dest = fold_path((file.dest_uri,))
            twin = by_dest.get(dest)
            if twin and twin.dest_uri == file.dest_uri and _is_of_author(twin, config) and _is_of_author(file, config):
                message = f"it has the address of '{twin.src_uri}', whose page MkDocs overwrites with this one"
                issues.append(issue(Code.SAME_ADDRESS, file.src_uri, None, message))
            by_dest[dest] = file
    return by_dest, issues


def _is_of_author(file: File, config: MkDocsConfig) -> bool:
    return file.is_documentation_page() and file.src_dir == config.docs_dir

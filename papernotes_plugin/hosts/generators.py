"""Adapt the pages of `papernotes build` to the site generator that reads them.

The text of a page is that of the MkDocs plugin.  Generators differ in file names, front matter and the syntax of
links.  Sources: https://gohugo.io/content-management/front-matter/, https://gohugo.io/render-hooks/links/,
https://quartz.jzhao.xyz/authoring-content, https://quartz.jzhao.xyz/plugins/CrawlLinks,
https://zensical.org/docs/authoring/markdown/.
"""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath
from urllib.parse import quote, unquote

from papernotes_plugin.hosts import generator_front_matter, page_anchors, raw_links
from papernotes_plugin.links.addresses import paper_page, relative_href
from papernotes_plugin.links.wikilinks import linked_note_path
from papernotes_plugin.markup import parser
from papernotes_plugin.pipeline import apply_edits
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import BlockKind, Document, Edit, Inline, InlineKind, Library, Note, Span

PLAIN, ZENSICAL, HUGO, QUARTZ = GENERATORS = ("plain", "zensical", "hugo", "quartz")
"""Values of `papernotes build --for`; `plain` is Markdown for any generator."""
TAGGED = "tagged"
"""Folder of generated tag pages for generators with their own pages in `tags`."""

_WITH_TAG_PAGES = (HUGO, QUARTZ)
_DESTINATION = lazy_regex(r"\]\(\s*(?:<([^<>\n]*)>|((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))+))")
_DEFINITION = lazy_regex(r"^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*(?:<([^<>\n]*)>|([^\s<]\S*))", re.MULTILINE)
_EXTERNAL_URL = lazy_regex(r"[A-Za-z][A-Za-z0-9+.-]*:|//|/|#|\?")
_ESCAPED_HASH = "&#35;"
_HAS_MARKUP = lazy_regex(r"[*_`~<$!\[\\]")
_TITLE_HEADING = lazy_regex(r"^# .*(?:\n|\Z)", re.MULTILINE)


def config_for(config: Config, generator: str) -> Config:
    """Return the options of a build for a site generator."""
    return replace(config, tags_path=TAGGED) if generator in _WITH_TAG_PAGES and config.tags_path == "tags" else config


@dataclass(frozen=True, slots=True)
class _PageSource:
    """Page before it is adapted."""

    path: str
    text: str
    """Text with front matter."""
    body_start: int
    """Offset of the end of the front matter."""
    note: Note | None = None
    """The note; None for a generated page."""
    tags: tuple[str, ...] = ()


class SiteGenerator:
    """Rules of one site generator for one output folder.

    Args:
        name: One of `GENERATORS`.
        library: The library.
        config: The options of the build.
        files: Posix paths of all files of the output, before they are adapted.
    """

    def __init__(self, name: str, library: Library, config: Config, files: Collection[str]) -> None:
        self.name = name
        self.attributes = name == ZENSICAL
        """True if its Markdown has attribute lists."""
        self._files = frozenset(files)
        self._paths = self._renamed()
        self._names = {posixpath.basename(_slug(self.path(path))) for path in self._files if path.endswith(".md")}
        self._tags = {paper_page(paper.slug, config): paper.tags for paper in library.papers}

    def path(self, path: str) -> str:
        """Return the adapted path of a file."""
        return self._paths.get(path, path)

    def _renamed(self) -> dict[str, str]:
        """Return the new path of each file that this generator needs under another path."""
        if self.name == QUARTZ:
            return _folder_pages(self._files)
        paths: dict[str, str] = {}
        taken = {path.casefold() for path in self._files}
        for path in sorted(self._files) if self.name == HUGO else ():
            folder, _, name = path.rpartition("/")
            name = "_index.md" if name.casefold() == "index.md" else name
            # Hugo makes the URL of a page from the names of its folders, but not the URL of any other file.  Folders
            # are therefore renamed to their URL; otherwise links to files would break.
            new_path = f"{_hugo_folder(folder)}/{name}" if folder else name
            if new_path.casefold() not in taken and all(new_path.split("/")):
                taken.add(new_path.casefold())
                paths[path] = new_path
        return paths

    def generated(self, path: str, text: str) -> str:
        """Return the adapted text of a generated file."""
        if not path.endswith(".md"):
            return text
        if self.name != ZENSICAL:
            text = page_anchors.unstyled(text)
        if self.name == PLAIN:
            return text
        # Zensical resolves links of HTML elements, even those that are resolved already
        only_svg = self.name == ZENSICAL
        text = raw_links.resolve_links(text, path, partial(self._relative_address, path), only_svg=only_svg)
        if self.name == ZENSICAL:
            return text
        if self.name == QUARTZ:
            # Its pages have no folders, and it does not convert links in SVG.
            text = re.sub(r'(xlink:href="[^"]*[^"/])/"', r'\1"', text)
        body = text.index("---\n", 4) + 4
        return self._adapt(_PageSource(path, text, body, tags=self._tags.get(path, ())))

    def note(self, note: Note, text: str) -> str:
        """Return the adapted text of a note."""
        if self.name == ZENSICAL:
            return self._with_valid_front_matter(note, page_anchors.anchors_as_spans(text, note.body_start))
        if self.name == PLAIN:
            return text
        return self._adapt(_PageSource(note.path, text, note.body_start, note, note.tags))

    # --- pages ----------------------------------------------------------------

    def _adapt(self, page: _PageSource) -> str:
        text = page.text[page.body_start :]
        if page.note is None:
            # The generator shows the title.
            text = _TITLE_HEADING.sub("", text, count=1)
        document = parser.parse(text)
        edits = [*self._links(page.path, text, document), *self._definitions(page.path, text, document)]
        if page.note is not None:
            edits += page_anchors.add_anchors(text, document, page.note.title, bare=self.name == QUARTZ)
        elif self.name == HUGO:
            edits += page_anchors.escape_shortcodes(text, document)
        return f"{self._front(page)}\n{apply_edits(text, edits).lstrip(chr(10))}"

    def _links(self, path: str, text: str, document: Document) -> list[Edit]:
        edits = []
        for inline in document.inlines:
            if inline.kind not in (InlineKind.LINK, InlineKind.IMAGE):
                continue
            destination = _destination(text, inline)
            url = self._url(path, inline.url)
            if (
                url is None
                and self.name in _WITH_TAG_PAGES
                and destination
                and text.startswith("(http", destination.start)
            ):
                # Remove surplus parentheses around a URL.
                url = inline.url
            if url is not None and destination:
                edits.append(Edit(destination, url))
            if self.name == QUARTZ:
                edits += _protect_link_text(text, inline, internal=url is not None)
        return edits

    def address(self, path: str) -> str | None:
        """Return the URL of a file relative to the root of the site; None if the output has no such file."""
        return raw_links.site_path(self.path(path), folders=self.name != QUARTZ) if path in self._files else None

    def _relative_address(self, page: str, target: str) -> str | None:
        page_url, target_url = self.address(page), self.address(target)
        return None if page_url is None or target_url is None else relative_href(target_url, page_url) or "./"

    def _definitions(self, path: str, text: str, document: Document) -> Iterator[Edit]:
        """Yield edits of link reference definitions: `[1]: page.md`."""
        code = [block.span for block in document.blocks if block.kind is BlockKind.CODE]
        for match in _DEFINITION.finditer(text):
            index = bisect_right(code, match.start(), key=lambda span: span.start) - 1
            url = self._url(path, match[1] if match[1] is not None else match[2])
            if url is not None and not (index >= 0 and match.start() < code[index].end):
                yield Edit(Span(*match.span(1 if match[1] is not None else 2)), url)

    def _url(self, page: str, url: str) -> str | None:
        """Return the adapted destination of a link to a file of the output; None for any other link."""
        if self.name == HUGO and url and (repaired := _valid_for_go(url)) != url:
            return repaired
        if not url or _EXTERNAL_URL.match(url):
            return None
        path, tail = re.fullmatch(r"([^?#]*)(.*)", url, re.DOTALL).groups()  # type: ignore[union-attr]
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(path)))
        if target not in self._files:
            return None
        if self.name == QUARTZ:
            # Quartz treats a query as a part of the file name.
            return self._from_root(self.path(target), re.sub(r"\A\?[^#]*", "", tail))
        new_page, new_target = self.path(page), self.path(target)
        link = relative_href(new_target, new_page) + tail
        if linked_note_path(url, page):
            return link if (new_page, new_target) != (page, target) else None
        # Hugo resolves links to pages only.  A link to another file is relative to the URL of this page, a folder.
        return link if posixpath.basename(new_page) in ("_index.md", "index.md") else f"../{link}"

    def _from_root(self, target: str, tail: str) -> str:
        """Return a link that Quartz resolves equally with its strategies `shortest` and `absolute`."""
        folder = re.sub(r"(\A|/)_?index\.md\Z", "", target)
        # Quartz does not decode reserved characters.
        url = quote(target, safe="/@!,;=+~$:&")
        # With `shortest`, Quartz looks for the page of a folder by the folder's name, unless the link has a fragment.
        return url + (tail or ("#" if folder != target and _slug(folder) in self._names else ""))

    # --- front matter ---------------------------------------------------------

    def _with_valid_front_matter(self, note: Note, text: str) -> str:
        """Return a note for Zensical, which fails if the front matter is empty or not valid YAML."""
        if not text.startswith("---") or generator_front_matter.is_simple(text[: note.body_start].split("\n")[1:-2]):
            return text
        values = {"title": note.title, **note.meta}
        front = generator_front_matter.fenced(generator_front_matter.line(key, value) for key, value in values.items())
        return f"{front}\n{text[note.body_start :]}"

    def _front(self, page: _PageSource) -> str:
        """Return front matter that the generator can read, whatever the author wrote."""
        if page.note is None:
            lines = page.text[: page.body_start].split("\n")[1:-2]
            return generator_front_matter.fenced(
                [*lines, generator_front_matter.line("tags", page.tags)] if page.tags else lines
            )
        values: dict[str, object] = {"title": page.note.title}
        rest: dict[str, object] = {}
        for key, value in page.note.meta.items():
            if key.casefold() in ("title", "tags", "tag"):
                continue
            is_valid = self.name == QUARTZ or generator_front_matter.is_valid_for_hugo(key.casefold(), value)
            (values if is_valid else rest)[key] = value
        if page.tags:
            values["tags"] = list(page.tags)
        if rest:
            params = values.get("params")
            values["params"] = {**rest, **(params if isinstance(params, dict) else {})}
        return generator_front_matter.fenced(generator_front_matter.line(key, value) for key, value in values.items())


def _folder_pages(files: Collection[str]) -> dict[str, str]:
    """Return `x/index.md` for each page `x.md` next to a folder `x`.

    Quartz shows such a page as the page of the folder, so its relative links would start in the folder.
    """
    taken = {_slug(path).casefold() for path in files}
    folders = {_slug(str(folder)) for path in files if path.endswith(".md") for folder in PurePosixPath(path).parents}
    paths = {}
    for path in sorted(files):
        stem = path.removesuffix(".md")
        new_path = f"{stem}/index.md"
        is_named_page = stem != path and posixpath.basename(stem) not in ("index", "_index")
        if is_named_page and _slug(stem) in folders and _slug(new_path).casefold() not in taken:
            taken.add(_slug(new_path).casefold())
            paths[path] = new_path
    return paths


def _slug(path: str) -> str:
    """Return the URL path of a file or folder in Quartz: https://quartz.jzhao.xyz/advanced/paths."""
    path = re.sub(r"\.(?:md|html)\Z", "", path)
    path = re.sub(r"[?#]", "", re.sub(r"\s", "-", path).replace("&", "-and-").replace("%", "-percent"))
    return re.sub(r"(\A|/)_index\Z", r"\1index", path)


def _hugo_folder(folder: str) -> str:
    """Return the URL path of a folder in Hugo with its option `disablePathToLower`."""
    return re.sub(r"[^\w./#+~@-]", "", folder.replace(" ", "-"))


def _valid_for_go(url: str) -> str:
    """Return a URL that Go can parse; Hugo fails on a colon outside a scheme, and on a `%` without two digits."""
    url = re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", url)
    return f"./{url}" if ":" in re.split("[/?#]", url, maxsplit=1)[0] and not _EXTERNAL_URL.match(url) else url


def _destination(text: str, inline: Inline) -> Span | None:
    """Return the span of the destination of a link, which is the last one: its text may contain images with theirs."""
    if text[inline.span.end - 1] != ")":
        return None
    matches = [*_DESTINATION.finditer(text, inline.inner.start, inline.span.end)]
    return Span(*matches[-1].span(1 if matches[-1][1] is not None else 2)) if matches else None


def _protect_link_text(text: str, link: Inline, *, internal: bool) -> Iterator[Edit]:
    """Yield edits that keep Quartz from changing the text of a link."""
    start, end = link.inner
    if text.startswith(_ESCAPED_HASH, start):
        # Quartz would convert `#word` to a link within the link.
        yield Edit(Span(start, start + len(_ESCAPED_HASH)), "")
    # Of a plain text with a slash, Quartz would show only the part after it.
    slash = text.find("/", start, end)
    if internal and link.kind is InlineKind.LINK and slash >= 0 and not _HAS_MARKUP.search(text, start, end):
        yield Edit(Span(slash + 1, slash + 1), "<wbr>")

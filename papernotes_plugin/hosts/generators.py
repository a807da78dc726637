"""Hosts: what the tree of `papernotes build` looks like to the site generator that reads it.

A face without a disk.  The text of a page is that of the plugin; what differs is what a generator reads of it: names
of files, front matter, the way links are written.  The rules: https://gohugo.io/content-management/front-matter/,
https://gohugo.io/render-hooks/links/, https://quartz.jzhao.xyz/authoring-content,
https://quartz.jzhao.xyz/plugins/CrawlLinks, https://zensical.org/docs/authoring/markdown/.
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
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import BlockKind, Document, Edit, Inline, InlineKind, Library, Note, Span

PLAIN, ZENSICAL, HUGO, QUARTZ = GENERATORS = ("plain", "zensical", "hugo", "quartz")
"""What `papernotes build --for` knows; `plain` is Markdown for everybody."""
TAGGED = "tagged"
"""Where our pages of tags stand for hosts that have pages of their own at `tags`."""

_OWN_TAGS = (HUGO, QUARTZ)
_DESTINATION = re.compile(r"\]\(\s*(?:<([^<>\n]*)>|((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))+))")
_DEFINITION = re.compile(r"^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*(?:<([^<>\n]*)>|([^\s<]\S*))", re.MULTILINE)
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|/|#|\?")
_HASH = "&#35;"
_MARKED = re.compile(r"[*_`~<$!\[\\]")
_TITLE = re.compile(r"\s*# .*(?:\n|\Z)")


def config_for(config: Config, host: str) -> Config:
    """The options of a build for a host."""
    return replace(config, tags_path=TAGGED) if host in _OWN_TAGS and config.tags_path == "tags" else config


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the tree, before its host's rules."""

    path: str
    text: str
    """With its front matter."""
    body: int
    """The offset at which its text begins."""
    note: Note | None = None
    """The note that it is; None where we made it."""
    tags: tuple[str, ...] = ()


class SiteGenerator:
    """The rules of one host for one tree.

    Args:
        name: Of `GENERATORS`.
        library: What is known.
        config: The options of the build.
        files: The paths of all files of the tree, before the rules.
    """

    def __init__(self, name: str, library: Library, config: Config, files: Collection[str]) -> None:
        self.name = name
        self.attributes = name == ZENSICAL
        """Its Markdown has attribute lists."""
        self._files = frozenset(files)
        self._paths = self._renamed()
        self._names = {posixpath.basename(_slug(self.path(path))) for path in self._files if path.endswith(".md")}
        self._tags = {paper_page(paper.slug, config): paper.tags for paper in library.papers}

    def path(self, path: str) -> str:
        """Where a file of the tree stands."""
        return self._paths.get(path, path)

    def _renamed(self) -> dict[str, str]:
        """The files that stand elsewhere than in other trees."""
        if self.name == QUARTZ:
            return _folder_pages(self._files)
        paths: dict[str, str] = {}
        taken = {path.casefold() for path in self._files}
        for path in sorted(self._files) if self.name == HUGO else ():
            folder, _, name = path.rpartition("/")
            name = "_index.md" if name.casefold() == "index.md" else name
            # folders are what their addresses are, lest files get lost: the address of a page is made of the names of
            # its folders, that of a file beside it is not
            there = f"{_address(folder)}/{name}" if folder else name
            if there.casefold() not in taken and all(there.split("/")):
                taken.add(there.casefold())
                paths[path] = there
        return paths

    def generated(self, path: str, text: str) -> str:
        """A file that we made."""
        if not path.endswith(".md"):
            return text
        if self.name != PLAIN:
            text = raw_links.resolve_links(text, path, partial(self._address, path))
        if self.name == ZENSICAL:
            return text
        text = page_anchors.unstyled(text)
        if self.name == PLAIN:
            return text
        if self.name == QUARTZ:
            # it has no folder for each page, and leaves the links of drawings alone
            text = re.sub(r'(xlink:href="[^"]*[^"/])/"', r'\1"', text)
        body = text.index("---\n", 4) + 4
        return self._page(Page(path, text, body, tags=self._tags.get(path, ())))

    def note(self, note: Note, text: str) -> str:
        """A note with its links."""
        if self.name == ZENSICAL:
            return self._opened(note, page_anchors.anchors_as_spans(text, note.body))
        if self.name == PLAIN:
            return text
        return self._page(Page(note.path, text, note.body, note, note.tags))

    # --- pages ----------------------------------------------------------------

    def _page(self, page: Page) -> str:
        text = page.text[page.body :]
        if page.note is None:
            # its host shows the title
            title = _TITLE.match(text)
            text = text[title.end() :] if title else text
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
            written = _written(text, inline)
            url = self._url(path, inline.url)
            if url is None and self.name in _OWN_TAGS and written and text.startswith("(http", written.start):
                # written in brackets too many, it is read as it was meant
                url = inline.url
            if url is not None and written:
                edits.append(Edit(written, url))
            if self.name == QUARTZ:
                edits += _worded(text, inline, internal=url is not None)
        return edits

    def address(self, path: str) -> str | None:
        """The address of a file of the tree from the root of its site; None where there is none."""
        return raw_links.site_path(self.path(path), folders=self.name != QUARTZ) if path in self._files else None

    def _address(self, page: str, target: str) -> str | None:
        here, there = self.address(page), self.address(target)
        return None if here is None or there is None else relative_href(there, here) or "./"

    def _definitions(self, path: str, text: str, document: Document) -> Iterator[Edit]:
        """Those of links by reference: `[1]: page.md`."""
        code = [block.span for block in document.blocks if block.kind is BlockKind.CODE]
        for match in _DEFINITION.finditer(text):
            at = bisect_right(code, match.start(), key=lambda span: span.start) - 1
            url = self._url(path, match[1] if match[1] is not None else match[2])
            if url is not None and not (at >= 0 and match.start() < code[at].end):
                yield Edit(Span(*match.span(1 if match[1] is not None else 2)), url)

    def _url(self, page: str, url: str) -> str | None:
        """A link to a file of the tree as its host reads it; None for any other."""
        if self.name == HUGO and url and (mended := _parsable(url)) != url:
            return mended
        if not url or _ELSEWHERE.match(url):
            return None
        path, tail = re.fullmatch(r"([^?#]*)(.*)", url, re.DOTALL).groups()  # type: ignore[union-attr]
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(path)))
        if target not in self._files:
            return None
        if self.name == QUARTZ:
            # a question is a part of a name to it
            return self._from_root(self.path(target), re.sub(r"\A\?[^#]*", "", tail))
        here, there = self.path(page), self.path(target)
        if linked_note_path(url, page):
            return relative_href(there, here) + tail if (here, there) != (page, target) else None
        # Hugo looks for pages only: a link to a file starts where the address of this page, a folder of its own, is
        return (
            ("" if posixpath.basename(here) in ("_index.md", "index.md") else "../") + relative_href(there, here) + tail
        )

    def _from_root(self, target: str, tail: str) -> str:
        """A link that Quartz reads alike by its ways `shortest` and `absolute`."""
        folder = re.sub(r"(\A|/)_?index\.md\Z", "", target)
        # it decodes no reserved sign
        url = quote(target, safe="/@!,;=+~$:&")
        # by `shortest`, a folder's page is looked for by the folder's name; with a place after it, it is not
        return url + (tail or ("#" if folder != target and _slug(folder) in self._names else ""))

    # --- front matter ---------------------------------------------------------

    def _opened(self, note: Note, text: str) -> str:
        """A note for Zensical, which stops at front matter that is no YAML or empty."""
        if not text.startswith("---") or generator_front_matter.simple(text[: note.body].split("\n")[1:-2]):
            return text
        values = {"title": note.title, **note.meta}
        front = generator_front_matter.fenced(generator_front_matter.line(key, value) for key, value in values.items())
        return f"{front}\n{text[note.body :]}"

    def _front(self, page: Page) -> str:
        """Front matter that the host reads, whatever shape the author's has."""
        if page.note is None:
            lines = page.text[: page.body].split("\n")[1:-2]
            return generator_front_matter.fenced(
                [*lines, generator_front_matter.line("tags", page.tags)] if page.tags else lines
            )
        values: dict[str, object] = {"title": page.note.title}
        rest: dict[str, object] = {}
        for key, value in page.note.meta.items():
            if key.casefold() in ("title", "tags", "tag"):
                continue
            (values if self.name == QUARTZ or generator_front_matter.hugo_reads(key.casefold(), value) else rest)[
                key
            ] = value
        if page.tags:
            values["tags"] = list(page.tags)
        if rest:
            known = values.get("params")
            values["params"] = {**rest, **(known if isinstance(known, dict) else {})}
        return generator_front_matter.fenced(generator_front_matter.line(key, value) for key, value in values.items())


def _folder_pages(files: Collection[str]) -> dict[str, str]:
    """To Quartz a page beside a folder of its name is the page of the folder, and its links would start there."""
    taken = {_slug(path).casefold() for path in files}
    folders = {_slug(str(folder)) for path in files if path.endswith(".md") for folder in PurePosixPath(path).parents}
    paths = {}
    for path in sorted(files):
        stem = path.removesuffix(".md")
        there = f"{stem}/index.md"
        named = stem != path and posixpath.basename(stem) not in ("index", "_index")
        if named and _slug(stem) in folders and _slug(there).casefold() not in taken:
            taken.add(_slug(there).casefold())
            paths[path] = there
    return paths


def _slug(path: str) -> str:
    """The address of a file or folder to Quartz: https://quartz.jzhao.xyz/advanced/paths."""
    path = re.sub(r"\.(?:md|html)\Z", "", path)
    path = re.sub(r"[?#]", "", re.sub(r"\s", "-", path).replace("&", "-and-").replace("%", "-percent"))
    return re.sub(r"(\A|/)_index\Z", r"\1index", path)


def _address(folder: str) -> str:
    """What Hugo makes of the path of a folder, with its option `disablePathToLower`."""
    return re.sub(r"[^\w./#+~@-]", "", folder.replace(" ", "-"))


def _parsable(url: str) -> str:
    """A link that Go can read, which stops Hugo else: no colon that is none of a scheme, no `%` without its digits."""
    url = re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", url)
    return f"./{url}" if ":" in re.split("[/?#]", url, maxsplit=1)[0] and not _ELSEWHERE.match(url) else url


def _written(text: str, inline: Inline) -> Span | None:
    """Where the destination of a link stands: behind its text, which may hold pictures with theirs."""
    if text[inline.span.end - 1] != ")":
        return None
    found = [*_DESTINATION.finditer(text, inline.inner.start, inline.span.end)]
    return Span(*found[-1].span(1 if found[-1][1] is not None else 2)) if found else None


def _worded(text: str, link: Inline, *, internal: bool) -> Iterator[Edit]:
    """The words of a link, which Quartz would change."""
    start, end = link.inner
    if text.startswith(_HASH, start):
        # it takes every `#word` for a tag, and would make a link of it within the link
        yield Edit(Span(start, start + len(_HASH)), "")
    # of words with a slash it would show what stands behind it, if they are nothing but words
    slash = text.find("/", start, end)
    if internal and link.kind is InlineKind.LINK and slash >= 0 and not _MARKED.search(text, start, end):
        yield Edit(Span(slash + 1, slash + 1), "<wbr>")

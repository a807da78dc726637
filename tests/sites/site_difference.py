"""Compare the pages of a site built with papernotes to those of the same site without it.

Generated elements and the links that an author asks for are left out first; every other difference counts.
"""

from __future__ import annotations

import difflib
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_SILENT = {"script", "style", "template"}
_BLOCKS = {"p", "li", "ul", "ol", "div", "table", "tr", "td", "th", "pre", "blockquote", "dd", "dt", "br", "hr"}
GENERATED = re.compile(
    r"papernotes-(?:sign|backlinks|references|cards?|data|downloads?|save|label|picture|note|papers|table|filter|left-out"
    r"|known|indexes|bar|links)(?:-[a-z]+)?"
)
"""Classes of elements that papernotes adds to a page; such an element is left out with its content."""
WRAPPING = re.compile(r"papernotes-(?:tag|link|cite|citation|missing|unknown|n|place|math|math-block)|pn-[a-z0-9-]+")
"""Classes of elements around the author's text; only their marks, links and anchors are left out."""
ANCHOR = re.compile(r"(?:pn-|ln-|un-|papernotes-|cite-).*")
"""Anchors that papernotes adds."""
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_FOOTER = {"p", "ul", "ol", "div", "details", "blockquote", "template"}
_CONTENTS = {"md-nav--secondary", "md-nav__link--active"}
"""Classes of the table of contents, which has the headings of the article, and of the label that opens it."""
_GENERATED_FOLDERS = re.compile(r"(?:papers|tags|topics|venues|map)/|papers\.(?:bib|atom)|assets/papernotes/")


@dataclass
class PageFacts:
    """What a reader sees and a link can lead to in a page."""

    words: list[str] = field(default_factory=list)
    """Words of the article."""
    links: list[str] = field(default_factory=list)
    """URLs of the links and pictures in the article."""
    anchors: list[str] = field(default_factory=list)
    """Ids in the article."""
    navigation: list[str] = field(default_factory=list)
    """URLs and words outside the article."""
    title: str = ""
    """Title of the page."""


@dataclass
class _Element:
    """An open element."""

    tag: str
    in_article: bool
    hidden: bool
    """True if its text is not compared."""
    in_footer: bool = False
    """True after the heading of a generated block: the following blocks belong to it."""


class _PageReader(HTMLParser):
    """Parser that collects the facts of one page."""

    def __init__(self, path: str) -> None:
        super().__init__(convert_charrefs=True)
        self.facts = PageFacts()
        self.path = path
        self._open = [_Element("", False, False)]
        self._text: list[str] = []
        self._outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the link and the anchor of an element."""
        values = {name: value or "" for name, value in attrs}
        classes = values.get("class", "").split()
        parent = self._open[-1]
        in_article = parent.in_article or tag == "article" or values.get("role") == "main"
        if tag in _BLOCKS:
            (self._text if in_article else self._outside).append(" ")
        parent.in_footer = parent.in_footer and tag in _FOOTER and "footnote" not in classes
        generated = any(GENERATED.fullmatch(name) for name in classes)
        hidden = parent.hidden or generated or parent.in_footer or tag in _SILENT
        if not in_article:
            url = values.get("href", "")
            hidden = (
                hidden
                or bool(_CONTENTS.intersection(classes))
                or (tag == "a" and (url.startswith("#") or self._is_own(url)))
            )
            if tag == "a" and not hidden:
                self._outside.append(f" <{url}> ")
        elif not hidden:
            self._add_marks(tag, values, classes)
        if generated and tag in _HEADINGS:
            parent.in_footer = True
        if tag not in VOID:
            self._open.append(_Element(tag, in_article, hidden))

    def _add_marks(self, tag: str, values: dict[str, str], classes: list[str]) -> None:
        """Add the anchor and the link of an element of the author."""
        anchor = values.get("id") or (values.get("name") if tag == "a" else None)
        if anchor and not ANCHOR.fullmatch(anchor):
            self.facts.anchors.append(anchor)
        url = values.get("href") or values.get("src")
        if url and tag not in {"link", "script"} and not any(WRAPPING.fullmatch(name) for name in classes):
            self.facts.links.append(url)

    def _is_own(self, url: str) -> bool:
        """Return whether a link outside the article leads to a generated page."""
        if re.match(r"[a-z]+:|//|#", url):
            return False
        target = posixpath.normpath(posixpath.join("/", posixpath.dirname(self.path), url)).lstrip("/") + "/"
        return bool(_GENERATED_FOLDERS.match(target))

    def handle_endtag(self, tag: str) -> None:
        """Leave an element, and those in it that are not closed."""
        names = [element.tag for element in self._open]
        if tag in names:
            del self._open[len(names) - 1 - names[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        """Collect visible text."""
        element = self._open[-1]
        if element.tag == "title" and not element.in_article:
            self.facts.title += data
        elif not element.hidden:
            (self._text if element.in_article else self._outside).append(data)

    def close(self) -> None:
        """Split the text into words."""
        super().close()
        self.facts.words = "".join(self._text).split()
        self.facts.navigation = "".join(self._outside).split()


def page_facts(path: str, html: str) -> PageFacts:
    """Return the facts of a page, without those that papernotes adds."""
    reader = _PageReader(path)
    reader.feed(html)
    reader.close()
    return reader.facts


def changes(before: list[str], after: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the removed and the added items at each place where two lists differ."""
    if before == after:
        return
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            yield before[a:b], after[c:d]


def compare_pages(path: str, before: str, after: str) -> Iterator[str]:
    """Yield a line for each difference of a page in title, words, links, anchors and navigation."""
    old, new = page_facts(path, before), page_facts(path, after)
    if old.title != new.title:
        yield f"{path}: title: {old.title!r} -> {new.title!r}"
    for name in ("words", "links", "anchors", "navigation"):
        for removed, added in changes(getattr(old, name), getattr(new, name)):
            yield f"{path}: {name}: {' '.join(removed)[:300]!r} -> {' '.join(added)[:300]!r}"


def compare_sites(before: Path, after: Path) -> Iterator[str]:
    """Yield a line for each difference of two built sites; pages that only the second has are left out."""
    for file in sorted(before.rglob("*.html")):
        path = file.relative_to(before).as_posix()
        twin = after / path
        if not twin.is_file():
            yield f"{path}: missing"
        elif (old := file.read_text("utf-8", "replace")) != (new := twin.read_text("utf-8", "replace")):
            yield from compare_pages(path, old, new)
    for file in sorted(before.rglob("*")):
        path = file.relative_to(before).as_posix()
        if file.is_file() and file.suffix not in {".html", ".gz"} and not (after / path).is_file():
            yield f"{path}: missing"

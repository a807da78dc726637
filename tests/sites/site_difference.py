"""Compare the pages of a site built with papernotes to those of the same site without it.

Generated elements and what an author asks for are left out first; every other difference counts.  An author asks
for links of tags, for rendered citations with their references, and for a home page.  Links to scripts become text.
"""

from __future__ import annotations

import difflib
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from papernotes_plugin.text.escaping import is_script_url

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_SILENT = {"script", "style", "template"}
_BLOCKS = {"p", "li", "ul", "ol", "div", "table", "tr", "td", "th", "pre", "blockquote", "dd", "dt", "br", "hr"}
_BLOCKS |= {"section", "h1", "h2", "h3", "h4", "h5", "h6"}
GENERATED = re.compile(
    r"papernotes-(?:sign|backlinks|references|cards?|data|downloads?|save|label|picture|note|papers|table|filter|left-out"
    r"|known|indexes|bar|links)(?:-[a-z]+)?"
)
"""Classes of elements that papernotes adds to a page; such an element is left out with its content."""
WRAPPING = re.compile(r"papernotes-(?:tag|link|cite|citation|missing|unknown|n|place|math|math-block)|pn-[a-z0-9-]+")
"""Classes of elements around the author's text; only their marks, links and anchors are left out."""
ANCHOR = re.compile(r"(?:pn-|ln-|un-|papernotes-|cite-).*")
"""Anchors that papernotes adds."""
_HEADING = re.compile(r"h\d")
_CITATION = {"papernotes-citation", "papernotes-link"}
_REFERENCES = "papernotes-references"
_START, _END, _CITED = "\ue000", "\ue001", "\ue002"
"""Characters around the words of a link to a paper, and the one that replaces a citation."""
_LINKED_WORDS = re.compile(f"{_START}[^{_END}]*{_END}")
_RENDERED = re.compile(rf"[(\[][^()\[\]]*{_CITED}[^()\[\]]*[)\]]")
_SEVERAL = re.compile(rf"{_CITED}[\s{_CITED}]*{_CITED}")
_CITATION_SYNTAX = re.compile(r"\[\[[^\[\]]+\]\]|\[[^\[\]]*@[^\[\]]*\]|@[\w:.-]*\w(?: \[[^\]]*\])?")
"""Syntax of citations: `[[key]]`, `[see @key, p. 3]` and `@key [p. 3]`."""
_HAIR_SPACE = "\u200a"
"""Space before the sign of a paper."""
_FOOTER = {"p", "ul", "ol", "div", "details", "blockquote", "template"}
_CONTENTS = {"md-nav--secondary", "md-nav__link--active"}
"""Classes of the table of contents, which has the headings of the article, and of the label that opens it."""
_GENERATED_FOLDERS = re.compile(r"(?:papers|tags|topics|venues|map)/|papers\.(?:bib|atom)|assets/papernotes/")


@dataclass
class PageFacts:
    """What a reader sees and a link can lead to in a page."""

    words: list[str] = field(default_factory=list)
    """Words of the article; one character replaces each citation, rendered or not."""
    links: list[str] = field(default_factory=list)
    """URLs of the links and pictures in the article."""
    anchors: list[str] = field(default_factory=list)
    """Ids in the article."""
    navigation: list[str] = field(default_factory=list)
    """URLs and words outside the article."""
    tags: list[str] = field(default_factory=list)
    """Words of the tags below the title."""
    title: str = ""
    """Title of the page."""


@dataclass
class _Element:
    """An open element."""

    tag: str
    in_article: bool
    hidden: bool
    """True if its text is not compared."""
    in_tags: bool = False
    """True in the list of the page's tags."""
    is_cited: bool = False
    """True in a rendered citation."""
    in_footer: bool = False
    """True after the heading of a generated block: the following blocks belong to it."""


class _PageReader(HTMLParser):
    """Parser that collects the facts of one page.

    Args:
        path: Path of the page in the site.
        home: Whether to leave out links to the home page outside the article.
    """

    def __init__(self, path: str, home: bool = False) -> None:
        super().__init__(convert_charrefs=True)
        self.facts = PageFacts()
        self.path = path
        self._hides_home = home
        self._heading = (0, 0, 0)
        """Numbers of texts, links and anchors before the last heading of the article."""
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
        in_tags = parent.in_tags or "md-tags" in classes
        is_cited = parent.is_cited or bool(_CITATION.intersection(classes))
        if is_cited and not parent.is_cited:
            self._text.append(_START)
        if not in_article:
            hidden = hidden or self._is_hidden_outside(tag, values, classes)
            if tag == "a" and not hidden:
                self._outside.append(f" <{values.get('href', '')}> ")
        elif not (hidden or in_tags or is_cited):
            self._add_marks(tag, values, classes)
        if generated:
            self._leave_out(tag, classes, parent)
        if tag not in VOID:
            self._open.append(_Element(tag, in_article, hidden, in_tags, is_cited))

    def _is_hidden_outside(self, tag: str, values: dict[str, str], classes: list[str]) -> bool:
        """Return whether an element outside the article is not compared."""
        if _CONTENTS.intersection(classes) or (self._hides_home and "md-path" in classes):
            return True
        url = values.get("href", "")
        is_anchor = "href" not in values and bool(ANCHOR.fullmatch(values.get("id", "")))
        return tag == "a" and (is_anchor or url.startswith("#") or self._is_own(url))

    def _leave_out(self, tag: str, classes: list[str], parent: _Element) -> None:
        """Leave out what belongs to a generated element: the blocks below a heading, a space, a list of references."""
        if _HEADING.fullmatch(tag):
            parent.in_footer = True
        elif _REFERENCES in classes:
            texts, links, anchors = self._heading
            del self._text[texts:], self.facts.links[links:], self.facts.anchors[anchors:]
            parent.in_footer = True
        elif self._text:
            self._text[-1] = self._text[-1].removesuffix(_HAIR_SPACE)

    def _add_marks(self, tag: str, values: dict[str, str], classes: list[str]) -> None:
        """Add the anchor and the link of an element of the author."""
        if _HEADING.fullmatch(tag):
            self._heading = len(self._text), len(self.facts.links), len(self.facts.anchors)
        anchor = values.get("id") or (values.get("name") if tag == "a" else None)
        if anchor and not ANCHOR.fullmatch(anchor):
            self.facts.anchors.append(anchor)
        url = values.get("href") or values.get("src")
        if url and tag not in {"link", "script"} and not any(WRAPPING.fullmatch(name) for name in classes):
            self.facts.links.append(url)

    def _is_own(self, url: str) -> bool:
        """Return whether a link outside the article leads to a generated page, also to the home page."""
        if re.match(r"[a-z]+:|//|#", url):
            return False
        target = posixpath.normpath(posixpath.join("/", posixpath.dirname(self.path), url)).lstrip("/") + "/"
        is_home = self._hides_home and target in ("/", "index.html/")
        return is_home or bool(_GENERATED_FOLDERS.match(target))

    def handle_endtag(self, tag: str) -> None:
        """Leave an element, and those in it that are not closed."""
        names = [element.tag for element in self._open]
        if tag in names:
            was_cited = self._open[-1].is_cited
            del self._open[len(names) - 1 - names[::-1].index(tag) :]
            if was_cited and not self._open[-1].is_cited:
                self._text.append(_END)

    def handle_data(self, data: str) -> None:
        """Collect visible text."""
        element = self._open[-1]
        if element.tag == "title" and not element.in_article:
            self.facts.title += data
        elif element.in_tags:
            self.facts.tags += data.split()
        elif not element.hidden:
            (self._text if element.in_article else self._outside).append(data)

    def close(self) -> None:
        """Split the text into words."""
        super().close()
        rendered = _RENDERED.sub(_CITED, _LINKED_WORDS.sub(_CITED, "".join(self._text)))
        self.facts.words = _SEVERAL.sub(_CITED, _CITATION_SYNTAX.sub(_CITED, rendered)).split()
        self.facts.navigation = "".join(self._outside).split()


def page_facts(path: str, html: str, home: bool = False) -> PageFacts:
    """Return the facts of a page, without those that papernotes adds.

    Args:
        path: Path of the page in the site.
        html: Its HTML.
        home: Whether papernotes adds the home page of the site.
    """
    reader = _PageReader(path, home)
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


def compare_pages(path: str, before: str, after: str, home: bool = False) -> Iterator[str]:
    """Yield a line for each difference of a page in title, words, links, anchors, navigation and tags.

    Args:
        path: Path of the page in the site.
        before: Its HTML without papernotes.
        after: Its HTML with it.
        home: Whether papernotes adds the home page of the site.
    """
    old, new = page_facts(path, before, home), page_facts(path, after, home)
    if old.title != new.title:
        yield f"{path}: title: {old.title!r} -> {new.title!r}"
    if old.tags and old.tags != new.tags:
        yield f"{path}: tags: {' '.join(old.tags)!r} -> {' '.join(new.tags)!r}"
    old.links = [url for url in old.links if not is_script_url(url) or url in new.links]
    for name in ("words", "links", "anchors", "navigation"):
        for removed, added in changes(getattr(old, name), getattr(new, name)):
            yield f"{path}: {name}: {' '.join(removed)[:300]!r} -> {' '.join(added)[:300]!r}"


def compare_sites(before: Path, after: Path) -> Iterator[str]:
    """Yield a line for each difference of two built sites; pages that only the second has are left out."""
    home = not (before / "index.html").is_file() and (after / "index.html").is_file()
    for file in sorted(before.rglob("*.html")):
        path = file.relative_to(before).as_posix()
        twin = after / path
        if not twin.is_file():
            yield f"{path}: missing"
        elif (old := file.read_text("utf-8", "replace")) != (new := twin.read_text("utf-8", "replace")):
            yield from compare_pages(path, old, new, home)
    for file in sorted(before.rglob("*")):
        path = file.relative_to(before).as_posix()
        if file.is_file() and file.suffix not in {".html", ".gz"} and not (after / path).is_file():
            yield f"{path}: missing"

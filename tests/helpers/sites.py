"""Write whole sites from a mapping, build them with the real command, and check their links."""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests.helpers.build_server import run_mkdocs

PLAIN = "site_name: Notes\ntheme:\n  name: material\n  font: false\nplugins: [search]\n"
"""Configuration of a Material site without papernotes."""
CONFIG = PLAIN.replace("[search]", "[search, papernotes]")
"""The same configuration with papernotes and its default options."""


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files to a folder and return it."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


@dataclass(frozen=True)
class Built:
    """Result of a build: its site, exit code and output."""

    site: Path
    code: int
    output: str

    @property
    def warnings(self) -> list[str]:
        """Warnings and errors in their order, without Material's own notices."""
        lines = re.findall(r"^(?:WARNING|ERROR) +- +(.*)$", self.output, re.MULTILINE)
        return [line for line in lines if "Material for MkDocs" not in line]

    @property
    def summary(self) -> str:
        """Summary line of papernotes."""
        (line,) = re.findall(r"^INFO +- +papernotes: (\d+ notes?\b.*)$", self.output, re.MULTILINE)
        return str(line)

    def page(self, path: str) -> str:
        """Return the HTML of a page."""
        return (self.site / path).read_text("utf-8")


def build(folder: Path, *options: str, host: str = "mkdocs", site: str = "site", address: str = "") -> Built:
    """Build the site of a folder with the command of MkDocs or ProperDocs; the network is not available.

    Args:
        folder: The folder with the `mkdocs.yml`.
        options: Further arguments of the command.
        host: The package of the site generator.
        site: The output folder.
        address: Value of the environment variable SITE_URL, for a configuration that reads it.
    """
    out = folder / site
    arguments = ["build", "-f", "mkdocs.yml", "-d", str(out), *options]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "NO_MKDOCS_2_WARNING": "1", "NO_COLOR": "1"}
    environment["SITE_URL"] = address
    if host == "mkdocs" and (result := run_mkdocs(folder, arguments, environment)):
        return Built(out, *result)
    command = [sys.executable, "-m", host, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=900)
    return Built(out, done.returncode, done.stdout + done.stderr)


def files(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file in a folder, by posix path."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


# --- links ------------------------------------------------------------------------------------------

_SKIPPED = re.compile(r"<!--.*?-->|<(script|style)\b([^>]*)>.*?</\1>", re.DOTALL)
_TAG = re.compile(r"""<([a-zA-Z][^\s>/]*)((?:[^>"']|"[^"]*"|'[^']*')*)>""")
_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_LOADING = {("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("a", "href")}


@dataclass
class Html:
    """Links and anchors of one page."""

    links: list[tuple[str, str]] = field(default_factory=list)
    """Tag and URL of each link, as written."""
    ids: list[str] = field(default_factory=list)


def read(path: Path) -> Html:
    """Return the links and ids of a page."""
    page = Html()
    text = _SKIPPED.sub(lambda m: f"<{m[1]}{m[2]}>" if m[1] else "", path.read_text("utf-8"))
    for tag, attributes in _TAG.findall(text):
        for name, double, single in _ATTRIBUTE.findall(attributes):
            value = html.unescape(double or single)
            name = name.removeprefix("xlink:")
            if name == "id" or (tag == "a" and name == "name"):
                page.ids.append(value)
            elif (tag.lower(), name.lower()) in _LOADING:
                page.links.append((tag.lower(), value))
    return page


class Site:
    """Built site whose links can be checked."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def pages(self) -> dict[str, Html]:
        """Every HTML page by its posix path, without the 404 page, whose links are absolute."""
        pages = {p.relative_to(self.root).as_posix(): read(p) for p in sorted(self.root.rglob("*.html"))}
        pages.pop("404.html", None)
        return pages

    def broken(self) -> list[str]:
        """Return every link within the site without a target, and every id that occurs twice."""
        wrong: list[str] = []
        for path, page in self.pages.items():
            wrong += [f"{path}: {url}" for _, url in page.links if not self._has_target(path, url)]
            wrong += [f"{path}: two places #{i}" for i in sorted({i for i in page.ids if page.ids.count(i) > 1})]
        return wrong

    def external(self) -> Iterator[str]:
        """Yield everything that a browser would load from other servers, except images."""
        for path, page in self.pages.items():
            loaded = [url for tag, url in page.links if tag in {"link", "script", "iframe"}]
            yield from (f"{path}: {url}" for url in loaded if urlsplit(url).netloc)

    def _has_target(self, path: str, url: str) -> bool:
        parts = urlsplit(url)
        if parts.scheme or parts.netloc:
            return True
        target = path
        if parts.path:
            target = os.path.normpath(os.path.join(os.path.dirname(path), unquote(parts.path)))
            if (self.root / target).is_dir():
                target = os.path.normpath(os.path.join(target, "index.html"))
        if not (self.root / target).is_file() or parts.path.startswith("/"):
            return False
        if not parts.fragment or target not in self.pages:
            return True
        return unquote(parts.fragment) in self.pages[target].ids or parts.fragment == "__skip"

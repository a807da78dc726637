"""Build the real sites of the browser tests: reference notes, own documentation, a large vault, and plain twins."""

from __future__ import annotations

import fcntl
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.conftest import ROOT, SHARED
from tests.helpers import sites

HOST = "papernotes.localhost"
"""Host name of all sites, each at its own path; browsers treat `localhost` names as secure."""
PAPERS = 10_000
"""Number of papers in the vault."""
_PLAIN = """site_name: Reading
site_url: http://{host}/{name}/site/
theme:
  name: material
  font: false
  features: [navigation.instant, search.highlight]
  palette:
    - media: '(prefers-color-scheme: light)'
      scheme: default
      toggle: {{icon: material/brightness-7, name: Dark}}
    - media: '(prefers-color-scheme: dark)'
      scheme: slate
      toggle: {{icon: material/brightness-4, name: Light}}
"""
_REFUSED = re.compile(r"<(?:img|video|source)\b[^>]*>|</video>|!\[[^\]]*\]\(http[^)]*\)|(?<=<div) style=\"[^\"]*\"")
_HOME = "# Reading\n\nWhat I read, and what I made of it.\n\n{generated}\n\n{notes}\n"

_KINDS = {
    "home": "",
    **{f"note-{number}": f"{number}_[^/]+/?" for number in ("000", "001", "002", "003", "004")},
    **{f"note-{folder}": f"{folder}/.+" for folder in ("blog", "cards", "headed", "library", "outline", "prose")},
    "paper": r"papers/(?!years/)[^/_]+(?:/|\.html)",
    "paper-notes": r"papers/[^/]+_notes(?:_\d+)?(?:/|\.html)",
    "papers": "papers/",
    "year": "papers/years/[^/]+/?",
    "tag": "tags/.+",
    "tags": "tags/",
    "topic": "topics/.+",
    "topics": "topics/",
    "venue": r"venues/[^/]+/?",
    "venue-year": "venues/[^/]+/[^/]+/?",
    "venues": "venues/",
    "map": "map/",
}
"""Patterns of the URLs of each kind of page, relative to the site and without `index.html`."""


TWINS = {"notes": "plain", "docs": "plain-docs", "vault": "plain"}
"""Name of the plain site for each site: the same theme without papernotes."""


def is_redirect(page: Path) -> bool:
    """Return whether a page is at an old address, and leads to another one."""
    return 'http-equiv="refresh"' in page.read_text("utf-8")


@dataclass(frozen=True)
class BuiltSite:
    """A built site and its URL."""

    name: str
    site: Path

    @property
    def address(self) -> str:
        """Return the URL in the browser."""
        return f"http://{HOST}/{self.name}/site/"

    @cached_property
    def kinds(self) -> dict[str, str]:
        """Return the URL of the largest page of each kind, and of the smallest page of a paper as `bare-paper`."""
        pages = (p for p in self.site.rglob("*.html") if p.name != "404.html" and not is_redirect(p))
        files = sorted(pages, key=lambda p: p.stat().st_size)
        paths = [p.relative_to(self.site).as_posix().removesuffix("index.html") for p in files]
        matches = {kind: [path for path in paths if re.fullmatch(pattern, path)] for kind, pattern in _KINDS.items()}
        kinds = {kind: of_kind[-1] for kind, of_kind in matches.items() if of_kind}
        return kinds | ({"bare-paper": matches["paper"][0]} if "paper" in kinds else {})


def build_once(name: str, folder: Path) -> BuiltSite:
    """Return a site by its name; the first worker that needs it builds it for all workers."""
    real_site = BuiltSite(name, folder / name / "site")
    real_site.site.parent.mkdir(parents=True, exist_ok=True)
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = real_site.site.parent / "done"
        if not done.exists():
            result = _BUILDERS[name](real_site.site.parent)
            assert result.code == 0, result.output
            done.touch()
    return real_site


def _notes(folder: Path) -> sites.Built:
    """Build the reference notes with a bibliography; pages are files, so that a browser can open them from disk."""
    shutil.copytree(SHARED / "notes", folder / "docs")
    _strip(folder)
    shutil.copytree(SHARED / "truth", folder / "bib", ignore=shutil.ignore_patterns("*.json"))
    more = "use_directory_urls: false\nplugins: [search, tags, papernotes]\n"
    generated = "<!-- papernotes:overview -->\n\n<!-- papernotes:papers limit=10 sort=-notes -->"
    return sites.build(sites.write(folder, _files("notes", more, generated)), "--strict")


def _plain(folder: Path) -> sites.Built:
    """Build the same notes without papernotes, with a page at each depth of generated pages."""
    shutil.copytree(SHARED / "notes", folder / "docs")
    _strip(folder)
    table = "| year | title |\n|---|---|\n| 2017 | [A title](https://example.org/) |\n"
    deep = {f"docs/{'d/' * depth}page.md": f"# A page\n\n## A part\n\n{table}" for depth in range(1, 6)}
    return sites.build(sites.write(folder, {**_files("plain", "plugins: [search, tags]\n", table), **deep}))


def _strip(folder: Path) -> None:
    """Remove content of notes that a strict Content-Security-Policy blocks: external pictures and inline styles."""
    for path in (folder / "docs").rglob("*.md"):
        path.chmod(0o644)
        path.write_text(_REFUSED.sub("", path.read_text("utf-8")), "utf-8")


def _docs(folder: Path) -> sites.Built:
    """Build the documentation of papernotes."""
    return sites.build(ROOT, "--strict", site=str(folder / "site"), address=BuiltSite("docs", folder).address)


def _plain_docs(folder: Path) -> sites.Built:
    """Build the documentation without papernotes."""
    settings = f"INHERIT: {ROOT / 'mkdocs.yml'}\nstrict: false\ndocs_dir: {ROOT / 'docs'}\nplugins: [search]\n"
    return sites.build(sites.write(folder, {"mkdocs.yml": settings}))


def _vault(folder: Path) -> sites.Built:
    """Build a vault of 10,000 papers."""
    tool, facts = SHARED / "tools" / "make_vault.py", SHARED / "data" / "facts.jsonl.xz"
    command = [sys.executable, str(tool), str(folder), "-n", str(PAPERS), "--facts", str(facts)]
    subprocess.run(command, check=True, capture_output=True)
    _strip(folder)
    sites.write(folder, {"bib/library.bib": (folder / "library.bib").read_bytes()})
    more = "plugins: [search, tags, papernotes]\n"
    return sites.build(sites.write(folder, {"mkdocs.yml": _PLAIN.format(host=HOST, name="vault") + more}))


def _files(name: str, more: str, generated: str) -> dict[str, str]:
    """Return the settings and the home page of a site with the reference notes."""
    notes = "\n".join(f"- [{path.stem[:3]}]({path.name})" for path in sorted((SHARED / "notes").glob("*.md")))
    return {
        "mkdocs.yml": _PLAIN.format(host=HOST, name=name) + more,
        "docs/index.md": _HOME.format(generated=generated, notes=notes),
    }


_BUILDERS: dict[str, Callable[[Path], sites.Built]] = {
    "notes": _notes,
    "docs": _docs,
    "vault": _vault,
    "plain": _plain,
    "plain-docs": _plain_docs,
}

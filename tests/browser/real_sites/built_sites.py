"""The sites that the face is proved on: real notes, our own docs, a vault of 10,000 papers, and a plain twin."""

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
"""The name of the host of all sites, each below a path of its own; a browser trusts it as it does one with TLS."""
PAPERS = 10_000
"""Papers of the vault."""
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
_HOME = "# Reading\n\nWhat I read, and what I made of it.\n\n{ours}\n\n{notes}\n"

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
"""The pages of a site by their addresses below that of the site, `index.html` left out."""


TWINS = {"notes": "plain", "docs": "plain-docs", "vault": "plain"}
"""The plain site beside each of ours: the same theme without us."""


@dataclass(frozen=True)
class Face:
    """A built site and where it is served."""

    name: str
    site: Path

    @property
    def address(self) -> str:
        """Where it is served to the browser."""
        return f"http://{HOST}/{self.name}/site/"

    @cached_property
    def kinds(self) -> dict[str, str]:
        """One page of each kind, by its address below that of the site: the fullest; of papers the barest, too."""
        every = sorted((p for p in self.site.rglob("*.html") if p.name != "404.html"), key=lambda p: p.stat().st_size)
        paths = [p.relative_to(self.site).as_posix().removesuffix("index.html") for p in every]
        found = {kind: [path for path in paths if re.fullmatch(pattern, path)] for kind, pattern in _KINDS.items()}
        kinds = {kind: of_kind[-1] for kind, of_kind in found.items() if of_kind}
        return kinds | ({"bare-paper": found["paper"][0]} if "paper" in kinds else {})


def built(name: str, folder: Path) -> Face:
    """A site by its name; the first worker that asks for it builds it for all."""
    face = Face(name, folder / name / "site")
    face.site.parent.mkdir(parents=True, exist_ok=True)
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = face.site.parent / "done"
        if not done.exists():
            made = _BUILDERS[name](face.site.parent)
            assert made.code == 0, made.output
            done.touch()
    return face


def _notes(folder: Path) -> sites.Built:
    """The reference notes with a bibliography; pages are files, so that they can be opened from a disk as well."""
    shutil.copytree(SHARED / "notes", folder / "docs")
    _strip(folder)
    shutil.copytree(SHARED / "truth", folder / "bib", ignore=shutil.ignore_patterns("*.json"))
    more = "use_directory_urls: false\nplugins: [search, tags, papernotes]\n"
    ours = "<!-- papernotes:overview -->\n\n<!-- papernotes:papers limit=10 sort=-notes -->"
    return sites.build(sites.write(folder, _files("notes", more, ours)), "--strict")


def _plain(folder: Path) -> sites.Built:
    """The same notes without us, and a page at each depth at which we have pages."""
    shutil.copytree(SHARED / "notes", folder / "docs")
    _strip(folder)
    table = "| year | title |\n|---|---|\n| 2017 | [A title](https://example.org/) |\n"
    deep = {f"docs/{'d/' * depth}page.md": f"# A page\n\n## A part\n\n{table}" for depth in range(1, 6)}
    return sites.build(sites.write(folder, {**_files("plain", "plugins: [search, tags]\n", table), **deep}))


def _strip(folder: Path) -> None:
    """Take out what the authors of notes have that no strict host shows: pictures from elsewhere, styles in place."""
    for path in (folder / "docs").rglob("*.md"):
        path.chmod(0o644)
        path.write_text(_REFUSED.sub("", path.read_text("utf-8")), "utf-8")


def _docs(folder: Path) -> sites.Built:
    """Our own documentation, as it is published."""
    return sites.build(ROOT, "--strict", site=str(folder / "site"), address=Face("docs", folder).address)


def _plain_docs(folder: Path) -> sites.Built:
    """The pages of our documentation without us."""
    settings = f"INHERIT: {ROOT / 'mkdocs.yml'}\nstrict: false\ndocs_dir: {ROOT / 'docs'}\nplugins: [search]\n"
    return sites.build(sites.write(folder, {"mkdocs.yml": settings}))


def _vault(folder: Path) -> sites.Built:
    """A vault of 10,000 papers."""
    tool, facts = SHARED / "tools" / "make_vault.py", SHARED / "data" / "facts.jsonl.xz"
    command = [sys.executable, str(tool), str(folder), "-n", str(PAPERS), "--facts", str(facts)]
    subprocess.run(command, check=True, capture_output=True)
    _strip(folder)
    sites.write(folder, {"bib/library.bib": (folder / "library.bib").read_bytes()})
    more = "plugins: [search, tags, papernotes]\n"
    return sites.build(sites.write(folder, {"mkdocs.yml": _PLAIN.format(host=HOST, name="vault") + more}))


def _files(name: str, more: str, ours: str) -> dict[str, str]:
    """The settings and the home page of a site of the reference notes."""
    notes = "\n".join(f"- [{path.stem[:3]}]({path.name})" for path in sorted((SHARED / "notes").glob("*.md")))
    return {
        "mkdocs.yml": _PLAIN.format(host=HOST, name=name) + more,
        "docs/index.md": _HOME.format(ours=ours, notes=notes),
    }


_BUILDERS: dict[str, Callable[[Path], sites.Built]] = {
    "notes": _notes,
    "docs": _docs,
    "vault": _vault,
    "plain": _plain,
    "plain-docs": _plain_docs,
}

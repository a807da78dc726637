"""One library, built by us and by others: what each takes, and what readers get.

*Plain* is MkDocs with Material and its search over the same pages as Markdown, as `papernotes build` writes them; its
navigation is ours, the notes alone.  Builds are interleaved, each cold one in a folder of its own.
"""

from __future__ import annotations

import gzip
import json
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

import yaml

from tests.benchmarks import measuring, reader
from tests.benchmarks.measuring import Cost
from tests.benchmarks.own import small_notes
from tests.benchmarks.scale import make_vault
from tests.helpers import sites
from tests.hosts.test_generators import configuration

ADDRESS = "site_url: https://example.org/\n"
OUTSIDE = "not_in_nav: |\n  /papers/*\n  /tags/*\n  /topics/*\n  /venues/*\n"
LAYOUT = "<html><body><h1>{{ .Title }}</h1>{{ .Content }}</body></html>"
"""All that Hugo has of a theme here: it is the least that it can take."""
EDITS = 10
AT_ONCE = 1_000
"""Papers of which the own work is a matter of a second, and as easily disturbed."""
Runs = dict[str, list[Cost]]
"""What each round cost, by what was built."""


class Contest:
    """A library of so many papers."""

    def __init__(self, folder: Path, papers: int) -> None:
        self._folder = folder
        self._ours = folder / "ours"
        vault = make_vault(folder / "vault", papers)
        sites.write(self._ours, {"mkdocs.yml": sites.CONFIG + ADDRESS, "bib/x": ""})
        shutil.copytree(vault / "docs", self._ours / "docs")
        shutil.copy(vault / "library.bib", self._ours / "bib")
        notes = sorted(path.relative_to(vault / "docs") for path in (vault / "docs").rglob("*.md"))
        self._notes = [path.as_posix() for path in notes]
        self._note = next(path for path in self._notes if path.startswith("cards/"))
        """The note that is edited."""
        self._others = dict(self._entered())

    def _entered(self) -> Any:
        """The folders of all others, by their names, with how each is built."""
        plain = self._folder / "plain"
        self._tree(plain / "docs", "plain")
        sites.write(plain, {"mkdocs.yml": sites.PLAIN + ADDRESS + OUTSIDE})
        yield "plain", (plain, [sys.executable, "-m", "mkdocs", "build", "--quiet"], "site")
        if program := installed("zensical"):
            # without a navigation it lists every page on every page
            nav = yaml.safe_dump({"nav": self._notes}, allow_unicode=True)
            sites.write(plain, {"zensical.yml": sites.PLAIN + ADDRESS + nav})
            yield "zensical", (plain, [program, "build", "--clean", "-f", "zensical.yml"], "site")
        if program := installed("hugo"):
            hugo = self._folder / "hugo"
            self._tree(hugo / "content", "hugo")
            told = configuration("existing-site.md", "Hugo", "toml")
            layouts = {f"layouts/{name}.html": LAYOUT for name in ("single", "list", "home")}
            head = 'baseURL = "https://example.org/"\ntitle = "Notes"\ndisableKinds = ["RSS"]\n'
            figure = {"layouts/_shortcodes/figure.html": "<b>figure</b>"}
            sites.write(hugo, {"hugo.toml": head + told, **layouts, **figure})
            yield "hugo", (hugo, [program, "--quiet", "--destination", "site"], "site")

    def _tree(self, out: Path, host: str) -> None:
        build = (sys.executable, "-m", "papernotes_plugin", "build", "docs")
        measuring.run(self._ours, *build, "--out", out, "--for", host)

    def judged(self, rounds: int) -> dict[str, Any]:
        """All measures, by name: CPU in seconds, sizes in bytes, memory in megabytes, ratios round by round."""
        ours, others = self._builds(rounds)
        plain, cold = others["plain"], ours["cold"]
        row: dict[str, Any] = {"notes": len(self._notes), "pages": self._pages(), "rounds": rounds}
        row |= {name: rounded(runs) for name, runs in {**others, **ours}.items()}
        row |= {f"{name}_of_plain": round(measuring.ratio(runs, plain), 4) for name, runs in ours.items()}
        row |= {f"cold_of_{name}": round(measuring.ratio(cold, runs), 4) for name, runs in others.items()}
        row |= {"peak": max(run.peak for run in cold), "plain_peak": max(run.peak for run in plain)}
        row["peak_of_plain"] = round(row["peak"] / row["plain_peak"], 4)
        row |= self._sizes()
        row |= reader.waits(self._folder / "built" / "site", row["largest_page"])
        page = self._note.removesuffix(".md") + "/"
        seconds, edit = measuring.edits(self._ours, self._ours / "docs" / self._note, page, EDITS)
        row |= {"edit": round(seconds, 3), "edit_cpu": round(edit.cpu, 3), "edit_peak": edit.peak}
        row["edit_of_plain"] = round(edit.cpu / rounded(plain), 4)
        return row

    def _builds(self, rounds: int) -> tuple[Runs, Runs]:
        """Ours, by what has changed since the build before in its folder, and those of others, by their names."""
        ours: Runs = {"cold": [], "warm": [], "note": []}
        others: Runs = {name: [] for name in self._others}
        for number in range(rounds):
            for name, (folder, command, site) in self._others.items():
                shutil.rmtree(folder / site, ignore_errors=True)
                others[name].append(measuring.run(folder, *command))
            fresh = self._folder / f"cold{number}"
            shutil.copytree(self._ours, fresh)
            ours["cold"].append(measuring.mkdocs(fresh))
            ours["warm"].append(measuring.mkdocs(fresh))
            with (fresh / "docs" / self._note).open("a", encoding="utf-8") as file:
                file.write("\nSeen again.\n")
            ours["note"].append(measuring.mkdocs(fresh))
            shutil.rmtree(self._folder / "built", ignore_errors=True)
            fresh.rename(self._folder / "built")
        return ours, others

    def _pages(self) -> int:
        return sum(1 for _ in (self._folder / "plain" / "docs").rglob("*.md"))

    def _sizes(self) -> dict[str, Any]:
        """What a reader gets: the index of the search, the heaviest page that is ours, and a usual one of a paper."""
        site = self._folder / "built" / "site"
        index = (site / "search/search_index.json").read_bytes()
        ours = {
            path: path.stat().st_size
            for name in ("papers", "tags", "topics", "venues")
            for path in (site / name).rglob("*.html")
        }
        largest = max(ours, key=ours.__getitem__)
        papers = [size for path, size in ours.items() if path.parts[-3] == "papers"]
        # the theme's own page with nothing on it but the navigation
        empty = (site / "404.html").stat().st_size
        return {
            "index": len(index),
            "index_gzip": len(gzip.compress(index, 6, mtime=0)),
            "largest": ours[largest],
            "largest_page": largest.relative_to(site).as_posix(),
            "paper": round(statistics.median(papers)) - empty,
            "files": sum(1 for path in site.rglob("*") if path.is_file()),
        }


def installed(program: str) -> str | None:
    """Where a program is, of this environment or of the machine; None where it is missing."""
    beside = Path(sys.executable).with_name(program)
    return str(beside) if beside.is_file() else shutil.which(program)


def rounded(runs: list[Cost]) -> float:
    """The usual CPU time, in seconds."""
    return round(statistics.median(run.cpu for run in runs), 3)


def own(folder: Path, papers: int) -> dict[str, Any]:
    """What the library itself takes for a vault of so many papers; of what is soon done, the least of three runs."""
    vault = make_vault(folder, papers)
    (vault / "bib").mkdir()
    shutil.copy(vault / "library.bib", vault / "bib")
    return min((_own(vault) for _ in range(3 if papers <= AT_ONCE else 1)), key=lambda told: float(told["cpu"]))


def small() -> dict[str, Any]:
    """What the library itself takes for many small notes."""
    with tempfile.TemporaryDirectory() as name:
        small_notes(Path(name))
        return _own(Path(name))


def _own(folder: Path) -> dict[str, Any]:
    measuring.run(folder, sys.executable, "-m", "tests.benchmarks.own", folder)
    told: dict[str, Any] = json.loads((folder / "said.log").read_text("utf-8").splitlines()[-1])
    return {name: round(value, 3) for name, value in told.items()}

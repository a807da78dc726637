"""Build one library with papernotes and with other programs, and measure the builds and the sites.

*Plain* is MkDocs with Material and its search, with the same pages as Markdown files, as `papernotes build` writes
them.  Both navigations contain only the notes.  *Bare* is the same MkDocs with one page for each paper that contains
text alone.  The builds alternate, and each cold build has its own folder.
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
"""Minimal theme for Hugo, so that its time is a lower bound."""
BARE_SIZE = 3_000
"""Size of a bare page in bytes."""
EDITS = 10
AT_ONCE = 1_000
"""Number of papers up to which the work without a site is repeated, because it takes about a second."""
Runs = dict[str, list[Cost]]
"""Cost of each round by the name of the build."""


class Contest:
    """Benchmark of a library with a given number of papers."""

    def __init__(self, folder: Path, papers: int) -> None:
        self._folder, self._papers = folder, papers
        self._site = folder / "papernotes"
        vault = make_vault(folder / "vault", papers)
        sites.write(self._site, {"mkdocs.yml": sites.CONFIG + ADDRESS, "bib/x": ""})
        shutil.copytree(vault / "docs", self._site / "docs")
        shutil.copy(vault / "library.bib", self._site / "bib")
        notes = sorted(path.relative_to(vault / "docs") for path in (vault / "docs").rglob("*.md"))
        self._notes = [path.as_posix() for path in notes]
        self._note = next(path for path in self._notes if path.startswith("cards/"))
        """Path of the note that the edits change."""
        self._key = (vault / "library.bib").read_text("utf-8").partition("{")[2].partition(",")[0]
        """Citekey of a paper that the note mentions after the second edit."""
        self._others = dict(self._prepare_others())

    def _prepare_others(self) -> Any:
        """Yield name, folder, command and site folder of each other program."""
        plain = self._folder / "plain"
        self._tree(plain / "docs", "plain")
        sites.write(plain, {"mkdocs.yml": sites.PLAIN + ADDRESS + OUTSIDE})
        mkdocs = [sys.executable, "-m", "mkdocs", "build", "--quiet"]
        yield "plain", (plain, mkdocs, "site")
        bare = self._folder / "bare"
        sites.write(bare, {"mkdocs.yml": sites.PLAIN + ADDRESS + OUTSIDE, "docs/index.md": "# Notes\n"})
        sites.write(bare / "docs", {f"papers/p{number}.md": bare_page(number) for number in range(self._papers)})
        yield "bare", (bare, mkdocs, "site")
        if program := installed("zensical"):
            # without a navigation, Zensical lists every page on every page
            nav = yaml.safe_dump({"nav": self._notes}, allow_unicode=True)
            sites.write(plain, {"zensical.yml": sites.PLAIN + ADDRESS + nav})
            yield "zensical", (plain, [program, "build", "--clean", "-f", "zensical.yml"], "site")
        if program := installed("hugo"):
            hugo = self._folder / "hugo"
            self._tree(hugo / "content", "hugo")
            settings = configuration("site-generators.md", "Hugo", "toml")
            layouts = {f"layouts/{name}.html": LAYOUT for name in ("single", "list", "home")}
            head = 'baseURL = "https://example.org/"\ntitle = "Notes"\ndisableKinds = ["RSS"]\n'
            figure = {"layouts/_shortcodes/figure.html": "<b>figure</b>"}
            sites.write(hugo, {"hugo.toml": head + settings, **layouts, **figure})
            yield "hugo", (hugo, [program, "--quiet", "--destination", "site"], "site")

    def _tree(self, out: Path, host: str) -> None:
        build = (sys.executable, "-m", "papernotes_plugin", "build", "docs")
        measuring.run(self._site, *build, "--out", out, "--for", host)

    def measure(self, rounds: int) -> dict[str, Any]:
        """Return all measures by name: CPU in seconds, sizes in bytes, memory in megabytes, ratios as medians."""
        own_builds, others = self._builds(rounds)
        plain, cold = others["plain"], own_builds["cold"]
        row: dict[str, Any] = {"notes": len(self._notes), "pages": self._pages(), "rounds": rounds}
        row |= {name: rounded(runs) for name, runs in {**others, **own_builds}.items()}
        row |= {f"{name}_of_plain": round(measuring.ratio(runs, plain), 4) for name, runs in own_builds.items()}
        row |= {f"cold_of_{name}": round(measuring.ratio(cold, runs), 4) for name, runs in others.items()}
        row |= {"peak": max(run.peak for run in cold), "plain_peak": max(run.peak for run in plain)}
        row["elapsed"] = round(statistics.median(run.elapsed for run in cold), 3)
        if hugo := others.get("hugo"):
            row["hugo_elapsed"] = round(statistics.median(run.elapsed for run in hugo), 3)
            pairs = zip(cold, hugo, strict=True)
            row["elapsed_of_hugo"] = round(statistics.median(run.elapsed / other.elapsed for run, other in pairs), 4)
        row["peak_of_plain"] = round(row["peak"] / row["plain_peak"], 4)
        row |= self._sizes()
        row |= reader.waits(self._folder / "built" / "site", row["largest_page"])
        page = self._note.removesuffix(".md") + "/"
        seconds, edit = measuring.edits(self._site, self._site / "docs" / self._note, page, EDITS)
        row |= {"edit": round(seconds, 3), "edit_cpu": round(edit.cpu, 3), "edit_peak": edit.peak}
        row["edit_of_plain"] = round(edit.cpu / rounded(plain), 4)
        return row

    def _builds(self, rounds: int) -> tuple[Runs, Runs]:
        """Return the builds with papernotes by the change since the last build, and the builds of other programs."""
        own_builds: Runs = {"cold": [], "warm": [], "note": [], "mention": []}
        others: Runs = {name: [] for name in self._others}
        for number in range(rounds):
            for name, (folder, command, site) in self._others.items():
                shutil.rmtree(folder / site, ignore_errors=True)
                others[name].append(measuring.run(folder, *command))
            copy = self._folder / f"cold{number}"
            shutil.copytree(self._site, copy)
            own_builds["cold"].append(measuring.mkdocs(copy))
            own_builds["warm"].append(measuring.mkdocs(copy))
            for name, added in (("note", "Seen again."), ("mention", f"It extends [@{self._key}].")):
                with (copy / "docs" / self._note).open("a", encoding="utf-8") as file:
                    file.write(f"\n{added}\n")
                own_builds[name].append(measuring.mkdocs(copy))
            shutil.rmtree(self._folder / "built", ignore_errors=True)
            copy.rename(self._folder / "built")
        return own_builds, others

    def _pages(self) -> int:
        return sum(1 for _ in (self._folder / "plain" / "docs").rglob("*.md"))

    def _sizes(self) -> dict[str, Any]:
        """Return the sizes of the search index, of the largest generated page, and of a median page of a paper."""
        site = self._folder / "built" / "site"
        index = (site / "search/search_index.json").read_bytes()
        pages = {
            path: path.stat().st_size
            for name in ("papers", "tags", "topics", "venues")
            for path in (site / name).rglob("*.html")
        }
        largest = max(pages, key=pages.__getitem__)
        papers = [size for path, size in pages.items() if path.parts[-3] == "papers"]
        files = [path.stat().st_size for path in site.rglob("*") if path.is_file()]
        return {
            "index": len(index),
            "index_gzip": len(gzip.compress(index, 6, mtime=0)),
            "largest": pages[largest],
            "largest_page": largest.relative_to(site).as_posix(),
            "paper": round(statistics.median(papers)),
            "files": len(files),
            "size": sum(files),
        }


def bare_page(number: int) -> str:
    """Return a page of BARE_SIZE bytes about one paper, without a link."""
    title = f"# A study of sampling number {number}\n\n**A. Author, B. Writer, {2000 + number % 25}**\n"
    sentence = f"Sentence number {{}} of the *abstract* of paper {number} says what the authors found.\n"
    paragraphs = ("\n" * (n % 4 == 0) + sentence.format(n) for n in range(BARE_SIZE // 70))
    return (title + "".join(paragraphs))[: BARE_SIZE - 1] + "\n"


def installed(program: str) -> str | None:
    """Return the path of a program in this environment or on the machine, or None."""
    local = Path(sys.executable).with_name(program)
    return str(local) if local.is_file() else shutil.which(program)


def rounded(runs: list[Cost]) -> float:
    """Return the median CPU time in seconds."""
    return round(statistics.median(run.cpu for run in runs), 3)


def own(folder: Path, papers: int) -> dict[str, Any]:
    """Return the cost of the library for a vault without a site; for small vaults the best of three runs."""
    vault = make_vault(folder, papers)
    (vault / "bib").mkdir()
    shutil.copy(vault / "library.bib", vault / "bib")
    return min((_own(vault) for _ in range(3 if papers <= AT_ONCE else 1)), key=lambda run: float(run["cpu"]))


def small() -> dict[str, Any]:
    """Return the cost of the library for many small notes."""
    with tempfile.TemporaryDirectory() as name:
        small_notes(Path(name))
        return _own(Path(name))


def _own(folder: Path) -> dict[str, Any]:
    measuring.run(folder, sys.executable, "-m", "tests.benchmarks.own", folder)
    result: dict[str, Any] = json.loads((folder / "output.log").read_text("utf-8").splitlines()[-1])
    return {name: round(value, 3) for name, value in result.items()}

"""Compare what tools make of one folder of notes: `python -m tests.benchmarks.other_tools [NOTES BIB]`.

Each tool runs on the notes as they are, with the `.bib` file.  A tool that reads only pandoc's citations also runs on
a copy of the notes.  The copy repeats each mention of a paper as `[@key]`.  The table shows what the tools wrote.  A
tool that is not installed is left out, with a line on stderr: `pip install mkdocs-bibtex academic`.  The defaults are
the demo library of the documentation and its `.bib` file.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import pypandoc

import papernotes_plugin as pn
from tests.conftest import ROOT
from tests.consumers.tex import bibtex_reads

_COLUMNS = ("tool", "papers found", "with citations added", "pages of papers", "pages with several notes", "BibTeX")
"""Names of the columns, in the order of the fields of `Result`."""


@dataclass(frozen=True, slots=True)
class Result:
    """Numbers of one tool."""

    tool: str
    papers: int
    """Papers that the tool shows for the notes as they are."""
    cited: str = ""
    """The same after each mention was repeated as a citation; empty for a tool that is not run on that copy."""
    pages: int = 0
    """Pages about one paper."""
    joined: int = 0
    """Pages that name several notes."""
    entries: str = "none"
    """Entries of the BibTeX that the tool writes, and what BibTeX and LaTeX report about it."""


def measure(notes: Path, bib: Path, folder: Path) -> Iterator[Result]:
    """Yield the result of each tool that is installed; all files are written to a folder."""
    cited, keys = folder / "cited", repeat_as_citations(notes, bib, folder / "cited")
    yield _papernotes(notes, (), folder / "alone", "papernotes, without the .bib file")
    yield _papernotes(notes, ("--bib", str(bib)), folder / "with-bib", "papernotes, with the .bib file")
    if _has("mkdocs-bibtex"):
        shown = [_mkdocs_bibtex(source, bib, folder) for source in (notes, cited)]
        yield Result("mkdocs-bibtex", len(shown[0]), f"{len(shown[1])} of {len(keys)}")
    shown = [pandoc_references(source, bib) for source in (notes, cited)]
    yield Result("pandoc --citeproc", len(shown[0]), f"{len(shown[1])} of {len(keys)}")
    if _has("academic"):
        yield _academic(bib, folder / "academic")


def _has(program: str) -> bool:
    try:
        is_installed = bool(metadata.version(program))
    except metadata.PackageNotFoundError:
        is_installed = shutil.which(program) is not None
    if not is_installed:
        print(f"{program} is not installed and is left out", file=sys.stderr)
    return is_installed


def _run(*command: str, folder: Path | None = None) -> str:
    """Return the output of a command, which must succeed."""
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYPANDOC_PANDOC": pypandoc.get_pandoc_path()}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout


def repeat_as_citations(notes: Path, bib: Path, out: Path) -> set[str]:
    """Write a copy of the notes that ends with one line `- [@key]` for each mention of an entry; return the keys."""
    shutil.copytree(notes, out)
    sources = [pn.Source(path.relative_to(notes).as_posix(), path.read_bytes()) for path in notes.rglob("*.md")]
    site = pn.build(sources, bibliography=[pn.Source(bib.name, bib.read_bytes())], pages=False)
    defined = _keys(bib.read_text("utf-8"))
    cited: set[str] = set()
    for paper in site.library.papers:
        key = next((key for key in (paper.citekey, *paper.aliases) if key in defined), "")
        for mention in paper.mentions if key else ():
            with (out / mention.note).open("a", encoding="utf-8") as file:
                file.write(f"\n- [@{key}]\n")
            cited.add(key)
    return cited


def _keys(text: str) -> set[str]:
    return {str(key) for key in re.findall(r"^@\w+\{([^,\s]+),", text, re.MULTILINE)}


def _papernotes(notes: Path, options: Sequence[str], out: Path, name: str) -> Result:
    """Return the result of `papernotes build` and `papernotes export`, of papers that the notes mention."""
    command = (sys.executable, "-m", "papernotes_plugin")
    _run(*command, "build", str(notes), "--out", str(out), "--config", _no_options(out), *options)
    entries = out.with_suffix(".bib")
    _run(*command, "export", str(notes), "--note", "*", "-o", str(entries), "--config", _no_options(out), *options)
    pages = [path for path in (out / "papers").glob("*.md") if path.stem != "index"]
    mentioned = [text for page in pages if 'class="papernotes-note"' in (text := page.read_text("utf-8"))]
    joined = sum(text.count('class="papernotes-note"') > 1 for text in mentioned)
    return Result(name, len(mentioned), "", len(mentioned), joined, _compile(entries))


def _no_options(out: Path) -> str:
    """Return the path of an empty file with options."""
    file = out.with_suffix(".toml")
    file.touch()
    return str(file)


def _compile(entries: Path) -> str:
    """Return the number of entries that BibTeX and LaTeX typeset, with the number of their reports."""
    written = len(_keys(entries.read_text("utf-8")))
    if shutil.which("bibtex") is None:
        return f"{written}, not compiled here"
    verdict = bibtex_reads(entries)
    errors = [line for line in verdict.complaints if not line.startswith("Warning--")]
    return f"{verdict.count} of {written} typeset, {len(errors)} errors"


def _mkdocs_bibtex(notes: Path, bib: Path, folder: Path) -> set[str]:
    """Return the keys of the references in a site with mkdocs-bibtex."""
    config = folder / f"{notes.name}.yml"
    config.write_text(
        f"site_name: Notes\ndocs_dir: {notes}\nsite_dir: {folder / notes.name}-site\nplugins:\n"
        f"  - bibtex: {{bib_file: {bib}}}\nmarkdown_extensions: [footnotes]\n",
        "utf-8",
    )
    _run(sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(config), folder=folder)
    pages = (folder / f"{notes.name}-site").rglob("*.html")
    return {key for page in pages for key in re.findall(r'<li id="fn:([^"]+)"', page.read_text("utf-8"))} & _keys(
        bib.read_text("utf-8")
    )


def pandoc_references(notes: Path, bib: Path) -> set[str]:
    """Return the keys of the references that pandoc writes, note by note."""
    shown: set[str] = set()
    command = (pypandoc.get_pandoc_path(), "--citeproc", "--bibliography", str(bib), "-f", "markdown", "-t", "html")
    for note in notes.rglob("*.md"):
        shown.update(re.findall(r'id="ref-([^"]+)"', _run(*command, str(note))))
    return shown


def _academic(bib: Path, out: Path) -> Result:
    """Return the result of the import tool of HugoBlox, which reads a `.bib` file and no notes."""
    out.mkdir()
    _run("academic", "import", str(bib), "content/publication/", "--compact", folder=out)
    pages = [*out.glob("content/publication/*/index.md")]
    copies = [*out.glob("content/publication/*/cite.bib")]
    return Result("academic import (HugoBlox)", 0, "", len(pages), 0, f"{len(copies)} copies of your entries")


def table(results: Sequence[Result]) -> str:
    """Return the results as a table in Markdown."""
    rows = [(r.tool, r.papers, r.cited, r.pages or "none", r.joined or "none", r.entries) for r in results]
    lines = [_COLUMNS, ("---", *["---:"] * 4, "---"), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.other_tools", description=__doc__)
    parser.add_argument("notes", nargs="?", type=Path, default=ROOT / "docs" / "library")
    parser.add_argument("bib", nargs="?", type=Path, default=ROOT / "bib" / "papers.bib")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(table([*measure(arguments.notes.resolve(), arguments.bib.resolve(), Path(folder))]))


if __name__ == "__main__":
    main()

"""Programs that read a bibliography, each as a function from a file to a `Verdict`.

External programs run with a time limit, so that a program that hangs or crashes also gives a verdict.
"""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pybtex.errors
import pypandoc
import rispy
from bibtexparser.entrypoint import parse_string
from pybtex.database import parse_bytes

from tests.consumers.verdict import Item, Verdict

HERE = Path(__file__).parent
SECONDS = 240
"""Time limit of a program."""

Consumer = Callable[[Path], Verdict]


def run(*command: str | Path, stdin: str = "", folder: Path | None = None) -> tuple[int, str, str]:
    """Return the exit code, the output and the error output of a program."""
    try:
        process = subprocess.run(
            [str(word) for word in command], input=stdin.encode(), cwd=folder, capture_output=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return 1, "", f"{command[0]}: not done after {SECONDS} s"
    return process.returncode, process.stdout.decode("utf-8", "replace"), process.stderr.decode("utf-8", "replace")


def error_lines(code: int, error_output: str) -> list[str]:
    """Return the lines of the error output of a program, or its exit code if it failed without any."""
    lines = [line for line in error_output.splitlines() if line.strip()]
    return lines if lines or not code else [f"ended with {code}"]


# --- Python ---------------------------------------------------------------------------------------


def pybtex_reads(file: Path) -> Verdict:
    """Return the verdict of pybtex, a BibTeX implementation in Python; its LaTeX reader gives the titles."""
    from pybtex.richtext import Text

    pybtex.errors.set_strict_mode(False)
    with pybtex.errors.capture() as caught:
        library = parse_bytes(file.read_bytes(), bib_format="bibtex")
    items = []
    for key, entry in library.entries.items():
        people = entry.persons.get("author") or entry.persons.get("editor") or []
        first = " ".join(str(name) for name in people[0].rich_last_names) if people else ""
        title = str(Text.from_latex(entry.fields.get("title", "")))
        year = entry.fields.get("year") or entry.fields.get("date", "")
        items.append(Item(key, title, first, year, entry.fields.get("doi", "")))
    return Verdict.from_items(map(str, caught), items)


def bibtexparser_reads(file: Path) -> Verdict:
    """Return the verdict of bibtexparser, with the lines of the blocks that it cannot parse."""
    library = parse_string(file.read_text("utf-8"))
    failed = [f"line {(block.start_line or 0) + 1}: {type(block).__name__}" for block in library.failed_blocks]
    return Verdict(tuple(failed), len(library.entries))


TYPST = """
import sys, typst
try:
    typst.compile(sys.argv[1], output=sys.argv[2])
except typst.TypstError as error:
    sys.exit(str(error))
"""


def typst_reads(file: Path) -> Verdict:
    """Return the verdict of Typst, which uses hayagriva; every key is cited, so that a missing key is an error."""
    keys = re.findall(r"^@\w+\{([^,\s]+),", file.read_text("utf-8"), re.MULTILINE)
    page = file.with_suffix(".typ")
    cites = "\n".join(f"#cite(label({json.dumps(key, ensure_ascii=False)}))" for key in keys)
    page.write_text(f"{cites}\n#bibliography({json.dumps(file.name)}, full: true)\n", "utf-8")
    code, _, errors = run(sys.executable, "-c", TYPST, page, page.with_suffix(".pdf"))
    return Verdict(tuple(error_lines(code, errors)), 0 if code else len(keys))


# --- pandoc ---------------------------------------------------------------------------------------


@functools.cache
def pandoc() -> str:
    """Return the path of the pandoc that pypandoc includes."""
    return str(pypandoc.get_pandoc_path())


def pandoc_reads(input_format: str, file: Path) -> Verdict:
    """Return the verdict of pandoc, which converts the file to CSL-JSON and renders each entry with citeproc."""
    code, out, errors = run(pandoc(), "-f", input_format, "-t", "csljson", file)
    if code:
        return Verdict(tuple(error_lines(code, errors)))
    items = csl_items(json.loads(out))
    page = '---\nnocite: "@*"\n---\nx\n'
    render = ("--citeproc", "--mathml", "-f", "markdown", "-t", "html")
    code, html, citeproc_errors = run(pandoc(), *render, "--bibliography", file, stdin=page)
    complaints = [*error_lines(0, errors), *error_lines(code, citeproc_errors)]
    shown = html.count('class="csl-entry"')
    if shown != len(items):
        complaints.append(f"citeproc shows {shown} of {len(items)} entries")
    if re.search(r'<script|<img|href="javascript:', html, re.IGNORECASE):
        complaints.append("markup of a field is active in the output of citeproc")
    return Verdict.from_items(complaints, items)


def csl_items(data: list[dict[str, Any]]) -> list[Item]:
    """Return the facts of CSL-JSON items."""
    items = []
    for row in data:
        person: dict[str, str] = next(iter(row.get("author") or row.get("editor") or ()), {})
        first = person.get("literal") or " ".join(
            filter(None, (person.get("non-dropping-particle"), person.get("family")))
        )
        issued = row.get("issued", {})
        year = str(issued["date-parts"][0][0]) if issued.get("date-parts") else issued.get("literal", "")
        items.append(
            Item.from_facts(
                {"key": row["id"], "title": row.get("title"), "first": first, "year": year, "doi": row.get("DOI")}
            )
        )
    return items


# --- packages of Debian ---------------------------------------------------------------------------


def bibclean_reads(file: Path) -> Verdict:
    """Return the verdict of bibclean, a strict linter of 1990: missing commas, long strings, unusual values."""
    code, out, errors = run("bibclean", "-max-width", "0", file)
    return Verdict(tuple(error_lines(code, errors)), _entries(out))


def bibtool_reads(file: Path) -> Verdict:
    """Return the verdict of BibTool: unknown types and fields, duplicate keys."""
    code, out, errors = run("bibtool", "-d", file)
    # the lines between messages show the text of the file
    complaints = [line for line in error_lines(code, errors) if line.startswith(("***", "ended"))]
    return Verdict(tuple(complaints), _entries(out))


def bibutils_reads(converter: str, file: Path) -> Verdict:
    """Return the verdict of a converter of bibutils: `bib2xml`, `biblatex2xml` or `ris2xml`; its XML is parsed."""
    code, out, errors = run(converter, file)
    complaints = [line for line in error_lines(code, errors) if "Processed" not in line]
    try:
        mods = ElementTree.fromstring(out)
    except ElementTree.ParseError as error:
        return Verdict((*complaints, f"no XML: {error}"))
    return Verdict(tuple(complaints), sum(element.tag.rpartition("}")[2] == "mods" for element in mods.iter()))


def _entries(text: str) -> int:
    """Return the number of entries in a bibliography that a program wrote."""
    return len(re.findall(r"^[ \t]*@(?!string|comment|preamble)\w+[ \t]*\{", text, re.MULTILINE | re.IGNORECASE))


# --- RIS and CSL-JSON in Python -------------------------------------------------------------------


def rispy_reads(file: Path) -> Verdict:
    """Return the verdict of rispy, a reader of RIS."""
    items = []
    for record in rispy.loads(file.read_text("utf-8")):
        people = record.get("authors") or record.get("secondary_authors") or record.get("editors") or ("",)
        first = people[0].partition(",")[0]
        title = record.get("title") or record.get("primary_title", "")
        items.append(
            Item.from_facts(
                {
                    "key": record.get("id"),
                    "title": title,
                    "first": first,
                    "year": record.get("year"),
                    "doi": record.get("doi"),
                }
            )
        )
    return Verdict.from_items((), items)


# --- JavaScript -----------------------------------------------------------------------------------


SCRIPTS = {
    "bib": ("citation-js", "bibtex-parser", "bibtex-tidy", "astrocite"),
    "biblatex": ("citation-js", "bibtex-parser", "bibtex-tidy"),
    "csl": ("citation-js",),
    "ris": ("citation-js", "astrocite"),
}
"""Names of the programs in `consume.mjs` by the format of the file."""


def javascript_reads(program: str, kind: str, words: bool, file: Path) -> Verdict:
    """Return the verdict of a program in `consume.mjs`; all programs of a format run in one process."""
    result = _javascript(kind, file, words)[program]
    complaints = tuple(result.get("complaints", ()))
    if "count" in result:
        return Verdict(complaints, result["count"])
    return Verdict.from_items(complaints, [Item.from_facts(item) for item in result["items"]])


@functools.cache
def _javascript(kind: str, file: Path, words: bool) -> dict[str, Any]:
    code, out, errors = run("node", HERE / "consume.mjs", kind, file, *(["--words"] if words else []))
    if code:
        raise RuntimeError(errors)
    return dict(json.loads(out))

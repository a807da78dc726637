"""The programs that read a bibliography, each as a function from a file to a `Verdict`.

Each runs by itself, so that one that hangs or crashes is a verdict like any other.
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
"""The time that any program may take."""

Consumer = Callable[[Path], Verdict]


def run(*command: str | Path, stdin: str = "", folder: Path | None = None) -> tuple[int, str, str]:
    """Exit code, output and complaints of a program."""
    try:
        done = subprocess.run(
            [str(word) for word in command], input=stdin.encode(), cwd=folder, capture_output=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return 1, "", f"{command[0]}: not done after {SECONDS} s"
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def ended(code: int, said: str) -> list[str]:
    """The complaints of a program that should have nothing to say."""
    lines = [line for line in said.splitlines() if line.strip()]
    return lines if lines or not code else [f"ended with {code}"]


# --- Python ---------------------------------------------------------------------------------------


def pybtex_reads(file: Path) -> Verdict:
    """Reference implementation of BibTeX in Python; its own reader of LaTeX gives the titles."""
    from pybtex.richtext import Text

    pybtex.errors.set_strict_mode(False)
    with pybtex.errors.capture() as caught:
        found = parse_bytes(file.read_bytes(), bib_format="bibtex")
    items = []
    for key, entry in found.entries.items():
        people = entry.persons.get("author") or entry.persons.get("editor") or []
        first = " ".join(str(name) for name in people[0].rich_last_names) if people else ""
        title = str(Text.from_latex(entry.fields.get("title", "")))
        year = entry.fields.get("year") or entry.fields.get("date", "")
        items.append(Item(key, title, first, year, entry.fields.get("doi", "")))
    return Verdict.on(map(str, caught), items)


def bibtexparser_reads(file: Path) -> Verdict:
    """The parser that we read with, as others use it; the best at saying where something is wrong."""
    found = parse_string(file.read_text("utf-8"))
    failed = [f"line {(block.start_line or 0) + 1}: {type(block).__name__}" for block in found.failed_blocks]
    return Verdict(tuple(failed), len(found.entries))


TYPST = """
import sys, typst
try:
    typst.compile(sys.argv[1], output=sys.argv[2])
except typst.TypstError as error:
    sys.exit(str(error))
"""


def typst_reads(file: Path) -> Verdict:
    """Typst (the hayagriva and biblatex crates): every key is cited, so that one it lacks is an error."""
    keys = re.findall(r"^@\w+\{([^,\s]+),", file.read_text("utf-8"), re.MULTILINE)
    page = file.with_suffix(".typ")
    cites = "\n".join(f"#cite(label({json.dumps(key, ensure_ascii=False)}))" for key in keys)
    page.write_text(f"{cites}\n#bibliography({json.dumps(file.name)}, full: true)\n", "utf-8")
    code, _, said = run(sys.executable, "-c", TYPST, page, page.with_suffix(".pdf"))
    return Verdict(tuple(ended(code, said)), 0 if code else len(keys))


# --- pandoc ---------------------------------------------------------------------------------------


@functools.cache
def pandoc() -> str:
    """The path of the pandoc that comes with pypandoc."""
    return str(pypandoc.get_pandoc_path())


def pandoc_reads(form: str, file: Path) -> Verdict:
    """Pandoc as a converter, of a file in one of its bibliography formats, and its citeproc, which shows each entry."""
    code, out, said = run(pandoc(), "-f", form, "-t", "csljson", file)
    if code:
        return Verdict(tuple(ended(code, said)))
    items = csl_items(json.loads(out))
    page = '---\nnocite: "@*"\n---\nx\n'
    render = ("--citeproc", "--mathml", "-f", "markdown", "-t", "html")
    code, html, more = run(pandoc(), *render, "--bibliography", file, stdin=page)
    complaints = [*ended(0, said), *ended(code, more)]
    shown = html.count('class="csl-entry"')
    if shown != len(items):
        complaints.append(f"citeproc shows {shown} of {len(items)} entries")
    if re.search(r'<script|<img|href="javascript:', html, re.IGNORECASE):
        complaints.append("markup of a field is alive in the words of citeproc")
    return Verdict.on(complaints, items)


def csl_items(data: list[dict[str, Any]]) -> list[Item]:
    """The facts of CSL-JSON items."""
    items = []
    for told in data:
        person: dict[str, str] = next(iter(told.get("author") or told.get("editor") or ()), {})
        first = person.get("literal") or " ".join(
            filter(None, (person.get("non-dropping-particle"), person.get("family")))
        )
        issued = told.get("issued", {})
        year = str(issued["date-parts"][0][0]) if issued.get("date-parts") else issued.get("literal", "")
        items.append(
            Item.of(
                {"key": told["id"], "title": told.get("title"), "first": first, "year": year, "doi": told.get("DOI")}
            )
        )
    return items


# --- Debian's tools -------------------------------------------------------------------------------


def bibclean_reads(file: Path) -> Verdict:
    """The strictest of lints for BibTeX, of 1990: missing commas, strings too long, values of odd form."""
    code, out, said = run("bibclean", "-max-width", "0", file)
    return Verdict(tuple(ended(code, said)), _entries(out))


def bibtool_reads(file: Path) -> Verdict:
    """BibTool: types and fields that it does not know, double keys."""
    code, out, said = run("bibtool", "-d", file)
    return Verdict(tuple(ended(code, said)), _entries(out))


def bibutils_reads(converter: str, file: Path) -> Verdict:
    """The converters of bibutils (`bib2xml`, `biblatex2xml`, `ris2xml`): MODS, which must be well-formed."""
    code, out, said = run(converter, file)
    complaints = [line for line in ended(code, said) if "Processed" not in line]
    try:
        mods = ElementTree.fromstring(out)
    except ElementTree.ParseError as error:
        return Verdict((*complaints, f"no XML: {error}"))
    return Verdict(tuple(complaints), sum(element.tag.rpartition("}")[2] == "mods" for element in mods.iter()))


def _entries(text: str) -> int:
    """How many entries a bibliography has that a program wrote."""
    return len(re.findall(r"^[ \t]*@(?!string|comment|preamble)\w+[ \t]*\{", text, re.MULTILINE | re.IGNORECASE))


# --- RIS and CSL-JSON in Python -------------------------------------------------------------------


def rispy_reads(file: Path) -> Verdict:
    """The reader of RIS in Python."""
    items = []
    for told in rispy.loads(file.read_text("utf-8")):
        people = told.get("authors") or told.get("secondary_authors") or told.get("editors") or ("",)
        first = people[0].partition(",")[0]
        title = told.get("title") or told.get("primary_title", "")
        items.append(
            Item.of(
                {
                    "key": told.get("id"),
                    "title": title,
                    "first": first,
                    "year": told.get("year"),
                    "doi": told.get("doi"),
                }
            )
        )
    return Verdict.on((), items)


# --- JavaScript -----------------------------------------------------------------------------------


SCRIPTS = {
    "bib": ("citation-js", "bibtex-parser", "bibtex-tidy", "astrocite"),
    "biblatex": ("citation-js", "bibtex-parser", "bibtex-tidy"),
    "csl": ("citation-js",),
    "ris": ("citation-js", "astrocite"),
}
"""The programs of `consume.mjs` by the kind of file."""


def javascript_reads(program: str, kind: str, words: bool, file: Path) -> Verdict:
    """One of the programs of `consume.mjs`; all of a kind read the same file in one go."""
    told = _javascript(kind, file, words)[program]
    complaints = tuple(told.get("complaints", ()))
    if "count" in told:
        return Verdict(complaints, told["count"])
    return Verdict.on(complaints, [Item.of(item) for item in told["items"]])


@functools.cache
def _javascript(kind: str, file: Path, words: bool) -> dict[str, Any]:
    code, out, said = run("node", HERE / "consume.mjs", kind, file, *(["--words"] if words else []))
    if code:
        raise RuntimeError(said)
    return dict(json.loads(out))

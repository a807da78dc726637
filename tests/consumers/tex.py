"""Run BibTeX, biber and LaTeX on a bibliography."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.consumers.programs import run
from tests.consumers.verdict import Verdict

# The page is so wide that no line breaks within a title, and its text can be extracted.
_PREAMBLE = r"""\documentclass{article}\input{glyphtounicode}\pdfgentounicode=1
\pdfpagewidth=12000pt\textwidth=11800pt\oddsidemargin=0pt\pagestyle{empty}
\usepackage[T1]{fontenc}\usepackage{lmodern}\usepackage[utf8]{inputenc}\usepackage{amsmath,amssymb,textcomp,url}
"""
_BIBTEX = r"\usepackage{natbib}\begin{document}\nocite{*}x\bibliographystyle{%s}\bibliography{refs}\end{document}"
_BIBLATEX = (
    r"\usepackage[backend=biber,maxbibnames=99]{biblatex}\addbibresource{refs.bib}"
    r"\begin{document}\nocite{*}\printbibliography\end{document}"
)
_LATEX = ("pdflatex", "-no-shell-escape", "-interaction=nonstopmode")
_COMPLAINT = re.compile(
    r"!|Warning--|WARN|ERROR|I was expecting|I'm skipping|I couldn't|Repeated entry|Illegal|White space|Sorry---"
    r"|Too many|A bad cross|You're missing|.*isn't valid|.*---line|.*(?:Citation|Reference).*undefined"
    r"|Missing character|LaTeX Font Warning: Font shape.*undefined"
)
"""Pattern of lines in which BibTeX, biber or LaTeX report a problem."""


def bibtex_reads(file: Path) -> Verdict:
    """Return the verdict of BibTeX and pdfLaTeX, with the number of list items and the text of the page.

    A large library uses `plain`, because `plainnat` has too few letters for papers of equal names and year.
    """
    style = "plainnat" if file.stat().st_size < 500_000 else "plain"
    folder = _folder(file, _PREAMBLE + _BIBTEX % style)
    out = _run(folder, *_LATEX, "d") + _run(folder, "bibtex", "d") + _run(folder, *_LATEX, "d")
    return _verdict(folder, out, r"\\bibitem")


def biblatex_reads(file: Path) -> Verdict:
    """Return the verdict of biber and pdfLaTeX, with the number of list items and the text of the page."""
    folder = _folder(file, _PREAMBLE + _BIBLATEX)
    out = _run(folder, *_LATEX, "d") + _run(folder, "biber", "d") + _run(folder, *_LATEX, "d")
    return _verdict(folder, out, r"\\entry\{")


def citation_complaints(file: Path, keys: Iterable[str], style: str) -> tuple[str, ...]:
    """Return the problems of a document that cites keys, with a style of BibTeX or with biblatex."""
    cites = "".join(rf"\cite{{{key}}} " for key in keys)
    package, program, document = "", "bibtex", rf"{cites}\bibliographystyle{{{style}}}\bibliography{{refs}}"
    if style == "biblatex":
        package = r"\usepackage[backend=biber]{biblatex}\addbibresource{refs.bib}"
        program, document = "biber", rf"{cites}\printbibliography"
    elif style.endswith("nat"):
        package = r"\usepackage{natbib}"
    folder = _folder(file, rf"{_PREAMBLE}{package}\begin{{document}}{document}\end{{document}}")
    _run(folder, *_LATEX, "d")
    out = _run(folder, program, "d")
    _run(folder, *_LATEX, "d")
    return _complaints(out + _run(folder, *_LATEX, "d"))


def has_style(style: str) -> bool:
    """Return whether a style of BibTeX is installed."""
    return bool(run("kpsewhich", f"{style}.bst", folder=Path())[1].strip())


def typeset_complaints(text: str, folder: Path) -> tuple[str, ...]:
    """Return the problems that pdfLaTeX reports when it typesets a text as a document."""
    (folder / "d.tex").write_text(f"{_PREAMBLE}\\begin{{document}}\n{text}\n\\end{{document}}", "utf-8")
    return _complaints(_run(folder, *_LATEX, "d"))


def faulty_lines(lines: Sequence[str], preamble: str, folder: Path) -> set[int] | None:
    """Return the numbers, from 0, of the paragraphs that pdfLaTeX cannot typeset; None if a package is missing."""
    head = f"\\documentclass{{article}}{preamble}\\begin{{document}}\n"
    (folder / "d.tex").write_text(head + "".join(f"{line}\\par\n" for line in lines) + "\\end{document}\n", "utf-8")
    (folder / "d.aux").unlink(missing_ok=True)
    out = _run(folder, *_LATEX, "-draftmode", "d")
    if re.search(r"^! .*(?:not found|not loadable)", out, re.MULTILINE):
        return None
    assert "Fatal error" not in out
    places = re.findall(r"^!(?:[^\n]*\n){1,14}?l\.(\d+)", out, re.MULTILINE)
    return {int(place) - 2 for place in places}


def biber_reads(file: Path) -> Verdict:
    """Return the verdict of `biber --tool --validate-datamodel` on types, required fields, dates and names."""
    folder = _folder(file, "")
    out = _run(folder, "biber", "--tool", "--validate-datamodel", "--output-file", "o.bib", "refs.bib")
    written = (folder / "o.bib").read_text("utf-8", "replace") if (folder / "o.bib").exists() else ""
    return Verdict(_complaints(out), len(re.findall(r"^@", written, re.MULTILINE)))


def _folder(file: Path, document: str) -> Path:
    """Return a new folder next to the file, with a copy of the file and a document."""
    folder = file.parent / f"tex-{len(list(file.parent.iterdir()))}"
    folder.mkdir()
    shutil.copy(file, folder / "refs.bib")
    (folder / "d.tex").write_text(document, "utf-8")
    return folder


def _run(folder: Path, *command: str) -> str:
    # TeX may not read or write outside of the folder, and must not break lines in its log.
    limits = ("env", "openin_any=p", "openout_any=p", "shell_escape=f", "max_print_line=10000")
    _, out, errors = run(*limits, *command, folder=folder)
    return out + errors


def _complaints(out: str) -> tuple[str, ...]:
    return tuple(line for line in out.splitlines() if _COMPLAINT.match(line))


def _verdict(folder: Path, out: str, item_pattern: str) -> Verdict:
    listing = (folder / "d.bbl").read_text("utf-8", "replace") if (folder / "d.bbl").exists() else ""
    _, text, _ = run("pdftotext", "-raw", "-nopgbrk", "d.pdf", "-", folder=folder)
    return Verdict(_complaints(out), len(re.findall(item_pattern, listing)), text=text)

"""BibTeX, biber and LaTeX: the programs that a bibliography is for."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.consumers.programs import run
from tests.consumers.verdict import Verdict

# a page so wide that no line ends within a title, whose text can be read back
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
"""Lines in which BibTeX, biber and LaTeX find something wrong."""


def bibtex_reads(file: Path) -> Verdict:
    """BibTeX, typeset by pdfLaTeX: every entry in the list, every title on the page.

    `plainnat` tells papers of one name and year apart by letters and runs out of them in a large library.
    """
    style = "plainnat" if file.stat().st_size < 500_000 else "plain"
    folder = _folder(file, _PREAMBLE + _BIBTEX % style)
    out = _run(folder, *_LATEX, "d") + _run(folder, "bibtex", "d") + _run(folder, *_LATEX, "d")
    return _verdict(folder, out, r"\\bibitem")


def biblatex_reads(file: Path) -> Verdict:
    """Biber with biblatex, typeset by pdfLaTeX: every entry in the list, every title on the page."""
    folder = _folder(file, _PREAMBLE + _BIBLATEX)
    out = _run(folder, *_LATEX, "d") + _run(folder, "biber", "d") + _run(folder, *_LATEX, "d")
    return _verdict(folder, out, r"\\entry\{")


def typeset_complaints(text: str, folder: Path) -> tuple[str, ...]:
    """Return what pdfLaTeX complains of when it sets a text as a document of its own."""
    (folder / "d.tex").write_text(f"{_PREAMBLE}\\begin{{document}}\n{text}\n\\end{{document}}", "utf-8")
    return _complaints(_run(folder, *_LATEX, "d"))


def biber_reads(file: Path) -> Verdict:
    """`biber --tool --validate-datamodel`: types, fields that a type must have, dates, names."""
    folder = _folder(file, "")
    out = _run(folder, "biber", "--tool", "--validate-datamodel", "--output-file", "o.bib", "refs.bib")
    written = (folder / "o.bib").read_text("utf-8", "replace") if (folder / "o.bib").exists() else ""
    return Verdict(_complaints(out), len(re.findall(r"^@", written, re.MULTILINE)))


def _folder(file: Path, document: str) -> Path:
    """A fresh folder beside the file with a copy of it and a document."""
    folder = file.parent / f"tex-{len(list(file.parent.iterdir()))}"
    folder.mkdir()
    shutil.copy(file, folder / "refs.bib")
    (folder / "d.tex").write_text(document, "utf-8")
    return folder


def _run(folder: Path, *command: str) -> str:
    # TeX may neither read nor write outside of the folder, and breaks no line of its log
    limits = ("env", "openin_any=p", "openout_any=p", "shell_escape=f", "max_print_line=10000")
    _, out, said = run(*limits, *command, folder=folder)
    return out + said


def _complaints(out: str) -> tuple[str, ...]:
    return tuple(line for line in out.splitlines() if _COMPLAINT.match(line))


def _verdict(folder: Path, out: str, listed: str) -> Verdict:
    found = (folder / "d.bbl").read_text("utf-8", "replace") if (folder / "d.bbl").exists() else ""
    _, text, _ = run("pdftotext", "-raw", "-nopgbrk", "d.pdf", "-", folder=folder)
    return Verdict(_complaints(out), len(re.findall(listed, found)), text=text)

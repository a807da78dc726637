"""Report what an export lacks, and what it changed in the author's own entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from papernotes_plugin.entries import valid_key
from papernotes_plugin.exports.paper_entry import ExportedEntry, is_set
from papernotes_plugin.text import counted, is_cut_off
from papernotes_plugin.vocabulary.config import BIBLATEX
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Entry, Paper

_MAX_NAMES = 10
"""Maximum number of citekeys in a message."""


def untitled_papers(papers: Iterable[Paper], path: str, bibliography: str) -> Iterator[Issue]:
    """Yield an issue that counts and names the papers without a title, and one for those with a part of it.

    A title with an ellipsis at its end is a part, unless an entry gives it or the authors are known.

    Args:
        papers: The exported papers; a set of biblatex needs no title.
        path: The exported file.
        bibliography: The `.bib` file that could complete them, such as `bib/*.bib`.
    """
    chosen = [paper for paper in papers if not is_set(paper)]
    untitled = [paper.citekey for paper in chosen if not paper.title]
    cut_off = [p.citekey for p in chosen if is_cut_off(p.title) and not (p.entry or p.authors)]
    for names, lack in ((untitled, "no title"), (cut_off, "a title that ends with an ellipsis and may be cut off")):
        if names:
            has, its = ("has", "it") if len(names) == 1 else ("have", "them")
            shown = ", ".join(names[:_MAX_NAMES]) + (
                f", and {more} more" if (more := len(names) - _MAX_NAMES) > 0 else ""
            )
            message = f"{len(names)} of {counted(len(chosen), 'paper')} {has} {lack}: {shown}"
            remedy = f"'papernotes fetch', an entry in {bibliography}, or the title in a note would complete {its}"
            yield issue(Code.INCOMPLETE_ENTRY, path, None, f"{message}; {remedy}")


def changed_entries(papers: Iterable[Paper], exported: Iterable[ExportedEntry], flavor: str) -> Iterator[Issue]:
    """Yield an issue for each entry of the author's that BibTeX gets with changes, at the place of the entry.

    One issue counts all dates that lost only their day, because BibTeX has no field for it.

    Args:
        papers: The exported papers.
        exported: Their entries by `bibtex_entries`, in the same order.
        flavor: `bibtex` or `biblatex`.
    """
    without_day: list[Entry] = []
    for paper, (_, changes, loses_day) in zip(papers, exported, strict=True):
        if (entry := paper.entry) is None:
            continue
        if is_set(paper) and flavor != BIBLATEX:
            message = f"BibTeX has no sets: set '{entry.key}' was left out, and its members are entries of their own"
            yield issue(Code.CHANGED_ON_EXPORT, entry.path, entry.line, message)
            continue
        without_day += [entry] if loses_day else []
        if entry.key == paper.citekey and valid_key(entry.key) != entry.key:
            changes = (f"its key is now '{valid_key(entry.key)}'", *changes)
        if changes:
            message = f"the export changes entry '{entry.key}', so that programs can read it: {'; '.join(changes)}"
            yield issue(Code.CHANGED_ON_EXPORT, entry.path, entry.line, message)
    if without_day:
        first, number = without_day[0], counted(len(without_day), "entry", "entries")
        message = f"BibTeX has no field for the day of a date; it was left out of {number}, the first is '{first.key}'"
        yield issue(Code.CHANGED_ON_EXPORT, first.path, first.line, message)

"""Report what an export lacks, and what it changed in the author's own entries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from papernotes_plugin.entries import valid_key
from papernotes_plugin.exports.preserved_entry import preserve_entry
from papernotes_plugin.text import counted
from papernotes_plugin.vocabulary.config import BIBLATEX
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Paper


def untitled_papers(papers: Iterable[Paper], path: str, bibliography: str) -> Iterator[Issue]:
    """Yield an issue that counts and names the papers without a title, if there are any.

    Args:
        papers: The exported papers; a set of biblatex needs no title.
        path: The exported file.
        bibliography: The `.bib` file that could complete them, such as `bib/*.bib`.
    """
    chosen = [paper for paper in papers if not _is_set(paper)]
    names = [paper.citekey for paper in chosen if not paper.title]
    if names:
        has, its = ("has", "it") if len(names) == 1 else ("have", "them")
        message = f"{len(names)} of {counted(len(chosen), 'paper')} {has} no title: {', '.join(names)}"
        remedy = f"an entry in {bibliography}, or the title in a note, would complete {its}"
        yield issue(Code.INCOMPLETE_ENTRY, path, None, f"{message}; {remedy}")


def changed_entries(papers: Iterable[Paper], flavor: str, further: Collection[str] = ()) -> Iterator[Issue]:
    """Yield an issue for each entry of the author's that BibTeX gets with changes, at the place of the entry.

    Args:
        papers: The exported papers.
        flavor: `bibtex` or `biblatex`.
        further: Names of private fields that are exported: `abstract`, `keywords`.
    """
    for paper in papers:
        if (entry := paper.entry) is None:
            continue
        if _is_set(paper) and flavor != BIBLATEX:
            message = f"BibTeX has no sets: set '{entry.key}' was left out, and its members are entries of their own"
            yield issue(Code.CHANGED_ON_EXPORT, entry.path, entry.line, message)
            continue
        changes = list(preserve_entry(entry, further).changes)
        if entry.key == paper.citekey and valid_key(entry.key) != entry.key:
            changes.insert(0, f"its key is now '{valid_key(entry.key)}'")
        if changes:
            message = f"the export changes entry '{entry.key}', so that programs can read it: {'; '.join(changes)}"
            yield issue(Code.CHANGED_ON_EXPORT, entry.path, entry.line, message)


def _is_set(paper: Paper) -> bool:
    return paper.entry is not None and paper.entry.type == "set"

"""Compare what a program reports about exported entries with what it reports about the author's own entries.

An export keeps the entries of an author, so that a program may report of an entry what it reports of the original.
Each entry is compared alone, because some programs read nothing of a file with one such original.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from papernotes_plugin.vocabulary.model import Paper
from tests.consumers.verdict import Verdict

Judge = Callable[[str, Sequence[Paper]], tuple[Verdict, list[str]]]
"""Function from the text of a file and the papers in it to the verdict of a program and the faults by it."""


def new_faults(
    papers: Sequence[Paper], export: Callable[[Sequence[Paper]], str], own_text: Callable[[Paper], str], judge: Judge
) -> list[str]:
    """Return the faults of an export that the author's own entries do not have.

    Args:
        papers: The papers, each with an entry.
        export: Function that writes papers as an export.
        own_text: Function that returns the author's own text of a paper's entry.
        judge: Function that runs a program.
    """
    verdict, _ = judge(export(papers), papers)
    faults_of_export, lost = [], 0
    for paper in faulty_papers(papers, export, judge):
        assert paper.entry is not None
        alone, faults = judge(export([paper]), [paper])
        original = paper._replace(citekey=paper.entry.key)
        _, of_author = judge(own_text(paper), [original])
        of_original = {comparable(fault, original.citekey) for fault in of_author}
        faults_of_export += [fault for fault in faults if comparable(fault, paper.citekey) not in of_original]
        lost += 1 - alone.count
    # an entry that a program does not read may cost no other entry
    missing = len(papers) - lost - verdict.count
    return faults_of_export + [f"sees {verdict.count} of {len(papers) - lost} readable entries"] * bool(missing)


def faulty_papers(papers: Sequence[Paper], export: Callable[[Sequence[Paper]], str], judge: Judge) -> Sequence[Paper]:
    """Return the papers without which an export has no faults: those that faults name, and others by bisection."""
    faults = judge(export(papers), papers)[1] if papers else []
    if not faults or len(papers) == 1:
        return papers if faults else []
    named = [paper for paper in papers if any(_names(fault, paper.citekey) for fault in faults)]
    if named and len(named) < len(papers):
        rest = [paper for paper in papers if paper not in named]
        return [*named, *faulty_papers(rest, export, judge)]
    middle = len(papers) // 2
    return [p for half in (papers[:middle], papers[middle:]) for p in faulty_papers(half, export, judge)]


def comparable(fault: str, key: str) -> str:
    """Return a fault without the key of the entry, numbers, paths and the values that a program sees.

    Examples:
        >>> comparable('"/a/refs.bib", line 9: no a-b', "a-b"), comparable("a-b: year '' for 2005", "a-b")
        ('FILE, line N: no KEY', 'KEY: year')
    """
    text = _key_pattern(key).sub("KEY", fault)
    # biber evaluates macros of months before it reports a value
    text = re.sub(r"legacy (\w+) field '[^']*'", r"legacy \1 field", text)
    text = re.sub(r"^KEY: (title|first author|year|DOI|not on the page).*", r"KEY: \1", text)
    return re.sub(r"\d+", "N", re.sub(r'"?/\S*refs\.bib"?', "FILE", text))


def _names(fault: str, key: str) -> bool:
    return bool(_key_pattern(key).search(fault))


def _key_pattern(key: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w./+-]){re.escape(key)}(?![\w/+-])")

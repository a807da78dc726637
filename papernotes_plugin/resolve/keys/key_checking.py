"""Compare the citekeys of papers with the key lock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from papernotes_plugin.resolve.keys.key_choice import folded
from papernotes_plugin.resolve.keys.key_lock import Lock, Pin, name_of, names_of, pins_of
from papernotes_plugin.text import counted
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Paper


def unpinned(papers: Sequence[Paper], lock: Lock, path: str) -> Iterator[Issue]:
    """Yield an issue for each citekey that is not pinned, and for each paper that lost its pinned citekey.

    Args:
        papers: All papers of a build with this lock.
        lock: The pins.
        path: The path of the lock file for the issues.
    """
    absent = absent_keys(papers, lock)
    names = Counter(name_of(paper) for paper in papers)
    for paper in papers:
        if not pins_of(paper, lock):
            pin = absent.get(folded(paper.citekey)) or absent.get(folded(paper.citekey.rpartition("-")[0]))
            says = (
                f"; '{pin.citekey}' is pinned to {pin.name} ({path}:{pin.line}), which no note or entry contains"
                if pin
                else ""
            )
            if names[name_of(paper)] > 1:
                shared = "title" if paper.title else "name"
                says = f", and cannot be: another paper has the same {shared}, and both lack an identifier"
            place = (paper.mentions[0].note, paper.mentions[0].line) if paper.mentions else _entry(paper, path)
            yield issue(Code.UNPINNED_KEY, *place, f"citekey '{paper.citekey}' is not pinned{says}")
    yield from changed(papers, lock, path)


def changed(papers: Iterable[Paper], lock: Lock, path: str) -> Iterator[Issue]:
    """Yield an issue for each paper that lost its pinned citekey."""
    for paper in papers:
        for pin in pins_of(paper, lock):
            if pin.citekey == paper.citekey:
                continue
            if pin.citekey in paper.aliases:
                says = f"it is now an alias of '{paper.citekey}', which is the same paper"
            else:
                says = f"another paper has it; this one is '{paper.citekey}'"
            yield issue(Code.CHANGED_KEY, path, pin.line, f"'{pin.citekey}' is pinned to {pin.name}: {says}")


def summary(papers: Iterable[Paper], before: Iterable[Paper], lock: Lock, path: str) -> Iterator[Issue]:
    """Yield one issue for all citekeys that are not pinned, if there is a lock or if the bibliography changed keys.

    Args:
        papers: All papers of a build with this lock.
        before: The papers of the notes alone, with citekeys; none without a bibliography.
        lock: The pins.
        path: The path of the lock file for the issues.
    """
    papers = tuple(papers)
    loose = sorted(paper.citekey for paper in papers if not pins_of(paper, lock)) if lock else []
    if loose:
        more = f" and {len(loose) - 1} more are" if len(loose) > 1 else " is"
        yield issue(Code.UNPINNED_KEY, path, None, f"citekey '{loose[0]}'{more} not pinned")
    former = set() if lock else {paper.citekey for paper in before}
    changed_keys = sorted((p.former_keys[0], p.citekey) for p in papers if former.intersection(p.former_keys[:1]))
    if changed_keys:
        number = len(changed_keys)
        others = counted(number, "paper has another citekey", "papers have other citekeys")
        example = "'{}', now '{}'".format(*changed_keys[0])
        done = "both keys work, and 'papernotes keys --pin' keeps both"
        yield issue(Code.UNPINNED_KEY, path, None, f"without the bibliography {others} ({example}); {done}")


def absent_keys(papers: Iterable[Paper], lock: Lock) -> dict[str, Pin]:
    """Return the pins of papers that are not among these, by folded citekey and former citekey."""
    here = {name for paper in papers for name in names_of(paper)} if lock else set()
    return {folded(key): pin for pin in lock.values() if pin.name not in here for key in (pin.citekey, *pin.former)}


def _entry(paper: Paper, path: str) -> tuple[str, int | None]:
    return (paper.entry.path, paper.entry.line) if paper.entry else (path, None)

"""The file that pins citekeys."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from hashlib import blake2s

from papernotes_plugin import identifiers
from papernotes_plugin.entries import valid_key
from papernotes_plugin.issues import Code, Issue, issue
from papernotes_plugin.model import Paper
from papernotes_plugin.text import normalised

Lock = Mapping[str, str]
"""Pinned citekeys by identifier (`arxiv:2401.00001`) or title (`title:attention-is-all-you-need`)."""


def read_lock(text: str, path: str) -> tuple[dict[str, str], tuple[Issue, ...]]:
    """The pins of a lock file, `identifier citekey` a line, and its lines that say nothing; `#` begins a comment."""
    pins: dict[str, str] = {}
    issues: list[Issue] = []
    for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1):
        parts = re.sub(r"(?:^|\s)#.*", "", line).split()
        if not parts:
            continue
        name = _pin_name(parts[0])
        problem = ""
        if len(parts) != 2:
            problem = "a line holds an identifier and a citekey"
        elif not name:
            problem = f"'{parts[0]}' is no identifier"
        elif valid_key(parts[1]) != parts[1]:
            problem = f"'{parts[1]}' cannot be a citekey"
        elif pins.get(name, parts[1]) != parts[1]:
            problem = f"'{name}' is pinned already, to '{pins[name]}'"
        if problem:
            issues.append(issue(Code.BROKEN_KEY_LOCK, path, number, f"{problem}; the line was ignored"))
        else:
            pins[name] = parts[1]
    return pins, tuple(issues)


def _pin_name(text: str) -> str:
    """The canonical form of what stands before a citekey; "" if it names nothing."""
    if text.startswith("title:"):
        return text if text != "title:" else ""
    identifier = identifiers.parse(text)
    return str(identifier) if identifier else ""


def write_lock(papers: Iterable[Paper]) -> str:
    """The lines of a lock file that pin the citekeys of the papers, sorted, one a paper; no heading.

    Two papers without an identifier that share a title cannot be told apart by a line; they are left out.
    """
    named: dict[str, set[str]] = defaultdict(set)
    for paper in papers:
        named[names_of(paper)[0]].add(paper.citekey)
    return "".join(f"{name} {min(keys)}\n" for name, keys in sorted(named.items()) if len(keys) == 1)


def pinned(papers: Iterable[Paper], lock: Lock) -> dict[str, str]:
    """The citekey to which each paper is pinned, by slug; papers that are not are left out."""
    return {paper.slug: lock[name] for paper in papers for name in reversed(names_of(paper)) if name in lock}


def names_of(paper: Paper) -> list[str]:
    """By what a paper may be pinned, strongest first: its identifiers, then its title."""
    title = (
        normalised(paper.title).replace(" ", "-") or blake2s(paper.title.encode("utf-8", "replace")).hexdigest()[:12]
    )
    return [*map(str, paper.identifiers), f"title:{title}"]

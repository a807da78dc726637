"""Rename citekeys: rewrite the lock file, and list the replacements where the old keys are cited."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from papernotes_plugin.entries import valid_key
from papernotes_plugin.resolve.keys.key_checking import absent_keys
from papernotes_plugin.resolve.keys.key_choice import folded
from papernotes_plugin.resolve.keys.key_lock import Lock, bare_slug, base_slug, pins_of, read_lock, rename_lines
from papernotes_plugin.vocabulary.issues import PapernotesError
from papernotes_plugin.vocabulary.model import Paper


@dataclass(frozen=True, slots=True)
class Renaming:
    """The result of renaming citekeys."""

    lock: str
    """The new text of the lock file."""
    replaced: tuple[tuple[str, str], ...]
    """Pairs of an old key and the key that replaces it.  No replacement is itself replaced."""


def rename(papers: Iterable[Paper], key_lock: str, wanted: Sequence[tuple[str, str]]) -> Renaming:
    """Return the result of giving papers new citekeys; their former citekeys become aliases.

    Args:
        papers: All papers, as they were built with this lock.
        key_lock: The text of the lock file.
        wanted: Pairs of a citekey and a new one.  A key that was pinned, and whose paper has since turned out to be
            one with another, may be renamed to that one's.

    Raises:
        PapernotesError: where a key is not there, or a new one cannot be one or belongs to another paper.
    """
    lock, _ = read_lock(key_lock, "")
    owners = _Owners(papers, lock)
    renamed: dict[str, tuple[Paper, str]] = {}
    for old, new in wanted:
        paper = owners.paper(old, new)
        if renamed.get(paper.citekey, (paper, new))[1] != new:
            raise PapernotesError(f"'{old}' cannot become both '{renamed[paper.citekey][1]}' and '{new}'")
        owners.check(paper, new)
        if any(folded(new) == folded(other) for key, (_, other) in renamed.items() if key != paper.citekey):
            raise PapernotesError(f"two papers cannot both become '{new}'")
        renamed[paper.citekey] = (paper, new)
    replaced: dict[str, str] = {}
    for paper, new in renamed.values():
        pins = pins_of(paper, lock)
        old_keys = (paper.citekey, *paper.former_keys, *(key for pin in pins for key in (pin.citekey, *pin.former)))
        replaced.update((key, new) for key in old_keys if key != new)
    lines = rename_lines(key_lock, renamed.values(), _papers_of_same_slugs(owners.papers, renamed, lock))
    return Renaming(lines, tuple(sorted(replaced.items())))


def _papers_of_same_slugs(
    papers: Mapping[str, Paper], renamed: Mapping[str, tuple[Paper, str]], lock: Lock
) -> list[Paper]:
    """Return the unpinned papers whose page a renamed paper would take, now or before, unless they are pinned too."""
    keys = (key for paper, new in renamed.values() for key in (paper.citekey, new))
    wanted = {bare_slug(base_slug(key)) for key in keys}
    others = (paper for key, paper in papers.items() if key not in renamed and bare_slug(paper.slug) in wanted)
    return [paper for paper in others if not pins_of(paper, lock)]


class _Owners:
    """The owner of each key: a paper, or a line of the lock whose paper no note mentions."""

    def __init__(self, papers: Iterable[Paper], lock: Lock) -> None:
        self.papers = {paper.citekey: paper for paper in papers}
        self.lock = lock
        self.called = {alias: paper for paper in self.papers.values() for alias in paper.aliases}
        self.names: dict[str, set[str]] = {}
        for paper in self.papers.values():
            for key in (paper.citekey, *paper.aliases):
                self.names.setdefault(folded(key), set()).add(paper.citekey)
        self.absent = absent_keys(self.papers.values(), lock)

    def paper(self, old: str, new: str) -> Paper:
        """Return the paper to rename."""
        if old in self.papers:
            return self.papers[old]
        alias = self.called.get(old)
        if alias is None:
            raise PapernotesError(f"no paper has the citekey '{old}'")
        # done before, or two papers that have since become one
        if alias.citekey == new and any(old in (pin.citekey, *pin.former) for pin in pins_of(alias, self.lock)):
            return alias
        raise PapernotesError(f"'{old}' is an alias of '{alias.citekey}'; rename that key")

    def check(self, paper: Paper, new: str) -> None:
        """Check that the paper may have this citekey."""
        if not new or valid_key(new) != new or re.match(r"\w", new) is None:
            near = valid_key(new).lstrip("-.:+/@")
            hint = f"; '{near}' can" if near and near != new else ""
            raise PapernotesError(f"'{new}' cannot be a citekey{hint}")
        others = self.names.get(folded(new), set()) - {paper.citekey}
        if others:
            raise PapernotesError(f"'{new}' is already a key of the paper '{min(others)}' (ignoring case)")
        if pin := self.absent.get(folded(new)):
            raise PapernotesError(f"line {pin.line} of the key lock already pins '{new}' to {pin.name}")


# --- what to replace ------------------------------------------------------------------------------

_KEY_CHARS = "[:alnum:]_+:./@-"
_BEFORE = f"((^|[^{_KEY_CHARS}])-?@?)"
_AFTER = f"([:./@-]*($|[^{_KEY_CHARS}]))"
_AT = f"((^|[^{_KEY_CHARS}])-?@\\{{?|\\[\\[@?|@[[:alpha:]]+\\{{ *)"
_IN_CITE = r"/\\[A-Za-z]*(cite|bibentry|bibitem)/"
_HEADING = """\
# Citekeys that were renamed: sed -E -i.bak -f THIS-FILE paper.tex
"""


def sed_script(replaced: Iterable[tuple[str, str]]) -> str:
    r"""Return a script for `sed -E` (GNU and BSD) that replaces keys in LaTeX, Markdown and `.bib` files.

    Only whole keys are replaced: `Foo2020` occurs neither in `Foo2020b` nor in `Foo2020+`.  A key without a
    digit may be a word.  It is replaced only after `@` or `[[`, and in the braces of a line with `\cite`.
    """
    lines = [_HEADING]
    for old, new in replaced:
        wanted = "".join(char if char.isalnum() or char in "_@-" else f"[{char}]" for char in old)
        if any(char.isdigit() for char in old):
            commands = [f"s~{_BEFORE}{wanted}{_AFTER}~\\1{new}\\3~g"]
        else:
            commands = [
                f"s~{_AT}{wanted}{_AFTER}~\\1{new}\\3~g",
                f"{_IN_CITE}s~([{{,] *){wanted}( *[,}}])~\\1{new}\\2~g",
            ]
        # twice, because a separator between two keys belongs to one match only
        lines += [f"{command}\n" for command in commands for _ in range(2)]
    return "".join(lines)


def json_list(replaced: Iterable[tuple[str, str]]) -> str:
    """Return the replacements as JSON: a list of objects with `old` and `new`."""
    listed = [{"old": old, "new": new} for old, new in replaced]
    return json.dumps(listed, ensure_ascii=False, indent=2) + "\n"

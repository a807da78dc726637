"""The file that pins citekeys: read, extended, and changed where a paper is renamed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2s

from papernotes_plugin import identifiers
from papernotes_plugin.entries import valid_key
from papernotes_plugin.text import comparison_key, slugify
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Paper

_COMMENT = re.compile(r"(?:^|\s)#.*")
_WAS = "was"
"""What stands between a citekey and those that the paper had before."""


@dataclass(frozen=True, slots=True)
class Pin:
    """One line of a lock file: `identifier citekey`, or `identifier citekey was former-key …`."""

    name: str
    """What is pinned: an identifier (`arxiv:2401.00001`) or a title (`title:attention-is-all-you-need`)."""
    citekey: str
    former: tuple[str, ...] = ()
    """Citekeys that the paper was published under before it was renamed; they stay aliases for ever."""
    line: int = 0


Lock = Mapping[str, Pin]
"""The pins by name, in the order of the file; of two pins of one paper the first counts."""


def read_lock(text: str, path: str) -> tuple[dict[str, Pin], tuple[Issue, ...]]:
    """The pins of a lock file, and its lines that say nothing; `#` begins a comment."""
    pins: dict[str, Pin] = {}
    issues: list[Issue] = []
    for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1):
        pin, problem = _read_line(line, number)
        if pin and pin.name in pins and pins[pin.name].citekey != pin.citekey:
            problem = f"'{pin.name}' is pinned already, to '{pins[pin.name].citekey}'"
        if problem:
            issues.append(issue(Code.BROKEN_KEY_LOCK, path, number, f"{problem}; the line was ignored"))
        elif pin:
            pins.setdefault(pin.name, pin)
    return pins, tuple(issues)


def _read_line(line: str, number: int) -> tuple[Pin | None, str]:
    """What a line pins, or what is wrong with it; neither for an empty one."""
    parts = _COMMENT.sub("", line).split()
    if not parts:
        return None, ""
    name = _pin_name(parts[0])
    if len(parts) != 2 and (len(parts) < 4 or parts[2] != _WAS):
        return None, "a line holds an identifier and a citekey, and behind 'was' the keys it had before"
    if not name:
        return None, f"'{parts[0]}' is no identifier"
    if bad := next((key for key in (parts[1], *parts[3:]) if valid_key(key) != key), ""):
        return None, f"'{bad}' cannot be a citekey"
    return Pin(name, parts[1], tuple(dict.fromkeys(parts[3:])), number), ""


def _pin_name(text: str) -> str:
    """The canonical form of what stands before a citekey; "" if it names nothing."""
    if text.startswith("title:"):
        return text if text != "title:" else ""
    identifier = identifiers.parse_identifier(text)
    return str(identifier) if identifier else ""


def write_lock(papers: Iterable[Paper]) -> str:
    """The lines of a lock file that pin the citekeys of the papers, sorted, one a paper; no heading.

    Two papers without an identifier that share a title cannot be told apart by a line; they are left out.  Papers
    whose slug had to give way to another's stand last, so that it gives way also when all are pinned.
    """
    named: dict[str, dict[str, bool]] = defaultdict(dict)
    for paper in papers:
        named[names_of(paper)[0]][paper.citekey] = paper.slug != base_slug(paper.citekey)
    lines = [(gave_way, name, key) for name, keys in named.items() if len(keys) == 1 for key, gave_way in keys.items()]
    return "".join(f"{name} {key}\n" for _, name, key in sorted(lines))


def base_slug(key: str) -> str:
    """The slug of a citekey where it collides with no other."""
    return slugify(key.replace("+", " plus "))


def pins_of(paper: Paper, lock: Lock) -> list[Pin]:
    """The pins of a paper in the order of the file; the first is the one that counts."""
    return pins_by(names_of(paper), lock) if lock else []


def pins_by(names: Iterable[str], lock: Lock) -> list[Pin]:
    """The pins of the paper that has these names, as `pins_of` has them."""
    return sorted((lock[name] for name in names if name in lock), key=lambda pin: pin.line)


def names_of(paper: Paper) -> list[str]:
    """By what a paper may be pinned, strongest first: its identifiers, its title, and what else is said to be it."""
    said = [m.evidence.title for m in paper.mentions]
    titles = dict.fromkeys([paper.title, *([paper.entry.evidence.title] if paper.entry else []), *sorted(said)])
    return [*map(str, paper.identifiers), *dict.fromkeys(map(title_name, filter(None, titles)))]


def title_name(title: str) -> str:
    """By what a paper is pinned that has no identifier: `title:attention-is-all-you-need`."""
    words = comparison_key(title).replace(" ", "-") or blake2s(title.encode("utf-8", "replace")).hexdigest()[:12]
    return f"title:{words}"


def pinned_names(lock: Lock) -> dict[str, list[str]]:
    """What each key pins: the names whose citekey it is, else those whose citekey it was."""
    now: dict[str, list[str]] = defaultdict(list)
    before: dict[str, list[str]] = defaultdict(list)
    for pin in lock.values():
        now[pin.citekey].append(pin.name)
        for key in pin.former:
            before[key].append(pin.name)
    return {**before, **now}


# --- renaming -------------------------------------------------------------------------------------


def rename_lines(text: str, renamed: Iterable[tuple[Paper, str]], beside: Iterable[Paper] = ()) -> str:
    """The text of a lock file in which papers have another citekey, and what they were called stands behind it.

    Only the lines of these papers change; their comments stay, and a paper that has no line gets one at the end.

    Args:
        text: The lock file; line ends and a byte order mark stay as they are.
        renamed: Papers as they were built with this lock, each with its new citekey.
        beside: Papers that have no line, and get one before that of any renamed one, with the citekeys they have.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    lines = text.removeprefix(mark).split("\n")
    lock, _ = read_lock(text, "")
    more = write_lock(beside).splitlines()
    for paper, key in renamed:
        pins = pins_of(paper, lock)
        for pin in pins:
            lines[pin.line - 1] = _rewritten(lines[pin.line - 1], pin, paper, key)
        if not pins:
            more.append(f"{names_of(paper)[0]} {key} {_WAS} {paper.citekey}")
    if more:
        ending = "\r" if lines[0].endswith("\r") else ""
        start = lines[:-1] if not lines[-1] else [*lines[:-1], lines[-1] + ending]
        lines = [*start, *(line + ending for line in more), ""]
    return mark + "\n".join(lines)


def _rewritten(line: str, pin: Pin, paper: Paper, key: str) -> str:
    """A line with another citekey; spelling of the identifier, comment and line end stay."""
    comment = _COMMENT.search(line)
    at = len(line[: comment.start() if comment else None].rstrip())
    former = [old for old in dict.fromkeys((pin.citekey, paper.citekey, *pin.former)) if old != key]
    was = f" {_WAS} {' '.join(former)}" if former else ""
    return f"{line.split()[0]} {key}{was}{line[at:]}"

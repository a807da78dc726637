"""Read, extend and rewrite the file that pins citekeys."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2s

from papernotes_plugin import identifiers
from papernotes_plugin.entries import valid_key
from papernotes_plugin.text import comparison_key, romanised, slugify
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Paper

_COMMENT = lazy_regex(r"(?:^|\s)#.*")
_OTHER_LETTERS = lazy_regex(r"[\u0370-\u03ff]{2,}|[^\x00-\x7f\u0370-\u03ff]+")
_TITLE, _NAME = "title:", "name:"
"""Beginnings of the names of papers without an identifier: with a title, and without one."""
_WAS = "was"
"""Word between a citekey and the former citekeys of the paper."""


@dataclass(frozen=True, slots=True)
class Pin:
    """One line of a lock file: `identifier citekey`, or `identifier citekey was former-key …`."""

    name: str
    """The pinned identifier (`arxiv:2401.00001`), title (`title:attention-is-all-you-need`) or name (`name:muon`)."""
    citekey: str
    former: tuple[str, ...] = ()
    """Citekeys of the paper before it was renamed, which remain aliases."""
    line: int = 0


Lock = Mapping[str, Pin]
"""Pins by name, in the order of the file; of two pins of one paper the first is used."""


def read_lock(text: str, path: str) -> tuple[dict[str, Pin], tuple[Issue, ...]]:
    """Return the pins of a lock file, and an issue for each invalid line; `#` begins a comment."""
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
    """Return the pin of a line, or a description of the problem; neither for an empty line."""
    parts = _COMMENT.sub("", line).split()
    if not parts:
        return None, ""
    name = _pin_name(parts[0])
    if len(parts) != 2 and (len(parts) < 4 or parts[2] != _WAS):
        return None, "a line must contain an identifier, a citekey and, after 'was', older keys"
    if not name:
        return None, f"'{parts[0]}' is not an identifier"
    if bad := next((key for key in (parts[1], *parts[3:]) if valid_key(key) != key), ""):
        return None, f"'{bad}' cannot be a citekey"
    return Pin(name, parts[1], tuple(dict.fromkeys(parts[3:])), number), ""


def _pin_name(text: str) -> str:
    """Return the canonical form of the name before a citekey; "" if it is invalid."""
    if text.startswith((_TITLE, _NAME)):
        return text if text not in (_TITLE, _NAME) else ""
    identifier = identifiers.parse_identifier(text)
    return str(identifier) if identifier else ""


def write_lock(papers: Iterable[Paper]) -> str:
    """Return the sorted lines that pin the citekeys of papers and their former citekeys, one for each paper.

    Papers without an identifier that share a title or a name cannot be pinned and are left out.  Papers whose slug was
    changed because of a collision come last, so that the same slug is changed once all are pinned.  For the same reason
    a paper follows another one whose page has the slug of one of its former keys.
    """
    named: dict[str, list[Paper]] = defaultdict(list)
    for paper in papers:
        named[name_of(paper)].append(paper)
    places = _places({paper.citekey: paper for (paper, *_) in named.values()})
    lines = []
    for name, (paper, *others) in named.items():
        if not others:
            changed = paper.slug != base_slug(paper.citekey)
            lines.append((changed, places[paper.citekey], name, f"{paper.citekey}{_was(paper.former_keys)}"))
    return "".join(f"{name} {keys}\n" for *_, name, keys in sorted(lines))


def _places(papers: Mapping[str, Paper]) -> dict[str, int]:
    """Return the number of papers that each one must follow in the file, one after another, by citekey."""
    pages = {bare_slug(paper.slug): key for key, paper in papers.items()}
    earlier = {
        key: {pages.get(bare_slug(base_slug(former)), key) for former in paper.former_keys} - {key}
        for key, paper in papers.items()
    }
    places = dict.fromkeys(papers, 0)
    waiting = {key for key, others in earlier.items() if others}
    for place in range(1, len(waiting) + 1):
        places.update(dict.fromkeys(waiting, place))
        following = {key for key in waiting if earlier[key] & waiting}
        # papers that must follow one another have no right order
        if following in (set(), waiting):
            break
        waiting = following
    return places


def _was(former: Iterable[str]) -> str:
    """Return the end of a line: former citekeys after `was`."""
    keys = " ".join(former)
    return f" {_WAS} {keys}" if keys else ""


def base_slug(key: str) -> str:
    """Return the slug of a citekey without regard to collisions."""
    # a single Greek letter is a symbol: `slugify` writes its name
    return former_base_slug(key if key.isascii() else _OTHER_LETTERS.sub(lambda run: romanised(run[0]), key))


def former_base_slug(key: str) -> str:
    """Return `base_slug` as it was before it romanised other scripts: it omitted their letters."""
    return slugify(key.replace("+", " plus "))


def bare_slug(slug: str) -> str:
    """Return the form in which the slugs of two pages must differ."""
    return slug.replace("-", "")


def pins_of(paper: Paper, lock: Lock) -> list[Pin]:
    """Return the pins of a paper in the order of the file; the first is used."""
    return sorted((lock[name] for name in names_of(paper) if name in lock), key=lambda pin: pin.line) if lock else []


def names_of(paper: Paper) -> list[str]:
    """Return the names by which a paper can be pinned, strongest first.

    They are its identifiers, its title, or what the notes call a paper without a title, and the titles in mentions.
    """
    mentioned = [m.evidence.title for m in paper.mentions]
    # key locks of earlier versions have the name of a paper without a title behind `title:`
    titles = dict.fromkeys((paper.name, paper.entry.evidence.title if paper.entry else "", *sorted(mentioned)))
    names = [*map(str, paper.identifiers), *([] if paper.title else [_pin_of(_NAME, paper.name)])]
    return [*dict.fromkeys((*names, *(_pin_of(_TITLE, title) for title in titles if title)))]


def name_of(paper: Paper) -> str:
    """Return the first of `names_of`, the one under which a paper without a pin is pinned."""
    return str(paper.identifiers[0]) if paper.identifiers else names_of(paper)[0]


def names_of_key(citekey: str) -> tuple[str, ...]:
    """Return the names that pin a paper of which only a citekey is known."""
    return _pin_of(_NAME, citekey), _pin_of(_TITLE, citekey)


def _pin_of(kind: str, words: str) -> str:
    """Return the name that pins a paper without identifier, such as `title:attention-is-all-you-need`."""
    words = comparison_key(words).replace(" ", "-") or blake2s(words.encode("utf-8", "replace")).hexdigest()[:12]
    return f"{kind}{words}"


def pinned_names(lock: Lock) -> dict[str, list[str]]:
    """Return the names pinned by each key: those with that citekey, else those with that former citekey."""
    now: dict[str, list[str]] = defaultdict(list)
    before: dict[str, list[str]] = defaultdict(list)
    for pin in lock.values():
        now[pin.citekey].append(pin.name)
        for key in pin.former:
            before[key].append(pin.name)
    return {**before, **now}


# --- renaming -------------------------------------------------------------------------------------


def rename_lines(text: str, renamed: Iterable[tuple[Paper, str]], unpinned: Iterable[Paper]) -> str:
    """Return the text of a lock file with new citekeys of papers, followed by their former citekeys.

    Only the lines of these papers change and their comments stay.  A paper without a line gets one at the end.

    Args:
        text: The lock file; line ends and a byte order mark are preserved.
        renamed: Papers of a build with this lock, each with its new citekey.
        unpinned: Further papers without a line; their lines with their current citekeys are added first.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    lines = text.removeprefix(mark).split("\n")
    lock, _ = read_lock(text, "")
    more = write_lock(unpinned).splitlines()
    for paper, key in renamed:
        pins = pins_of(paper, lock)
        for pin in pins:
            lines[pin.line - 1] = _rewritten(lines[pin.line - 1], pin, paper, key)
        if not pins:
            former = dict.fromkeys((paper.citekey, *paper.former_keys))
            more.append(f"{name_of(paper)} {key}{_was(old for old in former if old != key)}")
    if more:
        ending = "\r" if lines[0].endswith("\r") else ""
        start = lines[:-1] if not lines[-1] else [*lines[:-1], lines[-1] + ending]
        lines = [*start, *(line + ending for line in more), ""]
    return mark + "\n".join(lines)


def _rewritten(line: str, pin: Pin, paper: Paper, key: str) -> str:
    """Return a line with a new citekey; spelling of the identifier, comment and line end are preserved."""
    comment = _COMMENT.search(line)
    at = len(line[: comment.start() if comment else None].rstrip())
    former = [old for old in dict.fromkeys((pin.citekey, paper.citekey, *pin.former)) if old != key]
    return f"{line.split()[0]} {key}{_was(former)}{line[at:]}"

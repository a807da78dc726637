"""Citekeys and slugs: the choice of one for each paper, and the file that pins them.

Nothing here depends on the order of papers, notes or files; a key that is pinned never changes by itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2s
from itertools import chain, count

from papernotes_plugin import identifiers
from papernotes_plugin.config import Config
from papernotes_plugin.entries import valid_key
from papernotes_plugin.entries.fields import implied_year
from papernotes_plugin.issues import Code, Issue, issue
from papernotes_plugin.model import Paper
from papernotes_plugin.people import people
from papernotes_plugin.text import normalised, slug

Lock = Mapping[str, str]
"""Pinned citekeys by identifier (`arxiv:2401.00001`) or title (`title:attention-is-all-you-need`)."""

# --- the lock file --------------------------------------------------------------------------------


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
        named[_names(paper)[0]].add(paper.citekey)
    return "".join(f"{name} {min(keys)}\n" for name, keys in sorted(named.items()) if len(keys) == 1)


def pinned(papers: Iterable[Paper], lock: Lock) -> dict[str, str]:
    """The citekey to which each paper is pinned, by slug; papers that are not are left out."""
    return {paper.slug: lock[name] for paper in papers for name in reversed(_names(paper)) if name in lock}


def _names(paper: Paper) -> list[str]:
    """By what a paper may be pinned, strongest first: its identifiers, then its title."""
    title = (
        normalised(paper.title).replace(" ", "-") or blake2s(paper.title.encode("utf-8", "replace")).hexdigest()[:12]
    )
    return [*map(str, paper.identifiers), f"title:{title}"]


# --- the choice -----------------------------------------------------------------------------------

_PINNED, _ENTRY, _NOTES = range(3)
"""How strong a claim on a key is."""


@dataclass(slots=True, eq=False)
class _Claim:
    """A paper that wants a citekey."""

    paper: Paper
    wanted: dict[str, tuple[int, int, str]]
    """Keys, best first: strength, place among those of one strength, origin."""
    rank: tuple[object, ...]
    """Its place among all papers, by what it is: no two papers depend on where they were read."""
    key: str = ""
    origin: str = ""


def assign(papers: Sequence[Paper], lock: Lock, config: Config) -> tuple[tuple[Paper, ...], tuple[Issue, ...]]:
    """The papers, in their order, with citekey, aliases and slug; and what collided.

    In come papers without a citekey and with all keys they were called in `aliases`, best first.  Citekeys are
    unique ignoring case and Unicode form.  Each paper gets the key it is pinned to, that of its `.bib` entry, one
    the notes use, or a generated one, in this order; of two papers with one key the other gets a title word.
    """
    claims = [_claim(paper, lock, config) for paper in papers]
    chooser = _Chooser(claims)
    chooser.choose()
    slugs = slugs_of(claim.key for claim in claims)
    chosen = tuple(
        replace(
            claim.paper,
            citekey=claim.key,
            aliases=chooser.aliases(claim),
            slug=slugs[claim.key],
            origins={**claim.paper.origins, "citekey": claim.origin},
        )
        for claim in claims
    )
    return chosen, (*chooser.issues, *_unpinned(claims, lock, config))


def _unpinned(claims: Iterable[_Claim], lock: Lock, config: Config) -> Iterator[Issue]:
    """One issue for all citekeys that a lock, where there is one, leaves open."""
    loose = sorted(claim.key for claim in claims if not any(name in lock for name in _names(claim.paper)))
    if lock and loose:
        more = f" and {len(loose) - 1} more are" if len(loose) > 1 else " is"
        yield issue(Code.UNPINNED_KEY, config.key_lock, None, f"citekey '{loose[0]}'{more} not pinned")


def _claim(paper: Paper, lock: Lock, config: Config) -> _Claim:
    names = _names(paper)
    keys = [(lock[name], _PINNED, config.key_lock) for name in names if name in lock]
    if paper.entry and paper.entry.key:
        keys.append((paper.entry.key, _ENTRY, f"{paper.entry.path}:{paper.entry.line}"))
    keys += [(key, _NOTES, "notes") for key in paper.aliases]
    wanted: dict[str, tuple[int, int, str]] = {}
    for place, (key, strength, origin) in enumerate(keys):
        wanted.setdefault(key, (strength, place, origin))
    first = min(((m.note, m.span) for m in paper.mentions), default=("", (0, 0)))
    return _Claim(paper, wanted, (names, paper.title, sorted(paper.aliases), first))


class _Chooser:
    """Gives each key to the strongest claim, and each paper the best of its keys."""

    def __init__(self, claims: Iterable[_Claim]) -> None:
        self.claims = sorted(claims, key=lambda claim: claim.rank)
        self.owner: dict[str, _Claim] = {}
        for claim in self.claims:
            for key, (strength, place, _) in claim.wanted.items():
                other = self.owner.setdefault(key, claim)
                if (strength, place) < other.wanted[key][:2]:
                    self.owner[key] = claim
        self.reserved: dict[str, set[int]] = defaultdict(set)
        for key, claim in self.owner.items():
            self.reserved[_folded(key)].add(id(claim))
        self.taken: dict[str, _Claim] = {}
        self.issues: list[Issue] = []

    def choose(self) -> None:
        """Fill in the keys: claims on keys of their own, then those that lost theirs, then those without any."""
        own = {id(c): [key for key in c.wanted if self.owner[key] is c and valid_key(key)] for c in self.claims}
        best = {id(c): min((c.wanted[key][:2] for key in own[id(c)]), default=(9, 9)) for c in self.claims}
        for claim in sorted(self.claims, key=lambda c: best[id(c)]):
            for key in own[id(claim)]:
                if not claim.key and self.fits(claim, key):
                    self.take(claim, valid_key(key), claim.wanted[key][2])
        for claim in self.claims:
            base = next(filter(None, map(valid_key, claim.wanted)), "")
            if not claim.key and base:
                self.take(claim, self.free(claim, base), "title")
        for claim in self.claims:
            if not claim.key:
                base = _generated(claim.paper)
                self.take(claim, base if self.is_free(claim, base) else self.free(claim, base), "generated")
        for claim in self.claims:
            for key in claim.wanted:
                self.report(claim, key)

    def fits(self, claim: _Claim, key: str) -> bool:
        """Whether a paper's own key can be its citekey; one that had to be made valid must not be another's."""
        if valid_key(key) != key:
            return self.is_free(claim, valid_key(key))
        return _folded(key) not in self.taken

    def take(self, claim: _Claim, key: str, origin: str) -> None:
        claim.key, claim.origin = key, origin
        self.taken[_folded(key)] = claim

    def is_free(self, claim: _Claim, key: str) -> bool:
        """Whether a made key collides with no citekey and with no alias of another paper."""
        folded = _folded(key)
        return folded not in self.taken and self.reserved.get(folded, set()) <= {id(claim)}

    def free(self, claim: _Claim, base: str) -> str:
        """The base with a title word, if possible one that the other paper's title has not; else with a digest."""
        owner = self.taken.get(_folded(base))
        other = set(normalised(owner.paper.title).split()) if owner else set()
        words = [word for word in _words(claim.paper.title) if word not in base.lower()]
        words = [*(word for word in words if word not in other), *(word for word in words if word in other)]
        digest = blake2s("\n".join([*_names(claim.paper), claim.paper.title]).encode("utf-8", "replace")).hexdigest()
        endings = [*words, *(f"{words[0]}-{word}" for word in words[1:]), *(digest[:n] for n in range(6, 60, 6))]
        made = (f"{base}-{ending}" for ending in endings)
        counted = (f"{base}-{digest[:6]}-{number}" for number in count(2))
        return next(key for key in chain(made, counted) if self.is_free(claim, key))

    def aliases(self, claim: _Claim) -> tuple[str, ...]:
        """The keys that are the paper's own, but for its citekey."""
        return tuple(key for key in claim.wanted if self.owner[key] is claim and key != claim.key)

    def report(self, claim: _Claim, key: str) -> None:
        """Say that the paper was called by a key that is another's."""
        owner = self.owner[key]
        says = "already names"
        if owner is claim:
            owner = self.taken.get(_folded(valid_key(key)), claim)
            says = "differs only in case from that of"
            if owner is claim or key != next(iter(claim.wanted)):
                return
        name = str(owner.paper.identifiers[0]) if owner.paper.identifiers else f"'{owner.paper.title}'"
        there, here = _place(owner, key), _place(claim, key)
        where = f"line {there[1]}" if there[0] == here[0] else ":".join(map(str, filter(None, there)))
        message = f"citekey '{key}' {says} {name} ({where}); this paper is '{claim.key}'"
        self.issues.append(issue(Code.DUPLICATE_CITEKEY, *here, message))


def _place(claim: _Claim, key: str) -> tuple[str, int | None]:
    """Where a paper is first called by a key, else where it is first mentioned, else its entry."""
    mentions = sorted(claim.paper.mentions, key=lambda m: (m.evidence.citekey != key, m.note, m.span))
    if mentions:
        return mentions[0].note, mentions[0].line
    return (claim.paper.entry.path, claim.paper.entry.line) if claim.paper.entry else ("", None)


def _folded(key: str) -> str:
    """By what citekeys must differ: case and Unicode form do not count."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", key).casefold())


# --- generated keys and slugs ---------------------------------------------------------------------

_SMALL_TABLE = """
    a about after all an and any are as at based be beyond by can do does for from has have how i if in into is it its
    let more no not of on or our over s so some t than that the their them there these they this through to toward
    towards under up upon using via was we what when where which while who why will with within without you your
"""
_SMALL = frozenset(_SMALL_TABLE.split())


def _words(title: str) -> list[str]:
    """The significant words of a title in ASCII, each once."""
    words = (word for word in normalised(title).split() if word.isascii() and word not in _SMALL)
    return list(dict.fromkeys(words))


def _generated(paper: Paper) -> str:
    """Family name, year, first significant title word: `vaswani2017attention`; of a bare link its identifier."""
    if paper.identifiers and paper.title in {str(identifier) for identifier in paper.identifiers}:
        return re.sub(r"[^A-Za-z0-9.]+", "-", paper.title).strip("-.")
    persons, _ = people(paper.authors)
    family = (
        "".join(char for char in normalised(persons[0].family) if char.isascii() and char.isalnum()) if persons else ""
    )
    words = _words(paper.title)
    head, *rest = ([family] if family else []) + words or ["paper"]
    key = f"{head}{paper.year or implied_year(paper.identifiers) or ''}{rest[0] if rest else ''}"
    return key if key[0].isalpha() else f"paper{key}"


def slugs_of(keys: Iterable[str]) -> dict[str, str]:
    """A path-safe name for each citekey, unique even without hyphens; of the keys alone, so that they stay.

    Examples:
        >>> slugs_of(["JiachenTWang2025ICLR", "JiachenTWang2025ICLR+"])
        {'JiachenTWang2025ICLR': 'jiachentwang2025iclr', 'JiachenTWang2025ICLR+': 'jiachentwang2025iclr-plus'}
    """
    forms = {key: slug(key.replace("+", " plus ")) for key in keys}
    out: dict[str, str] = {}
    used: set[str] = set()
    # a key that is its own slug keeps it whatever else there is
    for key in sorted(forms, key=lambda key: (forms[key] != key.casefold(), key)):
        digest = blake2s(key.encode("utf-8", "replace")).hexdigest()
        tries = chain([forms[key]], (f"{forms[key]}-{digest[:n]}" for n in range(6, 65)))
        out[key] = next(name for name in tries if name.replace("-", "") not in used)
        used.add(out[key].replace("-", ""))
    return {key: out[key] for key in forms}

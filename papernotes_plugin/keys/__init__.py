"""Citekeys and slugs: the choice of one for each paper, and the file that pins them.

Nothing here depends on the order of papers, notes or files; a key that is pinned never changes by itself.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2s
from itertools import chain, count

from papernotes_plugin.config import Config
from papernotes_plugin.entries import valid_key
from papernotes_plugin.issues import Code, Issue, issue
from papernotes_plugin.keys.generated import generated, slugs_of, words_of
from papernotes_plugin.keys.lock import Lock, names_of, pinned, read_lock, write_lock
from papernotes_plugin.model import Paper
from papernotes_plugin.text import normalised

__all__ = ["assign", "pinned", "read_lock", "slugs_of", "write_lock"]


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
    loose = sorted(claim.key for claim in claims if not any(name in lock for name in names_of(claim.paper)))
    if lock and loose:
        more = f" and {len(loose) - 1} more are" if len(loose) > 1 else " is"
        yield issue(Code.UNPINNED_KEY, config.key_lock, None, f"citekey '{loose[0]}'{more} not pinned")


def _claim(paper: Paper, lock: Lock, config: Config) -> _Claim:
    names = names_of(paper)
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
                base = generated(claim.paper)
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
        words = [word for word in words_of(claim.paper.title) if word not in base.lower()]
        words = [*(word for word in words if word not in other), *(word for word in words if word in other)]
        digest = blake2s("\n".join([*names_of(claim.paper), claim.paper.title]).encode("utf-8", "replace")).hexdigest()
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

"""The choice of a citekey for each paper: who has a claim on which, and who gives way."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from hashlib import blake2s
from itertools import chain, count

from papernotes_plugin.entries import valid_key
from papernotes_plugin.resolve.keys.generated_keys import generated, words_of
from papernotes_plugin.resolve.keys.key_lock import names_of
from papernotes_plugin.text import comparison_key
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.key_pattern import LIMIT
from papernotes_plugin.vocabulary.model import Paper


class Strength(IntEnum):
    """How strong a claim on a key is, strongest first."""

    PINNED = 0
    FORMER = 1
    """The paper was pinned to it before it was renamed."""
    ENTRY = 2
    NOTES = 3


@dataclass(slots=True, eq=False)
class Claim:
    """A paper that wants a citekey."""

    paper: Paper
    wanted: dict[str, tuple[Strength, int, str]]
    """Keys, best first: strength, place among those of one strength, origin."""
    rank: tuple[object, ...]
    """Its place among all papers, by what it is: no two papers depend on where they were read."""
    key: str = ""
    origin: str = ""


class Chooser:
    """Gives each key to the strongest claim, and each paper the best of its keys."""

    def __init__(self, config: Config, published: Iterable[str]) -> None:
        """`published`: keys, folded, of papers that are not here; no key is made that is one of them."""
        self.config = config
        self.published = frozenset(published)
        self.owner: dict[str, Claim] = {}
        self.reserved: dict[str, set[int]] = defaultdict(set)
        self.once: dict[str, Claim] = {}
        """Whose a key is, or was, that somebody published."""
        self.taken: dict[str, Claim] = {}
        self.named: dict[str, Claim] = {}
        """Who goes by a key, as written: its own citekey first, else an alias."""
        self.issues: list[Issue] = []

    def choose(self, newcomers: Iterable[Claim]) -> None:
        """Fill in their keys: claims on keys of their own, then those that lost theirs, then those without any.

        What was chosen before stays: who comes later takes nothing from who came first.
        """
        claims = sorted(newcomers, key=lambda claim: claim.rank)
        self._own(claims)
        own = {id(c): [key for key in c.wanted if self.owner[key] is c and valid_key(key)] for c in claims}
        best = {id(c): min((c.wanted[key][:2] for key in own[id(c)]), default=(9, 9)) for c in claims}
        for claim in sorted(claims, key=lambda c: best[id(c)]):
            for key in own[id(claim)]:
                if not claim.key and self.fits(claim, key):
                    self.take(claim, valid_key(key), claim.wanted[key][2])
        for claim in claims:
            base = next(filter(None, map(valid_key, claim.wanted)), "")
            if not claim.key and base:
                self.take(claim, self.free(claim, base), "title")
        for claim in claims:
            if not claim.key:
                base = generated(claim.paper, self.config.key_pattern)
                self.take(claim, base if self.is_free(claim, base) else self.free(claim, base, LIMIT), "generated")
        for claim in claims:
            for key in claim.wanted:
                self.report(claim, key)
        self.named.update((claim.key, claim) for claim in claims)
        for claim in claims:
            for key in self.aliases(claim):
                self.named.setdefault(key, claim)

    def _own(self, claims: Sequence[Claim]) -> None:
        """Find out whose each key is."""
        before = set(self.owner)
        for claim in claims:
            for key, (strength, place, _) in claim.wanted.items():
                other = self.owner.setdefault(key, claim)
                if key not in before and (strength, place) < other.wanted[key][:2]:
                    self.owner[key] = claim
        for claim in claims:
            for key in claim.wanted:
                if self.owner[key] is claim:
                    self.reserved[folded(key)].add(id(claim))
                    if claim.wanted[key][0] <= Strength.FORMER:
                        self.once.setdefault(folded(key), claim)

    def fits(self, claim: Claim, key: str) -> bool:
        """Whether a paper's own key can be its citekey; one that had to be made valid must not be another's."""
        if valid_key(key) != key:
            return self.is_free(claim, valid_key(key))
        name = folded(key)
        return name not in self.taken and self.once.get(name, claim) is claim

    def take(self, claim: Claim, key: str, origin: str) -> None:
        """Make a key the paper's citekey."""
        claim.key, claim.origin = key, origin
        self.taken[folded(key)] = claim

    def is_free(self, claim: Claim, key: str) -> bool:
        """Whether a made key collides with no citekey, with no alias of another paper and with none published."""
        name = folded(key)
        mine = self.reserved.get(name, set())
        return name not in self.taken and mine <= {id(claim)} and (bool(mine) or name not in self.published)

    def free(self, claim: Claim, base: str, limit: int | None = None) -> str:
        """The base with a title word, if possible one that the other paper's title has not; else with a digest."""
        # whose the key was has not changed with the paper's new one, nor may what was made beside it
        owner = self.taken.get(folded(base)) or self.once.get(folded(base))
        # `[@X+-word]` cannot be read: in a citation two signs together end a key
        base = base.rstrip("+:./-") or base
        other = set(comparison_key(owner.paper.title).split()) if owner else set()
        words = [word for word in words_of(claim.paper.title) if word not in base.lower()]
        words = [*(word for word in words if word not in other), *(word for word in words if word in other)]
        digest = blake2s("\n".join([*names_of(claim.paper), claim.paper.title]).encode("utf-8", "replace")).hexdigest()
        endings = [*words, *(f"{words[0]}-{word}" for word in words[1:]), *(digest[:n] for n in range(6, 60, 6))]
        counted = (f"{digest[:6]}-{number}" for number in count(2))
        made = (_joined(base, ending, limit) for ending in chain(endings, counted))
        return next(key for key in made if self.is_free(claim, key))

    def aliases(self, claim: Claim) -> tuple[str, ...]:
        """The keys that are the paper's own, but for its citekey."""
        return tuple(key for key in claim.wanted if self.owner[key] is claim and key != claim.key)

    def former(self, claim: Claim) -> tuple[str, ...]:
        """Those of them that it was published under."""
        return tuple(key for key in self.aliases(claim) if claim.wanted[key][0] <= Strength.FORMER)

    def report(self, claim: Claim, key: str) -> None:
        """Say that the paper was called by a key that is another's."""
        owner = self.owner[key]
        says = "already names"
        if owner is claim:
            owner = self.taken.get(folded(valid_key(key)), claim)
            says = "differs only in case from that of"
            if owner is claim or key != next(iter(claim.wanted)):
                return
        name = str(owner.paper.identifiers[0]) if owner.paper.identifiers else f"'{owner.paper.title}'"
        there, here = _place(owner, key), _place(claim, key)
        where = f"line {there[1]}" if there[0] == here[0] else ":".join(map(str, filter(None, there)))
        message = f"citekey '{key}' {says} {name} ({where}); this paper is '{claim.key}'"
        self.issues.append(issue(Code.DUPLICATE_CITEKEY, *here, message))


def _joined(base: str, ending: str, limit: int | None) -> str:
    """The base with an ending, cut so that both fit into a limit."""
    if limit is None:
        return f"{base}-{ending}"
    ending = ending[: limit // 2]
    return f"{base[: limit - 1 - len(ending)].rstrip('-')}-{ending}"


def _place(claim: Claim, key: str) -> tuple[str, int | None]:
    """Where a paper is first called by a key, else where it is first mentioned, else its entry."""
    mentions = sorted(claim.paper.mentions, key=lambda m: (m.evidence.citekey != key, m.note, m.span))
    if mentions:
        return mentions[0].note, mentions[0].line
    return (claim.paper.entry.path, claim.paper.entry.line) if claim.paper.entry else ("", None)


def folded(key: str) -> str:
    """By what citekeys must differ: case and Unicode form do not count."""
    if key.isascii():
        return key.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", key).casefold())

"""Choose the citekey of each paper, where several papers may claim the same key."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from hashlib import blake2s
from itertools import chain, count
from operator import itemgetter

from papernotes_plugin.entries import valid_key
from papernotes_plugin.resolve.keys.generated_keys import generated, is_romanised, words_of
from papernotes_plugin.resolve.keys.key_lock import name_of, names_of
from papernotes_plugin.text import comparison_key
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.key_pattern import LIMIT
from papernotes_plugin.vocabulary.model import Paper


class Strength(IntEnum):
    """Strength of a claim on a key, strongest first."""

    PINNED = 0
    FORMER = 1
    """The paper was pinned to the key before it was renamed."""
    ENTRY = 2
    NOTES = 3
    WITHOUT_BIBLIOGRAPHY = 4
    """The paper has the key if there is no bibliography."""
    NOT_ROMANISED = 5
    """The paper had the key before its generated citekey was written in Latin letters."""


@dataclass(slots=True, eq=False)
class Claim:
    """A paper with the citekeys that it claims."""

    paper: Paper
    wanted: dict[str, tuple[Strength, int, str]]
    """Strength, position among claims of that strength, and origin; by key, best first."""
    key: str = ""
    origin: str = ""
    aliases: tuple[str, ...] = ()
    """The keys that the paper owns, without its citekey."""
    before: list[Paper] = field(default_factory=list)
    """The papers of the notes alone that are this paper, with their citekeys and slugs."""
    lost: list[str] = field(default_factory=list)
    """The citekeys of these papers that name another paper now."""

    def written_keys(self) -> list[str]:
        """Return the keys that the lock, an entry or a note contains, best first."""
        return [key for key, (strength, *_) in self.wanted.items() if strength < Strength.WITHOUT_BIBLIOGRAPHY]

    def former_keys(self) -> tuple[str, ...]:
        """Return the aliases that were pinned or generated, or that are the citekey without the bibliography."""
        former = {paper.citekey for paper in self.before}
        former |= {k for k, (s, *_) in self.wanted.items() if s <= Strength.FORMER or s is Strength.NOT_ROMANISED}
        return tuple(key for key in self.aliases if key in former)

    def unwritten_keys(self) -> tuple[str, ...]:
        """Return the aliases that are generated, if no note contains them."""
        return tuple(key for key in self.aliases if self.wanted[key][0] >= Strength.WITHOUT_BIBLIOGRAPHY)


class Chooser:
    """Gives each key to the paper with the strongest claim, and each paper the best of its keys."""

    def __init__(self, config: Config, published: Iterable[str]) -> None:
        """Create a chooser that generates none of the `published` keys: folded keys of papers not in the library."""
        self.config = config
        self.published = frozenset(published)
        self.owner: dict[str, Claim] = {}
        self.reserved: dict[str, Claim | None] = {}
        """The paper that owns a key with this folded form; None if several papers do."""
        self.once: dict[str, Claim] = {}
        """The paper that is or was pinned to a key, by folded key."""
        self.taken: dict[str, Claim] = {}
        self.named: dict[str, Claim] = {}
        """The paper of a key as written: the one that has it as citekey, else as alias."""
        self.issues: list[Issue] = []

    def choose(self, newcomers: Iterable[Claim]) -> None:
        """Set the key of each claim: first claims on own keys, then those that lost theirs, then those without keys.

        Earlier choices stay: a later claim takes no key from an earlier one.
        """
        claims = _in_order(newcomers)
        self._own(claims)
        own = [(claim, [key for key in claim.wanted if self._can_own(claim, key)]) for claim in claims]
        own.sort(key=lambda pair: min((pair[0].wanted[key][:2] for key in pair[1]), default=(9, 9)))
        for claim, keys in own:
            if key := next((key for key in keys if self.fits(claim, key)), ""):
                self.take(claim, valid_key(key), claim.wanted[key][2])
        without_key = [claim for claim in claims if not claim.key]
        for claim in without_key:
            if base := next(filter(None, map(valid_key, claim.written_keys())), ""):
                self.take(claim, self.free(claim, base), "title")
        for claim in without_key:
            if not claim.key:
                base = generated(claim.paper, self.config.key_pattern, romanise=False)
                self.take(claim, base if self.is_free(claim, base) else self.free(claim, base, LIMIT), "generated")
        self._romanise(claims)
        for claim in claims:
            for key in claim.written_keys():
                self.report(claim, key)
        self.named.update((claim.key, claim) for claim in claims)
        for claim in claims:
            claim.aliases = tuple(key for key in claim.wanted if self.owner[key] is claim and key != claim.key)
            for key in claim.aliases:
                self.named.setdefault(key, claim)

    def _romanise(self, claims: Iterable[Claim]) -> None:
        """Romanise the generated keys that omit letters of other scripts; the former key becomes an alias.

        All other keys are chosen before, so that a romanised key changes none of them.
        """
        for claim in claims:
            # a key that the paper has without the bibliography is romanised already
            if claim.origin != "generated" or claim.key in claim.wanted or not is_romanised(claim.paper):
                continue
            base = generated(claim.paper, self.config.key_pattern)
            if base == generated(claim.paper, self.config.key_pattern, romanise=False):
                continue
            former = claim.key
            claim.wanted[former] = (Strength.NOT_ROMANISED, 0, claim.origin)
            self.owner[former] = claim
            self._reserve(folded(former), claim)
            self.take(claim, base if self.is_free(claim, base) else self.free(claim, base, LIMIT), "generated")

    def _own(self, claims: Sequence[Claim]) -> None:
        """Decide which claim owns each key."""
        before = set(self.owner)
        for claim in claims:
            for key, (strength, place, _) in claim.wanted.items():
                other = self.owner.setdefault(key, claim)
                if key not in before and (strength, place) < other.wanted[key][:2]:
                    self.owner[key] = claim
        pinned: list[tuple[Strength, str, Claim]] = []
        for claim in claims:
            for key, (strength, *_) in claim.wanted.items():
                if self.owner[key] is claim:
                    name = folded(key)
                    self._reserve(name, claim)
                    if strength <= Strength.FORMER:
                        pinned.append((strength, name, claim))
        for _, name, claim in sorted(pinned, key=itemgetter(0)):
            self.once.setdefault(name, claim)

    def _reserve(self, name: str, claim: Claim) -> None:
        if self.reserved.setdefault(name, claim) is not claim:
            self.reserved[name] = None

    def _can_own(self, claim: Claim, key: str) -> bool:
        is_former = claim.wanted[key][0] is Strength.NOT_ROMANISED
        return self.owner[key] is claim and not is_former and valid_key(key) != ""

    def fits(self, claim: Claim, key: str) -> bool:
        """Return whether a key of the paper can be its citekey.

        A key that is not written anywhere in this form must be no alias of another paper either.
        """
        if valid_key(key) != key or claim.wanted[key][0] >= Strength.WITHOUT_BIBLIOGRAPHY:
            return self.is_free(claim, valid_key(key))
        name = folded(key)
        return name not in self.taken and self.once.get(name, claim) is claim

    def take(self, claim: Claim, key: str, origin: str) -> None:
        """Set the citekey of a claim."""
        claim.key, claim.origin = key, origin
        self.taken[folded(key)] = claim

    def is_free(self, claim: Claim, key: str) -> bool:
        """Return whether a generated key is no citekey, no alias of another paper and no published key."""
        name = folded(key)
        if name in self.taken or name in self.reserved:
            return name not in self.taken and self.reserved[name] is claim
        return name not in self.published

    def free(self, claim: Claim, base: str, limit: int | None = None) -> str:
        """Return the base with a title word, preferably one not in the title of the other paper, else a digest."""
        # a former owner counts too, so that a generated key does not change when the owner is renamed
        owner = self.taken.get(folded(base)) or self.once.get(folded(base))
        # `[@X+-word]` cannot be parsed: in a citation two punctuation characters end a key
        base = base.rstrip("+:./-") or base
        other = set(comparison_key(owner.paper.name).split()) if owner else set()
        words = [word for word in words_of(claim.paper.name) if word not in base.lower()]
        words = [*(word for word in words if word not in other), *(word for word in words if word in other)]
        digest = blake2s("\n".join([*names_of(claim.paper), claim.paper.name]).encode("utf-8", "replace")).hexdigest()
        endings = [*words, *(f"{words[0]}-{word}" for word in words[1:]), *(digest[:n] for n in range(6, 60, 6))]
        counted = (f"{digest[:6]}-{number}" for number in count(2))
        candidates = (_joined(base, ending, limit) for ending in chain(endings, counted))
        return next(key for key in candidates if self.is_free(claim, key))

    def report(self, claim: Claim, key: str) -> None:
        """Add an issue if a key of the paper belongs to another paper."""
        owner = self.owner[key]
        says = "already names"
        if owner is claim:
            owner = self.taken.get(folded(valid_key(key)), claim)
            says = "differs only in case from that of"
            if owner is claim or key != next(iter(claim.wanted)):
                return
        name = str(owner.paper.identifiers[0]) if owner.paper.identifiers else f"'{owner.paper.name}'"
        other, here = _place(owner, key), _place(claim, key)
        where = f"line {other[1]}" if other[0] == here[0] else ":".join(map(str, filter(None, other)))
        message = f"citekey '{key}' {says} {name} ({where}); this paper is '{claim.key}'"
        self.issues.append(issue(Code.DUPLICATE_CITEKEY, *here, message))


def _in_order(claims: Iterable[Claim]) -> list[Claim]:
    """Return the claims in an order that does not depend on the order of the notes."""
    by_name: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        by_name[name_of(claim.paper)].append(claim)
    return [
        claim for _, alike in sorted(by_name.items()) for claim in (sorted(alike, key=_rank) if alike[1:] else alike)
    ]


def _rank(claim: Claim) -> tuple[object, ...]:
    """Return a sort key of a claim among those of papers with the same name."""
    paper = claim.paper
    first = (paper.mentions[0].note, paper.mentions[0].span) if paper.mentions else ("", (0, 0))
    return names_of(paper), paper.name, sorted(paper.aliases), first


def _joined(base: str, ending: str, limit: int | None) -> str:
    """Return the base with an ending, shortened to a length limit."""
    if limit is None:
        return f"{base}-{ending}"
    ending = ending[: limit // 2]
    return f"{base[: limit - 1 - len(ending)].rstrip('-')}-{ending}"


def _place(claim: Claim, key: str) -> tuple[str, int | None]:
    """Return the first place where a paper is cited by a key, else its first mention, else its entry."""
    mentions = sorted(claim.paper.mentions, key=lambda m: (m.evidence.citekey != key, m.note, m.span))
    if mentions:
        return mentions[0].note, mentions[0].line
    return (claim.paper.entry.path, claim.paper.entry.line) if claim.paper.entry else ("", None)


def folded(key: str) -> str:
    """Return a key without case and Unicode form; citekeys must differ in this form."""
    if key.isascii():
        return key.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", key).casefold())

"""Citekeys and slugs: the choice of one for each paper, and the file that pins them.

Nothing here depends on the order of papers, notes or files; a key that is pinned never changes by itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from papernotes_plugin.resolve.keys.generated_keys import slugs_of
from papernotes_plugin.resolve.keys.key_checking import absent_keys, changed, summary, unpinned
from papernotes_plugin.resolve.keys.key_choice import Chooser, Claim, Strength, folded
from papernotes_plugin.resolve.keys.key_lock import (
    Lock,
    Pin,
    names_of,
    pinned_names,
    pins_by,
    pins_of,
    read_lock,
    title_name,
    write_lock,
)
from papernotes_plugin.resolve.keys.key_renaming import Renaming, json_list, rename, sed_script
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import Mention, MentionKind, Paper

__all__ = [
    "Lock",
    "Pin",
    "Renaming",
    "assign",
    "json_list",
    "names_of",
    "pinned_names",
    "pins_of",
    "read_lock",
    "rename",
    "sed_script",
    "slugs_of",
    "unpinned",
    "write_lock",
]


def assign(
    papers: Sequence[Paper], lock: Lock, config: Config, mentions: Iterable[Mention] = ()
) -> tuple[tuple[Paper, ...], tuple[Issue, ...]]:
    """The papers, in their order, with citekey, aliases and slug; and what collided.

    In come papers without a citekey and with all keys they were called in `aliases`, best first.  Citekeys are
    unique ignoring case and Unicode form.  Each paper gets the key it is pinned to, that of its `.bib` entry, one
    the notes use, or a generated one, in this order; of two papers with one key the other gets a title word.

    A place that says no more than a key means the paper that goes by it, whoever made the key: a paper known by
    such places alone is joined to that one, and so are those `mentions` that belong to no paper yet.
    """
    claims = [_claim(paper, lock, config) for paper in papers]
    chooser = Chooser(config, _absent(papers, lock))
    chooser.choose([claim for claim in claims if not _only_called(claim)])
    called: dict[str, list[Mention]] = defaultdict(list)
    late = []
    for claim in filter(_only_called, claims):
        if home := next(filter(None, map(chooser.named.get, claim.wanted)), None):
            called[home.key] += claim.paper.mentions
        else:
            late.append(claim)
    chooser.choose(late)
    joined = {(m.note, m.span) for paper in papers for m in paper.mentions}
    for mention in mentions:
        known = chooser.named.get(mention.evidence.citekey) if _says_key(mention) else None
        if known and (mention.note, mention.span) not in joined:
            called[known.key].append(mention)
    kept = [claim for claim in claims if claim.key]
    slugs = _slugs(kept, lock)
    chosen = tuple(_named(claim, chooser, slugs, called.get(claim.key, [])) for claim in kept)
    told = chain(changed(chosen, lock, config.key_lock), summary(chosen, lock, config.key_lock))
    return chosen, (*chooser.issues, *told)


def _claim(paper: Paper, lock: Lock, config: Config) -> Claim:
    names = names_of(paper)
    pins = pins_by(names, lock)
    keys = [(pin.citekey, (Strength.PINNED, pin.line, f"{config.key_lock}:{pin.line}")) for pin in pins]
    keys += [(k, (Strength.FORMER, pin.line, f"{config.key_lock}:{pin.line}")) for pin in pins for k in pin.former]
    if paper.entry and paper.entry.key:
        keys.append((paper.entry.key, (Strength.ENTRY, 0, f"{paper.entry.path}:{paper.entry.line}")))
    keys += [(key, (Strength.NOTES, place, "notes")) for place, key in enumerate(paper.aliases)]
    wanted: dict[str, tuple[Strength, int, str]] = {}
    for key, claimed in keys:
        wanted.setdefault(key, claimed)
    first = min(((m.note, m.span) for m in paper.mentions), default=("", (0, 0)))
    return Claim(paper, wanted, (names, paper.title, sorted(paper.aliases), first))


def _absent(papers: Sequence[Paper], lock: Lock) -> set[str]:
    """The keys of pinned papers that are not among these: nobody else gets one of them by accident.

    Of a paper that is pinned by its key alone, nothing else was ever known: who goes by that key may be it.
    """
    return {key for key, pin in absent_keys(papers, lock).items() if pin.name != title_name(pin.citekey)}


def _says_key(mention: Mention) -> bool:
    """A place that names a paper by a key and says nothing else of it."""
    said = mention.evidence
    return mention.kind is MentionKind.KEY and bool(said.citekey) and not said.identifiers and not said.title


def _only_called(claim: Claim) -> bool:
    """Nothing but keys is known of the paper, and it is not pinned to another than these."""
    first = next(iter(claim.wanted), "")
    return not claim.paper.entry and all(map(_says_key, claim.paper.mentions)) and first in claim.paper.aliases


def _slugs(claims: Iterable[Claim], lock: Lock) -> dict[str, str]:
    """The slug of each citekey, and of each key of the lock: what was published keeps its own."""
    pins = sorted(lock.values(), key=lambda pin: pin.line)
    first = dict.fromkeys(key for pin in pins for key in (pin.citekey, *pin.former))
    return slugs_of({**first, **dict.fromkeys(claim.key for claim in claims)}, tuple(first))


def _left(claim: Claim, chooser: Chooser, slugs: dict[str, str]) -> tuple[str, ...]:
    """The slugs under which the paper's page stood before; it still does where only capitals are others."""
    return tuple(slugs[key] for key in chooser.former(claim) if folded(key) != folded(claim.key))


def _named(claim: Claim, chooser: Chooser, slugs: dict[str, str], called: list[Mention]) -> Paper:
    paper = claim.paper
    if called:
        mentions = tuple(sorted((*paper.mentions, *called), key=lambda m: (m.note, m.span)))
        topics = dict.fromkeys((*paper.topics, *(m.topic for m in mentions if m.topic)))
        paper = replace(paper, mentions=mentions, topics=tuple(topics))
    return replace(
        paper,
        citekey=claim.key,
        aliases=chooser.aliases(claim),
        slug=slugs[claim.key],
        moved_from=_left(claim, chooser, slugs),
        origins={**paper.origins, "citekey": claim.origin},
    )

"""Choose the citekey and slug of each paper, and read and write the file that pins citekeys.

The result does not depend on the order of papers, notes or files.  A pinned citekey never changes by itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from papernotes_plugin.resolve.keys.exported_keys import exported_keys
from papernotes_plugin.resolve.keys.generated_keys import former_slugs, slugs_of
from papernotes_plugin.resolve.keys.key_checking import absent_keys, changed, summary, unpinned
from papernotes_plugin.resolve.keys.key_choice import Chooser, Claim, Strength, folded
from papernotes_plugin.resolve.keys.key_lock import (
    Lock,
    Pin,
    base_slug,
    name_of,
    names_of_key,
    pinned_names,
    pins_of,
    read_lock,
    write_lock,
)
from papernotes_plugin.resolve.keys.key_renaming import Renaming, json_list, rename, sed_script
from papernotes_plugin.resolve.keys.keys_of_notes import add_keys, lost_key_message, report_lost_keys, says_key
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import Mention, Paper

__all__ = [
    "Lock",
    "Pin",
    "Renaming",
    "assign",
    "json_list",
    "lost_key_message",
    "name_of",
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
    papers: Sequence[Paper],
    lock: Lock,
    config: Config,
    mentions: Iterable[Mention] = (),
    from_notes: Sequence[Paper] = (),
) -> tuple[tuple[Paper, ...], tuple[Issue, ...]]:
    """Return the papers, in their order, with citekey, aliases and slug, and issues about collisions.

    Citekeys are unique ignoring case and Unicode form.  Each paper gets its pinned key, else the key of its `.bib`
    entry, else a key used in the notes, else a generated one.  If two papers have one key, the weaker claim gets a
    title word added.

    A mention with nothing but a key belongs to the paper that has this citekey, even a generated one.  A paper with
    no other mentions is merged into that paper.

    The citekeys that the papers have without the bibliography become aliases, unless another paper claims them.

    Args:
        papers: Papers without citekey; `aliases` has all keys under which they are cited, best first.
        lock: The pinned citekeys.
        config: The options.
        mentions: All mentions; those that belong to no paper yet join the paper of their key.
        from_notes: The papers of the notes alone, if there is a bibliography; without citekey, like `papers`.
    """
    published = _absent(papers, lock)
    before = _without_bibliography(_choose(from_notes, lock, config, published), lock) if from_notes else ()
    choice = _choose(papers, lock, config, published, mentions, before)
    chosen = _named_papers(choice, lock)
    issues = (*choice.chooser.issues, *report_lost_keys(choice.claims))
    lock_issues = chain(changed(chosen, lock, config.key_lock), summary(chosen, before, lock, config.key_lock))
    return chosen, (*issues, *lock_issues)


class _Choice(NamedTuple):
    """Papers with their chosen keys."""

    claims: list[Claim]
    """The claims, in the order of the papers."""
    chooser: Chooser
    called: Mapping[str, Sequence[Mention]]
    """Mentions with nothing but a key, by citekey of the paper that they join."""


def _choose(
    papers: Sequence[Paper],
    lock: Lock,
    config: Config,
    published: Iterable[str],
    mentions: Iterable[Mention] = (),
    before: Sequence[Paper] = (),
) -> _Choice:
    """Choose the citekeys of papers.

    Args:
        papers: The papers.
        lock: The pinned citekeys.
        config: The options.
        published: Folded keys that are not generated.
        mentions: All mentions.
        before: The papers of the notes alone, with citekeys and slugs.
    """
    claims = [_claim(paper, lock, config) for paper in papers]
    chooser = Chooser(config, published)
    only_called = [claim for claim in claims if _only_called(claim)]
    described = [claim for claim in claims if not _only_called(claim)] if only_called else claims
    add_keys(described, before)
    chooser.choose(described)
    called: dict[str, list[Mention]] = defaultdict(list)
    late = []
    for claim in only_called:
        if home := next(filter(None, map(chooser.named.get, claim.wanted)), None):
            called[home.key] += claim.paper.mentions
        else:
            late.append(claim)
    chooser.choose(late)
    with_key = [m for m in mentions if says_key(m) and m.evidence.citekey in chooser.named]
    joined = {(m.note, m.span) for paper in papers for m in paper.mentions} if with_key else set()
    for mention in with_key:
        if (mention.note, mention.span) not in joined:
            called[chooser.named[mention.evidence.citekey].key].append(mention)
    return _Choice([claim for claim in claims if claim.key], chooser, called)


def _claim(paper: Paper, lock: Lock, config: Config) -> Claim:
    pins = pins_of(paper, lock)
    keys = [(pin.citekey, (Strength.PINNED, pin.line, f"{config.key_lock}:{pin.line}")) for pin in pins]
    keys += [(k, (Strength.FORMER, pin.line, f"{config.key_lock}:{pin.line}")) for pin in pins for k in pin.former]
    if paper.entry and paper.entry.key:
        keys.append((paper.entry.key, (Strength.ENTRY, 0, paper.entry.location)))
    keys += [(key, (Strength.NOTES, position, "notes")) for position, key in enumerate(paper.aliases)]
    wanted: dict[str, tuple[Strength, int, str]] = {}
    for key, claimed in keys:
        wanted.setdefault(key, claimed)
    return Claim(paper, wanted)


def _absent(papers: Sequence[Paper], lock: Lock) -> set[str]:
    """Return the keys of pinned papers that are not in the library, so that no other paper gets one by accident.

    Papers that are pinned by their key alone are not included: a paper with that key may be the same.
    """
    return {key for key, pin in absent_keys(papers, lock).items() if pin.name not in names_of_key(pin.citekey)}


def _only_called(claim: Claim) -> bool:
    """Return whether only keys are known of the paper, and it is not pinned to a different key."""
    first = next(iter(claim.wanted), "")
    return not claim.paper.entry and all(map(says_key, claim.paper.mentions)) and first in claim.paper.aliases


def _slugs(claims: Iterable[Claim], lock: Lock) -> tuple[dict[str, str], dict[str, str]]:
    """Return the slug of each citekey and of each key in the lock, and the former slugs of romanised ones."""
    pins = sorted(lock.values(), key=lambda pin: pin.line)
    first = dict.fromkeys(key for pin in pins for key in (pin.citekey, *pin.former))
    all_keys = {**first, **dict.fromkeys(claim.key for claim in claims)}
    return slugs_of(all_keys, tuple(first)), former_slugs(all_keys, tuple(first))


def _moved_from(
    claims: Iterable[Claim],
    former_keys: Mapping[str, tuple[str, ...]],
    slugs: Mapping[str, str],
    plain: Mapping[str, str],
) -> dict[str, dict[str, str]]:
    """Return the former slugs of each page, and those that it has without the bibliography, by citekey.

    Each slug has the citekey that the paper had with it.

    Args:
        claims: The claims of all papers.
        former_keys: The former citekeys of each paper, by citekey.
        slugs: The slug of each key.
        plain: The slugs of keys before they were romanised.
    """
    taken = {*slugs.values(), *plain.values()}
    out: dict[str, dict[str, str]] = {}
    for claim in sorted(claims, key=lambda claim: claim.key):
        former = former_keys[claim.key]
        # a key that differs only in case has the same page
        moved = {slugs[key]: key for key in former if key in slugs and folded(key) != folded(claim.key)}
        for key in (claim.key, *former):
            if key in plain:
                moved.setdefault(plain[key], key)
        for slug, key in (*((p.slug, p.citekey) for p in claim.before), *((base_slug(key), key) for key in former)):
            if slug not in taken:
                taken.add(slug)
                moved[slug] = key
        out[claim.key] = moved
    return out


def _without_bibliography(choice: _Choice, lock: Lock) -> tuple[Paper, ...]:
    """Return the papers of the notes alone with their citekeys and slugs; other keys are not needed."""
    slugs, _ = _slugs(choice.claims, lock)
    return tuple(
        _with_mentions(claim.paper, choice.called.get(claim.key, ()))._replace(
            citekey=claim.key,
            slug=slugs[claim.key],
            unwritten_keys=claim.unwritten_keys(),
            origins={"citekey": claim.origin},
        )
        for claim in choice.claims
    )


def _named_papers(choice: _Choice, lock: Lock) -> tuple[Paper, ...]:
    """Return the papers with all their keys and slugs, and with the mentions that say their citekey."""
    claims = choice.claims
    slugs, plain = _slugs(claims, lock)
    former = {claim.key: claim.former_keys() for claim in claims}
    moved = _moved_from(claims, former, slugs, plain)
    exported = exported_keys(claims)
    return tuple(
        _with_mentions(claim.paper, choice.called.get(claim.key, ()))._replace(
            citekey=claim.key,
            aliases=claim.aliases,
            slug=slugs[claim.key],
            former_keys=former[claim.key],
            unwritten_keys=claim.unwritten_keys(),
            lost_keys=tuple(claim.lost),
            exported_keys=exported[claim.key],
            moved_from=tuple(moved[claim.key]),
            moved_keys=tuple(moved[claim.key].values()),
            origins={**claim.paper.origins, "citekey": claim.origin},
        )
        for claim in claims
    )


def _with_mentions(paper: Paper, more: Iterable[Mention]) -> Paper:
    """Return the paper with more mentions and their topics."""
    if not more:
        return paper
    mentions = tuple(sorted((*paper.mentions, *more), key=lambda m: (m.note, m.span)))
    topics = dict.fromkeys((*paper.topics, *(m.topic for m in mentions if m.topic)))
    return paper._replace(mentions=mentions, topics=tuple(topics))

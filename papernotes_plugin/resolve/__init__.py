"""Decide which mentions and bibliography entries are one paper, and choose the facts and the citekey of each paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from papernotes_plugin.resolve import keys
from papernotes_plugin.resolve.fetched_facts import add_fetched_facts, find_joins
from papernotes_plugin.resolve.identity import merge_mentions, papers_of_notes
from papernotes_plugin.resolve.mentions import (
    apply_bibliography,
    apply_pins,
    drop_plain_wikilinks,
    drop_writers,
    same_groups,
)
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import Entry, Mention, Note, Paper

__all__ = ["resolve_papers"]


def resolve_papers(
    notes: Sequence[Note],
    mentions: Sequence[Mention],
    entries: Sequence[Entry],
    lock: keys.Lock,
    config: Config,
    private: Iterable[str],
    fetched: Sequence[Entry],
) -> tuple[tuple[Paper, ...], tuple[Issue, ...]]:
    """Return the papers, each with its facts, citekey and mentions, and the issues found.

    Args:
        notes: The public notes.
        mentions: The mentions in them, without names in prose.
        entries: The entries of the bibliography, in the order of its files.
        lock: The pinned citekeys.
        config: The options.
        private: Case-folded names of private notes; wikilinks to them are no mentions.
        fetched: The entries of facts that were looked up.
    """
    mentions = drop_writers(drop_plain_wikilinks(mentions, notes, private))
    mentions = apply_pins(mentions, lock)
    same = same_groups(notes, mentions, config)
    used = apply_bibliography(mentions, notes, entries)
    merged, identity_issues = merge_mentions(used, entries, same)
    needs_notes_alone = entries and not (lock and all(keys.pins_of(paper, lock) for paper in merged))
    from_notes = papers_of_notes(mentions, same) if needs_notes_alone else ()
    papers, key_issues = keys.assign(merged, lock, config, used, from_notes)
    joins, join_issues = find_joins(papers, fetched)
    if joins:
        before = (*from_notes, *merged)
        merged, identity_issues = merge_mentions(used, entries, [*same, *joins])
        papers, key_issues = keys.assign(merged, lock, config, used, before)
    papers, fetched_issues = add_fetched_facts(papers, fetched)
    return papers, (*identity_issues, *key_issues, *join_issues, *fetched_issues)

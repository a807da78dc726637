"""Choose the aliases under which exports can list a paper."""

from __future__ import annotations

from collections.abc import Iterable

from papernotes_plugin.entries import valid_key
from papernotes_plugin.resolve.keys.key_choice import Claim, folded


def exported_keys(claims: Iterable[Claim]) -> dict[str, tuple[str, ...]]:
    """Return the aliases that an exported file can contain, by citekey: first the keys of entries, then the others.

    An alias must be valid in BibTeX, and differ by more than case from every key of another paper.

    Args:
        claims: The claims of all papers, with their citekeys.
    """
    ordered = sorted(claims, key=lambda claim: claim.key)
    owners = {folded(claim.key): claim for claim in ordered}
    exported: dict[str, tuple[str, ...]] = {claim.key: () for claim in ordered}
    for is_of_entry in (True, False):
        for claim in ordered:
            entry = claim.paper.entry
            of_entries = {entry.key, *entry.further_keys} if entry else set()
            for key in claim.aliases:
                is_chosen = (key in of_entries) is is_of_entry and valid_key(key) == key
                if is_chosen and owners.setdefault(folded(key), claim) is claim:
                    exported[claim.key] += (key,)
    return exported

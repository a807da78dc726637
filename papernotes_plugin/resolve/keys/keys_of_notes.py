"""Keep the citekeys that papers have without the bibliography, so that adding a `.bib` file breaks no citation.

The notes alone give each paper a citekey and a page.  With a bibliography the paper has the key of its entry, and the
other key becomes an alias.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from papernotes_plugin.resolve.keys.key_choice import Claim, Strength, folded
from papernotes_plugin.text import comparison_key
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Mention, MentionKind, Paper


def says_key(mention: Mention) -> bool:
    """Return whether a mention has a key and no other facts."""
    if mention.kind is not MentionKind.KEY:
        return False
    evidence = mention.evidence
    return bool(evidence.citekey) and not (evidence.identifiers or evidence.title)


def add_keys(claims: Sequence[Claim], papers: Sequence[Paper]) -> None:
    """Add to each claim the citekeys that its paper has without the bibliography, as the weakest of its keys.

    A key that another paper claims for a better reason is added to `Claim.lost` instead.  Nothing is added to the claim
    of a pinned paper: its line in the lock contains all its keys.

    Args:
        claims: The claims of all papers.
        papers: The papers of the notes alone, with citekeys and slugs.
    """
    claimed: dict[str, Claim | None] = {}
    """The only claim on a key by its folded form; None if there are several."""
    for claim in claims:
        for key in claim.wanted:
            name = folded(key)
            if claimed.setdefault(name, claim) is not claim:
                claimed[name] = None
    for paper, claim in _claims_of(sorted(papers, key=lambda paper: paper.citekey), claims):
        claim.before.append(paper)
        weakest = {paper.citekey: Strength.WITHOUT_BIBLIOGRAPHY} | dict.fromkeys(
            paper.unwritten_keys, Strength.NOT_ROMANISED
        )
        for key, default in weakest.items():
            strength, _, origin = claim.wanted.get(key, (default, 0, paper.origins["citekey"]))
            if strength >= Strength.WITHOUT_BIBLIOGRAPHY and claimed.get(folded(key), claim) is not claim:
                claim.lost.append(key)
            elif strength >= Strength.NOTES:
                # of two papers that notes call by one key, the same one has it as without the bibliography
                claim.wanted[key] = (strength, -1, origin)


def _claims_of(papers: Iterable[Paper], claims: Iterable[Claim]) -> Iterator[tuple[Paper, Claim]]:
    """Yield each paper of the notes alone with the claim that has its mentions.

    A paper whose mentions now belong to several papers is the one with its title or its identifier.  If that is not
    certain, it is left out.
    """
    unpinned = (c for c in claims if all(strength > Strength.PINNED for strength, *_ in c.wanted.values()))
    by_place = {(m.note, m.span, m.kind): claim for claim in unpinned for m in claim.paper.mentions}
    for paper in papers:
        mentions = [m for m in paper.mentions if not says_key(m)] or paper.mentions
        holders = dict.fromkeys(filter(None, (by_place.get((m.note, m.span, m.kind)) for m in mentions)))
        alike = [claim for claim in holders if len(holders) == 1 or _resembles(claim.paper, paper)]
        if len(alike) == 1:
            yield paper, alike[0]


def _resembles(one: Paper, other: Paper) -> bool:
    same_identifier = other.identifiers[:1] and other.identifiers[0] in one.identifiers
    return bool(same_identifier) or comparison_key(one.title) == comparison_key(other.title)


def report_lost_keys(claims: Sequence[Claim]) -> Iterator[Issue]:
    """Yield an issue for each citation in the notes whose key names another paper without the bibliography."""
    citekeys = {key: claim.key for claim in claims for key in claim.lost}
    if not citekeys:
        return
    for mention in (m for claim in claims for m in claim.paper.mentions):
        key = mention.evidence.citekey
        if key in citekeys and says_key(mention):
            message = lost_key_message(key, citekeys[key])
            yield issue(Code.DUPLICATE_CITEKEY, mention.note, mention.line, message)


def lost_key_message(key: str, citekey: str) -> str:
    """Return the message about a citation whose key names another paper without the bibliography."""
    return f"citekey '{key}' is that of an entry; without the bibliography it names the paper that is now '{citekey}'"

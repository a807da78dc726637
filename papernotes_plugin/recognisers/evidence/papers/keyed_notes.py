"""Find the paper of a note whose name is a citekey, such as `vaswani2017attention.md` with one reference in it."""

from __future__ import annotations

from collections.abc import Sequence

from papernotes_plugin.people import parse_listed_person
from papernotes_plugin.text import slugify
from papernotes_plugin.vocabulary.model import Evidence, Mention, MentionKind

_OF_PAPERS = (MentionKind.ITEM, MentionKind.CARD, MentionKind.CITATION)


def with_paper_of_note(mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of a note; its own paper has the facts of the only one in it, if the citekey names them."""
    note = next((mention for mention in mentions if mention.kind is MentionKind.LITERATURE_NOTE), None)
    if note is None or note.evidence.title or note.evidence.identifiers or not note.evidence.citekey:
        return list(mentions)
    papers = [m.evidence for m in mentions if m.kind in _OF_PAPERS and m.creates_paper]
    if len(papers) != 1 or not _is_key_of(note.evidence.citekey, papers[0]):
        return list(mentions)
    facts = zip(note.evidence, papers[0], strict=True)
    evidence = Evidence._make(of_note or of_paper for of_note, of_paper in facts)
    return [mention._replace(evidence=evidence) if mention is note else mention for mention in mentions]


def _is_key_of(citekey: str, evidence: Evidence) -> bool:
    """Return whether a citekey has the family name of the first author, and the year, if it is stated."""
    person = parse_listed_person(evidence.authors[0]) if evidence.title and evidence.authors else None
    family = slugify(person.surname).replace("-", "") if person else ""
    is_year = evidence.year is None or str(evidence.year) in citekey or not any(map(str.isdigit, citekey))
    return bool(family) and slugify(citekey).replace("-", "").startswith(family) and is_year

"""Prepare mentions for merging: wikilinks, pinned keys, keys without an entry, and groups that the author merged."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from papernotes_plugin import identifiers
from papernotes_plugin.resolve import keys
from papernotes_plugin.resolve.identity import SameGroup
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Entry, Evidence, Identifier, Mention, MentionKind, Note

_SERVERS = frozenset(("arxiv", "openreview", "acl", "pmlr", "cvf", "nips"))
"""Schemes of sites whose papers mostly have several authors."""
_FULL_NAME = lazy_regex(r"[^\W\d_]{2}[\s,]+[^\W\d_]{2}|[\u4e00-\u9fff\uac00-\ud7af]{2}")
"""A name that one person has, unlike `Wang`."""
_MIN_PAPERS_OF_WRITER = 5
"""Papers with one name alone from which the name is that of the writer of the notes."""


def drop_plain_wikilinks(mentions: Sequence[Mention], notes: Sequence[Note], private: Iterable[str]) -> list[Mention]:
    """Return the mentions without the wikilinks that lead to notes which are not about a paper.

    A wikilink to a literature note becomes a mention of the paper of that note.

    Args:
        mentions: The mentions of all notes.
        notes: The notes that contain them.
        private: Case-folded names of private notes; a wikilink to one of them is no mention either.
    """
    private = frozenset(private)
    literature_notes: dict[str, Mention | None] = dict.fromkeys(private)
    literature_notes |= {_stem(note.path): None for note in notes}
    for mention in mentions:
        if mention.kind is MentionKind.LITERATURE_NOTE:
            literature_notes[_stem(mention.note)] = mention
    texts = {note.path: note.text for note in notes}
    resolved = (_resolve_wikilink(mention, texts[mention.note], literature_notes, private) for mention in mentions)
    return [mention for mention in resolved if mention is not None]


def _resolve_wikilink(
    mention: Mention, text: str, literature_notes: Mapping[str, Mention | None], private: Collection[str]
) -> Mention | None:
    """Return the mention of a paper that a wikilink represents; None if it leads to another kind of note.

    Mentions that are no wikilinks, and wikilinks that match no note, are returned unchanged.
    """
    start = mention.span.start
    if mention.kind is not MentionKind.KEY or text[start : start + 2] != "[[":
        return mention
    target = text[start + 2 : mention.span.end].split("|")[0].split("#")[0].rstrip("]\\ ")
    stem = PurePosixPath(target.strip()).name.removesuffix(".md").casefold()
    for candidate in (stem, f"@{stem}", stem.removeprefix("@")):
        if candidate in literature_notes:
            literature_note = literature_notes[candidate]
            # `[[@key]]` does not lead to a plain note `key.md`
            if literature_note is None and stem == f"@{candidate}" and candidate not in private:
                continue
            if literature_note is None and mention.evidence.authors and candidate not in private:
                # `Source: [[Lee - Title]]` says what the note is about
                return mention
            if literature_note is None or literature_note.note == mention.note:
                return None
            paper = literature_note.evidence
            evidence = Evidence(
                title=paper.title,
                identifiers=paper.identifiers,
                citekey=paper.citekey,
                labels=mention.evidence.labels,
            )
            return mention._replace(evidence=evidence, creates_paper=bool(paper.identifiers))
    return mention


def drop_writers(mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions without the writer of the notes as the author of the papers.

    A label such as `Author:` may name who wrote the note.  Papers of preprint servers and conferences mostly have
    several authors.  So a name that is alone at five such papers, in five notes, and never with others, is the writer.
    """
    papers: dict[str, set[Identifier]] = defaultdict(set)
    notes: dict[str, set[str]] = defaultdict(set)
    others: set[str] = set()
    for mention in mentions:
        authors = mention.evidence.authors
        if len(authors) != 1:
            others.update(authors)
        elif _FULL_NAME.search(authors[0]):
            served = [i for i in mention.evidence.identifiers if i.scheme in _SERVERS]
            papers[authors[0]].update(served)
            notes[authors[0]].update([mention.note] if served else ())
    counts = {name: min(len(of_name), len(notes[name])) for name, of_name in papers.items() if name not in others}
    writers = {name for name, count in counts.items() if count >= _MIN_PAPERS_OF_WRITER}
    if not writers:
        return list(mentions)
    return [m._replace(evidence=m.evidence._replace(authors=())) if _is_by(m, writers) else m for m in mentions]


def _is_by(mention: Mention, writers: Collection[str]) -> bool:
    """Return whether the only author of a mention is one of some persons."""
    return len(mention.evidence.authors) == 1 and mention.evidence.authors[0] in writers


def apply_pins(mentions: Sequence[Mention], lock: keys.Lock) -> list[Mention]:
    """Return the mentions; those with nothing but a pinned key get the identifiers to which the key is pinned."""
    pinned = keys.pinned_names(lock)
    out: list[Mention] = []
    for mention in mentions:
        evidence = mention.evidence
        names = pinned.get(evidence.citekey, ()) if mention.kind is MentionKind.KEY and not evidence.identifiers else ()
        by_scheme: dict[str, Identifier] = {}
        for identifier in filter(None, map(identifiers.parse_identifier, names)):
            by_scheme.setdefault(identifier.scheme, identifier)
        if by_scheme:
            mention = mention._replace(evidence=evidence._replace(identifiers=tuple(by_scheme.values())))
        out.append(mention)
    return out


def apply_bibliography(
    mentions: Sequence[Mention], notes: Sequence[Note], entries: Sequence[Entry]
) -> Sequence[Mention]:
    """Return the mentions; if there is a bibliography, a citation by key alone creates no paper.

    Without a bibliography a key may be all that is known of a paper.  With one, a key that is not in it is a mistake.
    """
    if not entries:
        return mentions
    texts = {note.path: note.text for note in notes}
    out: list[Mention] = []
    for mention in mentions:
        key_only = mention.kind is MentionKind.KEY and mention.creates_paper and not mention.evidence.identifiers
        # wikilinks and keys in code are links and follow other rules
        is_citation = key_only and not texts[mention.note].startswith(("[[", "`"), mention.span.start)
        out.append(mention._replace(creates_paper=False) if is_citation else mention)
    return out


def same_groups(notes: Sequence[Note], mentions: Sequence[Mention], config: Config) -> list[SameGroup]:
    """Return the groups of identifiers that the author declares to be one paper.

    They come from the option `same` and from `same` in front matter.  In a literature note, identifiers under `same`
    belong to the paper of the note.  In any other note they are a group, or a list of groups.
    """
    groups = [SameGroup(group, "options") for group in config.same]
    own = {m.note: m.evidence.identifiers for m in mentions if m.kind is MentionKind.LITERATURE_NOTE}
    for note in notes:
        value = note.meta.get("same")
        items = value if isinstance(value, list) else [value]
        flat = [item for item in items if isinstance(item, str)]
        nested = [item for item in items if isinstance(item, list)]
        line = note.meta_lines.get("same")
        if flat:
            groups.append(SameGroup((*map(str, own.get(note.path, ())), *flat), note.path, line))
        groups += [SameGroup(tuple(map(str, group)), note.path, line) for group in nested]
    return groups


def _stem(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path))[0].casefold()

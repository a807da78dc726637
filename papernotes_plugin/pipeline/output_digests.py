"""Digests of a whole build, from which a later build determines what changed.

What the outputs show is divided into parts: papers, addresses of groups, lists, notes and what is on every page.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from papernotes_plugin.links.addresses import fold_path, group_page, tag_path, topic_path, venue_path
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library, Mention, Note, Output, Paper

_BYTES = 8
"""Length of the digest of a part."""


class PaperDigest(NamedTuple):
    """Digests of what outputs can show of a paper, as in `Detail`, and how texts can refer to it."""

    facts: str
    row: str
    page: str
    names: tuple[str, ...]
    """Its citekeys and identifiers."""

    @classmethod
    def of(cls, paper: Paper, related: object) -> PaperDigest:
        """Return the digests of a paper; `related` are its related papers."""
        entry = paper.entry
        # a new line number alone changes no output
        places = (entry.location, *entry.merged_from) if entry else ()
        origins = {fact: "entry" if at in places else at.rpartition(":")[0] or at for fact, at in paper.origins.items()}
        unplaced = replace(entry, line=0, merged_from=()) if entry else None
        facts = digest(paper._replace(topics=(), mentions=(), entry=unplaced, origins=origins))
        row = digest((facts, dict.fromkeys(mention.note for mention in paper.mentions)))
        page = digest((row, paper.topics, [_shown(mention) for mention in paper.mentions], related))
        return cls(facts, row, page, (paper.citekey, *paper.aliases, *(each.value for each in paper.identifiers)))


def _shown(mention: Mention) -> tuple[object, ...]:
    """Return what a page shows of a mention."""
    place = mention.note, mention.kind.value, mention.line, mention.column, mention.anchor
    return (*place, mention.text, mention.context, mention.topic, mention.evidence.fields)


@dataclass(frozen=True, slots=True)
class OutputDigests:
    """Hexadecimal digests of a whole build."""

    environment: str
    """Digest of what every page depends on: options, names of notes, and the navigation bar."""
    notes: Mapping[str, str]
    """Digest of each note with its mentions and backlinks, by path."""
    outputs: Mapping[str, str]
    """Digest of the text of each generated page or file, by path."""
    papers: Mapping[str, PaperDigest]
    """Digests of each paper, by slug."""
    groups: Mapping[str, str]
    """Path of the page of each tag, topic and venue, by its folder and the folded path of the group."""
    lists: Mapping[str, str]
    """Digest of the `Subject` of each output that shows several papers, by path."""


def digest(value: object) -> str:
    """Return the digest of the representation of a value."""
    return hashlib.blake2b(repr(value).encode("utf-8", "surrogatepass"), digest_size=_BYTES).hexdigest()


def note_digest(note: Note, data: bytes, library: Library, backlinks: str) -> str:
    """Return the digest of a note.

    Args:
        note: The note.
        data: Its source.
        library: The library.
        backlinks: The Markdown at its end.
    """
    places = [(mention.span, mention.anchor, paper.slug) for mention, paper in library.mentions.get(note.path, ())]
    return digest((hashlib.blake2b(data, digest_size=_BYTES).digest(), places, backlinks))


def list_digest(output: Output) -> str:
    """Return the digest of what an output lists; "" for the outputs of one paper and those that may show anything."""
    subject = output.subject
    return digest(subject) if subject and subject.rest is not None else ""


def group_pages(library: Library, config: Config) -> dict[str, str]:
    """Return the value of `OutputDigests.groups`."""
    kinds = (
        (config.tags_path, library.tags),
        (config.topics_path, library.topics),
        (config.venues_path, library.venues),
    )
    return {
        _key(folder, group.path): group_page(folder, group.slug) + "/".join(group.path)
        for folder, groups in kinds
        for group in groups
    }


def groups_of(paper: Paper, config: Config) -> Iterator[str]:
    """Yield the keys, as in `OutputDigests.groups`, of the groups to which the outputs of a paper link."""
    for tag in paper.tags:
        yield _key(config.tags_path, tag_path(tag))
    for topic in paper.topics:
        path = topic_path(topic)
        yield from (_key(config.topics_path, path[:depth]) for depth in range(1, len(path) + 1))
    if paper.venue:
        yield _key(config.venues_path, venue_path(paper.venue))


def _key(folder: str, path: tuple[str, ...]) -> str:
    return "/".join((folder, *fold_path(path)))

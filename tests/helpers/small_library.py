"""Build a small library from plain data: notes as text, papers as mappings, mentions by the text that they cover.

With it, tests of later stages define themselves what was recognised.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from papernotes_plugin import citation, exports, venues
from papernotes_plugin.identifiers import parse_identifier
from papernotes_plugin.index.library_index import index_library
from papernotes_plugin.reading import note_reader
from papernotes_plugin.text import slugify
from papernotes_plugin.vocabulary.citation_model import Run
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import (
    Evidence,
    Field,
    Identifier,
    Library,
    Link,
    Mention,
    MentionKind,
    Note,
    Paper,
    Source,
    Span,
    Venue,
)


def note(path: str, text: str) -> Note:
    """Return a parsed note."""
    parsed, _ = note_reader.read_note(Source(path, text.encode()))
    return parsed


def mention(notes: Mapping[str, Note], data: Mapping[str, Any], citekey: str, count: int) -> Mention:
    """Return a mention at the `nth` occurrence of the text `at` in its note; its context is the line by default."""
    in_note = notes[data["note"]]
    start = -1
    for _ in range(data.get("nth", 1)):
        start = in_note.text.index(data["at"], start + 1)
    line, column = in_note.line_and_column(start)
    return Mention(
        note=in_note.path,
        kind=MentionKind(data.get("kind", "citation")),
        span=Span(start, start + len(data["at"])),
        line=line,
        column=column,
        text=data["at"],
        context=data.get("context", in_note.text.split("\n")[line - 1].strip().removeprefix("- ")),
        topic=tuple(data.get("topic", ())),
        evidence=Evidence(fields=fields(data)),
        anchor=data.get("anchor", f"pn-{citekey.lower()}" + (f"-{count}" if count > 1 else "")),
    )


def fields(data: Mapping[str, Any]) -> tuple[Field, ...]:
    """Return the labelled values of a card."""
    return tuple(Field(label, value) for label, value in data.get("fields", {}).items())


def identifier(value: str) -> Identifier:
    """Return a valid identifier."""
    parsed = parse_identifier(value)
    assert parsed is not None
    return parsed


def paper(notes: Mapping[str, Note], data: Mapping[str, Any]) -> Paper:
    """Return a paper with the given data only."""
    key = data["citekey"]
    acronym, year, track = venues.parse_venue(data.get("venue", ""))
    counts: dict[str, int] = {}
    mentions = []
    for place in data.get("mentions", ()):
        counts[place["note"]] = counts.get(place["note"], 0) + 1
        mentions.append(mention(notes, place, key, counts[place["note"]]))
    optional = {name: data[name] for name in ("year", "type", "tldr", "abstract", "origins") if name in data}
    lists: dict[str, Any] = {
        name: tuple(data[name]) for name in ("aliases", "authors", "labels", "tags") if name in data
    }
    return Paper(
        citekey=key,
        slug=data.get("slug", slugify(key)),
        title=data.get("title", key),
        venue=Venue(acronym, year) if acronym else None,
        track=data.get("track", track),
        identifiers=tuple(map(identifier, data.get("identifiers", ()))),
        links=tuple(Link(label, url) for label, url in data.get("links", {}).items()),
        fields=fields(data),
        topics=tuple(dict.fromkeys(m.topic for m in mentions if m.topic)),
        mentions=tuple(sorted(mentions, key=lambda m: (m.note, m.span))),
        **optional,
        **lists,
    )


def library(data: Mapping[str, Any], config: Config | None = None) -> Library:
    """Return the library of `notes` (text by path) and `papers`."""
    notes = {path: note(path, text) for path, text in data.get("notes", {}).items()}
    return index_library([paper(notes, p) for p in data.get("papers", ())], notes.values(), config or Config())


def cited(built_library: Library) -> tuple[dict[str, str], dict[str, str], dict[str, tuple[Run, ...]]]:
    """Return the BibTeX, the RIS and the reference of each paper, by slug."""
    return (
        {p.slug: exports.bibtex([p]) for p in built_library.papers},
        {p.slug: exports.export_papers([p], "ris") for p in built_library.papers},
        {p.slug: citation.reference(p) for p in built_library.papers},
    )

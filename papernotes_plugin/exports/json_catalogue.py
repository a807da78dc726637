"""Write the catalogue: the library as documented JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from json.encoder import encode_basestring
from typing import Any

from papernotes_plugin.links.private_notes import remove_private_links
from papernotes_plugin.people import known_names
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import Library, Mention, Note, Paper

SCHEMA = 1
"""Version of the catalogue's structure, which `templates/catalogue.schema.json` describes."""
_IN_ENTRY = "\n      "
"""The line break before a member of an entry."""
_encode = json.JSONEncoder(ensure_ascii=False).encode

_OF_IMPRINT = frozenset(("Publisher", "Place", "Edition", "School", "Institution", "Editor"))
"""Labels of facts of which a paper has one value."""


def catalogue(library: Library, issues: Iterable[Issue] = (), papers: Iterable[Paper] | None = None) -> dict[str, Any]:
    """Return a library as data for JSON.

    Args:
        library: The library.
        issues: Issues that the catalogue reports.
        papers: The papers to include, with only the notes that mention them; None for all papers and notes.
    """
    chosen = library.papers if papers is None else tuple(papers)
    keys = {paper.citekey for paper in chosen}
    keys_by_note = {
        path: list(dict.fromkeys(paper.citekey for _, paper in pairs if paper.citekey in keys))
        for path, pairs in library.mentions.items()
    }
    notes = [note for note in library.notes if papers is None or keys_by_note.get(note.path)]
    return {
        "schema": SCHEMA,
        "papers": [_paper(paper, library) for paper in chosen],
        "notes": [_note(note, keys_by_note.get(note.path, [])) for note in notes],
        "issues": [reported.to_json() for reported in issues],
    }


def catalogue_text(data: dict[str, Any]) -> str:
    """Return a catalogue as JSON text, with a line for each fact and each mention; equal data give the same bytes."""
    # in one list, as the text of a large library is long, and each copy of it takes time
    pieces: list[str] = []
    for name, value in data.items():
        pieces.append(f"{',' if pieces else '{'}\n  {_encode(name)}: ")
        if isinstance(value, list) and value:
            for number, entry in enumerate(value):
                pieces += (",\n    " if number else "[\n    ", _entry_text(entry))
            pieces.append("\n  ]")
        else:
            pieces.append(_encode(value))
    return "".join([*pieces, "\n}\n"])


def _entry_text(entry: dict[str, object]) -> str:
    """Return an entry as JSON with a line for each member; a list of objects has a line for each object."""
    members: list[str] = []
    for name, value in entry.items():
        if value and isinstance(value, list) and isinstance(value[0], dict):
            text = f"[\n        {f',{_IN_ENTRY}  '.join(map(_encode, value))}{_IN_ENTRY}]"
        else:
            # the encoder of Python takes long to begin with a value
            text = encode_basestring(value) if isinstance(value, str) else _encode(value)
        members.append(f"{encode_basestring(name)}: {text}")
    return f"{{{_IN_ENTRY}{f',{_IN_ENTRY}'.join(members)}\n    }}"


def _paper(paper: Paper, library: Library) -> dict[str, Any]:
    fields: dict[str, str] = {}
    for item in paper.fields:
        value = remove_private_links(item.value, "", library)
        if item.label in fields:
            # of several imprints, the first; what notes say about a paper is joined
            value = fields[item.label] if item.label in _OF_IMPRINT else f"{fields[item.label]}\n\n{value}"
        fields[item.label] = value
    return {
        "citekey": paper.citekey,
        "aliases": list(paper.aliases),
        "slug": paper.slug,
        "title": paper.title,
        "authors": list(known_names(paper.authors)),
        # a citekey names the first author, and not whether there are others
        "more_authors": None
        if paper.origins.get("authors") == "citekey"
        else known_names(paper.authors) != paper.authors,
        "year": paper.year,
        "venue": str(paper.venue) if paper.venue else "",
        "track": paper.track,
        "type": paper.type,
        "identifiers": list(map(str, paper.identifiers)),
        "links": [{"label": link.label, "url": link.url} for link in paper.links],
        "labels": list(paper.labels),
        "fields": fields,
        "tldr": remove_private_links(paper.tldr, "", library),
        "abstract": remove_private_links(paper.abstract, "", library),
        "tags": list(paper.tags),
        "topics": [list(topic) for topic in paper.topics],
        "origins": dict(sorted(paper.origins.items())),
        "related": [
            {"citekey": library.by_slug[near.paper].citekey, "reason": near.reason}
            for near in library.related.get(paper.slug, ())
        ],
        "mentions": [_mention(mention, library) for mention in paper.mentions],
    }


def _mention(mention: Mention, library: Library) -> dict[str, Any]:
    return {
        "note": mention.note,
        "line": mention.line,
        "column": mention.column,
        "kind": str(mention.kind),
        "text": mention.text,
        "context": remove_private_links(mention.context, mention.note, library),
        "topic": list(mention.topic),
        "anchor": mention.anchor,
    }


def _note(note: Note, papers: list[str]) -> dict[str, Any]:
    return {"path": note.path, "title": note.title, "tags": list(note.tags), "papers": papers}

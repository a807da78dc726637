"""Recognise papers in lists of front matter: the `references` of Pandoc, the sessions of a reading group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from papernotes_plugin.recognisers.evidence.labels import book_front_matter, field_facts, paper_front_matter
from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import REFERENCES, TITLE_KEYS, FrontMatter
from papernotes_plugin.recognisers.evidence.papers import paper_signs
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks
from papernotes_plugin.recognisers.evidence.references import own_references
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence, Mention, MentionKind, Span

_MAX_DEPTH = 4
"""Lists and mappings around an entry: `years`, a year, its `papers`, and the entry."""
_KEYS = frozenset((*REFERENCES, "references", "bibliography", "literature", "sources", "papers", "citations"))
"""Keys of lists of references."""
_MIN_REFERENCES = 2
"""Entries of such a list; the only one may be the paper of the note."""
_ESCAPED = lazy_regex(r"[\"'\\\n]")
"""A character that YAML may write in another way."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each entry of a list in front matter that has the facts of a paper or a book."""
    yield from _references(context)
    at = 0
    for key, entry in _entries(context.note.meta):
        stated = FrontMatter(entry, context.note.path)
        evidence = paper_front_matter.evidence(stated)
        is_linked = any(not paper_signs.is_doubtful(identifier) for identifier in evidence.identifiers)
        if reference := own_references.certain_reference(_title(entry), is_linked=is_linked):
            links = PaperLinks(evidence.identifiers, evidence.links)
            links.add_identifiers(reference.identifiers)
            evidence = field_facts.filled(reference, evidence)._replace(
                identifiers=links.identifiers, links=links.links
            )
        elif not (_describes_paper(context, evidence) or book_front_matter.is_on_book(stated)):
            continue
        span = _place(context, key, _title(entry), at)
        at = span.end
        yield build_mention(context, MentionKind.ITEM, span, evidence.title, -1, evidence, quotation="")


def _references(context: NoteContext) -> Iterator[Mention]:
    """Yield the mentions of the references in a list of front matter, such as that of `references`."""
    for key, value in context.note.meta.items():
        if key.casefold() not in _KEYS or not isinstance(value, list) or len(value) < _MIN_REFERENCES:
            continue
        at = context.note.line_starts[context.note.meta_lines.get(key, 1) - 1]
        for entry in value:
            evidence = own_references.certain_reference(entry) if isinstance(entry, str) else None
            if evidence:
                span = _place(context, key, entry, at)
                at = span.end
                yield build_mention(context, MentionKind.ITEM, span, evidence.title, -1, evidence, quotation="")


def _entries(meta: Mapping[str, object]) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield the mappings with a title in all lists of front matter, in its order, with the outermost key."""
    for key, value in meta.items():
        if isinstance(value, list | Mapping):
            yield from ((key, entry) for entry in _entries_in(value, _MAX_DEPTH))


def _entries_in(value: object, depth: int, *, is_listed: bool = False) -> Iterator[Mapping[str, object]]:
    if isinstance(value, Mapping):
        if is_listed and any(isinstance(value.get(key), str) for key in TITLE_KEYS):
            yield value
        elif depth:
            for part in value.values():
                yield from _entries_in(part, depth - 1)
    elif isinstance(value, list) and depth:
        for part in value:
            yield from _entries_in(part, depth - 1, is_listed=True)


def _describes_paper(context: NoteContext, evidence: Evidence) -> bool:
    """Return whether an entry has a title and two more facts of a paper; menus, talks and files have titles, too."""
    if not looks_like_title(evidence.title) or is_generic(evidence.title):
        return False
    has_identifier = any(not paper_signs.is_doubtful(identifier) for identifier in evidence.identifiers)
    is_published = bool(evidence.venue) and bool(evidence.authors or evidence.identifiers)
    return (
        has_identifier or is_published or (bool(evidence.authors) and paper_signs.are_facts_of_paper(context, evidence))
    )


def _title(entry: Mapping[str, object]) -> str:
    """Return the title of an entry as it is written, which may be a whole reference."""
    return next(value for name in TITLE_KEYS if isinstance(value := entry.get(name), str))


def _place(context: NoteContext, key: str, value: str, at: int) -> Span:
    """Return the span of a value after an offset, or that of the key of its list if YAML escapes it."""
    note = context.note
    words = max(_ESCAPED.split(value), key=len)
    start = note.text.find(words, at, note.body_start)
    if start < 0:
        start, words = note.line_starts[note.meta_lines.get(key, 1) - 1], key
    return Span(start, start + len(words))

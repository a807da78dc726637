"""Read the facts of a paper in the lines that a template has made from an item of Zotero, in links without labels."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from papernotes_plugin.entries.item_types import entry_type_of
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.labels import author_values, field_facts, labelled_values
from papernotes_plugin.recognisers.evidence.labels.venue_values import read_venue_value
from papernotes_plugin.recognisers.evidence.papers import keyed_notes
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks, is_paper_link
from papernotes_plugin.recognisers.evidence.papers.paper_signs import is_in_folder_of_papers
from papernotes_plugin.recognisers.evidence.references.reference_facts import publication_evidence
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles import note_names
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, split_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Field

_ADDRESS = "zotero://select/"
"""The beginning of the address of an item."""
_MAX_OPENING = 6
"""Number of blocks at the top of a note among which the callout is."""
_METADATA = ("Zotero Metadata", "Metadata")
"""Bullets above the facts of an item that was exported to Roam."""
_MAX_BLOCKS = 40
"""Number of blocks at the top of a note among which this bullet is."""
_MIN_WORDS = 4
"""Words of a heading that is the title of the paper."""
_MARK = lazy_regex(r"^[ \t]*>[ \t]?(?:\[![^\[\]\n]{1,30}\][-+]?[^\n]*)?")
"""The mark of a line in a callout, with the opening of the callout."""
_PUBLISHED = lazy_regex(
    r"(?:(?P<kind>[^\[\],\n]{3,40}), )?(?:\[\[(?P<place>[^|\[\]\n]*)(?:\|[^\[\]\n]*)?\]\]|(?P<words>[^\[\]()\n]{0,80}))"
    r" ?\((?P<year>(?:19|20)\d\d)\)"
)
"""The place and year of a work: `[[Nature]] (2019)`, `PhD thesis, [[Univ. of Bonn]] (2022)`, `Preprint (2025)`."""
_KIND_OF_NOTE = lazy_regex(r" \((?:journal|magazine|proceedings|publisher)\)$")
"""The word after the name of a journal, if another note has this name: `[[Nature (journal)]]`."""
_FOLDER_OF_PEOPLE = lazy_regex(r"\[\[(?:[^|\[\]\n]*/)?(?i:people|persons?|authors?|researchers?|contacts)/")
_TYPES_OF_PAPERS = frozenset(("preprint", "document"))
"""Types of items that may be papers, although their entry type says nothing."""
_WITH_JOURNAL = frozenset(("article", "inproceedings"))
"""Entry types of works that appear in a journal or in proceedings."""
_PLACES = {
    "book": "Publisher",
    "incollection": "Publisher",
    "report": "Institution",
    "thesis": "School",
    "phdthesis": "School",
    "mastersthesis": "School",
}
"""The label of the place that a template gives for other entry types."""


class _ItemType(NamedTuple):
    """The type of an item of Zotero."""

    name: str = ""
    entry_type: str = ""


def read(context: NoteContext, stated: Evidence) -> Evidence | None:
    """Return the facts in a note that a template has made, next to those in its front matter; None for other notes."""
    return _read_callout(context, stated) or _read_heading(context) or _read_outline(context, stated)


def _read_callout(context: NoteContext, stated: Evidence) -> Evidence | None:
    """Return the facts in a callout whose lines are title, authors, and place with year; None for other notes.

    A link to the item in Zotero is in the callout.  A tag may have the type of the item: `source/journalArticle`.
    The callout and its links are claimed.

    Args:
        context: The note.
        stated: The facts in the front matter of the note.
    """
    if _ADDRESS not in context.note.text:
        return None
    callouts = (b for b in context.children(-1)[:_MAX_OPENING] if b.kind is BlockKind.QUOTE and b.info)
    block = next((b for b in callouts if f"]({_ADDRESS}" in context.source(b.span)), None)
    item_type = _item_type(context.note.tags)
    facts = _facts_in_lines(_lines(context, block), item_type) if block else None
    if not block or not facts or not (stated.identifiers or _may_be_paper(item_type, facts)):
        return None
    paper_links = PaperLinks(stated.identifiers, stated.links)
    for part in context.subtree(block):
        for index, inline in context.unclaimed_links(part.index):
            if inline.url.startswith("http"):
                paper_links.add(index, inline)
            context.claimed_inlines.add(index)
        context.claimed_blocks.add(part.index)
    context.read_spans.append(block.span)
    return facts._replace(identifiers=paper_links.identifiers, links=paper_links.links)


def _read_outline(context: NoteContext, stated: Evidence) -> Evidence | None:
    """Return the facts below the only bullet `Zotero Metadata`; None if no title has the words of the citekey.

    The title is in one of the first lines of the note, or is its name.  The links below the bullet are claimed.

    Args:
        context: The note.
        stated: The facts in the front matter of the note.
    """
    if context.note.text.count("Metadata") != 1 or "zotero" not in context.note.text:
        return None
    texts = (b for b in context.blocks[:_MAX_BLOCKS] if b.kind is BlockKind.PARAGRAPH and b.parent >= 0)
    block = next((b for b in texts if context.visible_text(b.index) in _METADATA), None)
    if block is None:
        return None
    item = context.blocks[block.parent]
    values = labelled_values.find(context, [b for b in context.children(item.index) if b.kind is BlockKind.LIST])
    facts = field_facts.evidence(values)
    title = stated.title or note_names.name_of(context.note.path)
    facts = keyed_notes.titled_by_key(context, facts._replace(title=title, citekey=stated.citekey or facts.citekey))
    if not keyed_notes.has_words_of_key(facts.citekey, facts.title):
        return None
    paper_links = PaperLinks((*stated.identifiers, *facts.identifiers), stated.links)
    for part in context.subtree(item):
        for index, inline in context.unclaimed_links(part.index):
            if is_paper_link(inline) and inline.url.startswith("http"):
                paper_links.add(index, inline)
            context.claimed_inlines.add(index)
    context.read_spans.append(item.span)
    return facts._replace(identifiers=paper_links.identifiers, links=paper_links.links)


def _lines(context: NoteContext, callout: Block) -> list[str]:
    """Return the lines of a callout that are not empty, without its marks."""
    lines = (_MARK.sub("", line).strip() for line in context.source(callout.span).split("\n"))
    return [line for line in lines if line]


def _item_type(tags: tuple[str, ...]) -> _ItemType:
    """Return the type of an item in the tags of a note: `source/thesis`, `type/book`, `journalArticle`."""
    for tag in tags:
        group, _, name = tag.rpartition("/")
        if (group or not name.islower()) and (entry_type := entry_type_of(name)):
            return _ItemType(name.casefold(), entry_type)
    return _ItemType()


def _may_be_paper(item_type: _ItemType, facts: Evidence) -> bool:
    """Return whether an item is one that is published as papers and books are; one without a type needs authors."""
    if not item_type.name:
        return bool(facts.authors)
    return item_type.entry_type in (*_WITH_JOURNAL, *_PLACES) or item_type.name in _TYPES_OF_PAPERS


def _facts_in_lines(lines: list[str], item_type: _ItemType) -> Evidence | None:
    """Return the facts in lines that are a title, links to authors, and the place with the year; None for others."""
    published = next((match for match in map(_PUBLISHED.fullmatch, lines[1:3]) if match), None)
    if not published:
        return None
    title = " ".join(author_values.without_targets(lines[0]).strip("*_ ").split())
    names = () if lines[1] == published[0] else author_values.linked_names(lines[1])
    if not title or "::" in title or not (names or lines[1] == published[0]):
        return None
    kind = entry_type_of(published["kind"] or "") or item_type.entry_type
    place = _KIND_OF_NOTE.sub("", (published["place"] or published["words"] or "").strip())
    return _placed(place, kind)._replace(title=title, authors=names, year=int(published["year"]))


def _placed(place: str, entry_type: str) -> Evidence:
    """Return the entry type of a work, with its venue or publisher."""
    if place and entry_type in _WITH_JOURNAL:
        return publication_evidence(read_venue_value(place))._replace(entry_type=entry_type)
    label = _PLACES.get(entry_type, "") if place else ""
    return Evidence(entry_type=entry_type, fields=(Field(label, place),) if label else ())


def _read_heading(context: NoteContext) -> Evidence | None:
    """Return the title of a heading, and the authors in links to their notes directly above or below it; None for none.

    The heading states the year, and all links lead to a folder of people.  A meeting has such links, too: the note
    must have a link to an item in Zotero, or be in a folder of papers.
    """
    heading = context.title_heading
    if heading < 0 or "[[" not in context.note.text:
        return None
    if _ADDRESS not in context.note.text and not is_in_folder_of_papers(context.note.path):
        return None
    parts = split_title(context.visible_text(heading))
    if not parts.year or count_words(parts.title) < _MIN_WORDS or is_generic(parts.title):
        return None
    top = context.children(-1)
    at = next((n for n, block in enumerate(top[:_MAX_OPENING]) if block.index == heading), -1)
    if at < 0:
        return None
    for block in (*reversed(top[:at]), *top[at + 1 : at + 2]):
        source = context.source(block.span).strip()
        if block.kind is not BlockKind.PARAGRAPH or "\n" in source:
            continue
        names = author_values.linked_names(_FOLDER_OF_PEOPLE.sub("[[", source))
        if names and len(_FOLDER_OF_PEOPLE.findall(source)) == source.count("[[") and all(map(_may_be_name, names)):
            context.claimed_blocks.add(block.index)
            context.claimed_inlines.update(index for index, _ in context.unclaimed_links(block.index))
            context.read_spans.append(block.span)
            return Evidence(title=parts.title, authors=names, year=parts.year, venue=parts.venue, track=parts.track)
    return None


def _may_be_name(name: str) -> bool:
    """Return whether the name of a note in a folder of people may be one of a person."""
    # names of files from macOS have their accents as letters of their own
    composed = unicodedata.normalize("NFC", name)
    return authorship.is_person(composed) or authorship.has_sign_of_name(composed)

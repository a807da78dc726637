"""Noted: what the notes say of a paper, note by note, and what of it its page has room for.

The same words said in several notes are shown once.  What does not fit is on pages of its own (`portrait`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from papernotes_plugin import text
from papernotes_plugin.render.excerpt import excerpt
from papernotes_plugin.render.page_links import Links, Setting
from papernotes_plugin.render.page_views import Markdown, NoteView, Place
from papernotes_plugin.vocabulary.model import Link, Mention, MentionKind, Paper

OPEN = 4
"""Notes that are shown at once where there are more; one more is no fold worth."""
ROOM = 5_000
"""Characters of notes on the page of a paper from which no further note is folded into it."""
MOST = 8
"""Links to places that are shown for the same words."""
_DESCRIBING = {MentionKind.LITERATURE_NOTE, MentionKind.CARD, MentionKind.ITEM}
_LINK = 30
"""Characters of HTML around the address and the words of a link."""


@dataclass(frozen=True, slots=True)
class Digest:
    """What the page of a paper shows of its notes."""

    open: tuple[NoteView, ...]
    folded: tuple[NoteView, ...]
    notes: int
    """That mention it, those that are not shown included."""
    cut: bool
    """Some of their places are not shown."""


def digest(paper: Paper, links: Links, page: str) -> Digest:
    """What the page of a paper shows: where there are many notes, those first that describe it."""
    every = noted(paper, links, page)
    ordered = sorted(every, key=lambda note: not note.describes) if len(every) > OPEN + 1 else every
    told = _told_once(ordered)
    shown = [replace(note, places=tuple(map(_short, note.places))) for note in told]
    first = OPEN if len(shown) > OPEN + 1 else len(shown)
    room = ROOM - sum(map(_weight, shown[:first]))
    last = first
    while last < len(shown) and (room := room - _weight(shown[last])) >= 0:
        last += 1
    cut = last < len(shown) or any(place.more for note in shown for place in note.places)
    return Digest(tuple(shown[:first]), tuple(shown[first:last]), len(every), cut)


def is_cut(paper: Paper, links: Links, page: str) -> bool:
    """Whether the page of a paper has no room for some of its places."""
    # of so few all are shown, in whichever words
    few = len(links.notes_of(paper)) <= OPEN + 1 and len(paper.mentions) <= MOST
    return not few and digest(paper, links, page).cut


def noted(paper: Paper, links: Links, page: str) -> tuple[NoteView, ...]:
    """The notes that mention a paper, in their order, with every place."""
    found: list[NoteView] = []
    for path, group in groupby(paper.mentions, key=lambda mention: mention.note):
        mentions = list(group)
        note = links.library.by_path.get(path)
        title = note.title if note else path
        places: list[Place] = []
        by_words: dict[str, int] = {}
        for mention in mentions:
            words = Markdown(_words(mention, paper, title, Setting(links, path, page)))
            place = Place((Link(_where(mention), links.note(path, page, mention.anchor)),), words)
            # two mentions in one sentence: the sentence once; so for a sentence out of the one before
            at = by_words.get(words, len(places) - 1)
            if places and (words == places[at].words or (words and words in places[at].words)):
                places[at] = _joined(places[at], place, mention.column)
            elif places and places[-1].words and places[-1].words in words:
                places[-1] = replace(_joined(places[-1], place, mention.column), words=words)
            else:
                places.append(place)
            by_words.setdefault(words, len(places) - 1)
        describes = any(mention.kind in _DESCRIBING for mention in mentions)
        found.append(NoteView(Link(title, links.note(path, page)), tuple(places), describes))
    return tuple(found)


def once(notes: Iterable[NoteView]) -> tuple[NoteView, ...]:
    """All notes and places, but words that a note above them has say only where they stand."""
    said: dict[str, Link] = {}
    out: list[NoteView] = []
    for note in notes:
        places = tuple(
            replace(place, words=Markdown(""), also=(said[place.words],)) if place.words in said else place
            for place in note.places
        )
        said |= {place.words: note.link for place in note.places if place.words and place.words not in said}
        out.append(replace(note, places=places))
    return tuple(out)


def _told_once(notes: Sequence[NoteView]) -> list[NoteView]:
    """The notes with words of their own; words that others have, too, lead to them all."""
    also: dict[str, list[Link]] = {}
    kept: list[tuple[NoteView, list[Place]]] = []
    for note in notes:
        own = []
        for place in note.places:
            if place.words and place.words in also:
                first, *others = place.links
                also[place.words] += [first._replace(label=f"{note.link.label}, {first.label}"), *others]
            else:
                own.append(place)
        for place in own:
            if place.words:
                also.setdefault(place.words, [])
        if own:
            kept.append((note, own))
    return [
        replace(note, places=tuple(replace(p, also=tuple(also.get(p.words, ()))) for p in own)) for note, own in kept
    ]


def _short(place: Place) -> Place:
    """A place with the first of its links."""
    links, also = place.links[:MOST], place.also[: max(1, MOST - len(place.links))]
    more = len(place.links) + len(place.also) - len(links) - len(also)
    return replace(place, links=links, also=also, more=more)


def _weight(note: NoteView) -> int:
    """About how many characters a note takes."""
    found = [note.link, *(link for place in note.places for link in (*place.links, *place.also))]
    words = sum(len(place.words) for place in note.places)
    return words + sum(len(link.url) + len(link.label) + _LINK for link in found)


def _joined(place: Place, other: Place, column: int) -> Place:
    """A place with the link of another, which says its column where the line is the same."""
    (link,) = other.links
    if link.label in (known.label for known in place.links):
        link = link._replace(label=f"{link.label}, column {column}")
    return replace(place, links=(*place.links, link))


def _where(mention: Mention) -> str:
    if mention.kind is MentionKind.LITERATURE_NOTE:
        return "the whole note"
    return ", ".join(filter(None, (" › ".join(mention.topic), f"line {mention.line}")))


def _words(mention: Mention, paper: Paper, note_title: str, setting: Setting) -> str:
    words = mention.context.strip()
    if mention.kind is MentionKind.LITERATURE_NOTE and words.startswith("# "):
        heading, _, rest = words.partition("\n")
        if text.comparison_key(heading[2:]) in (text.comparison_key(paper.title), text.comparison_key(note_title)):
            words = rest
    return excerpt(words, setting)

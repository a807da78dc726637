"""Collect what the notes say about a paper, and choose what its page shows.

A text that occurs in several notes is shown once.  If not everything fits, `paper_page_view.all_notes_pages` has
every passage on pages of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from papernotes_plugin import text
from papernotes_plugin.render.excerpt import excerpt
from papernotes_plugin.render.page_links import ExcerptContext, PageLinks
from papernotes_plugin.render.page_views import NoteView, Passage, SafeMarkdown
from papernotes_plugin.vocabulary.model import Link, Mention, MentionKind, NoteLink, Paper

MAX_OPEN_NOTES = 4
"""Notes that are not folded; a single further note is not folded either."""
MAX_CHARACTERS = 5_000
"""Characters of notes on the page of a paper; a note beyond them is not folded in."""
MAX_LINKS = 8
"""Links to occurrences of the same text."""
_DESCRIBING_KINDS = {MentionKind.LITERATURE_NOTE, MentionKind.CARD, MentionKind.ITEM}
_LINK_MARKUP = 30
"""Estimated characters of HTML of a link, without its address and label."""


@dataclass(frozen=True, slots=True)
class ShownNotes:
    """The notes that the page of a paper shows."""

    open: tuple[NoteView, ...]
    folded: tuple[NoteView, ...]
    note_count: int
    """Notes that mention the paper, shown or not."""
    is_shortened: bool
    """True if some passages or links are left out."""


def shown_notes(paper: Paper, links: PageLinks, page: str) -> ShownNotes:
    """Return the notes for the page of a paper; of many notes, those that describe the paper come first."""
    notes = all_notes(paper, links, page)
    ordered = sorted(notes, key=lambda note: not note.describes_paper) if len(notes) > MAX_OPEN_NOTES + 1 else notes
    shortened = [
        note._replace(passages=tuple(map(_with_few_links, note.passages))) for note in _without_same_texts(ordered)
    ]
    first = MAX_OPEN_NOTES if len(shortened) > MAX_OPEN_NOTES + 1 else len(shortened)
    room = MAX_CHARACTERS - sum(map(_size, shortened[:first]))
    last = first
    while last < len(shortened) and (room := room - _size(shortened[last])) >= 0:
        last += 1
    is_shortened = last < len(shortened) or any(p.hidden_links for note in shortened for p in note.passages)
    return ShownNotes(tuple(shortened[:first]), tuple(shortened[first:last]), len(notes), is_shortened)


def is_shortened(paper: Paper, links: PageLinks, page: str) -> bool:
    """Return whether the page of a paper leaves out some of its passages."""
    # a paper with so few notes and mentions is always shown in full
    if len(paper.note_paths) <= MAX_OPEN_NOTES + 1 and len(paper.mentions) <= MAX_LINKS:
        return False
    return shown_notes(paper, links, page).is_shortened


def all_notes(paper: Paper, links: PageLinks, page: str) -> tuple[NoteView, ...]:
    """Return every note that mentions a paper, in the order of mentions, with every passage."""
    notes: list[NoteView] = []
    for path, group in groupby(paper.mentions, key=lambda mention: mention.note):
        mentions = list(group)
        note = links.library.by_path.get(path)
        title = note.title if note else path
        passages = _passages(mentions, paper, title, ExcerptContext(links, path, page))
        describes_paper = any(mention.kind in _DESCRIBING_KINDS for mention in mentions)
        notes.append(NoteView(Link(title, links.note(path, page)), tuple(passages), describes_paper))
    return tuple(notes)


def _passages(mentions: Iterable[Mention], paper: Paper, title: str, context: ExcerptContext) -> list[Passage]:
    """Return the passages of one note; mentions in the same text share a passage."""
    passages: list[Passage] = []
    position_of_text: dict[str, int] = {}
    for mention in mentions:
        words = SafeMarkdown(_excerpt(mention, paper, title, context))
        label = "the whole note" if mention.kind is MentionKind.LITERATURE_NOTE else location(mention)
        link = Link(label, context.links.note(context.note, context.page, mention.anchor))
        # two mentions in one sentence, or one in a part of the passage before: the longer text is shown once
        position = position_of_text.get(words, len(passages) - 1)
        if passages and (words == passages[position].text or (words and words in passages[position].text)):
            passages[position] = _with_link(passages[position], link, mention.column)
        elif passages and passages[-1].text and passages[-1].text in words:
            passages[-1] = _with_link(passages[-1], link, mention.column)._replace(text=words)
        else:
            passages.append(Passage((link,), words))
        position_of_text.setdefault(words, len(passages) - 1)
    return passages


def link_repeated_texts(notes: Iterable[NoteView]) -> tuple[NoteView, ...]:
    """Return all notes and passages; a text that an earlier note has is replaced by a link to that note."""
    first_note: dict[str, Link] = {}
    views: list[NoteView] = []
    for note in notes:
        passages = tuple(
            passage._replace(text=SafeMarkdown(""), same_text_links=(first_note[passage.text],))
            if passage.text in first_note
            else passage
            for passage in note.passages
        )
        for passage in note.passages:
            if passage.text:
                first_note.setdefault(passage.text, note.link)
        views.append(note._replace(passages=passages))
    return tuple(views)


def _without_same_texts(notes: Sequence[NoteView]) -> list[NoteView]:
    """Return the notes with each text once, linked to all its occurrences; notes without a text of their own go."""
    same_text_links: dict[str, list[Link]] = {}
    remaining: list[tuple[NoteView, list[Passage]]] = []
    for note in notes:
        own = []
        for passage in note.passages:
            if passage.text and passage.text in same_text_links:
                first, *others = passage.links
                first = first._replace(label=f"{note.link.label}, {first.label}")
                same_text_links[passage.text] += [first, *others]
            else:
                own.append(passage)
        for passage in own:
            if passage.text:
                same_text_links.setdefault(passage.text, [])
        if own:
            remaining.append((note, own))
    return [
        note._replace(
            passages=tuple(p._replace(same_text_links=tuple(same_text_links.get(p.text, ()))) for p in passages)
        )
        for note, passages in remaining
    ]


def _with_few_links(passage: Passage) -> Passage:
    links = passage.links[:MAX_LINKS]
    same_text_links = passage.same_text_links[: max(1, MAX_LINKS - len(passage.links))]
    hidden = len(passage.links) + len(passage.same_text_links) - len(links) - len(same_text_links)
    return passage._replace(links=links, same_text_links=same_text_links, hidden_links=hidden)


def _size(note: NoteView) -> int:
    """Return about how many characters of HTML a note takes."""
    links = [note.link, *(link for p in note.passages for link in (*p.links, *p.same_text_links))]
    return sum(len(p.text) for p in note.passages) + sum(
        len(link.url) + len(link.label) + _LINK_MARKUP for link in links
    )


def _with_link(passage: Passage, link: Link, column: int) -> Passage:
    """Return a passage with one more link."""
    return passage._replace(links=(*passage.links, distinct_link(link, column, passage.links)))


def distinct_link(link: Link, column: int, links: Sequence[Link]) -> Link:
    """Return a link that names its column if the last one of the links before it, in order, has the same line."""
    last = links[-1].label if links else ""
    is_same_line = last == link.label or last.startswith(f"{link.label}, column ")
    return link._replace(label=f"{link.label}, column {column}") if is_same_line else link


def location(place: Mention | NoteLink) -> str:
    """Return the topic and the line of a mention or a link, as a label."""
    return ", ".join(filter(None, (" › ".join(place.topic), f"line {place.line}")))


def _excerpt(mention: Mention, paper: Paper, note_title: str, context: ExcerptContext) -> str:
    """Return the quoted text of a mention; a literature note loses a heading that repeats a title."""
    words = mention.context.strip()
    if mention.kind is MentionKind.LITERATURE_NOTE and words.startswith("# "):
        heading, _, rest = words.partition("\n")
        if text.comparison_key(heading[2:]) in (text.comparison_key(paper.title), text.comparison_key(note_title)):
            words = rest
    return excerpt(words, context)

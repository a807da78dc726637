"""Read notes whose name or heading is a citation with the title: `Ostrom (1990) Governing the Commons`.

Reference managers name files like that: `Ostrom - 1990 - Governing the Commons.md`.  Trips and films may have such
names, too, if there is one family name.  The folder, the tags, the title and the words of the note are further signs.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from papernotes_plugin import citekeys, venues
from papernotes_plugin.people import is_given_name, known_names
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.short_bylines import is_no_person, may_be_family_name
from papernotes_plugin.recognisers.evidence.labels import book_labels, paper_front_matter
from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import PAPER_TAGS
from papernotes_plugin.recognisers.evidence.papers import book_notes, note_signs, paper_signs
from papernotes_plugin.recognisers.evidence.papers.file_names import read_file_name
from papernotes_plugin.recognisers.evidence.references import heading_references
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles import cited_titles, names_of_books, note_names
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title, split_title
from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import SEPARATE_YEAR
from papernotes_plugin.vocabulary.model import Evidence

_DATED = lazy_regex(
    r"(?P<name>[^\W\d_a-z][\w'’-]{2,})(?:,? |_|, )"
    r"(?:(?P<year>(?:18|19|20)\d\d)[a-z]?(?: [–—-] |_|[,.:] )"
    r"|\((?P<bracketed>(?:18|19|20)\d\d)[a-z]?\)(?:[:,.]| [–—-])? )"
    r"(?P<title>\S.{3,})"
)
"""One name and a year before a title: `Ostrom 1990 - Title`, `Ostrom_1990_Title of Book`, `Scott (1998) Title`."""
_FOLDER = lazy_regex(
    r"(?:^|/)[^\w/]*(?:\d+[ _.-]+)?(?:(?:lit|literature|reading|source|reference|book|paper)[ _-]?notes?|lit|literature"
    r"|sources?|references?|refs|zotero|readings?|papers?|articles?|books?|literatur|quellen|lektüre|fuentes|lecturas"
    r"|fichas|fiches(?: de lecture)?|letture|fonti|leituras)(?=/)",
    re.IGNORECASE,
)
"""A folder of notes on texts that were read."""
_TAGS = frozenset(
    (*PAPER_TAGS, "literature", "literature-note", "literaturenote", "lit", "source", "reading", "article")
)
_MIN_POINTS = 3
_MIN_WORDS = 2
_LONG_TITLE = 4


def read(context: NoteContext) -> Evidence | None:
    """Return the title, the authors and the year in the name of a note or in its first heading; None for others."""
    heading = context.title_heading
    stem = unquote(note_names.stem_of(context.note.path)).rpartition("___")[2]
    shown = context.visible_text(heading) if heading >= 0 else ""
    if not (SEPARATE_YEAR.search(shown) or SEPARATE_YEAR.search(stem)):
        return None
    meta = context.front_matter
    if paper_front_matter.is_about_something_else(meta) or paper_front_matter.is_on_page(meta):
        return None
    if heading in context.claimed_blocks or note_signs.is_on_post(context.note):
        return None
    first = context.headings[0] if context.headings else None
    if first and heading_references.cites_below(context, context.visible_text(first.index), context.section(first)):
        # the title is that of the reference
        return None
    of_heading = _read(shown)
    cited = of_heading or _read(stem)
    if cited is None or _points(context, cited, shown if of_heading else stem) < _MIN_POINTS:
        return None
    title = "" if of_heading else split_title(shown).title
    if title and not comparison_key(title).startswith(comparison_key(cited.title.rstrip("…"))):
        # the heading is about something else
        return None
    return cited._replace(title=title or note_names.whole_title(context, cited.title))


def is_in_folder_of_reading(path: str) -> bool:
    """Return whether a folder of a note is for texts that were read: `lit/…`, `Sources/…`, `papers/…`."""
    return _FOLDER.search(path) is not None or paper_signs.is_in_folder_of_papers(path)


def _read(words: str) -> Evidence | None:
    """Return the facts in a citation with a title; None for other words, and for those of other notes."""
    if not SEPARATE_YEAR.search(words):
        return None
    facts = read_file_name(f"{words}.pdf") if " - " in words or " et al" in words else None
    if not facts and (cited := cited_titles.read(words)):
        facts = Evidence(split_title(cited.title).title, authors=cited.byline.authors, year=cited.byline.year)
    if not facts and (dated := _DATED.fullmatch(words)):
        title = split_title(dated["title"]).title
        facts = Evidence(title, authors=(dated["name"],), year=int(dated["year"] or dated["bracketed"]))
    if not facts and (named := names_of_books.split(words)) and named.year and named.has_full_names:
        return Evidence(split_title(named.title).title, authors=named.authors, year=named.year)
    if not facts or not all(map(_may_be_author, known_names(facts.authors))):
        return None
    title = facts.title
    is_other = is_generic(title) or note_names.names_other_note(title) or title[:1].islower()
    # `Lee et al. (2020) - Nature Methods`
    is_other = is_other or bool(venues.parse_venue(title)[0]) or note_names.has_word_of_journals(title)
    return None if is_other or count_words(facts.title) < _MIN_WORDS else facts


def _may_be_author(name: str) -> bool:
    """Return whether a name may be that of an author."""
    if is_no_person(name) or citekeys.is_no_name(name) or note_names.names_other_note(name):
        return False
    family = name.split(",")[0].split()[-1]
    is_word = not authorship.TITLE_WORDS.isdisjoint(name.casefold().split())
    return may_be_family_name(family) and not is_word


def _points(context: NoteContext, cited: Evidence, words: str) -> int:
    """Return the points of the form of a citation, its title, and the folder, tags and text of the note."""
    tags = {tag.casefold().rpartition("/")[2] for tag in context.note.tags}
    is_tagged = not _TAGS.isdisjoint(tags) or any(map(book_labels.is_kind_of_book, tags))
    is_marked = " " not in cited.authors[0] and (f"({cited.year}" in words or f"- {cited.year} -" in words)
    is_long = count_words(cited.title) >= _LONG_TITLE and looks_like_title(cited.title)
    speaks = note_signs.speaks_of_paper(context.note) or book_notes.speaks_of_book(context.note)
    several = len(cited.authors) > 1
    # `Anna 2019 - Letters from the Coast`
    is_given = all(map(is_given_name, known_names(cited.authors)))
    return (
        1
        - is_given
        + 2 * several
        + 2 * is_in_folder_of_reading(context.note.path)
        + 2 * is_tagged
        + is_marked
        + is_long
        + speaks
    )

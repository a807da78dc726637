"""Read notes on one book whose title and authors are in the name of the note, its heading, or the line below that.

None of these is enough alone: albums, films, posts and own texts have them, too.  A folder or a tag for books, labels
of books, the year, and words on the book are further signs.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.short_bylines import read_dated_byline
from papernotes_plugin.recognisers.evidence.labels import book_labels, field_facts, opening_values, paper_front_matter
from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import texts_in
from papernotes_plugin.recognisers.evidence.labels.kinds_of_works import (
    FILMS,
    MUSIC,
    PODCASTS,
    RECIPES,
    SONGS,
    WORKS_IN_FURTHER_LANGUAGES,
    WORKS_IN_OTHER_LANGUAGES,
)
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.papers import book_signs
from papernotes_plugin.recognisers.evidence.papers.paper_links import VIDEO
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles import kinds_of_notes, names_of_books, note_names
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.names_of_books import NamedBook, TitleForm
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title, split_title
from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import BlockKind, Evidence, Note

_MIN_POINTS = 3
"""Points from which a note is on a book."""
_MIN_OF_FAMILY = 4
"""The same for a name with a family name only."""
_LONG_TITLE = 4
"""Words of a title that hardly a topic, an album or a song has."""
_BY = lazy_regex(
    r"(?:(?:(?:an?|ein|une?|uno?|il|el|le|das|der) )?(?P<kind>book|novel|essay|treatise|buch|roman|sachbuch|livre|essai"
    r"|libro|novela|ensayo|livro|romance|ensaio|romanzo|saggio) )?(?:by|von|de|di|por|par)\s+",
    re.IGNORECASE,
)
"""The word before the authors, and the kind of their work."""
_CLOSING_MARKS = frozenset("\"»”“'’》』」")
_MAX_LINE = 120
_MAX_BODY = 3000
"""Characters in which a note speaks of its book."""
_MAX_WHOLE = 50_000
"""The same for a note in a folder of such notes."""
_SPEAKS_OF_BOOK = lazy_regex(
    r"\b(?:(?:the|this) (?:author|chapter)|chapter \d|chapters|ch\. ?\d|pp?\. ?\d|der autor|die autorin|kapitel"
    r"|(?:el|la) autora?|capítulos?|l['’]auteur|chapitres?|l['’]autor[ei]|capitol[oi]|автор|глав[аеы])\b"
    r"|作者|本章|著者|第\s?[一二三四五六七八九十\d]{1,3}\s?章|저자|작가",
    re.IGNORECASE,
)
"""Words with which a note may speak of a book."""
_NAMES_BOOK = lazy_regex(
    r"\b(?:(?:the|this) (?:book|novel)|(?:das|dieses|im|ins) buch|(?:el|este|del) libro|(?:le|ce|du) livre"
    r"|(?:il|questo|del) libro|(?:o|este|do) livro|(?:het|dit) boek|książ(?:k\w+|ek)|powieś\w+|kni(?:h\w{0,3}|ze|žk\w+)"
    r"|bogen|boken|romanen|kirja\w*"
    r"|kitap\w*|könyv\w*|книг[аиеу])\b|这本书|本书|この本|本書|이 책",
    re.IGNORECASE,
)
"""Words with which a note speaks of its book."""
_EMOJI = lazy_regex("[\U0001f4d5-\U0001f4da]")
"""Pictures of books."""
_PICTURES = "\U0001f4d5\U0001f4d6\U0001f4d7\U0001f4d8\U0001f4d9\U0001f4da\ufe0f "
_SHORTCODE = lazy_regex(r":(?:(?:closed_|open_|green_|blue_|orange_)?books?|notebook):\s*")
"""The names of such pictures: `:books:`."""
_BEFORE_NAME = lazy_regex(r"^[\U0001f464-\U0001f487\U0001f9d1-\U0001f9dd\ufe0f\s]+")
"""Pictures of people."""
_MAX_TITLE = 20
"""Characters at the top of a note among which there is such a picture."""
_MUSIC = lazy_regex(
    rf"\b(?:{FILMS}|{SONGS}|{MUSIC}|{PODCASTS}|{RECIPES}|{WORKS_IN_OTHER_LANGUAGES}|tracks?|tracklist|vinyl|bands?|singles?"
    r"|lp|ep|guitar|piano|concert|director|schauspieler|actors?|cast)\b|专辑|歌曲|电影|映画|앨범|영화",
    re.IGNORECASE,
)
"""Words of notes on music, films and the like."""
_OTHER_TAGS = lazy_regex(
    rf"\b(?:{WORKS_IN_FURTHER_LANGUAGES}|talks?|keynotes?|webinars?|conferences?|meetups?|vorträge?|přednášk\w|wykłady?"
    r"|charlas?|palestras?|conférences?|доклад\w*)\b",
    re.IGNORECASE,
)
"""Further words in their folders and tags, and in those of talks; a note on a book may have them in its text."""
_MAX_TO_VIDEO = 400
"""Characters at the top of a note on a talk in which a link leads to its video."""


class _Statement(NamedTuple):
    """A book that the name of a note or its top states, with the points for it."""

    book: NamedBook
    points: int


def read(context: NoteContext) -> tuple[Evidence, list[LabelledValue]] | None:
    """Return the facts and the labelled values of a note on a book; None for other notes.

    The name of the note is `Title - Ann Lee`, its heading is `Title by Ann Lee`, or `by Ann Lee (2011)` is below it.
    A note with labels of a book may have no other title than its name.
    """
    heading = context.title_heading
    if heading in context.claimed_blocks or len(context.claimed_blocks.intersection(_headings(context))) > 1:
        return None
    shown = kinds_of_notes.without_kind(context.visible_text(heading)) if heading >= 0 else ""
    stem = kinds_of_notes.without_kind(_name(context, has_heading=heading >= 0))
    may_have_line = bool(shown)
    has_dash = any(dash in stem for dash in (" - ", " – ", " — "))
    may_have_values = heading < 0 and (":" in context.note.text or "：" in context.note.text)
    if not (has_dash or may_have_line or may_have_values):
        return None
    line = _line_below(context, heading) if may_have_line else None
    formed = None if line else _book_in_heading(context, shown, stem)
    by_heading = formed.book if formed else None
    if not (has_dash or line or by_heading or may_have_values):
        return None
    if paper_front_matter.is_about_something_else(context.front_matter) or (shown and is_generic(shown)):
        return None
    values = opening_values.find_all(context)
    stated = field_facts.evidence(values)
    if stated.title or is_on_other_work(context.note):
        return None
    if heading < 0 and any(name.isascii() and " " not in name for name in stated.authors):
        # `Address book` of Anna
        return None
    stated = stated._replace(authors=tuple(_BEFORE_NAME.sub("", name) for name in stated.authors))
    named = names_of_books.split(stem, stated.authors) if has_dash else None
    if named and not named.has_full_names and heading < 0 and context.note.meta.get("title"):
        # a post has a subtitle after a dash: `Szabadesés – Losonctól Kaliforniáig`
        named = None
    points = _points(context, stated.authors, values, stated.year) + (formed.points if formed else 0)
    statement = _choose(shown, stem, named, line or by_heading, stated)
    if statement is None:
        return None
    book = statement.book
    if points + statement.points < (_MIN_POINTS if book.has_full_names else _MIN_OF_FAMILY):
        return None
    title = split_title(shown).title if shown and not by_heading else book.title
    return stated._replace(title=title, authors=stated.authors or book.authors, year=stated.year or book.year), values


def read_review(context: NoteContext) -> tuple[Evidence, list[LabelledValue]] | None:
    """Return the facts and the labelled values of a review of a book, as its title calls it; None for other notes.

    Title and authors are in the title of the note: `Book review: Emma by Jane Austen`, `Recenze: Emma (Jane Austen)`.
    A note with a tag for books needs no authors after the title in quotation marks: `Reseña "Emma (1815)"`.
    """
    heading = context.title_heading
    words = context.visible_text(heading) if heading >= 0 else _name(context, has_heading=False)
    if heading in context.claimed_blocks or not kinds_of_notes.is_review(words):
        return None
    name = kinds_of_notes.without_kind(words)
    if words.strip()[-1] in _CLOSING_MARKS:
        # a name in quotation marks belongs to the title: `Review: "The Picture of Dorian Gray"`
        year, title = names_of_books.split_year(name)
        book = NamedBook(title, (), year) if _is_tagged(context.note) else None
    else:
        book = names_of_books.split_reviewed(name)
    if book is None or not book.has_full_names:
        return None
    if paper_front_matter.is_about_something_else(context.front_matter):
        return None
    values = opening_values.find_all(context)
    stated = field_facts.evidence(values)
    facts = stated._replace(title=book.title, authors=stated.authors or book.authors, year=stated.year or book.year)
    return facts._replace(entry_type="book"), values


def _book_in_heading(context: NoteContext, shown: str, stem: str) -> _Statement | None:
    """Return the book of a heading with its authors, such as `Title by Ann Lee` or `Title (Ann Lee)`, and the points.

    A biography has a name before a colon, too: `Elon Musk: A Life`.  There, the name of the note must have the same
    author, or the other notes of its folder the same form.
    """
    is_in_front_matter = not shown and isinstance(context.note.meta.get("title"), str)
    title = stem if is_in_front_matter else shown
    in_folder = context.book_form and names_of_books.split_form(title, context.book_form, are_people=True)
    if in_folder:
        return _Statement(in_folder, _MIN_POINTS)
    is_filed = _is_tagged(context.note) or _has_picture(context.note) or book_signs.is_among_books(context, -1)
    if " " not in title or (is_in_front_matter and not is_filed):
        return None
    # the name of a note with a dash is read elsewhere
    by_dash = None if is_in_front_matter else names_of_books.split(shown.lstrip(_PICTURES))
    if book := names_of_books.split_by(title) or by_dash:
        return _Statement(book, 0) if book.has_full_names else None
    if in_brackets := names_of_books.split_form(title, TitleForm.BRACKETS):
        name = stem.replace("-", " ").replace("_", " ")
        agrees = comparison_key(in_brackets.title).startswith(comparison_key(name))
        return _Statement(in_brackets, int(agrees))
    before_colon = names_of_books.split_form(shown, TitleForm.COLON)
    if before_colon and names_of_books.split(stem, before_colon.authors):
        return _Statement(before_colon, 2)
    return None


def _choose(
    shown: str,
    stem: str,
    named: NamedBook | None,
    below: NamedBook | None,
    stated: Evidence,
) -> _Statement | None:
    """Return the book of the line or heading with an author, of the name of the note, or of labelled authors."""
    if below:
        is_long = count_words(below.title) >= _LONG_TITLE and looks_like_title(below.title)
        return _Statement(below, below.is_called_author + 2 * below.is_called_book + is_long + (below.year is not None))
    if named:
        if is_generic(named.title) or note_names.names_other_note(named.title):
            return None
        keys = comparison_key(named.title), comparison_key(shown)
        agrees = bool(shown) and (keys[0].startswith(keys[1]) or keys[1].startswith(keys[0]))
        if shown and not agrees:
            return None
        is_long = named.has_full_names and count_words(named.title) >= _LONG_TITLE and looks_like_title(named.title)
        return _Statement(named, agrees + is_long + (named.year is not None) + 2 * bool(stated.authors))
    if shown or not stated.authors or is_generic(stem) or note_names.names_other_note(stem):
        return None
    return _Statement(NamedBook(stem, stated.authors, stated.year), bool(stated.year))


def _points(context: NoteContext, authors: tuple[str, ...], values: list[LabelledValue], year: int | None) -> int:
    """Return the points of folder, tags, labels and text of a note."""
    is_tagged = _is_tagged(context.note)
    is_among_books = book_signs.is_among_books(context, -1)
    speaks = speaks_of_book(context.note) + 2 * _has_picture(context.note)
    start = context.note.body_start
    signs = book_labels.in_text(context.note.text[start : start + _MAX_BODY // 4])
    if signs.is_of_others:
        return -_MIN_POINTS
    of_labels = max(signs.weight, book_signs.weigh(context, authors, values, year))
    return 2 * is_tagged + 3 * is_among_books + speaks + of_labels


def speaks_of_book(note: Note, *, is_whole: bool = False) -> int:
    """Return 2 for a note that names `the book`, 1 for one with other words of notes on books, 0 for others.

    Args:
        note: The note.
        is_whole: Whether to read all of a long note.
    """
    start, end = note.body_start, note.body_start + (_MAX_WHOLE if is_whole else _MAX_BODY)
    return 2 if _NAMES_BOOK.search(note.text, start, end) else bool(_SPEAKS_OF_BOOK.search(note.text, start, end))


def _line_below(context: NoteContext, heading: int) -> NamedBook | None:
    """Return the title in a heading, with the authors and the year in the line below it; None for other lines."""
    block = context.blocks[heading]
    following = next(iter(context.siblings_after(block, 1)), None)
    if following is None or following.kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING):
        return None
    line = context.source(following.span).partition("\n")[0].replace("**", "").strip("#*_ \\")
    if len(line) > _MAX_LINE:
        return None
    by = _BY.match(line)
    if not by and not any(map(str.isdigit, line)):
        return None
    words = line[by.end() :] if by else line
    title = split_title(context.visible_text(heading)).title
    is_called_book = by is not None and by["kind"] is not None
    if dated := read_dated_byline(words):
        are_people = all(map(authorship.has_given_name, dated.authors))
        named = NamedBook(title, dated.authors, dated.year)
        return named._replace(is_called_author=by is not None, is_called_book=is_called_book) if are_people else None
    names = authorship.split_authors(words) if by else ()
    are_people = bool(names) and all(map(authorship.has_given_name, names))
    return NamedBook(title, names, is_called_author=True, is_called_book=is_called_book) if are_people else None


def _name(context: NoteContext, *, has_heading: bool) -> str:
    """Return the title in the front matter of a note without a heading, without pictures of books; else its name."""
    stated = context.note.meta.get("title")
    if isinstance(stated, str) and not has_heading:
        return _SHORTCODE.sub("", stated.strip(_PICTURES))
    return unquote(note_names.stem_of(context.note.path)).rpartition("___")[2]


def _is_tagged(note: Note) -> bool:
    """Return whether a tag or a category of a note is a word for books."""
    return any(map(book_labels.is_kind_of_book, (*note.tags, *_categories(note))))


def _has_picture(note: Note) -> bool:
    """Return whether the title of a note has the picture of a book."""
    title = str(note.meta.get("title"))
    if _EMOJI.match(title) or _SHORTCODE.match(title):
        return True
    return _EMOJI.search(note.text, note.body_start, note.body_start + _MAX_TITLE) is not None


def _categories(note: Note) -> list[str]:
    """Return the categories in the front matter of a post."""
    return [value for key in ("categories", "category") for value in texts_in(note.meta.get(key))]


def _headings(context: NoteContext) -> set[int]:
    return {heading.index for heading in context.headings}


def is_on_other_work(note: Note) -> bool:
    """Return whether the folder, the tags or the text of a note have words of music, films and the like, or a video."""
    labels = " ".join([note.path, *note.tags, *_categories(note)])
    words = f"{labels} {note.text[: _MAX_BODY // 2]}"
    has_words = _MUSIC.search(words) is not None or _OTHER_TAGS.search(labels) is not None
    return has_words or VIDEO.search(note.text, note.body_start, note.body_start + _MAX_TO_VIDEO) is not None

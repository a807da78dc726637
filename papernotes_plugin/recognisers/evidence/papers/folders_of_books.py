"""Find folders whose notes are each on one book, as most of their titles have one form: `Title (Ann Lee)`.

Notes on talks and articles may have the same form.  Some notes of the folder must speak of their book.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from posixpath import dirname
from typing import NamedTuple

from papernotes_plugin.recognisers.evidence.papers import book_notes
from papernotes_plugin.recognisers.evidence.titles import names_of_books, note_names
from papernotes_plugin.recognisers.evidence.titles.names_of_books import TitleForm
from papernotes_plugin.vocabulary.model import Note

_FORMS = (TitleForm.BRACKETS, TitleForm.COLON, TitleForm.AFTER_DASH, TitleForm.BEFORE_DASH)
"""The forms in the order in which they count."""
_MIN_NOTES = 6
"""Notes with titles of one form, from which a folder may be one of books."""
_MIN_SHARE = 0.5
"""Share of the notes of the folder that have such a title."""
_MIN_PEOPLE = 0.5
"""Share of different people among their authors: the songs of one person have the same name."""
_MIN_ON_BOOKS, _MIN_SHARE_ON_BOOKS = 2, 0.1
"""Number and share of the notes among them that speak of a book."""


class TitleSigns(NamedTuple):
    """The signs in one note that its folder is one of notes on books."""

    form: TitleForm = TitleForm.NONE
    """The form of the title; none for a note on a film, a talk and the like."""
    author: str = ""
    """The first author in the title."""
    names_book: bool = False
    """True for a note that speaks of a book."""


NO_SIGNS = TitleSigns()
"""The signs of a note whose title has no author."""


def title_signs(note: Note) -> TitleSigns:
    """Return the signs in a note that its folder is one of notes on books."""
    books = {form: book for form in _FORMS if (book := names_of_books.split_form(note.title, form))}
    first = next(iter(books), TitleForm.NONE)
    # a title and its author may both be names: `Jane Eyre - Charlotte Brontë`
    is_ambiguous = TitleForm.AFTER_DASH in books and TitleForm.BEFORE_DASH in books
    if not books or is_ambiguous or book_notes.is_on_other_work(note):
        return NO_SIGNS
    return TitleSigns(first, books[first].authors[0], book_notes.speaks_of_book(note, is_whole=True) > 1)


def folder_of(path: str) -> str:
    """Return the folder whose notes a note is compared with; that of its own folder for `posts/emma/index.md`."""
    folder = dirname(path)
    return dirname(folder) if folder and note_names.is_index(note_names.stem_of(path)) else folder


def find_folders(signs: Mapping[str, TitleSigns]) -> dict[str, TitleForm]:
    """Return the form of the titles in each folder whose notes are each on one book.

    Args:
        signs: The result of `title_signs` for each note, by path.
    """
    counts = Counter(map(folder_of, signs))
    by_form: defaultdict[tuple[str, TitleForm], list[TitleSigns]] = defaultdict(list)
    for path, of_note in signs.items():
        if of_note.form is not TitleForm.NONE:
            by_form[folder_of(path), of_note.form].append(of_note)
    return {
        folder: form
        for (folder, form), of_notes in by_form.items()
        if len(of_notes) >= max(_MIN_NOTES, _MIN_SHARE * counts[folder])
        and len({one.author for one in of_notes}) >= _MIN_PEOPLE * len(of_notes)
        and sum(one.names_book for one in of_notes) >= max(_MIN_ON_BOOKS, _MIN_SHARE_ON_BOOKS * len(of_notes))
    }

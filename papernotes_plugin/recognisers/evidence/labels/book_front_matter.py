"""Decide whether front matter describes a book, as templates for notes on books write it."""

from __future__ import annotations

import re

from papernotes_plugin.entries.item_types import is_web_clipping
from papernotes_plugin.recognisers.evidence.labels import book_labels
from papernotes_plugin.recognisers.evidence.labels import front_matter_keys as keys
from papernotes_plugin.recognisers.evidence.labels.field_labels import OF_BOOK_PUBLISHERS, OF_PUBLISHERS, phrases
from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import FrontMatter, texts_in
from papernotes_plugin.recognisers.evidence.labels.words_for_reading import announces_books
from papernotes_plugin.recognisers.evidence.references.publication_numbers import stated_year
from papernotes_plugin.text.lazy_regex import lazy_regex

_YEARS = (
    *keys.YEARS,
    "publish",
    "publishdate",
    "first_published",
    "first-published",
    "release",
    "released",
    "publishingyear",
)
"""Keys of the year of a book, also in the templates of Obsidian Book Search."""
_KINDS = ("category", "type", "kind", "object type")
_TAGS = ("tags", "tag")
_GROUPS = ("categories",)
_DATES = frozenset(("date", "created_at", "pubdatetime"))
"""Keys of the day of a post."""
_SETTINGS = frozenset(("draft", "permalink"))
"""Settings of a page in the collection of books of a site."""
_STATES = frozenset(
    phrases("""
        read|reading|unread|to read|to-read|want to read|finished|done|completed|abandoned|dnf|gelesen|leído|lu
        letto|lido|lendo|quero ler|leyendo|por leer|en cours|à lire|da leggere|in lettura|lese ich|zu lesen
        przeczytane|przeczytana|přečtené|přečteno|läst|lest|læst|luettu|olvasott|okundu|okunuyor|прочитано|прочитана|已读|在读|读完|読了|완독
    """)
)
"""Values of the status of a book."""
_ANY_READING = lazy_regex(r"(?:reading|literature)[ _-]notes?|literaturnotiz|exzerpt", re.IGNORECASE)
"""A folder of notes on papers as well as on books."""
_MIN_POINTS = 3


def is_on_book(meta: FrontMatter) -> bool:
    """Return whether the keys of a note with an author say that it is on a book, and not the post of that author.

    The type `book` is enough.  The tag `book` needs another sign; so do pages, a translator, a publisher and an ISBN.
    """
    if not meta.value(keys.AUTHORS) or meta.value(("doi", "arxiv", *keys.JOURNALS)):
        return False
    # a category that is a note is none of a blog
    is_called_book = any(
        "[[" in value and book_labels.is_kind_of_book(value) for value in texts_in(meta.value(_GROUPS))
    )
    if meta.text(("layout",)).casefold() == "book-review":
        # a theme of Jekyll for researchers has a page for each book
        return True
    is_in_folder = announces_books(meta.path) and not _ANY_READING.search(meta.path)
    of_notes = ("comments", *(_GROUPS if is_called_book else ()))
    is_post = any(key in meta.folded and key not in of_notes for key in keys.POST) and not meta.has_authors_of_book
    not_stated = {*_TAGS, *(keys.POST if meta.has_authors_of_book else ()), *(_SETTINGS if is_in_folder else ())}
    labelled = [(key, "; ".join(texts_in(value))) for key, value in meta.folded.items() if key not in not_stated]
    signs = book_labels.of_values(labelled)
    if signs.is_of_others or any(is_web_clipping(value) for key in _KINDS for value in texts_in(meta.value((key,)))):
        return False
    has_state = not _STATES.isdisjoint(
        text.strip(" [].#✅📖").casefold() for text in texts_in(meta.value(("status", "state", "reading-status")))
    )
    if is_post and not (is_in_folder and (has_state or signs.has_book_labels)):
        return False
    if is_called_book or meta.is_of_book or (signs.is_called_book and not is_post):
        return True
    tags = [tag.rpartition("/")[2] for tag in texts_in(meta.value(_TAGS))]
    # 📚 is a tag of any literature, too: `type: literature note`
    has_kind = any(texts_in(meta.value((key,))) for key in _KINDS)
    is_sure = any(map(str.isalpha, "".join(tags))) or not has_kind
    tagged = (1 + is_sure) * any(map(book_labels.is_kind_of_book, tags))
    # web pages have a `publisher`, too
    publisher = max(
        (1 + (label in OF_BOOK_PUBLISHERS) for label, value in labelled if value and label in OF_PUBLISHERS), default=0
    )
    if not (tagged or publisher or is_in_folder or signs.weight > 1):
        return False
    if _DATES & meta.folded.keys() and signs.weight < _MIN_POINTS and not (is_post or meta.has_authors_of_book):
        return False
    points = signs.weight + max(tagged, 2 * is_in_folder) + publisher + bool(year(meta)) + has_state
    return points >= _MIN_POINTS


def year(meta: FrontMatter) -> int | None:
    """Return the year in which a book appeared; None for none."""
    values = [value for key in _YEARS for value in texts_in(meta.value((key,)))]
    return next((stated for value in values if (stated := stated_year(value))), None)

"""Decide whether front matter describes a book, as templates for notes on books write it."""

from __future__ import annotations

from papernotes_plugin.entries.item_types import is_web_clipping
from papernotes_plugin.recognisers.evidence.labels import book_labels
from papernotes_plugin.recognisers.evidence.labels import front_matter_keys as keys
from papernotes_plugin.recognisers.evidence.labels.field_labels import OF_BOOK_PUBLISHERS, OF_PUBLISHERS, phrases
from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import FrontMatter, texts_in
from papernotes_plugin.recognisers.evidence.references.publication_numbers import stated_year

_YEARS = (*keys.YEARS, "publish", "publishdate", "first_published", "first-published", "release", "released")
"""Keys of the year of a book, also in the templates of Obsidian Book Search."""
_KINDS = ("category", "type", "kind", "object type")
_TAGS = ("tags", "tag")
_GROUPS = ("categories",)
_DATES = frozenset(("date", "created_at", "pubdatetime"))
"""Keys of the day of a post."""
_STATES = frozenset(
    phrases("""
        read|reading|unread|to read|to-read|want to read|finished|done|completed|abandoned|dnf|gelesen|leído|lu
        letto|lido|прочитано|已读|在读|读完|読了|완독
    """)
)
"""Values of the status of a book."""
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
    of_notes = ("comments", *(_GROUPS if is_called_book else ()))
    if any(key in meta.folded and key not in of_notes for key in keys.POST):
        return False
    labelled = [(key, "; ".join(texts_in(value))) for key, value in meta.folded.items() if key not in _TAGS]
    signs = book_labels.of_values(labelled)
    if signs.is_of_others or any(is_web_clipping(value) for key in _KINDS for value in texts_in(meta.value((key,)))):
        return False
    if is_called_book or signs.is_called_book:
        return True
    is_tagged = any(book_labels.is_kind_of_book(tag.rpartition("/")[2]) for tag in texts_in(meta.value(_TAGS)))
    # web pages have a `publisher`, too
    publisher = max(
        (1 + (label in OF_BOOK_PUBLISHERS) for label, value in labelled if value and label in OF_PUBLISHERS), default=0
    )
    if not (is_tagged or publisher or signs.weight > 1) or (_DATES & meta.folded.keys() and signs.weight < _MIN_POINTS):
        return False
    states = {
        text.strip(" [].#✅📖").casefold() for text in texts_in(meta.value(("status", "state", "reading-status")))
    }
    points = signs.weight + 2 * is_tagged + publisher + bool(year(meta)) + bool(states & _STATES)
    return points >= _MIN_POINTS


def year(meta: FrontMatter) -> int | None:
    """Return the year in which a book appeared; None for none."""
    values = [value for key in _YEARS for value in texts_in(meta.value((key,)))]
    return next((stated for value in values if (stated := stated_year(value))), None)

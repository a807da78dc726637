"""Take the last words of a title for its journal or publisher, as other lines of its list end with one."""

from __future__ import annotations

from dataclasses import replace

from papernotes_plugin.recognisers.evidence.references.family_line_titles import MIN_TITLE, has_form_of_title
from papernotes_plugin.recognisers.evidence.references.family_lines import FamilyLine
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex

_AFTER_TITLE = lazy_regex(
    r"[,.] (?:(?P<acronym>(?!USA?$|UK$|EU$|UN$|USSR$|DDR$|GDR$|EEUU$|II+$)[A-Z]{2,7})"
    r"|(?P<name>(?:The )?[^\W\d_a-z][^\W\d_]{4,20})"
    r"|(?P<words>[^\W\d_a-z][^\W\d_]*\.?(?: (?:of|and|the|in|for|&|[^\W\d_a-z][^\W\d_]*\.?)){1,4}))$"
)
"""A capitalised word, or a few, at the end of a title, where other lines have their journal."""
_IN_BRACKETS = lazy_regex(
    r" \([^\W\d_a-z][^\W\d_A-Z]{2,}(?: (?:(?:of|and|the|in|for|&) )?[^\W\d_a-z][^\W\d_]*){0,4}\)$"
)
"""Words with capitals in brackets there, which are a journal or a name, and no part of the title."""
_MIN_SMALL = 4
"""Words of a title in small letters."""


def with_unknown_end(line: FamilyLine, *, has_ends: bool, is_journal: bool, is_usual: bool) -> FamilyLine:
    """Return a line with the last words of its title as its journal or publisher, as the other lines have one there.

    After a title in small letters, words with capitals are a journal, too.

    Args:
        line: The line.
        has_ends: Whether other lines end with known journals or publishers.
        is_journal: Whether they are journals.
        is_usual: Whether most lines of the list have some, so that a name of several words is one, too.
    """
    own = line.reference
    title, published = own.title, own.publication
    bracketed = _IN_BRACKETS.search(title.words) if has_ends and is_journal and not published.venue else None
    if bracketed and count_words(title.words[: bracketed.start()]) >= MIN_TITLE:
        title = replace(title, words=title.words[: bracketed.start()], end=title.start + bracketed.start())
        return line._replace(reference=replace(own, title=title))
    last = None if line.is_marked or published.venue or published.publisher else _AFTER_TITLE.search(title.words)
    words = title.words[: last.start()] if last else ""
    if not last or count_words(words) < MIN_TITLE:
        return line
    name = last["acronym"] or last["name"] or last["words"]
    is_after_small = count_words(words) >= _MIN_SMALL and not has_form_of_title(words)
    if not (last["acronym"] or is_after_small or (has_ends if last["name"] else is_usual)):
        return line
    if not last["acronym"] and (is_journal or is_after_small):
        published = replace(published, venue=name, entry_type="article")
    elif not last["acronym"]:
        published = replace(published, publisher=name, entry_type="book")
    title = replace(title, words=words, end=title.start + len(words))
    return line._replace(reference=replace(own, title=title, publication=published))

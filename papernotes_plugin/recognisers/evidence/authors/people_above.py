"""Find the name of a person above a list or in front of an item.

The name is in the item around the list, in a heading or in the line above it.  A name alone is a person only among
others: most items, headings or lines of that kind in the note are names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from papernotes_plugin.people import INITIALS, NAME_WORD, is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.authors.authorship import is_person
from papernotes_plugin.recognisers.evidence.authors.name_order import is_family_first
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, InlineKind

_MAX_NAME = 60
"""Characters of a line that is a name."""
_MIN_NAMES = 3
"""Names in a note, from which lists below names are by these people."""
_MIN_SHARE = 0.6
"""Share of the items or lines that must be names."""
_MIN_SIGNS = 0.5
"""Share of the names that must have an initial, a frequent given name, or another sign of a name."""
_REMARKS = lazy_regex(r" ?\([^()]*\)$| ?(?:[–—-] ?)?(?:#[\w/-]{1,60} ?){1,12}$")
"""A remark or the years of a life in brackets, or tags, after a name."""
_INITIAL = lazy_regex(r"(?<![^\W\d_])[^\W\d_]\.(?=\s?[^\W\d_])")
_INITIALS_LAST = lazy_regex(rf"(?P<family>{NAME_WORD}),? (?P<initials>{INITIALS})")
_CASED = lazy_regex(r"[\u0370-\u03ff\u0400-\u052f]")
"""A letter of a script in which the words of titles have no capitals."""
_AROUND = " \t\n*_.,:;–—-"
_MARKED = (InlineKind.LINK, InlineKind.EMPHASIS)
_QUOTES = frozenset('"“„«»”')


class Person(NamedTuple):
    """The name of a person above a list."""

    name: str
    has_sign: bool
    """True if an initial, the order of the names, or a frequent given name shows that it is one."""


class _Place(NamedTuple):
    """A kind of place in a note at which names are above lists."""

    kind: BlockKind
    level: int


def read_name(words: str) -> Person | None:
    """Return the name that a text is; None for other words.

    Examples:
        >>> [read_name(words).name for words in ("Alinsky, Saul", "Л.П.Беленький.", "Быков Д.", "Ann Lee")]
        ['Alinsky, Saul', 'Л. П. Беленький', 'Быков, Д.', 'Ann Lee']
        >>> read_name("Deep Learning"), read_name("The Maps of Rivers"), read_name("Paris, London").has_sign
        (None, None, False)
    """
    words = _REMARKS.sub("", " ".join(words.split()))
    ends_with_initial = words.endswith(".") and words[-3:-2] in (" ", ".")
    words = words.strip(_AROUND) + "." * ends_with_initial
    if not 4 <= len(words) <= _MAX_NAME or any(map(str.isdigit, words)):
        return None
    spaced = _INITIAL.sub(lambda initial: f"{initial[0]} ", words).replace(".  ", ". ")
    if match := _INITIALS_LAST.fullmatch(spaced):
        return Person(f"{match['family']}, {match['initials'].strip()}", True)
    family, comma, given = spaced.partition(", ")
    natural = f"{given} {family}" if comma else spaced
    if not is_person(natural) or any(len(word) == 1 or is_title_word(word) for word in natural.split()):
        return None
    if comma and not is_family_first(family, given):
        return None
    first = natural.split()[0].partition("-")[0]
    return Person(spaced, "." in natural or is_given_name(first) or _CASED.search(natural) is not None)


@once_per_note
def people_above_lists(context: NoteContext) -> Mapping[int, str]:
    """Return the name above each list, by the index of the list; lists below other words are left out."""
    lists = [block for block in context.blocks if block.kind is BlockKind.LIST]
    if len(lists) < _MIN_NAMES:
        return {}
    by_place: dict[_Place, dict[int, Person | None]] = defaultdict(dict)
    for block in lists:
        if block.parent >= 0:
            parent = context.blocks[block.parent]
            if parent.kind is BlockKind.ITEM:
                by_place[_Place(BlockKind.ITEM, 0)][block.index] = _name_of_item(context, parent)
    for above, block in pairwise(context.children(-1)):
        if block.kind is BlockKind.LIST and above.kind in (BlockKind.HEADING, BlockKind.PARAGRAPH):
            by_place[_Place(above.kind, above.level)][block.index] = _name_of_line(context, above)
    names: dict[int, str] = {}
    for people in by_place.values():
        if are_people(people.values()):
            names |= {index: person.name for index, person in people.items() if person}
    return names


def are_people(people: Iterable[Person | None]) -> bool:
    """Return whether enough of some lines are names, and enough of these have a sign of a name."""
    everyone = list(people)
    named = [person for person in everyone if person]
    signs = sum(person.has_sign for person in named)
    return len(named) >= max(_MIN_NAMES, _MIN_SHARE * len(everyone)) and signs >= _MIN_SIGNS * len(named)


@once_per_note
def people_in_front(context: NoteContext) -> Mapping[int, str]:
    """Return the names in strong text that open the items of lists in which most items open with one, by item."""
    names: dict[int, str] = {}
    for block in context.blocks:
        if block.kind is BlockKind.LIST and len(context.children(block.index)) >= _MIN_NAMES:
            people = {item.index: _strong_name(context, item) for item in context.children(block.index)}
            if are_people(people.values()):
                names |= {index: person.name for index, person in people.items() if person}
    return names


def _strong_name(context: NoteContext, item: Block) -> Person | None:
    """Return the name that opens an item in strong text, which may be in a link."""
    first = next(iter(context.children(item.index)), None)
    opening = [inline for _, inline in context.inlines_of(first.index)[:2]] if first else []
    strong = next((i for i in opening if i.kind is InlineKind.STRONG), None)
    is_first = first is not None and strong is not None and strong.span.start <= first.span.start + 1
    return read_name(strong.text) if strong and is_first else None


def _name_of_item(context: NoteContext, item: Block) -> Person | None:
    """Return the name that the text of an item is, or opens with in strong text, if no title follows."""
    texts = context.text_blocks(item)
    if len(texts) != 1:
        return None
    person = _strong_name(context, item)
    if person is None:
        return _name_of_line(context, texts[0])
    inlines = [inline for _, inline in context.inlines_of(texts[0].index)]
    end = max(i.span.end for i in inlines[:2] if i.kind in (InlineKind.STRONG, InlineKind.LINK))
    rest = (inline for inline in inlines if inline.span.start >= end)
    has_title = any(inline.kind in _MARKED or not _QUOTES.isdisjoint(inline.text) for inline in rest)
    return None if has_title else person


def _name_of_line(context: NoteContext, line: Block) -> Person | None:
    if line.index == context.title_heading:
        return None
    words = context.visible_text(line.index)
    return read_name(words) if len(words) <= 2 * _MAX_NAME else None

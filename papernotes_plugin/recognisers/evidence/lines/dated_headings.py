"""Find headings that are titles, as the line below each of them is only names and a year: `Ann Lee 2015`.

The year may be in brackets at the end of the heading, above several full names.
"""

from __future__ import annotations

from papernotes_plugin.people import OTHERS
from papernotes_plugin.people.given_names import is_given_name
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.authorship import has_given_name
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline, read_citation
from papernotes_plugin.recognisers.evidence.lines.described_titles import DescribedTitle
from papernotes_plugin.recognisers.evidence.lines.headings_with_bylines import links_to_paper
from papernotes_plugin.recognisers.evidence.lines.line_parts import LinePart, PartKind
from papernotes_plugin.recognisers.evidence.lines.recognised_text import RecognisedText
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.note_names import names_other_note
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    is_uninformative,
    looks_like_title,
    split_title,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Block, BlockKind

_DATED_NAMES = lazy_regex(
    r"(?:(?P<before>(?:19|20)\d\d) (?P<named>[^\W\d_][^\d\n,]{1,80})"
    r"|(?P<names>[^\W\d_][^\d\n]{1,80}?) ?(?P<after>(?:19|20)\d\d))"
    r"(?: [–-] [^\W\d_][\w’'-]+)?(?: ?\[[^\[\]\n]{1,20}\])?"
)
"""Names and a year, in any order, and a remark after them: `Lee 2015 [todo]`, `Lee 2015 - Ray`."""
_DATED_HEADING = lazy_regex(r"\((?P<year>(?:19|20)\d\d)\)[\s#*_]*$")
"""The year at the end of a heading: `## Dynamic Routing Between Capsules (2017)`."""
_MAX_LINE = 120
"""Characters of a line of names and a year."""
_MAX_NAMES = 600
"""Characters of a line of full names."""
_MIN_TITLES = 3
"""Headings with such a line in a note, from which each of them is a title."""
_MIN_FULL = 2
"""The same, if one of the names is a full one."""
_MIN_LONG = 9
"""Words of the only heading of a note, from which it is a title if a full name is below it."""
_MIN_WORDS = 3
"""Words of one such title; above several full names, a title with capitals may have one less."""
_MIN_MEAN = 6
"""Words of such titles on average: those of films, poems and trips have fewer."""
_MIN_MEAN_WITH_NAMES = 4
"""The same above several full names each."""


@once_per_note
def names_below(context: NoteContext, heading: Block) -> Byline | None:
    """Return the names and the year that the first line below a heading is; None for any other line.

    One given name alone is that of a friend: `Anna 2015`.
    """
    first = next(iter(context.section(heading)), None)
    if first is None or first.kind is not BlockKind.PARAGRAPH or first.index in context.mere_prose:
        return None
    line = context.source(first.span).partition("\n")[0].strip(" *_\\")
    dated = _DATED_HEADING.search(context.source(heading.span).rstrip())
    if dated and (people := people_in(context.source(first.span))):
        return Byline(people, year=int(dated["year"]))
    match = _DATED_NAMES.fullmatch(line) if len(line) <= _MAX_LINE else None
    if match is None:
        return None
    byline = read_citation(f"{(match['named'] or match['names']).strip()} {match['before'] or match['after']}")
    if byline is None or (len(byline.authors) == 1 and is_given_name(byline.authors[0])):
        return None
    return byline


def people_in(source: str) -> tuple[str, ...]:
    """Return the names that a paragraph of one line is, if they are several, and all full names; () for others."""
    if len(source) > _MAX_NAMES or "\n" in source.strip():
        return ()
    names = authorship.listed_names(source.strip(" *_\\\n"))
    return names if len(names) > 1 and all(map(authorship.is_person, names)) else ()


def _title_of(context: NoteContext, heading: Block) -> str:
    """Return the title that a heading may be; "" for a short one, and for the name of a part of a note."""
    title = split_title(context.visible_text(heading.index)).title
    is_other = title[:1].islower() and title.split()[0].islower()
    byline = names_below(context, heading)
    has_names = byline is not None and _has_full_names(byline) and looks_like_title(title)
    if count_words(title) < _MIN_WORDS - has_names or is_other or CJK_LETTER.match(title) or context.is_label(heading):
        return ""
    return "" if is_generic(title) or is_uninformative(title) or names_other_note(title) else title


@once_per_note
def are_titles(context: NoteContext) -> bool:
    """Return whether the headings of a note that have names and a year below them are titles of papers.

    Half of the headings with text have such a line, and their titles have the length and the words of those of papers.
    """
    dated = [(heading, byline) for heading in context.headings if (byline := names_below(context, heading))]
    titles = [title for heading, _ in dated if (title := _title_of(context, heading))]
    if not titles or 2 * len(titles) < sum(bool(context.section(heading)) for heading in context.headings):
        return False
    have_names = all(_has_full_names(byline) for _, byline in dated)
    if not are_titles_of_papers(titles, _MIN_MEAN_WITH_NAMES if have_names else _MIN_MEAN):
        return False
    is_full = any(has_given_name(byline.authors[0]) for _, byline in dated)
    if len(titles) >= _MIN_TITLES:
        return True
    return is_full and (len(titles) >= _MIN_FULL or sum(map(count_words, titles)) >= _MIN_LONG)


def _has_full_names(byline: Byline) -> bool:
    """Return whether names are several, and all full names."""
    return len(byline.authors) > 1 and all(map(authorship.is_person, byline.authors))


def above_names(context: NoteContext, heading: Block, read: RecognisedText) -> DescribedTitle | None:
    """Return the title that a heading is, with the names and the year in the line below it."""
    byline = names_below(context, heading)
    is_of_note = context.note_evidence is not None and heading.index == context.title_heading
    if byline is None or is_of_note or not are_titles(context) or not (title := _title_of(context, heading)):
        return None
    first = context.section(heading)[0]
    if read.contains(first):
        return None
    parts = [LinePart(PartKind.YEAR, str(byline.year), published=Publication(year=byline.year))]
    if byline.authors != (OTHERS,):
        parts.insert(0, LinePart(PartKind.NAMES, " ".join(byline.authors), byline.authors))
    is_line = "\n" not in context.source(first.span).strip()
    links = links_to_paper(context, heading, byline.year)
    shown = split_title(context.visible_text(heading.index))
    blocks = [heading, first] if is_line else [heading]
    return DescribedTitle(title, context.text_span(heading), parts, True, blocks, shown, links, is_stated=True)

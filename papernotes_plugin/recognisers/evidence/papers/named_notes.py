"""Read notes whose name is the title of the paper that the first lines link to, or whose authors they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors.short_bylines import read_citation
from papernotes_plugin.recognisers.evidence.labels import field_facts, label_meanings, opening_values
from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import TITLE_KEYS
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.papers import note_signs, paper_signs
from papernotes_plugin.recognisers.evidence.papers.file_names import read_file_name
from papernotes_plugin.recognisers.evidence.papers.paper_links import (
    PaperLinks,
    identifier_from_url,
    words_outside_links,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.titles import names_of_books, note_names, subtitles
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    is_uninformative,
    looks_like_title,
    split_title,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Evidence, Identifier, Span

_MIN_WORDS = 5
"""Words of a name that is the title of a paper, if the note has another sign of a note about a paper."""
_MANY_WORDS = 7
"""Words of a name that is the title of a paper in any note that begins with a link to one."""
_MAX_WORDS_OF_LINE = 5
"""Words outside the links in a line at the top that is no prose: `Published in JHEP:`."""
_MAX_LINES = 15
"""Lines at the top of a note among which the link to its paper is expected."""
_OPENING = 600
"""Characters of a note in which the name of its PDF file is."""
_MARKER = lazy_regex(r"(?:p|paper)(?:[_:]\s|\s-\s)\s*", re.IGNORECASE)
"""Text before the title in the name of a note about a paper: `Paper_ A ConvNet for the 2020s`."""
_STATED_MARKER = lazy_regex(r"(?:(?P<word>[Pp]aper)|p)\s?[:：_]\s+(?=[^\W\d_a-z]|\w+[A-Z])")
"""The same before a title with a capital, in front matter or in the name of a note without it: `p: Title`."""
_PDF = lazy_regex(r"!\[[^\[\]\n]*\]\([^()\n]{1,300}\.pdf\)|!\[\[[^\[\]\n]{1,300}\.pdf\]\]")
"""A file of the notes folder that a note shows."""
_NEVER = 1000
"""More words than any name of a file has."""
_LINE = lazy_regex(r"[^\n]*\n?")
_MARKUP = lazy_regex(r"[#>*+\s-]+")
_TAGS = lazy_regex(r"tags?\b", re.IGNORECASE)
"""The beginning of a heading that holds the tags of the note."""


def title_of(path: str, *, is_about_paper: bool = False) -> TitleParts:
    """Return the title and year in the name of a note; an empty title if it has few words.

    Examples:
        >>> title_of("pages/Paper_ An Image is Worth 16x16 Words_ Transformers for Image Recognition.md").title
        'An Image is Worth 16x16 Words: Transformers for Image Recognition'
        >>> title_of("pages/Paper___Deep Residual Learning for Image Recognition.md").title
        'Deep Residual Learning for Image Recognition'
        >>> title_of("Sparse attention.md").title, title_of("Sparse Attention.md", is_about_paper=True).title
        ('', 'Sparse Attention')

    Args:
        path: The path of the note.
        is_about_paper: Whether facts in the note, such as the authors, show that it is about one paper.  A name of two
            words with capitals is a title then.
    """
    # Logseq writes `___` for the slash between a page and its namespace
    name = unquote(note_names.name_of(path)).rpartition("___")[2]
    min_words = 2 if is_about_paper and " " in name and looks_like_title(name) else _MIN_WORDS
    if count_words(name) < min_words:
        return TitleParts("")
    parts = note_names.dated_title(_MARKER.sub("", name, count=1))
    is_long = count_words(parts.title) >= min_words and not parts.title[0].islower()
    return parts if is_long and not CJK_LETTER.search(parts.title) else TitleParts("")


def read(context: NoteContext) -> tuple[Evidence, list[LabelledValue]] | None:
    """Return the title and year in the name of a note, with the facts, links and labelled values in the first lines.

    The first line may be a heading with authors and year.  None if the name is no title, or another heading may be
    the title.  The first lines must link to one paper, or state authors with a venue or a year.
    """
    if named_file := _file_of_note(context):
        return named_file, []
    parts = title_of(context.note.path)
    if not parts.title:
        return None
    if byline := subtitles.opening_byline(context):
        return Evidence(parts.title, authors=byline.authors, year=byline.year), []
    if _has_heading(context):
        return None
    values = opening_values.find_all(context)
    facts = opening_values.evidence_of(context, values)
    if facts.title or not _is_title(context, parts.title, facts):
        return None
    paper_links = links_of_opening(context, facts.identifiers)
    if paper_links is None:
        return None
    if not (paper_links.identifiers or (facts.authors and (facts.venue or (facts.year and len(facts.authors) > 1)))):
        return None
    named = Evidence(
        note_names.whole_title(context, parts.title),
        year=parts.year,
        identifiers=paper_links.identifiers,
        links=paper_links.links,
    )
    return field_facts.filled(named, facts), values


def read_marked(context: NoteContext) -> Evidence | None:
    """Return the title after `Paper:` in front matter or in the name of a note, with the links in the first lines.

    `p:` alone may mean anything.  It needs a link to one paper, or a file, in the first lines.
    """
    stated = context.front_matter.text(TITLE_KEYS)
    name = stated or unquote(note_names.name_of(context.note.path)).rpartition("___")[2]
    marker = _STATED_MARKER.match(name)
    if marker is None or (not stated and _has_heading(context)):
        return None
    title = note_names.dated_title(name[marker.end() :])
    if count_words(title.title) < _MIN_WORDS or is_generic(title.title) or note_names.names_other_note(title.title):
        return None
    paper_links = links_of_opening(context)
    if paper_links is None:
        return None
    start = context.note.body_start
    has_file = _PDF.search(context.note.text, start, start + _OPENING) is not None
    if not (marker["word"] or paper_links.identifiers or has_file):
        return None
    return Evidence(
        title.title,
        year=title.year,
        venue=title.venue,
        track=title.track,
        identifiers=paper_links.identifiers,
        links=paper_links.links,
    )


def read_cited(context: NoteContext) -> Evidence | None:
    """Return the title in the heading that opens a note named after authors and year: `Lee_et_al_2013.md`.

    Two words may be anything, such as countries of a journey, so that the note must speak of its paper.
    """
    name = unquote(note_names.stem_of(context.note.path)).replace("_", " ")
    cited = read_citation(name) if name[-2:].isdigit() and not context.note.meta else None
    if cited is None or context.title_heading < 0 or context.title_heading != context.children(-1)[0].index:
        return None
    title = split_title(context.visible_text(context.title_heading)).title
    is_title = count_words(title) >= _MIN_WORDS and (looks_like_title(title) or not title.islower())
    if not is_title or is_generic(title) or note_names.names_other_note(title) or is_sentence(title, has_link=True):
        return None
    people = [author.casefold() for author in cited.authors]
    if any(word in people for word in title.casefold().split()):
        return None
    is_of_several = OTHERS in cited.authors
    if not (is_of_several or (len(people) > 1 and note_signs.speaks_of_paper(context.note))):
        return None
    return Evidence(title, authors=cited.authors, year=cited.year)


def titled_book(context: NoteContext, evidence: Evidence) -> Evidence:
    """Return the evidence on a book with its title, which is the heading of the note, or its name without authors."""
    name = unquote(note_names.stem_of(context.note.path)).rpartition("___")[2]
    if evidence.title or evidence.entry_type != "book" or evidence.citekey or note_names.citekey_of_name(name):
        return evidence
    shown = context.visible_text(context.title_heading) if context.title_heading >= 0 else ""
    if shown and not (is_generic(shown) or note_names.is_numbered_section(context, context.title_heading)):
        return evidence._replace(title=split_title(shown).title)
    if is_generic(name.replace("_", "-")):
        # the day of a journal
        return evidence
    named = names_of_books.split(name, evidence.authors)
    return evidence._replace(title=named.title if named else name)


def without_marker(title: str) -> str:
    """Return a title without `p:` before it, with which the notes of some people on papers begin.

    Examples:
        >>> without_marker("p: Learning to Optimize Tensor Programs"), without_marker("P: Asynchronous Programs")
        ('Learning to Optimize Tensor Programs', 'P: Asynchronous Programs')
    """
    marker = _STATED_MARKER.match(title) if title.startswith(("p:", "p：")) else None
    return title[marker.end() :] if marker else title


def _file_of_note(context: NoteContext) -> Evidence | None:
    """Return authors, title and year in the name of a note that is that of a PDF file, which its text names."""
    name = note_names.name_of(context.note.path)
    if "_" not in name or context.note.text.find(".pdf", context.note.body_start, _OPENING) < 0:
        return None
    # Logseq keeps the highlights of a file in a note of this name
    return read_file_name(name.removeprefix("hls__").removesuffix(".pdf") + ".pdf")


def _is_title(context: NoteContext, name: str, facts: Evidence) -> bool:
    """Return whether a long name is a title: by capitals, its length and other signs of a note about one paper."""
    is_about_paper = (
        bool(facts.authors) or note_signs.has_section_of_paper(context) or note_signs.speaks_of_paper(context.note)
    )
    is_in_folder = paper_signs.is_in_folder_of_papers(context.note.path)
    min_words = _MIN_WORDS if is_about_paper else _MANY_WORDS - is_in_folder
    if not looks_like_title(name):
        # sentence case, as in the name of a topic
        min_words = max(min_words + 1, _MANY_WORDS) if is_about_paper or is_in_folder else _NEVER
    return count_words(name) >= min_words


def _has_heading(context: NoteContext) -> bool:
    """Return whether the first heading may be the title of the paper."""
    first = next((b for b in context.headings if not context.tags_in(b.index)), None)
    if first is None or context.is_label(first):
        return False
    heading = context.visible_text(first.index)
    return not (is_generic(heading) or _TAGS.match(heading))


def links_of_opening(context: NoteContext, identifiers: tuple[Identifier, ...] = ()) -> PaperLinks | None:
    """Return the links to the paper of a note in the lines at its top; None for links to several papers.

    Args:
        context: The note.
        identifiers: The identifiers that the note states otherwise.
    """
    paper_links = PaperLinks(identifiers)
    for index, inline in _opening_links(context):
        if identifier_from_url(inline.url) and not paper_links.add(index, inline):
            return None
    return paper_links


def _opening_links(context: NoteContext) -> Iterator[IndexedInline]:
    """Yield the links in the lines at the top, up to the first line of prose or with a link that has a title."""
    note = context.note
    lines = _LINE.finditer(note.text, note.body_start)
    links = iter(context.links)
    following = next(links, None)
    for number, line in enumerate(lines):
        span = Span(*line.span())
        if number >= _MAX_LINES or not following:
            return
        in_line: list[IndexedInline] = []
        while following and following[1].span.start < span.end:
            in_line.append(following)
            following = next(links, None)
        if not in_line:
            if not _is_label_or_tags(line.group()):
                return
            continue
        if not all(is_uninformative(inline.text) or inline.bare for _, inline in in_line):
            return
        if words_outside_links(context, span, in_line) > _MAX_WORDS_OF_LINE:
            return
        yield from in_line


def _is_label_or_tags(line: str) -> bool:
    """Return whether a line without links is empty, a short line, tags or a label with its value."""
    bare = _MARKUP.sub(" ", line).strip()
    label, colon, _ = bare.partition(":")
    return count_words(bare) <= _MAX_WORDS_OF_LINE or (
        bool(colon) and (label.casefold() == "tags" or bool(label_meanings.meaning(label)))
    )

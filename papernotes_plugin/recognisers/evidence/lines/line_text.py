"""The text of a block as `line_parts` reads it: with characters in place of its title, its links and its marks."""

from __future__ import annotations

from papernotes_plugin import identifiers
from papernotes_plugin.markup.document_text import TEXT_KINDS
from papernotes_plugin.people import FURTHER_AUTHORS, SIGNS_OF_OTHERS
from papernotes_plugin.recognisers.evidence.authors.authorship import is_person
from papernotes_plugin.recognisers.evidence.lines.line_marks import CLOSE, MARKS, OPEN
from papernotes_plugin.recognisers.evidence.lines.line_parts import LINK, TITLE
from papernotes_plugin.recognisers.evidence.lines.names_in_lines import names_in
from papernotes_plugin.recognisers.evidence.lines.venues_in_lines import publication_in
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import is_uninformative, is_venue
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Span

NO_TITLE = Span(-1, -1)
"""The place of the title for a block without one."""
MARKED_KINDS = frozenset((InlineKind.LINK, InlineKind.STRONG, InlineKind.EMPHASIS, InlineKind.WIKILINK))
# Python 3.11 takes longer to look up a member of an enumeration than to compare it
_LINK, _TAG, _CODE = InlineKind.LINK, InlineKind.TAG, InlineKind.CODE
_URL = lazy_regex(r"<?(?:https?://|www\.)[^\s<>]+>?")
_NUMBER = lazy_regex(r"\d(?<![\d.]\d)\d{3}\.\d{4,5}(?:v\d+)?(?![\d.])")
"""The number of a preprint."""
_SYMBOLS = lazy_regex("[\u2190-\u21ff\u2300-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]+")
"""Emoji, stars and check marks, with which readers rate papers."""
_OPENING = lazy_regex(
    r"\s*(?:\[![\w-]+\][+-]?\s*)?(?:\[[^\W\d_][\w+]{1,20}\d\d[a-z]?\]\s)?(?:(?:DONE|TODO|DOING|NOW|LATER|WAITING|READ|WIP)\b:?\s)?"
)
"""The type of a callout, the key of a reference, and the status of a task, before an entry."""
_WIDE_MARK = lazy_regex("[（）【】，；：\xa0\u2009\u202f]")
_WIDE_MARKS = str.maketrans("（）【】，；：\xa0\u2009\u202f", "()[],;:   ")
_OTHERS = lazy_regex(
    rf"(?:(?:[,;]\s*+|(?<!\s)\s++)?(?:\bet\. ?al\b\.?|{FURTHER_AUTHORS})|(?<=\w)\s*等人?(?=[\s,.;:()]|$))(?:(?<=\.),)?"
)
"""Words for further authors, besides `et al.`."""
_SHORTENING_OF_OTHERS = ("et.", "等", *SIGNS_OF_OTHERS)
"""Strings of which nearly every match of `_OTHERS` contains one."""
_NAME = r"[^\W\d_a-z][\w.'’-]{0,40}(?: [^\W\d_a-z][\w.'’-]{0,40}){1,3}"
_NAME_IN_BRACKETS = lazy_regex(rf"\[({_NAME})\](?=,|\s?(?:and|&)\s)|(?<=, )\[({_NAME})\]")
"""A name in brackets in a list of names, where its link is not defined: `[Ann Lee], Bob Ray, [Kim Bell]`."""
_LISTED_NAME = lazy_regex(_NAME)
_YEAR_AFTER = lazy_regex(r"[\s,(*_]*(?:['’]\d\d|(?:19|20)\d\d)\b")
_WORD_AFTER = lazy_regex(
    r"[*_]{0,2}(?::[*_]{0,2} [^\W\d_]{2}| (?!(?:by|from|is|are|was|were|at|and|which|that|who|with|has)\b)[^\W\d_]{2})"
)
"""A word that may continue the title in a link."""
_MAX_GAP = 12
"""Characters after a link in which the year of its venue is."""
_POINT_IN_NUMBER = lazy_regex(r"\.\d{4}")
"""A part of each such number, which the search finds in a tenth of the time."""
_SHORTENED_NAMES = lazy_regex(
    r"(?P<names>\s*(?:[Bb]y:? )?[^\W\d_a-z][^\d\n()\[\]|:;.]{1,80}?),? "
    r"(?:et|at)\.?(?: al| el|(?<=et) all|(?<=et)al)\b\.?(?P<date>,? (?:19|20)\d\d)?,?(?:\s*\([^()\d\n]{2,80}\))?"
)
"""Names that `et al.` shortens, also with a slip, and words in brackets: `Lee at el. (Google, CMU) ICML 2020`."""
_SHORTENING = (" al", " el", "etal")
"""Strings of which every match of `_SHORTENED_NAMES` contains one."""


@once_per_note
def line_of(context: NoteContext, block: int, title: Span) -> str:
    r"""Return the text of a block with characters in place of its title, its links and its marks.

    A line break in the note, or `<br>`, is `\n`.

    Args:
        context: The note.
        block: The index of the text block.
        title: The place of the title.
    """
    parts: list[str] = []
    hidden, mark_ends = -1, [-1]
    title_start, title_end = title
    for _, inline in context.inlines_of(block):
        (start, end), kind = inline.span, inline.kind
        while mark_ends[-1] >= 0 and start >= mark_ends[-1]:
            mark_ends.pop()
            parts.append(CLOSE)
        if start < hidden:
            continue
        if kind is _TAG or (kind is _LINK and not start <= title_start < end and _is_separate(context, inline)):
            parts.append(LINK)
            hidden = end
        elif kind in MARKED_KINDS and not (title_start <= start and end <= title_end):
            parts.append(OPEN)
            mark_ends.append(end)
        elif kind in TEXT_KINDS:
            is_break = inline.text == " " and context.source(inline.span).strip(" ") != ""
            if is_break:
                parts.append("\n")
            elif start < title_end and end > title_start:
                parts.append(_text_without_title(inline, title, has_title=TITLE in parts))
            elif kind is _CODE:
                is_tag = not "".join(parts).strip(MARKS) and not publication_in(inline.text)
                parts.append(LINK if is_tag else f"{OPEN}{inline.text}{CLOSE}")
            else:
                parts.append(inline.text)
    return plain_line("".join(parts) + CLOSE * (len(mark_ends) - 1))


def without_remark_on_names(line: str) -> str:
    """Return a line without the organisations or the remark in brackets after shortened names that open it.

    Examples:
        >>> without_remark_on_names("Lee et al. (Google, CMU etc) ICML 2020")
        'Lee et al., ICML 2020'
        >>> without_remark_on_names("Ray at el., 2019"), without_remark_on_names("Lee et al. (ICML 2020)")
        ('Ray et al., 2019', 'Lee et al., (ICML 2020)')
    """
    shortened = _SHORTENED_NAMES.match(line) if any(map(line.__contains__, _SHORTENING)) else None
    if not shortened:
        return line
    date = shortened["date"] or ""
    return f"{shortened['names']} et al.{date}, {line[shortened.end() :].lstrip(' ,')}".rstrip(" ,")


def _text_without_title(inline: Inline, title: Span, *, has_title: bool) -> str:
    """Return the text of an inline without the title in it, with `TITLE` where it begins."""
    start, end = inline.span
    before = inline.text[: max(0, title.start - start)]
    after = inline.text[len(inline.text) - (end - title.end) :] if end > title.end else ""
    return before + ("" if has_title else TITLE) + after


def _is_separate(context: NoteContext, inline: Inline) -> bool:
    """Return whether a link is no part of the text around it: neither a venue before its year, nor words of a title."""
    if not only_points(inline):
        return False
    following = context.note.text[inline.span.end : inline.span.end + _MAX_GAP]
    if is_address(inline) or (is_uninformative(inline.text) and not is_venue(inline.text.strip())):
        return True
    return not (_YEAR_AFTER.match(following) or goes_on(context, inline) or is_listed_name(context, inline))


def goes_on(context: NoteContext, inline: Inline) -> bool:
    """Return whether the text of a link goes on after it: `[Maps](…) of Rivers`, `[MapNet](…): Maps of Rivers`."""
    return _WORD_AFTER.match(context.note.text, inline.span.end, inline.span.end + _MAX_GAP) is not None


def is_listed_name(context: NoteContext, inline: Inline) -> bool:
    """Return whether the text of a link is a name in a list of names, which leads to a page about the person."""
    start, end = inline.span
    has_comma = context.note.text.startswith(", ", end) or context.note.text.endswith(", ", 0, start)
    return has_comma and _LISTED_NAME.fullmatch(inline.text.strip()) is not None and is_person(inline.text.strip())


def is_address(inline: Inline) -> bool:
    """Return whether the text of a link is an address or an identifier."""
    words = inline.text.strip()
    return inline.bare or "://" in words or identifiers.parse_identifier(words) is not None


def only_points(inline: Inline) -> bool:
    """Return whether the text of a link says nothing but where it leads."""
    words = inline.text.strip()
    if is_address(inline):
        return True
    if is_venue(words):
        # `[Science](…)` names a site, and `[ICML 2020](…)` a venue
        return not any(map(str.isdigit, words))
    if is_uninformative(words):
        return True
    return not (is_paper_link(inline) or publication_in(words) or names_in(words)[0])


def plain_line(line: str) -> str:
    """Return a line with `LINK` in place of the addresses and identifiers that are text.

    It has no emoji, and no brackets around names in a list.
    """
    line = _URL.sub(LINK, line) if "://" in line or "www." in line else line
    for start, end, _ in reversed(identifiers.find_identifiers(line)):
        line = line[:start] + LINK + line[end:]
    line = _NUMBER.sub(LINK, line) if _POINT_IN_NUMBER.search(line) else line
    if not line.isascii():
        # most texts have only other letters, for which a search takes a tenth of the time of a translation
        line = line.translate(_WIDE_MARKS) if _WIDE_MARK.search(line) else line
        line = _SYMBOLS.sub(" ", line)
    if "], " in line or ", [" in line:
        line = _NAME_IN_BRACKETS.sub(r"\1\2", line)
    opening = _OPENING.match(line)
    line = line[opening.end() :] if opening else line
    return _OTHERS.sub(" et al.,", line) if any(map(line.__contains__, _SHORTENING_OF_OTHERS)) else line

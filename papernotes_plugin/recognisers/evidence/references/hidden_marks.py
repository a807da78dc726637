"""Blank the marks in a reference that are no part of it, such as pictures; decide whether a link only points.

A link at the end to the note on another paper, in which the reference is cited, is removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from papernotes_plugin import venues
from papernotes_plugin.markup.document_text import TEXT_KINDS
from papernotes_plugin.recognisers.evidence.references.passing_remarks import blank
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import is_uninformative, is_venue
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Span

_YEAR = lazy_regex(r"\(?(?:19|20)\d\d[a-z]?\)?")

_LEADING_SIGNS = lazy_regex(
    r"\s*+(?:[★☆⭐]\ufe0f?\s{0,3}){1,5}(?=[^\W\d_])"
    r"|\s*+(?:[★☆☑✅✓-✘❌⭐📃📄📑📓-📚📝]\ufe0f?\s{0,3}){1,9}(?=[A-Za-zÀ-ӿ])"
)
"""Check marks, stars and pictures of books and pages before the first word: `✔️ LEE, Ann. Title`."""
_SHORTCODES = lazy_regex(r"\s*+(?:(?::[a-z][a-z\d_+-]{1,30}:\s{1,3}){1,3}|\^\d{1,3}\^\s?)(?=[^\W\d_])")
"""Pictures in the words of GitHub, or the number of a footnote in Pandoc: `:star: Lee, Ann`, `^44^ Ann Lee, …`."""
_FIRST_SIGN = "★"
_KRAMDOWN = lazy_regex(r"\{:[^{}]*\}")
"""Attributes of a link in Kramdown: `{:target="_blank"}`."""
_PANDOC = lazy_regex(r"\[|\]\{(?:[.#][\w-]|[\w-]{1,30}=)[^{}\n]{0,200}\}|\]")
"""A bracket, perhaps with the attributes of the words in brackets in Pandoc: `[Title]{.underline}`."""
_CITED_IN = lazy_regex(
    rf"{OPTIONAL_SPACE}[,.;:(\[–—-]\s*(?:from|see(?: also)?|via|(?:as )?(?:cited|quoted|mentioned) (?:in|by)"
    r"|aus|siehe(?: auch)?|zit(?:iert|\.) (?:nach|in)|voir(?: aussi)?|cité dans|véase|citado en|citado em|citato in)"
    r"[:：]?\s*$",
    re.IGNORECASE,
)
"""Words at the end of a text by which a link after it is to another paper: `Title. Publisher (from [[Note]])`."""
_MAX_WORDS = 40
"""Characters before a link in which these words are."""
_AFTER_LINK = frozenset(" \n.,;)]")
"""Marks after such a link, at the end of a text."""
_DASH_AFTER_POINT = lazy_regex(r"(?:^|(?<=[.?!])) [-–—](?= (?:[^\W\d_a-z]|[«“\"]|$))")
"""The dash that libraries print between two parts: `Lee (Ann). - Title. - Paris : Seuil, 1970`."""
_SURE_DASH = lazy_regex(r"\)(?:,? dir)?\. [-–—] |(?<=[.?!]) [-–—] [^\W\d_a-z][\w.’' -]{1,30} ?: ")
"""Such a dash after a given name in brackets, or before a place and its publisher."""


def without_marks(words: str) -> str:
    """Return a text of the same length with spaces in place of such marks.

    Examples:
        >>> without_marks("✅ Lee, A. [Title]{.underline}")
        '  Lee, A.  Title             '
        >>> without_marks(":star: Lee, A. Title")
        '       Lee, A. Title'
    """
    if words.lstrip()[:1] in (":", "^") and (signs := _SHORTCODES.match(words)):
        words = " " * signs.end() + words[signs.end() :]
    if words.lstrip()[:1] >= _FIRST_SIGN and (signs := _LEADING_SIGNS.match(words)):
        words = " " * signs.end() + words[signs.end() :]
    if "]{" in words:
        words = _without_brackets(words)
    if "{:" in words:
        words = _KRAMDOWN.sub(blank, words)
    return words


def _without_brackets(words: str) -> str:
    """Return a text of the same length without the brackets that have attributes, and without these."""
    letters = list(words)
    opened: list[int] = []
    for match in _PANDOC.finditer(words):
        if match[0] == "[":
            opened.append(match.start())
            continue
        start = opened.pop() if opened else -1
        if match[0] != "]":
            if start >= 0:
                letters[start] = " "
            letters[match.start() : match.end()] = blank(match)
    return "".join(letters)


def only_points(words: str, is_bare: bool) -> bool:
    """Return whether a link text says nothing of the reference; a venue and a year do."""
    is_server = words.isalpha() and venues.is_preprint(venues.parse_venue(words)[0])
    is_fact = bool(_YEAR.fullmatch(words.strip())) or (is_venue(words) and not is_server)
    return is_bare or len(words.strip()) == 1 or (is_uninformative(words) and not is_fact)


def without_source(inlines: Sequence[IndexedInline]) -> Sequence[IndexedInline]:
    """Return the inlines without a link to another note at their end, if the words before it point to another paper."""
    at = next((n for n in range(len(inlines) - 1, -1, -1) if inlines[n][1].kind is not InlineKind.TEXT), 0)
    if at == 0 or inlines[at][1].kind is not InlineKind.WIKILINK:
        return inlines
    link, (index, before) = inlines[at][1], inlines[at - 1]
    after = "".join(inline.text for _, inline in inlines[at + 1 :] if inline.span.start >= link.span.end)
    if before.kind is not InlineKind.TEXT or not _AFTER_LINK.issuperset(after):
        return inlines
    cited = _CITED_IN.search(before.text, max(0, len(before.text) - _MAX_WORDS))
    if not cited:
        return inlines
    words = before.text[: cited.start()]
    return [*inlines[: at - 1], (index, before._replace(text=words))]


def without_dashes(inlines: Sequence[IndexedInline]) -> Sequence[IndexedInline]:
    """Return the inlines without the dashes that libraries print after the points between the parts of a reference."""
    if not any("- " in i.text or "– " in i.text or "— " in i.text for _, i in inlines if i.kind is InlineKind.TEXT):
        return inlines
    words = "".join(i.text for _, i in inlines if i.kind in TEXT_KINDS)
    if "/" in words or not _SURE_DASH.search(words):
        return inlines
    divided: list[IndexedInline] = []
    before = ""
    for index, inline in inlines:
        if inline.kind is not InlineKind.TEXT:
            divided.append((index, inline))
        else:
            divided += [(index, part) for part in _between_dashes(inline, before)]
        before = inline.text[-1:]
    return divided


def _between_dashes(inline: Inline, before: str) -> Iterator[Inline]:
    """Yield the parts of a text between the dashes after points; `before` is the character before it."""
    at, (start, end) = 0, inline.span
    for dash in _DASH_AFTER_POINT.finditer(inline.text):
        if dash.start() or before in (".", "?", "!"):
            yield inline._replace(text=inline.text[at : dash.start()], span=Span(start + at, start + dash.start()))
            at = dash.end()
    yield inline._replace(text=inline.text[at:], span=Span(start + at, end))

"""Convert marked text, in which a CSL style formats a citation or reference, into runs.

Marked text contains marks for italics, bold, superscript, the number of a reference, and each work of a citation.  The
marks are noncharacters of Unicode (https://www.unicode.org/faq/private_use.html#nonchar1).  `clean` removes them from
all texts of notes and bibliographies first, so a title cannot contain a mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from papernotes_plugin.entries.title_capitals import protect_capitals
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.citation_model import Run

ITALIC, BOLD, SUPERSCRIPT, NUMBER, ITEM = (chr(code) + chr(code + 1) for code in range(0xFDD0, 0xFDDA, 2))
"""Pairs of opening and closing marks.

`NUMBER` encloses the number of a reference.  `ITEM` encloses one work of a citation: its 0-based position,
`ITEM_SEPARATOR`, and its text.
"""
ITEM_SEPARATOR = "\ufdda"
"""Mark between the position of a work in a citation and its text."""
OMITTED_AUTHORS = "\ufddb"
"""Mark that replaces the authors of a work cited without them."""

_ANY = "\ufdd0-\ufdef"
"""Range of all marks, for a character class."""
_MARKS = lazy_regex(f"[{_ANY}]")
_OPENING_MARKS = {ITALIC[0]: "italic", BOLD[0]: "bold", SUPERSCRIPT[0]: "superscript"}
_CLOSING_MARKS = {ITALIC[1]: "italic", BOLD[1]: "bold", SUPERSCRIPT[1]: "superscript"}
_TAGS = {"i": ITALIC, "b": BOLD, "sup": SUPERSCRIPT}
_TAG = lazy_regex(r"<(i|b|sup|sub)>([^<>]*)</\1>")
_HIDDEN = lazy_regex("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_DOUBLED = lazy_regex(rf"([.?!…])([{_ANY}]*)((?:[”’][{_ANY}]*)?)\.(?!\.)")
_AFTER_QUOTE = lazy_regex(rf"([,.?!]|(?<![{_ANY}]))([{_ANY}]*)”([{_ANY}]*)([,.])(?!\d)")
_OMITTED = lazy_regex(rf"{OMITTED_AUTHORS}([{_ANY}]*)[,.;:]?\s*")
_ADDRESS = lazy_regex(
    r"https?://[^\s<>\"“”]+|\b(?:doi|DOI):\s?(10\.\d{3,9}/[^\s<>\"“”]+)|\barXiv:\s?((?:[a-z-]+/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?)"
)
_TWICE = lazy_regex(rf"\barXiv([{_ANY}]*):\s?arXiv:")
_BLANKS = lazy_regex(rf" ([{_ANY}]*) +| +([{_ANY}]*)(?=[.,](?:\s|$))")
_BLANK_END = lazy_regex(rf"(?<!\s)\s+([{_ANY}]*)$")
_TAIL = ".,;:!?)]'’”"
"""Characters at the end of a URL that belong to the sentence."""


def clean(text: str) -> str:
    """Return text of a note or bibliography without marks; each control character becomes a space."""
    return _MARKS.sub("", _HIDDEN.sub(" ", text))


def clean_value(value: Any) -> Any:
    """Return a value of CSL-JSON with all its texts cleaned; other values, such as numbers, are unchanged."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [clean_value(one) for one in value]
    return {name: clean_value(one) for name, one in value.items()} if isinstance(value, Mapping) else value


def protect_case(title: str) -> str:
    """Return a title with CSL's `nocase` tag around words such as `ImageNet`, so that styles keep their capitals.

    A title with LaTeX or tags is unchanged.
    """
    if not set(title).isdisjoint("{}\\$<>"):
        return title
    words = [
        f'<span class="nocase">{word}</span>' if "{" in protect_capitals(word) else word for word in title.split(" ")
    ]
    return " ".join(words)


def mark_tags(title: str) -> str:
    """Return a cleaned title with marks in place of CSL's paired tags; all other characters are unchanged.

    The tag `sub` has no mark and is only removed.

    Examples:
        >>> mark_tags("<i>E. coli</i> <b>") == f"{ITALIC[0]}E. coli{ITALIC[1]} <b>"
        True
    """
    title = clean(title)
    # each pass replaces the innermost tags
    for _ in range(3 if "</" in title else 0):
        title = _TAG.sub(lambda m: "{0[0]}{1}{0[1]}".format(_TAGS[m[1]], m[2]) if m[1] in _TAGS else m[2], title)
    return title


def tidy(marked: str, *, inside: bool) -> str:
    """Return marked text without doubled full stops and spaces.

    Args:
        marked: Marked text.
        inside: Whether full stops and commas go before a closing quotation mark, as in American English.

    Examples:
        >>> tidy("“Title”, in", inside=True), tidy("“Is it?”, in", inside=True), tidy("et al..", inside=False)
        ('“Title,” in', '“Is it?” in', 'et al.')
    """
    if inside:
        marked = _AFTER_QUOTE.sub(lambda m: f"{m[1]}{m[2]}{m[4] if m[1] in ('', ',') else ''}”{m[3]}", marked)
        marked = marked.replace(",,", ",")
    # a style may capitalise the first letter of `arXiv`
    marked = _TWICE.sub(r"arXiv\1:", marked.replace("ArXiv", "arXiv"))
    marked = _BLANKS.sub(lambda m: f"{m[1]} " if m[1] is not None else m[2], marked)
    return _BLANK_END.sub(r"\1", _DOUBLED.sub(r"\1\2\3", marked))


def drop_omitted_authors(marked: str) -> str:
    """Return marked text without the marks of omitted authors and the punctuation after them."""
    return _OMITTED.sub(r"\1", marked)


def without_marks(marked: str) -> str:
    """Return marked text as plain text."""
    return _MARKS.sub("", marked)


def drop_repeated_title(marked: str, title: str) -> str:
    """Return marked text without the second occurrence of a title; case is ignored."""
    text = marked.lower()
    title = title.lower()
    first = text.find(title) if title and len(text) == len(marked) else -1
    second = text.find(title, first + len(title)) if first >= 0 else -1
    if second < 0:
        return marked
    rest = re.sub(rf"^([{_ANY}]*)[.,]?”?[.,]?\s*", r"\1", marked[second + len(title) :])
    return re.sub(rf"“([{_ANY}]*)$", r"\1", marked[:second]) + rest


def split_number(marked: str, number: int) -> tuple[str, str]:
    """Split marked text into its label and the rest: `[1]` and `A. Author, …`.

    Args:
        marked: A reference as marked text.
        number: The number that replaces the one in the text.

    Returns:
        The label as plain text, and the rest as marked text; "" and the whole text if it does not begin with a number.
    """
    opening = marked.find(NUMBER[0])
    closing = marked.find(NUMBER[1])
    if opening < 0 or without_marks(marked[:opening]).strip("[( ") or closing < opening:
        return "", marked
    marked = f"{marked[: opening + 1]}{number}{marked[closing:]}"
    end = marked.find(NUMBER[1]) + 1
    while end < len(marked) and (marked[end] in ".)]:, \u00a0" or _MARKS.match(marked[end])):
        end += 1
    # formatting that begins in the label may continue in the rest
    formatting = "".join(mark for mark in _MARKS.findall(marked[:end]) if mark not in NUMBER)
    return without_marks(marked[:end]).strip(), formatting + marked[end:]


def split_works(marked: str) -> list[tuple[int, tuple[Run, ...]]]:
    """Split the marked text of a citation into its works and the text between them.

    Returns:
        Pairs of the 0-based position of a work in the citation, or -1 for text between works, and the runs.
    """
    depth = _depth()
    out: list[tuple[int, tuple[Run, ...]]] = []
    for piece in re.split(f"({ITEM[0]}[^{ITEM}]*{ITEM[1]})", marked):
        position, content = -1, piece
        if piece[:1] == ITEM[0]:
            head, _, content = piece[1:-1].partition(ITEM_SEPARATOR)
            position = int(head)
        # the whole work links to its reference, so it contains no other links
        runs = tuple(run._replace(url="") for run in _runs(content, depth))
        out += [(position, runs)] if runs else []
    return out


def to_runs(marked: str) -> tuple[Run, ...]:
    """Return the runs of marked text; URLs, DOIs and arXiv numbers become links."""
    return tuple(_runs(marked, _depth()))


def _depth() -> dict[str, int]:
    """Return the number of open marks by format, at the start of a text."""
    return dict.fromkeys(_OPENING_MARKS.values(), 0)


def _runs(marked: str, depth: dict[str, int]) -> Iterator[Run]:
    """Yield the runs of marked text, and update `depth` to the number of open marks at its end."""
    for piece in re.split(f"([{_ANY}])", marked):
        if piece in _OPENING_MARKS:
            depth[_OPENING_MARKS[piece]] += 1
        elif piece in _CLOSING_MARKS:
            depth[_CLOSING_MARKS[piece]] -= 1
        elif piece and not _MARKS.match(piece):
            yield from _linked(piece, depth)


def _linked(text: str, depth: Mapping[str, int]) -> Iterator[Run]:
    """Yield the runs of plain text with the current formatting; URLs, DOIs and arXiv numbers become links."""
    # italics within italics are upright
    plain_run = Run("", depth["italic"] % 2 == 1, depth["bold"] > 0, depth["superscript"] > 0)
    at = 0
    for match in _ADDRESS.finditer(text):
        end = match.end()
        while end > match.start() and text[end - 1] in _TAIL and not _closes_bracket(text, match.start(), end):
            end -= 1
        if end <= match.start():
            continue
        shown = text[match.start() : end]
        cut = match.end() - end
        target = match[1] or match[2]
        target = target[: len(target) - cut] if target and cut else target
        url = f"https://doi.org/{target}" if match[1] else f"https://arxiv.org/abs/{target}" if match[2] else shown
        yield from [plain_run._replace(text=text[at : match.start()])] if match.start() > at else []
        yield plain_run._replace(text=shown, url=url)
        at = end
    if text[at:]:
        yield plain_run._replace(text=text[at:])


def _closes_bracket(text: str, start: int, end: int) -> bool:
    """Return whether the character before `end` is a bracket that closes one in the URL from `start` on."""
    return text[end - 1] == ")" and text.count("(", start, end) >= text.count(")", start, end)

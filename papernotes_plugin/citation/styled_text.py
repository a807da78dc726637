"""Turn text with marks for italics, numbers and works, as a style writes it, into runs.

The marks are noncharacters of Unicode (https://www.unicode.org/faq/private_use.html#nonchar1).  They are removed from
all texts of notes and bibliographies first, so a title cannot contain a mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from papernotes_plugin.entries.title_capitals import protect_capitals
from papernotes_plugin.vocabulary.citation_model import Run

ITALIC, BOLD, SUPERSCRIPT, NUMBER, ITEM = (chr(code) + chr(code + 1) for code in range(0xFDD0, 0xFDDA, 2))
"""Pairs that open and close; the number of a reference, and one work of a citation: its place, `BETWEEN`, its words."""
BETWEEN = "\ufdda"
NOBODY = "\ufddb"
"""Replacement of authors that are not named."""

_ANY = "\ufdd0-\ufdef"
_MARKS = re.compile(f"[{_ANY}]")
_DRESSES = {ITALIC[0]: "italic", BOLD[0]: "bold", SUPERSCRIPT[0]: "superscript"}
_ENDS = {ITALIC[1]: "italic", BOLD[1]: "bold", SUPERSCRIPT[1]: "superscript"}
_TAGS = {"i": ITALIC, "b": BOLD, "sup": SUPERSCRIPT}
_TAG = re.compile(r"<(i|b|sup|sub)>([^<>]*)</\1>")
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_DOUBLED = re.compile(rf"([.?!…])([{_ANY}]*)([”’]?[{_ANY}]*)\.(?!\.)")
_AFTER_QUOTE = re.compile(rf"([,.?!]?)([{_ANY}]*)”([{_ANY}]*)([,.])(?!\d)")
_UNNAMED = re.compile(rf"{NOBODY}([{_ANY}]*)[,.;:]?\s*")
_ADDRESS = re.compile(
    r"https?://[^\s<>\"“”]+|\b(?:doi|DOI):\s?(10\.\d{3,9}/[^\s<>\"“”]+)|\barXiv:\s?((?:[a-z-]+/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?)"
)
_TWICE = re.compile(rf"\barXiv([{_ANY}]*):\s?arXiv:")
_BLANKS = re.compile(rf" ([{_ANY}]*) +| +([{_ANY}]*)(?=[.,](?:\s|$))")
_BLANK_END = re.compile(rf"\s+([{_ANY}]*)$")
_TAIL = ".,;:!?)]'’”"


def clean(text: str) -> str:
    """Return text without marks."""
    return _MARKS.sub("", _HIDDEN.sub(" ", text))


def clean_value(value: Any) -> Any:
    """A value of CSL-JSON whose texts hold no marks; numbers stay numbers."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [clean_value(one) for one in value]
    return {name: clean_value(one) for name, one in value.items()} if isinstance(value, Mapping) else value


def protect_case(title: str) -> str:
    """A title whose words with capitals of their own are kept as they are where the style changes capitals."""
    if not set(title).isdisjoint("{}\\$<>"):
        return title
    words = [
        f'<span class="nocase">{word}</span>' if "{" in protect_capitals(word) else word for word in title.split(" ")
    ]
    return " ".join(words)


def mark_tags(title: str) -> str:
    """A clean title with marks for CSL's tags that are in pairs; all other signs stay.

    Examples:
        >>> mark_tags("<i>E. coli</i> <b>") == f"{ITALIC[0]}E. coli{ITALIC[1]} <b>"
        True
    """
    title = clean(title)
    for _ in range(3 if "</" in title else 0):
        title = _TAG.sub(lambda m: "{0[0]}{1}{0[1]}".format(_TAGS[m[1]], m[2]) if m[1] in _TAGS else m[2], title)
    return title


def tidy(marked: str, *, inside: bool) -> str:
    """The text without doubled full stops and spaces; `inside` says that they and commas stand within quotation marks.

    Examples:
        >>> tidy("“Title”, in", inside=True), tidy("“Is it?”, in", inside=True), tidy("et al..", inside=False)
        ('“Title,” in', '“Is it?” in', 'et al.')
    """
    if inside:
        marked = _AFTER_QUOTE.sub(lambda m: f"{m[1]}{m[2]}{m[4] if m[1] in ('', ',') else ''}”{m[3]}", marked)
        marked = marked.replace(",,", ",")
    # a name that begins small, which a style may begin with a capital
    marked = _TWICE.sub(r"arXiv\1:", marked.replace("ArXiv", "arXiv"))
    marked = _BLANKS.sub(lambda m: f"{m[1]} " if m[1] is not None else m[2], marked)
    return _BLANK_END.sub(r"\1", _DOUBLED.sub(r"\1\2\3", marked))


def drop_unnamed_authors(marked: str) -> str:
    """The text without the place of authors that are not named, and the comma behind it."""
    return _UNNAMED.sub(r"\1", marked)


def without_marks(marked: str) -> str:
    """Return text without marks."""
    return _MARKS.sub("", marked)


def drop_final_stop(marked: str) -> str:
    """Return the text without the full stop at its end."""
    return re.sub(rf"\.([{_ANY}”]*)$", r"\1", marked)


def drop_repeated_title(marked: str, title: str) -> str:
    """The text with a title that stands in it twice, in whatever capitals, only where it stands first."""
    text = marked.lower()
    title = title.lower()
    first = text.find(title) if title and len(text) == len(marked) else -1
    second = text.find(title, first + len(title)) if first >= 0 else -1
    if second < 0:
        return marked
    rest = re.sub(rf"^([{_ANY}]*)[.,]?”?[.,]?\s*", r"\1", marked[second + len(title) :])
    return re.sub(rf"“([{_ANY}]*)$", r"\1", marked[:second]) + rest


def split_number(marked: str, number: int) -> tuple[str, str]:
    """The number with what is around it, if the text begins with one, and the rest: `[1]` and `A. Author, …`."""
    opening = marked.find(NUMBER[0])
    closing = marked.find(NUMBER[1])
    if opening < 0 or without_marks(marked[:opening]).strip("[( ") or closing < opening:
        return "", marked
    marked = f"{marked[: opening + 1]}{number}{marked[closing:]}"
    end = marked.find(NUMBER[1]) + 1
    while end < len(marked) and (marked[end] in ".)]:, \u00a0" or _MARKS.match(marked[end])):
        end += 1
    # a dress that begins before the rest stays with it
    dress = "".join(mark for mark in _MARKS.findall(marked[:end]) if mark not in NUMBER)
    return without_marks(marked[:end]).strip(), dress + marked[end:]


def split_works(marked: str) -> list[tuple[int, tuple[Run, ...]]]:
    """The text cut into the works of a citation, by their places, and what stands between them, at -1."""
    depth = _depth()
    out: list[tuple[int, tuple[Run, ...]]] = []
    for piece in re.split(f"({ITEM[0]}[^{ITEM[1]}]*{ITEM[1]})", marked):
        at, words = -1, piece
        if piece[:1] == ITEM[0]:
            head, _, words = piece[1:-1].partition(BETWEEN)
            at = int(head)
        # a work links to its reference: nothing in it is a link of its own
        made = tuple(run._replace(url="") for run in _runs(words, depth))
        out += [(at, made)] if made else []
    return out


def to_runs(marked: str) -> tuple[Run, ...]:
    """Return the runs of a text; URLs, DOIs and arXiv numbers become links."""
    return tuple(_runs(marked, _depth()))


def _depth() -> dict[str, int]:
    return dict.fromkeys(_DRESSES.values(), 0)


def _runs(marked: str, depth: dict[str, int]) -> Iterator[Run]:
    """The runs of a text, and how deep it is in each dress at its end."""
    for piece in re.split(f"([{_ANY}])", marked):
        if piece in _DRESSES:
            depth[_DRESSES[piece]] += 1
        elif piece in _ENDS:
            depth[_ENDS[piece]] -= 1
        elif piece and not _MARKS.match(piece):
            yield from _linked(piece, depth)


def _linked(text: str, depth: Mapping[str, int]) -> Iterator[Run]:
    # italics within italics stand upright
    plain_run = Run("", depth["italic"] % 2 == 1, depth["bold"] > 0, depth["superscript"] > 0)
    at = 0
    for match in _ADDRESS.finditer(text):
        end = match.end()
        while end > match.start() and text[end - 1] in _TAIL and not _open(text, match.start(), end):
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


def _open(text: str, start: int, end: int) -> bool:
    """Return whether the bracket before `end` closes one in the URL."""
    return text[end - 1] == ")" and text.count("(", start, end) >= text.count(")", start, end)

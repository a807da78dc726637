"""Texts that resemble references and are none: events, sentences that cite works, and lines of notes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from tests.training.chunks import POINTER, Chunk, Chunks, Drawn, Work
from tests.training.drawn_titles import with_case
from tests.training.drawn_years import MONTHS

_DAYS_TABLE = """
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Wed Thu Fri Montag Mittwoch lundi mardi jueves
"""
_DAYS = _DAYS_TABLE.split()
_CITIES = ("Leeds", "Vienna", "Texas", "Bonn")
_MARKUP = re.compile(
    r"(?P<strong>\*\*|__)(?P<s>[^*_\n]+?)(?P=strong)|(?P<em>[*_])(?P<e>[^*_\n]+?)(?P=em)"
    r"|!?\[(?P<l>[^\[\]\n]*)\]\([^()\s]*\)|<[^<>\n]+>|https?://\S+|`[^`]*`"
)
_BEFORE_LINE = re.compile(r"^\s*(?:[-*+]|\d+\.|#+|>)\s+(?:\[[ x]\] )?")
"""The mark of an item, a heading or a quote."""
_MAX_LENGTH = 600


def plain_text(markdown: str) -> Drawn:
    """Return a line of Markdown as a text without labels."""
    parts: list[str] = []
    length, last = 0, 0
    linked: list[tuple[int, int]] = []
    emphasised: list[tuple[int, int]] = []
    strong: list[tuple[int, int]] = []
    markdown = _BEFORE_LINE.sub("", markdown)[:_MAX_LENGTH]
    for match in _MARKUP.finditer(markdown):
        parts.append(markdown[last : match.start()])
        length += len(parts[-1])
        is_address = "://" in match[0] or match[0].startswith("[")
        words = match["s"] or match["e"] or match["l"] or (POINTER if is_address else " ")
        for group, spans in (("s", strong), ("e", emphasised), ("l", linked)):
            if match[group]:
                spans.append((length, length + len(words)))
        parts.append(words)
        length += len(words)
        last = match.end()
    parts.append(markdown[last:])
    text = "".join(parts)
    return Drawn(text, [(0, len(text) + 1, "O")], linked, emphasised, strong, [])


def draw_event(draw: Random, work: Work) -> Chunks:
    """Return the entry of a talk, a meeting or a lesson: a person, a subject and a day, but no publication."""
    given, family = draw.choice(work.get("authors") or work["editors"])
    name = f"{given} {family}".strip()
    city = draw.choice(_CITIES)
    person = draw.choice((name, f"Prof. {name}", f"{name} (University of {city})", name, f"Dr. {name}"))
    subject = with_case(draw, work["title"], work["language"])
    parts = [person, subject, _draw_date(draw), _draw_place(draw)]
    draw.shuffle(parts)
    separator = draw.choice((" - ", ", ", ": ", " | ", ". ", " – ", " "))
    is_marked = draw.random() < 0.4
    kinds = frozenset({draw.choice(("em", "strong", "link"))}) if is_marked else frozenset[str]()
    chunks: Chunks = []
    for part in filter(None, parts):
        chunks.append(Chunk(separator if chunks else ""))
        chunks.append(Chunk(part, "O", kinds if part == subject else frozenset()))
    return [chunk for chunk in chunks if chunk.text]


def _draw_date(draw: Random) -> str:
    """Return a day with a year, a weekday or a time."""
    day = draw.randint(1, 28)
    month, year = draw.choice(MONTHS), draw.randint(1998, 2025)
    return draw.choice(
        (
            f"{draw.choice(_DAYS)}, {day} {month} {year}",
            f"{month} {day}, {year}",
            f"{day}.{draw.randint(1, 12)}.{year}, {draw.randint(9, 19)}:00",
            f"{draw.choice(_DAYS)} {month} {day}",
            f"{draw.choice(_DAYS)}, {draw.randint(1, 12)}:30 pm",
            f"{year}-{draw.randint(10, 12)}-{day}, {draw.randint(9, 19)}:15",
        )
    )


def _draw_place(draw: Random) -> str:
    """Return a room or the kind of an event; "" for some."""
    room = f"Room {draw.randint(1, 400)}"
    return draw.choice(
        (
            "",
            "",
            room,
            "Seminar",
            "Colloquium",
            "Zoom",
            "invited talk",
            "Keynote",
            "Lecture",
            "Hörsaal 3",
            "thesis defense",
        )
    )


def draw_citing_sentence(draw: Random, works: Sequence[Work], remarks: Sequence[str]) -> Chunks:
    """Return a sentence that only cites works: no reference, so that all of it is other text."""
    work = draw.choice(works)
    cited, year = _draw_citation(draw, work), work.get("year") or 2001
    remark = draw.choice(remarks)
    noun = " ".join(re.findall(r"\w+", work["title"])[:5])
    other = _draw_citation(draw, draw.choice(works))
    verb = draw.choice(("was", "is", "are"))
    sentence = draw.choice(
        (
            f"{cited} ({year}) show that {noun.lower()}",
            f"As {cited} ({year}) argue, {remark}",
            f"{remark} ({cited}, {year}; {other}, {year})",
            f"{remark} [{cited} {year}]",
            f"{noun}: {remark} ({cited} {year})",
            f"{cited} {year}: {remark}",
            f"This is based on the work of {cited} ({year}), who studied {noun.lower()}",
            f"{noun} ({cited}, {year}, p. 12)",
            f"„{remark}“ ({cited} {year}, S. 45)",
            f"“{remark}” ({cited} {year}: 12)",
            noun,
            cited,
            f"{cited}: {remark}",
            f"{noun} {verb} {remark}",
        )
    )
    return [Chunk(sentence)]


def _draw_citation(draw: Random, work: Work) -> str:
    """Return the family names of the authors of a work as sentences have them."""
    family: list[str] = [person[1] for person in work.get("authors") or work["editors"]]
    if len(family) == 1:
        return family[0]
    if len(family) == 2:
        return f"{family[0]} {draw.choice(('and', '&', 'et', 'und'))} {family[1]}"
    return f"{family[0]} et al."

"""Draw volume, issue and pages of a journal in random forms."""

from __future__ import annotations

from random import Random

from tests.training.chunks import Chunk, Chunks, Work, marked

_WORDS = (("Vol. ", "No. ", "pp. "), ("Volume ", "Issue ", "Pages "), ("volume ", "number ", "p. "))
_WORDS_OF = {
    "de": (("Bd. ", "H. ", "S. "), ("", "Nr. ", "S. ")),
    "fr": (("vol. ", "n° ", "p. "), ("t. ", "no ", "pp. ")),
    "es": (("vol. ", "núm. ", "pp. "),),
    "it": (("vol. ", "n. ", "pp. "),),
    "ru": (("Т. ", "№ ", "С. "), ("т. ", "вып. ", "с. ")),
    "zh": (("第", "第", "第"),),
    "ja": (("第", "第", ""),),
    "pt": (("v. ", "n. ", "p. "),),
}
"""Words before volume, issue and pages, by language."""
_TIGHT = ("{v}{i}, {p}", "{v}{i}:{p}", "{v} {i}, {p}", "{v}{i}: {p}", "{v}{i}, pp. {p}", "{v}{i}. {p}")
_FORMS = ("tight", "tight", "tight", "words", "words", "year inside", "point", "colon")


def draw_pages(draw: Random, work: Work) -> str:
    """Return the pages of a work with a random mark between them."""
    pages: str = (work.get("pages") or "").replace("--", "-").replace("—", "-")
    return pages.replace("-", draw.choice(("-", "–", "–", "--"))) if pages else ""


def draw_numbers(draw: Random, work: Work, year: str) -> tuple[Chunks, bool]:
    """Return volume, issue and pages as chunks, and whether the year is among them."""
    volume, number, pages = str(work.get("volume") or ""), str(work.get("number") or ""), draw_pages(draw, work)
    if not (volume or number or pages) or draw.random() < 0.3:
        return [], False
    if draw.random() < 0.25:
        number = ""
    if draw.random() < 0.2:
        pages = ""
    if volume and not volume[:1].isdigit():
        return [], False
    words = ("vol. ", "no. ", "pp. ") if draw.random() < 0.8 else draw.choice(_WORDS)
    if work["language"] in _WORDS_OF:
        words = draw.choice(_WORDS_OF[work["language"]])
    form = draw.choice(_FORMS)
    issue = f"({number})" if number else ""
    chunks: Chunks = []
    has_year = False
    if form == "tight":
        text = draw.choice(_TIGHT)
        text = text if pages else text.split("{i}")[0] + "{i}"
        chunks = [Chunk(text.format(v=volume, i=issue, p=pages), "N")]
    elif form == "words":
        pairs = zip(words, (volume, number, pages), strict=True)
        parts = [word + value for word, value in pairs if value]
        chunks = [Chunk(draw.choice((", ", ", ", " ")).join(parts), "N")]
    elif form == "point":
        chunks = [Chunk(f"{volume}.{number}" if number else volume, "N")]
    elif form == "colon" and volume and pages:
        chunks = [Chunk(f"{volume}:{pages}", "N")]
    elif form == "year inside" and year and volume:
        has_year = True
        opening, closing = draw.choice(((" (", ")"), (" [", "]"), (", ", "")))
        first = f"{volume}{issue if draw.random() < 0.5 else ''}"
        chunks = [Chunk(first, "N"), Chunk(opening), Chunk(year, "Y"), Chunk(closing)]
        if pages:
            marks = (": ", ", ", ", pp. ", ":", ", S. " if work["language"] == "de" else " ")
            chunks += [Chunk(draw.choice(marks)), Chunk(pages, "N")]
    chunks = [chunk for chunk in chunks if chunk.text]
    if chunks and draw.random() < 0.06 and chunks[0].label == "N":
        chunks = [*marked(chunks[:1], "strong"), *chunks[1:]]
    return chunks, has_year

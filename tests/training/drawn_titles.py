"""Draw titles in random forms: with quotation marks, marks of Markdown, and other capitals."""

from __future__ import annotations

import re
from random import Random
from typing import NamedTuple

from tests.training.chunks import Chunk, Chunks, Work, marked, pick, pick_words

QUOTES = {
    "en": '“ ”|" "|“ ”|" "|‘ ’|\' \'',
    "de": '„ “|» «|" "|« »',
    "fr": "«\xa0 \xa0»|« »|“ ”",
    "ru": "« »",
    "it": "« »|“ ”",
    "es": "« »|“ ”",
    "zh": "《 》|“ ”|「 」",
    "ja": "「 」|『 』",
    "ko": "「 」|『 』|“ ”|「 」",
}
"""Pairs of quotation marks, by language."""
_KINDS = {
    "plain": 38, "quoted": 24, "em": 12, "strong": 9, "link": 14, "link em": 3, "link strong": 3, "quoted link": 3,
    "quoted strong": 1,
}  # fmt: skip
_TYPES = "[J]| [J]|[M]|[C]//|[D]|[J/OL]| [Текст]|[A]"
"""Types of a work after its title."""
_EDITIONS = (
    " (2nd ed.)| (3. Aufl.)| (2ª ed.)| (2e éd.)| (第一版 版本)| (第2版)| (第3版)| (rev. ed.)| (Illustrated edition)"
    "| (Vol. 2)| (Oxford Handbooks)| [Kindle edition]| (2. vyd.)| (Reihe Wissen)|. 2. Auflage"
)
"""Editions and series after the title of a book."""
_CAPITALISED = re.compile(r"[A-Z][a-z]+")
_SMALL_TABLE = "a an the of in on and or for to with by from at as into over under via"
_SMALL = frozenset(_SMALL_TABLE.split())


class TitleForm(NamedTuple):
    """The form of a title: its quotation marks, and its marks of Markdown."""

    quotes: tuple[str, str]
    marks: tuple[str, ...]


def draw_quotes(draw: Random, language: str) -> tuple[str, str]:
    """Return a pair of quotation marks of a language."""
    opening, closing = pick_words(draw, QUOTES.get(language, QUOTES["en"])).split(" ")
    return opening.replace("\xa0", " "), closing.replace("\xa0", " ")


def draw_title_form(draw: Random, language: str) -> TitleForm:
    """Return a random form of titles."""
    kind = pick(draw, _KINDS)
    quotes = draw_quotes(draw, language) if "quoted" in kind else ("", "")
    if language in ("zh", "ja", "ko") and draw.random() < 0.3:
        quotes = draw_quotes(draw, language)
    return TitleForm(quotes, tuple(k for k in ("em", "strong", "link") if k in kind.split()))


def draw_title(draw: Random, work: Work, form: TitleForm, ending: str = "") -> Chunks:
    """Return the title of a work as chunks; an ending such as `,` may be within the quotation marks."""
    words = with_case(draw, work["title"], work["language"]).strip(" .")
    if work.get("subtitle") and work["subtitle"] not in words:
        marks = (": ", ": ", ". ", " – ", " : ") if work["language"] == "en" else (": ", ". ", ". ", " : ")
        words += draw.choice(marks) + work["subtitle"].strip(" .")
    opening, closing = form.quotes
    if opening and opening.strip() in words:
        words = words.replace(opening.strip(), "").replace(closing.strip(), "")
    inside = ending if opening and draw.random() < 0.5 and ending.strip() in (",", ".") else ""
    chunks = [Chunk(words, "T"), Chunk(inside.strip())]
    is_quoted_outside = bool(opening) and draw.random() < 0.5
    if not is_quoted_outside and opening:
        chunks = [Chunk(opening), *chunks, Chunk(closing)]
    chunks = marked(chunks, *form.marks)
    if is_quoted_outside:
        chunks = [Chunk(opening), *chunks, Chunk(closing)]
    if draw.random() < (0.5 if work["language"] == "zh" else 0.02):
        chunks.append(Chunk(pick_words(draw, _TYPES)))
    elif work["type"] == "book" and draw.random() < 0.06:
        chunks.append(Chunk(pick_words(draw, _EDITIONS)))
    return [*chunks, Chunk(" " if inside else ending)]


def with_case(draw: Random, title: str, language: str) -> str:
    """Return a title, in English with capitals as one of several styles has them."""
    if language != "en":
        return title
    roll = draw.random()
    words = title.split(" ")
    if roll < 0.35:
        return " ".join(
            word.lower()
            if at and not words[at - 1].endswith((":", "?", ".")) and _CAPITALISED.fullmatch(word)
            else word
            for at, word in enumerate(words)
        )
    if roll < 0.7:
        return " ".join(w[:1].upper() + w[1:] if w not in _SMALL or n == 0 else w for n, w in enumerate(words))
    return title.upper() if roll > 0.985 else title

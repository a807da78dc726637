"""Draw years in random forms, some of them within a date."""

from __future__ import annotations

from random import Random

from tests.training.chunks import ASIAN, Chunk, Chunks, marked, pick

_MONTHS_TABLE = "January February March April May June July August September October November December"
MONTHS = _MONTHS_TABLE.split()
_MONTHS_OF = {
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
}
_AFTER_NAMES = {
    "({})": 40, "{}": 30, "[{}]": 5, "({}a)": 3, "{}b": 2, "({}, May)": 2, "({}, May 3)": 1, "({}-04-12)": 1,
    "({}).": 1,
}  # fmt: skip
_ELSEWHERE = {
    "{}": 50, "({})": 30, "[{}]": 3, "May {}": 4, "(March {})": 2, "{}-05-17": 2, "12 June {}": 2, "May 26, {}": 6,
    "(May 10, {})": 3, "(Sept. {})": 1, "{}/04": 1, "Spring {}": 1, "c{}": 1, "({}/04)": 0.5,
}  # fmt: skip
_ASIAN_FORMS = (
    "{}年",
    "{}年3月",
    "{}.5",
    "({}年)",
    "({} 年 6 月)",
    "({}年第一期)",
    "({}/11/3)",
    "({}.3)",
    "({}/5)",
    "{}. 6.",
)


def draw_year(draw: Random, year: str, language: str, *, is_after_names: bool) -> Chunks:
    """Return the year of a work in a random form, as chunks."""
    if not year:
        return []
    form = pick(draw, _AFTER_NAMES if is_after_names else _ELSEWHERE)
    form = form.replace("May", draw.choice(MONTHS)).replace("June", draw.choice(MONTHS))
    if language in _MONTHS_OF and draw.random() < 0.12:
        form = _draw_local_date(draw, language)
    if language in ASIAN and draw.random() < 0.3:
        form = draw.choice(_ASIAN_FORMS)
    before, _, after = form.partition("{}")
    chunks = [Chunk(before), Chunk(year, "Y"), Chunk(after)]
    return marked(chunks, draw.choice(("strong", "em"))) if draw.random() < 0.04 else chunks


def draw_date(draw: Random, language: str, year: str) -> Chunks:
    """Return the day or the month of an article, in a random form of a language."""
    if language in _MONTHS_OF:
        form = _draw_local_date(draw, language)
    elif language in ("zh", "ja"):
        form = draw.choice(("{}年3月12日", "{}年11月", "{}-06-03"))
    else:
        form = draw.choice(
            ("May {day}, {}", "{day} May {}", "May {}", "{}-05-{day}", "Jan. {day}, {}", "Sept. {day}, {}")
        )
        form = form.replace("May", draw.choice(MONTHS)).replace("{day}", str(draw.randint(1, 28)))
    before, _, after = form.partition("{}")
    return [Chunk(before), Chunk(year, "Y"), Chunk(after)]


def _draw_local_date(draw: Random, language: str) -> str:
    """Return a date in a language, with `{}` in place of the year."""
    day, month = draw.randint(1, 28), draw.choice(_MONTHS_OF[language].split())
    if language in ("es", "pt"):
        return draw.choice((f"{day} de {month} de {{}}", f"{month} de {{}}", f"{month} {{}}"))
    return draw.choice((f"{day}{'.' if language == 'de' else ''} {month} {{}}", f"{month} {{}}"))

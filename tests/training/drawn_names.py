"""Draw lists of names in random forms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from tests.training.chunks import CJK, Chunk, Chunks, marked, pick, pick_words

NAME_FORMS = {
    "given family": 30, "family, given": 14, "family, I.": 18, "I. family": 16, "family I": 8, "family I.": 6,
    "family": 8, "FAMILY, given": 2, "FAMILY, I.": 2, "given FAMILY": 2, "family given": 2, "FAMILY I": 1,
}  # fmt: skip
"""Weights of the forms of a name; `I.` is for initials."""
_ANDS = {
    "en": " and | & |, and |, & | and |, ",
    "de": " und | & | / |; |, ",
    "fr": " et | & |, ",
    "es": " y | & |, ",
    "pt": " e | & |; ",
    "it": " e | & |, ",
    "ru": ", | и ",
    "pl": " i |, ",
}
"""Marks before the last name, by language."""
_ET_AL = {
    "en": "et al.|et al|and others|*et al.*|and colleagues|...",
    "de": "et al.|u. a.|u.a.|et al.",
    "fr": "et al.|et autres",
    "es": "et al.|y otros",
    "ru": "и др.|et al.",
    "zh": "等|, 等",
    "ja": "ほか|他|ら",
}
_SEPARATORS = {
    ", ": 60, "; ": 18, " ; ": 2, " & ": 2, " and ": 4,
    " / ": 3, "/": 2, " · ": 1, " – ": 2, " - ": 1, ",": 2, ": ": 0.5,
}  # fmt: skip
_SYMBOLS = "*|1|†|¹|^1^|1,2|²|#"
"""Symbols of footnotes after a name."""
_EDITED = {
    "zh": "主编|编|编著|编译|撰|著|等编",
    "ja": "編|著|編著|編集|主編|撰|校注|監修",
    "ko": " 엮음| 지음| 저| 편저| 편",
}
"""Words after the last name that say what the people did, by language."""
_PLACES = (
    "MIT|Stanford University|Università di Bologna|Universität Wien|Aix-Marseille Université, IREMAM"
    "|Google Research|UCLA|Università di Napoli “L’Orientale”|CNRS / EHESS|Universidad de Chile|USP"
    "|Inria, Paris|東京大学|서울대|清华大学|МГУ|École normale supérieure de Lyon"
    "|Freie Universität Berlin|ETH Zürich|King’s College London|Uppsala University"
)
"""Places of work in brackets after a name."""
_MOST = 12
"""Names of the longest list."""


def draw_names(
    draw: Random, people: Sequence[Sequence[str]], language: str, *, label: str = "A", form: str = ""
) -> Chunks:
    """Return a list of names as chunks.

    Args:
        draw: The source of choices.
        people: The given name and the family name of each person.
        language: The language of the words between names.
        label: The label of the names.
        form: One of `NAME_FORMS`; a random one if empty.
    """
    form = form or pick(draw, NAME_FORMS)
    initials = draw.choice(("spaced", "spaced", "spaced", "tight", "tight", "bare", "loose"))
    separator, last = _draw_separators(draw, people, language, form)
    total = len(people)
    limit = total if draw.random() < 0.7 else draw.randint(1, max(1, min(3, total)))
    if total > _MOST:
        limit = draw.randint(1, _MOST)
    shown = people[:limit]
    has_more = limit < total or draw.random() < 0.04
    is_first_inverted = form in ("given family", "I. family") and draw.random() < 0.15
    is_linked = draw.random() < 0.04
    bold = draw.randrange(len(shown)) if draw.random() < 0.04 and shown else -1
    has_symbols = draw.random() < 0.06
    has_places = label == "A" and draw.random() < 0.04
    chunks: Chunks = []
    for number, person in enumerate(shown):
        if number:
            is_last = number == len(shown) - 1 and not has_more
            chunks.append(Chunk(last if is_last else separator))
        own = form
        if is_first_inverted and number == 0:
            own = "family, given" if form == "given family" else "family, I."
        text = _written(draw, person, own, initials)
        if not text.strip():
            continue
        name = [Chunk(text, label)]
        if is_linked:
            name = marked(name, "link")
        if number == bold:
            name = marked(name, "strong")
        chunks += name
        if has_symbols and draw.random() < 0.5:
            chunks.append(Chunk(pick_words(draw, _SYMBOLS)))
        if has_places:
            chunks.append(Chunk(f" ({pick_words(draw, _PLACES)})"))
    if label == "A" and shown and language in _EDITED and draw.random() < 0.12:
        chunks.append(Chunk(pick_words(draw, _EDITED[language])))
    if has_more and shown:
        chunks += _draw_et_al(draw, language)
    if draw.random() < (0.4 if has_places else 0.06):
        chunks = marked(chunks, draw.choice(("strong", "em", "em" if has_places else "strong")))
    return chunks


def _draw_separators(draw: Random, people: Sequence[Sequence[str]], language: str, form: str) -> tuple[str, str]:
    """Return the mark between two names, and the one before the last name."""
    is_asian = bool(people) and bool(CJK.search("".join(people[0])))
    separator = pick(draw, _SEPARATORS)
    if is_asian:
        separator = draw.choice((", ", "、", ",", ",", "; ", "・", ", ", ", "))
    elif form in ("family, given", "FAMILY, given") and draw.random() < 0.4:
        separator = "; "
    if draw.random() < 0.75 and not is_asian:
        return separator, pick_words(draw, _ANDS.get(language, _ANDS["en"]))
    return separator, separator


def _draw_et_al(draw: Random, language: str) -> Chunks:
    """Return words for further authors."""
    words = pick_words(draw, _ET_AL.get(language, _ET_AL["en"]))
    before = "" if words[0] in "等ほ他ら," else draw.choice((" ", ", ", " "))
    return [Chunk(before), Chunk(words.strip("*"), "X", frozenset({"em"}) if words.startswith("*") else frozenset())]


def _written(draw: Random, person: Sequence[str], form: str, initials: str) -> str:
    """Return a name in a form, with initials in a form."""
    given, family = person
    if not given and CJK.search(family) and 2 <= len(family) <= 5 and initials == "tight":
        # the family name of one or two letters, and a space
        at = 2 if len(family) > 3 or draw.random() < 0.3 else 1
        return f"{family[:at]} {family[at:]}"
    if not given:
        return family
    if CJK.search(family):
        return family + given if draw.random() < 0.9 else f"{family} {given}"
    if "FAMILY" in form:
        family = family.upper()
    short = _initials(given, initials)
    # some notes shorten the middle names only
    shortened = given
    if " " in given and draw.random() < 0.3:
        first, *rest = given.split()
        shortened = " ".join([first, *(f"{name[0]}." for name in rest)])
    return {
        "given family": f"{shortened} {family}",
        "family, given": f"{family}, {shortened}",
        "family, i.": f"{family}, {short}",
        "i. family": f"{short} {family}",
        "family i": f"{family} {_initials(shortened, 'glued' if initials != 'bare' else 'bare')}",
        "family i.": f"{family} {short}",
        "family given": f"{family} {shortened}",
        "family": family,
    }[form.casefold()]


def _initials(given: str, form: str) -> str:
    words = [word for word in re.split(r"[\s.]+", given) if word]
    letters = ["-".join(part[0] for part in word.split("-") if part) for word in words]
    if form == "glued":
        return "".join(letter.replace("-", "") for letter in letters)
    if form == "tight":
        return "".join(f"{letter}." for letter in letters)
    if form == "bare":
        return " ".join(letters)
    if form == "loose":
        # without the last point, or with it alone
        joined = ".".join(letters)
        return joined if len(given) % 2 else " ".join(letters) + "."
    return " ".join(letter.replace("-", ".-") + "." for letter in letters)

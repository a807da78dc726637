"""Join the parts of references and citations with punctuation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from papernotes_plugin.citation.locators import Locator
from papernotes_plugin.vocabulary.citation_model import Run, plain_runs

_ENDS = (".", "?", "!", "…")


def end_sentence(runs: Sequence[Run]) -> tuple[Run, ...]:
    """Return a sentence with a full stop, unless it already ends in a final sign."""
    has_end = plain_runs(runs).rstrip("”’)]").endswith(_ENDS) and not _ends_with_bracket(runs)
    return (*runs, Run("" if has_end else "."))


def _ends_with_bracket(runs: Sequence[Run]) -> bool:
    # `(Eds.)` and `[…]` get a full stop of their own
    return plain_runs(runs).endswith((")", "]"))


def join_sentences(sentences: Iterable[Sequence[Run]], sources: Sequence[Run]) -> tuple[Run, ...]:
    """Return sentences joined by spaces, and then the links to the work; no full stop follows a URL."""
    out: list[Run] = []
    for sentence in sentences:
        out += [Run(" "), *sentence] if out else sentence
    for source in sources:
        out += [Run(" ") if out else Run(""), source]
        if "://" not in source.text:
            out.append(Run("."))
    return tuple(run for run in out if run.text)


def suffix_text(locator: Locator) -> str:
    """Return the text after a paper in a citation, with the comma or space before it: `, p. 3 and elsewhere`."""
    return f", {locator.words}{locator.rest}" if locator.place else locator.rest


def ordinal(edition: str) -> str:
    """Return a number as an ordinal, `2` as `2nd`; words are unchanged.

    Examples:
        >>> ordinal("2"), ordinal("11"), ordinal("23"), ordinal("Second")
        ('2nd', '11th', '23rd', 'Second')
    """
    if not (edition.isascii() and edition.isdigit()):
        return edition
    number = int(edition[-2:])
    ending = "th" if number // 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{edition}{ending}"

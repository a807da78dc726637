"""Frequent given names, by which `Family, Given` differs from `Given Family`, and names differ from other words."""

from __future__ import annotations

import unicodedata

from papernotes_plugin.people.frequent_given_names import FREQUENT_GIVEN_NAMES

_OLDER_GIVEN_NAMES = """
    adolf agatha albrecht alfred annette audre benedetto benedict bertrand bettina birgit caio carlo carmen
    cesare christa clarice czeslaw darcy detlef dieter donna doris dorothy eberhard edmund egon elfriede elinor
    erich erving erwin ferdinand fernand fernando florestan francoise franz fredric friedrich fyodor georges
    gertrud gilberto gisela gottfried gottlob gunter gunther gustav hannelore harold hartmut hedwig heike
    heinrich heinz helene helmut henri hildegard ilse immanuel ingeborg isaiah italo jacques jochen julio karl
    leopold leszek lucien marguerite michel monika nikolai norbert octavio oswald otto reinhard reinhart renate
    rubem rudolf siegfried sigmund silke stanislaw talcott theodor umberto ursula uwe vasily werner wilhelm
    wolfram zygmunt
"""
"""Given names of authors in history, literature and philosophy, which are rare in the table that was counted."""
_NAMES = frozenset((*FREQUENT_GIVEN_NAMES.split(), *_OLDER_GIVEN_NAMES.split()))
_LETTERS = str.maketrans("łøđı", "lodi")
"""Letters that Unicode does not decompose."""


def is_given_name(word: str) -> bool:
    """Return whether a word is a frequent given name, in any case and with or without accents.

    Examples:
        >>> is_given_name("Ashish"), is_given_name("Vaswani")
        (True, False)
    """
    return fold_name(word) in _NAMES


def fold_name(word: str) -> str:
    """Return a word in lower case and without accents, as the table has it.

    Examples:
        >>> fold_name("Jérôme"), fold_name("Łukasz")
        ('jerome', 'lukasz')
    """
    if word.isascii():
        return word.lower()
    folded = unicodedata.normalize("NFKD", word.casefold()).translate(_LETTERS)
    return folded.encode("ascii", "ignore").decode()

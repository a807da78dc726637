"""Compare the spelling of a name with that in a text."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.names import name_surroundings

_WORD = re.compile(r"[^\W_]+")
_SEPARATOR = re.compile(r"[\s-]")


def has_same_shape(spelling: str, written: str) -> bool:
    """Return whether capitals agree: all of an acronym, an inner one of a mixed name (VideoJam, but not React)."""
    name, words = _SEPARATOR.sub("", spelling), _SEPARATOR.sub("", written)
    if name.isupper() or len(name) <= 4:
        return words == name
    capitals = {at for at, c in enumerate(words) if c.isupper()}
    # the D of `3D` is a capital in everyday words, too: `mono3D`
    inner = {at for at in capitals - {0} if not words[at - 1].isdigit()}
    return words == name or (any(inner) and capitals <= {at for at, c in enumerate(name) if c.isupper()})


def has_other_spaces(spelling: str, written: str) -> bool:
    """Return whether capitals with spaces are written for a name with hyphens: `3D VLA` for 3D-VLA."""
    if "-" not in spelling or written.count(" ") <= spelling.count(" "):
        return False
    last, own = written.rpartition(" ")[2], spelling.rpartition("-")[2]
    return (written.isupper() and written[-1].isalpha()) or (last.islower() and not own.islower())


def is_similar(spelling: str, written: str) -> bool:
    """Return whether a mixed name is written like a common word: `Wavenet` for WaveNet."""
    return len(spelling) > 4 and not spelling.isupper() and written[:1].isupper()


def is_capitalised(written: str) -> bool:
    """Return whether all words but small ones begin with a capital."""
    words = [w for w in _WORD.findall(written) if w.lower() not in name_surroundings.SMALL_WORDS]
    return bool(words) and all(not w[0].islower() for w in words)

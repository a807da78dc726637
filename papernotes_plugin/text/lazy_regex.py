"""Regular expressions that are compiled at their first use.

The package has some fourteen hundred of them. To compile them all takes longer than to read a few notes.
"""

from __future__ import annotations

import re
from typing import cast

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn")


class _LazyPattern:
    """A regular expression with the methods of `re.Pattern`; `match.re` is not this object, but the compiled one."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        # programs that inspect modules ask each object for special attributes, such as `__wrapped__`
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self._flags)
        # Python looks for attributes here before it calls this method, so that further uses cost nothing
        self.__dict__.update({method: getattr(compiled, method) for method in _METHODS})
        return getattr(compiled, name)


def lazy_regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a regular expression that is compiled when one of its methods is called for the first time.

    An invalid expression raises `re.error` at that moment, so a test compiles all expressions of the package.
    """
    return cast("re.Pattern[str]", _LazyPattern(pattern, flags))


def optional_run(characters: str) -> str:
    r"""Return an expression for any number of some characters, for the beginning of an expression that is searched.

    It takes linear time.  `[\s,]*\(` takes quadratic time in a long row of spaces without a bracket.  A search tries
    each place of the row, and reads the rest of the row from each.  This expression reads the row only from its start.
    The next part of the expression must match none of the characters.

    Args:
        characters: The characters, as a regular expression has them in square brackets: `\s,`.
    """
    return rf"(?:(?<![{characters}])[{characters}]++)?"


OPTIONAL_SPACE = optional_run(r"\s")
r"""Part of an expression for the white space that may precede a mark, as in `rf"{OPTIONAL_SPACE},"`."""

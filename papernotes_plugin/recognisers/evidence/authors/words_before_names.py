"""Remove `by` and the like before names: `by Ashish Vaswani`, `de Andy Clark`."""

from __future__ import annotations

from papernotes_plugin.people import is_given_name
from papernotes_plugin.text.lazy_regex import lazy_regex

_BY = lazy_regex(
    r"(?:is\s)?[Bb]y:?\s+(?=[^\W\d_a-z])|is\s(?=[^\W\d_a-z][\w'’.-]*\s[^\W\d_a-z])"
    r"|(?:par|por|作者|著者):?\s+(?=[^\W\d_a-z][\w'’.-]*\s)"
)
"""The word before the names of a byline; the German `von` is also the beginning of a name."""
_BY_IN_SPANISH = lazy_regex(r"d[eio] (?=(?P<given>[^\W\d_a-z][^\W\d_]+) (?:[a-z]{2,3} ){0,2}[^\W\d_a-z])")
"""`de` before a given and a family name, where it is no part of the name: `de Andy Clark`."""


def without_by(words: str) -> str:
    """Return names without `by` before them: `by Ashish Vaswani`."""
    match = _BY.match(words)
    if not match and (spanish := _BY_IN_SPANISH.match(words)) and is_given_name(spanish["given"]):
        match = spanish
    return words[match.end() :] if match else words

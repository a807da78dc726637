"""Remove from references what only text from a PDF has: spaces in addresses, and the pages that cite a paper."""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex

_SPACED_URL = lazy_regex(r"\bhttps?: ?//(?: ?[\w-]+ ?\.)+ ?[a-z]{2,4}\b(?: ?/ ?[\w.~%+-]*)*")
"""An address with spaces in it, as programs copy it from a PDF: `https: // github. com/ owner/ name`."""
_CITED_ON = lazy_regex(
    r"(?:(?<=\b(?:19|20)\d\d\.)|(?<=[^\W\d_] \((?:19|20)\d\d\))|(?<=[^\W\d_]\. \((?:19|20)\d\d\)))"
    r"(?P<pages> \d{1,3}(?:, ?\d{1,3})*)[\s.]*$"
)
"""The pages of a paper on which its bibliography is cited: `In CVPR, 2016. 2, 3, 9`, `In: ECCV (2020) 3`.

With a number before the year in brackets, the number after it is a page: `JHEP 08 (2013) 044`.
"""


def without_spaced_addresses(words: str) -> str:
    """Return a text of the same length without addresses that have spaces in them."""
    return _SPACED_URL.sub(lambda m: " " * len(m[0]), words) if ": //" in words else words


def without_citing_pages(words: str) -> str:
    """Return a text of the same length without the pages at its end on which a bibliography is cited."""
    if not words.rstrip(" .")[-1:].isdecimal():
        return words
    cited = _CITED_ON.search(words)
    return words[: cited.start()].ljust(len(words)) if cited and _are_ascending(cited["pages"]) else words


def _are_ascending(pages: str) -> bool:
    """Return whether the numbers between commas ascend; a volume and a page may do so, too: `12, 345`."""
    numbers = [int(number) for number in pages.split(",")]
    return numbers == sorted(numbers)

"""Decide which `.bib` and RIS files a site has with `paper_files: false`: those of several papers, and linked ones."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from urllib.parse import unquote

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library

_ADDRESS = lazy_regex(r"""(?<![^\s"'<>|`])[^\s"'<>|`]*\.(?:bib|ris)(?!\w)""", re.IGNORECASE)
_NAME = lazy_regex(r"(?<![\w.~+-])[\w.~+-]*\Z")


def linked_files(texts: Iterable[str]) -> frozenset[str]:
    """Return the names of the `.bib` and RIS files that texts mention, in whatever syntax, as `has_file` compares them.

    Examples:
        >>> linked_files(["[cite](../papers/On%20x.bib), <a href='A.RIS'>", "a.bibliography"]) == {"x.bib", "a.ris"}
        True
    """
    return frozenset(_name(unquote(address)) for text in texts for address in _ADDRESS.findall(text))


def has_file(path: str, paper_count: int, library: Library, config: Config) -> bool:
    """Return whether a site has the `.bib` or RIS file at a path, which contains a number of papers."""
    return config.paper_files or paper_count > 1 or _name(path) in library.linked_files


def _name(address: str) -> str:
    """Return the end of a file name: a link may be written without the words before the last space."""
    match = _NAME.search(unicodedata.normalize("NFC", address).casefold())
    return match[0] if match else ""

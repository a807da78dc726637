"""Library -> what other programs read: BibTeX entries, CSL-JSON, and the catalogue as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from papernotes_plugin.entries import write
from papernotes_plugin.exports import csl
from papernotes_plugin.exports.catalogue import SCHEMA, catalogue, catalogue_text
from papernotes_plugin.exports.entry import entry
from papernotes_plugin.model import Paper

__all__ = ["SCHEMA", "bibtex", "catalogue", "catalogue_text", "csl", "entry"]


def bibtex(papers: Iterable[Paper]) -> str:
    """The entries of the papers as `.bib` text, in their order."""
    return write(map(entry, papers))

"""Library -> what other programs read: BibTeX entries, CSL-JSON, RIS, and the catalogue as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from papernotes_plugin.config import BIBTEX, LATEX, UTF8
from papernotes_plugin.entries import write
from papernotes_plugin.entries.ascii import ascii_entry
from papernotes_plugin.exports import csl, ris
from papernotes_plugin.exports.catalogue import SCHEMA, catalogue, catalogue_text
from papernotes_plugin.exports.entry import entry
from papernotes_plugin.model import Paper

__all__ = ["SCHEMA", "bibtex", "catalogue", "catalogue_text", "csl", "entry", "ris"]


def bibtex(papers: Iterable[Paper], flavor: str = BIBTEX, encoding: str = UTF8, further: Iterable[str] = ()) -> str:
    """The entries of the papers as `.bib` text, in their order.

    Args:
        papers: The papers.
        flavor: `bibtex` or `biblatex`: the names of types and fields.
        encoding: `utf8`, or `latex` for ASCII with LaTeX commands.
        further: Private fields of the author's entries that are given too: `abstract`, `keywords`.
    """
    further = tuple(further)
    found = (entry(paper, flavor, further) for paper in papers)
    return write(map(ascii_entry, found) if encoding == LATEX else found)

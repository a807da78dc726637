"""Export papers for other programs: BibTeX, CSL-JSON, RIS, JSON, an Atom feed and metadata of web pages.

Each format has its own module.  `paper_formats` contains the table of the formats of exported files.
"""

from __future__ import annotations

from papernotes_plugin.exports import atom_feed, citation_metadata, csl_json, graph_json, ris
from papernotes_plugin.exports.bibliography import (
    bibtex,
    bibtex_entries,
    bibtex_of_keys,
    format_bibliography,
    keys_without_entry,
)
from papernotes_plugin.exports.export_issues import changed_entries, untitled_papers
from papernotes_plugin.exports.json_catalogue import SCHEMA, catalogue, catalogue_text
from papernotes_plugin.exports.paper_entry import bibtex_entry, is_set
from papernotes_plugin.exports.paper_formats import PAPER_FORMATS, export_papers
from papernotes_plugin.exports.pdflatex_support import pdflatex_issues

__all__ = [
    "PAPER_FORMATS",
    "SCHEMA",
    "atom_feed",
    "bibtex",
    "bibtex_entries",
    "bibtex_entry",
    "bibtex_of_keys",
    "catalogue",
    "catalogue_text",
    "changed_entries",
    "citation_metadata",
    "csl_json",
    "export_papers",
    "format_bibliography",
    "graph_json",
    "is_set",
    "keys_without_entry",
    "pdflatex_issues",
    "ris",
    "untitled_papers",
]

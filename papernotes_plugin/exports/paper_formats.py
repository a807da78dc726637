"""File formats of papers that other programs import, in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from papernotes_plugin.exports import csl_json, ris
from papernotes_plugin.exports.csl_json import CslPaper, csl_paper
from papernotes_plugin.exports.paper_entry import is_set
from papernotes_plugin.vocabulary.model import Paper


class PaperFormat(NamedTuple):
    """File format of papers: its file name ending, and functions that write one paper and join several."""

    ending: str
    """Ending of the exported file: `.ris`.  On a site the rest of its name is that of the `.bib` file."""
    format_paper: Callable[[CslPaper], str]
    """Function that returns the text of one paper."""
    join_papers: Callable[[Iterable[str]], str]
    """Function that returns the text of a file from the texts of its papers."""


PAPER_FORMATS: Mapping[str, PaperFormat] = {
    "csl": PaperFormat(".csl.json", csl_json.format_item, csl_json.join_items),
    "ris": PaperFormat(".ris", ris.format_record, ris.join_records),
}
"""Formats by the name that the option `--format` of `papernotes export` takes.

A format in this table is a choice of that option, and a file on every site.  BibTeX is not in the table, because it has
more options; `papernotes_plugin.exports.bibliography` writes it.
"""


def export_papers(papers: Iterable[Paper], format_name: str) -> str:
    """Return papers as the text of a file, in their order; sets of biblatex are left out, because they have no text.

    Args:
        papers: The papers to write; each is written once per occurrence.
        format_name: A key of `PAPER_FORMATS`.

    Raises:
        KeyError: If there is no such format.
    """
    chosen = PAPER_FORMATS[format_name]
    return chosen.join_papers(chosen.format_paper(csl_paper(paper)) for paper in papers if not is_set(paper))

"""Format citations and lists of references in a citation style.

A style is an object with the methods of `papernotes_plugin.vocabulary.citation_model.Style`.  Three modules define
one: `author_year_style`, `numeric_style` and `csl_style`, which reads any style of the Citation Style Language.  The
table of the styles that come with papernotes is in `styles`.

The other modules do one part each.  `cited_work` collects the facts of a reference, and `disambiguation` makes distinct
names for citations.  `locators` reads page numbers, and `punctuation` joins sentences.

A style returns runs of plain text with italics and links; each destination escapes them itself.
"""

from __future__ import annotations

from papernotes_plugin.citation.csl_style import load_csl_style
from papernotes_plugin.citation.styles import STYLES, reference, style_without_list

__all__ = ["STYLES", "load_csl_style", "reference", "style_without_list"]

"""Choose the style of citations and references that the options name."""

from __future__ import annotations

from typing import NamedTuple

from papernotes_plugin import citation, exports
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.vocabulary.citation_model import Style
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import PapernotesError


class Styles(NamedTuple):
    """The styles of the citations in a note, and a search for citekeys similar to an unknown one."""

    style: Style
    """Style of citations that lead to a list of references, and of that list."""
    prose: Style
    """Style of citations in notes without a list of references."""
    suggestions: Suggestions | None = None


def citation_style(config: Config, csl: str) -> Style:
    """Return the style that the option `citation_style` names.

    Args:
        config: The options.
        csl: The text of the `.csl` file, if the option names one.

    Raises:
        PapernotesError: If the style cannot be used.
    """
    name = config.citation_style
    if name in citation.STYLES:
        return citation.STYLES[name]
    try:
        return citation.load_csl_style(csl, exports.csl_json.csl_items)
    except PapernotesError as error:
        raise PapernotesError(f"option 'citation_style' names '{name}': {error}") from None

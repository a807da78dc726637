"""Styling: how citations are worded, as the options have it."""

from __future__ import annotations

from typing import NamedTuple

from papernotes_plugin import citation, exports
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.vocabulary.citation_model import Style
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import PapernotesError


class Styles(NamedTuple):
    """How citations are worded, and who is asked for the key that one may have meant."""

    style: Style
    prose: Style
    """Where there is no list of references."""
    near: Suggestions | None = None


def styled(config: Config, csl: str) -> Style:
    """The style of a config; `csl` is the text of the file that it names, if it names one.

    Raises:
        PapernotesError: where the style cannot be used.
    """
    name = config.citation_style
    if name in citation.STYLES:
        return citation.STYLES[name]
    try:
        return citation.load_csl_style(csl, exports.csl_json.csl_items)
    except PapernotesError as error:
        raise PapernotesError(f"option 'citation_style' names '{name}': {error}") from None

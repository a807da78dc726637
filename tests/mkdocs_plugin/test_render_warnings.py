"""Tests of the record of notes that were rendered without warnings."""

from __future__ import annotations

import logging

import pytest

from papernotes_plugin.mkdocs_plugin.notes.citations_elsewhere import PageCitations
from papernotes_plugin.mkdocs_plugin.notes.render_warnings import RenderWarnings


@pytest.mark.parametrize(
    ("level", "is_without_warnings"), [(logging.DEBUG, True), (logging.INFO, False), (logging.WARNING, False)]
)
def test_messages(level: int, is_without_warnings: bool) -> None:
    """With `--verbose`, messages for developers do not count; a message that every build shows does."""
    logger = logging.getLogger("mkdocs")
    before = logger.level
    logger.setLevel(logging.DEBUG)
    try:
        warnings = RenderWarnings(PageCitations())
        warnings.start_page("# A note")
        logging.getLogger("mkdocs.structure.pages").log(level, "a message")
        warnings.end_page("a.md")
        logger.log(logging.WARNING, "a message about another page")
    finally:
        logger.setLevel(before)
    assert warnings.is_without_warnings("a.md") == is_without_warnings

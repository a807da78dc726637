"""What a note has with it so that its mentions can be shown on hover: a card for each paper, as data in the page."""

from __future__ import annotations

import json
from collections.abc import Iterable

from papernotes_plugin.exports import card_text
from papernotes_plugin.links.addresses import paper_bibtex, paper_page
from papernotes_plugin.text.escaping import escape_script
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library, Output

MOST_LETTERS = 60_000
"""Of the cards of one note; beyond, a card has no TL;DR."""


class Cards:
    """The cards of one build; each is made once."""

    def __init__(self, library: Library, config: Config, outputs: Iterable[Output]) -> None:
        self._library = library
        self._config = config
        self._ours = {output.path for output in outputs}
        self._made: dict[str, tuple[str, str, str, str]] = {}

    def block(self, note: str, base: str, end: str) -> str:
        """The data of a note as an element of HTML that runs nothing; "" where there is none.

        Args:
            note: The path of the note.
            base: The relative address of the folder of the papers, from the note's page.
            end: What the address of a page ends with behind its name: `/` or `.html`.
        """
        slugs = dict.fromkeys(paper.slug for _, paper in self._library.mentions.get(note, ()))
        told: dict[str, tuple[str, str, str, str]] = {}
        letters = 0
        for slug in slugs if self._config.cards else ():
            if {paper_page(slug, self._config), paper_bibtex(slug, self._config)} <= self._ours:
                title, authors, where, words = self._card(slug)
                letters += len(title) + len(authors) + len(where) + len(words)
                told[slug] = title, authors, where, words if letters <= MOST_LETTERS else ""
        if not told:
            return ""
        data = {"base": base, "end": end, "papers": told}
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        # no `script`: under instant navigation Material runs each, whatever its type
        return f'<template class="papernotes-cards">{escape_script(text)}</template>'

    def _card(self, slug: str) -> tuple[str, str, str, str]:
        if slug not in self._made:
            self._made[slug] = card_text.hover_card(self._library.by_slug[slug])
        return self._made[slug]

"""Embed the data of hover cards in note pages: one card for each mentioned paper."""

from __future__ import annotations

import json
from collections.abc import Set

from papernotes_plugin.exports import card_text
from papernotes_plugin.links.addresses import paper_bibtex, paper_page
from papernotes_plugin.render.table_data import file_count
from papernotes_plugin.text.escaping import escape_script
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library

MAX_LETTERS = 60_000
"""Maximum number of letters in the cards of one note; further cards have no TL;DR."""


class Cards:
    """The hover cards of one build, each computed once."""

    def __init__(self, library: Library, config: Config, generated: Set[str]) -> None:
        self._library = library
        self._config = config
        self._generated = generated
        self._cards: dict[str, tuple[str, str, str, str]] = {}

    def block(self, note: str, base: str, end: str) -> str:
        """Return the data of the cards of a note as an inert HTML element; "" if it mentions no paper.

        Args:
            note: The path of the note.
            base: The relative URL of the folder of the papers, from the page of the note.
            end: The end of page URLs after the name: `/` or `.html`.
        """
        slugs = dict.fromkeys(paper.slug for _, paper in self._library.mentions.get(note, ()))
        cards: dict[str, tuple[str, str, str, str]] = {}
        letters = 0
        for slug in slugs if self._config.cards else ():
            if self._can_have_card(slug):
                title, authors, venue, words = self._card(slug)
                letters += len(title) + len(authors) + len(venue) + len(words)
                cards[slug] = title, authors, venue, words if letters <= MAX_LETTERS else ""
        if not cards:
            return ""
        data: dict[str, object] = {"base": base, "end": end, "papers": cards}
        if not self._config.paper_files:
            data["files"] = file_count(len(self._library.papers))
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        # not `script`: with instant navigation Material runs every script, whatever its type
        return f'<template class="papernotes-cards">{escape_script(text)}</template>'

    def _can_have_card(self, slug: str) -> bool:
        """Return whether the page of a paper is generated, and its `.bib` file if papers have files."""
        needed = {paper_page(slug, self._config)}
        if self._config.paper_files:
            needed.add(paper_bibtex(slug, self._config))
        return needed <= self._generated

    def _card(self, slug: str) -> tuple[str, str, str, str]:
        if slug not in self._cards:
            self._cards[slug] = card_text.hover_card(self._library.by_slug[slug])
        return self._cards[slug]

"""Tests of the titles that many works have in common."""

from __future__ import annotations

import pytest

from papernotes_plugin.entries.recurring_titles import is_recurring
from papernotes_plugin.text import comparison_key

RECURRING = """
Editorial; EDITORIAL; Éditorial; Editors' Note; Guest Editorial: Small Seas; Introduction; Preface; Foreword; Vorwort;
Avant-propos; Prólogo; Prefácio; Prefazione; Voorwoord; Förord; Wstęp; Предисловие; 前言; はじめに; Errata; Erratum;
Erratum: On Sums; Corrigendum to “On Sums”; Reply to Smith; Response to Comments by Lee; Comment on “On Sums”;
Comments on a Paper of Lee; Book Review; Book review: Small Seas; Review of Small Seas; Rezension von Kleine Meere;
Proceedings of the Third Workshop; Part 2; Part II; Vol. 3; Volume III; Band 2; Tome 4; Часть 1; 第三章;
On Sums, Part II; In Memoriam Ann Lee
"""
DISTINCT = """
Introduction to Algorithms; Attention Is All You Need; A Review of Small Seas; Part-of-speech tagging; Partial Sums;
Notes on Sums; Replying Machines; Commentators of the North; Volume rendering; Prefaces and Power in Print Culture;
Errors in Print; No Free Lunch Theorems; Responses of Small Seas; Discussion forums; Number fields
"""


def titles(table: str) -> list[str]:
    """Return the titles of a table."""
    return [title for title in map(str.strip, table.replace("\n", " ").split(";")) if title]


@pytest.mark.parametrize("title", titles(RECURRING))
def test_a_recurring_title_is_recognised(title: str) -> None:
    """Generic titles are recognised in any language, case and punctuation."""
    assert is_recurring(comparison_key(title))


@pytest.mark.parametrize("title", titles(DISTINCT))
def test_a_title_of_one_work_is_none(title: str) -> None:
    """A title that only starts like a generic one is not recurring."""
    assert not is_recurring(comparison_key(title))

"""Item types of reference managers and the entry types that they mean."""

from __future__ import annotations

import pytest

from papernotes_plugin.entries.item_types import entry_type_of, is_web_clipping

# https://github.com/zotero/zotero-schema, version 41: types of CSL, and those of Zotero that each one covers
ZOTERO = """
    preprint journalArticle magazineArticle newspaperArticle bill book podcast tvBroadcast radioBroadcast bookSection
    dataset document dictionaryEntry encyclopediaArticle artwork hearing interview case statute manuscript map film
    videoRecording conferencePaper patent letter email instantMessage forumPost blogPost report computerProgram
    audioRecording presentation standard thesis webpage
"""
CSL = """
    article-journal article-magazine article-newspaper bill book broadcast chapter dataset document entry-dictionary
    entry-encyclopedia graphic hearing interview legal_case legislation manuscript map motion_picture paper-conference
    patent personal_communication post post-weblog report software song speech standard thesis webpage
"""


@pytest.mark.parametrize("name", (ZOTERO + CSL).split())
def test_every_type_of_zotero_and_csl_is_known(name: str) -> None:
    """Each item type means an entry type, in any case, and as the text of a link or a tag."""
    kind = entry_type_of(name)
    assert kind
    assert entry_type_of(f"[[{name.upper()}]]") == entry_type_of(f"#{name}") == kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("journalArticle", "article"),
        ("Journal Article", "article"),
        ("newspaperArticle", "article"),
        ("conferencePaper", "inproceedings"),
        ("Conference Paper", "inproceedings"),
        ("paper-conference", "inproceedings"),
        ("CPAPER", "inproceedings"),
        ("bookSection", "incollection"),
        ("inbook", "incollection"),
        ("book", "book"),
        ("#books", "book"),
        ("thesis", "thesis"),
        ("phdthesis", "phdthesis"),
        ("PhD Thesis", "phdthesis"),
        ("Master's thesis", "mastersthesis"),
        ("report", "report"),
        ("techreport", "report"),
        ("Technical Report", "report"),
        ("preprint", "misc"),
        ("webpage", "online"),
        ("blogPost", "online"),
        ("computerProgram", "software"),
    ],
)
def test_entry_types(name: str, kind: str) -> None:
    """Names of Zotero, CSL, RIS and BibTeX mean the same type, with spaces or without."""
    assert entry_type_of(name) == kind


@pytest.mark.parametrize("name", ["", "article", "articles", "paper", "note", "literature note", "recipe", "x" * 500])
def test_other_words_mean_no_type(name: str) -> None:
    """A word that is the name of several things, or of none, states no type."""
    assert entry_type_of(name) == ""


def test_web_clippings() -> None:
    """Readwise's categories of web pages are separate from books."""
    assert all(map(is_web_clipping, ("#articles", "articles", "[[tweets]]", "#podcasts")))
    assert not any(map(is_web_clipping, ("#books", "article", "journalArticle", "")))

"""Lists of very many authors are read whole: no name is cut, and none is lost."""

from __future__ import annotations

from typing import Literal
from unicodedata import normalize

import pytest

from papernotes_plugin import recognisers
from papernotes_plugin.reading import note_reader
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.vocabulary.model import Source

GIVEN = ("Ada", "Wei", "Yuki", "Lars", "Priya", "Omar", "Chloé", "José", "Hye-jin", "Zhen", "Ravi", "Noor")
FAMILY = ("Chen", "Müller", "Tanaka", "van der Berg", "Singh", "Novák", "O'Neill", "d'Aspremont", "Kim", "García", "Li")
TITLE = "PaLM: Scaling Language Modeling with Pathways"
URL = "https://arxiv.org/abs/2204.02311"
FORMS = {
    "after a link": f"- [{TITLE}]({URL}), {{names}}\n",
    "after strong text": f"- **{TITLE}** {{names}}. arXiv 2022. [paper]({URL})\n",
    "before a link, after a point": f"- {TITLE}. {{names}}. arXiv, 2022. [paper]({URL})\n",
    "before a link, after a comma": f"- {TITLE}, {{names}}, arXiv, 2022. [paper]({URL})\n",
    "below an item": f"- [{TITLE}]({URL})\n  - {{names}}\n",
    "below a heading": f"## {TITLE}\n\n{{names}}\n\n[paper]({URL})\n",
}


@pytest.mark.parametrize("count", [3, 40, 70, 700])
@pytest.mark.parametrize("form", FORMS)
def test_all_names_are_read(form: str, count: int) -> None:
    """Each author is there once, in order, with the whole name."""
    names = tuple(f"{GIVEN[i % len(GIVEN)]} {FAMILY[i % len(FAMILY)]}" for i in range(count))
    note, _ = note_reader.read_note(Source("a.md", FORMS[form].format(names=", ".join(names)).encode()))
    mentions = recognisers.recognise(note)
    assert [m.evidence.authors for m in mentions] == [names]


@pytest.mark.parametrize("title", [TITLE, f"**{TITLE}**", f"“{TITLE}.”"])
def test_long_remarks_hide_no_title(title: str) -> None:
    """A bullet of any length that begins with a title and its link is a paper."""
    remarks = "We follow its setup, and train on the same data with fewer steps. " * 100
    note, _ = note_reader.read_note(Source("a.md", f"- {title} [arXiv]({URL}) {remarks}\n".encode()))
    assert [m.evidence.title for m in recognisers.recognise(note)] == [TITLE]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_accents_as_separate_characters_are_read(form: Literal["NFC", "NFD"]) -> None:
    """Names are separated and equal, however a system writes their accents."""
    names = authorship.split_authors(normalize(form, "Catalina Vanoli y Sebastián Anapolsky"))
    assert names == ("Catalina Vanoli", "Sebastián Anapolsky")

"""Tests of the reasons why a selection selects no paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin import build
from papernotes_plugin.selection.empty_selection import explain_empty_selection, unknown_keys
from papernotes_plugin.selection.paper_lookup import find_papers, near_citekeys
from papernotes_plugin.selection.paper_selection import Selection, select_papers
from papernotes_plugin.vocabulary.model import Source

NOTE = b"""# Reading

## Language models

- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), NeurIPS 2017 #nlp/models

## Images

- [Deep Residual Learning for Image Recognition](https://arxiv.org/abs/1512.03385), CVPR 2016 #vision
"""
BIB = b"""@book{goodfellow2016deep, title = {Deep Learning}, author = {Goodfellow, Ian}, publisher = {MIT},
  year = {2016},
  isbn = {978-0-262-03561-3}, doi = {10.5555/3086952}}
@inproceedings{vaswani2017attention, title = {Attention Is All You Need}, author = {Vaswani, Ashish}, year = {2017},
  eprint = {1706.03762}}
@inproceedings{he2016deep, title = {Deep Residual Learning for Image Recognition}, author = {He, Kaiming},
  year = {2016}, eprint = {1512.03385}}
"""
LIBRARY = build(
    [Source("reading.md", NOTE), Source("log.md", b"Nothing.\n"), Source("books.md", b"[@goodfellow2016deep]\n")],
    bibliography=[Source("x.bib", BIB)],
    pages=False,
).library


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"tag": "visio"}, "no tag 'visio'; near: 'vision'"),
        ({"tag": "model"}, "no tag 'model'; near: 'nlp/models'"),
        ({"tag": "qqq"}, "no tag 'qqq'"),
        ({"topic": "Language model"}, "no topic 'Language model'; near: 'Language models'"),
        ({"venue": "CVPRR"}, "no venue 'CVPRR'; near: 'CVPR'"),
        ({"venue": "CVPR 2020"}, "no venue 'CVPR 2020'; near: 'CVPR 2016'"),
        ({"year": "1990"}, "no paper of 1990; near: 2016"),
        ({"year": "2018-2020"}, "no paper of 2018-2020; near: 2017"),
        ({"note": "raeding"}, "no note 'raeding'; near: 'reading.md'"),
        ({"note": "log.md"}, "note 'log.md' mentions no paper"),
        ({"key": "he2016dep"}, "no paper has the key 'he2016dep'; near: 'he2016deep'"),
        ({"tag": "visio", "year": "1990"}, "no tag 'visio'; near: 'vision'; no paper of 1990; near: 2016"),
        (
            {"tag": "vision", "year": "2017"},
            "no paper matches all of tag 'vision' (1 paper), year 2017 (1 paper)",
        ),
        (
            {"tag": "vision", "key": "vaswani2017attention"},
            "no paper matches all of tag 'vision' (1 paper), key 'vaswani2017attention' (1 paper)",
        ),
    ],
)
def test_reasons(options: dict[str, str], reason: str) -> None:
    """The reason names each condition that nothing matches, or all conditions if only their combination is empty."""
    selection = Selection.parse(options)
    assert select_papers(LIBRARY, selection) == ()
    assert explain_empty_selection(LIBRARY, selection) == f"0 of 3 papers: {reason}"


def test_other_conditions() -> None:
    """A condition of the caller that selects nothing is a reason; else it is part of the combination."""
    selection = Selection.parse({"tag": "vision"})
    assert explain_empty_selection(LIBRARY, selection, {"--cited-in": 0}).endswith(": --cited-in selects none")
    assert explain_empty_selection(LIBRARY, selection, {"--cited-in": 2}).endswith(
        "no paper matches all of tag 'vision' (1 paper), --cited-in (2 papers)"
    )


def test_unknown_keys() -> None:
    """Unknown keys are listed even if others are known."""
    assert [*unknown_keys(LIBRARY, Selection.parse({"key": "he2016deep, he2016dep"}))] == [
        "no paper has the key 'he2016dep'; near: 'he2016deep'"
    ]


@given(st.dictionaries(st.sampled_from(["tag", "topic", "venue", "note", "key"]), st.text(min_size=1), min_size=1))
def test_any_value(options: dict[str, str]) -> None:
    """Every selection of nothing has a reason."""
    try:
        selection = Selection.parse(options)
    except ValueError:
        return
    if not select_papers(LIBRARY, selection):
        assert explain_empty_selection(LIBRARY, selection).startswith("0 of 3 papers: no")


@pytest.mark.parametrize(
    ("name", "citekey"),
    [
        ("goodfellow2016deep", "goodfellow2016deep"),
        ("isbn:9780262035613", "goodfellow2016deep"),
        ("ISBN 0-262-03561-8", "goodfellow2016deep"),
        ("978-0-262-03561-3", "goodfellow2016deep"),
        ("https://doi.org/10.5555/3086952", "goodfellow2016deep"),
        ("DOI: 10.5555/3086952", "goodfellow2016deep"),
        ("deep learning", "goodfellow2016deep"),
        ("1706.03762v5", "vaswani2017attention"),
        ("https://www.alphaxiv.org/abs/1706.03762", "vaswani2017attention"),
        ("Attention is All you Need.", "vaswani2017attention"),
        ("9780262035614", ""),
        ("17", ""),
        ("", ""),
        ("@", ""),
        ("learning", ""),
    ],
)
def test_names(name: str, citekey: str) -> None:
    """Every spelling of an identifier, a key and a title lead to the paper; parts of them do not."""
    assert [paper.citekey for paper in find_papers(LIBRARY, name)] == ([citekey] if citekey else [])


@given(st.text())
def test_any_name(name: str) -> None:
    """Any text is looked up without an error."""
    find_papers(LIBRARY, name)
    assert set(near_citekeys(LIBRARY, name)) <= {paper.citekey for paper in LIBRARY.papers}

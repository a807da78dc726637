"""Tests of the pattern for generated citekeys."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.resolve.keys.generated_keys import generated
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import PapernotesError
from papernotes_plugin.vocabulary.key_pattern import COUNTED, DEFAULT, FIELDS, LIMIT, MODIFIERS
from papernotes_plugin.vocabulary.model import Paper, Venue
from tests.helpers.assigned_keys import paper

LORA = paper(
    "LoRA: Low-Rank Adaptation of Large Language Models",
    authors=("Hu, Edward J.", "Shen, Yelong", "Wallis, Phillip", "Allen-Zhu, Zeyuan"),
    year=2022,
)._replace(
    venue=Venue("ICLR", 2022),
)
WITHOUT_AUTHORS = paper("Attention Is All You Need", year=2017)
WITHOUT_ASCII = paper("…")


@pytest.mark.parametrize(
    ("pattern", "complete", "anonymous", "without_ascii"),
    [
        (DEFAULT, "hu2022lora", "attention2017need", "paper"),
        ("{author:camel}{year}{title:camel}", "Hu2022LoRA", "Attention2017Need", "Paper"),
        ("{author}_{title:3}_{year}", "hu_loralowrank_2022", "attention_need_2017", "paper"),
        ("{author:upper}:{shortyear}", "HU:22", "ATTENTION:17", "PAPER"),
        ("{authors}{shortyear}", "hushenwallisetal22", "attention17", "paper"),
        ("{authors:1:camel}{year}", "HuEtAl2022", "Attention2017", "Paper"),
        ("{authors:4:camel}-{year}", "HuShenWallisAllenZhu-2022", "Attention-2017", "Paper"),
        ("{fullname:camel}{year}{venue:camel}", "EdwardJHu2022ICLR", "Attention2017", "Paper"),
        ("{title:9:abbr}{year}", "llrallm2022", "an2017", "paper"),
        ("{title:2:camel:abbr}{year}", "LL2022", "AN2017", "paper"),
        ("ref.{author}", "ref.hu", "ref.attention", "ref.paper"),
        ("{venue}+{author}", "iclr+hu", "attention", "paper"),
        ("{year}{author}", "paper2022hu", "paper2017attention", "paper"),
    ],
)
def test_patterns(pattern: str, complete: str, anonymous: str, without_ascii: str) -> None:
    """A pattern generates keys for complete papers, papers without authors and papers without ASCII facts."""
    assert [generated(p, pattern) for p in (LORA, WITHOUT_AUTHORS, WITHOUT_ASCII)] == [
        complete,
        anonymous,
        without_ascii,
    ]
    assert Config.load({"key_pattern": pattern}).key_pattern == pattern


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("{auther}{year}", "{auther} is not a field; the fields are author, authors"),
        ("{auther}{year}", "did you mean 'author'?"),
        ("{author:small}", "'small' in {author:small} is not one of lower, upper, camel, abbr"),
        ("{author:lowr}", "did you mean 'lower'?"),
        ("{year:2}{title}", "{year:2}: only authors and title take a number, and only one"),
        ("{title:0}", "'0' in {title:0} is not one of"),
        ("{author} {year}", "' ' is not allowed; only letters, digits and _ : . + - may be"),
        ("{author}{year", "'{' is not allowed"),
        ("[auth][year]", "'[' is not allowed"),
        ("{year}{venue}", "it needs a field of authors or of the title, or all keys are equal"),
        ("paper", "it needs a field of authors"),
        ("", "must be a text"),
        (3, "must be a text"),
    ],
)
def test_an_invalid_pattern_is_refused(pattern: object, message: str) -> None:
    """An invalid pattern raises an error when the options are read, with the reason and a suggestion."""
    with pytest.raises(PapernotesError) as error:
        Config.load({"key_pattern": pattern})
    assert "option 'key_pattern' must be a" in str(error.value)
    assert message in str(error.value)


PIECES = st.one_of(
    st.builds(
        lambda name, count, more: (
            "{" + ":".join([name, *([str(count)] if count and name in COUNTED else []), *more]) + "}"
        ),
        st.sampled_from(FIELDS),
        st.integers(0, 9),
        st.lists(st.sampled_from(MODIFIERS), max_size=2),
    ),
    st.text("aZ9_:.+-", min_size=1, max_size=4),
)
PAPERS = st.builds(
    lambda title, names, year, venue: paper(title or "x", authors=tuple(names), year=year)._replace(
        venue=Venue(venue) if venue else None
    ),
    st.text(max_size=80),
    st.lists(st.text(max_size=20) | st.sampled_from(["Lee, A.", "van der Berg, B.", "et al.", "O'Neil"]), max_size=5),
    st.sampled_from([None, 1, 1999, 2024]),
    st.sampled_from(["", "ICLR", "Nature Machine Intelligence", "会议"]),
)


@given(st.lists(PIECES, max_size=5), PAPERS)
def test_any_pattern_gives_a_valid_key(pieces: list[str], any_paper: Paper) -> None:
    """Any pattern and any paper give a valid key of limited length."""
    pattern = "".join([*pieces, "{title}"])
    assert Config.load({"key_pattern": pattern})
    assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_:.+-]*", generated(any_paper, pattern))
    assert len(generated(any_paper, pattern)) <= LIMIT
    assert re.fullmatch(r"[a-z][a-z0-9]*", generated(any_paper))

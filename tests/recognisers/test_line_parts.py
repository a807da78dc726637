"""A line is divided into names, a venue, a year, links and other words, whatever it is."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.recognisers.evidence.lines.line_marks import CLOSE, OPEN
from papernotes_plugin.recognisers.evidence.lines.line_parts import LINK, TITLE, PartKind, facts_in, read_parts

_PIECES = (
    *"., ;:|·—()[]\n-",
    *(OPEN, CLOSE, LINK, TITLE),
    *("Ann Lee", "Ray, B.", "et al", "and", "ICML", "2020", "Nature", "12(3)", "1–9", "the words of it", "Title"),
    *("这篇论文提出了新的方法", "中国科学院自动化研究所", "from MIT"),
)


@pytest.mark.hypothesis
@given(st.lists(st.sampled_from(_PIECES), max_size=40).map("".join))
def test_parts_are_the_whole_line(line: str) -> None:
    """No character of a line is lost, and only names have names."""
    parts = read_parts(line)
    assert "".join(part.text for part in parts) == line or not line.strip()
    assert all(bool(part.names) == (part.kind in (PartKind.NAMES, PartKind.FAMILIES)) for part in parts)


@pytest.mark.hypothesis
@given(st.lists(st.sampled_from(_PIECES), max_size=40).map("".join))
def test_facts_are_the_parts_of_a_line_without_other_words(line: str) -> None:
    """The quick look at sentences changes no result."""
    parts = read_parts(line)
    assert facts_in(line) == (() if any(part.kind is PartKind.WORDS for part in parts) else parts)


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        (f"Lee, A., & Ray, B. — {TITLE} — {OPEN}Nature{CLOSE} 5(2), 1–9 (2020)", "names title venue"),
        (f"ICML'20 | {TITLE} | Ann Lee et al. | {LINK}", "venue title names link"),
        (f"{TITLE}, {OPEN}Robot Notes{CLOSE} (2017), Anna Lee", "title unknown venue names"),
        (f"{TITLE} {LINK} Lessard and Wilson {OPEN}Cell{CLOSE} (2022)", "title link families venue"),
        ("Strengths and Weaknesses, 2020", "words year"),
        ("Germany, the words of a sentence that goes on, ICML 2020", "words venue"),
        ("Bob Ray\nIn International Conference on Machine Learning, 2020", "names venue"),
        ("Sparse Coding, Machine Learning", "words"),
        ("Ann Lee, Bob Ray. 这篇论文提出了新的方法, ICML 2020", "names words venue"),
        ("Lee et al. (ICML 2020), 中国科学院自动化研究所", "names venue organisation"),
    ],
)
def test_kinds_of_parts(line: str, kinds: str) -> None:
    """Names, venues, years and links are read in any order; subjects and sentences are words."""
    shown: list[str] = []
    for part in read_parts(line):
        if part.kind is not PartKind.LABEL and part.kind.value not in shown[-1:]:
            shown.append(part.kind.value)
    assert " ".join(shown) == kinds


def test_long_lines_take_little_time() -> None:
    """A line of many names or marks is read at once."""
    start = time.process_time()
    read_parts(", ".join(f"Ann{'x' * (i % 7)} Lee{'y' * (i % 5)}" for i in range(200)))
    read_parts("2020 (" * 300)
    assert time.process_time() - start < 5

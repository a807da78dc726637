"""Tests of `may_describe_paper`: parts of a note that are not read any further describe no paper."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin import recognisers
from papernotes_plugin.reading import note_reader
from papernotes_plugin.recognisers.evidence.structure import listed_lines, reference_openings
from papernotes_plugin.vocabulary.model import Mention, Source

GOLDEN_FILES = sorted(Path(__file__).parent.glob("*/*.yml"))
_STEP = 8
"""One of so many golden files is read by default, and each of them in a full run."""
TITLE = "Sparse Attention Is All You Need"
DATES = (
    "NeurIPS 2017", "NeurIPS'17", "ICML17", "ICML 17", "34th International Conference on Machine Learning",
    "Forty-first International Conference on Machine Learning", "Advances in Neural Information Processing Systems 30",
    "arXiv:1706.03762", "doi:10.1038/nature14539", "CVPR, 2024", "&#50;017 ICML",
)  # fmt: skip
FORMS = (
    "- {title} ({date})",
    "- **{title}** [{date}]",
    "- {title}. {date}.",
    "- {date}: {title}",
    "- [{date}] {title}",
)


def mentions(text: str) -> tuple[Mention, ...]:
    """Return the mentions in a note."""
    return recognisers.recognise(note_reader.read_note(Source("a.md", text.encode()))[0])


def all_mentions(text: str) -> tuple[Mention, ...]:
    """Return the mentions in a note of which every part is read."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(reference_openings, "may_describe_paper", lambda *_: True)
        return mentions(text)


@pytest.mark.parametrize("date", DATES)
def test_every_form_of_a_date_is_a_sign(date: str) -> None:
    """An item with a date, an edition or an identifier is read, in whatever form the author writes it."""
    for form in FORMS:
        text = form.format(title=TITLE, date=date)
        assert mentions(text) == all_mentions(text)


@pytest.mark.parametrize("date", DATES[:7])
def test_a_title_with_a_date_is_a_paper(date: str) -> None:
    """A title with its venue and year in brackets is a paper also without a link."""
    assert [m.text for m in mentions(f"- {TITLE} ({date})")] == [TITLE]


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=f"{path.parent.name}/{path.stem}", marks=[pytest.mark.full] if i % _STEP else [])
        for i, path in enumerate(GOLDEN_FILES)
    ],
)
def test_parts_without_a_sign_have_no_paper(path: Path) -> None:
    """The notes of all golden files give the same mentions if every part of them is read."""
    for text in yaml.safe_load(path.read_text(encoding="utf-8"))["input"].values():
        assert mentions(text) == all_mentions(text)


@given(
    st.lists(st.sampled_from([TITLE, *DATES, " ", ", ", ". ", "(", ")", "[", "]", "**", ": ", "\n  - ", "第一", "a"]))
)
def test_any_item_gives_the_same(parts: list[str]) -> None:
    """The same holds for any item of such parts."""
    text = f"- {''.join(parts)}\n"
    assert mentions(text) == all_mentions(text)


def test_prose_without_a_sign_is_not_read() -> None:
    """No candidate is made of a paragraph without date, link and identifier, however many there are."""
    prose = "Some words about *kernels*, and what follows from them.\n\n"
    text = f"{prose * 50}{TITLE} (NeurIPS 2017)\n\n- {TITLE}, [pdf](https://arxiv.org/abs/1706.03762)\n"
    with patch(
        "papernotes_plugin.recognisers.item.listed_candidates", wraps=listed_lines.listed_candidates
    ) as candidates:
        assert mentions(text)
    assert candidates.call_count == 2

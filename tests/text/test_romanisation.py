"""Tests of names of other scripts in Latin letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.text import romanised, romanised_words

SURNAMES = {
    "王": "Wang", "李": "Li", "張": "Zhang", "刘": "Liu", "杨": "Yang", "周志华": "ZhouZhiHua",
    "ヤマダ": "yamada", "たなか": "tanaka", "サトウ": "satou", "ﾀﾅｶ": "tanaka", "정": "Jeong", "윤": "Yun",
    "Иванов": "Ivanov", "Вапник": "Vapnik", "Чебышёв": "Chebyshev", "Ляпунов": "Lyapunov", "Щербаков": "Shcherbakov",
    "Παπαδόπουλος": "Papadopoulos", "Καραθεοδωρή": "Karatheodori", "Ευαγγέλου": "Evangelou", "Μπερτσεκάς": "Bertsekas",
    "Ευκλείδης": "Efkleidis", "خوارزمی": "khwrzmy", "حسن": "hsn", "לוי": "lvy", "गुप्ता": "gupta", "ಕುಮಾರ್": "kumar",
    "Տեր-Պետրոսյան": "Ter-Petrosyan", "მარგველაშვილი": "margvelashvili",
}  # fmt: skip
LATIN = "aAzZ éÉüñçøåŁłßæœđıəŋışğÞðńőțưỳʻ’'-.,0123&"


@pytest.mark.parametrize(("surname", "expected"), SURNAMES.items())
def test_surnames(surname: str, expected: str) -> None:
    """Each letter is written by its sound; the case of letters stays, and Han syllables have capitals."""
    assert romanised(surname) == expected


@given(st.text(LATIN))
def test_latin_letters_stay(text: str) -> None:
    """A text in Latin letters does not change, with accents and without."""
    assert romanised(text) == text


@given(st.text())
def test_only_letters_of_other_scripts_change(text: str) -> None:
    """Any text can be romanised, and a romanised text has nothing more to romanise."""
    assert romanised(romanised(text)) == romanised(text)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("注意力机制", "ZhuYi LiJi Zhi"),
        ("基于BERT的分类", "JiYu BERT DeFen Lei"),
        ("Внимание это всё", "Vnimanie eto vse"),
        ("Attention", "Attention"),
    ],
)
def test_words_of_titles(title: str, expected: str) -> None:
    """A title in a script without spaces is split into words of two characters."""
    assert " ".join(romanised_words(title).split()) == expected

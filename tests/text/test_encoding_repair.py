"""Tests of the repair of encoding damage: certain damage is repaired, and correct text never changes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from papernotes_plugin.text.encoding_repair import repair_encoding


def damaged(text: str) -> str:
    """Return a text as UTF-8 decoded as Windows-1252, with undefined bytes decoded as Latin-1."""
    return "".join(
        bytes([byte]).decode("cp1252") if byte not in {0x81, 0x8D, 0x8F, 0x90, 0x9D} else chr(byte)
        for byte in text.encode("utf-8")
    )


def characters(text: str) -> int:
    """Return the number of characters that can be damaged."""
    return sum(not char.isascii() for char in text)


GOOD = [
    "",
    "plain ASCII, with $math$ and `code`\r\nand two lines",
    "naïve café — “quoted” ’tis … 5 €, 50 £, ± 3°",
    "BEYONCÉ’s new album",
    "“Un café…”, « à l’Été », «É»",
    "Œuvre complète, cœur, SŒUR",
    "São Tomé e Príncipe: SÃO… MAÇÃ”",
    "¿Qué? ¡Sí! Ñandú, mañana",
    "Ä’ Ö” Ü’s, ÄÖÜ äöü ß, Größe",
    "3.5 Å\u00a0resolution",
    "- Ã\n- Â\n- ã â\n",
    "| Ã | Õ | ñ | Â |",
    "Ã est une lettre",
    "ÀÁÂÃÄÅ ÆÇÈÉ ÊËÌÍ",
    "α-β divergence, ∑ᵢ xᵢ ≤ ∞, ΑΒΓ “Δ”",
    "Αυτό είναι ελληνικά «κείμενο»",
    "Это русский текст — «цитата»",
    "注意力机制，「变换器」…",
    "日本語のテキスト、ガギグ",
    "한국어 텍스트",
    "🧠 🚀 🔥 👩\u200d🔬 #🧠 tags",
    "Łukasz Kaiser, Žižek, Dvořák, Nguyễn, Ağaoğlu",
    "x² + y³ = z¼, 10 µm, 20 ‰, † ‡ § ¶",
    "Würstchen: smart “quotes” ﬁ ligatures ｆｕｌｌ width",
]


@pytest.mark.parametrize("text", GOOD)
def test_correct_text_stays_the_same(text: str) -> None:
    """Correct text in any language stays the same, with its quotes, ligatures and widths."""
    assert repair_encoding(text) == (text, 0)


@pytest.mark.parametrize(
    ("text", "expected", "runs"),
    [
        ("SchrÃ¶dinger", "Schrödinger", 1),
        ("itâ€™s â€œfineâ€\x9d", "it’s “fine”", 3),
        ("a â€” b", "a — b", 1),
        ("one\u00c2\u00a0two", "one\u00a0two", 1),
        ("definesÂ as", "defines as", 1),
        ("definesÂ", "defines", 1),
        # The last byte of a brain emoji becomes a no-break space, which editors replace by a space or strip.
        ("#ðŸ§\u00a0 next", "#🧠 next", 1),
        ("#ðŸ§ next", "#🧠 next", 1),
        ("#ðŸ§\nnext", "#🧠\nnext", 1),
        ("#ðŸ§\r\nnext", "#🧠\r\nnext", 1),
        ("ðŸš€ðŸ”¥", "🚀🔥", 2),
        ("Â©2020", "©2020", 1),
        ("æ³¨æ„\x8få\x8a›", "注意力", 3),
        ("OÄŸuz, HÄ…zÅ‚a, AmbruÈ™, ZdenÄ›k", "Oğuz, Hązła, Ambruș, Zdeněk", 5),
        # Correct and damaged text in one line.
        ("日本 caf\u00c3\u00a9 “fine”", "日本 café “fine”", 1),
        # Two layers of damage.
        ("caf\u00c3\u0192\u00c2\u00a9", "café", 1),
    ],
)
def test_damage_is_repaired(text: str, expected: str, runs: int) -> None:
    """Each damaged run becomes the original character, and counts once for any number of layers."""
    assert repair_encoding(text) == (expected, runs)


@pytest.mark.parametrize("text", GOOD)
def test_damaged_good_text_comes_back(text: str) -> None:
    """A completely damaged note is repaired completely, and its number of lines stays the same."""
    note = f"{text}\nétude — “naïve” 🧠 注意力\n"
    repaired, runs = repair_encoding(damaged(note))
    assert repaired == note
    assert runs == characters(note)


@given(st.text(alphabet="abc XYZ.,\n\r\t“”‘’—–…éèüöñçøåŁłŠšžğ注意力深度ελπΔжд🧠🚀🔥€£", max_size=60), st.integers(1, 3))
def test_any_depth_is_repaired(text: str, depth: int) -> None:
    """Several layers of damage are repaired if the note contains certain damage."""
    note = f"{text}\nit’s “plainly” damaged — 🧠"
    # Some generated text looks like damage: `å££`.
    assume(repair_encoding(note) == (note, 0))
    broken = note
    for _ in range(depth):
        broken = damaged(broken)
    repaired, runs = repair_encoding(broken)
    assert repaired.count("\n") == note.count("\n")
    assert repaired == note
    assert runs == characters(note)


@given(st.text())
def test_any_text_keeps_its_lines(text: str) -> None:
    """A repair never changes the number of lines, and reports 0 exactly if the text stays the same."""
    repaired, runs = repair_encoding(text)
    assert repaired.count("\n") == text.count("\n")
    assert repaired.count("\r") == text.count("\r")
    assert (repaired == text) is (runs == 0)


def test_control_characters_that_break_lines_are_not_made() -> None:
    """A run that would become a Unicode line break is not repaired."""
    assert repair_encoding("x Â\x85 y Ã©") == ("x Â\x85 y é", 1)


@pytest.mark.shared
def test_the_reference_notes(shared: Path) -> None:
    """All damage in the reference notes is repaired, and nothing else changes."""
    runs = []
    for path in sorted((shared / "notes").glob("*.md")):
        text = path.read_text("utf-8")
        repaired, count = repair_encoding(text)
        assert repaired.count("\n") == text.count("\n")
        assert repair_encoding(repaired) == (repaired, 0)
        runs.append(count)
    assert runs == [0, 1, 0, 52, 0]


@pytest.mark.parametrize("text", ["Ã" * 200_000, "Ã©\n" * 100_000, "ðŸ§" * 60_000, "é" * 300_000, "Ã\u00a0" * 100_000])
def test_long_texts_take_little_time(text: str) -> None:
    """Repair takes linear time in the worst case."""
    start = time.process_time()
    repair_encoding(text)
    assert time.process_time() - start < 5

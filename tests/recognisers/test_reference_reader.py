"""Tests of the reference reader on any text, however little it is like a reference."""

from __future__ import annotations

import time

from hypothesis import example, given
from hypothesis import strategies as st

from papernotes_plugin import recognisers
from papernotes_plugin.reading import note_reader
from papernotes_plugin.vocabulary.model import MentionKind, Source

PIECES = (
    "Guo, J.", "Guo JT", "Kevin Frans", "王小明", "김철수", "et al.", " and ", "&", ", ", ". ", ": ", "; ", "(2019)",
    "2024", "“", "”", '"', "『", "』", "In ", "Nature", "Phys. Rev. Lett.", "12(3)", "pp. 1–10", "[J]", "//", "…",
    "A title of words", "*", "**", "[a](b)", "https://doi.org/10.1/x", "\\newblock ", "\\bibitem{a} ", "{\\em X}", "\n",
    "n.d.", "!", "?", "-",
)  # fmt: skip
"""Parts of references, to be put together in any order."""


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
@example("Guo, J.12(3)[J]Guo, J.(2019)")
@example("Guo, J.2024& and [J]2024")
@example("& and Nature(2019)Kevin Frans")
def test_any_text_is_read(text: str) -> None:
    """No text raises an exception, and each reference has a title, authors and a place in the note."""
    note, _ = note_reader.read_note(Source("a.md", f"- {text}\n\n> {text}\n".encode()))
    for mention in recognisers.recognise(note):
        assert 0 <= mention.span.start <= mention.span.end <= len(note.text)
        assert mention.kind is not MentionKind.ITEM or mention.evidence.title


def test_long_text_takes_linear_time() -> None:
    """Twice the text takes about twice the time, also if it looks like an endless list of authors."""
    costs = []
    for count in (400, 800):
        line = "- " + "Guo, J. T., " * 40 + "(2019). " + "A title, of words. In Nature, 12, 1–2. " * 60
        note, _ = note_reader.read_note(Source("a.md", f"{line}\n".encode() * (count // 100)))
        start = time.process_time()
        recognisers.recognise(note)
        costs.append(time.process_time() - start)
    assert costs[1] < 4 * costs[0] + 0.2

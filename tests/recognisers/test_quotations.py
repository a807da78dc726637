"""Tests of quotations: of a long paragraph the sentence around a name is quoted, and that sentence is whole."""

from __future__ import annotations

import pytest

from papernotes_plugin import pipeline, recognisers
from papernotes_plugin.reading import note_reader
from papernotes_plugin.vocabulary.model import MentionKind, Source

PAPER = "- [ResNet: Deep Residual Learning for Image Recognition](https://arxiv.org/abs/1512.03385)\n"
OTHER_SENTENCE = "Many networks of that time were tuned by hand, and few of them were deeper than twenty layers. "


@pytest.mark.parametrize(
    "sentence",
    [
        "He et al. (2016) made ResNet trainable by shortcuts.",
        "Some networks, e.g. ResNet and its successors, have shortcuts.",
        "The error falls (3.6 % vs. 6.7 %) with ResNet as the encoder.",
        "It has shortcuts, cf. the figures of ResNet in the appendix.",
    ],
)
def test_an_abbreviation_ends_no_quotation(sentence: str) -> None:
    """A point after `et al`, `e.g`, `vs` or `cf` does not end the sentence that is quoted."""
    text = OTHER_SENTENCE * 4 + sentence + " " + OTHER_SENTENCE * 4
    site = pipeline.build([Source("papers.md", PAPER.encode()), Source("a.md", f"# Notes\n\n{text}\n".encode())])
    quotes = [m.context for p in site.library.papers for m in p.mentions if m.kind is MentionKind.NAME]
    assert quotes == [sentence]


def test_a_list_in_one_paragraph_is_not_quoted_for_each_reference() -> None:
    """Of many references below lines with their number, only the line of each is quoted."""
    line = "Lee, A. & Ray, B. The {} title on wool. Nature {}, 1–2 (2020)."
    references = "".join(f"{n}.\n{line.format('very ' * n, n)}\n" for n in range(1, 41))
    note, _ = note_reader.read_note(Source("n.md", f"In order:\n{references}".encode()))
    mentions = recognisers.recognise(note)
    assert len(mentions) == 40
    assert max(len(m.context) for m in mentions) < 400

"""Tests of names that most notes contain: they are the subject of the notes, and not a paper."""

from __future__ import annotations

import pytest

from papernotes_plugin import Source, build
from papernotes_plugin.vocabulary.model import MentionKind

PAPER = "- [DataJoint: Managing Big Scientific Data](https://doi.org/10.1101/031658) (bioRxiv 2015)\n"


@pytest.mark.parametrize(("count", "named"), [(40, False), (20, True)])
def test_the_name_of_the_subject_of_most_notes_is_no_mention(count: int, named: bool) -> None:
    """A name in 40 of 41 notes is no mention of the paper; in a smaller folder it is."""
    notes = {"references.md": PAPER} | {f"{n}.md": f"How DataJoint stores table {n}.\n" for n in range(count)}
    site = build([Source(path, text.encode()) for path, text in notes.items()])
    (paper,) = site.library.papers
    assert any(m.kind is MentionKind.NAME for m in paper.mentions) is named

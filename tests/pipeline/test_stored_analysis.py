"""A stored analysis of a note comes back as it was, and replaces the note in the next process."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from papernotes_plugin import pipeline
from papernotes_plugin.pipeline import note_analysis, stored_analysis
from papernotes_plugin.pipeline.note_analysis import NoteAnalysis, analyse_notes
from papernotes_plugin.pipeline.stored_analysis import analysis_from_bytes, analysis_to_bytes
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Source

BIBTEX = "```bibtex\n@misc{roe, title={Some Thing}, author={Roe, Jane}, year={2001},\n note={\\&}}\n```\n"
NOTES = {
    "a.md": (
        "---\ntitle: One\ntags: [x/y, é]\nnested: {a: [1, {b: c}]}\n---\n\n# One\n\n## Summary\n\n"
        "### [A study of things](https://arxiv.org/abs/2401.00001)\n\n**TL;DR:** it is. %%no%% $x_1$ #tag\n\n"
        f"- [@roe] and [[b|there]] ![i](i.png)\n\n{BIBTEX}\n| a | b |\n|---|---|\n| c | `d` |\n\n"
        "> [!quote] e\n> f[^1]\n\n[^1]: g\n"
    ),
    "b.md": "## Summary\n\n[Another study](https://doi.org/10.1000/182), ICLR 2024 Oral\n\n## Summary\n\n<b>x</b> 🧠\n",
    "private.md": "---\npublish: false\n---\n\n[A](https://arxiv.org/abs/2401.00002)\n",
    "broken.md": "---\ntitle: [\n---\n\nWords\n",
    "doubled.md": "---\ndate: 2024-02-31\ntitle: a\ntitle: b\n---\n\nWords\n",
}
SOURCES = [Source(path, text.encode()) for path, text in NOTES.items()]


def values(analysis: NoteAnalysis) -> list[object]:
    """Return all fields of an analysis, with those of its note."""
    note = [getattr(analysis.note, field.name) for field in fields(analysis.note)]
    return [getattr(analysis, field.name) for field in fields(analysis) if field.name not in ("note", "stored")] + note


def test_an_analysis_comes_back_as_it_was() -> None:
    """Every kind of mention, block, inline and issue."""
    analyses = analyse_notes(SOURCES, Config(), {})
    assert any(mention.entry for analysis in analyses.values() for mention in analysis.mentions)
    assert any(analysis.issues for analysis in analyses.values())
    for analysis in analyses.values():
        restored = analysis_from_bytes(analysis_to_bytes(analysis), analysis.data)
        assert restored
        assert values(restored) == values(analysis)
        assert repr(values(restored)) == repr(values(analysis))


def test_front_matter_that_json_cannot_express_is_not_stored() -> None:
    """A value that would come back as another one: such a note is read again."""
    analysis = analyse_notes(SOURCES[:1], Config(), {})["a.md"]
    for meta in ({"a": (1, 2)}, {"a": float("nan")}, {"a": {1: 2}}, {"a": b"x"}):
        note = replace(analysis.note, meta=meta)
        assert analysis_from_bytes(analysis_to_bytes(replace(analysis, note=note)), b"") is None


def test_only_an_edited_note_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others come from the snapshot, and the result is that of a build from scratch."""
    snapshot = pipeline.BuildSnapshot.from_site(pipeline.build(SOURCES))
    edited = [Source("a.md", SOURCES[0].data + b"\nMore words.\n"), *SOURCES[1:]]
    expected = pipeline.build(edited)
    read: list[str] = []
    read_source = note_analysis.read_source

    def counted(source: Source) -> NoteAnalysis:
        read.append(source.path)
        return read_source(source)

    monkeypatch.setattr(note_analysis, "read_source", counted)
    site = pipeline.build(edited, previous=snapshot)
    assert read == ["a.md"]
    assert [(o.path, o.text) for o in site.outputs] == [(o.path, o.text) for o in expected.outputs]
    assert site.issues == expected.issues


def test_an_edit_decodes_only_the_document_of_its_note(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decoding all documents takes as long as all other work on the notes."""
    snapshot = pipeline.BuildSnapshot.from_site(pipeline.build(SOURCES))
    decoded: list[object] = []
    read_document = stored_analysis._READ_DOCUMENT

    def counted(row: object) -> object:
        decoded.append(row)
        return read_document(row)

    monkeypatch.setattr(stored_analysis, "_READ_DOCUMENT", counted)
    edited = [*SOURCES[:-1], Source("doubled.md", SOURCES[-1].data + b"\nMore words.\n")]
    site = pipeline.build(edited, previous=snapshot)
    assert site.changed_paths is not None
    assert len(decoded) < len(SOURCES)
    untouched = next(note for note in site.library.notes if note.path == "b.md")
    before = len(decoded)
    assert [*untouched.document.blocks]
    assert len(decoded) == before + 1


@pytest.mark.parametrize(
    "stored", [b"x", b"x\x9c", analysis_to_bytes(analyse_notes(SOURCES, Config(), {})["b.md"])[:-9]]
)
def test_a_damaged_analysis_is_not_used(stored: bytes) -> None:
    """The note is read again."""
    snapshot = pipeline.BuildSnapshot.from_site(pipeline.build(SOURCES))
    damaged = replace(snapshot, analyses=dict.fromkeys(snapshot.analyses, stored))
    assert pipeline.build(SOURCES, previous=damaged).counts == pipeline.build(SOURCES).counts

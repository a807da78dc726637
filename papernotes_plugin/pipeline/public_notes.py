"""Divide the notes of a build by visibility."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from papernotes_plugin.links import wikilinks
from papernotes_plugin.pipeline.note_analysis import NoteAnalysis
from papernotes_plugin.pipeline.site import BuildInputs
from papernotes_plugin.vocabulary.model import Mention, Note


class PublicNotes(NamedTuple):
    """The notes of a build, divided by visibility."""

    public: list[Note]
    mentions: list[Mention]
    """All mentions in public notes."""
    private: dict[str, str]
    """The line of front matter that makes a note private, by path of the note."""
    private_names: frozenset[str]
    """Names of private notes, as in `Library.private`."""
    files: tuple[str, ...]
    """Paths of the author's files that are published."""

    @classmethod
    def of(cls, analyses: Mapping[str, NoteAnalysis], inputs: BuildInputs) -> PublicNotes:
        """Return the notes of some analyses."""
        public = [analysis for analysis in analyses.values() if not analysis.private]
        private = {path: analysis.private for path, analysis in analyses.items() if analysis.private}
        hidden = {*inputs.unpublished, *private}
        return cls(
            public=[analysis.note for analysis in public],
            mentions=[mention for analysis in public for mention in analysis.mentions],
            private=private,
            private_names=wikilinks.private_names((analyses[path].note for path in private), inputs.unpublished),
            files=tuple(path for path in inputs.author_files if path not in hidden),
        )

"""What of a build is kept for one in another process: what it read, and by what is seen what is other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from papernotes_plugin.pipeline import note_analysis
from papernotes_plugin.pipeline.changes import OutputDigests
from papernotes_plugin.pipeline.note_analysis import NoteAnalysis
from papernotes_plugin.pipeline.site import BuildInputs, Site
from papernotes_plugin.pipeline.text_edit import FEW, is_alike
from papernotes_plugin.vocabulary.model import Source


@dataclass(frozen=True, slots=True)
class Kept:
    """Enough of a build to see in another process what may be other than it was."""

    inputs: BuildInputs
    notes: Mapping[str, bytes]
    """What stood in each note, by path."""
    traces: OutputDigests

    @classmethod
    def of(cls, site: Site, before: Kept | None = None) -> Kept:
        """That of a site; `before` is what the build had that it followed."""
        notes = {path: one.data for path, one in site.memo.analyses.items()}
        return cls(site.memo.inputs, notes, OutputDigests.of(site, before.traces if before else None))

    def is_same(self, inputs: BuildInputs, said: Mapping[str, NoteAnalysis]) -> bool:
        """Whether the notes and all else are what they were."""
        return self.inputs == inputs and self.notes == {path: one.data for path, one in said.items()}

    def said(self, inputs: BuildInputs, said: Mapping[str, NoteAnalysis]) -> dict[str, NoteAnalysis] | None:
        """What the notes said, by path, if it is sure to be worth working out the site that they made.

        Only where a few of them say something else, and that in other words alone.
        """
        if self.inputs != inputs or self.notes.keys() != said.keys():
            return None
        edited = [path for path, one in said.items() if one.data != self.notes[path]]
        if len(edited) > FEW:
            return None
        old = {path: note_analysis.analyse_note(Source(path, self.notes[path])) for path in edited}
        return {**said, **old} if all(is_alike(one, said[path]) for path, one in old.items()) else None

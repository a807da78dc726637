"""Snapshot of a build for a later process: its inputs, and digests that show what changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from papernotes_plugin.pipeline.changes import site_digests
from papernotes_plugin.pipeline.note_analysis import NoteAnalysis, add_mentions, read_source
from papernotes_plugin.pipeline.output_digests import OutputDigests
from papernotes_plugin.pipeline.site import BuildInputs, Site
from papernotes_plugin.pipeline.stored_analysis import analysis_from_bytes, analysis_to_bytes
from papernotes_plugin.pipeline.stored_site import restore_site, store_site
from papernotes_plugin.pipeline.text_edit import MAX_EDITED_NOTES, is_text_edit
from papernotes_plugin.recognisers.evidence.structure.context import SharedEvidence
from papernotes_plugin.vocabulary.model import Source


@dataclass(frozen=True, slots=True)
class BuildSnapshot:
    """Snapshot of a build that can be stored, in contrast to a `Site`."""

    inputs: BuildInputs
    notes: Mapping[str, bytes]
    """Content of each note, by path."""
    digests: OutputDigests
    analyses: Mapping[str, bytes] = field(default_factory=dict)
    """Analysis of each note as `stored_analysis` writes it, by path."""
    site: Mapping[str, bytes] = field(default_factory=dict)
    """The parts of the site as `stored_site` writes them, by name."""

    @classmethod
    def from_site(cls, site: Site, before: BuildSnapshot | None = None) -> BuildSnapshot:
        """Return the snapshot of a build; `before` is that of the build which it followed."""
        notes = {path: analysis.data for path, analysis in site.memo.analyses.items()}
        analyses = {path: a.stored or analysis_to_bytes(a) for path, a in site.memo.analyses.items()}
        digests = site_digests(site, before.digests if before else None)
        return cls(site.memo.inputs, notes, digests, analyses, store_site(site))

    def restored_site(self, inputs: BuildInputs, analyses: Mapping[str, NoteAnalysis]) -> Site | None:
        """Return the site of the snapshot; None if it cannot be restored.

        Args:
            inputs: Inputs that equal those of the snapshot.
            analyses: The analysis of each note as it was, by path.
        """
        return restore_site(self.site, self.digests.outputs, inputs, analyses)

    def stored_analyses(self) -> dict[str, NoteAnalysis]:
        """Return the stored analysis of each note, by path."""
        analyses: dict[str, NoteAnalysis] = {}
        for path, data in self.notes.items():
            if analysis := analysis_from_bytes(self.analyses.get(path, b""), data):
                analyses[path] = analysis
        return analyses

    def has_same_inputs(self, inputs: BuildInputs, analyses: Mapping[str, NoteAnalysis]) -> bool:
        """Return whether the notes and all other inputs are unchanged."""
        return self.inputs == inputs and self.notes == {path: analysis.data for path, analysis in analyses.items()}

    def analyses_before_text_edit(
        self, inputs: BuildInputs, analyses: Mapping[str, NoteAnalysis], stored: Mapping[str, NoteAnalysis]
    ) -> dict[str, NoteAnalysis] | None:
        """Return the analysis of each note as it was, by path, if only the wording of a few notes changed.

        With these, building the old site and updating it costs less than comparing two full builds. None otherwise.

        Args:
            inputs: Inputs of this build, apart from the notes.
            analyses: Analysis of each note as it is now, by path.
            stored: Return value of `stored_analyses`.
        """
        if self.inputs != inputs or self.notes.keys() != analyses.keys():
            return None
        edited = [path for path, analysis in analyses.items() if analysis.data != self.notes[path]]
        if len(edited) > MAX_EDITED_NOTES:
            return None
        old = {path: stored.get(path) or self._analyse(path, analyses[path].shared) for path in edited}
        if not all(is_text_edit(analysis, analyses[path]) for path, analysis in old.items()):
            return None
        return {**analyses, **old}

    def _analyse(self, path: str, shared: SharedEvidence) -> NoteAnalysis:
        return add_mentions(read_source(Source(path, self.notes[path])), shared)

"""Find the bullets that are papers because the others of their list, or those of the same form, are."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext

_MIN_PAPERS = 3
"""Papers in a list, if they are at least half of its bullets, or of one form in a note, that decide on the others."""
_DATED = re.compile(r"\[?\[(?:19|20)\d\d(?P<venue> [^\[\]\n]{2,40})?\]")
"""The year before a title, often with a venue: `[2016] Title`, `[2016 ECCV] Title`."""


class PaperLists:
    """The bullets of a note that are papers, and those that may be."""

    def __init__(self, context: NoteContext) -> None:
        self._source = context.note.text
        self._papers: Counter[int] = Counter()
        """The number of papers in each list."""
        self._others: defaultdict[int, list[PaperCandidate]] = defaultdict(list)
        """The bullets of each list that are no papers by themselves."""
        self._dated_papers = 0
        """The number of papers that open with a year and venue in brackets."""

    def add(self, candidate: PaperCandidate, *, is_paper: bool) -> None:
        """Count a candidate that is a paper; keep a bullet that may be one."""
        if is_paper:
            self._papers[candidate.container.parent] += 1
            dated = _DATED.match(self._source, candidate.block.span.start)
            self._dated_papers += bool(dated and dated["venue"])
        elif candidate.form is CandidateForm.BULLET:
            self._others[candidate.container.parent].append(candidate)

    def undecided(self) -> Iterator[PaperCandidate]:
        """Yield the bullets that need less evidence than others."""
        for parent, candidates in self._others.items():
            is_list_of_papers = self._papers[parent] >= max(_MIN_PAPERS, len(candidates))
            for candidate in candidates:
                candidate.is_dated = self._dated_papers >= _MIN_PAPERS and bool(
                    _DATED.match(self._source, candidate.block.span.start)
                )
                candidate.is_in_paper_list = is_list_of_papers or candidate.is_dated
                if candidate.is_in_paper_list:
                    yield candidate

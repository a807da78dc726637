"""Find the links at the beginning of a text that are no part of a reference."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.authors import linked_authors
from papernotes_plugin.recognisers.evidence.papers.file_names import read_file_name
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.references import heading_references
from papernotes_plugin.recognisers.evidence.references.dated_names import read_dated_names
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import running_text
from papernotes_plugin.recognisers.evidence.titles.reference_titles import inlines_from
from papernotes_plugin.vocabulary.model import InlineKind


def are_of_others(candidate: PaperCandidate) -> bool:
    """Return whether a candidate opens with a link that other recognisers read: authors, or the name of a file."""
    opening = next((inline for _, inline in candidate.inlines if inline.text.strip()), None)
    if opening is None or opening.kind is not InlineKind.LINK or opening.bare:
        return False
    if is_paper_link(opening):
        rest = running_text(inlines_from(candidate.inlines, opening.span.end))
        if linked_authors.title_after(opening.text, rest):
            return True
    names = read_dated_names(opening.text)[0] if is_paper_link(opening) else ()
    if names and all("." in name for name in names):
        # `[Lee, A., & Ray, B. (2017).](…) Title. Journal, 6, 22.`
        return False
    is_title = not is_paper_link(opening) or heading_references.read_text(opening.text)
    return bool(read_file_name(opening.text)) or (not is_title and linked_authors.are_authors(opening.text))

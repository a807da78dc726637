"""Annotate a note: add links to its papers and replace wikilinks, citations and directives."""

from __future__ import annotations

from dataclasses import replace

from papernotes_plugin.annotate import normalise_markdown
from papernotes_plugin.links.addresses import note_bibtex
from papernotes_plugin.links.paper_files import has_file
from papernotes_plugin.pipeline import linked_notes, note_edits
from papernotes_plugin.pipeline.citation_styles import Styles
from papernotes_plugin.pipeline.note_analysis import match_mentions
from papernotes_plugin.pipeline.site import Site
from papernotes_plugin.reading import note_reader
from papernotes_plugin.vocabulary.model import Source


def annotate(
    site: Site, path: str, *, attributes: bool = False, changed: str | None = None, whole: bool = True, step: int = 4
) -> str:
    """Return the annotated text of a note, including its front matter.

    Args:
        site: A build that includes the note.
        path: The path of the note.  For a text that is not a note, the path that relative links start from.
        attributes: Whether the Markdown renderer supports attribute lists (`{ .class }`).
        changed: The text to annotate instead of that of the build: a text changed since, or one that is not a note.
        whole: Whether to mark wikilinks without a target and citekeys without a paper.  If false they stay as they
            are, for another tool that may know them.
        step: The number of spaces by which the renderer expects a nested list to be indented.
    """
    library = site.library
    note = library.by_path.get(path)
    config = site.config
    if note is None or changed not in (None, note.text):
        papers = {paper.slug for _, paper in library.mentions.get(path, ())}
        if not papers or not has_file(note_bibtex(path, config), len(papers), library, config):
            # the build has no `.bib` file of the note to link to
            config = replace(config, note_bibtex=False)
        note, _ = note_reader.read_note(Source(path, (changed or "").encode("utf-8", "surrogateescape")))
        library = replace(library, mentions={**library.mentions, path: match_mentions(note, library)})
        library = linked_notes.update_note_links(note, library, site.note_links.names, config)
    if note.too_complex:
        return note.text
    styles = Styles(site.style, site.prose)
    backlinks = site.backlinks.get(path, "")
    edits, _ = note_edits.edits(library, note, config, styles, attributes=attributes, whole=whole, backlinks=backlinks)
    annotated = note_edits.apply_edits(note.text, edits)
    return normalise_markdown(annotated, note.body_start, step) if config.obsidian and library.is_vault else annotated

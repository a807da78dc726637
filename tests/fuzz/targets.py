"""Fuzz targets: each takes any bytes and raises if a promise about the result is broken.

They do not need the fuzzer, so that every test run can repeat the inputs that once failed.  `__main__` passes them to
the fuzzer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from papernotes_plugin import bibtex, identifiers, pipeline
from papernotes_plugin.entries import safe_value, valid_key
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.pipeline import Site, note_edits
from papernotes_plugin.pipeline.citation_styles import Styles
from papernotes_plugin.reading.note_reader import read_note
from papernotes_plugin.recognisers import recognise
from papernotes_plugin.selection import directives as reading_directives
from papernotes_plugin.text import plain_text
from papernotes_plugin.vocabulary.issues import Code, Issue
from papernotes_plugin.vocabulary.model import (
    Block,
    BlockKind,
    Document,
    Entry,
    Identifier,
    Mention,
    Note,
    Source,
    Span,
)

NOTE = "notes/a.md"
BEFORE = b"@misc{entry-before,\n  title = {One \\& Only},\n  year = 2001\n}\n\n"
AFTER = b'\n\n@article{entry-after,\n  title = "Two {Soups}",\n  year = 2002,\n}\n'
_SURROUNDING_ENTRIES = {
    "entry-before": (("title", "One \\& Only"), ("year", "2001")),
    "entry-after": (("title", "Two {Soups}"), ("year", "2002")),
}
_PARENTS = ("crossref", "xdata")
_NOT_IN_NAME = re.compile(r"[^a-z0-9_+:.-]")
_WITHOUT_LINE = (Code.INVALID_UTF8, Code.REPAIRED_TEXT, Code.NO_PAPERS)
"""Codes of issues that concern a whole file and have no line."""


def are_within(spans: Iterable[Span], start: int, end: int) -> bool:
    """Return whether each span starts before its end and is within a range."""
    return all(start <= span.start <= span.end <= end for span in spans)


def are_disjoint(spans: Iterable[Span]) -> bool:
    """Return whether no two spans share a character."""
    return all(one.end <= other.start for one, other in pairwise(sorted(spans)))


# --- identifiers ----------------------------------------------------------------------------------


def on_identifiers(data: bytes) -> None:
    """Identifiers are within the text, do not overlap, and every spelling of one is read as the same identifier."""
    text = data.decode("utf-8", "replace")
    for read_as in (identifiers.parse_identifier, identifiers.from_url, identifiers.url_identifier):
        if identifier := read_as(text):
            _check_spellings(identifier)
    occurrences = identifiers.find_identifiers(text)
    assert are_within((Span(start, end) for start, end, _ in occurrences), 0, len(text))
    assert all(end <= start for (_, end, _), (start, _, _) in pairwise(occurrences))
    for _, _, identifier in occurrences:
        _check_spellings(identifier)
    identifiers.is_paper_file(text)
    identifiers.arxiv_version_of_url(text)


def _check_spellings(identifier: Identifier) -> None:
    scheme = identifiers.SCHEMES[identifier.scheme]
    assert scheme.pattern.fullmatch(identifier.value), identifier
    assert identifiers.parse_identifier(str(identifier)) == identifier, identifier
    if identifier.scheme != "url":
        assert identifiers.from_url(identifiers.canonical_url(identifier)) == identifier, (
            identifier,
            identifiers.canonical_url(identifier),
        )
    for other in identifiers.equivalents(identifier):
        assert identifiers.SCHEMES[other.scheme].pattern.fullmatch(other.value), other


# --- directives -----------------------------------------------------------------------------------


def on_directives(data: bytes) -> None:
    """A directive is one comment of the note, read or reported, and replacing it changes no other text."""
    note, _ = read_note(Source(NOTE, data))
    directives, issues = reading_directives.find_directives(note)
    spans = [directive.span for directive in directives]
    assert are_within(spans, note.body_start, len(note.text))
    assert are_disjoint(spans)
    assert all(note.text[span.start : span.end] for span in spans)
    _check_lines(note, issues)
    for directive in directives:
        assert directive.name in reading_directives.DIRECTIVE_OPTIONS
        replacement = reading_directives.fit_in_place(note.text, directive.span, "one\n\ntwo")
        before, _, after = replacement.partition("one\n")
        assert not (before + after.replace("two", "", 1)).strip(" \t\n>"), replacement


def _check_lines(note: Note, issues: Sequence[Issue]) -> None:
    for issue in issues:
        assert "\n" not in issue.message
        assert issue.line is None or 1 <= issue.line <= len(note.line_starts), issue


# --- bibliographies -------------------------------------------------------------------------------


def on_bibliography(data: bytes) -> None:
    """Bytes between two entries change neither entry, and written entries are read again unchanged."""
    bibliography = BEFORE + data + AFTER
    entries, issues = bibtex.read(Source("a.bib", bibliography))
    surrounding = {entry.key: entry.fields for entry in entries if entry.key in _SURROUNDING_ENTRIES}
    if not any(name.encode() in data for name in _SURROUNDING_ENTRIES):
        assert surrounding == _SURROUNDING_ENTRIES, surrounding
    lines = len(_lines(bibliography))
    assert all(1 <= entry.line <= lines for entry in entries)
    assert all(i.code in _WITHOUT_LINE if i.line is None else 1 <= i.line <= lines for i in issues), issues
    keys = [entry.key for entry in entries if entry.key]
    assert len(set(keys)) == len(keys)
    for entry in entries:
        assert all(plain_text(value) is not None for _, value in entry.fields)
    bibtex.read(Source("a.bib", data))
    _check_round_trip(entries)


def _syntax_issues(issues: Sequence[Issue]) -> list[Issue]:
    """Return the issues about the syntax of entries, without those about missing parents."""
    parents = "it inherits from"
    return [i for i in issues if i.code is Code.BROKEN_ENTRY and parents not in i.message]


def _lines(data: bytes) -> list[bytes]:
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")


def _check_round_trip(read_entries: Sequence[Entry]) -> None:
    # without the fields that name parents: writing a key may drop characters, so that it equals a missing parent
    entries = [replace(entry, fields=tuple(f for f in entry.fields if f[0] not in _PARENTS)) for entry in read_entries]
    text = bibtex.format_entries(entries)
    again, issues = bibtex.read_quoted(Source("b.bib", text.encode("utf-8", "surrogatepass")))
    if any(i.code is Code.REPAIRED_TEXT for i in issues):
        # characters were dropped, and the remaining ones look like a wrong encoding
        return
    assert [e.key for e in again] == [valid_key(e.key) or "x" for e in entries]
    if any(_NOT_IN_NAME.search(name) for entry in entries for name, _ in entry.fields):
        # without these characters the name may equal that of another field, as of a parent
        return
    assert not _syntax_issues(issues), issues
    for one, other in zip(entries, again, strict=True):
        expected = {safe_value(value) for _, value in one.fields} - {""}
        assert {value for _, value in other.fields} <= expected, (one, other)
    assert bibtex.format_entries(again) == text


# --- notes ----------------------------------------------------------------------------------------

_OTHER = Source(
    "b.md", b"# Other\n\n## Part\n\n- [Soup Of Bones](https://arxiv.org/abs/2401.00001), ICLR 2024 ^one\n\n[[a]]\n"
)
_BIB = Source("bib/all.bib", b"@article{cook2020, title = {On Soup}, author = {Cook, Ann}, year = 2020}\n")


def on_note(data: bytes) -> None:
    """A note is read, its papers are found and published, and every reported location is within the note."""
    site = pipeline.build([Source(NOTE, data), _OTHER], bibliography=[_BIB])
    note = site.library.by_path.get(NOTE)
    if note is None:
        assert site.private.get(NOTE)
        return
    _check_document(note.document, note)
    _check_mentions(note, recognise(note))
    _check_lines(note, [i for i in site.issues if i.path == NOTE])
    listed = {(m.span, m.kind) for paper in site.library.papers for m in paper.mentions if m.note == NOTE}
    assert listed == {(mention.span, mention.kind) for mention, _ in site.library.mentions.get(NOTE, ())}
    _check_edits(site, note)
    for output in site.outputs:
        assert isinstance(output.text, str)
    _check_exports(site)


def _check_document(document: Document, note: Note) -> None:
    blocks = document.blocks
    assert are_within((block.span for block in blocks), note.body_start, len(note.text))
    for index, block in enumerate(blocks):
        assert block.index == index > block.parent
        # a missing cell is an empty span at the end of its row
        empty = block.kind is BlockKind.CELL and block.span.start == block.span.end
        assert empty or block.parent < 0 or _contains(blocks[block.parent], block.span), block
    for inline in document.inlines:
        # trailing white space may be outside of the block
        span = Span(inline.span.start, inline.span.start + len(note.text[slice(*inline.span)].rstrip()))
        assert span.start == span.end or _contains(blocks[inline.block], span), inline
        assert are_within([inline.inner], 0, len(note.text))
    assert are_within(document.comments, note.body_start, len(note.text))


def _contains(block: Block, span: Span) -> bool:
    return block.span.start <= span.start <= span.end <= block.span.end


def _check_mentions(note: Note, mentions: Sequence[Mention]) -> None:
    assert are_within((mention.span for mention in mentions), 0, len(note.text))
    anchors = [mention.anchor for mention in mentions]
    assert len(set(anchors)) == len(anchors)
    for mention in mentions:
        assert note.line_and_column(mention.span.start) == (mention.line, mention.column), mention
        for identifier in mention.evidence.identifiers:
            assert identifiers.SCHEMES[identifier.scheme].pattern.fullmatch(identifier.value), identifier


def _check_edits(site: Site, note: Note) -> None:
    """Check that edits are within the note and that no edits mean no change."""
    edits, _ = note_edits.edits(
        site.library, note, site.config, Styles(site.style, site.prose, Suggestions(site.library)), attributes=True
    )
    assert are_within((edit.span for edit in edits), 0, len(note.text))
    assert note_edits.apply_edits(note.text, ()) == note.text
    for attributes in (False, True):
        assert (
            pipeline.annotate(site, note.path, attributes=attributes)[: note.body_start] == note.text[: note.body_start]
        )


def _check_exports(site: Site) -> None:
    papers = site.library.papers
    entries, issues = bibtex.read(Source("out.bib", pipeline.bibliography(papers, site.config).encode()))
    assert [entry.key for entry in entries] == [paper.citekey for paper in papers]
    assert not _syntax_issues(issues), issues
    assert len(json.loads(pipeline.export_papers(papers, "csl"))) == len(papers)
    assert len(json.loads(pipeline.catalogue(site))["papers"]) == len(papers)
    assert pipeline.export_papers(papers, "ris").count("ER  - ") == len(papers)


# --- front matter ---------------------------------------------------------------------------------


def on_front_matter(data: bytes) -> None:
    """Front matter of any shape does not change how the rest of the note is read."""
    for fence in (b"---", b"+++"):
        note, issues = read_note(
            Source(NOTE, fence + b"\n" + data + b"\n" + fence + b"\n\n# Body\n\nWords of the author.\n")
        )
        assert note.text.endswith("# Body\n\nWords of the author.\n")
        # a note that is too complex is not parsed
        assert note.too_complex or note.document.blocks[-1].span.end >= len(note.text) - 1
        assert 0 <= note.body_start <= len(note.text)
        assert all(isinstance(key, str) for key in note.meta)
        assert all(1 <= line <= len(note.line_starts) for line in note.meta_lines.values())
        assert note.title
        _check_lines(note, issues)
        _check_mentions(note, recognise(note))


TARGETS: dict[str, Callable[[bytes], None]] = {
    "identifiers": on_identifiers,
    "directives": on_directives,
    "bibliography": on_bibliography,
    "notes": on_note,
    "front_matter": on_front_matter,
}
"""Every target by the name of its folder in `corpus`."""

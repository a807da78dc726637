"""The targets: each takes any bytes and raises where a promise about what is made of them is broken.

They need nothing that is not needed to run the tests, so that every input which was once found is tried in each run
of those; `__main__` hands them to the fuzzer.
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
BEFORE = b"@misc{neighbour-before,\n  title = {One \\& Only},\n  year = 2001\n}\n\n"
AFTER = b'\n\n@article{neighbour-after,\n  title = "Two {Soups}",\n  year = 2002,\n}\n'
_NEIGHBOURS = {
    "neighbour-before": (("title", "One \\& Only"), ("year", "2001")),
    "neighbour-after": (("title", "Two {Soups}"), ("year", "2002")),
}
_PARENTS = ("crossref", "xdata")
_NOT_IN_NAME = re.compile(r"[^a-z0-9_+:.-]")
_WHOLE = (Code.INVALID_UTF8, Code.REPAIRED_TEXT, Code.NO_PAPERS)
"""What may be said of a whole file."""


def within(spans: Iterable[Span], start: int, end: int) -> bool:
    """Whether spans lie in a range, each of them forwards."""
    return all(start <= span.start <= span.end <= end for span in spans)


def apart(spans: Iterable[Span]) -> bool:
    """Whether no two spans share a character."""
    return all(one.end <= other.start for one, other in pairwise(sorted(spans)))


# --- identifiers ----------------------------------------------------------------------------------


def on_identifiers(data: bytes) -> None:
    """What is found stands in the text, apart from one another, and every spelling of it leads back to it."""
    text = data.decode("utf-8", "replace")
    for read_as in (identifiers.parse_identifier, identifiers.from_url, identifiers.url_identifier):
        if found := read_as(text):
            _canonical(found)
    found_in = identifiers.find_identifiers(text)
    assert within((Span(start, end) for start, end, _ in found_in), 0, len(text))
    assert all(end <= start for (_, end, _), (start, _, _) in pairwise(found_in))
    for _, _, found in found_in:
        _canonical(found)
    identifiers.is_paper_file(text)
    identifiers.arxiv_version_of_url(text)


def _canonical(found: Identifier) -> None:
    scheme = identifiers.SCHEMES[found.scheme]
    assert scheme.pattern.fullmatch(found.value), found
    assert identifiers.parse_identifier(str(found)) == found, found
    if found.scheme != "url":
        assert identifiers.from_url(identifiers.canonical_url(found)) == found, (
            found,
            identifiers.canonical_url(found),
        )
    for other in identifiers.equivalents(found):
        assert identifiers.SCHEMES[other.scheme].pattern.fullmatch(other.value), other


# --- directives -----------------------------------------------------------------------------------


def on_directives(data: bytes) -> None:
    """A directive is one comment of the note, named or understood, and what is put in its place moves nothing else."""
    note, _ = read_note(Source(NOTE, data))
    found, issues = reading_directives.find_directives(note)
    spans = [directive.span for directive in found]
    assert within(spans, note.body, len(note.text))
    assert apart(spans)
    assert all(note.text[span.start : span.end] for span in spans)
    _placed(note, issues)
    for directive in found:
        assert directive.name in reading_directives.DIRECTIVE_OPTIONS
        body = reading_directives.fit_in_place(note.text, directive.span, "one\n\ntwo")
        before, _, after = body.partition("one\n")
        assert not (before + after.replace("two", "", 1)).strip(" \t\n>"), body


def _placed(note: Note, issues: Sequence[Issue]) -> None:
    for said in issues:
        assert "\n" not in said.message
        assert said.line is None or 1 <= said.line <= len(note.line_starts), said


# --- bibliographies -------------------------------------------------------------------------------


def on_bibliography(data: bytes) -> None:
    """Whatever stands between two entries costs neither; what is read can be written and comes back as it was."""
    whole = BEFORE + data + AFTER
    entries, issues = bibtex.read(Source("a.bib", whole))
    kept = {entry.key: entry.fields for entry in entries if entry.key in _NEIGHBOURS}
    if not any(name.encode() in data for name in _NEIGHBOURS):
        assert kept == _NEIGHBOURS, kept
    lines = len(_lines(whole))
    assert all(1 <= entry.line <= lines for entry in entries)
    assert all(i.code in _WHOLE if i.line is None else 1 <= i.line <= lines for i in issues), issues
    keys = [entry.key for entry in entries if entry.key]
    assert len(set(keys)) == len(keys)
    for entry in entries:
        assert all(plain_text(value) is not None for _, value in entry.fields)
    bibtex.read(Source("a.bib", data))
    _comes_back(entries)


def _broken(issues: Sequence[Issue]) -> list[Issue]:
    """What is said of how entries are written, not of what stands in them."""
    parents = "it inherits from"
    return [i for i in issues if i.code is Code.BROKEN_ENTRY and parents not in i.message]


def _lines(data: bytes) -> list[bytes]:
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")


def _comes_back(read_entries: Sequence[Entry]) -> None:
    # a parent that is nowhere is there once a sign is left out of a key
    entries = [replace(entry, fields=tuple(f for f in entry.fields if f[0] not in _PARENTS)) for entry in read_entries]
    text = bibtex.format_entries(entries)
    again, odd = bibtex.read_quoted(Source("b.bib", text.encode("utf-8", "surrogatepass")))
    if any(i.code is Code.REPAIRED_TEXT for i in odd):
        # what was left out between two characters has made them look like encoding damage
        return
    assert [e.key for e in again] == [valid_key(e.key) or "x" for e in entries]
    if any(_NOT_IN_NAME.search(name) for entry in entries for name, _ in entry.fields):
        # without these signs it may be the name of another, as of a parent
        return
    assert not _broken(odd), odd
    for one, other in zip(entries, again, strict=True):
        wanted = {safe_value(value) for _, value in one.fields} - {""}
        assert {value for _, value in other.fields} <= wanted, (one, other)
    assert bibtex.format_entries(again) == text


# --- notes ----------------------------------------------------------------------------------------

_OTHER = Source(
    "b.md", b"# Other\n\n## Part\n\n- [Soup Of Bones](https://arxiv.org/abs/2401.00001), ICLR 2024 ^one\n\n[[a]]\n"
)
_BIB = Source("bib/all.bib", b"@article{cook2020, title = {On Soup}, author = {Cook, Ann}, year = 2020}\n")


def on_note(data: bytes) -> None:
    """A note is read, its papers are found and shown, and every place that is told of stands in it."""
    site = pipeline.build([Source(NOTE, data), _OTHER], bibliography=[_BIB])
    note = site.library.by_path.get(NOTE)
    if note is None:
        assert site.private.get(NOTE)
        return
    _well_formed(note.document, note)
    _well_placed(note, recognise(note))
    _placed(note, [i for i in site.issues if i.path == NOTE])
    told = {(m.span, m.kind) for paper in site.library.papers for m in paper.mentions if m.note == NOTE}
    assert told == {(mention.span, mention.kind) for mention, _ in site.library.mentions.get(NOTE, ())}
    _edited(site, note)
    for output in site.outputs:
        assert isinstance(output.text, str)
    _exported(site)


def _well_formed(document: Document, note: Note) -> None:
    blocks = document.blocks
    assert within((block.span for block in blocks), note.body, len(note.text))
    for index, block in enumerate(blocks):
        assert block.index == index > block.parent
        # a cell that its row lacks stands empty at the end of the row's line
        empty = block.kind is BlockKind.CELL and block.span.start == block.span.end
        assert empty or block.parent < 0 or _holds(blocks[block.parent], block.span), block
    for inline in document.inlines:
        # blank space at its end may be no part of the block
        span = Span(inline.span.start, inline.span.start + len(note.text[slice(*inline.span)].rstrip()))
        assert _holds(blocks[inline.block], span), inline
        assert within([inline.inner], 0, len(note.text))
    assert within(document.comments, note.body, len(note.text))


def _holds(block: Block, span: Span) -> bool:
    return block.span.start <= span.start <= span.end <= block.span.end


def _well_placed(note: Note, mentions: Sequence[Mention]) -> None:
    assert within((mention.span for mention in mentions), 0, len(note.text))
    anchors = [mention.anchor for mention in mentions]
    assert len(set(anchors)) == len(anchors)
    for mention in mentions:
        assert note.line_and_column(mention.span.start) == (mention.line, mention.column), mention
        for found in mention.evidence.identifiers:
            assert identifiers.SCHEMES[found.scheme].pattern.fullmatch(found.value), found


def _edited(site: Site, note: Note) -> None:
    """What is edited stands in the note; without an edit nothing of it changes."""
    made, _ = note_edits.edits(
        site.library, note, site.config, Styles(site.style, site.prose, Suggestions(site.library)), attributes=True
    )
    assert within((edit.span for edit in made), 0, len(note.text))
    assert note_edits.apply_edits(note.text, ()) == note.text
    for attributes in (False, True):
        assert pipeline.annotate(site, note.path, attributes=attributes)[: note.body] == note.text[: note.body]


def _exported(site: Site) -> None:
    papers = site.library.papers
    entries, issues = bibtex.read(Source("out.bib", pipeline.bibliography(papers, site.config).encode()))
    assert [entry.key for entry in entries] == [paper.citekey for paper in papers]
    assert not _broken(issues), issues
    assert len(json.loads(pipeline.export_papers(papers, "csl"))) == len(papers)
    assert len(json.loads(pipeline.catalogue(site))["papers"]) == len(papers)
    assert pipeline.export_papers(papers, "ris").count("ER  - ") == len(papers)


# --- front matter ---------------------------------------------------------------------------------


def on_front_matter(data: bytes) -> None:
    """A front matter of any shape costs its note nothing but itself."""
    for fence in (b"---", b"+++"):
        note, issues = read_note(
            Source(NOTE, fence + b"\n" + data + b"\n" + fence + b"\n\n# Body\n\nWords of the author.\n")
        )
        assert note.text.endswith("# Body\n\nWords of the author.\n")
        # of what is too much nothing is parsed
        assert note.too_complex or note.document.blocks[-1].span.end >= len(note.text) - 1
        assert 0 <= note.body <= len(note.text)
        assert all(isinstance(key, str) for key in note.meta)
        assert all(1 <= line <= len(note.line_starts) for line in note.meta_lines.values())
        assert note.title
        _placed(note, issues)
        _well_placed(note, recognise(note))


TARGETS: dict[str, Callable[[bytes], None]] = {
    "identifiers": on_identifiers,
    "directives": on_directives,
    "bibliography": on_bibliography,
    "notes": on_note,
    "front_matter": on_front_matter,
}
"""Every target by the name of its folder in `corpus`."""

"""The cost of a build grows in proportion to its input; it is measured in function calls, which do not vary."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from papernotes_plugin import bibtex, pipeline
from papernotes_plugin.markup import parser
from papernotes_plugin.pipeline.linked_notes import add_note_links
from papernotes_plugin.reading.limits import reason_too_complex
from papernotes_plugin.recognisers import note_name
from papernotes_plugin.recognisers.evidence.names.prose import Prose
from papernotes_plugin.vocabulary.model import Mention, Source
from tests.benchmarks.growth import CROWDS, ENTRIES, crowded
from tests.helpers.call_counting import calls

pytestmark = pytest.mark.full

PAPERS = 120
"""Number of papers of the smaller of two vaults."""
GROWTH = 2.1
"""Largest accepted ratio of calls for twice the papers; quadratic cost has the ratio 4."""
_KINDS = (
    "- [Plain {word} of Part {n}](https://arxiv.org/abs/{month}.{n:05d}), NeurIPS 20{year}\n",
    "### [Kernels for {word} in Case {n}](https://openreview.net/forum?id=Id{n:08d})\n\n"
    "**TL;DR:** A {word} of *its* own. #{word}/part-{tag}\n\n",
    "As [Doe et al., 20{year}](https://doi.org/10.1000/{word}.{n}) say, see [[note-{tag}]] and [@k{n}].\n\n",
)
_ENTRY = (
    "@article{{k{n}, title = {{On the {word} of Sample {n}}}, author = {{Doe, Ada and van der Berg, Wei}},\n"
    "  journal = {{Journal of Soup}}, year = {{20{year}}}, doi = {{10.1000/{word}.{n}}}}}\n"
)


def vault(papers: int, word: str) -> tuple[list[Source], Source]:
    """Return notes of 20 papers each, and a bibliography of a third of the papers.

    Another word gives other texts of the same structure.
    """
    variables = [
        {"n": n, "word": word, "month": 2101 + n % 12, "year": 20 + n % 5, "tag": n // 20} for n in range(papers)
    ]
    texts = [_KINDS[n % len(_KINDS)].format(**values) for n, values in enumerate(variables)]
    parts = ["".join(texts[at : at + 20]) for at in range(0, papers, 20)]
    notes = [Source(f"notes/note-{n}.md", f"# Week {n} of {word}\n\n{part}".encode()) for n, part in enumerate(parts)]
    entries = "".join(_ENTRY.format(**values) for values in variables[2::3])
    return notes, Source("bib/all.bib", entries.encode())


def calls_of_a_build(papers: int, word: str) -> int:
    """Return the number of function calls of a build."""
    notes, bib = vault(papers, word)

    def build() -> None:
        site = pipeline.build(notes, bibliography=[bib])
        assert site.counts.papers == papers

    return calls(build)


def test_twice_the_papers_take_about_twice_the_calls() -> None:
    """The cost of a build, with pages and exports, is linear in the number of papers."""
    # fill the caches of the process first
    calls_of_a_build(2 * PAPERS, "warmth")
    few, many = calls_of_a_build(PAPERS, "flows"), calls_of_a_build(2 * PAPERS, "codes")
    print(f"{few} and {many} calls: {many / few:.3f}")
    assert many <= few * GROWTH


@pytest.mark.parametrize("make", ENTRIES.values(), ids=ENTRIES)
def test_reading_a_bibliography_is_linear(make: Callable[[int], str]) -> None:
    """The cost of reading a bibliography is linear in its length, whatever its entries are."""

    def counted(size: int) -> int:
        data = make(size).encode()
        return calls(lambda: bibtex.read(Source("a.bib", data)))

    counted(50)
    few, many = counted(150), counted(600)
    # four times the input; quadratic cost has the ratio 16
    assert many <= few * 5 + 300


@pytest.mark.parametrize("piece", ["` ", "<!-- a\n\n", "``` a\n", "# a\n", "*a* ", "- a\n", "a\n\n", "    a\n"])
def test_measuring_how_complex_a_note_is_is_linear(piece: str) -> None:
    """The cost of deciding whether a note is too complex is linear in its length."""

    def seconds(size: int) -> float:
        text = piece * (size // len(piece))
        times = []
        for _ in range(3):
            began = time.process_time()
            reason_too_complex(text)
            times.append(time.process_time() - began)
        return min(times)

    seconds(10_000)
    # four times the input; quadratic time has the ratio 16
    assert seconds(4_000_000) <= 8 * seconds(1_000_000) + 0.1


@pytest.mark.parametrize("size", [1_500_000, 6_000_000])
def test_a_field_of_megabytes_is_fast(size: int) -> None:
    """A field of six megabytes of LaTeX takes a few seconds, and its neighbours are kept."""
    for piece in ("$", "\\\\", '{\\"o}', "\\frac{1}{2}"):
        field = piece * (size // len(piece))
        data = f"@misc{{a, title={{Before}}}}\n@misc{{b, title={{{field}}}}}\n@misc{{c, title={{After}}}}\n".encode()
        began = time.process_time()
        entries, issues = bibtex.read(Source("a.bib", data))
        assert time.process_time() - began < 5
        assert [entry.key for entry in entries] == ["a", "b", "c"]
        assert {(issue.line, issue.code) for issue in issues} == {(2, "broken-entry")}


@pytest.mark.parametrize("name", CROWDS)
def test_shared_papers_tags_and_embeds_are_linear(name: str) -> None:
    """A paper that every note mentions, a tag of every paper or a note that all embed causes no quadratic cost."""
    few = 500 if "embed" in name else 60
    calls(crowded(name, 30))
    once, more = (calls(crowded(name, count)) for count in (few, 4 * few))
    print(f"{once} and {more} calls: {more / once:.2f}")
    assert more <= once * 5


class _CountedMentions(tuple[Mention, ...]):
    """Tuple of mentions that counts its iterations."""

    iterations = 0

    def __iter__(self) -> Iterator[Mention]:
        _CountedMentions.iterations += 1
        return super().__iter__()


def test_links_between_notes_read_the_mentions_of_a_paper_once() -> None:
    """The mentions of a paper are iterated once, and not once per mention, which would be quadratic."""
    notes = [Source(f"n{n}.md", f"# Week {n}\n\n[@soup2024]\n\nAs in week {n // 2}.\n".encode()) for n in range(40)]
    site = pipeline.build(notes)
    (paper,) = site.library.papers
    watched = paper._replace(mentions=_CountedMentions(paper.mentions))
    mentions = {
        path: tuple((mention, watched) for mention, _ in pairs) for path, pairs in site.library.mentions.items()
    }
    library = replace(site.library, papers=(watched,), mentions=mentions)
    names = site.note_links.names
    occurrences = {note.path: note_name.find_occurrences(Prose(note), names) for note in library.notes}
    before = _CountedMentions.iterations
    add_note_links(library, site.config, names, occurrences)
    assert _CountedMentions.iterations - before == 1


@pytest.mark.parametrize("papers", [60])
def test_a_note_is_parsed_once(papers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build parses the Markdown of each note once."""
    notes, bib = vault(papers, "soup")
    parsed: list[str] = []
    parse = parser.parse

    def record(text: str, body: int = 0) -> object:
        parsed.append(text)
        return parse(text, body)

    monkeypatch.setattr(parser, "parse", record)
    pipeline.build(notes, bibliography=[bib])
    assert all(parsed.count(note.data.decode()) == 1 for note in notes)

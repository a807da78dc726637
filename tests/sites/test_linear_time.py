"""What a build costs, in calls of functions: noise of the machine changes none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from papernotes_plugin import bibtex, pipeline
from papernotes_plugin.markup import parser
from papernotes_plugin.pipeline.linked_notes import add_note_links
from papernotes_plugin.recognisers import note_name
from papernotes_plugin.recognisers.evidence.prose import Prose
from papernotes_plugin.vocabulary.model import Mention, Source
from tests.benchmarks.growth import CROWDS, ENTRIES, crowded
from tests.helpers.call_counting import calls

PAPERS = 120
"""Papers of the smaller of two vaults."""
GROWTH = 2.1
"""How many times as many calls twice the papers may take; what is quadratic takes four times as many."""
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
    """Notes of 20 papers each and the bibliography of a third; another word makes another vault of the same shape."""
    said = [{"n": n, "word": word, "month": 2101 + n % 12, "year": 20 + n % 5, "tag": n // 20} for n in range(papers)]
    texts = [_KINDS[n % len(_KINDS)].format(**facts) for n, facts in enumerate(said)]
    parts = ["".join(texts[at : at + 20]) for at in range(0, papers, 20)]
    notes = [Source(f"notes/note-{n}.md", f"# Week {n} of {word}\n\n{part}".encode()) for n, part in enumerate(parts)]
    entries = "".join(_ENTRY.format(**facts) for facts in said[2::3])
    return notes, Source("bib/all.bib", entries.encode())


def calls_of_a_build(papers: int, word: str) -> int:
    """How many functions a build of a vault calls."""
    notes, bib = vault(papers, word)

    def build() -> None:
        site = pipeline.build(notes, bibliography=[bib])
        assert site.counts.papers == papers

    return calls(build)


def test_twice_the_papers_take_about_twice_the_calls() -> None:
    """Building is linear, pages and exports included."""
    # what is worked out once in a process is none of it
    calls_of_a_build(2 * PAPERS, "warmth")
    few, many = calls_of_a_build(PAPERS, "flows"), calls_of_a_build(2 * PAPERS, "codes")
    print(f"{few} and {many} calls: {many / few:.3f}")
    assert many <= few * GROWTH


@pytest.mark.parametrize("make", ENTRIES.values(), ids=ENTRIES)
def test_no_bibliography_takes_more_calls_than_its_length(make: Callable[[int], str]) -> None:
    """Whatever it is made of: what costs a way through the rest of the file each time would show here."""

    def counted(size: int) -> int:
        data = make(size).encode()
        return calls(lambda: bibtex.read(Source("a.bib", data)))

    counted(50)
    few, many = counted(150), counted(600)
    # four times as much; what is quadratic takes sixteen times as many
    assert many <= few * 5 + 300


@pytest.mark.parametrize("name", CROWDS)
def test_what_many_have_in_common_costs_each_of_them_the_same(name: str) -> None:
    """A paper that every note mentions, a tag of all papers, a note that all embed: nobody looks at all for each."""
    few = 500 if "embed" in name else 60
    calls(crowded(name, 30))
    once, more = (calls(crowded(name, count)) for count in (few, 4 * few))
    print(f"{once} and {more} calls: {more / once:.2f}")
    assert more <= once * 5


class _Watched(tuple[Mention, ...]):
    """Mentions that know how often somebody went through them."""

    ways = 0

    def __iter__(self) -> Iterator[Mention]:
        _Watched.ways += 1
        return super().__iter__()


def test_what_a_paper_is_mentioned_by_is_not_looked_through_for_each_mention() -> None:
    """A paper that all notes mention would cost the square of their number."""
    notes = [Source(f"n{n}.md", f"# Week {n}\n\n[@soup2024]\n\nAs in week {n // 2}.\n".encode()) for n in range(40)]
    site = pipeline.build(notes)
    (paper,) = site.library.papers
    watched = replace(paper, mentions=_Watched(paper.mentions))
    mentions = {
        path: tuple((mention, watched) for mention, _ in pairs) for path, pairs in site.library.mentions.items()
    }
    library = replace(site.library, papers=(watched,), mentions=mentions)
    names = site.note_links.names
    places = {note.path: note_name.find_occurrences(Prose(note), names) for note in library.notes}
    before = _Watched.ways
    add_note_links(library, site.config, names, places)
    assert _Watched.ways - before == 1


@pytest.mark.parametrize("papers", [60])
def test_a_note_is_parsed_once(papers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked of a note, its text goes through the parser of Markdown a single time."""
    notes, bib = vault(papers, "soup")
    parsed: list[str] = []
    parse = parser.parse

    def told(text: str, body: int = 0) -> object:
        parsed.append(text)
        return parse(text, body)

    monkeypatch.setattr(parser, "parse", told)
    pipeline.build(notes, bibliography=[bib])
    assert all(parsed.count(note.data.decode()) == 1 for note in notes)

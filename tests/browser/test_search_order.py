"""What stands first among what the search finds, in a library where most words are in many places."""

from __future__ import annotations

import gzip
import itertools
import json
import random
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.search_worker import ask

pytestmark = pytest.mark.node

PAPERS = 240
_WORDS = re.findall(
    r"\w+",
    "adaptive alignment attention bayesian causal contrastive diffusion discrete distillation editing embeddings "
    "flows forecasting generation generative graphs hierarchical imaging implicit kernels language learning "
    "memory models networks neural online operators optimal planning policies pruning quantization reasoning "
    "reinforcement retrieval robust sampling scalable segmentation sparse speech structured temporal tokens transport "
    "variational video vision",
)
_SYLLABLES = re.findall("...", "belcordrafelganhexjinkorlummonnexoripaxquarexsoltorunivexwanyalzor")
_TITLES = ("{0} {5} for {1} {6} in {2}", "{4}: {5} {0} with {1} {6}", "A {0} {5} Approach to {1} and {6} {2}")
_SAID = "We read how {} {} {} {} matter for {} {} and what that says of a {} {} in an {} {}."


def _library() -> list[dict[str, str]]:
    """The papers: titles that share their words, authors who share their given names.

    No year is in their keys: of words that differ in digits lunr.js forgets one now and then (olivernn/lunr.js#503).
    """
    chance = random.Random(7)

    names = iter(chance.sample([*map("".join, itertools.permutations(_SYLLABLES, 3))], 2 * PAPERS))
    found = []
    for number in range(PAPERS):
        words = [word.capitalize() for word in chance.sample(_WORDS, 4)]
        name, family = next(names).capitalize(), next(names).capitalize()
        rare = ["".join(chance.sample(_SYLLABLES, 2)).capitalize() for _ in range(2)]
        facts = {"title": _TITLES[number % 3].format(*words, name, *rare), "key": f"{family}{words[0]}"}
        facts |= {"name": name if number % 3 == 1 else "", "arxiv": f"9901.{number:05}"}
        found.append({**facts, "author": f"{chance.choice(('Anna', 'Ingo', 'Theo'))} {family}"})
    return found


LIBRARY = _library()


def place(paper: Mapping[str, str]) -> str:
    """The address of its page below that of the site."""
    return f"papers/{paper['key'].lower()}/"


def _notes() -> Mapping[str, str]:
    """Long notes about them, tagged with the words of their titles."""
    chance = random.Random(8)
    made = {"docs/index.md": "# Start\n", "docs/diffusion.md": "# Diffusion\n\nIt begins with noise.\n"}
    for number in range(0, PAPERS, 20):
        tags = ", ".join(chance.sample(_WORDS, 6))
        cards = [
            f"### [{p['title']}](https://arxiv.org/abs/{p['arxiv']})\n\n"
            + "".join(f"{_SAID.format(*chance.choices(_WORDS, k=10))}\n" for _ in range(20))
            for p in LIBRARY[number : number + 20]
        ]
        made[f"docs/read-{number}.md"] = f"---\ntags: [{tags}]\n---\n# Read {number}\n\n" + "\n".join(cards)
    entries = [
        f"@misc{{{p['key']}, title={{{{{p['title']}}}}}, author={{{p['author']}}}, year={{2024}}, "
        f"eprint={{{p['arxiv']}}}, archiveprefix={{arXiv}}}}\n"
        for p in LIBRARY
    ]
    return {**made, "bib/papers.bib": "".join(entries)}


@pytest.fixture(scope="module", params=["full", "lean"])
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> sites.Built:
    """The site of the library, with each size of index."""
    config = sites.CONFIG.replace("papernotes]", f"papernotes: {{search: {request.param}}}]")
    made = sites.build(sites.write(tmp_path_factory.mktemp("order"), {"mkdocs.yml": config, **_notes()}))
    assert made.code == 0, made.output
    return made


@pytest.mark.parametrize("what", ["title", "name", "author", "key", "arxiv"])
def test_the_paper_stands_first(built: sites.Built, what: str) -> None:
    """Asked for by its whole title, its short name, an author's name, its citekey or its arXiv id, and as one hit."""
    asked = [paper for paper in LIBRARY[::5] if paper[what]]
    found = ask(built.site, [paper[what] for paper in asked])
    assert [places[0] for places in found] == [place(paper) for paper in asked]
    assert all(places.count(places[0]) == 1 for places in found)


def test_half_a_title_is_enough(built: sites.Built) -> None:
    """The paper is among the ten that a reader sees, mostly first."""
    asked = LIBRARY[::5]
    found = ask(built.site, [" ".join(paper["title"].split()[:4]) for paper in asked])
    ranks = [places[:10].index(place(paper)) for places, paper in zip(found, asked, strict=True)]
    assert sum(rank == 0 for rank in ranks) > 0.75 * len(ranks)


def test_the_note_that_is_meant_stands_first(built: sites.Built) -> None:
    """Before the papers that have its title in theirs, and what has it for a tag."""
    diffusion, numbered = ask(built.site, ["Diffusion", "Read 40"])
    assert diffusion[0] == "diffusion/"
    assert numbered[0] == "read-40/"


def test_a_brief_index_has_names_alone(built: sites.Built) -> None:
    """However long the notes are, 10,000 papers take less than 3 MB, and 1 MB compressed; else all words are in it."""
    index = (built.site / "search" / "search_index.json").read_bytes()
    brief = b"and what that says of" not in index
    assert brief is (len(index) < 300 * PAPERS)
    assert brief is (len(gzip.compress(index)) < 100 * PAPERS)
    found = json.loads(index)["docs"]
    assert brief is not any(entry["location"].startswith("read-0/#") for entry in found)
    assert len([entry for entry in found if entry.get("tags")]) == (PAPERS // 20 if brief else PAPERS + PAPERS // 20)
    page = (built.site / "read-0" / "index.html").read_text("utf-8")
    assert page.count("and what that says of") == 20 * 20


def test_the_author_s_own_words_stay(tmp_path: Path) -> None:
    """A brief index leaves out what stands under a paper's heading or in its item, and nothing else of a note."""
    note = (
        "# Reading\n\nOver breakfast I read [@one].\n\n- [One about Wombats](https://arxiv.org/abs/2401.00001) digs\n"
        "- Marmots whistle\n    - [Two](https://arxiv.org/abs/2401.00002) whistles\n\n| Paper | Animal |\n|---|---|\n"
        "| [Three](https://arxiv.org/abs/2401.00003) | newts |\n| none | otters |\n\n"
        "### [Four about Lemurs](https://arxiv.org/abs/2401.00004)\n\nThey leap.\n\n#### Afterthoughts\n\nSo do I.\n"
    )
    files = {"docs/reading.md": note, "docs/index.md": "# Start\n"}
    texts = []
    for option in ("full", "lean"):
        config = sites.CONFIG.replace("papernotes]", f"papernotes: {{search: {option}}}]")
        made = sites.build(sites.write(tmp_path / option, {**files, "mkdocs.yml": config}))
        assert made.code == 0, made.output
        found = json.loads(made.page("search/search_index.json"))["docs"]
        texts.append(" ".join(e["title"] + e["text"] for e in found if e["location"].startswith("reading/")))
        page = made.page("reading/index.html")
        assert all(word in page for word in ("digs", "whistles", "newts", "They leap", "otters"))
        assert "papernotes, block" not in page
    whole, brief = texts
    assert [w for w in ("digs", "whistles", "newts", "Lemurs", "leap") if w in brief or w not in whole] == []
    assert [w for w in ("breakfast", "Marmots", "otters", "Afterthoughts", "So do I") if w not in brief] == []

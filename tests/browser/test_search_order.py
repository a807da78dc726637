"""Search ranks the expected page first, in a library whose papers share most words."""

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

pytestmark = [pytest.mark.full, pytest.mark.node]

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
_SENTENCE = "We read how {} {} {} {} matter for {} {} and what that says of a {} {} in an {} {}."


def _library() -> list[dict[str, str]]:
    """Return papers whose titles share words and whose authors share given names.

    Their keys have no year: lunr.js sometimes loses words that differ only in digits (olivernn/lunr.js#503).
    """
    chance = random.Random(7)

    names = iter(chance.sample([*map("".join, itertools.permutations(_SYLLABLES, 3))], 2 * PAPERS))
    papers = []
    for number in range(PAPERS):
        words = [word.capitalize() for word in chance.sample(_WORDS, 4)]
        name, family = next(names).capitalize(), next(names).capitalize()
        rare = ["".join(chance.sample(_SYLLABLES, 2)).capitalize() for _ in range(2)]
        facts = {"title": _TITLES[number % 3].format(*words, name, *rare), "key": f"{family}{words[0]}"}
        facts |= {"name": name if number % 3 == 1 else "", "arxiv": f"9901.{number:05}"}
        papers.append({**facts, "author": f"{chance.choice(('Anna', 'Ingo', 'Theo'))} {family}"})
    return papers


LIBRARY = _library()


def place(paper: Mapping[str, str]) -> str:
    """Return the URL path of a paper's page."""
    return f"papers/{paper['key'].lower()}/"


def _notes() -> Mapping[str, str]:
    """Return long notes about the papers, tagged with words of their titles."""
    chance = random.Random(8)
    files = {"docs/index.md": "# Start\n", "docs/diffusion.md": "# Diffusion\n\nIt begins with noise.\n"}
    for number in range(0, PAPERS, 20):
        tags = ", ".join(chance.sample(_WORDS, 6))
        cards = [
            f"### [{p['title']}](https://arxiv.org/abs/{p['arxiv']})\n\n"
            + "".join(f"{_SENTENCE.format(*chance.choices(_WORDS, k=10))}\n" for _ in range(20))
            for p in LIBRARY[number : number + 20]
        ]
        files[f"docs/read-{number}.md"] = f"---\ntags: [{tags}]\n---\n# Read {number}\n\n" + "\n".join(cards)
    entries = [
        f"@misc{{{p['key']}, title={{{{{p['title']}}}}}, author={{{p['author']}}}, year={{2024}}, "
        f"eprint={{{p['arxiv']}}}, archiveprefix={{arXiv}}}}\n"
        for p in LIBRARY
    ]
    return {**files, "bib/papers.bib": "".join(entries)}


@pytest.fixture(scope="module", params=["lean", pytest.param("full", marks=pytest.mark.full)])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> sites.Built:
    """Return the built site, with a full and a lean search index."""
    config = sites.CONFIG.replace("papernotes]", f"papernotes: {{search: {request.param}}}]")
    result = sites.build(sites.write(tmp_path_factory.mktemp("order"), {"mkdocs.yml": config, **_notes()}))
    assert result.code == 0, result.output
    return result


@pytest.mark.parametrize("what", ["title", "name", "author", "key", "arxiv"])
def test_paper_is_first(site: sites.Built, what: str) -> None:
    """A paper is the first result for its title, short name, author, citekey or arXiv id, and occurs once."""
    papers = [paper for paper in LIBRARY[::5] if paper[what]]
    results = ask(site.site, [paper[what] for paper in papers])
    assert [places[0] for places in results] == [place(paper) for paper in papers]
    assert all(places.count(places[0]) == 1 for places in results)


def test_half_a_title(site: sites.Built) -> None:
    """For half a title, the paper is among the first ten results, and mostly first."""
    papers = LIBRARY[::5]
    results = ask(site.site, [" ".join(paper["title"].split()[:4]) for paper in papers])
    ranks = [places[:10].index(place(paper)) for places, paper in zip(results, papers, strict=True)]
    assert sum(rank == 0 for rank in ranks) > 0.75 * len(ranks)


def test_note_is_first(site: sites.Built) -> None:
    """A note with the searched title comes before papers with that word, and before its tag."""
    diffusion, numbered = ask(site.site, ["Diffusion", "Read 40"])
    assert diffusion[0] == "diffusion/"
    assert numbered[0] == "read-40/"


def test_lean_index_is_small(site: sites.Built) -> None:
    """A lean index has less than 300 bytes for each paper (100 compressed); a full one has all words of notes."""
    index = (site.site / "search" / "search_index.json").read_bytes()
    is_lean = b"and what that says of" not in index
    assert is_lean is (len(index) < 300 * PAPERS)
    assert is_lean is (len(gzip.compress(index)) < 100 * PAPERS)
    entries = json.loads(index)["docs"]
    assert is_lean is not any(entry["location"].startswith("read-0/#") for entry in entries)
    assert len([entry for entry in entries if entry.get("tags")]) == (
        PAPERS // 20 if is_lean else PAPERS + PAPERS // 20
    )
    page = (site.site / "read-0" / "index.html").read_text("utf-8")
    assert page.count("and what that says of") == 20 * 20


def test_lean_index_keeps_the_text_of_notes(tmp_path: Path) -> None:
    """A lean index omits only the text below a paper's heading or in its list item."""
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
        result = sites.build(sites.write(tmp_path / option, {**files, "mkdocs.yml": config}))
        assert result.code == 0, result.output
        entries = json.loads(result.page("search/search_index.json"))["docs"]
        texts.append(" ".join(e["title"] + e["text"] for e in entries if e["location"].startswith("reading/")))
        page = result.page("reading/index.html")
        assert all(word in page for word in ("digs", "whistles", "newts", "They leap", "otters"))
        assert "papernotes, block" not in page
    full, lean = texts
    assert [w for w in ("digs", "whistles", "newts", "Lemurs", "leap") if w in lean or w not in full] == []
    assert [w for w in ("breakfast", "Marmots", "otters", "Afterthoughts", "So do I") if w not in lean] == []

"""The whole way with the imitated services: complete, nothing wrong, few requests, whatever the services do."""

from __future__ import annotations

import json
import lzma
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import papernotes_plugin as pn
from papernotes_plugin import people, pipeline
from papernotes_plugin.fetch.session import FetchSettings, Session
from papernotes_plugin.fetch.transport import Pace
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths, build_from_disk
from papernotes_plugin.identifiers import from_url
from papernotes_plugin.pipeline.missing_facts import read_fetched
from papernotes_plugin.text import comparison_key
from papernotes_plugin.vocabulary.model import Identifier
from tests.helpers.bibliographic_services import FAST, imitation

pytestmark = pytest.mark.shared

SERVICES = ("iclr", "icml", "neurips", "arxiv", "crossref", "dblp", "openreview", "semanticscholar")
FAULTS = ("429", "429long", "500", "403", "cut", "html", "wrong", "empty", "list", "down")
IMPATIENT = Pace(first_wait=0.01, longest_wait=0.5, spacing=0.0, timeout=20.0)


def facts_of(shared: Path) -> list[dict[str, Any]]:
    """Return the papers of the imitation."""
    with lzma.open(shared / "data" / "facts.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def sample_file(papers: list[dict[str, Any]], folder: Path) -> Path:
    """Write some papers as a file for the imitation, which then starts faster."""
    path = folder / "facts.jsonl.xz"
    with lzma.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(paper) + "\n" for paper in papers)
    return path


def url_of(paper: Mapping[str, Any]) -> str:
    """Return the link that a note would have."""
    if paper.get("openreview"):
        return f"https://openreview.net/forum?id={paper['openreview']}"
    return f"https://{paper['venue'].lower()}.cc/virtual/{paper['year']}/poster/{paper['poster']}"


def library(notes: Path) -> DiskBuild:
    """Return the library of a folder."""
    return build_from_disk(InputPaths((str(notes),)), lambda step: None)


def fetch(notes: Path, base: str, cache: Path, monkeypatch: pytest.MonkeyPatch, **settings: Any) -> Session:
    """Look up the papers of a folder and write the file of facts, as the command does."""
    monkeypatch.setenv("PAPERNOTES_FETCH_BASE", base)
    disk_build = library(notes)
    path = disk_build.project.root / "bib" / "fetched.bib"
    settings.setdefault("pace", FAST)
    run = FetchSettings(cache_dir=cache, **settings)
    session = run.session(
        disk_build, disk_build.site.library.papers, path.read_bytes() if path.exists() else b"", print
    )
    session.look_up(("title", "author", "venue"))
    path.parent.mkdir(exist_ok=True)
    path.write_text(session.new_text("2026-11-22"), "utf-8")
    return session


def errors(paper: pn.Paper, truth: Mapping[str, Any]) -> list[str]:
    """Return the facts of a paper that are not the true ones."""
    names = [comparison_key(person.natural) for person in people.parse_people(paper.authors)[0]]
    pairs = {
        "title": (comparison_key(paper.title), comparison_key(truth["title"])),
        "authors": (names, list(map(comparison_key, truth["authors"]))),
        "year": (paper.year, truth["year"]),
        "venue": (paper.venue.acronym if paper.venue else "", truth["venue"]),
    }
    return [name for name, (own, true) in pairs.items() if own != true]


@pytest.mark.parametrize("number", [60, pytest.param(3000, marks=pytest.mark.full)])
def test_a_vault_of_identifiers(number: int, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All papers are complete and right, with few requests; a second run sends nothing and changes nothing."""
    usable = [p for p in facts_of(shared) if p.get("openreview") or str(p.get("poster", "")).isdigit()]
    chosen = {url_of(paper): paper for paper in random.Random(7).sample(usable, number)}
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "n.md").write_text("".join(f"- [paper]({url})\n" for url in chosen), "utf-8")
    with imitation(shared, tmp_path / "log", facts=sample_file([*chosen.values()], tmp_path)) as services:
        fetch(notes, services.base, tmp_path / "cache", monkeypatch)
        requests = len(services.requests())
        text = (notes / "bib" / "fetched.bib").read_bytes()
        fetch(notes, services.base, tmp_path / "cache", monkeypatch)
        assert len(services.requests()) == requests <= number / 50 + 24
        assert (notes / "bib" / "fetched.bib").read_bytes() == text
    truth = {from_url(url): paper for url, paper in chosen.items()}
    wrong = {
        paper.citekey: errors(paper, next(truth[one] for one in paper.identifiers if one in truth))
        for paper in library(notes).site.library.papers
    }
    assert len(wrong) == number
    assert [key for key, facts in wrong.items() if facts] == []


# --- the reference notes --------------------------------------------------------------------------


@pytest.fixture
def reference_notes(shared: Path, tmp_path: Path) -> Path:
    """Return a copy of the reference notes, with some DOIs."""
    notes = tmp_path / "notes"
    shutil.copytree(shared / "notes", notes)
    dois = [
        one.value for entry in read_fetched(_truth(shared)) for one in entry.evidence.identifiers if one.scheme == "doi"
    ]
    (notes / "dois.md").write_text("".join(f"- [x](https://doi.org/{doi})\n" for doi in dois), "utf-8")
    return notes


def _truth(shared: Path) -> pn.Source:
    return pn.Source("papers.bib", (shared / "truth" / "papers.bib").read_bytes())


def wrong_entries(text: str, shared: Path) -> Iterator[str]:
    """Yield the differences between the entries of a file and the truth, apart from the length of short titles."""
    truth: dict[Identifier | str, pn.Evidence] = {}
    for entry in read_fetched(_truth(shared)):
        truth |= dict.fromkeys((*entry.evidence.identifiers, comparison_key(entry.evidence.title)), entry.evidence)
    for entry in read_fetched(pn.Source("out.bib", text.encode())):
        own = entry.evidence
        true = next((truth[key] for key in (*own.identifiers, comparison_key(own.title)) if key in truth), None)
        if true is None:
            continue
        if comparison_key(own.title) not in comparison_key(true.title):
            yield f"{entry.key}: title {own.title}"
        names = tuple(name for name in own.authors if name != people.OTHERS)
        # `and others` leaves names out
        if len(names) > 1 and names != (true.authors if names == own.authors else true.authors[: len(names)]):
            yield f"{entry.key}: authors {own.authors}"
        # without a venue, the year is that of the preprint
        if own.venue and (own.venue, own.year) != (true.venue, true.year):
            yield f"{entry.key}: {own.venue} {own.year}"


@pytest.mark.full
def test_the_reference_notes(
    reference_notes: Path, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All papers with a known identifier are complete, in at most 20 requests, and no entry is wrong."""
    with imitation(shared, tmp_path / "log") as services:
        session = fetch(reference_notes, services.base, tmp_path / "cache", monkeypatch)
        assert len(services.requests()) <= 20
    incomplete = [result for result in session.results if not result.is_complete]
    assert [result.paper.key for result in incomplete if result.paper.identifiers] == []
    site = library(reference_notes).site
    assert list(wrong_entries(pipeline.bibliography(site.library.papers, site.config), shared)) == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("service", "fault"),
    [(s, f) for s in SERVICES for f in FAULTS],
)
def test_faults(
    service: str,
    fault: str,
    reference_notes: Path,
    shared: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No fault of one service gives a wrong fact; the others go on, and the summary names the service."""
    with imitation(shared, tmp_path / "log", f"{service}={fault}") as services:
        session = fetch(reference_notes, services.base, tmp_path / "cache", monkeypatch, by_title=True, pace=IMPATIENT)
        has_requests = any(request["service"] == service for request in services.requests())
    site = library(reference_notes).site
    assert list(wrong_entries(pipeline.bibliography(site.library.papers, site.config), shared)) == []
    assert sum(result.is_complete for result in session.results) > 60
    if has_requests and fault in ("429", "429long", "500", "403", "cut", "html", "down"):
        assert service in session.summary("bib/fetched.bib", changed=True, written=True).partition("left alone: ")[2]


# --- robustness -----------------------------------------------------------------------------------


@pytest.mark.full
def test_pauses_hold(shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests reach a service never closer than it allows."""
    notes = tmp_path / "notes"
    notes.mkdir()
    numbers = [f"{month:02}{n:02}.{n:05}" for month in range(20, 24) for n in range(1, 13) for _ in (0,)]
    links = "".join(f"- [x](https://arxiv.org/abs/{number[:4]}.{n:05})\n" for n in range(8) for number in numbers)
    (notes / "n.md").write_text(links, "utf-8")
    with imitation(shared, tmp_path / "log", facts=sample_file([], tmp_path)) as services:
        fetch(notes, services.base, tmp_path / "cache", monkeypatch, pace=Pace())
        times = [request["time"] for request in services.requests() if request["service"] == "arxiv"]
    assert len(times) == 4
    assert min(after - before for before, after in pairwise(times)) >= 3.0


@pytest.mark.full
def test_a_killed_run_loses_nothing(reference_notes: Path, shared: Path, tmp_path: Path) -> None:
    """However often a run is killed, no answered request is repeated, and the last run gives the same file."""
    command = [sys.executable, "-m", "papernotes_plugin", "fetch", str(reference_notes), "--by-title"]
    rng = random.Random(11)
    with imitation(shared, tmp_path / "log") as services:
        environment = os.environ | {"PAPERNOTES_FETCH_BASE": services.base}
        for moment in range(50):
            process = subprocess.Popen([*command, "--cache-dir", str(tmp_path / "cache")], env=environment)
            time.sleep(rng.uniform(0.5, 6.0) if moment < 49 else 0)
            if moment < 49:
                process.send_signal(signal.SIGKILL)
            process.wait()
        sent = [(request["path"], request["body"]) for request in services.requests()]
        one = subprocess.run([*command, "--cache-dir", str(tmp_path / "other")], env=environment, check=False)
        assert one.returncode == 1
    # a request that was on its way when its process was killed may be sent again
    assert len(sent) <= 50 + len(set(sent))
    assert max(sent.count(request) for request in sent) <= 6
    assert (reference_notes / "bib" / "fetched.bib").exists()


@pytest.mark.full
def test_alike_titles(shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked by title, no paper with a title that is alike is taken, and nearly all right ones are."""
    papers = facts_of(shared)
    pairs = _nearest(papers)
    chosen = sorted({index for pair in pairs for index in pair})
    absent = {first for first, _ in pairs} - {second for _, second in pairs}
    others = sample_file([p for n, p in enumerate(papers) if n not in absent], tmp_path)
    remaining = sorted(absent)
    for facts, indexes, has_authors in ((None, chosen, True), (others, remaining, True), (others, remaining, False)):
        notes = tmp_path / f"notes-{facts is None}-{has_authors}"
        notes.mkdir()
        for index in indexes:
            names = f"authors: {json.dumps(papers[index]['authors'])}\n" if has_authors else ""
            text = f"---\ntitle: {json.dumps(papers[index]['title'])}\n{names}citekey: k{index}\n---\n"
            (notes / f"{index:05}.md").write_text(text, "utf-8")
        with imitation(shared, tmp_path / "log", facts=facts) as services:
            session = fetch(notes, services.base, tmp_path / f"cache{notes.name}", monkeypatch, by_title=True)
        taken = {int(r.paper.key[1:]): r.facts[0].record for r in session.results if r.facts}
        right = [n for n, record in taken.items() if record and record.title == papers[n]["title"]]
        assert len(right) == len(taken)
        assert facts or len(taken) >= 0.95 * len(chosen)


def _nearest(papers: list[dict[str, Any]], number: int = 300) -> list[tuple[int, int]]:
    """Return the pairs of papers with the most similar titles, among those that share a rare word."""
    from rapidfuzz import fuzz

    keys = [comparison_key(paper["title"]) for paper in papers]
    by_word: dict[str, list[int]] = {}
    for index, key in enumerate(keys):
        for word in set(key.split()):
            by_word.setdefault(word, []).append(index)
    ratios: dict[tuple[int, int], float] = {}
    for indexes in by_word.values():
        for place, one in enumerate(indexes if len(indexes) < 400 else ()):
            for other in indexes[place + 1 :]:
                if (one, other) not in ratios:
                    ratios[one, other] = fuzz.ratio(keys[one], keys[other], score_cutoff=75)
    return sorted(ratios, key=lambda pair: -ratios[pair])[:number]

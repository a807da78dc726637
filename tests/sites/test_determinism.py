"""The same bytes anywhere: whatever the machine, the folder, the hour and the order of files are."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.sites import CONFIG

EPOCH = 1_700_000_000
"""Somewhere in November 2023."""
_ORDER = """
import os
_scandir, _listdir = os.scandir, os.listdir
class _Turned:
    def __init__(self, found): self._found = iter(sorted(found, key=lambda e: e.name, reverse=True))
    def __iter__(self): return self
    def __next__(self): return next(self._found)
    def __enter__(self): return self
    def __exit__(self, *_): return None
    def close(self): return None
def _turned(*a):
    with _scandir(*a) as found: return _Turned(list(found))
os.scandir = _turned
os.listdir = lambda *a: sorted(_listdir(*a), reverse=True)
"""
"""A `sitecustomize` for a disk that lists its files the other way round."""

NOTES = {
    "index.md": """---
title: Start
tags: [İstanbul, ışık, vision/İmage]
---
# Start

[[Große Pläne]] ![[cards#Iss]]
""",
    "cards.md": """# Iss

### [Attention Is All You Need](https://arxiv.org/abs/1706.03762)

**TL;DR:** It is here.

**Tags:** #IR #ir #İR

- [Denoising Diffusion Probabilistic Models](https://arxiv.org/abs/2006.11239), NeurIPS 2020
- [Instance Image Identity](https://arxiv.org/abs/2301.00001), Ann İnce and Bo Işık. ICLR 2024 [@ince2024]
""",
    "Große Pläne.md": """---
date: 2023-10-01
---
See Attention Is All You Need, [@lee2020; @kim2021, p. 3] and [@ince2024].
""",
    "sub/B.md": """# B

- [Instance Image Identity](https://arxiv.org/abs/2301.00001v2) [[../Große Pläne|plans]] [[a]] #İR
""",
    "sub/a.md": """# a

Words by Lee. [One Paper of Many Words](https://doi.org/10.1000/ABC.DEF) and [[B]].

<!-- papernotes:overview -->
""",
    "blog.md": """---
date: 2023-12-24
title: Later
---

[Another Paper of Several Words](https://arxiv.org/abs/2401.00002)
""",
}
BIBS = {
    "one.bib": """@article{lee2020,
  title = {A Study of {İ} and I},
  author = {Lee, Ann and İnce, Bo},
  year = 2020,
  keywords = {x, y}
}
""",
    "two.bib": """@misc{kim2021,
  title = {Second Study of Things},
  author = {Kim, Çelik},
  year = 2021,
  doi = {10.1000/xyz}
}

@article{Lee2020b,
  title = {A Third Study of Things},
  author = {Lee, Ann},
  year = 2020
}
""",
}
FORMATS = ("bib", "biblatex", "csl", "ris", "json")


def turkish(folder: Path) -> dict[str, str]:
    """The variables of a Turkish locale, made in a folder where the machine can."""
    (folder / "locales").mkdir(parents=True)
    made = folder / "locales" / "tr_TR.UTF-8"
    if shutil.which("localedef"):
        subprocess.run(["localedef", "-i", "tr_TR", "-f", "UTF-8", str(made)], capture_output=True, check=False)
    return {"LOCPATH": str(made.parent), "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}


def made(folder: Path, ends: str, around: Mapping[str, str], at: Path) -> dict[str, bytes]:
    """All files of a site and what the command exports of its notes, with other variables around it."""
    there = {"mkdocs.yml": f"{CONFIG}site_url: https://example.org/a/\n"}
    there |= {f"docs/{name}": text.replace("\n", ends) for name, text in NOTES.items()}
    there |= {f"bib/{name}": text.replace("\n", ends) for name, text in BIBS.items()}
    # no name of a disk is what a file is read for
    sites.write(folder, dict(sorted(there.items(), reverse=ends != "\n")))
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "PYTHON", "TZ", "COV"))}
    path = os.pathsep.join([str(folder / "site-order"), str(Path(__file__).parents[2])])
    environment = {
        **inherited,
        "SOURCE_DATE_EPOCH": str(EPOCH),
        "NO_MKDOCS_2_WARNING": "1",
        "PYTHONPATH": path,
        **around,
    }

    def run(*command: str) -> bytes:
        whole = [sys.executable, "-m", *command]
        done = subprocess.run(whole, cwd=at, env=environment, capture_output=True, check=False, timeout=300)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    run("mkdocs", "build", "-f", str(folder / "mkdocs.yml"), "-d", str(folder / "site"))
    run("papernotes_plugin", "build", str(folder / "docs"), "--out", str(folder / "tree"))
    bib = ("--bib", f"{folder}/bib/*.bib")
    found = {f: run("papernotes_plugin", "export", str(folder / "docs"), "--format", f, *bib) for f in FORMATS}
    tree = {f"tree/{name}": data for name, data in sites.files(folder / "tree").items()}
    return {**sites.files(folder / "site"), **found, **tree}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a plain machine makes."""
    folder = tmp_path_factory.mktemp("a")
    return made(folder, "\n", {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"}, folder)


def test_the_same_bytes_anywhere(tmp_path: Path, first: dict[str, bytes]) -> None:
    """Another hash seed, locale, time zone, folder, order of files and end of lines: the same site and exports."""
    folder = tmp_path / "another folder" / "İ"
    sites.write(folder, {"site-order/sitecustomize.py": _ORDER})
    around = {"PYTHONHASHSEED": "12345", "TZ": "Pacific/Kiritimati", **turkish(tmp_path)}
    second = made(folder, "\r\n", around, tmp_path)
    # the tree has copies of the notes, whose ends of lines are their author's own
    ended = {name: data.replace(b"\r\n", b"\n") if name.startswith("tree/") else data for name, data in second.items()}
    assert sorted(ended) == sorted(first)
    assert [name for name in first if first[name] != ended[name]] == []
    assert len(first) > 60


def test_no_date_but_that_of_the_source(first: dict[str, bytes]) -> None:
    """Where today would stand in a site, SOURCE_DATE_EPOCH does."""
    dates = {day for data in first.values() for day in re.findall(rb"20[2-9]\d-\d\d-\d\d", data)}
    assert max(dates) <= b"2023-12-24"

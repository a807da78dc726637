"""Sites and exports are the same bytes in every locale, folder and time zone, and for every order of files."""

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
"""Value of SOURCE_DATE_EPOCH, in November 2023."""
_REVERSE_LISTINGS = """
import os
_scandir, _listdir = os.scandir, os.listdir
class _Reversed:
    def __init__(self, entries): self._entries = iter(sorted(entries, key=lambda e: e.name, reverse=True))
    def __iter__(self): return self
    def __next__(self): return next(self._entries)
    def __enter__(self): return self
    def __exit__(self, *_): return None
    def close(self): return None
def _reversed_scandir(*a):
    with _scandir(*a) as entries: return _Reversed(list(entries))
os.scandir = _reversed_scandir
os.listdir = lambda *a: sorted(_listdir(*a), reverse=True)
"""
"""Source of a `sitecustomize` module that reverses every listing of a folder."""

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


def turkish_locale(folder: Path) -> dict[str, str]:
    """Return the variables of a Turkish locale; where `localedef` exists, compile it in a folder."""
    (folder / "locales").mkdir(parents=True)
    locale = folder / "locales" / "tr_TR.UTF-8"
    if shutil.which("localedef"):
        subprocess.run(["localedef", "-i", "tr_TR", "-f", "UTF-8", str(locale)], capture_output=True, check=False)
    return {"LOCPATH": str(locale.parent), "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}


def build_and_export(folder: Path, newline: str, variables: Mapping[str, str], cwd: Path) -> dict[str, bytes]:
    """Build the site in a folder and return its files, the exports and the files of `papernotes build`.

    Args:
        folder: The folder for the project.
        newline: Line ending of the notes and bibliographies.
        variables: Further environment variables.
        cwd: The current folder of the commands.
    """
    project = {"mkdocs.yml": f"{CONFIG}site_url: https://example.org/a/\n"}
    project |= {f"docs/{name}": text.replace("\n", newline) for name, text in NOTES.items()}
    project |= {f"bib/{name}": text.replace("\n", newline) for name, text in BIBS.items()}
    # the order in which files are created decides how some file systems list them
    sites.write(folder, dict(sorted(project.items(), reverse=newline != "\n")))
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "PYTHON", "TZ", "COV"))}
    path = os.pathsep.join([str(folder / "site-order"), str(Path(__file__).parents[2])])
    environment = {
        **inherited,
        "SOURCE_DATE_EPOCH": str(EPOCH),
        "NO_MKDOCS_2_WARNING": "1",
        "PYTHONPATH": path,
        **variables,
    }

    def run(*command: str) -> bytes:
        whole = [sys.executable, "-m", *command]
        done = subprocess.run(whole, cwd=cwd, env=environment, capture_output=True, check=False, timeout=300)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    run("mkdocs", "build", "-f", str(folder / "mkdocs.yml"), "-d", str(folder / "site"))
    run("papernotes_plugin", "build", str(folder / "docs"), "--out", str(folder / "tree"))
    bib = ("--bib", f"{folder}/bib/*.bib")
    exports = {f: run("papernotes_plugin", "export", str(folder / "docs"), "--format", f, *bib) for f in FORMATS}
    tree = {f"tree/{name}": data for name, data in sites.files(folder / "tree").items()}
    return {**sites.files(folder / "site"), **exports, **tree}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the files of a build in the C locale, with line feeds and an unmodified `os`."""
    folder = tmp_path_factory.mktemp("a")
    return build_and_export(folder, "\n", {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"}, folder)


@pytest.mark.full
def test_the_same_bytes_anywhere(tmp_path: Path, first: dict[str, bytes]) -> None:
    """Hash seed, locale, time zone, folder, order of files and line endings change no byte of a site or export."""
    folder = tmp_path / "another folder" / "İ"
    sites.write(folder, {"site-order/sitecustomize.py": _REVERSE_LISTINGS})
    variables = {"PYTHONHASHSEED": "12345", "TZ": "Pacific/Kiritimati", **turkish_locale(tmp_path)}
    second = build_and_export(folder, "\r\n", variables, tmp_path)
    # `papernotes build` keeps the line endings of the notes
    normalised = {
        name: data.replace(b"\r\n", b"\n") if name.startswith("tree/") else data for name, data in second.items()
    }
    assert sorted(normalised) == sorted(first)
    assert [name for name in first if first[name] != normalised[name]] == []
    assert len(first) > 60


@pytest.mark.full
def test_no_date_but_that_of_the_source(first: dict[str, bytes]) -> None:
    """A site uses SOURCE_DATE_EPOCH instead of the current date."""
    dates = {day for data in first.values() for day in re.findall(rb"20[2-9]\d-\d\d-\d\d", data)}
    assert max(dates) <= b"2023-12-24"

"""Measure the library without a site: `python -m tests.benchmarks.own FOLDER` prints the cost as JSON.

It reads, recognises, resolves and indexes the notes in `FOLDER/docs` and the bibliographies in `FOLDER/bib`.  It
renders no page.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from pathlib import Path

from papernotes_plugin import gc_tuning, pipeline, recognisers
from papernotes_plugin.reading import note_reader
from papernotes_plugin.vocabulary.model import Source
from tests.benchmarks.measuring import megabytes
from tests.helpers import sites

SMALL = 10_000
"""Number of small notes."""
_WORDS = ("flows", "kernels", "policies", "graphs", "memory", "sampling", "editing", "planning", "pruning")
_NOTE = """\
---
tags: [{word}]
date: 2024-0{month}-11
---

# On {word} in week {n}

Some words about {word}, and what follows from it. See [[n{other}]] for more.

- [A study of {word} number {paper}](https://arxiv.org/abs/2401.{paper:05d}), ICLR 2024: it says {word}
- an item without any paper, but with *words*

And some more prose to end with, of two sentences. This is the second of them.
"""


def small_note(n: int) -> str:
    """Return a note of half a kilobyte, with a paper and a link to another note."""
    return _NOTE.format(n=n, word=_WORDS[n % 9], month=n % 9 + 1, other=n * 7 % SMALL, paper=n % 3_000)


def small_notes(folder: Path) -> None:
    """Write SMALL small notes."""
    for n in range(SMALL):
        sites.write(folder / "docs" / f"{n // 100:02}", {f"n{n}.md": small_note(n)})


def sources(folder: Path) -> tuple[list[Source], list[Source]]:
    """Return the notes and the bibliographies of a folder."""
    docs = str(folder / "docs")
    notes: list[Source] = []
    # not by `Path`, which takes a tenth of the time that is measured
    for directory, _, names in os.walk(docs):
        inner = directory[len(docs) + 1 :].replace(os.sep, "/")
        for name in (name for name in names if name.endswith(".md")):
            with open(f"{directory}/{name}", "rb") as file:
                notes.append(Source(f"{inner}/{name}".lstrip("/"), file.read()))
    notes.sort(key=lambda note: note.path)
    return notes, [Source(path.name, path.read_bytes()) for path in sorted(folder.glob("bib/*.bib"))]


def main(folder: Path) -> None:
    """Print the numbers of notes and papers, and their cost: CPU in seconds, memory in megabytes."""
    started = time.process_time()
    # like the plugin and the command
    with gc_tuning.infrequent_gc(once=True):
        for note in sources(folder)[0]:
            recognisers.recognise(note_reader.read_note(note)[0])
        scanned = time.process_time()
        notes, entries = sources(folder)
        site = pipeline.build(notes, bibliography=entries, pages=False)
    end = time.process_time()
    peak = megabytes(resource.getrusage(resource.RUSAGE_SELF))
    notes, entries = sources(folder)
    pipeline.build(notes, bibliography=entries, pages=False, previous=site)
    again = time.process_time()
    costs = {"scan": scanned - started, "cpu": end - scanned, "again": again - end, "peak": peak}
    print(json.dumps({"notes": len(notes), "papers": site.counts.papers, **costs}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

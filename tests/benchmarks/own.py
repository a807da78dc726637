"""What the library itself costs, without a site: `python -m tests.benchmarks.own FOLDER` prints it as JSON.

The notes in `FOLDER/docs` and the bibliographies in `FOLDER/bib` are read, recognised, resolved and indexed; no page
is made.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

from papernotes_plugin import pipeline
from papernotes_plugin.model import Source
from tests.benchmarks.measuring import megabytes


def main(folder: Path) -> None:
    """Print how many notes and papers there are, and what they cost."""
    started = time.process_time()
    docs = folder / "docs"
    notes = [Source(path.relative_to(docs).as_posix(), path.read_bytes()) for path in sorted(docs.rglob("*.md"))]
    entries = [Source(path.name, path.read_bytes()) for path in sorted(folder.glob("bib/*.bib"))]
    site = pipeline.build(notes, bibliography=entries, pages=False)
    cpu = time.process_time() - started
    peak = megabytes(resource.getrusage(resource.RUSAGE_SELF))
    size = sum(len(note.data) for note in notes) / 1e6
    print(json.dumps({"notes": len(notes), "papers": site.counts.papers, "MB": size, "cpu": cpu, "peak": peak}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""What people rely on after a release: addresses, citekeys, options, and the structure of the JSON.

`python -m tests.upgrading.released_state VERSION` records it for the sources in the folder of that version.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from dataclasses import fields
from pathlib import Path
from typing import Any

import yaml

from papernotes_plugin.files.disk_build import DiskBuild, InputPaths, build_from_disk
from papernotes_plugin.pipeline import catalogue
from papernotes_plugin.vocabulary.config import Config
from tests.helpers import sites

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
RECORD = "state.json"
"""Name of the file with the recorded state of a version."""
_NOT_LINKED = ("assets/", "search/", "sitemap.xml", "404.html", "map/graph.", "papers/table")
"""Starts of paths that only the pages of a site link to, and only of its own version."""


def released_versions() -> list[str]:
    """Return the versions with a recorded state, in the order of their names."""
    return sorted(path.parent.name for path in FOLDER.glob(f"*/{RECORD}"))


def site_addresses(folder: Path) -> list[str]:
    """Return the paths of all files of a site that pages of other people can link to."""
    return sorted(path for path in sites.files(folder) if not path.startswith(_NOT_LINKED))


def library_of(folder: Path) -> DiskBuild:
    """Return the build of the notes in a project."""
    return build_from_disk(InputPaths((str(folder / "notes"),)), lambda step: None, pages=True)


def option_values() -> dict[str, Any]:
    """Return a valid value of each option: the example on the page of options."""
    page = (ROOT / "docs" / "options.md").read_text("utf-8")
    examples = re.findall(r"^```yaml\n(\w+:.*?)^```", page, re.MULTILINE | re.DOTALL)
    values = {name: value for example in examples for name, value in yaml.safe_load(example).items()}
    return {option.name: values[option.name] for option in fields(Config)}


def current_state(folder: Path) -> dict[str, Any]:
    """Return what people can rely on in a project that this version builds.

    Args:
        folder: The project, into which the site is built.
    """
    site = sites.build(folder)
    assert site.code == 0, site.output
    disk_build = library_of(folder)
    data = json.loads(catalogue(disk_build.site, disk_build.issues))
    return {
        "addresses": site_addresses(site.site),
        "citekeys": {
            key: sorted(map(str, paper.identifiers)) or [paper.title]
            for paper in disk_build.site.library.papers
            for key in (paper.citekey, *paper.aliases)
        },
        "options": option_values(),
        "json": {"schema": data["schema"], "library": sorted(data), "paper": sorted(data["papers"][0])},
    }


def main(version: str) -> None:
    """Record the state of a version."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(shutil.copytree(FOLDER / version, Path(folder, "project")))
        state = current_state(project)
    (FOLDER / version / RECORD).write_text(f"{json.dumps(state, indent=1, ensure_ascii=False)}\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])

"""Write the texts of the files that a new site needs."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from string import Template
from typing import Any

import yaml

from papernotes_plugin.doctor.performance_checks import MANY_LINKS
from papernotes_plugin.version import __version__
from papernotes_plugin.vocabulary.config import PAGEFIND

ZOTERO, OBSIDIAN, WITH_PAGEFIND = PROGRAMS = ("zotero", "obsidian", "pagefind")
"""Other programs that a new site can be prepared for."""
CONFIGURATION = "mkdocs.yml"
"""Path of the configuration of the site."""
LARGE_NOTES = 4_000_000
"""Bytes of notes from which a site gets the search for large libraries."""

_BIB_README = "bib/README.md"
_TEMPLATES = {
    CONFIGURATION: "mkdocs.yml",
    _BIB_README: "bib-readme.md",
    ".github/workflows/publish.yml": "publish.yml",
    ".github/workflows/notes.yml": "notes.yml",
    ".pre-commit-config.yaml": "pre-commit-config.yaml",
    ".gitignore": "gitignore",
}
"""Template of each file, by its path in the project."""
_ZOTERO = """\
Zotero: install Better BibTeX and select *File, Export Library*.  Choose the format *Better BibTeX* and *Keep updated*,
and save the file here as `zotero.bib`.

"""
_YAML_WORDS = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}
_OBSIDIAN_FILES = "# what Obsidian changes all the time\n**/.obsidian/workspace*.json\n.trash/\n"


@dataclass(frozen=True, slots=True)
class NewSite:
    """The notes, the title and the options of a new site."""

    name: str
    """Title of the site."""
    notes: str
    """Path of the folder of the notes, relative to the project or absolute."""
    note_count: int = 0
    note_bytes: int = 0
    """Size of all notes."""
    programs: Collection[str] = ()
    """The programs that the site is prepared for, from `PROGRAMS`."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of papernotes."""

    @property
    def extras(self) -> str:
        """Names of the extras of the package that the site needs, separated by commas."""
        return "mkdocs,pagefind" if self.settings.get("search") == PAGEFIND else "mkdocs"

    @property
    def settings(self) -> Mapping[str, Any]:
        """Options of papernotes, with those that follow from the notes and the programs."""
        settings: dict[str, Any] = {"obsidian": True} if OBSIDIAN in self.programs else {}
        if WITH_PAGEFIND in self.programs or self.note_bytes >= LARGE_NOTES:
            settings["search"] = PAGEFIND
        return settings | dict(self.options)


def site_configuration(site: NewSite, *, is_saved: bool = True) -> str:
    """Return the text of a `mkdocs.yml`.

    Args:
        site: The site.
        is_saved: Whether the file is saved for its user, so that it names the version that wrote it.
    """
    return _filled("mkdocs.yml", site, is_saved=is_saved)


def project_files(site: NewSite) -> dict[str, str]:
    """Return the text of each file of a new site, by its path in the project."""
    templates = dict(_TEMPLATES)
    if "project_dir" in site.options:
        # the folder `bib` is elsewhere; in the folder of the notes, its description would be a note
        del templates[_BIB_README]
    texts = {path: _filled(template, site) for path, template in templates.items()}
    return {**texts, "requirements.txt": f"{_requirement(site)}\n"}


def _requirement(site: NewSite) -> str:
    return f"mkdocs-papernotes[{site.extras}]=={__version__}"


def _filled(template: str, site: NewSite, *, is_saved: bool = True) -> str:
    text = (files(__package__) / "templates" / template).read_text("utf-8")
    prune = "    - navigation.prune  # show a part of the navigation, because there are many notes\n"
    values = {
        "written": f"  Written by papernotes {__version__}." if is_saved else "",
        "site_name": _quoted(site.name),
        "docs_dir": _quoted(site.notes),
        "notes_argument": shlex.quote(site.notes),
        "check_command": _quoted(f"papernotes check {shlex.quote(site.notes)} --format github"),
        "features": prune if site.note_count >= MANY_LINKS else "",
        "options": _yaml_options(site.settings),
        "requirement": _requirement(site),
        "zotero": _ZOTERO if ZOTERO in site.programs else "",
        "ignored": _OBSIDIAN_FILES if OBSIDIAN in site.programs else "",
    }
    return Template(text).substitute(values).rstrip("\n") + "\n"


def _yaml_options(options: Mapping[str, Any]) -> str:
    """Return options as the end of a line of YAML."""
    if not options:
        return ""
    return ":" + "".join(f"\n      {name}: {_flow(value)}" for name, value in options.items())


def _quoted(text: str) -> str:
    """Return a text as a value of YAML, in quotes only if it needs them."""
    is_plain = re.fullmatch(r"[A-Za-z][\w./ -]*\w", text, re.ASCII) and text.lower() not in _YAML_WORDS
    return text if is_plain else _flow(text)


def _flow(value: Any) -> str:
    """Return a value of YAML on one line, with texts in quotes."""
    text = yaml.safe_dump(value, default_style='"', default_flow_style=True, allow_unicode=True, width=math.inf)
    return re.sub(r'!!(?:bool|int|float) "([^"]*)"', r"\1", text).rstrip("\n")

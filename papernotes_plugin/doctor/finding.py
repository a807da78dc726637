"""Finding of `papernotes doctor`."""

from __future__ import annotations

from dataclasses import dataclass

from papernotes_plugin.vocabulary.issues import Level


@dataclass(frozen=True)
class Finding:
    """One problem of a site, or a hint."""

    level: Level
    """Error: the build stops; warning: something does not work; info: a hint."""
    message: str
    fix: str = ""
    """A line for `mkdocs.yml` or a shell; empty if there is nothing to fix."""
    line: int | None = None
    """Line in the configuration file of the site, from 1."""

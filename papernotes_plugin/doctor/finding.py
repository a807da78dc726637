"""What `papernotes doctor` finds."""

from __future__ import annotations

from dataclasses import dataclass

from papernotes_plugin.vocabulary.issues import Level


@dataclass(frozen=True)
class Finding:
    """One thing that is in the way, or to be known."""

    level: Level
    """Error: the build stops; warning: something does not work; info: good to know."""
    message: str
    fix: str = ""
    """A line of `mkdocs.yml` or of a shell; "" where there is nothing to mend."""
    line: int | None = None
    """The line of the site's file that it is about."""

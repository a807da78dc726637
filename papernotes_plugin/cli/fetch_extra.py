"""Access to the extra `fetch`, which is imported only by the commands that use the network."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from papernotes_plugin.cli.terminal_output import Progress
from papernotes_plugin.files.disk_build import DiskBuild
from papernotes_plugin.vocabulary.issues import Issue, PapernotesError

if TYPE_CHECKING:
    from papernotes_plugin.fetch.session import FetchSettings


def fetch_settings(**options: Path | bool | None) -> FetchSettings:
    """Return the settings of a run.

    Raises:
        PapernotesError: If the extra `fetch` is not installed.
    """
    lacking = [name for name in ("urllib3", "platformdirs") if find_spec(name) is None]
    if lacking:
        raise PapernotesError(f"{' and '.join(lacking)} is not installed: pip install 'mkdocs-papernotes[fetch]'")
    from papernotes_plugin.fetch.session import FetchSettings

    return FetchSettings(**options)  # type: ignore[arg-type]


def online_issues(disk_build: DiskBuild) -> list[Issue]:
    """Return what services say about the identifiers of a library.

    Raises:
        PapernotesError: If the extra `fetch` is not installed, or answers cannot be stored.
    """
    settings = fetch_settings()
    from papernotes_plugin.fetch.online_checks import OnlineChecks

    with Progress() as progress:
        return OnlineChecks(settings.transport(disk_build, progress.show), disk_build.site.library.papers).issues()

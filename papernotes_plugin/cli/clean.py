"""`papernotes clean`: delete the state of the last build of a site."""

from __future__ import annotations

from pathlib import Path

import click

from papernotes_plugin.cli.exit_codes import help_epilog
from papernotes_plugin.files import build_cache
from papernotes_plugin.text import counted
from papernotes_plugin.vocabulary.issues import PapernotesError


@click.command(epilog=help_epilog("clean", "clean site", problem="not used", success="deleted, or nothing to delete"))
@click.argument("folder", required=False, type=click.Path(path_type=Path))
def clean(folder: Path | None) -> None:
    """Delete what 'mkdocs build' stored for the next build.

    The files are in .cache/papernotes, in the folder of the mkdocs.yml (FOLDER, by default the current folder).  The
    site and the notes stay.  The next build takes longer and gives the same site.
    """
    folder = folder or Path()
    if folder.is_file():
        folder = folder.parent
    if not folder.is_dir():
        raise PapernotesError(f"no such folder: '{folder}'")
    place = folder / build_cache.FOLDER
    try:
        files, size = build_cache.delete_cache(folder)
    except OSError as error:
        raise PapernotesError(f"'{place}' cannot be deleted ({error.strerror or error})") from None
    if files:
        click.echo(f"papernotes: deleted '{place}' ({counted(files, 'file')}, {size / 1_000_000:.1f} MB)", err=True)
    else:
        click.echo(f"papernotes: nothing to delete in '{place}'", err=True)

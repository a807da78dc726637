"""`papernotes build`: write the notes and all generated pages to a folder."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from threading import Event

import click

from papernotes_plugin import pipeline
from papernotes_plugin.cli.common_options import build_library, echo_line, echo_summary, notes_arguments
from papernotes_plugin.cli.exit_codes import PROBLEM, help_epilog
from papernotes_plugin.cli.rebuild_loop import build_repeatedly
from papernotes_plugin.cli.terminal_output import Progress
from papernotes_plugin.files import output_tree
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths
from papernotes_plugin.files.notes_folder import root_of
from papernotes_plugin.hosts import generators
from papernotes_plugin.text import counted
from papernotes_plugin.vocabulary.issues import Issue, Level


@click.command(
    epilog=help_epilog(
        "build notes --out docs",
        "build notes --out content --for hugo",
        "build notes --out content --watch",
        "build a.md b.md --out docs --force",
        problem="an issue has the level 'error' in the options; everything was written",
    )
)
@click.option("--out", "-o", metavar="DIR", type=click.Path(path_type=Path), required=True, help="Write to DIR.")
@click.option("--force", is_flag=True, help="Write into DIR even if it contains other files; they stay unchanged.")
@click.option(
    "--for",
    "generator",
    type=click.Choice(generators.GENERATORS),
    default=generators.PLAIN,
    show_default=True,
    help="The site generator that reads DIR.",
)
@click.option("--watch", is_flag=True, help="Write again after each change of an input, until Ctrl-C.")
@notes_arguments()
@click.pass_context
def build(ctx: click.Context, /, inputs: InputPaths, out: Path, force: bool, generator: str, watch: bool) -> None:
    """Write a folder of Markdown pages for any site generator.

    It contains the notes with links to their papers, all generated pages, and the other files of the notes folder.  A
    second build writes only changed files and removes outdated ones; the file .papernotes in DIR lists the files that
    papernotes wrote.
    """
    output_tree.ensure_writable(out, root_of(inputs.notes), whole=Path(inputs.notes[0]).is_dir(), force=force)
    if watch:
        with suppress(KeyboardInterrupt):
            build_repeatedly(inputs, lambda last: write_pages(inputs, out, generator, last)[0], Event())
        return
    _, issues = write_pages(inputs, out, generator, once=True)
    if any(issue.level is Level.ERROR for issue in issues):
        ctx.exit(PROBLEM)


def write_pages(
    inputs: InputPaths,
    out: Path,
    generator: str,
    last: DiskBuild | None = None,
    *,
    once: bool = False,
    temporary: bool = False,
) -> tuple[DiskBuild, tuple[Issue, ...]]:
    """Build the library, write all files to a folder, and report both.

    Args:
        inputs: What the build reads.
        out: The folder.
        generator: The site generator that reads the folder, one of `generators.GENERATORS`.
        last: The last build in this process, which makes this one faster.
        once: Whether this is the only build of the process.
        temporary: Whether the folder is removed when the process ends.

    Returns:
        The build and all its issues.
    """
    disk_build = build_library(inputs, with_code=False, pages=True, generator=generator, previous=last, once=once)
    progress = Progress()
    files = disk_build.output_files(generator, progress.show)
    total, jobs = len(files), disk_build.project.config.jobs if once else 1
    # first the processes: a fork is not safe while a thread draws the progress
    with files.created_by(jobs, disk_build.site.facts.compute_shared), progress:
        result = output_tree.write_tree(
            out,
            files,
            unchanged=files.unchanged,
            flush=not temporary,
            advance=lambda done: progress.show(f"writing files, {done} of {total}"),
        )
    issues = echo_summary(disk_build, *result.issues)
    if missing := pipeline.describe_missing(disk_build.site.counts.incomplete):
        echo_line(missing)
    echo_line(f"{counted(result.files, 'file')} in '{out}', {result.changed} changed, {result.removed} removed")
    return disk_build, issues

"""The `papernotes` command: arguments in, text out; it decides nothing.  The only user of click."""

from __future__ import annotations

from pathlib import Path

import click

from papernotes_plugin import pipeline
from papernotes_plugin.cli import terminal_output
from papernotes_plugin.cli.check import check
from papernotes_plugin.cli.common_options import (
    CommandGroup,
    build_library,
    help_epilog,
    notes_arguments,
    summary,
    with_default_notes,
)
from papernotes_plugin.cli.doctor import doctor
from papernotes_plugin.cli.export import export
from papernotes_plugin.cli.keys import keys
from papernotes_plugin.files import output_tree
from papernotes_plugin.files.disk_build import InputPaths
from papernotes_plugin.files.notes_folder import root_of
from papernotes_plugin.hosts import generators
from papernotes_plugin.version import __version__


@click.group(
    cls=CommandGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=help_epilog("build notes --out docs", "export notes -o papers.bib", "check notes"),
)
@click.version_option(__version__, prog_name="papernotes")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Find the papers in Markdown notes, and give back pages, links and BibTeX.

    NOTES is a folder of Markdown notes, or the files themselves.  They are never changed, and no network is used.
    Options stand in a papernotes.toml (or the table [tool.papernotes] of a pyproject.toml) in the folder of the
    notes or the one above it.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(2)


@main.command(
    epilog=help_epilog(
        "build notes --out docs", "build notes --out content --for hugo", "build a.md b.md --out docs --force"
    )
)
@click.option("--out", "-o", metavar="DIR", type=click.Path(path_type=Path), required=True, help="Where to write.")
@click.option("--force", is_flag=True, help="Write to DIR even where it holds files of other hands; they stay.")
@click.option(
    "--for",
    "host",
    type=click.Choice(generators.HOSTS),
    default=generators.PLAIN,
    show_default=True,
    help="The site generator that reads DIR.",
)
@notes_arguments()
def build(inputs: InputPaths, out: Path, force: bool, host: str) -> None:
    """Write a docs tree for any site generator.

    It holds the notes with links to the papers in them, all pages, and what else the folder of the notes holds.  A
    second build writes only what changed and removes what is no more; .papernotes in DIR lists what is ours.
    """
    output_tree.ensure_writable(out, root_of(inputs.notes), whole=Path(inputs.notes[0]).is_dir(), force=force)
    job = build_library(inputs, pages=True, host=host)
    with terminal_output.Progress() as progress:
        files = job.tree(host, progress.show)
        total = len(files)
        written = output_tree.write_tree(
            out, files, advance=lambda done: progress.show(f"writing files, {done} of {total}")
        )
    summary(job, *written.issues)
    click.echo(
        f"papernotes: {written.files} files in '{out}', {written.changed} changed, {written.removed} removed", err=True
    )


@main.command(epilog=help_epilog("show vaswani2017attention", "show arxiv:1706.03762 notes"))
@click.argument("key")
@notes_arguments(notes_required=False)
def show(inputs: InputPaths, key: str) -> None:
    """Print one paper and where it is mentioned.

    KEY is a citekey, an alias, an identifier (arxiv:1706.03762), a link to the paper, its title or its short name.
    Without NOTES the folder docs of the current folder is read, or else the current folder.
    """
    job = build_library(with_default_notes(inputs))
    paper = job.find(key)
    click.echo(terminal_output.paper_summary(paper, pipeline.bibliography([paper], job.site.config)), nl=False)


main.add_command(check)
main.add_command(doctor)
main.add_command(export)
main.add_command(keys)

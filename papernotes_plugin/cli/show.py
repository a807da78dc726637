"""`papernotes show`: print one paper and its mentions."""

from __future__ import annotations

import click

from papernotes_plugin import pipeline
from papernotes_plugin.cli import terminal_output
from papernotes_plugin.cli.common_options import build_library, help_epilog, notes_arguments, with_default_notes
from papernotes_plugin.files.disk_build import InputPaths


@click.command(epilog=help_epilog("show vaswani2017attention", "show arxiv:1706.03762 notes"))
@click.argument("key")
@notes_arguments(notes_required=False)
def show(inputs: InputPaths, key: str) -> None:
    """Print one paper and where it is mentioned.

    KEY is a citekey, an alias, an identifier (arxiv:1706.03762), a link to the paper, its title or its short name.
    Without NOTES, the command reads the folder docs of the current folder if it exists, otherwise the current folder.
    """
    disk_build = build_library(with_default_notes(inputs))
    paper = disk_build.find_paper(key)
    click.echo(terminal_output.paper_summary(paper, pipeline.bibliography([paper], disk_build.site.config)), nl=False)

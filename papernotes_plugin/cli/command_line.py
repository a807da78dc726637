"""The command group `papernotes` with its subcommands."""

from __future__ import annotations

import click

from papernotes_plugin.cli.command_group import CommandGroup
from papernotes_plugin.cli.exit_codes import WRONG_USAGE, help_epilog
from papernotes_plugin.version import __version__

_PACKAGE = "papernotes_plugin.cli"
_COMMANDS = {
    "build": (f"{_PACKAGE}.build_command", "Write a folder of Markdown pages for any site generator."),
    "check": (f"{_PACKAGE}.check", "Print all issues of notes and bibliographies."),
    "clean": (f"{_PACKAGE}.clean", "Delete what 'mkdocs build' stored for the next build."),
    "doctor": (f"{_PACKAGE}.doctor", "Report what will not work in a site, with the line that fixes it."),
    "export": (f"{_PACKAGE}.export", "Write papers as BibTeX, CSL-JSON, RIS, JSON or CSV."),
    "fetch": (f"{_PACKAGE}.fetch_command", "Look up titles, authors and venues that the notes only point at."),
    "init": (f"{_PACKAGE}.init_command", "Write the files of a site into the folder above NOTES."),
    "keys": (f"{_PACKAGE}.keys", "Show citekeys and where they come from; pin, check or rename them."),
    "serve": (f"{_PACKAGE}.serve", "Serve a folder of notes as a site that follows each change."),
    "show": (f"{_PACKAGE}.show", "Print one paper and where it is mentioned."),
}
"""Module of each command, and the first sentence of its help."""


@click.group(
    cls=CommandGroup,
    summaries=_COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=help_epilog(
        "build notes --out docs",
        "export notes -o papers.bib",
        "check notes",
        problem="a problem in the input, or nothing matches; the help of each command says what",
    ),
)
@click.version_option(__version__, prog_name="papernotes")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Find the papers in Markdown notes; write pages, links and BibTeX.

    NOTES is a folder of Markdown notes, or the files themselves.  Without NOTES, commands read the folder docs of the
    current folder if it exists, otherwise the current folder.  Only check --fix-notes changes them.  Only fetch and
    check --online use the network.  Options come from a papernotes.toml, or from the table [tool.papernotes] of a
    pyproject.toml, in the folder of the notes or its parent.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(WRONG_USAGE)

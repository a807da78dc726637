"""The command group `papernotes` with its subcommands."""

from __future__ import annotations

import click

from papernotes_plugin.cli.build_command import build
from papernotes_plugin.cli.check import check
from papernotes_plugin.cli.clean import clean
from papernotes_plugin.cli.common_options import CommandGroup
from papernotes_plugin.cli.doctor import doctor
from papernotes_plugin.cli.exit_codes import WRONG_USAGE, help_epilog
from papernotes_plugin.cli.export import export
from papernotes_plugin.cli.fetch_command import fetch
from papernotes_plugin.cli.init_command import init
from papernotes_plugin.cli.keys import keys
from papernotes_plugin.cli.serve import serve
from papernotes_plugin.cli.show import show
from papernotes_plugin.version import __version__


@click.group(
    cls=CommandGroup,
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


for command in (build, check, clean, doctor, export, fetch, init, keys, serve, show):
    main.add_command(command)

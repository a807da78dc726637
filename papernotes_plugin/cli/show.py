"""`papernotes show`: print one paper and its mentions."""

from __future__ import annotations

import click

from papernotes_plugin import pipeline
from papernotes_plugin.cli import terminal_output
from papernotes_plugin.cli.common_options import build_library, echo_line, notes_arguments
from papernotes_plugin.cli.exit_codes import PROBLEM, help_epilog
from papernotes_plugin.files.disk_build import InputPaths
from papernotes_plugin.files.notes_folder import utf8_name
from papernotes_plugin.selection.paper_lookup import find_papers, near_citekeys
from papernotes_plugin.text import counted
from papernotes_plugin.vocabulary.near_names import listed_near


@click.command(
    epilog=help_epilog(
        "show vaswani2017attention",
        "show arxiv:1706.03762 notes",
        "show https://doi.org/10.1145/3297280.3297641",
        "show 'Attention is all you need'",
        problem="no paper, or more than one, has this name",
    )
)
@click.argument("name")
@notes_arguments()
@click.pass_context
def show(ctx: click.Context, /, inputs: InputPaths, name: str) -> None:
    """Print one paper and where it is mentioned.

    NAME is a citekey, an alias, a title, a short name, or a link to the paper.  It may also be an identifier, such as a
    DOI, an arXiv number or an ISBN, in any spelling.
    """
    disk_build = build_library(inputs)
    library, wanted = disk_build.site.library, utf8_name(name)
    papers = find_papers(library, wanted)
    if len(papers) == 1:
        bibtex = pipeline.bibliography(papers, disk_build.site.config)
        click.echo(terminal_output.paper_summary(papers[0], bibtex), nl=False)
        return
    all_papers = counted(len(library.papers), "paper")
    if papers:
        keys = ", ".join(f"'{paper.citekey}'" for paper in papers)
        echo_line(f"{len(papers)} of {all_papers} have the name '{wanted}': {keys}")
    else:
        near = listed_near(near_citekeys(library, wanted))
        echo_line(f"0 of {all_papers}: no name or identifier '{wanted}'{near}")
    ctx.exit(PROBLEM)

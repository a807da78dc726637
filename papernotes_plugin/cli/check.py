"""`papernotes check`: everything that is odd in notes and bibliographies, and what to do about it."""

from __future__ import annotations

import click

from papernotes_plugin import pipeline
from papernotes_plugin.cli.frame import example, job_of, or_here, reading, summary
from papernotes_plugin.faces import console
from papernotes_plugin.faces.explaining import explained
from papernotes_plugin.faces.job import Inputs
from papernotes_plugin.issues import Level


@click.command(
    epilog=example(
        "check notes",
        "check notes --min-level warning",
        "check docs --format github",
        "check --explain unknown-key",
    )
)
@click.option(
    "--format", "-f", "form", type=click.Choice(["text", "json", "github"]), default="text", show_default=True
)
@click.option(
    "--min-level", type=click.Choice(["info", "warning"]), default="info", show_default=True, help="Show none below."
)
@click.option("--suggest", is_flag=True, help="Also print where prose names a note and does not link to it.")
@click.option("--explain", metavar="CODE", help="Print what a code means and what to do, and nothing else; or 'all'.")
@reading(notes_required=False)
@click.pass_context
def check(ctx: click.Context, inputs: Inputs, form: str, min_level: str, suggest: bool, explain: str | None) -> None:
    """Print all issues; exit with 1 if one is a warning or an error.

    Without NOTES the folder docs of the current folder is read, or else the current folder.  Paths are relative to
    NOTES (those of .bib files to the project); for GitHub they are relative to the current folder, which has to be the
    root of the repository.
    """
    if explain is not None:
        click.echo(explained(explain), nl=False)
        return
    job = job_of(or_here(inputs), pages=True)
    issues = job.found(*pipeline.suggestions(job.site)) if suggest else job.issues
    faults = [i for i in issues if i.level in (Level.WARNING, Level.ERROR)]
    shown = faults if min_level == "warning" else issues
    if form == "github":
        text = console.github_of(shown, job.located)
    else:
        text = console.json_of(shown) if form == "json" else console.text_of(shown)
    click.echo(text, nl=False)
    summary(job, hint="'papernotes check --explain CODE' says what to do")
    ctx.exit(1 if faults else 0)

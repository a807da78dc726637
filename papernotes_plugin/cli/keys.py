"""`papernotes keys`: citekeys shown, pinned, checked."""

from __future__ import annotations

import click

from papernotes_plugin import pipeline
from papernotes_plugin.cli.frame import example, job_of, reading
from papernotes_plugin.faces import console
from papernotes_plugin.faces.job import Inputs, add_pins


@click.command(epilog=example("keys notes", "keys notes --pin", "keys notes --check"))
@click.option("--pin", is_flag=True, help="Add the keys of all papers that have none there to the key lock.")
@click.option("--check", is_flag=True, help="Print only keys that are not pinned or would change; exit with 1 if any.")
@reading()
@click.pass_context
def keys(ctx: click.Context, inputs: Inputs, pin: bool, check: bool) -> None:
    """Show citekeys and where they come from; pin them.

    The key lock (bib/keys.txt of the project) holds a line a paper: identifier, citekey.  No line of it is ever
    changed or taken away here: to rename a paper, edit its line.
    """
    if pin and check:
        raise click.UsageError("--pin and --check exclude each other")
    job = job_of(inputs, new_keys=True)
    pinned = pipeline.pinned(job.site, job.project.pinned)
    papers = sorted(job.site.library.papers, key=lambda paper: (paper.citekey.casefold(), paper.citekey))
    loose = [paper for paper in papers if paper.slug not in pinned]
    if pin:
        add_pins(job.project.key_lock, pipeline.pins(loose))
        click.echo(
            f"papernotes: {len(loose)} keys added to '{job.project.key_lock}', {len(pinned)} were there", err=True
        )
    elif check:
        changed = [paper for paper in papers if pinned.get(paper.slug, paper.citekey) != paper.citekey]
        rows = [(paper.citekey, "not pinned", paper.title) for paper in loose]
        rows += [(paper.citekey, f"pinned as {pinned[paper.slug]}", paper.title) for paper in changed]
        click.echo(console.table(rows), nl=False)
        ctx.exit(1 if rows else 0)
    else:
        rows = [(paper.citekey, paper.origins.get("citekey", ""), paper.title) for paper in papers]
        click.echo(console.table(rows), nl=False)

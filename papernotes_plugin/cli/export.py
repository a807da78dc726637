"""`papernotes export`: papers as JSON or BibTeX."""

from __future__ import annotations

from pathlib import Path

import click

from papernotes_plugin import pipeline
from papernotes_plugin.cli.frame import example, job_of, reading, summary
from papernotes_plugin.faces.disk import readable
from papernotes_plugin.faces.job import Inputs, Job
from papernotes_plugin.model import Paper
from papernotes_plugin.selection import Selection, select


@click.command(
    epilog=example(
        "export notes --format json",
        "export notes --format bib --tag alignment -o alignment.bib",
        "export a.md --year 2024",
    )
)
@click.option("--format", "-f", "form", type=click.Choice(["json", "bib"]), default="json", show_default=True)
@click.option("--output", "-o", metavar="FILE", type=click.Path(path_type=Path), help="Write to FILE, not to stdout.")
@click.option("--tag", metavar="TAG", help="Only papers with this tag or one below it: nlp, or nlp/parsing.")
@click.option("--topic", metavar="TOPIC", help="Only papers under this heading or bullet: 'LLM/Training'.")
@click.option("--note", metavar="NOTE", help="Only papers mentioned in this note: its path, its name, or a glob.")
@click.option("--venue", metavar="VENUE", help="Only papers of this venue: ICLR, or 'ICLR 2025'.")
@click.option("--year", metavar="YEAR", help="Only papers of this year or these years: 2024, or 2020-2024.")
@click.option("--key", metavar="KEYS", help="Only papers with these citekeys, aliases or identifiers: 'a, arxiv:…'.")
@reading()
def export(inputs: Inputs, form: str, output: Path | None, **filters: str | None) -> None:
    """Write papers as JSON or BibTeX, to stdout or a file.

    Filters add up: a paper has to pass all of them.
    """
    try:
        wanted = Selection.parse({name: readable(value) for name, value in filters.items() if value is not None})
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    job = job_of(inputs)
    text = _exported(job, form, select(job.site.library, wanted), wanted.everything)
    if output is None or str(output) == "-":
        click.echo(text, nl=False)
    else:
        job.write(output, text)
    summary(job)


def _exported(job: Job, form: str, papers: tuple[Paper, ...], everything: bool) -> str:
    if form == "bib":
        return pipeline.bibliography(papers, job.site.config)
    return pipeline.catalogue(job.site, job.issues, None if everything else papers)

"""`papernotes export`: papers as JSON, BibTeX, CSL-JSON or RIS."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from papernotes_plugin import pipeline
from papernotes_plugin.cli import terminal_output
from papernotes_plugin.cli.common_options import (
    build_library,
    echo_summary,
    help_epilog,
    notes_arguments,
    with_default_notes,
)
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths
from papernotes_plugin.files.manuscript_files import read_manuscripts
from papernotes_plugin.files.notes_folder import utf8_name
from papernotes_plugin.pipeline.cited_papers import CitedPapers
from papernotes_plugin.selection.paper_selection import Selection, select_papers
from papernotes_plugin.vocabulary.config import BIBLATEX, ENCODINGS, FLAVORS, Config
from papernotes_plugin.vocabulary.issues import Issue, Level

_FORMATS = ("json", "bib", "biblatex", "csl", "ris")
_BY_ENDING = {".bib": "bib", ".ris": "ris"}
_FLAVORED = ("bib", "biblatex")


@click.command(
    epilog=help_epilog(
        "export notes -o papers.bib",
        "export notes --format bib --tag alignment -o alignment.bib",
        "export notes --cited-in paper.tex -o refs.bib",
        "export a.md --year 2024",
    )
)
@click.option("--format", "-f", "form", type=click.Choice(_FORMATS), help="[default: by FILE, or json]")
@click.option("--output", "-o", metavar="FILE", type=click.Path(path_type=Path), help="Write to FILE, not to stdout.")
@click.option(
    "--cited-in",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Only papers cited in this manuscript: .tex, .aux, .bcf, .typ, .md or .qmd; may be repeated.",
)
@click.option("--tag", metavar="TAG", help="Only papers with this tag or one below it: nlp, or nlp/parsing.")
@click.option("--topic", metavar="TOPIC", help="Only papers under this heading or bullet: 'LLM/Training'.")
@click.option("--note", metavar="NOTE", help="Only papers mentioned in this note: its path, its name, or a glob.")
@click.option("--venue", metavar="VENUE", help="Only papers of this venue: ICLR, or 'ICLR 2025'.")
@click.option("--year", metavar="YEAR", help="Only papers of this year or these years: 2024, or 2020-2024.")
@click.option("--key", metavar="KEYS", help="Only papers with these citekeys, aliases or identifiers: 'a, arxiv:…'.")
@click.option("--flavor", type=click.Choice(FLAVORS), help="Of BibTeX.  [default: that of the options]")
@click.option("--encoding", type=click.Choice(ENCODINGS), help="Of BibTeX.  [default: that of the options]")
@notes_arguments(notes_required=False)
@click.pass_context
def export(
    ctx: click.Context,
    /,
    inputs: InputPaths,
    form: str | None,
    output: Path | None,
    cited_in: tuple[Path, ...],
    flavor: str | None,
    encoding: str | None,
    **filters: str | None,
) -> None:
    """Write papers as BibTeX, CSL-JSON, RIS or JSON.

    Filters add up: a paper has to pass all of them.  Without NOTES the folder docs of the current folder is read, or
    else the current folder.  Without --format the ending of FILE tells it (.bib, .ris), else it is JSON, or BibTeX
    with --cited-in.

    With --cited-in each entry has the key by which it is cited.  Keys that name no paper are listed, with their
    places, on stderr, and the exit code is 1 then.
    """
    form = form or _BY_ENDING.get(output.suffix.lower() if output else "", "bib" if cited_in else "json")
    try:
        wanted = Selection.parse({name: utf8_name(value) for name, value in filters.items() if value is not None})
        _check(form, flavor, encoding)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    manuscripts, unread = read_manuscripts(cited_in)
    disk_build = build_library(with_default_notes(inputs))
    config = _configured(disk_build.site.config, BIBLATEX if form == "biblatex" else flavor, encoding)
    found = CitedPapers(select_papers(disk_build.site.library, wanted), ())
    if cited_in:
        slugs = {paper.slug for paper in found.papers}
        found = pipeline.find_cited_papers(disk_build.site.library, manuscripts, one_entry=config.flavor == BIBLATEX)
        found = replace(found, papers=tuple(paper for paper in found.papers if paper.slug in slugs))
    text = _text(disk_build, form, found, config, whole=wanted.selects_all and not cited_in)
    if output is None or str(output) == "-":
        click.echo(text, nl=False)
    else:
        disk_build.write_file(output, text, *cited_in)
    ctx.exit(_reported(disk_build, (*unread, *found.issues)))


def _check(form: str, flavor: str | None, encoding: str | None) -> None:
    """Whether the format knows these options.

    Raises:
        ValueError: where it does not.
    """
    if form not in _FLAVORED and (flavor or encoding):
        raise ValueError(f"--flavor and --encoding are for BibTeX, not for {form}")
    if form == "biblatex" and flavor not in (None, BIBLATEX):
        raise ValueError(f"--format biblatex cannot have the flavor {flavor}")


def _configured(config: Config, flavor: str | None, encoding: str | None) -> Config:
    """The options with what the command line says instead."""
    return replace(config, flavor=flavor or config.flavor, encoding=encoding or config.encoding)


def _text(disk_build: DiskBuild, form: str, found: CitedPapers, config: Config, *, whole: bool) -> str:
    if form in _FLAVORED:
        return pipeline.bibliography(found.papers, config, found.other_keys)
    if form == "csl":
        return pipeline.csl(found.papers)
    if form == "ris":
        return pipeline.ris(found.papers)
    by_slug = disk_build.site.library.by_slug
    # in the catalogue a paper stands once, under its own key
    papers = [by_slug[slug] for slug in dict.fromkeys(paper.slug for paper in found.papers)]
    return pipeline.catalogue(disk_build.site, disk_build.issues, None if whole else papers)


def _reported(disk_build: DiskBuild, issues: tuple[Issue, ...]) -> int:
    """The exit code; what is odd about manuscripts is told, line by line, above the summary."""
    told = disk_build.site.config.issues_to_report(issues)
    click.echo(terminal_output.text_of(told), nl=False, err=True)
    echo_summary(disk_build)
    return 1 if any(found.level in (Level.WARNING, Level.ERROR) for found in told) else 0

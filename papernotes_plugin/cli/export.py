"""`papernotes export`: write papers as JSON, BibTeX, CSL-JSON or RIS."""

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

_FORMATS = ("json", "bib", "biblatex", *pipeline.PAPER_FORMATS)
_BY_ENDING = {".bib": "bib", **{form.ending: name for name, form in pipeline.PAPER_FORMATS.items()}}
_FLAVORED = ("bib", "biblatex")


@click.command(
    epilog=help_epilog(
        "export notes -o papers.bib",
        "export notes --format bib --tag alignment -o alignment.bib",
        "export notes --cited-in paper.tex -o refs.bib",
        "export a.md --year 2024",
    )
)
@click.option("--format", "-f", "form", type=click.Choice(_FORMATS), help="[default: by the suffix of FILE, or json]")
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
@click.option("--venue", metavar="VENUE", help="Only papers at this venue: ICLR, or 'ICLR 2025'.")
@click.option("--year", metavar="YEAR", help="Only papers of a year or a range of years: 2024, or 2020-2024.")
@click.option("--key", metavar="KEYS", help="Only papers with these citekeys, aliases or identifiers: 'a, arxiv:…'.")
@click.option("--flavor", type=click.Choice(FLAVORS), help="Flavor of BibTeX.  [default: that of the options]")
@click.option("--encoding", type=click.Choice(ENCODINGS), help="Encoding of BibTeX.  [default: that of the options]")
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

    A paper must pass all given filters.  Without NOTES, the command reads the folder docs of the current folder
    if it exists, otherwise the current folder.  Without --format, the suffix of FILE (.bib, .ris) selects the format.
    The default is JSON, or BibTeX with --cited-in.

    With --cited-in, each entry has the key that the manuscript cites.  If a key belongs to no paper, the command
    reports it on stderr with file and line, and exits with 1.
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
    cited = CitedPapers(select_papers(disk_build.site.library, wanted), ())
    if cited_in:
        slugs = {paper.slug for paper in cited.papers}
        cited = pipeline.find_cited_papers(disk_build.site.library, manuscripts, one_entry=config.flavor == BIBLATEX)
        cited = replace(cited, papers=tuple(paper for paper in cited.papers if paper.slug in slugs))
    text = _text(disk_build, form, cited, config, whole=wanted.selects_all and not cited_in)
    if output is None or str(output) == "-":
        click.echo(text, nl=False)
    else:
        disk_build.write_file(output, text, *cited_in)
    support = pipeline.bibliography_issues(cited.papers, config) if form in _FLAVORED else ()
    ctx.exit(_echo_report(disk_build, (*unread, *cited.issues, *support)))


def _check(form: str, flavor: str | None, encoding: str | None) -> None:
    """Check that the options apply to the format.

    Raises:
        ValueError: They do not.
    """
    if form not in _FLAVORED and (flavor or encoding):
        raise ValueError(f"--flavor and --encoding apply to BibTeX, not to {form}")
    if form == "biblatex" and flavor not in (None, BIBLATEX):
        raise ValueError(f"--format biblatex cannot have the flavor {flavor}")


def _configured(config: Config, flavor: str | None, encoding: str | None) -> Config:
    """Return the options of the project with those of the command line."""
    return replace(config, flavor=flavor or config.flavor, encoding=encoding or config.encoding)


def _text(disk_build: DiskBuild, form: str, cited: CitedPapers, config: Config, *, whole: bool) -> str:
    if form in _FLAVORED:
        return pipeline.bibliography(cited.papers, config, cited.other_keys)
    if form in pipeline.PAPER_FORMATS:
        return pipeline.export_papers(cited.papers, form)
    by_slug = disk_build.site.library.by_slug
    # The catalogue lists a paper once, under its own key.
    papers = [by_slug[slug] for slug in dict.fromkeys(paper.slug for paper in cited.papers)]
    return pipeline.catalogue(disk_build.site, disk_build.issues, None if whole else papers)


def _echo_report(disk_build: DiskBuild, issues: tuple[Issue, ...]) -> int:
    """Write the issues of manuscripts and the summary to stderr, and return the exit code."""
    reported = disk_build.site.config.issues_to_report(issues)
    click.echo(terminal_output.text_of(reported), nl=False, err=True)
    echo_summary(disk_build)
    return 1 if any(issue.level in (Level.WARNING, Level.ERROR) for issue in reported) else 0

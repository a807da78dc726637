"""`papernotes export`: write papers as JSON, BibTeX, CSL-JSON, RIS or CSV."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from papernotes_plugin import pipeline
from papernotes_plugin.cli import terminal_output
from papernotes_plugin.cli.common_options import (
    build_library,
    echo_line,
    echo_no_papers,
    echo_summary,
    failing,
    notes_arguments,
)
from papernotes_plugin.cli.exit_codes import PROBLEM, help_epilog
from papernotes_plugin.files.atomic_write import is_stream
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths
from papernotes_plugin.files.manuscript_files import read_manuscripts
from papernotes_plugin.files.notes_folder import utf8_name
from papernotes_plugin.pipeline.cited_papers import CitedPapers
from papernotes_plugin.selection.empty_selection import explain_empty_selection, unknown_keys
from papernotes_plugin.selection.paper_selection import Selection, select_papers
from papernotes_plugin.text import counted
from papernotes_plugin.vocabulary.config import BIBLATEX, ENCODINGS, FLAVORS, Config
from papernotes_plugin.vocabulary.issues import Code, Issue
from papernotes_plugin.vocabulary.model import Library, Paper

_FORMATS = ("json", "bib", "biblatex", "csv", *pipeline.PAPER_FORMATS)
_BY_ENDING = {
    ".bib": "bib",
    **{form.ending: name for name, form in pipeline.PAPER_FORMATS.items()},
    ".json": "json",
    ".csv": "csv",
}
"""Format by the ending of the output file; a longer ending precedes its own end."""
_FLAVORED = ("bib", "biblatex")


@click.command(
    epilog=help_epilog(
        "export notes -o papers.bib",
        "export notes --format bib --tag alignment -o alignment.bib",
        "export notes --cited-in paper.tex -o refs.bib",
        "export a.md --year 2024",
        problem="no paper passes the filters (nothing is written), a key is unknown,\n"
        "or a paper has no title (with --cited-in or --strict)",
    )
)
@click.option("--format", "-f", "form", type=click.Choice(_FORMATS), help="[default: by the ending of FILE, or json]")
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
@click.option("--where", metavar="FIELDS", help="Only papers with these fields: 'status=reading, rating>=4'.")
@click.option("--flavor", type=click.Choice(FLAVORS), help="Flavor of BibTeX.  [default: that of the options]")
@click.option("--encoding", type=click.Choice(ENCODINGS), help="Encoding of BibTeX.  [default: that of the options]")
@click.option("--columns", metavar="NAMES", help="Columns of CSV: 'citekey, title, doi, rating'.")
@click.option("--strict", is_flag=True, help="Exit with 1 also if an exported paper has no title.")
@notes_arguments()
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
    columns: str | None,
    strict: bool,
    **filters: str | None,
) -> None:
    """Write papers as BibTeX, CSL-JSON, RIS, JSON or CSV.

    A paper must pass all given filters.  If none does, nothing is written.  Without --format, the ending of FILE
    selects the format: .bib, .csl.json, .ris, .json or .csv.  Standard output is JSON, or BibTeX with --cited-in.

    With --cited-in, each entry has the key that the manuscript cites.  If a key belongs to no paper, the command
    reports it on stderr with file and line.

    Papers without a title are counted and named on stderr; with --cited-in or --strict, this is a problem.  Changes
    that entries of a .bib file need, so that programs can read them, are reported on stderr.
    """
    form = form or _format_of(output) or ("bib" if cited_in else "json")
    wanted = _wanted(filters)
    _check(form, flavor, encoding, output, columns)
    manuscripts, unread = read_manuscripts(cited_in)
    disk_build = build_library(inputs)
    config = _configured(disk_build.site.config, BIBLATEX if form == "biblatex" else flavor, encoding)
    library = disk_build.site.library
    one_entry = form in _FLAVORED and config.flavor == BIBLATEX
    cited = CitedPapers(library.papers, ())
    if cited_in:
        cited = pipeline.find_cited_papers(library, manuscripts, one_entry=one_entry)
    papers = _selected(library, wanted, cited.papers)
    exported = pipeline.export_bibliography(papers, config) if form in _FLAVORED else None
    has_problem = _echo_issues(disk_build, (*unread, *cited.issues, *(exported.needs if exported else ())))
    gaps = (*pipeline.untitled_issues(papers, config, _shown(output)), *(exported.changes if exported else ()))
    has_problem |= _echo_issues(disk_build, gaps) and (strict or bool(cited_in))
    if not papers and (library.papers or any(issue.code is Code.NO_PAPERS for issue in failing(disk_build.issues))):
        echo_no_papers(disk_build, _reason(library, wanted, cited if cited_in else None))
        ctx.exit(PROBLEM)
    whole = wanted.selects_all and not cited_in
    text = exported.text if exported else _text(disk_build, form, papers, columns, whole=whole)
    _write(disk_build, text, output, cited_in)
    if not cited_in:
        _echo_missing_keys(disk_build, papers, form, config)
    has_problem |= _echo_unknown_keys(library, wanted)
    echo_summary(disk_build)
    ctx.exit(PROBLEM if has_problem else 0)


def _reason(library: Library, wanted: Selection, cited: CitedPapers | None) -> str:
    """Return why no paper is selected, of the papers that a manuscript cites if one is given."""
    return explain_empty_selection(library, wanted, {"--cited-in": len(cited.papers)} if cited else {})


def _write(disk_build: DiskBuild, text: str, output: Path | None, cited_in: tuple[Path, ...]) -> None:
    """Write the text to a file that is no manuscript, or to stdout."""
    if _is_stdout(output):
        click.echo(text, nl=False)
    elif output:
        disk_build.write_file(output, text, *cited_in)


def _is_stdout(output: Path | None) -> bool:
    return output is None or str(output) == "-"


def _shown(output: Path | None) -> str:
    return "standard output" if _is_stdout(output) else str(output)


def _wanted(filters: Mapping[str, str | None]) -> Selection:
    try:
        return Selection.parse({name: utf8_name(value) for name, value in filters.items() if value is not None})
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _selected(library: Library, wanted: Selection, cited: tuple[Paper, ...]) -> tuple[Paper, ...]:
    """Return the cited papers that are selected; the order is that of the selection if all papers are cited."""
    selected = select_papers(library, wanted)
    if cited is library.papers:
        return selected
    slugs = {paper.slug for paper in selected}
    return tuple(paper for paper in cited if paper.slug in slugs)


def _format_of(output: Path | None) -> str:
    """Return the format for the ending of an output file; empty for stdout, pipes and devices.

    Raises:
        UsageError: No format has this ending.
    """
    if output is None or _is_stdout(output) or output.is_dir() or is_stream(output):
        return ""
    for ending, form in _BY_ENDING.items():
        if output.name.lower().endswith(ending):
            return form
    problem = f"no format has the ending '{output.suffix}'" if output.suffix else f"'{output}' has no ending"
    raise click.UsageError(f"{problem}; known endings are {', '.join(_BY_ENDING)}; --format allows any name")


def _check(form: str, flavor: str | None, encoding: str | None, output: Path | None, columns: str | None) -> None:
    """Check that the options apply to the format, and that the output is no folder.

    Raises:
        UsageError: They do not, or it is one.
    """
    if form not in _FLAVORED and (flavor or encoding):
        raise click.UsageError(f"--flavor and --encoding apply to BibTeX, not to {form}")
    if form != "csv" and columns is not None:
        raise click.UsageError(f"--columns applies to CSV, not to {form}")
    if form == "biblatex" and flavor not in (None, BIBLATEX):
        raise click.UsageError(f"--format biblatex cannot have the flavor {flavor}")
    if output is not None and output.is_dir():
        raise click.UsageError(f"'{output}' is a folder; give a file, such as '{output / 'papers.bib'}'")


def _configured(config: Config, flavor: str | None, encoding: str | None) -> Config:
    """Return the options of the project with those of the command line."""
    return replace(config, flavor=flavor or config.flavor, encoding=encoding or config.encoding)


def _text(disk_build: DiskBuild, form: str, papers: Sequence[Paper], columns: str | None, *, whole: bool) -> str:
    """Return the text of a format other than BibTeX."""
    if form == "csv":
        names = [name.strip() for name in (columns or "").split(",") if name.strip()]
        return pipeline.csv_table(disk_build.site.library, papers, names)
    if form in pipeline.PAPER_FORMATS:
        return pipeline.export_papers(papers, form)
    by_slug = disk_build.site.library.by_slug
    # The catalogue lists a paper once, under its own key.
    listed = [by_slug[slug] for slug in dict.fromkeys(paper.slug for paper in papers)]
    return pipeline.catalogue(disk_build.site, disk_build.issues, None if whole else listed)


def _echo_unknown_keys(library: Library, wanted: Selection) -> bool:
    """Write to stderr which of the wanted keys no paper has, and return whether there are any."""
    problems = [*unknown_keys(library, wanted)]
    for problem in problems:
        echo_line(problem)
    return bool(problems)


def _echo_missing_keys(disk_build: DiskBuild, papers: Sequence[Paper], form: str, config: Config) -> None:
    """Write to stderr which keys of the papers are not in a file of BibTeX, and which citekeys are not pinned."""
    if form not in _FLAVORED:
        return
    unpinned = (issue for issue in disk_build.issues if issue.code is Code.UNPINNED_KEY)
    issues = config.issues_to_report((*pipeline.unwritable_keys(papers), *unpinned))
    click.echo(terminal_output.text_of(issues), nl=False, err=True)
    if keys := pipeline.keys_without_entry(papers, config):
        number = counted(len(keys), f"other key ('{keys[0]}') has", f"other keys ('{keys[0]}', …) have")
        hint = "--cited-in FILE writes the keys that FILE cites, --flavor biblatex writes all keys"
        echo_line(f"{number} no entry in BibTeX; {hint}")


def _echo_issues(disk_build: DiskBuild, issues: tuple[Issue, ...]) -> bool:
    """Write the issues of manuscripts to stderr, and return whether one is a warning or an error."""
    reported = disk_build.site.config.issues_to_report(issues)
    click.echo(terminal_output.text_of(reported), nl=False, err=True)
    return bool(failing(reported))

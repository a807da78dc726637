"""`papernotes fetch`: look up what notes only point at, and write it to `bib/fetched.bib`."""

from __future__ import annotations

import difflib
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from papernotes_plugin.cli.check import check_date
from papernotes_plugin.cli.common_options import build_library, default_notes, echo_line, notes_arguments
from papernotes_plugin.cli.exit_codes import PROBLEM, help_epilog
from papernotes_plugin.cli.fetch_extra import fetch_settings
from papernotes_plugin.cli.terminal_output import Progress
from papernotes_plugin.entries import fetched_fields
from papernotes_plugin.files.atomic_write import write_changed
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths, encoded
from papernotes_plugin.files.notes_folder import read_bytes, utf8_name
from papernotes_plugin.pipeline.missing_facts import FACTS
from papernotes_plugin.selection.paper_lookup import find_papers, near_citekeys
from papernotes_plugin.selection.paper_selection import Selection, select_papers
from papernotes_plugin.text import counted, terminal
from papernotes_plugin.vocabulary.issues import PapernotesError
from papernotes_plugin.vocabulary.model import Paper
from papernotes_plugin.vocabulary.near_names import listed_near

if TYPE_CHECKING:
    from papernotes_plugin.fetch.session import Session


@click.command(
    epilog=help_epilog(
        "fetch notes",
        "fetch notes --dry-run",
        "fetch notes vaswani2017attention arxiv:1706.03762",
        "fetch notes --by-title --proposals proposals.bib",
        "fetch notes --accept vaswani2017attention",
        "fetch notes --explain vaswani2017attention",
        problem="a paper is not complete, or with --diff the file would change",
    )
)
@click.option("--note", metavar="NOTE", help="Only papers mentioned in this note: its path, its name, or a glob.")
@click.option("--tag", metavar="TAG", help="Only papers with this tag or one below it: nlp, or nlp/parsing.")
@click.option(
    "--missing", metavar="FACTS", help="Only papers that lack one of these facts.  [default: author,title,venue]"
)
@click.option("--by-title", is_flag=True, help="Also send titles, for papers without a known identifier.")
@click.option("--dry-run", is_flag=True, help="Print the requests with the text that they send, and send nothing.")
@click.option("--diff", is_flag=True, help="Print what would change in the file, and do not change it.")
@click.option("--refresh", is_flag=True, help="Ask again, also for papers that were looked up before.")
@click.option("--offline", is_flag=True, help="Use stored answers alone.")
@click.option("--explain", metavar="KEY", help="Print what each service answered about a paper, from stored answers.")
@click.option("--proposals", metavar="FILE", type=click.Path(path_type=Path), help="Write the proposals as BibTeX.")
@click.option("--accept", metavar="KEY", multiple=True, help="Take the proposal for this paper; KEY#2 is the second.")
@click.option("--reject", metavar="KEY", multiple=True, help="Throw the facts of this paper out, and remember that.")
@click.option("--cache-dir", metavar="DIR", type=click.Path(path_type=Path), help="Folder of the stored answers.")
@click.option("--clear-cache", is_flag=True, help="Delete the stored answers, and do nothing else.")
@notes_arguments()
@click.pass_context
def fetch(
    ctx: click.Context,
    /,
    inputs: InputPaths,
    note: str | None,
    tag: str | None,
    missing: str | None,
    clear_cache: bool,
    explain: str | None,
    accept: tuple[str, ...],
    reject: tuple[str, ...],
    diff: bool,
    proposals: Path | None,
    **options: Path | bool | None,
) -> None:
    """Look up titles, authors and venues that the notes only point at.

    NOTES may be followed by names of papers: citekeys, aliases or identifiers.  Without them, all papers that lack a
    title, authors or a venue are looked up.

    The facts are written to bib/fetched.bib.  They come after everything that notes and .bib files say, and change no
    citekey.  Only identifiers, venues and years are sent, and titles only with --by-title.  A doubtful answer is a
    proposal: it is listed, and --accept takes it.

    This is the only command that uses the network, apart from 'check --online'.
    """
    settings = fetch_settings(**options)
    if clear_cache:
        echo_line(f"deleted {settings.clear_cache() / 1_000_000:.1f} MB in '{settings.folder}'")
        return
    facts = _facts(missing)
    disk_build, keys = _library_and_keys(inputs)
    accepted = dict(map(_key_and_number, accept))
    chosen = _chosen(disk_build, (*accepted, *keys, *reject, *([explain] if explain else [])), note, tag)
    path = disk_build.project.root / fetched_fields.FILE
    with Progress() as progress:
        session = settings.session(disk_build, chosen, _old_text(path), progress.show)
        if reject:
            text = session.rejecting([paper.citekey for paper in chosen])
        else:
            session.look_up(facts, only_stored=bool(accept or explain))
            session.accept({paper.citekey: accepted[key] for paper, key in zip(chosen, accepted, strict=False)})
            text = session.new_text(check_date().isoformat())
    if explain or options["dry_run"]:
        click.echo(session.explanation() if explain else session.planned(), nl=False)
        return
    if proposals:
        disk_build.write_file(proposals, session.proposals())
        echo_line(f"{counted(session.number_of_proposals, 'proposal')} in '{proposals}'")
    click.echo("".join(f"{terminal.one_line(line)}\n" for line in session.remarks()), nl=False)
    _finish(ctx, path, session, text, diff)


def _facts(missing: str | None) -> tuple[str, ...]:
    """Return the facts that `--missing` names.

    Raises:
        click.UsageError: If one is unknown.
    """
    written = [name.strip().removesuffix("s") for name in (missing or "").split(",") if name.strip()]
    if unknown := [name for name in written if name not in FACTS]:
        raise click.UsageError(f"--missing: no fact is called '{unknown[0]}'; there are author, title and venue")
    return tuple(written) or FACTS


def _library_and_keys(inputs: InputPaths) -> tuple[DiskBuild, list[str]]:
    """Return the library of the arguments that are paths, and the others, which are names of papers."""
    paths = tuple(path for path in inputs.notes if Path(path).exists())
    keys = [path for path in inputs.notes if path not in paths]
    return build_library(replace(inputs, notes=paths or (default_notes(),))), keys


def _key_and_number(value: str) -> tuple[str, int]:
    """Return the name of a paper in a value of `--accept`, and the number of the proposal; 0 if it has none."""
    key, sign, number = value.rpartition("#")
    return (key, int(number)) if sign and number.isdecimal() else (value, 0)


def _chosen(disk_build: DiskBuild, keys: Sequence[str], note: str | None, tag: str | None) -> list[Paper]:
    """Return the papers that the options select.

    Raises:
        PapernotesError: If a key names no paper, or several.
    """
    library = disk_build.site.library
    options = {name: value for name, value in (("tag", tag), ("note", note)) if value}
    papers = select_papers(library, Selection.parse(options)) if options else library.papers
    if not keys:
        return list(papers)
    chosen: list[Paper] = []
    for key in keys:
        named = find_papers(library, utf8_name(key))
        if len(named) != 1:
            number = f"{counted(len(named), 'paper')} have" if named else "no paper has"
            raise PapernotesError(f"{number} the name '{key}'{listed_near(near_citekeys(library, key))}")
        chosen += named
    return chosen


def _old_text(path: Path) -> bytes:
    return read_bytes(path) if path.is_file() else b""


def _finish(ctx: click.Context, path: Path, session: Session, text: str, diff: bool) -> None:
    """Write the file, or print how it would change, and the summary."""
    old = session.old_text
    shown = os.path.relpath(path)
    if diff:
        lines = difflib.unified_diff(old.splitlines(True), text.splitlines(True), f"a/{shown}", f"b/{shown}")
        click.echo("".join(terminal.escape_controls(line) for line in lines), nl=False)
    elif text != old:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_changed(path, encoded(text))
    echo_line(session.summary(shown, changed=text != old, written=not diff))
    if session.has_problem or (diff and text != old):
        ctx.exit(PROBLEM)

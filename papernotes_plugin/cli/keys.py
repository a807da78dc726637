"""`papernotes keys`: show, pin, check or rename citekeys."""

from __future__ import annotations

import click

from papernotes_plugin import pipeline
from papernotes_plugin.cli import terminal_output
from papernotes_plugin.cli.common_options import build_library, echo_line, echo_no_papers, notes_arguments
from papernotes_plugin.cli.exit_codes import PROBLEM, help_epilog
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths, add_pins, write_lock
from papernotes_plugin.files.notes_folder import utf8_name
from papernotes_plugin.selection.empty_selection import explain_empty_library
from papernotes_plugin.text import counted


@click.command(
    epilog=help_epilog(
        "keys notes",
        "keys notes --pin",
        "keys notes --check",
        "keys notes --rename OLD NEW > rename.sed",
        problem="there is no paper, or --check found keys that are not pinned or have changed",
    )
)
@click.option("--pin", is_flag=True, help="Add the keys of papers that are not in the key lock to it.")
@click.option("--check", is_flag=True, help="Print only keys that are not pinned or have changed.")
@click.option(
    "--rename",
    metavar="OLD NEW",
    nargs=2,
    multiple=True,
    help="Rename a key in the key lock, and print the replacements for manuscripts.  May be repeated.",
)
@click.option(
    "--format",
    "-f",
    "form",
    type=click.Choice(["sed", "json"]),
    help="Format of the replacements.  [default: sed]",
)
@notes_arguments()
@click.pass_context
def keys(
    ctx: click.Context,
    inputs: InputPaths,
    pin: bool,
    check: bool,
    rename: tuple[tuple[str, str], ...],
    form: str | None,
) -> None:
    """Show citekeys and where they come from; pin, check or rename them.

    The key lock (bib/keys.txt of the project) has one line per paper: identifier and citekey.  A renamed key stays
    on that line as an alias: '[@OLD]', '[[OLD]]' and links to the old page still lead to the paper.  The command does
    not change notes or .bib files.  Apply the sed script to your manuscripts: sed -E -i.bak -f rename.sed paper.tex
    """
    if pin + check + bool(rename) > 1:
        raise click.UsageError("--pin, --check and --rename cannot be combined")
    if form and not rename:
        raise click.UsageError("--format needs --rename")
    disk_build = build_library(inputs, new_keys=True)
    if pin:
        _pin(disk_build)
    elif check:
        issues = pipeline.unpinned_keys(disk_build.site, disk_build.project.pinned)
        click.echo(terminal_output.text_of(issues), nl=False)
        ctx.exit(PROBLEM if issues else 0)
    elif rename:
        _rename(disk_build, [(utf8_name(old), utf8_name(new)) for old, new in rename], form or "sed")
    else:
        papers = sorted(disk_build.site.library.papers, key=lambda paper: (paper.citekey.casefold(), paper.citekey))
        rows = [(paper.citekey, paper.origins.get("citekey", ""), paper.name) for paper in papers]
        click.echo(terminal_output.table(rows), nl=False)
        if not rows:
            echo_no_papers(disk_build, explain_empty_library(disk_build.site.library))
            ctx.exit(PROBLEM)


def _pin(disk_build: DiskBuild) -> None:
    lines = pipeline.missing_pins(disk_build.site, disk_build.project.pinned)
    add_pins(disk_build.project.key_lock, lines)
    added = len(lines.splitlines())
    existing = len(disk_build.site.library.papers) - added
    echo_line(f"{counted(added, 'key')} added to '{disk_build.project.key_lock}', {existing} already there")


def _rename(disk_build: DiskBuild, wanted: list[tuple[str, str]], form: str) -> None:
    site, pinned, lock = disk_build.site, disk_build.project.pinned, disk_build.project.key_lock
    pairs = dict.fromkeys(wanted)
    renaming = pipeline.rename_keys(site, pinned, [*pairs])
    present = {paper.citekey for paper in site.library.papers}
    done = [pair for pair in pairs if pair[1] in present and pipeline.rename_keys(site, pinned, [pair]).lock == pinned]
    write_lock(lock, renaming.lock)
    click.echo(pipeline.replacements(renaming, form), nl=False)
    for old, new in pairs:
        if wanted.count((old, new)) > 1:
            times = counted(wanted.count((old, new)), "time")
            echo_line(f"--rename {old} {new} is given {times}; it was done once")
    for old, new in done:
        echo_line(f"'{old}' was renamed to '{new}' before; nothing changed for it")
    if len(done) < len(pairs):
        echo_line(f"{counted(len(pairs) - len(done), 'key')} renamed in '{lock}'")

"""`papernotes check`: everything that is odd in notes and bibliographies, and what to do about it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import click

from papernotes_plugin import pipeline
from papernotes_plugin.cli import baseline as baselines
from papernotes_plugin.cli import fix as fixing
from papernotes_plugin.cli import terminal_output
from papernotes_plugin.cli.common_options import (
    build_library,
    echo_counts,
    help_epilog,
    notes_arguments,
    with_default_notes,
)
from papernotes_plugin.cli.issue_explanations import explain_code, explanations
from papernotes_plugin.cli.sarif import sarif_of
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths
from papernotes_plugin.files.project import read_text, repository
from papernotes_plugin.text import terminal
from papernotes_plugin.vocabulary.issues import Code, Issue, Level

_FORMATS = ("text", "json", "github", "sarif")
_FAULTS = (Level.WARNING, Level.ERROR)


@click.command(
    epilog=help_epilog(
        "check notes",
        "check notes --min-level warning",
        "check docs --format github",
        "check docs --format sarif > papernotes.sarif",
        "check docs --baseline known.json",
        "check docs --fix-notes --diff",
        "check --explain unknown-key",
    )
)
@click.option("--format", "-f", "form", type=click.Choice(_FORMATS), default="text", show_default=True)
@click.option(
    "--min-level", type=click.Choice(["info", "warning"]), default="info", show_default=True, help="Show none below."
)
@click.option("--suggest", is_flag=True, help="Also print where prose names a note and does not link to it.")
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Accept the issues that FILE lists; show others.",
)
@click.option("--write-baseline", is_flag=True, help="Make or renew that file instead: accept all that would be shown.")
@click.option("--fix", is_flag=True, help="Put right in the key lock and in .bib files what is beyond doubt.")
@click.option("--fix-notes", is_flag=True, help="The same in notes, too.")
@click.option("--diff", is_flag=True, help="Print what --fix or --fix-notes would change, and change nothing.")
@click.option("--explain", metavar="CODE", help="Print what a code means and what to do, and nothing else; or 'all'.")
@notes_arguments(notes_required=False)
@click.pass_context
def check(
    ctx: click.Context,
    /,
    inputs: InputPaths,
    form: str,
    min_level: str,
    suggest: bool,
    baseline: Path | None,
    write_baseline: bool,
    fix: bool,
    fix_notes: bool,
    diff: bool,
    explain: str | None,
) -> None:
    """Print all issues; exit with 1 if one is a warning or an error.

    Without NOTES the folder docs of the current folder is read, or else the current folder.  Paths are relative to
    NOTES (those of .bib files to the project); for GitHub they are relative to the current folder, which has to be the
    root of the repository; in SARIF they are relative to the root of the repository.

    --fix adds the keys that the key lock lacks, and takes away entries that stand twice in a .bib file, word for word.
    --fix-notes also undoes encoding damage, turns UTF-16 into UTF-8, and takes away repeated lines of front matter.
    """
    if explain is not None:
        click.echo(explain_code(explain), nl=False)
        return
    if write_baseline and baseline is None:
        raise click.UsageError("--write-baseline belongs to --baseline FILE")
    accepted = _accepted(baseline, new=write_baseline)
    disk_build = build_library(inputs := with_default_notes(inputs), pages=True)
    if diff:
        ctx.exit(_shown_diff(_fixes(disk_build, inputs, fix_notes)))
    if (fix or fix_notes) and _fixed(_fixes(disk_build, inputs, fix_notes)):
        disk_build = build_library(inputs, pages=True)
    issues: Sequence[Issue] = disk_build.all_issues(
        *pipeline.check_facts(disk_build.site, check_date()),
        *(pipeline.suggestions(disk_build.site) if suggest else ()),
    )
    if baseline is not None and write_baseline:
        _write(disk_build, baseline, _shown(issues, min_level))
        return
    if baseline is not None:
        issues = _new(disk_build, issues, accepted, baseline, () if suggest else (Code.UNLINKED_NAME,))
    click.echo(_text(disk_build, form, _shown(issues, min_level)), nl=False)
    echo_counts(disk_build, issues, "'papernotes check --explain CODE' says what to do")
    ctx.exit(1 if _shown(issues, "warning") else 0)


def check_date() -> date:
    """Return the day of `SOURCE_DATE_EPOCH`, for repeatable checks; without it the current day in UTC."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    try:
        return datetime.fromtimestamp(int(epoch), UTC).date()
    except (ValueError, OverflowError, OSError):
        return datetime.now(UTC).date()


def _shown(issues: Sequence[Issue], min_level: str) -> Sequence[Issue]:
    return [i for i in issues if i.level in _FAULTS] if min_level == "warning" else issues


def _text(disk_build: DiskBuild, form: str, issues: Sequence[Issue]) -> str:
    if form == "github":
        return terminal_output.github_of(issues, disk_build.relative_path)
    if form == "sarif":
        root = repository(disk_build.folder.root)
        return sarif_of(issues, lambda path: disk_build.relative_path(path, root), explanations(), terminal.one_line)
    return terminal_output.json_of(issues, explanations()) if form == "json" else terminal_output.text_of(issues)


# --- fixing ---------------------------------------------------------------------------------------


def _fixes(disk_build: DiskBuild, inputs: InputPaths, notes: bool) -> list[fixing.Change]:
    return fixing.changes(disk_build, notes=notes, whole=disk_build.folder.is_whole and not inputs.exclude)


def _shown_diff(found: Sequence[fixing.Change]) -> int:
    """The exit code, after a diff of what would be changed."""
    click.echo(fixing.diff(found), nl=False)
    click.echo(_lines("would be fixed", fixing.summary(found)), err=True, nl=False)
    return 1 if found else 0


def _fixed(found: Sequence[fixing.Change]) -> bool:
    """Whether something was put right; what, is said."""
    written = fixing.write(found)
    click.echo(_lines("fixed", fixing.summary(written)), err=True, nl=False)
    return bool(written)


def _lines(verb: str, said: str) -> str:
    return "".join(f"papernotes: {verb}: {terminal.one_line(line)}\n" for line in said.splitlines())


# --- baseline -------------------------------------------------------------------------------------


def _accepted(path: Path | None, *, new: bool) -> Counter[baselines.AcceptedIssue]:
    """What the file accepts; one that is to be made may be missing, and no other file is taken for it."""
    if path is None or (new and not path.exists()):
        return Counter()
    return baselines.read(read_text(path), str(path))


def _write(disk_build: DiskBuild, path: Path, issues: Sequence[Issue]) -> None:
    disk_build.write_file(path, baselines.text(issues))
    click.echo(f"papernotes: {_counted(len(issues))} accepted in '{path}'", err=True)


def _new(
    disk_build: DiskBuild,
    issues: Sequence[Issue],
    accepted: Counter[baselines.AcceptedIssue],
    path: Path,
    unasked: Sequence[Code],
) -> Sequence[Issue]:
    """The issues that the baseline does not accept; how many it does is said, and which are no more."""
    found = baselines.compare(issues, accepted, unasked)
    gone = found.gone if disk_build.folder.is_whole else ()
    for known, times in gone:
        often = f" ({times} times)" if times > 1 else ""
        click.echo(f"papernotes: no more, but in '{path}': {terminal.one_line(str(known))}{often}", err=True)
    hint = "; --write-baseline renews it" if gone else ""
    click.echo(f"papernotes: {_counted(found.accepted)} accepted by '{path}'{hint}", err=True)
    return found.new


def _counted(number: int) -> str:
    return "1 issue" if number == 1 else f"{number} issues"

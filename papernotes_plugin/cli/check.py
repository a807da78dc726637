"""`papernotes check`: print the issues of notes and bibliographies, and repair what can be repaired."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import click

from papernotes_plugin import pipeline
from papernotes_plugin.cli import baseline as baseline_file
from papernotes_plugin.cli import fix as file_fixes
from papernotes_plugin.cli import terminal_output
from papernotes_plugin.cli.common_options import build_library, echo_counts, failing, notes_arguments
from papernotes_plugin.cli.exit_codes import PROBLEM, help_epilog
from papernotes_plugin.cli.fetch_extra import online_issues
from papernotes_plugin.cli.issue_explanations import explain_code, explanations
from papernotes_plugin.cli.sarif import sarif_of
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths
from papernotes_plugin.files.project import read_text, repository
from papernotes_plugin.text import counted, terminal
from papernotes_plugin.vocabulary.issues import Code, Issue

_FORMATS = ("text", "json", "github", "sarif")


@click.command(
    epilog=help_epilog(
        "check notes",
        "check notes --min-level warning",
        "check docs --format github",
        "check docs --format sarif > papernotes.sarif",
        "check docs --baseline known.json",
        "check docs --fix-notes --diff",
        "check --explain unknown-key",
        problem="an issue is a warning or an error, or --diff shows a change",
    )
)
@click.option("--format", "-f", "form", type=click.Choice(_FORMATS), default="text", show_default=True)
@click.option(
    "--min-level",
    type=click.Choice(["info", "warning"]),
    default="info",
    show_default=True,
    help="Hide issues below this level.",
)
@click.option("--suggest", is_flag=True, help="Also print names of notes in prose that are not links.")
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Hide the issues that FILE lists; show the others.",
)
@click.option("--write-baseline", is_flag=True, help="Write all issues to the file of --baseline, and show none.")
@click.option("--fix", is_flag=True, help="Repair the key lock and .bib files where the repair is certain.")
@click.option("--fix-notes", is_flag=True, help="Repair notes, too.")
@click.option("--diff", is_flag=True, help="Print what --fix or --fix-notes would change, and change nothing.")
@click.option("--online", is_flag=True, help="Also ask services about DOIs and arXiv numbers (with the extra fetch).")
@click.option("--explain", metavar="CODE", help="Explain an issue code, or list all codes with 'all'; check nothing.")
@notes_arguments()
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
    online: bool,
    explain: str | None,
) -> None:
    """Print all issues of notes and bibliographies.

    Paths are relative to NOTES, and paths of .bib files to the project.  In SARIF they are relative to the root of the
    repository.  For GitHub they are relative to the current folder, which must be that root.

    --fix adds missing keys to the key lock, and removes exact duplicates of entries from .bib files.
    --fix-notes also repairs damaged encoding, converts UTF-16 to UTF-8, and removes repeated lines of front matter.
    """
    if explain is not None:
        click.echo(explain_code(explain), nl=False)
        return
    if write_baseline and baseline is None:
        raise click.UsageError("--write-baseline needs --baseline FILE")
    accepted = _accepted(baseline, new=write_baseline)
    disk_build = build_library(inputs, pages=True)
    if diff:
        ctx.exit(_echo_diff(_fixes(disk_build, inputs, fix_notes)))
    if (fix or fix_notes) and _write_fixes(_fixes(disk_build, inputs, fix_notes)):
        disk_build = build_library(inputs, pages=True)
    issues: Sequence[Issue] = disk_build.all_issues(
        *pipeline.check_facts(disk_build.site, check_date()),
        *(pipeline.suggestions(disk_build.site) if suggest else ()),
        *(online_issues(disk_build) if online else ()),
    )
    if baseline is not None and write_baseline:
        _write_baseline(disk_build, baseline, _at_level(issues, min_level))
        return
    if baseline is not None:
        issues = _new_issues(disk_build, issues, accepted, baseline, () if suggest else (Code.UNLINKED_NAME,))
    click.echo(_text(disk_build, form, _at_level(issues, min_level)), nl=False)
    echo_counts(disk_build, issues, "'papernotes check --explain CODE' explains each")
    ctx.exit(PROBLEM if failing(issues) else 0)


def check_date() -> date:
    """Return the day of `SOURCE_DATE_EPOCH`, for repeatable checks; without it the current day in UTC."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    try:
        return datetime.fromtimestamp(int(epoch), UTC).date()
    except (ValueError, OverflowError, OSError):
        return datetime.now(UTC).date()


def _at_level(issues: Sequence[Issue], min_level: str) -> Sequence[Issue]:
    return failing(issues) if min_level == "warning" else issues


def _text(disk_build: DiskBuild, form: str, issues: Sequence[Issue]) -> str:
    if form == "github":
        return terminal_output.github_of(issues, disk_build.relative_path)
    if form == "sarif":
        root = repository(disk_build.folder.root)
        return sarif_of(issues, lambda path: disk_build.relative_path(path, root), explanations())
    return terminal_output.json_of(issues, explanations()) if form == "json" else terminal_output.text_of(issues)


# --- fixes ----------------------------------------------------------------------------------------


def _fixes(disk_build: DiskBuild, inputs: InputPaths, notes: bool) -> list[file_fixes.FileFix]:
    return file_fixes.find_fixes(disk_build, notes=notes, whole=disk_build.folder.is_whole and not inputs.exclude)


def _echo_diff(fixes: Sequence[file_fixes.FileFix]) -> int:
    """Print the diff of fixes and return the exit code."""
    click.echo(file_fixes.diff(fixes), nl=False)
    click.echo(_prefixed("would be fixed", file_fixes.summary(fixes)), err=True, nl=False)
    return PROBLEM if fixes else 0


def _write_fixes(fixes: Sequence[file_fixes.FileFix]) -> bool:
    """Write the fixed files, list them on stderr, and return whether there is any."""
    written = file_fixes.write_fixes(fixes)
    click.echo(_prefixed("fixed", file_fixes.summary(written)), err=True, nl=False)
    return bool(written)


def _prefixed(verb: str, lines: str) -> str:
    return "".join(f"papernotes: {verb}: {terminal.one_line(line)}\n" for line in lines.splitlines())


# --- baseline -------------------------------------------------------------------------------------


def _accepted(path: Path | None, *, new: bool) -> Counter[baseline_file.AcceptedIssue]:
    """Return the issues that a baseline accepts; with `new` the file may be missing.

    An existing file is read even with `new`: it is not overwritten unless it is a baseline.
    """
    if path is None or (new and not path.exists()):
        return Counter()
    return baseline_file.parse(read_text(path), str(path))


def _write_baseline(disk_build: DiskBuild, path: Path, issues: Sequence[Issue]) -> None:
    disk_build.write_file(path, baseline_file.format_baseline(issues))
    click.echo(f"papernotes: {counted(len(issues), 'issue')} accepted in '{path}'", err=True)


def _new_issues(
    disk_build: DiskBuild,
    issues: Sequence[Issue],
    accepted: Counter[baseline_file.AcceptedIssue],
    path: Path,
    unchecked: Sequence[Code],
) -> Sequence[Issue]:
    """Return the issues that the baseline does not accept; report on stderr how many it accepts, and which are gone."""
    result = baseline_file.compare(issues, accepted, unchecked)
    gone = result.gone if disk_build.folder.is_whole else ()
    for issue, number in gone:
        times = f" ({counted(number, 'time')})" if number > 1 else ""
        click.echo(
            f"papernotes: no longer found, but still in '{path}': {terminal.one_line(str(issue))}{times}",
            err=True,
        )
    hint = "; --write-baseline removes the resolved ones" if gone else ""
    click.echo(f"papernotes: {counted(result.accepted, 'issue')} accepted by '{path}'{hint}", err=True)
    return result.new

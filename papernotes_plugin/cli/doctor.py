"""`papernotes doctor`: what will not work in a site that exists, and the line that mends it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click

from papernotes_plugin.cli.common_options import help_epilog
from papernotes_plugin.doctor import mkdocs_yml, site_checks
from papernotes_plugin.doctor.finding import Finding
from papernotes_plugin.text import terminal
from papernotes_plugin.vocabulary.issues import Level, PapernotesError


@click.command(epilog=help_epilog("doctor", "doctor site/mkdocs.yml", "doctor --format json"))
@click.option("--format", "-f", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.argument("file", metavar="[MKDOCS.YML]", required=False, type=click.Path(path_type=Path))
@click.pass_context
def doctor(ctx: click.Context, file: Path | None, form: str) -> None:
    """Say what will not work in a site, and the line that mends it.

    Exits with 1 if something will not.  Looks at a mkdocs.yml (that of a folder, or of the current one) and at
    what is installed in the Python that runs this command.  Nothing of the site is run, built or changed.
    """
    if file is None or file.is_dir():
        file = _within(file or Path())
    found = site_checks.run_checks(mkdocs_yml.read(file), site_checks.Installed.from_environment())
    click.echo(_json(found) if form == "json" else _text(found, file), nl=False)
    faults = sum(finding.level is not Level.INFO for finding in found)
    said = "1 thing" if faults == 1 else f"{faults} things"
    click.echo(f"papernotes: {said if faults else 'nothing'} in the way in '{file}'", err=True)
    ctx.exit(1 if faults else 0)


def _within(folder: Path) -> Path:
    for name in ("mkdocs.yml", "mkdocs.yaml", "properdocs.yml"):
        if (folder / name).is_file():
            return folder / name
    place = f"in '{folder}'" if folder.parts else "here"
    raise PapernotesError(f"there is no mkdocs.yml {place}; name it: papernotes doctor site/mkdocs.yml")


def _text(found: Iterable[Finding], file: Path) -> str:
    return "".join(
        f"{terminal.one_line(_place(finding, file))}: {finding.level}: "
        f"{terminal.one_line(finding.message)}\n"
        + (f"    fix: {terminal.one_line(finding.fix)}\n" if finding.fix else "")
        for finding in found
    )


def _place(finding: Finding, file: Path) -> str:
    return f"{file}:{finding.line}" if finding.line else str(file)


def _json(found: Iterable[Finding]) -> str:
    rows = [{"level": str(f.level), "line": f.line, "message": f.message, "fix": f.fix} for f in found]
    return json.dumps({"schema": 1, "findings": rows}, ensure_ascii=False, indent=2) + "\n"

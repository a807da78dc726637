"""`papernotes doctor`: report what does not work in an existing site, and how to fix it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click

from papernotes_plugin.cli.exit_codes import PROBLEM, help_epilog
from papernotes_plugin.doctor import mkdocs_yml, site_checks
from papernotes_plugin.doctor.finding import Finding
from papernotes_plugin.text import counted, terminal
from papernotes_plugin.vocabulary.issues import Level, PapernotesError


@click.command(
    epilog=help_epilog(
        "doctor", "doctor site/mkdocs.yml", "doctor --format json", problem="something in the site will not work"
    )
)
@click.option("--format", "-f", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.argument("file", metavar="[MKDOCS.YML]", required=False, type=click.Path(path_type=Path))
@click.pass_context
def doctor(ctx: click.Context, file: Path | None, form: str) -> None:
    """Report what will not work in a site, with the line that fixes it.

    The command reads a mkdocs.yml (in the given folder, or in the current one) and the list of packages in its own
    Python environment.  It does not run, build or change the site.
    """
    if file is None or file.is_dir():
        file = _site_file(file or Path())
    findings = site_checks.run_checks(mkdocs_yml.read(file), site_checks.Installed.from_environment())
    click.echo(_json(findings) if form == "json" else _text(findings, file), nl=False)
    problems = sum(finding.level is not Level.INFO for finding in findings)
    click.echo(f"papernotes: {counted(problems, 'problem')} in '{file}'", err=True)
    ctx.exit(PROBLEM if problems else 0)


def _site_file(folder: Path) -> Path:
    for name in ("mkdocs.yml", "mkdocs.yaml", "properdocs.yml"):
        if (folder / name).is_file():
            return folder / name
    place = f"in '{folder}'" if folder.parts else "here"
    raise PapernotesError(f"there is no mkdocs.yml {place}; give its path: papernotes doctor site/mkdocs.yml")


def _text(findings: Iterable[Finding], file: Path) -> str:
    return "".join(
        f"{terminal.one_line(_place(finding, file))}: {finding.level}: "
        f"{terminal.one_line(finding.message)}\n"
        + (f"    fix: {terminal.one_line(finding.fix)}\n" if finding.fix else "")
        for finding in findings
    )


def _place(finding: Finding, file: Path) -> str:
    return f"{file}:{finding.line}" if finding.line else str(file)


def _json(findings: Iterable[Finding]) -> str:
    rows = [{"level": str(f.level), "line": f.line, "message": f.message, "fix": f.fix} for f in findings]
    return json.dumps({"schema": 1, "findings": rows}, ensure_ascii=False, indent=2) + "\n"

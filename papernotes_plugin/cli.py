"""The `papernotes` command: arguments in, text out; it decides nothing.  The only user of click."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import click

from papernotes_plugin import pipeline
from papernotes_plugin.faces import console, tree
from papernotes_plugin.faces.disk import readable, root_of
from papernotes_plugin.faces.job import Inputs, Job, add_pins, encoded, start
from papernotes_plugin.issues import Issue, Level, PapernotesError
from papernotes_plugin.model import Paper
from papernotes_plugin.selection import Selection, select
from papernotes_plugin.version import __version__

INTERRUPTED = 130
BROKEN_PIPE = 141
"""As a shell reports a program that a signal ended: 128 and SIGINT, or SIGPIPE."""
EXIT_CODES = """\b
Exit codes:
  0  done
  1  `check` or `keys --check` found something
  2  wrong usage, or it cannot go on (one line on stderr says why)
"""


def _example(*lines: str) -> str:
    """What stands below the help of a command."""
    return "\n".join(["\b", "Examples:", *(f"  papernotes {line}" for line in lines), "", EXIT_CODES])


class Papernotes(click.Group):
    """The group of commands, with our own manners: an error is one line, and a closed pipe or Ctrl-C none."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command line and leave with its exit code; `standalone_mode` is click's."""
        ours = kwargs.get("standalone_mode", True)
        kwargs["standalone_mode"] = False
        if not ours:
            return super().main(*args, **kwargs)
        # A locale of C or Latin-1 must neither break nor bend what is in the notes.
        for stream in (sys.stdout, sys.stderr):
            if reconfigure := getattr(stream, "reconfigure", None):
                reconfigure(encoding="utf-8", errors="backslashreplace")
        try:
            code: int | None = super().main(*args, **kwargs)
        except click.ClickException as error:
            context = getattr(error, "ctx", None)
            hint = f" (see '{context.command_path} --help')" if context else ""
            _fail(error.format_message() + hint, error.exit_code)
        except click.Abort:
            sys.exit(INTERRUPTED)
        sys.exit(code or 0)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what it raises on bad data becomes one line and exit code 2."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader has gone (`| head`); without this, closing stdout at exit would complain again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            ctx.exit(BROKEN_PIPE)
        except PapernotesError as error:
            _fail(str(error), 2)
        except OSError as error:
            where = f"'{error.filename}': " if error.filename else ""
            _fail(f"{where}{error.strerror or error}", 2)
        return result


def _fail(message: str, code: int) -> NoReturn:
    click.echo(f"papernotes: error: {console.one_line(readable(message))}", err=True)
    sys.exit(code)


def _reading(notes_required: bool = True) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The arguments of every command that reads notes, handed over as one `Inputs`."""
    file = click.Path(path_type=Path)

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def run(
            notes: tuple[str, ...],
            bib: tuple[str, ...],
            keys: Path | None,
            config: Path | None,
            exclude: tuple[str, ...],
            **rest: Any,
        ) -> None:
            command(Inputs(notes, bib, keys, config, exclude), **rest)

        for add in (
            click.option(
                "--exclude", metavar="GLOB", multiple=True, help="Notes not to read: 'drafts', '**/private/*'."
            ),
            click.option("--config", metavar="FILE", type=file, help="Options: a papernotes.toml or pyproject.toml."),
            click.option("--keys", metavar="FILE", type=file, help="The key lock.  [default: bib/keys.txt]"),
            click.option("--bib", metavar="FILE", multiple=True, help="A .bib file or a glob.  [default: bib/*.bib]"),
            click.argument("notes", nargs=-1, required=notes_required, type=click.Path()),
        ):
            run = add(run)
        return run

    return decorate


def _job(inputs: Inputs, *, pages: bool = False, new_keys: bool = False) -> Job:
    with console.Progress() as progress:
        return start(inputs, progress.say, pages=pages, new_keys=new_keys)


def _summary(job: Job, *more: Issue) -> None:
    """One line on stderr: what was read and found, and how many issues there are."""
    counted = console.counted(job.found(*more))
    hint = f"; {counted} ('papernotes check' names them)" if counted else ""
    click.echo(f"papernotes: {job.site.counts}{hint}", err=True)


@click.group(
    cls=Papernotes,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=_example("build notes --out docs", "export notes --format bib -o papers.bib", "check notes"),
)
@click.version_option(__version__, prog_name="papernotes")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Find the papers in Markdown notes, and give back pages, links and BibTeX.

    NOTES is a folder of Markdown notes, or the files themselves.  They are never changed, and no network is used.
    Options stand in a papernotes.toml (or the table [tool.papernotes] of a pyproject.toml) in the folder of the
    notes or the one above it.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(2)


@main.command(
    epilog=_example(
        "build notes --out docs", "build notes --out docs --bib 'refs/*.bib'", "build a.md b.md --out docs --force"
    )
)
@click.option("--out", "-o", metavar="DIR", type=click.Path(path_type=Path), required=True, help="Where to write.")
@click.option("--force", is_flag=True, help="Write to DIR even where it holds files of other hands; they stay.")
@_reading()
def build(inputs: Inputs, out: Path, force: bool) -> None:
    """Write a docs tree for any site generator.

    It holds the notes with links to the papers in them, all pages, and what else the folder of the notes holds.  A
    second build writes only what changed and removes what is no more; .papernotes in DIR lists what is ours.
    """
    tree.check_out(out, root_of(inputs.notes), whole=Path(inputs.notes[0]).is_dir(), force=force)
    job = _job(inputs, pages=True)
    with console.Progress() as progress:
        files: dict[str, bytes | Path] = {output.path: encoded(output.text) for output in job.site.outputs}
        files |= job.assets()
        for done, note in enumerate(job.site.library.notes):
            progress.say(f"linking notes, {done} of {len(job.site.library.notes)}")
            files[note.path] = encoded(pipeline.annotate(job.site, note.path))
        total = len(files)
        written = tree.write_tree(out, files, advance=lambda done: progress.say(f"writing files, {done} of {total}"))
    _summary(job, *written.issues)
    click.echo(
        f"papernotes: {written.files} files in '{out}', {written.changed} changed, {written.removed} removed", err=True
    )


@main.command(
    epilog=_example(
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
@_reading()
def export(inputs: Inputs, form: str, output: Path | None, **filters: str | None) -> None:
    """Write papers as JSON or BibTeX, to stdout or a file.

    Filters add up: a paper has to pass all of them.
    """
    try:
        wanted = Selection.parse({name: readable(value) for name, value in filters.items() if value is not None})
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    job = _job(inputs)
    text = _exported(job, form, select(job.site.library, wanted), wanted.everything)
    if output is None or str(output) == "-":
        click.echo(text, nl=False)
    else:
        job.write(output, text)
    _summary(job)


def _exported(job: Job, form: str, papers: tuple[Paper, ...], everything: bool) -> str:
    if form == "bib":
        return pipeline.bibliography(papers)
    return pipeline.catalogue(job.site, job.issues, None if everything else papers)


@main.command(epilog=_example("check notes", "check notes --min-level warning", "check docs --format github"))
@click.option(
    "--format", "-f", "form", type=click.Choice(["text", "json", "github"]), default="text", show_default=True
)
@click.option(
    "--min-level", type=click.Choice(["info", "warning"]), default="info", show_default=True, help="Show none below."
)
@_reading()
@click.pass_context
def check(ctx: click.Context, inputs: Inputs, form: str, min_level: str) -> None:
    """Print all issues; exit with 1 if one is a warning or an error.

    Paths are relative to NOTES (those of .bib files to the project); for GitHub they are relative to the current
    folder, which has to be the root of the repository.
    """
    job = _job(inputs, pages=True)
    faults = [i for i in job.issues if i.level in (Level.WARNING, Level.ERROR)]
    shown = faults if min_level == "warning" else job.issues
    if form == "github":
        text = console.github_of(shown, job.located)
    else:
        text = console.json_of(shown) if form == "json" else console.text_of(shown)
    click.echo(text, nl=False)
    _summary(job)
    ctx.exit(1 if faults else 0)


@main.command(epilog=_example("keys notes", "keys notes --pin", "keys notes --check"))
@click.option("--pin", is_flag=True, help="Add the keys of all papers that have none there to the key lock.")
@click.option("--check", is_flag=True, help="Print only keys that are not pinned or would change; exit with 1 if any.")
@_reading()
@click.pass_context
def keys(ctx: click.Context, inputs: Inputs, pin: bool, check: bool) -> None:
    """Show citekeys and where they come from; pin them.

    The key lock (bib/keys.txt of the project) holds a line a paper: identifier, citekey.  No line of it is ever
    changed or taken away here: to rename a paper, edit its line.
    """
    if pin and check:
        raise click.UsageError("--pin and --check exclude each other")
    job = _job(inputs, new_keys=True)
    pinned = pipeline.pinned(job.site, job.project.pinned)
    papers = sorted(job.site.library.papers, key=lambda paper: (paper.citekey.casefold(), paper.citekey))
    loose = [paper for paper in papers if paper.slug not in pinned]
    if pin:
        add_pins(job.project.key_lock, pipeline.pins(loose))
        click.echo(
            f"papernotes: {len(loose)} keys added to '{job.project.key_lock}', {len(pinned)} were there", err=True
        )
    elif check:
        changed = [paper for paper in papers if pinned.get(paper.slug, paper.citekey) != paper.citekey]
        rows = [(paper.citekey, "not pinned", paper.title) for paper in loose]
        rows += [(paper.citekey, f"pinned as {pinned[paper.slug]}", paper.title) for paper in changed]
        click.echo(console.table(rows), nl=False)
        ctx.exit(1 if rows else 0)
    else:
        rows = [(paper.citekey, paper.origins.get("citekey", ""), paper.title) for paper in papers]
        click.echo(console.table(rows), nl=False)


@main.command(epilog=_example("show vaswani2017attention", "show arxiv:1706.03762 notes"))
@click.argument("key")
@_reading(notes_required=False)
def show(inputs: Inputs, key: str) -> None:
    """Print one paper and where it is mentioned.

    KEY is a citekey, an alias, an identifier (arxiv:1706.03762), a link to the paper, its title or its short name.
    Without NOTES the folder docs of the current folder is read, or else the current folder.
    """
    job = _job(inputs if inputs.notes else replace(inputs, notes=("docs" if Path("docs").is_dir() else ".",)))
    paper = job.find(key)
    click.echo(console.sheet(paper, pipeline.bibliography([paper])), nl=False)

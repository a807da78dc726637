"""The `papernotes` command, through click's runner and as a real process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from papernotes_plugin import pipeline, recognisers
from papernotes_plugin.cli import main
from papernotes_plugin.cli.exit_codes import BROKEN_PIPE, INTERRUPTED
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.version import __version__
from papernotes_plugin.vocabulary.model import Mention
from tests.helpers.cli_runs import error, put, run

READING = """\
# Reading

## Language models

- Attention Is All You Need [Vaswani2017](https://arxiv.org/abs/1706.03762) introduced the Transformer. #nlp/models
- BERT: Pre-training of Deep Bidirectional Transformers [pdf](https://arxiv.org/pdf/1810.04805) #nlp
"""
LOG = """\
---
title: A log
---

Read https://arxiv.org/abs/1706.03762 again; ![a picture](img/p.png).
"""
BIB = """\
@inproceedings{vaswani2017attention,
  title = {Attention Is All You Need},
  author = {Vaswani, Ashish and Shazeer, Noam},
  booktitle = {Advances in Neural Information Processing Systems},
  year = {2017},
  eprint = {1706.03762},
  archiveprefix = {arXiv}
}
"""
COMMANDS = ("build", "check", "clean", "doctor", "export", "fetch", "init", "keys", "serve", "show")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Enter a project of two notes, an image and a `.bib` file."""
    put(tmp_path, notes__reading_md=READING, notes__log_md=LOG, notes__img__p_png=b"\x89PNG", bib__papers_bib=BIB)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def process(*args: str | Path, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Return the result of a command line, run as a process whose stderr is not a terminal."""
    command = [sys.executable, "-m", "papernotes_plugin", *map(str, args)]
    return subprocess.run(command, capture_output=True, env={**os.environ, **env}, check=False, timeout=60)


def files(out: Path) -> dict[str, bytes]:
    """Return the bytes of all files in a folder."""
    return {p.relative_to(out).as_posix(): p.read_bytes() for p in out.rglob("*") if p.is_file()}


# --- the command as a whole -----------------------------------------------------------------------


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help(command: str) -> None:
    """The help of every command has examples and its exit codes."""
    result = run(*command.split(), "--help")
    assert result.exit_code == 0
    assert f"  papernotes {command}" in result.stdout
    codes = result.stdout.partition("Exit codes:\n")[2]
    assert [line.split()[0] for line in codes.splitlines()] == [
        *("0", "1", *(["or"] if command == "export" else []), "2", "130", "141")
    ]
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_commands() -> None:
    """The help lists the documented commands, each with a summary that is not truncated."""
    assert isinstance(main, click.Group)
    assert tuple(sorted(main.commands)) == COMMANDS
    assert "..." not in run("--help").stdout.replace("[ARGS]...", "")


@pytest.mark.parametrize("name", COMMANDS)
def test_summaries(name: str) -> None:
    """The summary of a command in the list of all commands is the first sentence of its own help."""
    assert isinstance(main, click.Group)
    _, command, _ = main.resolve_command(click.Context(main), [name])
    assert command
    assert command.get_short_help_str(100) == main.commands[name].get_short_help_str(100)


def test_help_imports_no_command() -> None:
    """The version and the list of commands import the module of no command, and not the pipeline."""
    code = (
        "import sys; from papernotes_plugin.cli import main\n"
        "for line in ['--version'], ['--help']: main(line, prog_name='papernotes', standalone_mode=False)\n"
        "print([name for name in sys.modules if name.startswith(('papernotes_plugin.pipeline', "
        "'papernotes_plugin.cli.check', 'papernotes_plugin.cli.build'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("\n[]\n")


def test_version() -> None:
    """The version is that of the package."""
    assert run("--version").stdout == f"papernotes, version {__version__}\n"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["bild"], "No such command 'bild'"),
        (["show"], "Missing argument 'NAME'"),
        (
            ["export", "notes", "-o", "papers.txt"],
            "no format has the ending '.txt'; known endings are .bib, .csl.json,",
        ),
        (["export", "notes", "-o", "papers"], "'papers' has no ending; known endings are .bib, .csl.json, .ris, .json"),
        (["export", "notes", "-o", "notes"], "'notes' is a folder; give a file, such as 'notes/papers.bib'"),
        (["export", "notes", "-f", "bib", "-o", "notes"], "'notes' is a folder; give a file"),
        (["check", "notes", "--bib", "notes"], "cannot read 'notes': it is a folder"),
        (["export", "notes", "--format", "xml"], "'xml' is not one of 'json', 'bib'"),
        (["export", "notes", "--year", "soon"], "option 'year' must be a year"),
        (["build", "notes"], "Missing option '--out'"),
        (["check", "notes", "--frmat", "x"], "No such option"),
        (["keys", "notes", "--pin", "--check"], "cannot be combined"),
        (["keys", "notes", "--pin", "--rename", "a", "b"], "cannot be combined"),
        (["keys", "notes", "--format", "json"], "needs --rename"),
        (["check", "nowhere"], "no such file or folder: "),
        (["check", "notes", "--bib", "no.bib"], "no file matches 'no.bib'"),
        (["check", "notes", "--keys", "no.txt"], "no such file: 'no.txt'"),
        (["check", "notes", "--config", "no.toml"], "cannot read 'no.toml'"),
        (["check", "notes/img/p.png"], "is not a Markdown file"),
    ],
)
def test_wrong_usage(project: Path, args: list[str], message: str) -> None:
    """Wrong usage is one line and exit code 2."""
    assert message in error(run(*args))


def test_no_command() -> None:
    """Without a command there is help, on stderr, and exit code 2."""
    result = run()
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Commands:" in result.stderr


@pytest.mark.parametrize(
    ("raised", "code", "shown"),
    [
        (KeyboardInterrupt(), INTERRUPTED, ""),
        (OSError(28, "No space left on device", "x"), 2, "papernotes: error: 'x': No space left on device"),
        (OSError("odd"), 2, "papernotes: error: odd"),
    ],
)
def test_an_interrupted_command(
    project: Path, monkeypatch: pytest.MonkeyPatch, raised: BaseException, code: int, shown: str
) -> None:
    """Ctrl-C and a disk error cause no traceback."""

    def build(*args: object, **options: object) -> None:
        raise raised

    monkeypatch.setattr(pipeline, "build", build)
    result = run("check", "notes")
    assert (result.exit_code, result.stderr.strip()) == (code, shown)


def test_no_mkdocs() -> None:
    """The command works without MkDocs, and does not import it."""
    code = "import sys; from papernotes_plugin.cli import main; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert not {"mkdocs", "markdown", "properdocs"} & set(done.stdout.split())


# --- export ---------------------------------------------------------------------------------------


def test_export_json(project: Path) -> None:
    """Stdout is one JSON object; the summary is one line on stderr."""
    result = run("export", "notes", "--format", "json")
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    assert [p["citekey"] for p in data["papers"]].count("vaswani2017attention") == 1
    paper = next(p for p in data["papers"] if p["citekey"] == "vaswani2017attention")
    assert paper["authors"] == ["Vaswani, Ashish", "Shazeer, Noam"]
    assert sorted({m["note"] for m in paper["mentions"]}) == ["log.md", "reading.md"]
    assert result.stderr.startswith("papernotes: 2 notes, ")
    assert result.stderr.count("\n") == 1


def test_export_bib(project: Path) -> None:
    """`--format bib` writes BibTeX."""
    result = run("export", "notes", "-f", "bib")
    assert result.exit_code == 0
    assert result.stdout.count("\n@") + result.stdout.startswith("@") == 2
    assert "vaswani2017attention," in result.stdout


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (["--tag", "nlp"], 2),
        (["--tag", "nlp/models"], 1),
        (["--note", "log.md"], 1),
        (["--note", "reading"], 2),
        (["--venue", "NeurIPS 2017"], 1),
        (["--year", "2017"], 1),
        (["--topic", "language models"], 2),
        (["--key", "Vaswani2017"], 1),
        (["--key", "arxiv:1810.04805"], 1),
        (["--note", "reading", "--year", "2017"], 1),
    ],
)
@pytest.mark.parametrize("form", ["json", "bib"])
def test_export_filters(project: Path, filters: list[str], expected: int, form: str) -> None:
    """A paper must pass all filters, in either format."""
    result = run("export", "notes", "--format", form, *filters)
    assert result.exit_code == 0
    papers = json.loads(result.stdout)["papers"] if form == "json" else result.stdout.split("\n@")
    if form == "bib":
        papers = [p for p in papers if "{" in p]
    assert len(papers) == expected


def test_export_to_a_file(project: Path) -> None:
    """A file gets the same bytes as stdout; `-` is stdout."""
    expected = run("export", "notes", "-o", "-").stdout
    result = run("export", "notes", "-o", "new/out.json")
    assert (result.exit_code, result.stdout) == (0, "")
    assert (project / "new/out.json").read_text(encoding="utf-8") == expected


@pytest.mark.parametrize("output", ["notes/log.md", "bib/papers.bib", "notes/../notes/log.md"])
def test_export_never_overwrites_its_input(project: Path, output: str) -> None:
    """A wrong output path does not destroy a note."""
    before = (project / output).read_bytes()
    assert "was read as input" in error(run("export", "notes", "-f", "bib", "-o", output))
    assert (project / output).read_bytes() == before


def test_single_notes(project: Path) -> None:
    """One or several notes may be given instead of their folder."""
    one = json.loads(run("export", "notes/log.md").stdout)
    assert {m["note"] for p in one["papers"] for m in p["mentions"]} == {"log.md"}
    two = json.loads(run("export", "notes/log.md", "notes/reading.md").stdout)
    assert two["papers"] == json.loads(run("export", "notes").stdout)["papers"]


def test_options_and_exclusion(project: Path) -> None:
    """Options come from papernotes.toml; `--exclude` adds to them."""
    put(project, papernotes_toml="exclude = ['log.md']")
    data = json.loads(run("export", "notes").stdout)
    assert {m["note"] for p in data["papers"] for m in p["mentions"]} == {"reading.md"}
    assert run("check", "notes", "--exclude", "*").stderr.startswith("papernotes: 0 notes, ")


def test_no_papers(tmp_path: Path) -> None:
    """A build without papers is a warning with its reason; `check` fails on it."""
    put(tmp_path, notes__x_md="Nothing here.")
    (tmp_path / "bare").mkdir()
    (tmp_path / "papers.json").write_text("old")
    result = run("export", tmp_path / "notes", "-o", tmp_path / "papers.json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "papernotes: no paper was found: nothing in 1 note links, cites or describes one\n"
    assert (tmp_path / "papers.json").read_text() == "old"
    result = run("keys", tmp_path / "bare")
    assert (result.exit_code, result.stderr) == (1, "papernotes: no paper was found: there are no notes\n")
    put(tmp_path, papernotes_toml="issues = {no-papers = 'off'}")
    result = run("export", tmp_path / "notes")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["papers"] == []
    put(tmp_path, papernotes_toml="")
    assert run("build", tmp_path / "bare", "--out", tmp_path / "out").exit_code == 0
    assert run("check", tmp_path / "bare").exit_code == 1


def test_reasons_for_no_papers(tmp_path: Path) -> None:
    """Without papers, a command names the files and notes that it could not read."""
    put(tmp_path, notes__dean_org="Dean (2008). MapReduce. doi:10.1145/1327452.1327492", notes__more_org="More.")
    for command in "export", "keys":
        first, last = run(command, tmp_path / "notes").stderr.splitlines()
        reason = "Org is not read (2 files); notes have the suffix .md, .markdown, .qmd, .rmd or .mdx"
        assert first == f"dean.org: {reason} [unread-format]"
        assert last == "papernotes: no paper was found: there are no notes"


def test_documents_with_code_are_notes_where_no_pages_are_written(tmp_path: Path) -> None:
    """`export`, `keys` and `check` read Quarto, R Markdown and MDX; `build` copies them, and reports it."""
    paper = "See [@fig-one].\n\n```{r}\nx <- 1\n```\n\n- Dean, J. (2008). MapReduce. doi:10.1145/1327452.1327492"
    put(tmp_path, notes__week_qmd=paper, notes__cells_Rmd="Text.", notes__page_mdx="import X from './x'\n\nText.")
    result = run("export", tmp_path / "notes")
    assert [paper["title"] for paper in json.loads(result.stdout)["papers"]] == ["MapReduce"]
    assert "1 note" in run("export", tmp_path / "notes" / "week.qmd").stderr
    assert run("check", tmp_path / "notes").exit_code == 0
    result = run("build", tmp_path / "notes", "--out", tmp_path / "out")
    assert "3 infos" in result.output
    assert (tmp_path / "out" / "week.qmd").read_text() == paper


def test_notes_that_fail_are_reasons_for_no_papers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without papers, a command names the notes on which papernotes itself failed."""

    def fail(context: NoteContext) -> Iterator[Mention]:
        raise ValueError("odd")

    monkeypatch.setattr(recognisers, "RECOGNISERS", (fail,))
    put(tmp_path, notes__x_md="- Dean (2008). MapReduce. doi:10.1145/1327452.1327492")
    for command in "export", "keys":
        first, last = run(command, tmp_path / "notes").stderr.splitlines()
        assert first.startswith("x.md: papernotes failed on this note (ValueError at test_commands.py:")
        assert first.endswith("[unrecognised-note]")
        assert last.startswith("papernotes: no paper was found")


# --- bad input ------------------------------------------------------------------------------------


@pytest.fixture
def bad(project: Path) -> Path:
    """Return the project with four more notes, each broken in another way."""
    put(
        project,
        notes__latin_md=b"caf\xe9 https://arxiv.org/abs/2005.14165\n",
        notes__meta_md="---\na: [b\n---\n\ntext\n",
    )
    (project / "notes/loop.md").symlink_to("loop.md")
    os.mkfifo(project / "notes/pipe.md")
    (project / "notes/up").symlink_to("..")
    return project


def test_broken_notes_do_not_stop_a_check(bad: Path) -> None:
    """Each problem is shown with its position, and everything else is read."""
    result = run("check", "notes", "--min-level", "warning")
    assert result.exit_code == 1
    codes = {line.split(":")[0]: line.rsplit(" [", 1)[1] for line in result.stdout.splitlines()}
    assert codes == {
        "latin.md": "invalid-utf8]",
        "meta.md": "broken-front-matter]",
        "loop.md": "unreadable-file]",
        "pipe.md": "unreadable-file]",
        "up": "unreadable-file]",
    }
    data = json.loads(run("export", "notes").stdout)
    assert "arxiv:2005.14165" in {i for p in data["papers"] for i in p["identifiers"]}
    assert run("build", "notes", "--out", "site").exit_code == 0
    assert "café" in (bad / "site/latin.md").read_text(encoding="utf-8")


def test_check_json(bad: Path) -> None:
    """The issues are one JSON object with all their fields."""
    result = run("check", "notes", "--format", "json")
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    broken = next(i for i in data["issues"] if i["code"] == "broken-front-matter")
    assert (broken["path"], broken["level"]) == ("meta.md", "warning")
    assert set(broken) == {"code", "level", "path", "line", "column", "message"}


def test_check_github(bad: Path) -> None:
    """For GitHub, paths are relative to the current folder, the root of the repository."""
    put(bad, bib__broken_bib="@article{x, title = {never closed\n")
    result = run("check", "notes", "--format", "github", "--min-level", "warning")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert all(line.startswith("::warning file=") for line in lines)
    assert any(line.startswith("::warning file=notes/meta.md,line=") for line in lines)
    assert any(line.startswith("::warning file=bib/broken.bib,line=1,") for line in lines)


def test_check_of_good_notes(project: Path) -> None:
    """Good notes give no output and exit code 0; an info is shown and does not fail the check."""
    assert run("keys", "notes", "--pin").exit_code == 0
    result = run("check", "notes", "--min-level", "warning")
    assert (result.exit_code, result.stdout) == (0, "")
    assert run("check", "notes").exit_code == 0


@pytest.mark.parametrize(("level", "code", "shown"), [("off", 0, False), ("info", 0, True), ("error", 1, True)])
def test_levels_are_the_authors(tmp_path: Path, level: str, code: int, shown: bool) -> None:
    """The author configures which issues fail the check."""
    put(tmp_path, notes__x_md="x", papernotes_toml=f"[issues]\nno-papers = '{level}'")
    result = run("check", tmp_path / "notes")
    assert (result.exit_code, "[no-papers]" in result.stdout) == (code, shown)


# --- build ----------------------------------------------------------------------------------------


def test_build(project: Path) -> None:
    """The output has the notes with links, the pages and the linked files; the notes are unchanged."""
    before = files(project / "notes")
    result = run("build", "notes", "--out", "site")
    assert (result.exit_code, result.stdout) == (0, "")
    written = files(project / "site")
    assert {"reading.md", "log.md", "img/p.png", "papers/index.md", "papers.bib", ".papernotes"} <= written.keys()
    assert written["img/p.png"] == b"\x89PNG"
    assert b"papers/" in written["reading.md"]
    assert json.loads(written[".papernotes"])["files"] == sorted(written.keys() - {".papernotes"})
    assert files(project / "notes") == before


def test_build_twice(project: Path) -> None:
    """Equal notes give equal bytes, and nothing is written again."""
    run("build", "notes", "--out", "site")
    before = {p: (p.stat().st_mtime_ns, p.stat().st_ino) for p in (project / "site").rglob("*")}
    result = run("build", "notes", "--out", "site")
    assert " 0 changed, 0 removed" in result.stderr
    assert {p: (p.stat().st_mtime_ns, p.stat().st_ino) for p in (project / "site").rglob("*")} == before
    run("build", "notes", "--out", "other")
    assert files(project / "other") == files(project / "site")


def test_build_removes_outdated_files(project: Path) -> None:
    """The pages of a deleted note are removed."""
    run("build", "notes", "--out", "site")
    (project / "notes/reading.md").unlink()
    (project / "notes/img/p.png").unlink()
    result = run("build", "notes", "--out", "site")
    assert result.exit_code == 0
    written = files(project / "site")
    assert "reading.md" not in written
    assert not (project / "site/img").exists()
    assert json.loads(written[".papernotes"])["files"] == sorted(written.keys() - {".papernotes"})


@pytest.mark.parametrize("out", ["notes", "notes/site", "."])
def test_build_refuses_the_folder_of_the_notes(project: Path, out: str) -> None:
    """The folder of the notes and its parents are refused, even with --force."""
    before = files(project)
    assert "papernotes never writes there" in error(run("build", "notes", "--out", out, "--force"))
    assert files(project) == before


def test_build_among_other_files(project: Path) -> None:
    """Files that papernotes did not write stop a build; with --force they are kept."""
    put(project, site__mine_md="mine")
    assert "did not write (mine.md)" in error(run("build", "notes", "--out", "site"))
    assert run("build", "notes", "--out", "site", "--force").exit_code == 0
    assert (project / "site/mine.md").read_text() == "mine"
    assert "mine.md" not in json.loads((project / "site/.papernotes").read_text())["files"]


def test_build_overwrites_no_other_file(project: Path) -> None:
    """A file of the author is kept, reported, and never listed as generated, unless its bytes are equal."""
    assert run("build", "notes", "--out", "other").exit_code == 0
    put(project, site__papers__index_md="mine", site__papers_bib=(project / "other/papers.bib").read_text())
    for _ in range(2):
        result = run("build", "notes", "--out", "site", "--force")
        assert result.exit_code == 0
        assert (project / "site/papers/index.md").read_text() == "mine"
        generated = json.loads((project / "site/.papernotes").read_text())["files"]
        assert "papers/index.md" not in generated
        assert "papers.bib" in generated
        assert result.stderr.startswith(
            "papers/index.md: a page would be generated at this path; your page is used [page-exists]\npapernotes: "
        )


def test_build_copies_a_page_of_the_author(project: Path) -> None:
    """A page or file of the author is copied instead of the generated one with the same path, and reported."""
    put(project, notes__papers_bib="% my own", notes__papers__index_md="# My papers\n")
    result = run("build", "notes", "--out", "site")
    assert result.exit_code == 0
    assert (project / "site/papers.bib").read_text() == "% my own"
    assert (project / "site/papers/index.md").read_text().startswith("# My papers")
    assert result.stderr.splitlines()[:2] == [
        "papers.bib: a file would be generated at this path; your file is used [page-exists]",
        "papers/index.md: a page would be generated at this path; your page is used [page-exists]",
    ]


def test_build_copies_no_input_files(project: Path) -> None:
    """Options, key lock and `.bib` files in the folder of the notes are not copied."""
    put(project, notes__papernotes_toml="related = 1", notes__bib__x_bib=BIB, notes__bib__keys_txt="")
    run("build", "notes", "--out", "site")
    assert not {"papernotes.toml", "bib/x.bib", "bib/keys.txt"} & files(project / "site").keys()


def test_build_of_single_notes(project: Path) -> None:
    """Of the other files, only those that single notes link to are copied."""
    put(project, notes__other_png=b"x", notes__secret_txt="x")
    assert run("build", "notes/log.md", "--out", "site").exit_code == 0
    written = files(project / "site")
    assert "img/p.png" in written
    assert not {"other.png", "secret.txt", "reading.md"} & written.keys()


# --- keys -----------------------------------------------------------------------------------------


def test_keys(project: Path) -> None:
    """Each citekey is shown with its source and its paper; nothing is written."""
    before = files(project)
    result = run("keys", "notes")
    assert result.exit_code == 0
    rows = result.stdout.splitlines()
    assert len(rows) == 2
    assert any(r.startswith("vaswani2017attention ") and r.endswith("  Attention Is All You Need") for r in rows)
    assert files(project) == before


def test_keys_pin_and_check(project: Path) -> None:
    """Unpinned keys fail the check; pinning adds them once; a new note fails it again."""
    result = run("keys", "notes", "--check")
    assert result.exit_code == 1
    assert result.stdout.count("not pinned") == 2
    result = run("keys", "notes", "--pin")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "2 keys added" in result.stderr
    lock = project / "bib/keys.txt"
    pinned = lock.read_bytes()
    assert b"arxiv:1706.03762 vaswani2017attention was Vaswani2017\n" in pinned
    result = run("keys", "notes", "--check")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "0 keys added" in run("keys", "notes", "--pin").stderr
    assert lock.read_bytes() == pinned
    put(project, notes__new_md="- Language Models are Few-Shot Learners [pdf](https://arxiv.org/abs/2005.14165)\n")
    result = run("keys", "notes", "--check")
    assert (result.exit_code, result.stdout.count("not pinned")) == (1, 1)
    run("keys", "notes", "--pin")
    assert lock.read_bytes().startswith(pinned)
    assert run("keys", "notes", "--check").exit_code == 0


def test_pinned_keys_stay(project: Path) -> None:
    """A pinned key does not change with the `.bib` file; no line of the lock changes."""
    put(project, bib__keys_txt="# generated\narxiv:1706.03762 mine2017")
    before = (project / "bib/keys.txt").read_bytes()
    assert '"mine2017"' in run("export", "notes").stdout
    run("keys", "notes", "--pin")
    assert (project / "bib/keys.txt").read_bytes().startswith(before + b"\n")
    put(project, bib__papers_bib=BIB.replace("vaswani2017attention", "renamed2017"))
    assert '"citekey": "mine2017"' in run("export", "notes").stdout


def test_the_check_shows_keys_that_would_change(project: Path) -> None:
    """If two papers have the same pinned key, the check shows which key would change."""
    put(project, bib__keys_txt="arxiv:1706.03762 same2017\narxiv:1810.04805 same2017\n")
    result = run("keys", "notes", "--check")
    assert result.exit_code == 1
    assert result.stdout == (
        "bib/keys.txt:2: 'same2017' is pinned to arxiv:1810.04805: another paper has it; "
        "this one is 'same2017-bert' [changed-key]\n"
    )


def test_rename(project: Path) -> None:
    """A key is renamed in the lock only; the old one is an alias; the script is printed."""
    put(project, bib__keys_txt="# generated\r\narxiv:1706.03762 vaswani2017attention # a comment\r\n")
    before = files(project)
    result = run("keys", "notes", "--rename", "vaswani2017attention", "transformer2017")
    assert result.exit_code == 0
    assert "transformer2017" in result.stdout
    assert result.stdout.startswith("# ")
    assert "1 key renamed in" in result.stderr
    after = files(project)
    assert after.pop("bib/keys.txt") == (
        b"# generated\r\narxiv:1706.03762 transformer2017 was vaswani2017attention # a comment\r\n"
    )
    before.pop("bib/keys.txt")
    assert after == before
    assert "transformer2017" in run("show", "vaswani2017attention", "notes").stdout
    listed = run("keys", "notes", "--rename", "vaswani2017attention", "transformer2017", "--format", "json")
    assert json.loads(listed.stdout) == [{"old": "vaswani2017attention", "new": "transformer2017"}]
    assert listed.stderr == (
        "papernotes: 'vaswani2017attention' was renamed to 'transformer2017' before; nothing changed for it\n"
    )
    twice = run("keys", "notes", *("--rename", "transformer2017", "new2017") * 2)
    assert twice.stderr.splitlines() == [
        "papernotes: --rename transformer2017 new2017 is given 2 times; it was done once",
        f"papernotes: 1 key renamed in '{project}/bib/keys.txt'",
    ]
    assert run("keys", "notes", "--rename", "new2017", "transformer2017").exit_code == 0
    assert run("build", "notes", "--out", "site").exit_code == 0
    moved = (project / "site/papers/vaswani2017attention.md").read_text()
    assert "[Attention Is All You Need](transformer2017.md)" in moved


def test_an_impossible_rename(project: Path) -> None:
    """Either all renames are made or none; the reason is one line."""
    put(project, bib__keys_txt="arxiv:1706.03762 vaswani2017attention\n")
    before = files(project)
    result = run("keys", "notes", "--rename", "vaswani2017attention", "a2017", "--rename", "nobody", "b2017")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no paper has the citekey 'nobody'" in result.stderr
    assert files(project) == before


def test_the_path_of_the_key_lock(project: Path) -> None:
    """`--keys` gives the path of the key lock; pinning creates it, through a link if it is one."""
    (project / "link.txt").symlink_to("locks/keys.txt")
    (project / "locks").mkdir()
    assert run("keys", "notes", "--keys", "link.txt", "--pin").exit_code == 0
    assert (project / "link.txt").is_symlink()
    assert b"arxiv:1706.03762" in (project / "locks/keys.txt").read_bytes()
    assert not (project / "bib/keys.txt").exists()


# --- show -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key",
    [
        "vaswani2017attention",
        "VASWANI2017attention",
        "@Vaswani2017",
        "arxiv:1706.03762",
        "https://arxiv.org/pdf/1706.03762v5",
        "attention is all you need",
        "1706.03762",
        "arXiv 1706.03762v2",
        "arxiv.org/abs/1706.03762",
        "10.48550/arXiv.1706.03762",
        "[@vaswani2017attention]",
        "{Attention} is all you need!",
    ],
)
def test_show(project: Path, key: str) -> None:
    """A paper is found by each of its names."""
    result = run("show", key, "notes")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[:3] == ["Attention Is All You Need", "Ashish Vaswani, Noam Shazeer", "NeurIPS 2017"]
    assert any(line.startswith("mention      log.md:5: ") for line in lines)
    assert any(line.startswith("mention      reading.md:5: ") for line in lines)
    assert "@inproceedings{vaswani2017attention," in lines


def test_keys_without_notes(project: Path) -> None:
    """Without NOTES, bibliography and key lock are those of the project, as for the other commands."""
    (project / "notes").rename(project / "docs")
    assert run("keys").stdout == run("keys", "docs").stdout
    assert run("keys", "--pin").exit_code == 0
    assert b"vaswani2017attention" in (project / "bib/keys.txt").read_bytes()


def test_show_an_author_of_a_citekey(tmp_path: Path) -> None:
    """An author who is known from the citekey alone is shown as the first author, because there may be others."""
    note = "- Transfusion [ChuntingZhou2025ICLR](https://openreview.net/forum?id=SI2hI0frk6) is new\n"
    (tmp_path / "a.md").write_text(note, "utf-8")
    lines = run("show", "ChuntingZhou2025ICLR", str(tmp_path)).stdout.splitlines()
    assert lines[1] == "Chunting Zhou (first author)"


def test_show_without_notes(project: Path) -> None:
    """Without NOTES the folder docs is read, or else the current folder."""
    assert "mention      notes/log.md:5: " in run("show", "vaswani2017attention").stdout
    (project / "notes").rename(project / "docs")
    assert "mention      log.md:5: " in run("show", "vaswani2017attention").stdout


def test_show_an_unknown_name(project: Path) -> None:
    """The line suggests similar names, if there are any."""
    result = run("show", "vaswani2017atention", "notes")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "papernotes: 0 of 2 papers: no name or identifier 'vaswani2017atention'; near: 'vaswani2017attention'\n"
    )
    assert run("show", "zzz", "notes").stderr == "papernotes: 0 of 2 papers: no name or identifier 'zzz'\n"


def test_show_an_ambiguous_name(project: Path) -> None:
    """For a name of two papers, both are listed."""
    two = "- [Same Title](https://arxiv.org/abs/2401.00001)\n- [Same Title](https://arxiv.org/abs/2401.00002)\n"
    put(project, notes__two_md=two)
    result = run("show", "same title", "notes")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("papernotes: 2 of 4 papers have the name 'same title': '")


# --- as a process ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "env",
    [
        pytest.param({}, marks=pytest.mark.full, id="default"),
        pytest.param({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, id="C"),
        pytest.param({"PYTHONIOENCODING": "latin-1"}, marks=pytest.mark.full, id="latin-1"),
    ],
)
def test_output_is_utf8(project: Path, env: dict[str, str]) -> None:
    """In any locale, the output is the same UTF-8."""
    put(project, notes__ü_md="- Würstchen: An Efficient Architecture [嗨](https://arxiv.org/abs/2306.00637)\n")
    done = process("export", "notes", **env)
    assert done.returncode == 0
    assert "Würstchen" in done.stdout.decode()
    assert done.stdout == process("export", "notes").stdout
    shown = process("show", "arxiv:2306.00637", "notes", **env)
    assert "ü.md:1: " in shown.stdout.decode()


def test_a_pipe_sees_no_progress(project: Path) -> None:
    """If stderr is not a terminal, it contains the summary, the papers without facts and the result only."""
    done = process("build", "notes", "--out", "site")
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.count(b"\n") == 3
    assert b"\r" not in done.stderr
    assert b"\x1b" not in done.stderr


def test_a_closed_pipe(project: Path) -> None:
    """`papernotes export … | head` prints no error."""
    many = "".join(f"- [Paper number {n} about things](https://arxiv.org/abs/2401.{n:05})\n" for n in range(1, 800))
    put(project, notes__many_md=many)
    command = [sys.executable, "-m", "papernotes_plugin", "export", "notes"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait(60) == BROKEN_PIPE


def test_a_missing_folder_as_a_process(tmp_path: Path) -> None:
    """A missing folder is one line and exit code 2, without a traceback."""
    done = process("check", tmp_path / "nowhere")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"papernotes: error: no such file or folder: '{tmp_path}/nowhere'\n"

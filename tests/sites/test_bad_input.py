"""Unusual files and names are reported, every other note is published, and every build ends."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

import papernotes_plugin
from papernotes_plugin import Source
from papernotes_plugin.cli import main
from papernotes_plugin.files import symlink_loops
from papernotes_plugin.links import addresses
from papernotes_plugin.vocabulary.config import Config
from tests.helpers import sites
from tests.helpers.sites import CONFIG

CAFE = unicodedata.normalize("NFC", "café")
CAFE_DECOMPOSED = unicodedata.normalize("NFD", "café")


def note(number: int) -> str:
    """Return a note with a word and a paper of its own."""
    link = f"https://arxiv.org/abs/2401.{number:05}"
    return f"# Note {number}\n\nword{number}x\n\n- [Paper Number {number} of a Strange Vault]({link}), ICLR 2024\n"


def unreadable(result: sites.Built) -> list[str]:
    """Return the paths that a build reports as unreadable files."""
    return [re.sub(r"^papernotes: (.*?): .*", r"\1", line) for line in result.warnings if "[unreadable-file]" in line]


# --- links, pipes and unreadable files ----------------------------------------------------------------


def write_tangle(root: Path) -> Path:
    """Write symbolic links of every harmful kind, pipes, a name that is not UTF-8, and a few notes."""
    files: dict[str, str | bytes] = {
        "docs/index.md": note(1),
        "docs/sub/a.md": note(2),
        "docs/folder.md/in.md": note(3),
        "docs/m/m.md": note(4),
        "docs/n/picture.png": b"x",
        "away/out.md": note(5),
    }
    sites.write(root, {"mkdocs.yml": CONFIG, **files})
    docs = root / "docs"
    targets = {
        "self": ".",
        "again": "../docs",
        "sub/up": "..",
        "m/across": "../n",
        "n/across": "../m",
        "nowhere.md": "missing.md",
        "nowhere.png": "missing.png",
        "itself.md": "itself.md",
        "out.md": "../away/out.md",
    }
    for name, target in targets.items():
        (docs / name).symlink_to(target)
    for name in ("pipe.md", "pipe.png"):
        os.mkfifo(docs / name)
    (docs / os.fsdecode(b"b\xff.md")).write_text(note(6))
    return root


LEFT_OUT = ["again", "b\\udcff.md", "itself.md", "m/across/across", "n/across/across", "nowhere.md", "nowhere.png"]
LEFT_OUT += ["pipe.md", "pipe.png", "self", "sub/up"]


@pytest.mark.parametrize("host", ["mkdocs", pytest.param("properdocs", marks=pytest.mark.full)])
def test_a_site_with_tangled_links(tmp_path: Path, host: str) -> None:
    """Links that MkDocs would follow forever, and files that would end its build, are reported and skipped."""
    root = write_tangle(tmp_path)
    left_out = LEFT_OUT
    if host == "properdocs":
        # ProperDocs ends at a name that is not UTF-8, before it calls any plugin
        (root / "docs" / os.fsdecode(b"b\xff.md")).unlink()
        left_out = [name for name in LEFT_OUT if name != "b\\udcff.md"]
    result = sites.build(root, host=host)
    assert result.code == 0, result.output
    assert unreadable(result) == left_out
    assert "Traceback" not in result.output
    assert sites.Site(result.site).broken() == []
    assert result.summary.startswith("6 notes, 6 mentions, 5 papers")  # m/m.md has two paths, and MkDocs follows out.md
    for number, page in enumerate(["index.html", "sub/a/index.html", "folder.md/in/index.html", "m/m/index.html"], 1):
        assert f"word{number}x" in result.page(page)


def test_a_strict_build_fails_on_tangled_links(tmp_path: Path) -> None:
    """A strict build reports every unreadable file before it fails."""
    result = sites.build(write_tangle(tmp_path), "--strict")
    assert result.code == 1
    assert unreadable(result) == LEFT_OUT
    assert "Traceback" not in result.output


def test_commands_with_tangled_links(tmp_path: Path) -> None:
    """The commands follow no link that leads out of the folder, and no link to a folder."""
    notes = str(write_tangle(tmp_path) / "docs")
    run = CliRunner()
    checked = run.invoke(main, ["check", notes])
    reported = re.findall(r"^(\S+): .*\[unreadable-file\]$", checked.output, re.MULTILINE)
    assert reported == ["b\\udcff.md", "itself.md", "nowhere.md", "nowhere.png", "out.md", "pipe.md", "pipe.png"]
    result = run.invoke(main, ["build", notes, "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    written = set(sites.files(tmp_path / "out"))
    assert {"folder.md/in.md", "index.md", "m/m.md", "n/picture.png", "sub/a.md"} <= written
    assert [name for name in written if name.startswith(("self", "again", "sub/up", "m/across", "out", "pipe"))] == []
    exported = run.invoke(main, ["export", notes, "--format", "bib"])
    assert exported.stdout.count("\n@") + exported.stdout.startswith("@") == 4


def test_links_to_parent_folders_are_loops(tmp_path: Path) -> None:
    """Only links to a parent folder are loops; those in hidden folders are not reported as issues."""
    sites.write(tmp_path, {"docs/a/b/c/x.md": "", "docs/.git/x": "", "away/y.md": ""})
    docs = tmp_path / "docs"
    for name, target in {"a/b/c/up": "../..", "away": "../away", ".git/up": "..", "a/root": "../.."}.items():
        (docs / name).symlink_to(target)
    report = symlink_loops.find_loops(docs)
    assert sorted(Path(path).relative_to(docs).as_posix() for path in report.loops) == [".git/up", "a/b/c/up", "a/root"]
    assert [issue.path for issue in report.issues] == ["a/root", "a/b/c/up"]
    assert symlink_loops.find_loops(tmp_path / "away") == symlink_loops.LoopReport()


def test_the_number_of_linked_folders_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty folders with two links each to the next have a million paths and no loop."""
    monkeypatch.setattr(symlink_loops, "MAX_LINKED_FOLDERS", 200)
    for number in range(20):
        folder = tmp_path / f"f{number}"
        folder.mkdir()
        for name in "ab":
            (folder / name).symlink_to(f"../f{number + 1}")
    assert "more than 200 folders" in str(symlink_loops.find_loops(tmp_path).issues[0])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_files_without_read_permission(tmp_path: Path) -> None:
    """A note, an image and a folder without read permission are reported."""
    sites.write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": note(1), "docs/a.md": "", "docs/b.png": b"x"})
    (tmp_path / "docs/c").mkdir()
    for name in ("a.md", "b.png", "c"):
        (tmp_path / "docs" / name).chmod(0)
    result = sites.build(tmp_path)
    (tmp_path / "docs/c").chmod(0o700)
    assert (result.code, unreadable(result)) == (0, ["a.md", "b.png", "c"])


# --- names --------------------------------------------------------------------------------------------

NAMES = [
    *(
        "a.md",
        "A.md",
        f"{CAFE}.md",
        f"{CAFE_DECOMPOSED}.md",
        "Index.md",
        "INDEX.md",
        "sub/README.md",
        "CON.md",
        "nul.txt.md",
    ),
    *(
        "a?b.md",
        "a%20b.md",
        "a b.md",
        "new\nline.md",
        "a&b.md",
        "<b>.md",
        'q"uote.md',
        "ta\tb.md",
        "co:lon.md",
        "st*r.md",
    ),
    *(
        "  lead.md",
        "trail .md",
        "🧠.md",
        "a%b.md",
        "%2e%2e.md",
        "404.md",
        "search.md",
        "(p).md",
        "`tick`.md",
        "{{x}}.md",
    ),
    *(
        "#.md",
        "?.md",
        "[br].md",
        "a#b.md",
        "a|b.md",
        "-dash.md",
        "~t.md",
        "back\\slash.md",
        "dots..md",
        "folder.md/in.md",
    ),
    *("x" * 252 + ".md", "é" * 126 + ".md", "papers/" + "y" * 252 + ".md"),
]
NOT_LINKABLE = {"a#b", "#", "a|b", "[br]"}
"""Names that Obsidian's own links cannot express either."""


def note_with_wikilinks(names: Sequence[str]) -> str:
    """Return a note with a wikilink to each note whose name a wikilink can express."""
    targets = [name.removesuffix(".md") for name in names]
    linkable = [name for name in targets if name not in NOT_LINKABLE and "\n" not in name and name == name.strip()]
    return "# Links\n\n" + "".join(f"- {number} [[{name}]]\n" for number, name in enumerate(linkable))


def test_notes_with_unusual_names(tmp_path: Path) -> None:
    """Each note and its paper have a page, its `.bib` file a name of its own, and wikilinks reach it."""
    notes = {f"docs/{name}": note(number) for number, name in enumerate(NAMES, 1)}
    result = sites.build(
        sites.write(tmp_path, {"mkdocs.yml": CONFIG, **notes, "docs/index.md": note_with_wikilinks(NAMES)})
    )
    assert result.code == 0, result.output
    assert result.warnings == []
    assert sites.Site(result.site).broken() == []
    assert result.summary.startswith(f"{len(NAMES) + 1} notes, {len(NAMES)} mentions, {len(NAMES)} papers")
    pages = {path: page for path in sites.files(result.site) if path.endswith(".html") for page in [result.page(path)]}
    for number in range(1, len(NAMES) + 1):
        assert len([path for path, page in pages.items() if f"<p>word{number}x</p>" in page]) == 1
        bib = f"2401.{number:05}".encode()
        assert sum(bib in data for name, data in sites.files(result.site).items() if name.endswith(".bib")) >= 4
    items = re.findall(r"<li>(?:<a id[^>]*></a>)?(\d+) .*?</li>", result.page("index.html"), re.DOTALL)
    assert len(items) == note_with_wikilinks(NAMES).count("\n- ")
    assert "papernotes-missing" not in result.page("index.html")


def test_the_build_command_with_unusual_names(tmp_path: Path) -> None:
    """The command writes each note and its `.bib` file, and recognises its own files in the next run."""
    sites.write(tmp_path / "notes", {name: note(number) for number, name in enumerate(NAMES, 1)})
    run = CliRunner()
    for _ in range(2):
        result = run.invoke(main, ["build", str(tmp_path / "notes"), "--out", str(tmp_path / "out")])
        assert result.exit_code == 0, result.output
    assert "0 changed, 0 removed" in result.output
    assert set(NAMES) <= set(sites.files(tmp_path / "out"))


def test_names_that_differ_in_case_or_unicode_form() -> None:
    """Of notes whose names differ only in case or Unicode form, a link means the exact name; pairs are reported."""
    names = ["Case", "case", CAFE, CAFE_DECOMPOSED]
    sources = [Source(f"{name}.md", note(number).encode()) for number, name in enumerate(names, 1)]
    text = "".join(f"[[{name}]] [it]({name}.md)\n\n" for name in names)
    site = papernotes_plugin.build([*sources, Source("links.md", text.encode())])
    assert [link.target for link in site.library.links["links.md"]] == [f"{n}.md" for n in names for _ in (1, 2)]
    duplicates = [issue.path for issue in site.issues if issue.code == "colliding-paths"]
    assert duplicates == sorted([f"{CAFE}.md", "case.md"])
    outputs = [output.path for output in site.outputs]
    assert len(set(outputs)) == len(outputs)


@pytest.mark.parametrize(
    ("path", "ending"),
    [("n" * 252 + ".md", ".bib"), ("papers/" + "é" * 126 + ".md", ".note.bib"), ("x.markdown", ".bib")],
)
def test_the_bibliography_of_a_long_name(path: str, ending: str) -> None:
    """The name of a note's `.bib` file is short enough for a file system and unique."""
    path_of_bib = addresses.note_bibtex(path, Config())
    assert path_of_bib.endswith(ending)
    assert len(path_of_bib.rpartition("/")[2].encode()) <= addresses.MAX_NAME
    assert path_of_bib != addresses.note_bibtex(path.replace(".m", "z.m"), Config())


# --- the author's own pages ---------------------------------------------------------------------------


@pytest.mark.parametrize("urls", ["true", pytest.param("false", marks=pytest.mark.full)])
def test_an_author_page_replaces_a_generated_page(tmp_path: Path, urls: str) -> None:
    """A note with the path or only the URL of a generated page is published, and links lead to it."""
    own = {"papers.md": 1, "tags/index.md": 2, "venues.md": 3, "Topics/index.md": 4}
    files = {f"docs/{name}": note(number) + "#tag\n" for name, number in own.items()}
    config = f"{CONFIG}use_directory_urls: {urls}\n"
    home = "# Home\n\n[[papers]], [papers](papers/index.md), [tags](tags/index.md), [venues](venues/index.md)\n"
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, "docs/index.md": home, **files}), "--strict")
    assert (result.code, result.warnings) == (0, [])
    assert sites.Site(result.site).broken() == []
    pages = [path.relative_to(result.site).as_posix() for path in result.site.rglob("*.html")]
    for name, number in own.items():
        assert [path for path in pages if f"<p>word{number}x" in result.page(path)], name
    message = r"a page would be generated at this path; your page is used \[page-exists\]"
    reported = re.findall(rf"papernotes: (\S+): {message}", result.output)
    assert reported == (["Topics/index.md", "papers.md", "tags/index.md", "venues.md"] if urls == "true" else NOT_MOVED)


NOT_MOVED = ["Topics/index.md", "tags/index.md"]
"""Paths reported without directory URLs, where `papers.md` and `papers/index.md` have different URLs."""


def test_two_notes_with_one_url(tmp_path: Path) -> None:
    """Two notes with the same URL are reported, because MkDocs silently overwrites one page with the other."""
    files: dict[str, str | bytes] = {"docs/index.md": note(1), "docs/plans.md": "# A", "docs/plans/index.md": "# B"}
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": CONFIG, **files}))
    assert result.warnings == [
        "papernotes: plans/index.md: it has the address of 'plans.md', whose page MkDocs overwrites with this one"
        " [same-address]"
    ]
    assert "B" in result.page("plans/index.html")


@pytest.mark.full
def test_folders_of_generated_pages_must_differ(tmp_path: Path) -> None:
    """One message names two options whose folders conflict; tags may be within the folder of papers."""
    sites.write(tmp_path, {"docs/index.md": note(1)})
    for folders, code in (("tags_path: all/tags, topics_path: all/Tags", 1), ("papers_path: a, tags_path: a/tags", 0)):
        (tmp_path / "mkdocs.yml").write_text(CONFIG.replace("papernotes]", f"papernotes: {{{folders}}}]"))
        result = sites.build(tmp_path)
        assert (result.code, "option 'topics_path' must be outside of 'tags_path'" in result.output) == (
            code,
            bool(code),
        )
        assert "Traceback" not in result.output


def test_two_notes_with_one_url_for_another_generator(tmp_path: Path) -> None:
    """The files of both pages are written, and a warning says that a site shows only one of them."""
    sites.write(tmp_path / "notes", {"index.md": note(1), "papers.md": note(2), "a/index.md": "", "a.md": ""})
    run = CliRunner()
    for host, warned in (("plain", False), ("zensical", True)):
        result = run.invoke(main, ["build", str(tmp_path / "notes"), "--for", host, "--out", str(tmp_path / host)])
        assert result.exit_code == 0, result.output
        assert {"papers.md", "papers/index.md", "a.md", "a/index.md"} <= set(sites.files(tmp_path / host))
        assert result.output.count("a site shows only one of the two [same-address]\n") == (2 if warned else 0)

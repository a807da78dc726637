"""Bad input: what no disk should hold and some do.  It is named, nothing else is lost, and every build ends."""

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
CAFE_APART = unicodedata.normalize("NFD", "café")


def note(number: int) -> str:
    """A note with a word and a paper that no other has."""
    link = f"https://arxiv.org/abs/2401.{number:05}"
    return f"# Note {number}\n\nword{number}x\n\n- [Paper Number {number} of a Strange Vault]({link}), ICLR 2024\n"


def said(built: sites.Built) -> list[str]:
    """What was left out, without the rest of the line."""
    return [re.sub(r"^papernotes: (.*?): .*", r"\1", line) for line in built.warnings if "[unreadable-file]" in line]


# --- links, pipes and what else is no file ------------------------------------------------------------


def tangled(root: Path) -> Path:
    """A folder with everything in it that a walk can be caught by, and four notes."""
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
def test_a_site_out_of_a_tangle(tmp_path: Path, host: str) -> None:
    """MkDocs alone would follow these links for ever, and die of the rest."""
    built = sites.build(tangled(tmp_path), host=host)
    assert built.code == 0, built.output
    assert said(built) == LEFT_OUT
    assert "Traceback" not in built.output
    assert sites.Site(built.site).broken() == []
    assert built.summary.startswith("6 notes, 6 mentions, 5 papers")  # m/m.md by two ways, and MkDocs follows out.md
    for number, page in enumerate(["index.html", "sub/a/index.html", "folder.md/in/index.html", "m/m/index.html"], 1):
        assert f"word{number}x" in built.page(page)


def test_a_strict_build_stops_on_it(tmp_path: Path) -> None:
    """It says all first."""
    built = sites.build(tangled(tmp_path), "--strict")
    assert built.code == 1
    assert said(built) == LEFT_OUT
    assert "Traceback" not in built.output


def test_the_command_in_a_tangle(tmp_path: Path) -> None:
    """It follows no link out of the folder, and none to a folder in it."""
    notes = str(tangled(tmp_path) / "docs")
    run = CliRunner()
    checked = run.invoke(main, ["check", notes])
    named = re.findall(r"^(\S+): .*\[unreadable-file\]$", checked.output, re.MULTILINE)
    assert named == ["b\\udcff.md", "itself.md", "nowhere.md", "nowhere.png", "out.md", "pipe.md", "pipe.png"]
    built = run.invoke(main, ["build", notes, "--out", str(tmp_path / "out")])
    assert built.exit_code == 0, built.output
    there = set(sites.files(tmp_path / "out"))
    assert {"folder.md/in.md", "index.md", "m/m.md", "n/picture.png", "sub/a.md"} <= there
    assert [name for name in there if name.startswith(("self", "again", "sub/up", "m/across", "out", "pipe"))] == []
    exported = run.invoke(main, ["export", notes, "--format", "bib"])
    assert exported.stdout.count("\n@") + exported.stdout.startswith("@") == 4


def test_links_that_lead_back(tmp_path: Path) -> None:
    """Only they; a link to another folder is followed, and hidden folders are walked in silence."""
    sites.write(tmp_path, {"docs/a/b/c/x.md": "", "docs/.git/x": "", "away/y.md": ""})
    docs = tmp_path / "docs"
    for name, target in {"a/b/c/up": "../..", "away": "../away", ".git/up": "..", "a/root": "../.."}.items():
        (docs / name).symlink_to(target)
    found = symlink_loops.find_loops(docs)
    assert sorted(Path(path).relative_to(docs).as_posix() for path in found.loops) == [".git/up", "a/b/c/up", "a/root"]
    assert [issue.path for issue in found.issues] == ["a/root", "a/b/c/up"]
    assert symlink_loops.find_loops(tmp_path / "away") == symlink_loops.LoopReport()


def test_links_that_only_multiply_have_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty folders with two links each to the next are a million ways, and no loop."""
    monkeypatch.setattr(symlink_loops, "MAX_LINKED_FOLDERS", 200)
    for number in range(20):
        folder = tmp_path / f"f{number}"
        folder.mkdir()
        for way in "ab":
            (folder / way).symlink_to(f"../f{number + 1}")
    assert "more than 200 folders" in str(symlink_loops.find_loops(tmp_path).issues[0])


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is locked for root")
def test_what_is_locked(tmp_path: Path) -> None:
    """A note, a picture and a folder that nobody may read."""
    sites.write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": note(1), "docs/a.md": "", "docs/b.png": b"x"})
    (tmp_path / "docs/c").mkdir()
    for name in ("a.md", "b.png", "c"):
        (tmp_path / "docs" / name).chmod(0)
    built = sites.build(tmp_path)
    (tmp_path / "docs/c").chmod(0o700)
    assert (built.code, said(built)) == (0, ["a.md", "b.png", "c"])


# --- names --------------------------------------------------------------------------------------------

NAMES = [
    *(
        "a.md",
        "A.md",
        f"{CAFE}.md",
        f"{CAFE_APART}.md",
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
UNREACHED = {"a#b", "#", "a|b", "[br]"}
"""What Obsidian's own links cannot name either."""


def linked(names: Sequence[str]) -> str:
    """A note with a wikilink to each note that one can lead to."""
    targets = [name.removesuffix(".md") for name in names]
    reached = [name for name in targets if name not in UNREACHED and "\n" not in name and name == name.strip()]
    return "# Links\n\n" + "".join(f"- {number} [[{name}]]\n" for number, name in enumerate(reached))


def test_notes_of_strange_names(tmp_path: Path) -> None:
    """Each is a page, its paper has one, its `.bib` file another name than all others, and links find it."""
    notes = {f"docs/{name}": note(number) for number, name in enumerate(NAMES, 1)}
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": CONFIG, **notes, "docs/index.md": linked(NAMES)}))
    assert built.code == 0, built.output
    assert built.warnings == []
    assert sites.Site(built.site).broken() == []
    assert built.summary.startswith(f"{len(NAMES) + 1} notes, {len(NAMES)} mentions, {len(NAMES)} papers")
    pages = {path: page for path in sites.files(built.site) if path.endswith(".html") for page in [built.page(path)]}
    for number in range(1, len(NAMES) + 1):
        assert len([path for path, page in pages.items() if f"<p>word{number}x</p>" in page]) == 1
        bib = f"2401.{number:05}".encode()
        assert sum(bib in data for name, data in sites.files(built.site).items() if name.endswith(".bib")) >= 4
    items = re.findall(r"<li>(?:<a id[^>]*></a>)?(\d+) .*?</li>", built.page("index.html"), re.DOTALL)
    assert len(items) == linked(NAMES).count("\n- ")
    assert "papernotes-missing" not in built.page("index.html")


def test_the_command_and_strange_names(tmp_path: Path) -> None:
    """It writes each note and its `.bib` file, and leaves none that it wrote for foreign."""
    sites.write(tmp_path / "notes", {name: note(number) for number, name in enumerate(NAMES, 1)})
    run = CliRunner()
    for _ in range(2):
        built = run.invoke(main, ["build", str(tmp_path / "notes"), "--out", str(tmp_path / "out")])
        assert built.exit_code == 0, built.output
    assert "0 changed, 0 removed" in built.output
    assert set(NAMES) <= set(sites.files(tmp_path / "out"))


def test_twins_are_named_and_told_apart() -> None:
    """Two notes whose names differ in case or Unicode form alone: a link means the one that it spells."""
    names = ["Case", "case", CAFE, CAFE_APART]
    sources = [Source(f"{name}.md", note(number).encode()) for number, name in enumerate(names, 1)]
    text = "".join(f"[[{name}]] [it]({name}.md)\n\n" for name in names)
    site = papernotes_plugin.build([*sources, Source("links.md", text.encode())])
    assert [link.target for link in site.library.links["links.md"]] == [f"{n}.md" for n in names for _ in (1, 2)]
    twins = [issue.path for issue in site.issues if issue.code == "duplicate-note-name"]
    assert twins == sorted([f"{CAFE}.md", "case.md"])
    outputs = [output.path for output in site.outputs]
    assert len(set(outputs)) == len(outputs)


@pytest.mark.parametrize(
    ("path", "ending"),
    [("n" * 252 + ".md", ".bib"), ("papers/" + "é" * 126 + ".md", ".note.bib"), ("x.markdown", ".bib")],
)
def test_the_bibliography_of_a_long_name(path: str, ending: str) -> None:
    """Its name is one that a disk takes, and never that of another."""
    made = addresses.note_bibtex(path, Config())
    assert made.endswith(ending)
    assert len(made.rpartition("/")[2].encode()) <= addresses.MAX_NAME
    assert made != addresses.note_bibtex(path.replace(".m", "z.m"), Config())


# --- the author's own pages ---------------------------------------------------------------------------


@pytest.mark.parametrize("urls", ["true", pytest.param("false", marks=pytest.mark.full)])
def test_a_page_of_the_author_stays(tmp_path: Path, urls: str) -> None:
    """Wherever ours would be, at the same path or only at the same address; links lead to it."""
    own = {"papers.md": 1, "tags/index.md": 2, "venues.md": 3, "Topics/index.md": 4}
    files = {f"docs/{name}": note(number) + "#tag\n" for name, number in own.items()}
    config = f"{CONFIG}use_directory_urls: {urls}\n"
    home = "# Home\n\n[[papers]], [papers](papers/index.md), [tags](tags/index.md), [venues](venues/index.md)\n"
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, "docs/index.md": home, **files}), "-v", "--strict")
    assert (built.code, built.warnings) == (0, [])
    assert sites.Site(built.site).broken() == []
    pages = [path.relative_to(built.site).as_posix() for path in built.site.rglob("*.html")]
    for name, number in own.items():
        assert [path for path in pages if f"<p>word{number}x" in built.page(path)], name
    named = re.findall(r"papernotes: (\S+): .*\[page-exists\]", built.output)
    assert named == (["Topics/index.md", "papers.md", "tags/index.md", "venues.md"] if urls == "true" else NOT_MOVED)


NOT_MOVED = ["Topics/index.md", "tags/index.md"]
"""Without directory URLs `papers.md` and `papers/index.md` have two addresses."""


def test_two_pages_of_the_author_at_one_address(tmp_path: Path) -> None:
    """MkDocs writes one over the other without a word."""
    files: dict[str, str | bytes] = {"docs/index.md": note(1), "docs/plans.md": "# A", "docs/plans/index.md": "# B"}
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": CONFIG, **files}))
    assert built.warnings == [
        "papernotes: plans/index.md: it has the address of 'plans.md', whose page MkDocs overwrites with this one"
        " [same-address]"
    ]
    assert "B" in built.page("plans/index.html")


def test_pages_need_folders_of_their_own(tmp_path: Path) -> None:
    """One line says which options are at odds; with the papers' own folder around them they are not."""
    sites.write(tmp_path, {"docs/index.md": note(1)})
    for folders, code in (("tags_path: all/tags, topics_path: all/Tags", 1), ("papers_path: a, tags_path: a/tags", 0)):
        (tmp_path / "mkdocs.yml").write_text(CONFIG.replace("papernotes]", f"papernotes: {{{folders}}}]"))
        built = sites.build(tmp_path)
        assert (built.code, "option 'topics_path' must be outside of 'tags_path'" in built.output) == (
            code,
            bool(code),
        )
        assert "Traceback" not in built.output


def test_one_address_in_a_tree_for_another_host(tmp_path: Path) -> None:
    """Nobody moves the author's page: it is said that a site shows one of the two."""
    sites.write(tmp_path / "notes", {"index.md": note(1), "papers.md": note(2), "a/index.md": "", "a.md": ""})
    run = CliRunner()
    for host, warned in (("plain", False), ("zensical", True)):
        built = run.invoke(main, ["build", str(tmp_path / "notes"), "--for", host, "--out", str(tmp_path / host)])
        assert built.exit_code == 0, built.output
        assert {"papers.md", "papers/index.md", "a.md", "a/index.md"} <= set(sites.files(tmp_path / host))
        assert ("2 warnings" in built.output) == warned

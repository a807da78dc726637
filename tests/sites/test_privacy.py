"""A word that occurs only in private notes and comments appears in no published file."""

from __future__ import annotations

import json
from pathlib import Path

import markdown
import pytest
from click.testing import CliRunner
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.plugins import BasePlugin

import papernotes_plugin
from papernotes_plugin import Source
from papernotes_plugin.cli import main
from papernotes_plugin.files import obsidian_settings
from papernotes_plugin.hosts.generators import GENERATORS
from papernotes_plugin.markup.visibility import private_setting
from papernotes_plugin.pipeline import catalogue
from tests.helpers import sites
from tests.helpers.sites import CONFIG

A = "https://arxiv.org/abs/1706.03762"
SECRET = f"""# Canary Review

#canary/tag and [[Canary Review]] in one line.

- [Canary Papers Are Secret Papers](https://arxiv.org/abs/2401.00001), ICLR 2024, canaryword
- [Attention Is All You Need]({A}) named here as canaryword too, [CanaryKey2020ICLR](https://arxiv.org/abs/2401.00002)

## Canary Topic

[@canary2020]

```bibtex
@misc{{canary2021, title = {{Canary Entries}}, author = {{Canary, Ann}}, eprint = {{2401.00003}}}}
```
"""
PUBLIC = f"""# Reading

- [Attention Is All You Need]({A}) is its root %%canaryword%%, see [[plan]] and [[Hidden|the plan]] <!-- canaryword -->
- [ordinary](plan.md), [with a place](journal/plan%202.md#canary-topic) and [[Layer2020ICLR]]; ![[plan]]

%%
- [Canary Papers Are Secret Papers](https://arxiv.org/abs/2401.00001) #canarytag
%%

### [Denoising Diffusion Probabilistic Models](https://arxiv.org/abs/2006.11239) %%canaryword%%

**TL;DR:** Noise %%canaryword%% is taken away.

**Abstract:** Noise is <!-- canaryword --> taken away.

%% canaryword %%

![canvas](a.png)
"""


def private_note(setting: str, body: str = SECRET) -> str:
    """Return a note with a line of front matter that makes it private, and with a secret title, alias and tag."""
    return f"---\ntitle: Canary Review\naliases: [Canary, Hidden]\ntags: [canary]\n{setting}\n---\n{body}"


FILES: dict[str, str | bytes] = {
    "index.md": PUBLIC,
    "plan.md": private_note("draft: true"),
    "journal/plan 2.md": private_note("publish: no"),
    "Layer2020ICLR.md": private_note('private: "true"'),
    "broken.md": private_note("draft: true\nbroken: [\n"),
    "hugo.md": '+++\ntitle = "Canary Review"\ndraft = true\n+++\n' + SECRET,
    "wide.md": private_note("draft: true").encode("utf-16"),
    "templates/a.md": SECRET,
    "meta/forms/card.md": SECRET,
    "meta/forms/canary.txt": "canaryword",
    "meta/daily.md": SECRET,
    ".obsidian/templates.json": '{"folder": "meta/forms"}',
    ".obsidian/daily-notes.json": '{"template": "/meta/daily"}',
    ".obsidian/canary.md": SECRET,
    ".trash/canary.md": SECRET,
    "a.png": b"x",
}


def with_canary(files: dict[str, bytes]) -> list[str]:
    """Return the names of the files with the word "canary" in their text or name."""
    return [name for name, data in files.items() if b"canary" in data.lower() or "canary" in name.lower()]


# --- settings that make a note private --------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("draft: true", "draft: true"),
        ("draft: yes", "draft: yes"),
        ('draft: "true"', "draft: true"),
        ("Draft: TRUE", "draft: true"),
        ("draft: [true]", "draft: true"),
        ("draft: true # not yet", "draft: true"),
        ("private: on", "private: on"),
        ("publish: false", "publish: false"),
        ("publish: draft", "publish: draft"),
        ("published: no", "published: no"),
        ("public: false", "public: false"),
        ("draft: false", ""),
        ("draft:", ""),
        ("draft: second", ""),
        ("publish: true", ""),
        ("published: 2017-06-12", ""),
        ("publish: ''", ""),
        ("tags: [draft, private]", ""),
        ("status: draft", ""),
        ("meta: {draft: true}", ""),
    ],
)
def test_front_matter_makes_a_note_private(setting: str, expected: str) -> None:
    """The settings of Hugo, Quartz, Obsidian Publish, Jekyll and Logseq make a note private, and no others."""
    site = papernotes_plugin.build([Source("a.md", f"---\n{setting}\n---\n[Attention]({A})\n".encode())])
    assert [note.path for note in site.library.notes] == ([] if expected else ["a.md"])
    assert site.private == ({"a.md": expected} if expected else {})
    assert [f"{expected!r} makes the note private; nothing of it is published"] * bool(expected) == [
        i.message for i in site.issues if i.code == "private-note"
    ]


def test_values_of_other_types_make_nothing_private() -> None:
    """Lists, mappings and empty keys in front matter make no note private."""
    assert private_setting({"draft": {"a": "true"}, "publish": [], "private": [["true"]], "": "true"}) == ""


# --- links to private notes -------------------------------------------------------------------------


def test_links_to_private_notes_become_text() -> None:
    """A link to a private note becomes its text, and the issue names only its line and column."""
    sources = {name: text if isinstance(text, bytes) else text.encode() for name, text in FILES.items()}
    notes = [Source(name, sources[name]) for name in ("index.md", "plan.md", "journal/plan 2.md", "Layer2020ICLR.md")]
    site = papernotes_plugin.build(notes)
    links = [(i.line, i.column) for i in site.issues if i.code == "private-link"]
    assert links == [(3, 97), (3, 110), (4, 3), (4, 24), (4, 77), (4, 96)]
    assert with_canary({str(i): str(i).encode() for i in site.issues if i.path == "index.md"}) == []
    text = papernotes_plugin.annotate(site, "index.md")
    assert "see plan and the plan <!--" in text
    assert "- ordinary, with a place and Layer2020ICLR; plan" in text
    assert "layer2020iclr" not in {paper.citekey.casefold() for paper in site.library.papers}
    assert site.counts.private == 3
    assert str(site.counts).startswith("1 note (3 more private), ")


def test_a_public_note_of_the_same_name_is_linked() -> None:
    """A link by a name that a private note also has leads to the public note."""
    notes = [Source("a/plan.md", b"# Plan"), Source("plan.md", private_note("draft: true").encode())]
    site = papernotes_plugin.build([*notes, Source("x.md", b"[[plan]] and [it](a/plan.md)")])
    assert [link.target for link in site.library.links["x.md"]] == ["a/plan.md", "a/plan.md"]
    assert "[plan](a/plan.md) and" in papernotes_plugin.annotate(site, "x.md")


def test_the_catalogue_has_no_private_notes() -> None:
    """The exported catalogue has no trace of a private note."""
    names = ["plan.md", "journal/plan 2.md", "Layer2020ICLR.md"]
    notes = [Source(name, private_note("draft: true").encode()) for name in names]
    site = papernotes_plugin.build([*notes, Source("index.md", PUBLIC.encode())])
    assert with_canary({"json": catalogue(site).encode()}) == []
    assert len(json.loads(catalogue(site))["papers"]) == 2
    assert "see plan and the plan" in catalogue(site)


# --- Obsidian's settings ----------------------------------------------------------------------------


def test_templates_by_obsidians_settings(tmp_path: Path) -> None:
    """Templates of the core plugins and of Templater are found from any folder of the vault."""
    settings: dict[str, str | bytes] = {
        ".obsidian/templates.json": '{"folder": "Meta/[T] forms/"}',
        ".obsidian/daily-notes.json": '{"template": "Meta/Daily", "folder": "Log"}',
        ".obsidian/zk-prefixer.json": '{"template": ""}',
        ".obsidian/plugins/templater-obsidian/data.json": '{"templates_folder": "notes/tpl"}',
    }
    sites.write(tmp_path, {**settings, "notes/a.md": ""})
    assert obsidian_settings.template_globs(tmp_path) == ("Meta/[[]T] forms", "notes/tpl", "Meta/Daily.md")
    assert "tpl" in obsidian_settings.template_globs(tmp_path / "notes")
    assert obsidian_settings.template_globs(tmp_path / "notes", above=0) == ()


@pytest.mark.parametrize("text", ["", "[", '{"folder": ["a"]}', '{"folder": "/"}', '{"folder": "../b"}', "[1]", "{}"])
def test_settings_that_name_no_folder(tmp_path: Path, text: str) -> None:
    """Invalid or empty settings hide nothing, in particular not the whole vault."""
    sites.write(tmp_path, {".obsidian/templates.json": text})
    assert obsidian_settings.template_globs(tmp_path) == ()


OWN = ("index.md", "_index.md", ".papernotes")
"""Files that may have the word: the author's own note, under its two names, and the list of written files."""


# --- whole sites and exports ------------------------------------------------------------------------


@pytest.mark.parametrize("host", GENERATORS)
def test_output_of_the_commands_has_no_private_word(tmp_path: Path, host: str) -> None:
    """`papernotes build` and every export leave private text out; a copied public note keeps its comments."""
    sites.write(tmp_path / "notes", {**FILES, "out/canary.md": SECRET})
    run = CliRunner()
    arguments = [str(tmp_path / "notes"), "--exclude", "out"]
    result = run.invoke(main, ["build", *arguments, "--for", host, "--out", str(tmp_path / "content")])
    assert result.exit_code == 0, result.output
    files = sites.files(tmp_path / "content")
    assert "a.png" in files
    assert with_canary({name: data for name, data in files.items() if name not in OWN}) == []
    assert b"canary" not in files[".papernotes"]
    for form in ("json", "bib", "biblatex", "csl", "ris") if host == "plain" else ():
        done = run.invoke(main, ["export", *arguments, "--format", form])
        assert done.exit_code == 0, done.output
        assert "1706.03762" in done.stdout
        assert "canary" not in done.stdout.lower()


@pytest.mark.parametrize("host", ["mkdocs", pytest.param("properdocs", marks=pytest.mark.full)])
def test_a_site_has_no_private_word(tmp_path: Path, host: str) -> None:
    """No page, search index, sitemap, `.bib` file, list or export has private text, and no link is broken."""
    docs = {f"docs/{name}": text for name, text in FILES.items()}
    # MkDocs publishes the HTML comments of a page
    docs["docs/index.md"] = PUBLIC.replace("<!-- canaryword -->", "") + "\n[[Canary|the plan]]\n"
    docs["docs/out.md"] = SECRET
    result = sites.build(
        sites.write(tmp_path, {"mkdocs.yml": f"{CONFIG}draft_docs: out.md\nsite_url: https://a.org/\n", **docs}),
        "--strict",
        host=host,
    )
    assert result.code == 0, result.output
    assert result.warnings == []
    assert with_canary(sites.files(result.site)) == []
    assert sites.Site(result.site).broken() == []
    assert result.summary.startswith("1 note (6 more private), ")
    assert "canary" not in result.output.lower()


def test_posts_of_a_blog(tmp_path: Path) -> None:
    """Private posts stay private, although Material's blog reads only `draft` and restores files that it removed."""
    post = "---\ndate: 2024-01-01\n{}\n---\n# Canary\n\ncanaryword\n"
    files: dict[str, str | bytes] = {
        "docs/index.md": f"# Home\n\n<{A}>\n",
        "docs/blog/index.md": "# Blog\n",
        "docs/blog/posts/a.md": "---\ndate: 2024-01-01\n---\n# A\n\n[b](b.md), [[c]], [[d]]\n",
        "docs/blog/posts/b.md": post.format("draft: true"),
        "docs/blog/posts/c.md": post.format("publish: false"),
    }
    files["docs/blog/posts/d.md"] = post.format("tags: [canary]").replace("2024", "2124")
    config = CONFIG.replace("[search, papernotes]", "[papernotes, blog: {draft_if_future_date: true}, search]")
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **files}), "--strict")
    assert result.code == 0, result.output
    assert result.warnings == []
    assert with_canary(sites.files(result.site)) == []


def test_the_markdown_extension_shows_no_private_word(tmp_path: Path) -> None:
    """Links, citekeys and lists that the Markdown extension writes have no private text."""
    sites.write(tmp_path / "notes", FILES)
    name = "papernotes_plugin.markdown_extensions.live"
    text = "[[plan]] ![[plan]] [a](plan.md) [@arxiv:2401.00001] [[Layer2020ICLR]]\n\n<!-- papernotes:papers -->\n"
    for page in ("new.md", "index.md"):
        options = {name: {"notes": str(tmp_path / "notes"), "page": page}}
        page_html = markdown.markdown(text, extensions=[name], extension_configs=options)
        assert "canary" not in page_html.lower()
        assert "Attention Is All You Need" in page_html


def test_an_excluded_note_adds_nothing_to_the_library(tmp_path: Path) -> None:
    """An excluded note stays a page that links and search reach; its text appears on no other page."""
    body = SECRET.replace("# Canary Review", "# Set aside").replace("## Canary Topic", "## A topic")
    files: dict[str, str | bytes] = {
        "docs/index.md": f"# Home\n\n- <{A}>\n- [[aside]] and ![[aside]] and [it](x/aside.md), Set aside\n",
        "docs/x/aside.md": f"---\ntags: [own]\n---\n{body}",
    }
    config = CONFIG.replace("papernotes]", "tags, papernotes: {exclude: [x]}]")
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **files}), "--strict")
    assert result.code == 0, result.output
    assert with_canary(sites.files(result.site)) == ["search/search_index.json", "x/aside/index.html"]
    entries = json.loads((result.site / "search/search_index.json").read_text())["docs"]
    assert {doc["location"].partition("#")[0] for doc in entries if "canary" in str(doc).lower()} == {"x/aside/"}
    assert sites.Site(result.site).broken() == []
    assert result.page("index.html").partition("<article")[2].count('href="x/aside/"') == 3
    assert "papernotes" not in result.page("x/aside/index.html").partition("<article")[2].partition("</article>")[0]
    assert result.summary.startswith("1 note, 1 mention, 1 paper")


@pytest.mark.full
def test_a_generated_page_replaces_a_private_note(tmp_path: Path) -> None:
    """A private note at the path of a generated page does not prevent that page."""
    files: dict[str, str | bytes] = {
        "docs/index.md": f"# Home\n\n[Attention Is All You Need]({A})\n",
        "docs/papers/index.md": private_note("draft: true"),
        "docs/tags.md": private_note("publish: false"),
        "docs/papers.bib": "@misc{a, title = {Mine}}",
    }
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": CONFIG, **files}), "--strict")
    assert result.code == 0, result.output
    assert with_canary(sites.files(result.site)) == []
    assert "Attention Is All You Need" in result.page("papers/index.html")
    assert (result.site / "tags/index.html").is_file()
    assert "Mine" in (result.site / "papers.bib").read_text()
    tree = CliRunner().invoke(main, ["build", str(tmp_path / "docs"), "--out", str(tmp_path / "content")])
    assert tree.exit_code == 0, tree.output
    assert "Attention Is All You Need" in (tmp_path / "content/papers/index.md").read_text()


def test_text_behind_a_password(tmp_path: Path) -> None:
    """Text of a note that mkdocs-encryptcontent-plugin encrypts appears on no other page."""
    files: dict[str, str | bytes] = {
        "docs/index.md": f"# Home\n\n- <{A}>\n- [[aside]]\n",
        "docs/aside.md": "---\npassword: open\n---\n" + SECRET.replace("Canary Review", "Set aside", 1),
    }
    sites.write(tmp_path, {"mkdocs.yml": CONFIG, **files})
    config = load_config(str(tmp_path / "mkdocs.yml"))
    config.plugins["encryptcontent"] = BasePlugin()
    build(config)
    files_with_canary = with_canary(sites.files(tmp_path / "site"))
    assert files_with_canary == ["aside/index.html", "search/search_index.json"]
    assert 'href="aside/">aside</a>' in (tmp_path / "site/index.html").read_text("utf-8")


def test_a_preview_shows_drafts(tmp_path: Path) -> None:
    """A preview shows a draft with the mark that MkDocs gives drafts, and its text on no other page."""
    files: dict[str, str | bytes] = {"docs/index.md": f"<{A}> [[b]]\n", "docs/b.md": private_note("draft: true")}
    sites.write(tmp_path, {"mkdocs.yml": CONFIG, **files})
    config = load_config(str(tmp_path / "mkdocs.yml"))
    build(config, serve_url="http://127.0.0.1/")
    files_with_canary = with_canary(
        {name: data for name, data in sites.files(tmp_path / "site").items() if name.endswith(".html")}
    )
    assert files_with_canary == ["b/index.html"]
    assert "DRAFT" in (tmp_path / "site/b/index.html").read_text("utf-8")

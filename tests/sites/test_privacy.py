"""Private stays private: a word that stands in nothing but private places appears nowhere."""

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


def front(said: str, body: str = SECRET) -> str:
    """A note with front matter of which nothing may be seen either."""
    return f"---\ntitle: Canary Review\naliases: [Canary, Hidden]\ntags: [canary]\n{said}\n---\n{body}"


FILES: dict[str, str | bytes] = {
    "index.md": PUBLIC,
    "plan.md": front("draft: true"),
    "journal/plan 2.md": front("publish: no"),
    "Layer2020ICLR.md": front('private: "true"'),
    "broken.md": front("draft: true\nbroken: [\n"),
    "hugo.md": '+++\ntitle = "Canary Review"\ndraft = true\n+++\n' + SECRET,
    "wide.md": front("draft: true").encode("utf-16"),
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


def singing(files: dict[str, bytes]) -> list[str]:
    """The files that hold the word, in their text or in their name."""
    return [name for name, data in files.items() if b"canary" in data.lower() or "canary" in name.lower()]


# --- what keeps a note back -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "expected"),
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
def test_front_matter_keeps_a_note_back(said: str, expected: str) -> None:
    """By the words of Hugo, Quartz, Obsidian Publish, Jekyll and Logseq, and by no others."""
    site = papernotes_plugin.build([Source("a.md", f"---\n{said}\n---\n[Attention]({A})\n".encode())])
    assert [note.path for note in site.library.notes] == ([] if expected else ["a.md"])
    assert site.private == ({"a.md": expected} if expected else {})
    assert [f"{expected!r} makes the note private; nothing of it is published"] * bool(expected) == [
        i.message for i in site.issues if i.code == "private-note"
    ]


def test_odd_values_keep_nothing_back() -> None:
    """Front matter may hold anything."""
    assert private_setting({"draft": {"a": "true"}, "publish": [], "private": [["true"]], "": "true"}) == ""


# --- links to what is kept back ---------------------------------------------------------------------


def test_links_to_private_notes_become_text() -> None:
    """They are named by their place alone; their words are those of the public note."""
    sources = {name: text if isinstance(text, bytes) else text.encode() for name, text in FILES.items()}
    notes = [Source(name, sources[name]) for name in ("index.md", "plan.md", "journal/plan 2.md", "Layer2020ICLR.md")]
    site = papernotes_plugin.build(notes)
    links = [(i.line, i.column) for i in site.issues if i.code == "private-link"]
    assert links == [(3, 97), (3, 110), (4, 3), (4, 24), (4, 77), (4, 96)]
    assert singing({str(i): str(i).encode() for i in site.issues if i.path == "index.md"}) == []
    text = papernotes_plugin.annotate(site, "index.md")
    assert "see plan and the plan <!--" in text
    assert "- ordinary, with a place and Layer2020ICLR; plan" in text
    assert "layer2020iclr" not in {paper.citekey.casefold() for paper in site.library.papers}
    assert site.counts.private == 3
    assert str(site.counts).startswith("1 notes (3 more private), ")


def test_a_public_note_of_the_same_name_is_reached() -> None:
    """What is kept back takes no name away from others."""
    notes = [Source("a/plan.md", b"# Plan"), Source("plan.md", front("draft: true").encode())]
    site = papernotes_plugin.build([*notes, Source("x.md", b"[[plan]] and [it](a/plan.md)")])
    assert [link.target for link in site.library.links["x.md"]] == ["a/plan.md", "a/plan.md"]
    assert "[plan](a/plan.md) and" in papernotes_plugin.annotate(site, "x.md")


def test_the_catalogue_is_silent() -> None:
    """Not even that there is a private note is told in what is published."""
    names = ["plan.md", "journal/plan 2.md", "Layer2020ICLR.md"]
    notes = [Source(name, front("draft: true").encode()) for name in names]
    site = papernotes_plugin.build([*notes, Source("index.md", PUBLIC.encode())])
    assert singing({"json": catalogue(site).encode()}) == []
    assert len(json.loads(catalogue(site))["papers"]) == 2
    assert "see plan and the plan" in catalogue(site)


# --- Obsidian's settings ----------------------------------------------------------------------------


def test_templates_by_obsidians_settings(tmp_path: Path) -> None:
    """Those of the core plugins and of Templater, seen from any folder of the vault."""
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
    """Broken or empty settings hide nothing, least of all the whole vault."""
    sites.write(tmp_path, {".obsidian/templates.json": text})
    assert obsidian_settings.template_globs(tmp_path) == ()


OWN = ("index.md", "_index.md", ".papernotes")
"""The author's own note, and the list of files."""


# --- the canary -------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", GENERATORS)
def test_no_word_of_it_is_in_a_docs_tree(tmp_path: Path, host: str) -> None:
    """`papernotes build` and `export` in every format; the author's own note keeps its comments."""
    sites.write(tmp_path / "notes", {**FILES, "out/canary.md": SECRET})
    run = CliRunner()
    arguments = [str(tmp_path / "notes"), "--exclude", "out"]
    built = run.invoke(main, ["build", *arguments, "--for", host, "--out", str(tmp_path / "content")])
    assert built.exit_code == 0, built.output
    files = sites.files(tmp_path / "content")
    assert "a.png" in files
    assert singing({name: data for name, data in files.items() if name not in OWN}) == []
    assert b"canary" not in files[".papernotes"]
    for form in ("json", "bib", "biblatex", "csl", "ris") if host == "plain" else ():
        done = run.invoke(main, ["export", *arguments, "--format", form])
        assert done.exit_code == 0, done.output
        assert "1706.03762" in done.stdout
        assert "canary" not in done.stdout.lower()


@pytest.mark.parametrize("host", ["mkdocs", pytest.param("properdocs", marks=pytest.mark.full)])
def test_no_word_of_it_is_in_a_site(tmp_path: Path, host: str) -> None:
    """Every file of the site: pages, search, sitemap, `.bib`, lists and exports; and nothing is broken."""
    docs = {f"docs/{name}": text for name, text in FILES.items()}
    # HTML comments of a page are its own: MkDocs has them in its source
    docs["docs/index.md"] = PUBLIC.replace("<!-- canaryword -->", "") + "\n[[Canary|the plan]]\n"
    docs["docs/out.md"] = SECRET
    built = sites.build(
        sites.write(tmp_path, {"mkdocs.yml": f"{CONFIG}draft_docs: out.md\nsite_url: https://a.org/\n", **docs}),
        "--strict",
        host=host,
    )
    assert built.code == 0, built.output
    assert built.warnings == []
    assert singing(sites.files(built.site)) == []
    assert sites.Site(built.site).broken() == []
    assert built.summary.startswith("1 notes (6 more private), ")
    assert "canary" not in built.output.lower()


def test_posts_of_a_blog(tmp_path: Path) -> None:
    """Material's blog knows `draft` alone, and brings back what it hides for a while."""
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
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **files}), "--strict")
    assert built.code == 0, built.output
    assert built.warnings == []
    assert singing(sites.files(built.site)) == []


def test_no_word_of_it_is_in_a_text_that_cites_live(tmp_path: Path) -> None:
    """Where a host runs the Markdown extension: neither a name nor a key nor a list knows what is private."""
    sites.write(tmp_path / "notes", FILES)
    name = "papernotes_plugin.markdown_extensions.live"
    text = "[[plan]] ![[plan]] [a](plan.md) [@arxiv:2401.00001] [[Layer2020ICLR]]\n\n<!-- papernotes:papers -->\n"
    for page in ("new.md", "index.md"):
        options = {name: {"notes": str(tmp_path / "notes"), "page": page}}
        made = markdown.markdown(text, extensions=[name], extension_configs=options)
        assert "canary" not in made.lower()
        assert "Attention Is All You Need" in made


def test_what_is_excluded_feeds_nothing(tmp_path: Path) -> None:
    """It stays a page of the site, which links may lead to; the search of the host finds it there and nowhere else."""
    body = SECRET.replace("# Canary Review", "# Set aside").replace("## Canary Topic", "## A topic")
    files: dict[str, str | bytes] = {
        "docs/index.md": f"# Home\n\n- <{A}>\n- [[aside]] and ![[aside]] and [it](x/aside.md), Set aside\n",
        "docs/x/aside.md": f"---\ntags: [ours]\n---\n{body}",
    }
    config = CONFIG.replace("papernotes]", "tags, papernotes: {exclude: [x]}]")
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **files}), "--strict")
    assert built.code == 0, built.output
    assert singing(sites.files(built.site)) == ["search/search_index.json", "x/aside/index.html"]
    found = json.loads((built.site / "search/search_index.json").read_text())["docs"]
    assert {doc["location"].partition("#")[0] for doc in found if "canary" in str(doc).lower()} == {"x/aside/"}
    assert sites.Site(built.site).broken() == []
    assert built.page("index.html").partition("<article")[2].count('href="x/aside/"') == 3
    assert "papernotes" not in built.page("x/aside/index.html").partition("<article")[2].partition("</article>")[0]
    assert built.summary.startswith("1 notes, 1 mentions, 1 papers")


def test_ours_stands_where_a_private_note_does(tmp_path: Path) -> None:
    """A draft of a page that would be generated keeps back itself alone."""
    files: dict[str, str | bytes] = {
        "docs/index.md": f"# Home\n\n[Attention Is All You Need]({A})\n",
        "docs/papers/index.md": front("draft: true"),
        "docs/tags.md": front("publish: false"),
        "docs/papers.bib": "@misc{a, title = {Mine}}",
    }
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": CONFIG, **files}), "--strict")
    assert built.code == 0, built.output
    assert singing(sites.files(built.site)) == []
    assert "Attention Is All You Need" in built.page("papers/index.html")
    assert (built.site / "tags/index.html").is_file()
    assert "Mine" in (built.site / "papers.bib").read_text()
    tree = CliRunner().invoke(main, ["build", str(tmp_path / "docs"), "--out", str(tmp_path / "content")])
    assert tree.exit_code == 0, tree.output
    assert "Attention Is All You Need" in (tmp_path / "content/papers/index.md").read_text()


def test_what_a_password_locks(tmp_path: Path) -> None:
    """mkdocs-encryptcontent-plugin locks the page of a note, and would not lock what others quote of it."""
    files: dict[str, str | bytes] = {
        "docs/index.md": f"# Home\n\n- <{A}>\n- [[aside]]\n",
        "docs/aside.md": "---\npassword: open\n---\n" + SECRET.replace("Canary Review", "Set aside", 1),
    }
    sites.write(tmp_path, {"mkdocs.yml": CONFIG, **files})
    config = load_config(str(tmp_path / "mkdocs.yml"))
    config.plugins["encryptcontent"] = BasePlugin()
    build(config)
    found = singing(sites.files(tmp_path / "site"))
    assert found == ["aside/index.html", "search/search_index.json"]
    assert 'href="aside/">aside</a>' in (tmp_path / "site/index.html").read_text("utf-8")


def test_a_preview_shows_drafts(tmp_path: Path) -> None:
    """As MkDocs shows its own: with a mark, and in no other page."""
    files: dict[str, str | bytes] = {"docs/index.md": f"<{A}> [[b]]\n", "docs/b.md": front("draft: true")}
    sites.write(tmp_path, {"mkdocs.yml": CONFIG, **files})
    config = load_config(str(tmp_path / "mkdocs.yml"))
    build(config, serve_url="http://127.0.0.1/")
    found = singing({name: data for name, data in sites.files(tmp_path / "site").items() if name.endswith(".html")})
    assert found == ["b/index.html"]
    assert "DRAFT" in (tmp_path / "site/b/index.html").read_text("utf-8")

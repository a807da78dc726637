"""Whole sites are built by the real commands: the reference notes, small sites and sites with bad input."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.checked_sites import checked
from tests.helpers.plugin_builds import different_files
from tests.helpers.sites import CONFIG, PLAIN, Built, Site

A = "https://arxiv.org/abs/1706.03762"
B = "https://arxiv.org/abs/2006.11239"
NOTE = (
    "# Reading\n\n"
    f"- [Attention Is All You Need]({A}) is where it began\n"
    f"- [Denoising Diffusion Probabilistic Models]({B})\n"
)


# --- the reference notes ----------------------------------------------------------------------------


@pytest.mark.shared
@pytest.mark.parametrize(
    ("host", "directories", "bibliography"),
    [
        pytest.param("mkdocs", True, True, id="mkdocs-directories-bib"),
        pytest.param("properdocs", False, False, id="properdocs-files", marks=pytest.mark.full),
    ],
)
def test_the_reference_notes(tmp_path: Path, shared: Path, host: str, directories: bool, bibliography: bool) -> None:
    """A strict build has no warnings and no broken links, and changes no file; search has plain titles."""
    config = f"{CONFIG}use_directory_urls: {str(directories).lower()}\n"
    sites.write(tmp_path, {"mkdocs.yml": config})
    shutil.copytree(shared / "notes", tmp_path / "docs")
    sites.write(tmp_path, {"docs/index.md": "# Notes\n\n[all papers](papers/index.md), [as .bib](papers.bib)\n"})
    if bibliography:
        sites.write(tmp_path, {"bib/papers.bib": (shared / "truth" / "papers.bib").read_bytes()})
    before = sites.files(tmp_path)

    result = sites.build(tmp_path, "--strict", host=host)
    site = checked(result)
    assert result.summary.startswith("6 notes, ")
    papers = [path for path in site.pages if path.startswith("papers/") and not path.startswith("papers/years/")]
    papers = [path for path in papers if "This page has moved" not in result.page(path)]
    assert f", {len(papers) - 1} papers, " in result.summary
    assert len(papers) > 300
    entries = json.loads(result.page("search/search_index.json"))["docs"]
    titles = [entry["title"] for entry in entries if entry["location"].startswith("papers/")]
    assert len(titles) >= len(papers)
    assert [title for title in titles if any(sign in title for sign in ("<", "$", "\\", "&lt;", "{"))] == []

    after = sites.files(tmp_path)
    assert {name: data for name, data in after.items() if name.partition("/")[0] not in {"site", ".cache"}} == before


@pytest.mark.full
@pytest.mark.shared
def test_the_reference_notes_directly_and_by_mkdocs(tmp_path: Path, shared: Path) -> None:
    """A build with `rendering: plain` says the same as one that writes pages directly."""
    shutil.copytree(shared / "notes", tmp_path / "docs")
    written = []
    for rendering in ("auto", "plain"):
        config = CONFIG.replace("papernotes]", f"papernotes: {{rendering: {rendering}}}]")
        sites.write(tmp_path, {"mkdocs.yml": config})
        result = sites.build(tmp_path, "--strict", site=rendering)
        assert result.code == 0, result.output
        written.append(sites.files(result.site))
    assert different_files(*written) == []


# --- small sites ------------------------------------------------------------------------------------


def build(folder: Path, files: dict[str, str | bytes], *options: str, config: str = CONFIG) -> Built:
    """Build a site of these files."""
    return sites.build(sites.write(folder, {"mkdocs.yml": config, **files}), *options)


def test_an_explicit_nav(tmp_path: Path) -> None:
    """Generated pages are not added to an explicit nav, without a warning; the author may list one."""
    config = f"{CONFIG}nav:\n  - index.md\n  - Papers: papers/index.md\n"
    site = checked(build(tmp_path, {"docs/index.md": NOTE}, "--strict", config=config))
    links = [url for tag, url in site.pages["index.html"].links if tag == "a"]
    assert "papers/" in links
    assert "tags/" not in links


def test_pages_outside_the_nav(tmp_path: Path) -> None:
    """`not_in_nav` and the strictest validation cause no warning."""
    config = (
        f"{CONFIG}nav: [index.md]\nnot_in_nav: /more/\nvalidation:\n  nav: {{omitted_files: warn, not_found: warn}}\n"
    )
    config += "  links: {not_found: warn, anchors: warn, absolute_links: warn, unrecognized_links: warn}\n"
    checked(
        build(
            tmp_path,
            {"docs/index.md": NOTE, "docs/more/a.md": NOTE.replace("Reading", "More")},
            "--strict",
            config=config,
        )
    )


@pytest.mark.parametrize(
    "plugins",
    [
        "papernotes, tags, search",
        pytest.param("papernotes, search", marks=pytest.mark.full),
        pytest.param("tags, papernotes, search", marks=pytest.mark.full),
    ],
)
def test_any_order_of_plugins(tmp_path: Path, plugins: str) -> None:
    """The order of papernotes and other plugins does not matter."""
    note = f"---\ntags: [sequence models]\n---\n{NOTE}"
    result = build(tmp_path, {"docs/index.md": note}, "--strict", config=CONFIG.replace("search, papernotes", plugins))
    site = checked(result)
    assert len([p for p in site.pages if p.startswith("papers/")]) == 3
    assert "Attention Is All You Need" in result.page("search/search_index.json")


@pytest.mark.parametrize("theme", ["mkdocs", pytest.param("readthedocs", marks=pytest.mark.full)])
def test_other_themes(tmp_path: Path, theme: str) -> None:
    """Sites with other themes than Material have no warnings and no broken links."""
    config = CONFIG.replace("name: material\n  font: false", f"name: {theme}")
    result = build(tmp_path, {"docs/index.md": NOTE}, "--strict", config=config)
    assert result.code == 0, result.output
    assert result.warnings == []
    assert Site(result.site).broken() == []


def test_another_plugin_changed_the_note(tmp_path: Path) -> None:
    """Changes that another plugin makes to a note before papernotes are kept, and the note has its links."""
    hook = (
        "from mkdocs.plugins import event_priority\n"
        "@event_priority(1000)\n"
        "def on_page_markdown(markdown, page, **kwargs):\n"
        "    return 'Printed on paper.\\n\\n' + markdown if page.file.src_uri == 'index.md' else None\n"
    )
    note = f"---\ntitle: Reading\n---\n{NOTE}"
    result = build(tmp_path, {"docs/index.md": note, "hook.py": hook}, "--strict", config=f"{CONFIG}hooks: [hook.py]\n")
    checked(result)
    page = result.page("index.html")
    assert "Printed on paper." in page
    assert "papernotes-sign" in page
    assert "title: Reading" not in page


def test_author_files_replace_generated_files(tmp_path: Path) -> None:
    """An author's file with the path or URL of a generated file replaces it, and all links lead to it."""
    files: dict[str, str | bytes] = {
        "docs/index.md": NOTE,
        "docs/papers/README.md": "# My own index\n\nby hand\n",
        "docs/papers/vaswani2017attention.md": "# My own page\n\nby hand, too\n",
        "bib/a.bib": "@misc{vaswani2017attention, title = {Attention Is All You Need}, eprint = {1706.03762}}\n",
        "docs/papers.bib": "% my own\n",
        "docs/assets/papernotes/papernotes.css": "/* my own */\n",
    }
    result = build(tmp_path, files, "--strict", "--verbose")
    assert result.code == 0, result.output
    assert Site(result.site).broken() == []
    assert "by hand" in result.page("papers/index.html")
    assert "by hand, too" in result.page("papers/vaswani2017attention/index.html")
    assert result.page("papers.bib") == "% my own\n"
    assert result.page("assets/papernotes/papernotes.css") == "/* my own */\n"
    assert result.output.count("[page-exists]") == 4


@pytest.mark.parametrize(
    "directories", [pytest.param(True, id="directories"), pytest.param(False, marks=pytest.mark.full, id="files")]
)
def test_a_page_of_tags_by_material(tmp_path: Path, directories: bool) -> None:
    """The page on which Material's tags plugin lists tags keeps its URL, and generated tag links lead to it."""
    files: dict[str, str | bytes] = {
        "docs/index.md": f"---\ntags: [sequence models]\n---\n{NOTE}",
        "docs/tags.md": "# By tag\n\n<!-- material/tags -->\n",
    }
    config = CONFIG.replace("search, papernotes", "search, tags, papernotes")
    result = build(tmp_path, files, "--strict", config=f"{config}use_directory_urls: {str(directories).lower()}\n")
    checked(result)
    assert "By tag" in result.page("tags/index.html" if directories else "tags.html")


def test_notes_that_are_not_published_are_not_read(tmp_path: Path) -> None:
    """No text of a draft, an unpublished or an excluded note is in a generated page, list or search entry."""
    secret = f"# Later\n\n- [Canary Papers Are Secret Papers]({A}) sings, #canarytag\n"
    files: dict[str, str | bytes] = {
        "docs/index.md": f"# Reading\n\n- [Denoising Diffusion Probabilistic Models]({B})\n",
        "docs/draft.md": secret,
        "docs/hidden.md": secret,
        "docs/private/a.md": secret,
        "docs/unready.md": f"---\ndraft: true\n---\n{secret}",
        "docs/unpublished.md": f"---\npublish: false\n---\n{secret}",
    }
    config = CONFIG.replace("papernotes]", "papernotes: {exclude: [private]}]")
    config += "draft_docs: draft.md\nexclude_docs: hidden.md\n"
    result = build(tmp_path, files, "--strict", config=config)
    checked(result)
    assert result.summary.startswith("1 note (2 more private), 1 mention, 1 paper")
    # MkDocs publishes the notes that only papernotes excludes, and adds them to its search
    with_canary = {name for name, data in sites.files(result.site).items() if b"anary" in data}
    assert {name.partition("/")[0] for name in with_canary} <= {"private", "search"}


# --- bad input --------------------------------------------------------------------------------------


BAD: dict[str, str | bytes] = {
    "docs/index.md": NOTE,
    "docs/latin.md": "# Caf\xe9\n\n- [Layer Normalization](https://arxiv.org/abs/1607.06450) \xfcber alles\n".encode(
        "cp1252"
    ),
    "docs/front.md": (
        "---\ntitle: [unclosed\n---\n# Front\n\n"
        "- [Adam: A Method for Stochastic Optimization](https://arxiv.org/abs/1412.6980)\n"
    ),
    "docs/a/same.md": (
        "# Same\n\n- [Deep Residual Learning for Image Recognition](https://arxiv.org/abs/1512.03385)\n"
    ),
    "docs/b/same.md": "# Same\n\nsee [@nobody] and [[same]]\n",
    "docs/tables.md": (
        "# Tables\n\n<!-- papernotes:papers colour=red -->\n\n"
        "<!-- papernotes:papers sort=loudness -->\n\n<!-- papernotes:parrots -->\n"
    ),
    "docs/papers/index.md": "# My papers\n",
    "bib/papers.bib": (
        "@article{adam, title={Adam: A Method for Stochastic Optimization}, eprint={1412.6980}, eprinttype={arxiv}}\n"
        "@article{broken, title={Never closed, year={1999}\n"
        "@article{layer, title={Layer Normalization}, eprint={1607.06450}, archiveprefix={arXiv}, year={2016}}\n"
        "@article{layer, title={Another One}, year={2017}}\n"
    ),
    "bib/keys.txt": "arxiv:1706.03762 attention\nnonsense\n",
}
EXPECTED = {
    "invalid-utf8": "latin.md",
    "broken-front-matter": "front.md",
    "unknown-key": "b/same.md",
    "unknown-directive-option": "tables.md",
    "bad-directive-option": "tables.md",
    "unknown-directive": "tables.md",
    "broken-entry": "bib/papers.bib",
    "duplicate-entry": "bib/papers.bib",
    "broken-key-lock": "bib/keys.txt",
    "unreadable-file": "gone.md",
}
"""Code of each warning of the site with bad input, and the file that it names."""


def bad_site(folder: Path) -> Path:
    """Write the site with bad input and a symbolic link without a target."""
    sites.write(folder, {"mkdocs.yml": CONFIG, **BAD})
    (folder / "docs" / "gone.md").symlink_to("nowhere.md")
    return folder


def test_bad_input_is_reported_and_the_rest_is_published(tmp_path: Path) -> None:
    """Each fault is one warning with its file, and every valid paper has its page."""
    result = sites.build(bad_site(tmp_path), "--verbose")
    assert result.code == 0, result.output
    warnings = {code: [line for line in result.warnings if f"[{code}]" in line] for code in EXPECTED}
    assert {code: len(lines) for code, lines in warnings.items()} == dict.fromkeys(EXPECTED, 1)
    for code, path in EXPECTED.items():
        assert f"papernotes: {path}" in warnings[code][0]
    assert len(result.warnings) == len(EXPECTED)
    assert "[duplicate-note-name]" in result.output
    assert "[page-exists]" in result.output
    assert "Traceback" not in result.output
    entries = json.loads(result.page("search/search_index.json"))["docs"]
    assert {entry["title"] for entry in entries if entry["location"].startswith("papers/")} >= {
        "Attention Is All You Need",
        "Layer Normalization",
        "Adam: A Method for Stochastic Optimization",
        "Deep Residual Learning for Image Recognition",
    }
    assert "Café" in result.page("latin/index.html")
    assert "My papers" in result.page("papers/index.html")


def test_a_strict_build_fails_on_bad_input(tmp_path: Path) -> None:
    """A strict build reports every fault before it fails."""
    result = sites.build(bad_site(tmp_path), "--strict")
    assert result.code == 1
    assert len(result.warnings) >= len(EXPECTED)
    assert "strict mode" in result.output


def test_a_pipe_is_no_note(tmp_path: Path) -> None:
    """A named pipe, which would block the build, is reported and skipped."""
    folder = sites.write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": NOTE})
    os.mkfifo(folder / "docs" / "pipe.md")
    result = sites.build(folder)
    assert result.code == 0, result.output
    (warning,) = result.warnings
    assert warning.startswith("papernotes: pipe.md: it cannot be read")
    assert warning.endswith("[unreadable-file]")


def test_a_blog(tmp_path: Path) -> None:
    """The mentions of a post are counted once; its excerpts link to the same papers."""
    files: dict[str, str | bytes] = {
        "docs/index.md": "# Start\n",
        "docs/blog/index.md": "# Blog\n",
        "docs/blog/posts/one.md": f"---\ndate: 2025-01-02\n---\n{NOTE}\n<!-- more -->\n\nMore of it.\n",
        "docs/blog/posts/two.md": f"---\ndate: 2025-01-03\ndraft: true\n---\n# Secret\n\n- [Canary]({A})\n",
    }
    for plugins in ("search, blog, papernotes", "papernotes, blog, search"):
        result = build(tmp_path, files, "--strict", config=CONFIG.replace("search, papernotes", plugins))
        checked(result)
        assert ", 2 mentions, 2 papers" in result.summary
        assert "papernotes-sign" in result.page("blog/index.html")
        assert "papernotes-sign" in result.page("blog/2025/01/02/reading/index.html")


def test_backlinks_are_not_part_of_a_post(tmp_path: Path) -> None:
    """The excerpt and the reading time of a post without a separator do not include generated blocks."""
    files: dict[str, str | bytes] = {
        "docs/index.md": "# Start\n",
        "docs/blog/index.md": "# Blog\n",
        "docs/blog/posts/one.md": f"---\ndate: 2025-01-02\n---\n# One\n\nWords of one, [A]({A}).\n",
        "docs/b.md": "# B\n\n" + "[one](blog/posts/one.md) " + "and many a word " * 300 + "\n",
    }
    result = build(tmp_path, files, "--strict", config=CONFIG.replace("search, papernotes", "search, papernotes, blog"))
    checked(result)
    post, blog = result.page("blog/2025/01/02/one/index.html"), result.page("blog/index.html")
    assert 0 < post.index("Words of one") < post.rindex("Linked from") < post.index("BibTeX of this note")
    for words, expected in (("Words of one", 1), ("1 min read", 1), ("Linked from", 0), ("BibTeX of this note", 0)):
        assert (words in blog) == bool(expected), words


# --- the checker ------------------------------------------------------------------------------------


def test_the_checker_sees_what_is_broken(tmp_path: Path) -> None:
    """A dead link, a missing anchor, a missing asset, a duplicate id and an external script are each found."""
    page = (
        '<a href="b/">ok</a><a href="b/#here">ok</a><a href="https://a.org/">ok</a><a href="mailto:x@y">ok</a>'
        '<a href="c/">dead</a><a href="b/#there">dead</a><img src=\'x.png\'><p id="p"></p><p id="p"></p>'
        '<script src="https://cdn.org/x.js">"<a href=\'no\'>"</script><!-- <a href="no"> --><a href="/b/">absolute</a>'
    )
    sites.write(tmp_path, {"index.html": page, "b/index.html": '<p id="here"><a href="../">up</a></p>'})
    site = Site(tmp_path)
    assert site.broken() == [
        "index.html: c/",
        "index.html: b/#there",
        "index.html: x.png",
        "index.html: /b/",
        "index.html: two places #p",
    ]
    assert list(site.external()) == ["index.html: https://cdn.org/x.js"]


def test_a_plain_site_passes_the_checker(tmp_path: Path) -> None:
    """The checker accepts a Material site without papernotes."""
    checked(sites.build(sites.write(tmp_path, {"mkdocs.yml": PLAIN, "docs/index.md": NOTE}), "--strict"))

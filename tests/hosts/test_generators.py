"""Output for other site generators: Zensical and Hugo build it, and the rules of Quartz are checked."""

from __future__ import annotations

import html
import json
import os
import posixpath
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from urllib.parse import unquote

import pytest
import yaml
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin import pipeline
from papernotes_plugin.cli import main
from papernotes_plugin.files.output_tree import MANIFEST
from papernotes_plugin.hosts import generators, raw_links
from papernotes_plugin.hosts.page_assets import assets
from papernotes_plugin.links.addresses import relative_href
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Note, Source
from tests.helpers import sites
from tests.helpers.sites import Site

ROOT = Path(__file__).parents[2]
NAME = "papernotes_plugin.markdown_extensions.live"
NOTE = """\
---
title: 'A note: of [mine]'
aliases: [The Note]
url: https://example.org/x
date: 2025-07-24
draft: false
weight: heavy
tags: [Vision, ml/nlp]
---
# A note: of [mine]

## Große Pläne

- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), NeurIPS 2017 #ml/seq
- {{< figure src="x.png" >}} stays mine

See [[other#Große Pläne|there]], ![a picture](img/p.png) and [a file](<img/my file.pdf>).
[Another][] and [once more][other].

[Another]: <img/my file.pdf>
[other]: ../../v1.2.md "Another"
"""
REJECTED_BY_HUGO = """\
title: [list]
date: 2025-07-24 10:00
published: true
modified: 2025
lastmod:
markup: x
sites: a
_build: x
cascade: x
outputs: [x]
params: x
slug: a/b
aliases: {a: b}
sitemap: 3
"": empty
"""
"""Each line but the first ends a build of Hugo, or changes the URL of the page."""
FILES: Mapping[str, str | bytes] = {
    "notes/index.md": "# Home\n\n[The note](deep/er/note.md), [**b**](<On A & B.md>), [[Ünï 🧠]], [[100% sure]]\n",
    "notes/On A & B.md": "# On A & B\n\n[![a picture](deep/er/img/p.png)](index.md) [Home][1]\n\n[1]: index.md\n",
    "notes/Ünï 🧠.md": "See [[v1.2]].\n",
    "notes/100% sure.md": f"---\n{REJECTED_BY_HUGO}---\nSee [[UPPER]].\n",
    "notes/My Folder/Sub Dir/Up Note.md": "# Up\n\n[x](<../A & C/x.md>) ![p](p.png) arxiv:1706.03762\n",
    "notes/My Folder/Sub Dir/p.png": b"\x89PNG",
    "notes/My Folder/A & C/x.md": "# X\n\n[far](../far.md) [up](<../Sub Dir/Up Note.md>)\n",
    "notes/My Folder/far.md": "# Far\n\n![p](<Sub Dir/p.png>) ![q](<../My Folder/Sub Dir/p.png>)\n",
    "notes/v1.2.md": "# v1.2\n\n[`pdf`]((https://arxiv.org/pdf/1801.01290.pdf))\n",
    "notes/UPPER.md": "# Upper\n",
    "notes/UPPER/papers.md": (
        "# AC/DC\n\n[[UPPER]] [all](../papers/index.md) [it/self](papers.md#acdc)\n\n"
        "- > ## [Quoted **heading** A/B](https://arxiv.org/abs/1801.01290) [x](https://arxiv.org/abs/1706.03762)\n"
        "  > text\n\n1. ### [In a list](https://arxiv.org/abs/2401.00001)\n\n   text\n"
    ),
    "notes/deep/er/note.md": NOTE,
    "notes/deep/er/other.md": "# Other\n\n## Große Pläne\n\nSee [the note](note.md) and [home](../../index.md).\n",
    "notes/deep/er/img/p.png": b"\x89PNG",
    "notes/deep/er/img/my file.pdf": b"%PDF",
    "bib/papers.bib": (
        "@misc{vaswani2017attention, title = {Attention {{<is>}} {{% all %}} You Need}, eprint = {1706.03762},\n"
        "  archiveprefix = {arXiv}, author = {Vaswani, Ashish}, year = {2017}}\n"
    ),
}


def build_for(folder: Path, notes: Path, host: str) -> Path:
    """Build the notes for a site generator and return the output folder."""
    out = folder / f"content-{host}"
    done = CliRunner().invoke(main, ["build", str(notes), "--out", str(out), "--for", host])
    assert done.exit_code == 0, done.output
    return out


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Write notes with all syntax that generators read differently."""
    return sites.write(tmp_path, FILES) / "notes"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the demo library as a project of its own."""
    folder = tmp_path_factory.mktemp("demo")
    shutil.copytree(ROOT / "docs/library", folder / "docs/library")
    shutil.copytree(ROOT / "docs/assets", folder / "docs/assets")
    shutil.copytree(ROOT / "bib", folder / "bib")
    sites.write(folder, {"docs/index.md": "# Home\n\nThe [library](library/index.md).\n"})
    # the first page of the library links to the documentation
    linked = re.findall(r"\]\(\.\./([\w/-]+\.md)", (folder / "docs/library/index.md").read_text("utf-8"))
    sites.write(folder, {f"docs/{path}": f"# {path}\n" for path in linked if (ROOT / "docs" / path).is_file()})
    return folder


def front(path: Path) -> tuple[dict[str, object], str]:
    """Return the front matter of a page and its text."""
    _, matter, text = path.read_text("utf-8").split("---\n", 2)
    data = yaml.safe_load(matter)
    assert isinstance(data, dict)
    return data, text


def test_plain_is_the_default(notes: Path, tmp_path: Path) -> None:
    """Without the option, and with `plain`, notes keep their front matter and links their paths."""
    out = tmp_path / "out"
    assert CliRunner().invoke(main, ["build", str(notes), "--out", str(out)]).exit_code == 0
    plain = build_for(tmp_path, notes, "plain")
    assert sites.files(out) == sites.files(plain)
    assert (out / "deep/er/note.md").read_text("utf-8").startswith(NOTE[: NOTE.index("# A note")])


def test_front_matter_for_hugo(notes: Path, tmp_path: Path) -> None:
    """Values that Hugo would reject or read as a URL are moved to `params`."""
    data, text = front(build_for(tmp_path, notes, "hugo") / "deep/er/note.md")
    assert data == {
        "title": "A note: of [mine]",
        "date": "2025-07-24",
        "draft": False,
        "tags": ["Vision", "ml/nlp", "ml/seq"],
        "params": {"aliases": ["The Note"], "url": "https://example.org/x", "weight": "heavy"},
    }
    assert "{{< figure" in text, "a shortcode of the author is kept"
    assert "\n# A note" not in text, "Hugo shows the title"


def test_values_that_hugo_rejects_are_in_params(notes: Path, tmp_path: Path) -> None:
    """Every such value is kept in `params`."""
    data, _ = front(build_for(tmp_path, notes, "hugo") / "100% sure.md")
    assert data.keys() == {"title", "", "params"}
    params = data["params"]
    assert isinstance(params, dict)
    assert params.keys() == {
        "date", "published", "modified", "lastmod", "markup", "sites", "_build", "cascade", "outputs", "params", "slug",
        "aliases", "sitemap",
    }  # fmt: skip


def test_hugo_gets_index_pages_with_underscore(notes: Path, tmp_path: Path) -> None:
    """With `index.md`, Hugo would hide the other pages of the folder."""
    out = build_for(tmp_path, notes, "hugo")
    assert not list(out.rglob("index.md"))
    assert (out / "_index.md").is_file()
    assert (out / "papers/_index.md").is_file()


def test_hugo_runs_no_shortcode_of_quoted_text(notes: Path, tmp_path: Path) -> None:
    """Titles and BibTeX cannot contain shortcodes."""
    for page in sorted(build_for(tmp_path, notes, "hugo").joinpath("papers").glob("*.md")):
        assert not re.search(r"\{\{[<%]", front(page)[1]), page


def test_paper_pages_have_tags(notes: Path, tmp_path: Path) -> None:
    """Hugo and Quartz list papers under their tags; generated tag pages move to another folder."""
    for host in ("hugo", "quartz"):
        out = build_for(tmp_path, notes, host)
        assert front(out / "papers/vaswani2017attention.md")[0]["tags"] == ["ml/seq"]
        assert (out / "tagged/vision.md").is_file()
        assert not (out / "tags").exists()


def test_a_second_build_for_a_host_changes_nothing(notes: Path, tmp_path: Path) -> None:
    """An equal build changes nothing; a build for another generator replaces all pages."""
    out = tmp_path / "out"
    for host in ("hugo", "hugo", "quartz", "hugo"):
        before = sites.files(out) if out.exists() else {}
        done = CliRunner().invoke(main, ["build", str(notes), "--out", str(out), "--for", host])
        assert done.exit_code == 0, done.output
        after = sites.files(out)
        assert json.loads(after[MANIFEST])["files"] == sorted(after.keys() - {MANIFEST})
    assert host == "hugo"
    assert before != after
    assert not (out / "index.md").exists()


_WORDS = st.text(max_size=8)


def test_no_two_files_get_one_path() -> None:
    """Folders whose URLs are equal or empty keep their names."""
    files = {"A B/x.md", "A-B/x.md", "???/y.md", "Index.md", "_index.md", "a b/x.md"}
    host = generators.SiteGenerator("hugo", pipeline.build([]).library, Config(), files)
    assert len({host.path(path).casefold() for path in files}) == len({path.casefold() for path in files})
    assert host.path("???/y.md") == "???/y.md"


ONE_NOTE = pipeline.build([Source("a.md", b"# A\n")])


@pytest.mark.parametrize("host", ["hugo", "quartz"])
@given(
    st.dictionaries(st.text(max_size=8), st.text(max_size=8) | st.lists(st.text(max_size=6), max_size=3), max_size=4)
)
def test_front_matter_of_any_shape_is_yaml(host: str, meta: dict[str, object]) -> None:
    """The adapted front matter is always a mapping with a title."""
    note = ONE_NOTE.library.notes[0]
    any_note = Note(**{**{name: getattr(note, name) for name in Note.__slots__}, "meta": meta})
    adapted = generators.SiteGenerator(host, ONE_NOTE.library, Config(), {"a.md"}).note(any_note, any_note.text)
    data = yaml.safe_load(adapted.split("---\n", 2)[1])
    assert data["title"] == "A"


# --- the same pages -------------------------------------------------------------------------------

_FRONT_MATTER = (
    "title: A: b", "- a", "3", "", "title: @x", "title: !x y", "up: [[x]], [[y]]", "a: [x", "1: 2\ntrue: no", "<<: *x",
    "title: *x", "title:\tx", "a: |\n  x\n b: y", "title: Good\ntags:\n  - x", "date: 2025-01-01\n- a", "k: `x`",
)  # fmt: skip


_HOOK = """\
from pathlib import Path
from mkdocs.plugins import event_priority

@event_priority(-300)
def on_page_markdown(markdown, page, config, **rest):
    path = Path(config.config_file_path).parent / "markdown" / page.file.src_uri
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(markdown, "utf-8")
"""
_EXTENSIONS = "markdown_extensions: [attr_list, tables, toc, pymdownx.superfences, pymdownx.highlight]\n"


@pytest.fixture(scope="module")
def plugin_site(demo: Path) -> Path:
    """Return the demo library as a MkDocs site, with the Markdown of its pages in a folder."""
    hooks = "hooks: [hook.py]\n"
    sites.write(demo, {"mkdocs.yml": sites.CONFIG + hooks + _EXTENSIONS, "hook.py": _HOOK})
    result = sites.build(demo)
    assert result.code == 0, result.output
    return demo


def page_texts(tree: Path) -> dict[str, str]:
    """Return the text of each page, without front matter."""
    texts = {}
    for path in sorted(tree.rglob("*.md")):
        text = path.read_text("utf-8")
        text = re.sub(r"\A---\n.*?^---\n", "", text, count=1, flags=re.DOTALL | re.MULTILINE)
        texts[path.relative_to(tree).as_posix()] = text.strip()
    return texts


def relative_url(page: str, target: str) -> str:
    """Return the URL of a page relative to another page."""
    target_url, page_url = (raw_links.site_path(path, folders=True) for path in (target, page))
    return relative_href(target_url, page_url) or "./"


def test_the_pages_are_those_of_the_plugin(plugin_site: Path) -> None:
    """For a generator with attribute lists, pages are byte for byte those of the plugin."""
    plugin_texts = page_texts(plugin_site / "markdown")
    texts = page_texts(build_for(plugin_site, plugin_site / "docs", "zensical"))
    assert texts.keys() == plugin_texts.keys()
    # the plugin adds the data of hover cards to the HTML
    bare = {
        path: re.sub(f'<div class="papernotes-data">{_CARDS}</div>', "", text).rstrip() for path, text in texts.items()
    }
    # Zensical needs spans as anchors in headings
    bare = {path: re.sub('<span id="([^"]*)"></span>', r'<a id="\1"></a>', text) for path, text in bare.items()}
    # it resolves links in HTML
    bare = {path: raw_links.resolve_links(text, path, partial(relative_url, path)) for path, text in bare.items()}
    assert [path for path in texts if bare[path] != plugin_texts[path]] == []


def test_plain_pages_have_the_same_links(plugin_site: Path) -> None:
    """Without attribute lists, pages have the same links to the same anchors."""
    plugin_texts = page_texts(plugin_site / "markdown")
    texts = page_texts(build_for(plugin_site, plugin_site / "docs", "plain"))
    link = re.compile(r"\]\(<?([^\s()>]+)")
    anchor = re.compile(r'<a id="([^"]+)"')
    for path, text in texts.items():
        # the plugin has the navigation bar as HTML
        text = re.sub(r"\A(?:\*\*)?\[Papers\].*\n", "", text)
        for pattern in (link, anchor):
            assert sorted(pattern.findall(text)) == sorted(pattern.findall(plugin_texts[path])), path


_BAR = re.compile('<nav class="papernotes-bar".*')


def words_of(text: str) -> list[str]:
    """Return the words of a page in their order, without its title."""
    text = re.sub(r"<template.*?</template>|^ *<(?:div|span) class=.papernotes-[^>]*></(?:div|span)>", "", text)
    text = re.sub(r'\]\((?:<[^<>\n]*>|(?:[^\s()\\]|\\.|\([^\s()]*\))*)(?: "[^"\n]*")?\)', "]", text)
    text = re.sub(r"<[^<>\n]*>|\{[^{}\n]*[.#:=-][^{}\n]*\}$|\{ [.#:a-z][^{}\n]* \}", "", text, flags=re.MULTILINE)
    return re.findall(r"\w+", html.unescape(text))


@pytest.mark.parametrize(
    "host", ["plain", *(pytest.param(host, marks=pytest.mark.full) for host in ("hugo", "quartz"))]
)
def test_the_pages_have_the_words_of_the_plugin(plugin_site: Path, host: str) -> None:
    """Every page has the same words in the same order for every generator."""
    plugin_texts = page_texts(plugin_site / "markdown")
    out = build_for(plugin_site, plugin_site / "docs", host)
    texts = page_texts(out)
    has_titles = host != "plain"
    wrong = []
    for path, text in plugin_texts.items():
        output_path = re.sub("^tags/", "tagged/", path) if has_titles else path
        possible_paths = (
            output_path, f"{output_path.removesuffix('index.md')}_index.md", f"{output_path[:-3]}/index.md",
        )  # fmt: skip
        output_path = next(possible for possible in possible_paths if possible in texts)
        title = words_of(str(front(out / output_path)[0]["title"])) if has_titles else []
        written = words_of(texts[output_path])
        # MkDocs shows the navigation bar above the title, these generators below it
        bar = _BAR.match(text)
        end = len(words_of(bar[0])) if bar else 0
        if words_of(text) not in (written, [*written[:end], *title, *written[end:]]):
            wrong.append(path)
    assert wrong == []
    assert len(plugin_texts) > 200


# --- Quartz ---------------------------------------------------------------------------------------


def slug(path: str) -> str:
    """Return the URL path of a file in Quartz: https://quartz.jzhao.xyz/advanced/paths."""
    path = re.sub(r"\.(?:md|html)$", "", path)
    return re.sub("[?#]", "", re.sub(r"\s", "-", path).replace("&", "-and-").replace("%", "-percent"))


def quartz_target(url: str, slugs: set[str], resolution: str) -> tuple[str, str]:
    """Return the target of a link in Quartz, from the root of the site, and its fragment."""
    path, separator, fragment = unquote(url).partition("#")
    steps = [step for step in path.split("/") if step not in ("", ".", "..")]
    target = re.sub(r"(^|/)index$", "", slug("/".join(steps)))
    # with a fragment, the URL of a folder's page keeps its slash and is not resolved as a name
    is_folder_with_fragment = path.endswith("index.md") and separator
    matches = [other for other in slugs if other.rpartition("/")[2] == target and not is_folder_with_fragment]
    if resolution == "shortest" and len(matches) == 1:
        target = matches[0]
    return target, re.sub(r"[^\w\- ]", "", fragment.lower()).replace(" ", "-")


def page_links(text: str) -> Iterator[str]:
    """Yield the links of a page within the site, without those in code."""
    text = re.sub(r"^(`{3,}).*?^\1$|`[^`\n]+`", "", text, flags=re.DOTALL | re.MULTILINE)
    for plain, angled in re.findall(r"(?:\]\(|^\[\w+\]: )(?:<([^>\n]*)>|([^\s()]+))", text, re.MULTILINE):
        url = plain or angled
        if not re.match(r"[a-z]+:", url):
            yield url


@pytest.mark.full
@pytest.mark.parametrize("resolution", ["shortest", "absolute"])
@pytest.mark.parametrize("which", ["demo", "notes"])
def test_quartz_finds_every_page(which: str, resolution: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """With both strategies of Quartz, each link leads to an existing page or file and anchor."""
    folder: Path = request.getfixturevalue(which)
    out = build_for(tmp_path, folder / "docs" if which == "demo" else folder, "quartz")
    texts = page_texts(out)
    files = {p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file()}
    slugs = {slug(path) for path in files}
    path_of_slug = {re.sub(r"(^|/)index$", "", slug(path)): path for path in files}
    wrong = []
    for page, text in texts.items():
        for url in page_links(text):
            target, anchor = quartz_target(url, slugs, resolution)
            if target == "tags":
                # a page of Quartz
                continue
            path = page if url.startswith("#") else path_of_slug.get(target)
            if path is None or (anchor and f' id="{anchor}"></' not in texts[path] and anchor not in ids(texts[path])):
                wrong.append(f"{page}: {url}")
    assert wrong == []
    assert len(texts) > (200 if which == "demo" else 10)


def ids(text: str) -> set[str]:
    """Return the ids of headings by the rule of GitHub, which Quartz and Hugo use."""
    headings = re.findall(r"^#{1,6} (.*)$", text, re.MULTILINE)
    plain = [re.sub(r"<[^>]*>|\]\([^)]*\)|[\[*`]", "", words) for words in headings]
    return {re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-") for words in plain}


@pytest.mark.full
@pytest.mark.parametrize("which", ["demo", "notes"])
def test_quartz_keeps_link_texts(which: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Link texts have no `#word` or slash, which Quartz would change, and headings no HTML, which it would show."""
    folder: Path = request.getfixturevalue(which)
    for path, text in page_texts(build_for(tmp_path, folder / "docs" if which == "demo" else folder, "quartz")).items():
        assert "[&#35;" not in text, path
        assert not re.findall(r"^[> 0-9.-]*#+ .*<a id=.*", text, re.MULTILINE), path
        links = re.findall(r"\[([\w /,:-]*/[\w /,:-]*)\]\((?![a-z]+:)", text)
        assert not links, path


@pytest.mark.parametrize("host", ["quartz", "plain", "hugo"])
def test_labels_are_headings_without_the_style(host: str, notes: Path, tmp_path: Path) -> None:
    """Labels that the style sheet shows as headings are headings without it."""
    page = front(build_for(tmp_path, notes, host) / "papers/vaswani2017attention.md")[1]
    assert re.findall("^## (.*)$", page, re.MULTILINE)[0] == "Notes"
    assert "<p " not in page


@pytest.mark.parametrize("host", ["quartz", "plain", "hugo"])
def test_the_map_is_drawn_without_the_style(host: str, notes: Path, tmp_path: Path) -> None:
    """The map has colours as attributes, because its lines would be a black area without the style."""
    page = next(build_for(tmp_path, notes, host).glob("map/*index.md")).read_text("utf-8")
    assert re.search('<svg fill="currentColor" ', page)
    assert not re.search('class="papernotes-map-threads"(?! fill="none" stroke="currentColor")', page)


def test_quartz_has_no_page_next_to_its_folder(notes: Path, tmp_path: Path) -> None:
    """A page next to a folder of its name moves into it, because Quartz would show it as the folder's page."""
    out = build_for(tmp_path, notes, "quartz")
    assert (out / "UPPER/index.md").is_file()
    assert (out / "tagged/ml/index.md").is_file()
    assert not [path for path in out.rglob("*.md") if path.with_suffix("").is_dir()]


# --- real builds ----------------------------------------------------------------------------------


def run(folder: Path, *command: str) -> str:
    """Return the output of a program; skip without it, or fail if PAPERNOTES_REQUIRE_HOSTS is set."""
    if shutil.which(command[0]) is None:
        stop = pytest.fail if os.environ.get("PAPERNOTES_REQUIRE_HOSTS") else pytest.skip
        stop(f"not installed: {command[0]}")
    environment = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    output = done.stdout + done.stderr
    assert done.returncode == 0, output
    return output


def broken(site: Path) -> list[str]:
    """Return broken links and repeated ids, without those of code lines, which occur twice by design."""
    return [wrong for wrong in Site(site).broken() if "#__codelineno" not in wrong]


def configuration(page: str, section: str, language: str) -> str:
    """Return the first code block in a language below a heading of the documentation."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    below = text.partition(f"## {section}\n")[2]
    block = re.search(rf"^```{language}\n(.*?)^```", below, re.MULTILINE | re.DOTALL)
    assert block
    return block[1]


_CARDS = '<template class="papernotes-cards">[^<]*</template>'


def article(site: Path, page: str) -> str:
    """Return the HTML of a page's article with paths from the root, without the tags and skip link of the theme."""
    element = re.search(r"<article[^>]*>(.*?)</article>", (site / page).read_text("utf-8"), re.DOTALL)
    assert element

    def from_root(match: re.Match[str]) -> str:
        if re.match(r"[a-z]+:|#", match[2]):
            return match[0]
        return f'{match[1]}="{posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(match[2])))}"'

    text = re.sub(r'<nav class="md-tags".*?</nav>|<a id="__skip"[^>]*></a>', "", element[1], flags=re.DOTALL)
    # MkDocs has the data of hover cards at the end, Zensical in an element before the footnotes
    text, cards = re.subn(f'<div class="papernotes-data">{_CARDS}</div>|{_CARDS}', "", text)
    text += "".join(re.findall(_CARDS, element[1])) if cards else ""
    # the plugin sets writing directions that Markdown cannot express
    text = re.sub(r' data-search-exclude(?:="")?|(?<=<h1) dir="auto"|(?<=<blockquote) dir="auto"', "", text)
    text = re.sub('<span id="([^"]*)"></span>', r'<a id="\1"></a>', text)
    text = re.sub(r'(href|src)="([^"]*)"', from_root, text)
    return " ".join(re.sub(r"\s*([<>])\s*", r" \1 ", text).split())


def test_zensical_has_all_assets(notes: Path, tmp_path: Path) -> None:
    """Every script and style of the plugin is in the files that the documentation lists."""
    out = build_for(tmp_path, notes, "zensical") / "assets/papernotes"
    settings = yaml.safe_load(configuration("site-generators.md", "Zensical", "yaml"))
    listed = [*settings["extra_css"], *settings["extra_javascript"]]
    assert sorted(listed) == sorted(f"assets/papernotes/{path.name}" for path in out.iterdir())
    written = "".join(path.read_text("utf-8") for path in out.iterdir())
    assert [asset.path for asset in assets() if asset.text not in written] == []


@pytest.mark.hosts
def test_zensical_shows_what_mkdocs_shows(plugin_site: Path) -> None:
    """With the documented configuration, every page has the same HTML, and no link is broken."""
    build_for(plugin_site, plugin_site / "docs", "zensical")
    settings = configuration("site-generators.md", "Zensical", "yaml").replace(
        "docs_dir: content", "docs_dir: content-zensical"
    )
    base = sites.PLAIN.replace("plugins: [search]\n", "site_dir: zensical\n")
    extra = "  - tables\n  - toc\n  - pymdownx.superfences\n  - pymdownx.highlight\n"
    sites.write(plugin_site, {"zensical.yml": f"{base}{settings}{extra}"})
    assert "No issues found" in run(plugin_site, "zensical", "build", "--strict", "-f", "zensical.yml")
    pages = Site(plugin_site / "site").pages
    assert len(pages) > 200
    assert [p for p in pages if article(plugin_site / "site", p) != article(plugin_site / "zensical", p)] == []
    assert broken(plugin_site / "zensical") == []
    # a link within a link of the table of contents
    note = (plugin_site / "zensical/library/icml-2024-trip/index.html").read_text("utf-8")
    assert not re.search(r"<a\s*>", note)


@pytest.mark.hosts
def test_zensical_cites_live(demo: Path, tmp_path: Path) -> None:
    """With the extension only, notes have their citations and links, and none is broken."""
    for name in ("docs", "bib"):
        shutil.copytree(demo / name, tmp_path / name)
    home = tmp_path / "docs/library/index.md"
    # Zensical also checks links in the sources; the generated pages exist only after `papernotes build`
    generated = r"\[([^\]]*)\]\(\.\./(?:map|papers|tags|topics|venues)[/.][^)]*\)"
    home.write_text(re.sub(generated, r"\1", home.read_text("utf-8")), "utf-8")
    settings = configuration("site-generators.md", "Only Markdown extensions", "yaml")
    base = sites.PLAIN.replace("plugins: [search]\n", "site_dir: live\n")
    sites.write(tmp_path, {"live.yml": f"{base}{settings}"})
    assert "No issues found" in run(tmp_path, "zensical", "build", "--strict", "-f", "live.yml")
    page = (tmp_path / "live/library/related-work/index.html").read_text("utf-8")
    assert 'href="#ref-kumar2025training"' in page
    assert 'id="ref-kumar2025training"' in page
    assert "[@" not in article(tmp_path / "live", "library/related-work/index.html")
    assert broken(tmp_path / "live") == []


@pytest.mark.hosts
def test_zensical_reads_front_matter_of_any_kind(tmp_path: Path) -> None:
    """Front matter that would stop Zensical is rewritten; all other is unchanged."""
    notes = {f"notes/n{n}.md": f"---\n{matter}\n---\n# Note {n}\n\ntext\n" for n, matter in enumerate(_FRONT_MATTER)}
    sites.write(tmp_path, {"notes/index.md": "# Home\n", **notes})
    out = build_for(tmp_path, tmp_path / "notes", "zensical")
    for number, matter in enumerate(_FRONT_MATTER):
        data, _ = front(out / f"n{number}.md")
        assert data, matter
        is_unchanged = (out / f"n{number}.md").read_text("utf-8").startswith(f"---\n{matter}\n---\n")
        assert is_unchanged == ("Good" in matter), matter
    sites.write(tmp_path, {"zensical.yml": f"{sites.PLAIN}docs_dir: {out.name}\n"})
    run(tmp_path, "zensical", "build", "-f", "zensical.yml")
    assert "Note 3" in (tmp_path / "site/n3/index.html").read_text("utf-8")


@pytest.mark.hosts
@pytest.mark.parametrize("built_before", [False, True])
def test_zensical_cites_in_docstrings(tmp_path: Path, built_before: bool) -> None:
    """Docstrings shown by mkdocstrings have citations, with the extension only or after `papernotes build`."""
    sites.write(tmp_path, FILES)
    sites.write(
        tmp_path,
        {
            "notes/api.md": "# API\n\nAs [@vaswani2017attention].\n\n::: shape\n",
            "src/shape.py": (
                '"""By [@vaswani2017attention].\n"""\ndef f(x: int) -> None:\n'
                '    """F.\n\n    Args:\n        x: As [@vaswani2017attention, p. 3].\n    """\n'
            ),
        },
    )
    base = sites.PLAIN.replace("[search]", "[mkdocstrings: {handlers: {python: {paths: [src]}}}]")
    if built_before:
        build_for(tmp_path, tmp_path / "notes", "zensical")
    docs = f"docs_dir: {'content-zensical' if built_before else 'notes'}\n"
    live = f"{NAME}: {{notes: notes, built: {str(built_before).lower()}}}"
    sites.write(tmp_path, {"zensical.yml": f"{base}{docs}markdown_extensions: [attr_list, {live}]\n"})
    run(tmp_path, "zensical", "build", "-f", "zensical.yml")
    page = (tmp_path / "site/api/index.html").read_text("utf-8")
    href = "../papers/vaswani2017attention/" if built_before else "https://arxiv.org/abs/1706.03762"
    assert page.count(f'class="papernotes-citation"><span>(</span><a class="papernotes-link" href="{href}"') == 2
    assert page.count('id="ref-vaswani2017attention"') == 1
    assert [wrong for wrong in broken(tmp_path / "site") if wrong.startswith("api/")] == []


_LAYOUT = "<html><body><h1>{{ .Title }}</h1>{{ .Content }}{{ range .Params.tags }}{{ . }} {{ end }}</body></html>"


@pytest.mark.hosts
@pytest.mark.parametrize("which", ["demo", "notes"])
def test_hugo_builds_the_output(which: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """With the documented configuration, every link has a target."""
    folder: Path = request.getfixturevalue(which)
    tree = build_for(tmp_path, folder / "docs" if which == "demo" else folder, "hugo")
    shutil.move(tree, tmp_path / "content")
    settings = configuration("site-generators.md", "Hugo", "toml")
    head = 'baseURL = "https://example.org/"\ntitle = "Notes"\ndisableKinds = ["RSS", "sitemap"]\nrelativeURLs = true\n'
    layouts = {f"layouts/{name}.html": _LAYOUT for name in ("single", "list", "home")}
    figure = {"layouts/_shortcodes/figure.html": "<b>figure</b>"}
    sites.write(tmp_path, {"hugo.toml": head + settings, **layouts, **figure})
    output = run(tmp_path, "hugo", "--destination", "public")
    assert "ERROR" not in output
    assert "WARN" not in output
    assert broken(tmp_path / "public") == []
    assert list((tmp_path / "public/papers").glob("*/index.html"))


@pytest.mark.parametrize(
    ("generator", "own", "home"),
    [
        ("plain", "", "index.md"),
        ("zensical", "", "index.md"),
        ("hugo", "", "_index.md"),
        ("quartz", "", "index.md"),
        ("hugo", "_index.md", ""),
        ("quartz", "_index.md", ""),
        ("plain", "README.md", ""),
    ],
)
def test_home_page(tmp_path: Path, generator: str, own: str, home: str) -> None:
    """Notes without a home page get one under the name that the generator needs, with links that it resolves."""
    notes = {"a/x.md": "# X\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762)\n"}
    sites.write(tmp_path / "notes", notes | ({own: "# Mine\n"} if own else {}))
    out = build_for(tmp_path, tmp_path / "notes", generator)
    if own:
        assert "Mine" in (out / own).read_text("utf-8") or "Mine" in (out / "index.md").read_text("utf-8")
        assert not [path for path in out.glob("*ndex.md") if "Most mentioned" in path.read_text("utf-8")]
        return
    text = (out / home).read_text("utf-8")
    assert 'title: "Home"' in text
    assert "Most mentioned papers" in text
    bar = {"plain": "[Papers](papers/index.md)", "hugo": "[Papers](papers/_index.md)", "quartz": "[Papers](papers/"}
    assert bar.get(generator, '<a href="papers/index.md">Papers</a>') in text

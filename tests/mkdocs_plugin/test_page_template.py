"""Pages in frames are the pages that the theme makes one by one, to the byte."""

from __future__ import annotations

import json
import logging
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, Template
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from papernotes_plugin.mkdocs_plugin.fast_rendering.fast_page import FastPage
from papernotes_plugin.mkdocs_plugin.fast_rendering.page_template import PageTemplate
from papernotes_plugin.mkdocs_plugin.fast_rendering.tracing_proxy import AccessTrace, PageReader, Untraceable
from papernotes_plugin.mkdocs_plugin.fast_rendering.url_pattern import split_url
from papernotes_plugin.mkdocs_plugin.pages.page_texts import PLACEHOLDER
from tests.conftest import ROOT
from tests.helpers import sites

FEATURES = [
    "navigation.instant", "navigation.tabs", "navigation.tabs.sticky", "navigation.sections", "navigation.indexes",
    "navigation.path", "navigation.top", "navigation.footer", "navigation.prune", "toc.integrate", "toc.follow",
    "content.action.edit", "content.action.view", "content.tabs.link", "search.share", "announce.dismiss",
]  # fmt: skip
FEEDBACK = {
    "title": "Good?",
    "ratings": [{"icon": "material/thumb-up-outline", "name": "y", "data": 1, "note": "{url} {title}"}],
}
RICH: dict[str, Any] = {
    "site_url": "https://example.org/notes/",
    "repo_url": "https://github.com/a/b",
    "edit_uri": "edit/main/docs/",
    "theme": {"name": "material", "font": False, "features": FEATURES, "palette": [{"scheme": "default"}]},
    "extra": {"analytics": {"provider": "", "feedback": FEEDBACK}, "generator": False},
    "markdown_extensions": [{"toc": {"permalink": True, "title": "On <this> page"}}],
    "extra_javascript": ["https://example.org/a.js", "b.js"],
}
BARE: dict[str, Any] = {"theme": {"name": "material", "font": False}}
PAPER = """\
---
title: {title}
authors: [Ada Author]
year: 2020
citekey: a{number}
arxiv: 2001.0000{number}
tags: [3d, x/y]
---

It says much.
"""


def few(folder: Path, titles: dict[int, str]) -> Path:
    """A project with a note for each of a few papers."""
    notes = {f"docs/note{n}.md": PAPER.format(title=title, number=n) for n, title in titles.items()}
    return sites.write(folder, {"docs/index.md": "# Home\n", **notes})


class Made:
    """A site, with what its build said, and how often the theme's template of a page was rendered for it."""

    def __init__(self, folder: Path, out: Path, rendering: str, options: dict[str, Any]) -> None:
        plugins = ["search", *options.get("plugins", ()), {"papernotes": {"rendering": rendering}}]
        settings = {"site_name": "Notes & <more>", **options, "plugins": plugins}
        sites.write(folder, {"mkdocs.yml": json.dumps(settings)})
        self.renders = 0
        render = Template.render

        def counted(template: Template, *given: Any, **named: Any) -> str:
            self.renders += template.name == "main.html"
            return render(template, *given, **named)

        said = logging.getLogger("mkdocs.plugins.papernotes")
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SOURCE_DATE_EPOCH", "1700000000")
            patch.setenv("NO_MKDOCS_2_WARNING", "1")
            patch.setattr(Template, "render", counted)
            keeper = _Keeper()
            said.addHandler(keeper)
            said.setLevel(logging.INFO)
            try:
                build(load_config(str(folder / "mkdocs.yml"), site_dir=str(out)))
            finally:
                said.removeHandler(keeper)
        self.files = sites.files(out)
        self.said = [line for line in keeper.lines if "rendered by MkDocs" in line]


class _Keeper(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def pair(folder: Path, tmp_path: Path, options: dict[str, Any], fast: str = "auto") -> tuple[Made, Made]:
    """A site made page by page, and the same in frames; they are equal."""
    plain, framed = (Made(folder, tmp_path / way, way, options) for way in ("plain", fast))
    assert plain.files.keys() == framed.files.keys()
    assert [name for name, data in plain.files.items() if framed.files[name] != data] == []
    return plain, framed


CASES = {
    "bare": BARE,
    "rich": RICH,
    "rich files": {**RICH, "use_directory_urls": False, "plugins": ["tags"]},
    "mkdocs": {"theme": "mkdocs", "use_directory_urls": False},
}


@pytest.mark.parametrize("options", CASES.values(), ids=CASES)
def test_each_page_is_the_same_to_the_byte(tmp_path: Path, options: dict[str, Any]) -> None:
    """Whatever features of the theme are on, with and without folders for addresses."""
    folder = few(tmp_path / "a", {1: "One & <i>1</i>", 2: "#2 'two'", 3: "Three", 4: "Four", 5: "Five", 6: "Six"})
    _, framed = pair(folder, tmp_path, options)
    assert framed.said == []


def test_the_demo_is_the_same_to_the_byte(tmp_path: Path) -> None:
    """A whole library, with all kinds of pages."""
    shutil.copytree(ROOT / "docs/library", tmp_path / "a/docs/library")
    shutil.copytree(ROOT / "bib", tmp_path / "a/bib")
    folder = sites.write(tmp_path / "a", {"docs/index.md": "# Home\n", "docs/blog/index.md": "# Blog\n"})
    plain, framed = pair(folder, tmp_path, {**RICH, "plugins": ["tags", {"blog": {}}]})
    assert framed.said == []
    assert framed.renders < plain.renders / 2


def test_a_theme_that_does_what_no_frame_can_is_obeyed(tmp_path: Path) -> None:
    """It is said for each kind of pages."""
    folder = few(tmp_path / "a", {1: "One", 2: "Two"})
    _, framed = pair(folder, tmp_path, {"theme": "readthedocs"})
    assert [re.findall("'(.*)/", line) for line in framed.said] == [["papers"], ["tags"]]


def test_renders_grow_with_the_kinds_and_not_with_the_papers(tmp_path: Path) -> None:
    """Twice the papers, and only samples more."""
    counts = []
    for number in (4, 8):
        folder = few(tmp_path / str(number), {n: f"Paper number {n}" for n in range(1, number + 1)})
        plain = Made(folder, tmp_path / f"p{number}", "plain", BARE)
        counts.append((plain.renders, Made(folder, tmp_path / f"f{number}", "fast", BARE).renders))
    (plain_few, few_renders), (plain_many, many_renders) = counts
    # a note more is a page more
    assert many_renders - few_renders == 4 < plain_many - plain_few


def test_folders_of_one_depth_share_a_frame(tmp_path: Path) -> None:
    """But for one that the navigation leads into: from within it the way there is another."""
    notes = {f"docs/note{n}.md": PAPER.format(title=f"Paper {n}", number=n).replace("x/y", f"x{n}/y") for n in range(6)}
    folder = sites.write(tmp_path / "a", {"docs/index.md": "# Home\n", "docs/tags/x2/own.md": "# Own\n", **notes})
    plain, framed = pair(folder, tmp_path, BARE, "fast")
    # of the pages `tags/x0/y/` … `tags/x5/y/` two are rendered, for their frames
    assert {f"tags/x{n}/y/index.html" for n in range(6)} <= framed.files.keys()
    one = {**notes, "docs/note1.md": notes["docs/note1.md"].replace("x1/y", "x0/y")}
    fewer = sites.write(tmp_path / "b", {"docs/index.md": "# Home\n", "docs/tags/x2/own.md": "# Own\n", **one})
    assert Made(fewer, tmp_path / "c", "fast", BARE).renders == framed.renders < plain.renders


OVERRIDES = {
    "a page by its address": '{% if page.url == "papers/a3/" %}<p>this one</p>{% endif %}',
    "a page by its title": '{% if (page.title ~ "").startswith("Odd") or page.title.startswith("Odd") %}odd{% endif %}',
    "the place": "{{ page.url }} {{ page.file.name }} {{ page.meta.more }}",
    "a description": '<meta content="{{ page.content | striptags | truncate(40) }} {{ page.content | wordcount }}">',
    "the page": "{{ page.title[0] }} {{ page.meta | tojson }} {{ page }}",
}
"""How a theme may decide by page, and whether a frame can follow."""


@pytest.mark.parametrize("block", OVERRIDES.values(), ids=OVERRIDES)
def test_an_override_that_decides_by_page_is_obeyed(tmp_path: Path, block: str) -> None:
    """Whatever it asks of a page or does to its texts."""
    folder = few(tmp_path / "a", {1: "A first", 2: "Odd & <i>one</i>", 3: "A third", 4: "Odd too", 5: "And a fifth"})
    main = '{% extends "base.html" %}{% block extrahead %}' + "{% if page %}" + block + "{% endif %}{% endblock %}"
    sites.write(folder, {"overrides/main.html": main})
    options = {"theme": {**BARE["theme"], "custom_dir": "overrides"}, "site_url": "https://example.org/"}
    pair(folder, tmp_path, options)


def test_a_page_is_made_for_whoever_asks_for_it(tmp_path: Path) -> None:
    """A theme may show on one page what is in another, whether that is written already or not built yet."""
    every = "{% for file in pages %}{{ file.page.content | length }} {{ file.page.toc | length }} {% endfor %}"
    shown = '{% if "papers/a" in page.url or page.is_homepage %}' + every + "{% endif %}"
    main = '{% extends "base.html" %}{% block libs %}' + shown + "{{ super() }}{% endblock %}"
    folder = few(tmp_path / "a", {n: f"Paper {n}" for n in range(1, 5)})
    sites.write(folder, {"overrides/main.html": main})
    pair(folder, tmp_path, {"theme": {**BARE["theme"], "custom_dir": "overrides"}})


def test_few_pages_are_held_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in a page of ours is there from when it is built until it is written."""
    made: list[FastPage] = []
    held: list[int] = []
    make = FastPage._render_deferred

    def heard(page: FastPage) -> None:
        make(page)
        made.append(page)
        held.append(len({id(one) for one in made if (one._content or PLACEHOLDER) != PLACEHOLDER}))

    monkeypatch.setattr(FastPage, "_render_deferred", heard)
    folder = few(tmp_path / "a", {n: f"Paper {n}" for n in range(1, 9)})
    Made(folder, tmp_path / "out", "auto", BARE)
    assert max(held) == 1
    assert all(one.markdown == PLACEHOLDER for one in made)


def test_what_only_a_sample_shows_is_mended_and_said_once(tmp_path: Path) -> None:
    """The pages that were made before are made again."""
    folder = few(tmp_path / "a", {n: f"{'Odd' if n > 2 else 'Even'} paper {n}" for n in range(1, 13)})
    # what is put together is no text of the page to anybody any more
    block = '{% set title = "" ~ page.meta.title %}<p>{{ title | replace("Odd", "Strange") }}</p>'
    sites.write(
        folder,
        {
            "overrides/main.html": '{% extends "base.html" %}{% block extrahead %}'
            + "{% if page %}"
            + block
            + "{% endif %}{% endblock %}"
        },
    )
    options = {"theme": {**BARE["theme"], "custom_dir": "overrides"}}
    _, framed = pair(folder, tmp_path, options)
    (line,) = framed.said
    assert re.search(r"'papers/a([3-9]|1[0-2])\.md'", line)


def test_a_plugin_that_decides_by_page_is_obeyed(tmp_path: Path) -> None:
    """What it adds to what surrounds a page is seen."""
    folder = few(tmp_path / "a", {n: f"Paper {n}" for n in range(1, 7)})
    hook = "def on_page_context(context, page, **_):\n    context.update(lucky=page.url[-2:-1] in '35', own=page)\n"
    block = "{% if lucky %}lucky{% endif %}{{ own.title }}"
    main = '{% extends "base.html" %}{% block extrahead %}' + "{% if page %}" + block + "{% endif %}{% endblock %}"
    sites.write(folder, {"overrides/main.html": main, "hook.py": hook})
    pair(folder, tmp_path, {"theme": {**BARE["theme"], "custom_dir": "overrides"}, "hooks": ["hook.py"]})


# --- one frame ------------------------------------------------------------------------------------


def page(number: int, title: str, toc: int = 1, **front: Any) -> Page:
    """A page that was rendered."""
    config = load_config(None, config_file_path=None, site_name="n", plugins=[], theme="mkdocs")
    made = Page(None, File(f"papers/p{number}.md", "docs", "site", use_directory_urls=True), config)
    made.meta, made.content, made.markdown = {"title": title, **front}, f"<h1>{title}</h1>", ""
    made.toc = TableOfContents([AnchorLink(f"{title} {n}", f"id{number}-{n}", 1) for n in range(toc)])
    return made


@pytest.mark.parametrize(
    "template",
    [
        "{{ page.title }}|{{ page.title | e }}|{{ page.title | striptags }}|{{ page.title | striptags | e }}",
        "{{ page.title | urlencode }}{{ page.url }}{{ page.meta.no }}{{ page.meta.get('no', 7) }}",
        "{% for item in page.toc %}<a href='{{ item.url }}'>{{ item.title }}</a>{{ loop.index }}{% endfor %}",
        "{% if 'b' in page.meta.hide %}hidden{% endif %}{{ page.meta.hide | first }}{{ page.toc | length }}",
        "{{ page.title | d('none', true) }}{{ page.parent }}{{ page.is_homepage }}{{ page.meta.year + 1 }}",
        "{% macro m(x) %}<{{ x }}>{% endmacro %}{{ m(page.title) }}{% set y = page.title ~ '!' %}{{ y }}{{ y }}",
        "{{ '%s' % page.title }}{% if page.title is string and page.meta is mapping %}yes{% endif %}",
        "{{ 'x' if page.title == 'Two' else page.title.endswith('e') }}{{ page.missing | d('gone') }}",
    ],
)
def test_a_frame_is_filled_with_another_page(template: str) -> None:
    """Pages that give the same answers are the same but for their texts."""
    env = Environment()
    first, second = (
        page(1, "One & <b>1</b>", hide=["a", "b"], year=2),
        page(2, "Three  <i>?</i> e", hide=["z", "b"], year=2),
    )
    trace = AccessTrace(first, split_url(first.url))
    frame = PageTemplate(env.from_string(template).render(page=trace.page()), trace)
    subject = PageReader(second)
    if all(subject.answer(question) == answer for question, answer in trace.answers.items()):
        assert frame.fill(split_url(second.url), subject) == env.from_string(template).render(page=second)
    assert frame.fill(split_url(first.url), PageReader(first)) == env.from_string(template).render(page=first)


def test_a_sign_before_a_title_is_a_part_of_it() -> None:
    """Such a title is none of a place in the page, and a filter takes it as a whole."""
    first, second = page(1, "#one"), page(2, "#two of <i>two</i>")
    template = Environment().from_string("{{ page.title | striptags }}{% for e in page.toc %}{{ e.url }}{% endfor %}")
    trace = AccessTrace(first, split_url(first.url))
    frame = PageTemplate(template.render(page=trace.page()), trace)
    assert frame.fill(split_url(second.url), PageReader(second)) == template.render(page=second)


@pytest.mark.parametrize(
    "template",
    [
        "{{ page.title | upper }}", "{{ page.title | truncate(30) }}", "{{ page.title | wordcount }}",
        "{{ page.title | length }}", "{{ page.title[:2] }}", "{{ page.title + 'x' }}", "{{ page.title | tojson }}",
        "{{ page.title | list }}", "{{ page.title.split() }}", "{{ page.title | replace('a', 'b') }}",
        "{{ page.title < 'b' }}", "{{ 'p' in page.url }}", "{{ page.url == 'x' }}", "{{ page.url | length }}",
        "{{ page }}", "{{ page.meta }}", "{{ page.meta.items() }}", "{{ page.toc }}", "{{ page.toc[-1] }}",
        "{{ page.validate_anchor_links }}", "{{ page.title | striptags | truncate(60) }}",
        "{{ page.title | format('a') }}", "{{ page.title | sort }}", "{{ page.title | trim | upper }}",
    ],
)  # fmt: skip
def test_what_cannot_be_foreseen_makes_no_frame(template: str) -> None:
    """Neither a text that is changed nor an answer that only this page gives is taken for all."""
    made = page(1, "One")
    trace = AccessTrace(made, split_url(made.url))
    with pytest.raises((Untraceable, TypeError)):
        PageTemplate(Environment().from_string(template).render(page=trace.page()), trace)

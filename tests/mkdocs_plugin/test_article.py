"""The HTML of generated pages has the words, elements and links that the Markdown of the site gives them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import zip_longest
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import SimpleTextInlineProcessor
from mkdocs.structure.files import File, Files

import papernotes_plugin as pn
from papernotes_plugin.mkdocs_plugin.direct.article import ArticleRenderer
from papernotes_plugin.mkdocs_plugin.direct.same_html import elements
from papernotes_plugin.mkdocs_plugin.direct.site_markdown import SiteMarkdown
from tests.benchmarks.scale import make_vault
from tests.conftest import ROOT

DEFAULT = """
    toc tables fenced_code papernotes_plugin.markdown_extensions.attributes pymdownx.quotes footnotes sane_lists
    papernotes_plugin.markdown_extensions.math papernotes_plugin.markdown_extensions.obsidian pymdownx.tasklist
    pymdownx.tilde papernotes_plugin.markdown_extensions.citations
"""
"""Extensions of a site that configures none; papernotes adds some."""
MATERIAL = """
    abbr admonition attr_list def_list footnotes md_in_html tables toc pymdownx.arithmatex pymdownx.betterem
    pymdownx.caret pymdownx.details pymdownx.emoji pymdownx.highlight pymdownx.inlinehilite pymdownx.keys
    pymdownx.magiclink pymdownx.mark pymdownx.smartsymbols pymdownx.snippets pymdownx.superfences pymdownx.tabbed
    pymdownx.tasklist pymdownx.tilde pymdownx.quotes papernotes_plugin.markdown_extensions.obsidian sane_lists
"""
"""Extensions that Material's documentation recommends."""
BLOCKS = ("pymdownx.blocks.admonition", "pymdownx.blocks.details", "pymdownx.blocks.tab")
SETS: Mapping[str, str] = {
    "default": DEFAULT,
    "material": MATERIAL,
    "typography": f"{DEFAULT} smarty nl2br meta",
    "extra": f"{DEFAULT} extra codehilite pymdownx.critic pymdownx.progressbar",
    "blocks": f"{DEFAULT} {' '.join(BLOCKS)} wikilinks legacy_attrs",
    "bare": "toc",
}
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "pymdownx.quotes": {"callouts": True},
    "pymdownx.tilde": {"subscript": False},
    "pymdownx.tasklist": {"custom_checkbox": True},
    "pymdownx.betterem": {"smart_enable": "all"},
    "pymdownx.arithmatex": {"generic": True},
    "pymdownx.tabbed": {"alternate_style": True},
    "toc": {"permalink": True},
}


@cache
def renderers(name: str) -> tuple[ArticleRenderer, Markdown]:
    """Return the renderer for a set of extensions, and Python-Markdown with these extensions."""
    extensions = SETS[name].split()
    options = {extension: dict(OPTIONS[extension]) for extension in extensions if extension in OPTIONS}
    site_markdown = SiteMarkdown(extensions, options)
    return ArticleRenderer(site_markdown, Files([])), Markdown(extensions=extensions, extension_configs=options)


def page_texts(notes: Mapping[str, str]) -> dict[str, str]:
    """Return the text of each generated page of a library, by path."""
    site = pn.build([pn.Source(path, text.encode("utf-8", "ignore")) for path, text in notes.items()])
    return {o.path: o.text.split("---\n", 2)[2] for o in site.outputs if o.path.endswith(".md")}


def differences(name: str, texts: Iterable[str]) -> list[tuple[object, object]]:
    """Return the first difference of each page that differs from that of Python-Markdown.

    Args:
        name: Name of a set of extensions.
        texts: Markdown of pages.
    """
    articles, markdown = renderers(name)
    differing: list[tuple[object, object]] = []
    for text in texts:
        html, heading, _ = articles.convert(text)
        expected = markdown.reset().convert(text)
        tokens = getattr(markdown, "toc_tokens", [])
        pairs = zip_longest(elements(html), elements(expected))
        if difference := next(((one, other) for one, other in pairs if one != other), None):
            differing.append(difference)
        elif heading and [heading["id"]] != [token["id"] for token in tokens]:
            differing.append((heading, tokens))
    return differing


@cache
def demo() -> dict[str, str]:
    """Return the texts of the pages of the demo library, by path."""
    folder = ROOT / "docs" / "library"
    return page_texts({p.relative_to(folder).as_posix(): p.read_text("utf-8") for p in sorted(folder.rglob("*.md"))})


@pytest.mark.parametrize(
    "name", [name if name == "default" else pytest.param(name, marks=pytest.mark.full) for name in SETS]
)
def test_the_demo_notes(name: str) -> None:
    """All pages of the demo library are the same with every set of extensions."""
    assert differences(name, demo().values()) == []


@pytest.mark.full
@pytest.mark.parametrize("name", ["default", "material"])
def test_nothing_is_converted_twice(name: str) -> None:
    """Rendering all pages again needs no further conversion by Python-Markdown."""
    differences(name, demo().values())
    site_markdown = renderers(name)[0]._markdown
    before = site_markdown.conversions
    differences(name, demo().values())
    assert site_markdown.conversions == before


# --- unusual text in notes ----------------------------------------------------------------------------

_SIGNS = r"""
    \ ` * ** _ __ { } [ ] ( ) # + - . ! | ~ ~~ ^ = == ++ & < > " ' $ @ : :: ; / // % , ? 1. 1/2 2nd 3rd (c) (tm) +/- -->
    c/o :smile: ++ctrl++ {{x}} {%x%} --8<-- ... '' `` ``` ~~~ <b> </b> <p> <!-- --> &amp; &copy; &#42; www.x.org
    http://x.org/a_b*c*?d=1&e=2#f x@y.org [x](y) ![x](y.png) [^1] [[x]] [TOC] $x_1$ $5 \( \) === !!! ??? /// *[x]: y
    [!note] klzzwxh papermarker0z é – … “ ” ‘ ’ 🔥 中文 ß
"""
SIGNS = _SIGNS.split()
WORDS = st.sampled_from(["Deep", "nets", "of", "the", "Attention", "is", "it", "2024", "A", "B", "x"])
VALUE = st.lists(st.one_of(WORDS, st.sampled_from(SIGNS), st.text(max_size=3)), min_size=1, max_size=8).flatmap(
    lambda parts: st.sampled_from([" ", "", " "]).map(lambda gap: gap.join(parts))
)
LINE = VALUE.map(lambda value: " ".join(value.split()) or "x")
NOTE = """---
tags: ["{tag}"]
---

# {title}

## [{title}](https://arxiv.org/abs/2401.{number:05d})

- **Authors:** {author}, Ada Lovelace
- **{label}:** {value}

> [!quote]- {label}
> {words}

{value} [{label}](https://arxiv.org/abs/2401.{number:05d}) {words}
{tag}

| a | b |
| - | - |
| [{label}](https://arxiv.org/abs/2402.{number:05d}) | {value} |
"""


@pytest.mark.parametrize(
    "name", ["default", *(pytest.param(name, marks=pytest.mark.full) for name in ("material", "typography"))]
)
@given(data=st.data())
@settings(max_examples=12)
def test_hostile_values(name: str, data: st.DataObject) -> None:
    """Pages of notes with special characters in titles, names, tags and quotes are identical."""
    values = {key: data.draw(LINE, key) for key in ("title", "tag", "author", "label", "value", "words")}
    note = NOTE.format(**values, number=data.draw(st.integers(0, 99)))
    assert differences(name, page_texts({"a/n.md": note}).values()) == []


# --- growth -----------------------------------------------------------------------------------------


def conversions_of(texts: Iterable[str]) -> int:
    """Return how many texts Python-Markdown converts for pages."""
    extensions = DEFAULT.split()
    markdown = SiteMarkdown(extensions, {name: OPTIONS[name] for name in extensions if name in OPTIONS})
    articles = ArticleRenderer(markdown, Files([]))
    before = markdown.conversions
    for text in texts:
        articles.convert(text)
    return markdown.conversions - before


def conversions(papers: int) -> int:
    """Return how many texts Python-Markdown converts for the pages of a number of papers."""
    notes = {
        f"n{start}.md": "".join(
            f"- [A study of the {n}th thing](https://arxiv.org/abs/2401.{n:05d}), A. Author{n}, ICLR {2000 + n % 20}. "
            f"It *shows* that `x{n}` is **{n}** with $a_{n % 3}$ and more #tag{n % 7}\n"
            for n in range(start, min(start + 20, papers))
        )
        for start in range(0, papers, 20)
    }
    return conversions_of(page_texts(notes).values())


def test_conversions_do_not_grow_with_papers() -> None:
    """Twice as many papers need no more conversions than a map and further formulas do."""
    few, many = conversions(60), conversions(120)
    assert many <= few + 8
    assert few <= 10


def test_folded_notes_need_no_conversion_each() -> None:
    """Papers with many notes, most of which are folded, need no conversion each."""

    def of(papers: int) -> int:
        notes = {
            f"n{at}.md": f"# Note {at}\n\n"
            + "".join(f"- [Study of thing {n}](https://arxiv.org/abs/2401.{n:05d}) says {at}\n" for n in range(papers))
            for at in range(9)
        }
        texts = page_texts(notes)
        assert sum("more notes\n" in text for text in texts.values()) == papers
        return conversions_of(texts.values())

    assert of(20) <= of(10) + 2
    notes = {f"n{at}.md": f"[A](https://arxiv.org/abs/2401.00001) {at}" for at in range(9)}
    assert differences("default", page_texts(notes).values()) == []


# --- unknown extensions ----------------------------------------------------------------------------


class _PaperExtension(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        md.inlinePatterns.register(SimpleTextInlineProcessor(r"(paper)"), "paper", 5)


def test_unvetted_extensions_are_named() -> None:
    """Extensions with an unknown effect are named, and those that add text to every page."""
    assert SiteMarkdown(DEFAULT.split(), {}).unvetted_extensions() == []
    assert (
        SiteMarkdown([*DEFAULT.split(), _PaperExtension()], {}).unvetted_extensions() == []
    )  # Python-Markdown's own processor
    assert SiteMarkdown(["toc", "pymdownx.striphtml"], {}).unvetted_extensions() == ["pymdownx.striphtml"]
    assert SiteMarkdown(["toc", "abbr"], {"abbr": {"glossary": {"MLP": "network"}}}).unvetted_extensions() == [
        "markdown.extensions.abbr"
    ]


@pytest.mark.parametrize(
    ("name", "text", "is_special"),
    [
        ("default", 'it\'s "so" -- (c) 2nd :x: www.example.org', False),
        ("default", "- [ ] a", True),
        ("material", "a (c) b", True),
        ("material", "a :x: b", True),
        ("material", "a www.example.org b", True),
        ("material", "a (c b", False),
        ("default", "a*b*c", False),
        ("material", "a*b*c", True),
        ("material", "[a: b](https://www.example.org/a:b)", False),
        ("typography", "it's", True),
        ("typography", "its", False),
    ],
)
def test_text_with_a_meaning_for_extensions(name: str, text: str, is_special: bool) -> None:
    """The Markdown of the site converts text only where one of its extensions may read it."""
    articles = renderers(name)[0]
    before = articles._markdown.conversions
    articles.convert(text)
    assert (articles._markdown.conversions > before) == is_special


# --- links -------------------------------------------------------------------------------------------


def link(text: str, page: str = "tags/a.md") -> str | None:
    """Return the first link on a page; None if only MkDocs can render the page."""
    paths = (page, "papers/x.md", "tags/a/b.md", "tags/c.md")
    files = Files([File(path, "docs", "site", use_directory_urls=True) for path in paths])
    articles = ArticleRenderer(renderers("default")[0]._markdown, files)
    # the same link on another page of the folder must not matter
    articles.render(f"# A\n\n{text}", files.src_uris["tags/c.md"])
    article = articles.render(f"# A\n\n{text}", files.src_uris[page])
    # the first link is that of the title to itself
    return re.findall('href="([^"]*)"', article.html)[1] if article else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[x](../papers/x.md)", "../../papers/x/"),
        ("[x](../papers/x.md?a=1#b)", "../../papers/x/?a=1#b"),
        ("[x](c.md)", "../c/"),
        ("[x](a/b.md)", "b/"),
        ('<a href="c.md">x</a>', "../c/"),
        ("[x](../c/)", "../c/"),
        ("[x](#y)", "#y"),
        ("[x](https://example.org/c.md)", "https://example.org/c.md"),
        ("[x](missing.md)", None),
        ("[x](javascript:alert)", None),
        ('<a href="java&#x73;cript:alert">x</a>', None),
        ("[x](data:text/html)", None),
    ],
)
def test_links(text: str, expected: str | None) -> None:
    """Links lead to the pages of their sources; MkDocs renders a page with a link to no page, or to a script."""
    assert link(text) == expected


def test_links_of_an_index() -> None:
    """The index of a folder is one folder higher than its other pages."""
    assert link("[x](c.md)", "tags/index.md") == "c/"


# --- real size ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterable[str]:
    """Return the texts of the pages of a vault with 300 papers."""
    docs = make_vault(tmp_path_factory.mktemp("vault"), 300) / "docs"
    return page_texts({p.relative_to(docs).as_posix(): p.read_text("utf-8") for p in docs.rglob("*.md")}).values()


@pytest.mark.full
@pytest.mark.shared
@pytest.mark.parametrize("name", SETS)
def test_a_vault_of_300_papers(name: str, vault: Iterable[str]) -> None:
    """All pages of a vault in five formats are the same."""
    assert differences(name, vault) == []

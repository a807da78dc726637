"""Moulds: pages put together from them are, byte for byte, those that the host's own Markdown makes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import SimpleTextInlineProcessor

import papernotes_plugin as pn
from papernotes_plugin.mkdocs_plugin.fast_rendering.block_html import BlockRenderer
from papernotes_plugin.mkdocs_plugin.fast_rendering.hrefs import FallBack
from papernotes_plugin.mkdocs_plugin.fast_rendering.site_markdown import SiteMarkdown
from tests.benchmarks.scale import make_vault
from tests.conftest import ROOT

OURS = """
    toc tables fenced_code papernotes_plugin.markdown_extensions.attributes pymdownx.quotes footnotes sane_lists
    papernotes_plugin.markdown_extensions.math papernotes_plugin.markdown_extensions.obsidian pymdownx.tasklist
    pymdownx.tilde papernotes_plugin.markdown_extensions.citations
"""
"""The extensions of a site that configures none, with ours."""
MATERIAL = """
    abbr admonition attr_list def_list footnotes md_in_html tables toc pymdownx.arithmatex pymdownx.betterem
    pymdownx.caret pymdownx.details pymdownx.emoji pymdownx.highlight pymdownx.inlinehilite pymdownx.keys
    pymdownx.magiclink pymdownx.mark pymdownx.smartsymbols pymdownx.snippets pymdownx.superfences pymdownx.tabbed
    pymdownx.tasklist pymdownx.tilde pymdownx.quotes papernotes_plugin.markdown_extensions.obsidian sane_lists
"""
"""Those that Material's documentation recommends."""
SETS: Mapping[str, str] = {
    "ours": OURS,
    "material": MATERIAL,
    "typography": f"{OURS} smarty nl2br meta",
    "extra": f"{OURS} extra codehilite pymdownx.critic pymdownx.progressbar",
    "blocks": f"{OURS} pymdownx.blocks.admonition pymdownx.blocks.details pymdownx.blocks.tab wikilinks legacy_attrs",
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
def moulds(name: str) -> tuple[BlockRenderer, Markdown]:
    """The moulds of a site with a set of extensions, and its Markdown."""
    wanted = SETS[name].split()
    options = {extension: dict(OPTIONS[extension]) for extension in wanted if extension in OPTIONS}
    return BlockRenderer(SiteMarkdown(wanted, options)), Markdown(extensions=wanted, extension_configs=options)


def attribute(url: str) -> str:
    """A link as it stands in HTML, where nobody leads it elsewhere."""
    return url.replace("&", "&amp;")


def bodies(notes: Mapping[str, str]) -> dict[str, str]:
    """The text of each page of the library in some notes."""
    site = pn.build([pn.Source(path, text.encode("utf-8", "ignore")) for path, text in notes.items()])
    return {o.path: o.text.split("---\n", 2)[2] for o in site.outputs if o.path.endswith(".md")}


def ids_in(html: str) -> set[str]:
    """The ids in HTML, as MkDocs counts them, which reads them out of the Markdown."""
    parser = _Ids()
    parser.feed(html)
    return parser.found


class _Ids(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {value for name, value in attrs if value and (name == "id" or (name == "name" and tag == "a"))}


def unequal(name: str, texts: Iterable[str]) -> tuple[list[tuple[str, str]], int]:
    """What moulds and Markdown make of texts where they differ, and how many texts are left to Markdown."""
    blocks, markdown = moulds(name)
    found: list[tuple[str, str]] = []
    left = 0
    for text in texts:
        try:
            made, headings, ids = blocks.convert_page(text, attribute)
        except FallBack:
            left += 1
            continue
        expected = markdown.reset().convert(text), getattr(markdown, "toc_tokens", [])
        if (made, headings) != expected:
            lines = zip(made.split("\n"), expected[0].split("\n"), strict=False)
            found.append(next(((a, b) for a, b in lines if a != b), (str(headings), str(expected[1]))))
        elif ids != (told := ids_in(made)):
            found.append((str(ids - told), str(told - ids)))
    return found, left


@cache
def demo() -> dict[str, str]:
    """The pages of the demo notes."""
    folder = ROOT / "docs" / "library"
    return bodies({p.relative_to(folder).as_posix(): p.read_text("utf-8") for p in sorted(folder.rglob("*.md"))})


@pytest.mark.parametrize("name", SETS)
def test_the_demo_notes(name: str) -> None:
    """All pages of the demo notes come out the same, whatever the site has configured, and hardly one is left."""
    wrong, left = unequal(name, demo().values())
    assert wrong == []
    assert left <= 1


@pytest.mark.parametrize("name", ["ours", "material"])
def test_nothing_is_converted_twice(name: str) -> None:
    """A second look at all pages asks the host for nothing."""
    unequal(name, demo().values())
    host = moulds(name)[0]._markdown
    before = host.conversions
    unequal(name, demo().values())
    assert host.conversions == before


# --- what notes may hold ----------------------------------------------------------------------------

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


@pytest.mark.parametrize("name", ["ours", "material", "typography"])
@given(data=st.data())
@settings(max_examples=12)
def test_hostile_values(name: str, data: st.DataObject) -> None:
    """Whatever notes hold, titles, names, tags, quotes: what moulds make of it is what Markdown does."""
    values = {key: data.draw(LINE, key) for key in ("title", "tag", "author", "label", "value", "words")}
    note = NOTE.format(**values, number=data.draw(st.integers(0, 99)))
    assert unequal(name, bodies({"a/n.md": note}).values())[0] == []


@pytest.mark.parametrize("name", ["ours", "material", "typography", "bare"])
@given(lines=st.lists(st.tuples(st.sampled_from(["", "- ", "    - ", "> ", "> > ", "# ", "1. "]), LINE), max_size=8))
@settings(max_examples=40)
def test_any_markdown(name: str, lines: list[tuple[str, str]]) -> None:
    """Markdown that we would never write is read as the host does, or left to it."""
    text = "\n".join(f"{mark}{words}" for mark, words in [("# ", "Title\n"), *lines])
    assert unequal(name, [text])[0] == []


# --- growth -----------------------------------------------------------------------------------------


def conversions(papers: int) -> int:
    """How many texts the host converts for the pages of so many papers."""
    notes = {
        f"n{start}.md": "".join(
            f"- [A study of the {n}th thing](https://arxiv.org/abs/2401.{n:05d}), A. Author{n}, ICLR {2000 + n % 20}. "
            f"It *shows* that `x{n}` is **{n}** with $a_{n % 3}$ and more #tag{n % 7}\n"
            for n in range(start, min(start + 20, papers))
        )
        for start in range(0, papers, 20)
    }
    wanted = OURS.split()
    blocks = BlockRenderer(host := SiteMarkdown(wanted, {name: OPTIONS[name] for name in wanted if name in OPTIONS}))
    for text in bodies(notes).values():
        blocks.convert_page(text, attribute)
    return host.conversions


def test_conversions_do_not_grow_with_papers() -> None:
    """Twice the papers need no more of the host's Markdown than a map and formulas of their own do."""
    few, many = conversions(60), conversions(120)
    assert many <= few + 8
    assert few <= 45


def test_folded_notes_need_no_conversion_each() -> None:
    """Nor do papers of which many notes speak, whose further notes are folded."""

    def of(papers: int) -> int:
        notes = {
            f"n{at}.md": f"# Note {at}\n\n"
            + "".join(f"- [Study of thing {n}](https://arxiv.org/abs/2401.{n:05d}) says {at}\n" for n in range(papers))
            for at in range(9)
        }
        texts = bodies(notes)
        assert sum("more notes\n" in text for text in texts.values()) == papers
        blocks = BlockRenderer(
            host := SiteMarkdown(OURS.split(), {name: OPTIONS[name] for name in OURS.split() if name in OPTIONS})
        )
        for text in texts.values():
            blocks.convert_page(text, attribute)
        return host.conversions

    assert of(20) <= of(10) + 2
    notes = {f"n{at}.md": f"[A](https://arxiv.org/abs/2401.00001) {at}" for at in range(9)}
    assert unequal("ours", bodies(notes).values())[0] == []


# --- whom to leave it to ----------------------------------------------------------------------------


class _Loud(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        md.inlinePatterns.register(SimpleTextInlineProcessor(r"(paper)"), "loud", 5)


def test_extensions_that_nobody_knows() -> None:
    """An extension that was never looked at might read anything into a text; so do words that are on every page."""
    assert SiteMarkdown(OURS.split(), {}).unvetted_extensions() == []
    assert SiteMarkdown([*OURS.split(), _Loud()], {}).unvetted_extensions() == []  # Python-Markdown's own processor
    assert SiteMarkdown(["toc", "pymdownx.striphtml"], {}).unvetted_extensions() == ["pymdownx.striphtml"]
    assert SiteMarkdown(["toc", "abbr"], {"abbr": {"glossary": {"MLP": "network"}}}).unvetted_extensions() == [
        "markdown.extensions.abbr"
    ]


@pytest.mark.parametrize(
    ("text", "live"),
    [
        ("it's", False),
        ("(c", False),
        ("a -- b", True),
        ("2nd", True),
        (":x:", True),
        ("3m5ndU", False),
        ("a: b", False),
    ],
)
def test_what_an_extension_might_read(text: str, live: bool) -> None:
    """Text that an extension could take for a sign of its own is not put into a mould."""
    assert (moulds("ours")[0].inlines.text(text) is None) == live


# --- real size ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterable[str]:
    """The pages of a vault of 300 papers."""
    docs = make_vault(tmp_path_factory.mktemp("vault"), 300) / "docs"
    return bodies({p.relative_to(docs).as_posix(): p.read_text("utf-8") for p in docs.rglob("*.md")}).values()


@pytest.mark.shared
@pytest.mark.parametrize("name", SETS)
def test_a_vault_of_300_papers(name: str, vault: Iterable[str]) -> None:
    """In a vault of five formats, too, all pages are the same."""
    assert unequal(name, vault) == ([], 0)

"""Tests of escaping: text shows literally wherever it is written."""

from __future__ import annotations

import ast
import html
import json
from html.parser import HTMLParser
from pathlib import Path
from typing import get_type_hints

import markdown
import pyromark
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import papernotes_plugin
from papernotes_plugin.markup import inline_markdown
from papernotes_plugin.text.escaping import (
    Url,
    escape_attribute,
    escape_html,
    escape_inside_line,
    escape_markdown,
    escape_script,
    escape_url,
    is_script_url,
    quote_yaml,
    unescape_url,
)

_PYMDOWN = """
    arithmatex betterem caret critic details emoji fancylists inlinehilite keys magiclink mark progressbar quotes
    saneheaders smartsymbols snippets superfences tabbed tasklist tilde blocks.admonition blocks.caption blocks.details
    blocks.html blocks.tab
"""
EXTENSIONS = [
    *("tables", "attr_list", "md_in_html", "def_list", "footnotes", "admonition", "toc", "abbr"),
    *(f"pymdownx.{name}" for name in _PYMDOWN.split()),
]
FULL = markdown.Markdown(extensions=EXTENSIONS)
BARE = markdown.Markdown(extensions=["tables"])
OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_MATH
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_HEADING_ATTRIBUTES
    | pyromark.Options.ENABLE_TASKLISTS
)
PLACES = {
    "paragraph": ("{}", "{}", ["p"]),
    "within a line": ("x {} y", "x {} y", ["p"]),
    "heading": ("## {}", "{}", ["h2"]),
    "link text": ("see [{}](x.md) b", "see {} b", ["p", "a"]),
    "item": ("- {}", "{}", ["ul", "li"]),
    "quote": ("> {}", "{}", ["blockquote", "p"]),
    "behind strong text": ("**x** {}", "x {}", ["p", "strong"]),
    "table cell": (
        "| a | b |\n|---|---|\n| {} | y |",
        "a b {} y",
        ["table", "thead", "tr", "th", "th", "tbody", "tr", "td", "td"],
    ),
}


class _Seen(HTMLParser):
    """Parser that collects the text and the elements of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.elements: list[str] = []

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)


def seen(page: str) -> tuple[str, list[str]]:
    """Return the visible text of HTML without spaces, and its elements."""
    parser = _Seen()
    parser.feed(page)
    parser.close()
    return "".join("".join(parser.text).split()), parser.elements


def rendered(source: str) -> list[str]:
    """Yield a source rendered by Python-Markdown with all extensions and with none, and by a CommonMark parser."""
    return [FULL.reset().convert(source), BARE.reset().convert(source), pyromark.html(source, options=OPTIONS)]


def one_line(text: str) -> str:
    """Return the expected visible text: without control characters."""
    return "".join(html.unescape(escape_html(text)).split())


def check(text: str) -> None:
    """A text shows literally and creates no element, wherever it is written."""
    escaped = escape_markdown(text)
    assert "\n" not in escaped
    assert not any(mark in escaped for mark in ("{{", "{%", "{#"))
    if not escaped:
        return
    for source, expected, elements in PLACES.values():
        for page in rendered(source.format(escaped)):
            text_seen, elements_seen = seen(page)
            assert text_seen == "".join(expected.format(one_line(text)).split()), (text, escaped, page)
            assert [e for e in elements_seen if e != "p" or "li" not in elements] == elements, (text, escaped, page)


@pytest.mark.parametrize(
    "text",
    [
        "# heading",
        "- item",
        "* item",
        "+ item",
        "1. item",
        "1) item",
        "A. Einstein et al.",
        "(a) item",
        "> quote",
        "--- rule",
        "***",
        "===",
        "```fence",
        "~~~",
        "!!! note",
        "??? note",
        '=== "Tab"',
        "/// block",
        ":::papers",
        ": definition",
        "[TOC]",
        "[a]: http://b",
        "*[HTML]: x",
        "[^1]",
        "[[wiki]]",
        "[x](y)",
        "![x](y)",
        "[ ] task",
        "<script>alert(1)</script>",
        "<!-- comment -->",
        "&amp; &copy; &#42;",
        "*a* **b** _c_ __d__",
        "a*b*c snake_case_name",
        "`code` ``x``",
        "a | b",
        "$x$ $$y$$ \\(z\\) \\[w\\]",
        "{{ macro }} {% tag %} {# comment #}",
        "{: .class } { .class } {++ins++} {--del--}",
        "~~gone~~ x~2~ x^2^ ^^ins^^ ==mark== ++ctrl+c++",
        ":smile: :octicons-heart-16:",
        "(c) (r) (tm) 1/2 c/o +/- --> <-- =/= 1st 2nd 3rd 4th",
        "1st_",
        "C#",
        "# C #",
        "ends with \\",
        "https://a.org/b_c www.a.org a@b.org @user #12",
        "--8<-- 'x'",
        "[=50% 'x']",
        "trailing spaces  ",
        "\ttab",
        "\x02wzxhzdk:0\x03",
        "\x02klzzwxh:0000\x03",
        "line\nbreak\r\n# heading",
        "Mu²SLAM: 9.33% — “Würstchen”, 注意力 🧠",
    ],
)
def test_markdown_shows_literally(text: str) -> None:
    """Escaped data contains no syntax of Markdown, its extensions or templates."""
    check(text)


_MARKS = """
    ** __ `` {{ {% {# [[ ]( ~~ == ++ ^^ $$ \\( \\) \\[ ::: !!! ??? === /// (c) :smile: <b> &amp; &#42; 1/2 c/o +/- -->
    1st 12th [^1] [TOC] {: {++ --- *** ``` ~~~ --8<-- klzzwxh:0 https://a.b/c_d www.a.b @user #1 *[a]: [a]: C# <!-- %%
    ![ a@b.co
"""
_SPACED = [" ", "\t", "- ", "* ", "1. ", "a. ", "# ", "> ", ": ", " #", "\x02", "\x03", "\x85", "\u2028"]
MARKS = st.sampled_from([*_MARKS.split(), *_SPACED])
TEXTS = st.lists(
    st.one_of(MARKS, st.text(alphabet="*_`[](){}<>&|$~^#@!-+=:.?/\\\"'%1a c", max_size=3), st.text(max_size=3)),
    max_size=7,
)


@settings(max_examples=150, deadline=None)
@given(TEXTS.map("".join))
def test_any_text_shows_literally(text: str) -> None:
    """Any mixture of syntax shows literally everywhere."""
    check(text)


_WORDS = "a Foo H2. e.g. 3.5 1. 1) A. (c) (1) www. 1st 2ND 4ths c/o 1/2 x:y:z : -- - % ' ? é 注意 ß * [a] & #"
WORDS = st.lists(st.sampled_from([*_WORDS.split(), "", " ", "\u202e", "\xa0"]), max_size=6)


@given(st.builds(str.join, st.sampled_from(["", " "]), WORDS))
def test_a_sign_elsewhere_changes_no_words(text: str) -> None:
    """Words are escaped in the same way with and without a special sign after them, or a word before them."""
    if plain := one_line(text):
        assert escape_markdown(f"{text} *") == f"{escape_markdown(text)} \\*"
        assert escape_inside_line(f"{plain} *") == f"{escape_inside_line(plain)} \\*"
        assert escape_markdown(f"a {plain}") == f"a {escape_inside_line(plain)}"


@given(st.text())
def test_html_shows_literally(text: str) -> None:
    """Escaped text in an element or attribute parses back to the text without controls, and creates no element."""
    assert seen(f"<p>{escape_html(text)}</p>") == (one_line(text), ["p"])
    attribute = escape_attribute(text)
    assert not set("<>\"'\n") & set(attribute)
    assert "".join(html.unescape(attribute).split()) == one_line(text)


@given(st.text())
def test_yaml_reads_back(text: str) -> None:
    """A quoted YAML scalar is one line, and parses back to the text without control characters."""
    quoted = quote_yaml(text)
    assert len(quoted.splitlines()) == 1
    loaded = yaml.safe_load(f"title: {quoted}\n")
    assert loaded == {"title": html.unescape(escape_html(text))}


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://arxiv.org/abs/1706.03762", "https://arxiv.org/abs/1706.03762"),
        ("https://a.org/x?y=1&z=2#w", "https://a.org/x?y=1&z=2#w"),
        ("https://a.org/x?copy=1&copy=2", "https://a.org/x?copy=1&copy=2"),
        ("https://a.org/x?a=1&amp;b=2", "https://a.org/x?a=1&b=2"),
        ("https://a.org/(x)[y] z", "https://a.org/%28x%29%5By%5D%20z"),
        ("https://a.org/a_b*c|d`e$f^g{h}i\\j", "https://a.org/a_b%2Ac%7Cd%60e%24f%5Eg%7Bh%7Di%5Cj"),
        ('https://a.org/"><script>', "https://a.org/%22%3E%3Cscript%3E"),
        ("https://a.org/100%", "https://a.org/100%25"),
        ("https://a.org/a%20b", "https://a.org/a%20b"),
        ("https://a.org/Größe", "https://a.org/Größe"),
        ("https://a.org/x\u202ey", "https://a.org/x%E2%80%AEy"),
        ("HTTPS://A.org", "HTTPS://A.org"),
        ("mailto:a@b.org", "mailto:a@b.org"),
        ("../notes/x.md#pn-3", "../notes/x.md#pn-3"),
        ("x y.md", "x%20y.md"),
        ("#anchor:x", "#anchor:x"),
        ("?q=a:b", "?q=a:b"),
        ("./a:b", "./a:b"),
        ("  https://a.org  ", "https://a.org"),
        ("", ""),
    ],
)
def test_urls_are_encoded(url: str, expected: str) -> None:
    """Characters that are unsafe in Markdown or HTML are percent-encoded; the rest of a URL stays."""
    assert escape_url(url) == expected


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        " javascript:alert(1)",
        "java\tscript:alert(1)",
        "java\nscript:alert(1)",
        "\x01javascript:alert(1)",
        "javascript&colon;alert(1)",
        "javascript&#58;alert(1)",
        "&#106;avascript:alert(1)",
        "&Tab;javascript:alert(1)",
        "data:text/html,<script>",
        "vbscript:x",
        "file:///etc/passwd",
        "zotero://select/x",
        "ht\ttps://a.org",
        "x:y",
    ],
)
def test_other_schemes_are_dropped(url: str) -> None:
    """Only http, https, mailto and relative URLs are allowed, however a scheme is disguised."""
    assert escape_url(url) == ""


@given(st.one_of(st.text(), st.text().map(lambda tail: f"https://a.org/{tail}")))
def test_urls_are_safe_anywhere(url: str) -> None:
    """An escaped URL cannot end an attribute, a destination or a cell; escaping it again changes nothing."""
    encoded = escape_url(url)
    assert not set("\"'<>()[]{}|`\\$^* \n\t") & set(encoded)
    assert escape_url(encoded) == encoded
    if encoded:
        for page in (pyromark.html(f"[x]({encoded})"), BARE.reset().convert(f"[x]({encoded})")):
            assert seen(page) == ("x", ["p", "a"])


def test_entities_of_urls() -> None:
    """Only entities with a semicolon are decoded."""
    assert unescape_url("a?x=1&amp;y=2&copy=3&notit;") == "a?x=1&y=2&copy=3&notit;"


@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5))
def test_a_script_holds_its_data(data: object) -> None:
    """Escaped JSON parses back, and neither ends the script element nor starts a comment in it."""
    written = escape_script(json.dumps(data))
    assert json.loads(written) == data
    assert not set("<>&") & set(written)


SCHEMES = st.sampled_from(["javascript", "vbscript", "data", "https", "zotero", "mailto"])
AROUND = st.sampled_from(
    ["", "\t", "\n", " ", "\x01", "\x1f", "\f", "&Tab;", "&#10;", "&#0009", "&NewLine;", "\x01 \n"]
)
INSIDE = st.sampled_from(["", "\t", "\n", "\r", "&Tab;", "&#10;", "&#x0000000D;", "&NewLine;"])
BREAKING = st.sampled_from(
    [" ", "\x01", "\x7f", "\xa0", "/", "%0A", "&#1;", "&nbsp;", "&tab;", "&#0;", "&#99999999999;"]
)


@given(
    AROUND,
    SCHEMES,
    INSIDE,
    st.integers(0, 3),
    st.sampled_from([":", "&colon;", "&#58;", "&#x3a;", "&#58"]),
    st.booleans(),
)
def test_what_runs_is_known_however_it_is_spelled(
    before: str, scheme: str, within: str, at: int, colon: str, upper: bool
) -> None:
    """No allowed URL runs as a script; ignored characters, case and character references make no difference."""
    name = scheme.upper() if upper else scheme
    url = f"{before}{name[:at]}{within}{name[at:]}{colon}void"
    assert is_script_url(url) == (scheme in {"javascript", "vbscript", "data"})
    assert not is_script_url(escape_url(url))


@given(SCHEMES, BREAKING, st.integers(1, 3))
def test_other_characters_end_a_scheme(scheme: str, within: str, at: int) -> None:
    """A URL with a character that browsers do not ignore in its scheme is relative, and does not run."""
    assert not is_script_url(f"{scheme[:at]}{within}{scheme[at:]}:alert(1)")


# --- one place per destination --------------------------------------------------------------------

ESCAPED = ("escape_attribute(", "escape_url(")
READY = {
    "annotate/rendered_citations.py": {"_UNKNOWN_KEY", "self._href(part.paper)", "tooltip"},
    "annotate/embeds.py": {"block.level"},
    "annotate/markdown_links.py": {"size[1]", "size[2]"},
    "annotate/reference_list.py": {"tooltip"},
    "exports/citation_metadata.py": {"name"},
    "exports/open_graph.py": {"name"},
    "hosts/page_anchors.py": {"m[1]", "name"},
    "mkdocs_plugin/pages/feed_link.py": {"title"},
    "markup/markdown_html.py": {"kind"},
    "mkdocs_plugin/direct/article.py": {"slug"},
    "mkdocs_plugin/search/pagefind.py": {"language", "anchor"},
    "render/templates.py": {"node.text_left", "node.y - 9", "node.text_width"},
}
"""Expressions in attributes that are numbers, constants, or already escaped, by file."""


def test_no_raw_value_in_an_attribute() -> None:
    """HTML outside of templates contains only escaped attribute values, except those in `READY`."""
    package = Path(papernotes_plugin.__file__).parent
    raw = set()
    for path in package.rglob("*.py"):
        where = path.relative_to(package).as_posix()
        texts = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.JoinedStr)]
        for first, second in [pair for text in texts for pair in zip(text.values, text.values[1:], strict=False)]:
            if isinstance(first, ast.Constant) and isinstance(second, ast.FormattedValue):
                value = ast.unparse(second.value)
                if str(first.value).endswith(('="', "='")) and not value.startswith(ESCAPED):
                    raw.add((where, value))
    assert raw == {(where, value) for where, values in READY.items() for value in values}


def test_links_are_written_of_addresses_alone() -> None:
    """Functions that write links accept only the type `Url`, so that mypy reports unescaped text."""
    functions = {
        inline_markdown.link: "href",
        inline_markdown.generated_link: "href",
        inline_markdown.image: "src",
        inline_markdown.paper_page_link: "page",
    }
    assert {get_type_hints(function)[name] for function, name in functions.items()} == {Url}
    assert get_type_hints(escape_url)["return"] is Url

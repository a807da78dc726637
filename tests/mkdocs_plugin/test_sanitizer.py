"""The option `sanitize`: notes of other people cannot run scripts, and look the same."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from importlib import util
from pathlib import Path
from typing import Any

import markdown
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from material.extensions import emoji  # type: ignore[import-untyped]
from mkdocs.exceptions import PluginError

from papernotes_plugin.mkdocs_plugin.notes import sanitizer
from papernotes_plugin.mkdocs_plugin.notes.sanitizer import escaped, sanitized
from papernotes_plugin.text import is_script_url
from tests.helpers import converted_pages, sites

EXTENSIONS = (
    *("abbr", "admonition", "attr_list", "def_list", "footnotes", "md_in_html", "tables"),
    *("pymdownx.details", "pymdownx.emoji", "pymdownx.highlight", "pymdownx.keys", "pymdownx.mark", "pymdownx.quotes"),
    *("pymdownx.progressbar", "pymdownx.superfences", "pymdownx.tabbed", "pymdownx.tasklist", "pymdownx.tilde", "toc"),
    *("pymdownx.arithmatex", "papernotes_plugin.markdown_extensions.math"),
)
FEATURES = Path(__file__).parents[1] / "sites" / "hostile" / "features.md"
"""A note with all constructs of Material's documentation."""


def rendered(text: str) -> str:
    """Return the HTML of a note with the extensions of a typical Material site."""
    options: dict[str, dict[str, Any]] = {
        "pymdownx.tabbed": {"alternate_style": True},
        "pymdownx.tasklist": {"custom_checkbox": True},
        "pymdownx.highlight": {"anchor_linenums": True, "line_spans": "__span"},
        "pymdownx.quotes": {"callouts": True},
        "pymdownx.arithmatex": {"generic": True},
        "pymdownx.emoji": {"emoji_index": emoji.twemoji, "emoji_generator": emoji.to_svg},
        "toc": {"permalink": True},
    }
    return markdown.markdown(text, extensions=list(EXTENSIONS), extension_configs=options)


class Elements(HTMLParser):
    """Elements of an HTML page with their attributes, and its words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Record the element; styles are normalised, because browsers ignore the spelling."""
        values = {name: value or "" for name, value in attributes}
        style = re.sub(r"\.?0+(?=%)|[\s;]", "", values.get("style", ""))
        self.elements.append((tag, {**values, "style": style} if style else values))

    def handle_data(self, data: str) -> None:
        self.words += data.split()


def test_elements_of_material_remain() -> None:
    """Every element and word of admonitions, tabs, tasks, code, icons, formulas, footnotes and media remains."""
    before = rendered(FEATURES.read_text("utf-8"))
    after = sanitized(before)
    # like a browser, nh3 adds `tbody` to tables, and ends paragraphs before block elements
    added = ("p", "tbody")
    elements = [[e for e in Elements(html).elements if e[0] not in added] for html in (before, after)]
    assert elements[1] == elements[0]
    assert Elements(after).words == Elements(before).words
    assert len(elements[0]) > 120


ACTIVE_HTML = [
    *(
        "<script>alert(1)</script>",
        "<style>p{}</style>",
        "<iframe src=//x/y.pdf></iframe>",
        "<iframe srcdoc=alert(1)></iframe>",
        "<object data=x></object>",
    ),
    *("<form action=x>", "<button>", "<base href=//x>", "<meta http-equiv=refresh content=0>", "<link rel=stylesheet>"),
    *(
        "<embed src=x>",
        "<textarea>",
        "<select>",
        "<template>",
        "<svg><use href=x>",
        "<svg><foreignObject>",
        "<marquee>",
    ),
    *("<noscript><p title='</noscript><img src=x onerror=alert(1)>'>", "<math><annotation-xml encoding=text/html>"),
    *(
        "<svg><animate onbegin=alert(1)>",
        "<svg><a xlink:href=javascript:x>",
        "<svg><style>p{}</style>",
        "<dialog open>",
    ),
]


@pytest.mark.parametrize("html", ACTIVE_HTML)
def test_active_elements_are_removed(html: str) -> None:
    """Elements that run scripts, load documents or send data are removed."""
    assert {tag for tag, _ in Elements(sanitized(f"<p>a</p>{html}")).elements} <= {
        "a",
        "iframe",
        "img",
        "math",
        "p",
        "svg",
    }
    assert not re.search("alert|javascript|http|//x", sanitized(f"<p>a</p>{html}"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<a href="javascript:x" onclick="y">a</a>', "<a>a</a>"),
        ('<a href="java&#9;script:x">a</a>', "<a>a</a>"),
        ('<a href="zotero://select/x">a</a>', '<a href="zotero://select/x">a</a>'),
        ('<a href="../b/#c" title="d">a</a>', '<a href="../b/#c" title="d">a</a>'),
        ('<img src="data:image/png;base64,x">', '<img src="data:image/png;base64,x">'),
        ('<a href="data:image/png;base64,x">a</a>', "<a>a</a>"),
        ('<img src="data:text/html,x" onerror="y">', "<img>"),
        ('<p style="position: fixed; text-align: left">a</p>', '<p style="text-align:left">a</p>'),
        ('<div id="__config" class="md-overlay mine">{}</div>', '<div class="mine">{}</div>'),
        ('<a class="md-button md-button--primary">a</a>', '<a class="md-button md-button--primary">a</a>'),
        ('<input type="text" name="password">', '<input type="checkbox" name="password">'),
        (
            '<a id="__codelineno-0-1" name="__codelineno-0-1"></a>',
            '<a id="__codelineno-0-1" name="__codelineno-0-1"></a>',
        ),
        ("<!-- more -->", "<!-- more -->"),
        ('<iframe src="../a.pdf#page=2"></iframe>', '<iframe src="../a.pdf#page=2"></iframe>'),
        ('<iframe src="https://x.org/a.pdf"></iframe>', "<iframe></iframe>"),
        ('<iframe src="javascript:x//a.pdf" srcdoc="<script>"></iframe>', "<iframe></iframe>"),
    ],
)
def test_unsafe_attributes_are_removed(before: str, after: str) -> None:
    """Attributes that run scripts are removed, and ids and classes that the theme uses."""
    assert sanitized(before) == after


@settings(max_examples=300)
@given(converted_pages.hostile(20), st.sampled_from(sorted(converted_pages.HOSTS)))
def test_no_note_can_run_a_script(text: str, host: str) -> None:
    """Sanitized HTML of any Markdown contains no scripts, and sanitizing it again changes nothing."""
    cleaned = sanitized(converted_pages.html(text, host))
    for tag, attributes in Elements(cleaned).elements:
        assert tag not in {"script", "style", "form", "textarea", "base", "meta", "object"}
        for name, value in attributes.items():
            assert not name.startswith("on")
            assert name not in ("href", "src") or not is_script_url(value, picture=tag == "img")
    assert sanitized(cleaned) == cleaned


def test_front_matter_is_escaped() -> None:
    """Front matter is escaped, because the theme writes it into attributes and elements unescaped."""
    meta = {"title": 'A "B" <c>', "tags": ["<x>", 1, None], "status": "it's", "hide": ["toc"], "search": {"boost": 2}}
    expected = {
        "title": "A &quot;B&quot; &lt;c&gt;", "tags": ["&lt;x&gt;", 1, None], "status": "it&#39;s",
        "hide": ["toc"], "search": {"boost": 2},
    }  # fmt: skip
    assert escaped(meta) == expected
    assert escaped("R&amp;D") == "R&amp;D"


def test_sites_are_sanitized_on_request(tmp_path: Path) -> None:
    """With the option, no page contains scripts of notes; without it, raw HTML remains as in MkDocs."""
    bad = "<script>alert('pwned')</script>"
    note = (
        f'---\ntitle: "A {bad}"\ndescription: "\'>{bad}"\nstatus: "{bad}"\n---\n\n{bad} <b onclick=pwned()>words</b>\n'
    )
    paper = "\n- [A Paper of Several Words](https://arxiv.org/abs/2401.00001), ICLR 2024\n"
    sites.write(tmp_path, {"docs/index.md": "# Home\n", "docs/a.md": note + paper, "docs/b.md": "![[a]]\n"})
    unsafe_pages = {}
    for option in ("false", "true"):
        config = sites.CONFIG.replace("papernotes]", f"papernotes: {{sanitize: {option}}}]")
        result = sites.build(sites.write(tmp_path, {"mkdocs.yml": config}), "--strict", site=option)
        assert (result.code, result.warnings) == (0, []), result.output
        assert "words" in result.page("a/index.html")
        assert 'class="papernotes-sign"' in result.page("a/index.html")
        runs_in = re.compile(rb"<script>alert\(|onclick=.?pwned")
        pages = sites.files(result.site).items()
        unsafe_pages[option] = {path for path, page in pages if path.endswith(".html") and runs_in.search(page)}
    assert "a/index.html" in unsafe_pages["false"]
    assert unsafe_pages["true"] == set()


def test_nothing_is_built_without_the_sanitizer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without nh3 the build stops, and the message says what to install."""
    monkeypatch.setattr(util, "find_spec", lambda name: None)
    with pytest.raises(PluginError, match=re.escape("pip install 'mkdocs-papernotes[sanitize]'")):
        sanitizer.require_installed()

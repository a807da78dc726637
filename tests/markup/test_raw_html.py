"""Tests of URLs in raw HTML that a browser would run."""

from __future__ import annotations

import pytest

import papernotes_plugin
from papernotes_plugin import Config, Source
from papernotes_plugin.markup.raw_html import unsafe_urls

ELEMENTS = [
    '<a href="{}">x</a>',
    "<A HREF='{}'>x</A>",
    "<a href={}>x</a>",
    '<a title="a > b" href = "{}">x</a>',
    '<area href="{}">',
    '<base href="{}">',
    '<link rel="stylesheet" href="{}">',
    '<iframe src="{}"></iframe>',
    '<script src="{}"></script>',
    '<embed src="{}">',
    '<form action="{}"></form>',
    '<button formaction="{}">x</button>',
    '<object data="{}"></object>',
    '<video poster="{}"></video>',
    '<img src="{}">',
    '<img srcset="a.png 1x, {} 2x">',
    '<table background="{}"></table>',
    '<meta http-equiv="refresh" content="0; URL={}">',
    '<svg><a xlink:href="{}"><text>x</text></a></svg>',
    '<svg><use href="{}"/></svg>',
    '<svg><animate attributeName="href" to="{}"/></svg>',
    '<svg><set attributeName="href" from="#a" to="{}"/></svg>',
    '<svg><animate attributeName="href" values="#a;{}"/></svg>',
]
RUNNING = [
    "javascript:x()",
    "JaVaScript:x()",
    "&#106;avascript:x()",
    "&#x6a;avascript:x()",
    "java&Tab;script&colon;x()",
]
RUNNING += ["\x01javascript:x()", "vbscript:x", "data:text/html,x"]


@pytest.mark.parametrize("element", ELEMENTS)
def test_an_attribute_that_runs(element: str) -> None:
    """Each attribute of each element is found in each spelling; other URLs are not."""
    for url in RUNNING:
        text = f"words {element.format(url)}"
        assert [address for _, address in unsafe_urls(text, 0, len(text))], text
    for url in ("https://a.org/x:y", "mailto:a@b.org", "a.png", "#javascript:x", "./javascript:x"):
        text = element.format(url)
        assert list(unsafe_urls(text, 0, len(text))) == []


@pytest.mark.parametrize(
    "text", ['<img src="data:image/png;base64,iVBO">', '<p title="javascript:x">', '</a href="javascript:x">', "<a b"]
)
def test_an_attribute_that_does_not_run(text: str) -> None:
    """A picture in a `data:` URL and text that is no URL are no issue."""
    assert list(unsafe_urls(text, 0, len(text))) == []


@pytest.mark.parametrize(
    ("sanitize", "done"), [(False, "HTML is published as it is written"), (True, "'sanitize' removes it")]
)
def test_raw_html_is_reported_with_its_place(sanitize: bool, done: str) -> None:
    """Each address is reported with its line and column, in a block and in a paragraph; code is not HTML."""
    lines = ["# A", "", 'see <a href="javascript:x">it</a>', "", "<div>", '<a href="data:x">y</a>', "</div>", ""]
    lines += ['`<a href="javascript:x">`', "", "```", '<a href="javascript:x">', "```", ""]
    site = papernotes_plugin.build([Source("a.md", "\n".join(lines).encode())], config=Config(sanitize=sanitize))
    assert [str(issue) for issue in site.issues if issue.code == "unsafe-link"] == [
        f"a.md:{place}: the address '{url}' in HTML would run in the browser of a reader; {done} [unsafe-link]"
        for place, url in (("3:8", "javascript:x"), ("6:4", "data:x"))
    ]

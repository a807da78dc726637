"""What a browser would run as a script is known, and no link of a note runs one; Chromium decides."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace

import pyromark
from markdown import Markdown
from markdown.treeprocessors import Treeprocessor

import papernotes_plugin
from papernotes_plugin import Source
from papernotes_plugin.markdown_extensions.guarded_conversion import GuardExtension
from papernotes_plugin.mkdocs_plugin.notes.sanitizer import sanitized
from papernotes_plugin.text import is_script_url
from tests.helpers.chromium import Tab
from tests.markup.test_raw_html import ELEMENTS

SCHEMES = ("javascript", "vbscript", "data")
_CONTROLS = [chr(code) for code in (*range(0x01, 0x21), 0x7F, 0x80, 0xA0, 0xAD, 0x2028, 0xFEFF)]
_REFERENCES = [
    "&Tab;", "&NewLine;", "&tab;", "&nbsp;", "&#1;", "&#x1F;", "&#10;", "&#0000010;", "&#10", "&#x0A;", "&#xA",
    "&#127;", "&#0;", "&amp;Tab;", "&ZeroWidthSpace;", "&shy;",
]  # fmt: skip
_COLONS = [
    ":", "&colon;", "&#58;", "&#x3A;", "&#x3a", "&#58", "&#000000000058;", "&Colon;", "&amp;colon;", "%3A",
    "&#x0000003a;", "\\:", " :", "&#8758;",
]  # fmt: skip
_REST = {"data": "text/html,x", "javascript": "void(0)", "vbscript": "x"}


def spellings() -> list[str]:
    """Return the schemes in all spellings that browsers, or only some parsers, read as a scheme."""
    out = []
    for scheme in SCHEMES:
        rest = _REST[scheme]
        out += [f"{before}{scheme}:{rest}" for before in ("", *_CONTROLS, *_REFERENCES, "\n \t\x01", "\\", "%01", "./")]
        out += [
            f"{scheme[:2]}{inside}{scheme[2:]}:{rest}" for inside in (*_CONTROLS, *_REFERENCES, "\r\n", "\\", "%0A")
        ]
        out += [f"{scheme}{colon}{rest}" for colon in _COLONS]
        out += [f"{scheme}{before}:{rest}" for before in ("\t", "\n", "&Tab;", "\x01", "&nbsp;")]
        first = ord(scheme[0])
        letters = (
            f"&#{first};",
            f"&#x{first:x};",
            f"&#X{first:X};",
            f"&#{first}",
            f"&#000000000{first};",
            f"%{first:X}",
        )
        out += [f"{letter}{scheme[1:]}:{rest}" for letter in letters]
        out += ["".join(f"&#{ord(char)};" for char in scheme) + f":{rest}"]
        out += [f"{scheme.upper()}:{rest}", f"{scheme.title()}:{rest}", f"{scheme}\u017f:{rest}", f"x{scheme}:{rest}"]
    return [
        *dict.fromkeys(out),
        "https://a.org",
        "mailto:a@b.org",
        "zotero://select",
        "a.md",
        "#a",
        "JAVA\u017fCRIPT:x",
    ]


_PROTOCOLS = """values => values.map(value => {
    const holder = document.createElement("template");
    holder.innerHTML = '<a href="' + value.replaceAll('"', "&quot;") + '">x</a>';
    return holder.content.firstChild.protocol;
})"""
_OF_PAGE = """pages => pages.map(html => {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    return [...holder.content.querySelectorAll("[href], [src]")].map(
        element => new URL(element.getAttribute("href") ?? element.getAttribute("src"), "https://site.example/").protocol);
})"""
_RUN = {f"{scheme}:" for scheme in SCHEMES}


def test_the_verdict_is_that_of_the_browser(tab: Callable[..., Tab]) -> None:
    """For each spelling of a scheme in an attribute, `is_script_url` says what the browser's URL parser does."""
    values = spellings()
    protocols = tab().page.evaluate(_PROTOCOLS, values)
    wrong = [
        (value, protocol)
        for value, protocol in zip(values, protocols, strict=True)
        if is_script_url(value) != (protocol in _RUN)
    ]
    assert wrong == []
    assert sum(protocol in _RUN for protocol in protocols) > len(values) / 4


FORMS = (
    "[x]({})", "[x](<{}>)", "[x]( {} )", '[x]({} "title")', "![x]({})", "![x](<{}>)", "<{}>", "[x][d]\n\n[d]: {}",
    "[x][d]\n\n[d]: <{}>", "![x][d]\n\n[d]: {} 'title'", "[x]({}){{ .a }}", '[x](a){{ .a href="{}" }}',
)  # fmt: skip


class _Guard:
    """Guard that covers all pages and reports nothing."""

    def covers(self, path: str) -> bool:
        return True

    def recover(self, path: str, source: str, error: Exception, convert: object) -> str:
        raise error

    def report_unsafe(self, path: str, url: str) -> None:
        return


def _by_mkdocs(text: str) -> str:
    markdown = Markdown(extensions=["attr_list", GuardExtension(_Guard())])
    relpath = Treeprocessor(markdown)
    relpath.file = SimpleNamespace(src_uri="a.md")  # type: ignore[attr-defined]
    markdown.treeprocessors.register(relpath, "relpath", 0)
    return markdown.convert(text)


def test_no_link_of_a_note_runs(tab: Callable[..., Tab]) -> None:
    """No form of a Markdown link to any spelling runs, as converted by MkDocs or by a CommonMark parser."""
    texts = [form.format(value) for value in spellings() for form in FORMS]
    texts = [text for text in texts if "\r" not in text]
    notes = [Source(f"n{number}.md", text.encode()) for number, text in enumerate(texts)]
    site = papernotes_plugin.build(notes)
    edited = [papernotes_plugin.annotate(site, note.path) for note in notes]
    for pages in ([_by_mkdocs(text) for text in edited], [pyromark.html(text) for text in edited]):
        protocols = tab().page.evaluate(_OF_PAGE, pages)
        assert sum(map(len, protocols)) > len(texts) / 10
        running = [(text, page) for text, page, kinds in zip(texts, pages, protocols, strict=True) if _RUN & {*kinds}]
        assert running == [], json.dumps(running[:5])
    reported = {issue.path for issue in site.issues if issue.code == "unsafe-link"}
    assert "n0.md" in reported


def test_no_address_in_sanitized_html_runs(tab: Callable[..., Tab]) -> None:
    """`sanitize` removes each attribute with a URL that runs, in each spelling."""
    values = [value.replace('"', "&quot;") for value in spellings()]
    pages = [sanitized(element.format(value)) for value in values for element in ELEMENTS if "={}" not in element]
    protocols = tab().page.evaluate(_OF_PAGE, pages)
    assert any(protocols)
    assert [page for page, kinds in zip(pages, protocols, strict=True) if _RUN & {*kinds}] == []

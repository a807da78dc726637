"""A page template is the page of the theme without its texts, or it is refused."""

from __future__ import annotations

import pytest
from jinja2 import Environment

from papernotes_plugin.mkdocs_plugin.direct.page_template import (
    CONTENT,
    PageTemplate,
    UnusableTemplateError,
    marked_texts,
    squeezed,
)
from papernotes_plugin.mkdocs_plugin.direct.same_html import is_same_html
from papernotes_plugin.mkdocs_plugin.direct.url_pattern import UrlPattern, split_url

PAGE = "<head>{}</head>\n<body>{{{{ content }}}}{}</body>"
OTHER = {"title": "Three  <i>?</i> &amp; e", "name": "Three <i>?</i>", "id": "three", "description": "It is <3"}


def render(template: str, texts: dict[str, str], url: UrlPattern, content: str) -> str:
    """Return a page of the theme."""
    address = f"{'/'.join((url.folder, *url.names))}{url.ending}"
    return Environment().from_string(template).render(**texts, url=address, content=content)


@pytest.mark.parametrize(
    "template",
    [
        "{{ title }}|{{ title | e }}|{{ title | striptags }}|{{ title | striptags | e }}|{{ title | urlencode }}",
        "<link href='https://example.org/{{ url }}'>{% if description %}{{ description | e }}{% endif %}",
        "<a href='#{{ id }}'>{{ name }}</a><b>{{ id | upper | lower }}</b>",
    ],
)
def test_a_page_template_is_filled_with_another_page(template: str) -> None:
    """Pages of one kind differ only in the texts that are filled in."""
    text = PAGE.format(template, template)
    url = split_url("papers/a/b.html")
    marked = UrlPattern("papers", ("pN0place0Np", "pN0place1Np"), ".html")
    page_template = PageTemplate(render(text, marked_texts(has_description=True), marked, CONTENT))
    added = {"content": "<p>c</p>", "head": "<meta x>", "body": "<i>y</i>"}
    expected = render(text, OTHER, url, "<p>c</p>").replace("</head>", "<meta x></head>")
    assert is_same_html(page_template.fill({**OTHER, **added}, url), expected.replace("</body>", "<i>y</i></body>"))


@pytest.mark.parametrize(
    "template",
    [
        "{{ title | upper }}", "{{ title | truncate(12) }}", "{{ title[4:] }}", "{{ name[:-2] }}",
        "{{ title | tojson }}", "{{ content }}",
    ],
)  # fmt: skip
def test_a_changed_text_makes_no_page_template(template: str) -> None:
    """A theme that changes a text in an unknown way, or that writes the content twice, needs a page of its own."""
    url = UrlPattern("papers", ("a",), "/")
    html = render(PAGE.format(template, ""), marked_texts(has_description=True), url, CONTENT)
    with pytest.raises(UnusableTemplateError):
        PageTemplate(html)


def test_a_page_without_a_body_makes_no_page_template() -> None:
    """A theme that writes no complete page has no place for the metadata."""
    with pytest.raises(UnusableTemplateError):
        PageTemplate(f"<p>{CONTENT}</p>")


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a  <b>b</b> <i>c</i>\n  d</p>\n\n<p>e</p>", "<p>a <b>b</b> <i>c</i>\nd</p><p>e</p>"),
        ("<pre>\n  a\n\n  b</pre>  <div>\n c</div>", "<pre>\n  a\n\n  b</pre> <div>\nc</div>"),
        ("<script>\n  a  <  b\n</script>", "<script>\n  a  <  b\n</script>"),
        ("<textarea> a </textarea> <style> b  c </style>", "<textarea> a </textarea> <style> b  c </style>"),
        ("<span>a</span>\n    <span>b</span>", "<span>a</span>\n<span>b</span>"),
    ],
)
def test_white_space(html: str, expected: str) -> None:
    """Only white space that no browser shows is removed, and none from text that is shown as it is written."""
    assert squeezed(html) == expected
    assert squeezed(expected) == expected
    assert is_same_html(html, expected)

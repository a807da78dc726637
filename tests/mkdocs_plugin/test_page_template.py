"""A page template renders a page as the theme's template does, or it is refused."""

from __future__ import annotations

from typing import Any

import pytest
from jinja2 import Environment
from mkdocs.config import load_config
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from papernotes_plugin.mkdocs_plugin.fast_rendering.page_template import PageTemplate
from papernotes_plugin.mkdocs_plugin.fast_rendering.tracing_proxy import AccessTrace, PageReader, Untraceable
from papernotes_plugin.mkdocs_plugin.fast_rendering.url_pattern import split_url


def page(number: int, title: str, toc: int = 1, **front: Any) -> Page:
    """Return a page that is rendered already."""
    config = load_config(None, config_file_path=None, site_name="n", plugins=[], theme="mkdocs")
    rendered = Page(None, File(f"papers/p{number}.md", "docs", "site", use_directory_urls=True), config)
    rendered.meta, rendered.content, rendered.markdown = {"title": title, **front}, f"<h1>{title}</h1>", ""
    rendered.toc = TableOfContents([AnchorLink(f"{title} {n}", f"id{number}-{n}", 1) for n in range(toc)])
    return rendered


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
def test_a_template_is_filled_with_another_page(template: str) -> None:
    """Pages with the same answers differ only in the texts that are filled in."""
    env = Environment()
    first, second = (
        page(1, "One & <b>1</b>", hide=["a", "b"], year=2),
        page(2, "Three  <i>?</i> e", hide=["z", "b"], year=2),
    )
    trace = AccessTrace(first, split_url(first.url))
    page_template = PageTemplate(env.from_string(template).render(page=trace.page()), trace)
    reader = PageReader(second)
    if all(reader.answer(question) == answer for question, answer in trace.answers.items()):
        assert page_template.fill(split_url(second.url), reader) == env.from_string(template).render(page=second)
    assert page_template.fill(split_url(first.url), PageReader(first)) == env.from_string(template).render(page=first)


def test_a_hash_before_a_title_is_part_of_it() -> None:
    """A title that begins with `#` is not taken for the URL of an anchor, and a filter applies to all of it."""
    first, second = page(1, "#one"), page(2, "#two of <i>two</i>")
    template = Environment().from_string("{{ page.title | striptags }}{% for e in page.toc %}{{ e.url }}{% endfor %}")
    trace = AccessTrace(first, split_url(first.url))
    page_template = PageTemplate(template.render(page=trace.page()), trace)
    assert page_template.fill(split_url(second.url), PageReader(second)) == template.render(page=second)


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
def test_untraceable_access_makes_no_template(template: str) -> None:
    """A template that changes a text, or that compares a URL, cannot be used for other pages."""
    one = page(1, "One")
    trace = AccessTrace(one, split_url(one.url))
    with pytest.raises((Untraceable, TypeError)):
        PageTemplate(Environment().from_string(template).render(page=trace.page()), trace)

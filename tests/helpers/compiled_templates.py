"""Compile each template once in a process: hundreds of builds of the tests use the same theme."""

from __future__ import annotations

from contextlib import suppress
from types import CodeType
from typing import Any

from jinja2 import Environment, TemplateAssertionError
from mkdocs.theme import Theme

_compile = Environment.compile
_compiled: dict[object, CodeType | str] = {}


def share_compiled_templates() -> None:
    """Let all environments of Jinja with equal extensions, filters and escaping share their compiled templates."""
    Environment.compile = _compile_once  # type: ignore[method-assign]


def compile_theme(name: str) -> None:
    """Compile the templates of each page of a theme, so that processes that are forked later need not."""
    environment = Theme(name).get_env()
    for template in environment.list_templates(filter_func=_is_of_each_page):
        # those of a blog need a filter of its plugin
        with suppress(TemplateAssertionError):
            environment.get_template(template)


def _is_of_each_page(template: str) -> bool:
    names = {"404.html", "base.html", "main.html", "sitemap.xml"}
    return template.rpartition("/")[0] == "partials" or template in names


def _compile_once(self: Environment, source: Any, *arguments: Any, **options: Any) -> Any:
    key = (
        *(source, *arguments, *sorted(options.items()), type(self), self.autoescape),
        *(frozenset(self.extensions), frozenset(self.filters.items()), frozenset(self.tests)),
    )
    if key not in _compiled:
        _compiled[key] = _compile(self, source, *arguments, **options)
    return _compiled[key]

"""Read the installed themes once in a process: hundreds of builds of the tests use the same theme."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from types import CodeType
from typing import Any

from jinja2 import Environment, FileSystemLoader, TemplateAssertionError
from mkdocs.theme import Theme

_compile = Environment.compile
_compiled: dict[object, CodeType | str] = {}
_list = FileSystemLoader.list_templates


def share_themes() -> None:
    """Let builds share the compiled templates and the lists of files of installed themes.

    Only environments of Jinja with equal extensions, filters and escaping share their templates.
    """
    Environment.compile = _compile_once  # type: ignore[method-assign]
    FileSystemLoader.list_templates = _list_once  # type: ignore[method-assign]


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


def _list_once(self: FileSystemLoader) -> list[str]:
    is_installed = {folder: "site-packages" in folder for folder in self.searchpath}
    own = [folder for folder in self.searchpath if not is_installed[folder]]
    names = {*_list(FileSystemLoader(own, followlinks=self.followlinks))}
    return sorted(names.union(*(_installed_files(folder) for folder in self.searchpath if is_installed[folder])))


@cache
def _installed_files(folder: str) -> list[str]:
    """Return the files of an installed theme, without the thousands of icons, which no build copies."""
    return [name for name in _list(FileSystemLoader(folder)) if not name.startswith(".")]

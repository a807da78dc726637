"""Configure Jinja for the templates of pages: which values it prints, and how it loads and includes templates."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from jinja2 import Environment, PackageLoader, StrictUndefined

from papernotes_plugin.text.lazy_regex import lazy_regex

_INCLUDE = lazy_regex(r'\{% include "([\w.]+)" %\}(\n?)')


class _AttributeEnvironment(Environment):
    """Environment that reads `a.b` as an attribute only; Jinja would also look for a key, with a slow function."""

    getattr = staticmethod(getattr)  # type: ignore[assignment]


class _InliningLoader(PackageLoader):
    """Loader that replaces each include by its source: an include at run time is slow in a loop."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool] | None]:
        """Return the source of a template with all its includes."""
        source, path, is_up_to_date = super().get_source(environment, template)

        def included(match: re.Match[str]) -> str:
            fragment = self.get_source(environment, match[1])[0].removesuffix("\n")
            # `trim_blocks` removes the line break after a tag
            return fragment + (match[2] if fragment.endswith("%}") else "")

        return _INCLUDE.sub(included, source), path, is_up_to_date


def new_environment(filters: Mapping[str, Callable[..., object]], checked: Callable[[object], object]) -> Environment:
    """Return an environment that loads the templates of the package.

    Args:
        filters: The filters of the templates, by name.
        checked: Return the value that a template prints for a value.
    """
    environment = _AttributeEnvironment(
        loader=_InliningLoader("papernotes_plugin"),
        autoescape=False,  # pages are Markdown: each destination has an escape of its own
        undefined=StrictUndefined,
        finalize=checked,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters.update(filters)
    return environment

"""Templates: a view put into words.  The only user of jinja2.

A template may print only what a filter has escaped for its destination: a raw value in it is an error, not an
injection.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sized
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from papernotes_plugin import text
from papernotes_plugin.markup import inline_markdown
from papernotes_plugin.render.page_views import Markdown
from papernotes_plugin.render.paper_views import Dot
from papernotes_plugin.vocabulary.model import Link

_COLUMNS = {"citekey": "Key", "tldr": "TL;DR", "recent": "Noted"}
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
_CALLED_TO_LIFE = re.compile(r"\{(?=[{%#+=~>-])")
"""What would start a template or a critic's mark."""
_LIVE = re.compile(r"\{(?=[{%#])|-(?=-?8<-)")
"""What would start a template or a snippet for another plugin; a space within changes no BibTeX."""
_INCLUDE = re.compile(r'\{% include "([\w.]+)" %\}(\n?)')


def fence(value: str, language: str) -> Markdown:
    """A fenced block that nothing in it can close or bring to life."""
    code = _LIVE.sub(lambda match: f"{match[0]} ", _CONTROL.sub("", value)).strip("\n")
    ticks = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", code)), default=0))
    return Markdown(f"{ticks}{language}\n{code}\n{ticks}")


def _verbatim(value: str) -> Markdown:
    """Lines for a `<pre>` in raw HTML: read there sign by sign, brought to life by nothing, ended by no empty line."""
    escaped = text.escape_html(value.strip("\n"))
    code = _CALLED_TO_LIFE.sub("&#123;", escaped).replace("--8&lt;--", "&#45;-8&lt;--")
    return Markdown(re.sub(r"\n(?:[ \t]*\n)+", lambda match: match[0].replace("\n", "&#10;"), code))


def _link(link: Link) -> Markdown:
    return Markdown(inline_markdown.link(inline_markdown.title_markdown(link.label), text.escape_url(link.url)))


_SHAPES = {
    "note": '<rect x="{}" y="{}" width="8" height="8" rx="2"/>',
    "tag": '<path d="M{} {}l5 5-5 5-5-5z"/>',
    "paper": '<circle cx="{}" cy="{}" r="4"/>',
}
_CORNERS = {"note": (-4, -4), "tag": (0, -5), "paper": (0, 0)}


def _dot(dot: Dot) -> Markdown:
    """A dot of a picture with its words, as SVG on the way through Markdown."""
    across, down = _CORNERS[dot.kind]
    shape = _SHAPES[dot.kind].format(dot.x + across, dot.y + down)
    # a link of Markdown, in HTML: its host knows where it leads, and scripts know no links of SVG
    words = inline_markdown.link(text.escape_markdown(dot.label), text.escape_url(dot.href))
    room = f'x="{dot.left}" y="{dot.y - 9}" width="{dot.room}" height="18"'
    return Markdown(f"{shape}<foreignObject {room}>{words}</foreignObject>")


_FILTERS: dict[str, Callable[..., Markdown]] = {
    "md": lambda value: Markdown(text.escape_markdown(str(value))),
    "html": lambda value: Markdown(text.escape_html(value)),
    "yaml": lambda value: Markdown(text.quote_yaml(text.escape_html(text.plain_text(value)))),
    "line": lambda value: Markdown(text.escape_html(text.one_line(text.plain_text(value))).replace("{", "&#123;")),
    "url": lambda value: Markdown(text.escape_url(value)),
    "title": lambda value: Markdown(inline_markdown.title_markdown(value)),
    "runs": lambda value: Markdown(inline_markdown.format_runs(value, start=True)),
    "link": _link,
    "dot": _dot,
    "row_link": lambda row: Markdown(
        inline_markdown.link(inline_markdown.title_markdown(row.title), text.escape_url(row.href))
    ),
    "code": lambda value: Markdown(inline_markdown.code_span(value)),
    "verbatim": _verbatim,
    "quoted": lambda value: Markdown("\n".join(f"> {found}".rstrip() for found in str(_written(value)).split("\n"))),
    "column": lambda name: Markdown(_COLUMNS.get(name, name.capitalize())),
    # an alignment would be an inline style, which a strict Content-Security-Policy refuses
    "rule": lambda name: Markdown("---"),
    "indent": lambda depth: Markdown("    " * depth),
    "count": lambda value: Markdown(f"{value:,}"),
    "plural": lambda value: Markdown("" if (len(value) if isinstance(value, Sized) else value) == 1 else "s"),
}


_READY = (Markdown, int)


def _written(value: object) -> Markdown | int:
    """What a template may print.

    Raises:
        TypeError: on a value that no filter has made ready.
    """
    if isinstance(value, _READY):
        return value
    raise TypeError(f"a template prints a raw {type(value).__name__}: {value!r:.80}")


class _Whole(PackageLoader):
    """Templates with what they include in its place: asked for line by line that costs more than it says."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool] | None]:
        """As the loader finds it, and all that it includes."""
        source, path, fresh = super().get_source(environment, template)

        def put_in(match: re.Match[str]) -> str:
            included = self.get_source(environment, match[1])[0].removesuffix("\n")
            # of a line break behind a tag nothing is left
            return included + (match[2] if included.endswith("%}") else "")

        return _INCLUDE.sub(put_in, source), path, fresh


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=_Whole("papernotes_plugin"),
        autoescape=False,  # pages are Markdown: each place has an escape of its own
        undefined=StrictUndefined,
        finalize=_written,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters.update(_FILTERS)
    return environment


@cache
def _template(name: str) -> Template:
    # the environment asks its loader each time where it is
    return _templates().get_template(name)


def front(template: str, view: object) -> str:
    """The front matter of what a template makes of a view, of which it asks nothing but what stands there."""
    made = _template(template)
    return "".join(made.blocks["front"](made.new_context({"view": view})))


def page(template: str, **values: object) -> str:
    """What a template makes of a view: no more than one empty line in a row, one line break at the end."""
    made = _template(template).render(**values)
    while "\n\n\n" in made:
        made = made.replace("\n\n\n", "\n\n")
    return made.strip("\n") + "\n"

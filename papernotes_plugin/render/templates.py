"""Turn views into Markdown with the templates of `templates/`.

A template may print only what a filter has escaped for its destination.  An unescaped value is an error, so that no
text of an author can inject markup.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sized
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from papernotes_plugin import text
from papernotes_plugin.markup import inline_markdown
from papernotes_plugin.render.page_views import BarItem, PaperRow, SafeMarkdown
from papernotes_plugin.render.paper_views import GraphNode, PaperView
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Link

if TYPE_CHECKING:
    from jinja2 import Environment, Template

_COLUMN_TITLES = {"citekey": "Key", "tldr": "TL;DR", "recent": "Noted"}
"""Titles of the table columns whose option value is no title."""
_CONTROL_CHARACTERS = lazy_regex("[\x00-\x08\x0b\x0c\x0e-\x1f]")
_TEMPLATE_OR_CRITIC_MARK = lazy_regex(r"\{(?=[{%#+=~>-])")
"""Start of a Jinja template (macros plugin) or of a CriticMarkup edit."""
_TEMPLATE_OR_SNIPPET = lazy_regex(r"\{(?=[{%#])|-(?=-?8<-)")
"""Start of a Jinja template (macros plugin) or of a PyMdown snippet; a space inside it changes no BibTeX."""
_BETWEEN_NAMES = lazy_regex(r"( and | et al\.$)")
"""Words of a byline that are no names."""


def fence(value: str, language: str) -> SafeMarkdown:
    """Return a fenced code block whose content cannot close it or be processed by another plugin."""
    code = _CONTROL_CHARACTERS.sub("", value)
    code = _TEMPLATE_OR_SNIPPET.sub(lambda match: f"{match[0]} ", code).strip("\n")
    ticks = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", code)), default=0))
    return SafeMarkdown(f"{ticks}{language}\n{code}\n{ticks}")


def render_front_matter(template: str, view: object) -> str:
    """Return the front matter of a page without rendering the rest of it.

    Args:
        template: File name in `templates/`.
        view: The view of the page, or an object with the fields that the front matter uses.
    """
    loaded = _template(template)
    return "".join(loaded.blocks["front_matter"](loaded.new_context({"view": view})))


def render_page(template: str, **values: object) -> str:
    """Return a rendered template, without repeated empty lines and with one line break at the end.

    Args:
        template: File name in `templates/`.
        **values: Variables of the template.

    Raises:
        TypeError: The template prints a value that no filter has escaped.
    """
    markdown = _template(template).render(**values)
    while "\n\n\n" in markdown:
        markdown = markdown.replace("\n\n\n", "\n\n")
    return markdown.strip("\n") + "\n"


# --- filters --------------------------------------------------------------------------------------


def _verbatim(value: str) -> SafeMarkdown:
    """Return text for a `<pre>` element: escaped, without empty lines, which would end the raw HTML block."""
    escaped = text.escape_html(value.strip("\n"))
    code = _TEMPLATE_OR_CRITIC_MARK.sub("&#123;", escaped).replace("--8&lt;--", "&#45;-8&lt;--")
    return SafeMarkdown(re.sub(r"\n(?:[ \t]*\n)+", lambda match: match[0].replace("\n", "&#10;"), code))


def _link(link: Link) -> SafeMarkdown:
    return SafeMarkdown(inline_markdown.link(inline_markdown.title_markdown(link.label), text.escape_url(link.url)))


_NODE_SHAPES = {
    "note": '<rect x="{}" y="{}" width="8" height="8" rx="2"/>',
    "tag": '<path d="M{} {}l5 5-5 5-5-5z"/>',
    "paper": '<circle cx="{}" cy="{}" r="4"/>',
}
_NODE_OFFSETS = {"note": (-4, -4), "tag": (0, -5), "paper": (0, 0)}
"""Offset of the first point of a shape from the middle of its node."""


def _graph_node(node: GraphNode) -> SafeMarkdown:
    """Return a node of an ego graph with its label, as SVG inside Markdown."""
    dx, dy = _NODE_OFFSETS[node.kind]
    shape = _NODE_SHAPES[node.kind].format(node.x + dx, node.y + dy)
    # A Markdown link in HTML: MkDocs adapts its URL, and scripts of themes do not expect links of SVG.
    label = inline_markdown.link(text.escape_markdown(node.label), text.escape_url(node.href))
    box = f'x="{node.text_left}" y="{node.y - 9}" width="{node.text_width}" height="18"'
    return SafeMarkdown(f"{shape}<foreignObject {box}>{label}</foreignObject>")


def _quoted(value: object) -> SafeMarkdown:
    return SafeMarkdown("\n".join(f"> {line}".rstrip() for line in str(_checked(value)).split("\n")))


def _row_link(row: PaperRow) -> SafeMarkdown:
    return SafeMarkdown(inline_markdown.link(_row_title(row), text.escape_url(row.href)))


def _row_title(view: PaperRow | PaperView) -> SafeMarkdown:
    """Return the title of a paper; a name that is no title is set as code."""
    return SafeMarkdown(
        inline_markdown.code_span(view.name) if view.name else inline_markdown.title_markdown(view.title)
    )


def _one_line_html(value: str) -> SafeMarkdown:
    return SafeMarkdown(text.escape_html(text.one_line(text.plain_text(value))).replace("{", "&#123;"))


def _names(names: Iterable[str], escape: Callable[[str], str]) -> SafeMarkdown:
    """Return names of people, each isolated, so that names in other writing directions keep their order."""
    return SafeMarkdown(", ".join(f"<bdi>{escape(name)}</bdi>" for name in names))


@lru_cache(maxsize=1 << 12)
def _byline(byline: str) -> SafeMarkdown:
    """Return the authors in short, each name isolated."""
    parts = _BETWEEN_NAMES.split(byline)
    names_and_words = (
        part if at % 2 else f"<bdi>{text.escape_markdown(part)}</bdi>" for at, part in enumerate(parts) if part
    )
    return SafeMarkdown("".join(names_and_words))


@lru_cache(maxsize=1 << 6)
def _navigation_bar(bar: tuple[BarItem, ...]) -> SafeMarkdown:
    return SafeMarkdown(_template("navigation_bar.md").render(bar=bar))


_FILTERS: dict[str, Callable[..., SafeMarkdown]] = {
    "md": lambda value: SafeMarkdown(text.escape_markdown(str(value))),
    "names": lambda names: _names(names, text.escape_markdown),
    "byline": _byline,
    "html_names": lambda names: _names(names, text.escape_html),
    "html": lambda value: SafeMarkdown(text.escape_html(value)),
    "yaml": lambda value: SafeMarkdown(text.quote_yaml(text.escape_html(text.plain_text(value)))),
    "line": _one_line_html,
    "url": lambda value: SafeMarkdown(text.escape_url(value)),
    "title": lambda value: SafeMarkdown(inline_markdown.title_markdown(value)),
    "runs": lambda value: SafeMarkdown(inline_markdown.format_runs(value, start=True)),
    "link": _link,
    "graph_node": _graph_node,
    "navigation_bar": _navigation_bar,
    "row_link": _row_link,
    "row_title": _row_title,
    "code": lambda value: SafeMarkdown(inline_markdown.code_span(value)),
    "verbatim": _verbatim,
    "quoted": _quoted,
    "column": lambda name: SafeMarkdown(_COLUMN_TITLES.get(name, name.capitalize())),
    # without an alignment: that would be an inline style, which a strict Content-Security-Policy blocks
    "rule": lambda name: SafeMarkdown("---"),
    "indent": lambda depth: SafeMarkdown("    " * depth),
    "count": lambda value: SafeMarkdown(f"{value:,}"),
    "plural": lambda value: SafeMarkdown("" if (len(value) if isinstance(value, Sized) else value) == 1 else "s"),
}


# --- templates ------------------------------------------------------------------------------------

_PRINTABLE = (SafeMarkdown, int)


def _checked(value: object) -> SafeMarkdown | int:
    """Return a value that a template prints.

    Raises:
        TypeError: No filter has escaped the value.
    """
    if isinstance(value, _PRINTABLE):
        return value
    raise TypeError(f"a template prints a raw {type(value).__name__}: {value!r:.80}")


@cache
def _environment() -> Environment:
    # importing Jinja takes a tenth of the start, and most commands render no page
    from papernotes_plugin.render.template_environment import new_environment

    return new_environment(_FILTERS, _checked)


@cache
def _template(name: str) -> Template:
    # the environment would look for the file at each call
    return _environment().get_template(name)

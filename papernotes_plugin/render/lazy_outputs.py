"""Outputs whose path and front matter are known at once and whose text is rendered on demand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from papernotes_plugin.render import templates
from papernotes_plugin.render.page_links import PageLinks
from papernotes_plugin.render.page_views import Pagination
from papernotes_plugin.vocabulary.citation_model import Run
from papernotes_plugin.vocabulary.model import Output, Subject


class RenderContext(NamedTuple):
    """Data that the pages and files of a site are rendered from."""

    links: PageLinks
    """The library, the options, and the links between pages."""
    bibtex: Mapping[str, str]
    """BibTeX entry of each paper, by slug; by an old slug with the citekey of that time."""
    ris: Mapping[str, str]
    """RIS record of each paper, by the same slugs."""
    references: Mapping[str, Sequence[Run]]
    """Formatted reference of each paper, by slug."""


class FrontMatterView(NamedTuple):
    """The part of a page's view that its front matter needs."""

    title: str
    pagination: Pagination = Pagination(1, ())


class LazyOutput(NamedTuple):
    """A page that a template renders from a view."""

    path: str
    """Posix path below the docs folder."""
    template: str
    """File name in `templates/`."""
    front_matter: object
    """The view for the front matter, which is cheaper than the view of the page."""
    view: Callable[[PageLinks], object]
    """Returns the view of the page; called each time the text is asked for."""
    subject: Subject | None = None
    """See `Output.subject`."""

    def output(self, context: RenderContext) -> Output:
        """Return the page as an output whose text is rendered on demand."""
        front_matter = templates.render_front_matter(self.template, self.front_matter)
        return Output(self.path, self._text, context, front_matter, self.subject)

    def _text(self, context: RenderContext) -> str:
        return templates.render_page(self.template, view=self.view(context.links))

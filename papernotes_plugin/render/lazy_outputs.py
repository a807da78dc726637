"""Planned: the pages of a site before they are made.  Where each is is known at once, its text when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from papernotes_plugin.render import templates
from papernotes_plugin.render.page_links import Links
from papernotes_plugin.render.page_views import Part
from papernotes_plugin.vocabulary.citation_model import Run
from papernotes_plugin.vocabulary.model import Output


class Matter(NamedTuple):
    """What the pages and files of a site are made of."""

    links: Links
    bibtex: Mapping[str, str]
    """What cites each paper, by its slug; so has the rest."""
    ris: Mapping[str, str]
    references: Mapping[str, Sequence[Run]]


class Head(NamedTuple):
    """What the front matter of a page tells of its view."""

    title: str
    part: Part = Part(1, ())


class Planned(NamedTuple):
    """A page that a template makes of a view."""

    path: str
    template: str
    head: object
    """As much of the view as its front matter tells."""
    view: Callable[[Links], object]

    def output(self, matter: Matter) -> Output:
        """The page of this matter."""
        return Output(self.path, self._made, matter, templates.front(self.template, self.head))

    def _made(self, matter: Matter) -> str:
        return templates.page(self.template, view=self.view(matter.links))

"""The plugin's citations outside of notes: who knows the papers when a docstring or a snippet is rendered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from papernotes_plugin import pipeline
from papernotes_plugin.links import addresses, wikilinks
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.markup import citation_syntax
from papernotes_plugin.markup.citation_syntax import CitedKey
from papernotes_plugin.vocabulary.citation_model import Citation, Part
from papernotes_plugin.vocabulary.config import excluded
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import MentionKind, Paper


class PageCitations:
    """Knows the papers of one build.  The plugin tells it of the site, and of each page before it is rendered."""

    def __init__(self) -> None:
        self._site: pipeline.Site | None = None
        self._near: Callable[[str], str] = str
        self._generated: set[str] = set()
        self._page = ""
        self._own: set[str] = set()
        self.asked = False
        """Whether the page that is being rendered has citations."""
        self._missing: dict[tuple[str, str], Issue] = {}

    def __repr__(self) -> str:
        """The same in each process: it stands among the options of Markdown, which are compared."""
        return "PageCiter()"

    def read(self, site: pipeline.Site) -> None:
        """The site as it was read."""
        self._site = site
        self._near = Suggestions(site.library).similar_citekey
        self._generated = {output.path for output in site.outputs}
        self._page = ""
        self._missing.clear()

    def turn(self, page: str) -> None:
        """The page that is rendered next; nothing is cited in what we made, nor in what is not to be read."""
        assert self._site is not None
        self.asked = False
        ours = page in self._generated or excluded(page, self._site.config.exclude)
        self._page = "" if ours else page
        pairs = self._site.library.mentions.get(page, ())
        self._own = {paper.slug for mention, paper in pairs if mention.kind is MentionKind.LITERATURE_NOTE}

    def issues(self) -> tuple[Issue, ...]:
        """What was missing, in the order of pages and keys."""
        return tuple(self._missing[at] for at in sorted(self._missing))

    # --- see `faces.citation_extension.Citer` ---------------------------------

    def paper(self, cited: CitedKey) -> Paper | None:
        """The paper that a key names on the page."""
        self.asked = True
        if self._site is None or not self._page:
            return None
        found = wikilinks.find_paper(cited.key, self._site.library)
        return None if found and found.slug in self._own and not cited.is_certain else found

    def words(self, citation: Citation) -> Sequence[Part]:
        """A citation in names and years, or as the style has it."""
        assert self._site is not None
        return self._site.prose.bibliography(cite.paper for cite in citation.cites).cite(citation)

    def href(self, paper: Paper) -> str:
        """The link from the page to that of the paper, both as source paths."""
        assert self._site is not None
        return addresses.paper_href(paper, self._page, self._site.config)

    def missing(self, key: str) -> None:
        """A citation names a key that nothing defines: told once a page."""
        if self._site is None or not self._page:
            return
        at = (self._page, key)
        if at not in self._missing:
            message = citation_syntax.unknown_key_message(key, self._near(key))
            self._missing[at] = issue(Code.UNKNOWN_KEY, self._page, None, message)

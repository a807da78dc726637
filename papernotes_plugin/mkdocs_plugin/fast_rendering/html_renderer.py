"""Moulds: how a page of ours becomes HTML without going through Python-Markdown.

The Markdown of our pages stays what it is, the one source for all hosts.  What the host makes of each shape in it is
learnt once (`host`, `lines`, `blocks`); a page is then put together from that.  The host makes the page itself
wherever something is not sure: another plugin changed its text, an extension is not known, a link leads nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from copy import copy, deepcopy
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc
from mkdocs.utils import meta

from papernotes_plugin.mkdocs_plugin.fast_rendering.block_html import Blocks
from papernotes_plugin.mkdocs_plugin.fast_rendering.hrefs import FallBack, HrefResolver
from papernotes_plugin.mkdocs_plugin.fast_rendering.site_markdown import SiteMarkdown
from papernotes_plugin.mkdocs_plugin.incremental.fingerprint import unknown_plugins
from papernotes_plugin.mkdocs_plugin.incremental.rendered_notes import Remembered
from papernotes_plugin.mkdocs_plugin.incremental.snapshot import of_paths
from papernotes_plugin.mkdocs_plugin.pages.page_texts import PLACEHOLDER, fill_placeholder


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as HTML."""

    html: str
    headings: list[dict[str, Any]]
    """As the `toc` extension tells them."""
    links: dict[str, dict[str, str]]
    """The anchors in other files, by their paths, that it links to, each with the link."""
    ids: set[str]
    """The ids in it."""


class _Learnt:
    """What is known of a site's Markdown."""

    def __init__(self, asked: tuple[list[Any], dict[str, dict[str, Any]]]) -> None:
        """By its extensions and their options."""
        self.asked = asked
        self.blocks: Blocks | None = None
        """Nothing where the host makes all pages itself, and then `off` says why."""
        self.disabled_reason = ""
        self.host = host = SiteMarkdown(*asked)
        if unvetted := host.unvetted_extensions():
            self.disabled_reason = f"nobody knows what '{unvetted[0]}' makes of their text"
            return
        blocks = Blocks(host)
        if blocks.lines.sure:
            self.blocks = blocks
        else:
            self.disabled_reason = "Markdown is not as expected here"


class HtmlRenderer:
    """The moulds of one build."""

    _learnt: _Learnt

    def __init__(
        self,
        bodies: Mapping[str, str],
        config: MkDocsConfig,
        files: Files,
        earlier: HtmlRenderer | None,
        settled: Set[str],
        *,
        keep: bool,
    ) -> None:
        """For pages with these texts, by path; of what is still the same, the earlier ones know it.

        They keep what they make where there is another build to come in this process.  Where the files with the paths
        `settled` are, the earlier ones know as well.
        """
        self._bodies, self._keep = bodies, keep
        # when pages are built, what need not be copied has left the files (`keeping`)
        files = Files(files)
        self.site: tuple[MkDocsConfig, Files] | None = config, files
        """What pages are made with; None when all of them are written."""
        asked = [*config.markdown_extensions], {name: {**(own or {})} for name, own in config.mdx_configs.items()}
        same = earlier is not None and earlier._learnt.asked == asked
        self._learnt = earlier._learnt if earlier and same else _Learnt(asked)
        self.is_lazy = not any(unknown_plugins(config)) and not self._learnt.host.watched
        """Pages are made when they are built: until then nobody looks at what is in them."""
        self._places: dict[str, tuple[str, bool]] = _places(files, settled, earlier._places if earlier else {})
        self._leads = HrefResolver(files)
        self._fronts: dict[str, dict[str, Any]] = {}
        still = earlier if earlier and same and earlier._places == self._places else None
        self._made: dict[str, tuple[bytes, RenderedPage]] = still._made if still else {}
        """Pages that were made, by path, each with a digest of its text: as long as links lead where they led."""
        self.rendered_notes: dict[str, Remembered] = still.rendered_notes if still else {}
        """Notes that the host has converted, by path, as long."""
        self.rendered_without_warnings: set[str] = still.rendered_without_warnings if still else set()
        """The paths of notes as `Remembering` has them, as long."""

    @property
    def disabled_reason(self) -> str:
        """Why the host makes all pages itself; "" where it does not."""
        return self._learnt.disabled_reason

    def text(self, file: File, files: Files) -> str:
        """The text of a page to which nobody has added anything."""
        return fill_placeholder(PLACEHOLDER, self._bodies[file.src_uri], file, files)

    def convert(self, file: File, text: str) -> RenderedPage | None:
        """A page; None where the host shall make it."""
        if self._learnt.blocks is None:
            return None
        if known := self._known(file.src_uri, text):
            return known
        lead, links = self._leads.of(file)
        try:
            html, headings, ids = self._learnt.blocks.page(text, lead)
        except FallBack:
            return None
        return RenderedPage(html, headings, {there.src_uri: anchors for there, anchors in links.items()}, ids)

    def end(self) -> None:
        """When the site is written: pages may stay for many builds, and shall not keep all that was known in theirs."""
        self._bodies, self._leads, self.site = {}, HrefResolver(Files([])), None

    def told(self, front: str) -> dict[str, Any]:
        """What lines of a front matter say; read once."""
        if front not in self._fronts:
            self._fronts[front] = meta.get_data(f"---\n{front}---\n")[1] if front else {}
        return deepcopy(self._fronts[front])

    def keep(self, path: str, text: str, made: RenderedPage) -> None:
        """Keep a page for the next build, if it is of use there."""
        if self._keep:
            self._made[path] = _digest(text), made

    def show(self, made: RenderedPage) -> None:
        """Show a page to the extensions that want to see all of them."""
        self._learnt.host.show(made.headings)

    def _known(self, path: str, text: str) -> RenderedPage | None:
        """A page as it was kept, if it has this text."""
        known = self._made.get(path)
        return known[1] if known and known[0] == _digest(text) else None

    def is_right(self, file: File, config: MkDocsConfig, files: Files) -> bool:
        """Whether a page is what the host makes of it."""
        page = Page(None, copy(file), config)
        page.markdown = self.text(file, files)
        made = self.convert(file, page.markdown)
        # what is kept from an earlier build was right there
        if made is None or self._known(file.src_uri, page.markdown):
            return True
        page.render(config, files)
        toc = get_toc(made.headings)  # type: ignore[arg-type]
        return (page.content, page.present_anchor_ids, _told(page.toc)) == (made.html, made.ids, _told(toc))


def _places(files: Files, settled: Set[str], known: dict[str, tuple[str, bool]]) -> dict[str, tuple[str, bool]]:
    """Where each file is, and whether it is left out."""
    places = of_paths(known, settled & files.src_uris.keys())
    others = ((path, files.src_uris[path]) for path in files.src_uris.keys() - places.keys())
    return places | {path: (file.url, file.inclusion.is_excluded()) for path, file in others}


def _digest(text: str) -> bytes:
    return blake2b(text.strip("\n").encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _told(toc: Iterable[Any]) -> list[tuple[str, str, int]]:
    return [(entry.title, entry.id, entry.level) for entry in toc]

"""Render all pages and files of a library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from papernotes_plugin.links.addresses import paper_bibtex, paper_href, paper_page, paper_ris
from papernotes_plugin.links.paper_files import has_file
from papernotes_plugin.people.bylines import page_title
from papernotes_plugin.render import paper_lists, paper_page_view, site_bibliographies, table_data, templates
from papernotes_plugin.render.index_pages import INDEX_PAGES
from papernotes_plugin.render.lazy_outputs import FrontMatterView, LazyOutput, RenderContext
from papernotes_plugin.render.page_links import PageLinks
from papernotes_plugin.render.page_views import SafeMarkdown
from papernotes_plugin.vocabulary.citation_model import Run, Style
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Detail, Library, Link, Output, Paper, Subject


def render_context(
    library: Library,
    config: Config,
    bibtex: Mapping[str, str],
    ris: Mapping[str, str],
    references: Mapping[str, Sequence[Run]],
    prose: Style,
) -> RenderContext:
    """Return the data that the pages and files of a site are rendered from.

    Args:
        library: The library.
        config: The options.
        bibtex: BibTeX entry of each paper, by slug; by an old slug with the citekey of that time.
        ris: RIS record of each paper, by the same slugs.
        references: Formatted reference of each paper, by slug.
        prose: Citation style for quoted notes: generated pages have no list of references.
    """
    return RenderContext(PageLinks(library, config, prose), bibtex, ris, references)


def render_library(context: RenderContext) -> tuple[Output, ...]:
    """Return all generated pages, `.bib` files, RIS files and table data of a site, sorted by path."""
    links = context.links
    library, config = links.library, links.config
    outputs = [page.output(context) for pages in INDEX_PAGES for page in pages(links)]
    outputs += table_data.table_files(context)
    outputs += render_papers(library.papers, context)
    outputs.append(_bibliography(config.bibtex_path, tuple(library.by_slug), context))
    bibliographies = list(site_bibliographies.note_bibliographies(library, config))
    for kind in paper_lists.group_kinds(library, config):
        bibliographies += site_bibliographies.group_bibliographies(kind, library, config)
    outputs += (_bibliography(path, slugs, context) for path, slugs in bibliographies)
    return tuple(sorted(outputs, key=lambda output: output.path))


def render_papers(papers: Iterable[Paper], context: RenderContext) -> Iterator[Output]:
    """Yield the pages and files that belong to given papers, the same as in `render_library`."""
    links = context.links
    config = links.config
    for paper in papers:
        slug = paper.slug
        front_matter = templates.render_front_matter("paper_page.md", FrontMatterView(page_title(paper)))
        own, files = Subject((slug,), Detail.PAGE), Subject((slug,), Detail.FACTS)
        yield Output(paper_page(slug, config), partial(_paper_page, slug), context, front_matter, own)
        old_slugs = paper.moved_from if config.old_addresses else ()
        for page in (*paper_page_view.all_notes_pages(paper, links), *_moved_pages(paper, old_slugs, config)):
            yield page.output(context)
        for each in (slug, *old_slugs):
            bibtex_file, ris_file = paper_bibtex(each, config), paper_ris(each, config)
            if each in context.bibtex and has_file(bibtex_file, 1, links.library, config):
                yield Output(bibtex_file, partial(_bibtex, (each,)), context, subject=files)
            if each in context.ris and has_file(ris_file, 1, links.library, config):
                yield Output(ris_file, partial(_ris, each), context, subject=files)


def _bibliography(path: str, slugs: tuple[str, ...], context: RenderContext) -> Output:
    return Output(path, partial(_bibtex, slugs), context, subject=Subject(slugs, Detail.FACTS, ()))


def _bibtex(slugs: tuple[str, ...], context: RenderContext) -> str:
    return site_bibliographies.join_entries(slugs, context.bibtex)


def _ris(slug: str, context: RenderContext) -> str:
    return context.ris[slug]


def _paper_page(slug: str, context: RenderContext) -> str:
    """Return the text of a paper's page."""
    links, bibtex, ris, references = context
    paper = links.library.by_slug[slug]
    view = paper_page_view.paper_view(paper, links, bibtex.get(slug, ""), ris.get(slug, ""), references.get(slug, ()))
    folded = view.notes.folded
    folded_notes = SafeMarkdown(templates.render_page("notes_on_paper.md", notes=folded).strip("\n") if folded else "")
    return templates.render_page("paper_page.md", view=view, folded_notes=folded_notes)


def _moved_pages(paper: Paper, old_slugs: Iterable[str], config: Config) -> Iterator[LazyOutput]:
    """Yield a page at each former address of a paper, so that links from other sites still work."""
    for slug in old_slugs:
        page = paper_page(slug, config)
        link = Link(page_title(paper), paper_href(paper, page, config))
        yield LazyOutput(page, "moved_page.md", link, partial(_moved, link), Subject((paper.slug,), Detail.FACTS))


def _moved(link: Link, links: PageLinks) -> Link:
    return link

"""Render: Library -> Outputs.  A page is first a view, then a template puts it into words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from papernotes_plugin.links.addresses import fold_path, map_page, paper_bibtex, paper_href, paper_page, paper_ris
from papernotes_plugin.markup import inline_markdown
from papernotes_plugin.render import backlink_views as linking
from papernotes_plugin.render import home_overview, index_pages, paper_lists, site_bibliographies, table_data, templates
from papernotes_plugin.render import map_views as charts
from papernotes_plugin.render import paper_page_view as portrait
from papernotes_plugin.render.lazy_outputs import Head, Planned
from papernotes_plugin.render.lazy_outputs import Matter as Matter
from papernotes_plugin.render.page_links import Links
from papernotes_plugin.render.page_views import Kinds, Markdown
from papernotes_plugin.selection import directives as reader
from papernotes_plugin.selection.directives import Directive
from papernotes_plugin.selection.paper_selection import select_papers
from papernotes_plugin.vocabulary.citation_model import Bibliography, Run, Style
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Edit, Library, Link, Note, NoteLink, Output, Paper

# --- pages ----------------------------------------------------------------------------------------


def matter(
    library: Library,
    config: Config,
    bibtex: Mapping[str, str],
    ris: Mapping[str, str],
    references: Mapping[str, Sequence[Run]],
    prose: Style,
) -> Matter:
    """What pages and files are made of.

    `bibtex`, `ris` and `references` give what cites a paper, by its slug; `prose` words what quoted notes cite.
    """
    return Matter(Links(library, config, prose), bibtex, ris, references)


def render(matter: Matter) -> tuple[Output, ...]:
    """All pages, `.bib` files and RIS files of papers, by path."""
    links = matter.links
    library, config = links.library, links.config
    out = [page.output(matter) for page in index_pages.paper_pages(links)]
    out += table_data.files(matter)
    out += of_papers(library.papers, matter)
    out.append(_bibliography(config.bibtex_path, tuple(library.by_slug), matter))
    for kind in paper_lists.kinds(library, config):
        out += (page.output(matter) for page in index_pages.group_pages(kind))
        out += (_bibliography(path, slugs, matter) for path, slugs in site_bibliographies.of_groups(kind, library))
    out += (_bibliography(path, slugs, matter) for path, slugs in site_bibliographies.of_notes(library, config))
    if chart := library.chart:
        page = Planned(map_page(config), "map.md", Head("Map"), partial(charts.map_view, chart=chart))
        out.append(page.output(matter))
    return tuple(sorted(out, key=lambda output: output.path))


def of_papers(papers: Iterable[Paper], matter: Matter) -> Iterator[Output]:
    """The pages and files of some papers alone, as `render` has them."""
    links = matter.links
    config = links.config
    for paper in papers:
        slug = paper.slug
        front = templates.front("paper.md", Head(paper.title))
        yield Output(paper_page(slug, config), partial(_paper_page, slug), matter, front)
        for page in (*portrait.places_pages(paper, links), *_moved_pages(paper, config)):
            yield page.output(matter)
        if slug in matter.bibtex:
            yield _bibliography(paper_bibtex(slug, config), (slug,), matter)
        if slug in matter.ris:
            yield Output(paper_ris(slug, config), partial(_ris, slug), matter)


def _bibliography(path: str, slugs: tuple[str, ...], matter: Matter) -> Output:
    return Output(path, partial(_bibtex, slugs), matter)


def _bibtex(slugs: tuple[str, ...], matter: Matter) -> str:
    return site_bibliographies.joined(slugs, matter.bibtex)


def _ris(slug: str, matter: Matter) -> str:
    return matter.ris[slug]


def _paper_page(slug: str, matter: Matter) -> str:
    """The page of a paper."""
    links, bibtex, ris, references = matter
    paper = links.library.by_slug[slug]
    view = portrait.paper_view(paper, links, bibtex.get(slug, ""), ris.get(slug, ""), references.get(slug, ()))
    folded = view.noted.folded
    folded_notes = Markdown(templates.page("noted.md", notes=folded).strip("\n") if folded else "")
    return templates.page("paper.md", view=view, folded_notes=folded_notes)


def _moved_pages(paper: Paper, config: Config) -> Iterator[Planned]:
    """Pages that lead on to the paper's from where it stood before it was renamed, for links from outside."""
    for slug in paper.moved_from:
        page = paper_page(slug, config)
        link = Link(paper.title, paper_href(paper, page, config))
        yield Planned(page, "moved.md", link, partial(_moved, link))


def _moved(link: Link, links: Links) -> Link:
    return link


# --- backlinks ------------------------------------------------------------------------------------


MOST_NAMED = 50
"""Unlinked mentions that a note shows: a note called `JavaScript` is named everywhere."""


def backlinks(library: Library, config: Config, prose: Style) -> dict[str, str]:
    """Per note path what is said of the places that link to the note or name it, as Markdown.

    `prose` as `render` has it; of a part of a library's `backlinks` and `unlinked` that of these notes alone.
    """
    links = Links(library, config, prose)

    def listed(found: Iterable[NoteLink], path: str) -> Markdown:
        return Markdown(templates.page("backlinks.md", notes=linking.views(found, links, path)).strip("\n"))

    out: dict[str, str] = {path: listed(found, path) for path, found in library.backlinks.items()}
    for path, found in library.unlinked.items():
        made = templates.page(
            "unlinked.md",
            listed=listed(found[:MOST_NAMED], path),
            places=len(found),
            shown=MOST_NAMED,
            folded=config.callouts,
        )
        out[path] = "\n\n".join(filter(None, (out.get(path, ""), made.strip("\n"))))
    return out


# --- directives -----------------------------------------------------------------------------------


def directives(
    note: Note,
    library: Library,
    config: Config,
    bibtex: Callable[[Iterable[Paper]], str],
    references: Callable[[Iterable[Paper]], Bibliography],
    prose: Style,
    *,
    attributes: bool,
) -> tuple[tuple[Edit, ...], tuple[Issue, ...]]:
    """What stands in place of the directives of a note, and what is wrong with them.

    `bibtex` and `references` cite papers: they are asked only for those that a directive shows.  `prose` words
    what quoted notes cite.  With `attributes` the Markdown may use attribute lists.
    """
    found, issues = reader.find_directives(note)
    if not found:
        return (), issues
    filled = _Filled(note, Links(library, config, prose), bibtex, references, attributes)
    edits = []
    for directive in found:
        if directive.name == "references":
            continue  # it stands for what the note cites, which its citations know
        body = filled.body(directive)
        edits.append(Edit(directive.span, reader.fit_in_place(note.text, directive.span, body)))
        if directive.under and not filled.has_group(directive):
            line, column = note.line_and_column(directive.span.start)
            message = (
                f"'papernotes:{directive.name}' has nothing under '{'/'.join(directive.under)}'; it was left empty"
            )
            issues += (issue(Code.BAD_DIRECTIVE_OPTION, note.path, line, message, column),)
    return tuple(edits), issues


class _Filled:
    """The directives of one note, put into words."""

    def __init__(
        self,
        note: Note,
        links: Links,
        bibtex: Callable[[Iterable[Paper]], str],
        references: Callable[[Iterable[Paper]], Bibliography],
        attributes: bool,
    ) -> None:
        self.note = note
        self.links = links
        self.bibtex = bibtex
        self.references = references
        self.attributes = attributes

    def body(self, directive: Directive) -> str:
        """The Markdown that a directive stands for, without a line break at its ends."""
        if directive.name in ("papers", "bibliography"):
            papers = self._papers(directive)
            return self._listed(directive, papers) if directive.name == "papers" else self._cited(directive, papers)
        if directive.name == "overview":
            view = home_overview.overview_view(self.links, self.note.path, directive.selection.limit)
            return _fragment("overview.md", view=view, nested=directive.nested)
        kind = self._kind(directive)
        if kind is None:
            return ""
        path = fold_path(directive.under)
        groups = [g for g in kind.groups if fold_path(g.path)[: len(path)] == path and len(g.path) > len(path)]
        branches = paper_lists.branches(groups, kind.folder, self.note.path, depth=len(path))
        return _fragment("branches.md", branches=branches, empty=f"No {kind.title.lower()}.")

    def has_group(self, directive: Directive) -> bool:
        """The group that `under` names is there."""
        kind = self._kind(directive)
        return kind is not None and any(fold_path(group.path) == fold_path(directive.under) for group in kind.groups)

    def _kind(self, directive: Directive) -> Kinds | None:
        found = (
            k for k in paper_lists.kinds(self.links.library, self.links.config) if k.title.lower() == directive.name
        )
        return next(found, None)

    def _papers(self, directive: Directive) -> tuple[Paper, ...]:
        """The papers selected; of a bibliography that selects nothing those that the note mentions."""
        wanted = directive.selection
        sort = wanted.sort or ("" if wanted.key else self._default_sort(directive))
        if directive.name == "bibliography" and wanted.selects_all and not directive.whole_library:
            wanted = replace(wanted, note=self.note.path)
        return select_papers(self.links.library, replace(wanted, sort=sort))

    def _default_sort(self, directive: Directive) -> str:
        return "authors" if directive.name == "bibliography" else self.links.config.sort

    def _listed(self, directive: Directive, papers: Iterable[Paper]) -> str:
        papers = tuple(papers)
        table = directive.style == "table"
        columns = (directive.columns or paper_lists.filled_columns(papers, self.links)) if table else ()
        rows = tuple(paper_lists.row(paper, self.links, self.note.path, columns) for paper in papers)
        return _fragment("table.md" if table else "rows.md", rows=rows, columns=columns)

    def _cited(self, directive: Directive, papers: Iterable[Paper]) -> str:
        papers = tuple(papers)
        if directive.style == "bibtex" and papers:
            entries = self.bibtex(papers)
            return inline_markdown.code_lines(entries) if directive.nested else templates.fence(entries, "bibtex")
        book = self.references(papers)
        if not (directive.selection.sort or directive.selection.key):
            papers = tuple(book.papers)
        page = self.note.path
        listed = [
            (
                book.reference(p),
                inline_markdown.paper_page_link(self.links.paper(p, page), p.title, attributes=self.attributes),
            )
            for p in papers
        ]
        return _fragment("references.md", references=[(said, Markdown(sign)) for said, sign in listed])


def _fragment(template: str, **values: object) -> str:
    made = templates.page(template, **values).strip("\n")
    # a list beside one of the author's would be one with it
    kind = "references" if template == "references.md" else "list"
    return f'<div class="papernotes-{kind}"></div>\n\n{made}\n\n<!-- -->' if made.startswith("- ") else made

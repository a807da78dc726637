"""Replace the directives of a note, such as `<!-- papernotes:papers -->`, by lists of papers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from papernotes_plugin.links.addresses import fold_path
from papernotes_plugin.markup import inline_markdown
from papernotes_plugin.people.bylines import page_title
from papernotes_plugin.render import home_overview, paper_lists, templates
from papernotes_plugin.render.page_links import PageLinks
from papernotes_plugin.render.page_views import GroupKind, SafeMarkdown
from papernotes_plugin.selection import directives as directive_syntax
from papernotes_plugin.selection.directives import Directive
from papernotes_plugin.selection.empty_selection import explain_empty_selection
from papernotes_plugin.selection.paper_selection import select_papers
from papernotes_plugin.vocabulary.citation_model import Bibliography, Style
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, Issue, Level, issue_at
from papernotes_plugin.vocabulary.model import Edit, Library, Note, Paper


def render_directives(
    note: Note,
    library: Library,
    config: Config,
    bibtex: Callable[[Iterable[Paper]], str],
    references: Callable[[Iterable[Paper]], Bibliography],
    prose: Style,
    *,
    attributes: bool,
) -> tuple[tuple[Edit, ...], tuple[Issue, ...]]:
    """Return the edits that replace the directives of a note, and the issues of those directives.

    Args:
        note: The note.
        library: The library.
        config: The options.
        bibtex: Returns the BibTeX of papers; called only with papers that a directive shows.
        references: Returns the formatted references of papers; called only with papers that a directive shows.
        prose: Citation style for quoted notes.
        attributes: Whether the Markdown may contain attribute lists (`{ .class }`).
    """
    directives, issues = directive_syntax.find_directives(note)
    if not directives:
        return (), issues
    renderer = _DirectiveRenderer(note, PageLinks(library, config, prose), bibtex, references, attributes)
    edits = []
    for directive in directives:
        if directive.name == "references":
            continue  # `annotate` puts the references of the note's citations here
        text = renderer.markdown(directive)
        edits.append(Edit(directive.span, directive_syntax.fit_in_place(note.text, directive.span, text)))
        if directive.under and not renderer.has_group(directive):
            group = "/".join(directive.under)
            message = f"'papernotes:{directive.name}' has nothing under '{group}'; it was left empty"
            issues += (issue_at(Code.BAD_DIRECTIVE_OPTION, note, directive.span.start, message),)
        elif not directive.selection.selects_all and not select_papers(library, directive.selection):
            message = f"'papernotes:{directive.name}' selects {explain_empty_selection(library, directive.selection)}"
            empty = issue_at(Code.BAD_DIRECTIVE_OPTION, note, directive.span.start, message)
            # The list may be empty on purpose until a paper is added.
            issues += (replace(empty, level=Level.INFO),)
    return tuple(edits), issues


class _DirectiveRenderer:
    """Renders the directives of one note as Markdown."""

    def __init__(
        self,
        note: Note,
        links: PageLinks,
        bibtex: Callable[[Iterable[Paper]], str],
        references: Callable[[Iterable[Paper]], Bibliography],
        attributes: bool,
    ) -> None:
        self.note = note
        self.links = links
        self.bibtex = bibtex
        self.references = references
        self.attributes = attributes

    def markdown(self, directive: Directive) -> str:
        """Return the Markdown that replaces a directive, without line breaks at its ends."""
        if directive.name == "papers":
            return self._paper_list(directive, self._papers(directive))
        if directive.name == "bibliography":
            return self._bibliography(directive, self._papers(directive))
        if directive.name == "overview":
            view = home_overview.overview_view(self.links, self.note.path, directive.selection.limit)
            return _list_or_text("overview.md", view=view, nested=directive.nested)
        kind = self._group_kind(directive)
        if kind is None:
            return ""
        path = fold_path(directive.under)
        groups = [g for g in kind.groups if fold_path(g.path)[: len(path)] == path and len(g.path) > len(path)]
        lines = paper_lists.outline_lines(groups, kind.folder, self.note.path, depth=len(path))
        return _list_or_text("group_outline.md", lines=lines, empty_text=f"No {kind.title.lower()}.")

    def has_group(self, directive: Directive) -> bool:
        """Return whether the group that the option `under` names exists."""
        kind = self._group_kind(directive)
        return kind is not None and any(fold_path(group.path) == fold_path(directive.under) for group in kind.groups)

    def _group_kind(self, directive: Directive) -> GroupKind | None:
        kinds = paper_lists.group_kinds(self.links.library, self.links.config)
        return next((kind for kind in kinds if kind.title.lower() == directive.name), None)

    def _papers(self, directive: Directive) -> tuple[Paper, ...]:
        """Return the selected papers; a bibliography without a selection has the papers that the note mentions."""
        selection = directive.selection
        sort = selection.sort or ("" if selection.key else self._default_sort(directive))
        if directive.name == "bibliography" and selection.selects_all and not directive.whole_library:
            selection = replace(selection, note=self.note.path)
        return select_papers(self.links.library, replace(selection, sort=sort))

    def _default_sort(self, directive: Directive) -> str:
        return "authors" if directive.name == "bibliography" else self.links.config.sort

    def _paper_list(self, directive: Directive, papers: tuple[Paper, ...]) -> str:
        is_table = directive.style == "table"
        columns = (directive.columns or paper_lists.filled_columns(papers, self.links)) if is_table else ()
        rows = tuple(paper_lists.paper_row(paper, self.links, self.note.path, columns) for paper in papers)
        return _list_or_text(
            "paper_table.md" if is_table else "paper_list.md",
            rows=rows,
            columns=columns,
            table_class="papernotes-table",
        )

    def _bibliography(self, directive: Directive, papers: tuple[Paper, ...]) -> str:
        if directive.style == "bibtex" and papers:
            entries = self.bibtex(papers)
            return inline_markdown.code_lines(entries) if directive.nested else templates.fence(entries, "bibtex")
        bibliography = self.references(papers)
        if not (directive.selection.sort or directive.selection.key):
            papers = tuple(bibliography.papers)  # the order of the style
        references = [(bibliography.reference(paper), self._paper_page_link(paper)) for paper in papers]
        return _list_or_text("references.md", references=references)

    def _paper_page_link(self, paper: Paper) -> SafeMarkdown:
        href = self.links.paper(paper, self.note.path)
        return SafeMarkdown(inline_markdown.paper_page_link(href, page_title(paper), attributes=self.attributes))


def _list_or_text(template: str, **values: object) -> str:
    """Return a rendered template; a list is enclosed so that it does not join a list of the author's."""
    markdown = templates.render_page(template, **values).strip("\n")
    kind = "references" if template == "references.md" else "list"
    return f'<div class="papernotes-{kind}"></div>\n\n{markdown}\n\n<!-- -->' if markdown.startswith("- ") else markdown

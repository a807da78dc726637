"""The options of papernotes: their defaults and the validation of their values."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, get_type_hints

from papernotes_plugin.vocabulary import key_pattern
from papernotes_plugin.vocabulary.globs import excluded as excluded
from papernotes_plugin.vocabulary.issues import Code, Issue, Level, PapernotesError, with_levels
from papernotes_plugin.vocabulary.near_names import did_you_mean

COLUMNS = ("year", "venue", "title", "authors", "tags", "notes", "citekey", "links", "track", "tldr", "recent")
"""Columns that a table of papers can have."""
ORDERS = ("title", "year", "venue", "authors", "citekey", "notes", "recent")
"""Orders that a list of papers can have; a leading `-` reverses an order."""
BIBTEX, BIBLATEX = FLAVORS = ("bibtex", "biblatex")
"""Names of entry types and fields that an exported bibliography can use."""
UTF8, LATEX = ENCODINGS = ("utf8", "latex")
"""Encodings of characters outside ASCII in an exported bibliography: UTF-8, or LaTeX commands."""
STYLES = ("author-year", "numeric")
"""The styles of citations included in papernotes."""
SEARCH_AUTO, SEARCH_FULL, SEARCH_LEAN, PAGEFIND, NO_SEARCH = SEARCHES = ("auto", "full", "lean", "pagefind", "none")
"""Values of the option `search`."""
AUTO, FAST, PLAIN = RENDERINGS = ("auto", "fast", "plain")
"""Values of the option `rendering`."""
_FOLDERS = ("papers_path", "tags_path", "topics_path", "venues_path")
_TITLES = ("home", "nav")
"""Titles that `false` switches off."""
_CHOICES = {"flavor": FLAVORS, "encoding": ENCODINGS, "search": SEARCHES, "rendering": RENDERINGS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All options.  Create one with `Config()`, or with `Config.load` from data that must be validated."""

    exclude: tuple[str, ...] = ()
    """Glob patterns (posix, relative to the notes) of notes to ignore: `drafts/*`, `**/private/**`."""
    project_dir: str = ""
    """Folder of the project, in which relative paths of other options start; empty for the folder of the file that
    contains the options."""
    bibliography: tuple[str, ...] = ("bib/*.bib",)
    """Glob patterns of `.bib` files, relative to the project; later files take precedence."""
    key_lock: str = "bib/keys.txt"
    """The file that pins citekeys, relative to the project.  A build reads it and never writes it."""
    key_pattern: str = key_pattern.DEFAULT
    """Pattern of generated citekeys; see `papernotes_plugin.vocabulary.key_pattern`."""
    papers_path: str = "papers"
    """Folder of the paper pages and of the index of all papers."""
    tags_path: str = "tags"
    topics_path: str = "topics"
    venues_path: str = "venues"
    map_path: str = "map"
    """Folder of the map and of its data."""
    site_url: str = ""
    """URL of the site, for its feed; the plugin takes it from MkDocs."""
    bibtex_path: str = "papers.bib"
    """Path in the site of the bibliography of the whole library."""
    home: str = "Home"
    """Title of the home page that a site without one gets; empty for no such page."""
    nav: str = "Papers"
    """Title of the index of all papers in an automatic navigation; empty for no entry (MkDocs only)."""
    old_addresses: bool = True
    """Keep the addresses that papers had with an earlier citekey, or without the bibliography: pages that lead on, and
    `.bib` and RIS files."""
    paper_files: bool = True
    """Write a `.bib` and a RIS file for each paper.  Otherwise a script makes them from the page of the paper.  Groups
    and notes with one paper then have no `.bib` file, and a file that a note links to is still written."""
    flavor: str = BIBTEX
    """Names of types and fields in exported bibliographies, one of `FLAVORS`."""
    encoding: str = UTF8
    """Encoding of characters outside ASCII in exported bibliographies, one of `ENCODINGS`."""
    export_fields: tuple[str, ...] = ()
    """Private fields of `.bib` entries to export nevertheless: `abstract`, `keywords`."""
    citation_style: str = "author-year"
    """Style of citations and references: one of `STYLES`, or the path of a `.csl` file relative to the project."""
    note_bibtex: bool = True
    """Add a link to the `.bib` file of its papers at the end of each note that mentions papers."""
    backlinks: bool = True
    """List the notes that link to a note at its end, with the words around each link."""
    citations: bool = True
    """Add a list of references to each note with citations, and link citations to it instead of to paper pages."""
    references_title: str = "References"
    """Heading of the list of references; empty for none."""
    columns: tuple[str, ...] = ("year", "venue", "title", "authors", "tags", "notes", "recent")
    """Columns of the table of all papers, from `COLUMNS`; empty columns are left out."""
    sort: str = "-year"
    """Order of papers in indexes, one of `ORDERS`, with `-` for descending."""
    related: int = 5
    """Number of related papers on a paper page; 0 for none."""
    max_authors: int = 8
    """Maximum number of authors shown on a paper page; longer lists are folded."""
    min_papers: int = 0
    """Number of papers that a tag, a topic or a venue must have to get a page of its own."""
    sign: bool = True
    """Add a symbol with a link to the paper page after each mention in a note."""
    cards: bool = True
    """Show a card about the paper on hover, focus and touch of a link to it in a note (MkDocs only)."""
    names: bool = True
    """Find papers and notes named in prose."""
    link_names: bool = False
    """Turn names of notes in prose into links instead of listing them at the end of the named note."""
    wikilinks: bool = True
    """Turn wikilinks into links, and embeds into the embedded content."""
    obsidian: bool | str = "auto"
    """Read comments, marks, tags, block ids, footnotes and lists as Obsidian does.  `auto` does so if the notes show
    signs of Obsidian; without them only comments, and tags within a line, are read."""
    callouts: bool | str = "auto"
    """Render `> [!quote]` callouts (MkDocs only).  `auto` renders those of notes if `obsidian` applies to them."""
    math: bool = True
    """Render math without a script, unless the site configures a renderer (MkDocs only)."""
    metadata: bool = True
    """Add metadata for reference managers to pages: `citation_*` tags, JSON-LD and COinS (MkDocs only)."""
    sanitize: bool = False
    """Remove scripts, embedded documents and forms from HTML in notes (MkDocs only)."""
    search: str = SEARCH_AUTO
    """Content of paper pages in the search index, one of `SEARCHES` (MkDocs only).  `full` indexes names and text,
    `lean` names alone, `none` nothing.  `auto` is `full` up to a size that browsers can load.  `pagefind` is `full`
    with an index that browsers load in small parts."""
    rendering: str = AUTO
    """Method that turns generated pages into HTML, one of `RENDERINGS` (MkDocs only).  `fast` writes them directly, and
    renders the page template once for each kind of page.  `plain` lets MkDocs render every page.  `auto` is `fast`,
    but compares samples and uses `plain` if one differs."""
    short_navigation: bool = True
    """Show only the way up and the nearest items in the navigation of generated pages (MkDocs only)."""
    cache: bool = True
    """Store a snapshot of each build in `.cache/papernotes`, so that the next build can reuse unchanged pages (MkDocs
    only)."""
    jobs: int | str = AUTO
    """Number of processes that find papers and write generated pages (on Linux only).  `auto` is one for each core if
    there is much work."""
    everyday_words: tuple[str, ...] = ()
    """Additional words that are never names of papers."""
    ignored_topics: tuple[str, ...] = ()
    """Additional headings and bullets that are no topics."""
    same: tuple[tuple[str, ...], ...] = ()
    """Groups of identifiers (`arxiv:2312.14125`) that the author declares to be one paper."""
    issues: Mapping[str, Level] = field(default_factory=dict)
    """Level of an issue code, instead of its default."""
    ignore: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Glob patterns of paths whose issues are not reported, by issue code or `*` for all codes."""

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Config:
        """Return a config from data that must be validated, such as parsed YAML.

        Raises:
            PapernotesError: If an option is unknown or its value is invalid.
        """
        types = get_type_hints(cls) if data else {}
        names = [f.name for f in fields(cls)]
        values: dict[str, Any] = {}
        for name, value in data.items():
            if name not in names:
                raise PapernotesError(f"unknown option '{name}'{did_you_mean(str(name), names)}")
            values[name] = _checked(name, value, str(types[name]))
        return cls(**values)

    def issues_to_report(self, issues: Iterable[Issue]) -> tuple[Issue, ...]:
        """Return the issues to report: with the levels of `issues`, without those of `ignore`, ordered by place."""
        if self.ignore:
            patterns = {code: [*self.ignore.get(code, ()), *self.ignore.get("*", ())] for code in Code}
            issues = (issue for issue in issues if not excluded(issue.path, patterns[issue.code]))
        return with_levels(tuple(issues), self.issues)

    def check_folders(self) -> None:
        """Check that each kind of page has its own folder.

        Examples:
            >>> Config(papers_path="all", tags_path="all/tags").check_folders()
            >>> Config(tags_path="a", topics_path="A/b").check_folders()  # doctest: +ELLIPSIS
            Traceback (most recent call last):
            papernotes_plugin.vocabulary.issues.PapernotesError: option 'topics_path' must be outside of ...

        Raises:
            PapernotesError: If two kinds share a folder, or one is within the folder of tags, topics or venues.
                A tag may have the name of such a subfolder.
        """
        for outer in _FOLDERS:
            folder = _folded(getattr(self, outer))
            for inner in _FOLDERS:
                within = _folded(getattr(self, inner))
                if inner != outer and (
                    within == folder or (outer != "papers_path" and within.startswith(f"{folder}/"))
                ):
                    message = (
                        f"must be outside of '{outer}' ('{getattr(self, outer)}'), not at '{getattr(self, inner)}'"
                    )
                    raise PapernotesError(f"option '{inner}' {message}")


def _wrong(name: str, wanted: str, value: object) -> PapernotesError:
    return PapernotesError(f"option '{name}' must be {wanted}, not {value!r}")


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()


def _checked(name: str, value: Any, kind: str) -> Any:
    """Return a valid value, converted to the type of its option."""
    if name in _TITLES and isinstance(value, bool):
        return getattr(Config(), name) if value else ""
    if kind == "bool | str" and value == "auto":
        return value
    if kind == "bool | str" and not isinstance(value, bool):
        raise _wrong(name, "true, false or auto", value)
    if kind == "int | str":
        if value != AUTO and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
            raise _wrong(name, f"{AUTO} or a whole number from 1", value)
        return value
    if kind in ("<class 'bool'>", "bool | str"):
        if not isinstance(value, bool):
            raise _wrong(name, "true or false", value)
        return value
    if kind == "<class 'int'>":
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise _wrong(name, "a whole number from 0", value)
        return value
    if kind == "<class 'str'>":
        return _checked_text(name, value)
    if name == "issues":
        return _checked_levels(value)
    if name == "ignore":
        return _checked_ignored(value)
    if name == "same":
        return _checked_groups(value)
    return _checked_list(name, value)


def _checked_text(name: str, value: Any) -> str:
    if not isinstance(value, str) or not (value.strip() or name in {"references_title", *_TITLES}):
        raise _wrong(name, "a text", value)
    if name == "sort" and value.removeprefix("-") not in ORDERS:
        raise _wrong(name, f"one of {', '.join(ORDERS)} (with '-' for descending)", value)
    if name == "citation_style" and value not in STYLES and not value.lower().endswith(".csl"):
        raise _wrong(name, f"{', '.join(STYLES)} or the path of a .csl file", value)
    if name in _CHOICES and value not in _CHOICES[name]:
        *others, last = _CHOICES[name]
        raise _wrong(name, f"{', '.join(others)} or {last}", value)
    if name == "key_pattern":
        try:
            key_pattern.parse(value)
        except ValueError as error:
            raise _wrong(name, f"a pattern ({error})", value) from None
    if name == "site_url":
        if not value.lower().startswith(("http://", "https://")):
            raise _wrong(name, "an address that begins with https:// or http://", value)
        return f"{value.rstrip('/')}/"
    if name.endswith("_path"):
        parts = value.strip("/").split("/")
        if value.startswith("/") or "\\" in value or any(p in {"", ".", ".."} for p in parts):
            raise _wrong(name, "a relative path inside the site", value)
        return "/".join(parts)
    return value


def _checked_list(name: str, value: Any) -> tuple[str, ...]:
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, list | tuple) or not all(isinstance(i, str) for i in items):
        raise _wrong(name, "a list of texts", value)
    if name == "columns":
        unknown = [i for i in items if i not in COLUMNS]
        if unknown or not items:
            raise _wrong(name, f"a list of {', '.join(COLUMNS)}", value)
    return tuple(items)


def _checked_groups(value: Any) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list | tuple) or not all(
        isinstance(g, list | tuple) and all(isinstance(i, str) for i in g) for g in value
    ):
        raise _wrong("same", "a list of lists of identifiers", value)
    return tuple(tuple(g) for g in value)


def _checked_levels(value: Any) -> dict[str, Level]:
    if not isinstance(value, Mapping):
        raise _wrong("issues", "a mapping of issue codes to levels", value)
    out: dict[str, Level] = {}
    for code, level in value.items():
        _check_code("issues", code)
        # YAML reads a bare `off` as false
        text = "off" if level is False else str(level)
        if text not in {str(x) for x in Level}:
            raise _wrong(f"issues.{code}", "error, warning, info or off", level)
        out[str(code)] = Level(text)
    return out


def _checked_ignored(value: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, Mapping):
        raise _wrong("ignore", "a mapping of issue codes to paths", value)
    for code in value:
        if code != "*":
            _check_code("ignore", code)
    return {str(code): _checked_list(f"ignore.{code}", paths) for code, paths in value.items()}


def _check_code(option: str, code: object) -> None:
    """Check that an issue code exists.

    Raises:
        PapernotesError: If it does not exist.
    """
    if str(code) not in {str(c) for c in Code}:
        hint = did_you_mean(str(code), [str(c) for c in Code])
        raise PapernotesError(f"option '{option}' names an unknown code '{code}'{hint}")

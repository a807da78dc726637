"""Config: every option, its default and its check.  One frozen dataclass; the faces fill it."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, get_type_hints

from papernotes_plugin.vocabulary import key_pattern
from papernotes_plugin.vocabulary.globs import excluded as excluded
from papernotes_plugin.vocabulary.issues import Code, Issue, Level, PapernotesError, with_levels

COLUMNS = ("year", "venue", "title", "authors", "tags", "notes", "citekey", "links", "track", "tldr", "recent")
"""Columns a table of papers can have."""
ORDERS = ("title", "year", "venue", "authors", "citekey", "notes", "recent")
"""Orders a list of papers can have; a leading `-` turns one round."""
BIBTEX, BIBLATEX = FLAVORS = ("bibtex", "biblatex")
"""Whose names of types and fields an exported bibliography uses."""
UTF8, LATEX = ENCODINGS = ("utf8", "latex")
"""How it writes what is no ASCII: as it is, or as LaTeX commands."""
STYLES = ("author-year", "numeric")
"""The styles of citations that come with papernotes."""
SEARCH_AUTO, SEARCH_FULL, SEARCH_LEAN, PAGEFIND, NO_SEARCH = SEARCHES = ("auto", "full", "lean", "pagefind", "none")
"""How much of a paper the search of a site knows, and by which means."""
AUTO, FAST, PLAIN = RENDERINGS = ("auto", "fast", "plain")
"""How the generated pages of a site become HTML."""
_FOLDERS = ("papers_path", "tags_path", "topics_path", "venues_path")
_CHOICES = {"flavor": FLAVORS, "encoding": ENCODINGS, "search": SEARCHES, "rendering": RENDERINGS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All options.  Build one with `Config()` or, from data of unknown shape, `Config.load`."""

    exclude: tuple[str, ...] = ()
    """Glob patterns (posix, relative to the notes) of notes that are not read: `drafts/*`, `**/private/**`."""
    bibliography: tuple[str, ...] = ("bib/*.bib",)
    """Glob patterns of `.bib` files, relative to the project; later files win."""
    key_lock: str = "bib/keys.txt"
    """The file that pins citekeys, relative to the project; read, never written, by a build."""
    key_pattern: str = key_pattern.DEFAULT
    """How a citekey is made that nobody chose; see `papernotes_plugin.vocabulary.key_pattern`."""
    papers_path: str = "papers"
    """Folder of the paper pages and of the index of all papers."""
    tags_path: str = "tags"
    topics_path: str = "topics"
    venues_path: str = "venues"
    map_path: str = "map"
    """Folder of the map and of its data."""
    site_url: str = ""
    """The address of the site, for its feed; the plugin knows it from MkDocs."""
    bibtex_path: str = "papers.bib"
    """Where the bibliography of the whole library stands in the site."""
    nav: str = "Papers"
    """The entry of the index of all papers in a navigation that nobody arranges; empty for none (MkDocs face)."""
    flavor: str = BIBTEX
    """Whose types and fields bibliographies use, of `FLAVORS`."""
    encoding: str = UTF8
    """How bibliographies write what is no ASCII, of `ENCODINGS`."""
    export_fields: tuple[str, ...] = ()
    """Private fields of `.bib` entries that bibliographies hold all the same: `abstract`, `keywords`."""
    citation_style: str = "author-year"
    """How citations and references look: of `STYLES`, or the path of a `.csl` file, relative to the project."""
    note_bibtex: bool = True
    """Show at the end of each note that mentions papers a link to their `.bib` file."""
    backlinks: bool = True
    """Show at the end of each note which notes link to it, with the words around each link."""
    citations: bool = True
    """Give each note that cites a list of references, to which its citations lead; else they lead to the papers."""
    references_title: str = "References"
    """The heading of that list; empty for none."""
    columns: tuple[str, ...] = ("year", "venue", "title", "authors", "tags", "notes", "recent")
    """Columns of the table of all papers, of `COLUMNS`; one with nothing in it is left out."""
    sort: str = "-year"
    """Order of papers in indexes, of `ORDERS`, `-` for descending."""
    related: int = 5
    """How many related papers a page shows; 0 for none."""
    max_authors: int = 8
    """Longer author lists are folded on a paper page."""
    sign: bool = True
    """Show a sign with a link to the paper page after each mention in a note."""
    cards: bool = True
    """Show what a paper is beside each link to it in a note, on hover, focus and touch (MkDocs face)."""
    names: bool = True
    """Find papers and notes named in prose."""
    link_names: bool = False
    """Make links of the names of notes in prose, which are only suggested at the end of the note else."""
    wikilinks: bool = True
    """Turn wikilinks into links, and embeds into what they show."""
    obsidian: bool = True
    """Read comments, marks, tags, block ids, footnotes and lists as Obsidian does."""
    callouts: bool = True
    """Render `> [!quote]` callouts (MkDocs face)."""
    math: bool = True
    """Render math without a script where the site configures none of its own (MkDocs face)."""
    metadata: bool = True
    """Let pages tell reference managers of their papers: `citation_*` tags, JSON-LD and COinS (MkDocs face)."""
    sanitize: bool = False
    """Take out of the notes' own HTML what runs, loads documents or sends anything (MkDocs face)."""
    search: str = SEARCH_AUTO
    """What the site's search finds a paper by (MkDocs face), of `SEARCHES`: its names and what is said of it (`full`),
    its names alone (`lean`), nothing (`none`); `auto` is `full` until there is too much for a browser to read, and
    `pagefind` is `full` with an index that a browser reads in small parts."""
    rendering: str = AUTO
    """How generated pages become HTML (MkDocs face), of `RENDERINGS`: filled into moulds of the site's Markdown and
    into the frame that one page of their kind has got (`fast`), each converted and rendered for itself (`plain`);
    `auto` is `fast` with samples that are compared, and `plain` for a kind of which one is not the same."""
    cache: bool = True
    """Keep on the disk, in `.cache/papernotes`, what a build knows of its pages, so that the next one leaves those that
    cannot have changed as they are (MkDocs face)."""
    everyday_words: tuple[str, ...] = ()
    """Further words that are never taken for the name of a paper."""
    same: tuple[tuple[str, ...], ...] = ()
    """Groups of identifiers (`arxiv:2312.14125`) that the author says are one paper."""
    issues: Mapping[str, Level] = field(default_factory=dict)
    """The author's own level for an issue code."""
    ignore: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Globs of the paths for which nobody wants to be told of a code, or of any (`*`)."""

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Config:
        """A config from data of unknown shape.

        Raises:
            PapernotesError: on an unknown option, a value of a wrong type or one out of range.
        """
        known = {f.name for f in fields(cls)}
        values: dict[str, Any] = {}
        for name, value in data.items():
            if name not in known:
                near = difflib.get_close_matches(str(name), sorted(known), 1)
                hint = f"; did you mean '{near[0]}'?" if near else ""
                raise PapernotesError(f"unknown option '{name}'{hint}")
            values[name] = _checked(name, value, str(get_type_hints(cls)[name]))
        return cls(**values)

    def issues_to_report(self, issues: Iterable[Issue]) -> tuple[Issue, ...]:
        """The issues as the author wants them told: without what is ignored, at his own levels, in order."""
        ways = {code: [*self.ignore.get(code, ()), *self.ignore.get("*", ())] for code in Code} if self.ignore else {}
        kept = (i for i in issues if not excluded(i.path, ways[i.code])) if ways else issues
        return with_levels(tuple(kept), self.issues)

    def check_folders(self) -> None:
        """Nothing, where each kind of page has a folder of its own.

        Examples:
            >>> Config(papers_path="all", tags_path="all/tags").check_folders()
            >>> Config(tags_path="a", topics_path="A/b").check_folders()  # doctest: +ELLIPSIS
            Traceback (most recent call last):
            papernotes_plugin.vocabulary.issues.PapernotesError: option 'topics_path' must lie outside of ...

        Raises:
            PapernotesError: where two have one, or where one lies in that of the tags, topics or venues, which may have
                a page of its name.
        """
        for outer in _FOLDERS:
            folder = _folded(getattr(self, outer))
            for inner in _FOLDERS:
                within = _folded(getattr(self, inner))
                if inner != outer and (
                    within == folder or (outer != "papers_path" and within.startswith(f"{folder}/"))
                ):
                    message = (
                        f"must lie outside of '{outer}' ('{getattr(self, outer)}'), not at '{getattr(self, inner)}'"
                    )
                    raise PapernotesError(f"option '{inner}' {message}")


def _wrong(name: str, wanted: str, value: object) -> PapernotesError:
    return PapernotesError(f"option '{name}' must be {wanted}, not {value!r}")


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()


def _checked(name: str, value: Any, kind: str) -> Any:
    """The value in the type of its option."""
    if name == "nav" and isinstance(value, bool):
        return Config().nav if value else ""
    if kind == "<class 'bool'>":
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
    if not isinstance(value, str) or not (value.strip() or name in {"references_title", "nav"}):
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
    """Nothing, where there is such a code.

    Raises:
        PapernotesError: where there is none.
    """
    if str(code) not in {str(c) for c in Code}:
        near = difflib.get_close_matches(str(code), [str(c) for c in Code], 1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise PapernotesError(f"option '{option}' names an unknown code '{code}'{hint}")

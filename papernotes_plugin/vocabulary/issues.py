"""Issue codes, issues, and the only exception."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from papernotes_plugin.vocabulary.model.source import Note


class Level(StrEnum):
    """Severity of an issue; issues with the level `off` are not reported."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    OFF = "off"


class Code(StrEnum):
    """Code of an issue: a kebab-case name with a default level and a description.

    Mistakes of the author are warnings, on which a strict build stops.  Doubts of papernotes are infos.
    """

    level: Level
    meaning: str
    """Description of the problem and of what was done about it."""

    def __new__(cls, name: str, level: Level, meaning: str) -> Code:
        """Create a code that equals its name and has a level and a description."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.level = level
        member.meaning = meaning
        return member

    # fmt: off
    # reading
    UNREADABLE_FILE = "unreadable-file", Level.WARNING, "A file could not be opened; it was skipped."
    UNREAD_FORMAT = "unread-format", Level.INFO, "Files are in a format of documents that papernotes does not read as notes, such as Org; they were left out."
    OUTSIDE_LINK = "outside-link", Level.WARNING, "A symbolic link in the files of a site leads out of the project; the message says what was done."
    INVALID_UTF8 = "invalid-utf8", Level.WARNING, "Some bytes are not UTF-8; they were read as Windows-1252, or replaced."
    REPAIRED_TEXT = "repaired-text", Level.INFO, "Encoding damage was repaired for reading; the file is unchanged."
    BROKEN_FRONT_MATTER = "broken-front-matter", Level.WARNING, "The front matter is not a valid YAML or TOML mapping; it was read line by line, or as text."
    DUPLICATE_FRONT_MATTER_KEY = "duplicate-front-matter-key", Level.WARNING, "A front matter key occurs twice; the first value is used."
    UNUSABLE_FIELD = "unusable-field", Level.WARNING, "The site generator or its theme would fail on a front matter field; the field was left out."
    HEAVY_NOTE = "heavy-note", Level.WARNING, "A note is too long or too deeply nested to be parsed as Markdown; it is shown unchanged."
    UNRECOGNISED_NOTE = "unrecognised-note", Level.WARNING, "papernotes itself failed on a note; the note is shown, but some of its papers are not found."
    PRIVATE_NOTE = "private-note", Level.INFO, "The front matter makes a note private; nothing of it is published."
    DUPLICATE_NOTE_NAME = "duplicate-note-name", Level.INFO, "Two notes have the same name, which a wikilink uses; it leads to the nearest."
    # bibliography
    NO_BIBLIOGRAPHY = "no-bibliography", Level.WARNING, "A pattern of the option `bibliography` matches no file, or a `.bib` file has no entry; it was ignored."
    BROKEN_ENTRY = "broken-entry", Level.WARNING, "A BibTeX entry is malformed; the message says whether it was repaired or skipped."
    DUPLICATE_ENTRY = "duplicate-entry", Level.WARNING, "A BibTeX key occurs twice; the message says what was done."
    CONFLICTING_ENTRIES = "conflicting-entries", Level.INFO, "Two entries of one paper contradict each other; for each field the later value is used."
    INCOMPLETE_ENTRY = "incomplete-entry", Level.WARNING, "Exported papers have no title, or only a part of it; the message names the first."
    CHANGED_ON_EXPORT = "changed-on-export", Level.INFO, "An export changes an entry of the author's, so that programs can read it."
    UNUSED_FETCHED_ENTRY = "unused-fetched-entry", Level.INFO, "An entry of `bib/fetched.bib` fits no paper, or contradicts the notes; the message says what was not used."
    # identity
    DUPLICATE_CITEKEY = "duplicate-citekey", Level.INFO, "Two papers have the same citekey; one of them got another."
    CONFLICTING_IDENTIFIERS = "conflicting-identifiers", Level.INFO, "Occurrences that seem one paper have two identifiers of one scheme; they were not merged."
    IDENTIFIER_CONTRADICTS = "identifier-contradicts", Level.WARNING, "Two places give one identifier to different works; they were not merged."
    POSSIBLE_DUPLICATE = "possible-duplicate", Level.INFO, "Two papers may be one, because their titles or the facts in a citekey are equal or nearly equal; they were not merged."
    AMBIGUOUS_NAME = "ambiguous-name", Level.INFO, "A name fits several papers; it was linked to none."
    UNKNOWN_KEY = "unknown-key", Level.WARNING, "A citation has a key that nothing defines; it was left as text, or left out of an export."
    SEVERAL_KEYS = "several-keys", Level.INFO, "A paper is cited by several keys, or a key cannot be exported; the message says what was done."
    FETCHED_IDENTIFIER = "fetched-identifier", Level.INFO, "An identifier that was looked up belongs to two papers; the message says whether they were merged."
    UNKNOWN_IDENTIFIER = "unknown-identifier", Level.WARNING, "A `same:` group contains something that is not an identifier; it was ignored."
    BROKEN_KEY_LOCK = "broken-key-lock", Level.WARNING, "A line of the key lock could not be parsed; it was ignored."
    UNPINNED_KEY = "unpinned-key", Level.INFO, "A paper has a citekey that the key lock does not pin."
    CHANGED_KEY = "changed-key", Level.INFO, "A paper no longer has its pinned citekey; the message says which it has."
    # impossible or contradictory facts, which only `papernotes check` looks for
    TWO_TITLES = "two-titles", Level.INFO, "One DOI or arXiv number has two titles with nothing in common."
    OTHER_TITLE = "other-title", Level.INFO, "An entry and a note give one DOI or arXiv number titles with nothing in common."
    IMPOSSIBLE_NUMBER = "impossible-number", Level.WARNING, "An arXiv number, DOI, ISBN, ISSN or ORCID cannot exist."
    FUTURE_YEAR = "future-year", Level.WARNING, "The year of a paper is later than next year."
    PUBLISHED_PREPRINT = "published-preprint", Level.INFO, "An entry describes a preprint, and the library knows where the paper was published."
    NONEXISTENT_IDENTIFIER = "nonexistent-identifier", Level.WARNING, "The services that issue such identifiers do not know one."
    WRONG_IDENTIFIER = "wrong-identifier", Level.WARNING, "A service gives an identifier another title than the notes."
    RETRACTED_PAPER = "retracted-paper", Level.WARNING, "A paper was retracted, or withdrawn from arXiv."
    UNANSWERED_QUESTION = "unanswered-question", Level.INFO, "A service could not be asked about some identifiers."
    COLLIDING_KEYS = "colliding-keys", Level.INFO, "The citekeys of two papers differ only in case, Unicode form or punctuation."
    # exports, which only `papernotes export` reports
    UNSUPPORTED_CHARACTER = "unsupported-character", Level.INFO, "An export contains characters that pdfLaTeX does not support; LuaLaTeX and XeLaTeX do."
    NEEDED_PACKAGE = "needed-package", Level.INFO, "Commands in an export are defined by a LaTeX package, which the document must load; the message names it."
    # pages
    COLLIDING_PATHS = "colliding-paths", Level.INFO, "The paths of two notes differ only in case, Unicode form or extension."
    BROKEN_WIKILINK = "broken-wikilink", Level.INFO, "The target of a wikilink or of a link to a note does not exist; the message says what was done."
    UNLINKED_NAME = "unlinked-name", Level.INFO, "Prose names another note without linking to it."
    PRIVATE_LINK = "private-link", Level.INFO, "A link leads to a private note; it was left as text."
    UNSAFE_LINK = "unsafe-link", Level.WARNING, "An address would run a program in the reader's browser; the message says what was done."
    CUT_EMBED = "cut-embed", Level.WARNING, "An embed contains itself, or too much text; it was replaced by a link."
    UNKNOWN_DIRECTIVE = "unknown-directive", Level.WARNING, "A directive is unknown; it was left out."
    UNKNOWN_DIRECTIVE_OPTION = "unknown-directive-option", Level.WARNING, "An option of a directive is unknown; it was ignored."
    BAD_DIRECTIVE_OPTION = "bad-directive-option", Level.WARNING, "An option of a directive has an invalid value; it was ignored."
    REPEATED_DIRECTIVE = "repeated-directive", Level.WARNING, "A note contains the directive for its list of references twice; the first is used."
    UNCONVERTED_NOTE = "unconverted-note", Level.WARNING, "A Markdown extension of the site fails on a note, or on a quote from it; the text is shown as source."
    PAGE_EXISTS = "page-exists", Level.INFO, "The author has a page or file at the path of a generated one; the author's is used."
    SAME_ADDRESS = "same-address", Level.WARNING, "Two pages have the same address; the site shows only one of them."
    NO_PAGEFIND = "no-pagefind", Level.WARNING, "Pagefind cannot index the site; the site keeps its other search."
    NO_PAPERS = "no-papers", Level.WARNING, "No paper was found; the message says why."
    # fmt: on


_EXACT = {Code.BROKEN_WIKILINK, Code.CUT_EMBED, Code.UNLINKED_NAME, Code.UNSAFE_LINK}
"""Codes of issues about a few words, which are shown with their column, as a line may contain several."""

SHOWN_BY_BUILDS = frozenset({Code.PAGE_EXISTS, Code.SAME_ADDRESS, Code.COLLIDING_KEYS, Code.COLLIDING_PATHS})
"""Codes of issues that every build shows, even infos: another program may lose one of the two pages, keys or files."""
REASONS_FOR_NO_PAPERS = frozenset({Code.UNREADABLE_FILE, Code.UNREAD_FORMAT, Code.HEAVY_NOTE, Code.UNRECOGNISED_NOTE})
"""Codes of issues that can explain why a library has no papers."""


@dataclass(frozen=True, slots=True)
class Issue:
    """A reported issue with its place."""

    code: Code
    path: str
    line: int | None
    """1-based; None for the whole file."""
    message: str
    """One line: the problem, then what was done; without place and code."""
    level: Level = Level.INFO
    column: int | None = None

    def __str__(self) -> str:
        numbers = (self.line, self.column if self.code in _EXACT else None)
        where = ":".join([self.path, *(str(n) for n in numbers if n is not None)])
        return f"{where}: {self.message} [{self.code}]"

    def to_json(self) -> dict[str, str | int | None]:
        """Return the issue as data for JSON."""
        return {
            "code": str(self.code),
            "level": str(self.level),
            "path": self.path,
            "line": self.line,
            "column": self.column,
            "message": self.message,
        }


def issue(code: Code, path: str, line: int | None, message: str, column: int | None = None) -> Issue:
    """Return an issue at the default level of its code; line and column are 1-based."""
    return Issue(code, path, line, " ".join(message.split()), code.level, column)


def issue_at(code: Code, note: Note, offset: int, message: str) -> Issue:
    """Return an issue at an offset of a note, at the default level of its code."""
    line, column = note.line_and_column(offset)
    return issue(code, note.path, line, message, column)


def page_exists(path: str) -> Issue:
    """Return the issue of a page or file of the author at the path of a generated one."""
    noun = "page" if path.lower().endswith((".md", ".markdown")) else "file"
    return issue(Code.PAGE_EXISTS, path, None, f"a {noun} would be generated at this path; your {noun} is used")


def with_levels(issues: tuple[Issue, ...], levels: Mapping[str, Level]) -> tuple[Issue, ...]:
    """Return the issues without duplicates and with the levels given for their codes, ordered by place.

    Issues whose level is `off` are left out.
    """
    out = [
        Issue(i.code, i.path, i.line, i.message, levels.get(i.code, i.level), i.column) for i in dict.fromkeys(issues)
    ]
    reported = [i for i in out if i.level is not Level.OFF]
    return tuple(sorted(reported, key=lambda i: (i.path, i.line or 0, i.column or 0, i.code, i.message)))


class PapernotesError(Exception):
    """Error that stops a build, such as an invalid option or an unreadable folder.  Its message is one line."""

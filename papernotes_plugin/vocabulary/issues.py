"""Oddities as values: codes, issues, and the one exception.

Imports nothing of the package.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How loud an issue is.  `off` drops it."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    OFF = "off"


class Code(StrEnum):
    """Every kind of issue: its kebab-case name, its level unless the author sets another, what it means.

    A fault of the author's is a warning (a strict build stops on it); a doubt of ours is info.
    """

    level: Level
    meaning: str

    def __new__(cls, name: str, level: Level, meaning: str) -> Code:
        """A code that is its name, with its level and meaning beside it."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.level = level
        member.meaning = meaning
        return member

    # fmt: off
    # reading
    UNREADABLE_FILE = "unreadable-file", Level.WARNING, "A file could not be opened; it was left out."
    OUTSIDE_LINK = "outside-link", Level.WARNING, "A link among the files of a site leads out of the project; what was done is said."
    INVALID_UTF8 = "invalid-utf8", Level.WARNING, "Bytes are no UTF-8; they were read as Windows-1252, or replaced."
    REPAIRED_TEXT = "repaired-text", Level.INFO, "Encoding damage was undone for reading; the file is untouched."
    BROKEN_FRONT_MATTER = "broken-front-matter", Level.WARNING, "The front matter is no valid YAML or TOML mapping; it was read line by line, or as text."
    DUPLICATE_FRONT_MATTER_KEY = "duplicate-front-matter-key", Level.WARNING, "A front matter key stands twice; the first counts."
    UNUSABLE_FIELD = "unusable-field", Level.WARNING, "The host or its theme would stop at a field of the front matter; it was left out."
    HEAVY_NOTE = "heavy-note", Level.WARNING, "A single note is too long or too deep for any reader of Markdown; it is shown as it is."
    PRIVATE_NOTE = "private-note", Level.INFO, "The front matter of a note keeps it back; nothing of it is shown anywhere."
    DUPLICATE_NOTE_NAME = "duplicate-note-name", Level.INFO, "Two notes share a name; a wikilink by that name goes to the nearest."
    # bibliography
    BROKEN_ENTRY = "broken-entry", Level.WARNING, "A BibTeX entry is malformed; whether it was mended or left out is said, the others were read."
    DUPLICATE_ENTRY = "duplicate-entry", Level.WARNING, "A BibTeX key stands twice; what was done is said."
    CONFLICTING_ENTRIES = "conflicting-entries", Level.INFO, "Two entries of one paper contradict each other; the later counts, field by field."
    # identity
    DUPLICATE_CITEKEY = "duplicate-citekey", Level.INFO, "One citekey names two papers; one of them goes by another key."
    CONFLICTING_IDENTIFIERS = "conflicting-identifiers", Level.INFO, "Places that seem one paper carry two identifiers of one scheme; they were kept apart."
    POSSIBLE_DUPLICATE = "possible-duplicate", Level.INFO, "Two papers have nearly the same title; they were not merged."
    AMBIGUOUS_NAME = "ambiguous-name", Level.INFO, "A name fits several papers; it was linked to none."
    UNKNOWN_KEY = "unknown-key", Level.WARNING, "A citation names a key that nothing defines; it was left as text, or out of an export."
    SEVERAL_KEYS = "several-keys", Level.INFO, "A manuscript cites one paper by several keys; what was done is said."
    UNKNOWN_IDENTIFIER = "unknown-identifier", Level.WARNING, "A `same:` group names something that is no identifier; it was ignored."
    BROKEN_KEY_LOCK = "broken-key-lock", Level.WARNING, "A line of the key lock could not be read; it was ignored."
    UNPINNED_KEY = "unpinned-key", Level.INFO, "A paper has a citekey that the key lock does not pin."
    CHANGED_KEY = "changed-key", Level.INFO, "A pinned citekey is not its paper's any more; what it is now is said."
    # what cannot be true: told by `papernotes check` alone, which looks for it
    TWO_TITLES = "two-titles", Level.INFO, "One DOI or arXiv number stands under two titles that have nothing in common."
    OTHER_TITLE = "other-title", Level.INFO, "An entry and a note give one DOI or arXiv number titles that have nothing in common."
    IMPOSSIBLE_NUMBER = "impossible-number", Level.WARNING, "A number of arXiv's, a DOI, an ISBN, ISSN or ORCID is one that nobody can have been given."
    FUTURE_YEAR = "future-year", Level.WARNING, "The year of a paper is later than the next one."
    PUBLISHED_PREPRINT = "published-preprint", Level.INFO, "An entry is of a preprint, and the library knows where the paper was published."
    COLLIDING_KEYS = "colliding-keys", Level.INFO, "Nothing but case, Unicode form or punctuation tells the citekeys of two papers apart."
    # pages
    BROKEN_WIKILINK = "broken-wikilink", Level.INFO, "A wikilink, or a link to a note, leads to nothing that is there: a note, paper, file, heading or block; what was done is said."
    UNLINKED_NAME = "unlinked-name", Level.INFO, "Prose names another note and does not link to it."
    PRIVATE_LINK = "private-link", Level.INFO, "A link leads to a note that is kept back; it was left as text."
    UNSAFE_LINK = "unsafe-link", Level.WARNING, "An address would run a program in the reader's browser; it is no link, and stands as text at most."
    CUT_EMBED = "cut-embed", Level.WARNING, "An embed comes back to itself, or shows too much; a link stands in its place."
    UNKNOWN_DIRECTIVE = "unknown-directive", Level.WARNING, "A directive is not known; it was left out."
    UNKNOWN_DIRECTIVE_OPTION = "unknown-directive-option", Level.WARNING, "An option of a directive is not known; it was ignored."
    BAD_DIRECTIVE_OPTION = "bad-directive-option", Level.WARNING, "An option of a directive has a value it cannot have; it was ignored."
    REPEATED_DIRECTIVE = "repeated-directive", Level.WARNING, "A note asks more than once for its list of references; the first place counts."
    PAGE_EXISTS = "page-exists", Level.INFO, "A page of the author's stands where one would be generated; the author's stays."
    SAME_ADDRESS = "same-address", Level.WARNING, "Two pages have one address, of which the site shows one alone."
    NO_PAGEFIND = "no-pagefind", Level.WARNING, "A site is to be searched by Pagefind and cannot be; the search that it has else stays."
    NO_PAPERS = "no-papers", Level.WARNING, "No paper was found; the reason is said."
    # fmt: on


_EXACT = {Code.BROKEN_WIKILINK, Code.CUT_EMBED, Code.UNLINKED_NAME, Code.UNSAFE_LINK}
"""What is about a few words, of which a line may hold more like them: it is told with its column."""


@dataclass(frozen=True, slots=True)
class Issue:
    """One reported oddity, with its place."""

    code: Code
    path: str
    line: int | None
    """From 1; None where the whole file is meant."""
    message: str
    """What is wrong, then what was done; no place, no code, one line."""
    level: Level = Level.INFO
    column: int | None = None

    def __str__(self) -> str:
        numbers = (self.line, self.column if self.code in _EXACT else None)
        where = ":".join([self.path, *(str(n) for n in numbers if n is not None)])
        return f"{where}: {self.message} [{self.code}]"


def issue(code: Code, path: str, line: int | None, message: str, column: int | None = None) -> Issue:
    """An issue at the default level of its code."""
    return Issue(code, path, line, " ".join(message.split()), code.level, column)


def with_levels(issues: tuple[Issue, ...], levels: Mapping[str, Level]) -> tuple[Issue, ...]:
    """The issues with the author's own levels, those set to `off` left out, by path, line and code."""
    out = [
        Issue(i.code, i.path, i.line, i.message, levels.get(i.code, i.level), i.column) for i in dict.fromkeys(issues)
    ]
    kept = [i for i in out if i.level is not Level.OFF]
    return tuple(sorted(kept, key=lambda i: (i.path, i.line or 0, i.column or 0, i.code, i.message)))


class PapernotesError(Exception):
    """Raised only when nothing sensible can be done: a bad option, an unreadable folder.  One line."""

"""Find the papers that lack facts, and read and write the entries of facts that were looked up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from papernotes_plugin import bibtex, venues
from papernotes_plugin.entries import fetched_fields, safe_value
from papernotes_plugin.entries.bibtex_escaping import encode_latex
from papernotes_plugin.entries.title_capitals import protect_capitals
from papernotes_plugin.exports.bibtex_names import format_names
from papernotes_plugin.text import counted
from papernotes_plugin.text.comparison import is_cut_off
from papernotes_plugin.vocabulary.model import Entry, Evidence, Identifier, Paper, Source

FACTS = ("title", "author", "venue")
"""Facts that every citation of a paper needs, in the order of their names in messages."""
_HOSTS_TABLE = "booktitle journal journaltitle howpublished school institution publisher eprint"
_HOSTS = frozenset(_HOSTS_TABLE.split())


def missing_facts(paper: Paper) -> tuple[str, ...]:
    """Return the facts of `FACTS` that neither the author nor a service states; a key only implies them."""
    entry = paper.entry
    if entry and entry.type == "set":
        return ()
    has_title = bool(paper.title) and not is_cut_off(paper.title)
    origin = paper.origins.get("authors", "")
    has_authors = bool(paper.authors) and origin != "citekey" and origin not in map(str, paper.identifiers)
    has_venue = paper.venue is not None
    if has_title and has_authors and has_venue:
        return ()
    fields = dict(entry.fields) if entry else {}
    hosts = _HOSTS | {"doi"} if entry and entry.path == fetched_fields.FILE else _HOSTS
    states = (has_title, has_authors or "editor" in fields, has_venue or bool(hosts & fields.keys()))
    return tuple(name for name, is_stated in zip(FACTS, states, strict=True) if not is_stated)


def describe_missing(number: int) -> str:
    """Return that a number of papers lack facts which `papernotes fetch` can look up; "" if it is 0.

    Examples:
        >>> describe_missing(1)
        "1 paper lacks a title, authors or a venue; 'papernotes fetch' would look it up"
    """
    verb, them = ("lacks", "it") if number == 1 else ("lack", "them")
    facts = f"{counted(number, 'paper')} {verb} a title, authors or a venue"
    return f"{facts}; 'papernotes fetch' would look {them} up" if number else ""


def read_fetched(source: Source) -> tuple[Entry, ...]:
    """Return the entries of a file of facts that were looked up."""
    return bibtex.read_all([source])[0]


def fetched_entry(
    key: str,
    kind: str,
    *,
    title: str,
    authors: Sequence[str],
    year: int | None,
    venue: str,
    venue_name: str,
    held: Iterable[Identifier],
    fields: Iterable[tuple[str, str]],
) -> Entry:
    """Return the BibTeX entry of facts that were looked up, in the form of an exported entry.

    Args:
        key: The citekey.
        kind: The type of the entry.
        title: The title.
        authors: The names, those of groups in braces.
        year: The year of the publication or of the preprint.
        venue: The acronym of the venue, or the name of a journal; empty for a preprint.
        venue_name: The name of the venue as the service gives it, if there is one.
        held: The identifiers; the first DOI and the first arXiv number become fields.
        fields: Further fields.
    """
    schemes: dict[str, str] = {}
    for one in held:
        schemes.setdefault(one.scheme, one.value)
    name = venue_name or venues.full_name(venue, year) or venue
    container = "journal" if kind == "article" else "booktitle"
    values = {
        "title": protect_capitals(encode_latex(title)),
        "author": " and ".join(map(_name, authors)),
        container: encode_latex(name) if kind not in ("misc", "book", "phdthesis", "techreport") else "",
        "year": str(year or ""),
        "doi": schemes.get("doi", ""),
        "eprint": schemes.get("arxiv", ""),
        "openreview": schemes.get("openreview", ""),
        "archiveprefix": "arXiv" if "arxiv" in schemes else "",
        **{field: encode_latex(value) for field, value in fields},
    }
    written = tuple((field, safe_value(value)) for field, value in values.items() if safe_value(value))
    return Entry(key=key, type=kind, fields=written, path=fetched_fields.FILE, line=0, evidence=Evidence())


def _name(name: str) -> str:
    """Return a name as a BibTeX value; a group stays in its braces."""
    if name.startswith("{") and name.endswith("}"):
        return f"{{{encode_latex(name[1:-1])}}}"
    return format_names([name])

"""Select and clean the public fields of the author's own BibTeX entry, for exports."""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import quote

from papernotes_plugin.entries import MONTHS
from papernotes_plugin.entries.bibtex_escaping import repair_latex
from papernotes_plugin.entries.entry_fields import convert_extended_name, split_names
from papernotes_plugin.entries.title_capitals import protect_commands
from papernotes_plugin.exports.biblatex_datamodel import ALLOWED, RENAMED
from papernotes_plugin.exports.biblatex_dates import ISO_DATE, is_date
from papernotes_plugin.exports.bibtex_names import format_names
from papernotes_plugin.identifiers.check_digits import is_issn, parse_isbn
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Entry

OLD_NAMES = {new: old for old, new in RENAMED.items() if old != "school"}
"""biblatex's names as BibTeX's; its `institution` is a school only in a thesis."""
_PUBLIC = frozenset().union(*ALLOWED.values(), RENAMED, ("year", "month", "type", "organization"))
"""Fields that are exported; all others are private, or belong to one program."""
_VERBATIM = frozenset({"url", "doi", "eprint"})
_NAMES = frozenset(["author", "editor", "translator"])
_EXTENDED = lazy_regex(r"family\s*=", re.IGNORECASE)
_SIGNS = {"textunderscore": "_", "textasciitilde": "~", "textless": "<", "textgreater": ">", "sim": "~"}
_SIGN = lazy_regex(
    rf"(\$)?(\{{)?\\(?:([_%#&~$])|({'|'.join(_SIGNS)})(?![A-Za-z]))(?:\{{\}}| (?=\S))?(?(2)\}}|)(?(1)\$|)"
)
r"""A sign of addresses in LaTeX: `\_`, `{\_}`, `\~{}`, `\textasciitilde{}`, `$\sim$`."""
_UNSAFE = lazy_regex(r'[{}\\"^`\s]')
_YEAR = lazy_regex(r"(?<!\d)\d{4}(?!\d)")


def author_fields(entry: Entry, further: Collection[str]) -> dict[str, str]:
    """Return the public fields of the author's entry under BibTeX's names, without empty ones.

    Values are unchanged except where they would break a file.  A biblatex date is given as `date`, `year` and `month`.

    Args:
        entry: The entry from a `.bib` file or a note.
        further: Names of private fields that are included as well: `abstract`, `keywords`.
    """
    wanted = _PUBLIC | set(further) if further else _PUBLIC
    out: dict[str, str] = {}
    for name, value in entry.fields:
        name = OLD_NAMES.get(name, name)
        if name in wanted and name not in out:
            out[name] = _without_latex(name, value) if name in _VERBATIM else repair_latex(value)
    for name in _NAMES & out.keys():
        out[name] = standard_names(out[name])
    if "isbn" in out and not parse_isbn(out["isbn"]):
        del out["isbn"]
    if "issn" in out and not is_issn(out["issn"]):
        del out["issn"]
    if "\\" in out.get("title", ""):
        out["title"] = protect_commands(out["title"])
    _normalise_dates(out)
    if out.get("archiveprefix", "").lower() == "arxiv":
        out["archiveprefix"] = "arXiv"
    return {name: value for name, value in out.items() if value}


def standard_names(value: str) -> str:
    """Return a list of names, with BibTeX's form for those that few programs read.

    These are names in biblatex's form `family=…` and names with too many commas.  Empty names are dropped.
    """
    written = split_names(value)
    names = [convert_extended_name(name) if "=" in name and _EXTENDED.search(name) else name for name in written]
    names = [name if name.count(",") < 3 or _commas(name) < 3 else format_names([name]) for name in names]
    names = [name for name in names if name.strip(" ,{}")]
    cut = value.split()[-1:] == ["others"]
    return value if names and names == written else " and ".join([*names, "others"] if names and cut else names)


def _commas(name: str) -> int:
    """Return the number of commas outside braces; BibTeX and biber read a name with two at most."""
    count = depth = 0
    for char in name:
        depth += (char == "{") - (char == "}")
        count += char == "," and depth <= 0
    return count


def _without_latex(name: str, value: str) -> str:
    """Return a URL, DOI or eprint without LaTeX; "" for an invalid URL."""
    value = bibtex_url(plain_identifier(value))
    if name == "doi":
        return re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", value, flags=re.IGNORECASE)
    return "" if name == "url" and not value.lower().startswith(("http://", "https://")) else value


def plain_identifier(value: str) -> str:
    r"""Return a URL, DOI or eprint without the commands that LaTeX needs for its signs.

    Biber, hyperref, Typst, pandoc, JabRef and citation-js take the value as it is, so that a backslash breaks the link.
    Only a BibTeX style that prints the value without the package `url` needs the backslash.

    Examples:
        >>> plain_identifier(r"10.1007/978-3-030\_12"), plain_identifier(r"\url{http://x.org/\~{}a{\%}20$\sim$b}")
        ('10.1007/978-3-030_12', 'http://x.org/~a%20~b')
    """
    if "\\" not in value:
        return value
    value = _without_braces(_without_braces(value.strip()).removeprefix("\\url").strip())
    return _SIGN.sub(lambda match: match[3] or _SIGNS[match[4]], value)


def _without_braces(value: str) -> str:
    return value[1:-1] if value[:1] == "{" and value[-1:] == "}" else value


def bibtex_url(url: str) -> str:
    """Return a URL with the characters percent-encoded that could end a BibTeX value or begin a command.

    Examples:
        >>> bibtex_url("https://example.org/{a} b")
        'https://example.org/%7Ba%7D%20b'
    """
    return _UNSAFE.sub(lambda match: quote(match[0], safe=""), url.strip())


def _normalise_dates(out: dict[str, str]) -> None:
    """Normalise year and month to the forms that every style accepts, and drop invalid dates."""
    iso_date = ISO_DATE.match(out.get("date", ""))
    year = _YEAR.search(out.pop("year", ""))
    if year or iso_date:
        out["year"] = year[0] if year else iso_date[1] if iso_date else ""
    month = out.pop("month", (iso_date[2] or "") if iso_date else "").strip().lower()
    names = [word[:3] for word in re.findall(r"[a-z]+", month) if word[:3] in MONTHS]
    if names or (month.isdecimal() and 1 <= int(month) <= 12):
        out["month"] = names[0] if names else MONTHS[int(month) - 1]
    for name in ("date", "urldate", "eventdate"):
        if name in out and not is_date(out[name]):
            del out[name]

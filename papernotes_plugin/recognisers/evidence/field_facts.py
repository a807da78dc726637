"""What labelled values say of a paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from papernotes_plugin import identifiers, text, venues
from papernotes_plugin.recognisers.evidence import authorship, title_heuristics
from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.paper_links import PaperLinks
from papernotes_plugin.vocabulary.model import Evidence, Identifier

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_BETWEEN_TAGS = re.compile(r"[,;，、]|\s(?=#)")
_LINK = re.compile(r"!?\[([^\]\[]*)\]\([^()\s]*\)")
_WIKILINK = re.compile(r"\[\[(?:[^|\[\]\n]*\|)?([^\[\]\n]*)\]\]")
_EMPHASIS = re.compile(r"^[*_]{1,3}|[*_]{1,3}$")


def first(found: Iterable[LabelledValue], name: str) -> str:
    """The value of the first field of a meaning, or ""."""
    return next((f.value for f in found if f.meaning == name and f.value), "")


def evidence(found: Sequence[LabelledValue]) -> Evidence:
    """What the fields say; links are left to the caller, who sees them as links."""
    venue, year, track = "", None, ""
    if value := text.plain_text(_bare(first(found, "venue"))):
        venue, year, track = venues.parse_venue(value)
        if not venue:
            found_venue = venues.find_venue(value)
            venue, year, track = found_venue if found_venue[0] else (_unknown_venue(value), None, "")
    if match := _YEAR.search(first(found, "year") or (first(found, "venue") if not year else "")):
        year = year or int(match.group())
    ids = [i for f in found if f.meaning in ("doi", "arxiv", "link") for i in _identifiers(f)]
    tags = [t.strip(" #[]") for t in _BETWEEN_TAGS.split(first(found, "tags"))]
    return Evidence(
        title=title_heuristics.split_title(text.plain_text(_bare(first(found, "title")))).title
        if first(found, "title")
        else "",
        authors=_authors(found),
        year=year,
        venue=venue,
        track=track,
        identifiers=tuple(dict.fromkeys(ids)),
        citekey=_key(first(found, "citekey")),
        tldr=first(found, "tldr"),
        abstract=first(found, "abstract"),
        fields=tuple(f.field for f in found if f.value),
        tags=tuple(t for t in tags if t),
    )


def _authors(found: Sequence[LabelledValue]) -> tuple[str, ...]:
    """The names of all author fields: some write one a line."""
    names = [n for f in found if f.meaning == "authors" for n in authorship.authors(_bare(f.value))]
    return tuple(dict.fromkeys(names))


def _key(value: str) -> str:
    bare = value.strip("`@[]{} *_")
    return bare if bare and not any(c.isspace() for c in bare) else ""


def plain_value(labelled: LabelledValue) -> str:
    """The value without links' targets, emphasis and LaTeX."""
    return text.plain_text(_bare(labelled.value))


def _bare(value: str) -> str:
    """A value without links' targets and emphasis."""
    if "[" in value:
        value = _WIKILINK.sub(r"\1", _LINK.sub(r"\1", value))
    return _EMPHASIS.sub("", value.strip()).strip()


def _unknown_venue(value: str) -> str:
    """A venue we have no acronym for: the author's own words without the year, where they are short."""
    name = _YEAR.sub("", value).strip(" ,.()-")
    return name if 0 < len(name) <= 60 and any(c.isalpha() for c in name) else ""


def _identifiers(labelled: LabelledValue) -> list[Identifier]:
    """Identifiers written as text: `**DOI:** 10.1038/…`, `arXiv: 1706.03762`."""
    value = _bare(labelled.value).strip("<>`. ")
    if "://" in value:
        return []
    if labelled.meaning in ("doi", "arxiv"):
        found = identifiers.parse_identifier(
            f"{labelled.meaning}:{value.split(':')[-1].strip() if labelled.meaning == 'arxiv' else value}"
        )
        if found:
            return [found]
    return [i for _, _, i in identifiers.find_identifiers(value)]


def take_links(context: NoteContext, found: Iterable[LabelledValue], own: PaperLinks) -> None:
    """Take the links in the values of fields; a bare address goes by the field's name."""
    for labelled in found:
        for place, inline in context.unclaimed_links_in(labelled.block, labelled.span):
            own.add(place, inline, labelled.label if inline.bare and labelled.meaning == "link" else "")

"""Read the evidence of a paper in front matter, with the keys of common templates and reference managers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from papernotes_plugin import citekeys, identifiers, venues
from papernotes_plugin.entries.item_types import HUGO_TYPES, entry_type_of, is_web_clipping
from papernotes_plugin.people import parse_person
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline, read_citation, read_dated_byline
from papernotes_plugin.recognisers.evidence.labels import author_values
from papernotes_plugin.recognisers.evidence.labels.author_values import without_latex, without_targets
from papernotes_plugin.recognisers.evidence.labels.field_labels import is_missing
from papernotes_plugin.recognisers.evidence.labels.venue_values import read_venue_value
from papernotes_plugin.recognisers.evidence.papers.paper_links import VIDEO, PaperLinks, identifier_from_url
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publication_numbers import first_year
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import split_title
from papernotes_plugin.vocabulary.model import Evidence, Field


def _keys(lines: str) -> tuple[str, ...]:
    return tuple(lines.split())


TITLE_KEYS = _keys("title original-title paper paper_title paper-title papertitle full_title")
CITEKEY_KEYS = (
    *_keys(
        "citekey cite_key cite-key citation-key citationkey citation_key bibkey bibtexkey bibtex_key refkey bib-key"
    ),
    "citation key",
)
_AUTHORS = _keys("authors author paper_authors creators 作者")
_POST = _keys("""
    layout permalink categories excerpt comments toc lastmod last_modified_at header sitemap showtoc slug redirect_from
""")
"""Keys of blogs: with them, `author` and `authors` name who wrote the post."""
_REFERENCES = _keys("paper_ref paper-ref paper_reference reference paper_citation citation cite")
"""Keys of the authors and the year, as a text cites them: `paper_ref: Lee et al., 2015`."""
_YEARS = _keys("""
    year published publication_year date-released issued pubdate publication_date publication-date publish_date
    date_published date-published published_date 年份
""")
_VENUES = _keys("""
    venue conference journal booktitle publication container-title publicationtitle publication_title journaltitle
    proceedings 会议 期刊
""")
_JOURNALS = _keys("journal journaltitle 期刊")
_IDS = _keys("doi arxiv arxiv_id arxivid arxiv-id eprint pmid isbn isbn13 isbn10 openreview openreview_id acl s2 pmcid")
_LINKS = _keys("""
    url link pdf paper_url paper-url source paper_link arxiv_url arxiv_link hyperlink href pdf_url pdf_link external_url
    links website code github project poster video slides
""")
_RELATED_LINKS = _keys("source links website code github project poster video slides")
"""Keys of links to something else than the paper; a `source` may be anything that the note is made from."""
_OWN_LINKS = tuple(key for key in _LINKS if key not in _RELATED_LINKS)
"""Keys of links to what a note is about."""
_LINK_KEYS = (*_IDS, *_LINKS)
_SOURCES = _keys("source url source_url source-url sourceurl link")
"""Keys of the address of what a note is about."""
_TLDR = _keys("tldr tl;dr summary one-liner")
_ABSTRACT = _keys("abstract 摘要")
_ITEM_TYPES = _keys("""
    itemtype item_type item-type entrytype entry_type entry-type bibtype csl_type csl-type publication_types
""")
_TYPES = (*_ITEM_TYPES, "item type", *_keys("type category kind"))
_OTHER = _keys("""
    tags tag aliases alias date created updated modified draft publish layout template cssclass cssclasses hide icon
    search status description categories slug same id permalink public dg-publish dg-permalink dg-home
""")
_RESERVED = frozenset(
    (*TITLE_KEYS, *CITEKEY_KEYS, *_AUTHORS, *_YEARS, *_VENUES, *_IDS, *_LINKS, *_TLDR, *_ABSTRACT, *_TYPES, *_OTHER)
)
"""Keys that are no fields of `Evidence`: facts of the paper with an attribute, or facts of the note."""
_FACTS = _RESERVED.difference(_TYPES, _OTHER) | {"track", "id", *_REFERENCES}
"""Keys of facts of the paper; front matter without any of them describes none."""
_PAPER_TYPES = frozenset((
    *_keys("paper article literature literature-note reference source inproceedings conferencepaper journalarticle"),
    *_keys("preprint 论文 論文"),
    *("literature note", "conference paper", "journal article"),
))  # fmt: skip
"""Types of notes that are about a paper."""
_PAPER_TAGS = frozenset(("paper", "论文", "論文", "논문"))
_OTHER_TYPES = frozenset(
    _keys("""
    talk lecture seminar meeting course courses class event syllabus workshop daily-note moc index vortrag seminario
    curso cursos cours clase kurs experiment
    experiments project task video vidéo vídeo podcast film movie documentary
    """)
)
"""Types of notes that are about something else, even if they have a citekey."""


class _Values:
    """Front matter with look-up by several keys, ignoring case."""

    def __init__(self, meta: Mapping[str, object]) -> None:
        self.folded = {key.casefold(): value for key, value in meta.items()}

    def value(self, keys: tuple[str, ...]) -> object:
        """Return the value of the first key that has one, or ""."""
        for key in keys:
            value = self.folded.get(key)
            if value and not (isinstance(value, str) and is_missing(value)):
                return value
        return ""

    def text(self, keys: tuple[str, ...]) -> str:
        """Return that value, or the first text in a list, without links; "" for a placeholder."""
        value = self.value(keys)
        if isinstance(value, list):
            value = next((v for v in value if isinstance(v, str)), "")
        return _without_links(value) if isinstance(value, str) and not is_missing(value) else ""


def _without_links(value: str) -> str:
    """Return a value with the words of links in place of links, without quotation marks around it."""
    return without_targets(value).strip().strip("\"'")


def _texts_in(value: object) -> list[str]:
    """Return all texts in a value of any shape, with the URL in place of a Markdown link."""
    texts: list[str] = []
    stack = [value]
    while stack:
        part = stack.pop()
        if isinstance(part, str) and (words := part.strip()):
            match = re.search(r"\]\((\S+?)\)$", words)
            texts.append(match[1] if match else words)
        elif isinstance(part, list):
            stack += reversed(part)
        elif isinstance(part, Mapping):
            stack += reversed(list(part.values()))
    return texts


def evidence(mapping: Mapping[str, object]) -> Evidence:
    """Return the facts of a paper in the front matter of a note."""
    if not mapping:
        return Evidence()
    meta = _Values(mapping)
    fields = tuple(
        Field(k, v) for k, v in mapping.items() if isinstance(v, str) and v and k.casefold() not in _RESERVED
    )
    if _FACTS.isdisjoint(meta.folded):
        return Evidence(fields=fields)
    paper_links = _links(meta)
    published = read_venue_value(_venue_words(meta))
    cited = _cited(meta)
    # Hugo states the day of a publication, and that of its page with another key
    keys = (*_YEARS, "date") if "publication_types" in meta.folded else _YEARS
    years = (year for key in keys for value in _texts_in(meta.value((key,))) if (year := first_year(value)))
    return Evidence(
        title=split_title(without_latex(meta.text(TITLE_KEYS))).title,
        authors=cited.authors if cited else () if _names_writer(meta) else _authors(meta.value(_AUTHORS)),
        year=cited.year if cited else next(years, published.year),
        venue=published.venue,
        track=published.track or meta.text(("track",)),
        identifiers=paper_links.identifiers,
        citekey=meta.text(CITEKEY_KEYS).removeprefix("@") or _csl_key(meta),
        links=paper_links.links,
        entry_type=_entry_type(meta) or ("article" if _is_in_journal(meta, published) else ""),
        tldr=meta.text(_TLDR),
        abstract=meta.text(_ABSTRACT),
        fields=(*fields, *map(Field._make, published.details)),
    )


def _cited(meta: _Values) -> Byline | None:
    """Return the authors and the year by which the front matter cites the paper; None for none."""
    return read_dated_byline(meta.text(_REFERENCES), is_stated=True) if meta.value(_REFERENCES) else None


def _venue_words(meta: _Values) -> str:
    """Return the words of the venue, with the track of a list: `[ICLR, Oral]`; a subtitle may be one with its year."""
    listed = meta.value(_VENUES)
    words = " ".join(part for part in listed if isinstance(part, str)) if isinstance(listed, list) else ""
    words = words if venues.parse_venue(words)[2] else meta.text(_VENUES)
    subtitle = "" if words else meta.text(("subtitle",))
    return subtitle if subtitle and all(venues.parse_venue(subtitle)[:2]) else words


def _names_writer(meta: _Values) -> bool:
    """Return whether `author` names who wrote the note, as in a blog, and not the authors of the paper."""
    value = meta.value(_AUTHORS)
    if meta.text((*_VENUES, *CITEKEY_KEYS)) or meta.text(_TYPES).casefold() in _PAPER_TYPES:
        return False
    if _entry_type(meta) not in ("", "online", "misc"):
        return False
    if isinstance(value, list) and any(isinstance(part, Mapping) for part in value):
        return False
    if meta.value(("year",)) and _links(meta).identifiers:
        # posts have no key `year`
        return False
    if any(not _is_remark(key, value) for key, value in meta.folded.items() if key in _POST):
        return True
    is_one = bool(meta.folded.get("author")) and len(_authors(value)) == 1
    return is_one and ("date" in meta.folded or not meta.value((*_IDS, "year")))


def _is_remark(key: str, value: object) -> bool:
    """Return whether `comments` holds words on a paper, as arXiv has them, and no switch of a blog."""
    return key == "comments" and isinstance(value, str) and (not value or " " in value)


def _entry_type(meta: _Values) -> str:
    """Return the entry type that an item type means, or ""."""
    types = (value for key in _TYPES for value in _texts_in(meta.value((key,))))
    if "publication_types" in meta.folded:
        types = (HUGO_TYPES.get(value, value) for value in types)
    return next(filter(None, map(entry_type_of, types)), "")


def _is_in_journal(meta: _Values, published: Publication) -> bool:
    """Return whether the venue is labelled as a journal, and is not known as a conference."""
    return bool(published.venue and meta.text(_JOURNALS)) and not venues.is_conference(published.venue)


def _csl_key(meta: _Values) -> str:
    """Return the citekey in `id`, as in CSL-JSON."""
    key = meta.text(("id",)).removeprefix("@")
    return key if citekeys.is_citekey(key) else ""


def describes_paper(mapping: Mapping[str, object], facts: Evidence) -> bool:
    """Return whether a note is about one paper, and is not a post with an author and a date.

    It needs an identifier with a key such as `doi`, a citekey, a type such as `paper`, or authors with venue or year.
    """
    if not (facts.citekey or facts.authors or facts.identifiers or facts.year) or is_about_something_else(mapping):
        return False
    if facts.citekey or (facts.identifiers and (facts.title or facts.authors)):
        return True
    meta = _Values(mapping)
    if meta.value(_IDS) and _links(meta, _IDS).identifiers:
        return True
    if any(is_web_clipping(value) for value in _texts_in(meta.value(("category",)))):
        return bool(facts.identifiers)
    if _is_clipped_article(meta, facts):
        return False
    if meta.text(_ITEM_TYPES) and facts.entry_type not in ("", "online", "misc"):
        return True
    if meta.text(_TYPES).casefold() in _PAPER_TYPES:
        return True
    # posts have no key `year`, not even an empty one
    return bool(facts.authors and facts.title and (facts.venue or "year" in meta.folded or _cited(meta)))


def links_paper(mapping: Mapping[str, object]) -> bool:
    """Return whether the address of what a note is about is that of a paper."""
    meta = _Values(mapping)
    if not meta.value(_OWN_LINKS) or is_about_something_else(mapping):
        return False
    return any(identifier.scheme != "url" for identifier in _links(meta, _OWN_LINKS).identifiers)


def _is_clipped_article(meta: _Values, facts: Evidence) -> bool:
    """Return whether a note is an `article` of a web page or blog, for which nothing says where it was printed."""
    is_article = any(meta.text((key,)).casefold() == "article" for key in (*_ITEM_TYPES, *_TYPES))
    is_on_web = any(value.startswith(("http://", "https://")) for value in _texts_in(meta.value(_LINKS)))
    is_post = is_on_web or "date" in meta.folded
    return is_article and is_post and not (facts.identifiers or facts.venue or "year" in meta.folded)


def is_tagged_as_paper(mapping: Mapping[str, object]) -> bool:
    """Return whether the tag `paper` says what a note is about, and no key says that the note is a post."""
    meta = _Values(mapping)
    tags = (tag for value in _texts_in(meta.value(("tags", "tag"))) for tag in value.split(","))
    if not any(tag.strip(" #").casefold() in _PAPER_TAGS for tag in tags):
        return False
    return meta.folded.keys().isdisjoint((*_POST, "date")) and not is_about_something_else(mapping)


def cited_as_title(mapping: Mapping[str, object], facts: Evidence) -> Byline | None:
    """Return authors and year if they are all that the title says: `Saa 2013`, `Smith & Jones (2013)`."""
    cited = read_citation(_Values(mapping).text(TITLE_KEYS) or facts.title)
    person = parse_person(facts.authors[0]) if facts.authors else None
    if cited and person and person.surname.casefold() != cited.authors[0].casefold():
        # with another author, `Orwell 1984` may be a title
        return None
    return cited


def is_about_something_else(mapping: Mapping[str, object]) -> bool:
    """Return whether a note is about a talk, a course or a meeting by its type or source, and gives no identifier."""
    meta = _Values(mapping)
    is_other = meta.text(("type", "category", "kind")).casefold() in _OTHER_TYPES
    is_video = any(VIDEO.search(value) for key in _SOURCES for value in _texts_in(meta.value((key,))))
    return (is_other or is_video) and not meta.value(_IDS)


def _links(meta: _Values, keys: Sequence[str] = _LINK_KEYS) -> PaperLinks:
    """Return the identifiers of some keys, and the links with their key as label."""
    paper_links = PaperLinks()
    for key in filter(meta.folded.__contains__, keys):
        for value in _texts_in(meta.value((key,))):
            if "://" in value:
                identifier = identifier_from_url(value)
            else:
                identifier = identifiers.parse_identifier(f"{_scheme(key)}:{value}")
            if identifier is None and key in _IDS:
                identifier = identifiers.parse_identifier(value)
            if identifier:
                paper_links.add_identifier(identifier)
            if value.startswith(("http://", "https://")):
                label = identifiers.scheme_label(identifier) if identifier else key.replace("_", " ").capitalize()
                paper_links.add_link(label, value)
    return paper_links


def _scheme(key: str) -> str:
    first = re.split(r"[_-]", key)[0]
    return {"arxivid": "arxiv", "eprint": "arxiv", "isbn13": "isbn", "isbn10": "isbn"}.get(first, first)


def _authors(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return author_values.read_names(value.strip().strip("\"'")) if isinstance(value, str) else ()
    names: list[str] = []
    for part in value:
        if isinstance(part, Mapping):
            given = _first(part, ("given", "firstName", "given-names"))
            family = _first(part, ("family", "lastName", "family-names", "name"))
            names.append(f"{family}, {given}".strip(", "))
        elif isinstance(part, str):
            names += author_values.linked_names(part) or (_without_links(part).removeprefix("@"),)
    # `["<First author>", "..."]` is a template
    return tuple(without_latex(n) for n in names if any(map(str.isalpha, n)) and not is_missing(n))


def _first(mapping: Mapping[str, object], keys: tuple[str, ...]) -> str:
    return next((str(mapping[key]) for key in keys if mapping.get(key)), "")

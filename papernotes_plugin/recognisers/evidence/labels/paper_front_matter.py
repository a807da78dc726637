"""Read the evidence of a paper in front matter, with the keys of common templates and reference managers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from papernotes_plugin import identifiers, venues
from papernotes_plugin.entries.item_types import HUGO_TYPES, entry_type_of, is_web_clipping
from papernotes_plugin.people import parse_person
from papernotes_plugin.recognisers.evidence.authors.short_bylines import (
    Byline,
    read_byline,
    read_citation,
    read_dated_byline,
)
from papernotes_plugin.recognisers.evidence.labels import book_front_matter, stated_citekeys
from papernotes_plugin.recognisers.evidence.labels import front_matter_keys as keys
from papernotes_plugin.recognisers.evidence.labels.author_values import without_latex
from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import (
    FrontMatter,
    texts_in,
    usual_key,
)
from papernotes_plugin.recognisers.evidence.labels.front_matter_names import (
    HTML_TAG,
    names_in_citation,
    names_of_people,
)
from papernotes_plugin.recognisers.evidence.labels.venue_values import read_venue_value
from papernotes_plugin.recognisers.evidence.papers import paper_signs
from papernotes_plugin.recognisers.evidence.papers.paper_links import (
    VIDEO,
    PaperLinks,
    identifier_from_url,
    is_document,
)
from papernotes_plugin.recognisers.evidence.references.publication_numbers import first_year
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title, split_title
from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence, Field

_CITED_TITLE = lazy_regex(
    r"(?P<cited>[^()]{2,40} (?:et al\.?|(?:&|and) [^()]{2,40}) \((?:19|20)\d\d[a-z]?\))[:,.]?\s+(?P<title>[^\W_a-z].*)"
)
"""A title after the names of several authors and a year; one name may be the subject: `Elections (2017)`."""
_HAS_YEAR = {"year", "issued"}
"""Keys that posts do not have; the second one is that of CSL."""
_TEMPLATE = {"title", "authors", "year", "doi"}
"""Keys of a template of notes on papers; posts have no year."""
_ZOTERO = {"venue", "abstractnote", "librarycatalog", "accessdate", "dateadded"}
"""Fields of an item of Zotero, next to which `date` is that of the item."""
_FILE_NAME = lazy_regex(r"\S+\.(?:pdf|epub|djvu)", re.IGNORECASE)
_MIN_TITLE_WORDS = 4


def evidence(meta: FrontMatter) -> Evidence:
    """Return the facts of a paper in the front matter of a note."""
    if not meta.written:
        return Evidence()
    reserved = keys.RESERVED | {"name"} if _is_paper(meta) else keys.RESERVED
    stated = ((key, value) for key, value in meta.written.items() if isinstance(value, str) and value)
    fields = tuple(Field(key, value) for key, value in stated if usual_key(key) not in reserved)
    if keys.FACTS.isdisjoint(meta.folded):
        return Evidence(fields=fields)
    paper_links = _links(meta)
    venue_words = _venue_words(meta)
    # `container: Web Site` is a kind of work
    published = read_venue_value("" if entry_type_of(venue_words) else venue_words)
    is_in_journal = bool(published.venue and meta.text(keys.JOURNALS)) and not venues.is_conference(published.venue)
    cited = _cited(meta)
    # Hugo and Academic Pages state the day of a publication as that of its page, and Zotero as that of the item
    of_years = (*keys.YEARS, "date") if _is_publication(meta) else keys.YEARS
    years = (year for key in of_years for value in texts_in(meta.value((key,))) if (year := first_year(value)))
    stated_title = meta.text(keys.TITLE_KEYS) or (meta.text(("name",)) if _is_paper(meta) else "")
    # Hypothesis has the name of the file as the title of a page
    title_year, words = _after_citation("" if _FILE_NAME.fullmatch(stated_title) else without_latex(stated_title))
    named = split_title(words)
    is_book = book_front_matter.is_on_book(meta)
    has_other_writer = not is_book and _names_writer(meta)
    authors = cited.authors if cited else () if has_other_writer else names_of_people(meta.value(keys.AUTHORS))
    authors = authors or (names_in_citation(meta.text(("citation",))) if _is_in_publications(meta) else ())
    year = cited.year if cited else next(years, published.year or title_year or named.year)
    return Evidence(
        title=named.title,
        authors=authors,
        year=year or (book_front_matter.year(meta) if is_book else None),
        venue=published.venue,
        track=published.track or meta.text(("track",)),
        identifiers=paper_links.identifiers,
        citekey=stated_citekeys.find(meta),
        links=paper_links.links,
        entry_type=_entry_type(meta) or ("book" if is_book else "article" if is_in_journal else ""),
        tldr=meta.text(keys.TLDR),
        abstract=meta.text(keys.ABSTRACT),
        fields=(*fields, *map(Field._make, published.details)),
    )


def _after_citation(title: str) -> tuple[int | None, str]:
    """Return the year in a citation before a title, and the title: `Lee et al. (2020) Counting Sheep`.

    Its family names are no authors: the citekey has them, too, and a reference may give all names.
    """
    match = _CITED_TITLE.fullmatch(title) if ")" in title else None
    cited = read_citation(match["cited"]) if match else None
    return (cited.year, match["title"]) if match and cited else (None, title)


def _is_paper(meta: FrontMatter) -> bool:
    """Return whether the type of a note, or a key for the authors of a paper, says that it is about a paper."""
    return meta.text(keys.TYPES).casefold() in keys.PAPER_TYPES or bool(meta.value(keys.AUTHORS_OF_PAPER))


def _is_publication(meta: FrontMatter) -> bool:
    """Return whether a note is the page of one of the publications of a site, or has the fields of Zotero; no post."""
    if meta.text(("itemtype",)) and _ZOTERO & meta.folded.keys():
        return True
    if any(isinstance(meta.value((key,)), Mapping) for key in ("citation", "venue")):
        # Quarto and MyST
        return True
    return "publication_types" in meta.folded or _is_in_publications(meta)


def _is_in_publications(meta: FrontMatter) -> bool:
    """Return whether a note is in the collection of publications of a site made from Academic Pages."""
    return meta.text(("collection",)).casefold() == "publications"


def _cited(meta: FrontMatter) -> Byline | None:
    """Return the authors and the year by which the front matter cites the paper; None for none."""
    return read_dated_byline(meta.text(keys.REFERENCES), is_stated=True) if meta.value(keys.REFERENCES) else None


def _venue_words(meta: FrontMatter) -> str:
    """Return the words of the venue, with the track of a list: `[ICLR, Oral]`; a subtitle may be one with its year."""
    listed = meta.value(keys.VENUES)
    words = " ".join(part for part in listed if isinstance(part, str)) if isinstance(listed, list) else ""
    words = words if venues.parse_venue(words)[2] else meta.text(keys.VENUES)
    subtitle = "" if words else meta.text(("subtitle",))
    return subtitle if subtitle and all(venues.parse_venue(subtitle)[:2]) else words


def _names_writer(meta: FrontMatter) -> bool:
    """Return whether `author` names who wrote the note, as in a blog, and not the authors of the paper."""
    value = meta.value(keys.AUTHORS)
    if (
        _is_paper(meta)
        or meta.text((*keys.VENUES, *keys.CITEKEY_KEYS))
        or meta.text(keys.TYPES).casefold() in keys.TEXT_TYPES
        or _cites_title(meta)
    ):
        return False
    if _entry_type(meta) not in ("", "online", "misc"):
        return False
    if isinstance(value, list) and any(isinstance(part, Mapping) for part in value):
        return False
    if meta.value(("year",)) and _links(meta).identifiers:
        # posts have no key `year`
        return False
    if any(not _is_remark(key, value) for key, value in meta.folded.items() if key in keys.POST):
        return True
    is_one = bool(meta.folded.get("author")) and len(names_of_people(value)) == 1
    return is_one and ("date" in meta.folded or not meta.value((*keys.IDS, "year")))


def _cites_title(meta: FrontMatter) -> bool:
    """Return whether the reference in front matter begins with the title of the note, which its author has written."""
    title, _, _ = meta.text(keys.TITLE_KEYS).partition(": ")
    cited = comparison_key(HTML_TAG.sub("", meta.text(keys.REFERENCES)))
    return count_words(title) >= _MIN_TITLE_WORDS and cited.startswith(f"{comparison_key(title)} ")


def _is_remark(key: str, value: object) -> bool:
    """Return whether `comments` holds words on a paper, as arXiv has them, and no switch of a blog."""
    return key == "comments" and isinstance(value, str) and (not value or " " in value)


def _entry_type(meta: FrontMatter) -> str:
    """Return the entry type that an item type means, or ""."""
    types = (value for key in keys.TYPES for value in texts_in(meta.value((key,))))
    if "publication_types" in meta.folded:
        types = (HUGO_TYPES.get(value, value) for value in types)
    return next(filter(None, map(entry_type_of, types)), "")


def describes_paper(context: NoteContext, facts: Evidence) -> bool:
    """Return whether a note is about one paper, and is not a post with an author and a date.

    It needs an identifier with a key such as `doi`, a citekey, a type such as `paper`, or authors with venue or year.
    """
    meta = context.front_matter
    if not (facts.citekey or facts.authors or facts.identifiers or facts.year) or is_about_something_else(meta):
        return False
    if facts.citekey or (facts.identifiers and (facts.title or facts.authors)):
        return True
    if (meta.value(keys.IDS) and _links(meta, keys.IDS).identifiers) or book_front_matter.is_on_book(meta):
        return True
    if any(is_web_clipping(value) for value in texts_in(meta.value(("category",)))):
        return bool(facts.identifiers)
    if meta.text(keys.ITEM_TYPES) and facts.entry_type not in ("", "online", "misc"):
        return True
    if _is_paper(meta):
        return True
    kind = meta.text(keys.TYPES).casefold()
    # an article with the day of its creation is a post
    is_post = is_on_page(meta) or not meta.folded.keys().isdisjoint(("date", "created", "created_at"))
    is_text = kind in keys.TEXT_TYPES and not (kind == "article" and is_post and "year" not in meta.folded)
    is_cited = facts.authors and (facts.venue or _cited(meta) or cited_as_title(meta, facts))
    if facts.title and (is_cited or (facts.venue and _is_in_publications(meta))):
        return True
    is_dated_title = bool(facts.year) and looks_like_title(facts.title) and not first_year(facts.title)
    is_tagged = is_dated_title and is_tagged_as_paper(meta)
    # posts have no key `year`, not even an empty one, and papers have no `version`
    is_dated = facts.authors and facts.title and _HAS_YEAR & meta.folded.keys()
    if meta.folded.keys() >= _TEMPLATE and (facts.authors or facts.year):
        # a template of notes on papers, which may have no DOI
        return bool(facts.title)
    if "version" in meta.folded or not (is_text or is_tagged or is_dated):
        return False
    signs = is_text + is_tagged - 2 * (not meta.folded.keys().isdisjoint(keys.OF_OTHERS))
    signs += 2 * ("issued" in meta.folded) + ("authors" in meta.folded)
    return paper_signs.are_facts_of_paper(context, facts, signs)


def links_paper(meta: FrontMatter) -> bool:
    """Return whether the address of what a note is about is that of a paper."""
    if not meta.value(keys.OWN_LINKS) or is_about_something_else(meta):
        return False
    return any(identifier.scheme != "url" for identifier in _links(meta, keys.OWN_LINKS).identifiers)


def is_tagged_as_paper(meta: FrontMatter) -> bool:
    """Return whether the tag `paper` says what a note is about, and no key says that the note is a post."""
    tags = (tag for value in texts_in(meta.value(("tags", "tag"))) for tag in value.split(","))
    if not any(tag.strip(" #").casefold() in keys.PAPER_TAGS for tag in tags):
        return False
    return meta.folded.keys().isdisjoint((*keys.POST, "date")) and not is_about_something_else(meta)


def cited_as_title(meta: FrontMatter, facts: Evidence) -> Byline | None:
    """Return authors and year if they are all that the title says: `Saa 2013`, `Smith & Jones (2013)`."""
    cited = read_citation(meta.text(keys.TITLE_KEYS) or facts.title)
    person = parse_person(facts.authors[0]) if facts.authors else None
    if cited and person and person.surname.casefold() != cited.authors[0].casefold():
        # with another author, `Orwell 1984` may be a title
        return None
    return cited


def title_in_aliases(meta: FrontMatter) -> str:
    """Return the first alias of a note that is the title of a paper: several words, and no citation; "" for none."""
    aliases = texts_in(meta.written.get("aliases"))
    titles = (name for name in aliases if count_words(name) >= _MIN_TITLE_WORDS and not first_year(name))
    return next(filter(looks_like_title, titles), "")


def authors_in_aliases(meta: FrontMatter, title: str) -> tuple[str, ...]:
    """Return the authors whom an alias of a note cites before a title; () for none.

    The year may be between them, or the title is that of the note: `Lee et al. (2022) Roads`, `Lee et al. Roads`.

    Examples:
        >>> authors_in_aliases(FrontMatter({"aliases": ["Lee & Ray (2022) Roads of Rome"]}), "")
        ('Lee', 'Ray')
        >>> authors_in_aliases(FrontMatter({"aliases": "Lee et al. - Roads of Rome"}), "Roads of Rome")
        ('Lee', 'et al.')
        >>> authors_in_aliases(FrontMatter({"aliases": ["Roads", "Elections (2017) Roads of Rome"]}), "Roads")
        ()
    """
    aliases = texts_in(meta.written.get("aliases"))
    cited = (_CITED_TITLE.fullmatch(name) for name in aliases)
    authors = next((byline.authors for match in cited if match and (byline := read_citation(match["cited"]))), ())
    if authors or not title:
        return authors
    before = (name.removesuffix(title).rstrip(" :,–—-") for name in aliases if name.endswith(f" {title}"))
    return next((byline.authors for words in before if (byline := read_byline(words))), ())


def authors_in_title(meta: FrontMatter, title: str) -> tuple[str, ...]:
    """Return the authors that front matter cites after the title of a paper: `title: Sheep (Lee et al., 2020)`."""
    named = split_title(without_latex(meta.text(keys.TITLE_KEYS)))
    return named.authors if named.title and named.title == title else ()


def is_about_something_else(meta: FrontMatter) -> bool:
    """Return whether a note is about a page, a talk, a course or a meeting by its type or source, and no paper."""
    if not meta.written:
        return False
    kind = meta.text(("type", "category", "kind")).casefold() or meta.text(("media",)).casefold().strip(" ,")
    is_video = any(VIDEO.search(value) for key in keys.SOURCES for value in texts_in(meta.value((key,))))
    # Hugo has the day and the slides of a talk, whose title need not be that of the paper to which it links
    is_talk = "event" in meta.folded and bool(keys.OF_TALKS & meta.folded.keys())
    if (kind in keys.OTHER_TYPES or is_video or is_talk) and not meta.value(keys.IDS):
        return True
    return kind in keys.WEB_TYPES and not _links(meta).identifiers


def is_on_page(meta: FrontMatter) -> bool:
    """Return whether the source of a note is a page of the web, and neither an identifier nor a file of a paper."""
    if not meta.written:
        return False
    sources = [value for key in keys.SOURCES for value in texts_in(meta.value((key,))) if value.startswith("http")]
    return bool(sources) and not (_links(meta).identifiers or any(map(is_document, sources)))


def _links(meta: FrontMatter, own_keys: Sequence[str] = keys.LINK_KEYS) -> PaperLinks:
    """Return the identifiers of some keys, and the links with their key as label."""
    paper_links = PaperLinks()
    for key in filter(meta.folded.__contains__, own_keys):
        for value in texts_in(meta.value((key,))):
            if "://" in value:
                identifier = identifier_from_url(value)
            else:
                identifier = identifiers.parse_identifier(f"{_scheme(key)}:{value}")
            if identifier is None and key in keys.IDS:
                identifier = identifiers.parse_identifier(value)
            if identifier is None and key == "isbn" and " " in value.strip():
                # Obsidian Book Search writes both forms: `0226458083 9780226458083`
                identifier = identifiers.parse_identifier(f"isbn:{value.split()[-1]}")
            if identifier:
                paper_links.add_identifier(identifier)
            if value.startswith(("http://", "https://")):
                label = identifiers.scheme_label(identifier) if identifier else key.replace("_", " ").capitalize()
                paper_links.add_link(label, value)
    return paper_links


def _scheme(key: str) -> str:
    first = re.split(r"[_-]", key)[0]
    return {"arxivid": "arxiv", "eprint": "arxiv", "isbn13": "isbn", "isbn10": "isbn"}.get(first, first)

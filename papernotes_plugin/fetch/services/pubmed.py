"""The E-utilities of PubMed: summaries of many PMIDs at once; https://www.ncbi.nlm.nih.gov/books/NBK25501."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from papernotes_plugin import identifiers, venues
from papernotes_plugin.fetch.answer_text import parse_object, without_markup
from papernotes_plugin.fetch.records import (
    Record,
    Request,
    Service,
    Status,
    UnreadableAnswer,
    items_of,
    mapping_of,
    mappings_of,
    text_of,
    year_of,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Identifier

_BATCH = 200
_INITIALS = lazy_regex(r"(?P<family>.+) (?P<initials>[A-Z]{1,3})(?: (?P<suffix>Jr|Sr|II|III|IV))?")


def by_identifier(ids: Sequence[Identifier]) -> Iterator[Request]:
    """Yield the requests for PMIDs."""
    for start in range(0, len(ids), _BATCH):
        part = ids[start : start + _BATCH]
        values = ",".join(one.value for one in part)
        path = f"entrez/eutils/esummary.fcgi?db=pubmed&retmode=json&tool=papernotes&id={values}"
        yield Request("pubmed", path, tuple(map(str, part)))


def read(request: Request, body: bytes) -> list[Record]:
    """Return the articles in an answer; a number that does not exist has an error in its place."""
    result = parse_object(body, "result")["result"]
    if not isinstance(result, Mapping):
        raise UnreadableAnswer("the answer has no articles")
    numbers = [str(uid) for uid in items_of(result.get("uids"))]
    return [record for uid in numbers if (record := _record(uid, mapping_of(result.get(uid))))]


def _record(uid: str, article: Mapping[str, Any]) -> Record | None:
    own = identifiers.parse_identifier(f"pmid:{uid}")
    title = without_markup(text_of(article.get("title"))).removesuffix(".")
    if own is None or not title or "error" in article:
        return None
    dois = (
        identifiers.parse_identifier(f"doi:{text_of(one.get('value'))}")
        for one in mappings_of(article.get("articleids"))
        if one.get("idtype") == "doi"
    )
    journal = without_markup(text_of(article.get("fulljournalname")))
    fields = {
        "volume": text_of(article.get("volume")),
        "number": text_of(article.get("issue")),
        "pages": text_of(article.get("pages")).replace("-", "--"),
    }
    kinds = [text_of([kind]) for kind in items_of(article.get("pubtype"))]
    return Record(
        service="pubmed",
        identifiers=(own, *filter(None, dois)),
        title=title,
        authors=tuple(_names(article)),
        year=year_of(article.get("pubdate")),
        venue=venues.parse_venue(journal)[0] or journal,
        venue_name=journal,
        status=Status.PUBLISHED if journal else Status.UNKNOWN,
        kind="article",
        fields={name: value for name, value in fields.items() if value},
        notice="retracted" if "Retracted Publication" in kinds else "",
    )


def _names(article: Mapping[str, Any]) -> Iterator[str]:
    """Yield the authors, whose given names are initials: `Smith JA` is `Smith, J. A.`."""
    for person in mappings_of(article.get("authors")):
        name = text_of(person.get("name"))
        if text_of(person.get("authtype")) == "CollectiveName":
            yield f"{{{name}}}"
        elif match := _INITIALS.fullmatch(name):
            given = " ".join(f"{letter}." for letter in match["initials"])
            yield ", ".join(filter(None, (match["family"], match["suffix"], given)))
        elif name:
            yield name


SERVICE = Service(
    name="pubmed",
    base="https://eutils.ncbi.nlm.nih.gov",
    spacing=0.4,
    read=read,
    schemes=frozenset({"pmid"}),
    by_identifier=by_identifier,
    is_exact=True,
)

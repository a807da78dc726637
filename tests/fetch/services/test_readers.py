"""The readers of the services: real shapes, crooked ones, and answers that are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.fetch.answer_text import parse_xml, without_markup
from papernotes_plugin.fetch.records import BadIdentifier, Record, Request, Status, UnreadableAnswer
from papernotes_plugin.fetch.services import SERVICES, crossref


def read(name: str, answer: object) -> list[Record]:
    """Return the records that a service reads in an answer."""
    data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
    return SERVICES[name].read(Request(name, "", ("x",)), data)


def table(**fields: object) -> dict[str, object]:
    """Return a conference table with one paper."""
    row = {
        "name": "Fish &amp; Chips: A Study",
        "authors": [{"fullname": "Ada Lovelace"}, {"fullname": "LILI YU"}],
        "decision": "Accept (Oral)",
        "virtualsite_url": "/virtual/2025/poster/30001",
        "paper_url": "https://openreview.net/forum?id=abcdefghij",
    }
    return {"results": [{**row, **fields}]}


def test_conference_table() -> None:
    """Entities are resolved, names keep their spelling, and the oral of a poster is the same paper."""
    oral = table(virtualsite_url="/virtual/2025/oral/40001", paper_url=None)["results"]
    (record,) = read("iclr", {"results": [*table()["results"], *oral]})  # type: ignore[misc]
    assert (record.title, record.authors) == ("Fish & Chips: A Study", ("Ada Lovelace", "LILI YU"))
    assert (record.venue, record.year, record.status) == ("ICLR", 2025, Status.PUBLISHED)
    names = ["openreview:abcdefghij", "iclr:2025/30001", "iclr-oral:2025/40001"]
    assert list(map(str, record.identifiers)) == names


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"decision": "Reject"}, Status.NOT_ACCEPTED),
        ({"decision": None, "sourceurl": "https://openreview.net/group?id=TMLR"}, Status.UNKNOWN),
        ({"decision": None, "sourceurl": "https://openreview.net/group?id=ICLR.cc/2025/Conference"}, Status.PUBLISHED),
    ],
)
def test_acceptance_in_a_table(fields: dict[str, object], status: Status) -> None:
    """A paper in the table is published only if the conference accepted it."""
    assert read("iclr", table(**fields))[0].status is status


DBLP_INFO = {
    "authors": {"author": {"@pid": "1", "text": "Ada Lovelace 0001"}},
    "title": "Fish &amp; Chips.",
    "venue": "ICLR",
    "year": "2025",
    "key": "conf/iclr/Lovelace25",
    "type": "Conference and Workshop Papers",
    "ee": ["https://openreview.net/forum?id=abcdefghij", "https://arxiv.org/abs/2401.00001"],
}


def dblp(**info: object) -> dict[str, object]:
    """Return an answer of DBLP with one hit."""
    return {"result": {"hits": {"@total": "1", "hit": [{"info": {**DBLP_INFO, **info}}]}}}


def test_dblp() -> None:
    """One author is an object, a name has no number, and a link to arXiv proves nothing."""
    (record,) = read("dblp", dblp())
    assert (record.title, record.authors, record.status) == ("Fish & Chips", ("Ada Lovelace",), Status.PUBLISHED)
    assert list(map(str, record.identifiers)) == ["openreview:abcdefghij"]
    assert read("dblp", {"result": {"hits": {"@total": "0"}}}) == []


@pytest.mark.parametrize(
    ("info", "status"),
    [
        ({"key": "journals/corr/abs-2401-00001", "venue": "CoRR"}, Status.PREPRINT),
        ({"venue": "ICLR Workshop"}, Status.UNKNOWN),
        ({"venue": "Tiny Papers @ ICLR"}, Status.UNKNOWN),
    ],
)
def test_what_is_no_publication_at_dblp(info: dict[str, object], status: Status) -> None:
    """Preprints and workshop papers are no publications at the conference."""
    (record,) = read("dblp", dblp(**info))
    assert (record.status, record.venue) == (status, "")


@pytest.mark.parametrize(
    ("venue", "group", "status"),
    [
        ("ICLR 2025 poster", "ICLR.cc/2025/Conference", Status.PUBLISHED),
        (["ICLR 2025 poster"], ["ICLR.cc/2025/Conference"], Status.PUBLISHED),
        ("Submitted to ICLR 2025", "ICLR.cc/2025/Conference/Rejected_Submission", Status.NOT_ACCEPTED),
        (
            "ICLR 2025 Conference Withdrawn Submission",
            "ICLR.cc/2025/Conference/Withdrawn_Submission",
            Status.NOT_ACCEPTED,
        ),
        ("ICLR 2025 Workshop XYZ", "ICLR.cc/2025/Workshop/XYZ", Status.UNKNOWN),
    ],
)
def test_openreview(venue: object, group: object, status: Status) -> None:
    """Only an accepted paper has a venue."""
    content = {
        "title": {"value": "T"},
        "authors": {"value": ["A B"]},
        "venue": {"value": venue},
        "venueid": {"value": group},
    }
    (record,) = read("openreview", {"notes": [{"id": "abcdefghij", "content": content}]})
    assert record.status is status
    assert bool(record.venue) is (status is Status.PUBLISHED)


def test_pubmed() -> None:
    """Initials become initials, a title loses its full stop, and an unknown number is no record."""
    article = {
        "title": "On fish.",
        "authors": [
            {"name": "Lovelace AK", "authtype": "Author"},
            {"name": "Fish Group", "authtype": "CollectiveName"},
        ],
        "fulljournalname": "Nature",
        "pubdate": "2019 Mar 5",
        "pages": "1-9",
        "pubtype": ["Journal Article", "Retracted Publication"],
        "articleids": [{"idtype": "doi", "value": "10.1000/a"}],
    }
    result = {"uids": ["1", "2"], "1": article, "2": {"uid": "2", "error": "cannot get document summary"}}
    (record,) = read("pubmed", {"result": result})
    assert (record.title, record.year, record.notice) == ("On fish", 2019, "retracted")
    assert record.authors == ("Lovelace, A. K.", "{Fish Group}")
    assert dict(record.fields) == {"pages": "1--9"}


def test_datacite() -> None:
    """The main title and the parts of names are read."""
    attributes = {
        "doi": "10.5281/ZENODO.1",
        "titles": [{"title": "Subtitle", "titleType": "Subtitle"}, {"title": "A Data Set"}],
        "creators": [
            {"name": "Lovelace, Ada", "givenName": "Ada", "familyName": "Lovelace"},
            {"name": "CERN", "nameType": "Organizational"},
        ],
        "publicationYear": 2020,
        "publisher": {"name": "Zenodo"},
    }
    (record,) = read("datacite", {"data": {"attributes": attributes}})
    assert (record.title, record.authors, record.year) == ("A Data Set", ("Lovelace, Ada", "{CERN}"), 2020)


def test_retractions_in_both_directions() -> None:
    """A notice names the work that it retracts, and the work names the notice."""
    notice = {"DOI": "10.1000/n", "update-to": [{"DOI": "10.1000/A,b", "type": "retraction"}]}
    assert crossref.retracted_by(json.dumps({"message": {"items": [notice]}}).encode()) == {"10.1000/a,b": "10.1000/n"}
    work = {"DOI": "10.1000/a", "title": ["T"], "updated-by": [{"DOI": "10.1000/n", "type": "retraction"}]}
    assert read("crossref", {"message": work})[0].notice == "retracted"


def test_a_document_type_is_refused() -> None:
    """XML with a document type, which could define entities, is not parsed."""
    bomb = b'<!DOCTYPE a [<!ENTITY x "xxxx">]><feed xmlns="http://www.w3.org/2005/Atom">&x;</feed>'
    with pytest.raises(UnreadableAnswer):
        parse_xml(bomb)
    with pytest.raises(UnreadableAnswer):
        parse_xml(b"<a>" * 5000)


def test_titles_lose_their_markup() -> None:
    """Tags and entities of JATS, MathML and HTML leave the text."""
    assert (
        without_markup("The <mml:math><mml:mi>k</mml:mi></mml:math>-core &amp; &lt;i&gt;x&lt;/i&gt;")
        == "The k-core & x"
    )


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "results",
                    "message",
                    "items",
                    "data",
                    "name",
                    "title",
                    "result",
                    "hits",
                    "hit",
                    "info",
                    "notes",
                    "content",
                    "attributes",
                    "authors",
                    "author",
                    "uids",
                    "@total",
                    "DOI",
                    "value",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("name", [name for name in SERVICES if name != "arxiv"])
@given(answer=_JSON)
def test_no_answer_raises_anything_else(name: str, answer: object) -> None:
    """Any JSON is either read or unreadable."""
    try:
        records = read(name, answer)
    except (UnreadableAnswer, BadIdentifier):
        return
    assert all(isinstance(record, Record) for record in records)


# --- recorded answers -----------------------------------------------------------------------------


def recorded(shared: Path, name: str) -> bytes:
    """Return the body of a recorded answer of arXiv."""
    return json.loads((shared / "services" / "arxiv" / name).read_text("utf-8"))["body"].encode()  # type: ignore[no-any-return]


@pytest.mark.shared
def test_recorded_arxiv(shared: Path) -> None:
    """Answers of arXiv: old numbers, versions, unknown numbers, and a number that is none."""
    (old,) = read("arxiv", recorded(shared, "id_astro-ph_0601001.json"))
    assert str(old.identifiers[0]) == "arxiv:astro-ph/0601001"
    (one,) = read("arxiv", recorded(shared, "id_1605.08386.json"))
    assert (one.year, one.status, "\n" in one.title) == (2016, Status.PREPRINT, False)
    assert read("arxiv", recorded(shared, "id_0000.0000.json")) == []
    assert read("arxiv", recorded(shared, "id_abc.json")) == []
    assert [str(r.identifiers[0]) for r in read("arxiv", recorded(shared, "id_0808.05394_1707.08567.json"))] == [
        "arxiv:1707.08567"
    ]


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "kind", "first"),
    [
        ("multiple_authors", "article", "Herdman, C. M."),
        ("aps_article_number", "article", "Donadi, Sandro"),
        ("multiple_isbn", "incollection", "Bouchut, François"),
        ("conference", "inproceedings", ""),
        ("abstract", "article", ""),
    ],
)
def test_recorded_crossref(shared: Path, name: str, kind: str, first: str) -> None:
    """Answers of Crossref: articles, chapters and proceedings."""
    (record,) = read("crossref", (shared / "services" / "crossref" / f"{name}.json").read_bytes())
    assert (record.kind, record.status) == (kind, Status.PUBLISHED)
    assert record.authors[0] == first or not first
    assert record.title
    assert record.year
    assert record.venue_name


@pytest.mark.shared
@pytest.mark.parametrize("name", ["get_papers_return_not_found", "search_paper_match_title"])
def test_recorded_semantic_scholar(shared: Path, name: str) -> None:
    """Answers of Semantic Scholar: null in place of an unknown paper."""
    text = (shared / "services" / "semanticscholar" / f"{name}.yaml").read_text("utf-8")
    body = yaml.safe_load(text)["interactions"][0]["response"]["body"]["string"]
    assert all(record.title for record in read("semanticscholar", body.encode()))

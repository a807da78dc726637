"""Data model of biblatex: its names for fields and types, and the allowed and required fields of each type.

Source: `blx-dm.def` of biblatex 3.18, against which `biber --tool --validate-datamodel` checks a file.  Section 2.2 of
biblatex's manual explains it.
"""

from __future__ import annotations

TYPES = {
    "conference": "inproceedings",
    "electronic": "online",
    "mastersthesis": "thesis",
    "phdthesis": "thesis",
    "techreport": "report",
    "www": "online",
}
"""Types of biblatex by their BibTeX names; all other types have the same name in both."""
RENAMED = {
    "address": "location",
    "archiveprefix": "eprinttype",
    "journal": "journaltitle",
    "primaryclass": "eprintclass",
    "school": "institution",
}
"""Fields of biblatex by their BibTeX names; all other fields have the same name in both."""

_ANY = "doi eprint eprinttype eprintclass url urldate date langid shorttitle shortauthor shorthand sortname sortkey"
_TITLES = "title subtitle titleaddon"
_ALL = f"{_ANY} {_TITLES} addendum language note pubstate"
_EDITED = "editor editortype editora editoratype editorb editorbtype editorc editorctype"
_ROLES = f"{_EDITED} annotator commentator translator origlanguage"
_MAIN = "maintitle mainsubtitle maintitleaddon volume volumes part number series"
_IN = "booktitle booksubtitle booktitleaddon"
_SHOP = "publisher location isbn edition"
_EXTENT = "chapter eid pages"
_BOOK = f"{_ALL} {_ROLES} {_MAIN} {_SHOP} {_EXTENT} afterword foreword introduction"
_MEETING = "eventtitle eventtitleaddon eventdate venue organization publisher location isbn"
_TOOL = "author editor editortype location number organization series type version"
_ARTICLE = """
    author eid issn issue issuetitle issuesubtitle issuetitleaddon journaltitle journalsubtitle journaltitleaddon
    number pages series version volume
"""

ALLOWED = {
    kind: frozenset(names.split())
    for kind, names in {
        "article": f"{_ALL} {_ROLES} {_ARTICLE}",
        "book": f"{_BOOK} author pagetotal",
        "booklet": f"{_ALL} {_EXTENT} author editor editortype howpublished location pagetotal type",
        "collection": f"{_BOOK} pagetotal",
        "dataset": f"{_ALL} {_TOOL} publisher edition",
        "inbook": f"{_BOOK} {_IN} author bookauthor",
        "incollection": f"{_BOOK} {_IN} author",
        "inproceedings": f"{_ALL} {_IN} {_MAIN} {_MEETING} {_EXTENT} author editor editortype",
        "manual": f"{_ALL} {_TOOL} {_SHOP} {_EXTENT} pagetotal",
        "misc": f"{_ALL} author editor editortype howpublished location organization type version",
        "online": f"{_ALL} author editor editortype organization version",
        "patent": f"{_ANY} {_TITLES} addendum note pubstate author holder location number type version",
        "periodical": f"{_ALL} {_EDITED} issn issue issuetitle issuesubtitle issuetitleaddon number series volume",
        "proceedings": f"{_ALL} {_MAIN} {_MEETING} {_EXTENT} editor editortype pagetotal",
        "reference": f"{_BOOK} pagetotal",
        "report": f"{_ALL} {_EXTENT} author institution isrn location number pagetotal type version",
        "software": f"{_ALL} author editor editortype howpublished location organization type version",
        "thesis": f"{_ALL} {_EXTENT} author institution location pagetotal type",
        "unpublished": f"{_ALL} author eventtitle eventtitleaddon eventdate venue howpublished location type",
    }.items()
}
"""Allowed fields by type of biblatex, without private ones (abstract, keywords, file)."""
_SINGLE_VOLUME_FIELDS = {"maintitle", "mainsubtitle", "maintitleaddon", "part", "chapter", "eid", "pages"}
ALLOWED |= {
    "mvbook": ALLOWED["book"] - _SINGLE_VOLUME_FIELDS,
    "mvcollection": ALLOWED["collection"] - _SINGLE_VOLUME_FIELDS - {"series"},
}
ALLOWED |= {
    "mvreference": ALLOWED["mvcollection"],
    "mvproceedings": ALLOWED["proceedings"] - _SINGLE_VOLUME_FIELDS - {"volume"},
}
ALLOWED |= {"bookinbook": ALLOWED["inbook"], "suppbook": ALLOWED["inbook"]}
ALLOWED |= {"inreference": ALLOWED["incollection"], "suppcollection": ALLOWED["incollection"]}

NEEDED = {
    "article": ("author", "journaltitle", "title"),
    "book": ("author", "title"),
    "collection": ("editor", "title"),
    "inbook": ("author", "booktitle", "title"),
    "incollection": ("author", "booktitle", "editor", "title"),
    "inproceedings": ("author", "booktitle", "title"),
    "patent": ("author", "number", "title"),
    "periodical": ("editor", "title"),
    "report": ("author", "institution", "title", "type"),
    "thesis": ("author", "institution", "title", "type"),
    "unpublished": ("author", "title"),
    **dict.fromkeys(("bookinbook", "suppbook"), ("author", "booktitle", "title")),
    **dict.fromkeys(("inreference", "suppcollection"), ("author", "booktitle", "editor", "title")),
    **dict.fromkeys(("mvcollection", "mvreference", "reference"), ("editor", "title")),
    "mvbook": ("author", "title"),
}
"""Required fields by type of biblatex.

Biber also requires a date of all types but `dataset` and `software`, which is not listed here.
"""

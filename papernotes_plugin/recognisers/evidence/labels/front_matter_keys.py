"""Tables of the keys in the front matter of notes on papers, in lower case."""

from __future__ import annotations


def _keys(lines: str) -> tuple[str, ...]:
    return tuple(lines.split())


TITLE_KEYS = _keys("title original-title paper paper_title paper-title papertitle full_title")
CITEKEY_KEYS = (
    *_keys(
        "citekey cite_key cite-key citation-key citationkey citation_key bibkey bibtexkey bibtex_key refkey bib-key"
    ),
    "citation key",
)
AUTHORS = _keys("authors author paper_authors creators 作者")
POST = _keys("""
    layout permalink categories excerpt comments toc lastmod last_modified_at header sitemap showtoc slug redirect_from
""")
"""Keys of blogs: with them, `author` and `authors` name who wrote the post."""
REFERENCES = _keys("paper_ref paper-ref paper_reference reference paper_citation citation cite")
"""Keys of the authors and the year, as a text cites them: `paper_ref: Lee et al., 2015`."""
YEARS = _keys("""
    year published publication_year date-released issued pubdate publication_date publication-date publish_date
    date_published date-published published_date 年份
""")
VENUES = _keys("""
    venue conference journal booktitle publication container-title publicationtitle publication_title journaltitle
    proceedings 会议 期刊 conference-name conference_name conferencename proceedings-title proceedings_title
    proceedingstitle event-title event_title publication-title
""")
JOURNALS = _keys("journal journaltitle 期刊")
IDS = _keys("doi arxiv arxiv_id arxivid arxiv-id eprint pmid isbn isbn13 isbn10 openreview openreview_id acl s2 pmcid")
LINKS = _keys("""
    url link pdf paper_url paper-url paperurl
    url_pdf source paper_link arxiv_url arxiv_link hyperlink href pdf_url pdf_link external_url
    links website code github project poster video slides
""")
RELATED_LINKS = _keys("source links website code github project poster video slides")
"""Keys of links to something else than the paper; a `source` may be anything that the note is made from."""
OWN_LINKS = tuple(key for key in LINKS if key not in RELATED_LINKS)
"""Keys of links to what a note is about."""
LINK_KEYS = (*IDS, *LINKS)
SOURCES = _keys("source url source_url source-url sourceurl link")
"""Keys of the address of what a note is about."""
TLDR = _keys("tldr tl;dr summary one-liner")
ABSTRACT = _keys("abstract 摘要")
ITEM_TYPES = _keys("""
    itemtype item_type item-type entrytype entry_type entry-type bibtype csl_type csl-type publication_types
""")
TYPES = (*ITEM_TYPES, "item type", *_keys("type category kind"))
OTHER = _keys("""
    tags tag aliases alias date created updated modified draft publish layout template cssclass cssclasses hide icon
    search status description categories slug same id permalink public dg-publish dg-permalink dg-home
""")
RESERVED = frozenset(
    (*TITLE_KEYS, *CITEKEY_KEYS, *AUTHORS, *YEARS, *VENUES, *IDS, *LINKS, *TLDR, *ABSTRACT, *TYPES, *OTHER)
)
"""Keys that are no fields of `Evidence`: facts of the paper with an attribute, or facts of the note."""
FACTS = RESERVED.difference(TYPES, OTHER) | {"track", "id", *REFERENCES}
"""Keys of facts of the paper; front matter without any of them describes none."""
PAPER_TYPES = frozenset((
    *_keys("paper article literature literature-note reference source inproceedings conferencepaper journalarticle"),
    *_keys("preprint 论文 論文"),
    *("literature note", "conference paper", "journal article"),
))  # fmt: skip
"""Types of notes that are about a paper."""
PAPER_TAGS = frozenset(("paper", "论文", "論文", "논문"))
OTHER_TYPES = frozenset(
    _keys("""
    talk lecture seminar meeting course courses class event syllabus workshop daily-note moc index vortrag seminario
    curso cursos cours clase kurs experiment
    experiments project task video vidéo vídeo podcast film movie documentary
    """)
)
"""Types of notes that are about something else, even if they have a citekey."""

"""The keys of front matter, in the words of common templates and reference managers, and the look-up by them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from papernotes_plugin.recognisers.evidence.labels.author_values import without_targets
from papernotes_plugin.recognisers.evidence.labels.field_labels import OF_PUBLISHERS, YEAR_LABELS, is_missing
from papernotes_plugin.recognisers.evidence.labels.label_meanings import meaning
from papernotes_plugin.text import without_quotation_marks
from papernotes_plugin.text.lazy_regex import lazy_regex


def _keys(lines: str) -> tuple[str, ...]:
    return tuple(lines.split())


TITLE_KEYS = _keys("paper_title paper-title papertitle title original-title paper full_title")
CITEKEY_KEYS = (
    *_keys(
        "citekey cite_key cite-key citation-key citationkey citation_key bibkey bibtexkey bibtex_key refkey bib-key"
    ),
    "citation key",
)
AUTHORS_OF_PAPER = _keys("paper_authors paper_author paper-authors paper-author")
_MORE_AUTHORS = _keys("et_al et-al etal")
"""Keys which say that there are more authors than those listed: `et_al: true`."""
AUTHORS = (*AUTHORS_OF_PAPER, *_keys("authors author"))
POST = _keys("""
    layout permalink categories excerpt comments toc lastmod last_modified_at header sitemap showtoc slug redirect_from
""")
"""Keys of blogs: with them, `author` and `authors` name who wrote the post."""
OF_OTHERS = _keys("version license licence repository marp director artist platform developer servings cuisine")
"""Keys of software, slides, films, games and recipes."""
OF_TALKS = frozenset(_keys("all_day date_end event_url url_slides"))
"""Keys of a talk in Hugo, next to `event`."""
REFERENCES = _keys("paper_ref paper-ref paper_reference reference paper_citation citation cite")
"""Keys of the authors and the year, as a text cites them: `paper_ref: Lee et al., 2015`."""
YEARS = _keys("""
    year published date-released issued pubdate publication_date publication-date publish_date
    date_published date-published published_date publish-year publish_year
""")
VENUES = _keys("""
    venue conference journal booktitle publication container-title journaltitle 期刊 conferencename proceedings-title
    proceedings_title proceedingstitle event-title event_title container container_title containertitle
    proceedings proceeding
""")
JOURNALS = _keys("""
    journal journaltitle 期刊 杂志 期刊名称 zeitschrift revue revista periódico rivista tijdschrift журнал 저널 저널명
    학술지 학회지 ジャーナル 掲載誌 雑誌 雑誌名 論文誌 czasopismo časopis tidskrift tidsskrift dergi المجلة
""")
"""Keys and labels of journals."""
IDS = _keys("doi arxiv arxiv_id arxivid arxiv-id eprint pmid isbn isbn13 isbn10 openreview openreview_id acl s2 pmcid")
LINKS = _keys("""
    url uri link pdf paper_url paper-url paperurl url_pdf
    source paper_link arxiv_url arxiv_link hyperlink href pdf_url pdf_link external_url
    links website code github project poster video slides roam_refs
""")
_RELATED_LINKS = _keys("source links website code github project poster video slides")
"""Keys of links to something else than the paper; a `source` may be anything that the note is made from."""
OWN_LINKS = tuple(key for key in LINKS if key not in _RELATED_LINKS)
"""Keys of links to what a note is about."""
LINK_KEYS = (*IDS, *LINKS)
SOURCES = _keys("source url source_url source-url sourceurl link")
"""Keys of the address of what a note is about."""
TLDR = _keys("tldr tl;dr summary one-liner")
ABSTRACT = _keys("abstract")
ITEM_TYPES = _keys("""
    itemtype item_type item-type entrytype entry_type entry-type bibtype csl_type csl-type publication_types
""")
TYPES = (*ITEM_TYPES, "item type", "object type", *_keys("type category kind tipo typ"))
_OTHER = _keys("""
    tags tag aliases alias date created updated modified draft publish layout template cssclass cssclasses hide icon
    search status description categories slug same id permalink public dg-publish dg-permalink dg-home
""")
RESERVED = frozenset(
    (*TITLE_KEYS, *CITEKEY_KEYS, *AUTHORS, *YEARS, *VENUES, *IDS, *LINKS, *TLDR, *ABSTRACT, *TYPES, *_OTHER)
)
"""Keys that are no fields of `Evidence`: facts of the paper with an attribute, or facts of the note."""
_USUAL_KEYS = {"title": "title", "authors": "author", "venue": "venue", "year": "year", "abstract": "abstract"}
"""The key of each meaning that a label in any language has."""
_GROUPS = frozenset(_keys("paper article bib bibliography reference citation cite metadata bibtex csl ids identifiers"))
"""Keys below which facts of the paper are grouped: `paper:` above `title: …` and `year: …`."""
_BOOK_GROUPS = frozenset(
    _keys("book buch libro livro livre kniha książka bok bog boek kitap könyv kirja книга 书 本 책")
)
"""The same for a book, next to the facts of a post about it."""
_AUTHORS_OF_BOOK = frozenset(("book author", "book authors", "author of book", "bookauthor", "bookauthors"))
_AUTHORS_IN_OTHER_WORDS = frozenset(
    _keys("""
    autor autora autores autoras autorin auteur auteurs auteure autrice autore autori yazar yazarlar autorzy autoři
    författare forfatter forfattere kirjailija kirjoittaja szerző szerzők автор авторы 作者 著者 저자
    """)
)
"""Keys of the authors of a book next to an English one, which is a setting of the blog for who wrote the post."""
_TITLES_OF_BOOK = ("booktitle", "book_title", "book-title")
_NUMBERED_AUTHOR = lazy_regex(r"author[ _-]?\d{1,2}", re.IGNORECASE)
_WORD_INSIDE = lazy_regex(r"[_-]|(?<=[a-z])(?=[A-Z])")
"""The place between two words of a key: `journal_name`, `publishedIn`."""
_OF_PAPER = ("paper ", "article ")
"""First words of keys that state a fact of the paper next to one of the note: `paper_year`."""
_FOLDED_YEARS = frozenset(map(str.casefold, YEAR_LABELS))
FACTS = RESERVED.difference(TYPES, _OTHER, ("container",)) | {"track", "id", *REFERENCES}
"""Keys of facts of the paper; front matter without any of them describes none."""
PAPER_TYPES = frozenset((
    *_keys("paper inproceedings conferencepaper journalarticle preprint 论文 論文"),
    *("conference paper", "journal article"),
))  # fmt: skip
"""Types of notes that are about a paper."""
TEXT_TYPES = frozenset((
    *_keys("article artigo artículo articolo aufsatz literature literature-note reference source"), "literature note"
))  # fmt: skip
"""Types of notes that may be about a paper; blogs call their own posts articles, too."""
PAPER_TAGS = frozenset(("paper", "论文", "論文", "논문"))
OTHER_TYPES = frozenset(
    _keys("""
    talk lecture seminar meeting course courses class event syllabus workshop daily-note moc index vortrag seminario
    curso cursos cours clase kurs experiment concept person recipe
    experiments project task video vidéo vídeo podcast film movie documentary series game boardgame
    """)
)
"""Types of notes that are about something else, even if they have a citekey."""
WEB_TYPES = frozenset(
    (*_keys("web webpage web-page website blog blogpost blog-post post newsletter tweet"), "blog post")
)
"""Types of notes that are about a page, unless its address is that of a paper."""


@lru_cache(maxsize=1 << 10)
def usual_key(key: str) -> str:
    """Return the key in small letters, or the usual key for one of the same meaning: `Titel`, `año`, `journal_name`."""
    folded = key.casefold()
    if folded in RESERVED:
        return folded
    label = _WORD_INSIDE.sub(" ", key).casefold()
    if label.startswith(_OF_PAPER) and (fact := label.partition(" ")[2]) in (*YEARS, *VENUES, *IDS):
        return fact
    usual = _USUAL_KEYS.get(meaning(label), "")
    is_of_paper = label in _FOLDED_YEARS or "publica" in label if usual == "year" else label not in OF_PUBLISHERS
    return usual if usual and is_of_paper else folded


def _with_wikilinks(value: object) -> object:
    """Return a value with links to notes in place of the lists that YAML reads without quotation marks: `[[Ann Lee]]`.

    Examples:
        >>> _with_wikilinks([["Ann Lee"]]), _with_wikilinks([[["Lee, Ann"]], "Bob"])
        ('[[Ann Lee]]', ['[[Lee, Ann]]', 'Bob'])
    """
    if not isinstance(value, list):
        return value
    if len(value) == 1 and (words := _words_of_list(value[0])):
        return f"[[{words}]]"
    lists = ((part, part[0] if isinstance(part, list) and len(part) == 1 else None) for part in value)
    return [f"[[{words}]]" if (words := _words_of_list(inner)) else part for part, inner in lists]


def _words_of_list(value: object) -> str:
    """Return the texts of a list as they were written, with commas; "" for any other value."""
    if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
        return ""
    return ", ".join(value)


class FrontMatter:
    """Front matter with look-up by several keys, ignoring case."""

    def __init__(self, meta: Mapping[str, object], path: str = "") -> None:
        self.written = meta
        """The front matter as it is written."""
        self.path = path
        """The path of the note."""
        self.is_of_book = False
        """True for facts of a book that are apart from those of a post about it."""
        self.has_authors_of_book = False
        """True if its authors are those of a book, and not who wrote the post about it."""
        self.folded: dict[str, object] = {}
        numbered: list[object] = []
        for key, value in meta.items():
            self.folded.setdefault(usual_key(key), _with_wikilinks(value))
            if isinstance(value, str) and key[-1:].isdigit() and _NUMBERED_AUTHOR.fullmatch(key):
                numbered.append(value)
        if numbered:
            self.folded.setdefault("authors", numbered)
        for group in (_GROUPS | _BOOK_GROUPS | {"params"}).intersection(self.folded):
            # Hugo has all settings of a page below `params`
            if isinstance(facts := self.folded[group], Mapping) and (group != "params" or facts.get("isbn")):
                self._add_group(facts)
                self.is_of_book = group in _BOOK_GROUPS
                self.has_authors_of_book = group not in _GROUPS and any(usual_key(str(key)) in AUTHORS for key in facts)
        self._find_book(meta)
        authors = self.folded.get("authors") or self.folded.get("author")
        if authors and str(self.value(_MORE_AUTHORS)).casefold() in ("true", "yes"):
            self.folded["authors"] = [*(authors if isinstance(authors, list) else [authors]), "et al."]

    def _find_book(self, meta: Mapping[str, object]) -> None:
        """Find the authors of a book next to who wrote the post, and its title: `book_author: …`, `autor: …`."""
        labels = {key: _WORD_INSIDE.sub(" ", key).casefold() for key, value in meta.items() if value}
        named = next((key for key, label in labels.items() if label in _AUTHORS_OF_BOOK), "")
        if named and (title := next((key for key in meta if key.casefold() in _TITLES_OF_BOOK), "")):
            self.folded.pop("booktitle", None)
            self.folded["title"] = meta[title]
        writers = [texts_in(value) for key, value in meta.items() if key.casefold() in AUTHORS]
        if not named and writers:
            others = (key for key, label in labels.items() if label in _AUTHORS_IN_OTHER_WORDS)
            named = next((key for key in others if texts_in(meta[key]) not in writers), "")
            self.has_authors_of_book = self.has_authors_of_book or bool(named)
        elif named:
            self.is_of_book = self.has_authors_of_book = True
        if named:
            for key in AUTHORS:
                self.folded.pop(key, None)
            self.folded["author"] = _with_wikilinks(meta[named])

    def _add_group(self, facts: Mapping[object, object]) -> None:
        """Add facts of the paper below one key, which are not those of the note: `bib: {author: …}`."""
        grouped = {usual_key(str(key)): value for key, value in facts.items()}
        for keys in (AUTHORS, TITLE_KEYS):
            if any(grouped.get(key) for key in keys):
                for key in keys:
                    self.folded.pop(key, None)
        if grouped.get("date"):
            grouped.setdefault("issued", grouped["date"])
        for key, value in grouped.items():
            self.folded.setdefault(key, value)

    def value(self, keys: tuple[str, ...]) -> object:
        """Return the value of the first key that has one, or ""."""
        if self.folded.keys().isdisjoint(keys):
            # most front matter has few keys, and none that was asked for
            return ""
        for key in keys:
            value = self.folded.get(key)
            if value and not (isinstance(value, str) and is_missing(value)):
                return value
        return ""

    def text(self, keys: tuple[str, ...]) -> str:
        """Return that value, or the first text in a list, without links; "" for a placeholder."""
        value = self.value(keys)
        if not value:
            return ""
        if isinstance(value, list):
            texts = [v for v in value if isinstance(v, str)]
            # `[A title in braces, with a comma]` was meant as one text
            is_one = keys == TITLE_KEYS and len(texts) == len(value) and all(v[:1].islower() for v in texts[1:])
            value = ", ".join(texts) if is_one else next(iter(texts), "")
        if isinstance(value, Mapping):
            value = value.get("title") or value.get("name")
        return without_links(value) if isinstance(value, str) and not is_missing(value) else ""


def without_links(value: str) -> str:
    """Return a value with the words of links in place of links, without quotation marks around it."""
    return without_quotation_marks(without_targets(value))


def texts_in(value: object) -> list[str]:
    """Return all texts in a value of any shape, with the URL in place of a Markdown link."""
    texts: list[str] = []
    stack = [value]
    while stack:
        part = stack.pop()
        if isinstance(part, str) and (words := part.strip()):
            match = re.search(r"\]\(((?:(?!\]\()\S)+)\)$", words)
            texts.append(match[1] if match else words)
        elif isinstance(part, list):
            stack += reversed(part)
        elif isinstance(part, Mapping):
            stack += reversed(list(part.values()))
    return texts

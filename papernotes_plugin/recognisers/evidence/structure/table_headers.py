"""The heads of a table: which column holds the title, authors, venue and year of a paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from papernotes_plugin.recognisers.evidence.labels.field_labels import FIELDS, OF_PUBLISHERS, YEAR_LABELS, phrases
from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import JOURNALS
from papernotes_plugin.recognisers.evidence.labels.plain_letters import with_plain_letters
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Block

_PAPER_HEADS = phrases("""
    paper|paper title|papers|study title|article title|论文|论文标题|论文名称|論文|论文题目|논문|article
    論文名稱|論文題目|論文標題
    articolo|artículo|artigo|articles|articoli|artículos|artigos
""")
"""Heads of columns whose links lead to papers, whatever site they are on."""
_OF_VENUES = JOURNALS + phrases("""
    学会|学会名|学会/雑誌|会議/雑誌|conferencia|conferência|conférence|konferenz|konferans|конференция
    zeitschrift/konferenz|revue/conférence|revista/conferencia|revista/conferência|czasopismo / konferencja
    журнал/конференция|журнал / конференция|конференция/журнал
    會議|會議/期刊|期刊/會議|發表於
    journal/conference|conference/journal|journal / conference|conference / journal|학회/저널|저널/학회|会議/ジャーナル
    venue|conference|journal|conf|conf.|publication|publication title|publicationtitle|source title|journal title
    journal name
    会议|期刊|会議|학회|会议/期刊|期刊/会议|收录|收录情况|发表于|zeitschrift|revista|revue|rivista|tijdschrift|журнал
""")
"""Heads of columns that hold nothing but venues."""
PUBLISHER_HEADS = frozenset(
    phrases("""
        publisher|publishers|publishing house|press|出版社|出版者|出版方|发行方|出版元|発行所|発行元|출판사|발행처
        펴낸곳|editora|éditeur|maison d'édition|maison d’édition|editore|casa editrice|verlag|editorial|uitgeverij
        uitgever|издательство|изд-во|wydawnictwo|nakladatelství|yayınevi|nhà xuất bản|förlag|forlag
    """)
)
"""Heads of columns that hold publishers."""
_HEADS = {
    "title": _PAPER_HEADS
    + phrases("""
        name|file|method|model|reference|reference name|citation|文献|参考文献
        livre|ouvrage|libro|livro|étude|estudio|estudo|référence|referencia|referência
        work|works|werk|werke|œuvre|œuvres|obras|opere|verk|dzieło|произведение|作品|작품
    """)
    + FIELDS["title"],
    "authors": FIELDS["authors"],
    "year": (*FIELDS["year"], "time"),
    "venue": (
        *_OF_VENUES,
        *phrases("pub|pub.|发表|source|출처|出处|来源"),
        *(label for label in FIELDS["venue"] if label not in OF_PUBLISHERS),
    ),
}
"""The heads of the columns that hold each fact, in lower case; that of a venue and a year holds the venue."""
_NAME_HEADS = phrases(
    "short name|abbreviation|abbr|abbr.|acronym|nickname|system|approach|framework|algorithm|简称|缩写|模型|方法"
)
"""Heads of columns of short names; those of titles, such as `name` and `model`, can be others."""
_PRESENTERS = frozenset(
    phrases("""
        presenter|presenters|speaker|speakers|discussant|discussion leader|presented by|汇报人|主讲人|主讲|讲者|发表者
        報告人|主講人|講者
        报告人|讲解人|分享人|分享者|分享
        報告者|発表者|担当者|担当|발표자|vortragende|referent|présentateur|ponente|presentador|apresentador|relatore
    """)
)
"""Heads of the column of those who present papers: dates in the table are those of meetings."""
VENUE_HEADS = frozenset(with_plain_letters(_OF_VENUES))
"""Heads of columns that hold nothing but journals and conferences."""
_TOPICS = frozenset(("topic", "topics", "subject", "presentation", "주제", "主题", "题目", "テーマ", "thema"))
"""Heads of the column of the subjects of meetings."""
_CONTENTS = _TOPICS | {
    "content",
    "内容",
    "分享内容",
    "报告内容",
    "報告內容",
    "內容",
    "主題",
    "題目",
    "发表内容",
    "발표주제",
}
"""Heads of the column of what is presented at meetings, which may be papers in English among other talks."""
_OF_PAPERS = lazy_regex("论文|論文|논문|文献|文獻|문헌")
"""A word that says that there are papers among the talks of a schedule."""
_EMOJI = lazy_regex("[\U0001f000-\U0001faff\u2600-\u27bf\u200d\ufe0f]+")
_MIN_ROWS, _MIN_WORDS = 3, 4
"""Rows of a table of papers, and words of their titles on average, from which these need no other fact."""
_TITLE_HEADS = frozenset(_PAPER_HEADS + FIELDS["title"])
"""Heads of columns of whole titles; names and models may be short."""
_YEAR_IN_HEAD = lazy_regex(r"\b(?:year|date|jahr|année|año|ano|anno|год)\b|年|연도")
_FACT_OF_HEAD = {head: fact for fact, heads in _HEADS.items() for head in with_plain_letters(heads)}
_OF_REMARKS = lazy_regex(
    r"\b(?:summary|summaries|description|contributions?|notes?|comments?|remarks?|ideas?|findings?|takeaways?|relevance"
    r"|highlights?|tl;?dr|why|what|details?|abstract)\b|摘要|总结|說明|说明|备注|简介|贡献|描述|亮点|概要|メモ|備考|요약|설명|비고"
)
"""A word in the head of a column that says something about papers, and does not name them."""
_SECOND_PART = lazy_regex(r"\s?[/&(（]")
_OF_ARXIV = lazy_regex(r"arxiv(?: ?(?:id|no\.?|number|link|编号|番号))?")
OF_PUBLICATION = lazy_regex(
    "publi|发布|发表|出版(?!社|者)|公開|発表|発行日|刊行|발표|출판(?!사)|출간|게재|erschein|veröffentl|издан"
)
"""A word for publication in the head of a column of dates."""
DAY = lazy_regex(
    r"(?:19|20)\d\d[-/.年년]\s?\d{1,2}[-/.月월]\s?\d{1,2}[日일]?"
    r"|(?:[^\W\d_]{2,10},? )?\d{1,2}(?:st|nd|rd|th|er|\.)? (?:de )?[^\W\d_]{3,10}\.?,? (?:de )?(?:19|20)\d\d"
    r"|(?:[^\W\d_]{2,10},? )?[^\W\d_]{3,10}\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d\d"
)
"""A date with its day, which says when a paper was read, unless the head of the column says `publish`."""
MONTH = lazy_regex(r"(\d\d)(?:0[1-9]|1[0-2])")
"""Year and month as in the identifiers that arXiv has used since April 2007."""
ARXIV_MONTH = lazy_regex(r"(?<![\d.])(\d{4})\.\d{4,5}(?!\d)")


def _first_fact(head: str) -> str:
    """Return what the first part of a head of two says, if that is the venue or the authors: `Venue/Source`."""
    fact = _FACT_OF_HEAD.get(_SECOND_PART.split(head, maxsplit=1)[0], "")
    return fact if fact in ("venue", "authors") else ""


def _facts_of(heads: Sequence[str]) -> list[str]:
    """Return the fact that each column holds; "" for any other column."""
    facts = [_FACT_OF_HEAD.get(head, "") or _first_fact(head) for head in heads]
    if not _PRESENTERS.isdisjoint(heads):
        facts = ["" if f == "year" and "publi" not in h else f for h, f in zip(heads, facts, strict=True)]
    if not set(YEAR_LABELS).isdisjoint(heads):
        # dates next to years are those of reading
        facts = ["" if f == "year" and h not in YEAR_LABELS else f for h, f in zip(heads, facts, strict=True)]
    if "venue" not in facts:
        # a column of files may have their authors and years, too
        facts = ["" if h == "file" else f for h, f in zip(heads, facts, strict=True)]
    return facts


def _names_of_works(heads: Sequence[str], facts: Sequence[str]) -> tuple[bool, bool]:
    """Return whether a table names authors of works and publishers, and whether it names them or the years."""
    titles = (head for fact, head in zip(facts, heads, strict=True) if fact == "title")
    names_works = next(titles, "") in _TITLE_HEADS and "authors" in facts
    has_publishers = names_works and not PUBLISHER_HEADS.isdisjoint(heads)
    return has_publishers, has_publishers or (names_works and "year" in facts)


def _columns_of_contents(heads: Sequence[str], facts: Sequence[str]) -> list[int]:
    """Return the indices of the columns of what is presented, in a table of presenters without titles."""
    if "title" in facts or _PRESENTERS.isdisjoint(heads):
        return []
    return [i for i, head in enumerate(heads) if head in _CONTENTS]


class TableHeader:
    """The heads of a table."""

    has_latin_titles = False
    """True if most titles of papers have no Chinese, Japanese or Korean letters; others are no papers."""

    def __init__(self, heads: list[str]) -> None:
        self.facts = _facts_of(heads)
        """The fact that each column holds; empty for any other column."""
        self.has_publishers, self.lists_works = _names_of_works(heads, self.facts)
        """True if the table names the authors of works and their publishers; or their publishers or years."""
        authors = (head for fact, head in zip(self.facts, heads, strict=True) if fact == "authors")
        self.has_dated_authors = any(map(_YEAR_IN_HEAD.search, authors))
        """True if the cells of authors end with the year: `Authors & Year`."""
        has_presenters = not _PRESENTERS.isdisjoint(heads)
        self._topics = next((i for i, h in enumerate(heads) if has_presenters and h in _TOPICS), -1)
        """Index of the column of the topics of meetings; -1 for none."""
        self._contents = _columns_of_contents(heads, self.facts)
        """Indices of the columns of what is presented at meetings."""
        self.are_papers = [head in _PAPER_HEADS for head in heads]
        """True if the links of each column lead to papers."""
        self.are_names = [fact == "title" or head in _NAME_HEADS for head, fact in zip(heads, self.facts, strict=True)]
        """True if the cells of each column are titles or short names."""
        self.are_remarks = [
            not fact and bool(_OF_REMARKS.search(head)) for head, fact in zip(heads, self.facts, strict=True)
        ]
        """True if the cells of each column say something about papers."""
        head = next((head for head, fact in zip(heads, self.facts, strict=True) if fact == "venue"), "")
        is_bibliography = {"title", "year"} <= set(self.facts) or {"authors", "year"} <= set(self.facts)
        self.has_unknown_venues = is_bibliography and head in VENUE_HEADS
        """True if the table is a bibliography, so that an unknown name in the column of venues is a venue, too."""
        self.has_journals = head in JOURNALS
        """True if the head of the column of venues calls them journals."""
        dated = (head for head, fact in zip(heads, self.facts, strict=True) if fact == "year")
        self.has_publication_dates = any(map(OF_PUBLICATION.search, dated))
        """True if the head of the column of years says that its dates are those of publication."""
        self.schemes = ["arxiv" if _OF_ARXIV.fullmatch(head) else "" for head in heads]
        """The scheme of the identifiers whose bare numbers each column holds; empty for any other column."""
        self.has_months = False
        """True if the column of years holds months instead, such as `1906` for June 2019."""
        self.has_years = True
        """True if most cells in the column of years are no such months; False also for as many months as years."""
        self.lists_titles = False
        """True if the cells of a column of papers have the words of titles, so that a row needs no other fact."""

    @classmethod
    def of_table(cls, context: NoteContext, table: Block) -> TableHeader:
        """Return the heads of a table: the words in the cells of its first row."""
        rows = context.children(table.index)
        cells = context.children(rows[0].index) if rows else ()
        return cls([_EMOJI.sub("", context.visible_text(c.index)).casefold().strip(" :*") for c in cells])

    def read_columns(self, context: NoteContext, rows: Sequence[Block]) -> None:
        """Note whether a column has titles of papers, and whether the years are the months of arXiv identifiers."""
        of_rows = [context.children(row.index) for row in rows if not row.header]
        if self._topics >= 0 and True not in self.are_papers and self._has_linked_topics(context, of_rows):
            self.facts[self._topics] = "title"
            self.lists_titles = self._are_titles(context, of_rows, self._topics)
        elif True in self.are_papers:
            self.lists_titles = self._are_titles(context, of_rows, self.are_papers.index(True))
        elif self._contents and _OF_PAPERS.search(context.note.text):
            self._read_contents(context, of_rows)
        months = cells = 0
        for row in rows if "year" in self.facts else ():
            cell = self.cells_by_fact(context, context.children(row.index)).get("year")
            words = context.visible_text(cell.index).strip() if cell and not row.header else ""
            cells += bool(words)
            if MONTH.fullmatch(words):
                months += words in ARXIV_MONTH.findall(context.source(row.span))
        self.has_months, self.has_years = 2 * months > cells, 2 * months < cells or not cells

    def _has_linked_topics(self, context: NoteContext, of_rows: Sequence[Sequence[Block]]) -> bool:
        """Return whether several topics of meetings link to papers."""
        topics = (cells[self._topics] for cells in of_rows if len(cells) > self._topics)
        links = ((i for _, i in context.links_within(cell.span)) for cell in topics)
        return sum(any(map(is_paper_link, of_cell)) for of_cell in links) >= _MIN_ROWS

    def _read_contents(self, context: NoteContext, of_rows: Sequence[Sequence[Block]]) -> None:
        """Note whether the column of what is presented has several titles of papers in Latin letters."""
        for column in self._contents:
            words = [context.visible_text(cells[column].index).strip() for cells in of_rows if len(cells) > column]
            titles = [one for one in words if count_words(one) >= _MIN_WORDS and not CJK_LETTER.search(one)]
            if len(titles) >= _MIN_ROWS and are_titles_of_papers(titles, _MIN_WORDS):
                self.facts[column] = "title"
                self.are_papers[column] = self.lists_titles = self.has_latin_titles = True
                return

    def _are_titles(self, context: NoteContext, of_rows: Sequence[Sequence[Block]], column: int) -> bool:
        """Return whether a column has several cells, and all of them together have the words of titles of papers."""
        words = (context.visible_text(cells[column].index).strip() for cells in of_rows if len(cells) > column)
        titles = [title for title in words if title]
        self.has_latin_titles = 2 * sum(CJK_LETTER.search(title) is None for title in titles) > len(titles)
        return len(titles) >= _MIN_ROWS and are_titles_of_papers(titles, _MIN_WORDS)

    def is_of_papers(self, cells: Sequence[Block], cell: Block) -> bool:
        """Return whether the head of the column of a cell calls what is in it papers."""
        return any(paper and one.index == cell.index for paper, one in zip(self.are_papers, cells, strict=False))

    def cells_by_fact(self, context: NoteContext, cells: Sequence[Block]) -> dict[str, Block]:
        """Return the first cell of a row for each fact; empty cells are left out."""
        by_fact: dict[str, Block] = {}
        for fact, cell in zip(self.facts, cells, strict=False):
            if fact and context.visible_text(cell.index):
                by_fact.setdefault(fact, cell)
        return by_fact

    def cells_that_may_be_titles(self, cells: Sequence[Block], by_fact: Mapping[str, Block]) -> list[Block]:
        """Return the cells of a row that are no remarks and hold no fact but the title."""
        others = {cell.index for fact, cell in by_fact.items() if fact != "title"}
        others.update(cell.index for is_remark, cell in zip(self.are_remarks, cells, strict=False) if is_remark)
        return [cell for cell in cells if cell.index not in others]

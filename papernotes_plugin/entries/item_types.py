"""Item types of reference managers, and the entry type that each one means.

Sources: `schema.json` of zotero/zotero-schema (version 41) for the types of CSL; the translators `BibTeX.js`,
`BibLaTeX.js` and `RIS.js` of zotero/translators for entry types and RIS types.
"""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex

_TABLE = """
article | journalArticle, magazineArticle, newspaperArticle
article | article-journal, article-magazine, article-newspaper
article | JOUR, EJOUR, MGZN, NEWS, INPR, ABST, journal, journal paper, research article, review article
inproceedings | conferencePaper, paper-conference, CONF, CPAPER, inproceedings, conference, conference article
inproceedings | conference proceedings, proceedings article, workshop paper
article | artigo científico, artigo de periódico, artículo científico, artículo de revista, article scientifique
article | article de revue, articolo scientifico, articolo di rivista, Zeitschriftenartikel, Zeitschriftenaufsatz
book | livro, libro, livre, ouvrage, Buch, Monographie, Monografie, monografía, boek
incollection | capítulo de livro, capítulo de libro, chapitre d'ouvrage, chapitre de livre, capitolo di libro
incollection | Buchkapitel, Buchbeitrag
thesis | tese, tesis, thèse, tesi, dissertação, dissertação de mestrado, tesis de maestría
phdthesis | tese de doutorado, tesis doctoral, tesis de doctorado, thèse de doctorat, tesi di dottorato, Doktorarbeit
book | book, books, BOOK, EBOOK, EDBOOK, CLSWK, monograph, textbook, mvbook, edited book
collection | collection, anthology
proceedings | proceedings
incollection | bookSection, chapter, CHAP, ECHAP, incollection, inbook, book chapter
inreference | encyclopediaArticle, dictionaryEntry, entry-encyclopedia, entry-dictionary, ENCYC, DICT, inreference
thesis | thesis, THES, theses, dissertation
phdthesis | phdthesis, PhD dissertation, doctoral thesis, doctoral dissertation, Ph.D. thesis
mastersthesis | mastersthesis, master thesis, master's thesis
report | report, RPRT, GOVDOC, techreport, technical report, tech report, working paper, white paper
unpublished | manuscript, presentation, speech, MANSCPT, UNPB, SLIDE, unpublished, draft
patent | patent, PAT
dataset | dataset, DATA, DBASE
software | computerProgram, software, COMP
manual | manual
booklet | pamphlet, PAMP, booklet
online | webpage, blogPost, forumPost, post, post-weblog, ELEC, WEB, BLOG, website, blog, online, electronic, www
misc | preprint, eprint, arxiv paper, document, GEN, misc, letter, email, instantMessage, personal_communication
misc | interview, film, motion_picture, artwork, graphic, map, MAP, standard, song, audioRecording, SOUND
misc | videoRecording, VIDEO, broadcast, tvBroadcast, radioBroadcast, podcast
misc | bill, case, legal_case, CASE, hearing, statute, legislation, STAT
"""
"""Entry type | item types that mean it, in Zotero, CSL, RIS, BibTeX and notes; case, spaces and hyphens are ignored."""
_SEPARATORS = lazy_regex(r"[\s_-]+")
_MARKUP = lazy_regex(r"^\W+|\W+$")


def _fold(name: str) -> str:
    return _SEPARATORS.sub("", name.casefold())


def _names() -> dict[str, str]:
    out: dict[str, str] = {}
    for line in _TABLE.strip().splitlines():
        kind, _, names = line.partition(" | ")
        out |= dict.fromkeys(map(_fold, names.split(",")), kind)
    return out


_TYPES = _names()
GENERAL_TYPES = frozenset({"misc", "online", "unpublished"})
"""Entry types that say nothing about the publication, so that the venue of the paper decides."""
HUGO_TYPES = {
    "1": "paper-conference", "2": "article-journal", "3": "preprint", "4": "report", "5": "book", "6": "chapter",
    "7": "thesis", "8": "patent",
}  # fmt: skip
"""Types of CSL by the numbers that older sites of Hugo have as `publication_types`."""
_READWISE = frozenset({"articles", "tweets", "podcasts", "supplementals", "videos"})


def entry_type_of(item_type: str) -> str:
    """Return the entry type that the item type of a manager means; "" for any other text.

    The word `article` alone is none: BibTeX means a paper in a journal, CSL a preprint, and others a post.

    Examples:
        >>> [entry_type_of(name) for name in ("journalArticle", "[[conferencePaper]]", "PhD thesis", "#books")]
        ['article', 'inproceedings', 'phdthesis', 'book']
        >>> entry_type_of("article")
        ''
    """
    return _TYPES.get(_fold(_MARKUP.sub("", item_type)), "") if len(item_type) < 60 else ""


def is_web_clipping(category: str) -> bool:
    """Return whether a category is one of Readwise or Hypothesis for web pages, posts, podcasts and videos.

    Examples:
        >>> is_web_clipping("#articles"), is_web_clipping("#books"), is_web_clipping("journalArticle")
        (True, False, False)
        >>> is_web_clipping("[[📰 Articles]]"), is_web_clipping("#article"), is_web_clipping("article")
        (True, True, False)
    """
    return category.strip() == "#article" or _MARKUP.sub("", category).casefold() in _READWISE

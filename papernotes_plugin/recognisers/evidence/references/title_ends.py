"""Read the titles of a reference that a mark ends, such as a point, with a score for each mark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from papernotes_plugin.recognisers.evidence.references import editions
from papernotes_plugin.recognisers.evidence.references.book_editors import PEOPLE_IN_BRACKETS
from papernotes_plugin.recognisers.evidence.references.reference_text import NEW_BLOCK
from papernotes_plugin.recognisers.evidence.references.venue_names import ends_within_shortened, is_abbreviation
from papernotes_plugin.recognisers.evidence.references.work_genres import opens_genre, opens_law_citation
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK
from papernotes_plugin.text.years import PRINTED_YEAR, YEAR

MAX_TITLE = 420
"""Characters of a title."""
_OF_IMPRINT = r"[^\x1d\n]{0,300}?(?:\s[–—]|[.\]])\s[^\x1d:]{1,30}:\s"
"""The words before the place of a publisher in the style of catalogues: ` / Ред. А.В.Ли. — М.: `."""
_ROLE = (
    r"(?:Под |(?:[Пп]ер|[Рр]ед|[Сс]ост|[Пп]редисл|[Вв]ступ|[Пп]римеч|[Кк]оммент|[Оо]тв|[Нн]ауч|[Оо]бщ|[Хх]уд)\w{0,8}\.)"
)
"""A word for an editor or a translator of a book."""
_FORM = r"(?:[Уу]чеб|[Пп]особи|[Мм]онографи|[Сс]б\.|[Сс]борник|[Пп]ер\. |[Кк]урс лекций|[Сс]правочн|[Дд]ля )"
"""A word for the form of a book after its title, as Russian catalogues have it."""
_TITLE_END = lazy_regex(
    rf"(?P<people>\s/\s(?={_ROLE}{_OF_IMPRINT}))"
    rf"|(?P<form>\s?:\s(?=\[?{_FORM}{_OF_IMPRINT}))"
    r"|(?P<type>\s{0,9}\[[A-Z]{1,2}(?:/OL)?\])|(?P<block>\x1e)|(?P<link>\x1d)|(?P<slash>(?<![a-z]:)\s?//)|(?P<dash>\s[–—-]\s)"
    rf"|(?P<point>[.。](?=\s|$|(?<!math\.)[A-Z{CJK}]))|(?P<question>[?!](?=[\s,]|$))"
    rf"|(?P<inner>(?<=\.)[\"”](?=\s[A-Z]))|(?P<comma>,(?=[\s{CJK}])(?!\s[„“«\"][a-zß-ÿ])(?!\s„[^„“”\"\n]{{2,100}}[“”\"],?\s{YEAR}))"
    rf"|(?P<bracket>\s\((?=(?:[A-Z][\w&'’ -]*\s?)?{PRINTED_YEAR}|arXiv"
    rf"|\d{{1,2}}(?:st|nd|rd|th) edn|{PEOPLE_IN_BRACKETS}"
    r"|[A-Z][^()\d]{2,50} (?:Press|Verlag|Books|Publishers)\)"
    r"|[A-Z][^():\d]{2,50}: [^():\d]{2,60}, (?:1[5-9]|20)\d\d\)))|(?P<genre>\s[\[(])"
    r"|(?P<thesis>\s?:\s(?=(?:автореф\. )?дис\. ))|(?P<semicolon>;(?=\s[Ii]n\b))|"
    r"(?P<in>[\s,]\s?(?=(?:(?:[Ii]n|[Dd]alam)\s?:|\[[wW]:?\]:?)\s)|(?<=[a-z])(?=In: [A-Z]))"
    r"|(?P<volume>\s(?=(?:19|20)\d\d\s?;\s?\d))|(?P<year>\s(?=(?:19|20)\d\d[;.]{0,2}\s*$))"
    r"|(?P<journal>,(?=\s„[^„“”\"\n]{2,100}[“”\"],?\s(?:(?:19|20)\d\d\b|(?:t|R|nr|z)\.?\s[\dIVXL])))"
    r"|(?P<colon>:\s(?=[^:]{3,90}?,\sv\.\s?\d"
    r"|[A-Z][^:,.]{4,70}, \d{1,4}(?: ?\(\d+\))?, (?:no\. ?\d+, )?[A-Z]{0,2}\d+[–-]))"
)
"""The places at which a title can end, by their kind; Poles print journals in quotation marks."""
POINTS = {
    "people": 4.0, "form": 4.5,
    "type": 4.0, "genre": 3.0, "block": 3.0, "slash": 2.0, "point": 1.0, "inner": 1.0, "question": 0.5, "link": 0.5,
    "bracket": 0.0, "comma": -1.0, "dash": -1.0, "semicolon": 1.0, "edition": 1.2, "thesis": 2.0, "journal": 2.5,
    "in": 0.8, "volume": 1.0, "year": -0.5, "colon": 1.0,
}  # fmt: skip
"""Score of each kind of place as the end of a title."""
_EDITION = lazy_regex(
    r"\(\d{1,2}(?:st|nd|rd|th) ed\b[^()]{0,60}\)[.,] "
    r"|, (?:\d{1,2}(?:e|[èe]me|[aª]|\.[ªº]?)?|[IVX]{1,4}) [ée]d(?:ition|izione|iz|ición|ição)?\.?, "
)
"""The edition of a book in English and Romance languages, after which no title goes on."""
_PART = r"\.\s(?:[Pp]art\s[IVX]{1,4}|[IVX]{2,4}|V|X)"
_PART_NEXT = lazy_regex(rf"{_PART}\.\s")
"""The number of a part of a work after its title: `The Zeros of Functions. II. `."""
_AFTER_PART = lazy_regex(rf"{_PART}$")
_PART_OF_WORK = r"(?:[Pp]art|[Vv]ol(?:ume|\.)?|[Bb]ook|[Bb]and|[Tt]eil|[Tt]om[eo]|[Pp]arte)\s(?:\d{1,2}|[IVX]{1,4})"
_PART_AT_END = lazy_regex(rf"[,:]\s{_PART_OF_WORK}$")
"""The number of a part of a work at the end of its title: `The Art of Computer Programming, Volume 1`."""
_PART_AND_PUBLISHER = lazy_regex(rf",\s{_PART_OF_WORK}\.\s[^\W\d_a-z][^\d,]{{2,60}}$")
"""The same before the publisher, which ends the reference."""
_NAME_AND_NUMBER = lazy_regex(r"\.\s+(?:(?:[^\W\d_a-z][\w’'&-]{0,20}\.?|of|the|and|in|on|for|&)[\s,.;]{1,2}){1,9}[(\d]")
"""The name of a journal in capitals before its first number: `. J. Number Theory 7`."""
_NOT_END = lazy_regex(
    r"(?:[.:]\s[IVXLC]{1,5}|\b(?:vs|al|Bs|St|Dr|Mr|Mrs|No|Vol|vol|v|n|(?<=, )t|Bd|[Tt]rad|[Üü]bers|no|pp|approx|"
    r"ca|cf|e\.g|i\.e|etc|U\.S|(?<=\b[BM]\.)(?:Sc|Ed|Eng)|"
    r"(?<!\d\.)(?<![^\W\d_]-)(?<![^\W\d_]-\d)\d{1,2})|(?<![^\W\d_]-)\b[A-ZА-ЯЁІЇЄҐ])$"
)
"""The end of a text after which a point ends no sentence."""
_JOURNAL_NEXT = lazy_regex(r"\.\s[^\W\d_a-z][^.;:\d]{2,60}\.\s(?:19|20)\d\d\b[^.;:]{0,12}[;:]")
"""The journal and year of medicine, before which a number ends the title: `peptide 1. Physiol Rev. 2007;87:1409`."""
_BOOK_NEXT = lazy_regex(r"[.]\s(?:In:?\s[A-Z\x1d]|(?i:arxiv|biorxiv|medrxiv)\b|(?:Journal|Annals|Proceedings) of\s)")
"""`In`, an archive or a journal, before which a number ends the title, too: `images with dalle-2. arXiv`."""
_LETTER_NUMBERS = (" I", " V", " X")
"""Roman numbers of one letter, which may be initials."""
_MAX_PART = 16
"""Characters of the number of a part, with its word."""
_IMPRINT_NEXT = lazy_regex(
    r"\.\s[^\W\d_a-z][^\W\d_]{2,}(?:[ /-][^\W\d_]+){0,3}: (?:[A-Z]\. ?){0,2}[^\W\d_a-z][^.:]{2,60}\.?\s*$"
)
"""The place and publisher of a book, before which a Roman number ends the title: `Sekundarstufe I. Bonn: Verlag`."""
_LOWER_CASE = lazy_regex(
    r"[\s.,]*(?!in\b|i:?\s[^\W\d_a-z]|dans\b|dalam\b|teoksessa\b|ar[xX]iv|bio[rR]xiv|med[rR]xiv|chem[rR]xiv|math[./-]|hep-|quant-ph/|cond-mat|astro-ph|gr-qc/|npj|e[A-Z]|i[A-Z]|pp?\.|pages|vol|no\.|https?:)[a-z]"
)
"""A word in lower case that opens no publication."""
_LOWER_CASE_JOURNAL = lazy_regex(
    r"\s[a-zäöüß]+(?: [a-zäöüß]+)?,? (?:\d{1,3}(?:[–-]\d{1,2})?/(?:19|20)\d\d"
    r"|\d{1,3}(?: ?\(\d{1,3}\))?),? (?:S\. ?)?\d+[–-]\d+"
)
"""A journal in lower case with its numbers: `. media perspektiven 7–8/2012, 362–379`."""
_SUBTITLE_AT_END = lazy_regex(r"[^\x1d\d:.,]{3,60}:\s[^\x1d\d:.,]{3,200}")
"""Words around a colon that end a text, which are no venue: `Beto, Bentz, Becas: The Effectiveness of BERT`."""
_BOOK_INSIDE = lazy_regex(
    r"(?:[.?!»”] (?:In|En|Em|Dans|Şu eserde|[IW])|, [Ii]):? [^\W\d_a-z][^()]{2,160}"
    r"\((?:(?:[Ee]ds?|[Hh]rsgg?|[Hh]gg?|[Oo]rgs?|[Cc]oords?|[Dd]irs?|[Rr]ed)\.?\)"
    rf"|{YEAR}\):)|[.?!»”] (?:In|En|Em|Dans|Şu eserde):? [^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)?, [A-Z]\.$"
)
"""The editors of a book within a title: `. En Reader, M. y Writer, C. (eds.)`."""
_TWO_POINTS = lazy_regex(r"\w\.\s+\S+$|[^\W\d_]{3}\.\s+(?:[A-Z]\w+\s){1,2}\w+$")
_SHORT_NAME_AFTER_TITLE = lazy_regex(
    r"(?:[,?!:]|(?<=[a-z]{4})\.)\s+(?:[^\W\d_a-z]\w*\.?\s(?:(?:of|for|on|de|der|für|&) )?){0,3}[^\W\d_a-z]\w*$"
)
_VOLUME_AT_END = lazy_regex(r"(?<![^\W\d_])(?P<word>[^\W\d_]+)\.,? \d{1,4}$")
"""The volume of a journal with a shortened name: `…, Commun. Math. Phys. 2`."""
_SHORTENED_AFTER_COMMA = lazy_regex(
    r", (?:[^\W\d_a-z]\w{1,9}\.? ){0,3}[^\W\d_a-z]\w{1,7}\. (?:[^\W\d_a-z]\w{1,7}\. ){0,3}[^\W\d_a-z]\w{1,7}$"
)
"""Shortened words of a journal or a series after a comma: `…, London Math. Soc. Lec`."""
_SHORT_JOURNAL = lazy_regex(r"(?:[A-Z][a-z]{0,7} ){1,4}[A-Z][a-z]{0,7}")
"""Short words with capitals after a comma, which may be a shortened journal: `N Engl J Med`."""
_JOURNAL = lazy_regex(
    r"[.?!](?<=[^\W\d_]{3}.)\s+"
    r"(?:(?:[A-Z]{2,6}(?:/[A-Z]{2,6})? )?(?:J|Proc|Ann|Trans|Bull|Mem|Rev)\.\s|J [A-Z][a-z]{1,8}$"
    r"|(?:Revista|Boletín|Cuadernos|Anales|Anuario|Revue|Cahiers|Zeitschrift|Jahrbuch|Archiv"
    r"|Rivista|Quaderni|Journal of|Proceedings|Transactions)\s)"
)
"""The name of a journal after a sentence, shortened or whole."""

_ISBN = lazy_regex(r"\bISBN[\s:]|\((?:No|Nr|N[úu]m|N\.?\s?[oº°])\.?\s[^()]{1,40}\)\. ")
"""An ISBN, or the number of a report before its publisher, which no title has."""
_IN_BOOK = lazy_regex(
    r"(?<=[^\W\d_]{3})\.\s(?:In:?|(?:En|Dans|Teoksessa):?(?= [^\W\d_a-z]))\s"
    r"(?!(?:[Dd]efen[cs]e|[Ss]earch|[Pp]raise|[Pp]ursuit|[Mm]emor|[Hh]onou?r|[Vv]ivo|[Vv]itro)\b)"
)
"""The book of a chapter after its title: `Titel. In Buch`, but not `Life Online. In Defense of Slowness`."""
_NATIVE_JOURNAL = lazy_regex(
    r"[.．。]\s*[^\s.．。]{2,24}(?:紀要|学報|學報|论集|論集|論叢|雑誌|杂志|学会誌|論文集|研究報告)$"
)
"""The name of a journal in Chinese or Japanese after a sentence."""


_SLASHES = lazy_regex(r"(?<![:/])//")
"""The mark before a journal or a book, which is in no title."""
_VOLUME_NEXT = lazy_regex(r",? \d{1,4} [A-Z]")
"""The volume of a law review before its name: `, 71 Harv. L. Rev. 630`."""
_LAW_POINTS = 4.5
_OPENS_ROLE = lazy_regex(_ROLE)


@dataclass(frozen=True, slots=True)
class TitleReading:
    """One way to read the title."""

    words: str
    start: int
    end: int
    """The offset after the title and the mark that ends it."""
    points: float
    """Score of the place as the end of a title."""


def names_role(words: str) -> bool:
    """Return whether words begin with the role of an editor or a translator, as Russian catalogues have it.

    Examples:
        >>> names_role("Вступ. ст. Т.П.Кравца"), names_role("Вопросы философии")
        (True, False)
    """
    return _OPENS_ROLE.match(words) is not None


def ended_by_marks(text: str, at: int) -> Iterator[TitleReading]:
    """Yield the titles that a mark such as a point ends."""
    end = at + MAX_TITLE
    edition = editions.EDITION.search(text, at, end)
    after, last = edition.span() if edition else (end, end)
    words = text[at:after].strip(" .,;") if edition else ""
    # `Title (A. Reader, Ed.; 3. Auflage)` ends before the bracket
    if edition and after > at + 2 and words.count("(") == words.count(")"):
        yield TitleReading(words, at, after, POINTS["edition"] - 1.5 * (count_words(words) < 2))
    for match in _TITLE_END.finditer(text, at, end):
        # `Titel, 3., erg. Aufl., Berlin` ends before the edition
        if (reading := _up_to(text, at, match)) and not after < match.start() < last:
            yield replace(reading, points=reading.points - 4.0) if match.start() > last else reading


def _up_to(text: str, at: int, match: re.Match[str]) -> TitleReading | None:
    """Return the title that ends at a place; None if a sentence does not end there."""
    kind, end = match.lastgroup or "", match.start()
    if _is_within_title(text, at, match):
        return None
    words = text[at : match.end() if kind == "question" else end].strip()
    words = words.rstrip(".") + match[0] if kind == "inner" else words
    points = POINTS[kind] + _points_of_law(text, match)
    if count_words(words) < 2:
        points -= 1.5
    # Germans close a quotation with the mark that opens an English one
    closed = words.count("„") + words.count("”") if "„" in words else words.count("”")
    if words.count("(") != words.count(")") or words.count("“") != closed:
        points -= 1.5
    points -= 4.0 * (_ISBN.search(words) is not None) + 1.0 * (_IN_BOOK.search(words) is not None)
    points -= 2.0 * (_NATIVE_JOURNAL.search(words) is not None)
    points -= _doubt_of_shortened(words, kind) + 6.0 * (_SLASHES.search(words) is not None)
    if kind == "bracket" and (volume := _VOLUME_AT_END.search(words)) and is_abbreviation(volume["word"]):
        points -= 2.0
    if kind in ("point", "comma") and _JOURNAL.search(words):
        points -= 2.0
    points -= 4.0 * (kind == "point" and ends_within_shortened(text, at, end))
    points -= 3.0 * bool(_BOOK_INSIDE.search(words)) + 4.0 * bool(_EDITION.search(words))
    points -= 1.0 * (NEW_BLOCK in words) + 2.5 * (
        kind == "comma" and bool(_SUBTITLE_AT_END.fullmatch(text, match.end()))
    )
    is_open = kind in ("point", "question", "comma") and _LOWER_CASE.match(text, match.end())
    if is_open and not _LOWER_CASE_JOURNAL.match(text, match.end()):
        points -= 2.5
    return TitleReading(
        words, at, match.start() if kind in ("slash", "bracket", "genre", "people", "form") else match.end(), points
    )


def _is_within_title(text: str, at: int, match: re.Match[str]) -> bool:
    """Return whether a mark, such as a point after a number or an initial, is part of the title."""
    kind, end = match.lastgroup or "", match.start()
    if kind == "genre" and ("(Publication No." in text[at:end] or not opens_genre(text, end)):
        return True
    if end - at < (2 if kind in ("type", "slash") else 3) or (
        kind == "point" and text.startswith((" e.V.", " e. V."), end - 2)
    ):
        return True
    if (kind == "point" and _PART_NEXT.match(text, end)) or (kind == "comma" and _PART_AND_PUBLISHER.match(text, end)):
        return True
    if kind == "point" and _PART_AT_END.search(text, max(at, end - _MAX_PART), end):
        return False
    if kind == "point" and _AFTER_PART.search(text, at, end) and _NAME_AND_NUMBER.match(text, end):
        return False
    if kind == "point" and _NOT_END.search(text, max(at, end - 6), end):
        is_number = text[end - 1].isdigit() and text[end - 2].isspace()
        return not (
            (is_number and _JOURNAL_NEXT.match(text, end))
            or (text[end - 1].isdigit() and _BOOK_NEXT.match(text, end))
            or (
                text[end - 2 : end] in _LETTER_NUMBERS
                and (_IMPRINT_NEXT.match(text, end) or _BOOK_NEXT.match(text, end))
            )
        )
    return False


def _points_of_law(text: str, match: re.Match[str]) -> float:
    """Return the points of a place before a law review and its numbers, which end the reference."""
    may_be_law = match.lastgroup in ("comma", "question") and _VOLUME_NEXT.match(text, match.end())
    return _LAW_POINTS * bool(may_be_law and opens_law_citation(text, match.end()))


def _doubt_of_shortened(words: str, kind: str) -> float:
    """Return how much a title that ends at a point, or before a volume, ends within a shortened journal."""
    if kind == "volume":
        # `Title. Front. Plant Sci. 2015;6:10`
        tail = words.rpartition(", ")[2]
        ends_with_journal = _SHORT_JOURNAL.fullmatch(tail) is not None and is_abbreviation(tail)
        return 2.5 * (words.endswith(".") and is_abbreviation(words[:-1])) + 3.0 * ends_with_journal
    if kind == "point" and _SHORTENED_AFTER_COMMA.search(words):
        return 3.5
    if kind != "point" or words.split()[-1].islower() or not is_abbreviation(words):
        # `How People learn` ends with a word
        return 0
    # `… IEEE Trans. Inf.`; `…?, Phys`, of `…?, Phys. Rev.`; `Proc. London Math. Soc.` is a journal
    return (
        1.2 * bool(_TWO_POINTS.search(words))
        + 2.5 * bool(_SHORT_NAME_AFTER_TITLE.search(words))
        + 4.0 * (count_words(words) < 4)
    )

"""Find the remark that says that a reference is a thesis or a report, or cites a law journal: `3 J.L. & Econ. 1`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import MODERN_YEAR, YEAR

_DOCTORAL = (
    r"(?:(?:unpublished |published |inaugural[- ]?)?(?:(?:ph\.?\s?d\.?|doctoral|doctorate|d\.?\s?phil\.?|sc\.?\s?d\.?)"
    r"\s+(?:thesis|dissertation|diss\.?)|dissertation(?:sschrift)?|(?:(?:phil|jur|med|theol|inaug|univ)\.[- ]?)?"
    r"diss\.(?: (?:phil|jur|med|theol|rer\. (?:nat|pol))\.)?(?: masch\.)?"
    r"|doktorarbeit|thèse(?: de doctorat)?"
    r"|(?:ph\.?d\.?[- ]?|doktors?|doktorgrads?|akademisk |gradu)avhandling|ph\.?d\.?[- ]afhandling|väitöskirja"
    r"|di[sz]ertační práce|dizertačná práca|doctoraatsproefschrift"
    r"|(?-i:THESE|Ph\.?[dD]\.?)(?=, [^\W\d_])"
    r"|tesis (?:doctoral|de doctorado)|tese (?:de doutorado|\(doutorado[^()]{0,60}\))|tesi di dottorato|proefschrift"
    r"|rozprawa doktorska|(?:автореф\. )?дис\.[\s.…]{0,8}(?:[^.,]{0,20} )?(?:д-ра|канд\.)[^,:]{0,30}наук)"
    r"|博士(?:学位)?论文|博士論文|박사\s?학위\s?논문)"
)
_MASTERS = (
    r"(?:(?:unpublished )?(?:master(?:['’]?s)?|m\.?\s?sc\.?|m\.?\s?phil\.?|m\.?\s?s\.?|diploma)"
    r"\s+(?:thesis|dissertation)|masterarbeit|diplomarbeit|magisterarbeit"
    r"|mémoire(?: de (?:master|maîtrise)|(?=, Universit))"
    r"|tesis de (?:maestría|máster)|(?:dissertação|tese) (?:de mestrado|\(mestrado[^()]{0,60}\))"
    r"|tesi di laurea(?: magistrale)?"
    r"|trabajo de fin de máster|praca magisterska"
    r"|(?:upublisert |opublicerad )?(?:(?:master|hoved)(?:grads|fags)?oppg[aå]ve"
    r"|(?:master|magister)uppsats)|pro gradu(?:[ -]\w+)?|(?:diplomová|magisterská) práce|diplomová práca"
    r"|masterproef|masterscriptie"
    r"|硕士(?:学位)?论文|修士論文|석사\s?학위\s?논문)"
)
_OTHER_THESIS = (
    r"(?:(?:bachelor(?:['’]?s)?|b\.?\s?sc\.?|habilitation|licentiate)\s+thesis|bachelorarbeit|habil(?:itations|\.-)schrift|habil\.(?:-schr\.)?"
    r"|tesis de (?:licenciatura|grado|pregrado)"
    r"|(?:tese|dissertação)(?=\s?[.,;(–—-])|(?<=\()(?:tes(?:is|i|e)|thesis|dissertation|thèse)(?=\))"
    r"|monografia(?: \([^()]{3,80}\))?"
    r"|trabajo de fin de grado|trabalho de conclusão de curso"
    r"|mémoire de licence|praca (?:licencjacka|inżynierska)|bachelor(?:oppg[aå]ve|proef|scriptie)|kandidatuppsats"
    r"|bakalá[rř]sk[aá] pr[aá]c[ae]|licentiatavhandling|学士(?:学位)?论文|卒業論文|학사\s?학위\s?논문)"
)
_REPORT = (
    r"(?:(?:(?:technical|tech\.?|research|internal)\s+(?:report|rep\.?|memo(?:randum)?)|working paper|discussion paper)"
    r"(?!\s+series)|report(?=,? no\.?:? ?\w*\d))"
)
_KIND = (
    rf"(?:(?P<doctoral>{_DOCTORAL})|(?P<masters>{_MASTERS})|(?P<thesis>{_OTHER_THESIS})|(?P<report>{_REPORT}))(?!\w)"
)
_NUMBER = rf"(?:\s*+(?:,\s*+)?(?:no\.?:?\s*+)?(?P<number>(?=[\w./-]*\d)(?!{YEAR}\b)[A-Z\d](?:[\w./-]*\w)?))?"
_GENRE = lazy_regex(
    r"[\s.,;:]*(?:\(Publication No\.[^()]{1,30}\)\s*)?(?:(?:(?:19|20)\d\d\. )?\d{2,4} (?:f|p|с)\. )?(?P<opening>[\[(])?"
    rf"(?:(?P<before>(?-i:[^\W\d_a-z])[^.,;:\[\]()]{{2,60}}), (?:(?-i:[^\W\d_a-z])[^.,;:\[\]()]{{1,30}}, ){{0,2}})?"
    rf"{_KIND}{_NUMBER}",
    re.IGNORECASE,
)
"""A genre after the title, in brackets or not, and a school before it: `Stanford University, PhD dissertation`.

Brazilians print year and number of leaves before it: `2015. 180 f. Dissertação (Mestrado em Educação) – `.
"""
_SCHOOL_AND_GENRE = lazy_regex(
    r"[\s.,]*[^\W\d_a-z][^.:;\d]{2,40}: (?P<school>[^\W\d_a-z][^.:;]{1,60}?)"
    r" (?:(?P<masters>(?:MA|MSc|[Mm]aster['’]?s) )|(?:Ph\.?D\.?|[Dd]octoral) )?(?:[Dd]issertation|[Tt]hesis)"
    rf"(?:, (?P<year>{YEAR}))?[\s.]*(?=$|\x1d)"
)
"""A place before the school, as linguists write: `Cambridge, MA: MIT dissertation`."""
_ASIAN_SCHOOL = lazy_regex(
    r"[\s.,、。》」』]*\(?(?P<school>[\u4e00-\u9fff가-힣]{2,20}(?:대학교|대학원|대학|大学|大學|学院|學院|研究院|科学院)(?:\s?대학원|\s[가-힣]{2,12}학과)?)"
    r"[,、:]?\s?(?:(?P<masters>硕士|碩士|修士|석사)|博士|박사)\s?(?:学位|學位|학위)?\s?(?:论文|論文|논문|청구논문)\)?"
    r"(?:[,、.\s(]{0,3}(?P<year>(?:19|20)\d\d)\s?[年년]?(?:度|\s?\d{1,2}[月월])?\)?)?(?=[\s.,、。)]*(?:$|\x1d)|,\s?(?:第|\d|pp))"
)
"""The school directly before the genre, as in China, Japan and Korea: `南京大学博士学位论文`."""
_OPENING = lazy_regex(rf"\s{{0,9}}[\[(](?:Publication No\.|{_KIND})", re.IGNORECASE)
_DESCRIPTION = lazy_regex(
    r"\s*\[(?:(?P<dataset>data ?sets?|database)|(?P<software>(?:computer )?software|source code|computer program)"
    r"|(?P<unpublished>(?:keynote|conference|paper|poster|oral)[^\[\]]{0,30}|manuscript[^\[\]]{0,30}|unpublished[^\[\]]{0,30}|lecture|talk)"
    r"|(?P<report>fact ?sheet|(?:policy|issue) brief|white ?paper|press release)"
    r"|(?P<misc>data visuali[sz]ation|infographic|brochure|map|code ?book|measurement instrument)"
    r"|preprint|advance online publication|электронный ресурс|текст|online|on-line|review of [^\[\]]{3,200}"
    r"|(?:online|web) (?:article|document|resource)"
    r"|(?:(?:video|audio|zeitungs|online|blog|weblog|radio|fach|forschungs)[- ]?)?"
    r"(?:blog(?:post|eintrag| post| entry|inlägg|indlæg|innlegg)?|beitrag|artikel|aufzeichnung|video(?: file)?|podcast"
    r"|vortrag|broschüre|handreichung|studie(?: im auftrag [^\[\]]{3,80})?|online[- ]?ressource"
    r"|weblog|bericht|billet de blog|publicación de blog))\]",
    re.IGNORECASE,
)
"""The kind of a work in square brackets, as the APA style prints it after a title."""
_NUMBERED = lazy_regex(
    r"[\s.,;:(\[]{0,40}+(?:(?P<patent>(?:[A-Z][\w.]* ){0,2}[Pp]atent(?: [Aa]pplication)?(?: No\.)?,?"
    r" ?(?P<id>[A-Z]{0,3} ?\d[\d,./]{4,}\d(?: ?[A-Z]\d?)?))"
    r"|(?P<standard>RFC[ -]?\d{1,5}|(?:ISO|IEC|IEEE|DIN|ANSI|ECMA|ITU-T|NIST)(?:/[A-Z]{2,4})*(?: Std\.?"
    r"| Standard| SP| TR| EN| ISO)*(?: No\.)? [A-Z.]{0,4}\d[\d.:-]*))[\])]?"
    r"(?=[\s.,;\x1d]|$)"
)
"""The number of a patent or a standard after a title: `(RFC 7230)`, `US Patent 8,123,456`."""
_PERFORMED = lazy_regex(
    r"[\s,.(]*(?:(?:BWV|HWV|KV|RV|SWV|TWV|BuxWV|WoO|Hob\.|[Oo]p(?:us|\.)) ?[IVX\d]"
    r"|\\?\[(?:[Ff]oto|[Pp]hoto)gra[^\[\]\n]{1,40}\]|(?:Foto|Photo)gra(?:f|ph)\w*[\s.]*$"
    r"|Uraufführung|[Pp]remière\b|[Uu]raufgeführt|(?:[Ww]orld )?[Pp]remiered?\b|[Ee]streno\b|[Ee]streia\b)"
)
"""The number of a piece of music, the first night of a play, or a picture: ` HWV 63`, ` [Fotografi]`."""
_BRACKET = {"[": "]", "(": ")"}
_YEAR = lazy_regex(rf"[\s,(;]{{0,20}}+({YEAR})\b")
_SCHOOL = lazy_regex(
    r"\b(?:univ|institut|college|school|hochschule|academ|akademie|polytech|laborator|center|centre"
    r"|(?:bank|bureau|corporation|agency|ministry|organi[sz]ation)\b"
    r"|(?:ETH|EPFL|MIT|TU|LMU|RWTH|KTH|KAIST|NBER|RAND|OpenAI|DeepMind)\b)",
    re.IGNORECASE,
)
"""A word in the name of a school or of an institution that publishes reports."""
_PLACE = lazy_regex(r"^[^:;]{2,40}(?:\([A-Z]{2}\))?:\s+")
_MAX_INSTITUTION = 160
"""Maximum number of characters after a genre in which the institution is."""
_JOURNAL = r"[^\W\d_a-z][\w&'’.-]*(?:,? (?:[^\W\d_a-z][\w&'’.-]*|&|of|on|and|for|the|in|\dd)){0,7}?"
_YEAR_LAST = lazy_regex(
    rf"[\s.,]*(?P<volume>\d{{1,4}}) (?P<journal>{_JOURNAL}) (?P<page>\d{{1,5}})(?:, [\d–-]{{1,12}})? "
    r"\((?P<year>(?:1[89]|20)\d\d)\)(?=[\s.]*(?:$|\x1d)|[;,]? \(?[a-z]|, [^\n\x1d]{0,160}\b(?:Research Paper|SSRN)\b)"
)
"""Volume, journal, first page, the page that is cited, and the year, at the end or before a remark: `, pages 2-13`."""
_LAW = lazy_regex(r"\.|\bLaw (?:Review|Journal|Quarterly)\b")
_MIN_PAGE = 10
"""First page after a journal without a shortened word: `109 Daedalus 121 (1980)`."""
_YEAR_FIRST = lazy_regex(
    rf"[\s,]*(?:\[(?P<year>{MODERN_YEAR})\]|\((?P<in_brackets>{MODERN_YEAR})\)(?= \d))"
    rf"(?: (?P<volume>\d{{1,4}})(?:\((?P<issue>\d{{1,3}})\))?)? (?P<journal>{_JOURNAL}) (?P<page>\d{{1,5}})"
    r"(?:, [\d–-]{1,12})?[\s.]*(?=$|\x1d)"
)
"""The year before the volume, as the British write it."""
_GERMAN_LAW = lazy_regex(
    r"[\s,.]*(?:[Ii]n: )?(?P<journal>AcP|AöR|ArchVR|ARSP|AuR|BauR|BayVBl|BB|BKR|CR|DÖV|DVBl|DStR|EuGRZ|EuR|EuZW|EWS"
    r"|FamRZ|GA|GewArch|GRUR(?: Int)?|IPRax|JA|JöR|JR|JURA|Jura|JuS|JZ|KJ|KritV|K&R|MDR|MedR|MMR|MschrKrim|NJW(?:-RR)?"
    r"|NStZ|NVwZ|NZA|NZG|RabelsZ|RDG|RdA|RW|StV|VerwArch|VVDStRL|VuR|WM|WRP|ZaöRV|ZBB|ZD|ZEuP|ZfPW|ZfRSoz|ZGE|ZGR|ZHR|ZIP|ZIS|ZJS|ZNR"
    r"|ZParl|ZRP|ZStW|ZUM|ZVglRWiss|ZZP)(?:,? (?P<year>(?:19|20)\d\d)(?:,? (?:H|Heft)\.? ?\d{1,2})?"
    r"|,? (?:Bd\. )?(?P<volume>\d{1,3}) \((?P<in_brackets>(?:18|19|20)\d\d)\)),? (?:S\. ?)?(?P<page>\d{1,5})"
)
"""A law journal of Germany with its year or volume, and the first page: `JZ 2008, 1009`, `AcP 184 (1984), S. 201`."""


class WorkGenre(NamedTuple):
    """The genre of a thesis or report."""

    entry_type: str
    """Entry type of biblatex: `phdthesis`, `mastersthesis`, `thesis`, `report`, `patent`, or `misc` for a standard."""
    institution: str
    """School or institution; empty if none is stated."""
    number: str
    """Number of a report, a patent or a standard."""
    year: int | None
    end: int
    """The offset after genre and institution."""


def opens_genre(text: str, at: int) -> bool:
    """Return whether a bracket at an offset contains a genre: `[Doctoral dissertation, University of Toronto]`."""
    return any(sign.match(text, at) for sign in (_OPENING, _DESCRIPTION, _NUMBERED))


def is_performed(text: str, at: int) -> bool:
    """Return whether a title that ends at an offset is that of music or of a play.

    Examples:
        >>> is_performed("Messiah HWV 56 (1741)", 7), is_performed("Messiah, Oxford 1741", 7)
        (True, False)
    """
    return _PERFORMED.match(text, at) is not None


def find_description(text: str, at: int) -> tuple[str, int]:
    """Return the entry type that a kind in square brackets means, and the offset after it; "" for no type of its own.

    Examples:
        >>> find_description(" [Data set]. Zenodo", 0)
        ('dataset', 11)
    """
    match = _DESCRIPTION.match(text, at)
    return (match.lastgroup or "", match.end()) if match else ("", at)


def find_genre(text: str, start: int, end: int) -> WorkGenre | None:
    """Return the genre that follows a title; None for any other text.

    Examples:
        >>> text = "PhD thesis, University of Toronto, 2013."
        >>> genre = find_genre(text, 0, len(text))
        >>> genre.entry_type, genre.institution, genre.year
        ('phdthesis', 'University of Toronto', 2013)
    """
    if number := _NUMBERED.match(text, start, end):
        year = _YEAR.search(text, number.end(), end)
        kind = "patent" if number["patent"] else "misc"
        return WorkGenre(kind, "", number["id"] or number["standard"], int(year[1]) if year else None, number.end())
    if school := _SCHOOL_AND_GENRE.match(text, start, end) or _ASIAN_SCHOOL.match(text, start, end):
        kind = "mastersthesis" if school["masters"] else "phdthesis"
        return WorkGenre(kind, school["school"], "", int(school["year"]) if school["year"] else None, school.end())
    match = _GENRE.match(text, start, end)
    if not match or (match["before"] and not _SCHOOL.search(match["before"])):
        return None
    kinds = {"doctoral": "phdthesis", "masters": "mastersthesis", "thesis": "thesis", "report": "report"}
    entry_type = next(kind for group, kind in kinds.items() if match[group])
    stop = min(end, match.end() + _MAX_INSTITUTION)
    closing = text.find(_BRACKET[match["opening"]], match.end(), stop) if match["opening"] else -1
    inside = text[match.end() : closing] if closing >= 0 else ""
    after = closing + 1 if closing >= 0 else match.end()
    year = _YEAR.search(text, after, stop)
    following = text[after : year.start() if year else stop]
    institution = match["before"] or _institution(inside) or _institution(following)
    last = text.find(institution, match.start()) + len(institution) if institution else after
    year = _YEAR.match(text, after, end) or _YEAR.search(text, last, stop)
    is_report = entry_type == "report"
    return WorkGenre(
        entry_type,
        institution,
        (match["number"] or "") if is_report else "",
        int(year[1]) if year else None,
        max(after, last),
    )


def as_report(text: str, book: Publication, end: int) -> Publication:
    """Return what was read as a book as a report, if its number follows: `Geneva: WHO; 2005. Report No.: 12`."""
    genre = find_genre(text, book.end, end)
    if not genre or genre.entry_type != "report":
        return book
    return replace(book, entry_type="report", issue=genre.number, institution=book.publisher, publisher="")


def _institution(words: str) -> str:
    """Return the school in the words after a genre, without department, place and country; "" for none."""
    words = _PLACE.sub("", words.strip(" .,;:()[]\x1d"))
    parts = [part.strip() for part in _sentences(words)]
    named = next((part for part in parts if _SCHOOL.search(part)), "")
    # only the first words can be an institution without a word that says so: `Bell Labs`
    first = parts[0] if parts and 1 <= len(parts[0].split()) <= 5 and parts[0][:1].isupper() else ""
    return (named or first).strip(" .,;:()[]–—-")


def _sentences(words: str) -> list[str]:
    """Return the parts of a text between commas and points that end no abbreviation."""
    parts, start = [], 0
    for match in re.finditer(r"[,;]\s+|\.\s+|\s[–—-]\s", words):
        parts.append(words[start : match.start()])
        start = match.end()
    return [*parts, words[start:]]


class LawCitation(NamedTuple):
    """The journal of an article, with its numbers as far as they are stated."""

    journal: str
    year: int
    volume: str
    issue: str
    page: str
    """The first page."""
    end: int
    """The offset after the name of the journal."""


def find_law_citation(text: str, start: int, end: int) -> LawCitation | None:
    """Return the citation in the form of lawyers that ends a reference; None for another form.

    Examples:
        >>> find_law_citation(", 3 J.L. & Econ. 1 (1960).", 0, 26)
        LawCitation(journal='J.L. & Econ.', year=1960, volume='3', issue='', page='1', end=16)
        >>> find_law_citation(", 12 Angry Men 3 (1957)", 0, 23) is None
        True
    """
    match = _GERMAN_LAW.match(text, start, end)
    if match is None:
        match = _YEAR_LAST.match(text, start, end)
        # law reviews are shortened; `12 Angry Men 3` is a title
        if match and not _LAW.search(match["journal"]) and int(match["page"]) < _MIN_PAGE:
            return None
        match = match or _YEAR_FIRST.match(text, start, end)
    if match is None:
        return None
    parts = match.groupdict()
    year = parts["year"] or parts["in_brackets"]
    return LawCitation(
        match["journal"],
        int(year),
        match["volume"] or "",
        parts.get("issue") or "",
        match["page"],
        match.end("journal"),
    )


def opens_law_citation(text: str, start: int) -> bool:
    """Return whether volume, journal, page and year follow an offset and end a reference, as lawyers write them."""
    return find_law_citation(text, start, len(text)) is not None

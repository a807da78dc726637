"""Read what a reference prints between a title and the name of its venue: remarks, edition, year and pages."""

from __future__ import annotations

from typing import NamedTuple

from papernotes_plugin.recognisers.evidence.references.book_editors import ORGANISATION, PEOPLE_IN_BRACKETS
from papernotes_plugin.recognisers.evidence.references.editions import (
    EDITION_OF_PUBLISHER,
    NUMBERED,
    WITHOUT_NUMBER,
    number_of_edition,
)
from papernotes_plugin.recognisers.evidence.references.publication_numbers import CHAPTERS, MONTH
from papernotes_plugin.text.lazy_regex import lazy_regex

_REMARK = lazy_regex(
    r"(?:\([^()\d]{2,20}\)|\[[Rr]eprint(?:ed)?\][.,]?\s|[Pp]reprint(?:[.,:]|\sat\b)\s?|\[?[Oo]nline(?:\][.,:]?|[.,:])\s)[\s.,]*"
    r"|\d{1,2} (?:Bde|Bände|[Vv]ols?|voll|tomos|tomes)\b\.?[\s.,]*"
    r"|\d{1,4}[-–]\d{1,4}(?:, \d[\d–-]*)*\. (?=[^\W\d_a-z][^.:]{2,40}: )"
    r"|\(?(?P<edition>\d{1,2}|[IVX]{1,4}(?=a?\s))(?:st|nd|rd|th|[èe]me|[dr]a|ta|[eèaªº]|\.[ªº]?)?"
    r"(?:,? [a-zäöüß]{3,}\.(?: und [a-zäöüß]{3,}\.)?)?"
    r"\s?(?:[Eeé]d(?:ition|n|izione|iz|ici[óo]n|ição|ic)?\b|Éd\b|版)\.?"
    r"(?: (?:rev(?:ue|\.|isada)|aum|riv(?:eduta|\.)|corr)[^,.:;\d]{0,40}(?=, [^\W\d_a-z]))?"
    r"(?:,\sVol\.\s(?P<volume>\d{1,2}))?\)?"
    r"[\s.,]*"
    rf"|[(\[]?(?:{NUMBERED}|{WITHOUT_NUMBER}|{EDITION_OF_PUBLISHER})[)\]]?[\s.,]*"
    r"|(?:Nachdr|Repr)\., |\d{1,2}(?:st|nd|rd|th) e\.?,\s|Aufl\. (?:19|20)\d\d,\s"
)
"""A remark in brackets, the volumes of a book or the pages of a chapter, or its edition: `(4th ed., Vol. 2)`."""
_EDITION = lazy_regex(r"\b[EeÉé]d(?:ition|n|ici[óo]n|ição|izione)?\b|\b(?:Aufl|Nachdr|Repr)")
_YEAR_FIRST = lazy_regex(
    r"[(\[]?((?:19|20)\d\d)(?:[)\]]?[.,:]\s+(?=[^\W\d_a-z]|(?:ar[xX]|bio[rR]x|med[rR]x)iv)"
    r"|\s(?=\d{1,3}(?:st|nd|rd|th) ))"
)
"""A year between title and venue, or before the number of a conference: `2018 26th European Conference`."""
_PAGES_IN = lazy_regex(r"(?:[Pp]p?|S)\.\s*\d+(?:[-–—]+\d+)?\s+in:?\s")
"""The pages before the venue, as sociologists print them: `Pp. 1–10 in Book`, `S. 1–10 in: Book`."""
_NOTES = lazy_regex(
    r"(?:[\s,.;:(]*(?:"
    r"[Ee]dited by (?>(?:[^\W\d_a-z][\w.'’-]*+[\s,]+){2,40})et al\.(?=\s)"
    r"|(?:[Ss]pecial (?:issue|section)|[Ss]onderheft|[Nn]uméro spécial|[Nn]úmero (?:especial|monográfico))"
    r"(?: (?:of|von|de|del)(?= [_*A-Z]))?(?=[\s,.;:)])"
    r"|(?:[Tt]rans(?:l|lated)?\.?|(?:[Ee]dited|[Nn]otes|(?:[Ff]ore|[Aa]fter)word|[Ii]ntroduction)(?= by)"
    r"|[Üü]bers(?:etzt|\.)|[Vv]ertaald"
    r"|[Tt]rad(?:uit|ucid[oa]|uzid[oa]|ott[oa]|uction|ucción|uzione|ução|\.)?)"
    r"(?: (?:it|fr|esp?|cast|port)\.)?"
    r"(?: (?:by|von|v\.|door|par|por|di|de|du|aus|from|into)\b(?: [a-zäöüé]+ (?:by|von|par|por|de))?)? "
    r"(?:[^\W\d_a-z][\w.'’-]*[\s,]+(?:(?:and|und|et|[eyi]|d[aeo]|&) )?){1,9}?"
    r"(?=[Ii]n\b|[Ee]n\b|[Dd]ans\b|[_*]|$"
    r"|(?<=[a-z]{2}\. )\d{1,2} vols|(?:(?<=[a-z]{2}\. )|(?<=[^\W\d_]{3}, ))(?:[^\W\d_a-z]|\[Repr))"
    r"|(?:Review|Interview|Rezension|Reseña|Resenha|Recension|Entretien|Entrevista|Intervista|Gespräch)"
    r" (?:of|with|zu|von|mit|de|da|do|avec|con|com|av|di) [^“”\"«»\x1d]{3,200}?(?<=[^\W\d_]{3})\.\s"
    rf"(?=[^\W\d_a-z][\w’' -]{{3,60}}?,? (?:\d|[Vv]ol|[Nn]o?[.°º]|{MONTH}))"
    rf"|{PEOPLE_IN_BRACKETS}"
    r"|\[(?:published|retracted|[Ee]rratum|[Cc]orrection)\b[^\[\]]{0,200}\])){1,2}[\s,.;:)]*"
)
"""Remarks between title and venue: `special issue`, `transl. by J. Harari`, `[published erratum appears in …]`.

Others are `Review of A Book, by J. Writer. ` and `Interview with A. Reader. ` before a journal with its numbers.
"""

_REMARK_IN_TITLE = lazy_regex(
    r"(?=[.,: ])(?:(?:[.,:]|(?<=[?!]))"
    r" (?:(?:[Tt]rans(?:l|lated)?\.?|[Ee]d(?:ited)?\.?)(?: (?:and|&) (?:trans(?:l|lated)?\.?|ed(?:ited)?\.?))? by [A-Z]"
    r"|(?:Vertaald door|Onder redactie van|[Hh](?:erausgegeben|rsgg?\.|gg?\.)(?: und (?:\w+ ){0,2}\w+)? v(?:on|\.)"
    r"|[Üü]bers(?:etzt|\.)(?: u(?:nd|\.) \w+\.?)? v(?:on|\.)|Aus d(?:em|\.) \w+\.?(?: \w+\.?){0,7}? v(?:on|\.)"
    r"|Unter Mit(?:arbeit|wirkung) v(?:on|\.)|I urval av|Över(?:satt|s\.)(?:ttning)? av|Oversatt? a[fv]|Redigerad av"
    r"|[Pp]rzeł\.|[Tt]łum\.|[Pp]rzekł\.|[Oo]prac\.|[Pp]řel(?:ožila?|\.)|[Çç]ev(?:iren|\.):?|[Пп]ер\. с \w+\."
    r"|(?:Erstveröffentlichung|Erstmals erschienen|Wiederabdruck) (?:bei|in|von)"
    r"|Traduit (?:de .{3,20} )?par|Traducido por|Traduzido por|Tradução(?: de)?|Traducción(?: de)?|Traduzione di"
    r"|(?:Aus d\w+ \w+ ins )?Deutsch(?:e Übersetzung)? von|Dt\. v(?:on|\.)"
    r"|(?:[Tt]r(?:ad)?|transl?|übers)\.(?: (?:it|fr|esp?|cast|port)\.)?(?: (?:de|di|por|par))?"
    r"|[Aa] cura di|[Ss]ous la dir(?:ection|\.) d[e'’]"
    r"|[Tt]extes réunis par|[Ee]dición(?: crítica)? de(?= [A-Z][\w.]* [A-Z])) ?[A-Z]"
    r"|(?:\d{1,2}(?:st|nd|rd|th)|[Rr]ev(?:ised|\.)) (?:[a-z]+ )?ed(?:ition|n)?\. [A-Z]"
    r"|\d{1,2} (?:Bde|Bände|vols?|voll|tomos|tomes)\b"
    r"|Mit eine[mr] (?:[a-zäöüß]+ )?(?:Nachw|Vorw|Geleitw|Einl|Einf|Essay|Beitrag)\w*(?= |$)|Version:? \d"
    r"|(?:Repr|Réimpr|Reimpr|Nachdr)\.(?:,|$)|(?<!, )(?:[Tt]rad|[Tt]ransl?|[Üü]bers)(?:\.|$)"
    r"|[Tt]rad\. (?:it|fr|esp?|ingl|port|cast)\.?$"
    r"|(?:[Cc]ap(?:[íi]tul[oi]s?|itol[oi]|s?\.)|[Cc]h(?:ap)?(?:ters?|s?\.)|[Cc]hapitres?|[Kk]ap(?:itel|\.))"
    r" [\dIVX](?:[\w ,–-]*$|[IVX\d]{0,4}, en [A-Z])"
    r"|(?:Disponível|Disponible|Disponibile|Available) (?:online )?(?:em|en|na|no|in|at|from|a)\b|[Ee]ds?$"
    r"|[Ee]-?[Bb]ook$|Internet RFC\b|(?:ResearchGate|Academia\.edu)$)"
    r"|[.,]? Advance Access published (?:19|20)\d\d$"
    r"| \((?:[Çç]ev|[Pp]řel|[Pp]rzeł|[Tt]łum|[Öö]vers|[Oo]vers|[Vv]ert|[Üü]bers|[Пп]ер)\.? [^()]{2,60}\)$)"
)
"""The beginning of a remark that was read as a part of the title: `. Translated by A`, `. 1st paperback ed. `."""


_NOTE_IN_BRACKETS = lazy_regex(
    r"\.?\s\[(?:published|retracted|[Ss]ee comments?|[Cc]omments?|[Ee]rratum|[Cc]orrection)\b[^\[\]]{0,200}\]$"
)
"""Such a remark in square brackets at the end of a title: `[published erratum appears in …]`."""
_CHAPTERS_FIRST = lazy_regex(
    rf"[\s,.;:(\[]*{CHAPTERS}(?:(?::|,? [“\"]) ?[^()\[\]\n]{{2,100}}(?=[)\]]))?[)\]]?"
    r"|[\s,.;:]*(?:\[\d{1,2}: [^()\[\]\n]{2,100}\]|\(\d{1,2}: [^()\[\]\n]{2,100}\))"
)
"""The chapters to read of a book, right after its title: `, ch. 1`, ` [Ch. 5: Nature]`, ` [3: The View]`."""


class PublicationOpening(NamedTuple):
    """The marks, edition, year and pages before a venue."""

    at: int
    """The offset at which the venue begins."""
    year: int | None
    edition: str
    is_edition: bool
    """True if it has an edition, with or without a number."""
    volume: str
    has_chapters: bool
    """True if chapters to read follow, which are no volume."""


def read_opening(text: str, at: int, end: int) -> PublicationOpening:
    """Return marks, edition, year, pages and an editing organisation that come before a venue."""
    while at < end and text[at] in " \t.,:;)]*_\x1e":
        at += 1
    remark = _REMARK.match(text, at, end)
    at = remark.end() if remark else at
    year = _YEAR_FIRST.match(text, at, end)
    at = year.end() if year else at
    before = _PAGES_IN.match(text, at, end)
    edition = (remark["edition"] or remark["first"] or number_of_edition(remark)) if remark else ""
    is_edition = remark is not None and _EDITION.search(remark[0]) is not None
    volume = (remark["volume"] or "") if remark else ""
    at = text.rfind("in", at, before.end()) if before else at
    organisation = ORGANISATION.match(text, at, end)
    at = organisation.end() if organisation else at
    chapters = _CHAPTERS_FIRST.match(text, at, end)
    at = chapters.end() if chapters else at
    stated = int(year[1]) if year else None
    return PublicationOpening(at, stated, edition, is_edition, volume, has_chapters=chapters is not None)


def without_remarks(title: str) -> str:
    """Return a title without the remarks on translator, editor, edition or site that a reference has after it.

    Examples:
        >>> without_remarks("Notes. Vol. 1. Translated by A. Reader and J. Writer")
        'Notes. Vol. 1'
        >>> without_remarks("Cheap Notes, 1550-1640. 1st paperback ed. Studies in Reading")
        'Cheap Notes, 1550-1640'
    """
    remark = _REMARK_IN_TITLE.search(title)
    return title[: remark.start()] if remark and remark.start() else title


def after_notes(text: str, at: int, end: int) -> int:
    """Return the offset after remarks on the edition or the translator that come before the name of a venue."""
    match = _NOTES.match(text, at, end)
    return match.end() if match else at


def without_notes(title: str) -> str:
    """Return a title without a remark in square brackets after it, which indexes print.

    Examples:
        >>> without_notes("Cheap Notes [published erratum appears in J Notes 1995 Mar 15; 152(6):813]")
        'Cheap Notes'
    """
    match = _NOTE_IN_BRACKETS.search(title)
    return title[: match.start()] if match else title

"""Blank the words of a reference that are neither authors nor title nor publication: `Available at`, `[online]`.

The other authors on the page of one author are blanked, too.  So is what only text from a PDF has: spaces in
addresses, and the pages that cite a paper.
"""

from __future__ import annotations

import re

from papernotes_plugin.people import BETWEEN_NAMES, is_given_name
from papernotes_plugin.recognisers.evidence.references.publication_numbers import DAY, MONTH
from papernotes_plugin.text.lazy_regex import lazy_regex

RETRIEVED = lazy_regex(
    r"\b(?:(?:Retrieved|Accessed|Available|Recuperado|Disponible|Disponível|Obtenido|Tomado|Verfügbar|Repéré|Récupéré"
    r"|Disponibile"
    r"|Geraadpleegd|Beschikbaar|Hentet|Hämtad|Tilg(?:jen|æn)gelig|Tillgänglig(?:t|a)?|Saatavi(?:lla|ssa)"
    r"|Dostupn[éýá]|Dostępn[eya])(?: online)?:?"
    r" (?:from|at|on|de|en|em|unter|à|sur|a|op|van|via|fra|från|frå|på|z|na|w)\b"
    r"|(?:Abgerufen|[Cc]onsult(?:é|ado|ato|ada)) (?:am|von|le|el|em|il|en|\d)|\[ ?[EeOo]n (?:ligne|línea|linha) ?\]"
    r"|Ac(?:esso|esado|cessed)\b(?: em)?"
    r"|(?:Режим доступа|[Дд]ата (?:обращения|звернення)|Erişim (?:[Tt]arihi|[Aa]dresi)|Hentet|Dostęp):"
    r"|\b(?:Hentet|Lest|Hämtad|Läst|Besøgt|Tilgået|Dostęp|Geraadpleegd|Viitattu)"
    r" \d{1,2}\.?[ /-](?:[a-zżźśóęą]{3,12}\b|\d)"
    r"|\bStand:? \d{1,2}\.)"
    r"|\b(?:accessed|retrieved|(?:last )?visited)(?: on)?:? (?:the )?(?:\d{1,2}(?:st|nd|rd|th)? |(?:19|20)\d\d-)?"
    rf"(?:{MONTH}|\d)"
)
"""The words before a web address, with a date or a site: `Recuperado de Medium`."""
_REMARK = lazy_regex(
    # one set of first characters, which the search finds in a fraction of the time of the alternatives
    r"(?=[NnDdALRUGPCSW\[(])(?:"
    rf"\b(?:(?:[Ll]ast )?[Aa]ccessed|[Ll]ast visited|Retrieved)(?: on)?:? (?:{DAY.pattern})(?:,? from\b)?|"
    r"\b[Nn]o DOI\b[^.]{0,60}|\bDOI:? (?:TBD|TBA|N/A)\b(?: \([^()]{0,80}\))?"
    r"|\b(?:Available (?:at|from|online)|Retrieved (?:\w+ \d+, \d{4},? )?from|Accessed|U[Rr][Ll]|doi|DOI)\b:?"
    r"(?: \d+ \w+ \d{4})?"
    r"|(?<=\. )See also\b.*"
    r"|\[online\](?=\. (?:19|20)\d\d, (?:vol|n)\.)"
    r"|\[(?:Online|Accessed[^\[\]]*|cited[^\[\]]*|Internet|[Ss]\. ?[LlNn]\.(?:[:,]? ?[Ss]\. ?[Nn]\.)?|[Nn]\. ?[Pp]\.)\]"
    r"|\(arXiv:\d{4}\.\d{4,5}; (?:Issue|Version)[^()]{1,40}\)"
    r"|\((?:Originaltitel|Titre original|Título original|Titolo originale)[^()]{1,160}\)\.?"
    r"|\[(?:in|en|em|auf|in lingua) [a-zéñçäöü]{4,12}\]"
    r"|\((?:Original work published|(?:Œ|Oe)uvre originale publiée en|Obra original publicada en"
    r"|Originalwerk veröffentlicht)[^()]{1,9}\)"
    r"|\((?:Location|Standort|Posici[oó]n|Emplacement|Posizione|Posição) \d[\d–-]{0,12}\)"
    r"|\((?:(?:SS?CI|EI)\b[^()]{0,40}|[^()=]{0,40}\bIF\s?[=:][^()]{1,30})\)"
    r"|(?<=[.,\]] )\[?(?:Google Scholar|APA PsycNet|PubMed(?: Central)?|Cross[Rr]ef|ResearchGate"
    r"|Semantic Scholar|Web of Science"
    r"|ScienceDirect|SpringerLink|Scopus)\]?(?=[\s.,\x1d\[]*$))"
)
"""Words around an address, the year of another edition, and the impact factor or the name of an index at the end.

Also the place of a highlight in an electronic book, and words after `See also`: `(Location 1912)`.
"""
_LAST_REMARK = lazy_regex(
    r"(?:(?<=\d)\.\s(?:\d{1,2}[ªa.]?|[^\W\d_]{3,9})"
    r" (?:edizione|edición|edição|édition|edition|Auflage)\b[^.]{0,30}"
    r"|(?<=[.?!] )(?:undefined|null|e[Pp]ub|[Ee]-?[Bb]ook|Kindle|\d{2,4} (?:pages|páginas|pagine|Seiten)))\.?\s*$"
)
"""The edition, the format or the number of pages of a book at the end, or a missing venue: `. 499 pages.`"""
_MAX_LAST_REMARK = 80
FORMAT_OF_BOOK = lazy_regex(
    r"[(\[](?i:audio ?book|e-?book|kindle(?: (?:edition|version|ed\.?|book))?|audible(?: audio(?: ?book)?)?"
    r"|hardcover|paperback|hardback|hörbuch|audiolivre|audiolibro|livre audio)[)\]]"
)
"""The format of a book: `[Audiobook]`, `(Kindle)`."""
_TAGS_AT_END = lazy_regex(r"(?:(?<=[.)\]\"”]) (?:#[^\W\d_][\w/-]{1,40} ?)+)(?:\^[\w-]+)?\s*$")
"""The tags that a reader adds to a reference, and the name of its block in Obsidian: `. #sociology ^lee66`."""
_ONLINE = lazy_regex(r"(?<=[._] )[Ee]n (?:ligne|línea)\b\.?")
_TRANSLATOR = lazy_regex(
    r", (?:(?:[Ee]d\. [^();\x1d]{3,80}, )?(?:trad|trans)\.|edición(?: \w+){1,6} por) [^();\x1d]{3,120}"
    r"(?= \([^():]{2,60}: [^();]{2,100}, (?:1[5-9]|20)\d\d\))"
)
"""The translator of a book, and its edition and series, before place and publisher: `, trans. Ann Reader (Paris: `."""
_SERIES = lazy_regex(
    r", ?(?:[Cc]oll(?:ection|\.)|[Cc]ol\.|colección|coleção|collana) ?"
    r"(?:«[^«»]{2,80}»|“[^“”]{2,80}”|\"[^\"]{2,80}\")(?=[,.\s])"
)
"""The series of a book in quotation marks, which is no title and no journal: `, coll. « Points »`."""
_FIRST_YEAR = lazy_regex(r" \[(?:ca?\. ?)?1[4-9]\d\d\](?=[,.\"”]{1,3} [^\x1d]{3,400}\b(?:1[5-9]|20)\d\d\b)")
"""The year in which an old work first appeared, before that of the edition: `*Política indiana* [1647], … 1776`."""
_STANDARD = lazy_regex(r"\b(?P<before>Internet|Obsoletes|Updates) RFC \d{1,4}\b")
"""The number of a standard, which is no year: `Internet RFC 2048, Nov. 1996`."""
_FULL_NAME = r"[^\W\d_a-z][\w.'’-]*(?: (?:(?:de|van|von|der|la) )?[^\W\d_a-z][\w.'’-]*){1,3}"
_COAUTHORS = lazy_regex(
    rf"(?: ?(?P<open>\()|(?<=[”\"»]),? )(?:joint(?:ly)? |joint work )?with "
    rf"(?P<names>{_FULL_NAME}(?:(?:,? and |,? & |, ){_FULL_NAME}){{0,12}})(?(open)\)|(?=,\s|\.\s|\.?$))"
)
"""The other authors of a work on the page of one of them: `“Title” (with Ann Lee and Bob Ray), AER, 2013`."""
_SIGNS = ("(with ", "(joint", "”", "»", '"')
"""Strings of which every match of `_COAUTHORS` contains one, or follows one."""
_SPACED_URL = lazy_regex(r"\bhttps?: ?//(?: ?[\w-]+ ?\.)+ ?[a-z]{2,4}\b(?: ?/ ?[\w.~%+-]*)*")
"""An address with spaces in it, as programs copy it from a PDF: `https: // github. com/ owner/ name`."""
_CITED_ON = lazy_regex(
    r"(?:(?<=\b(?:19|20)\d\d\.)|(?<=[^\W\d_] \((?:19|20)\d\d\))|(?<=[^\W\d_]\. \((?:19|20)\d\d\)))"
    r"(?P<pages> \d{1,3}(?:, ?\d{1,3})*)[\s.]*$"
)
"""The pages of a paper on which its bibliography is cited: `In CVPR, 2016. 2, 3, 9`, `In: ECCV (2020) 3`.

With a number before the year in brackets, the number after it is a page: `JHEP 08 (2013) 044`.
"""


def without_passing_remarks(words: str) -> str:
    """Return a text of the same length with spaces in place of such words.

    Examples:
        >>> without_passing_remarks("Lee, A. Maps. Available at: x")
        'Lee, A. Maps.               x'
        >>> without_passing_remarks("“Maps of Wool” (Location 1912)")
        '“Maps of Wool”                '
        >>> without_passing_remarks("Maps. Internet RFC 2048, Nov. 1996")
        'Maps. Internet RFC     , Nov. 1996'
        >>> without_passing_remarks("Maps. Paris: Seuil. 499 pages.")
        'Maps. Paris: Seuil.           '
        >>> without_passing_remarks("Lee, Maps, trans. A. Ray (Paris: Seuil, 2001)")
        'Lee, Maps                (Paris: Seuil, 2001)'
    """
    words = _without_citing_pages(_without_coauthors(words))
    if "Internet RFC " in words:
        words = _STANDARD.sub(lambda m: f"{m['before']} RFC".ljust(len(m[0])), words)
    # SciELO prints two spaces around the last `and`
    if "  y  " in words or "  e  " in words:
        words = words.replace("  y  ", " y   ").replace("  e  ", " e   ")
    if "n ligne" in words or "n línea" in words:
        words = _ONLINE.sub(blank, words)
    if ", col" in words or ", Col" in words:
        words = _SERIES.sub(blank, words)
    if " [1" in words or " [c" in words:
        words = _FIRST_YEAR.sub(blank, words)
    if ", trad. " in words or ", trans. " in words or ", edición " in words:
        words = _TRANSLATOR.sub(blank, words)
    if "]" in words or ")" in words:
        words = FORMAT_OF_BOOK.sub(blank, words)
    if " #" in words:
        words = _TAGS_AT_END.sub(blank, words)
    words = _REMARK.sub(blank, words)
    last = _LAST_REMARK.search(words, max(0, len(words) - _MAX_LAST_REMARK))
    return words[: last.start()] + " " * len(last[0]) if last else words


def _without_coauthors(words: str) -> str:
    """Return a text of the same length with spaces in place of the other authors of a work.

    Examples:
        >>> _without_coauthors("“Long Naps” (with Ann Lee and Bob Ray), 2013")
        '“Long Naps”                           , 2013'
        >>> _without_coauthors("Naps in Patients with Poor Sleep. AER, 2013")
        'Naps in Patients with Poor Sleep. AER, 2013'
    """
    may_be_people = "with " in words and any(mark in words for mark in _SIGNS)
    return _COAUTHORS.sub(_without_people, words) if may_be_people else words


def _without_people(match: re.Match[str]) -> str:
    """Return spaces in place of names; in brackets one must have a frequent given name, as other words stay."""
    names = BETWEEN_NAMES.split(match["names"])
    are_people = not match["open"] or any(is_given_name(name.split()[0]) for name in names)
    return blank(match) if are_people else match[0]


def _without_citing_pages(words: str) -> str:
    """Return a text of the same length without the pages at its end on which a bibliography is cited."""
    if not words.rstrip(" .")[-1:].isdecimal():
        return words
    cited = _CITED_ON.search(words)
    return words[: cited.start()].ljust(len(words)) if cited and _are_ascending(cited["pages"]) else words


def _are_ascending(pages: str) -> bool:
    """Return whether the numbers between commas ascend; a volume and a page may do so, too: `12, 345`."""
    numbers = [int(number) for number in pages.split(",")]
    return numbers == sorted(numbers)


def without_spaced_addresses(words: str) -> str:
    """Return a text of the same length without addresses that have spaces in them."""
    return _SPACED_URL.sub(blank, words) if ": //" in words else words


def blank(match: re.Match[str]) -> str:
    """Return as many spaces as a match has characters."""
    return " " * len(match[0])

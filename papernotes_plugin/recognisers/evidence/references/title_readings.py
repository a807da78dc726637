"""Read the title that follows the authors of a reference, in each way in which it can end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.references.reference_text import LINK_REMOVED, ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import MAX_TITLE, POINTS, TitleReading, ended_by_marks
from papernotes_plugin.recognisers.evidence.references.venue_names import is_abbreviation
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK, CJK_LETTER
from papernotes_plugin.text.years import WHOLE_YEAR, YEAR

CLOSING_QUOTES = {
    "“": "”\"“", '"': "”\"“", "„": "”\"“", "”": "”", "«": "»", "»": "«", "›": "‹", "‹": "›", "「": "」", "『": "』",
    "《": "》", "〈": "〉", "‘": "’", "’": "’", "‚": "‘’'",
    "'": "'",
}  # fmt: skip
"""The marks that can close a quotation, by the mark that opens it."""
_UNFINISHED = lazy_regex(r"\s(?:ed?|d[ei]|del(?:l[ao])?|nel(?:la)?|sul?|et|du|des|y|und|von|zu|zum|zur|of|and|the)$")
"""A word with which no title ends."""
_ONLINE = lazy_regex(r"\s{5,9}\. (?=(?:19|20)\d\d, (?:vol|n)\.)")
"""The place of a removed `[online]` after the name of a journal, and the year and volume."""
_SENTENCE_END = lazy_regex(r"[.?!]\s(?=\S)")
_ONLINE_POINTS = 3.0
_NO_LINKED_TITLE = lazy_regex(
    r"^[^A-Z]|^(?:Read|See|View|Get|Open|Download|Full|Link|Click|Proceedings|Journal|Transactions|Annals|Advances)\b"
    r"|\b(?:here|paper|pdf|PDF|article|link|slides|version)\b"
)
"""Words of a link that point at the paper, or name its venue."""
_MIN_LINKED_WORDS = 4
"""Words of a link from which it may be the title."""
_MIN_MARKED = 12
"""Characters of a title in emphasis with a point at its end."""
_QUOTED_POINTS = 3.0
"""Score of the end of a quoted title."""
_MARKED_POINTS = 2.5
"""Score of the end of a title that is a link or in emphasis."""
_TAIL_POINTS = -1.0
"""Score of a title that is the whole rest of the reference."""
_SUBTITLE_NEXT = lazy_regex(r":\s[^\W\d_a-z]|\s[–—-]\s[^\W\d_][^:“”\"«»„\x1d]{3,200}?\.\s(?:In:|In\s)")
"""The rest of a title that begins with a quotation: `“Lies!”: A Study`, `„Lesen.“ – Ein Versuch. In: Zeitschrift`."""
_SENTENCE_BEFORE = lazy_regex(r"\s[^\W\d_a-z][^“”\"«»„\x1d\d]{8,200}\.\s")
"""The rest of a title after a quotation that opens it."""
_SENTENCE_NEXT = lazy_regex(
    r"\.\s(?!In:?\s)[^\W\d_a-z][^:“”\"«»„\x1d\d]{8,200}?"
    r"(?:\.\s(?:In:\s|[^\W\d_a-z][^\W\d_]+(?:[/ ][^\W\d_a-z][^\W\d_]+){0,2}(?: a\. ?M\.)?: )"
    rf"|,\s(?:in:\s|[^\W\d_a-z][^\W\d_]+(?:/[^\W\d_]+)? {YEAR}))"
)
"""The subtitle after a German title that is a quotation, before a journal or a place: `„Insel“. Kritik. Bonn: `."""
_UNMARKED_JOURNAL = lazy_regex(
    r"(?<![\w-])[a-z\d][\w-]*\)? (?P<name>(?:[A-Z][A-Za-z]*\.?(?: (?:of|the|for))? ){0,5}[A-Z][A-Za-z]*\.?)"
    rf" (?={YEAR};\d)"
)
"""Words with capitals between a title and the numbers of medicine: `Title Biophys J. 2005;88(3):2234`."""
_BEFORE_EMPHASIS = lazy_regex(
    r"(?:\.(?P<mark>[”\"’])|(?<=[ ,]\d)\.|(?<=[ ,]\d\d)\.|(?<= (?:in|of|to|on) [A-Z])\.|(?<= (?:for|and|the) [A-Z])\."
    r"|(?P<word>(?<=[^\W\d_]{2})(?<![ ,][Iie]n)(?<!dans)(?:,? in:?)?)) ?$"
)
"""The end of a title before a journal in emphasis: a point in a quotation, after a number or `in R`, or no mark."""
_BEFORE_SPACED_NAME = lazy_regex(
    rf"(?P<title>(?=[{CJK}])(?:[^\s,.]|[ ](?=[A-Za-z\d])|(?<=[A-Za-z\d])[ ]){{4,200}}) "
    rf"(?=[{CJK}]{{2,20}}(?:, ?\d{{1,4}}(?: ?\(\d{{1,4}}\))?, ?\d|(?<![\uac00-\ud7a3])[. ]*$))"
)
"""A title in Japanese before a journal with its numbers, or a publisher at the end, after a space only."""
_SPACED_POINTS = 2.2
_NUMBER_NEXT = lazy_regex(rf"[\s,.]*\d|,? \({YEAR}\)")
_SUBTITLE = lazy_regex(r":\s(?P<words>[^\x1d.?!:“”\"«»]{3,200}[^\W\d_]{3}[?!]?)(?:[.]\s|(?<=[?!])\s)")
"""The subtitle after an emphasised title, as Brazilians print it: `**Título**: subtítulo. `"""
_CHAPTER = lazy_regex(
    r"(?:[Cc]hap(?:ter|\.)|[Cc]h\.|[Cc]ap(?:[íi]tulo|itolo|\.)|[Cc]hapitre|[Kk]ap(?:itel|\.)) \w{1,5}[,:.]? (?=[“\"«„])"
    r"|(?:[Vv]oce|[Vv]erbete|[Vv]oz|[Ee]ntrada|[Ss]\. ?v\.) (?=[“\"«„])"
)
"""The number of a chapter, or a word for an entry, before its quoted title: `Chapter 3, "`, `voce "`."""
_WORD_NEXT = lazy_regex(r"\s(?![Ii]n\b)[^\W\d_]")
"""A word after a quotation, which may be one of the same title."""
_PHRASE_NEXT = lazy_regex(r" in (?!press\b|print\b|prep|progress\b|review\b)[a-z]{3}| (?:and|or|of|as|und|et) (?!al\b)")
"""`in` or `and`, and no name of a book, after a quotation that begins a title: `"Yellowface" in movies`."""
_LOWER_CASE_NEXT = lazy_regex(r" (?!in\b|w:)[a-zà-öø-ÿąćęłńóśźż]")
_TRANSLATED = lazy_regex(r"\[([^\W\d_][^\[\]\n]{10,300})\]\.(?=\s)")
"""A title in square brackets, which PubMed translates from another language: `[Sleep of sheep]. Ugeskr Laeger`."""
_ABBREVIATED = lazy_regex(
    r"(?:[^\W\d_a-z][^\W_]*+\.?\s?(?:of |on |for |& )?){0,3}(?:[^\W\d_a-z][^\W\d_]{1,7}\.\s?){1,4}[^\W\d_a-z][^\W_]*\.?"
)
"""The shortened name of a journal, in a reference without a title: `Angew. Chem. Int. Ed`."""
_GLUED_NAMES = lazy_regex(
    r"(?:(?:(?:van|von|de|der|den|la|le) ){0,2}[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)? [A-Z]{1,3}, ){1,40}"
    r"(?:(?:van|von|de|der|den|la|le) ){0,2}[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)? [A-Z]{1,3}(?:,? et al)?\.?"
)
"""Names with initials and nothing else, which are those after a title: `Wainer H, Brown LM`."""
_NO_TITLE = lazy_regex(r"(?:19|20)\d\d\s+[a-z]|[–—-]\s|\[(?!\w{1,6}\][^\W\d_])|\((?!\w{1,8}\)\s?[a-z]|[A-Z]\))")
"""A year within a sentence, a dash, or a bracket."""
_AFTER_PLURAL = lazy_regex(r"s['’] [A-Z][^‘’']{1,200}(?<=\w)['’][.,]\s")
"""The apostrophe of a plural before a word with a capital, in a title that ends later: `‘Clubs’ Effects’. `."""
_INNER_QUOTATION = lazy_regex(r" \"[^\"\s.,][^\"\n]{0,40}\"(?=[\s,:;?!-])")
"""A quotation inside a quoted title: `Agents for "Mind" Exploration`."""
_AFTER_QUOTATION = lazy_regex(r"\s*(?:[,.;]|[Ii]n\b|ar[xX]iv|bio[rR]xiv|$|[A-Z*(\[\x1d])")
"""The text after a single quotation mark that is no apostrophe."""


_NO_TITLE_PART = lazy_regex(
    r"(?:\((?:No|Nr|Vol)|[.?] In|[, ]\(\d{1,4}\): ?\d{1,5}[–-]\d{1,5}(?:\. \(pp?[^()]*\))?)$"
    r"|(?:, \d{1,4}, (?:pp?\. ?)?[A-Z]?\d{1,6}[–-][A-Z]?\d{1,6}|[a-z]\., \d{1,4}, \d{1,6})(?=[,.\s]*(?:\x1d|$))"
    r"|[,?!] [Ii]n: ?[^\W\d_a-z]|\[[wW]:?\]:?\s|, S\. ?\d{1,4}(?:[–-]\d{1,4})?f{0,2}\. "
    r"|\b(?:[Vv]ol|Bd)\. ?\d{1,4}(?:, | ?\(\d+\),? )(?:S|pp?)\. ?[A-Z]?\d|(?:, | \()[Ee]ds?\.\)?,? (?=[^\W\d_a-z])"
    r"|[?!.] [^\W\d_a-z][\w'’-]+, [^\W\d_a-z][^()?!]{1,60} \((?:[Ee]ds?|[Rr]ed|Hrsg|Hg|dirs?|coords?)\.?\)$"
    r"|[.?!]\s+(?:I )?(?:[A-Z]\. ?){0,3}[^\W\d_a-z][\w'’-]+(?:[^.()?!\x1d]|(?<=[A-Z])\.){0,80}, reds?\b"
    r"|, (?:1[–-]\d{1,3}\.?|\(c\)\.?)$"
    r"|[,.] (?:[Dd]iss(?:ertation|\.)|(?:Ph\.?D\.?|[Dd]octoral|[Mm]aster['’]?s?) (?:[Tt]hesis|[Dd]issertation)"
    r"|Masterarbeit|Magisterarbeit|Diplomarbeit|[Tt]hèse(?: de doctorat)?|[Tt]esis doctoral|[Tt]esi di dottorato),?"
    r" (?:an der |[Tt]he )?(?:Univ|Technische|[FTH]U |ETH)"
    r"|, (?:coll?|préf|trad|tr)$|, \d{1,2} [a-z]{3,4}$|[,、][^,、\s]{3,30}[,、]\s?[Vv]ol\. ?\d"
)
"""The beginning of a number or a publication at the end of a title, volume and pages in it, or editors.

`Title (No. 24)`; `Title. In Proceedings`; `Title, Journal, 54 (2): 673-692`; `Title, J. Wool, 25, 1009–1032`;
`and Afnan Ezzeldin, eds. Public Archaeology`; `Titre, Paris, PUF, coll`; `Título. Folha, 3 mar`.

`Titel. I A. Lee & B. Ek, reds. Bok`; `Title, 1–13` and `Title, (c)`, which Mendeley prints without a journal;
`Titel, Dissertation, Universität Basel`, before the place and the year.
"""


def title_readings(reference: ReferenceText, at: int) -> Iterator[TitleReading]:
    """Yield the readings of the title that begins at an offset; a shortened journal in its place is none.

    Nor are words with a year before a link whose text is the title: `Lee, A. Annals of Wool, 2024 [Sheep and Rain](…)`.
    """
    linked = _linked_title_at_end(reference)
    for title in _readings(reference, at):
        if title.end <= linked and WHOLE_YEAR.search(reference.text, title.end, linked):
            continue
        no_title = _ABBREVIATED.fullmatch(title.words) or _NO_TITLE_PART.search(title.words)
        no_title = no_title or _GLUED_NAMES.fullmatch(title.words)
        if not (no_title or reference.has_journal_before(title.start, title.end)):
            yield title


def _linked_title_at_end(reference: ReferenceText) -> int:
    """Return the offset of a link at the end of a reference whose text is a title of several words; -1 for none."""
    start, end = reference.linked[-1] if reference.linked else (0, 0)
    words = reference.text[start:end]
    if count_words(words) < _MIN_LINKED_WORDS or _NO_LINKED_TITLE.search(words) or reference.text[end:].strip(" .\x1d"):
        return -1
    return start if looks_like_title(words) and not venues.parse_venue(words)[0] else -1


def _readings(reference: ReferenceText, at: int) -> Iterator[TitleReading]:
    """Yield the readings: only those in quotation marks if they open the title, and those of each other form."""
    text = reference.text
    if chapter := _CHAPTER.match(text, at):
        at = chapter.end()
    opening = text[at : at + 1]
    if opening in CLOSING_QUOTES and opening and (end := _quotation_end(text, at)) > 0:
        # `„Moderne“ im Wandel, „Teksty Drugie“ 2007`
        is_part = opening == "„" and _LOWER_CASE_NEXT.match(text, end + 1)
        yield from ended_by_marks(text, at) if is_part else _quoted(reference, at, end)
        return
    if opening == "[" and (translated := _TRANSLATED.match(text, at)):
        yield TitleReading(translated[1], at + 1, translated.end(), _QUOTED_POINTS)
        return
    marked = [
        (start, end)
        for start, end in (*reference.linked, *reference.emphasised)
        # a character of a Chinese or Japanese sentence may be before emphasised words
        if start == at or (start == at + 1 and not opening.isalnum())
    ]
    if not opening or _NO_TITLE.match(text, at) or not (marked or _may_open_title(text, at)):
        return
    yield from _marked_titles(reference, marked)
    whole = _end_of_whole_title(reference, at)
    yield from (replace(r, points=r.points - 3.0 * (0 < whole < at + len(r.words))) for r in ended_by_marks(text, at))
    yield from _before_emphasis(reference, at)
    yield from _before_unmarked_journal(text, at)
    yield from _before_online_journal(text, at)
    if spaced := _BEFORE_SPACED_NAME.match(text, at):
        yield TitleReading(spaced["title"].strip(" ."), at, spaced.end("title"), _SPACED_POINTS)
    rest = text[at : at + MAX_TITLE].strip(" .\x1d")
    if LINK_REMOVED not in rest and count_words(rest) >= 2:
        yield TitleReading(rest, at, len(text), _TAIL_POINTS)


def _marked_titles(reference: ReferenceText, marked: Iterable[tuple[int, int]]) -> Iterator[TitleReading]:
    """Yield the titles that are links or emphasis at the place of a title, given their starts and ends."""
    text = reference.text
    for start, end in marked:
        words = _without_outer_marks(text[start:end])
        is_last = end >= len(text.rstrip(" ."))
        if not _may_be_marked(words, text[end : end + 1]) or (is_last and (start, end) not in reference.linked):
            continue
        if _UNFINISHED.search(words) and (point := text.find(". ", end, start + MAX_TITLE)) > 0:
            # Italians print a title within a title without emphasis: `*Lettere e* La voce. `
            yield TitleReading(text[start:point].strip(), start, point + 1, _MARKED_POINTS)
            continue
        subtitle = _SUBTITLE.match(text, end)
        yield TitleReading(words, start, end, _MARKED_POINTS - 1.0 * is_last - 1.5 * bool(subtitle))
        if subtitle:
            yield TitleReading(text[start : subtitle.end("words")].strip(), start, subtitle.end(), _MARKED_POINTS)


def _end_of_whole_title(reference: ReferenceText, at: int) -> int:
    """Return the end of emphasis that is a whole title, as a mark shows; 0 for none.

    `*Mafia*, Laterza, Bari 1973` and `**Mafia.** Laterza, Bari 1973` have no longer title.
    """
    text = reference.text
    for start, end in reference.emphasised:
        if start == at and (text[end : end + 1] == "," or (text[end - 1] == "." and end - at > _MIN_MARKED)):
            return end
    return 0


def _quoted(reference: ReferenceText, at: int, end: int) -> Iterator[TitleReading]:
    """Yield the titles that are a quotation or begin with one, given the offset of the mark that closes it."""
    text = reference.text
    # a title in emphasis or in a link may begin with a quotation: `*“Words”. A Study of Them*, Paris`
    marked = (*reference.emphasised, *reference.linked)
    whole = next((stop for start, stop in marked if start == at and stop > end + 3), 0)
    if whole and text[whole:].strip(" ."):
        yield TitleReading(text[at:whole].strip(" ,."), at, whole, _MARKED_POINTS)
    else:
        # `„Bilder“? Titel` and `“Sorry”: How Models Fail` go on after a mark outside
        goes_on = text.startswith(("?", "!", ": "), end + 1) or _SUBTITLE_NEXT.match(text, end + 1) is not None
        goes_on = goes_on or (text[at] in "„»" and _SENTENCE_NEXT.match(text, end + 1) is not None)
        goes_on = goes_on or (text[end - 1] in "?!" and _goes_on_to_journal(reference, end + 1))
        is_joined = text[at] in '“"' and CJK_LETTER.match(text, end + 1) is not None
        is_in_phrase = _PHRASE_NEXT.match(text, end + 1) is not None
        is_part = is_joined or is_in_phrase or _WORD_NEXT.match(text, end + 1) is not None
        is_part = goes_on or (is_part and text[end - 1] not in ".,?!")
        if not goes_on:
            doubt = 1.0 * is_part + 4.0 * (is_part and (is_in_phrase or is_joined))
            yield TitleReading(text[at + 1 : end].strip(" .,"), at + 1, end + 1, _QUOTED_POINTS - doubt)
        if is_part:
            # `“Bilingual Expert” Can Find Translation Errors. In …`
            yield from ended_by_marks(text, at)


def _goes_on_to_journal(reference: ReferenceText, at: int) -> bool:
    """Return whether the words after a quotation end at a journal in emphasis: `"Yes!" Notes. *Art*, 12`."""
    text = reference.text
    return _WORD_NEXT.match(text, at) is not None and any(
        at < start < at + MAX_TITLE and _SENTENCE_BEFORE.fullmatch(text, at, start) and _NUMBER_NEXT.match(text, end)
        for start, end in reference.emphasised
    )


def _before_emphasis(reference: ReferenceText, at: int) -> Iterator[TitleReading]:
    """Yield the titles before a journal in emphasis; one without mark is before a known venue or a number only."""
    text = reference.text
    for start, end in reference.emphasised:
        if at < start < at + MAX_TITLE and (ending := _BEFORE_EMPHASIS.search(text, at, start)):
            is_journal = _NUMBER_NEXT.match(text, end) or venues.parse_venue(text[start:end].strip(" .,"))[0]
            if ending["word"] is None or is_journal:
                yield TitleReading(text[at : ending.start()] + (ending["mark"] or ""), at, start, POINTS["point"])


def _before_unmarked_journal(text: str, at: int) -> Iterator[TitleReading]:
    """Yield the title before a journal without a mark between them, if the journal is known or of short words.

    A point after a word ends the title: `Effects on Human Skin Physiology. Skin Pharmacol Physiol. 2014;27:47`.
    """
    match = _UNMARKED_JOURNAL.search(text, at, at + MAX_TITLE) if ";" in text else None
    if not match:
        return
    words = match["name"].split(" ")
    after = (n for n, word in enumerate(words, 1) if word.endswith(".") and not is_abbreviation(word[:-1]))
    for index in range(next(after, len(words))):
        name = " ".join(words[index:])
        is_short = len(words) - index > 1 and all(is_abbreviation(word.rstrip(".")) for word in words[index:])
        # `at complex I. J Biol Chem. 2018;293:7932` has a Roman number in the title
        if words[index] != "I." and (is_short or venues.parse_venue(name.rstrip("."))[0]):
            start = match.end("name") - len(name)
            if text[at:start].endswith((" in ", " of ", " for ")):
                # `Advances in Neural Information Processing Systems. 2017;30:5998`
                return
            yield TitleReading(text[at:start].rstrip(" ."), at, start, 2.0)
            return


def _before_online_journal(text: str, at: int) -> Iterator[TitleReading]:
    """Yield the title before a journal in the form of SciELO: `Título. Rev. Saúde Pública [online]. 1998, vol.32`.

    The journal is the last sentence, and the shortened words before it.
    """
    online = _ONLINE.search(text, at, at + MAX_TITLE) if "    . " in text else None
    if not online:
        return
    start, last = 0, online.start()
    for mark in reversed(list(_SENTENCE_END.finditer(text, at, last))):
        if start and " " in text[mark.end() : start - 2]:
            break
        start = mark.end()
    if start:
        yield TitleReading(text[at:start].strip(" ."), at, start, _ONLINE_POINTS)


def _without_outer_marks(words: str) -> str:
    """Return a title without marks around it; a quotation at its end keeps them."""
    inner = words.strip(' .,“”"')
    is_whole = inner.count("“") == inner.count("”") and "„" not in inner and not inner.count('"') % 2
    return inner if is_whole else words.strip(" .,").replace('."', '"')


def _may_be_marked(words: str, mark: str) -> bool:
    """Return whether words in a link or in emphasis may be a title; one word before a comma, if it is no venue."""
    return count_words(words) > 1 or (mark == "," and len(words) > 3 and not venues.parse_venue(words)[0])


def _may_open_title(text: str, at: int) -> bool:
    """Return whether the first word has a capital, a digit, a hyphen after one letter, or a colon: `t-SNE`, `isl: `."""
    word = text[at : at + 20].partition(" ")[0]
    return (
        not word[:1].islower() or any(c.isupper() or c.isdigit() for c in word) or "-" in word[:3] or word[-1:] == ":"
    )


def _balanced_end(text: str, at: int) -> int:
    """Return the offset of the mark that closes a quotation with others inside: `« Titre : « Mots » »`; -1 for none."""
    depth = 0
    limit = min(len(text), at + MAX_TITLE)
    if "«" not in text[at + 1 : max(text.find("»", at, limit), at)]:
        return -1
    for end in range(at, limit):
        depth += (text[end] == "«") - (text[end] == "»")
        if depth == 0:
            return end
    return -1


def _quotation_end(text: str, at: int) -> int:
    """Return the offset of the mark that closes a quotation; -1 for none."""
    marks = CLOSING_QUOTES[text[at]]
    if text[at] == "«" and (balanced := _balanced_end(text, at)) > 0:
        return balanced
    is_spaced = text[at + 1 : at + 2] == " "  # `« Title »`, as the French write
    # `"Agents for "Mind" Exploration"` has a quotation inside
    is_inside = False
    # the titles of many Chinese books have two characters
    shortest = 3 if text[at] == "《" else 4
    for end in range(at + shortest, min(len(text), at + MAX_TITLE)):
        if text[end] == '"' and (is_inside or _INNER_QUOTATION.match(text, end - 1)):
            is_inside = not is_inside
        elif text[end] in marks and (is_spaced or text[end - 1] != " "):
            is_apostrophe = text[end] in "'’" and not (
                _AFTER_QUOTATION.match(text, end + 1) and not _AFTER_PLURAL.match(text, end - 1)
            )
            if not is_apostrophe:
                return end
    return -1

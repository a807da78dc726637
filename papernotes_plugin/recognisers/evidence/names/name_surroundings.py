"""Decide by the words next to a name whether they make it a part of a longer name, or of another title."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from papernotes_plugin.recognisers.evidence.names.short_names import fold
from papernotes_plugin.recognisers.evidence.titles import title_heuristics
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK
from papernotes_plugin.vocabulary.model import Block, BlockKind, Span

SMALL_WORDS = title_heuristics.SMALL_WORDS | frozenset(["your", "our", "not", "do", "does", "can", "how"])
"""Words that have no capital in a title, or in a part of one."""
_VERSION_OR_YEAR = r"\s+(?:\d{1,2}(?:\.\d+)?|v\d|[a-z]\d+\.\d+)(?![A-Za-z0-9]|_\w|\s*%)| ?['’]\d\d\b| (?:19|20)\d\d\b"
_HYPHEN = r"-[A-Z0-9]|-[a-z]*\d|-(?!(?:[a-z]+ed|like|only|style|type)\b)[a-z]|--(?![A-Za-z])"
_SIZE = r"(?:[Mm]ini|[Nn]ano|[Tt]urbo|[Ll]ite|[Pp]ro|[Mm]ax|[Uu]ltra|Zero|Plus|Large|Base|Small|Tiny|XL|III?)"
_CONTINUATION = lazy_regex(
    rf"{_VERSION_OR_YEAR}| 3D\b(?! ?(?![A-Z])[^\W\d_])|{_HYPHEN}|[+★]|\.(?:[A-Za-z]{{2}}|\d)|@|_\w|[-\u2011 ]{_SIZE}\b"
)
"""Words and marks that make a name that of another thing: `BERT-large`, `YOLO v3`, `CVPR'20`, `GPT 3.5`."""
_BEGINNING = lazy_regex(r"(?:[\w$)}]-|@|\w_|(?<![\\{$])\{)$")
_IN_PATH = lazy_regex(r"(?:[}%]\}|(?<![^\s(\"'=])(?:~|\.{1,2})?)/[^\s()]*$")
"""The beginning of a path, as in `![Figure]({{ site.baseurl }}/img/⟦Name⟧/1.png)`, which Markdown reads as prose."""
_MAX_PATH = 200
_TITLE_REACH = 40
"""Characters before a name in which the rest of a longer title is expected."""
_TITLE_BEFORE = lazy_regex(
    r"[^\W\d_a-z][\w-]{1,60}\s+(?:and|as|at|by|for|from|in|of|on|through|to|toward|towards|using|via|with)\s+(?:an?\s+|the\s+)?$"
)
_TITLE_AFTER = lazy_regex(
    r"(?::\s+|\s+(?:as|by|for|from|in|of|through|to|toward|towards|using|via|with)\s+(?:an?\s+|the\s+)?)[^\W\d_a-z]"
)
"""The rest of a longer title: `Modelling through ⟦Random Walks⟧`, `⟦A New Approach⟧ to Letters`."""
_CAPITAL_BEFORE = lazy_regex(
    r"(?:(?:[\w,;] |[/(]|\*\*)(?!The |A |An )(?:[A-Z][a-z]{2,}|[1-9]D)|(?<![\w-])[A-Z][a-z]+-[A-Z][a-z]+) $"
)
"""A capitalised word within a sentence, which begins a longer name: `proposed by Frustum ⟦PointNet⟧`."""
_OPENING_BEFORE = lazy_regex(
    r"(?:^|[.!?|:]\s)[#>*_\s\d.)|-]{0,60}(?P<word>[A-Z][a-z]{2,}(?<!ing|[^e]ed|.ly|.[^su]s)) $"
)
"""A capitalised word that opens a line or sentence, and may begin a longer name: `# Mask ⟦R-CNN⟧`, `Only ⟦BERT⟧`.

Verbs and adverbs such as `Training`, `Based`, `Simply` and `Extends` are none.
"""
_NO_PART_TABLE = """
    about above according across add after again all also although among and apart are around back because before behind
    below besides between beyond both but can check compare contrary could despite did does due during each either even
    eventually every everything except finally first furthermore had has have hence here his however its just last
    lastly later less let like likewise look many maybe meanwhile more moreover most much near neither never
    nevertheless next nor nothing notably note now off often once one only other others otherwise out over overall paper
    per perhaps read recall recently run second see several should similarly since so some sometimes soon still such
    than that their then there therefore these they this those though three thus today together train try two under
    unlike until upon usually was well were what whatever when where whereas whether which while who whose why
    will within without would yes yet
"""
_WORD_BEFORE = lazy_regex(r"(?<![^\W_])([A-Za-z][a-z]{2,}|[1-9]D)[ -]$")
_MAX_WORD = 20
_CAPITAL_IN_SENTENCE = lazy_regex(r"[a-z,] (?:[A-Z][a-z]{2,}|[1-9]D) $")
_NO_NAME = frozenset(["the", "original", "vanilla", "standard", "plain", "classic", "normal"])
"""Words before a name, by which it means what it means without them."""
_NO_PART_OF_NAME = SMALL_WORDS | _NO_NAME | frozenset(_NO_PART_TABLE.split())
"""Words that open a sentence before a name and are no part of it."""
_ANY_CAPITAL_BEFORE = lazy_regex(rf"(?:^|[\s\"“«《(\[*_])(?!The |A |An |In |On |See |[{CJK}])[^\W\d_a-z][\w-]* $")
_PLAIN_WORD = lazy_regex(r"[^\W\d_a-z][a-z]{2,}(?:-[A-Za-z][a-z]+)*")
"""A word as titles contain it; acronyms and names have other capitals."""
_MIN_OTHER_WORDS = 3
"""Words next to a name that its paper's title does not contain, from which it is a part of another title."""
_MAX_TITLE = 80
"""Characters before and after a name that can be a part of the same title."""
_MARKS = ("*", "_", '"', "“", "”", "«", "»", "《", "》", "「", "」", "[", "]")
"""Characters of emphasis, quotations and wikilinks."""
_SMALL_WITH_ARTICLE = lazy_regex(r"(?:[Tt]he|[Aa]n?) [^A-Z]+")
"""A phrase whose article alone may have a capital."""
_NAME_REACH = 60
_COLON = lazy_regex(r"[*_\"”]*\s*(?:[:：]|\s[-–—](?=\s))[\s*_]*")
"""The characters between a name and the rest of its title: `**MDM**: Human Motion Diffusion Model`."""
_FIRST_PART = lazy_regex(r" (?:by|for|from|in|of|on|to|via|with|without) [\w -]{2,40}: ")
"""The rest of the first part of a title after a name: `⟦NeRF⟧ in the Dark: High Dynamic Range View Synthesis`."""
_OTHER_TITLE = lazy_regex(
    _COLON.pattern + r"(?P<title>(?=[^\W\d_a-z])[^\n.:()（）\[\]|]{12,150}?)[\s*_\"”]*"
    r"[(（\[][^\n()（）\[\]]{0,30}?(?:\b(?:19|20)|['’])\d\d\b"
)
"""A title and its year after a name: `LiveSim: Going live with simulation (HPCA’16)`."""


_VOLUME = lazy_regex(
    r"(?:\. [A-D]\b)?[*_,.\s–-]{0,6}(?:(?:19|20)\d\d[.,;\s–-]{1,5})?"
    r"(?:(?:[Vv]ol(?:ume)?s?|[Bb]d|[Tt]om[oe]?|[Nn]o|[Nn]r|[Vv]|[TТ])\. ?-? ?\d|№ ?\d"
    r"|\d{1,4}(?:,? no\b| ?\(\d{1,3}\)|:\d))"
)
"""The volume of a journal after its name: `_American Historical Review_ 121, no. 2`."""
_CONTINUED = lazy_regex(
    r"\s+(?i:for|of|to|towards?|through|using|via)\s+(?:(?i:an?|the)\s+)?[^\W\d_a-z][^\W\d_]+"
    r"(?=\s+[^\W\d_a-z]|[*_]|\s*$)",
    re.MULTILINE,
)
"""A preposition and a capital after a title, which is then a part of a longer one, if the line ends or goes on so."""
_OPENING_QUOTES = ('"', "“", "”", "„", "«", "「", "『", "《")
_QUOTED_REST = lazy_regex(r"\s?[:：]\s*(?P<word>[^\W_]+)")
_ARTICLE_AFTER_COLON = lazy_regex(r": (?:An?|The) $")
_SUBTITLE = lazy_regex(r"[*_]*\s?:\s+[*_]*(?P<word>[^\W\d_a-z]\S*)")
"""The first word of a subtitle after the first part of a title."""


def has_volume_after(text: str, span: Span) -> bool:
    """Return whether a volume follows words, which are therefore the name of a journal.

    Examples:
        >>> has_volume_after("*Review of Time* 121, no. 2 (2016)", Span(1, 15))
        True
        >>> has_volume_after("Time (2016), 2–3", Span(0, 4))
        False
    """
    return bool(_VOLUME.match(text, span.end))


def is_continued(text: str, span: Span) -> bool:
    """Return whether a preposition and a capital continue a title: `⟦How to Write a Paper⟧ for a Science Journal`."""
    return bool(_CONTINUED.match(text, span.end))


def is_subtitle_of_other(text: str, span: Span) -> bool:
    """Return whether words are the subtitle of another title, which has an article: `Bells: A ⟦Theory of Sound⟧`."""
    return bool(_ARTICLE_AFTER_COLON.search(text[max(0, span.start - _MAX_WORD) : span.start]))


def has_other_subtitle(text: str, span: Span, title: str, part: str) -> bool:
    """Return whether words are a part of the title of a paper, and another subtitle follows than in that title."""
    match = _SUBTITLE.match(text, span.end)
    if not match or title == part:
        return False
    rest = fold(title[len(part) :]).split() if title.startswith(part) else []
    return rest[:1] != fold(match["word"]).split()[:1]


def opens_quoted_title(text: str, span: Span, title: str) -> bool:
    """Return whether a name opens a title in quotation marks, and the rest of the title of its paper is another one.

    Examples:
        >>> opens_quoted_title('read "RADAR: Rating Dances"', Span(6, 11), "RADAR: Rating Any Dance")
        False
        >>> opens_quoted_title('read "RADAR: Une danse"', Span(6, 11), "RADAR: Rating Any Dance")
        True
    """
    if text[span.start - 1 : span.start] not in _OPENING_QUOTES or not (match := _QUOTED_REST.match(text, span.end)):
        return False
    return fold(match["word"]).split() != fold(title.partition(":")[2]).split()[:1]


def is_in_longer_name(text: str, span: Span) -> bool:
    """Return whether a span is part of another name or an address: `Genie 2`, `Fast-VideoJAM`, `x@star.com`."""
    if _CONTINUATION.match(text, span.end) or _BEGINNING.search(text[max(0, span.start - 3) : span.start]):
        return True
    # the name of a folder or file begins after a slash, or after a date or number
    before = text[max(0, span.start - _MAX_PATH) : span.start]
    return "/" in before and bool(_IN_PATH.search(before))


def is_part_of_title(text: str, span: Span) -> bool:
    """Return whether the words at a span of a text continue a longer title, or are continued by one."""
    before = text[max(0, span.start - _TITLE_REACH) : span.start]
    return bool(_TITLE_BEFORE.search(before) or _TITLE_AFTER.match(text, span.end))


def continues_name(text: str, span: Span) -> bool:
    """Return whether a capitalised word before a span makes it the name of something else: `Online EWC`."""
    line = max(text.rfind("\n", 0, span.start) + 1, span.start - _NAME_REACH)
    before = text[line : span.start]
    if not before.endswith(" "):
        return False
    if _CAPITAL_BEFORE.search(before):
        return True
    opening = _OPENING_BEFORE.search(before)
    return opening is not None and opening["word"].lower() not in _NO_PART_OF_NAME


def word_before(text: str, start: int) -> str:
    """Return the word right before an offset in small letters; "" if there is none that can begin a longer name.

    Examples:
        >>> word_before("by Faster R-CNN", 10), word_before("the original R-CNN", 13)
        ('faster', '')
    """
    match = _WORD_BEFORE.search(text, max(0, start - _MAX_WORD), start)
    word = match[1].lower() if match else ""
    return "" if word in _NO_NAME else word


def begins_longer_name(text: str, start: int) -> str:
    """Return the word right before an offset in small letters, if it has a capital within a sentence; else "".

    Examples:
        >>> begins_longer_name("by Faster R-CNN.", 10), begins_longer_name("Faster R-CNN", 7)
        ('faster', '')
    """
    if not text.endswith(" ", 0, start):
        return ""
    is_within = _CAPITAL_IN_SENTENCE.search(text, max(0, start - _MAX_WORD), start)
    return word_before(text, start) if is_within else ""


def follows_capital(text: str, span: Span) -> bool:
    """Return whether a capitalised word is right before a span: `MOTR: End-to-End ⟦Object Tracking with Queries⟧`."""
    return bool(_ANY_CAPITAL_BEFORE.search(text[max(0, span.start - _NAME_REACH) : span.start]))


def is_in_other_title(text: str, span: Span, block: Block, title: str) -> bool:
    """Return whether a name is a part of another title: `⟦ImageNet⟧ Classification with Deep Networks`."""
    before = text[max(block.span.start, span.start - _MAX_TITLE) : span.start]
    after = text[span.end : min(block.span.end, span.end + _MAX_TITLE)]
    colon = None if block.kind is BlockKind.HEADING else _COLON.match(after)
    behind = [*_words_of_title(after[colon.end() if colon else 0 :].split(), after=True)]
    if (part := _FIRST_PART.match(after)) and behind:
        behind += _words_of_title(after[part.end() :].split(), after=True)
    words = [*_words_of_title(reversed(before.split()), after=False), *behind]
    if len(words) < _MIN_OTHER_WORDS:
        return False
    own = fold(title).split()
    others = sum(not set(fold(word).split()).issubset(own) for word in words)
    return others >= (_MIN_OTHER_WORDS - 1 if colon and len(behind) >= _MIN_OTHER_WORDS else _MIN_OTHER_WORDS)


def is_between_marks(text: str, span: Span) -> bool:
    """Return whether marks of emphasis, a quotation or a wikilink are right before and after a span."""
    return text[span.start - 1 : span.start] in _MARKS and text[span.end : span.end + 1] in _MARKS


def may_be_term(text: str, span: Span) -> bool:
    """Return whether words with an article have small letters; after a capital of the article the sentence goes on."""
    written = text[span.start : span.end]
    if is_between_marks(text, span) or not _SMALL_WITH_ARTICLE.fullmatch(written):
        return False
    return written[0].islower() or (
        text[span.end : span.end + 1] == " " and text[span.end + 1 : span.end + 2].islower()
    )


def names_other_title(text: str, span: Span, title: str) -> bool:
    """Return whether a title and its year follow a name, and most of its words are not in the title of the paper."""
    match = _OTHER_TITLE.match(text, span.end)
    words = set(fold(match["title"]).split()) - SMALL_WORDS if match else set()
    return len(words) >= _MIN_OTHER_WORDS and 2 * len(words.difference(fold(title).split())) > len(words)


def _words_of_title(words: Iterable[str], *, after: bool) -> Iterator[str]:
    """Yield the capitalised words before any that ends a title, with small words between them left out."""
    for word in words:
        bare = word.rstrip(".,;:)") if after else word.lstrip('"“«‘(*_[')
        if _PLAIN_WORD.fullmatch(bare):
            yield bare
        elif word.lower() not in SMALL_WORDS:
            return
        if bare != word:
            return

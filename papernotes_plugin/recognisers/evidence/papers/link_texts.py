"""Decide what the text of a link to a paper is: a citekey, a title, a name, or the word `paper`."""

from __future__ import annotations

import re
from functools import lru_cache

from papernotes_plugin import citekeys
from papernotes_plugin.people import BETWEEN_NAMES, NAME_WORD, is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.short_bylines import is_no_person, may_be_people
from papernotes_plugin.recognisers.evidence.labels.field_labels import NAMES_PAPER
from papernotes_plugin.recognisers.evidence.titles import page_titles
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_wide_sentence
from papernotes_plugin.recognisers.evidence.titles.sentences import is_report
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    is_uninformative,
    is_venue,
    looks_like_title,
    split_title,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Inline

_PAPER_PAGE = lazy_regex(r"\b(?:research|docs?|documents?|repository|thesis)\b", re.IGNORECASE)
_QUOTED = lazy_regex(r"[\"“„«《「『]([^\"“”„«»《》「」『』\n]{6,400})[\"”“»》」』]")
_ONE_NAME = (
    r"(?P<name>[^\s,:]{2,40})(?:\s*(?:논문|论文|論文)|(?:\s\d[\d.]*)?\s+[Pp]aper)"
    r"|(?:[Rr]e-?)?[Rr]ead (?:the |all )?[^:]{2,40} papers?"
)
_WORD_OF_NAME = r"[^\s,:“”\"«»]{2,40} (?:\d[\d.]* )?"
_SEVERAL_WORDS = (
    rf"(?:(?!(?:of|for|in|on|with|from|to|and|as) ){_WORD_OF_NAME}){{1,4}}[Pp]aper(?: by [^:]{{3,40}})?"
    rf"|(?:{_WORD_OF_NAME}){{1,3}}(?:Ph\.?D\.?|[Mm]aster(?:['’]s)?|doctoral) (?:thesis|dissertation)"
)
_BY_PERSON = (
    r"[Pp]aper \([^()]+\)|(?i:(?:the |this |an? )?(?:paper|article|thesis|preprint) by [^:,]{3,60})"
    r"|(?:[^\W\d_][^\s,:]{1,30} ){0,2}[^\W\d_][^\s,:]{1,30}(?:['’]s|s['’]) (?:[\w.]{2,12} ){0,2}"
    r"(?:paper|thesis|dissertation)"
)
_ON_SUBJECT = (
    r"(?i:(?:[-–—]\s)?(?:(?:the|an?|original|good|great|nice|awesome|interesting|\w{2,12}(?= (?:blog )?post)) ){0,3}"
    r"(?:articles?|papers?|preprint|(?:blog )?post) (?:on|about|introducing|describing|presenting|explaining) .+)"
)
_NAMED_PAPER = lazy_regex(f"{_ONE_NAME}|{_SEVERAL_WORDS}|{_BY_PERSON}|{_ON_SUBJECT}")
"""The name of a paper with the word `paper`, which is no part of its title: `BERT paper`, `Ann Lee's PhD thesis`."""
_QUOTED_AFTER_NAME = lazy_regex(
    r"(?i:(?:the|this|an?|their|his|her) )?(?i:paper|article|preprint|(?:ph\.?d\.? |master(?:['’]s)? )?thesis)"
    r"(?: by [^:\"“]{3,60})?[:,]? [\"“](?P<title>[^\"“”]{6,300})[\"”]\.?"
)
"""A title in quotation marks after the word for it: `this thesis by Ann Lee: "A Title"`."""
_NAMES_OF_PAPERS = ("paper", "article", "preprint", "post", "thesis", "dissertation")
"""Words of which every match of `_NAMED_PAPER` in ASCII contains one, in lower case."""
_INITIAL = lazy_regex(r"[A-Z]\.[ -]?(?:[A-Z]\.[ -]?){0,2}[^\W\d_a-z]")
"""The initials of a name, which open no title."""
_EXPLANATION = lazy_regex(
    r"(?:论文|論文|논문)\S{0,6}(?:精读|解读|讲解|详解|阅读|笔记|总结|综述|解説|紹介|リスト|まとめ|리뷰|정리)"
)
"""Words for what others write about a paper: `论文详细解读`, `Deep SORT论文阅读总结`."""
_ON_PAPERS = lazy_regex(
    r"[论論]文(?=[\u3041-\u30fa\u4e00-\u9fff”」』])"
    r"(?!链|鏈|連|リンク|地址|网址|網址|原|全文|正文|本体|ページ|主页|下[载載]|ダウンロード|标题|題|题|名|作者|信息|出处|来源|は)"
)
"""The word for papers within a phrase in Chinese or Japanese, which is on papers in general: `学术论文的变化`."""
_NAME_OF_SOFTWARE = lazy_regex(
    r"(?!(?:white|pre|e|web|the|original|main|full)-)[a-z]{2,15}-(?:paper|pdf)"
    r"|(?:[a-z\d]{2,20}-){1,9}papers?-[a-z\d]{2,20}(?:-[a-z\d]{1,20}){0,9}",
    re.IGNORECASE,
)
"""A name with a hyphen that ends with `paper`, or of a page on papers: `ember-paper`, `research-paper-flaws`."""
_ABOUT_PAPER = lazy_regex(
    r"\b(?:templates?|formats?|requirements|guidelines|instructions|deadlines?|checklist"
    r"|published|accepted|released|announced|submission|submitted)$",
    re.IGNORECASE,
)
"""The end of a text on the form of papers, or of news: `thesis format requirements`, `ggtree paper published`."""
_REQUEST = lazy_regex(
    r"(?:check|click|see|read|look|have a look|find)\b.{0,30}\b(?:it|this|that|here|more|out|arxiv)\b", re.IGNORECASE
)
"""A request, which is no name: `check it out on arXiv`."""
_PHRASE = lazy_regex(
    r"(?:the|an?|this|that|these|his|her|their|our|my|its|some|all) (?![^:]{0,60}:)|[a-z]+ed (?:by|with|in) [A-Z]"
)
"""The opening of a phrase of a sentence, whose capitals are those of names: `the work of Robert Boyer, J Moore`."""
_NAME = rf"(?:{NAME_WORD} ){{0,2}}{NAME_WORD}(?: (?:Jr|Sr)\b\.?)?"
_GENERATION = lazy_regex(r" (?:Jr|Sr)\b\.?")
_LISTED_NAMES = lazy_regex(rf"{_NAME}(?:, {_NAME}){{0,5}},? (?:and|&) {_NAME}")
_NOUN = lazy_regex(r"(?:[^aoi]s|ing|ion|ity|ment|ance|ence|ism|ure|ed)$")
"""The endings of words that are more frequent in titles than in names."""
_MIN_QUOTED = 3
_MAX_LETTERS = 9
"""Chinese, Japanese or Korean letters of a link text that calls its target a paper; more are a title."""


def is_venue_like(value: str) -> bool:
    """Return whether a link text names a journal or a page of papers: `Science`, `Research at X`."""
    return is_venue(value.strip(" .,;:()[]")) or bool(_PAPER_PAGE.search(value))


@lru_cache(maxsize=1 << 12)
def calls_paper(value: str) -> bool:
    """Return whether a link text calls the target a paper: `PDF`, `white paper`, `论文链接`.

    Examples:
        >>> [calls_paper(text) for text in ("white paper", "original-paper", "ember-paper", "research-paper-flaws")]
        [True, True, False, False]
    """
    words = value.split()
    if not value.isascii() and (
        _EXPLANATION.search(value) or _ON_PAPERS.search(value) or len(CJK_LETTER.findall(value)) > _MAX_LETTERS
    ):
        return False
    if len(value) > 40 or not (len(words) <= 3 or is_uninformative(value)):
        return False
    if _NAME_OF_SOFTWARE.fullmatch(value) or _ABOUT_PAPER.search(value):
        return False
    # the middle word of a capitalised phrase does not count: "Rock Paper Scissors"
    is_phrase = len(words) == 3 and all(word[0].isupper() for word in words) and not is_uninformative(value)
    return bool(NAMES_PAPER.search(f"{words[0]} {words[2]}" if is_phrase else value))


def calls_paper_by_name(value: str) -> bool:
    """Return whether a link text is the name of a paper with the word `paper`: `BERT paper`, `BERT 논문`.

    Examples:
        >>> [calls_paper_by_name(text) for text in ("WizardCoder 논문", "Read the Wu paper", "Rock Paper Scissors")]
        [True, True, False]
    """
    # most texts have none of these words, which takes a tenth of the time to find out
    may_name = not value.isascii() or any(map(value.lower().__contains__, _NAMES_OF_PAPERS))
    return may_name and bool(_NAMED_PAPER.fullmatch(value.strip()))


def _quoted(value: str) -> str:
    """Return the first phrase in quotation marks, if it has three words; else ""."""
    match = _QUOTED.search(value)
    return match.group(1).strip(" ,.") if match and count_words(match.group(1)) >= 3 else ""


def has_words(inline: Inline) -> bool:
    """Return whether the text of a link is words, a picture or its URL, and not only a number."""
    return inline.bare or not inline.text.strip() or any(c.isalpha() for c in inline.text)


def are_names(value: str) -> bool:
    """Return whether a text is a list of names without a year, of which no word is one of titles.

    Examples:
        >>> names = "Acemoglu, Johnson, and Robinson", "Quamrul Ashraf and Oded Galor", "Bird, Lee Jr., and Winston"
        >>> [are_names(text) for text in (*names, "Visual Learning and Deep Networks")]
        [True, True, True, False]
    """
    if not _LISTED_NAMES.fullmatch(value):
        return False
    if _GENERATION.search(value):
        return True
    names = BETWEEN_NAMES.split(value)
    words = [word for name in names for word in name.split()]
    nouns = sum(map(bool, map(_NOUN.search, words)))
    if 2 * nouns > len(words) or (3 * nouns > len(words) and not any(map(is_given_name, words))):
        # `Women, Fire, and Dangerous Things`
        return False
    return may_be_people(names) and not any(is_title_word(word) or is_no_person(word) for word in words)


def are_names_with_years(value: str, undated: str) -> bool:
    """Return whether a text is names before years in brackets: `Lee, Ray, and Poe [1983, 1985]`.

    Args:
        value: The text.
        undated: The text without the brackets.
    """
    return value.rstrip("])\\ ")[-4:].isdigit() and are_names(undated)


def classify_link_text(value: str) -> tuple[str, str, str]:
    """Return citekey, title and label of a paper, of which the text of a citation link is one at most.

    Examples:
        >>> classify_link_text("@vaswani2017"), classify_link_text("BERT"), classify_link_text("pdf")
        (('vaswani2017', '', ''), ('', '', 'BERT'), ('', '', ''))
    """
    value = " ".join(value.split())
    if not value or is_uninformative(value):
        return "", "", ""
    bare = value.strip("@[]`{} ")
    if citekeys.is_citekey(bare):
        return bare, "", ""
    if _INITIAL.match(value) and authorship.looks_like_authors(value):
        return "", "", ""
    if (quoted := _QUOTED_AFTER_NAME.fullmatch(value)) and count_words(quoted["title"]) >= _MIN_QUOTED:
        return "", quoted["title"].strip(" ,."), ""
    clean = split_title(value).title
    if is_report(clean) or (not clean.isascii() and is_wide_sentence(clean)):
        return "", "", ""
    if named := _NAMED_PAPER.fullmatch(clean):
        return "", "", named["name"] or ""
    if (_PHRASE.match(clean) and looks_like_title(clean)) or are_names(clean):
        return "", "", clean
    is_of_page = page_titles.read(value).title != value
    if count_words(clean) >= 4 and (looks_like_title(clean) or ":" in clean or is_of_page or _quoted(value)):
        return "", clean, ""
    return "", "", "" if _REQUEST.match(clean) else clean

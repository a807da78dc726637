"""The meaning of a label as it is written, with emoji, a number or a second part: `📑 Publisher`, `Author 2`."""

from __future__ import annotations

import re
from functools import lru_cache

from papernotes_plugin.people import PARTICLES
from papernotes_plugin.recognisers.evidence.labels.field_labels import MEANING
from papernotes_plugin.text.lazy_regex import lazy_regex

SYMBOLS = "\u2190-\u2bff\u3030\u303d\u3297\u3299\ufe0f\u200d\U0001f000-\U0001faff"
"""Emoji and other symbols that precede labels, as part of a character class."""
OF_FACTS = frozenset(("title", "authors", "venue", "year", "link", "doi", "arxiv", "citekey", "tags"))
"""Meanings of labels that may have no colon, or be headings."""
_SYMBOLS_AROUND = lazy_regex(rf"^[{SYMBOLS}\s*_:：\[\]()#]+|[{SYMBOLS}\s*_:：\[\]()#]+$")
_AROUND_ASCII = " \t\n\r\v\f\x1c\x1d\x1e\x1f*_:[]()#"
"""The characters of ASCII among them."""
# 论文下载链接, 代码和数据集, 項目主頁
_LINK = lazy_regex(
    r"(?!.*(?:関連|相关))(?:(?:论文|论文pdf|原文|論文).{0,6}(?:链接|地址|下载|リンク|url)|(?:代码|数据集|项目).{0,8})"
)
_WORK = "(?:paper|article|publication|preprint|manuscript|thesis)"
# link to the original paper, full paper pdf
_ENGLISH_LINK = lazy_regex(
    rf"(?:links?|url|pdf) (?:to|of|for) (?:the |this )?(?:original |full |published |research |arxiv )?{_WORK}(?: pdf)?"
    rf"|(?:the )?(?:original|full|published|research|arxiv|official) {_WORK}(?: (?:link|url|pdf))?"
)
_PUBMED = ("pm", "pubmed")
"""The beginning of labels of numbers on PubMed."""
_PUBMED_NUMBER = lazy_regex(
    r"[\s\[<`]*(?:PMC)?\d{4,9}[\]`]*(?:\([^\s()]+\))?[\s>.,;]*|<?https?://\S+\s*", re.IGNORECASE
)
"""A number of PubMed, also with a link, and nothing else."""
_SIMPLIFIED = str.maketrans("標題論發會議時間鏈連結處鍵詞", "标题论发会议时间链连结处键词")
"""The simplified forms of traditional characters in Chinese labels."""
_SENTENCE = lazy_regex(
    rf"(?<![\w/.:@-])(?:(?:(?!(?:{PARTICLES}|and|of|the|for|in|on)\s)[a-z]{{2,}}\s){{3}}"
    r"|(?:we|it|that|this|is|are|was|were|will|they|you|has|have|been)\s)"
)
_OF_PUBLICATION = lazy_regex(r"(?P<label>[^\W\d_][^\d_]{2,20}) (?:info(?:rmation)?|details|data)")
"""A word after the label of a publication: `journal info`, `publication details`."""
_LABEL_END = lazy_regex(r"[/／(（]")


@lru_cache(maxsize=1 << 12)
def meaning(label: str) -> str:
    """Return the key of `field_labels.FIELDS` that a label belongs to, or "".

    Examples:
        >>> meaning("TL;DR"), meaning("📑 Publisher"), meaning("著者/所属機関"), meaning("Colour")
        ('tldr', 'venue', 'authors', '')
        >>> meaning("published-in"), meaning("Author 2"), meaning("Paper 2"), meaning("Journal Info")
        ('venue', 'authors', '', 'venue')
    """
    lowered = label.casefold()
    bare = lowered.strip(_AROUND_ASCII) if label.isascii() else _SYMBOLS_AROUND.sub("", lowered)
    folded = " ".join(bare.split())
    listed = MEANING.get(lowered) or MEANING.get(folded)
    listed = listed or MEANING.get(_LABEL_END.split(folded, maxsplit=1)[0].strip(), "")
    if not listed and not folded.isascii():
        listed = MEANING.get(folded.translate(_SIMPLIFIED), "")
    if not listed and ("-" in folded or "_" in folded):
        listed = MEANING.get(folded.replace("-", " ").replace("_", " "), "")
    if not listed and folded[-1:].isdigit() and MEANING.get(folded.rstrip("0123456789 #.")) == "authors":
        # `author 2`
        return "authors"
    if not listed and (match := _OF_PUBLICATION.fullmatch(folded)) and MEANING.get(match["label"]) == "venue":
        return "venue"
    return listed or ("link" if (_ENGLISH_LINK if folded.isascii() else _LINK).fullmatch(folded) else "")


def may_be_sentence(value: str) -> bool:
    """Return whether a value has three words in small letters in a row, or a verb, as no names or venue have.

    Examples:
        >>> may_be_sentence("The text was written by us"), may_be_sentence("We hope that it appears soon")
        (True, True)
        >>> may_be_sentence("Vincent van der Berg"), may_be_sentence("Journal of the history of ideas")
        (False, False)
    """
    return _SENTENCE.search(value) is not None


def may_be_number(label: str, value: str) -> bool:
    """Return whether a value may be the identifier that its label announces: it has a digit, and no other words.

    Examples:
        >>> may_be_number("arXiv", "methods and benchmarks"), may_be_number("PMID", "26979387 — Large spoons")
        (False, False)
        >>> may_be_number("PMID", "26979387"), may_be_number("DOI", "")
        (True, True)
    """
    if value and "/" not in label and label.casefold().startswith(_PUBMED):
        return _PUBMED_NUMBER.fullmatch(value) is not None
    return not value or any(map(str.isdigit, value))

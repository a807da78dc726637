"""Read the title in the plain words of a reference, where no link, emphasis or quotation marks show it."""

from __future__ import annotations

import re
from itertools import islice

from papernotes_plugin import venues
from papernotes_plugin.people import INITIALS, NAME_WORD, is_title_word
from papernotes_plugin.recognisers.evidence.authors import authorship, trailing_authors
from papernotes_plugin.recognisers.evidence.authors.short_bylines import is_no_person, may_be_family_name
from papernotes_plugin.recognisers.evidence.lines.line_marks import DATE
from papernotes_plugin.recognisers.evidence.titles import sentences
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.title_decoration import WRITTEN_ARXIV
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, is_venue, split_title
from papernotes_plugin.recognisers.evidence.titles.title_match import END_OF_TITLE, TitleMatch
from papernotes_plugin.recognisers.evidence.titles.titles_beside_names import (
    title_after_full_names,
    title_after_shortened_names,
    title_before_names,
)
from papernotes_plugin.recognisers.evidence.titles.venue_endings import before_venue_at_end
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK
from papernotes_plugin.vocabulary.model import Span

_VENUE_AT_END = lazy_regex(r", [A-Z][a-z]*[A-Z]{2}\w*(?:, | |['’])(?:(?:19|20)\d\d|\d\d)\.?$")
"""An acronym with its year after a comma: `, CVPR, 2017`."""
_MAX_VENUE = 24
NUMBER = lazy_regex(
    r"^[\s*\\]*(?:\[(?:\^?(?!(?:19|20)\d\d\])\d{1,4}|\*)\\?\]:?"
    r"|\[[^\[\]]{2,40}(?:et al|,)[^\[\]]{0,9}\d{4}[a-z]?\\?\]:?|\(?\d{1,3}[.)]\s)[\s*]*"
)
"""The number or key of a reference: `[12]`, `**[3]**`, `[Rombach et al., 2022]`, `4.`"""
_DATED = lazy_regex(
    r"^(?P<title>.{3,300}?)\s{0,20}[(\[](?P<year>(?:19|20)\d\d)[)\]]\s*[,.:]?\s*(?P<rest>.*)$", re.DOTALL
)
_FAMILY_AND_INITIALS = lazy_regex(rf"{NAME_WORD}, {INITIALS},")
"""A name that opens a list of authors: `Lee, A. B., `."""
_POINT_BEFORE_NAME = lazy_regex(r"(?<=[a-z]{3})\.(?=[A-Z][a-z]+, [A-Z])")
"""The end of a title without a space after it: `of lamps.Lee, Ann, and Bob Ray`."""
_ONE_AUTHOR = lazy_regex(rf"({NAME_WORD}(?: I{{1,3}})? [A-Z]{{1,3}})\. (?=[A-Z])")
"""The only author of a numbered reference: `Ray B. `."""
_ARXIV = lazy_regex(r"ar[xX]iv[:\s]\s?(\d{4}\.\d{4,5})")
_BEFORE_IDENTIFIER = lazy_regex(
    r"(?P<title>[^()]{2,300}(?:\([^()]{1,40}\)[^()]{0,100})?)\s[(\[](?P<publication>[^()\[\]]{0,80}?)"
    rf"\b{WRITTEN_ARXIV}[^()\[\]]{{0,60}}[)\]]"
)
_IN_BRACKETS = lazy_regex(r"\\?[\[(][^\[\]()]{2,40}[\])]")
"""A venue before a title, which belongs to it: `[SoCC '20] Title`."""
_NUMBER_IN_BRACKETS = lazy_regex(r"\[(?:\d{1,4}|\*)\] ")
_LABEL_AT_END = lazy_regex(rf"\s[{CJK}]{{2,8}}\s?[:：]\s*$")
_WIDE_COMMA = lazy_regex(r"(?<=[A-Za-z\d)）.])\s?，\s?(?=[A-Z\d])")
"""The comma of Chinese between words in Latin letters: `Segment Anything，ICCV 2023`."""
_OTHERS = lazy_regex(r"(?<=[A-Za-z])\s?等人?(?=[\s,，.。;；:：)]|$)")
"""The Chinese word for further authors after a name in Latin letters."""
_BEFORE_REMARK = lazy_regex(
    r"(?P<title>[^\W\d_a-z][^()（）]{12,250}?)\s?[(（](?P<venue>[A-Z][^()（）]{2,30}\d\d)[)）]\s?[:：]\s*(?P<rest>\S.*)"
)
"""A title, its venue in brackets, a colon and a remark."""
_MIN_BEFORE_REMARK = 4
"""Words of such a title; fewer may be the short name before it."""
_ORGANISATION_AT_END = lazy_regex(
    r"(?<=[\w)])[,:] (?P<name>(?:Google|Meta|Facebook|Microsoft|OpenAI|DeepMind|NVIDIA|Adobe|Amazon|Apple"
    r"|Baidu|Tencent|Alibaba|Huawei|ByteDance|Salesforce|Samsung|NAVER|Kakao|Stanford|MIT|CMU|FAIR|Tsinghua)"
    r"(?: [A-Z][\w&.-]*){0,3}|(?:[A-Z][\w-]+ ){1,3}University|University of(?: [A-Z][\w-]+){1,3})$"
)
"""The company or university of the authors after a title, and a comma or a colon."""
_MIN_BARS = 2
"""Bars from which a paragraph is a list of facts."""
_MAX_LABEL_WORDS = 3
_MAX_SENTENCES = 2
_TWO_FAMILIES = lazy_regex(r"([^\W\d_a-z][\w'’-]+) (?:and|&) ([^\W\d_a-z][\w'’-]+)")
_MIN_AFTER_FAMILIES = 4
"""Words of a title of a paper after two family names and a point."""
_WITH_VENUE = lazy_regex(r"[^\W\d_a-z][^\n.!?()]{12,250} \((?P<venue>[A-Z][^()\n]{2,30}\d\d)\)(?P<rest>[^\n]{0,60})")
"""A title with its venue in brackets before links: `Title (ISPASS '14) ([paper](…))`."""
_NAME = r"(?:[a-z]{2,3} )?[^\W\d_a-z][\w'’.-]*(?: [\w'’.-]+){0,3}"
_WITH_ADDRESS = lazy_regex(
    rf"(?P<title>[^\W_][^\n.!?]{{12,250}})[.?!]\s+(?P<names>{_NAME}(?:, (?:and )?{_NAME})*(?:,? et al)?)[.,]?"
    r"\s+<?https?://\S+"
)
"""A title, names and the address of the paper in one line: `Auto-Encoding Bayes. Kingma, Welling. https://…`."""
_MIN_ENTRY_TITLE = 3
"""Words of a title before names and an address."""


def title_in_reference(words: str, span: Span, min_words: int, *, has_link: bool) -> TitleMatch | None:
    """Return the title in a reference without quotation marks or links.

    The forms are `Title (year) Authors` and `Title. Venue`; `reference` reads what begins with authors.
    """
    # `Title` / `论文地址：https://…`
    words = _LABEL_AT_END.sub("", words)
    if words[:1] == "[" and "]" not in words:
        # a link that was not closed: `[Title(https://…)`
        words = words[1:]
    words = " ".join((words if words.isascii() else _WIDE_COMMA.sub(", ", _OTHERS.sub(" et al.", words))).split())
    if match := _title_before_venue(words, span):
        return match
    is_numbered = bool(_NUMBER_IN_BRACKETS.match(words))
    words = _POINT_BEFORE_NAME.sub(". ", NUMBER.sub("", words).rstrip(" [(,，;:/–—-"))
    if is_numbered and (author := _ONE_AUTHOR.match(words)):
        match = title_in_reference(words[author.end() :], span, min_words, has_link=has_link)
        if match and not match.authors:
            match.authors = (author[1],)
        return match
    if "rXiv" in words or "rxiv" in words:
        if len(set(_ARXIV.findall(words))) > 1:
            # a list of papers
            return None
        if match := _title_before_identifier(words, span):
            return match
    has_venue = _VENUE_AT_END.search(words, max(0, len(words) - _MAX_VENUE)) is not None
    if (has_link or has_venue or "rXiv" in words) and (match := title_after_full_names(words, span)):
        return match
    if has_link and " et al" in words and (match := title_after_shortened_names(words, span)):
        return match
    if match := _dated_title(words, span):
        return match
    if match := title_before_names(words, span):
        return match
    return _title_in_sentences(words, span, min_words, is_numbered=is_numbered, has_link=has_link)


def _title_before_venue(words: str, span: Span) -> TitleMatch | None:
    """Return the title before a known venue in brackets and a remark: `Title (CVPR 2017): why it works`."""
    match = _BEFORE_REMARK.fullmatch(words) if "20" in words or "19" in words else None
    if not match or count_words(match["title"]) < _MIN_BEFORE_REMARK:
        return None
    name, year, _ = venues.parse_venue(match["venue"])
    parts = split_title(f"{match['title']} ({match['venue']})")
    return TitleMatch(parts, span, match["rest"], is_distinct=True) if name and year and parts.year else None


def _title_in_sentences(
    words: str, span: Span, min_words: int, *, is_numbered: bool, has_link: bool
) -> TitleMatch | None:
    """Return the title that is the first sentence of a reference, unless it is of names."""
    texts = [s for s in segments(_with_bars(words)) if s.strip(" .,:;-–—[]()")]
    while len(texts) > 1 and not any(map(str.isalpha, texts[0])):
        # `2017-12 | Title | Authors`
        texts.pop(0)
    if not texts:
        return None
    if _FAMILY_AND_INITIALS.match(texts[0]):
        # `reference` could not read it
        return None
    people = _two_families(texts[0])
    if people and len(texts) > 1 and are_titles_of_papers([texts[1]], _MIN_AFTER_FAMILIES):
        return TitleMatch(split_title(texts[1]), span, ". ".join(texts[2:]), is_distinct=False, authors=people)
    if len(texts) > 1 and (authorship.looks_like_authors(texts[0]) or authorship.is_mostly_names(texts[0])):
        return None
    # without both, `Lunch with Bob, CVPR 2019` looks the same
    if has_link or (is_numbered and not _opens_with_name(texts[0])):
        texts[:1] = before_venue_at_end(texts[0], has_link=has_link)
        texts[:1] = _without_organisation(texts[0]) if has_link else texts[:1]
    parts = split_title(texts[0])
    if count_words(parts.title) < (1 if parts.year else min_words):
        return None
    return TitleMatch(parts, span, ". ".join(texts[1:]), is_distinct=bool(parts.venue and parts.year))


def _two_families(words: str) -> tuple[str, ...]:
    """Return the two family names that a first sentence may be: `Kingma and Ba`; () for words of titles, or others.

    Examples:
        >>> _two_families("Kingma and Ba"), _two_families("Attention and Memory")
        (('Kingma', 'Ba'), ())
    """
    match = _TWO_FAMILIES.fullmatch(words)
    names = match.groups() if match else ()
    are_names = all(may_be_family_name(name) and not is_no_person(name) and not is_title_word(name) for name in names)
    return names if are_names else ()


def _with_bars(words: str) -> str:
    """Return a reference with bars in place of the slashes around its venue: `T5 / Title / JMLR 2020`.

    A short name before the title is left out.
    """
    parts = words.split(" / ")
    if not any(is_venue(part.strip()) for part in parts[1:]):
        return words
    name = parts[0].strip()
    is_named = len(parts) > 2 and " " not in name and any(c.isupper() or c.isdigit() for c in name[1:])
    return " | ".join(parts[is_named:])


def _without_organisation(words: str) -> list[str]:
    """Return a title without the organisation after its last comma, and that: `Segment Anything, Meta AI`."""
    match = _ORGANISATION_AT_END.search(words)
    if not match or count_words(words[: match.start()]) < 2:
        return [words]
    return [words[: match.start()], match["name"]]


def _opens_with_name(words: str) -> bool:
    """Return whether a reference begins with the name of a person, so that its title comes later."""
    first = re.split(r",| and ", words, maxsplit=1)[0]
    return authorship.is_person(first)


def _title_before_identifier(words: str, span: Span) -> TitleMatch | None:
    """Return the title before an identifier in brackets: `Key-Value Means (arXiv:2605.09877)`; None for none."""
    match = _BEFORE_IDENTIFIER.match(words)
    if not match or sentences.is_sentence(match["title"], has_link=True) or " · " in match["title"]:
        return None
    parts = split_title(match["title"])
    return TitleMatch(parts, span, match["publication"].strip(" ,;"), is_distinct=False) if parts.title else None


def _has_names_after_sentence(words: str) -> bool:
    """Return whether several names follow the first or the second sentence: `Title. Ann Lee, Bob Ray. ICML 2020`."""
    sentence_ends = islice(END_OF_TITLE.finditer(words), _MAX_SENTENCES)
    return any(len(trailing_authors.authors_in(words[end.end() :])) > 1 for end in sentence_ends)


def _dated_title(words: str, span: Span) -> TitleMatch | None:
    """Return the title before a year in brackets and nothing but names; None for another form."""
    match = _DATED.match(words)
    if not match or count_words(match["title"]) < 2:
        return None
    if _has_names_after_sentence(match["title"]):
        # `Title. Ann Lee, Bob Ray. arXiv:2201.07406 (2022)`
        return None
    words_after = match["rest"].strip(" []()")
    names = trailing_authors.authors_in(words_after)
    if words_after and not names:
        return None
    # the year belongs to authors at the end: `World Models, Ha & Schmidhuber (2018)`
    parts = split_title(f"{match['title']} ({match['year']})")
    return TitleMatch(parts, span, words_after, is_distinct=bool(names), authors=names)


def segments(words: str) -> list[str]:
    """Return the sentences of a reference; a dash before names or a venue separates, too."""
    texts: list[str] = []
    for part in END_OF_TITLE.split(words):
        head, dash, tail = re.sub(r"(?<!\s)\s+[–—-]\s+", "\0", part, count=1).partition("\0")
        if dash and (
            authorship.looks_like_authors(head) or trailing_authors.authors_in(tail) or is_venue(tail.strip(" []()"))
        ):
            texts += [head, tail]
        else:
            texts.append(part)
    if len(texts) > 1 and _IN_BRACKETS.fullmatch(texts[0]):
        texts[:2] = [f"{texts[0]} {texts[1]}"]
    return texts


_AFTER_DAY = lazy_regex(rf"[\[(]{DATE}\s?[\])]\s+(?=[^\W\d_a-z])")
"""The day in brackets before the entry of a log: `(2022-06-05) Title. Ann Lee. ICML 2020.`"""


def is_entry(words: str) -> bool:
    """Return whether a paragraph is a title with its venue, or names, before links; facts between bars; or after a day.

    Examples:
        >>> is_entry("Disentangled Recurrent Autoencoders. Han, Min, Lan. https://arxiv.org/abs/2101.07496")
        True
        >>> is_entry("We also use autoencoders here. See https://arxiv.org/abs/2101.07496")
        False
    """
    words = words.strip()
    if words.count(" | ") >= _MIN_BARS:
        return True
    if _AFTER_DAY.match(words):
        return _has_names_after_sentence(_POINT_BEFORE_NAME.sub(". ", words))
    if "://" in words and (match := _WITH_ADDRESS.fullmatch(words)):
        is_list = "," in match["names"] or "et al" in match["names"]
        return is_list and count_words(match["title"]) >= _MIN_ENTRY_TITLE
    match = _WITH_VENUE.fullmatch(words) if ")" in words[:300] else None
    if not match or count_words(match["rest"]) > _MAX_LABEL_WORDS:
        return False
    name, year, _ = venues.parse_venue(match["venue"])
    return bool(name and year)

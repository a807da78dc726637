"""Decide whether words are a sentence about a paper, not the title of one.

The words were chosen by their number in 23,000 titles of papers: the rarer a word is in titles, the more it counts.
Words with capitals do not count, as titles have them.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from papernotes_plugin.recognisers.evidence.titles.title_heuristics import looks_like_title, starts_lowercase
from papernotes_plugin.text.lazy_regex import lazy_regex

SENTENCE_END = lazy_regex(r"[.!?。！？](?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bal\.)(?<!\bcf\.)(?<!\bvs\.)[\"”*_)]*\s+")
"""The mark and the space that end a sentence of prose; `title_match.END_OF_TITLE` is that in a reference."""
FIVE_WORDS = lazy_regex(r"(?<![^\W\d_])(?:[a-z]{2,} ){4}[a-z]")
"""Five words in lower case, which have no facts inside, and of which no name consists."""
_ENOUGH = 3
"""Score from which words are a sentence."""
_ENOUGH_WITHOUT_LINK = 2
"""The same for words without a link to a paper."""
_MAX_WORDS = 40
"""Words from which a text is no title."""
_MAX_CLAUSES = 2
"""Semicolons from which a text lists remarks."""
_CERTAIN = lazy_regex(
    r"\b(?:(?:is|are) (?!being)[a-z]+ing|was|were|been|had|did|didn['’]t|isn['’]t|aren['’]t|wasn['’]t|doesn['’]t"
    r"|there['’]s|that['’]s|[Hh]ere['’]s the|we['’](?:re|ve|ll)|i['’](?:m|ve)|would|could"
    r"|uses|needs to (?!know)"
    r"|(?:is|are) [a-z]+ed (?:by|from|as|with)"
    r"|performed|received|published|proposes|proposed|submitted|mentioned|discussed"
    r"|(?:is|are) one of the|is an? (?:new|novel|\w+ (?:tool|package|library|framework|approach|method))"
    r"|because|also|found|shows|wurde|wurden|hatte|était|étaient|fue|fueron|foi|foram"
    r"|был[аио]?|является|являются|работает|работают|будет|будут|можно|нужно)\b"
)
_LIKELY = lazy_regex(
    r"\b(?:is|are|has|have|will|should|must|might|very|just|so|but|which|since|while|our|my|here|there|ist|sind|est|sont|está"
    r"|different from|the same as|better than|worse than|rather than|compared (?:to|with)|mainly|basically)\b"
)
_USUAL = lazy_regex(r"\b(?:can(?:not)?|may|not|never|than|if|because|who|you|they)\b")
"""Words that a few titles have, and many sentences."""
_STATEMENT = lazy_regex(
    r"(?!(?:Why|How|Wh[aeio]\w*|Do|Does|Can|Could|Should|Would|Will|If|Is|Are)\b)[^:?]*"
    r"\b(?:should|must|would|could|cannot|might|will|may|(?:more|less|better|worse|rather) (?:\w+ )?than)\b[^:?]*"
)
"""A modal verb or a comparison, in words that are no question and have no subtitle."""
_SUBJECT = lazy_regex(
    r"(?:(?:We|I|It|They|He|She|There|This|These|You|Wir|Es|Ich|Nous|Il) (?=[a-z'’])|(?:we|i|it|they|he|she|there) )"
)
"""A pronoun that opens a sentence, before a word in lower case."""
_OPENING = lazy_regex(
    r"(?:Also|Added?|Fixed|Thanks|Apparently|Note that|Here|In this paper|As in|Based on|According to) "
    r"|(?:Ensure|Enforce|Make sure|Avoid|Verify|Enable|Disable|Configure) (?=[a-z])"
)
"""Words that open a remark, or an instruction."""
_POINTING = lazy_regex(
    r"(?:Read|See|Watch|Check|Look at|Try) (?:this|that|these|also|out)\b"
    r"|I (?:hear|heard|think|believe|found|read|like|liked|love|loved|guess|recommend|suggest|wonder) (?=[a-z])"
)
"""A request, as in `Read this (Calyx): …`, or the opinion of an author."""
_REPORT_VERB = (
    r"(?:also |first |then |further |only |mainly )?(?:show|propos|introduc|present|demonstrat|f[io]u?nd"
    r"|argu|claim|suggest|investigat|describ|develop|evaluat|report|stud(?:y|i)|address|explor|discuss|analy[sz]|observ|prov|achiev|reach"
    r"|conclud|examin|identif(?:y|i)|compar|extend|outperform)"
)
"""The stem of a verb by which a sentence says what a paper does."""
_REPORT = lazy_regex(
    rf"(?:We|They|(?:The )?[Aa]uthors) {_REPORT_VERB}(?:e|e?d)?\b"
    rf"|(?:It|(?:This|The) (?:paper|article|author|work|study|thesis)) {_REPORT_VERB}(?:e?s|e?d)\b"
    rf"|Our (?:\w+ )?(?:model|method|approach|algorithm|results|experiments) {_REPORT_VERB}(?:e|e?s|e?d)?\b"
    r"|In this (?:paper|article|work|study|thesis), (?:we|the|an?|I)\b"
    r"|(?:Shows|Proposes|Introduces|Presents|Demonstrates|Argues|Claims|Suggests|Investigates|Describes|Develops"
    r"|Evaluates|Explores|Discusses|Proves|Achieves|Extends|Uses|Applies|Combines|Trains|Learns|Provides|Gives|Adds"
    r"|Explains|Covers|Follows|Builds|Considers|Compares|Relies|Implements|Replaces|Requires|Assumes"
    r"|Generali[sz]es) [a-z]"
    r"|(?:(?i:this|their|our|my|another|a related|related|the original|original)) (?:paper|article|preprint)\b"
)
"""A sentence of a paper, or about one: `We show that …`, `The authors propose …`, `Uses depth maps …`."""
_READ_THIS = lazy_regex(r"(?:Read|See|Check out|Look at) (?:this|that|these) [a-z]")
"""A request to read: `Read this paper on counting`."""
_TAGS = lazy_regex(r"^(?:#[\w/-]+\s+)+")
_SUMMARY = lazy_regex(
    rf"(?:\S+ ){{1,3}}[–—-]{{1,2}} (?:{_REPORT_VERB}e?s|focuses|uses|adds|learns|combines|trains|applies|provides"
    r"|enables|improves|allows|relies|contains|covers|is|has|was) "
)
"""A name, and what its paper does: `QReCC – focuses on questions`."""
_QUESTION = lazy_regex(
    r"(?:How|What|Why|When|Where|Which|Is|Are|Does|Do|Can)\b[^?]{0,60}?\b(?:is|are|was|were|do|does|did|can|could|will)"
    r" (?:(?:the|this|their|our|my) (?:proposed )?(?:model|method|approach|algorithm)"
    r"|(?:the|this) (?:paper|authors?|article))\b[^?]*\?$",
    re.IGNORECASE,
)
"""The question of a reader: `How does the model deal with …?`."""
_ARTICLE = lazy_regex(r"(?:an?|the|this|these|to|in|for|with|and|but|or|as|by|from|on|our|their|its|then|so|if) ")
"""A word in lower case that opens no title."""
_UNFINISHED = lazy_regex(
    r"(?<!-)\b(?:an?|and|are|as|at|about|by|both|called|cf|for|from|in|into|is|like|named|of|or|our|per|see|similar|since"
    r"|such|than|that|the|their|this|to|under|use|unlike|used|uses|using|via|was|were|which|with|和|与|如|見"
    r"|(?:is|are|was|were) (?:presented|proposed|introduced|described|suggested|reported)"
    r"|(?:can be|is|are) (?:\w+ )?(?:available|found|downloaded)(?: for download| online)?)$"
    r"|(?<!Alzheimer)(?<!Parkinson)(?<!Huntington)(?<!Crohn)['’]s$"
)
"""A word that ends the beginning of a sentence, and no title: `ResNet and [paper](…)`."""
_COMPARISON = lazy_regex(
    r"(?<![\w-])(?:like|unlike|similar to|as in|such as|following|than|inspired by|compared (?:to|with)"
    r"|instead of|wie|comme|como) (?:[Tt]he )?[A-Z][\w+-]*(?: [A-Z\d][\w+-]*)?$"
)
"""The name of another paper at the end: `like DORN`."""
_NEWS = lazy_regex(r"\b(?:has|have) (?:been )?\w+(?:ed|en)\b|!$|\? (?:yes|no|maybe|probably|sure)$", re.IGNORECASE)
"""The form of news and of answers, which no title has: `has been accepted`."""
_REST_OF_SENTENCE = lazy_regex(
    r"(?:\s\([A-Z][\w-]{1,12}\))?\s+(?!(?:by|in|at|from|et|code|paper|pdf|link)\b)[a-z]{2,}['’,]?\s+[a-z]"
)
_NARRATION = lazy_regex(
    r".{0,100}?\((?:19|20)\d\d[a-z]?\)"
    r"(?:['’]s\b|(?:,|:)?\s+(?!(?:in|pp?|vol|no|eds?|arxiv|doi|preprint|pdf|link|code|via|at|from|on|and|by"
    r"|slides|video|blog|talk|und|et|y)\b)[a-z]{3,}(?= )|\s+and\s+(?:[A-Z][\w'’-]+\s+){1,4}\((?:19|20)\d\d)"
)
"""A citation that is the subject of a sentence: `Trogdon et al. (2008) flag that …`, `Extend Lee (2019)'s test`."""
_CITED = lazy_regex(r"\b(?:et al\b\.?|(?:&|and) [A-Z][\w'’-]+)[,\s]{1,2}\(?(?:19|20)\d\d")
_VENUE_TAG = lazy_regex(r"\[[A-Z][\w&+-]*\s?['’`]\d\d\]")
_CLAUSE = lazy_regex(
    r", we [a-z]{3,}\b|(?:[,;]| [–—-]) see (?:the|also|this|our|my|how)\b"
    r"|\b(?:i\.e|e\.g)\.?$|: (?:This|It|They|We) (?:is|are|was|were|uses?|has|have|can|will)\b"
    r"|: (?:Implemented|Added|Fixed|Wrote|Started|Finished|Tried|Tested|Reviewed|Worked) (?:an?|the|my|on|out|up|to)\b"
)
"""A clause of a sentence after a comma, a dash or a colon, or the abbreviation before an example at the end."""
_PROSE = lazy_regex(
    r"\W{0,4}(?:[^\W\d_][\w'’-]*,? ){0,4}?"
    r"(?:(?!(?:in|proceedings|published|presented|accepted|journal|of|the|at|and)\b)[a-z'’-]{2,},? ){4}"
)
"""Four words in lower case near the beginning, other than those that introduce a venue."""
_GOES_ON_AFTER_YEAR = lazy_regex(
    r"(?:19|20)\d\d\)?\*{0,2} (?!best|outstanding|oral|spotlight|poster|workshop|long|short|main)[a-z]{2,} [a-z]{2,}"
)
"""Words in lower case after a year, other than the track of a venue."""


def precedes_venue(words_after: str) -> bool:
    """Return whether the words after a title are prose around a venue, so that it belongs to other words.

    Examples:
        >>> precedes_venue(" We must run it again on the second corpus (ICLR 2027)"), precedes_venue(", ICLR 2027.")
        (True, False)
        >>> precedes_venue(" ICLR 2027 is not planned"), precedes_venue(" ICLR 2027 best paper")
        (True, False)
    """
    return bool(_PROSE.match(words_after) or _GOES_ON_AFTER_YEAR.search(words_after))


def is_report(words: str) -> bool:
    """Return whether words begin like a sentence on what a paper does, or ask about it, which no title does.

    Examples:
        >>> [is_report(words) for words in ("We show that depth helps", "We Show Depth", "How does the model use it?")]
        [True, False, True]
    """
    words = _TAGS.sub("", words) if words[:1] == "#" else words
    return bool(_REPORT.match(words) or (words.endswith("?") and _QUESTION.match(words)) or _READ_THIS.match(words))


def is_unfinished(words: str) -> bool:
    """Return whether words end with one that no title and no sentence ends with: `as described in the`."""
    return _UNFINISHED.search(words) is not None


@lru_cache(maxsize=1 << 12)
def is_sentence(words: str, *, has_link: bool) -> bool:
    """Return whether plain words are a sentence or its beginning, by verbs, opening and ending.

    Args:
        words: The words that may be a title.
        has_link: Whether a link to a paper follows them, so that more evidence is needed.

    Examples:
        >>> sentences = "It uses depth like DORN", "The network was trained with", "Attention is all you need"
        >>> [is_sentence(words, has_link=True) for words in sentences]
        [True, True, False]
    """
    if _POINTING.match(words) or _SUMMARY.match(words) or is_unfinished(words) or words.count(" ") >= _MAX_WORDS:
        return True
    if (
        is_report(words)
        or _CLAUSE.search(words)
        or words.count("; ") >= _MAX_CLAUSES
        or words.count('"') == 1
        or words.count("“") > words.count("”")
    ):
        # also if more of a quoted sentence follows
        return True
    if looks_like_title(words):
        return False
    if _COMPARISON.search(words) or _NEWS.search(words):
        return True
    score = min(4, 2 * len(_CERTAIN.findall(words))) + min(2, len(_LIKELY.findall(words)))
    score += 2 * bool(_SUBJECT.match(words) or _OPENING.match(words))
    if starts_lowercase(words):
        score += 2 if _ARTICLE.match(words) else 1
    return score >= (_ENOUGH if has_link else _ENOUGH_WITHOUT_LINK)


def _has_word_of_sentence(words: str) -> bool:
    """Return whether words contain a verb or another word that few titles have."""
    return bool(_LIKELY.search(words) or _CERTAIN.search(words) or _USUAL.search(words))


def is_statement(words: str) -> bool:
    """Return whether words state what may be or ought to be, or compare, as a quotation does and few titles do.

    Examples:
        >>> is_statement("Models must not be trained on it"), is_statement("Why models could forget")
        (True, False)
    """
    return bool(_STATEMENT.fullmatch(words)) and not looks_like_title(words)


def are_mostly_sentences(lines: Collection[str]) -> bool:
    """Return whether most lines contain a word that few titles have, so that they are remarks.

    Examples:
        >>> are_mostly_sentences(("Forests perform better than trees", "Trees are tall", "Growing better trees"))
        True
    """
    return 2 * sum(map(_has_word_of_sentence, lines)) > len(lines)


def continues_sentence(words_after: str) -> bool:
    """Return whether the words after a name are the rest of its sentence.

    Examples:
        >>> [continues_sentence(words) for words in (" technique is used here", " by Ann Lee", " - a technique")]
        [True, False, False]
    """
    return bool(_REST_OF_SENTENCE.match(words_after))


def cites_several(words: str) -> bool:
    """Return whether words cite two publications by author and year, as remarks do and references do not."""
    return len(_CITED.findall(words)) > 1


def cites_in_brackets(title: str, words: str) -> bool:
    """Return whether a short venue in brackets cites a paper in a remark: `Built on top of GSCore [ASPLOS'24]`.

    Args:
        title: The words that may be a title.
        words: The same words as they are written, and those after them.
    """
    return bool(_VENUE_TAG.search(title)) or (bool(_VENUE_TAG.search(words)) and not looks_like_title(title))


def is_statement_with_citation(words_after: str) -> bool:
    """Return whether the words after a phrase are a sentence with a citation, so that the phrase is its topic.

    Examples:
        >>> texts = " Trogdon et al. (2008) flag that", " Trogdon et al. (2008). Nature."
        >>> [is_statement_with_citation(text) for text in texts]
        [True, False]
    """
    return bool(_NARRATION.match(words_after))

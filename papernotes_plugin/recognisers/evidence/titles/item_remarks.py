"""Decide whether the words of a list item are no title: a remark, a sentence, a discussion or a talk."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from papernotes_plugin.markup.document_text import EMPHASIS_KINDS
from papernotes_plugin.people import NAME_WORD
from papernotes_plugin.recognisers.evidence.papers.paper_links import VIDEO, PaperLinks, is_paper_link
from papernotes_plugin.recognisers.evidence.papers.reference_links import contains_title
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.titles import sentences
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title, split_title
from papernotes_plugin.recognisers.evidence.titles.title_match import TitleMatch
from papernotes_plugin.recognisers.evidence.titles.trailing_names import has_initials
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex
from papernotes_plugin.text.romanisation import CJK, CJK_LETTER
from papernotes_plugin.text.years import YEAR
from papernotes_plugin.venues import find_venue
from papernotes_plugin.vocabulary.model import Block, Inline, InlineKind

MIN_TITLE_WORDS = 4
"""Words of a link text that is a title also at the beginning of a sentence."""
_BEFORE_TITLE = lazy_regex(
    r"\W*(?:This|These|Here|Today|I|We|Our|My|(?:[Tt]he )?(?:[Uu]n)?[Oo]fficial|PyTorch|JAX|Code|Implementation)"
    r"(?= (?:[\w'’-]+ ){0,6}(?:is|are|of|for|on|read|to|about)\s)"
)
"""The opening of a sentence on a title that follows: `This is the official implementation of **Title**`."""
_MAX_SOFTWARE = 2
"""Words of the name of a program next to links to its papers."""
_MIN_OPENING = 3
"""Characters before an emphasised part of words."""
_TALK = lazy_regex(r"\b(?:[Kk]eynote|[Ii]nvited [Tt]alk|[Tt]alk by|[Ll]ecture by)\b")
_NARRATION = lazy_regex(r"[\s:：]*[^\n。，,]{1,40}[（(](?:19|20)\d\d[a-z]?[)）]\s?[\u3041-\u3096\u4e00-\u9fff]")
"""Authors, year, and what they say, in Chinese or Japanese: `：van den Berg 等（2007）指出`."""
_EVENT = lazy_regex(
    r"(?:The )?(?:\d{1,3}(?:st|nd|rd|th) )?(?:(?:Annual|International|IEEE|ACM|European|World|Joint|AAAI) )*"
    r"(?:(?:Conference|Symposium|Workshop|Congress) on\b|(?<=Annual )(?:Conference|Symposium|Meeting|Congress)\b)"
    r"|(?:IEEE|ACM)(?:/ACM)? (?:Transactions|Journal) on\b"
    r"|.{0,60}\b(?i:call for (?:papers|proposals|participation)|important dates)\b"
    r"|(?:[A-Z][\w'’-]* ){1,5}(?:Conference|Symposium|Workshop|Summit|Meetup|Congress)(?: (?:19|20)\d\d)?$"
)
"""The name of an event or a journal, which is no title."""
QUOTATION_AFTER_LINK = r" [–—-] [“\"](?P<title>[A-Z\d][^“”\"\n]{0,200}?\s[A-Z][^“”\"\n]{0,200}[^.“”\"\n])[”\"]"
"""Pattern of a title in quotation marks after a link and a dash."""
_LINK_AND_QUOTATION = lazy_regex(
    rf"[*_]{{0,3}}\s?:[*_]{{0,3}}\s\[[^\[\]\n]{{3,40}}\]\([^()\s]{{1,200}}\){QUOTATION_AFTER_LINK}"
)
"""A link and a title in quotation marks after a label: `**Memory**: [arXiv:2501.13956](…) - “Zep: A Temporal …”`."""
_LABEL_BEFORE_URL = lazy_regex(rf"[{CJK}]{{2,8}}\s?[：:]\s*<?https?://")
"""A short label in Chinese, Japanese or Korean before an address: `论文方法：https://…`."""
_VALUE = lazy_regex(r"[\s>+*-]*(?:\*\*|__)[a-zà-öø-ÿ][\w' -]{1,25}(?:\*\*|__)\s?:")
"""A bold label in small letters at the beginning of a line: `- **role** : partner of the chain (VivaTech 2026)`."""
_THIS_PAPER = lazy_regex(r"(?:This|That|The|Their) (?:[\w-]+ )?(?:paper|article|preprint|work|report|study)")
"""A link text that is the subject of a sentence: `[This paper](…) is a candidate`."""
_SOURCE = frozenset(("see", "see here", "see this", "cf", "cf.", "see also", "siehe", "voir", "ver", "vedi"))
"""Texts of links to the source of a statement."""
_INNER_COLON = lazy_regex(r"[:：]\s?\w")
_MIN_TOPIC_REST = 5
"""Words between a topic and the paper that a sentence on it cites."""
_MIN_EXPLANATION = 9
"""Words after a label from which they explain it."""
_ENDS_BEFORE_SENTENCE = lazy_regex(r"\.\s+(?!(?:Paper|Pdf|PDF|In|arXiv|ArXiv|By|Code|Link)\b)[A-Z][^\W\d_]*\s")
"""The end of a sentence, and words of the next one."""
_REACH = 40
"""Characters before a link that show whether it is within a sentence."""
NO_TITLE = lazy_regex(
    rf":\s{NAME_WORD}(?: (?:and|&) {NAME_WORD})?,? et al\.?$"
    rf"|^\W*(?:[A-Z]\.? )?{NAME_WORD}(?:,? (?:and |& )?{NAME_WORD}){{0,4}},? et al\b"
    rf"|^{NAME_WORD} (?:and|&) {NAME_WORD},? \(?{YEAR}\)?[,.:]|\b{YEAR}-\d\d-\d\d\b"
    r"|^(?i:section|chapter|abschnitt|kapitel|chapitre|sección|seção|sezione|§)\s*\d{1,2}\.\d"
    r"|\([^()]{0,40}\bet al\b[^()]{0,40}\)(?:\W+\w|$)"
    r"|^(?i:key (?:concepts|terms|points|ideas|results|takeaways)|sub-?title|untertitel|sous-titre|subt[íi]tulo"
    r"|sottotitolo)\s*[:：]"
    r"|^(?i:mon|tue|wed|thu|fri|sat|sun|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi"
    r"|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)(?i:[a-z]{0,6}),? \d{1,2}[./ ]"
    r"|^\W*(?i:see|cf|siehe|vgl|voir|véase|vedi|zie)\b\.?(?: also|,? e\.g\.|,? (?:for|par|por|zum|bij) \w+)?(?:[,:;]|$)"
    rf"|^\W*(?i:cf|siehe|vgl|voir|véase|vedi|zie)\b\.?(?: (?:zum|par|por) \w+| etwa| z\. ?B\.)? {NAME_WORD}$"
    rf"|^(?i:for|on) [^:?!]{{3,300}}, (?i:see|cf\.)(?: also)?(?:,? {NAME_WORD}| for example|,? e\.g\.)"
)
"""Words of remarks: `LLM-as-Judge: Zheng et al.`, `Lee et al. show …`, `Lee and Ray 2018, …`, `Section 3.1: …`.

Also a day, or other sources: `Meeting 2023-10-04`, `Samstag, 31.01.2026, Aula`, `For more about lamps, see Lee (2020)`.
"""
_CITED_AFTER_COLON = lazy_regex(
    rf":[*_]{{0,2}}\s(?:{NAME_WORD} (?:and|&|et|und|y) )?{NAME_WORD}(?: et al\b)?\.?,? \[{YEAR}[a-z]?\]"
)
"""Names and a year as natbib cites them, after a topic: `**Normalisation**: Sproat and Jaitly [2017], …`."""
_CITED = rf"{NAME_WORD}(?:(?:,? (?:and|&)|,) {NAME_WORD}){{0,4}}(?:,? et al\.?)?,? \({YEAR}[a-z]?\)"
_QUOTED_WITH_KEY = lazy_regex(
    r"\w[^\n\[\]“”\"„«»]{8,300}[“\"„«][^\n\[\]“”\"„«»]{8,600}[”\"“»][*_.]{0,2} ?\[-?@[^\n\[\]]++\]?\s*"
)
"""A sentence with the words of a paper, and its key: `a test is valid if "it measures this" [@reader2007]`."""
_SEVERAL_CITED = lazy_regex(rf"\s*{_CITED}(?:[,;]| and| &) {_CITED}")
"""Citations of two papers that a text discusses: `Lee & Ray (2019), Ho et al. (2021a) — the other way`."""
FURTHER_CITED = lazy_regex(rf"{_CITED}(?:[,;]|\s[—–-])")
"""The second one of such citations, after the authors of the first."""
_DASH_BEFORE_REMARK = lazy_regex(r"\s*[–—-]{1,2}\s(?P<papers>\d+\+?\s(?:\S+\s){0,3}papers\b)?")
"""A dash before a remark, and perhaps the number of papers on a topic: ` -- 5+ MICCAI 2024 papers`."""
_MIN_PHRASE = 4
"""Words without capitals from which they may be a title before a remark."""
_MAX_LABEL_WORDS = 3
"""Words of the label of a remark."""
_MAX_TOPIC_WORDS = 5
_QUESTION_LABELS = frozenset(("q", "a", "question", "answer", "tip", "pearl", "pitfall"))
"""Labels of questions, answers and advice, which may cite a paper: `**Q:** When to operate? (PMID 25992746)`."""
_NOTE_LINK = lazy_regex(r"\[\[(?:[^\[\]|]*/)?([^\[\]|/]+)(?:\|[^\[\]]*)?\]\]")
"""A link to a note."""
_ADDRESS_AFTER = lazy_regex(r"[\s:,;.\]—–-]{0,12}(?:[*-] )?<?https?://")
"""The address that follows words on their line, or below them."""
_SEVERAL_BELOW = lazy_regex(
    r"[\s:]{0,40}\n\s{1,40}[*+-] <?https?://(?P<host>[^/\s]+)/(?P<first>\S{1,300}+)[ \t]*\n"
    r"\s+[*+-] <?https?://(?P=host)/(?P<second>\S{1,300}+)[ \t]*(?:\n|$)"
)
"""Two bullets below words, each an address of the same site."""
_BRACKETS_AT_END = lazy_regex(rf"{OPTIONAL_SPACE}\([^()]*\)$")
_TASK = lazy_regex(
    r"(?:continue|finish|read|reread|write|watch|review|check|look at|see|update|add|fix|discuss|ask|prepare|start"
    r"|study|implement) ",
    re.IGNORECASE,
)
"""The verb that opens a task."""
_SHORT_LINE = lazy_regex(r"[^\n]{1,30}\n\s*[^\W\d_a-z]")
"""A line that no margin ends, and a capital that opens the next one."""
_ARROW = lazy_regex(r"\s(?:→|⇒|->|=>)\s[^\W\d_a-z]")
_QUOTED_AFTER = lazy_regex(r"[*_]{0,3}\s\([^()“”\"\n]{2,120}[“\"][^()“”\"\n]{12,300}[”\"][^()“”\"\n]{0,60}\)")
"""Authors and the title of their work after words on it: `use the trick (Lee, Ray 2021, "A Title of Words")`."""
_COLON_AFTER_LINK = lazy_regex(r"[*_]{0,2}[:：]\s")
"""The colon between the link to a note and its description."""


def is_prose(match: TitleMatch, *, is_dated: bool, has_paper: bool) -> bool:
    """Return whether words are a sentence, or the beginning of one, and no title.

    Args:
        match: The words that may be a title.
        is_dated: Whether a date is next to them.
        has_paper: Whether links or identifiers of a paper are next to them.
    """
    title = match.parts.title
    if count_words(title) < MIN_TITLE_WORDS and not is_dated and sentences.continues_sentence(match.rest):
        # `[CKA](…) is used to compare layers`
        return True
    # a link in the brackets of a sentence leaves them open
    is_open = title.count("(") > title.count(")") or title.count("[") != title.count("]")
    return match.is_plain and (is_open or sentences.is_sentence(title, has_link=has_paper))


def heads_sentence(context: NoteContext, match: TitleMatch, paper_links: PaperLinks) -> bool:
    """Return whether a sentence that cites a paper follows marked words: `**A topic:** Lee posted a [paper](…)`.

    A sentence about the paper follows its title, too; a title with capitals is one.
    """
    title = match.parts.title
    if not paper_links.indices or looks_like_title(title):
        return False
    links = [context.inlines[index] for index in paper_links.indices]
    if any(contains_title(link, match.span) for link in links):
        return False
    if match.is_plain and any(link.text.strip(" ()").casefold() in _SOURCE for link in links):
        # `Can be considered an easier problem [see](…)`
        return True
    first = min(link.span.start for link in links)
    if match.is_plain:
        return _explains_label(title, context.note.text[match.span.start : first])
    if _INNER_COLON.search(title):
        return False
    words = context.note.text[match.span.end : first]
    is_continued = words.rstrip(" \n[(")[-1:].isalnum() and not sentences.SENTENCE_END.search(words[-_REACH:])
    return is_continued and count_words(words) >= _MIN_TOPIC_REST


def _explains_label(title: str, source: str) -> bool:
    """Return whether a bold label and a sentence on it are followed by another sentence, which leads to a paper.

    An example is `**Weak model**: once the adversary has all keys, the party is lost. See [Lee](…)`.
    """
    label, _, sentence = title.partition(":")
    if not source.startswith(("**", "__")):
        return False
    is_short = count_words(label) <= _MAX_LABEL_WORDS and not looks_like_title(sentence)
    is_long = count_words(sentence) >= _MIN_EXPLANATION or sentences.is_sentence(sentence.strip(), has_link=False)
    return is_short and is_long and _ENDS_BEFORE_SENTENCE.search(source, len(title)) is not None


def precedes_sentence(context: NoteContext, match: TitleMatch, links: Iterable[Inline]) -> bool:
    """Return whether a link after plain words begins another sentence: `Works on shuffling. [This paper](…) is new`."""
    if not match.is_plain or looks_like_title(match.parts.title):
        return False
    return any(
        _THIS_PAPER.fullmatch(link.text.strip())
        and sentences.continues_sentence(context.note.text[link.span.end : link.span.end + _REACH])
        for link in links
    )


def is_discussion(match: TitleMatch) -> bool:
    """Return whether words and what follows them discuss publications: `**A claim.** Lee et al. (2008) show that`."""
    if sentences.cites_several(f"{match.parts.title} {match.rest}") or _NARRATION.match(match.rest):
        return True
    return not looks_like_title(match.parts.title) and sentences.is_statement_with_citation(match.rest)


def is_talk(candidate: PaperCandidate, match: TitleMatch) -> bool:
    """Return whether a title without authors is a talk, or has links to videos only: `A Tutorial [video](…)`."""
    links = [inline for _, inline in candidate.links]
    if not match.authors and _TALK.search(match.rest):
        return True
    return bool(links) and not match.authors and all(VIDEO.search(inline.url) for inline in links)


def is_software(candidate: PaperCandidate, match: TitleMatch, links: Sequence[Inline]) -> bool:
    """Return whether years link to the papers of a linked short name: `[Quantum Espresso](…) ([2009](…), [2017](…))`.

    Args:
        candidate: The item.
        match: The title.
        links: The links to the papers of the item.
    """
    titled = [i for _, i in candidate.links if contains_title(i, match.span)]
    texts = [i.text.strip() for i in links if is_paper_link(i)]
    are_years = bool(texts) and all(len(text) == 4 and text.isdigit() for text in texts)
    is_short = count_words(match.parts.title) <= _MAX_SOFTWARE
    return are_years and is_short and bool(titled) and not any(map(is_paper_link, titled))


def is_event(match: TitleMatch) -> bool:
    """Return whether a title without authors is the name of an event or a journal.

    An event has its year, and its initials with the year: `Learning and Inference in Games 2020 (LIG 2020)`.
    """
    parts = match.parts
    if match.authors:
        return False
    if _EVENT.match(parts.title):
        return True
    words, _, year = parts.title.rpartition(" ")
    return bool(parts.venue) and year == str(parts.year) and has_initials(parts.venue, words)


def is_label(source: str, match: TitleMatch) -> bool:
    """Return whether words are a label, as its colon or place shows, and no title.

    Examples are `论文方法：https://…`, `**role** : partner of the chain`, and `Related work:` above an address; topics
    before an address, too: `[[Motivation]], [[Affect]] https://…`, `Wool industry https://…`.
    """
    if _names_topics(source, match):
        return True
    line = source.rfind("\n", 0, match.span.start) + 1
    end = source.find("\n", match.span.end)
    above = source[match.span.start : end].rstrip() if end >= 0 else ""
    is_label_above = above.endswith((":", "：")) and not looks_like_title(match.parts.title)
    return is_label_above or bool(_LABEL_BEFORE_URL.match(source, match.span.start) or _VALUE.match(source, line))


def is_of_several_lines(source: str, match: TitleMatch) -> bool:
    """Return whether plain words are a short line and the next one, as in `- Medium`, then `Which water? <https://…>`."""
    start, end = match.span
    line = source.rfind("\n", 0, start) + 1
    if not match.is_plain or source.find("\n", start, end) < 0 or looks_like_title(match.parts.title):
        return False
    return _SHORT_LINE.match(source, line) is not None


def _names_topics(source: str, match: TitleMatch) -> bool:
    """Return whether the few words before an address are links to notes on topics, or have no capitals of a title.

    A short title above several papers of one site is none of theirs, either.
    """
    title, (start, end) = match.parts.title, match.span
    names = _NOTE_LINK.findall(source, start, end)
    if match.authors or (match.is_distinct and not names) or not _ADDRESS_AFTER.match(source, end):
        return False
    if names:
        is_alone = not _NOTE_LINK.sub("", source[start:end]).strip(" ,;&")
        is_short = all(count_words(name) <= _MAX_LABEL_WORDS for name in names)
        return is_short and (is_alone or count_words(title) <= _MAX_TOPIC_WORDS)
    if count_words(title) > _MAX_LABEL_WORDS:
        return False
    several = _SEVERAL_BELOW.match(source, end)
    is_group = several is not None and _last_part(several["first"]) != _last_part(several["second"])
    # `The sheep simulator` is a name
    is_title = " " not in title or looks_like_title(title) or title.startswith("The ")
    return is_group or not is_title


def _last_part(path: str) -> str:
    """Return the last part of the path of an address, without a query and the ending of a file."""
    return path.partition("?")[0].strip("/>").rpartition("/")[2].removesuffix(".pdf")


_VENUE_BEFORE = lazy_regex(r"^\\?\[[^\[\]\n]{2,30}\]")
"""Square brackets before a title."""


def mentions_papers(context: NoteContext, block: Block, match: TitleMatch) -> bool:
    """Return whether a text without links is a topic or a remark that cites papers, and no title.

    Chinese, Japanese or Korean words before a venue in Latin letters are a remark on a paper there.  Papers with such
    titles are in journals with such names.
    """
    if _CITED_AFTER_COLON.search(context.source(block.span)):
        return True
    title, words_after = match.parts.title, match.rest
    if match.authors or names_topic(title, words_after):
        return not match.authors
    venue = "" if title.isascii() else match.parts.venue or find_venue(words_after)[0]
    if venue and venue.isascii() and CJK_LETTER.search(title):
        return True
    # a venue before a title is no citation: `\\[SoCC '20] Serverless linear algebra`
    words = _VENUE_BEFORE.sub("", context.note.text[slice(*match.span)], count=1)
    return match.is_plain and sentences.cites_in_brackets(title, words + words_after)


def names_topic(title: str, words_after: str) -> bool:
    """Return whether words before a dash are a topic, and the venue after it is that of an example or of many papers.

    Examples:
        >>> rests = " -- the robot of Lee (Science Robotics 2025)", " — 5+ MICCAI 2024 papers on it"
        >>> names_topic("Autonomous surgery milestones", rests[0]), names_topic("Splatting Replaces NeRF", rests[1])
        (True, True)
        >>> names_topic("Attention is all you need", " -- NIPS 2017"), names_topic("Graph Networks", " -- NIPS 2017")
        (False, False)
    """
    remark = _DASH_BEFORE_REMARK.match(words_after)
    is_phrase = count_words(title) < _MIN_PHRASE and not looks_like_title(title)
    return remark is not None and (is_phrase or remark["papers"] is not None)


def is_remark(inlines: list[IndexedInline]) -> bool:
    """Return whether a text begins with the label of a remark, describes a note, or is a task with one.

    Examples are `**Closest prior work:** …`, `[[TypeScript]]: a language` and `Continue [[Thesis]], and write`.
    Another is `Lee (2019), Ho (2021) — two ways`.
    """
    first = inlines[0][1] if inlines else None
    if first and first.kind is InlineKind.TEXT and _SEVERAL_CITED.match(first.text):
        return True
    if first and len(inlines) > 1 and inlines[1][1].kind is InlineKind.WIKILINK and _TASK.fullmatch(first.text):
        return True
    if first and first.kind is InlineKind.WIKILINK:
        after = next((i.text for _, i in inlines[1:] if i.span.start >= first.span.end), "")
        described = _DASH_BEFORE_REMARK.match(after)
        words = split_title(after[described.end() :]).title if described else ""
        is_description = _COLON_AFTER_LINK.match(after) or (words and not looks_like_title(words))
        return bool(is_description) and not any(is_paper_link(i) for _, i in inlines)
    if not first or first.kind is not InlineKind.STRONG or not first.text.rstrip().endswith((":", "：")):
        return False
    label = _BRACKETS_AT_END.sub("", first.text.strip().rstrip(":："))
    if label.casefold() in _QUESTION_LABELS:
        return True
    has_small_word = any(word.isalpha() and word.islower() for word in label.split()[1:])
    return has_small_word and count_words(label) <= _MAX_LABEL_WORDS


def quotes_with_key(text: str, match: TitleMatch) -> bool:
    """Return whether words are a sentence that quotes a paper and has its key."""
    return _QUOTED_WITH_KEY.fullmatch(text, match.span.start, match.span.end + 1) is not None


def is_before_title(text: str, match: TitleMatch) -> bool:
    """Return whether plain words are a remark on another title, which an arrow or brackets with names precede."""
    title = match.parts.title
    end = text.find(title[-20:], *match.span)
    return _ARROW.search(title) is not None or _QUOTED_AFTER.match(text, end + len(title[-20:])) is not None


def is_label_of_quotation(text: str, match: TitleMatch) -> bool:
    """Return whether words are a label, as a link and a title in quotation marks follow them."""
    return _LINK_AND_QUOTATION.match(text, match.span.end) is not None


def opens_title(context: NoteContext, candidate: PaperCandidate, match: TitleMatch) -> bool:
    """Return whether plain words lead to a title, which the next link or their emphasised end is: `See [Title](…)`."""
    for _, inline in candidate.inlines:
        if inline.kind is InlineKind.LINK and inline.span.start >= match.span.end:
            gap = context.note.text[match.span.end : inline.span.start].strip(' *_"“«„(')
            return not gap and is_paper_link(inline) and not inline.bare and count_words(inline.text) >= MIN_TITLE_WORDS
        is_within = match.span.start + _MIN_OPENING < inline.span.start < match.span.end
        if inline.kind in EMPHASIS_KINDS and is_within:
            opening = context.note.text[match.span.start : inline.span.start]
            is_whole = match.parts.title.endswith(inline.text) and count_words(inline.text) >= MIN_TITLE_WORDS
            return is_whole and _BEFORE_TITLE.match(opening) is not None
    return False

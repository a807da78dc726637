"""Find the title in a sentence to which a link belongs, with the facts next to it: `*Title* by Lee ([pdf](…))`."""

from __future__ import annotations

from typing import NamedTuple

from papernotes_plugin.markup.document_text import EMPHASIS_KINDS, TEXT_KINDS
from papernotes_plugin.recognisers.evidence.authors import authorship, short_bylines
from papernotes_plugin.recognisers.evidence.labels import field_facts
from papernotes_plugin.recognisers.evidence.papers import sentence_facts
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles import sentences, title_heuristics
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence, Inline, InlineKind, Span

_QUOTED = lazy_regex(
    r"[\"“„«《「『](?P<title>[^\"“”„«»《》「」『』]{12,300})[\"”“»》」』](?P<gap>[^\"“”„«»《》「」『』]{0,250})$"
)
"""The last words in quotation marks of a text, and what follows them."""
_REACH = 250
_MAX_AFTER = 300
_LINK_REMOVED = "; "
"""The mark in place of a link."""
_CLAUSE = lazy_regex(r"[^\S\n]*[a-z][^.!?\n\"“*_\[\]]{0,80}")
"""The rest of a clause before a link in brackets: `*Title* by Lee is what I read (`."""
_GOES_ON = lazy_regex(r"[\s*_\"”»]*[^\W\d_A-Z]")
_REQUEST = lazy_regex(r"[.!;]?\s+(?:See|Read|Get|Find|Here(?:['’]s| is))(?: (?:the|our|its|my))?\s*")
"""The words of a request that the link ends: `. See the `"""
_INITIAL_AT_END = lazy_regex(r"\b[^\W\d_]\.\s*$")
_MIN_WORDS_WITH_FACTS = 2
_MIN_WORDS = 4
"""Words of a title from which no other fact has to follow it."""


class _Candidate(NamedTuple):
    """Words before a link that may be a title."""

    words: str
    before: str
    """The text before them."""
    gap: str
    """The text from them to the link."""
    is_quoted: bool


def facts_around(context: NoteContext, inline: Inline) -> Evidence:
    """Return the facts that a sentence gives before or after a link whose text is a title."""
    following = _text_after(context, inline)
    after, _ = sentence_facts.read_after(following)
    is_followed = _GOES_ON.match(following) is not None
    before = sentence_facts.read_before(_sentence(_text_since_link(context, inline)), is_followed=is_followed)
    return field_facts.filled(after, before)


def subject_before(context: NoteContext, inline: Inline) -> Evidence:
    """Return the names and the year that are the subject of the sentence that points to a link: `…; see [here](…)`."""
    text = _text_since_link(context, inline)
    read = map(sentence_facts.read_subject, (_sentence(text), text))
    return next((facts for facts in read if facts.authors), Evidence())


def title_before(context: NoteContext, inline: Inline, *, is_quotation: bool = False) -> Evidence:
    """Return the emphasised or quoted title before a link that says nothing, with the facts of the sentence.

    Args:
        context: The note.
        inline: The link.
        is_quotation: Whether quoted words may be a sentence of the paper: `“…” ([Lee, 2020](…))`.
    """
    candidate = _nearest_candidate(context, inline)
    if candidate is None:
        return Evidence()
    title = title_heuristics.split_title(candidate.words).title
    facts = _facts_between(candidate.gap)
    if (
        facts is None
        or (is_quotation and facts.authors)
        or not _is_title(candidate, title, facts, inline, is_quotation=is_quotation)
    ):
        return Evidence()
    return field_facts.filled(facts, _facts_before(candidate.before))._replace(title=title)


def other_title_before(context: NoteContext, inline: Inline) -> str:
    """Return the title before a link in brackets or before its facts, also if other words are between; "" for none."""
    if title := title_before(context, inline).title:
        return title
    candidate = _nearest_candidate(context, inline)
    if candidate is None:
        return ""
    title = title_heuristics.split_title(candidate.words).title
    is_in_brackets = candidate.gap.rfind("(") > candidate.gap.rfind(")")
    is_title = title_heuristics.count_words(title) >= _MIN_WORDS and title_heuristics.looks_like_title(title)
    return title if is_in_brackets and is_title else ""


def _facts_between(gap: str) -> Evidence | None:
    """Return the facts between a title and the link to its paper; None if other words are between them."""
    opened = gap.rstrip(" ([{（【<")
    outside, bracket, inside = gap.rpartition("(" if "(" in gap else "（")
    inside = inside.strip(" ([{（【<") if bracket and ")" not in inside else ""
    before = outside if inside else opened
    facts, end = sentence_facts.read_after(before)
    rest = before[end:]
    within = sentence_facts.read_phrase(inside.split(";")[0]) or sentence_facts.read_phrase(inside) if inside else None
    if inside and within is None:
        return None
    facts = field_facts.filled(facts, within or Evidence())
    if not rest.strip(" .,:;–—-*_"):
        return facts
    if (facts.authors or facts.year) and _REQUEST.fullmatch(rest):
        return facts
    is_clause = gap.rstrip(" [").endswith(("(", "（")) or bool(within)
    return facts if is_clause and (facts.authors or facts.year) and _CLAUSE.fullmatch(rest) else None


def _facts_before(before: str) -> Evidence:
    """Return the facts before a title: in its sentence, or in the sentence of names that ends before it."""
    words = before.rstrip(' \n*_"“„«‘「『《‹')
    if not words.endswith("."):
        return sentence_facts.read_before(_sentence(before))
    sentence = _sentence(words[:-1])
    label = sentence.rpartition(": ")[2]
    facts = sentence_facts.read_phrase(label)
    return facts if facts and len(facts.authors) > 1 else Evidence()


def _is_title(candidate: _Candidate, title: str, facts: Evidence, inline: Inline, *, is_quotation: bool) -> bool:
    """Return whether emphasised or quoted words before a link are the title of its paper."""
    count, words = title_heuristics.count_words(title), candidate.words
    looks_like_title = title_heuristics.looks_like_title(title)
    if authorship.looks_like_authors(words) or short_bylines.read_citation(words):
        return False
    if inline.bare and sentences.is_sentence(title, has_link=True):
        return False
    if (facts.authors or facts.year) and count >= _MIN_WORDS_WITH_FACTS and title[:1].isupper():
        return True
    if candidate.is_quoted:
        return looks_like_title or (count >= _MIN_WORDS and not is_quotation)
    return count >= _MIN_WORDS and (looks_like_title or not is_quotation)


def _nearest_candidate(context: NoteContext, inline: Inline) -> _Candidate | None:
    """Return the quoted or emphasised words before a link, those nearer to it; None for none."""
    before, count = context.text_before(inline), 0
    candidates: list[_Candidate] = []
    start = max(0, inline.span.start - 2 * _REACH)
    for _, other in reversed(context.inlines_between(inline.block, start, inline.span.start)):
        if other.kind is InlineKind.LINK:
            # what follows another link may be about another paper
            break
        count += len(other.text) if other.kind in TEXT_KINDS else 0
        if other.kind in EMPHASIS_KINDS and other.span.end <= inline.span.start and not candidates:
            gap = context.source(Span(other.span.end, inline.span.start))
            candidates.append(_Candidate(other.text, _text_since_link(context, other), gap, is_quoted=False))
    quoted = _QUOTED.search(before)
    if quoted and len(quoted["gap"]) < count:
        candidates.append(_Candidate(quoted["title"], before[: quoted.start()], quoted["gap"], is_quoted=True))
    return min(candidates, key=lambda candidate: len(candidate.gap), default=None)


def _text_since_link(context: NoteContext, inline: Inline) -> str:
    """Return the running text before an inline, from the last link before it, whose words are of another paper."""
    parts: list[str] = []
    end = 0
    start = max(0, inline.span.start - 2 * _MAX_AFTER)
    for _, other in context.inlines_between(inline.block, start, inline.span.start):
        if other.kind is InlineKind.LINK and other.span.end <= inline.span.start:
            parts, end = [_LINK_REMOVED], other.span.end
        elif other.kind in TEXT_KINDS and other.span.start >= end:
            parts.append(other.text)
    return "".join(parts)


def _text_after(context: NoteContext, inline: Inline) -> str:
    """Return the running text after a link, up to the next link of its block."""
    parts: list[str] = []
    end = min(context.blocks[inline.block].span.end, inline.span.end + _MAX_AFTER)
    for _, other in context.inlines_between(inline.block, inline.span.end, end):
        if other.kind is InlineKind.LINK:
            break
        if other.kind in TEXT_KINDS:
            parts.append(other.text)
    return "".join(parts)


def _sentence(text: str) -> str:
    """Return the last sentence of a text; an initial ends none."""
    start = 0
    for end in sentences.SENTENCE_END.finditer(text):
        if not _INITIAL_AT_END.search(text, max(0, end.start() - 2), end.start() + 1):
            start = end.end()
    return text[start:]

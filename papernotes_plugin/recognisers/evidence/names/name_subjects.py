"""Decide whether a note speaks of the subject of a paper before an acronym is a name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from papernotes_plugin.recognisers.evidence.names.short_names import (
    NameStrength,
    ProseName,
    TitleWords,
    fold,
    phrases_of,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, Paper, Span

_ACRONYM = lazy_regex(r"[A-Za-z]{2,5}|[A-Z]+|[A-Z]{2,4}-(?:Bench|Eval)")
"""A name that many things can have; any other one has digits, hyphens, or small letters and six letters or more."""
_TAG = lazy_regex(r"[^\[\]\n]{0,40}\](?!\()")
"""The end of a tag in brackets: `[mono3D]`."""
_PART = lazy_regex(r"([A-Z][a-z]{3,})Nets?")
_MIN_LETTERS = 4
"""Letters of a word that says what a paper is about."""
_STEM = 6
"""Letters by which two forms of a word are compared."""
_MIN_WORDS_NEAR = 2
"""Words of the subject, and half of them, that must be near a name if none is next to it."""
_WINDOW = 2000
"""Characters before and after a name that count as near."""
_MIN_TITLES = 4
"""Other titles with a name from which it is a word of the subject."""
_WORDS_OF_NAME = (1, 2, 3)
_MAX_TITLES = 10
_MAX_SHARE = 50
"""A word in more than ten titles, and in more than one in fifty, says little about any of these papers."""
_UNSPECIFIC_TABLE = """
    about against analysis approach approaches based better beyond data deep efficient estimation evaluation
    fast framework from generation improving into large learned learning method methods model modeling models
    more network networks neural only over paper papers problem results scalable simple some study survey system
    systems their this through toward towards training under using very what when with without your
"""
_UNSPECIFIC = frozenset(word[:_STEM] for word in _UNSPECIFIC_TABLE.split())
"""Words that titles of any subject contain."""


def needs_subject(spelling: str) -> bool:
    """Return whether a name is an acronym that can mean anything: `GTR`, `LoRA`, `COMPASS`; not `VideoJAM`."""
    return bool(_ACRONYM.fullmatch(spelling))


def is_tag(text: str, start: int, end: int) -> bool:
    """Return whether a span of a text is part of a tag in square brackets: `[mono3D]`, `[lidar, mono3D]`."""
    opening = text.rfind("[", max(0, start - 40), start)
    if opening < 0 or text.find("]", opening, start) >= 0 or text.find("\n", opening, start) >= 0:
        return False
    return bool(_TAG.match(text, end))


def frequent_stems(title_words: Mapping[str, int], titles: int) -> frozenset[str]:
    """Return the stems that so many titles contain that they do not distinguish the papers."""
    counts: Counter[str] = Counter()
    for word, number in title_words.items():
        counts[word[:_STEM]] += number
    return frozenset(s for s, number in counts.items() if number > _MAX_TITLES and number * _MAX_SHARE > titles)


def names_of_parts(
    names: Mapping[str, Sequence[ProseName]], titles: TitleWords, frequent: frozenset[str]
) -> frozenset[ProseName]:
    """Return the short names that systems on the subject of papers have for a part: `PoseNet` where all is poses."""
    subjects = frequent - _UNSPECIFIC
    compounds = (
        (name, m[1].lower()) for fits in names.values() for name in fits if (m := _PART.fullmatch(name.spelling))
    )
    return frozenset(
        name for name, word in compounds if word[:_STEM] in subjects and word not in titles.by_paper[name.target]
    )


def names_in_other_titles(
    papers: Sequence[Paper], names: Mapping[str, Sequence[ProseName]], titles: TitleWords
) -> frozenset[ProseName]:
    """Return the short names that four other titles contain behind their first word: `Clusters in the GIANT Survey`.

    Such a name is a word of the subject, such as a telescope, if its paper is not the first of them.
    """
    short = {
        pattern[1:]: shaped
        for pattern, fits in names.items()
        if (shaped := [name for name in fits if name.strength is NameStrength.SHAPED])
    }
    common = {words for words in short if all(titles.counts[w] >= _MIN_TITLES for w in words.split())}
    if not common:
        return frozenset()
    first_words = {words.partition(" ")[0] for words in common}
    others_by_name: dict[str, list[Paper]] = defaultdict(list)
    for paper, title in zip(papers, titles.by_paper, strict=True):
        for words in phrases_of(title[1:], first_words, _WORDS_OF_NAME) & common:
            others_by_name[words].append(paper)
    return frozenset(
        name
        for words, others in others_by_name.items()
        for name in short[words]
        if _is_of_others(papers[name.target], others)
    )


def _is_of_others(paper: Paper, others: Sequence[Paper]) -> bool:
    """Return whether a name of a paper is in enough titles of other papers, and not all of these are later."""
    years = [other.year for other in others if other is not paper]
    dates = [year for year in years if year]
    is_first = paper.year is not None and paper.year < min(dates, default=0)
    return len(years) >= _MIN_TITLES and not is_first


def speaks_of(
    context: NoteContext, span: Span, block: Block, paper: Paper, others: Iterable[Paper], frequent: frozenset[str]
) -> bool:
    """Return whether the words near a name, its headings, or other papers near it speak of a paper's subject.

    Args:
        context: The note.
        span: The span of the name.
        block: The block of the name.
        paper: The paper that the name may mean.
        others: The papers mentioned in the block.
        frequent: Stems that say too little about a subject.
    """
    subject = _subject(paper) - frequent
    if not subject:
        return False
    near = [context.visible_text(block.index), *(other.title for other in others)]
    near += (context.visible_text(heading.index) for heading in context.headings_above(block.index))
    is_near = not subject.isdisjoint(stems(word for text in near for word in fold(text).split()))
    count = len(subject & _stems_around(context, span.start // _WINDOW))
    needed = _MIN_WORDS_NEAR if is_near else max(_MIN_WORDS_NEAR, (len(subject) + 1) // 2)
    return count >= min(len(subject), needed)


@once_per_note
def _stems_around(context: NoteContext, part: int) -> frozenset[str]:
    """Return the stems of a part of a note, and of the parts before and after it."""
    text = context.note.text[max(0, (part - 1) * _WINDOW) : (part + 2) * _WINDOW]
    return stems(fold(text).split())


def _subject(paper: Paper) -> frozenset[str]:
    """Return the stems of the words that say what a paper is about: those of title and tags, without the name."""
    name, colon, rest = paper.title.partition(":")
    return stems(fold(" ".join([rest if colon else name, *paper.tags])).split())


def stems(words: Iterable[str]) -> frozenset[str]:
    """Return the stems of the words that can say what a text is about."""
    return frozenset(word[:_STEM] for word in words if len(word) >= _MIN_LETTERS) - _UNSPECIFIC

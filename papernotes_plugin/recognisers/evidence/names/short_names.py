"""List the names by which prose may call a paper, and what each name needs to be believed."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from papernotes_plugin.people import known_names
from papernotes_plugin.recognisers.evidence.labels.field_labels import GENERIC
from papernotes_plugin.recognisers.evidence.names.common_acronyms import is_common
from papernotes_plugin.recognisers.evidence.names.false_names import (
    has_authors,
    is_list_of_people,
    is_term,
    may_be_family_names,
    names_organisation_or_journal,
)
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import MentionKind, Note, Paper

_WORD = lazy_regex(r"[^\W_]+")
_PREPOSITION = lazy_regex(r"\b(?:via|through|using|with|by)\s+", re.IGNORECASE)
_INTRODUCED = lazy_regex(
    # one set of first characters, which the search finds in half the time of the alternatives
    r"[ipdcnt](?<=\b[ipdcnt])(?:(?<=i)ntroduc(?:e|es|ing)|(?<=p)ropos(?:e|es|ing)|(?<=p)resent(?:s|ing)?"
    r"|(?<=d)ub(?:bed)?|(?<=c)alled|(?<=n)amed|(?<=t)ermed)\s+[*_]{0,3}"
    r"(?P<name>[^\W\d_][\w-]*\w)[*_]{0,3}(?=[\s:,.(])(?! [A-Z]|\.\w)"
)
_INTRODUCING = ("introduc", "propos", "present", "dub", "called", "named", "termed")
"""The beginnings of all matches of `_INTRODUCED`."""
_OWN_WORK = lazy_regex(r"\b(?:we|our|authors?|(?:this|the) (?:paper|work|article|study))\b", re.IGNORECASE)
"""The word by which authors speak of their own work: a data set that is only called by its name can be others'."""
_PARTICIPLES = ("dub", "called", "named", "termed")
_CREATED = lazy_regex(
    r"\b(?:introduc|propos|present|develop|design|build|built|creat|construct|releas|collect|contribut|provid)",
    re.IGNORECASE,
)
"""The beginning of a verb that says that authors have made what they name."""
_SENTENCE = 200
"""Characters before a name in which its sentence is expected to begin."""
_WITH_SHORT_NAME = lazy_regex(r"[^()]{5,80}\(([\w+-]{3,20})\)")
"""A long form and its short name: `Dataset Aggregation (DAgger)`."""
_BEFORE_DASH = lazy_regex(r"(.{2,24}?)\s+[-–—]\s+\w")
_PREFIXES = {"position", "on", "sok"}
"""Words before the colon of a title that are no name."""
_ABOUT = (MentionKind.LITERATURE_NOTE, MentionKind.CARD)
"""Mentions of a paper that describe it."""
_DIMENSION = lazy_regex(r"[1-9]D")
_EVERYDAY_WORD = lazy_regex(r"[A-Za-z][a-z]+")
_CAPITALS = lazy_regex(r"[A-Z]{2,}s?")
_MIN_CONTENT_WORDS = 4
"""Words that a subtitle needs so that no other text has it; words that any subtitle can contain do not count."""
_COMMON_TABLE = """
    a an the of for in on and or to with by from via at as is are new novel deep machine neural learning approach
    approaches method methods model models framework study case analysis survey review evidence perspective theory
    practice application applications system systems data introduction overview towards toward using based
    experiment experiments
"""
_COMMON_WORDS = frozenset(_COMMON_TABLE.split())
_SUBJECT_WORDS = (2, 3, 4)
_MIN_TITLES_OF_SUBJECT = 3
"""Titles with the same two to four words from which these are a subject, not a name."""
_MAX_WORDS_OF_NAME = 3
_MAX_PAPERS = 40
"""A name of more papers than this is ignored."""


class NameStrength(IntEnum):
    """Evidence that a name in prose needs, by its form."""

    PLAIN = 0
    """An everyday word that begins a title: the sentence must be about a paper."""
    CAPITALS = 1
    """Two or three words: must be written with capitals, like a title."""
    SHAPED = 2
    """Inner capitals or digits: needs no other evidence, unless the words are in lower case."""
    LONG = 3
    """Four words or more: needs no capitals."""
    BY_AUTHOR = 4
    """The last part of a title: an author of the paper and its year must be near."""


class ProseName(NamedTuple):
    """A name of a paper or a note."""

    target: int
    """Index of the paper or note."""
    spelling: str
    strength: NameStrength


class TitleWords:
    """The folded words of the titles of all papers."""

    def __init__(self, papers: Iterable[Paper]) -> None:
        self.by_paper = [fold(paper.title).split() for paper in papers]
        """The words of each title, in order."""
        self.counts = Counter(chain.from_iterable(map(set, self.by_paper)))
        """The number of titles with each word."""


def names_by_pattern(
    papers: Sequence[Paper], titles: TitleWords, everyday: Iterable[str] = (), notes: Sequence[Note] = ()
) -> dict[str, tuple[ProseName, ...]]:
    """Return the names of papers by their folded words, each with a space before it.

    Args:
        papers: All papers.
        titles: The words of their titles.
        everyday: Words that are never names.
        notes: All notes.  The name of a note belongs to the paper it is about, and to no other paper.
    """
    excluded = {_words(w) for w in (*everyday, *GENERIC)} | _subjects(papers, titles)
    notes_by_name: dict[str, set[str]] = defaultdict(set)
    for note in notes:
        for name in (note.title, posixpath.splitext(posixpath.basename(note.path))[0], *note.aliases):
            notes_by_name[_words(name)].add(note.path)
    by_pattern: dict[str, list[ProseName]] = defaultdict(list)
    for index, paper in enumerate(papers):
        whole_title = " ".join(titles.by_paper[index])
        for prose_name in _names_of(index, paper):
            if prose_name.strength is not NameStrength.LONG and is_common(prose_name.spelling):
                continue
            words = whole_title if prose_name.spelling == paper.title else _words(prose_name.spelling)
            if words and words not in excluded and not _is_of_note(prose_name, paper, notes_by_name.get(words)):
                by_pattern[f" {words}"].append(prose_name)
                if not prose_name.spelling.isascii() and (decomposed := _decomposed(prose_name.spelling)) != words:
                    by_pattern[f" {decomposed}"].append(prose_name)
    return {pattern: tuple(names) for pattern, names in by_pattern.items() if len(names) <= _MAX_PAPERS}


def _decomposed(name: str) -> str:
    """Return the folded words of a name in a note that has its accents as separate characters."""
    return _words(unicodedata.normalize("NFD", name))


def _subjects(papers: Sequence[Paper], titles: TitleWords) -> set[str]:
    """Return the titles, their parts before a colon, and the labels that name a subject of other papers.

    Two other titles contain them, such as `Neural Machine Translation`.  A name without a space is none: `U-Net`.
    """
    heads: set[str] = set()
    for paper in papers:
        for head in (paper.title.partition(":")[0].strip(), *paper.labels):
            words = fold(head).split() if " " in head else ()
            if len(words) in _SUBJECT_WORDS and all(titles.counts[w] >= _MIN_TITLES_OF_SUBJECT for w in words):
                heads.add(" ".join(words))
    if not heads:
        return heads
    first_words = {head.partition(" ")[0] for head in heads}
    phrases = (phrases_of(words, first_words, _SUBJECT_WORDS) & heads for words in titles.by_paper)
    counts = Counter(chain.from_iterable(phrases))
    return {head for head in heads if counts[head] >= _MIN_TITLES_OF_SUBJECT}


def phrases_of(words: Sequence[str], first_words: Collection[str], counts: Sequence[int]) -> set[str]:
    """Return the phrases of a title that begin with one of some words, and have some numbers of words."""
    starts = [at for at, word in enumerate(words) if word in first_words]
    return {" ".join(words[at : at + count]) for at in starts for count in counts}


def _words(name: str) -> str:
    return " ".join(fold(name).split())


def _is_of_note(name: ProseName, paper: Paper, notes: Collection[str] | None) -> bool:
    """Return whether notes have a name of a paper, and none of them is about the paper."""
    if not notes or name.strength is NameStrength.LONG:
        return False
    return not any(m.kind in _ABOUT and m.note in notes for m in paper.mentions)


def _names_of(index: int, paper: Paper) -> Iterator[ProseName]:
    """Yield the names of a paper: title, parts of the title, labels, and names that its abstract introduces."""
    title = paper.title
    labels = [label for label in paper.labels if name_strength(label) >= NameStrength.SHAPED]
    # `Table 2` is a part of any paper
    labels = [label for label in labels if not (_names_authors(label, paper) or is_generic(label))]
    labels = [label for label in labels if not is_term(label, title)]
    if title and not _is_doubtful(paper, labels):
        labels = _sure_labels(paper, labels)
        if not (title in paper.aliases or is_list_of_people(title) or names_organisation_or_journal(title)):
            yield ProseName(index, title, name_strength(title))
    head, colon, rest = title.partition(":")
    head = head.strip()
    dashed = None if colon else _BEFORE_DASH.match(title)
    content = len([word for word in fold(rest).split() if word not in _COMMON_WORDS]) if colon else 0
    if content and _may_be_name(head):
        yield ProseName(index, head, name_strength(head))
    elif dashed and not has_authors(dashed[1]):
        yield ProseName(index, dashed[1], name_strength(dashed[1]))
    if content >= _MIN_CONTENT_WORDS:
        yield ProseName(index, rest.strip(), NameStrength.LONG)
    for label in labels:
        if label != head:
            yield ProseName(index, label, name_strength(label))
        if (short := _WITH_SHORT_NAME.fullmatch(label)) and name_strength(short[1]) is NameStrength.SHAPED:
            yield ProseName(index, short[1], NameStrength.SHAPED)
    tail = _PREPOSITION.split(title)[-1]
    if paper.year and paper.authors and tail != title and 2 <= _count(tail) <= 5:
        yield ProseName(index, tail, NameStrength.BY_AUTHOR)
    # no match reaches over a NUL
    text = "\0".join(dict.fromkeys((paper.abstract, paper.tldr, *[f.value for f in paper.fields])))
    for match in _INTRODUCED.finditer(text) if any(map(text.__contains__, _INTRODUCING)) else ():
        name = match["name"]
        if _is_mixed(name) and name != head and _is_of_own_work(text, match.start()):
            yield ProseName(index, name, NameStrength.SHAPED)


def _is_of_own_work(text: str, at: int) -> bool:
    """Return whether the authors are the subject of a verb such as `introduce`, or it has none."""
    before = text[max(0, at - _SENTENCE) : at]
    sentence = before[max(before.rfind(end) for end in (". ", "\n", "\0")) + 1 :].strip(" .*_>-")
    if text.startswith(_PARTICIPLES, at):
        # the authors can also use what others have called so
        return bool(_OWN_WORK.search(sentence) and _CREATED.search(sentence))
    return not sentence or sentence.endswith(":") or bool(_OWN_WORK.search(sentence))


def _may_be_name(head: str) -> bool:
    """Return whether the part of a title before a colon may be a name of the paper."""
    if head.casefold() in _PREFIXES or not any(map(str.isalpha, head)):
        return False
    return not (has_authors(head) or is_list_of_people(head))


def _names_authors(label: str, paper: Paper) -> bool:
    """Return whether a label is the authors of a paper, who have other papers, too: `Kahneman–Tversky`."""
    if has_authors(label) or (may_be_family_names(label) and fold(label).strip() not in fold(paper.title)):
        return True
    words = set(fold(label).split()) - {"and", "s", "et", "al"}
    names = {word for author in known_names(paper.authors) for word in fold(author).split()}
    return words.issubset(names)


def _is_doubtful(paper: Paper, labels: Sequence[str]) -> bool:
    """Return whether the title is the text of one link, to which all other links have given other names.

    A link with the name of a data set can lead to a paper that uses it: `[Permuted MNIST](…)`.  All other links to
    that paper are called `EWC`.
    """
    if not labels or _count(paper.title) > _MAX_WORDS_OF_NAME or ":" in paper.title:
        return False
    if any(m.kind in _ABOUT for m in paper.mentions):
        return False
    joined = "".join(fold(paper.title).split())
    return not any(_agree(joined, "".join(fold(label).split())) for label in labels)


def _sure_labels(paper: Paper, labels: Sequence[str]) -> list[str]:
    """Return the labels without those of one link that do not agree with the title, such as the authors' company."""
    if not labels:
        return []
    titled = "".join(fold(paper.title).split())
    given = Counter(label for m in paper.mentions for label in m.evidence.labels)
    links = (m for m in paper.mentions if m.kind is MentionKind.CITATION and not m.evidence.title)
    doubtful = {label for m in links for label in m.evidence.labels if given[label] == 1}
    return [label for label in labels if label not in doubtful or _agree(titled, "".join(fold(label).split()))]


def _agree(name: str, other: str) -> bool:
    """Return whether all letters of the shorter name are in the longer one, in order, from its first letter."""
    shorter, longer = sorted((name, other), key=len)
    letters = iter(longer)
    return shorter in longer or (shorter[:1] == longer[:1] and all(letter in letters for letter in shorter))


def _count(text: str) -> int:
    return len(_WORD.findall(text))


def name_strength(name: str) -> NameStrength:
    """Return the evidence that a name needs, by its form."""
    count = _count(name)
    if count >= 4:
        return NameStrength.LONG
    if any(is_shaped(word) for word in name.split()) and not _is_phrase(name):
        return NameStrength.SHAPED
    return NameStrength.CAPITALS if count >= 3 else NameStrength.PLAIN


def is_shaped(word: str) -> bool:
    """Return whether a word has capitals or digits inside: VideoJAM, LoRA, CAT3D, H-Net, KAN."""
    word = word.strip("()[]{}$.,;")
    if all((part.isupper() and is_common(part)) or part.islower() for part in word.split("-")):
        # `RNA-sequencing` is an everyday word, `MoE` is one only alone
        return False
    letters = [c for c in word if c.isalpha()]
    if len(letters) < 2 or len(word) < 3:
        return False
    return any(c.isupper() for c in word[1:]) or (any(c.isdigit() for c in word) and any(c.isupper() for c in word))


def _is_phrase(name: str) -> bool:
    """Return whether a name is an acronym and everyday words, which many titles can have: `SAM format`."""
    words = name.split()
    parts = [part for word in words for part in word.strip("()[]{}$.,;:&").split("-") if part]
    has_word = len(words) > 1 and any(map(_EVERYDAY_WORD.fullmatch, parts))
    return has_word and all(_EVERYDAY_WORD.fullmatch(part) or _CAPITALS.fullmatch(part) for part in parts)


def is_everyday_phrase(name: str) -> bool:
    """Return whether a name is words with one capital each, dimensions, and common acronyms: `Fast 3D Detection`."""
    words = _WORD.findall(name)
    plain = (w for w in words if not is_common(w) and not _DIMENSION.fullmatch(w) and w not in _COMMON_WORDS)
    return all(word[0].isupper() and word[1:].islower() for word in plain) and len(words) > 1


def _is_mixed(word: str) -> bool:
    """Return whether a word is shaped and has small letters, too: LLaVA, MoLoE; not RAG, LLMs."""
    has_small_letter = any(c.islower() for c in word) and not re.fullmatch(r"[A-Z]{2,}s", word)
    return len(word) >= 4 and has_small_letter and is_shaped(word)


# --- folding --------------------------------------------------------------------------------------

_ASCII_TABLE = bytes(c if chr(c).isalnum() or not c else 32 for c in range(128)) + bytes(128)
_NOT_ASCII = lazy_regex(r"[^\x00-\x7f][^\x00-\x7f]*")
"""Characters other than ASCII.  A search for one character is twice as fast as one for a repeated character."""


def fold(text: str) -> str:
    """Return a text of the same length in lower case without accents, with spaces for punctuation.

    Examples:
        >>> fold("Poincaré's GPT-4")
        'poincare s gpt 4'
    """
    return fold_except_case(text).lower()


def fold_except_case(text: str) -> str:
    """Return what `fold` does, with capitals; an ASCII letter that replaces another letter is a capital, too.

    Examples:
        >>> fold_except_case("Poincaré's GPT-4")
        'PoincarE s GPT 4'
    """
    folded = text.encode("ascii", "replace").translate(_ASCII_TABLE).decode()
    if text.isascii():
        return folded
    parts, at = [], 0
    for match in _NOT_ASCII.finditer(text):
        parts += [folded[at : match.start()], *map(_fold_character, match.group())]
        at = match.end()
    return "".join([*parts, folded[at:]])


@lru_cache(maxsize=1 << 12)
def _fold_character(char: str) -> str:
    if not char.isalnum():
        return " "
    base = [c for c in unicodedata.normalize("NFKD", char.casefold()) if not unicodedata.combining(c)]
    folded = base[0] if len(base) == 1 else char.lower()[:1]
    return folded.upper() if folded.isascii() else folded

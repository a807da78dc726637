"""Find the headings that recur over notes: sections such as `Minutes` or `どんなもの？`, no titles of papers.

The same goes for what recurs after titles, and for the tags in brackets before them: `[Paper Review] Title`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from papernotes_plugin import identifiers, text, venues
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Identifier, InlineKind, Note

MIN_NOTES = 5
"""Number of notes from which a heading that most notes have is part of a template."""
_MIN_SECTIONS = 5
"""Number of sections from which a heading without any paper below it is a label."""
_MIN_SECTIONS_OF_PAPERS = 3
"""Number of sections from which a heading above different papers is a label."""
_NUMBERING = lazy_regex(r"[\W_]*(?:\d{1,2}(?:\.\d{1,2})*[.):、．]\s*)?")
_SUFFIX = lazy_regex(
    r"(?<!\s)\s+(?:[-–—|·]\s+(?P<words>[^-–—|·()\d]{3,40})|[(（](?P<inner>[^()（）\d]{3,40})[)）])\s*$"
)
"""The words behind the last dash or bar of a title, or in brackets at its end."""
_NO_SUFFIX = lazy_regex(r" et al\b| & |等")
"""Authors after a title."""
_TAG = lazy_regex(
    r"\s*[<＜〈《【\[(（](?P<tag>[^\W\d_][^<>＜＞〈〉《》【】\[\]()（）\d]{1,29})[>＞〉》】\])）]\s*"
    r"(?P<title>[^\s(].*)",
    re.DOTALL,
)
"""A tag in brackets before a title."""
_MARK = "… "
"""The beginning of the key of a suffix."""
_MARK_OF_TAG = "[…] "
"""The beginning of the key of a tag."""
_MIN_SHARE = 4
"""A suffix that one in four notes with any suffix has is a part of their template."""


def suffix_key(title: str) -> tuple[str, str]:
    """Return a title without the words at its end that may be a suffix, and the key of these; "" for none.

    Examples:
        >>> suffix_key("World Models - Key Claims and Quotes")
        ('World Models', '… key claims and quotes')
        >>> suffix_key("World Models (NeurIPS)")
        ('World Models (NeurIPS)', '')
    """
    match = _SUFFIX.search(title[-50:])
    words = (match["words"] or match["inner"]) if match else ""
    if match is None or _NO_SUFFIX.search(words) or venues.parse_venue(words)[0]:
        return title, ""
    return title[: len(title) - len(match[0])].rstrip(), _MARK + text.comparison_key(words)


def tag_key(title: str) -> tuple[str, str]:
    """Return a title without the tag in brackets before it, and the key of the tag; "" for none.

    Examples:
        >>> tag_key("[Paper Review] World Models"), tag_key("World Models [v2]")
        (('World Models', '[…] paper review'), ('World Models [v2]', ''))
    """
    match = _TAG.match(title)
    return (match["title"], _MARK_OF_TAG + text.comparison_key(match["tag"])) if match else (title, "")


@lru_cache(maxsize=1 << 15)
def heading_key(heading: str) -> str:
    """Return the form in which headings are compared, without `#` and numbering.

    Examples:
        >>> heading_key("## 3. Secretary’s Report"), heading_key("3D Reconstruction")
        ('secretary s report', '3d reconstruction')
    """
    numbering = _NUMBERING.match(heading)
    bare = heading[numbering.end() :] if numbering else heading
    return text.comparison_key(bare) or heading.casefold().strip("# \n")


def heading_keys(note: Note) -> tuple[str, ...]:
    """Return the keys of the headings of a note, of the suffix of the first one, and of the tag before its title."""
    headings = [note.text[slice(*heading.span)] for heading in _headings(note)]
    suffix = suffix_key(headings[0].strip())[1] if headings else ""
    return (*map(heading_key, headings), *filter(None, (suffix, tag_key(note.title)[1])))


def find_labels(notes: Mapping[Note, Sequence[str]]) -> frozenset[str]:
    """Return the keys of the headings that recur as labels of sections, and of recurring suffixes and tags of titles.

    Args:
        notes: The notes, each with its `heading_keys`.
    """
    counts = Counter(chain.from_iterable(notes.values()))
    often = [key for key, count in counts.items() if count >= _MIN_SECTIONS_OF_PAPERS]
    recurring = {key for key in often if not key.startswith((_MARK, _MARK_OF_TAG))}
    papers: dict[str, list[frozenset[Identifier]]] = {key: [] for key in recurring}
    for note, keys in notes.items():
        if not recurring.isdisjoint(keys):
            for key, of_section in sections(note):
                if key in recurring:
                    papers[key].append(of_section)
    suffixes = {key: count for key, count in counts.items() if key.startswith(_MARK)}
    needed = max(_MIN_SECTIONS_OF_PAPERS, sum(suffixes.values()) / _MIN_SHARE)
    recurring_suffixes = (key for key, count in suffixes.items() if count >= needed)
    tags = (key for key in often if key.startswith(_MARK_OF_TAG))
    return frozenset(key for key, of_key in papers.items() if _is_label(of_key)).union(recurring_suffixes, tags)


def _headings(note: Note) -> list[Block]:
    return [block for block in note.document.blocks if block.kind is BlockKind.HEADING]


def sections(note: Note) -> Iterator[tuple[str, frozenset[Identifier]]]:
    """Yield the key of each heading and the papers linked below it, but no heading that links to a paper itself."""
    headings = _headings(note)
    starts = [heading.span.start for heading in headings]
    papers: list[set[Identifier]] = [set() for _ in headings]
    linked: set[int] = set()
    for inline in note.document.inlines:
        if inline.kind is InlineKind.LINK and (identifier := identifiers.from_url(inline.url)):
            at = bisect_right(starts, inline.span.start) - 1
            if at >= 0:
                papers[at].add(identifier)
                if inline.block == headings[at].index:
                    linked.add(at)
    for at, heading in enumerate(headings):
        if at not in linked:
            yield heading_key(note.text[slice(*heading.span)]), frozenset(papers[at])


def _is_label(papers: Sequence[frozenset[Identifier]]) -> bool:
    """Return whether the sections below one heading, each with its papers, are not all about one paper."""
    linked = [of_section for of_section in papers if of_section]
    if len(papers) >= _MIN_SECTIONS_OF_PAPERS and _are_of_different_papers(linked):
        return True
    return len(papers) >= _MIN_SECTIONS and len(linked) < 2


def _are_of_different_papers(linked: Sequence[frozenset[Identifier]]) -> bool:
    """Return whether sections link to different papers: those with identifiers of one scheme share none of them."""
    by_scheme: dict[str, list[set[Identifier]]] = {}
    for of_section in linked:
        for scheme in {identifier.scheme for identifier in of_section}:
            by_scheme.setdefault(scheme, []).append({i for i in of_section if i.scheme == scheme})
    common = [set.intersection(*of_scheme) for of_scheme in by_scheme.values() if len(of_scheme) > 1]
    return bool(common) and not any(common)


def headings_of_template(notes: Iterable[Collection[str]]) -> frozenset[str]:
    """Return the names that most notes with any name have, if enough notes have them.

    Args:
        notes: The names of the headings of each note, as `heading_key` returns them.
    """
    counts: Counter[str] = Counter()
    structured = 0
    for names in notes:
        counts.update(set(names))
        structured += bool(names)
    return frozenset(name for name, count in counts.items() if count >= MIN_NOTES and 2 * count > structured)

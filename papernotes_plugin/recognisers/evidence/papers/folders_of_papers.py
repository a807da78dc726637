"""Find folders whose notes are each about one paper.  A title alone then names the paper of such a note.

A note with only a title and prose may be an essay as well.  The other notes of its folder decide.  More than half of
the notes on papers speak of `the authors` or of `this paper`, but hardly any other notes whose names are titles.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from posixpath import basename, dirname

from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.labels import paper_front_matter
from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import FrontMatter
from papernotes_plugin.recognisers.evidence.papers import note_signs
from papernotes_plugin.recognisers.evidence.papers.paper_signs import is_in_folder_of_papers
from papernotes_plugin.recognisers.evidence.titles import note_names
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.text.years import SEPARATE_YEAR, YEAR
from papernotes_plugin.vocabulary.model import Block, BlockKind, Note

_MIN_NOTES = 5
"""Number of notes that speak of their paper, from which a folder is one of papers."""
_MIN_NOTES_OF_NAMED = 3
"""The same for a folder that is named after papers: `literature/papers/robots`."""
_MIN_SIBLINGS = 2
"""Folders of papers next to a folder, from which half of its notes must speak of their paper."""
_MIN_SHARE = 0.5
"""Share of the notes with a title for a name that must speak of their paper."""
_SILENT_NAMES = frozenset(
    ("memo", "note", "notes", "summary", "review", "paper", "paper_review", "paper-review", "main")
)
"""Names of files in a folder that is named by the title of a paper."""
_MIN_WORDS = 3
"""Words of a title."""
_MIN_FILE_NAME_WORDS = 4
"""Words of a title that only the file name has."""
_MIN_SENTENCE = 7
"""Words of a title without capitals that only the file name has."""
_MIN_FOREIGN_WORDS = 5
"""Words of a title in another language than its note."""
_OPENING = 1000
"""Characters below a heading that show the language of a note."""
_MAX_ABOVE = 600
"""Characters above the first heading from which they are the beginning of a text."""
_MIN_LETTERS = 100
"""Letters in the opening of a note in Chinese, Japanese or Korean."""
_WORD_FOR_PAPER = lazy_regex("论文|論文|논문")
_NUMBER = lazy_regex(r"^(?:#+\s+)?\d{1,3}(?:[.)]\s+|\s?[：、]\s?)")
"""Marks and a number before the title in a heading: `3：Title`, `## 8. Title`."""
_MIN_SHARED = 0.75
"""Share of the words of the shorter that a file name and a title have in common."""
_KEY = lazy_regex(rf"@?[^\W\d_]+?(?:_?et_?al)?[_-]?(?P<year>{YEAR})[_-]?(?P<word>[^\W\d_]+)")
"""A file name that is a key with the year and the first word of the title: `vaswani2017attention`."""
_WORD = lazy_regex(r"[^\W_]+")
_DATED_TITLE = lazy_regex(rf"(?P<title>\S.*\S)\s+\({YEAR}\)")
"""A title with its year: `Attention Is All You Need (2017)`."""
_MAX_NAMES = 600
"""Characters of a line of names."""
_LINK = lazy_regex(r"\[(?P<text>[^\[\]]*)\]\([^()\s]*\)")
_MIN_RESTATED = 3
"""Words of a title that the text below it repeats."""
_MAX_REFERENCE = 600
"""Characters below a title in which a reference of the paper begins and ends."""
_ADDRESS = lazy_regex(r"(?<!\S)\S*(?:/|\.html)\S*")
"""An address, whose words are no text: `../ch12-01-accepting-command-line-arguments.html`."""
_OTHER_FOLDER = lazy_regex(
    r"(?:^|[/_. -])(?:blogs?|posts?|books?|podcasts?|essays?|courses?)(?:$|[/_. -])", re.IGNORECASE
)
"""A folder of notes that speak of an author, and are not about papers."""


class NoteKind(StrEnum):
    """The evidence of one note on its folder."""

    OTHER = "other"
    """The name of the note is no title."""
    HEADED = "headed"
    """The heading of the note is a title, but the file has another name, and nothing speaks of a paper."""
    TITLED = "titled"
    """The name of the note is a title."""
    ON_PAPER = "on paper"
    """The name of the note is a title, and the note speaks of its paper."""
    ON_POST = "on post"
    """The name of the note is a title, perhaps that of a post or a page."""


def note_kind(note: Note) -> NoteKind:
    """Return the evidence of a note on its folder."""
    if not title_of_note(note)[0]:
        return NoteKind.OTHER
    if _has_title_of_paper(note):
        return NoteKind.ON_PAPER
    if note_signs.is_on_post(note) or paper_front_matter.is_on_page(FrontMatter(note.meta)):
        return NoteKind.ON_POST
    heading = None if _has_name_of_folder(note_names.stem_of(note.path)) else _foreign_heading(note)
    if heading and not _is_restated(note) and not _repeats(note_names.stem_of(note.path), _words_of(note, heading)):
        # in such a note `本文` may be the note itself
        return NoteKind.ON_PAPER if _WORD_FOR_PAPER.search(note.text, note.body_start) else NoteKind.HEADED
    is_on_paper = note_signs.speaks_of_paper(note) or _heading_of_key(note) or _is_restated(note)
    return NoteKind.ON_PAPER if is_on_paper else NoteKind.TITLED


def find_folders(kinds: Mapping[str, NoteKind]) -> frozenset[str]:
    """Return the folders whose notes are each about one paper.

    A folder with few notes, such as that of a week, counts together with the other folders of its parent.  All its
    own notes must be on papers then; half of them within a folder of papers, or next to several folders of papers.

    Args:
        kinds: The result of `note_kind` for each note, by path.
    """
    titled = Counter(dirname(path) for path, kind in kinds.items() if kind not in (NoteKind.OTHER, NoteKind.HEADED))
    on_papers = Counter(dirname(path) for path, kind in kinds.items() if kind is NoteKind.ON_PAPER)
    titled_below, on_papers_below = map(_by_parent, (titled, on_papers))
    full = Counter(dirname(folder) for folder in on_papers if folder and _is_full(folder, on_papers, titled))
    return frozenset(
        folder
        for folder, count in on_papers.items()
        if not _OTHER_FOLDER.search(folder)
        and (
            _is_full(folder, on_papers, titled)
            or (
                count >= _MIN_SHARE * titled[folder]
                and (_is_full(dirname(folder), on_papers, titled) or full[dirname(folder)] >= _MIN_SIBLINGS)
            )
            or (
                count == titled[folder]
                and on_papers_below[dirname(folder)] >= max(_MIN_NOTES, _MIN_SHARE * titled_below[dirname(folder)])
            )
        )
    )


def _is_full(folder: str, on_papers: Counter[str], titled: Counter[str]) -> bool:
    """Return whether enough notes of a folder are on papers; fewer in one that is named after papers."""
    min_notes = _MIN_NOTES_OF_NAMED if is_in_folder_of_papers(f"{folder}/") else _MIN_NOTES
    return on_papers[folder] >= max(min_notes, _MIN_SHARE * titled[folder])


def _by_parent(counts: Mapping[str, int]) -> Counter[str]:
    """Return the sum of the counts of the folders in each folder."""
    sums: Counter[str] = Counter()
    for folder, count in counts.items():
        sums[dirname(folder)] += count
    return sums


def title_of_note(note: Note) -> tuple[str, Block | None]:
    """Return the title that is the name of a note, and its heading; "" and None if the name is no title.

    A title in English above a note in Chinese, Japanese or Korean need not be the name of the file.  A file such as
    `README.md` has the name of its folder, which must be the title in its heading.
    """
    name = note_names.stem_of(note.path)
    if _has_name_of_folder(name):
        return _title_of_folder(note)
    if foreign := _foreign_heading(note):
        return _words_of(note, foreign), foreign
    if keyed := _heading_of_key(note):
        return _words_of(note, keyed), keyed
    if dated := heading_above_names(note):
        return _words_of(note, dated), dated
    heading = _first_heading(note)
    words = _words_of(note, heading) if heading else ""
    if heading and _may_be_title(words, _MIN_WORDS) and _repeats(name, words):
        return words, heading
    if " " in name and _may_be_title(name, _MIN_FILE_NAME_WORDS):
        # the name of the file may be the beginning of a title that has no capitals
        is_cut = heading and comparison_key(words).startswith(comparison_key(name))
        return (words, heading) if is_cut else (name, None)
    is_long = count_words(name) >= _MIN_SENTENCE and name[:1].isupper() and not is_sentence(name, has_link=True)
    if is_long and is_in_folder_of_papers(note.path) and not CJK_LETTER.search(name):
        # a title with a capital only at its beginning
        return name, None
    return "", None


def _has_name_of_folder(stem: str) -> bool:
    """Return whether the name of a file says nothing, so that its folder has the title: `Title of a Paper/memo.md`."""
    return note_names.is_index(stem) or stem.casefold() in _SILENT_NAMES


def _title_of_folder(note: Note) -> tuple[str, Block | None]:
    """Return the title that is the name of the folder of a note, and its heading; "" and None for no title."""
    folder = _NUMBER.sub("", basename(dirname(note.path)))
    heading = _first_heading(note)
    words = _words_of(note, heading) if heading else ""
    if heading and folder and _may_be_title(words, _MIN_FILE_NAME_WORDS) and _repeats(folder, words):
        return words, heading
    is_title = " " in folder and _may_be_title(folder, _MIN_FILE_NAME_WORDS)
    return (folder if is_title else ""), None


def _first_heading(note: Note) -> Block | None:
    """Return the first heading; None if a text with a title in front matter is above it, as in a post."""
    heading = next((block for block in note.document.blocks if block.kind is BlockKind.HEADING), None)
    is_post = heading and heading.span.start - note.body_start > _MAX_ABOVE and note.meta.get("title")
    return None if is_post else heading


def _words_of(note: Note, heading: Block) -> str:
    """Return the words of a heading without its marks and number: `# 3：Title`, `## ## 8. Title`."""
    return _NUMBER.sub("", note.text[slice(*heading.span)].strip("# \n"))


def _foreign_heading(note: Note) -> Block | None:
    """Return the heading in English that opens a note in Chinese, Japanese or Korean; None for others."""
    heading = None if note.text.isascii() else _first_heading(note)
    if not heading or note.text[note.body_start : heading.span.start].strip():
        return None
    if not _may_be_title(_words_of(note, heading), _MIN_FOREIGN_WORDS):
        return None
    opening = note.text[heading.span.end : heading.span.end + _OPENING]
    return heading if len(CJK_LETTER.findall(opening)) >= _MIN_LETTERS else None


def _heading_of_key(note: Note) -> Block | None:
    """Return the first heading if the name of the file is a key with a word and the year of it; None for others."""
    key = _KEY.fullmatch(note_names.stem_of(note.path))
    heading = _first_heading(note) if key else None
    words = _WORD.findall(_LINK.sub(r"\g<text>", _words_of(note, heading)).casefold()) if heading else []
    if not key or key["word"].casefold() not in (words if len(key["word"]) >= _MIN_WORDS else words[:1]):
        return None
    return heading if SEPARATE_YEAR.findall(" ".join(words)) in ([], [key["year"]]) else None


def heading_above_names(note: Note) -> Block | None:
    """Return the first heading if it has a year in brackets, and the next line is only full names; None for others."""
    heading = _first_heading(note)
    dated = _DATED_TITLE.fullmatch(_words_of(note, heading)) if heading else None
    if not heading or not dated or not _may_be_title(dated["title"], _MIN_WORDS):
        return None
    line, end, below = note.text[heading.span.end :].lstrip("\n").partition("\n")
    if len(line) > _MAX_NAMES or (end and below.lstrip(" ")[:1] not in ("", "\n")):
        return None
    names = authorship.split_authors(line)
    return heading if names and all(map(authorship.is_person, names)) else None


def _has_title_of_paper(note: Note) -> bool:
    """Return whether the title of a note with a year in its heading, and names below it, has the words of papers."""
    heading = heading_above_names(note)
    return heading is not None and are_titles_of_papers([_words_of(note, heading)], _MIN_WORDS)


def _is_restated(note: Note) -> bool:
    """Return whether a line below the first heading has its words again, and a year, as a reference has them."""
    heading = _first_heading(note)
    title = comparison_key(_words_of(note, heading)) if heading else ""
    if not heading or count_words(title) < _MIN_RESTATED:
        return False
    opening = _ADDRESS.sub(" ", note.text[heading.span.end : heading.span.end + _MAX_REFERENCE])
    if not SEPARATE_YEAR.search(opening):
        return False
    # a field such as `Full Title:: …` has no year next to it
    return any(
        SEPARATE_YEAR.search(line) and f" {title} " in f" {comparison_key(line)} " for line in opening.split("\n")
    )


def _may_be_title(words: str, shortest: int) -> bool:
    if count_words(words) < shortest or not (looks_like_title(words) or ": " in words):
        return False
    # a title in Chinese, Japanese or Korean is in the language of the note, which is not that of the paper
    return not (CJK_LETTER.search(words) or "](" in words or note_names.names_other_note(words))


def _repeats(name: str, title: str) -> bool:
    """Return whether a file name and a title are the same, but for a few words, or one of them is shorter.

    The file name may be the name that the title begins with: `fb-detect.md` and `FBDetect: Catching Regressions`.
    """
    named, colon, _ = title.partition(": ")
    if colon and _letters(named) == _letters(name):
        return True
    shorter, longer = sorted((set(comparison_key(w.replace("_", " ")).split()) for w in (name, title)), key=len)
    return len(shorter) >= _MIN_WORDS and len(shorter & longer) >= _MIN_SHARED * len(shorter)


def _letters(words: str) -> str:
    return comparison_key(words.replace("_", " ")).replace(" ", "")

"""Decide whether a document on an unknown site is a paper: its file format alone does not say so.

Meeting minutes, agendas, manuals, slides and laws are PDF files, too.  A second sign is needed: authors, a date, a
venue, the word "paper", or neighbours that are papers.
"""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from urllib.parse import unquote

from papernotes_plugin import identifiers, text, venues
from papernotes_plugin.people import is_given_name
from papernotes_plugin.people.given_names import fold_name
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.labels import author_values, field_facts
from papernotes_plugin.recognisers.evidence.labels.field_labels import DESCRIBES
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.papers import book_signs, note_signs
from papernotes_plugin.recognisers.evidence.papers.paper_links import identifier_from_url, may_be_paper_or_pdf
from papernotes_plugin.recognisers.evidence.papers.texts_to_read import is_below_readings
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles import note_names
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, is_venue, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Evidence, Identifier, Inline

_PAPER = lazy_regex(
    r"(?:\b(?:papers?|e?preprints?|arxiv|doi|openreview|manuscript|thesis|dissertation|research"
    r"|art[íi]culo|artigo|articolo|aufsatz|masterarbeit|mémoire|papier)\b|论文|論文|논문|статья)",
    re.IGNORECASE,
)
"""A word that calls a document a paper."""
_PAPER_FOLDER = lazy_regex(
    r"(?:^|[/_-])(?:papers?|publications?|pubs?|e?preprints?|eprints?|proceedings|journals?|articles|theses|thesis"
    r"|bitstream)(?=[/_.-]|$)",
    re.IGNORECASE,
)
"""A folder or file of a URL that is named after papers."""
_DAY = lazy_regex(
    r"\b(?:19|20)\d\d-\d\d-\d\d|\b\d{1,2}\.\s?\d{1,2}\.\s?(?:19|20)\d\d|\b\d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d\d"
    r"|\b\d{1,2}(?:st|nd|rd|th)? [^\W\d_]{3,9},? (?:19|20)\d\d|月\s?\d{1,2}\s?日"
)
"""A date with its day, as documents have it; papers have a year or a month."""
_EVENT = lazy_regex(r"(?<![^\W\d_])([A-Za-z]{3,12})(?=[-_']?\d\d)")
"""Letters before a number in a URL, which may be a venue with its year: `pldi2017`."""
_PAPER_SECTION = lazy_regex(
    r"\b(?:papers?|publications?|preprints?|bibliography|theses|artículos|publicaciones|publikationen"
    r"|veröffentlichungen|literature)\b|论文|論文|논문|文献",
    re.IGNORECASE,
)
"""A heading or folder that announces papers."""
_BOOK_FOLDER = lazy_regex(
    r"(?:^|/)(?:\d+[ _.-]+)?(?:books?|bücher|livres|libros|livros|libri|lecturas|papers?|literature)(?=$|[/_. -])",
    re.IGNORECASE,
)
"""A folder of notes on books or papers."""
_OTHER_KIND = lazy_regex(
    r"\b(?:slides?|(?<!technical )(?<!tech )reports?|minutes|agendas?|manuals?|handbook|guides?|guidelines|tutorials?"
    r"|cheat ?sheets?|audits?|brochure|presentations?|talks?|keynote|syllabus|lectures?|exercises?|handouts?|policy"
    r"|policies|act|law|bill|regulations?|datasheet|data sheet|schedule|newsletter|press release|budget|invoice|form"
    r"|certificate|licen[cs]e|contract|protokoll|tagesordnung|handbuch|anleitung|gesetz|verordnung|folien|satzung"
    r"|compte rendu|ordre du jour|loi|diapositivas|acta|ley|manuel)\b"
    r"|幻灯片|手册|スライド|マニュアル|議事録|회의록|설명서",
    re.IGNORECASE,
)
"""A word that calls a document something else than a paper."""
_OTHER_SECTION = lazy_regex(
    r"\W*(?:(?:invited|selected|past|recent|public|conference|our|my) ){0,2}(?:presentations?|talks?|slides|lectures?"
    r"|slide decks?|videos?|recordings?|podcasts?|courses?|vorträge|folien|exposés|ponencias|charlas|palestras)\b",
    re.IGNORECASE,
)
"""The heading of a section whose documents are slides and the like, unless it announces papers, too."""
_NUMBERED_LECTURE = lazy_regex(r"\W*lecture \d", re.IGNORECASE)
"""The heading of one lecture of a course: `Lecture 5: Words`."""
_NO_PAPER = lazy_regex(
    r"\b(?:slides|folien|diapositivas|diapos)\b|幻灯片|スライド"
    r"|\b(?:magazine|newsletter|gazette)\b.{0,30}(?:\bn[°ºo]\.?|#) ?\d"
    r"|^(?:(?:lecture|lesson|session|week|module|handout|homework|exercise) ?\d"
    r"|.{0,30}\b(?:CSE?|ECE|EECS|EE|MATH|STATS?|PHYS|CHEM|ECON) ?\d{2,4}[A-Z]?\b"
    r"|.*\b(?:spring|summer|fall|autumn|winter) (?:19|20)\d\d\b"
    r"|(?:agenda|minutes|keynote|(?:user )?guide|handout|syllabus) (?:of|for|by|from|to) )",
    re.IGNORECASE,
)
"""Words that call a document something else than a paper, however long its name is: `Lecture 3: Memory Models`."""
_OTHER_FILE = lazy_regex(
    r"(?:(?:^|[/ _-])slides(?:[ _-][^/?#]{0,30})?|[ _-]talk(?:[ _-][^/?#]{0,20})?"
    r"|(?:syllabus|agenda|minutes|timetable)(?:[_-][\w-]{0,80})?|[_-](?:slides|handout|preso|poster))\.pdf$"
    r"|(?:^|/)\w{0,20}(?:presentations?|slides|talks)/(?!.{0,400}(?:thesis|paper))(?:[^/?#]{1,80}/){0,3}[^/?#]{1,200}\.pdf$",
    re.IGNORECASE,
)
"""The name of a file that is something else than a paper, whatever the note says of it."""
_SLIDES_BEFORE = lazy_regex(
    r"\b(?:(?:slides|slide deck|presentation)\W{1,4}|slides for [\w ,'’-]{0,60}: ?\[?)$", re.IGNORECASE
)
"""The words before a link that call its target slides: `(slides: [pdf](…))`, `Slides for the talk are here: […](…)`."""
_SLIDES_AFTER = lazy_regex(
    r" ?[-–—:,(]{1,2} ?(?:the )?(?:slides|slide deck|lecture notes) (?:from|of|for|to)\b", re.IGNORECASE
)
"""The same after a link: `[Title](….pdf) - Slides from the workshop`."""
_KEYWORDS = frozenset(("keywords", "key words", "key-words", "关键词", "キーワード", "키워드"))
"""Labels of the keywords that authors give their papers."""
_REACH = 60
"""Characters before a link in which the word "paper" can belong to it."""
_MAX_KIND = 80
"""Characters before a link in which words name the kind of its target."""
_MIN_FOREIGN_AUTHORS, _MIN_CJK = 2, 10
"""Authors of a title in another language than its note, and letters of the note's own language."""
_MAX_LABEL_WORDS = 3
"""Words of a link text that says what a document is: `Meeting slides`."""
_ENOUGH_SIGNS = 3
"""Signs from which facts without venue and identifier are those of a paper."""
_OF_DOCUMENT = lazy_regex(
    r"(?<![^\s*_])(?:status(?![*_: ]{1,6}\W{0,3}(?:(?:un|to[ -]|want to )?read|reading|finished|abandoned)\b)"
    r"|version|licen[cs]e|(?:last )?updated|modified|review(?:ers?|ed by| managers?)|approvers?"
    r"|slug|champions?|\w{1,40} sponsors?|tracking issue|rfc pr|discussion(?: at)?|proposal|repository|maintainers?)"
    r"[*_]{0,2}(?::|\s+http)|//(?:blogs?|docs)\.|/blogs?/",
    re.IGNORECASE,
)
"""A label of software and of documents that their authors discuss and keep up to date, or the address of a post."""
_OF_POST = lazy_regex(
    r"(?:tags?[*_]{0,2}:[^\n]{0,200}\b(?:newsletter|email|blog-post)\b|document kind[*_]{0,2}: (?:news|article|blog))",
    re.IGNORECASE,
)
"""The tags or the kind of an article of a newsletter, in its labels."""
_UPDATED = lazy_regex(r"^(?:last )?(?:updated|modified):", re.IGNORECASE | re.MULTILINE)
"""The label of the day on which a document was changed last."""
_MAX_OPENING = 600
"""Characters from the first labelled value in which a document has its other labels."""
_PROPOSAL = lazy_regex(r"(?:proposal|rfc|adr|design(?: doc(?:ument)?)?)(?: ?\d+)?: ", re.IGNORECASE)
"""The opening of the title of a document that proposes a change of software: `Proposal: Alias declarations for Go`."""
_DESIGN = lazy_regex(r"\s[—–-]\s(?:draft )?(?:design|proposal|rfc)\s*$", re.IGNORECASE)
"""The end of the title of such a document: `Error Handling — Draft Design`."""
_PLURALS = ("s", "n", "i", "ы")
"""Last letters of labels of several authors, such as `Autoren` and `Autor(es)`; posts and recipes have an `Author`."""
_MIN_KNOWN_PAPERS = 2
"""Links to papers from which a section is one of papers, if they are not fewer than its other documents."""


def is_paper(context: NoteContext, block: int, evidence: Evidence, links: Iterable[Inline]) -> bool:
    """Return whether a note says more of a document than where its file is.

    Args:
        context: The note.
        block: The text block that describes or cites the document; -1 for the note as a whole.
        evidence: What the note says about it.
        links: The links to it.
    """
    if any(not is_doubtful(i) for i in evidence.identifiers) or evidence.citekey or evidence.bibtex:
        return True
    links = list(links)
    if any(_SLIDES_AFTER.match(context.note.text, i.span.end) for i in links):
        return False
    if not evidence.venue and any(
        _OTHER_FILE.search(unquote(i.url)) or _SLIDES_BEFORE.search(context.text_before(i)[-_MAX_KIND:]) for i in links
    ):
        return False
    if not evidence.venue and block >= 0 and _is_among_talks(context, block):
        return False
    if evidence.venue or evidence.abstract or len(evidence.authors) > 1 or (evidence.authors and evidence.year):
        return True
    names = [evidence.title, *(i.text for i in links if not i.bare)]
    if any((count_words(n) <= _MAX_LABEL_WORDS and _OTHER_KIND.search(n)) or _NO_PAPER.search(n) for n in names):
        return False
    if any(map(_PAPER.search, names)) or any(_is_called_paper(context, i) for i in links):
        return True
    if any(map(_OTHER_KIND.search, names)):
        return False
    if evidence.year or any(is_given_name(name.split()[0]) for name in evidence.authors):
        return True
    if any(map(_PAPER_SECTION.search, _places(context, block))) or _repeats_title(context, block, evidence.title):
        return True
    if _is_among_papers(context, block, evidence) or _is_to_read(context, block, evidence.title):
        return True
    return count_words(evidence.title) > _MAX_LABEL_WORDS and note_signs.is_on_document(context, block)


def _is_among_talks(context: NoteContext, block: int) -> bool:
    """Return whether the headings above a block announce slides and the like, and no papers or texts to read."""
    above = [context.visible_text(heading.index) for heading in context.headings_above(block)]
    if not any(map(_OTHER_SECTION.match, above)):
        return False
    return not (any(map(_PAPER_SECTION.search, above)) or is_below_readings(context, block))


def announces_talks(words: str) -> bool:
    """Return whether a heading announces talks, slides and the like, and no papers; a lecture may have texts."""
    is_other = _OTHER_SECTION.match(words) and not _NUMBERED_LECTURE.match(words)
    return bool(is_other) and not _PAPER_SECTION.search(words)


def are_facts_of_paper(
    context: NoteContext, facts: Evidence, signs: int = 0, values: Sequence[LabelledValue] = ()
) -> bool:
    """Return whether a title, authors and a year, which posts, films and recipes have, too, are those of a paper.

    An item type and a folder of papers or books are enough.  Several authors, a long title, the year, and words of the
    note on a paper are signs.  So are the plural of a label, an author in the name of the note, and the other `signs`.
    Labels of documents, such as `Version`, count against it.  Authors with a day only are those of the note itself.
    """
    if facts.entry_type not in ("", "online", "misc") or _BOOK_FOLDER.search(posixpath.dirname(context.note.path)):
        return True
    stated = {value.meaning: value for value in values if value.value and value.meaning in DESCRIBES}
    is_day = "year" in stated and _DAY.search(stated["year"].value) is not None
    opening = _opening(context, values)
    of_values = sum(len(_OF_DOCUMENT.findall(context.source(v.span))) for v in values if v.meaning != "abstract")
    others = max(of_values, len(_OF_DOCUMENT.findall(opening)))
    if others > 1 or _PROPOSAL.match(facts.title) or (is_day and stated.keys() == {"authors", "year"}):
        return False
    if not facts.year and _UPDATED.search(opening):
        return False
    signs += "authors" in stated and stated["authors"].label.strip("*_ )")[-1:].casefold() in _PLURALS
    name = fold_name(posixpath.basename(context.note.path))
    # up to three letters may be initials
    parts = (part for author in facts.authors for part in re.split(r"[\s,-]+", author))
    signs += 2 * any(len(part) > 3 and part[0].isupper() and fold_name(part) in name for part in parts)
    signs += 2 * (len(facts.authors) > 1) - 2 * others + (bool(facts.year) and not is_day)
    signs += count_words(facts.title) > _MAX_LABEL_WORDS or ": " in facts.title
    if signs < _ENOUGH_SIGNS and not (facts.year is None and note_names.names_other_note(facts.title)):
        signs += book_signs.weigh(context, facts.authors, values, None if is_day else facts.year)
    return signs + 2 * (signs < _ENOUGH_SIGNS and is_on_paper_of_others(context)) >= _ENOUGH_SIGNS


def _opening(context: NoteContext, values: Sequence[LabelledValue]) -> str:
    """Return the text from the first labelled value to the next heading, as far as it is short."""
    if not values:
        return ""
    start = values[0].span.start
    end = start + _MAX_OPENING
    # by bisection, as a scan of all headings for each card would take quadratic time
    following = bisect_right(context.headings, start, key=lambda heading: heading.span.start)
    if following < len(context.headings):
        end = min(end, context.headings[following].span.start)
    return context.note.text[start:end]


def have_facts(context: NoteContext, title: str, values: list[LabelledValue]) -> bool:
    """Return whether labelled values are facts of a paper; an abstract and a link are those of any page."""
    meanings = {v.meaning for v in values if v.value and not field_facts.lacks_identifier(context, v)} & DESCRIBES
    if _OF_POST.search(_opening(context, values)):
        return False
    facts = meanings - {"link", "title", "year", "tldr"}
    links = (i for v in values if v.meaning == "link" for _, i in context.unclaimed_links_within(v.value_span))
    if meanings == {"abstract", "link"}:
        return any(map(may_be_paper_or_pdf, links))
    if meanings <= {"abstract", "tldr"}:
        # proposals and designs have the same sections: a short title names their topic
        topic = _DESIGN.sub("", title)
        return len(meanings) > 1 and (
            count_words(topic) > _MAX_LABEL_WORDS or is_in_folder_of_papers(context.note.path)
        )
    if "authors" in facts <= {"authors", "abstract"}:
        stated = field_facts.evidence(values)._replace(title=title)
        if meanings == {"authors", "link"} and len(stated.authors) == 1 and not any(map(may_be_paper_or_pdf, links)):
            # who wrote the note, and the address of a project
            return False
        are_stated = count_words(title) >= _MAX_LABEL_WORDS and _are_authors_of_paper(values)
        has_type = stated.entry_type not in ("", "online", "misc")
        may_be_paper = are_stated or len(meanings) >= 2 or bool(stated.year) or has_type
        may_be_paper = may_be_paper or _is_foreign(context, title, len(stated.authors))
        may_be_paper = may_be_paper or book_signs.weigh(context, stated.authors, values) > 1
        return may_be_paper and are_facts_of_paper(context, stated, "abstract" in facts, values)
    return len(meanings) >= 2 and bool(facts) and not book_signs.are_of_other_work(context, values)


def _is_foreign(context: NoteContext, title: str, authors: int) -> bool:
    """Return whether a title in English has several authors, above a note in Chinese, Japanese or Korean."""
    if authors < _MIN_FOREIGN_AUTHORS or CJK_LETTER.search(title) or count_words(title) <= _MAX_LABEL_WORDS:
        return False
    return len(CJK_LETTER.findall(context.note.text[: context.note.body_start + _MAX_OPENING])) >= _MIN_CJK


def is_doubtful(identifier: Identifier) -> bool:
    """Return whether an identifier alone does not say that its document is a paper: most URLs, records of archives."""
    is_unknown = identifier.scheme == "url" and not identifiers.is_publication_page(identifier.value)
    return is_unknown or identifiers.is_archived(identifier)


def is_in_folder_of_papers(path: str) -> bool:
    """Return whether a folder of a note is named after papers: `papers/gan/notes.md`, `论文笔记/…`."""
    return any(map(_PAPER_SECTION.search, path.split("/")[:-1]))


def is_on_paper_of_others(context: NoteContext) -> bool:
    """Return whether a note speaks of a paper, reviews one, or is in a folder of papers, so that it is no essay."""
    return (
        note_signs.speaks_of_paper(context.note)
        or note_signs.has_section_of_review(context)
        or is_in_folder_of_papers(context.note.path)
    )


def _are_authors_of_paper(values: Sequence[LabelledValue]) -> bool:
    """Return whether labelled values are several authors, or a list of them, with a year, a venue or keywords."""
    names = next((value.value for value in values if value.meaning == "authors"), "")
    has_keywords = any(value.label.strip("*_ ").casefold() in _KEYWORDS and value.value for value in values)
    names, rest = author_values.names_and_rest(names)
    is_dated = author_values.year_after_names(names) is not None or any(author_values.publication_after_names(rest))
    return (has_keywords or is_dated) and (names.startswith("[") or len(authorship.split_authors(names)) > 1)


def _is_called_paper(context: NoteContext, inline: Inline) -> bool:
    """Return whether the address of a link, its text, or the words before it call the target a paper."""
    address = unquote(inline.url)
    if _PAPER_FOLDER.search(address) or (not inline.bare and is_venue(inline.text)):
        return True
    if any(venues.parse_venue(event)[0] for event in _EVENT.findall(address)):
        return True
    return bool(_PAPER.search(context.text_before(inline)[-_REACH:]))


def _places(context: NoteContext, block: int) -> Iterator[str]:
    """Yield the folders of a note, those in its name, `lists.papers.md` in Dendron, and the headings above a block."""
    path = PurePosixPath(context.note.path)
    yield from path.parts[:-1]
    yield from path.stem.split(".") if "." in path.stem else ()
    if block >= 0:
        yield from (context.visible_text(heading.index) for heading in context.headings_above(block))


def _repeats_title(context: NoteContext, block: int, title: str) -> bool:
    """Return whether a long title below the heading of the note is that heading: `# Title`, then `[Title](….pdf)`."""
    heading = context.title_heading
    if heading < 0 or heading == block or count_words(title) <= _MAX_LABEL_WORDS or not looks_like_title(title):
        return False
    return text.comparison_key(context.visible_text(heading)) == text.comparison_key(title)


def _is_among_papers(context: NoteContext, block: int, evidence: Evidence) -> bool:
    """Return whether a title is in a section whose links mostly lead to papers."""
    if block < 0 or count_words(evidence.title) < 3:
        return False
    papers, documents = _links_by_section(context)
    section = context.heading_above[block]
    return papers[section] >= max(_MIN_KNOWN_PAPERS, documents[section])


def _is_to_read(context: NoteContext, block: int, title: str) -> bool:
    """Return whether a title of several words is below words that announce texts to read."""
    is_title = block >= 0 and count_words(title) > _MAX_LABEL_WORDS and looks_like_title(title)
    return is_title and is_below_readings(context, block)


@once_per_note
def _links_by_section(context: NoteContext) -> tuple[Counter[int], Counter[int]]:
    """Return the numbers of links to papers and to other documents below each heading."""
    papers: Counter[int] = Counter()
    documents: Counter[int] = Counter()
    for _, inline in context.links:
        identifier = identifier_from_url(inline.url)
        if identifier and not is_doubtful(identifier):
            papers[context.heading_above[inline.block]] += 1
        elif may_be_paper_or_pdf(inline):
            documents[context.heading_above[inline.block]] += 1
    return papers, documents

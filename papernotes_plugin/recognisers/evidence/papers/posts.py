"""Read posts about one paper: they link to it, or state its authors and identifier, under a title of their own."""

from __future__ import annotations

import re

from papernotes_plugin import identifiers
from papernotes_plugin.recognisers.evidence.labels import field_facts, label_meanings, labelled_values, opening_values
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.labels.other_targets import OTHER_DOCUMENT
from papernotes_plugin.recognisers.evidence.papers.link_texts import calls_paper
from papernotes_plugin.recognisers.evidence.papers.paper_links import (
    PaperLinks,
    is_paper_link,
    link_lines,
    refers_to_other_paper,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    looks_like_title,
    starts_lowercase,
)
from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Inline

MAX_LINK_OFFSET = 3000
"""Characters at the top of a post in which the link to its paper is expected."""
_MIN_WRAPPED = 5
"""Words of a line in small letters from which the link below it is a part of its sentence."""
_MIN_HEADING = 4
"""Words of a heading that is a title."""
_NAMES_PAPER = lazy_regex(r"\b(?:paper|article|publication|preprint|links?|references?)\b", re.IGNORECASE)
"""A word of headings above the link to the paper of a post."""
_ISSUE = lazy_regex(r"#\d+\b")
"""The number of an issue of a newsletter, which is no paper: `Newsletter #81`."""
_ORIGINAL = lazy_regex("原文|원문")
"""A link text that calls its target the original text, which is a paper on a site of papers only."""
_DEFINITION = lazy_regex(r" {0,3}\[[^\[\]\n]+\]: ")
"""The beginning of a line that defines the target of links: `[dlcs]: https://…`."""

_SENTENCE = lazy_regex(r",? [a-z]{2,} [a-z]{2,}")
"""Words after a link that is a part of their sentence: `In [our paper](…), sheep were counted`."""
_OTHER_FILE = lazy_regex(rf"(?:(?i:my|our|the|his|her|their) )?{OTHER_DOCUMENT}\b")
"""A label of another file than a paper: `Slides: [PDF](…)`."""
_OTHER_FORMAT = lazy_regex(
    r"[\s|·•,/&–—-]{1,4}(?:(?:and|or) )?\[[^\[\]\n]{0,20}\b(?:docx?|odt|epub|rtf|pptx?|mobi)\b[^\[\]\n]{0,12}\]\(",
    re.IGNORECASE,
)
"""A link to the same document in a format of office programs or of electronic books: `[PDF](…) | [DOCX](…)`."""


def linked_paper(context: NoteContext, title: str) -> PaperLinks | None:
    """Return the only paper that a post links to as `the paper` near its top; None if the title is not a paper's."""
    if count_words(title) < 2 or is_generic(title) or starts_lowercase(title) or _ISSUE.search(title):
        return None
    if context.title_heading >= 0 and not is_generic(context.visible_text(context.title_heading)):
        return None
    if any(v.meaning == "title" and v.value for v in labelled_values.find(context, context.children(-1))):
        # the post states the title of its paper
        return None
    paper_links = PaperLinks()
    for block in context.blocks:
        if block.kind is not BlockKind.PARAGRAPH:
            continue
        lines = link_lines(context, block)
        for index, inline in (link for links, mostly_links in lines if mostly_links for link in links):
            if _calls_the_paper(context, inline) and (
                _is_below_other_title(context, block, title) or not paper_links.add(index, inline)
            ):
                return None
    if not paper_links.identifiers or not paper_links.indices or _are_of_several(context, paper_links):
        return None
    first = context.inlines[paper_links.indices[0]]
    return paper_links if first.span.start < context.note.body_start + MAX_LINK_OFFSET else None


def _are_of_several(context: NoteContext, paper_links: PaperLinks) -> bool:
    """Return whether links lead to different files from several list items, as in the contents of an issue."""
    files = {context.inlines[i].url: context.blocks[context.inlines[i].block].parent for i in paper_links.indices}
    items = [parent for parent in files.values() if parent >= 0 and context.blocks[parent].kind is BlockKind.ITEM]
    return len(set(items)) > 1 and all(i.scheme == "url" for i in paper_links.identifiers)


def _is_below_other_title(context: NoteContext, block: Block, title: str) -> bool:
    """Return whether a block is the first below a heading that is the title of another paper than the post.

    Also whether it is below a heading of a lower level than the first one: that of a topic.
    """
    heading = context.blocks[context.heading_above[block.index]] if context.heading_above[block.index] >= 0 else None
    if heading and heading.level > context.headings[0].level and not context.is_label(heading):
        return True
    if heading is None or context.section(heading)[:1] != [block] or context.is_label(heading):
        return False
    words = context.visible_text(heading.index)
    is_title = count_words(words) >= _MIN_HEADING and looks_like_title(words) and not _NAMES_PAPER.search(words)
    return is_title and comparison_key(words) not in comparison_key(title)


def facts_of_post(context: NoteContext, evidence: Evidence) -> tuple[Evidence, list[LabelledValue]] | None:
    """Return the facts and labelled values at the top of a post that state authors and one identifier, but no title.

    The title of the post is that of the paper, unless it is in Chinese, Japanese or Korean.
    """
    title = evidence.title
    if not title or context.title_heading >= 0:
        return None
    values = opening_values.find_all(context)
    facts = opening_values.evidence_of(context, values)
    if facts.title or not facts.authors or len(facts.identifiers) != 1:
        return None
    may_be_title = count_words(title) >= 2 and not (CJK_LETTER.search(title) or is_generic(title))
    # the date of a post is not that of the paper
    evidence = evidence._replace(title=title if may_be_title else "", year=None)
    return field_facts.filled(facts, evidence), values


def _calls_the_paper(context: NoteContext, inline: Inline) -> bool:
    """Return whether a link calls its target the paper of the note, and is no part of a sentence."""
    if not calls_paper(inline.text) or inline.text.casefold().startswith(("a ", "an ", "another ")):
        return False
    if _ORIGINAL.search(inline.text) and identifiers.from_url(inline.url) is None:
        # the original text of a novel or of a translated post
        return False
    start = context.note.text.rfind("\n", 0, inline.span.start) + 1
    before = context.note.text[context.note.text.rfind("\n", 0, max(0, start - 1)) + 1 : start].strip()
    # a label may be in a line of its own: `source` / `: <https://…>`
    is_wrapped = before[:1].islower() and count_words(before) >= _MIN_WRAPPED
    if is_wrapped or _DEFINITION.match(context.note.text, start) or _SENTENCE.match(context.note.text, inline.span.end):
        return False
    # `Proceedings: <https://….pdf>`: the ending of an address is no word for a paper
    label = context.note.text[start : inline.span.start].strip(" \n*_>-+•:：")
    if _OTHER_FILE.match(label) or _OTHER_FORMAT.match(context.note.text, inline.span.end):
        return False
    is_of_paper = is_paper_link(inline) or calls_paper(label) or label_meanings.meaning(label) == "link"
    if inline.bare and label and not is_of_paper:
        return False
    return not refers_to_other_paper(context, inline)

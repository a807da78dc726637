"""Recognise list items, footnotes, references and paragraphs that describe one paper by its title and links.

An item *is* the paper.  A bullet that discusses a paper and cites it is left to `citation_link`.
"""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin import text, venues
from papernotes_plugin.recognisers.evidence.authors import authorship, linked_authors, trailing_authors
from papernotes_plugin.recognisers.evidence.authors.short_bylines import is_no_person
from papernotes_plugin.recognisers.evidence.labels import item_facts, label_meanings
from papernotes_plugin.recognisers.evidence.labels.field_labels import CUE_OTHER, is_template
from papernotes_plugin.recognisers.evidence.lines import described_headings, described_lines, title_limits
from papernotes_plugin.recognisers.evidence.papers import link_texts, listed_papers, paper_signs
from papernotes_plugin.recognisers.evidence.papers.item_citekeys import leading_key, with_trailing_key
from papernotes_plugin.recognisers.evidence.papers.listed_papers import PaperLists, Works
from papernotes_plugin.recognisers.evidence.papers.paper_links import (
    NOT_PAPERS,
    PaperLinks,
    is_paper_link,
    is_part_of_paper,
    may_be_paper_or_pdf,
)
from papernotes_plugin.recognisers.evidence.papers.reference_links import contains_title, links_of_reference
from papernotes_plugin.recognisers.evidence.references import untitled_references
from papernotes_plugin.recognisers.evidence.structure import reference_openings
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CONTAINERS, CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, unread_without_result
from papernotes_plugin.recognisers.evidence.structure.listed_lines import listed_candidates
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles import (
    item_remarks,
    nested_titles,
    sentences,
    title_finding,
    venue_endings,
)
from papernotes_plugin.recognisers.evidence.titles.claims_with_numbers import is_claim
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic, without_false_title
from papernotes_plugin.recognisers.evidence.titles.names_in_titles import are_only_names
from papernotes_plugin.recognisers.evidence.titles.nested_titles import title_in_reference_below
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    is_uninformative,
    looks_like_title,
)
from papernotes_plugin.recognisers.evidence.titles.title_match import TitleMatch
from papernotes_plugin.recognisers.evidence.titles.venue_endings import without_venue_after_comma
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Inline, Mention, MentionKind

_CITATION = lazy_regex(r"(?<=[^\W\d_]{3} )\([^()]*\bet al\b[^()]*\)")
"""A citation in a sentence, which says nothing about the paper that the sentence is about."""
_OTHER_CITED = lazy_regex(r"\W*\((?!(?:19|20)\d\d)")
"""Brackets after words that cite another paper: `**Extends earlier work** (Dawson et al., 2018)`."""
_MIN_LISTED = 4
"""Words of a title with a link to an unknown site among papers of the same form."""
_MARKS_AFTER_TITLE = (":", "—", "–", "-", " —", " –", " -", ",", " :")
"""The openings of the words after the title of a book that is two names."""
_MAX_PHRASE = 4
"""Words of a link text without a capital that may be a part of a sentence."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each list item, footnote, reference line and paragraph that describes a paper."""
    lists = PaperLists(context)
    for block in context.blocks:
        if block.kind not in CONTAINERS or not _may_contain_paper(context, block):
            continue
        for candidate in listed_candidates(context, block):
            if candidate.form is CandidateForm.QUOTE or described_lines.are_below_title(context, block):
                continue
            if described_headings.has_link_of_heading(context, candidate.block):
                continue
            mention = _mention(context, candidate)
            lists.add(candidate, is_paper=mention is not None)
            if mention:
                yield mention
    for candidate in lists.undecided():
        if mention := _mention(context, candidate):
            yield mention


def _may_contain_paper(context: NoteContext, block: Block) -> bool:
    """Return whether a block may have a candidate that counts: bullets count in their list, whatever they say."""
    if block.kind is not BlockKind.PARAGRAPH:
        return True
    return context.is_free_standing(block.index) and reference_openings.may_describe_paper(context, block.span)


@unread_without_result
def _mention(context: NoteContext, candidate: PaperCandidate) -> Mention | None:
    match = _title(context, candidate) if _may_be_paper(context, candidate) else None
    match = title_limits.without_identifier(candidate, match) if match and match.is_plain else match
    if match is None:
        return None
    shown = "" if candidate.links else context.visible_text(candidate.block.index)
    if untitled_references.has_untitled(candidate.links, shown):
        return None
    title = match.parts.title
    own = context.note_evidence
    are_names = are_only_names(title, match.authors, is_plain=match.is_plain)
    if are_names or not without_false_title(Evidence(title=title)).title:
        return None
    if own and text.comparison_key(own.title) == text.comparison_key(title):
        # a literature note with the reference of its own paper
        return None
    paper_links = links_of_reference(context, candidate, match.span)
    if paper_links.identifiers:
        match.parts = without_venue_after_comma(match.parts)
        title = match.parts.title
    if not (
        _describes_paper(context, candidate, match, paper_links)
        or nested_titles.has_labels_of_paper(context, candidate, match)
    ):
        return None
    if not paper_links.indices and item_remarks.mentions_papers(context, candidate.block, match):
        return None
    facts = item_facts.evidence(context, candidate, match, paper_links, leading_key(context, candidate))
    evidence = with_trailing_key(context, candidate.own_inlines, facts)
    if not match.authors and is_claim(context, match, evidence.identifiers):
        evidence = evidence._replace(title="")
    links = (context.inlines[index] for index in paper_links.indices)
    stated = evidence._replace(year=None) if match.opening_year and evidence.year == match.opening_year else evidence
    if not candidate.is_in_paper_list and not paper_signs.is_paper(context, candidate.block.index, stated, links):
        return None
    candidate.claim()
    context.claimed_inlines.update(paper_links.indices)
    context.read_spans += (value.span for value in candidate.all_values)
    return build_mention(context, MentionKind.ITEM, match.span, title, candidate.block.index, evidence)


def _may_be_paper(context: NoteContext, candidate: PaperCandidate) -> bool:
    """Return whether a candidate has a link or a date, and does not begin with a value such as the authors."""
    is_hinted = candidate.is_in_paper_list or reference_openings.may_describe_paper(context, candidate.container.span)
    if not is_hinted or trailing_authors.is_byline_below(context, candidate.container):
        return False
    first = candidate.values[0] if candidate.values else None
    if not first or first.span.start > candidate.block.span.start:
        return True
    return first.meaning in ("title", "link") or (not first.meaning and not candidate.precedes_authors)


def _title(context: NoteContext, candidate: PaperCandidate) -> TitleMatch | None:
    is_prose = candidate.form is CandidateForm.PARAGRAPH
    match = nested_titles.labelled_title(candidate.values) or nested_titles.title_below(context, candidate)
    match = match or title_in_reference_below(context, candidate)
    inlines, links = candidate.inlines, candidate.links
    if (end := nested_titles.start_of_properties(context, candidate)) >= 0:
        inlines, links = ([i for i in part if i[1].span.start < end] for part in (inlines, links))
    match = match or title_finding.find(context, inlines, links, is_prose=is_prose)
    match = venue_endings.without_access_date(match) if match else None
    title = match.parts.title if match else ""
    is_title = title and not is_generic(title) and not is_template(title)
    if not match or not is_title or link_texts.calls_paper_by_name(title) or item_remarks.NO_TITLE.search(title):
        return None
    if match.is_distinct and not match.rest.startswith(_MARKS_AFTER_TITLE) and link_texts.are_names(title):
        # `[Lee and Ray](…) Title`, and no `[Pride and Prejudice](…): The Style of Jane Austen`
        return None
    if match.is_plain and (
        title_limits.may_be_names(match, title)
        or item_remarks.is_label(context.note.text, match)
        or item_remarks.quotes_with_key(context.note.text, match)
        or item_remarks.is_before_title(context.note.text, match)
    ):
        # the authors of the bullet above, those before a link, those of a remark, or a sentence with a quotation
        return None
    is_label = item_remarks.is_label_of_quotation(context.note.text, match)
    are_affiliated = match.is_plain and linked_authors.are_affiliated(title)
    if is_label or are_affiliated or item_remarks.is_of_several_lines(context.note.text, match):
        return None
    if match.is_plain and title_limits.has_more_than_title(context, candidate, match):
        return None
    if match.is_plain and is_prose and item_remarks.opens_title(context, candidate, match):
        return None
    is_part = any(is_part_of_paper(i) for _, i in links if contains_title(i, match.span))
    return None if is_part or item_remarks.is_event(match) else match


# --- decision -------------------------------------------------------------------------------------


def _is_on_other_site(context: NoteContext, inline: Inline) -> bool:
    """Return whether a link leads to a site without papers, or to that of an event, and to no PDF file there."""
    is_other = NOT_PAPERS.search(inline.url) or listed_papers.is_below_events(context, inline.block)
    return bool(is_other) and not may_be_paper_or_pdf(inline)


def _describes_paper(
    context: NoteContext, candidate: PaperCandidate, match: TitleMatch, paper_links: PaperLinks
) -> bool:
    """Return whether title, links and the text next to the title are those of a paper."""
    is_entry = listed_papers.is_dated_entry(context, candidate, match)
    is_dated = is_entry or (candidate.is_dated and match.parts.year is not None) or _is_dated(match)
    count = count_words(match.parts.title)
    is_on_other_site = any(contains_title(i, match.span) and _is_on_other_site(context, i) for _, i in candidate.links)
    is_linked_page = any(contains_title(i, match.span) and not may_be_paper_or_pdf(i) for _, i in candidate.links)
    is_known = is_entry or any(i.scheme != "url" for i in paper_links.identifiers)
    if item_remarks.is_prose(match, is_dated=is_dated, has_paper=bool(paper_links.identifiers)):
        return False
    if not is_dated and item_remarks.heads_sentence(context, match, paper_links):
        return False
    if item_remarks.precedes_sentence(context, match, [inline for _, inline in candidate.links]):
        return False
    if not is_known and (item_remarks.is_discussion(match) or item_remarks.is_talk(candidate, match)):
        return False
    is_listed_page = candidate.has_form_of_papers and match.is_distinct and count >= _MIN_LISTED and is_linked_page
    if is_listed_page and (match.parts.year or match.opening_year or trailing_authors.year_in(match.rest)):
        return not is_on_other_site
    if match.is_distinct and not paper_links.indices and not is_dated:
        return count >= item_remarks.MIN_TITLE_WORDS and _is_followed_by_authors(candidate, match)
    if is_on_other_site and (not is_known or (count < 3 and not (match.parts.venue and match.parts.year))):
        # also `[Paper](…) | [Talk 2](…)`
        return False
    own_links = [context.inlines[index] for index in paper_links.indices]
    if paper_links.identifiers or any(map(may_be_paper_or_pdf, own_links)):
        return _is_title_of_links(context, candidate, match, paper_links, is_dated=is_dated)
    # labelled links to unknown sites, as lists of papers have them: `[[Science](..)] [[article](..)]`
    is_list_form = match.is_before_bracketed_links and candidate.form is not CandidateForm.PARAGRAPH
    if is_list_form and count >= 3 and _is_titlelike(match):
        return any(link_texts.is_venue_like(i.text) for index, i in candidate.links if index in paper_links.indices)
    announced = listed_papers.announced_works(context, context.heading_above[candidate.block.index])
    if (is_linked_page and _is_post(candidate, match)) or not is_dated or announced is Works.OTHERS:
        return False
    has_authors = match.authors or trailing_authors.authors_in(match.rest)
    if has_authors and not match.is_plain and announced is Works.REFERENCES:
        return True
    is_long = count >= (2 if match.authors or len(match.parts.authors) > 1 else 3)
    return is_long and bool(match.is_distinct or _is_titlelike(match) or match.authors or _is_published(match))


def _is_published(match: TitleMatch) -> bool:
    """Return whether the names of several people and a known venue follow a title."""
    return len(trailing_authors.authors_in(match.rest)) > 1 and bool(venues.find_venue(match.rest)[0])


def _is_post(candidate: PaperCandidate, match: TitleMatch) -> bool:
    """Return whether a linked page has no venue, and one author or those in its link: a blog post with its date.

    A venue within the link counts if it leads to another note: a heading of the same note has its own mention.
    """
    has_several_authors = len(match.authors) >= 2 or match.has_more_authors
    titled = [i for _, i in candidate.links if contains_title(i, match.span)]
    are_in_link = any(name in i.text for i in titled for name in match.authors)
    is_in_note = any(i.url.startswith("#") for i in titled)
    has_venue = (match.parts.venue and not is_in_note) or venues.find_venue(_CITATION.sub("", match.rest))[0]
    return (are_in_link or not has_several_authors) and not has_venue


def _is_followed_by_authors(candidate: PaperCandidate, match: TitleMatch) -> bool:
    """Return whether only authors follow a title, shortened ones or in a list of papers: `**Title;** Ann Lee et al`."""
    words = match.rest.partition(";")[0].strip(" .,:")
    if match.is_plain or not authorship.looks_like_authors(words):
        return False
    if words.endswith(" et al"):
        return True
    return candidate.is_in_paper_list and any(map(authorship.has_given_name, authorship.split_authors(words)))


def _is_title_of_links(
    context: NoteContext, candidate: PaperCandidate, match: TitleMatch, paper_links: PaperLinks, *, is_dated: bool
) -> bool:
    """Return whether a title with links to a paper is the title of that paper."""
    own_links = [context.inlines[index] for index in paper_links.indices]
    count = count_words(match.parts.title)
    taken = set(paper_links.indices)
    has_other_papers = any(index not in taken and is_paper_link(i) for index, i in candidate.links)
    is_by_url = bool(paper_links.identifiers) and all(i.scheme == "url" for i in paper_links.identifiers)
    if is_by_url and count < 3 and not (is_dated or match.authors):
        return False
    if item_remarks.is_software(candidate, match, own_links):
        return False
    if match.is_distinct:
        if count <= _MAX_PHRASE and match.parts.title.islower() and not (is_dated or match.authors):
            # `[support for threads](…)` in a list of news
            return False
        is_long = count >= 3 or (count == 2 and looks_like_title(match.parts.title))
        return is_long or (is_dated and not has_other_papers)
    if own_links and not any(map(link_texts.has_words, own_links)):
        # a sentence with numbered references: `words [1](..)`
        return False
    if match.is_plain and count < 3 and match.parts.title.islower():
        # `online visit: https://…`
        return False
    only_links_follow = not match.rest.strip(" .,;:-–—|()[]")
    is_marked = match.is_before_bracketed_links or match.parts.year is not None
    is_above = (
        match.is_plain and not candidate.all_values and all(link.block != candidate.block.index for link in own_links)
    )
    if is_above and nested_titles.has_other_paper_below(context, candidate, paper_links.identifiers):
        return False
    # `Handout notes` may be above a paper, too
    min_count = 1 if is_marked and _is_name_of_paper(match.parts.title) else 4 if is_above else 2
    return not has_other_papers and (_is_titlelike(match) or is_dated or (count >= min_count and only_links_follow))


def _is_name_of_paper(title: str) -> bool:
    """Return whether one word may be a title before links in brackets: `HyperNetworks [[arXiv](…)]`."""
    is_word = len(title) > 3 and title.isalnum() and title[0].isupper()
    is_other = is_uninformative(title) or label_meanings.meaning(title) or CUE_OTHER.fullmatch(title)
    return is_word and not (is_other or is_no_person(title))


def _is_titlelike(match: TitleMatch) -> bool:
    title = match.parts.title
    return looks_like_title(title) or ":" in title or count_words(title) >= 5


def _is_dated(match: TitleMatch) -> bool:
    """Return whether a venue with its year, or authors with a year, are next to the title."""
    venue, year, _ = venues.find_venue(match.rest)
    is_far = venue and not looks_like_title(match.parts.title) and sentences.precedes_venue(match.rest)
    if venue and is_far:
        venue = ""
    if not venue and not match.authors and _OTHER_CITED.match(match.rest):
        return False
    if (venue or match.parts.venue) and (year or match.parts.year):
        return True
    has_authors = bool(match.authors or trailing_authors.authors_in(match.rest))
    return has_authors and bool(match.parts.year or trailing_authors.year_in(match.rest))

"""Recognise literature notes: notes about one paper, by their front matter, labelled values or file name."""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin import citekeys, text
from papernotes_plugin.recognisers.evidence.authors.short_bylines import read_citation
from papernotes_plugin.recognisers.evidence.labels import (
    field_facts,
    field_labels,
    label_meanings,
    opening_values,
    paper_front_matter,
)
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.labels.labels_in_line import are_properties
from papernotes_plugin.recognisers.evidence.labels.venue_values import venue_in_tags
from papernotes_plugin.recognisers.evidence.papers import (
    cited_posts,
    keyed_notes,
    named_notes,
    note_openings,
    paper_signs,
    posts,
    tagged_notes,
    zotero_items,
)
from papernotes_plugin.recognisers.evidence.papers.paper_links import (
    PaperLinks,
    identifier_from_url,
    is_paper_link,
    link_lines,
    refers_to_other_paper,
)
from papernotes_plugin.recognisers.evidence.references import heading_references
from papernotes_plugin.recognisers.evidence.references.own_references import (
    titled_by_reference,
    with_own_reference,
    with_stated_reference,
)
from papernotes_plugin.recognisers.evidence.structure.bibtex_code import count_entries, without_fences
from papernotes_plugin.recognisers.evidence.structure.card_section import is_about_other_paper
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles import note_names, subtitles
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.note_names import citekey_of_name, place_of_title
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    is_uninformative,
    looks_like_title,
    split_title,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import BlockKind, Evidence, Mention, MentionKind

_MIN_TITLE_WORDS = 3
_MIN_HEADING_WORDS = 4
"""Words of a heading or line from which it may be a title without authors."""
_AUTHOR_AND_YEAR = lazy_regex(
    r"[^\W\d_a-z][\w'’-]*(?:(?:,? (?:and|&) |, )[^\W\d_a-z][\w'’-]*){0,3}\s?[(（](?:19|20)\d\d[)）]"
    r"\s?[-–—:：]\s*(?=\S+\s\S)"
)
"""The authors and the year before a title: `Schoenfeld (1985) - Mathematical Problem Solving`."""
_ATTACHED = (" {{zotero-imported-file ", " {{zotero-linked-file ")
"""The mark of Logseq after the link of a file that belongs to the item of a note."""
_CITATION_CALLOUTS = {"cite", "citation", "reference"}
"""Types of callouts that hold the reference of the note's paper."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield one `LITERATURE_NOTE` for a note about a paper; it claims the labelled values and links of that paper.

    Sets `note_evidence` of the context.
    """
    meta = context.front_matter
    stem = note_names.stem_of(context.note.path).rpartition("___")[2]
    name_key = citekey_of_name(stem)
    evidence = with_stated_reference(meta.written, paper_front_matter.evidence(meta))
    if item := zotero_items.read(context, evidence):
        evidence = field_facts.filled(item._replace(citekey=evidence.citekey or item.citekey or name_key), evidence)
    values = opening_values.find(context, name_key)
    evidence = evidence._replace(title=named_notes.without_marker(context.without_tag(evidence.title)[0]))
    if values:
        labelled = opening_values.evidence_of(context, values)
        values = [] if opening_values.are_of_other_paper(evidence, labelled) else values
        evidence = opening_values.with_labelled(evidence, labelled) if values else evidence
    if item:
        yield mention_of_note(context, *_after_claiming(context, evidence, values))
        return
    describes_paper = (
        paper_front_matter.describes_paper(context, evidence)
        or opening_values.are_below_headings(context, values)
        or (not meta.written and opening_values.open_review(context, values))
        or opening_values.are_of_publication(context, evidence, values)
        or (paper_front_matter.links_paper(meta) and _has_title(context))
        or _is_above_title(context, evidence, values)
    )
    if not describes_paper and (named_title := _title_in_name(context, evidence)):
        evidence, describes_paper = evidence._replace(title=note_names.whole_title(context, named_title)), True
    if not (describes_paper or (name_key and keyed_notes.is_about_paper(context, stem, evidence))):
        if facts := _facts_of_other_note(context, evidence, values):
            yield mention_of_note(context, *facts)
        return
    evidence = keyed_notes.titled_by_key(context, evidence)
    if not values and (values := opening_values.of_described_paper(context, evidence.title)):
        evidence = field_facts.filled(evidence, opening_values.evidence_of(context, values))
    evidence = evidence._replace(citekey=evidence.citekey or name_key)
    if not evidence.authors:
        evidence = evidence._replace(authors=paper_front_matter.authors_in_aliases(meta, evidence.title))
    cited = paper_front_matter.cited_as_title(meta, evidence)
    completed = titled_by_reference(context, evidence, cited) if cited else None
    evidence = completed or with_own_reference(context, _titled(context, evidence))
    yield mention_of_note(context, *_after_claiming(context, evidence, values))


def _facts_of_other_note(
    context: NoteContext, evidence: Evidence, values: list[LabelledValue]
) -> tuple[Evidence, list[LabelledValue]] | None:
    """Return the facts of the paper of a note that its front matter and labelled values do not describe."""
    if tagged := tagged_notes.read(context):
        values = values or opening_values.of_described_paper(context, tagged.title)
        return _after_claiming(context, field_facts.filled(tagged, opening_values.evidence_of(context, values)), values)
    if stated := posts.facts_of_post(context, evidence):
        return _after_claiming(context, *stated)
    if count_words(evidence.title) > 1 and _opens_with_abstract(context):
        return evidence, values
    if linked := posts.linked_paper(context, evidence.title):
        return evidence._replace(identifiers=linked.identifiers, links=linked.links), values
    if (
        marked := None
        if paper_front_matter.is_about_something_else(context.front_matter)
        else named_notes.read_marked(context)
    ):
        return field_facts.filled(marked, evidence), values
    if opening := None if evidence.title else note_openings.read(context) or named_notes.read_cited(context):
        return opening, []
    if own := cited_posts.read(context):
        return own, []
    named = None if evidence.title else named_notes.read(context)
    return _after_claiming(context, *named) if named else None


def _opens_with_abstract(context: NoteContext) -> bool:
    """Return whether a note in a folder of papers begins with a section `Abstract`."""
    if not context.headings or not paper_signs.is_in_folder_of_papers(context.note.path):
        return False
    first = context.headings[0]
    is_abstract = label_meanings.meaning(context.visible_text(first.index)) == "abstract"
    return is_abstract and not context.note.text[context.note.body_start : first.span.start].strip()


def _titled(context: NoteContext, evidence: Evidence) -> Evidence:
    """Return the evidence with the title of the note; one word is what its author calls the paper."""
    if citekeys.is_citekey(evidence.title.strip("@ ")) or evidence.title.startswith("@"):
        # Zotero names notes in Logseq after titles, too: `@Deep Residual Learning for Image Recognition`
        words = evidence.title.removeprefix("@")
        is_title = count_words(words) >= _MIN_HEADING_WORDS and not citekeys.is_citekey(words.split()[0])
        evidence = evidence._replace(title=words if is_title else "")
        if not is_title and context.title_heading < 0:
            # the headings of a page named by a key are about anything
            return evidence
    evidence = named_notes.titled_book(context, evidence)
    is_book = evidence.entry_type == "book"
    is_about_paper = bool(evidence.authors and (evidence.venue or evidence.identifiers or is_book))
    name = named_notes.title_of(context.note.path, is_about_paper=is_about_paper).title
    title = _title(context, evidence.title) or (name and note_names.whole_title(context, name))
    title = title or paper_front_matter.title_in_aliases(context.front_matter)
    if title and not evidence.title and count_words(title) == 1:
        return evidence._replace(labels=(title,))
    if title and not evidence.authors and context.title_heading >= 0:
        byline = subtitles.byline_below(context, context.blocks[context.title_heading])
        year = evidence.year or (byline.year if byline else None)
        evidence = evidence._replace(authors=byline.authors, year=year) if byline else evidence
    return heading_references.with_date(context, evidence, title)._replace(title=title)


def _has_title(context: NoteContext) -> bool:
    """Return whether the heading at the top of a note, or a labelled value below it, may be the title of a paper."""
    stated = (value for value in opening_values.of_described_paper(context, "") if value.meaning == "title")
    if any(count_words(value.value) >= _MIN_TITLE_WORDS for value in stated):
        return True
    heading = context.visible_text(context.title_heading) if context.title_heading >= 0 else ""
    title = split_title(heading).title
    return count_words(title) >= _MIN_TITLE_WORDS and looks_like_title(title) and not is_generic(title)


# --- decision -------------------------------------------------------------------------------------


def _is_above_title(context: NoteContext, evidence: Evidence, values: list[LabelledValue]) -> bool:
    """Return whether the labelled values above the title of a note are facts of a paper or a book."""
    if evidence.title or not opening_values.stand_above_title(context, values):
        return False
    title = split_title(context.visible_text(context.title_heading)).title
    is_other = is_generic(title) or note_names.names_other_note(title)
    return not is_other and paper_signs.are_facts_of_paper(context, evidence._replace(title=title), 0, values)


def _title_in_name(context: NoteContext, evidence: Evidence) -> str:
    """Return the title that is the name of a note with authors, venue and year, or the tag `paper` for the year.

    An alias may cite the title in the heading with its authors, too: `Lee et al. Roads of the World`.
    """
    meta = context.front_matter
    if "aliases" in meta.written and not evidence.title and context.title_heading >= 0:
        title = split_title(context.visible_text(context.title_heading)).title
        if count_words(title) >= _MIN_TITLE_WORDS and paper_front_matter.authors_in_aliases(meta, title):
            return title
    if evidence.title or not (evidence.authors and evidence.venue):
        return ""
    if paper_front_matter.is_about_something_else(meta) or paper_front_matter.is_on_page(meta):
        return ""
    is_paper = bool(evidence.year) or paper_front_matter.is_tagged_as_paper(meta)
    return named_notes.title_of(context.note.path).title if is_paper else ""


def _after_claiming(
    context: NoteContext, evidence: Evidence, values: list[LabelledValue]
) -> tuple[Evidence, list[LabelledValue]]:
    """Return the arguments after claiming the labelled values, which no other recogniser reads again."""
    context.claimed_blocks.update(v.block for v in values)
    context.read_spans += (v.span for v in values if v.meaning not in field_labels.QUOTED_MEANINGS)
    return evidence, values


# --- mention --------------------------------------------------------------------------------------


def mention_of_note(
    context: NoteContext, evidence: Evidence, values: list[LabelledValue], *, has_only_title: bool = False
) -> Mention:
    """Return the mention of a note about one paper; sets `note_evidence` and claims the links to the paper.

    Args:
        context: The note.
        evidence: The facts of the paper.
        values: The labelled values that state them.
        has_only_title: Whether the note says of its paper no more than the title.  A link below another title is then
            one to another paper.
    """
    paper_links = PaperLinks(evidence.identifiers, evidence.links)
    title = evidence.title or next(iter(evidence.labels), "")
    _claim_links(context, paper_links, title, has_only_title=has_only_title)
    evidence = evidence._replace(
        authors=evidence.authors or paper_front_matter.authors_in_title(context.front_matter, evidence.title),
        identifiers=paper_links.identifiers,
        links=paper_links.links,
        abstract=evidence.abstract or field_facts.section_text(context, "abstract"),
        tldr=evidence.tldr or field_facts.section_text(context, "tldr"),
        bibtex=_only_entry(context),
        tags=evidence.tags or context.note.tags,
    )
    if evidence.identifiers and not evidence.venue:
        venue, year = venue_in_tags(evidence.tags)
        if year and evidence.year in (None, year):
            evidence = evidence._replace(venue=venue, year=year)
    context.note_evidence = evidence
    span, shown, block = place_of_title(context, evidence, values)
    body = context.note.text[context.note.body_start :].strip()
    mention = build_mention(context, MentionKind.LITERATURE_NOTE, span, shown, block, evidence, quotation=body)
    return mention._replace(topic=())


def _title(context: NoteContext, title: str) -> str:
    """Return the title in front matter or labelled values, else that of the first heading.

    The heading is preferred if it differs only in punctuation: front matter made from a file name lacks colons.
    """
    if not context.headings:
        return title
    first = context.headings[0]
    if context.is_label(first) or are_properties(context.source(first.span)):
        return title
    if note_names.is_numbered_section(context, first.index):
        return title
    heading = context.visible_text(first.index)
    if read_citation(heading):
        # `Saa 2013` says who wrote the paper, and the next heading may be about anything
        return title
    reference = heading_references.read(context, first)
    named = None if reference else _AUTHOR_AND_YEAR.match(heading)
    heading_title = reference.title.words if reference else split_title(heading[named.end() if named else 0 :]).title
    is_other = title and text.comparison_key(title) != text.comparison_key(heading_title)
    if is_other and heading_title.startswith(f"{title}: ") and count_words(heading_title) >= _MIN_HEADING_WORDS:
        # the front matter has the short title
        is_other = False
    return title if is_other or is_generic(heading) else heading_title


def _claim_links(context: NoteContext, paper_links: PaperLinks, title: str, *, has_only_title: bool) -> None:
    """Add the link of the title and uninformative ones on lines of links; claim them and all links to the paper."""
    for index, inline in context.unclaimed_links(context.headings[0].index) if context.headings and title else ():
        if is_paper_link(inline) and split_title(" ".join(inline.text.split())).title == title:
            paper_links.add(index, inline)
    silent: list[IndexedInline] = []
    for block in context.blocks:
        if block.kind not in (BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.HTML):
            continue
        if has_only_title and context.headings and is_about_other_paper(context, context.headings[0], block):
            continue
        lines, parents = link_lines(context, block), context.ancestors(block.index)
        is_reference = bool(lines) and any(b.kind is BlockKind.QUOTE and b.info in _CITATION_CALLOUTS for b in parents)
        for links, mostly_links in lines:
            for index, inline in links:
                is_silent = mostly_links and is_uninformative(inline.text)
                if is_reference or (is_silent and not refers_to_other_paper(context, inline)):
                    silent.append((index, inline))
    papers = {identifier_from_url(inline.url) for _, inline in silent} - {None}
    if not paper_links.identifiers and len(papers) > 1:
        # of several papers, that of the note comes soon
        end = context.note.body_start + posts.MAX_LINK_OFFSET
        silent = [(index, inline) for index, inline in silent if inline.span.start < end]
    for index, inline in silent:
        paper_links.add(index, inline)
    attached = [(index, i) for index, i in context.links if context.note.text.startswith(_ATTACHED, i.span.end)]
    for index, inline in attached:
        if is_paper_link(inline):
            paper_links.add(index, inline)
    # a link to the note's own paper is no citation, wherever it is; nor is that of an attached file
    own = paper_links.identifiers
    links_to_paper = (index for index, i in context.links if own and identifier_from_url(i.url) in own)
    context.claimed_inlines.update(paper_links.indices, links_to_paper, (index for index, _ in attached))


def _only_entry(context: NoteContext) -> str:
    """Return the BibTeX of the note, without fences, if it has exactly one entry; claims the block."""
    blocks = [b for b in context.blocks if count_entries(context, b)]
    if len(blocks) != 1 or count_entries(context, blocks[0]) != 1:
        return ""
    context.claimed_blocks.add(blocks[0].index)
    return without_fences(context.source(blocks[0].span))

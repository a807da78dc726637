"""Helpers of the recognisers.  None of them yields mentions.

Structure of a note
    `note_structure`: blocks, inlines, headings and sections.
    `context`: that structure with the visible text and the claims of the recognisers.
    `candidate_blocks`: list items, footnotes, reference lines and paragraphs that may describe a paper.
    `card_candidates`: headings and bold paragraphs whose words may be a title.
    `card_section`: the blocks and links below a heading that belong to the paper in it.
    `prose`: the running text of a note as one string, with a way back to the note.

Facts about a paper
    `title_heuristics`, `link_texts`: whether a text is a title, and the title without venue, year and numbering.
    `title_finding`, `reference_titles`: the title in a list item or reference.
    `authorship`, `trailing_authors`, `nested_authors`: names of authors, those after a title, and those below it.
    `short_bylines`, `subtitles`: family names with a year next to a title; authors and venue in the heading below it.
    `note_words`: words after a title that name the kind of note.
    `field_labels`: the words of labels, link texts and headings, in several languages.
    `labelled_values`, `field_facts`: `**Label:** value`, and the evidence of such values.
    `paper_front_matter`: the evidence of front matter.
    `paper_links`: links that lead to papers.
    `linked_authors`: references whose link is their authors.
    `venue_values`, `table_headers`: the venue in a field, and the facts that the columns of a table hold.

Parts of a reference
    `reference_openings`: which parts of a note may be references at all.
    `reference_reader`: who, what, where and when in a reference of any style; `reference_text` is its running text.
    `author_lists`, `title_readings`, `venue_phrases`: the ways to read its authors, its title and its publication.
    `imprints`, `work_genres`, `publication_numbers`: publishers; theses and reports; year, volume, issue and pages.
    `journal_abbreviations`, `edition_notes`: shortened words of journals, and remarks between title and venue.

Names in prose
    `short_names`: the names of a paper, and what each of them needs to be believed.
    `name_search`: many names searched at once.
    `name_subjects`, `name_meanings`: the subject of a paper near its name, and what each place says about a name.
    `name_check`: whether the words are meant as the name.
    `name_surroundings`: whether the words next to it make another name or title of it.

Mentions
    `quoted_context`: a mention with the words around it and its topics.
"""

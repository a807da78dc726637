"""Helpers of the recognisers, by the question that they answer.  None of them yields mentions.

What is in the note?
    `note_structure`: blocks, inlines, headings and sections.
    `context`: that structure with the visible text and the claims of the recognisers.
    `candidate_blocks`: the list items, footnotes, reference lines and paragraphs that may describe a paper.
    `card_candidates`, `card_section`, `card_bylines`: the headings that may be titles; blocks, links and names below.
    `bold_titles`: the bold paragraphs that may be titles, with the facts below them.
    `table_headers`: the fact that each column of a table holds.
    `bibtex_code`: the code blocks that are BibTeX.
    `paper_hints`, `reference_openings`: quick checks that dismiss most of a note before anything is read closely.

Is it a paper, and which one?
    `paper_links`: the links that lead to papers, and those that belong together.
    `link_texts`: the text of such a link is a citekey, a title, a name, or the word `paper`.
    `paper_signs`: whether a document on an unknown site is a paper.
    `note_signs`: what in the text of a note shows that it is about one paper.
    `bullet_lists`: the bullets that are papers because others of the note are.
    `reference_links`, `trailing_keys`: the links, identifiers and citekeys of a list item or reference.

What is the title?
    `title_heuristics`: whether words are a title or a venue; the title without venue, year and numbering.
    `title_decoration`: what sites, browsers and writers of notes add to a title.
    `false_titles`, `sentences`: words that are never a title.
    `title_finding`, `reference_titles`: the title in a list item or reference, as a `title_match`.
    `titles_beside_names`, `nested_references`: the title after or before full names; in the only bullet below.
    `venue_openings`: the venue with its year before a title.
    `trailing_names`: the short name in brackets after a title.
    `subtitles`: the heading below a title, with authors and venue.
    `note_names`: title, year and venue in the name of a note.

Which facts are labelled?
    `field_labels`: the tables of labels, link texts and headings, in several languages.
    `labelled_values`, `field_facts`: `**Label:** value`, and the evidence of such values.
    `opening_values`: those at the top of a note.
    `item_facts`: the evidence of a list item, reference or paragraph.
    `paper_front_matter`, `note_names`: the evidence of front matter and of the name of a note.
    `venue_values`: the venue in a field.

Who are the authors?
    `authorship`: the names in a line of authors.
    `short_bylines`: family names with a year: `Ha & Schmidhuber, 2018`.
    `trailing_authors`, `nested_authors`: the names after a title, and those in the bullet below it.
    `linked_authors`: the names that are the text of a link: `[Ho & Lee (2021)](…) — Title`.

What does a reference say?
    `reference_reader`: authors, title, publication and date in a reference of any style.
    `reference_parts`: the references that a paragraph consists of.
    `reference_text`: its running text, with the spans of its links and emphasis.
    `dated_names`, `author_lists`: the ways to read its authors, with the date after them.
    `title_readings`: the ways in which its title can end.
    `venue_phrases`: its publication, as `publication_facts`.  Parts of it have modules of their own:
    `imprints`, `publishers`, `publishing_houses`, `book_editors`, `edition_notes`: books.
    `work_genres`, `law_citations`: theses and reports; law journals.
    `publication_openings`: edition, year and pages before the venue.
    `publication_numbers`, `journal_abbreviations`: year, volume, issue and pages; shortened words of journals.
    `linked_references`, `heading_references`: references that are the text of a link, or a heading.
    `own_references`: the reference of the note's own paper.
    `reference_facts`: the facts of a reference as evidence.

Is a name in prose meant?
    `prose`: the running text of a note as one string, with the way back to the note.
    `short_names`, `common_acronyms`: the names of a paper, and the evidence that each of them needs.
    `name_search`: many names searched at once.
    `name_meanings`, `name_subjects`: what the text says about a name: its long form, its authors, its subject.
    `name_check`, `name_surroundings`: whether the words are meant as the name, and are no part of a longer one.

Mentions
    `quoted_context`: a mention with the words around it and its topics.
"""

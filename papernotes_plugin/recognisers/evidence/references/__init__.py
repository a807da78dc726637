"""Read a printed reference of any style.

- `reference_reader`, `reference_agreement`: its authors, title, publication and date, and how well they fit.
- `reference_parts`: the references that a paragraph consists of.
- `reference_text`: its running text, with the spans of its links and emphasis.
- `dated_names`, `author_lists`, `chinese_names`: the ways to read its authors, with the date after them.
- `title_readings`: the ways in which its title can end.
- `venue_phrases`, `venue_names`, `publication_facts`: its publication, and names that may be venues.
- `imprints`, `publishers`, `publishing_houses`, `book_editors`, `edition_notes`: publications that are books.
- `work_genres`, `law_citations`: theses and reports; law journals.
- `publication_openings`: edition, year and pages before the venue.
- `publication_numbers`, `journal_abbreviations`: year, volume, issue and pages; shortened words of journals.
- `linked_references`, `heading_references`: references that are the text of a link, or a heading.
- `prefixed_references`: references after a bold label or a sentence.
- `repeated_authors`: marks for the authors of the reference above.
- `title_first`: references that begin with the title, as medicine has them.
- `untitled_references`: references without a title: authors, journal and numbers.
- `own_references`: the reference of the note's own paper.
- `reference_facts`: the facts of a reference as evidence.
"""

"""Find the title of a paper, and separate it from other words.

- `title_heuristics`: whether words are a title or a venue; the title without venue, year and numbering.
- `title_decoration`: what sites, browsers and writers of notes add to a title.
- `false_titles`, `sentences`: words that are never a title.
- `false_item_titles`: words of list items that are remarks or citations.
- `item_remarks`, `item_sentences`: list items that are remarks, sentences on a paper, discussions or talks.
- `title_finding`, `reference_titles`: the title in a list item or reference, as a `title_match`.
- `plain_titles`: the title in the plain words of a reference.
- `titles_beside_names`, `nested_references`: the title after or before full names; in the only bullet below.
- `strong_titles`: the title that begins in strong text, or follows a name in it.
- `entry_paragraphs`: paragraphs that are entries of a list.
- `property_titles`: bullets with a title above labelled values or properties.
- `title_places`: the place of the title of a note.
- `cell_titles`: the title in a cell of a table.
- `venue_openings`, `venue_endings`: the venue with its year before a title; after it and a comma.
- `dated_venues`: a venue with its year that no table lists, in brackets or directly before a title.
- `trailing_names`, `shortened_names`: the short name after a title; names with `et al.` in what was read as one.
- `access_dates`: the day on which a page was opened, which is no date of a paper.
- `title_lines`: whether a line of plain text is a title, or names of authors.
- `subtitles`: the heading below a title, with authors and venue.
- `note_names`: title, year and venue in the name of a note.
"""

"""Find the title of a paper, and separate it from other words.

`title_finding.find` looks for the place of the title in a list item or reference.  `title_heuristics.split_title`
strips the words there of all that is no title.  `false_titles` and `sentences` dismiss the rest.

- `title_heuristics`: whether words are a title or a venue; the title without venue, year and numbering.
- `page_titles`: what each site adds to the title of its page, and the facts in it.
- `title_decoration`: what browsers and writers of notes add to a title.
- `acronyms_before_titles`: the short name of a paper before its title.
- `kinds_of_notes`: the words for a note on a book around its title.
- `title_remains`: what the text around a title leaves at its end: status, server, address.
- `misread_titles`: mentions whose title is a whole reference, without that title.
- `groups_of_titles`: whether several headings together are titles of papers.
- `false_titles`, `other_phrases`, `sentences`: words that are never a title.
- `false_venues`: what is no venue: dates, places, publishers, and the beginnings of names.
- `clean_facts`: title and names of a mention without such words, and the type of a book.
- `listed_books`: titles and names in the form that most items of a list of books have.
- `linked_books`: titles and names in items of such a list that open with a link to a book.
- `listed_book_ends`: where the names end in such an item in Chinese, Japanese or Korean.
- `item_remarks`: words of list items that are remarks, sentences on a paper, discussions or talks.
- `claims_with_numbers`: whether the words with the identifier of a paper are a claim or a step.
- `title_finding`, `reference_titles`: the title in a list item or reference, as a `title_match`.
- `plain_titles`: the title in the plain words of a reference, or of a paragraph that is an entry of a list.
- `published_titles`: the venue and the year after a title that is the whole item of a list.
- `titles_beside_names`: the title after or before full names, also in what search engines print.
- `titles_in_book_marks`: the title after names, in the marks of Japanese and Chinese for titles.
- `titles_after_links`: the title after a link that is an identifier, a format, an address or a name.
- `strong_titles`: the title that begins in strong text, or follows a name in it.
- `nested_titles`: the title in the only bullet below, or above labelled values and properties.
- `cell_titles`: the title in a cell of a table.
- `venue_openings`, `venue_endings`: the venue with its year before a title; after it, or the day of access.
- `venues_of_siblings`: a venue that no table lists after a title and a comma, where other items have known ones.
- `dated_venues`: a venue with its year that no table lists, in brackets or directly before a title.
- `native_labels`: a label in Chinese, Japanese or Korean before a title in Latin letters.
- `names_around_titles`: the names before most titles of a list, or in brackets after them.
- `trailing_names`, `names_in_titles`: the short name after a title; names, or a reference, in what was read as one.
- `subtitles`: the heading below a title, with authors and venue.
- `names_of_books`: title and authors in the name of a note on a book, with a dash or `by` between them.
- `cited_titles`: title, names and year in the name of a note or in a heading: `Title (Ha & Schmidhuber, 2018)`.
- `keyed_titles`: the title after a link to a note whose name is a citekey.
- `note_names`: title, year and venue in the name of a note; the place of its title.
"""

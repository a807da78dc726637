"""Decide whether a part of a note describes a paper, and which one.

Links and identifiers:

- `paper_links`: the links that lead to papers, and those that belong together.
- `link_texts`: the text of such a link is a citekey, a title, a name, or the word `paper`.
- `marked_links`: the text of such a link is a title as a whole, in emphasis or in quotation marks.
- `paper_signs`: whether a document on an unknown site is a paper.
- `texts_to_read`: whether words above a list announce texts to read.
- `possible_years`: whether the year of a paper agrees with its venue and identifiers.
- `meeting_days`: the day of a meeting next to a title, which is no year of the paper.
- `file_names`: authors, year and title in the name of a PDF file.
- `written_citations`: the identifiers that are written in running text.
- `bylines_before_links`: the authors, the year and the venue in the words before a link.
- `book_addresses`: the web addresses that lead to one book.
- `book_links`: the links to the pages of books whose address repeats the title.
- `sentence_titles`: the title in a sentence to which a link belongs.
- `sentence_facts`: the authors, venue and year that a sentence gives next to a title.

Lists and references:

- `listed_papers`: the lists of papers, which a heading announces, or which most of their bullets show.
- `listed_rows`: whether a title in a table is that of a paper without a link.
- `shares_of_forms`: how many texts of one form in a note are papers.
- `shares_of_papers`: how many blocks of a section, and of a note, are papers.
- `reference_links`: the links and identifiers of a list item or reference.
- `item_citekeys`: the citekey that opens or ends it, and whether that is one of its paper.
- `book_headings`: headings that announce books or works to read.
- `groups_of_texts`: the list, section or column to which each text of a note belongs.
- `titles_near_addresses`: the title before an address on its line, or in the line above.
- `words_above`: whether words above a line announce works to read.
- `opening_links`: links at the beginning of a text that are no part of a reference.
- `bibliographies`: the sections and lists in HTML that are bibliographies.
- `whole_citations`: the references that are some by their form alone.
- `best_reading`: the best reading of a part of a note as a reference, in any form.
- `reference_certainty`: whether a reading of a reference is good enough for its place, and is that of a paper.
- `other_works`: whether it may be that of a talk, a song, a poem or a record.

Notes about one paper:

- `note_openings`: title and facts of the paper in the plain lines at the top of a note.
- `zotero_items`: the lines that a template has made from an item of Zotero, without labels.
- `named_notes`: the name of a note that is the title of its paper.
- `tagged_notes`: the title after a tag for papers, which recurs over the notes.
- `posts`: the paper that a post links to, and the facts of one whose title is that of the post.
- `cited_names`: the citation with a title that is the name or the heading of a note.
- `keyed_notes`: whether a note with the name of a citekey is about a paper.
- `cited_posts`: the paper of a post that opens with its reference, around the title of the post or without it.
- `note_signs`: what in the text of a note shows that it is about one paper.
- `book_signs`: whether what a note says besides the authors shows that its work is a book.
- `book_notes`: title and authors of a book in the name of a note, its heading, or the line below that.
- `folders_of_books`: the folders whose notes are each on one book, by the form of their titles.
- `folders_of_papers`: the folders whose notes are each about one paper.
"""

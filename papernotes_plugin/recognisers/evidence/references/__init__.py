"""Read a printed reference of any style: `Lee, A. (2020). The Title. Journal, 3(1), 1–9`.

1. `reference_parts` cuts a paragraph into references.  `reference_text` gives the running text of each, with the spans
   of its links and emphasis, and `block_texts` that of a whole block.  `composed_letters` joins letters and accents;
   `hidden_marks` removes check marks, attributes, and a link to the note on another paper, and `passing_remarks` words
   such as `[online]`.  `asian_marks` replaces words and marks of Chinese, Japanese and Korean.  `names_above_titles`
   finds the names and titles that the end of a line ends.
2. `author_lists` reads the names at its beginning, in each form that citation styles have.  `words_between_names` and
   `others_after_names` know the words and marks between and after them; `written_names` writes each name, and
   `name_lists` reads those without initials.
   `further_names` reads the others, up to the year.
   `dates_after_names` reads the date after them, and `dated_names` joins both.  `collective_authors` reads
   organisations.  `author_scores` scores how much they look like authors.
3. `title_readings` gives each place at which the title can end, with a score; `title_ends` those with a mark.
4. `venue_phrases` reads what follows as the `Publication` of `publication_facts`.  It asks for
   - remarks, edition, year and pages before the venue: `publication_openings`,
   - year, volume, issue and pages after it: `publication_numbers`,
   - names that may be venues: `venue_names`, and known venues: `recognised_venues`,
   - books: `imprints`, `publishing_cities`, `publishers`, `book_editors`, `editions`,
   - words for parts of books, translators and editors: `book_parts`, `translator_words`,
   - theses, reports and law journals: `work_genres`.
5. `reference_reader` combines the readings; `title_imprints` takes what follows from the end of a title, and
   `publishers_as_venues` takes publishers for no venue.
   `reference_agreement` and `italics_scores` score how well the parts fit, and the best wins.
   `quotations_in_sentences` finds quoted titles in sentences.
6. `reference_facts` gives the facts of the best reading as evidence; `papers.reference_certainty` decides whether its
   score is enough for its place.

Other forms and places:

- `line_breaks`: the line breaks of a text that are not those of wrapped lines.
- `sibling_references`: references in the form that most references of a note have.
- `family_lines`: lines of family names, a year or a venue, and a title, with `family_line_ends`.
- `marked_titles`: the titles in quotation marks, in emphasis or in links in such lines.
  `family_line_openings` has the patterns of names and dates, and `family_line_titles` decides what may be a title
  there.  `unknown_line_ends` takes journals from the ends of titles, and `family_names_at_ends` finds family names with
  a date, which are no title.
- `repeated_authors`: marks for the authors of the reference above, and `usual_names` unusual marks in names.
- `name_lists`: full names or family names before or after a title in lists of works and in reviews.
- `lines_in_other_order`: names, publication and title in lines of their own, in another order.
- `stated_sources`: the source that a card or a quotation names; `source_ends` reads what follows its title.
- `books_between_commas`: books whose parts have commas between them, with the family name of the first author first.
- `book_marks`: names, titles in the book marks of Japanese, Chinese and Korean, and what follows them.
- `quoted_articles`: articles without authors, by a title in quotation marks and a journal with its numbers.
- `russian_books`: a Russian book with its city, publisher and year.
- `gost_references`: the style GOST 7.1 with Latin names, as Google Scholar copies it.
- `title_and_journal`: references without a list of authors, by their title, journal and identifier.
- `title_and_editors`: books that begin with the title in emphasis, before their editors.
- `books_with_place`: books as historians cite them in footnotes, with a place and no publisher.
- `law_articles`: articles as lawyers cite them, with no mark around the title.
- `bookshop_lines`: books as Korean bookshops list them, with a bar between their facts.
- `title_first`: references that begin with the title, as medicine has them.
- `organisation_references`: references of a bibliography by an organisation.
- `guidelines`, `textbooks`, `named_trials`: the sources of medical notes.
- `untitled_references`: references without a title: authors, journal and numbers.
- `heading_references`: references that are a heading, or the text of a link.
- `publications_below`: names, year and title with the publication in the bullet below them.
- `own_references`: the reference of the note's own paper.
- `works_in_sentences`: the works that a sentence names by a title in marks.
- `lines_of_works`: the lines that are only the title of a work and its authors after `by`.
"""

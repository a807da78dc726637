"""Find the parts of a note, and the words that surround a mention.

- `note_structure`: blocks, inlines, headings and sections.
- `labelled_headings`: the headings that are labelled values, which are text in that structure.
- `dates_in_code`: the dates in code after titles in headings, which are in brackets in that structure.
- `context`: that structure with the visible text, the claims of the recognisers, and the evidence that all notes give.
- `candidate_blocks`: the list items, footnotes, reference lines and paragraphs that may describe a paper.
- `listed_lines`: the paragraphs whose lines are a list.
- `html_parts`: the list items and the other parts of raw HTML.
- `html_tables`: the tables in raw HTML as those of Markdown.
- `joined_blocks`: a heading, a bullet or a marked line, and the blocks below it that may describe the same paper.
- `inner_parts`: the parts of a block that may be a reference each.
- `card_candidates`, `card_section`, `card_bylines`: the headings that may be titles; blocks, links and names below.
- `labels_before_links`: the labels and words before a link that is of no card.
- `identified_bylines`: the lines of shortened names, a venue and an identifier below a title.
- `title_blocks`: the bold paragraphs, folded sections and callouts that may be titles, with the facts below them.
- `titled_items`: the bullets with a title, and the properties of a work below it.
- `table_headers`: the fact that each column of a table holds.
- `book_columns`: the columns of a table of books.
- `bibtex_code`: the code blocks that are BibTeX.
- `reference_openings`: quick checks that dismiss most of a note before anything is read closely.
- `quoted_context`: a mention with the words around it and its topics.
"""

"""Read the facts that have a label, in the text and in the front matter of a note.

`labelled_values.find` reads the values of some blocks, and `field_facts.evidence` makes facts of them.

- `field_labels`, `label_meanings`: the tables of labels, link texts and headings, in several languages.
- `silent_words`: the words of link texts that say nothing of the target.
- `other_targets`: the words of link texts and labels that call a target something else than a paper.
- `plain_letters`: labels without their accents.
- `label_marks`: the marks other than a colon between label and value, and the meaning of both together.
- `labelled_values`, `labels_in_line`, `field_facts`: `**Label:** value`, and the evidence of such values.
- `heading_values`: the values below headings that are labels.
- `book_labels`, `book_front_matter`: the labels and keys of notes on books, and those of other works.
- `kinds_of_works`, `words_for_reading`: words for films, music and the like, and for reading and books.
- `web_pages`: the values of web pages, which are no papers.
- `opening_values`: those at the top of a note.
- `item_facts`: the evidence of a list item, reference or paragraph.
- `paper_front_matter`, `front_matter_keys`: the evidence of front matter, whose values are looked up by several keys.
- `front_matter_names`: the names of people in such a value.
- `stated_citekeys`: the citekey in front matter.
- `author_values`: the names in a field of authors, and what follows them.
- `venue_values`: the venue in a field.
"""

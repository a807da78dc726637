"""Read the authors of a paper.

`authorship` decides for all others whether words are names; they look for the place of the names.

- `authorship`: names in full, in any order and with any separators: `Ashish Vaswani, Noam Shazeer et al.`.
- `name_order`: whether words with a comma between them are the family and the given name of one person.
- `names_after_by`: the names after `by`, and the roles of people who are not the authors.
- `words_before_names`: `by` and the like before names.
- `short_bylines`: the names by which a text cites a paper, with the year: `Ha & Schmidhuber, 2018`.
- `informal_citations`: such names in small letters, or with points for some of them: `clark...manning, 2020`.
- `linked_authors`: such names as the text of a link: `[Ho & Lee (2021)](…) — Title`.
- `book_authors`: the authors of a book as catalogues write them, with countries and roles.
- `marked_names`: the names before a title in book marks: `宗福邦・陳世鐃主編『…』`.
- `trailing_authors`: the names after a title, or in the first bullet below it.
- `lone_authors`: the only name after a title, if other titles of the note show that it is one.
- `people_above`: the name of a person above a list of works, or in front of one.
- `author_profiles`: the names of the users that publications of a site made with Hugo have as authors.
- `affiliations`: organisations and positions among names, and words that are no part of a name at its ends.
- `organisations`: whether words are the whole name of a university or an institute.
"""

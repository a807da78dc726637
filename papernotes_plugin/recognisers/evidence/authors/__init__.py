"""Read the authors of a paper.

- `authorship`, `inverted_names`: the names in a line of authors, and those with the family name first.
- `short_bylines`: family names with a year: `Ha & Schmidhuber, 2018`.
- `trailing_authors`, `nested_authors`: the names after a title, and those in the bullet below it.
- `linked_authors`: the names that are the text of a link: `[Ho & Lee (2021)](…) — Title`.
"""

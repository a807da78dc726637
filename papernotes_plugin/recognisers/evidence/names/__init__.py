"""Decide whether a name in a sentence means a paper.

- `prose`: the running text of a note as one string, with the way back to the note.
- `short_names`, `common_acronyms`: the names of a paper, and the evidence that each of them needs.
- `name_search`: many names searched at once.
- `name_meanings`, `name_authors`, `name_subjects`, `name_rows`: what the text says about a name: its long form, its
  authors, its subject, the row that it is in.
- `name_check`, `name_surroundings`: whether the words are meant as the name, are spelled like it, and are no part of a
  longer one.
"""

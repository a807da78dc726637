"""Decide whether a name in a sentence means a paper.

- `name_check`: the questions, in their order; start here.
- `prose`: the running text of a note as one string, with the way back to the note.
- `short_names`, `common_acronyms`: the names of a paper, and the evidence that each of them needs.
- `name_search`: many names searched at once.
- `name_form`, `name_surroundings`: whether words are written like the name, and are no part of a longer one.
- `name_meanings`, `name_authors`, `name_subjects`, `name_rows`, `name_hints`: what the text says about a name: its long
  form, its authors, its subject, the row that it is in, and words such as "paper".
"""

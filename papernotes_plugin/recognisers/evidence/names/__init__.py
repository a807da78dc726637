"""Decide whether a name in a sentence means a paper.

- `name_check`: the questions, in their order; start here.
- `prose`: the running text of a note as one string, with the way back to the note.
- `short_names`, `false_names`, `common_acronyms`: the names of a paper, and the evidence that each of them needs.
- `name_search`: many names searched at once.
- `name_form`, `name_surroundings`: whether words are written like the name, and are no part of a longer one.
- `name_meanings`, `name_authors`, `name_subjects`: the long form, the authors and the subject that a text gives for it.
- `name_rows`, `name_hints`: the row that a name is in, and words next to it such as "paper".
"""

"""Train the model that labels the words of references; `python -m tests.training WORKS NEGATIVE REMARKS` does it.

- `works`: the works of bibliographies.
- `chunks`: the parts of a drawn text, with their labels.
- `drawn_names`, `drawn_titles`, `drawn_years`, `drawn_numbers`, `drawn_publications`: the facts in random forms.
- `drawn_references`: whole references.
- `other_texts`: texts that are no references.
- `labelled_texts`: texts of real notes, and variants of them.
- `training_texts`: all of them in a random order, and the labels of their tokens.
- `feature_digest`: whether the weights belong to the features of the package.
"""

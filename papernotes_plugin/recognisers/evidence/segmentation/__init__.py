"""Label the words of a text as names, title, venue, year or other words, with a model that is trained on references.

The rules of `evidence.references` read known citation styles.  The model reads facts in any other order and form: it
is a conditional random field, whose weights `python -m tests.training` computes.

- `tokens`: the words, numbers and marks of a text, with the links and the emphasis around them.
- `token_kinds`: the form of a token, and the lists of words that have it.
- `text_parts`: the parts of a text between the marks that separate facts.
- `token_features`: the features of tokens, by which the model labels them.
- `linear_chain`: the model, whose weights are in `weights.json.xz`.
- `text_forms`: the form of a text, which is that of its parts.
- `recurring_forms`: the labels at each place of the forms that recur in a note.
- `segments`: the facts that the model finds, each with its probability.
- `reference_signs`: whether a text may be a reference at all.
- `facts_of_note`: the facts in the texts of a note.
- `labelled_names`: the authors among these facts.
- `labelled_publications`: the venue, the publisher and the year among them.
- `labelled_reference`: whole references from these facts.
- `completed_by_labels`: mentions of other recognisers, completed with these facts.
"""

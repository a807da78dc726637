"""Decide whether a part of a note describes a paper, and which one.

- `paper_links`: the links that lead to papers, and those that belong together.
- `link_texts`: the text of such a link is a citekey, a title, a name, or the word `paper`.
- `paper_signs`: whether a document on an unknown site is a paper.
- `proposals`: the documents of the note's own author that are about no paper.
- `note_signs`: what in the text of a note shows that it is about one paper.
- `folders_of_papers`: the folders whose notes are each about one paper.
- `bullet_lists`: the bullets that are papers because others of the note are.
- `list_announcements`: the headings and names of notes that announce lists of papers.
- `named_notes`: the name of a note that is the title of its paper.
- `posts`: the paper that a post links to, and the facts of one whose title is that of the post.
- `title_blocks`: the title block of Pandoc that links to the paper of the note.
- `opening_sentences`: title and authors of the paper in the sentence that opens the note.
- `opening_lines`: title, authors and publication of the paper in plain lines at the top of the note.
- `reference_certainty`: whether a reading of a reference is good enough for its place.
- `described_references`: whether a reference is that of a paper.
- `reference_links`, `file_names`, `trailing_keys`: the links, identifiers and citekeys of a list item or reference.
- `written_citations`: the identifiers that are written in running text.
"""

"""Read the lines of a paper as a whole: names, a venue, a year and links, in any order and with any marks.

Other modules read one way of writing each.  These divide a line so that its parts explain all of it.  They add facts
to papers that others have found, and find papers whose lines say nothing else.

- `line_text`: the text of a block, with characters in place of its title, its links and its marks.
- `line_marks`: the characters of marks in such a text.
- `names_in_lines`, `venues_in_lines`: a stretch of a line that is names, or a venue with its date.
- `stated_bylines`: names after `by`, and the venue in brackets before them.
- `line_parts`: the way to divide a line that leaves the fewest words without a meaning.
- `line_bylines`: a line that is names, with the venue, the date and the organisations after them.
- `line_evidence`: the evidence of a paper with the facts in the parts of its lines.
- `described_lines`: the lines below a title that say only what its paper is.
- `recognised_text`: the text that recognisers have read before.
- `described_titles`: titles whose lines say only what a paper is.
- `title_limits`: the end of a title in plain words that other modules have read.
- `completed_mentions`: papers that others have found, with the facts in their lines, or with those of other mentions.
- `shortened_titles`: short citations of a note, with the facts of the whole reference there.
- `venues_above`: papers with the conference that the heading above their list names.
- `years_above`: references dated by the heading or the term above them.
- `years_of_reading`: years before titles in which a reader read the works, which are no years of publication.
- `described_headings`: headings that are titles, as authors or a year are in them or below them.
- `facts_at_ends`: a title with facts before and after it, as lists in one form have them.
"""

"""Helpers of the recognisers, in one package for each question.  None of them yields mentions.

- `structure`: what does the note consist of, and which words surround a mention?
- `papers`: is it a paper, and which one?
- `titles`: what is the title?
- `labels`: which facts have a label?
- `authors`: who are the authors?
- `lines`: which lines say only what a paper is?
- `references`: what does a printed reference say?
- `segmentation`: which words of a text in any form are names, title, venue and year?
- `names`: does a name in a sentence mean a paper?

The docstring of each package lists its modules.
"""

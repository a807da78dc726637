"""Programs that nobody here wrote, reading what we export: they must see every paper, and have nothing to say.

`programs` and `tex` run them, `verdict` compares what they saw with what we know, `libraries` are the papers.
"""

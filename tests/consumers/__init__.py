"""Tests in which independent programs read the exports: they must see every paper and report no problem.

`programs` and `tex` run the programs on the papers of `libraries`. `verdict` compares the results with the papers, and
`tolerated` lists known limits of the programs.
"""

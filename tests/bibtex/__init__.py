"""Tests of `bibtex/`."""

"""Mentions and bibliography entries -> papers with facts and citekeys."""

"""Tests of `annotate/`."""

"""Tests of `citation/`."""

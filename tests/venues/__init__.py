"""Tests of `venues/`."""

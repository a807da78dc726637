"""Tests of `exports/`."""

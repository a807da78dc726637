"""Tests of `markup/`."""

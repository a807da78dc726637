"""Tests of `text/`."""

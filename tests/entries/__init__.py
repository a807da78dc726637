"""Tests of `entries/`."""

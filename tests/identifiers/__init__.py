"""Tests of `identifiers/`."""

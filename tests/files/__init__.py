"""Tests of `files/`."""

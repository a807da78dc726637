"""Tests of `reading/`."""

"""Tests of `resolve/`."""

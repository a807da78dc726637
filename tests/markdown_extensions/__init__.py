"""Tests of `markdown_extensions/`."""

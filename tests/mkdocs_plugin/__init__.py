"""Tests of `mkdocs_plugin/`."""

"""Tests of `links/`."""

"""Tests of `vocabulary/`."""

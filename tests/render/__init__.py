"""Tests of `render/`."""

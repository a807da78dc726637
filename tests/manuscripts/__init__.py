"""Tests of `manuscripts/`."""

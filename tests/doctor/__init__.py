"""Tests of `doctor/`."""

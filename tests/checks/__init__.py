"""Tests of `checks/`."""

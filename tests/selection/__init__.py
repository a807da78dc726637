"""Tests of `selection/`."""

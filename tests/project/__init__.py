"""Tests of the project itself: layers, documentation, packages, licences."""

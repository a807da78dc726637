"""Tests of the pages in Debian's Chromium."""

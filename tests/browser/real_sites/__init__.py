"""Tests of real sites in a browser, with HTML, link and accessibility checkers."""

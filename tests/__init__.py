"""The tests; a package so that they can share `tests.sites` and `tests.chromium`."""

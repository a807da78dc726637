"""Builds that reuse the pages of the build before."""

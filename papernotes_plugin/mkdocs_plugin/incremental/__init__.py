"""Incremental builds: snapshot of the last build, and reuse of its pages."""

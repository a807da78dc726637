"""Compatibility with other MkDocs plugins."""

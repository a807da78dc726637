"""The search index of a site."""

"""Whole sites and whole vaults of any content."""

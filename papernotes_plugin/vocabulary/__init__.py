"""Types, issues and options that every other package may import."""

"""Python-Markdown extensions; their module names are public."""

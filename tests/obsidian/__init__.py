"""Obsidian's Markdown: cases with their sources, and what is needed to judge built pages."""

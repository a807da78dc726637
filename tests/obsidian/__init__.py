"""Tests of Obsidian's Markdown: cases with their sources, and selectors for built pages."""

"""Generated pages as HTML without Python-Markdown."""

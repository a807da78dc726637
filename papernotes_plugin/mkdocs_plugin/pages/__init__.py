"""Generated pages: files, texts, metadata and navigation."""

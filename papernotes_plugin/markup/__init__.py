"""Markdown and its dialects: parse text into blocks, inlines and citations with spans, and write single inlines."""

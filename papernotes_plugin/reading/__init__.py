"""Read the source of a note: encoding, front matter and Markdown."""

"""Direct rendering: generated pages are written from Markdown to files without MkDocs' own page loop."""

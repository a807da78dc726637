"""Note pages on their way through MkDocs."""

"""The MkDocs plugin; the only package that imports MkDocs."""

"""Files on disk: notes, bibliographies and projects in, generated trees out."""

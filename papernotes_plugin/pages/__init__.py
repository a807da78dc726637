"""Pages: what the pages of ours have in common, where they stand, and how one leads to another."""

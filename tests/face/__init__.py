"""The face, proved on real sites: what a reader sees, does, and what judges say of it."""

"""Real sites: what a reader sees and does, and what judges say of them."""

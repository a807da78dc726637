"""Source -> Note."""

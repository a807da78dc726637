"""Papers and notes -> Library."""

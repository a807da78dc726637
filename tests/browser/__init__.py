"""What a reader sees and does, in Debian's Chromium."""

"""What a link in a note or a generated page leads to."""

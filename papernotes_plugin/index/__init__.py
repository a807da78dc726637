"""Arrange papers and notes as a library: groups, related papers and the map."""
